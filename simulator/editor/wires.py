"""Wires tied and cut by hand."""

from typing import Any

from simulator.diagram import blocks
from simulator.diagram.kind import ports_of
from simulator.spec.naming import contract as contracts

from . import naming
from .draft import Draft
from .graph import End, Graph, Node
from .refusals import RefusedError


def connect(draft: Draft, graph: Graph, wire: str, target: End) -> bool:
    """Wire an input, or what an output node drives, to a signal (as the file writes it)."""
    if graph.scope.inside and wire.partition(".")[0] not in naming.names_of(draft, graph):
        raise RefusedError("not_here", wire)
    return _write(draft, graph, target, wire)


def disconnect(draft: Draft, graph: Graph, target: End) -> bool:
    """Put a number in the place of a wire; what an output node drives is driven by 0 then."""
    node = graph.nodes[target.node]
    if node.role == "result":
        raise RefusedError("no_wires", node.written)
    return _write(draft, graph, target, _rest(graph, node, target.row))


def _rest(graph: Graph, node: Node, row: int) -> Any:
    """Return the number that an input has without a wire."""
    if node.role == "group":
        spec = graph.scope.part.diagrams.get(node.kind)
        asked = contracts.read(spec).inputs if spec is not None else {}
        default = asked.get(node.inputs[row].name)
        return 0 if default is None else default
    found = blocks.find(node.kind) if node.role == "block" else None
    ports = ports_of(found[0], len(node.inputs)) if found else ()
    default = ports[row].default if row < len(ports) else None
    return 0 if default is None else default


def set_rest(draft: Draft, graph: Graph, target: End, value: float) -> bool:
    """Write the number of an input that no wire leads to."""
    return _write(draft, graph, target, value)


def add_input(draft: Draft, graph: Graph, wire: str, key: str) -> bool:
    """Wire a signal to the first free input of a block, or to one more if it takes any number."""
    node = graph.nodes[key]
    for row, pin in enumerate(node.inputs):
        if not pin.signal:
            return connect(draft, graph, wire, End(key, row))
    found = blocks.find(node.kind)
    if node.role != "block" or found is None or found[0].repeated is None:
        raise RefusedError("no_free_input", node.written)
    return connect(draft, graph, wire, End(key, len(node.inputs)))


def _write(draft: Draft, graph: Graph, target: End, wire: Any) -> bool:
    node = graph.nodes[target.node]
    if node.role == "result":
        return _give(draft, graph, node, wire)
    if node.role not in ("block", "group", "output"):
        raise RefusedError("no_wires", node.written)
    document, path = naming.find(draft, graph, node)
    if node.role == "output":
        return draft.edit(document, lambda: document.set(path, wire))
    where = (*path, "in")
    wires, value = document.get(where), wire

    def change() -> None:
        names = _port_names(node, target.row + 1)
        if isinstance(wires, dict):
            document.set((*where, names[target.row]), value)
        elif isinstance(wires, list) and target.row <= len(wires):
            document.set((*where, target.row), value)
        elif target.row == 0 and not isinstance(wires, list) and node.role == "block":
            document.set(where, value)
        else:
            listed = wires if isinstance(wires, list) else [wires] if wires is not None else []
            by_name = dict(zip(names, listed, strict=False)) | {names[target.row]: value}
            document.set(where, by_name)

    return draft.edit(document, change)


def _give(draft: Draft, graph: Graph, node: Node, wire: Any) -> bool:
    """Have another block make an output of the open diagram."""
    document, path = naming.find(draft, graph, node)  # of the list `outputs`
    if not isinstance(wire, str) or wire.partition(".")[0] not in graph.scope.spec.blocks:  # type: ignore[union-attr]
        raise RefusedError("no_wires", node.written)
    if node.kind == "result":
        if "." in wire:
            raise RefusedError("no_wires", wire)
        return draft.edit(document, lambda: document.set((*path[:-1], "output"), wire))
    row = document.get(path).index(node.written)
    return draft.edit(document, lambda: document.set((*path, row), wire))


def _port_names(node: Node, least: int) -> list[str]:
    found = blocks.find(node.kind) if node.role == "block" else None
    count = max(least, len(node.inputs))
    names = [pin.name for pin in node.inputs]
    if found is None or found[0].adapt is not None:
        return names
    return [port.name for port in ports_of(found[0], count)]
