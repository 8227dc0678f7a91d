"""What a block is written with, as fields for hands: name, unit, value, what it may be."""

from typing import Any, NamedTuple

from simulator.diagram import blocks
from simulator.diagram.kind import REQUIRED

from . import edits
from .draft import Draft
from .graph import Node


class Property(NamedTuple):
    """A parameter of a block as its file has it, in the unit of its key."""

    name: str
    key: str  # as written, `time_ms`
    value: Any  # as written, or by default; None = nothing
    unit: str  # "" where the key names it, or there is none
    words: tuple[str, ...]  # that it may be; none if it is no word
    is_flag: bool
    is_list: bool
    form: str  # "number >= 0"


def list_properties(draft: Draft, node: Node) -> list[Property]:
    """Return the parameters of a block in the order of its kind; none of anything else."""
    found = blocks.find(node.kind) if node.role == "block" else None
    if found is None:
        return []
    properties = []
    for parameter in found[0].parameters:
        key, value = edits.written_value(draft, node, parameter.name)
        default = None if parameter.default is REQUIRED else parameter.default
        shown = default if value is None else value
        words = tuple(edits.choices(parameter))
        is_own = key == parameter.name and "in" not in parameter.unit and parameter.unit != "1"
        properties.append(
            Property(
                parameter.name,
                key,
                shown,
                parameter.unit if is_own else "",
                words,
                isinstance(shown, bool) and not words,
                "list" in parameter.form.label,
                parameter.form.label,
            )
        )
    return properties


def to_text(value: Any) -> str:
    """Return a value as it is typed; lists with semicolons, since a comma may be a decimal one."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, list | tuple):
        return "; ".join(to_text(one) for one in value)
    return str(value)


def read_value(text: str, is_list: bool = False) -> Any:
    """Return a typed number, list of numbers, or else the text; None where it is nothing."""
    plain = text.strip().replace("\u2212", "-")
    if not plain:
        return None
    if is_list:
        parts = [_number(one) for one in plain.split(";" if ";" in plain else ",")]
        return plain if None in parts else parts
    number = _number(plain)
    return plain if number is None else number


def _number(text: str) -> int | float | None:
    text = text.strip().replace(",", ".")
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return None
