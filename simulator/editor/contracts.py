"""What a named diagram asks and gives, changed by hand: inputs, parameters, outputs, its name.

All its uses in the console's files follow.
"""

from collections.abc import Collection
from typing import Any

from simulator.authoring.document import Document
from simulator.spec import units
from simulator.spec.errors import KeyPath
from simulator.spec.naming import contract as contracts
from simulator.spec.naming.fresh import fresh_name

from . import naming
from .draft import Draft
from .graph import Graph, Node
from .naming import check_name, names_of, uses_of
from .places import rounded
from .refusals import RefusedError
from .written import default_of, written_value

Point = tuple[float, float]


def add_input(draft: Draft, graph: Graph, at: Point | None = None) -> str | None:
    """Give the open diagram one more input, 0 where a use does not wire it; return its name."""
    name = fresh_name("input", names_of(draft, graph))
    document, path = draft.locate(graph.owner, graph.scope.base)
    inputs = {**_inputs(document, path), name: 0}

    def change() -> None:
        _write_inputs(document, path, inputs)
        if at is not None:
            document.set((*path, "layout", "signals", name), rounded(at))

    return name if draft.edit(document, change) else None


def add_parameter(draft: Draft, graph: Graph) -> str | None:
    """Give the open diagram one more parameter, 1 by default; return its name."""
    name = fresh_name("parameter", names_of(draft, graph))
    document, path = draft.locate(graph.owner, graph.scope.base)
    where = (*path, "parameters", name)
    done = draft.edit(document, lambda: document.set(where, 1.0))
    return name if done else None


def lift_value(draft: Draft, graph: Graph, node: Node, parameter: str, name: str) -> bool:
    """Make a parameter of the open diagram of what a block is written with; the default stays."""
    check_name(name, names_of(draft, graph))
    block = naming.find(draft, graph, node)
    document, path = draft.locate(graph.owner, graph.scope.base)
    key, value = written_value(draft, graph, node, parameter)
    suffix = units.split_suffix(key)[1] if key != parameter else None
    declared = f"{name}_{suffix}" if suffix else name
    default = default_of(graph, node, parameter) if value is None else value

    def change() -> None:
        document.set((*path, "parameters", declared), 1.0 if default is None else default)
        if key != parameter and value is not None:
            block.document.rename((*block.path, key), parameter)
        block.document.set((*block.path, parameter), name)

    return draft.edit((document, block.document), change)


def set_input(draft: Draft, graph: Graph, name: str, default: float | None) -> bool:
    """Write what an input is where a use does not wire it; None = it has to."""
    document, path = draft.locate(graph.owner, graph.scope.base)
    inputs = {**_inputs(document, path), name: default}
    return draft.edit(document, lambda: _write_inputs(document, path, inputs))


def set_default(draft: Draft, graph: Graph, name: str, value: Any) -> bool:
    """Write the default of a parameter, in the unit of its key; None = every use gives it."""
    document, path = draft.locate(graph.owner, graph.scope.base)
    where = (*path, "parameters", graph.scope.contract.parameters[name].key)
    return draft.edit(document, lambda: document.set(where, value))


def rename_input(draft: Draft, graph: Graph, old: str, name: str) -> bool:
    """Give an input another name: in the diagram, its blocks and its uses."""
    check_name(name, names_of(draft, graph))
    document, path = draft.locate(graph.owner, graph.scope.base)
    files = draft.list_documents(graph.owner)

    def change() -> None:
        if isinstance(document.get((*path, "inputs")), dict):
            document.rename((*path, "inputs", old), name)
        else:
            row = document.get((*path, "inputs")).index(old)
            document.set((*path, "inputs", row), name)
        naming.swap_wires(document, (*path, "blocks"), lambda wire: name if wire == old else wire)
        for one, use in uses_of(files, graph.scope.diagram):
            if isinstance(one.get((*use, "in")), dict) and one.has((*use, "in", old)):
                one.rename((*use, "in", old), name)
        _rename_place(document, path, old, name)

    return draft.edit(files, change)


