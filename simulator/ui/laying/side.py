"""The right column of the desk's editor: what is chosen, with all its keys."""

from typing import Any

from imgui_bundle import imgui

from simulator.authoring.mentions import list_mentions
from simulator.editor.properties import to_text
from simulator.laying import palette, placing, properties, widgets, wires
from simulator.laying.geometry import Box as Rect
from simulator.laying.pressing import Press
from simulator.laying.properties import Property
from simulator.laying.sketch import Sketch
from simulator.spec.models.console import INDICATORS, WidgetSpec
from simulator.spec.naming.components import list_cameras
from simulator.ui.areas import Box
from simulator.ui.editing import controls
from simulator.ui.editing.typed import UNCHANGED
from simulator.ui.laying import card, parts
from simulator.ui.laying.fields import Fields
from simulator.ui.laying.hand import Hand
from simulator.ui.laying.left import Dragged
from simulator.ui.painting import theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts.laying import ask, name_key, say

WIDTH = 276
LISTED = ("group", "camera", "acknowledges")
FLAGS = (
    imgui.WindowFlags_.no_title_bar
    | imgui.WindowFlags_.no_resize
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_focus_on_appearing
)


class Side:
    """What is typed, and what is asked of the window: `asked` is an action, or a file and line."""

    def __init__(self) -> None:
        self.fields = Fields()
        self.asked: Any = None  # "keys", "gamepad", "cancel", "diagram", or (file, line)
        self._named: tuple[Any, list[tuple[str, int]]] = None, []  # what is chosen, by whom

    def draw(
        self,
        p: Paint,
        box: Box,
        sketch: Sketch,
        hand: Hand,
        press: Press | None,
        dropped: Dragged | None,
        language: str,
    ) -> None:
        """Draw the column and write what is changed."""
        self.asked, s = None, p.scale
        self.fields.language = language
        imgui.set_next_window_pos((box[0], box[1]))
        imgui.set_next_window_size((box[2], box[3]))
        imgui.push_style_var(imgui.StyleVar_.window_rounding, 0.0)
        imgui.push_style_var(imgui.StyleVar_.frame_border_size, float(round(s)))
        imgui.push_style_var(imgui.StyleVar_.item_spacing, (6 * s, 5 * s))
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (7 * s, 4 * s))
        imgui.push_font(p.fonts.regular, 0)
        imgui.begin("##laying side", None, FLAGS)
        imgui.push_text_wrap_pos(0.0)
        if sketch.chosen:
            self._chosen(p, sketch, hand, press, dropped, language)
        elif sketch.card is not None:
            card.draw_card(p, self.fields, sketch, language)
            self._written("groups", sketch.card, sketch, language)
        elif sketch.page:
            card.draw_page(p, self.fields, sketch, language)
            self._written("pages", sketch.page, sketch, language)
        else:
            imgui.text_disabled(say("nothing", language))
        imgui.pop_text_wrap_pos()
        imgui.end()
        imgui.pop_font()
        imgui.pop_style_var(4)

    def _chosen(
        self, p: Paint, sketch: Sketch, hand: Hand, press: Press | None,
        dropped: Dragged | None, language: str,
    ) -> None:  # fmt: skip
        name, is_alone = sketch.chosen[0], len(sketch.chosen) == 1
        kinds = {palette.kind_of(sketch.widget(one)) for one in sketch.chosen}
        title = palette.title_of(next(iter(kinds))).in_language(language) if len(kinds) == 1 else ""
        if not is_alone:
            count = say("chosen", language).format(len(sketch.chosen))
            title = f"{title}: {len(sketch.chosen)}" if title else count
        imgui.push_font(p.fonts.bold, theme.SIZES["task"] * theme.EM)
        imgui.text(title)
        imgui.pop_font()
        if is_alone:
            self._name(sketch, name, language)
            self._wires(p, sketch, name, dropped, language)
        for one in properties.list_properties(sketch):
            self._property(p, one, sketch, press, language)
        if is_alone:
            self._place(p, sketch, hand, name, language)
        if any(len(sketch.console.layout.panel.get(one, ())) > 2 for one in sketch.chosen):
            if imgui.button(say("natural", language)):
                placing.natural(sketch, sketch.chosen)
        imgui.separator()
        if imgui.button(say("duplicate", language)):
            widgets.duplicate(sketch, hand.cells)
        imgui.same_line()
        if imgui.button(say("remove", language)):
            widgets.remove(sketch)
        if is_alone and sketch.chosen:
            self._written("panel", sketch.chosen[0], sketch, language)
            self._mentioned(language)

    def _name(self, sketch: Sketch, name: str, language: str) -> None:
        self.fields.caption(say("name", language))
        typed = self.fields.text(f"name {name}", sketch.short(name))
        if typed is not UNCHANGED:
            widgets.rename(sketch, name, typed.strip())
        if self._named[0] != (sketch.draft, name):
            self._named = (sketch.draft, name), list_mentions(sketch.draft.scene.source, name)
        if self._named[1]:
            imgui.text_disabled(say("names_below", language).format(len(self._named[1])))

    def _wires(
        self, p: Paint, sketch: Sketch, name: str, dropped: Dragged | None, language: str
    ) -> None:
        """Show what drives an indicator, or what reads a control."""
        if name not in sketch.console.panel:
            return
        for target in wires.targets_of(sketch, name):
            tail = target.removeprefix(name).removeprefix(".")
            title = say("light" if sketch.widget(name).type == "push_button" else "bound", language)
            self.fields.caption(f"{title}: {tail}" if tail else title)
            self._source(p, sketch, target, dropped, language)
        if sketch.widget(name).type not in INDICATORS:
            readers = [sketch.short(one) for one in wires.readers_of(sketch, name)]
            self.fields.caption(say("read_by", language))
            imgui.text(", ".join(readers) or say("nobody", language))
            if imgui.button(say("show_diagram", language)):
                self.asked = "diagram"

    def _source(
        self, p: Paint, sketch: Sketch, target: str, dropped: Dragged | None, language: str
    ) -> None:
        source = wires.source_of(sketch, target)
        shown = "" if source is None else sketch.short(str(source))
        room = imgui.get_content_region_avail().x - 30 * p.scale
        typed = self.fields.text(f"source {target}", shown, room, say("unbound", language))
        if imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_blocked_by_active_item):
            if dropped is not None and dropped.sort == "signal":
                wires.bind(sketch, target, dropped.name)
        if typed is not UNCHANGED:
            known = {sketch.short(one): one for one in wires.list_signals(sketch)}
            plain = typed.strip()
            wires.bind(sketch, target, known.get(plain, plain) or None)
        imgui.same_line(0, 6 * p.scale)
        if imgui.small_button(f"×##{target}") and source is not None:
            wires.bind(sketch, target, None)

    # -- keys of the widget

    def _property(
        self, p: Paint, one: Property, sketch: Sketch, press: Press | None, language: str
    ) -> None:
        name = f"{one.key} {sketch.chosen[0]}" if sketch.chosen else one.key
        text = name_key(one.key, language)
        if one.form == "flag":
            value = self.fields.flag(name, text, bool(one.value))
            if value is not UNCHANGED:
                widgets.set_value(sketch, one.key, value or None)
            return
        mixed = f"  ({say('mixed', language)})" if one.is_mixed else ""
        self.fields.caption(f"{text}{mixed}", one.is_written)
        if one.form in ("keys", "gamepad"):
            self._press(one, press, sketch, language)
            return
        value = self._value(p, one, name, sketch, language)
        if value is not UNCHANGED:
            widgets.set_value(sketch, one.key, value)

    def _value(self, p: Paint, one: Property, name: str, sketch: Sketch, language: str) -> Any:
        """Draw the field of a key; return what to write, UNCHANGED without a change."""
        fields, value = self.fields, one.value
        if one.form == "label":
            return fields.label(p, name, value)
        if one.form == "texts":
            return fields.labels(p, name, value, language)
        if one.form == "word":
            word = fields.words(name, str(value), one.words, language)
            return int(word) if word is not UNCHANGED and word.isdigit() else word
        if one.form == "colour":
            return fields.colour(p, name, value, language)
        if one.form == "row":
            row = value if isinstance(value, tuple | list) else (value, value)
            return fields.row(p, name, (None, None) if one.is_mixed else row)
        if one.form in ("number", "count"):
            return fields.number(name, None if one.is_mixed else value, hint=_bounds(one, language))
        if one.form == "numbers":
            return fields.numbers(name, value)
        if one.form == "zones":
            return fields.zones(p, value, sketch.widget(sketch.chosen[0]).range, language)
        if one.form == "traces":
            return parts.draw_traces(p, fields, name, value, sketch, language)
        if one.form in LISTED:
            return getattr(self, f"_{one.form}")(name, value, sketch, language)
        if one.form == "text":
            typed = fields.text(name, value or "")
            return typed if typed is UNCHANGED else (typed.strip() or None)
        imgui.text_disabled(say("in_file", language))
        return UNCHANGED

    def _camera(self, name: str, value: str | None, sketch: Sketch, language: str) -> Any:
        known = list_cameras(sketch.draft.scene)
        items = [(camera, sketch.short(camera)) for camera in known]
        chosen = self.fields.names(name, value or "", items)
        return chosen if chosen is UNCHANGED else sketch.short(chosen)

    def _acknowledges(self, name: str, value: Any, sketch: Sketch, language: str) -> Any:
        panel = sketch.console.panel
        tiles = [one for one, spec in panel.items() if spec.type == "annunciator"]
        is_all = self.fields.flag(f"{name} all", say("all", language), value == "all")
        if is_all is not UNCHANGED:
            return "all" if is_all else None
        own = [] if value == "all" else [sketch.short(one) for one in value]
        for tile in tiles if value != "all" else ():
            label = panel[tile].label
            text = label.in_language(language) if label else sketch.short(tile)
            is_on = self.fields.flag(f"{name} {tile}", text, sketch.short(tile) in own)
            if is_on is not UNCHANGED:
                rest = [one for one in own if one != sketch.short(tile)]
                return [*rest, sketch.short(tile)] if is_on else rest or None
        return UNCHANGED

    def _group(self, name: str, value: Any, sketch: Sketch, language: str) -> Any:
        known = sketch.console.groups
        items = [(one, spec.title.in_language(language)) for one, spec in known.items()]
        items.append(("", say("no_card", language)))
        chosen = self.fields.names(name, sketch.console.group_of(sketch.chosen[0]), items)
        if chosen is not UNCHANGED:
            at = {one: Rect(16.0, 16.0, 0.0, 0.0) for one in sketch.chosen}
            placing.to_card(sketch, sketch.chosen, chosen, at, at)
        return UNCHANGED

    def _press(self, one: Property, press: Press | None, sketch: Sketch, language: str) -> None:
        """Draw what is bound, and the button to bind by pressing; or what is asked for."""
        is_pad, name = one.key == "gamepad", sketch.chosen[0]
        if press is not None and press.widget == name and press.is_gamepad == is_pad:
            colour = imgui.color_convert_u32_to_float4(theme.ACC)
            imgui.text_colored(colour, ask(press.next, is_pad, language))
            if press.complaint:
                key, *what = press.complaint
                red = imgui.color_convert_u32_to_float4(theme.BAD)
                known = sketch.console.panel
                told = [name_widget(one, known.get(one), language) for one in what]
                imgui.text_colored(red, say(key, language).format(*told))
            taken = [_shown(one) for one in press.taken]
            imgui.text_disabled("  ".join([*taken, say("cancel", language)]))
            return
        bound = [_shown(control) for control in one.value]
        imgui.text("  ".join(bound) or "—")
        if imgui.button(f"{say('assign', language)}##{one.key}"):
            self.asked = one.key
        if bound:
            imgui.same_line()
            if imgui.button(f"{say('clear', language)}##{one.key}"):
                widgets.set_value(sketch, one.key, None)
            elif is_pad and len(sketch.chosen) == 1:
                parts.draw_bindings(self.fields, name, one.value, sketch, language)

    # -- where it is

    def _place(self, p: Paint, sketch: Sketch, hand: Hand, name: str, language: str) -> None:
        box = hand.cells.get(name)
        if box is None or name not in sketch.console.panel:
            return
        is_free = name in sketch.console.layout.panel
        for title, start in (("place", 0), ("size", 2)):
            has_size = len(sketch.console.layout.panel.get(name, ())) > 2
            self.fields.caption(say(title, language), is_free if start == 0 else has_size)
            values = [round(one) for one in box[start : start + 2]]
            typed = self.fields.row(p, f"{title} {name}", values)
            if typed is not UNCHANGED and all(isinstance(one, int | float) for one in typed):
                numbers = [*box[:start], *map(float, typed), *box[start + 2 :]]
                placing.place(sketch, {name: Rect(*numbers)}, hand.cells)

    def _written(self, section: str, name: str, sketch: Sketch, language: str) -> None:
        line = sketch.line_of(section, name)
        if line is None:
            return
        self.fields.caption(say("written_in", language), False)
        imgui.same_line()
        self._link(line)

    def _mentioned(self, language: str) -> None:
        """List the exercises and scripts that name a widget: its new name is not written there."""
        if not self._named[1]:
            return
        self.fields.caption(say("named_in", language), False)
        for line in self._named[1]:
            self._link(line)

    def _link(self, line: tuple[str, int]) -> None:
        if imgui.text_link(f"{controls.short(line[0])}:{line[1]}"):
            self.asked = line


def name_widget(name: str, spec: WidgetSpec | None, language: str) -> str:
    """Return a widget's label, or what else was named."""
    return spec.label.in_language(language) if spec is not None and spec.label else name


def _shown(control: Any) -> str:
    """Return a key, or a gamepad control with its sign."""
    if isinstance(control, str):
        return control
    if isinstance(control, dict):
        return f"{'−' if control.get('invert') else ''}{control['control']}"
    return f"{'−' if control.invert else ''}{control.control}"


def _bounds(one: Property, language: str) -> str:
    low, high = (to_text(end, language) for end in (one.low, one.high))
    return f"{low} … {high}" if low or high else ""
