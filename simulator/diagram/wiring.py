"""Reads the blocks of a console file: kinds, parameters, and what each input is wired to."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from simulator.spec import suggest, units
from simulator.spec.errors import KeyPath
from simulator.spec.models.console import BlockSpec, ConsoleSpec
from simulator.spec.naming.contract import Wire, is_open
from simulator.spec.reading.source import Told

from . import blocks, parameters
from .kind import Kind, named_ports, ports_of
from .terminals import Target, Terminals

UNKNOWN = "unknown-signal"  # which a robot may have, where a console is read alone


class Block(NamedTuple):
    """A block whose kind, parameters and inputs are sound."""

    name: str
    kind: Kind
    parameters: dict[str, Any]
    inputs: tuple[Wire, ...]
    paths: tuple[KeyPath, ...]  # where each input stands in the file
    unit: str | None  # as declared
    keys: dict[str, str]  # of the parameters as written, by their names
    columns: dict[str, str]  # units of those that are columns of a file, by their names


class Wiring(NamedTuple):
    """A console's diagram with every name resolved to the full name of its signal or target."""

    blocks: dict[str, Block]  # in file order
    outputs: dict[str, tuple[Wire, KeyPath]]  # target's full name -> what drives it
    problems: list[Told]


def read(console: ConsoleSpec, terminals: Terminals) -> Wiring:
    """Resolve the whole diagram; what is wrong is in `problems`, the rest goes on."""
    problems: list[Told] = []
    known = _signals(console, terminals, problems)
    found = {}
    for name, spec in console.diagram.items():
        block = _read_block(name, spec, known, problems)
        if block:
            found[name] = block
    outputs = _read_outputs(console, terminals, known, problems)
    return Wiring(found, outputs, problems)


def _signals(console: ConsoleSpec, terminals: Terminals, problems: list[Told]) -> dict[str, str]:
    """Return full name by every name of a signal, and complain of names made twice."""
    known: dict[str, str] = {}
    maker: dict[str, str] = {}
    for source in terminals.inputs:
        if source.name in maker:
            lever = source.name.rpartition(".")[0]  # of an axis
            widget = lever if lever in console.panel else source.name
            text = f"{source.what} {source.name!r} and {maker[source.name]} make the same signal"
            problems.append(Told(("panel", widget), "driven-twice", f"{text}: rename one"))
        for name in (source.name, *source.aliases):
            known[name], maker[name] = source.name, f"{source.what} {source.name!r}"
    for section, what in (("constants", "constant"), ("diagram", "block")):
        for name in getattr(console, section):
            if name in maker:
                text = f"the signal {name!r} is already made by the {maker[name]}: rename one"
                problems.append(Told((section, name), "driven-twice", text))
            known[name], maker[name] = name, f"{what} {name!r}"
    return known


def _read_block(
    name: str, spec: BlockSpec, known: Mapping[str, str], problems: list[Told]
) -> Block | None:
    before = len(problems)
    path: KeyPath = ("diagram", name)
    written = spec.type or ""
    found = blocks.find(written)
    if found is None:
        text = f"unknown block type {written!r}"
        text += suggest.did_you_mean(written, [*blocks.KINDS, *blocks.OTHER_NAMES])
        problems.append(Told((*path, "type"), "unknown-block", text))
        return None
    kind, implied = found
    if kind.adapt is not None:
        kind = kind.adapt(kind, tuple(spec.inputs) if isinstance(spec.inputs, dict) else ())
    given = {**implied, **(spec.model_extra or {})}
    reads_file = kind.examine is None
    file, is_wired = spec.file if reads_file else None, spec.inputs != []
    values, unit, keys, columns = parameters.read(kind, given, path, problems, file, is_wired)
    if spec.unit and unit and spec.unit != unit:
        text = f"declared in {spec.unit}, but its numbers are in {unit}"
        problems.append(Told((*path, "unit"), "unit-mismatch", text))
    inputs, paths = _read_inputs(kind, spec, known, (*path, "in"), problems)
    _drop_echoes(problems, before)
    if any(one.code != UNKNOWN for one in problems[before:]):
        return None
    if any(map(is_open, values.values())):
        return None
    _check_count(kind, values, inputs, (*path, "in"), problems)
    complaints = kind.check(values) if _names_one_unit(kind, keys) else ()
    if kind.examine is not None:
        values["file"] = spec.file
        complaints = kind.examine(values, tuple(port.name for port in kind.ports))
    for place, text in complaints:
        steps = place if isinstance(place, tuple) else (place,)
        key = keys.get(str(steps[0]), str(steps[0]))
        where, suffix = (*path, key, *steps[1:]), units.split_suffix(key)[1]
        text += f" (in {units.SUFFIXES[suffix].symbol})" if suffix and key != steps[0] else ""
        problems.append(Told(where, "bad-parameter", f"{steps[0]}: {text}"))
    if len(problems) > before:
        return None
    return Block(name, kind, values, inputs, paths, spec.unit or unit, keys, columns)


