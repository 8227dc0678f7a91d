"""What named diagrams and their uses must be: names that exist, contracts that are kept."""

from collections.abc import Mapping
from typing import NamedTuple

from .. import units
from ..errors import KeyPath, show_path
from ..models.console import BlockSpec, ConsoleSpec, DiagramSpec
from ..naming import contract as contracts
from ..naming.contract import Contract
from ..reading.report import Report
from ..suggest import listed, nearest

Blocks = Mapping[str, BlockSpec]
Diagrams = Mapping[str, DiagramSpec]


def find_sound(report: Report, console: ConsoleSpec) -> set[str]:
    """Check the named diagrams and the form of all blocks; return the diagrams fit for use."""
    sound = set()
    for name, diagram in console.diagrams.items():
        path: KeyPath = ("diagrams", name)
        if report.is_sound(path):
            before = len(report.problems)
            _check_diagram(report, path, diagram, console)
            if len(report.problems) == before:
                sound.add(name)
    inner = {name: _uses(diagram) for name, diagram in console.diagrams.items()}
    sound -= _find_rings(report, inner)
    while doomed := {name for name in sound if inner[name] - sound}:
        sound -= doomed
    return sound


def check_block(report: Report, path: KeyPath, block: BlockSpec, console: ConsoleSpec) -> bool:
    """Check that a block is a block or a sound use of a diagram; say whether it is."""
    if not all(report.is_sound((*path, key)) for key in ("type", "diagram")):
        return False
    if block.type is None and block.diagram is None:
        if not report.is_sound(path):
            return False  # it may be what is there instead
        strange = {key: nearest(key, ("type", "diagram")) for key in block.model_extra or {}}
        if meant := next((key for key, near in strange.items() if near), None):
            word, near = units.first_word(meant), strange[meant]
            is_cut = word != meant and word == near
            message = f"put a colon and a blank behind `{word}`" if is_cut else "unknown key"
            report.add((*path, meant), "E301", message, None if is_cut else near, key=True)
        else:
            message = "the key `type` is missing (or `diagram`, to use a named diagram)"
            report.add(path, "E302", message, key=True)
        return False
    if block.type is not None and block.diagram is not None:
        report.add((*path, "diagram"), "E611", "a block has a `type` or a `diagram`, not both")
        return False
    if block.diagram is None:
        return True
    diagram = console.diagrams.get(block.diagram)
    if diagram is None:
        return False  # told as a dangling reference, or with the diagram itself
    if not all(
        report.is_sound(("diagrams", block.diagram, key)) for key in ("inputs", "parameters")
    ):
        return False  # what it asks for is not known
    before = len(report.problems)
    asked = contracts.read(diagram)
    if not _tell_meant_wires(report, path, block, asked):
        _check_inputs(report, path, block, asked)
        _check_parameters(report, path, block, asked)
    if block.file is not None:
        message = "a use of a diagram has no file; name it in the diagram, and give the column"
        report.add((*path, "file"), "E613", message)
    if block.unit is not None:
        report.add((*path, "unit"), "E613", "a use of a diagram has no unit; its blocks do")
    return len(report.problems) == before


def check_wire(
    report: Report, path: KeyPath, wire: object, blocks: Blocks, known: Diagrams
) -> None:
    """Check that a signal of a use of one of the known diagrams is one of its outputs."""
    if not isinstance(wire, str):
        return
    head, _, rest = wire.partition(".")
    use = blocks.get(head)
    diagram = known.get(use.diagram) if use and use.diagram else None
    if diagram is None or rest in diagram.outputs or (not rest and diagram.output):
        return
    offered = [head] if diagram.output else []
    offered += [f"{head}.{name}" for name in diagram.outputs]
    message = f"{wire!r} is not an output of the diagram {use.diagram!r}; "  # type: ignore[union-attr]
    message += f"others may read: {', '.join(offered)}"
    report.add(path, "E614", message, nearest(wire, offered))


def _tell_meant_wires(report: Report, path: KeyPath, use: BlockSpec, asked: Contract) -> bool:
    """Tell of a key that stands for `in`, most likely; say whether there is one."""
    known = [*asked.parameters, *(parameter.key for parameter in asked.parameters.values()), "in"]
    keys = [key for key in use.model_extra or {} if nearest(key, known) == "in"]
    if use.inputs != [] or not asked.inputs or not keys:
        return False
    message = f"unknown key; the inputs of a use stand under `in`: {listed(asked.inputs)}"
    report.add((*path, keys[0]), "E613", message, "in", key=True)
    return True


