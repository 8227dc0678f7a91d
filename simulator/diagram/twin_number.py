"""Twins of the blocks that compute numbers: each returns its output for a `twin.Call`."""

import math
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

from simulator.exact.elementary import arctangent, exponential, turn

from .kinds_dynamic import discretise, start_of


def _sum(call: Any) -> float:
    signs = call.parameters["signs"] + "+" * len(call.inputs)
    return sum(x if sign == "+" else -x for sign, x in zip(signs, call.inputs, strict=False))


def _divide(call: Any) -> float:
    numerator, denominator = call.inputs
    return numerator / denominator if denominator else call.parameters["otherwise"]


def _saturate(call: Any) -> float:
    return max(call.parameters["low"], min(call.parameters["high"], call.inputs[0]))


def _dead_zone(call: Any) -> float:
    x, width = call.inputs[0], call.parameters["width"]
    return math.copysign(abs(x) - width, x) if abs(x) > width else 0.0


def interpolate(xs: tuple[float, ...], ys: list[float], x: float) -> float:
    """Return the curve through (xs, ys) at x: straight between, level beyond."""
    if x <= xs[0]:
        return ys[0]
    if x >= xs[-1]:
        return ys[-1]
    i = bisect_right(xs, x) - 1
    return ys[i] + (x - xs[i]) / (xs[i + 1] - xs[i]) * (ys[i + 1] - ys[i])


def _lookup(call: Any) -> float:
    return interpolate(call.parameters["x"], call.parameters["y"], call.inputs[0])


def _lookup_2d(call: Any) -> float:
    x, y = call.inputs
    rows = [interpolate(call.parameters["y"], row, y) for row in call.parameters["z"]]
    return interpolate(call.parameters["x"], rows, x)


def whole(x: float) -> int:
    """Return the nearest whole number, halves up, of at most a thousand million."""
    return math.floor(max(-1e9, min(1e9, x)) + 0.5)


def _select(call: Any) -> float:
    chooser, *values = call.inputs
    if call.parameters["by"] == "condition":
        return values[0] if chooser > 0.5 else values[1]
    return values[max(0, min(len(values) - 1, whole(chooser)))]


def _array(call: Any) -> float:
    values, index = call.parameters["values"], whole(call.inputs[0])
    if call.parameters["wrap"]:
        return values[index % len(values)]
    return values[max(0, min(len(values) - 1, index))]


def _held(call: Any) -> float:
    """What runs outside gives what it gave: nobody runs it here."""
    return call.state.get("value", 0.0)


def _unit_delay(call: Any) -> float:
    return call.inputs[0]


def _integrator(call: Any) -> float:
    """Return the value of the next step."""
    (x, reset), p = call.inputs, call.parameters
    if reset > 0.5:
        return start_of(p)
    value = call.state.get("value", start_of(p)) + call.dt * p["gain"] * x
    return max(p["low"], min(p["high"], value))


def _fading(time: float, time_constant: float) -> float:
    return exponential(-time / time_constant) if time_constant else 0.0


def _derivative(call: Any) -> float:
    (x,), state = call.inputs, call.state
    slope = (x - state.get("input", x)) / call.dt
    old = _fading(call.dt, call.parameters["time_constant"])
    state["input"] = x
    state["output"] = old * state.get("output", 0.0) + (1.0 - old) * slope
    return state["output"]


def _low_pass(call: Any) -> float:
    old = _fading(call.dt, call.parameters["time_constant"])
    before = call.state.get("output", call.parameters["start"])
    call.state["output"] = old * before + (1.0 - old) * call.inputs[0]
    return call.state["output"]


def _transfer_function(call: Any) -> float:
    """Direct form I: the recurrence over past inputs and outputs as the textbook writes it."""
    p = call.parameters
    numerator = list(p["num"])
    while len(numerator) > 1 and numerator[0] == 0.0:
        numerator.pop(0)
    b, a = discretise(tuple(numerator), p["den"], call.dt)
    inputs = [call.inputs[0], *call.state.get("inputs", [0.0] * (len(b) - 1))]
    outputs = call.state.get("outputs", [0.0] * (len(a) - 1))
    y = sum(c * x for c, x in zip(b, inputs, strict=True))
    y -= sum(c * old for c, old in zip(a[1:], outputs, strict=True))
    call.state["inputs"], call.state["outputs"] = inputs[:-1], [y, *outputs][:-1]
    return y


