"""What a gamepad's axis means: values by name, dead zone, curve, inversion. Nothing is trusted."""

import math
from typing import Any

from simulator.console.calibration import Calibration
from simulator.spec.models.console import AxisBinding

BUTTONS = (
    "a", "b", "x", "y", "back", "start", "leftshoulder", "rightshoulder", "leftstick", "rightstick",
)  # fmt: skip


def shape(raw: object, binding: AxisBinding, own: Calibration | None = None) -> float:
    """Return -1..1 after inversion, dead zone and curve |x|^curve; what is no number gives 0.

    Of a calibrated axis (`own`) ends, rest, dead zone and curve are as they were measured.
    """
    if not isinstance(raw, (int, float)) or not math.isfinite(raw):
        return 0.0
    value = own.travel(raw) if own else min(max(float(raw), -1.0), 1.0)
    if binding.invert:
        value = -value
    dead_zone, curve = (own.dead_zone, own.curve) if own else (binding.dead_zone, binding.curve)
    return bend(value, dead_zone, curve)


def bend(value: float, dead_zone: float, curve: float) -> float:
    """Return a deflection (-1..1) with dead zone and curve: 0 inside, full at full."""
    size = (abs(value) - dead_zone) / (1.0 - dead_zone)
    return math.copysign(size**curve, value) if size > 0.0 else 0.0


def read_controls(device: Any) -> dict[str, Any]:
    """Return a pyglet Controller's or Joystick's values by binding name; y axes count upwards."""
    if hasattr(device, "leftx"):
        values = {name: getattr(device, name) for name in ("leftx", "rightx", *BUTTONS)}
        values |= {name: getattr(device, name) for name in ("lefttrigger", "righttrigger")}
        values |= {"lefty": _negate(device.lefty), "righty": _negate(device.righty)}
        values |= {"dpad_x": device.dpad[0], "dpad_y": device.dpad[1]}
        return values
    values = {"leftx": device.x, "lefty": _negate(device.y)}
    values |= {"rightx": device.rx or device.rz, "righty": _negate(device.ry or device.z)}
    values |= {"dpad_x": device.hat_x, "dpad_y": device.hat_y}
    return values | dict(zip(BUTTONS, device.buttons, strict=False))


def _negate(value: Any) -> Any:
    return -value if isinstance(value, (int, float)) else value
