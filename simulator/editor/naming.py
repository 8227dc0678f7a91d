"""Names on a sheet: those that are taken, and other names for what is there."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from simulator.authoring.binder import Place
from simulator.authoring.document import Document
from simulator.diagram.terminals import list_terminals
from simulator.spec.errors import KeyPath
from simulator.spec.naming import contract as contracts
from simulator.spec.naming.fresh import LONGEST

from .draft import Draft
from .graph import Graph, Node, short
from .refusals import RefusedError

NAME = re.compile(rf"[^\W\d]\w{{0,{LONGEST - 1}}}")
Swap = Callable[[Any], Any]  # returns what is to be written in the place of a wire
FIXED = ("in", "type", "diagram", "file", "unit")  # keys of a block that hold no parameters
SECTIONS = {"constant": "constants", "output": "outputs"}


def check_name(name: str, taken: Collection[str]) -> None:
    """Refuse what is no name, or something else's."""
    if not NAME.fullmatch(name):
        raise RefusedError("bad_name", name)
    if name in taken:
        raise RefusedError("name_taken", name)


def names_of(draft: Draft, graph: Graph) -> set[str]:
    """Return every name that a block of the sheet may read, as the sheet's file writes it."""
    scope = graph.scope
    if scope.spec is not None:
        inner = {*scope.spec.blocks, *scope.contract.inputs, *scope.contract.parameters}
        return inner | {short(name, scope.owner) for name in scope.part.constants}
    console = draft.scene.console_spec
    full: list[str] = [*console.panel, *console.constants, *console.diagram, *scope.part.uses]
    for source in list_terminals(draft.scene).inputs:
        full += [source.name, *source.aliases]
    names = {short(name, scope.owner) for name in full}
    return names | {name.partition(".")[0] for name in names if "." in name}


def find(draft: Draft, graph: Graph, node: Node) -> Place:
    """Return where a node of the sheet is written."""
    scope = graph.scope
    if node.role in SECTIONS:
        return draft.locate(scope.owner, (SECTIONS[node.role], node.written))
    if node.role == "input":
        return draft.locate(scope.owner, (*scope.base, "inputs", node.written))
    if node.role == "parameter":
        key = scope.contract.parameters[node.written].key
        return draft.locate(scope.owner, (*scope.base, "parameters", key))
    if node.role == "result":
        return draft.locate(scope.owner, (*scope.base, "outputs"))
    return draft.locate(scope.owner, (*scope.blocks, node.written))


def rename(draft: Draft, graph: Graph, node: Node, name: str) -> bool:
    """Give a block, a use or a constant another name, and write it wherever it is read."""
    old, inside = node.written, list_readers(graph, node)
    check_name(name, names_of(draft, graph).union(*inside.values()))
    place = find(draft, graph, node)
    files = draft.list_documents(graph.owner)

    def swap(wire: Any) -> Any:
        first, dot, rest = wire.partition(".")
        return f"{name}{dot}{rest}" if first == old else wire

    def change() -> None:
        place.document.rename(place.path, name)
        swap_everywhere(files, graph.scope.base, swap)
        swap_inside(files, inside, old, name)
        if graph.scope.inside:
            swap_offered(files, graph.scope.diagram, old, name)
        for document in files:
            where = (*graph.scope.base, "layout", "signals", old)
            if document.has(where):
                document.rename(where, name)

    return draft.edit(files, change)


def list_readers(graph: Graph, node: Node) -> dict[str, set[str]]:
    """Return the named diagrams whose blocks read a constant, and the names that each has itself.

    What else is on a sheet no named diagram reads.
    """
    found: dict[str, set[str]] = {}
    for diagram, spec in graph.scope.part.diagrams.items() if node.role == "constant" else ():
        asked = contracts.read(spec)
        own = {*spec.blocks, *asked.inputs, *asked.parameters}
        wires = {wire for block in spec.blocks.values() for wire, _ in contracts.wires_of(block)}
        if node.written in wires - own:
            found[diagram] = own
    return found


