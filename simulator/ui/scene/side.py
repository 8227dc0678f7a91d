"""The column of what is chosen in the scene's editor: its place and its properties, as fields."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from imgui_bundle import imgui

from simulator.authoring import properties
from simulator.authoring.properties import MIXED, Property
from simulator.editor.properties import to_text
from simulator.spec.fields import Text
from simulator.ui.areas import Box
from simulator.ui.editing import controls
from simulator.ui.editing.typed import UNCHANGED, Typed
from simulator.ui.painting import theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import laying
from simulator.ui.texts.scene import name_of, say, title_of, unit_of

WIDTH, MARGIN, LABEL = 328, 12, 120
LEAST = 88  # height of a column, however low the view is
MOST_NAMED = 8  # files in which a thing is named that are listed, and things chosen with it
CLEAR = 26  # width of the button that clears a field
TYPED = ("text", "label", "number", "count", "row", "colour")  # forms without a word for nothing
LONGEST = 40  # words in a list before it has a field to search
AT = Property(("at",), "at", "row", None, "m", (), True, False)
RPY = Property(("rpy",), "rpy_deg", "row", None, "°", (), True, False)


class Material(NamedTuple):
    """What the chosen part is made of, and how many things share it."""

    name: str
    uses: int
    properties: Sequence[Property]


class Chosen(NamedTuple):
    """What is chosen: its name, where it is written, where its file puts it, what it is like."""

    name: str
    written: str = ""  # file:line
    position: Sequence[Any] | None = None  # [m]; MIXED where what is chosen differs, here and below
    angles: Sequence[Any] | None = None  # roll, pitch, yaw [deg]
    properties: Sequence[Property] = ()
    parts: Sequence[tuple[str, int]] = ()  # "shapes" or "visuals", and their rows
    part: int = 0  # the shown one; 0 is the whole
    material: Material | None = None
    named: Sequence[tuple[str, int]] = ()  # file and line of exercises and scripts that name it
    complaint: str = ""  # why the last edit was refused
    section: str = ""  # of the scene that has it
    others: Sequence[str] = ()  # names of what is chosen with it


class Asked(NamedTuple):
    """What was asked for in a frame: an action ("" for none), and what belongs to it."""

    action: str = ""
    position: tuple[Any, ...] = ()  # [m], of "place"; a text where no number was typed
    angles: tuple[Any, ...] = ()  # [deg], of "place"; the same
    field: Property | None = None  # of "set" and "set_material"
    value: Any = None
    name: str = ""  # of "choose", "robot", "mesh", "new_scene", "save_as"


def column(view: Box, scale: float) -> Box:
    """Return the part of a view that the column takes, with its margins [device px]."""
    x, y, wide, tall = view
    room = min(round((WIDTH + 2 * MARGIN) * scale), wide)
    return x + wide - room, y, room, tall


class PropertyPanel:
    """Draws the column, and keeps what is being typed."""

    def __init__(self) -> None:
        self._typed = Typed()
        self._colours: dict[str, str] = {}  # that are being chosen
        self._search = ""
        self._aside = 0.0  # what a field leaves free at its right
        self._of: tuple[str, ...] = ()

    def draw(self, p: Paint, view: Box, chosen: Chosen, language: str) -> Asked:
        """Draw the column at the right of the view."""
        s = p.scale
        names = (chosen.name, *chosen.others)
        if names != self._of:
            self._of, self._typed, self._colours = names, Typed(), {}
        wide = WIDTH * s
        imgui.set_next_window_pos((view[0] + view[2] - wide - MARGIN * s, view[1] + MARGIN * s))
        imgui.set_next_window_size((wide, max(view[3] - 2 * MARGIN * s, LEAST * s)))
        imgui.push_font(p.fonts.regular, 0)
        flags = imgui.WindowFlags_.no_resize | imgui.WindowFlags_.no_collapse
        flags |= imgui.WindowFlags_.no_saved_settings | imgui.WindowFlags_.no_nav
        flags |= imgui.WindowFlags_.no_move
        imgui.begin(f"{say('properties', language)}###properties", None, flags)
        imgui.push_style_var(imgui.StyleVar_.item_spacing, (8 * s, 6 * s))
        asked = self._draw_inside(s, chosen, language)
        imgui.pop_style_var()
        imgui.end()
        imgui.pop_font()
        return asked

    def _draw_inside(self, s: float, chosen: Chosen, language: str) -> Asked:
        asked = Asked()
        imgui.push_text_wrap_pos(0.0)
        imgui.text(title_of(chosen.section, chosen.name, language))
        if chosen.others:
            more = "…" if len(chosen.others) > MOST_NAMED else ""
            names = ", ".join(chosen.others[:MOST_NAMED])
            imgui.text_disabled(f"{say('with_it', language)}: {names}{more}")
        if chosen.complaint:  # instead of another line: no field moves away from the pointer
            imgui.push_style_color(imgui.Col_.text, theme.BAD)
            imgui.text_wrapped(chosen.complaint)
            imgui.pop_style_color()
        else:
            imgui.text_disabled(chosen.written)
        imgui.pop_text_wrap_pos()
        if chosen.position is not None and chosen.angles is not None:
            imgui.text_disabled(say("position", language))
            place = AT._replace(value=chosen.position)
            is_moved, at = self._draw_row(s, "at", place, language)
            imgui.text_disabled(say("angles", language))
            turned = RPY._replace(value=chosen.angles)
            is_turned, angles = self._draw_row(s, "rpy", turned, language)
            if is_moved or is_turned:
                asked = Asked("place", tuple(at), tuple(angles))
        if chosen.section == "camera" and imgui.button(say("from_view", language)):
            asked = Asked("from_view")
        if len(chosen.parts) > 1:
            asked = self._draw_parts(chosen, language) or asked
        for one in chosen.properties:
            asked = self._draw_field(s, one, "set", language) or asked
            if one.path == ("name",) and chosen.named:
                _list_named(chosen.named, language)
        if chosen.material is not None:
            imgui.separator()
            imgui.push_text_wrap_pos(0.0)
            told = say("of_material", language)
            imgui.text_disabled(told.format(chosen.material.name, chosen.material.uses))
            imgui.pop_text_wrap_pos()
            for one in chosen.material.properties:
                asked = self._draw_field(s, one, "set_material", language) or asked
        return asked

    def _draw_parts(self, chosen: Chosen, language: str) -> Asked | None:
        titles = [say("whole", language)]
        titles += [say(kind, language).format(row + 1) for kind, row in chosen.parts]
        imgui.set_next_item_width(-1)
        is_new, part = imgui.combo("###part", chosen.part, titles)
        return Asked("part", value=part) if is_new else None

    def _draw_field(self, s: float, one: Property, action: str, language: str) -> Asked | None:
        key = f"{action}.{'.'.join(map(str, one.path))}"
        imgui.align_text_to_frame_padding()
        title = name_of(str(one.path[-1]), language)
        (imgui.text if one.is_written else imgui.text_disabled)(title)
        if imgui.is_item_hovered():
            imgui.set_tooltip(one.key)
        imgui.same_line(LABEL * s)
        can_clear = one.is_optional and one.form in TYPED and _is_mixed(one.value)
        self._aside = (CLEAR + 4) * s if can_clear else 0.0
        is_done, value = getattr(self, f"_draw_{one.form}")(s, key, one, language)
        if can_clear and _draw_clear(s, key, language):
            is_done, value = True, None
        return Asked(action, field=one, value=value) if is_done else None

    # -- a field for each form: whether something was entered, and what

    def _draw_flag(self, s: float, key: str, one: Property, language: str) -> tuple[bool, Any]:
        is_mixed = one.value == MIXED
        imgui.push_item_flag(imgui.ItemFlags_.mixed_value, is_mixed)
        is_done, value = imgui.checkbox(f"###{key}", bool(one.value) and not is_mixed)
        imgui.pop_item_flag()
        return is_done, value

    def _draw_word(self, s: float, key: str, one: Property, language: str) -> tuple[bool, Any]:
        imgui.set_next_item_width(-1)
        chosen: tuple[bool, Any] = False, None
        shown = controls.short(str(one.value)) if one.value else say("nothing", language)
        if not imgui.begin_combo(f"###{key}", shown):
            return chosen
        if imgui.is_window_appearing():
            self._search = ""
        words = one.words
        if len(words) > LONGEST:
            imgui.set_next_item_width(-1)
            _, self._search = imgui.input_text_with_hint("###search", "…", self._search)
            words = tuple(word for word in words if self._search.lower() in word.lower())
        if one.is_optional and imgui.selectable(say("nothing", language), not one.value)[0]:
            chosen = True, None
        for word in words:
            if imgui.selectable(f"{controls.short(word)}###{word}", word == one.value)[0]:
                chosen = True, word
        imgui.end_combo()
        return chosen

    def _draw_text(self, s: float, key: str, one: Property, language: str) -> tuple[bool, Any]:
        is_done, text = self._type(key, -1 - self._aside, str(one.value or ""))
        return is_done, text or None

    def _draw_label(self, s: float, key: str, one: Property, language: str) -> tuple[bool, Any]:
        known = Text(ru=MIXED, en=MIXED) if one.value == MIXED else one.value or Text(ru="", en="")
        is_ru, ru = self._type(f"{key}.ru", -1, known.ru, "RU")
        imgui.set_cursor_pos_x(LABEL * s)
        is_en, en = self._type(f"{key}.en", -1 - self._aside, known.en, "EN")
        texts = properties.pair_texts(ru, en)
        return is_ru or is_en, texts if ru or en else None

    def _draw_number(self, s: float, key: str, one: Property, language: str) -> tuple[bool, Any]:
        unit = unit_of(one.unit, language)
        wide = -1.0 if not unit else -8 * s - imgui.calc_text_size(unit).x
        is_done, text = self._type(key, wide - self._aside, _shown(one.value, language))
        _write_unit(unit)
        return is_done and bool(text or one.is_optional), _entered(text, one)

    _draw_count = _draw_number

    def _draw_row(self, s: float, key: str, one: Property, language: str) -> tuple[bool, Any]:
        values = list(one.value or ())
        unit = unit_of(one.unit, language)
        room = imgui.get_content_region_avail().x
        room -= self._aside + (8 * s + imgui.calc_text_size(unit).x if unit else 0.0)
        wide, is_done = (room - 4 * s * (len(values) - 1)) / max(len(values), 1), False
        for row, value in enumerate(values):
            if row:
                imgui.same_line(0, 4 * s)
            is_new, text = self._type(f"{key}.{row}", wide, _shown(value, language))
            is_done = is_done or is_new
            values[row] = _entered(text, one) if is_new else value
        _write_unit(unit)
        return is_done, values

    def _draw_colour(self, s: float, key: str, one: Property, language: str) -> tuple[bool, Any]:
        given = None if one.value == MIXED else one.value
        text = str(self._colours.get(key) or given or "#808080")
        parts = [int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        imgui.set_next_item_width(-1 - self._aside)
        flags = imgui.ColorEditFlags_.display_hex
        imgui.push_item_flag(imgui.ItemFlags_.mixed_value, one.value == MIXED)
        is_new, parts = imgui.color_edit3(f"###{key}", parts, flags)
        imgui.pop_item_flag()
        if is_new:
            self._colours[key] = "#" + "".join(f"{round(255 * part):02X}" for part in parts)
        if imgui.is_item_deactivated_after_edit() and key in self._colours:
            return True, self._colours.pop(key)
        return False, None

    def _type(self, key: str, wide: float, text: str, hint: str = "") -> tuple[bool, str]:
        """Draw a field; return whether its text was changed and left, and the text.

        Where things differ it is empty but for the sign of that.
        """
        shown, hint = ("", f"{hint} {MIXED}".strip()) if text == MIXED else (text, hint)
        typed = self._typed.text(key, shown, wide, hint)
        is_done = typed is not UNCHANGED and typed.strip() != shown
        return is_done, typed.strip() if is_done else text


def _is_mixed(value: Any) -> bool:
    """Say whether things that are chosen together have several values, or some numbers or texts."""
    parts = (value.ru, value.en) if isinstance(value, Text) else value
    return value == MIXED or (isinstance(parts, list | tuple) and MIXED in parts)


def _draw_clear(s: float, key: str, language: str) -> bool:
    """Draw what takes a value from all things that are chosen: an empty field is left as it is."""
    imgui.same_line(0, 4 * s)
    is_clicked = imgui.button(f"×###clear {key}", (CLEAR * s, 0))
    if imgui.is_item_hovered():
        imgui.set_tooltip(say("clear", language))
    return is_clicked


def _list_named(named: Sequence[tuple[str, int]], language: str) -> None:
    """List the files that name a thing, below its name: a new one is not written there."""
    lines = [f"{controls.short(file)}:{line}" for file, line in named[:MOST_NAMED]]
    lines += ["…"] if len(named) > MOST_NAMED else []
    imgui.push_style_color(imgui.Col_.text, theme.TX1)
    imgui.text_wrapped(f"{laying.say('named_in', language)}: {', '.join(lines)}")
    imgui.pop_style_color()


def _write_unit(unit: str) -> None:
    if unit:
        imgui.same_line(0, 6)
        imgui.text_disabled(unit)


def _entered(text: str, one: Property) -> Any:
    """Return a typed number; a text that is none goes on as it is, for the loader to refuse."""
    number = properties.read_number(text, one)
    return text or None if number is None else number


def _shown(value: Any, language: str) -> str:
    """Return a value as it is typed; six figures of a number are enough."""
    return to_text(float(f"{value:.6g}") if isinstance(value, float) else value, language)
