"""Chosen blocks made into a named diagram, and a use of one written out again."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from simulator.authoring.binder import Place
from simulator.authoring.document import Document
from simulator.spec.models.console import BlockSpec
from simulator.spec.naming import contract as contracts
from simulator.spec.naming.fresh import fresh_name

from . import naming
from .draft import Draft
from .graph import Graph, Node, short
from .naming import with_wires
from .places import picture_of, rounded
from .refusals import RefusedError

Point = tuple[float, float]


class _Part(NamedTuple):
    """What becomes a named diagram."""

    names: list[str]  # of its blocks, in the order of the file
    blocks: dict[str, Any]  # as plain data
    inputs: dict[str, str]  # name inside by the signal outside
    parameters: list[str]  # of the diagram around it
    given: list[str]  # signals of its blocks that others read


def gather(
    draft: Draft, graph: Graph, keys: Collection[str], places: Mapping[str, Point]
) -> str | None:
    """Make a named diagram of blocks, with one use in their place; return the use's key.

    Wires that come in become its inputs, signals that others read its outputs.
    """
    nodes = [n for k, n in graph.nodes.items() if k in keys and n.role in ("block", "group")]
    if not nodes:
        raise RefusedError("gather_none")
    found = [naming.find(draft, graph, node) for node in nodes]
    documents = dict.fromkeys(place.document for place in found)
    if len(documents) > 1:
        raise RefusedError("several_files", ", ".join(one.file for one in documents))
    document, picture = found[0].document, picture_of(draft, graph)
    part = _read(graph, nodes, found)
    own = _own_output(graph, part.given)
    name = fresh_name("part", {*graph.scope.part.diagrams, *naming.names_of(draft, graph)})
    use = fresh_name(name, naming.names_of(draft, graph))
    data = _diagram(part, own)
    left, top = (min(places[node.key][axis] for node in nodes) for axis in (0, 1))
    data["layout"] = {
        "signals": {
            node.written: rounded((places[node.key][0] - left + 240, places[node.key][1] - top))
            for node in nodes
        }
    }
    written: dict[str, Any] = {"diagram": name}
    if part.inputs:
        written["in"] = {inside: wire for wire, inside in part.inputs.items()}
    written |= {one: one for one in part.parameters}
    swap = _outside(part.names, use, own)
    files = draft.list_documents(graph.owner)

    def change() -> None:
        document.set(("diagrams", name), data)
        for place in found:
            place.document.remove(place.path)
        document.set((*graph.scope.blocks, use), written)
        naming.swap_everywhere(files, graph.scope.base, swap)
        _move_places(picture, part.names, use, (left, top))

    done = draft.edit((*files, picture.document), change)
    return f"group {graph.scope.head}{use}" if done else None


def _move_places(picture: Place, gone: Collection[str], use: str, at: Point) -> None:
    for name in gone:
        if picture.document.has((*picture.path, "signals", name)):
            picture.document.remove((*picture.path, "signals", name))
    picture.document.set((*picture.path, "signals", use), rounded(at))


def _read(graph: Graph, nodes: Collection[Node], found: Collection[Place]) -> _Part:
    scope = graph.scope
    chosen = {node.written for node in nodes}
    blocks = {
        n.written: place.document.get(place.path) for n, place in zip(nodes, found, strict=True)
    }
    order = [n for n in (graph.nodes[key].written for key in graph.nodes) if n in chosen]
    constants = {short(one, scope.owner) for one in scope.part.constants}
    texts = {text for block in blocks.values() for text in _texts(block)}
    known, outer = set(scope.contract.parameters), dict[str, str]()
    parameters = {one.removeprefix("-") for one in texts} & known
    for name in order:
        for _, wire in naming.wires_of(blocks[name]):
            if not isinstance(wire, str) or wire.partition(".")[0] in chosen or wire in constants:
                continue
            if wire in known:
                parameters.add(wire)
            elif wire not in outer:
                taken = {*chosen, *outer.values(), *constants, *known, *texts}
                outer[wire] = fresh_name(wire.replace(".", "_"), taken)
    readers = [
        node
        for node in graph.nodes.values()
        if node.written not in chosen or node.role in ("output", "result")
    ]
    read = dict.fromkeys(pin.wire for node in readers for pin in node.inputs)
    given = [wire for wire in read if wire and wire.partition(".")[0] in chosen]
    if not given:
        made = [pin.wire for node in nodes for pin in node.outputs]
        given = [made[-1]]
    return _Part(order, blocks, outer, sorted(parameters), given)


def _own_output(graph: Graph, given: list[str]) -> str:
    """Return which of the outputs is the signal of the use's own name, "" if none may be."""
    spec = graph.scope.spec
    if spec is not None:
        for wire in spec.outputs:
            if wire in given:
                raise RefusedError("offered", wire)
        if spec.output in given:
            return spec.output or ""
    plain = [wire for wire in given if "." not in wire]
    return plain[-1] if plain else ""