def swap_inside(files: Collection[Document], diagrams: Iterable[str], old: str, new: Any) -> None:
    """Write what the blocks of named diagrams read under one name anew."""
    for diagram in diagrams:
        for document in files:
            blocks = ("diagrams", diagram, "blocks")
            swap_wires(document, blocks, lambda wire: new if wire == old else wire)


def swap_offered(
    files: Collection[Document], diagram: str, old: str, new: str, within: tuple[str, ...] = ()
) -> None:
    """Write anew what is read of a named diagram's block under its uses: `use.old`.

    A diagram that offers this on is followed to its own uses; `within` are those on the way here.
    """
    for _, use in [*uses_of(files, diagram)] if diagram not in within else ():
        head, base = f"{use[-1]}.", use[:-2]
        before = f"{head}{old}"

        def swap(wire: Any, before: str = before, head: str = head) -> Any:
            is_meant = wire == before or wire.startswith(f"{before}.")
            return f"{head}{new}{wire[len(before) :]}" if is_meant else wire

        swap_everywhere(files, base, swap)
        if base:
            swap_offered(files, str(base[-1]), before, f"{head}{new}", (*within, diagram))


def uses_of(files: Collection[Document], diagram: str) -> Iterator[tuple[Document, KeyPath]]:
    """Return every use of a named diagram in a console's files, and its path there."""
    for document in files:
        sections: list[KeyPath] = [("diagram",)]
        sections += [("diagrams", name, "blocks") for name in document.get(("diagrams",)) or {}]
        for section in sections:
            for name, block in (document.get(section) or {}).items():
                if isinstance(block, dict) and block.get("diagram") == diagram:
                    yield document, (*section, name)


def swap_everywhere(files: Collection[Document], base: KeyPath, swap: Swap) -> None:
    """Write anew what reads a signal of a sheet: blocks, outputs, results; texts go to `swap`.

    `base` is the path of its named diagram, () that of a console's own.
    """
    for document in files:
        swap_wires(document, (*base, "blocks") if base else ("diagram",), swap)
        if not base:
            for output, wire in (document.get(("outputs",)) or {}).items():
                if isinstance(wire, str) and swap(wire) != wire:
                    document.set(("outputs", output), swap(wire))
        elif document.has(base):
            given = document.get((*base, "output"))
            if given is not None and swap(given) != given:
                document.set((*base, "output"), swap(given))
            for row, wire in enumerate(document.get((*base, "outputs")) or []):
                if swap(wire) != wire:
                    document.set((*base, "outputs", row), swap(wire))


def swap_wires(document: Document, blocks: KeyPath, swap: Swap) -> None:
    """Write what all inputs of a document's blocks read anew, where it changes."""
    for name, block in (document.get(blocks) or {}).items():
        for path, wire in wires_of(block):
            if isinstance(wire, str) and swap(wire) != wire:
                document.set((*blocks, name, *path), swap(wire))


def wires_of(block: Any) -> Iterator[tuple[KeyPath, Any]]:
    """Return what a block reads, as plain data, and where that stands below the block."""
    wires = block.get("in") if isinstance(block, dict) else None
    if isinstance(wires, dict):
        yield from ((("in", key), wire) for key, wire in wires.items())
    elif isinstance(wires, list):
        yield from ((("in", row), wire) for row, wire in enumerate(wires))
    elif wires is not None:
        yield ("in",), wires


def with_wires(block: dict[str, Any], swap: Swap) -> dict[str, Any]:
    """Return a block's plain data with every wire, number or name, replaced by `swap`."""
    wires = block.get("in")
    if isinstance(wires, dict):
        return {**block, "in": {port: swap(wire) for port, wire in wires.items()}}
    if isinstance(wires, list):
        return {**block, "in": [swap(wire) for wire in wires]}
    return {**block, "in": swap(wires)} if wires is not None else dict(block)
