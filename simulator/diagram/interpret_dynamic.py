"""Kernels of the blocks that compute a number and remember."""

import math

from simulator.compiled.curves import exponential
from simulator.compiled.jit import kernel

from . import opcode
from .interpret_number import clamp

ROUNDING = 1e-9


@kernel
def evaluate_dynamic(tables, row, signals, memory, dt):
    """Return the output of the block in `row`; feed-through blocks also advance their memory."""
    code, parameters, p = tables.opcode[row], tables.parameters, tables.parameter_start[row]
    m = tables.memory_start[row]
    if code == opcode.INTEGRATOR or code == opcode.UNIT_DELAY or code == opcode.OUTSIDE:
        return memory[m]
    x = signals[tables.inputs[tables.input_start[row]]]
    if code == opcode.LOW_PASS:
        keep = _decay(dt, parameters[p])
        memory[m] = keep * memory[m] + (1.0 - keep) * x
        return memory[m]
    if code == opcode.RATE_LIMIT:
        memory[m] += clamp(x - memory[m], -parameters[p + 1] * dt, parameters[p] * dt)
        return memory[m]
    if code == opcode.DERIVATIVE:
        return _derivative(x, parameters[p], memory, m, dt)
    if code == opcode.TRANSFER_FUNCTION:
        return _transfer(x, parameters, p, memory, m)
    if code == opcode.HYSTERESIS:
        return _relay(x, parameters, p, memory, m)
    if code == opcode.MOTION_PROFILE:
        return _profile(x, parameters[p], parameters[p + 1], memory, m, dt)
    return _pid(tables, row, signals, memory, dt)


@kernel
def update(tables, row, signals, memory, dt):
    """Take this step's input into the memory of an integrator or a unit delay."""
    p, m, first = tables.parameter_start[row], tables.memory_start[row], tables.input_start[row]
    x = signals[tables.inputs[first]]
    if tables.opcode[row] == opcode.UNIT_DELAY:
        memory[m] = x
        return
    gain, low = tables.parameters[p], tables.parameters[p + 1]
    high, start = tables.parameters[p + 2], tables.parameters[p + 3]
    if signals[tables.inputs[first + 1]] > 0.5:
        memory[m] = start
    else:
        memory[m] = clamp(memory[m] + dt * gain * x, low, high)


@kernel
def _decay(dt, time_constant):
    """Return what is left of a first-order lag's distance after `dt`; exact for a held input."""
    return exponential(-dt / time_constant) if time_constant > 0.0 else 0.0


@kernel
def _derivative(x, time_constant, memory, m, dt):
    """Memory: started, last input, output. Exact for an input that runs straight between steps."""
    if memory[m] < 0.5:
        memory[m], memory[m + 1] = 1.0, x
    keep = _decay(dt, time_constant)
    memory[m + 2] = keep * memory[m + 2] + (1.0 - keep) * (x - memory[m + 1]) / dt
    memory[m + 1] = x
    return memory[m + 2]


@kernel
def _transfer(x, parameters, p, memory, m):
    """Direct form II transposed (Oppenheim and Schafer, Discrete-Time Signal Processing, 6.3)."""
    order = int(parameters[p])
    b, a = p + 1, p + 1 + order
    y = parameters[b] * x
    if order > 0:
        y += memory[m]
    for k in range(1, order + 1):
        carried = memory[m + k] if k < order else 0.0
        memory[m + k - 1] = carried + parameters[b + k] * x - parameters[a + k] * y
    return y


@kernel
def _relay(x, parameters, p, memory, m):
    on, off = parameters[p], parameters[p + 1]
    direction = 1.0 if on >= off else -1.0
    if direction * x >= direction * on:
        memory[m] = 1.0
    elif direction * x <= direction * off:
        memory[m] = 0.0
    return parameters[p + 3] if memory[m] > 0.5 else parameters[p + 2]


@kernel
def _profile(x, rate, acceleration, memory, m, dt):
    """Memory: output, its rate. As fast as it may be and still stop at an input that stays.

    From a rate v that falls by acceleration x dt a step, n more steps after this one go
    dt ((n + 1) v - acceleration dt n (n + 1) / 2); solved for v, it arrives to the bit.
    An input that is no number is no way to go: it brakes, and stays.
    """
    x = memory[m] if x != x else x
    change, away, old = acceleration * dt, x - memory[m], memory[m + 1]
    side, far = 1.0 if away > 0.0 else -1.0, abs(away)
    fastest, is_last = rate, False
    if far < rate * (dt + rate / acceleration):
        steps = math.floor(0.5 * (math.sqrt(1.0 + 8.0 * far / (change * dt)) - 1.0))
        fastest = (far / dt + 0.5 * change * steps * (steps + 1.0)) / (steps + 1.0)
        is_last = steps == 0.0 and fastest <= rate
        is_last = is_last and abs(old - side * fastest) <= change * (1.0 + ROUNDING)
        fastest = min(fastest, rate)
    memory[m + 1] = clamp(side * fastest, old - change, old + change)
    memory[m] = x if is_last else memory[m] + dt * memory[m + 1]
    return memory[m]


@kernel
def _pid(tables, row, signals, memory, dt):
    """Memory: started, last error, integral, derivative. The integral stops at a limit."""
    first, p, m = tables.input_start[row], tables.parameter_start[row], tables.memory_start[row]
    kp, ki, kd = tables.parameters[p], tables.parameters[p + 1], tables.parameters[p + 2]
    n, low, high = tables.parameters[p + 3], tables.parameters[p + 4], tables.parameters[p + 5]
    error = signals[tables.inputs[first]] - signals[tables.inputs[first + 1]]
    reset = signals[tables.inputs[first + 2]] > 0.5
    if memory[m] < 0.5 or reset:
        memory[m], memory[m + 1], memory[m + 3] = 1.0, error, 0.0
    if reset:
        memory[m + 2] = 0.0
    keep = exponential(-n * dt)
    memory[m + 3] = keep * memory[m + 3] + (1.0 - keep) * kd * (error - memory[m + 1]) / dt
    memory[m + 1] = error
    growth = 0.0 if reset else ki * error * dt
    value = kp * error + memory[m + 2] + growth + memory[m + 3]
    winds_up = (value > high and growth > 0.0) or (value < low and growth < 0.0)
    if not winds_up:
        memory[m + 2] += growth
    return clamp(value, low, high)
