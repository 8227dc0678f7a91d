"""Block kinds that compute a number and remember: filters, integrators, controllers."""

import math

import numpy as np

from . import opcode
from .kind import (
    NOT_NEGATIVE,
    NUMBER,
    NUMBERS,
    POSITIVE,
    Complaints,
    Kind,
    Parameter,
    Port,
    Values,
    check_order,
)

HIGHEST_ORDER = 8  # of a transfer function; coefficients of more lose their meaning
FASTEST_GROWTH = 50.0  # [1/s] an unstable pole that no step could follow
RESET = Port("reset", 0.0, "one")
LOW = Parameter("low", NUMBER, -math.inf)
HIGH = Parameter("high", NUMBER, math.inf)
START = Parameter("start", NUMBER, 0.0, "in")


def discretise(
    numerator: tuple[float, ...], denominator: tuple[float, ...], step: float
) -> tuple[list[float], list[float]]:
    """Return b (n + 1), a (n + 1), a[0] = 1, of a proper transfer function by Tustin's rule.

    s = 2 / step (z - 1) / (z + 1); coefficients from the highest power, in s and in z (Franklin,
    Powell and Workman, Digital Control of Dynamic Systems, section 6.1).
    """
    order = len(denominator) - 1
    b = _substitute(numerator, order, 2.0 / step)
    a = _substitute(denominator, order, 2.0 / step)
    return list(b / a[0]), list(a / a[0])


def _substitute(coefficients: tuple[float, ...], order: int, rate: float) -> np.ndarray:
    total = np.zeros(order + 1)
    for power, coefficient in enumerate(reversed(coefficients)):
        term = np.array([coefficient])
        for _ in range(power):
            term = rate * (np.append(term, 0.0) - np.append(0.0, term))
        for _ in range(order - power):
            term = np.append(term, 0.0) + np.append(0.0, term)
        total += term
    return total


def _trimmed(coefficients: tuple[float, ...]) -> tuple[float, ...]:
    leading = next((i for i, value in enumerate(coefficients) if value), len(coefficients) - 1)
    return coefficients[leading:]


def _pack_transfer(parameters: Values, input_count: int, step: float) -> list[float]:
    numerator, denominator = _trimmed(parameters["num"]), parameters["den"]
    b, a = discretise(numerator, denominator, step)
    return [float(len(a) - 1), *b, *a[1:]]


def _transfer_memory(parameters: Values) -> list[float]:
    return [0.0] * (len(parameters["den"]) - 1)


def _check_transfer(parameters: Values) -> Complaints:
    numerator, denominator = _trimmed(parameters["num"]), parameters["den"]
    if denominator[0] == 0.0:
        return [("den", "has to begin with a number other than 0")]
    if len(numerator) > len(denominator):
        return [("num", "has a higher power of s than den: such a block would need the future")]
    if len(denominator) > HIGHEST_ORDER + 1:
        return [("den", f"has a power of s above {HIGHEST_ORDER}: write it as blocks in series")]
    with np.errstate(all="ignore"):
        poles = np.roots(denominator).real
    if len(poles) and not np.max(poles) < FASTEST_GROWTH:
        return [("den", f"is unstable: it grows faster than exp({FASTEST_GROWTH:g} t)")]
    return []


def _pack_hysteresis(parameters: Values, input_count: int, step: float) -> list[float]:
    return [parameters[name] for name in ("on", "off", "low", "high")]


def _check_hysteresis(parameters: Values) -> Complaints:
    if parameters["on"] == parameters["off"]:
        return [("off", "has to differ from `on`; without a gap use compare")]
    return []


def _pack_threshold(parameters: Values, input_count: int, step: float) -> list[float]:
    value, half = parameters["value"], 0.5 * parameters["width"]
    return [value + half, value - half, 0.0, 1.0]


def _pack_rate(parameters: Values, input_count: int, step: float) -> list[float]:
    falling = parameters["falling"]
    return [parameters["rate"], parameters["rate"] if falling is None else falling]


def _pack_profile(parameters: Values, input_count: int, step: float) -> list[float]:
    return [parameters["rate"], parameters["acceleration"]]


def start_of(parameters: Values) -> float:
    """Return what an integrator starts from: where that is left out, the nearest to 0 it may be."""
    low, high, start = (parameters[name] for name in ("low", "high", "start"))
    return min(max(0.0, low), high) if start is None else start


def _pack_integrator(parameters: Values, input_count: int, step: float) -> list[float]:
    return [parameters["gain"], parameters["low"], parameters["high"], start_of(parameters)]


