"""What a block is written with: its first values, its parameters, a constant's number."""

import math
import re
from typing import Any

from simulator.diagram import blocks
from simulator.diagram.kind import REQUIRED, Kind, Parameter, ports_of
from simulator.spec import units
from simulator.spec.models.console import DiagramSpec
from simulator.spec.naming import contract as contracts

from . import naming
from .draft import Draft
from .graph import Graph, Node

SPECIAL: dict[tuple[str, str], Any] = {  # first values that the form of a parameter does not tell
    ("hysteresis", "off"): 0.0,
    ("in_range", "low"): 0.0,
    ("low_pass", "time_constant"): 0.2,
    ("transfer_function", "num"): [1.0],
    ("transfer_function", "den"): [1.0, 1.0],
    ("state_machine", "states"): ["off", "on"],
    ("state_machine", "transitions"): [{"from": "off", "to": "on", "when": "go"}],
}


def first_values(kind: Kind) -> dict[str, Any]:
    """Return what a new block is written with: its inputs at rest and what its kind needs."""
    count = len(kind.ports) + (max(kind.least, 2) if kind.repeated else 0)
    written: dict[str, Any] = {"type": kind.name}
    rest = [0 if port.default is None else port.default for port in ports_of(kind, count)]
    if kind.name == "state_machine":
        written["in"] = {"go": 0}
    elif rest:
        written["in"] = rest[0] if len(rest) == 1 else rest
    for parameter in kind.parameters:
        if parameter.default is REQUIRED:
            written[parameter.name] = SPECIAL.get((kind.name, parameter.name), _first(parameter))
    return written


def first_use(name: str, spec: DiagramSpec) -> dict[str, Any]:
    """Return what a new use of a named diagram is written with: what it cannot do without."""
    asked, written = contracts.read(spec), dict[str, Any]()
    needed = {one: 0 for one, default in asked.inputs.items() if default is None}
    if needed:
        written["in"] = needed
    for parameter in asked.parameters.values():
        if parameter.default is None:
            written[parameter.key] = 1.0
    return {"diagram": name, **written}


def _first(parameter: Parameter) -> Any:
    for value in (1.0, 1, [0.0, 1.0], [[0.0, 1.0], [0.0, 1.0]], *_choices(parameter)):
        try:
            parameter.form.read(value)
        except (ValueError, TypeError, AttributeError):
            continue
        return value
    return 0.0


def choices(parameter: Parameter) -> list[str]:
    """Return the words that a parameter may be; none if it is no word."""
    if not re.fullmatch(r"`[^`]+`( or `[^`]+`)+", parameter.form.label):
        return []
    return _choices(parameter)


def _choices(parameter: Parameter) -> list[str]:
    return re.findall(r"`([^`]+)`", parameter.form.label)


def set_parameter(draft: Draft, graph: Graph, node: Node, parameter: str, value: Any) -> bool:
    """Write a parameter of a block or a use; in the unit of the key that is there already."""
    place = naming.find(draft, graph, node)
    key = written_value(draft, graph, node, parameter)[0]
    return draft.edit(place.document, lambda: place.document.set((*place.path, key), value))


def written_value(draft: Draft, graph: Graph, node: Node, parameter: str) -> tuple[str, Any]:
    """Return the key of a parameter as written, with its unit, and its value; None = not there."""
    place = naming.find(draft, graph, node)
    for key, value in (place.document.get(place.path) or {}).items():
        if key == parameter or units.split_suffix(key)[0] == parameter:
            return key, value
    spec = graph.scope.part.diagrams.get(node.kind) if node.role == "group" else None
    asked = contracts.read(spec).parameters.get(parameter) if spec is not None else None
    return asked.key if asked is not None else parameter, None


def default_of(graph: Graph, node: Node, parameter: str) -> Any:
    """Return what a parameter of a block or a use is where it is not written; None = nothing.

    It is in the unit of the key that `written_value` returns; what is endless is nothing to write.
    """
    if node.role == "group":
        spec = graph.scope.part.diagrams.get(node.kind)
        asked = contracts.read(spec).parameters.get(parameter) if spec is not None else None
        return asked.default if asked is not None else None
    found = blocks.find(node.kind)
    for one in found[0].parameters if found is not None else ():
        if one.name == parameter and one.default is not REQUIRED:
            is_endless = isinstance(one.default, float) and math.isinf(one.default)
            return None if is_endless or one.default == () else one.default
    return None


def set_constant(draft: Draft, graph: Graph, node: Node, value: float) -> bool:
    """Write the value of a constant."""
    place = naming.find(draft, graph, node)
    return draft.edit(place.document, lambda: place.document.set(place.path, value))