def _names_one_unit(kind: Kind, keys: Mapping[str, str]) -> bool:
    """Say whether numbers in the unit of a block's input name one unit: others do not compare.

    `keys` are the parameters as written, by their names.
    """
    written = [keys.get(one.name, one.name) for one in kind.parameters if one.unit == "in"]
    suffixes = [units.split_suffix(key)[1] for key in written]
    return len({units.SUFFIXES[suffix].symbol for suffix in suffixes if suffix}) < 2


def _drop_echoes(problems: list[Told], start: int) -> None:
    """Leave out inputs as missing that stand under another key.

    A lone key that is none and the lone thing that is missing are one mistake.
    """
    told = problems[start:]
    if any(one.code == "unknown-input" for one in told):
        told = [one for one in told if one.code != "missing-input"]
    strange = [one for one in told if one.code == "unknown-parameter" and one.short]
    gaps = [one for one in told if one.code in ("missing-input", "missing-parameter")]
    if len(strange) == len(gaps) == 1:
        text = f"{strange[0].short}, and it {gaps[0].short}"
        told[told.index(strange[0])] = strange[0]._replace(message=text)
        told.remove(gaps[0])
    problems[start:] = told


def _read_inputs(
    kind: Kind, spec: BlockSpec, known: Mapping[str, str], path: KeyPath, problems: list[Told]
) -> tuple[tuple[Wire, ...], tuple[KeyPath, ...]]:
    if kind.adapt is not None and not isinstance(spec.inputs, dict) and spec.inputs != []:
        takes = "takes its inputs by names of your own: {go: signal}"
        text = f"block type {kind.name!r} {takes}"
        problems.append(Told(path, "missing-input", text, takes))
        return (), ()
    if isinstance(spec.inputs, dict):
        written = _by_name(kind, spec.inputs, path, problems)
    elif isinstance(spec.inputs, list):
        written = [(value, (*path, i)) for i, value in enumerate(spec.inputs)]
    else:
        written = [(spec.inputs, path)]
    least = len(kind.ports) + (kind.least if kind.repeated else 0)
    if kind.repeated is None and len(written) > least:
        names = suggest.listed(port.name for port in kind.ports)
        count = f"{len(written)} input{'s' if len(written) > 1 else ''}"
        text = f"{count}, but block type {kind.name!r} takes {least} ({names})"
        problems.append(Told(path, "too-many-inputs", text, of_key=True))
        written = written[:least]
    ports = ports_of(kind, least)
    written += [(port.default, path) for port in ports[len(written) :]]
    wires, paths, written_in = [], [], spec.inputs != []
    missing = [port.name for port, (value, _) in zip(ports, written, strict=False) if value is None]
    if missing:
        needs = f"needs the input {' and '.join(map(repr, missing))}"
        needs += "" if written_in or missing == ["in"] else "; inputs stand under `in`"
        text = f"block type {kind.name!r} {needs}"
        where = path if written_in else path[:-1]
        problems.append(Told(where, "missing-input", text, needs, of_key=True))
    for value, where in written:
        if value is not None:
            wires.append(resolve(value, known, where, problems))
            paths.append(where)
    return tuple(wires), tuple(paths)


