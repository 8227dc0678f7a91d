"""What a block is written with, as fields for hands: name, unit, value, what it may be."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from simulator.diagram import blocks
from simulator.diagram.kind import REQUIRED, Parameter
from simulator.spec.naming import contract as contracts

from .draft import Draft
from .graph import Graph, Node
from .written import choices, written_value

IN_FILE = ("list of transitions", "numbers by name", "list of rows of numbers")


class Property(NamedTuple):
    """A parameter of a block or a use as its file has it, in the unit of its key."""

    name: str
    key: str  # as written, `time_ms`
    value: Any  # as written, or by default; None = nothing
    unit: str  # "" where the key names it, or there is none
    words: tuple[str, ...]  # that it may be; none if it is no word
    is_flag: bool
    form: str  # "number >= 0"
    accepts: Callable[[Any], bool]  # a value as typed

    @property
    def is_list(self) -> bool:
        """Whether it is several values."""
        return "list" in self.form

    @property
    def is_in_file(self) -> bool:
        """Whether it is too much for a line, and is written in the file."""
        return self.form in IN_FILE


def list_properties(draft: Draft, graph: Graph, node: Node) -> list[Property]:
    """Return the parameters of a block or a use, in their order; none of anything else."""
    if node.role == "group":
        return _of_use(draft, graph, node)
    found = blocks.find(node.kind) if node.role == "block" else None
    if found is None:
        return []
    own = graph.scope.contract.parameters
    properties = []
    for parameter in found[0].parameters:
        key, value = written_value(draft, graph, node, parameter.name)
        default = None if parameter.default is REQUIRED else parameter.default
        shown = default if value is None else value
        words = tuple(choices(parameter))
        is_own = key == parameter.name and "in" not in parameter.unit and parameter.unit != "1"
        is_flag = isinstance(shown, bool) and not words
        accepts = _accepts(parameter, set(own))
        properties.append(
            Property(
                parameter.name,
                key,
                shown,
                parameter.unit if is_own else "",
                words,
                is_flag,
                parameter.form.label,
                accepts,
            )
        )
    return properties


def _of_use(draft: Draft, graph: Graph, node: Node) -> list[Property]:
    spec = graph.scope.part.diagrams.get(node.kind)
    properties = []
    for name, asked in contracts.read(spec).parameters.items() if spec is not None else ():
        key, value = written_value(draft, graph, node, name)
        key = asked.key if value is None else key
        shown = asked.default if value is None else value
        is_list, is_text = isinstance(asked.default, list), isinstance(asked.default, str)
        form = "list of numbers" if is_list else "text" if is_text else "number"
        properties.append(
            Property(name, key, shown, "", (), isinstance(shown, bool), form, lambda _: True)
        )
    return properties


def _accepts(parameter: Parameter, names: set[str]) -> Callable[[Any], bool]:
    """Return whether a value may be written; inside a named diagram also a parameter's name."""

    def check(value: Any) -> bool:
        is_column = "list of numbers" in parameter.form.label  # of the block's file
        if isinstance(value, str) and (is_column or value.removeprefix("-") in names):
            return True
        try:
            parameter.form.read(value)
        except (ValueError, TypeError, AttributeError):
            return False
        return True

    return check


def to_text(value: Any, language: str = "en") -> str:
    """Return a value as it is typed in a language; lists with semicolons, commas are decimal."""
    if value is None:
        return ""
    if isinstance(value, float):
        text = f"{value:.10g}"
        return text.replace(".", ",") if language == "ru" else text
    if isinstance(value, list | tuple):
        return "; ".join(to_text(one, language) for one in value)
    return str(value)


def read_value(text: str, is_list: bool = False, language: str = "en") -> Any:
    """Return a typed number, list of numbers or names, or else the text; None for nothing.

    A number may have a comma; in a Russian list without semicolons others have a blank behind them.
    """
    plain = text.strip().replace("\u2212", "-")
    if not plain:
        return None
    if is_list:
        mark = ";" if ";" in plain else r",\s" if language == "ru" else ","
        parts = [one.strip() for one in re.split(mark, plain)]
        numbers = [_number(one) for one in parts]
        return (
            parts if None in numbers and len(parts) > 1 else plain if None in numbers else numbers
        )
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
