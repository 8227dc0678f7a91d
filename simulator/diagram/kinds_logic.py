"""Block kinds of logic on this step's inputs alone: gates and comparisons; true is above 0.5."""

from . import opcode
from .kind import NOT_NEGATIVE, NUMBER, Kind, Parameter, Port, Values, check_order, word

OPERATORS = (">", ">=", "<", "<=", "==", "!=")


def _gate(name: str, number: int, doc: str) -> Kind:
    inputs = Port("in", unit="one")
    return Kind(name, number, doc, ports=(), repeated=inputs, output="one", logic=True)


def _pack_compare(parameters: Values, input_count: int, step: float) -> list[float]:
    return [float(OPERATORS.index(parameters["op"])), parameters["tolerance"]]


KINDS = (
    _gate("and", opcode.AND, "1 while every input is true."),
    _gate("or", opcode.OR, "1 while any input is true."),
    Kind("not", opcode.NOT, "1 while the input is false.", ports=(Port("in", unit="one"),),
         output="one", logic=True),
    _gate("xor", opcode.XOR, "1 while an odd number of inputs is true."),
    _gate("nand", opcode.NAND, "0 while every input is true."),
    _gate("nor", opcode.NOR, "0 while any input is true."),
    Kind("compare", opcode.COMPARE,
         "1 while `a op b` holds; == and != see numbers within `tolerance` as equal.",
         ports=(Port("a"), Port("b")), output="one", logic=True, pack=_pack_compare,
         parameters=(Parameter("op", word(*OPERATORS)),
                     Parameter("tolerance", NOT_NEGATIVE, 1e-9, "in"))),
    Kind("in_range", opcode.IN_RANGE, "1 while the input is from `low` to `high`.",
         output="one", logic=True, check=check_order,
         parameters=(Parameter("low", NUMBER, unit="in"), Parameter("high", NUMBER, unit="in"))),
)  # fmt: skip
