"""Reads the parameters of a block: unit suffixes, forms, defaults, columns of a file."""

import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from simulator.spec import suggest, units
from simulator.spec.errors import KeyPath
from simulator.spec.naming.contract import is_open
from simulator.spec.reading import number_file
from simulator.spec.reading.number_file import NumberFile
from simulator.spec.reading.source import Told

from .kind import (
    GRID,
    LARGEST,
    NOT_NEGATIVE,
    NUMBER,
    NUMBERS,
    POSITIVE,
    REQUIRED,
    WHOLE,
    Kind,
    MisplacedError,
    Parameter,
)

PLAIN = (NUMBER, POSITIVE, NOT_NEGATIVE, WHOLE)  # forms of one number
MEASURED = (*PLAIN, NUMBERS, GRID)  # that a unit may go with


class Written(NamedTuple):
    """A parameter as the file has it: its key, its value, and the unit suffix of the key."""

    key: str
    value: Any
    suffix: str | None
    is_told: bool = False  # that the key is none, or has a wrong unit: no more of it


class Parameters(NamedTuple):
    """All parameters of a block by name, in the kind's order, and the unit that a file gives it."""

    values: dict[str, Any]
    unit: str | None
    keys: dict[str, str]  # as written, by name
    columns: dict[str, str]  # units of a file's columns, by name, where they have one


def read(
    kind: Kind,
    given: Mapping[str, Any],
    path: KeyPath,
    problems: list[Told],
    file: str | None,
    is_wired: bool,
) -> Parameters:
    """Return the parameters of a block at `path`; in a `file` lists of numbers are columns.

    Where it is not wired, a key that is none may have been meant for `in`.
    """
    columns = None if file is None else _open(kind, file, path, problems)
    written = _match(kind, given, path, problems, is_wired)
    values, unit, units_of = {}, None, dict[str, str]()
    for parameter in kind.parameters:
        found = written.get(parameter.name)
        if found and is_open(found.value):
            values[parameter.name] = found.value
        elif found:
            symbol = None
            told = [] if found.is_told else problems
            if file is not None and parameter.form is NUMBERS and not _is_list(found.value):
                if columns is None:
                    continue  # the file has been told
                found, symbol = _take_column(columns, found, path, told)
            found = found._replace(value=_scaled(found.value, found.suffix))
            values[parameter.name] = _read_value(parameter, found, path, told)
            unit = symbol if parameter.name == kind.gives else unit
            if symbol is not None:
                units_of[parameter.name] = symbol
        elif parameter.default is REQUIRED:
            needs = f"needs the parameter {parameter.name!r} ({parameter.form.label})"
            text = f"block type {kind.name!r} {needs}"
            problems.append(Told(path, "missing-parameter", text, needs))
        else:
            values[parameter.name] = parameter.default
    return Parameters(values, unit, {name: one.key for name, one in written.items()}, units_of)


def _open(kind: Kind, file: str, path: KeyPath, problems: list[Told]) -> NumberFile | None:
    """Return a file's columns, None where there are none to be had."""
    if not any(parameter.form is NUMBERS for parameter in kind.parameters):
        text = f"block type {kind.name!r} has no list of numbers, so it takes no file"
        problems.append(Told((*path, "file"), "unknown-parameter", text))
        return None
    if not file.lower().endswith(number_file.SUFFIXES):
        text = f"has to be a text file of numbers ({', '.join(number_file.SUFFIXES)})"
        problems.append(Told((*path, "file"), "bad-file", text))
        return None
    try:
        found = number_file.load(file)
    except OSError as error:
        problems.append(Told((*path, "file"), "bad-file", f"{error.strerror}: {file}"))
        return None
    if found.problems:
        first, count = found.problems[0], len(found.problems)
        text = f"the file has {count} mistake{'s' if count > 1 else ''}; the first: {first}"
        problems.append(Told((*path, "file"), "bad-file", text))
        return None
    return found


def _take_column(
    columns: NumberFile, written: Written, path: KeyPath, problems: list[Told]
) -> tuple[Written, str | None]:
    """Return the parameter with the numbers of the column that it names, and their unit."""
    key = written.value
    try:
        if isinstance(key, bool) or not isinstance(key, str | int):
            raise KeyError("has to be the name or the number of a column")
        column = columns.column(key)
    except KeyError as error:
        problems.append(Told((*path, written.key), "unknown-column", error.args[0]))
        return written._replace(value=[0.0]), None
    if written.suffix is None or column.unit is None:
        symbol = units.SUFFIXES[written.suffix].symbol if written.suffix else column.unit
        return written._replace(value=column.numbers), symbol
    text = f"the file says that this column is in {column.unit}; leave the unit out here"
    problems.append(Told((*path, written.key), "bad-parameter", text))
    return written._replace(value=[0.0]), None


