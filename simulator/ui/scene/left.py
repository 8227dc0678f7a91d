"""The left column of the scene's editor: tools, things to add, and the list of all there is."""

from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.ui.areas import Box, Rect, below
from simulator.ui.editing import controls
from simulator.ui.painting import theme
from simulator.ui.painting.paint import Paint
from simulator.ui.scene import side
from simulator.ui.scene.side import LEAST, LONGEST, Asked
from simulator.ui.texts import laying, phrases
from simulator.ui.texts.scene import say, title_of

WIDTH, MARGIN = 308, 16
WHOLE = 192  # least height of a view below the task for the column to stay there
TASK = 340  # least width between both columns for the task to be there
LIST = 200  # least height of a list that scrolls by itself
ADDED, MODES = ("box", "ball", "drum"), ("move", "turn", "size")
GROUPS = {
    "scene": "",
    "robots": "robots",
    "props": "props",
    "lights": "lights",
    "camera": "view",
    "sky": "view",
}


class Scene(NamedTuple):
    """What the column lists: names by their sections, and paths of files there are to add."""

    things: Sequence[tuple[str, str]]  # section, name
    robots: Sequence[str] = ()
    meshes: Sequence[str] = ()
    file: str = ""  # its name


class Tools(NamedTuple):
    """What is chosen, how it is worked, and what can be done."""

    chosen: str = ""
    modes: tuple[str, ...] = ()  # that the chosen thing can be worked in
    mode: str = "move"
    can_undo: bool = False
    can_redo: bool = False
    is_thing: bool = False  # a robot or prop: it can be copied and removed
    others: tuple[str, ...] = ()  # names of what is chosen with it


def beside(view: Box, scale: float) -> Box:
    """Return the view right of the column, where the task has room there; else all of it."""
    x, y, wide, tall = view
    room = round((MARGIN + WIDTH) * scale)
    is_wide = wide - room - side.column(view, scale)[2] >= TASK * scale
    return (x + room, y, wide - room, tall) if is_wide else view


def free(view: Box, task: Rect | None, scale: float) -> Box:
    """Return the part of the view that the column may take: below the task, where that is above."""
    is_above = task is not None and task[0] < view[0] + (MARGIN + WIDTH) * scale
    return below(view, task if is_above else None, WHOLE * scale)


class Left:
    """What is searched, and which thing was chosen as the list was drawn last."""

    def __init__(self) -> None:
        self._text, self._seen = "", ""
        self._name = ""  # of a scene that is to be written

    def draw(self, p: Paint, view: Box, scene: Scene, tools: Tools, language: str) -> Asked:
        """Draw the column at the left of the view; return what was asked."""
        s = p.scale
        imgui.set_next_window_pos((view[0] + MARGIN * s, view[1] + MARGIN * s))
        imgui.set_next_window_size((WIDTH * s, max(view[3] - 2 * MARGIN * s, LEAST * s)))
        imgui.push_font(p.fonts.regular, 0)
        flags = imgui.WindowFlags_.no_resize | imgui.WindowFlags_.no_collapse
        flags |= imgui.WindowFlags_.no_saved_settings | imgui.WindowFlags_.no_nav
        title = " · ".join(one for one in (say("arrange", language), scene.file) if one)
        _, is_open = imgui.begin(f"{title}###arrange", True, flags)
        imgui.push_style_var(imgui.StyleVar_.item_spacing, (8 * s, 6 * s))
        found = [
            Asked() if is_open else Asked("close"),
            self._draw_files(s, language),
            _draw_undo(p, tools, language),
            _draw_tools(tools, language),
            _draw_things(scene, tools, language),
            self._draw_list(p, scene, tools, language),
        ]
        asked = next((one for one in found if one.action), Asked())
        if not imgui.get_io().want_text_input and not asked.action:
            asked = _read_keys(tools.is_thing)
        imgui.pop_style_var()
        imgui.end()
        imgui.pop_font()
        return asked

    def _draw_files(self, s: float, language: str) -> Asked:
        """Draw what begins another file, each with a name that is typed below it."""
        asked = Asked()
        for action, title in (("new_scene", "name_of_new_scene"), ("save_as", "name_of_copy")):
            if imgui.button(f"{say(action, language)}…###{action}"):
                self._name = ""
                imgui.open_popup(action)
            below = imgui.get_item_rect_min().x, imgui.get_item_rect_max().y + 4 * s
            imgui.same_line()
            imgui.set_next_window_pos(below, imgui.Cond_.appearing)
            if not imgui.begin_popup(action):
                continue
            imgui.text_disabled(say(title, language))
            if imgui.is_window_appearing():
                imgui.set_keyboard_focus_here()
            imgui.set_next_item_width(0.8 * WIDTH * s)
            flags = imgui.InputTextFlags_.enter_returns_true
            is_entered, self._name = imgui.input_text("###name", self._name, flags)
            if (_button("create", language, bool(self._name.strip())) or is_entered) and self._name:
                asked = Asked(action, name=self._name.strip())
                imgui.close_current_popup()
            imgui.end_popup()
        return asked

    def _draw_list(self, p: Paint, scene: Scene, tools: Tools, language: str) -> Asked:
        asked, group = Asked(), ""
        imgui.separator()
        things = self._search(scene.things, language)
        room = imgui.get_content_region_avail().y
        is_apart = room >= LIST * p.scale  # else it scrolls with the tools
        if is_apart:
            imgui.begin_child("things")
        for section, name in things:
            if GROUPS[section] != group:
                group = GROUPS[section]
                imgui.text_disabled(say(group, language))
            title = title_of(section, name, language)
            is_chosen = name == tools.chosen or name in tools.others
            if imgui.selectable(f"  {title}###{section}.{name}", is_chosen)[0]:
                io = imgui.get_io()
                how = "through" if io.key_shift else "also" if io.key_ctrl else ""
                asked = Asked("choose", name=name, value=how)
            if name == tools.chosen and tools.others:
                _mark(p)
            if name == tools.chosen != self._seen and is_apart and not imgui.is_item_visible():
                imgui.set_scroll_here_y()  # it was chosen in the view
        self._seen = tools.chosen
        if is_apart:
            imgui.end_child()
        return asked

    def _search(
        self, things: Sequence[tuple[str, str]], language: str
    ) -> Sequence[tuple[str, str]]:
        """Draw a field to search where there is much; return the things whose lines have it."""
        if len(things) <= LONGEST:
            return things
        imgui.set_next_item_width(-1)
        hint = laying.say("search", language)
        _, self._text = imgui.input_text_with_hint("###search", hint, self._text)
        text = self._text.lower()
        found = [one for one in things if text in title_of(*one, language).lower()]
        if not found:
            imgui.text_disabled(phrases.say("not_found", language))
        return found


