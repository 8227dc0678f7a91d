"""The bar of the desk's editor: edit or test, undo, align, mistakes; and its keys."""

from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.laying import cards, geometry, placing, widgets
from simulator.laying.sketch import Sketch
from simulator.ui.areas import Box
from simulator.ui.editing import conflict, controls
from simulator.ui.laying.hand import Hand
from simulator.ui.painting import theme, windows
from simulator.ui.painting.fitting import wrap
from simulator.ui.painting.paint import Paint
from simulator.ui.texts.laying import say

HEIGHT = 40
TOOLS, STEP, GAPS = 13, 38.0, 30.0  # how many they are, how far apart, between kinds of them
Key = imgui.Key
ALIGN = {
    "left": icons.ICON_FA_ALIGN_LEFT,
    "centre": icons.ICON_FA_ALIGN_CENTER,
    "right": icons.ICON_FA_ALIGN_RIGHT,
    "top": icons.ICON_FA_ARROWS_UP_TO_LINE,
    "middle": icons.ICON_FA_GRIP_LINES,
    "bottom": icons.ICON_FA_ARROWS_DOWN_TO_LINE,
}
SPREAD = {
    "across": icons.ICON_FA_ARROWS_LEFT_RIGHT,
    "down": icons.ICON_FA_ARROWS_UP_DOWN,
}
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class State(NamedTuple):
    """What the bar shows: edit or "test" mode, whether a tested desk is being taken over."""

    mode: str
    is_taking: bool


def draw(p: Paint, box: Box, sketch: Sketch, hand: Hand, state: State, language: str) -> str:
    """Draw the bar over the view; return "edit", "test", "save", "diagram", "close" or ""."""
    asked = ""
    with windows.opened("##laying bar", box) as commands:
        wide, _ = p.over(commands, box)
        p.fill(0, 0, wide, HEIGHT, theme.BG0)
        p.fill(0, HEIGHT - 1, wide, 1, theme.LINE)
        modes = (("edit", icons.ICON_FA_PEN), ("test", icons.ICON_FA_PLAY))
        words = [say(name, language) for name in ("edit", "test", "diagram")]
        room = wide - 48 - TOOLS * STEP - GAPS
        is_tight = sum(controls.tool_width(p, one) + 8 for one in words) > room
        edit, test, diagram = ("" for _ in words) if is_tight else words
        x = 12.0
        for (mode, glyph), word in zip(modes, (edit, test), strict=True):
            is_on = state.mode == mode
            if _tool(p, x, word, glyph, mode, language, is_on):
                asked = mode
            x += controls.tool_width(p, word) + 6
        end = wide - 52 - controls.tool_width(p, diagram)
        if state.mode == "edit":
            asked = _edit_tools(p, x + 10, end, sketch, hand, language) or asked
        if _icon(p, wide - 44, "close", icons.ICON_FA_XMARK, say("close", language)):
            asked = "close"
        if _tool(p, end, diagram, icons.ICON_FA_DIAGRAM_PROJECT, "diagram", language):
            asked = "diagram"
        if state.is_taking and not is_tight:
            p.text(end - 16, HEIGHT / 2, say("taking", language), theme.INFO, 13, True, 1)
    return asked


def _edit_tools(p: Paint, x: float, end: float, sketch: Sketch, hand: Hand, language: str) -> str:
    """Draw the tools from x on, closer to each other where they have no room before `end`."""
    draft = sketch.draft
    step = min(STEP, (end - x - GAPS) / TOOLS)
    tools = (
        ("undo", icons.ICON_FA_ROTATE_LEFT, draft.can_undo),
        ("redo", icons.ICON_FA_ROTATE_RIGHT, draft.can_redo),
        ("save", icons.ICON_FA_FLOPPY_DISK, draft.is_dirty),
    )
    asked = ""
    for name, glyph, is_there in tools:
        if _icon(p, x, name, glyph, say(name, language), is_there, step - 4):
            asked = name
        x += step
    x += 10
    many, several = len(sketch.chosen) > 1, len(sketch.chosen) > 2
    for name, glyph in (*ALIGN.items(), *SPREAD.items()):
        is_there = several if name in SPREAD else many
        hint = say(name, language)
        if _icon(p, x, f"align {name}", glyph, hint, is_there, step - 4):
            obey(f"align {name}", sketch, hand)
        x += step if name != "bottom" else step + 10
    x += 10
    chosen, hint = bool(sketch.chosen), say("group", language)
    if _icon(p, x, "group", icons.ICON_FA_OBJECT_GROUP, hint, chosen, step - 4):
        obey("group", sketch, hand)
    x += step
    is_free = sketch.card is not None and sketch.console.is_free(sketch.card)
    hint = say("arrange", language)
    if _icon(p, x, "arrange", icons.ICON_FA_TABLE_CELLS, hint, is_free, step - 4):
        obey("arrange", sketch, hand)
    if asked in ("undo", "redo"):
        obey(asked, sketch, hand)
        asked = ""
    return asked


