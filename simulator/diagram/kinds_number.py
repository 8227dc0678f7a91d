"""Block kinds that compute a number from this step's numbers alone."""

import itertools
from typing import Any

from . import opcode
from .kind import (
    FLAG,
    GRID,
    NOT_NEGATIVE,
    NUMBER,
    NUMBERS,
    Complaints,
    Form,
    Kind,
    Parameter,
    Port,
    Values,
    check_order,
    word,
)

ANY = Port("in", unit="any")
ANGLE = Port("in", unit="angle")


def _read_signs(value: Any) -> str:
    if not isinstance(value, str) or not value or set(value) - {"+", "-"}:
        raise ValueError(f'has to be a text of + and -, such as "+-", not {value!r}')
    return value


def _pack_signs(parameters: Values, input_count: int, step: float) -> list[float]:
    signs = parameters["signs"].ljust(input_count, "+")
    return [-1.0 if sign == "-" else 1.0 for sign in signs[:input_count]]


def _pack_lookup(parameters: Values, input_count: int, step: float) -> list[float]:
    return [float(len(parameters["x"]))]


def _pack_lookup_2d(parameters: Values, input_count: int, step: float) -> list[float]:
    return [float(len(parameters["x"])), float(len(parameters["y"]))]


def _pack_array(parameters: Values, input_count: int, step: float) -> list[float]:
    return [float(parameters["wrap"]), float(len(parameters["values"]))]


def _store_lookup(parameters: Values) -> list[float]:
    return [*parameters["x"], *parameters["y"]]


def _store_lookup_2d(parameters: Values) -> list[float]:
    rows = parameters["z"]
    return [*parameters["x"], *parameters["y"], *(value for row in rows for value in row)]


def _store_array(parameters: Values) -> list[float]:
    return list(parameters["values"])


def _pack_select(parameters: Values, input_count: int, step: float) -> list[float]:
    return [float(parameters["by"] == "index")]


def _check_rising(parameters: Values, name: str) -> Complaints:
    values = parameters[name]
    if any(after <= before for before, after in itertools.pairwise(values)):
        return [(name, "has to rise from each number to the next")]
    return []


def _check_lookup(parameters: Values) -> Complaints:
    x, y = parameters["x"], parameters["y"]
    if len(x) != len(y):
        return [("y", f"has {len(y)} numbers, but x has {len(x)}")]
    return _check_rising(parameters, "x")


def _check_lookup_2d(parameters: Values) -> Complaints:
    x, y, z = parameters["x"], parameters["y"], parameters["z"]
    found = _check_rising(parameters, "x") + _check_rising(parameters, "y")
    if (len(z), len(z[0])) != (len(x), len(y)):
        size = f"{len(z)} x {len(z[0])}"
        found.append(("z", f"is {size}, but x and y ask for {len(x)} rows of {len(y)} numbers"))
    return found


KINDS = (
    Kind("constant", opcode.CONSTANT, "A number that never changes.",
         ports=(), parameters=(Parameter("value", NUMBER),), output="unknown"),
    Kind("gain", opcode.GAIN, "The input times `value`.",
         ports=(ANY,), parameters=(Parameter("value", NUMBER),), output="unknown"),
    Kind("bias", opcode.BIAS, "The input plus `value`.",
         parameters=(Parameter("value", NUMBER, unit="in"),)),
    Kind("sum", opcode.SUM, "The sum of the inputs, each with its sign of `signs` (absent: plus).",
         ports=(), repeated=Port("in"), pack=_pack_signs,
         parameters=(Parameter("signs", Form("text of `+` and `-`", _read_signs), "+"),)),
    Kind("product", opcode.PRODUCT, "The product of the inputs.",
         ports=(), repeated=Port("in", unit="any"), output="product"),
    Kind("divide", opcode.DIVIDE, "The first input over the second; `otherwise` where that is 0.",
         ports=(Port("numerator", unit="any"), Port("denominator", unit="any")), output="quotient",
         parameters=(Parameter("otherwise", NUMBER, 0.0),)),
    Kind("abs", opcode.ABS, "The input without its sign."),
    Kind("negate", opcode.NEGATE, "The input with the opposite sign."),
    Kind("min", opcode.MIN, "The smallest of the inputs.", ports=(), repeated=Port("in")),
    Kind("max", opcode.MAX, "The largest of the inputs.", ports=(), repeated=Port("in")),
    Kind("saturate", opcode.SATURATE, "The input held between `low` and `high`.",
         parameters=(Parameter("low", NUMBER, -1.0, "in"), Parameter("high", NUMBER, 1.0, "in")),
         check=check_order),
    Kind("dead_zone", opcode.DEAD_ZONE, "0 within `width` of zero, beyond it the rest.",
         parameters=(Parameter("width", NOT_NEGATIVE, unit="in"),)),
    Kind("sin", opcode.SIN, "The sine of an angle.", ports=(ANGLE,), output="one"),
    Kind("cos", opcode.COS, "The cosine of an angle.", ports=(ANGLE,), output="one"),
    Kind("sqrt", opcode.SQRT, "The square root of the input, 0 below zero.",
         ports=(ANY,), output="unknown"),
    Kind("atan2", opcode.ATAN2, "The angle of the point (x, y), -pi..pi.",
         ports=(Port("y"), Port("x")), output="rad"),
    Kind("lookup", opcode.LOOKUP,
         "A curve through the points (x, y), straight between, level beyond.",
         ports=(ANY,), output="unknown", pack=_pack_lookup, check=_check_lookup,
         store=_store_lookup, gives="y",
         parameters=(Parameter("x", NUMBERS, unit="in"), Parameter("y", NUMBERS))),
    Kind("lookup_2d", opcode.LOOKUP_2D,
         "A surface `z[i][j]` over the grid x[i], y[j]: bilinear between, level beyond.",
         ports=(Port("x", unit="any"), Port("y", unit="any")), output="unknown",
         pack=_pack_lookup_2d, check=_check_lookup_2d, store=_store_lookup_2d, gives="z",
         parameters=(Parameter("x", NUMBERS), Parameter("y", NUMBERS), Parameter("z", GRID))),
    Kind("select", opcode.SELECT,
         "The first value where the condition is true, else the second; with `by: index` the value "
         "of that number, counted from 0.",
         ports=(Port("condition", unit="one"),), repeated=Port("value"), least=2, pack=_pack_select,
         parameters=(Parameter("by", word("condition", "index"), "condition"),)),
    Kind("array", opcode.ARRAY, "The stored value of that number, counted from 0; the index is "
         "rounded and clamped, or with `wrap` goes round.",
         ports=(Port("index", unit="one"),), output="unknown", pack=_pack_array,
         store=_store_array, gives="values",
         parameters=(Parameter("values", NUMBERS), Parameter("wrap", FLAG, False))),
)  # fmt: skip
