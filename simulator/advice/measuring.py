"""Sensors that measure nothing: the current of a motor whose file does not say what it draws."""

from collections.abc import Iterator

from ..spec.models.robot import RobotSpec
from ..spec.reading.source import Told


def find_idle(robot: RobotSpec) -> Iterator[Told]:
    """Yield what to tell of each sensor of a sound robot that can only say 0."""
    for name, sensor in robot.sensors.items():
        motor = robot.motors.get(sensor.motor or "")
        if sensor.type != "current" or motor is None or motor.stall_current is not None:
            continue
        wanted = "give it one" if motor.type == "dc" else "only a dc motor has one"
        message = f"{sensor.motor} has no `stall_current`, so its current is always 0: {wanted}"
        yield Told(("sensors", name), "idle-sensor", message)