def _mark(p: Paint) -> None:
    """Mark the line that was drawn last as that of the thing which has the handles."""
    least, most = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    p.onto(imgui.get_window_draw_list())
    p.at(least.x, least.y)
    wide, tall = (most.x - least.x) / p.scale, (most.y - least.y) / p.scale
    p.icon(wide - 14, tall / 2, icons.ICON_FA_UP_DOWN_LEFT_RIGHT, theme.ACC, 12)


def _draw_undo(p: Paint, tools: Tools, language: str) -> Asked:
    """Draw what takes back and does again, as arrows behind what is in the line already."""
    asked = Asked()
    pictures = {"undo": icons.ICON_FA_ROTATE_LEFT, "redo": icons.ICON_FA_ROTATE_RIGHT}
    for action, is_there in (("undo", tools.can_undo), ("redo", tools.can_redo)):
        imgui.begin_disabled(not is_there)
        imgui.push_font(p.fonts.icons, 0)
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (4 * p.scale, 6 * p.scale))
        if imgui.button(f"{pictures[action]}###{action}"):
            asked = Asked(action)
        imgui.pop_style_var()
        imgui.pop_font()
        imgui.end_disabled()
        if imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled):
            imgui.set_tooltip(say(action, language))
        imgui.same_line()
    imgui.new_line()
    return asked


def _draw_tools(tools: Tools, language: str) -> Asked:
    """Draw all tools, whatever can be done: the list below them stays where it is clicked."""
    asked = Asked()
    imgui.separator()
    for name in MODES:
        is_on = name == tools.mode and name in tools.modes
        if is_on:
            imgui.push_style_color(imgui.Col_.button, theme.ACCD)
        if _button(name, language, name in tools.modes):
            asked = Asked(name)
        if is_on:
            imgui.pop_style_color()
        imgui.same_line()
    imgui.new_line()
    if tools.modes:
        imgui.text_disabled(say("snap", language))
        if imgui.is_item_hovered():
            imgui.set_tooltip(say("several", language))
    else:
        imgui.text(say("hint", language))
    return asked


def _button(action: str, language: str, is_there: bool) -> bool:
    imgui.begin_disabled(not is_there)
    is_clicked = imgui.button(f"{say(action, language)}###{action}")
    imgui.end_disabled()
    return is_clicked


def _draw_things(scene: Scene, tools: Tools, language: str) -> Asked:
    """Draw what adds things, copies them and takes them out, in one line."""
    asked = Asked()
    if imgui.button(f"{say('add', language)}…###add"):
        imgui.open_popup("added")
    below = imgui.get_item_rect_min().x, imgui.get_item_rect_max().y + 4
    for action in ("duplicate", "remove"):
        imgui.same_line()
        if _button(action, language, tools.is_thing):
            asked = Asked(action)
    imgui.set_next_window_pos(below, imgui.Cond_.appearing)
    if not imgui.begin_popup("added"):
        return asked
    for shape in ADDED:
        if imgui.menu_item_simple(f"{say(shape, language)}###{shape}"):
            asked = Asked(shape)
    for action, files in (("robot", scene.robots), ("mesh", scene.meshes)):
        if files and imgui.begin_menu(f"{say(action, language)}###{action}"):
            for file in files:
                if imgui.menu_item_simple(f"{controls.short(file)}###{file}"):
                    asked = Asked(action, name=file)
            imgui.end_menu()
    imgui.end_popup()
    return asked


def _read_keys(is_chosen: bool) -> Asked:
    io = imgui.get_io()
    if io.key_ctrl and imgui.is_key_pressed(imgui.Key.z, False):
        return Asked("redo" if io.key_shift else "undo")
    if io.key_ctrl and imgui.is_key_pressed(imgui.Key.y, False):
        return Asked("redo")
    if is_chosen and io.key_ctrl and imgui.is_key_pressed(imgui.Key.c, False):
        return Asked("copy")
    if io.key_ctrl and imgui.is_key_pressed(imgui.Key.v, False):
        return Asked("paste")
    if is_chosen and imgui.is_key_pressed(imgui.Key.delete, False):
        return Asked("remove")
    return Asked()
