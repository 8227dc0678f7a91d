"""How pictures follow values: short, never the other way round."""

import math

from simulator.spec.models.console import LEVERS
from simulator.ui.widgets.face import Face

HOVER_TIME = 0.08
TURN_TIME = 0.12  # toggle, key, selector
STOP_TIME = 0.16  # guard, emergency stop
SPRING_TIME = 0.18  # lever let go
NEEDLE_TIME = 0.12
ATTITUDE_TIME = 0.05  # as short as makes 25 frames a second even
STEPS = 8  # hover is drawn in eighths, so that mixed colours repeat


def follow(f: Face, kind: str, dt: float) -> None:
    """Move what is drawn of a widget towards its value by `dt` seconds."""
    if kind in ("joystick", *LEVERS):
        f.drawn = spring(f.drawn, f.value, dt, f.is_held, f.high - f.low)
        f.drawn_second = spring(f.drawn_second, f.second, dt, f.is_held, f.high - f.low)
    elif kind in ("gauge", "bar_gauge", "strip"):
        f.drawn = lag(f.drawn, f.value, dt, NEEDLE_TIME)
    elif kind == "attitude":
        f.drawn = f.value + lag(_turned(f.drawn - f.value), 0.0, dt, ATTITUDE_TIME)
        f.drawn_second = lag(f.drawn_second, f.second, dt, ATTITUDE_TIME)
    elif kind == "emergency_stop":
        f.drawn = approach(f.drawn, f.value, dt, STOP_TIME)
    else:
        f.drawn = approach(f.drawn, f.value, dt, TURN_TIME)


def hover(f: Face, is_hovered: bool, dt: float) -> None:
    """Fade the hover mark in or out."""
    if is_hovered and f.hover < 1.0:
        f.hover = min(1.0, f.hover + max(1, round(dt / HOVER_TIME * STEPS)) / STEPS)
    elif not is_hovered and f.hover > 0.0:
        f.hover = max(0.0, f.hover - max(1, round(dt / HOVER_TIME * STEPS)) / STEPS)


def approach(drawn: float, value: float, dt: float, time: float) -> float:
    """Ease out to a value: 95 % of the way in `time`."""
    return value if abs(value - drawn) < 0.01 else lag(drawn, value, dt, time / 3)


def spring(drawn: float, value: float, dt: float, is_held: bool, span: float) -> float:
    """Follow a hand at once, and a spring without overshoot."""
    if is_held or abs(value - drawn) < 0.002 * span:
        return value
    return lag(drawn, value, dt, SPRING_TIME / 4)


def _turned(degrees: float) -> float:
    """Return an angle the short way round, -180 to 180."""
    return (degrees + 180.0) % 360.0 - 180.0


def lag(drawn: float, value: float, dt: float, time: float) -> float:
    """Return a first-order lag's next value; a broken one restarts at the value."""
    if not math.isfinite(drawn) or not math.isfinite(value):
        return value if math.isfinite(value) else 0.0
    return value + (drawn - value) * math.exp(-dt / time)


def is_dark(time: float, rate: float) -> bool:
    """Return whether a blink of `rate` [Hz] is in its dark half; all blink in phase."""
    return (time * rate) % 1.0 >= 0.5
