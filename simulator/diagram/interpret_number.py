"""Kernels of the blocks that compute a number from this step's numbers alone."""

import math

from simulator.jit import kernel

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
        return _of_two(code, x, signals[tables.inputs[first + 1]], parameters, p)
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
        return math.sin(x)
    if code == opcode.COS:
        return math.cos(x)
    if code == opcode.SQRT:
        return math.sqrt(x) if x > 0.0 else 0.0
    if code == opcode.LOOKUP:
        n = int(parameters[p])
        i, share = _locate(parameters, p + 1, n, x)
        y = p + 1 + n + i
        return parameters[y] + share * (parameters[min(y + 1, p + 2 * n)] - parameters[y])
    return _pick(x, parameters, p)


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
def _of_two(code, x, y, parameters, p):
    if code == opcode.DIVIDE:
        return x / y if y != 0.0 else parameters[p]
    if code == opcode.ATAN2:
        return math.atan2(x, y)
    rows, columns = int(parameters[p]), int(parameters[p + 1])
    i, share_x = _locate(parameters, p + 2, rows, x)
    j, share_y = _locate(parameters, p + 2 + rows, columns, y)
    z = p + 2 + rows + columns
    low, high = z + i * columns, z + min(i + 1, rows - 1) * columns
    right = min(j + 1, columns - 1)
    below = parameters[low + j] + share_y * (parameters[low + right] - parameters[low + j])
    above = parameters[high + j] + share_y * (parameters[high + right] - parameters[high + j])
    return below + share_x * (above - below)


@kernel
def _locate(parameters, start, count, x):
    """Return the interval of the rising numbers that holds `x`, and how far along it `x` is."""
    if x <= parameters[start]:
        return 0, 0.0
    for i in range(count - 1):
        left, right = parameters[start + i], parameters[start + i + 1]
        if x < right:
            return i, (x - left) / (right - left)
    return count - 1, 0.0


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
def _pick(x, parameters, p):
    count = int(parameters[p + 1])
    index = _rounded(x, 1e9)
    index = index % count if parameters[p] > 0.5 else min(max(index, 0), count - 1)
    return parameters[p + 2 + index]
