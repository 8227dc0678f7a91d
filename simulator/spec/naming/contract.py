"""What a named diagram asks of its uses: inputs and parameters, with their defaults and units."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .. import units
from ..errors import KeyPath
from ..models.console import BlockSpec, DiagramSpec

Wire = str | float  # a signal's full name, or a number written in place


class Parameter(NamedTuple):
    """A parameter as declared: `limit_deg: 90` is `limit` in rad."""

    key: str  # as written
    unit: str | None  # SI symbol
    default: Any  # as written; None = every use has to give it


class Open(str):
    """What only a use can know: stands for an input or parameter of a diagram read by itself."""


class Contract(NamedTuple):
    """Inputs with their defaults (None = to be wired) and parameters, in the order of the file."""

    inputs: dict[str, float | None]
    parameters: dict[str, Parameter]


class Written(NamedTuple):
    """Something of a use, where it stands below the use, and the suffix of its key."""

    value: Any
    path: KeyPath
    suffix: str | None = None


def read(diagram: DiagramSpec) -> Contract:
    """Return the contract of a named diagram."""
    inputs = diagram.inputs
    parameters = {}
    for key, default in diagram.parameters.items():
        name, suffix = units.split_suffix(key)
        unit = units.SUFFIXES[suffix].symbol if suffix else None
        parameters[name] = Parameter(key, unit, default)
    return Contract(inputs if isinstance(inputs, dict) else dict.fromkeys(inputs), parameters)


def inputs_of(use: BlockSpec, contract: Contract) -> tuple[dict[str, Written], list[Written]]:
    """Return what a use wires, by the names of the inputs, and what no input takes."""
    known, found, extra = list(contract.inputs), {}, []
    if isinstance(use.inputs, dict):
        for name, wire in use.inputs.items():
            written = Written(wire, ("in", name))
            if name in contract.inputs:
                found[name] = written
            else:
                extra.append(written)
        return found, extra
    rows = use.inputs if isinstance(use.inputs, list) else [use.inputs]
    for row, wire in enumerate(rows):
        written = Written(wire, ("in", row) if isinstance(use.inputs, list) else ("in",))
        if row < len(known):
            found[known[row]] = written
        else:
            extra.append(written)
    return found, extra


def parameters_of(
    use: BlockSpec, contract: Contract
) -> tuple[dict[str, Written], list[tuple[str, Written]]]:
    """Return what a use gives, by the names of the parameters, and what no parameter takes.

    A key with a suffix that does not fit the parameter's unit is among the latter, with its name.
    """
    found, extra = {}, []
    for key, value in (use.model_extra or {}).items():
        name, suffix = (key, None) if key in contract.parameters else units.split_suffix(key)
        written = Written(value, (key,), suffix)
        parameter = contract.parameters.get(name)
        if parameter is None or (suffix and not units.fits(suffix, parameter.unit)):
            extra.append((name, written))
        elif name in found:
            extra.append(("", written))
        else:
            found[name] = written
    return found, extra


def value_of(parameter: Parameter, given: Written | None) -> Any:
    """Return what a parameter is for a use, in SI: as given there, else its default."""
    if given is not None:
        return scaled(given.value, given.suffix)
    return scaled(parameter.default, units.split_suffix(parameter.key)[1])


def scaled(value: Any, suffix: str | None) -> Any:
    """Return numbers written in a suffix's unit, or lists of them, in SI."""
    if suffix is None:
        return value
    if isinstance(value, list):
        return [scaled(item, suffix) for item in value]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return units.convert(value, suffix) if is_number else value


def is_open(value: Any) -> bool:
    """Say whether a value, or one inside it, is one that only a use can know."""
    if isinstance(value, list | tuple):
        return any(map(is_open, value))
    return isinstance(value, Open) or (isinstance(value, dict) and is_open(list(value.values())))


def parameters_in(value: Any, names: Iterable[str]) -> list[str]:
    """Return the parameters that a block's value refers to: `kp`, `-kp`, or lists of them."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [name for item in value for name in parameters_in(item, names)]
    name = value.removeprefix("-") if isinstance(value, str) else ""
    return [name] if name in names else []


def replaced(value: Any, names: Mapping[str, Any]) -> Any:
    """Return a block's value with the names in it, or their negatives, replaced: `kp`, `-kp`.

    The negative of what is neither a number nor a name stays as it is written.
    """
    if isinstance(value, list):
        return [replaced(item, names) for item in value]
    if isinstance(value, dict):
        return {key: replaced(item, names) for key, item in value.items()}
    if not isinstance(value, str) or value.removeprefix("-") not in names:
        return value
    new = names[value.removeprefix("-")]
    if not value.startswith("-"):
        return new
    if isinstance(new, str):
        return new.removeprefix("-") if new.startswith("-") else f"-{new}"
    return -new if isinstance(new, int | float) and not isinstance(new, bool) else value


def wires_of(block: BlockSpec) -> list[tuple[Wire, KeyPath]]:
    """Return what a block reads and where that stands below the block."""
    if isinstance(block.inputs, dict):
        return [(wire, ("in", name)) for name, wire in block.inputs.items()]
    if isinstance(block.inputs, list):
        return [(wire, ("in", row)) for row, wire in enumerate(block.inputs)]
    return [(block.inputs, ("in",))]