def _rename_place(document: Document, path: KeyPath, old: str, name: str) -> None:
    if old != name and document.has((*path, "layout", "signals", old)):
        document.rename((*path, "layout", "signals", old), name)


def rename_parameter(draft: Draft, graph: Graph, old: str, key: str) -> bool:
    """Give a parameter another name, or its default another unit: in the diagram and its uses.

    What the blocks get stays the same; a key without a unit is in SI.
    """
    name, suffix = units.split_suffix(key)
    was = graph.scope.contract.parameters[old]
    before = units.split_suffix(was.key)[1]
    check_name(name, names_of(draft, graph) - {old})
    check_name(key, ())  # with its unit
    document, path = draft.locate(graph.owner, graph.scope.base)
    files = draft.list_documents(graph.owner)
    is_same_kind = not suffix or not before or units.fits(suffix, was.unit)

    def change() -> None:
        document.rename((*path, "parameters", was.key), key)
        if suffix != before and is_same_kind:
            ratio = contracts.scaled(1.0, before) / contracts.scaled(1.0, suffix)
            document.set((*path, "parameters", key), _times(was.default, ratio))
        for one, use in [*uses_of(files, graph.scope.diagram)]:
            for given, value in (one.get(use) or {}).items():
                base, tail = units.split_suffix(given)
                if base == old and tail and not suffix:
                    one.rename((*use, given), name)
                    one.set((*use, name), _times(value, contracts.scaled(1.0, tail)))
                elif base == old and old != name:
                    one.rename((*use, given), f"{name}_{tail}" if tail else name)
        naming.swap_wires(document, (*path, "blocks"), lambda wire: name if wire == old else wire)
        _swap_values(document, (*path, "blocks"), old, name)
        _rename_place(document, path, old, name)

    return draft.edit(files, change)


def rename_as_shown(draft: Draft, graph: Graph, old: str, name: str) -> bool:
    """Give a parameter another name; without a unit in it, the one that the key has stays."""
    unit = graph.scope.contract.parameters[old].key.removeprefix(old)
    return rename_parameter(draft, graph, old, name if units.split_suffix(name)[1] else name + unit)


def _times(value: Any, ratio: float) -> Any:
    if isinstance(value, list):
        return [_times(item, ratio) for item in value]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number:
        return value
    scaled = float(f"{value * ratio:.12g}")
    return int(scaled) if scaled.is_integer() and abs(scaled) < 1e9 else scaled


def rename_diagram(draft: Draft, graph: Graph, name: str) -> bool:
    """Give the open diagram another name, also where it is used."""
    old, files = graph.scope.diagram, draft.list_documents(graph.owner)
    check_name(name, graph.scope.part.diagrams)
    place = draft.locate(graph.owner, graph.scope.base)

    def change() -> None:
        for one, use in [*uses_of(files, old)]:
            one.set((*use, "diagram"), name)
        place.document.rename(place.path, name)

    return draft.edit(files, change)


def toggle_output(draft: Draft, graph: Graph, wire: str) -> bool:
    """Have others read a block of the open diagram, or no more."""
    document, path = draft.locate(graph.owner, graph.scope.base)
    return draft.edit(document, lambda: _toggle(document, path, wire))


def _toggle(document: Document, path: KeyPath, wire: str) -> None:
    listed, own = document.get((*path, "outputs")) or [], document.get((*path, "output"))
    if wire == own:
        _need_another(listed)
        document.remove((*path, "output"))
    elif wire in listed:
        _need_another([*listed[1:], *([own] if own else [])])
        _drop_item(document, (*path, "outputs"), wire)
    elif own is None and "." not in wire:
        document.set((*path, "output"), wire)
    else:
        document.set((*path, "outputs"), [*listed, wire])


def _need_another(rest: Collection[str]) -> None:
    if not rest:
        raise RefusedError("needs_output")


def drop(draft: Draft, graph: Graph, node: Node) -> None:
    """Take an input, a parameter or an output out of the open diagram, as a part of an edit."""
    document, path = draft.locate(graph.owner, graph.scope.base)
    if node.role == "result":
        _toggle(document, path, node.written)
    elif node.role == "parameter":
        _drop_parameter(draft, graph, node.written)
    else:
        _drop_input(draft, graph, node.written)