def _check_inputs(report: Report, path: KeyPath, use: BlockSpec, asked: Contract) -> None:
    given, extra = contracts.inputs_of(use, asked)
    known, meant = listed(asked.inputs), set()
    for written in extra:
        name = written.path[-1]
        if isinstance(name, str) and name != "in":
            near = nearest(name, asked.inputs)
            if near and not report.is_sound(("diagrams", use.diagram or "")):
                meant.add(near)  # it may be what the diagram's blocks call it, too
                continue
            message = f"the diagram {use.diagram!r} has no input {name!r}; it has: {known}"
            report.add((*path, *written.path), "E613", message, near)
        else:
            message = f"the diagram {use.diagram!r} takes {len(asked.inputs)} inputs: {known}"
            report.add((*path, *written.path), "E613", message)
    needed = [name for name, default in asked.inputs.items() if default is None]
    missing = [name for name in needed if name not in given and name not in meant]
    if missing:
        message = f"the diagram {use.diagram!r} needs the input {' and '.join(missing)}"
        report.add(path, "E612", message, key=True)


def _check_parameters(report: Report, path: KeyPath, use: BlockSpec, asked: Contract) -> None:
    given, extra = contracts.parameters_of(use, asked)
    keys = [parameter.key for parameter in asked.parameters.values()]
    open_ones = [name for name in asked.parameters if name not in given]
    missing = [name for name in open_ones if asked.parameters[name].default is None]
    lone = missing[0] if len(missing) == len(extra) == 1 else None
    meant = set()  # by keys that are none, or in a wrong unit
    for name, written in extra:
        parameter = asked.parameters.get(name)
        if not name:
            message = "this parameter is given twice, in two units; keep one"
            report.add((*path, *written.path), "E309", message)
        elif parameter is not None:
            takes = [f"{name}_{suffix}" for suffix in units.fitting(parameter.unit)]
            unit = f"in {parameter.unit}" if parameter.unit else "without a unit"
            message = f"wrong unit: {name} is {unit}; write {', '.join([name, *takes])}"
            report.add((*path, *written.path), "E308", message, key=True)
            meant.add(name)
        else:
            known = listed(asked.parameters)
            key = str(written.path[0])
            near = nearest(name, open_ones) or nearest(key, [*asked.parameters, *keys])
            meant |= {units.split_suffix(near)[0] if near in keys else near, lone}
            message = f"the diagram {use.diagram!r} has no parameter {key!r}; it has: {known}"
            message += f", and {lone} is missing" if lone and near is None else ""
            report.add((*path, *written.path), "E613", message, near, key=True)
    for name in missing:
        if name not in meant:
            key = asked.parameters[name].key
            message = f"the diagram {use.diagram!r} needs the parameter {key!r}"
            report.add(path, "E612", message, key=True)


def _check_diagram(
    report: Report, path: KeyPath, diagram: DiagramSpec, console: ConsoleSpec
) -> None:
    asked = contracts.read(diagram)
    _check_names(report, path, diagram, asked)
    for name, parameter in asked.parameters.items():
        text = parameter.default
        if isinstance(text, str) and (quantity := units.split_quantity(text)):
            message = "a number cannot carry its unit here; write "
            message += f"`{name}_{quantity[1]}: {quantity[0]}`"
            report.add((*path, "parameters", parameter.key), "E310", message)
    read: set[str] = set()
    for name, block in diagram.blocks.items():
        place = (*path, "blocks", name)
        check_block(report, place, block, console)
        for wire, step in contracts.wires_of(block):
            read |= _check_inner_wire(report, (*place, *step), wire, diagram, asked, console)
        for key, value in (block.model_extra or {}).items():
            used = contracts.parameters_in(value, asked.parameters)
            read |= {*used, *contracts.parameters_in(value, asked.inputs)}  # told, if it may not
            read |= set(key.split()) if value is None else set()  # of `in speed`, which is told
            factor = contracts.scaled(1.0, units.split_suffix(key)[1])
            for each in used:
                if asked.parameters[each].unit and factor != 1.0:
                    message = f"{each} is in {asked.parameters[each].unit} already"
                    message += f"; write {units.split_suffix(key)[0]}: {value}"
                    report.add((*place, key), "E308", message, key=True)
    for section, names in (("inputs", asked.inputs), ("parameters", asked.parameters)):
        for name in names:
            if name not in read:
                key = asked.parameters[name].key if section == "parameters" else name
                message = f"no block of the diagram reads {name!r}"
                meant = _find_meant(diagram, name) if section == "parameters" else None
                message += meant.told if meant else ""
                place = (*path, section, *_step(diagram, section, key))
                about = show_path((*path, "blocks", meant.block, meant.key)) if meant else ""
                report.add(place, "E615", message, about=about)
    _check_outputs(report, path, diagram, console)