def _match(
    kind: Kind, given: Mapping[str, Any], path: KeyPath, problems: list[Told], is_wired: bool
) -> dict[str, Written]:
    """Return what is written, by the names of the kind's parameters."""
    known = {parameter.name: parameter for parameter in kind.parameters}
    written: dict[str, Written] = {}
    meant: dict[str, Written] = {}
    commas = [key for key, value in given.items() if units.is_comma(key, value)]
    cut = [key for key, after in itertools.pairwise(given) if after in commas]  # `rate: 0,5`
    bare = [key for key, value in given.items() if value is None and key not in commas]
    bare = [key for key in bare if is_wired or _lacks_colon(key, known)]
    bare = [key for key in bare if _without_suffix(key, known)[0] not in known]
    for key, value in given.items():
        if key in commas or key in bare:
            continue
        name, suffix = _without_suffix(key, known)
        if name in written:
            text = f"{name} is given twice: also as {written[name].key!r}"
            problems.append(Told((*path, key), "bad-parameter", text, of_key=True))
        elif name in known:
            is_told = key in cut and known[name].form is not NUMBERS
            written[name] = Written(key, value, suffix, is_told)
        elif name := _tell_unknown(kind, known, key, path, problems, is_wired):
            meant[name] = Written(key, value, None, is_told=True)
    for key in bare[:1]:
        if _lacks_colon(key, known):
            word = units.first_word(key)
            text = f"put a colon and a blank behind `{word}`"
            code = "unknown-input" if word == "in" else "bad-parameter"
            problems.append(Told((*path, key), code, text, of_key=True))
            meant[_without_suffix(word, known)[0]] = Written(key, None, None, is_told=True)
            continue
        text = f"{key} stands alone; several inputs stand in brackets: `in: [a, b]`"
        problems.append(Told((*path, key), "unknown-input", text, of_key=True))
    for key in commas[:1]:
        text = f"{key} stands alone"
        told = text + units.COMMA
        problems.append(Told((*path, key), "unknown-parameter", told, text, of_key=True))
    return meant | written  # what was meant is not missing


def _lacks_colon(key: str, known: Mapping[str, Parameter]) -> bool:
    """Say whether a key is one with its value: `in speed`, `low = 3`."""
    word = units.first_word(key)
    return word != key and (word == "in" or _without_suffix(word, known)[0] in known)


def _tell_unknown(
    kind: Kind,
    known: Mapping[str, Parameter],
    key: str,
    path: KeyPath,
    problems: list[Told],
    is_wired: bool,
) -> str | None:
    """Tell of a key that is no parameter, and return the one that it was meant for."""
    if parts := units.split_key(key, known):
        name, unit = parts[0], known[parts[0]].unit
        if known[name].form not in MEASURED:
            text = f"wrong unit: {name} is not a number and takes no unit"
            problems.append(Told((*path, key), "bad-parameter", text, of_key=True))
            return name
        fitting = ", ".join(f"{name}_{one}" for one in units.fitting(unit))
        text = f"wrong unit: {name} is in {unit}; write {name}, {fitting}"
        problems.append(Told((*path, key), "bad-parameter", text, of_key=True))
        return name
    if key in [port.name for port in kind.ports]:
        text = f"{key!r} is an input of block type {kind.name!r}: write `in: {{{key}: ...}}`"
        problems.append(Told((*path, key), "unknown-input", text, of_key=True))
        return None
    keys = [*known, *(["in"] if kind.ports or kind.repeated else [])]
    possible = known if is_wired else keys
    near = suggest.nearest(key, possible)
    hint = suggest.did_you_mean(key, possible) or f"; it has: {suggest.listed(keys)}"
    text = f"block type {kind.name!r} has no parameter {key!r}"
    code = "unknown-input" if near == "in" else "unknown-parameter"
    short = "" if near else text
    problems.append(Told((*path, key), code, text + hint, short, of_key=True))
    return near


def _without_suffix(key: str, known: Mapping[str, Parameter]) -> tuple[str, str | None]:
    """Return the parameter that a key means, and its unit suffix if it has one."""
    for cut in (i for i, letter in enumerate(key) if letter == "_"):
        name, suffix = key[:cut], key[cut + 1 :]
        if key not in known and name in known and suffix in units.SUFFIXES:
            asked = known[name].unit
            if known[name].form not in MEASURED:
                continue
            if "in" in asked or not asked or units.fits(suffix, asked):
                return name, suffix
    return key, None


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _scaled(value: Any, suffix: str | None) -> Any:
    """Return numbers in the unit of a suffix, or lists of them, in SI."""
    if suffix is None:
        return value
    if isinstance(value, (list, tuple)):
        return type(value)(_scaled(item, suffix) for item in value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    factor = units.convert(1.0, suffix)
    return value * factor if factor != 1.0 and abs(value) <= LARGEST else value


def _read_value(parameter: Parameter, written: Written, path: KeyPath, problems: list[Told]) -> Any:
    try:
        if parameter.form is NUMBERS and isinstance(written.value, tuple):  # a column: floats
            if written.value and np.abs(written.value).max() <= LARGEST:
                return written.value
        return parameter.form.read(written.value)
    except MisplacedError as error:
        text = f"{parameter.name}: {error}"
        problems.append(Told((*path, written.key, *error.path), "bad-parameter", text))
        return None
    except ValueError as error:
        text = f"{parameter.name}: {error}{_advise(parameter, written.value)}"
        problems.append(Told((*path, written.key), "bad-parameter", text))
        return None


def _advise(parameter: Parameter, value: Any) -> str:
    """Return what to write instead of a text such as `300 ms`, nothing where that is not it."""
    if parameter.form not in PLAIN or not isinstance(value, str):
        return ""
    quantity = units.split_quantity(value)
    if quantity and ("in" in parameter.unit or units.fits(quantity[1], parameter.unit)):
        return f"; write `{parameter.name}_{quantity[1]}: {quantity[0]}`"
    return units.advise(value)
