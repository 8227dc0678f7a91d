"""Reads the parameters of a block: unit suffixes, forms, defaults."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from simulator.spec import units

from .kind import LARGEST, REQUIRED, Kind, Parameter
from .problem import Path, Problem, did_you_mean, listed


class Written(NamedTuple):
    """A parameter as the file has it: its key, with any unit suffix, and its value in SI."""

    key: str
    value: Any


def read(
    kind: Kind, given: Mapping[str, Any], path: Path, problems: list[Problem]
) -> dict[str, Any]:
    """Return every parameter of a kind by name, in the kind's order; `path` is the block's."""
    written = _match(kind, given, path, problems)
    values = {}
    for parameter in kind.parameters:
        found = written.get(parameter.name)
        if found:
            values[parameter.name] = _read_value(parameter, found, path, problems)
        elif parameter.default is REQUIRED:
            text = f"block type {kind.name!r} needs the parameter {parameter.name!r}"
            problems.append(Problem(path, "missing-parameter", f"{text} ({parameter.form.label})"))
        else:
            values[parameter.name] = parameter.default
    return values


def _match(
    kind: Kind, given: Mapping[str, Any], path: Path, problems: list[Problem]
) -> dict[str, Written]:
    """Return what is written, by the names of the kind's parameters."""
    known = {parameter.name: parameter for parameter in kind.parameters}
    written: dict[str, Written] = {}
    for key, value in given.items():
        name, factor = _without_suffix(key, known)
        if name in written:
            text = f"{name} is given twice: also as {written[name].key!r}"
            problems.append(Problem((*path, key), "bad-parameter", text))
        elif name in known:
            written[name] = Written(key, _scaled(value, factor))
        else:
            text = f"block type {kind.name!r} has no parameter {key!r}{did_you_mean(key, known)}"
            text += f"; it has: {listed(known)}"
            problems.append(Problem((*path, key), "unknown-parameter", text))
    return written


def _without_suffix(key: str, known: Mapping[str, Parameter]) -> tuple[str, float]:
    """Return the parameter that a key with a unit suffix means, and the factor to SI."""
    for cut in (i for i, letter in enumerate(key) if letter == "_"):
        name, suffix = key[:cut], key[cut + 1 :]
        if key not in known and name in known and suffix in units.SUFFIXES:
            asked = known[name].unit
            if "in" in asked or not asked or units.fits(suffix, asked):
                return name, units.convert(1.0, suffix)
    return key, 1.0


def _scaled(value: Any, factor: float) -> Any:
    if isinstance(value, (list, tuple)):
        return [_scaled(item, factor) for item in value]
    if factor == 1.0 or isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    return value * factor if abs(value) <= LARGEST else value


def _read_value(parameter: Parameter, written: Written, path: Path, problems: list[Problem]) -> Any:
    try:
        return parameter.form.read(written.value)
    except ValueError as error:
        text = f"{parameter.name}: {error}"
        problems.append(Problem((*path, written.key), "bad-parameter", text))
        return None