def _by_name(
    kind: Kind, given: Mapping[str, Wire], path: KeyPath, problems: list[Told]
) -> list[tuple[Wire | None, KeyPath]]:
    """Put named inputs into the order of the ports; repeated ones are called name1, name2 ..."""
    ports = named_ports(kind, given)
    names = [port.name for port in ports]
    keys = {key: key for key in given}  # by the input that they are meant for
    for key in [key for key in given if key not in names]:
        near = suggest.nearest(key, names)
        text = f"block type {kind.name!r} has no input {key!r}"
        text += suggest.hint(key, names, "it has")
        problems.append(Told((*path, key), "unknown-input", text, of_key=True))
        if near:  # read as what it was meant for: that is not missing
            keys.setdefault(near, key)
    return [
        (given.get(keys.get(name, name), port.default), (*path, keys.get(name, name)))
        for name, port in zip(names, ports, strict=True)
    ]


def resolve(value: Wire, known: Mapping[str, str], path: KeyPath, problems: list[Told]) -> Wire:
    """Return the full name of a signal, or the number; an unknown name becomes 0."""
    if not isinstance(value, str):
        return float(value)
    if value not in known:
        text = f"unknown signal {value!r}{suggest.did_you_mean(value, known)}"
        problems.append(Told(path, UNKNOWN, text, about=value))
        return 0.0
    return known[value]


def _check_count(
    kind: Kind, values: Mapping[str, Any], inputs: tuple, path: KeyPath, problems: list[Told]
) -> None:
    """Complain where parameters decide how many inputs there are."""
    if kind.name == "select" and values["by"] == "condition" and len(inputs) != 3:
        text = f"takes 3 inputs (condition, value1, value2), not {len(inputs)}"
        text += "; to choose by number add `by: index`"
        problems.append(Told(path, "too-many-inputs", text, of_key=True))
    if kind.name == "sum" and len(values["signs"]) > max(len(inputs), 1):
        text = f"signs: {len(values['signs'])} signs for {len(inputs)} inputs"
        problems.append(Told((*path[:-1], "signs"), "bad-parameter", text))


def _read_outputs(
    console: ConsoleSpec, terminals: Terminals, known: Mapping[str, str], problems: list[Told]
) -> dict[str, tuple[Wire, KeyPath]]:
    targets: dict[str, list[Target]] = {}
    for target in terminals.outputs:
        for name in (target.name, *target.aliases):
            targets.setdefault(name, []).append(target)
    found: dict[str, tuple[Wire, KeyPath]] = {}
    written: dict[str, str] = {}
    for name, value in console.outputs.items():
        path: KeyPath = ("outputs", name)
        if name not in targets and name in known and value in targets:
            text = f"{name!r} is the signal and {value!r} what it drives: write `{value}: {name}`"
            problems.append(Told(path, "unknown-output", text, about=name))
            continue
        wire = resolve(value, known, path, problems)
        if name not in targets:
            text = f"there is nothing called {name!r} to drive{suggest.did_you_mean(name, targets)}"
            problems.append(Told(path, "unknown-output", text, about=name))
        elif len(targets[name]) > 1:
            things = " and ".join(f"the {target.what} {target.name!r}" for target in targets[name])
            text = f"{name!r} is both {things}: rename one"
            problems.append(Told(path, "ambiguous-output", text))
        elif (target := targets[name][0].name) in found:
            text = f"{target!r} is driven twice: here and as {written[target]!r}"
            text += ", in this console or another"
            problems.append(Told(path, "driven-twice", text))
        else:
            found[target], written[target] = (wire, path), name
    return found
