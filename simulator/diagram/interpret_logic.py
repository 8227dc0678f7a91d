"""Kernels of gates and comparisons; true is above 0.5."""

from simulator.compiled.jit import kernel

from . import opcode


@kernel
def evaluate_logic(tables, row, signals):
    """Return the output, 0 or 1, of the block in `row`."""
    code, parameters, p = tables.opcode[row], tables.parameters, tables.parameter_start[row]
    first, last = tables.input_start[row], tables.input_start[row + 1]
    x = signals[tables.inputs[first]]
    if code == opcode.COMPARE:
        return _compare(x, signals[tables.inputs[first + 1]], parameters[p], parameters[p + 1])
    if code == opcode.IN_RANGE:
        return 1.0 if parameters[p] <= x <= parameters[p + 1] else 0.0
    true = 0
    for k in range(first, last):
        if signals[tables.inputs[k]] > 0.5:
            true += 1
    every, some = true == last - first, true > 0
    if code == opcode.AND:
        holds = every
    elif code == opcode.OR:
        holds = some
    elif code == opcode.XOR:
        holds = true % 2 == 1
    elif code == opcode.NAND:
        holds = not every
    else:  # NOR, and NOT as its case of one input
        holds = not some
    return 1.0 if holds else 0.0


@kernel
def _compare(a, b, operator, tolerance):
    """Operators in the order of `kinds_logic.OPERATORS`."""
    if operator == 0.0:
        holds = a > b
    elif operator == 1.0:
        holds = a >= b
    elif operator == 2.0:
        holds = a < b
    elif operator == 3.0:
        holds = a <= b
    else:
        holds = (abs(a - b) <= tolerance) == (operator == 4.0)
    return 1.0 if holds else 0.0
