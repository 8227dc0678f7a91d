"""robots/<name>/robot.yaml: links, joints, motors from their datasheets, sensors, cameras.

A joint's frame is given in its parent link; the child link's own frame lies in the joint's frame
when the joint is at zero (as in URDF). The link that is nobody's child is the base.
"""

from typing import Annotated, Literal

from pydantic import Field

from .fields import (
    Angles,
    Colour,
    Direction,
    FilePath,
    Label,
    Metre,
    Name,
    Number,
    Position,
    Radian,
    RadianPerSecond,
    Reference,
    Second,
    Spec,
    To,
    Unit,
)
from .shape import ORIGIN, MaterialSpec, PartSpec


class LinkSpec(PartSpec):
    """A rigid link; its frame is that of the joint that carries it."""


class JointSpec(Spec):
    """Ties child to parent. Angles in rad, travel of a prismatic joint in m (friction in N)."""

    type: Literal["revolute", "prismatic", "fixed", "spherical", "universal"]
    parent: Annotated[Name, To("links")]
    child: Annotated[Name, To("links")]
    at: Position = ORIGIN
    rpy: Angles = ORIGIN
    axis: Direction = (0.0, 0.0, 1.0)
    axis2: Direction = (0.0, 1.0, 0.0)  # universal only: fixed in the child
    limit: tuple[Annotated[float, Unit("rad|m")], Annotated[float, Unit("rad|m")]] | None = None
    friction: Annotated[float, Unit("N*m|N"), Field(ge=0)] = 0.0  # dry, constant
    damping: Annotated[float, Unit("N*m*s/rad|N*s/m"), Field(ge=0)] = 0.0
    start: Annotated[float, Unit("rad|m")] = 0.0
    collide: bool = False  # may parent and child touch each other


class MotorSpec(Spec):
    """A DC motor and gear as its datasheet prints them (at the motor shaft, before the gear)."""

    joint: Annotated[Name, To("joints")] | None = None  # None: it drives repeaters only
    stall_torque: Annotated[float, Unit("N*m"), Field(gt=0)]
    no_load_speed: Annotated[float, Unit("rad/s"), Field(gt=0)]
    gear_ratio: Annotated[float, Unit("rad/rad|rad/m"), Field(gt=0)] = 1.0  # prismatic: rad per m
    time_constant: Annotated[float, Unit("s"), Field(gt=0)] | None = None
    rotor_inertia: Annotated[float, Unit("kg*m^2"), Field(gt=0)] | None = None
    bearing_friction: Annotated[float, Unit("N*m*s/rad"), Field(ge=0)] = 0.0  # at the link
    voltage: Annotated[float, Unit("V"), Field(gt=0)] = 1.0  # rated; the input is divided by it
    stall_current: Annotated[float, Unit("A"), Field(gt=0)] | None = None


class RepeaterSpec(Spec):
    """A joint that follows a motor: joint angle = ratio / gear_ratio x motor angle."""

    joint: Annotated[Name, To("joints")]
    motor: Annotated[Name, To("motors")]
    ratio: float = 1.0


class BrakeSpec(Spec):
    """A friction brake on a joint; its input 0..1 is the share of `torque` that grips."""

    joint: Annotated[Name, To("joints")]
    torque: Annotated[float, Unit("N*m|N"), Field(gt=0)]
    applied: bool = False  # when nothing drives its input


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
    ]
    joint: Annotated[Reference, To("joints")] | None = None
    motor: Annotated[Reference, To("motors")] | None = None
    link: Annotated[Reference, To("links")] | None = None
    to: Annotated[Reference, To("bodies")] | None = None
    axis: Literal["x", "y", "z", "roll", "pitch", "yaw"] | None = None
    local: bool = False  # velocity in the link's own frame
    at: Position = ORIGIN
    direction: Direction = (1.0, 0.0, 0.0)
    range: Annotated[float, Unit("m"), Field(gt=0)] = 10.0


class CameraSpec(Spec):
    """A camera on a link: it looks along its own x, z is up."""

    link: Annotated[Reference, To("links")]
    at: Position = ORIGIN
    rpy: Angles = ORIGIN
    fov: Annotated[float, Unit("rad"), Field(gt=0.05, lt=3.0)] = 1.0  # vertical
    label: Label | None = None


class LampSpec(Spec):
    """A light that a robot carries, shining along its own x; the diagram switches it (0..1)."""

    link: Annotated[Reference, To("links")]
    at: Position = ORIGIN
    rpy: Angles = ORIGIN
    cone: Annotated[float, Unit("rad"), Field(gt=0.05, le=6.3)] = 6.3  # whole angle; 6.3: all round
    colour: Colour = "#FFF2DC"
    power: Annotated[float, Field(ge=0)] = 1.0
    range: Annotated[float, Unit("m"), Field(gt=0)] = 6.0


class RobotSpec(Spec):
    """A whole robot file."""

    include: list[FilePath] = []
    title: Label | None = None
    materials: dict[Name, MaterialSpec] = {}
    links: dict[Name, LinkSpec]
    joints: dict[Name, JointSpec] = {}
    motors: dict[Name, MotorSpec] = {}
    repeaters: dict[Name, RepeaterSpec] = {}
    brakes: dict[Name, BrakeSpec] = {}
    sensors: dict[Name, SensorSpec] = {}
    cameras: dict[Name, CameraSpec] = {}
    lamps: dict[Name, LampSpec] = {}


__all__ = [
    "BrakeSpec",
    "CameraSpec",
    "JointSpec",
    "LampSpec",
    "LinkSpec",
    "Metre",
    "MotorSpec",
    "Number",
    "Radian",
    "RadianPerSecond",
    "RepeaterSpec",
    "RobotSpec",
    "Second",
    "SensorSpec",
]
