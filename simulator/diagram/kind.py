"""What a block kind is: its inputs, parameters, memory and unit rule, as one row of a table."""

import math
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from simulator.spec.errors import KeyPath
from simulator.spec.reading.number_file import LARGEST

LONGEST = 4096  # of a written list
REQUIRED = object()  # the default of a parameter that has none


class Port(NamedTuple):
    """An input of a kind.

    `unit` says what it accepts: "same" (one unit for all such ports of the block), "one"
    (dimensionless or logic), "angle" (rad) or "any".
    """

    name: str
    default: float | None = None  # value of an unwired input; None = it must be wired
    unit: str = "same"


class MisplacedError(ValueError):
    """What is wrong inside a parameter, at a path below it."""

    def __init__(self, path: KeyPath, text: str) -> None:
        self.path = path
        super().__init__(text)


class Form(NamedTuple):
    """How a parameter is written: `read` returns its value or raises ValueError saying why not."""

    label: str
    read: Callable[[Any], Any]


class Parameter(NamedTuple):
    """A parameter of a kind; `unit` may refer to the inputs' unit as "in"."""

    name: str
    form: Form
    default: Any = REQUIRED
    unit: str = ""


Values = Mapping[str, Any]
Complaints = list[tuple[str | KeyPath, str]]  # parameter or path below the block, why


def _pack_in_order(parameters: Values, input_count: int, step: float) -> list[float]:
    return [float(value) for value in parameters.values()]


def _no_complaints(parameters: Values) -> Complaints:
    return []


class Kind(NamedTuple):
    """A row of the table of block kinds: everything that compile, checks and docs need to know."""

    name: str
    opcode: int
    doc: str
    ports: tuple[Port, ...] = (Port("in"),)
    repeated: Port | None = None  # any number of these follow the ports
    least: int = 1  # fewest repeated inputs
    parameters: tuple[Parameter, ...] = ()
    output: str = (
        "same"  # unit: same, one, rad, s, unknown, product, quotient, integral, derivative
    )
    logic: bool = False  # output is 0 or 1
    feed_through: bool = True  # output depends on this step's inputs
    memory: tuple[float | str, ...] | Callable[[Values], list[float]] = ()  # initial values
    pack: Callable[[Values, int, float], list[float]] = _pack_in_order  # (parameters, inputs, step)
    check: Callable[[Values], Complaints] = _no_complaints  # what single values cannot tell
    store: Callable[[Values], list[float]] | None = None  # numbers that blocks may share
    gives: str = ""  # parameter whose numbers the output has, and so their unit
    examine: Callable[[Values, tuple[str, ...]], Complaints] | None = None  # of what runs a file
    adapt: "Callable[[Kind, tuple[str, ...]], Kind] | None" = None  # to inputs of any name


def ports_of(kind: Kind, input_count: int) -> tuple[Port, ...]:
    """Return the port of each input of a block; repeated ones are numbered: in1, in2 ..."""
    if kind.repeated is None:
        return kind.ports
    count = input_count - len(kind.ports)
    name = kind.repeated.name
    return (*kind.ports, *(kind.repeated._replace(name=f"{name}{i + 1}") for i in range(count)))


def named_ports(kind: Kind, given: Collection[str]) -> tuple[Port, ...]:
    """Return the ports of a block whose inputs have these names, as many as they need."""
    fixed = sum(port.name in given for port in kind.ports)
    return ports_of(kind, len(kind.ports) + max(kind.least, len(given) - fixed))


def initial_memory(kind: Kind, parameters: Values) -> list[float]:
    """Return the memory of a block before its first step; a name stands for that parameter."""
    if callable(kind.memory):
        return kind.memory(parameters)
    return [float(parameters[m]) if isinstance(m, str) else float(m) for m in kind.memory]


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"has to be a number, not {_shown(value)}")
    if not -LARGEST <= value <= LARGEST:
        raise ValueError(f"has to be a number of at most {LARGEST:g} in size")
    return float(value)


def _positive(value: Any) -> float:
    if (number := _number(value)) <= 0.0:
        raise ValueError(f"has to be above 0, not {number:g}")
    return number


def _not_negative(value: Any) -> float:
    if (number := _number(value)) < 0.0:
        raise ValueError(f"has to be 0 or more, not {number:g}")
    return number


def _whole(value: Any) -> int:
    if (number := _not_negative(value)) != math.floor(number):
        raise ValueError(f"has to be a whole number, not {number:g}")
    return int(number)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"has to be true or false, not {_shown(value)}")
    return value


def _numbers(value: Any) -> tuple[float, ...]:
    if not isinstance(value, (list, tuple)) or not value:
        raise ValueError(f"has to be a list of numbers, not {_shown(value)}")
    if isinstance(value, list) and len(value) > LONGEST:  # columns of files come as tuples
        raise ValueError(f"has {len(value)} numbers; at most {LONGEST} are allowed")
    return tuple(_number(item) for item in value)


def _grid(value: Any) -> tuple[tuple[float, ...], ...]:
    if not isinstance(value, (list, tuple)) or not value:
        raise ValueError(f"has to be a list of rows of numbers, not {_shown(value)}")
    rows = tuple(_numbers(row) for row in value)
    if any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("has rows of different lengths")
    return rows


def _shown(value: Any) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


NUMBER = Form("number", _number)
POSITIVE = Form("number > 0", _positive)
NOT_NEGATIVE = Form("number >= 0", _not_negative)
WHOLE = Form("whole number >= 0", _whole)
FLAG = Form("true or false", _flag)
NUMBERS = Form("list of numbers", _numbers)
GRID = Form("list of rows of numbers", _grid)


def word(*choices: str) -> Form:
    """Return the form of a parameter that is one of `choices`; its value is the choice."""

    def read(value: Any) -> str:
        if value not in choices:
            raise ValueError(f"has to be one of {', '.join(choices)}, not {_shown(value)}")
        return value

    return Form(" or ".join(f"`{choice}`" for choice in choices), read)


def check_order(parameters: Values) -> Complaints:
    """Complain where the parameter `low` is above `high`."""
    low, high = parameters["low"], parameters["high"]
    return [("low", f"{low:g} is above high {high:g}")] if low > high else []