def _rate_limit(call: Any) -> float:
    p = call.parameters
    before = call.state.get("output", p["start"])
    falling = p["rate"] if p["falling"] is None else p["falling"]
    change = min(p["rate"] * call.dt, max(-falling * call.dt, call.inputs[0] - before))
    call.state["output"] = before + change
    return call.state["output"]


def _motion_profile(call: Any) -> float:
    """Braking is tried step by step, from the slowest rate on, until the way is too long."""
    p, dt, state = call.parameters, call.dt, call.state
    before, speed = state.get("output", p["start"]), state.get("rate", 0.0)
    goal = before if math.isnan(call.inputs[0]) else call.inputs[0]
    change, away = p["acceleration"] * dt, goal - before
    steps, way = 0, 0.0  # way: of a rate of change x (steps + 1) that falls, one step less
    while steps * change < p["rate"] and way + (steps + 1) * change * dt <= abs(away):
        steps += 1
        way += steps * change * dt
    fastest = steps * change + (abs(away) - way) / dt / (steps + 1)
    wanted = math.copysign(min(p["rate"], fastest), away)
    state["rate"] = min(max(wanted, speed - change), speed + change)
    is_there = steps == 0 and fastest <= p["rate"]
    is_there = is_there and abs(wanted - speed) <= change * (1.0 + 1e-9)
    state["output"] = goal if is_there else before + dt * state["rate"]
    return state["output"]


def _relay(call: Any, on: float, off: float) -> bool:
    (x,), state = call.inputs, call.state
    if x >= on if on >= off else x <= on:
        state["on"] = True
    elif x <= off if on >= off else x >= off:
        state["on"] = False
    return state.get("on", False)


def _hysteresis(call: Any) -> float:
    p = call.parameters
    return p["high"] if _relay(call, p["on"], p["off"]) else p["low"]


def _threshold(call: Any) -> float:
    value, half = call.parameters["value"], call.parameters["width"] / 2
    return float(_relay(call, value + half, value - half))


def _pid(call: Any) -> float:
    (target, measured, reset), p, state = call.inputs, call.parameters, call.state
    error = target - measured
    if reset > 0.5:
        state.clear()
    old = exponential(-p["n"] * call.dt)
    rate = (error - state.get("error", error)) / call.dt
    derivative = old * state.get("derivative", 0.0) + (1.0 - old) * p["kd"] * rate
    integral = state.get("integral", 0.0)
    growth = 0.0 if reset > 0.5 else p["ki"] * error * call.dt
    value = p["kp"] * error + integral + growth + derivative
    limited = max(p["low"], min(p["high"], value))
    if not (value > limited and growth > 0.0) and not (value < limited and growth < 0.0):
        integral += growth
    state.update(error=error, derivative=derivative, integral=integral)
    return limited


FORMULAS: dict[str, Callable[[Any], float]] = {
    "constant": lambda call: call.parameters["value"],
    "gain": lambda call: call.parameters["value"] * call.inputs[0],
    "bias": lambda call: call.inputs[0] + call.parameters["value"],
    "sum": _sum,
    "product": lambda call: math.prod(call.inputs),
    "divide": _divide,
    "abs": lambda call: abs(call.inputs[0]),
    "negate": lambda call: -call.inputs[0],
    "min": lambda call: min(call.inputs),
    "max": lambda call: max(call.inputs),
    "saturate": _saturate,
    "dead_zone": _dead_zone,
    "sin": lambda call: turn(call.inputs[0])[1],
    "cos": lambda call: turn(call.inputs[0])[0],
    "sqrt": lambda call: math.sqrt(max(0.0, call.inputs[0])),
    "atan2": lambda call: arctangent(*call.inputs),
    "lookup": _lookup,
    "lookup_2d": _lookup_2d,
    "select": _select,
    "array": _array,
    "fmu": _held,
    "python": _held,
    "integrator": _integrator,
    "derivative": _derivative,
    "low_pass": _low_pass,
    "transfer_function": _transfer_function,
    "unit_delay": _unit_delay,
    "rate_limit": _rate_limit,
    "motion_profile": _motion_profile,
    "hysteresis": _hysteresis,
    "threshold": _threshold,
    "pid": _pid,
}