class _Meant(NamedTuple):
    """A text of a block that may mean a parameter, and what to say of it."""

    block: str
    key: str
    told: str


def _find_meant(diagram: DiagramSpec, name: str) -> _Meant | None:
    """Return the text of a block that is so near to a parameter's name that it may mean it."""
    for block, spec in diagram.blocks.items():
        for key, value in (spec.model_extra or {}).items():
            is_like = isinstance(value, str) and abs(len(value) - len(name)) <= 2
            if is_like and nearest(value, [name]):
                told = f"; {block}.{key} is {value!r} - did you mean {name} there?"
                return _Meant(block, key, told)
    return None


def _step(diagram: DiagramSpec, section: str, key: str) -> KeyPath:
    given = getattr(diagram, section)
    return (key,) if isinstance(given, dict) else (given.index(key),)


def _check_names(report: Report, path: KeyPath, diagram: DiagramSpec, asked: Contract) -> None:
    for section in ("inputs", "outputs"):
        names = list(getattr(diagram, section))
        for row, name in enumerate(names):
            if name in names[:row]:
                message = f"{name!r} is already there: each of the {section} stands once"
                report.add((*path, section, row), "E601", message)
    made = dict.fromkeys(asked.inputs, "inputs")
    for name, parameter in asked.parameters.items():
        if name in made:
            message = f"{name!r} is already one of the `{made[name]}`"
            report.add((*path, "parameters", parameter.key), "E601", message, key=True)
        made.setdefault(name, "parameters")
    for name in diagram.blocks:
        if name in made:
            message = f"{name!r} is already one of the `{made[name]}`"
            report.add((*path, "blocks", name), "E601", message, key=True)


def _check_inner_wire(
    report: Report,
    path: KeyPath,
    wire: object,
    diagram: DiagramSpec,
    asked: Contract,
    console: ConsoleSpec,
) -> set[str]:
    """Check a name that an inner block reads; return the input or parameter that it is or means."""
    if not isinstance(wire, str):
        return set()
    if wire in asked.inputs or wire in asked.parameters:
        return {wire}
    if wire.partition(".")[0] in diagram.blocks:
        check_wire(report, path, wire, diagram.blocks, console.diagrams)
    elif wire not in console.constants:
        known = [*asked.inputs, *asked.parameters, *diagram.blocks, *console.constants]
        base, suffix = units.split_suffix(wire)
        hint = "what comes from outside has to be one of its inputs"
        if suffix and base in asked.parameters:
            hint = f"the unit is no part of the name: write {base}"
        message = f"there is no signal {wire!r} in this diagram; {hint}"
        near = nearest(wire, known)
        report.add(path, "E401", message, near)
        return {near} if near else set()
    return set()


def _check_outputs(
    report: Report, path: KeyPath, diagram: DiagramSpec, console: ConsoleSpec
) -> None:
    if diagram.output is None and not diagram.outputs:
        report.add(path, "E302", "the diagram needs an `output`, or `outputs`", key=True)
    named = [(("output",), diagram.output)] if diagram.output else []
    named += [(("outputs", row), name) for row, name in enumerate(diagram.outputs)]
    for step, name in named:
        if name.partition(".")[0] not in diagram.blocks:
            message = f"there is no block {name!r} in this diagram"
            report.add((*path, *step), "E401", message, nearest(name, diagram.blocks))
        else:
            check_wire(report, (*path, *step), name, diagram.blocks, console.diagrams)
    if diagram.output in diagram.outputs:
        message = f"{diagram.output!r} is the `output` already, the signal of the use's own name"
        report.add((*path, "outputs", diagram.outputs.index(diagram.output)), "E601", message)


def _uses(diagram: DiagramSpec) -> set[str]:
    return {block.diagram for block in diagram.blocks.values() if block.diagram}


def _find_rings(report: Report, inner: Mapping[str, set[str]]) -> set[str]:
    """Return the diagrams that are inside themselves, and tell each ring once."""
    told: set[str] = set()
    for start in inner:
        way = _way_back(start, inner)
        if way and not told & set(way):
            message = f"diagrams use each other in a ring: {' -> '.join([*way, start])}"
            report.add(("diagrams", start), "E616", message, key=True)
        told |= set(way)
    return told


def _way_back(start: str, inner: Mapping[str, set[str]]) -> list[str]:
    """Return the diagrams on a way from `start` back to it, none if there is no such way."""
    before: dict[str, str] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for name in sorted(inner.get(here, ())):
            if name == start:
                way = [here]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1]
            if name not in before:
                before[name] = here
                waiting.append(name)
    return []
