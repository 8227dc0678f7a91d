"""Fields of a widget's parts in the desk's editor: traces of a chart, bindings of a gamepad."""

from collections.abc import Mapping, Sequence
from typing import Any

from imgui_bundle import imgui

from simulator.laying import properties, widgets
from simulator.laying.sketch import Sketch
from simulator.spec.models.console import AxisBinding, TraceSpec
from simulator.spec.naming.fresh import fresh_name
from simulator.ui.editing.typed import UNCHANGED
from simulator.ui.laying.fields import Fields
from simulator.ui.painting.paint import Paint
from simulator.ui.texts.laying import name_key, say

FLUSH = imgui.TreeNodeFlags_.no_tree_push_on_open  # as wide as the other fields
TUNED = ("dead_zone", "curve")  # of a binding
BUTTONS = ("a", "b", "x", "y", "back", "start")  # and all of `...shoulder`, `...stick`: no curve


def draw_traces(
    p: Paint,
    fields: Fields,
    name: str,
    traces: Mapping[str, TraceSpec],
    sketch: Sketch,
    language: str,
) -> Any:
    """Draw the lines of a strip chart, what each one has is written; return other names of them."""
    found = {one: properties.written(spec) for one, spec in traces.items()}
    for row, (one, spec) in enumerate(traces.items()):
        room = imgui.get_content_region_avail().x - 30 * p.scale
        typed = fields.text(f"{name} {row}", one, room)
        if typed is not UNCHANGED:
            return {typed.strip() if k == one else k: spec for k, spec in found.items()}
        imgui.same_line()
        if imgui.small_button(f"×##{name} {row}") and len(found) > 1:
            del found[one]
            return found
        text = f"{say('properties', language)}##{name} {one}"
        if len(sketch.chosen) == 1 and imgui.tree_node_ex(text, FLUSH):
            _draw_trace(p, fields, f"{name} {one}", one, spec, sketch, language)
    if imgui.small_button(f"{say('add', language)}##{name}"):
        return {**found, fresh_name("value", found): {}}
    return UNCHANGED


def _draw_trace(
    p: Paint, fields: Fields, name: str, trace: str, spec: TraceSpec, sketch: Sketch, language: str
) -> None:
    for key in TraceSpec.model_fields:
        value, field = getattr(spec, key), f"{name} {key}"
        fields.caption(name_key(key, language), key in spec.model_fields_set)
        if key in ("label", "unit"):
            new = fields.label(p, field, value)
        elif key == "colour":
            new = fields.colour(p, field, value, language)
        else:
            new = fields.number(field, value)
        if new is not UNCHANGED:
            widgets.set_part(sketch, ("traces", trace), key, new)


def draw_bindings(
    fields: Fields, name: str, bindings: Sequence[AxisBinding], sketch: Sketch, language: str
) -> None:
    """Draw dead zone and curve of each axis that is bound, and write them."""
    for row, one in enumerate(bindings):
        if one.control in BUTTONS or one.control.endswith(("shoulder", "stick")):
            continue
        for key in TUNED:
            text = f"{one.control}: {name_key(key, language)}"
            fields.caption(text, key in one.model_fields_set)
            new = fields.number(f"{name} {row} {key}", getattr(one, key))
            if new is not UNCHANGED:
                widgets.set_part(sketch, ("gamepad", row), key, new)
