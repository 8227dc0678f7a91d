"""Twins of the logic blocks: each returns its output for a `twin.Call`; timers count steps."""

import operator
from collections.abc import Callable
from typing import Any

OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}


def _truths(call: Any) -> list[bool]:
    return [x > 0.5 for x in call.inputs]


def _compare(call: Any) -> float:
    (a, b), p = call.inputs, call.parameters
    if p["op"] in OPERATORS:
        return float(OPERATORS[p["op"]](a, b))
    equal = abs(a - b) <= p["tolerance"]
    return float(equal if p["op"] == "==" else not equal)


def _in_range(call: Any) -> float:
    return float(call.parameters["low"] <= call.inputs[0] <= call.parameters["high"])


def _sr_latch(call: Any) -> float:
    to_set, to_reset = _truths(call)
    state, set_wins = call.state, call.parameters["dominant"] == "set"
    now = state.get("on", call.parameters["start"])
    if set_wins:
        state["on"] = to_set or (now and not to_reset)
    else:
        state["on"] = not to_reset and (to_set or now)
    return float(state["on"])


def _rose(call: Any, i: int = 0) -> bool:
    """Return whether input i became true in this step."""
    before = call.state.get(("before", i), False)
    call.state["before", i] = call.inputs[i] > 0.5
    return call.state["before", i] and not before


def _falling_edge(call: Any) -> float:
    before = call.state.get("before", False)
    call.state["before"] = call.inputs[0] > 0.5
    return float(before and not call.state["before"])


def _toggle(call: Any) -> float:
    on = call.state.get("on", call.parameters["start"])
    on = not on if _rose(call) else on
    call.state["on"] = on and not call.inputs[1] > 0.5
    return float(call.state["on"])


def _over(steps: int, call: Any) -> bool:
    """Return whether so many steps last at least the timer's time."""
    return steps * call.dt > call.parameters["time"] - 1e-9


def _ton(call: Any) -> float:
    if not call.inputs[0] > 0.5:
        call.state.clear()
        return 0.0
    steps = call.state.get("steps", 0)
    call.state["steps"] = steps + 1
    return float(_over(steps, call))


def _tof(call: Any) -> float:
    if call.inputs[0] > 0.5:
        call.state["steps"] = 0
        return 1.0
    if "steps" not in call.state or _over(call.state["steps"], call):
        call.state.clear()
        return 0.0
    call.state["steps"] += 1
    return 1.0


def _tp(call: Any) -> float:
    rose, state = _rose(call), call.state
    if "steps" in state:
        state["steps"] += 1
    elif rose:
        state["steps"] = 0
    if "steps" in state and _over(state["steps"], call):
        del state["steps"]
    return float("steps" in state)


def _counted(call: Any, up: int | None, down: int | None) -> float:
    """Return the count after this step's edges of inputs `up` and `down`."""
    count = call.state.get("count", call.parameters["start"])
    count += _rose(call, up) if up is not None else 0
    count -= _rose(call, down) if down is not None else 0
    return count


def _ctu(call: Any) -> float:
    count = _counted(call, 0, None)
    call.state["count"] = count = 0.0 if call.inputs[1] > 0.5 else count
    done = call.parameters["output"] == "done"
    return float(count >= call.parameters["preset"]) if done else count


def _ctd(call: Any) -> float:
    count = _counted(call, None, 0)
    call.state["count"] = count = call.parameters["preset"] if call.inputs[1] > 0.5 else count
    return float(count <= 0.0) if call.parameters["output"] == "done" else count


def _ctud(call: Any) -> float:
    count, preset = _counted(call, 0, 1), call.parameters["preset"]
    count = preset if call.inputs[3] > 0.5 else count
    call.state["count"] = count = 0.0 if call.inputs[2] > 0.5 else count
    return {"count": count, "full": float(count >= preset), "empty": float(count <= 0.0)}[
        call.parameters["output"]
    ]


def _sequence(call: Any) -> float:
    reset, *conditions = _truths(call)
    here = call.state.get("step", call.parameters["start"])
    if reset:
        here = 0
    elif here < len(conditions) and conditions[here]:
        here += 1
        if call.parameters["cycle"]:
            here %= len(conditions)
    call.state["step"] = here
    return float(here)


def _elapsed(call: Any) -> float:
    same = call.state.get("last") == call.inputs[0]
    call.state["steps"] = call.state["steps"] + 1 if same else 0
    call.state["last"] = call.inputs[0]
    return call.state["steps"] * call.dt


def _state_machine(call: Any) -> float:
    states = call.parameters["states"]
    here = call.state.get("here", call.parameters["start"] or states[0])
    call.state["steps"] = steps = call.state.get("steps", -1) + 1
    true = {name for name, x in zip(call.names, call.inputs, strict=True) if x > 0.5}
    for each in call.parameters["transitions"]:
        late = steps * call.dt > each.after - 1e-9
        asked = all((name in true) == wanted for name, wanted in each.conditions)
        may = here in each.origins if each.origins else here != each.target
        if late and asked and may:
            here, call.state["steps"] = each.target, 0
            break
    call.state["here"] = here
    return float(states.index(here))


FORMULAS: dict[str, Callable[[Any], float]] = {
    "and": lambda call: float(all(_truths(call))),
    "or": lambda call: float(any(_truths(call))),
    "not": lambda call: float(not _truths(call)[0]),
    "xor": lambda call: float(sum(_truths(call)) % 2),
    "nand": lambda call: float(not all(_truths(call))),
    "nor": lambda call: float(not any(_truths(call))),
    "compare": _compare,
    "in_range": _in_range,
    "sr_latch": _sr_latch,
    "rising_edge": lambda call: float(_rose(call)),
    "falling_edge": _falling_edge,
    "toggle": _toggle,
    "ton": _ton,
    "tof": _tof,
    "tp": _tp,
    "ctu": _ctu,
    "ctd": _ctd,
    "ctud": _ctud,
    "sequence": _sequence,
    "elapsed": _elapsed,
    "state_machine": _state_machine,
}
