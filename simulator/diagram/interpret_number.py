"""Kernels of the blocks that compute a number from this step's numbers alone."""

import math

from simulator.compiled.curves import arctangent, turn
from simulator.compiled.jit import kernel

from . import opcode


@kernel
def clamp(value, low, high):
    """Return `value` held between `low` and `high`."""
    return low if value < low else (high if value > high else value)


@kernel
def evaluate_number(tables, row, signals):
    """Return the output of the block in `row`."""
    code, parameters, p = tables.opcode[row], tables.parameters, tables.parameter_start[row]
    first = tables.input_start[row]
    if code == opcode.CONSTANT:
        return parameters[p]
    if code == opcode.SUM or code == opcode.PRODUCT or code == opcode.MIN or code == opcode.MAX:
        return _combine(tables, row, signals)
    if code == opcode.SELECT:
        return _select(tables, row, signals)
    x = signals[tables.inputs[first]]
    if code == opcode.DIVIDE or code == opcode.ATAN2 or code == opcode.LOOKUP_2D:
        return _of_two(code, x, signals[tables.inputs[first + 1]], tables, p)
    if code == opcode.GAIN:
        return parameters[p] * x
    if code == opcode.BIAS:
        return x + parameters[p]
    if code == opcode.ABS:
        return abs(x)
    if code == opcode.NEGATE:
        return -x
    if code == opcode.SATURATE:
        return clamp(x, parameters[p], parameters[p + 1])
    if code == opcode.DEAD_ZONE:
        return x - clamp(x, -parameters[p], parameters[p])
    if code == opcode.SIN:
        return turn(x)[1]
    if code == opcode.COS:
        return turn(x)[0]
    if code == opcode.SQRT:
        return math.sqrt(x) if x > 0.0 else 0.0
    if code == opcode.LOOKUP:
        return _curve(x, tables, p)
    return _pick(x, tables, p)


@kernel
def _combine(tables, row, signals):
    code, p, first = tables.opcode[row], tables.parameter_start[row], tables.input_start[row]
    total = signals[tables.inputs[first]]
    if code == opcode.SUM:
        total *= tables.parameters[p]
    for k in range(1, tables.input_start[row + 1] - first):
        x = signals[tables.inputs[first + k]]
        if code == opcode.SUM:
            total += tables.parameters[p + k] * x
        elif code == opcode.PRODUCT:
            total *= x
        elif (x < total) == (code == opcode.MIN):
            total = x
    return total


@kernel
def _of_two(code, x, y, tables, p):
    parameters, stored = tables.parameters, tables.stored
    if code == opcode.DIVIDE:
        return x / y if y != 0.0 else parameters[p]
    if code == opcode.ATAN2:
        return arctangent(x, y)
    start, rows, columns = int(parameters[p]), int(parameters[p + 1]), int(parameters[p + 2])
    i, share_x = _locate(stored, start, rows, x)
    j, share_y = _locate(stored, start + rows, columns, y)
    z = start + rows + columns
    low, high = z + i * columns, z + min(i + 1, rows - 1) * columns
    right = min(j + 1, columns - 1)
    below = stored[low + j] + share_y * (stored[low + right] - stored[low + j])
    above = stored[high + j] + share_y * (stored[high + right] - stored[high + j])
    return below + share_x * (above - below)


@kernel
def _curve(x, tables, p):
    stored = tables.stored
    start, n = int(tables.parameters[p]), int(tables.parameters[p + 1])
    i, share = _locate(stored, start, n, x)
    y = start + n
    return stored[y + i] + share * (stored[y + min(i + 1, n - 1)] - stored[y + i])


@kernel
def _locate(stored, start, count, x):
    """Return the interval of the rising numbers that holds `x`, and how far along it `x` is."""
    if x <= stored[start]:
        return 0, 0.0
    low, high = 0, count - 1
    if not x < stored[start + high]:
        return high, 0.0
    while high - low > 1:
        middle = (low + high) // 2
        if x < stored[start + middle]:
            high = middle
        else:
            low = middle
    left, right = stored[start + low], stored[start + high]
    return low, (x - left) / (right - left)


@kernel
def _rounded(x, limit):
    """Return `x` rounded to a whole number (halves up), first held within +-`limit`."""
    return math.floor(clamp(x, -limit, limit) + 0.5)


@kernel
def _select(tables, row, signals):
    first = tables.input_start[row]
    count = tables.input_start[row + 1] - first - 1
    x = signals[tables.inputs[first]]
    if tables.parameters[tables.parameter_start[row]] > 0.5:
        index = min(max(_rounded(x, 1e9), 0), count - 1)
    else:
        index = 0 if x > 0.5 else 1
    return signals[tables.inputs[first + 1 + index]]


@kernel
def _pick(x, tables, p):
    start, count = int(tables.parameters[p]), int(tables.parameters[p + 2])
    index = _rounded(x, 1e9)
    index = index % count if tables.parameters[p + 1] > 0.5 else min(max(index, 0), count - 1)
    return tables.stored[start + index]