def _diagram(part: _Part, own: str) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if part.inputs:
        data["inputs"] = [*part.inputs.values()]
    if part.parameters:
        data["parameters"] = dict.fromkeys(part.parameters)
    data["blocks"] = {
        name: with_wires(part.blocks[name], lambda wire: part.inputs.get(wire, wire))
        for name in part.names
    }
    if own:
        data["output"] = own
    others = [wire for wire in part.given if wire != own]
    if others:
        data["outputs"] = others
    return data


def _outside(names: Collection[str], use: str, own: str) -> naming.Swap:
    """Return what others write for signals of the blocks that have gone into a use."""

    def swap(wire: Any) -> Any:
        if not isinstance(wire, str) or wire.partition(".")[0] not in names:
            return wire
        return use if wire == own else f"{use}.{wire}"

    return swap


def _texts(block: Mapping[str, Any]) -> list[str]:
    """Return all texts in a block's parameters."""
    found, waiting = [], [value for key, value in block.items() if key != "in"]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, list | dict):
            waiting += value.values() if isinstance(value, dict) else value
    return found


# -- the way back


def dissolve(draft: Draft, graph: Graph, node: Node, place: Point) -> list[str]:
    """Write the blocks of a use in its place; return their keys. The diagram itself stays."""
    scope = graph.scope
    spec = scope.part.diagrams[node.kind]
    where, picture = naming.find(draft, graph, node), picture_of(draft, graph)
    diagram = draft.locate(scope.owner, ("diagrams", node.kind))
    data, use = diagram.document.get(diagram.path), where.document.get(where.path)
    names: dict[str, str] = {}
    taken = naming.names_of(draft, graph)
    for one in data["blocks"]:
        wish = node.written if one == data.get("output") else f"{node.written}_{one}"
        own = wish == node.written
        names[one] = wish if own else fresh_name(wish, {*taken, *names.values()})
    wires, values = _bind(BlockSpec.model_validate(use), contracts.read(spec))

    def inside(wire: Any) -> Any:
        if not isinstance(wire, str) or wire in wires:
            return wires.get(wire, wire)
        first, dot, rest = wire.partition(".")
        return f"{names[first]}{dot}{rest}" if first in names else wire

    def outside(wire: Any) -> Any:
        first, _, rest = wire.partition(".")
        if first != node.written or not rest:
            return wire
        return inside(rest)

    files = draft.list_documents(scope.owner)

    def change() -> None:
        where.document.remove(where.path)
        for one, block in data["blocks"].items():
            fresh = with_wires(block, inside)
            rest = {k: v if k in naming.FIXED else contracts.replaced(v, values)
                    for k, v in fresh.items()}  # fmt: skip
            where.document.set((*scope.blocks, names[one]), rest)
        naming.swap_everywhere(files, graph.scope.base, outside)
        _spread(picture, node.written, names, data, place)

    documents: tuple[Document, ...] = (*files, picture.document)
    if not draft.edit(documents, change):
        return []
    roles = {
        one: "group" if "diagram" in block else "block" for one, block in data["blocks"].items()
    }
    return [f"{roles[one]} {scope.head}{name}" for one, name in names.items()]


def _spread(
    picture: Place, use: str, names: Mapping[str, str], data: Mapping[str, Any], at: Point
) -> None:
    """Write places of blocks that came out of a use: as they were in it, or in a row."""
    if picture.document.has((*picture.path, "signals", use)):
        picture.document.remove((*picture.path, "signals", use))
    known = (data.get("layout") or {}).get("signals") or {}
    known = {one: spot for one, spot in known.items() if one in names}
    left, top = (min((spot[i] for spot in known.values()), default=0) for i in (0, 1))
    for row, (one, name) in enumerate(names.items()):
        x, y = known.get(one, (left + 190 * (row % 4), top + 130 * (row // 4)))
        spot = rounded((at[0] + x - left, at[1] + y - top))
        picture.document.set((*picture.path, "signals", name), spot)


def _bind(use: BlockSpec, asked: contracts.Contract) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what wires, and what values, the names of a diagram stand for in a use."""
    wired, _ = contracts.inputs_of(use, asked)
    given, _ = contracts.parameters_of(use, asked)
    wires: dict[str, Any] = {
        name: wired[name].value if name in wired else default
        for name, default in asked.inputs.items()
    }
    values = {
        name: contracts.value_of(parameter, given.get(name))
        for name, parameter in asked.parameters.items()
    }
    return wires | values, values | wires
