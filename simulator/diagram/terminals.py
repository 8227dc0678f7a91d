"""What a diagram is wired to: panel inputs and sensors in; motors, brakes, suction, lights out."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from simulator.spec.models.console import ConsoleSpec
from simulator.spec.models.robot import (
    JointSpec,
    MotorSpec,
    RobotSpec,
    SensorSpec,
    find_measured,
)
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.bodies import robot_name
from simulator.spec.naming.widget_signals import made_by, shown_by

Robots = list[tuple[str, RobotSpec]]  # with their names in the scene
ONE = "1"  # the unit of shares, voltages per rated voltage, and logic


class Source(NamedTuple):
    """A signal that comes in. `unit` None = unknown; `aliases` are its other names."""

    name: str
    unit: str | None = None
    aliases: tuple[str, ...] = ()
    what: str = "panel input"


class Target(NamedTuple):
    """Something the diagram drives. `units` it accepts; none = any."""

    name: str
    units: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    what: str = "output"


class Terminals(NamedTuple):
    """Everything a diagram may be wired to, in a fixed order."""

    inputs: tuple[Source, ...]
    outputs: tuple[Target, ...]


def list_terminals(scene: SceneSpec) -> Terminals:
    """Return the terminals of a loaded scene: panel first, then robots in order, then the scene.

    What belongs to a robot is called `robot.thing`, and `thing` too where no other robot, no panel
    widget and nothing of the scene has that name.
    """
    console = scene.console_spec
    robots = [(robot_name(place), place.spec) for place in scene.robots if place.spec]
    sources = [*_panel_inputs(console), *_robot_sources(robots)]
    joints, motors = _all_of(robots)
    sources += [
        Source(name, sensor_unit(sensor, joints, motors), what="sensor")
        for name, sensor in scene.sensors.items()
    ]
    targets = [
        Target(target, units, what="indicator")
        for name, widget in console.panel.items()
        for target, units in shown_by(name, widget).items()
    ]
    buttons = [name for name, widget in console.panel.items() if widget.type == "push_button"]
    targets += [Target(name, (ONE,), what="button light") for name in buttons]
    targets += [target for name, robot in robots for target in _robot_targets(name, robot)]
    lights = [name for name, light in scene.lights.items() if light.switch]
    targets += [Target(name, (ONE,), what="light") for name in lights]
    return Terminals(tuple(_with_short_names(sources)), tuple(_with_short_names(targets)))


def sensor_unit(
    sensor: SensorSpec, joints: Mapping[str, JointSpec], motors: Mapping[str, MotorSpec]
) -> str | None:
    """Return the unit of a sensor's signal; where it measures a joint, it depends on its kind."""
    joint = find_measured(sensor, joints, motors)
    slides = joint is not None and joint.type == "prismatic"
    if sensor.type in ("angle", "speed"):
        unit = None if joint is None else ("m" if slides else "rad")
    elif sensor.type in ("position", "velocity"):
        unit = "rad" if sensor.axis in ("roll", "pitch", "yaw") else "m"
    else:
        unit = (_OF_SLIDES if slides else _UNITS)[sensor.type]
    return f"{unit}/s" if unit and sensor.type in ("speed", "velocity") else unit


def _all_of(robots: Robots) -> tuple[dict[str, JointSpec], dict[str, MotorSpec]]:
    """Return joints and motors as the scene's sensors call them: `robot.joint`, `robot.motor`."""
    joints = {f"{n}.{key}": joint for n, robot in robots for key, joint in robot.joints.items()}
    motors = {
        f"{n}.{key}": motor.model_copy(update={"joint": f"{n}.{motor.joint}"})
        for n, robot in robots
        for key, motor in robot.motors.items()
    }
    return joints, motors


_UNITS = {
    "motor_speed": "rad/s", "motor_torque": "N*m", "current": "A", "attitude": "rad",
    "distance": "m", "contact_force": "N", "separation": "m", "dosimeter": "Sv/s",
    "zmp": "m", "centre_of_mass": "m", "stability_margin": "m",
}  # fmt: skip
_OF_SLIDES = {**_UNITS, "motor_speed": "m/s", "motor_torque": "N"}


def _panel_inputs(console: ConsoleSpec) -> list[Source]:
    return [Source(one) for name, widget in console.panel.items() for one in made_by(name, widget)]


def _robot_sources(robots: Robots) -> list[Source]:
    return [
        Source(f"{name}.{key}", sensor_unit(sensor, robot.joints, robot.motors), (), "sensor")
        for name, robot in robots
        for key, sensor in robot.sensors.items()
    ]


def _robot_targets(name: str, robot: RobotSpec) -> list[Target]:
    joints = robot.joints
    found = [
        Target(f"{name}.{key}", motor_units(motor, joints.get(motor.joint or "")), (), "motor")
        for key, motor in robot.motors.items()
    ]
    found += [Target(f"{name}.{key}", (ONE,), (), "brake") for key in robot.brakes]
    found += [Target(f"{name}.{key}", (ONE,), (), "suction") for key in robot.suction]
    return found + [Target(f"{name}.{key}", (ONE,), (), "lamp") for key in robot.lamps]


def motor_units(motor: MotorSpec, joint: JointSpec | None) -> tuple[str, ...]:
    """Return what a motor's input may be: a position, a speed, a share, or volts if it has them."""
    if motor.type in ("servo", "speed"):
        way = "m" if joint is not None and joint.type == "prismatic" else "rad"
        return (ONE, way if motor.type == "servo" else f"{way}/s")
    return (ONE, "V") if "voltage" in motor.model_fields_set else (ONE,)


def _with_short_names(things: list) -> list:
    short = Counter(thing.name.split(".")[-1] for thing in things if thing.what in _OF_ROBOTS)
    full = {thing.name for thing in things}
    found = []
    for thing in things:
        name = thing.name.split(".")[-1]
        free = thing.what in _OF_ROBOTS and "." in thing.name and short[name] == 1
        found.append(thing._replace(aliases=(name,)) if free and name not in full else thing)
    return found


_OF_ROBOTS = ("sensor", "motor", "brake", "suction", "lamp")