def _tool(
    p: Paint, x: float, text: str, glyph: str, name: str, language: str, is_on: bool = False
) -> bool:
    """Draw a button with a word, told as a hint where there is no room for it."""
    is_clicked = controls.tool(p, x, 5, text, glyph, f"laying {name}", is_on)
    if not text:
        controls.hint(say(name, language))
    return is_clicked


def _icon(
    p: Paint, x: float, name: str, glyph: str, hint: str, is_there: bool = True, wide: float = 34.0
) -> bool:
    """Draw a button with a picture; its name is told where the pointer rests."""
    is_clicked = False
    if is_there:
        is_clicked = controls.raised_button(p, x, 5, wide, 30, f"laying {name}")
    else:
        imgui.set_cursor_screen_pos(p.snap(x, 5))
        imgui.invisible_button(f"##laying {name}", (wide * p.scale, 30 * p.scale))
    controls.hint(hint)
    p.icon(x + wide / 2, 20, glyph, theme.TX0 if is_there else theme.LINE2, 13)
    return is_clicked


def draw_mistakes(
    p: Paint, box: Box, sketch: Sketch, language: str
) -> tuple[str, int] | str | None:
    """Say why an edit was refused and what is wrong; return the place of a line clicked.

    Where another program has written a file, it is "reload" or "overwrite" as was chosen.
    """
    problems, conflicts = sketch.draft.problems, sketch.draft.conflicts
    lines: Sequence[str] = ()
    if sketch.refusal is not None:
        lines = wrap(p, sketch.refusal.in_language(language), box[2] / p.scale - 28, 13, True)
    if problems:
        lines = [say("mistakes", language).format(len(problems)), *map(str, problems[:3])]
    if conflicts:
        told = conflict.tell(conflicts, language)
        lines, problems = wrap(p, told, box[2] / p.scale - 28, 13, True), []
    if not lines:
        return None
    bare = 20 * len(lines) + 14
    tall = bare + (conflict.HEIGHT if conflicts else 0)
    where = (box[0], box[1], box[2], tall * p.scale)
    with windows.opened("##laying mistakes", where) as commands:
        wide, _ = p.over(commands, where)
        p.fill(0, 0, wide, tall, theme.BADD, 8)
        p.outline(0, 0, wide, tall, theme.BAD, 8)
        opened = controls.mistakes(p, wide, lines, problems[:3])
        if conflicts:
            return conflict.choose(p, 14, bare, wide, language)
    return opened


def is_pressed(name: str) -> bool:
    """Return whether the keys of a tool (CTRL) have just gone down."""
    return imgui.get_io().key_ctrl and imgui.is_key_pressed(CTRL[name], False)


def read_keys(sketch: Sketch, hand: Hand) -> str:
    """Do what was pressed on the keyboard; return "save", "test" or ""."""
    io = imgui.get_io()
    if io.want_text_input or hand.action:
        return ""
    if io.key_ctrl:
        for name, key in CTRL.items():
            if imgui.is_key_pressed(key, name in ("undo", "redo")):
                name = "redo" if name == "undo" and io.key_shift else name
                if name in ("save", "test"):
                    return name
                obey(name, sketch, hand)
        return ""
    for name, way in WAYS.items():
        if imgui.is_key_pressed(Key[f"{name}_arrow"], True):
            step = geometry.GRID if io.key_shift else 1.0
            placing.nudge(sketch, (way[0] * step, way[1] * step), hand.cells)
    if imgui.is_key_pressed(Key.delete, False):
        obey("remove", sketch, hand)
    elif imgui.is_key_pressed(Key.escape, False):
        sketch.choose_card(None)
    return ""


CTRL = {
    "undo": Key.z, "redo": Key.y, "save": Key.s, "copy": Key.c, "paste": Key.v,
    "duplicate": Key.d, "group": Key.g, "all": Key.a, "test": Key.t,
}  # fmt: skip


def obey(name: str, sketch: Sketch, hand: Hand) -> None:
    """Do a tool of the bar or a key."""
    head, _, side = name.partition(" ")
    if head == "align" and side in SPREAD:
        placing.distribute(sketch, side == "across", hand.cells)
    elif head == "align":
        placing.align(sketch, side, hand.cells)
    elif name == "group":
        cards.group(sketch, hand.cells)
    elif name == "arrange" and sketch.card is not None:
        placing.arrange(sketch, sketch.card)
    elif name == "copy":
        widgets.copy(sketch, hand.cells)
    elif name == "paste":
        widgets.paste(sketch, sketch.card)
    elif name == "duplicate":
        widgets.duplicate(sketch, hand.cells)
    elif name == "all":
        group = sketch.card
        sketch.chosen = [n for n in hand.cells if group in (None, sketch.console.group_of(n))]
    elif name == "remove" and sketch.chosen:
        widgets.remove(sketch)
    elif name == "remove" and sketch.card:
        cards.remove(sketch, sketch.card)
    elif name in ("undo", "redo"):
        getattr(sketch, name)()
