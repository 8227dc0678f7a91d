"""Sensors that measure nothing: the current of a motor whose file does not say what it draws."""

from collections.abc import Iterator

from ..spec.models.robot import RobotSpec

Told = tuple[tuple[str | int, ...], str, str]  # path in the robot's file, code, message


def find_idle(robot: RobotSpec) -> Iterator[Told]:
    """Yield (path, code, message) of each sensor of a sound robot that can only say 0."""
    for name, sensor in robot.sensors.items():
        motor = robot.motors.get(sensor.motor or "")
        if sensor.type != "current" or motor is None or motor.stall_current is not None:
            continue
        wanted = "give it one" if motor.type == "dc" else "only a dc motor has one"
        message = f"{sensor.motor} has no `stall_current`, so its current is always 0: {wanted}"
        yield ("sensors", name), "idle-sensor", message
