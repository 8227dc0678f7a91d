"""robots/<name>/robot.yaml: links, joints, motors from their datasheets, sensors, cameras.

A joint's frame is given in its parent link; the child link's own frame lies in the joint's frame
when the joint is at zero (as in URDF). The link that is nobody's child is the base.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from ..fields import (
    LEAST_RATIO,
    MOST_RATIO,
    Angles,
    Colour,
    Direction,
    FilePath,
    Label,
    Metre,
    Name,
    Position,
    PositiveMetre,
    PositiveSecond,
    Radian,
    Reference,
    Second,
    Spec,
    To,
    Travel,
    Unit,
)
from .gait import GaitSpec
from .shape import ORIGIN, MaterialSpec, PartSpec
from .track import Follow, Mount, TrackSpec

DRIVEN = ("revolute", "prismatic")  # joints with one freedom: a motor can drive them


class LinkSpec(PartSpec):
    """A rigid link; its frame is that of the joint that carries it."""

    touches: Annotated[list[Name], To("links")] | None = None  # of its robot these only; else all
    mount: Mount | None = Field(default=None, exclude=True)  # of a track's first link


class JointSpec(Spec):
    """Ties child to parent. Angles in rad, travel of a prismatic joint in m (friction in N)."""

    type: Literal["revolute", "prismatic", "fixed", "spherical", "universal"]  # how it moves
    parent: Annotated[Name, To("links")]  # link that carries the joint
    child: Annotated[Name, To("links")]  # link that the joint carries
    at: Position = ORIGIN  # joint frame in the parent
    rpy: Angles = ORIGIN  # joint frame in the parent
    axis: Direction = (0.0, 0.0, 1.0)  # of turning or sliding, in the joint frame
    axis2: Direction = (0.0, 1.0, 0.0)  # universal only: fixed in the child
    limit: tuple[Travel, Travel] | None = None  # lowest and highest position
    friction: Annotated[float, Unit("N*m|N"), Field(ge=0)] = 0.0  # dry, constant
    damping: Annotated[float, Unit("N*m*s/rad|N*s/m"), Field(ge=0)] = 0.0  # viscous
    start: Travel = 0.0  # position at the start
    collide: bool = False  # may parent and child touch each other
    follow: Follow | None = Field(default=None, exclude=True)  # of a belt's wheel


Gear = Annotated[float, Unit("rad/rad|rad/m"), Field(ge=LEAST_RATIO, le=MOST_RATIO)]


class MotorSpec(Spec):
    """A DC motor and gear by its datasheet (at the motor shaft), or an ideal drive at the joint."""

    type: Literal["dc", "servo", "speed", "torque"] = "dc"  # what its input asks for
    joint: Annotated[Name, To("joints")] | None = None  # None: it drives repeaters only
    stall_torque: Annotated[float, Unit("N*m"), Field(gt=0)] = 0.0  # dc: starting torque
    no_load_speed: Annotated[float, Unit("rad/s"), Field(gt=0)] = 0.0  # dc; servo: at the joint
    gear_ratio: Gear = 1.0  # prismatic: rad per m
    time_constant: PositiveSecond | None = None  # electromechanical; or rotor_inertia
    rotor_inertia: Annotated[float, Unit("kg*m^2"), Field(gt=0)] | None = None  # or time_constant
    bearing_friction: Annotated[float, Unit("N*m*s/rad"), Field(ge=0)] = 0.0  # at the link
    voltage: Annotated[float, Unit("V"), Field(gt=0)] = 1.0  # rated; the input is divided by it
    stall_current: Annotated[float, Unit("A"), Field(gt=0)] | None = None  # for `current`
    stiffness: Annotated[float, Unit("N*m/rad|N/m"), Field(ge=0)] = 0.0  # servo: per way to go
    damping: Annotated[float, Unit("N*m*s/rad|N*s/m"), Field(ge=0)] = 0.0  # servo, speed: per speed
    torque: Annotated[float, Unit("N*m|N"), Field(gt=0)] | None = None  # largest, but of dc


class RepeaterSpec(Spec):
    """A joint that follows a motor: joint angle = ratio / gear_ratio x motor angle."""

    joint: Annotated[Name, To("joints")]  # that follows
    motor: Annotated[Name, To("motors")]  # that it follows
    ratio: Annotated[float, Field(ge=-MOST_RATIO, le=MOST_RATIO)] = 1.0  # -1: opposite to the motor


class BrakeSpec(Spec):
    """A friction brake on a joint; its input 0..1 is the share of `torque` that grips."""

    joint: Annotated[Name, To("joints")]  # that it holds
    torque: Annotated[float, Unit("N*m|N"), Field(gt=0)]  # grip when fully applied
    applied: bool = False  # when nothing drives its input


class SuctionSpec(Spec):
    """A link that holds what it touches, as a suction cup or a magnet does; its input is 0..1."""

    link: Annotated[Name, To("links")]  # that holds
    force: Annotated[float, Unit("N"), Field(gt=0)]  # most that it carries, at input 1
    applied: bool = False  # when nothing drives its input


PerSievert = Annotated[float, Unit("1/Sv"), Field(gt=0)]


class SensorSpec(Spec):
    """One measured number, a signal of the diagram."""

    type: Literal[
        "angle",
        "speed",  # of `joint`
        "motor_speed",
        "motor_torque",
        "current",  # of `motor`
        "position",
        "velocity",
        "attitude",  # of `link`, along `axis`
        "distance",  # ray from `link`: at, direction, range
        "contact_force",  # sum on `link` [N]
        "separation",  # from `link` (at) to the body `to` [m]
        "dosimeter",  # dose rate at `link` (at) [Sv/s]
        "zmp",
        "centre_of_mass",  # of the robot of `link`, along `axis` [m]
        "stability_margin",  # how far a point of it (`of`) is inside the support polygon [m]
    ]
    joint: Annotated[Reference, To("joints")] | None = None  # of angle, speed
    motor: Annotated[Reference, To("motors")] | None = None  # of motor_speed, motor_torque, current
    link: Annotated[Reference, To("links")] | None = None  # of the other types
    to: Annotated[Reference, To("bodies")] | None = None  # body that separation measures to
    axis: Literal["x", "y", "z", "roll", "pitch", "yaw"] | None = None  # of what moves, of a push
    local: bool = False  # in the link's frame; zmp, centre_of_mass: along its heading
    of: Literal["zmp", "centre_of_mass", "capture_point"] | None = None  # point of stability_margin
    at: Position = ORIGIN  # point on the link
    direction: Direction = (1.0, 0.0, 0.0)  # of the ray, in the link
    range: PositiveMetre = 10.0  # of the ray
    sensitivity: PerSievert | None = None  # of a dosimeter: it counts; default: it is exact


def find_measured(
    sensor: SensorSpec, joints: Mapping[str, JointSpec], motors: Mapping[str, MotorSpec]
) -> JointSpec | None:
    """Return the joint that a sensor measures: its own, or that of its ideal drive.

    A dc motor is measured before its gears.
    """
    motor = motors.get(sensor.motor or "")
    driven = motor.joint if motor is not None and motor.type != "dc" else None
    return joints.get(sensor.joint or driven or "")


class CameraSpec(Spec):
    """A camera on a link: it looks along its own x, z is up."""

    link: Annotated[Reference, To("links")]  # that carries it
    at: Position = ORIGIN  # in the link
    rpy: Angles = ORIGIN  # in the link
    fov: Annotated[float, Unit("rad"), Field(gt=0.05, lt=3.0)] = 1.0  # vertical
    label: Label | None = None  # shown in the window


class LampSpec(Spec):
    """A light that a robot carries, shining along its own x; the diagram switches it (0..1)."""

    link: Annotated[Reference, To("links")]  # that carries it
    at: Position = ORIGIN  # in the link
    rpy: Angles = ORIGIN  # in the link
    cone: Annotated[float, Unit("rad"), Field(gt=0.05, le=6.3)] = 6.3  # whole angle; 6.3: all round
    colour: Colour = "#FFF2DC"  # of its light
    power: Annotated[float, Field(ge=0)] = 1.0  # brightness
    range: PositiveMetre = 6.0  # how far it reaches


class RobotSpec(Spec):
    """A whole robot file."""

    include: list[FilePath] = []  # files merged below this one
    title: Label | None = None  # shown in the window
    materials: dict[Name, MaterialSpec] = {}  # added to the built-in ones
    links: dict[Name, LinkSpec] = Field(min_length=1)  # rigid parts
    joints: dict[Name, JointSpec] = {}  # between links
    motors: dict[Name, MotorSpec] = {}  # drive joints
    repeaters: dict[Name, RepeaterSpec] = {}  # joints that follow motors
    brakes: dict[Name, BrakeSpec] = {}  # hold joints
    suction: dict[Name, SuctionSpec] = {}  # holds what links touch
    tracks: dict[Name, TrackSpec] = {}  # round wheels
    gripper: Annotated[list[Name], To("joints")] = []  # joints of its jaws
    feet: Annotated[list[Name], To("links")] = []  # links that it stands and walks on
    sensors: dict[Name, SensorSpec] = {}  # signals for the diagram
    cameras: dict[Name, CameraSpec] = {}  # views from the robot
    lamps: dict[Name, LampSpec] = {}  # lights on the robot
    gait: GaitSpec | None = None  # how it walks
    labels: dict[Name, Label] = {}  # what pages call its links, motors, sensors and the like


__all__ = [
    "BrakeSpec",
    "CameraSpec",
    "JointSpec",
    "LampSpec",
    "LinkSpec",
    "Metre",
    "MotorSpec",
    "Radian",
    "RepeaterSpec",
    "RobotSpec",
    "Second",
    "SensorSpec",
    "TrackSpec",
]
