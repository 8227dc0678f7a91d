"""Wires of a desk: which signal drives an indicator, who reads a control, what may be read."""

from typing import Any

from simulator.diagram.terminals import list_terminals
from simulator.spec.fields import Text
from simulator.spec.models.console import GAUGES
from simulator.spec.naming.contract import wires_of

from .sketch import GONE, Sketch

SHOWN: dict[str, tuple[float, Any]] = {  # how a unit is shown: its factor, and what is written
    "rad": (57.29578, "°"), "rad/s": (57.29578, Text(ru="°/с", en="°/s")),
    "m": (1, Text(ru="м", en="m")), "m/s": (1, Text(ru="м/с", en="m/s")),
    "A": (1, Text(ru="А", en="A")), "V": (1, Text(ru="В", en="V")),
    "N": (1, Text(ru="Н", en="N")), "N*m": (1, Text(ru="Н·м", en="N·m")),
    "s": (1, Text(ru="с", en="s")), "Sv/s": (3.6e6, Text(ru="мЗв/ч", en="mSv/h")),
}  # fmt: skip


def targets_of(sketch: Sketch, name: str) -> list[str]:
    """Return what `outputs` may drive of a widget, by full names: itself, or its parts."""
    found = [one.name for one in list_terminals(sketch.draft.scene).outputs]
    return [one for one in found if one == name or one.startswith(f"{name}.")]


def source_of(sketch: Sketch, target: str) -> str | float | None:
    """Return the signal or number that drives an indicator, None if nothing does."""
    return sketch.console.outputs.get(target)


def bind(sketch: Sketch, target: str, signal: str | None) -> bool:
    """Have a signal drive an indicator; None leaves it without one.

    A number without a unit gets that of the signal: an angle is shown in degrees.
    """
    value = GONE if signal is None else sketch.short(signal)
    values: dict[Any, Any] = {("outputs", sketch.short(target)): value}
    if signal is not None and target in sketch.console.panel:
        values |= _in_units(sketch, target, unit_of(sketch, signal))
    return sketch.write(values, is_strict=True)


def unit_of(sketch: Sketch, signal: str) -> str | None:
    """Return the unit of a control's or sensor's signal, None if it is not known."""
    sources = list_terminals(sketch.draft.scene).inputs
    return next((one.unit for one in sources if signal in (one.name, *one.aliases)), None)


def _in_units(sketch: Sketch, name: str, unit: str | None) -> dict[Any, Any]:
    """Return the keys that show a unit, for a widget that says nothing of it."""
    spec = sketch.widget(name)
    if spec.type not in GAUGES or {"unit", "scale"} & spec.model_fields_set or unit not in SHOWN:
        return {}
    scale, text = SHOWN[unit]
    written = text.model_dump() if isinstance(text, Text) else text
    own: tuple[Any, ...] = ("panel", sketch.short(name))
    return {(*own, "unit"): written} | ({(*own, "scale"): scale} if scale != 1 else {})


def readers_of(sketch: Sketch, name: str) -> list[str]:
    """Return the blocks and outputs that read the signals of a control."""
    diagram = sketch.console.diagram
    found = [
        block
        for block, spec in diagram.items()
        if any(_is_of(wire, name) for wire, _ in wires_of(spec))
    ]
    found += [target for target, wire in sketch.console.outputs.items() if _is_of(wire, name)]
    return found


def _is_of(wire: Any, name: str) -> bool:
    return isinstance(wire, str) and (wire == name or wire.startswith(f"{name}."))


def list_signals(sketch: Sketch, text: str = "") -> list[str]:
    """Return the full names of all signals that the owner's file may read, with a text in them."""
    console = sketch.draft.scene.console_spec
    sources = [one.name for one in list_terminals(sketch.draft.scene).inputs]
    names = dict.fromkeys([*sources, *console.diagram, *console.constants])
    head, wanted = f"{sketch.owner}." if sketch.owner else "", text.casefold().strip()
    own = [name for name in names if name.startswith(head)]
    shared = [name for name in names if head and "." not in name]
    return [name for name in (*own, *shared) if wanted in sketch.short(name).casefold()]