def _integrator_memory(parameters: Values) -> list[float]:
    return [start_of(parameters)]


def _check_start(parameters: Values) -> Complaints:
    """Complain where an integrator does not start between its limits."""
    low, high, start = parameters["low"], parameters["high"], start_of(parameters)
    if low <= start <= high:
        return []
    return check_order(parameters) or [("start", f"{start:g} is not between {low:g} and {high:g}")]


KINDS = (
    Kind("integrator", opcode.INTEGRATOR,
         "The integral of the input times `gain`, held between `low` and `high` (it never winds up "
         "beyond them); `reset` returns it to `start`, which is 0, or the limit nearest to it, "
         "where it is left out. The output shows an input one step later.",
         ports=(Port("in"), RESET), output="integral", feed_through=False,
         memory=_integrator_memory, pack=_pack_integrator, check=_check_start,
         parameters=(Parameter("gain", NUMBER, 1.0), LOW, HIGH, Parameter("start", NUMBER, None))),
    Kind("derivative", opcode.DERIVATIVE,
         "The rate of the input behind a low-pass of `time_constant`; 0 in the first step.",
         output="derivative", memory=(0.0, 0.0, 0.0),
         parameters=(Parameter("time_constant", NOT_NEGATIVE, unit="s"),)),
    Kind("low_pass", opcode.LOW_PASS,
         "A first-order lag: after `time_constant` 63 % of a step has passed.",
         memory=("start",), parameters=(Parameter("time_constant", NOT_NEGATIVE, unit="s"), START)),
    Kind("transfer_function", opcode.TRANSFER_FUNCTION,
         "num(s) / den(s), coefficients from the highest power, made discrete by Tustin's rule.",
         ports=(Port("in", unit="any"),), output="unknown", memory=_transfer_memory,
         pack=_pack_transfer, check=_check_transfer,
         parameters=(Parameter("num", NUMBERS), Parameter("den", NUMBERS))),
    Kind("unit_delay", opcode.UNIT_DELAY, "The input of the previous step; breaks algebraic loops.",
         feed_through=False, memory=("start",), parameters=(START,)),
    Kind("rate_limit", opcode.RATE_LIMIT,
         "Follows the input, rising by at most `rate` and falling by at most `falling` a second.",
         memory=("start",), pack=_pack_rate,
         parameters=(Parameter("rate", POSITIVE, unit="in/s"),
                     Parameter("falling", POSITIVE, None, "in/s"), START)),
    Kind("motion_profile", opcode.MOTION_PROFILE,
         "Follows the input as a machine does: its rate stays below `rate`, grows and falls by at "
         "most `acceleration` a second, and is 0 where the input is reached (a trapezoidal "
         "profile). An input that comes back sooner than that is passed, and returned to.",
         memory=("start", 0.0), pack=_pack_profile,
         parameters=(Parameter("rate", POSITIVE, unit="in/s"),
                     Parameter("acceleration", POSITIVE, unit="in/s^2"), START)),
    Kind("hysteresis", opcode.HYSTERESIS,
         "A relay: `high` once the input reaches `on`, `low` once it is back at `off`; with `on` "
         "below `off` it works downwards.",
         output="unknown", memory=(0.0,), pack=_pack_hysteresis, check=_check_hysteresis,
         parameters=(Parameter("on", NUMBER, unit="in"), Parameter("off", NUMBER, unit="in"),
                     Parameter("low", NUMBER, 0.0), Parameter("high", NUMBER, 1.0))),
    Kind("threshold", opcode.HYSTERESIS,
         "1 once the input is `width` / 2 above `value`, 0 once it is as far below.",
         output="one", logic=True, memory=(0.0,), pack=_pack_threshold,
         parameters=(Parameter("value", NUMBER, unit="in"),
                     Parameter("width", NOT_NEGATIVE, 0.0, "in"))),
    Kind("pid", opcode.PID,
         "kp e + ki (integral of e) + kd (rate of e behind a filter of `n` rad/s), e = set - "
         "measured, held between `low` and `high`; at a limit the integral stops growing.",
         ports=(Port("set"), Port("measured", 0.0), RESET), output="unknown", memory=(0.0,) * 4,
         parameters=(Parameter("kp", NUMBER), Parameter("ki", NOT_NEGATIVE, 0.0, "1/s"),
                     Parameter("kd", NUMBER, 0.0, "s"), Parameter("n", POSITIVE, 100.0, "rad/s"),
                     LOW, HIGH),
         check=check_order),
)  # fmt: skip
