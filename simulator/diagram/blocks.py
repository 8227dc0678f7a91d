"""The table of all block kinds, their other names, and the format reference made from it."""

from typing import NamedTuple

from . import kinds_dynamic, kinds_logic, kinds_number, kinds_outside, kinds_sequential
from .kind import REQUIRED, Kind, Parameter, Port

FAMILIES = {
    "Numbers": kinds_number.KINDS,
    "Numbers with memory": kinds_dynamic.KINDS,
    "Logic": kinds_logic.KINDS,
    "Logic with memory": kinds_sequential.KINDS,
    "Files that run": kinds_outside.KINDS,
}
KINDS: dict[str, Kind] = {kind.name: kind for family in FAMILIES.values() for kind in family}


class OtherName(NamedTuple):
    """Another name of a kind, with the parameters that it implies."""

    kind: str
    parameters: dict[str, str]


OTHER_NAMES = {
    "offset": OtherName("bias", {}),
    "multiply": OtherName("product", {}),
    "lookup_1d": OtherName("lookup", {}),
    "SR": OtherName("sr_latch", {"dominant": "set"}),
    "RS": OtherName("sr_latch", {"dominant": "reset"}),
    "R_TRIG": OtherName("rising_edge", {}),
    "F_TRIG": OtherName("falling_edge", {}),
    **{
        name.upper(): OtherName(name, {})
        for name in ("and", "or", "xor", "not", "ton", "tof", "tp", "ctu", "ctd", "ctud")
    },
}


def find(name: str) -> tuple[Kind, dict[str, str]] | None:
    """Return the kind called `name` and the parameters that this name implies, or None."""
    other = OTHER_NAMES.get(name, OtherName(name, {}))
    return (KINDS[other.kind], other.parameters) if other.kind in KINDS else None


def reference() -> str:
    """Return the format reference of all kinds as Markdown."""
    parts = [_HEAD]
    for title, kinds in FAMILIES.items():
        parts.append(f"\n## {title}\n\n{_COLUMNS}")
        parts.extend(_row(kind) for kind in kinds)
    others = ", ".join(_other(name, other) for name, other in OTHER_NAMES.items())
    parts.append(f"\nOther names: {others}.\n")
    return "".join(parts)


def _other(name: str, other: OtherName) -> str:
    implied = "".join(f" with {key}: {value}" for key, value in other.parameters.items())
    return f"`{name}` = `{other.kind}`{implied}"


def _row(kind: Kind) -> str:
    inputs = [_port(port) for port in kind.ports]
    if kind.repeated:
        inputs.append(f"{kind.repeated.name}1, {kind.repeated.name}2, ...")
    parameters = "<br>".join(_parameter(parameter) for parameter in kind.parameters)
    doc = kind.doc + ("" if kind.feed_through else " (breaks loops)")
    return f"| `{kind.name}` | {', '.join(inputs) or '-'} | {parameters or '-'} | {doc} |\n"


def _port(port: Port) -> str:
    return port.name if port.default is None else f"{port.name} = {port.default:g}"


def _parameter(parameter: Parameter) -> str:
    unit = f" [{parameter.unit}]" if parameter.unit else ""
    default = parameter.default
    if default is REQUIRED:
        tail = ""
    elif default in (None, "", (), {}):
        tail = " (may be left out)"
    elif isinstance(default, bool):
        tail = f" = {str(default).lower()}"
    else:
        tail = f" = {default:g}" if isinstance(default, float) else f" = {default}"
    return f"`{parameter.name}`: {parameter.form.label}{unit}{tail}"


_COLUMNS = "| type | in | parameters | what it gives |\n|---|---|---|---|\n"
_HEAD = """# Block kinds

A block of a console file's `diagram:` is `name: {type: KIND, in: INPUTS, PARAMETER: VALUE ...}`;
its one output is a signal called `name`. `in` is a signal's name, a number, a list (by position) or
a mapping (by the inputs' names, such as `{set: a, reset: b}`). An input or parameter shown with
`= value` may be left out; a parameter takes a unit suffix (`time_ms`, `low_deg`), one with [in] a
suffix of the input's unit. True is above 0.5; logic gives 0 or 1. `unit:` states the unit of a
block's output where it cannot be told from its inputs (gain, lookup, pid ...), and is checked where
it can. This file is written by `python -m simulator.diagram.blocks`.
"""


if __name__ == "__main__":
    from pathlib import Path

    Path(__file__).with_name("BLOCKS.md").write_text(reference(), encoding="utf-8")