def drop_parameter(draft: Draft, graph: Graph, name: str) -> bool:
    """Take a parameter out; its default, or 1, stands where blocks had it."""
    files = draft.list_documents(graph.owner)
    return draft.edit(files, lambda: _drop_parameter(draft, graph, name))


def _drop_input(draft: Draft, graph: Graph, name: str) -> None:
    files = draft.list_documents(graph.owner)
    document, path = draft.locate(graph.owner, graph.scope.base)
    inputs = _inputs(document, path)
    row = [*inputs].index(name)
    for one, use in [*uses_of(files, graph.scope.diagram)]:
        given = one.get((*use, "in"))
        if isinstance(given, dict) and name in given:
            _remove(one, (*use, "in", name))
        elif isinstance(given, list) and row < len(given):
            _remove(one, (*use, "in", row))
        elif row == 0 and given is not None and not isinstance(given, list | dict):
            one.remove((*use, "in"))
    default = inputs.pop(name) or 0
    naming.swap_wires(document, (*path, "blocks"), lambda wire: default if wire == name else wire)
    _write_inputs(document, path, inputs)


def _drop_parameter(draft: Draft, graph: Graph, name: str) -> None:
    files = draft.list_documents(graph.owner)
    document, path = draft.locate(graph.owner, graph.scope.base)
    was = graph.scope.contract.parameters[name]
    default = 1.0 if was.default is None else was.default
    default = contracts.scaled(default, units.split_suffix(was.key)[1])
    for one, use in [*uses_of(files, graph.scope.diagram)]:
        for given in [*(one.get(use) or {})]:
            if given == was.key or units.split_suffix(given)[0] == name:
                one.remove((*use, given))
    naming.swap_wires(document, (*path, "blocks"), lambda wire: default if wire == name else wire)
    _swap_values(document, (*path, "blocks"), name, default)
    _remove(document, (*path, "parameters", was.key))


def drop_results(draft: Draft, graph: Graph, gone: Collection[str]) -> None:
    """Take outputs of the open diagram out whose blocks go."""
    document, path = draft.locate(graph.owner, graph.scope.base)
    listed, own = document.get((*path, "outputs")) or [], document.get((*path, "output"))
    rest = [wire for wire in listed if wire.partition(".")[0] not in gone]
    if rest == listed and own not in gone:
        return
    _need_another([*rest, *([own] if own and own not in gone else [])])
    if own in gone:
        document.remove((*path, "output"))
    for wire in [one for one in listed if one not in rest]:
        _drop_item(document, (*path, "outputs"), wire)


def _inputs(document: Document, path: KeyPath) -> dict[str, float | None]:
    found = document.get((*path, "inputs")) or {}
    return found if isinstance(found, dict) else dict.fromkeys(found)


def _write_inputs(document: Document, path: KeyPath, inputs: dict[str, float | None]) -> None:
    """Write the inputs as a list as long as none has a default; none at all are left out."""
    where, is_list = (*path, "inputs"), isinstance(document.get((*path, "inputs")), list)
    if not inputs:
        if document.has(where):
            document.remove(where)
    elif is_list and not any(default is not None for default in inputs.values()):
        document.set(where, [*inputs])
    else:
        document.set(where, inputs)


def _drop_item(document: Document, where: KeyPath, item: str) -> None:
    _remove(document, (*where, document.get(where).index(item)))


def _remove(document: Document, path: KeyPath) -> None:
    """Take a value out, and the list or mapping that held it if it was the last."""
    document.remove(path)
    if not document.get(path[:-1]):
        document.remove(path[:-1])


def _swap_values(document: Document, blocks: KeyPath, name: str, value: Any) -> None:
    """Write another value wherever a block's parameter is called `name`, or its negative."""
    for block, written in (document.get(blocks) or {}).items():
        for key, given in written.items():
            if key not in naming.FIXED:
                fresh = contracts.replaced(given, {name: value})
                if fresh != given:
                    document.set((*blocks, block, key), fresh)
