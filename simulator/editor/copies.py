"""Blocks taken along to another place, another diagram or another console."""

import os
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from simulator.authoring.binder import Place
from simulator.spec.naming.contract import replaced
from simulator.spec.naming.fresh import fresh_name

from . import naming
from .draft import Draft
from .graph import Graph
from .naming import with_wires
from .places import picture_of, rounded

Point = tuple[float, float]


class Copy(NamedTuple):
    """Blocks as plain data, with what they cannot do without elsewhere."""

    blocks: dict[str, Any]  # by name; paths of files are absolute
    constants: dict[str, float]  # that the blocks read, or that were chosen
    chosen: frozenset[str]  # of the constants
    diagrams: dict[str, Any]  # that they use
    bound: Mapping[str, Any]  # what stands for inputs and parameters where there are none
    places: dict[str, Point]  # from the upper left corner of all


def copy(
    draft: Draft, graph: Graph, keys: Collection[str], places: Mapping[str, Point]
) -> Copy | None:
    """Return the chosen blocks, uses and constants; None where there are none."""
    taken = [graph.nodes[key] for key in graph.nodes if key in keys]
    taken = [node for node in taken if node.role in ("block", "group", "constant")]
    if not taken:
        return None
    left = min(places[node.key][0] for node in taken)
    top = min(places[node.key][1] for node in taken)
    blocks: dict[str, Any] = {}
    constants, chosen = dict[str, float](), set[str]()
    offsets: dict[str, Point] = {}
    known = {naming.short(n, graph.owner): v for n, v in graph.scope.part.constants.items()}
    for node in taken:
        x, y = places[node.key]
        offsets[node.written] = (x - left, y - top)
        place = naming.find(draft, graph, node)
        if node.role == "constant":
            constants[node.written] = known[node.written]
            chosen.add(node.written)
            continue
        block = _moved(place.document.get(place.path), place, "")
        blocks[node.written] = block
        constants |= {wire: known[wire] for _, wire in naming.wires_of(block) if wire in known}
    diagrams = _diagrams(draft, graph, blocks.values())
    return Copy(blocks, constants, frozenset(chosen), diagrams, graph.scope.bound, offsets)


def _diagrams(draft: Draft, graph: Graph, blocks: Collection[Any]) -> dict[str, Any]:
    """Return the named diagrams that blocks use, and those that these use."""
    found: dict[str, Any] = {}
    waiting = [block["diagram"] for block in blocks if "diagram" in block]
    while waiting:
        name = waiting.pop()
        if name in found or name not in graph.scope.part.diagrams:
            continue
        data = found[name] = _read_diagram(draft, graph, name)
        waiting += [one["diagram"] for one in data["blocks"].values() if "diagram" in one]
    return found


def _read_diagram(draft: Draft, graph: Graph, name: str) -> Any:
    """Return a named diagram as it is written, files of its blocks named absolutely."""
    place = draft.locate(graph.owner, ("diagrams", name))
    data = place.document.get(place.path)
    data["blocks"] = {n: _moved(one, place, "") for n, one in data["blocks"].items()}
    return data


def _moved(block: Any, place: Place, there: str) -> Any:
    """Return a block whose file is named as from elsewhere: absolutely, or from a document."""
    if "file" not in block:
        return dict(block)
    if there:
        folder = os.path.dirname(os.path.realpath(there))
        return {**block, "file": os.path.relpath(block["file"], folder).replace(os.sep, "/")}
    folder = os.path.dirname(os.path.realpath(place.document.file))
    return {**block, "file": os.path.normpath(os.path.join(folder, block["file"]))}


def paste(draft: Draft, graph: Graph, copied: Copy, at: Point) -> list[str]:
    """Write copied blocks under fresh names and return their keys.

    Wires among them stay, and those to names that are known here; others become 0. Constants and
    named diagrams that are missing here come along.
    """
    scope, picture = graph.scope, picture_of(draft, graph)
    console = draft.console_of(graph.owner)
    known = naming.names_of(draft, graph)
    names: dict[str, str] = {}
    for old in (*copied.blocks, *copied.chosen):
        names[old] = fresh_name(old, {*known, *names.values()})
    lent = {n: v for n, v in copied.constants.items() if n not in known and n not in names}
    uses = _fitting(draft, graph, copied.diagrams)
    given = set(scope.contract.parameters)
    values = {n: v for n, v in copied.bound.items() if n not in given and v is not None}
    values = {n: v for n, v in values.items() if not isinstance(v, str)}

    def swap(wire: Any) -> Any:
        if not isinstance(wire, str) or wire in lent:
            return wire
        first, dot, rest = wire.partition(".")
        if first in names:
            return f"{names[first]}{dot}{rest}"
        return wire if wire in known or first in known else values.get(wire, 0)

    def change() -> None:
        for name, data in copied.diagrams.items():
            if uses[name] not in scope.part.diagrams:
                fresh = {n: _moved(_use(one, uses), picture, console.file)
                         for n, one in data["blocks"].items()}  # fmt: skip
                console.set(("diagrams", uses[name]), {**data, "blocks": fresh})
        for name in copied.chosen:
            console.set(("constants", names[name]), copied.constants[name])
        for name, value in lent.items():
            console.set(("constants", name), value)
        for old, block in copied.blocks.items():
            wires = with_wires(_use(block, uses), swap)
            rest = {key: replaced(value, values) for key, value in wires.items() if key != "in"}
            fresh = {key: rest.get(key, value) for key, value in wires.items()}
            fresh = _moved(fresh, picture, picture.document.file)
            picture.document.set((*scope.blocks, names[old]), fresh)
        for old, name in names.items():
            x, y = copied.places[old]
            where = picture if old in copied.blocks else Place(console, ("layout",))
            place = rounded((at[0] + x, at[1] + y))
            where.document.set((*where.path, "signals", name), place)

    if not draft.edit((console, picture.document), change):
        return []
    roles = {old: "group" if "diagram" in one else "block" for old, one in copied.blocks.items()}
    return [f"{roles.get(old, 'constant')} {scope.head}{name}" for old, name in names.items()]


def _use(block: Any, names: Mapping[str, str]) -> Any:
    """Return a block, or a use of the diagram that is called otherwise here."""
    return {**block, "diagram": names[block["diagram"]]} if "diagram" in block else dict(block)


def _fitting(draft: Draft, graph: Graph, diagrams: Mapping[str, Any]) -> dict[str, str]:
    """Return what copied named diagrams are called here: the same where they are the same."""
    names: dict[str, str] = {}
    for name, data in diagrams.items():
        own = None
        if name in graph.scope.part.diagrams:
            own = _read_diagram(draft, graph, name)
        taken = {*graph.scope.part.diagrams, *names.values()}
        names[name] = name if own == data or own is None else fresh_name(name, taken)
    return names
