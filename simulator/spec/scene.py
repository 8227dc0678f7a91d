"""scenes/*.yaml: robots, props, terrain, lights, console, physics settings."""

from typing import Annotated, Any, Literal

from pydantic import Field

from .console import ConsoleSpec
from .fields import (
    Angles,
    Colour,
    Direction,
    FilePath,
    Label,
    Name,
    Position,
    Radian,
    Reference,
    Spec,
    To,
    Unit,
)
from .robot import RobotSpec, SensorSpec
from .shape import ORIGIN, MaterialSpec, PartSpec, ShapeSpec


class RobotPlacement(Spec):
    """A robot in the scene; `joints` overrides its start pose."""

    file: FilePath
    name: Name | None = None  # default: the robot's folder
    at: Position = ORIGIN
    rpy: Angles = ORIGIN
    joints: dict[Name, Annotated[float, Unit("rad|m")]] = {}
    spec: RobotSpec | None = Field(default=None, exclude=True)  # filled by the loader


class PropSpec(PartSpec):
    """A thing in the room."""

    name: Name
    label: Label | None = None
    at: Position = ORIGIN
    rpy: Angles = ORIGIN


class LightSpec(Spec):
    """The sun (parallel) or a point light; `switch: true` lets the diagram switch it."""

    type: Literal["sun", "point"] = "sun"
    direction: Direction = (0.46, 0.42, -0.78)  # the way the light goes
    at: Position = (0.0, 0.0, 3.0)
    colour: Colour = "#FFF6EC"
    power: Annotated[float, Field(ge=0)] = 1.0
    range: Annotated[float, Unit("m"), Field(gt=0)] = 8.0
    shadows: bool = True
    switch: bool = False


MetrePerSecond2 = Annotated[float, Unit("m/s^2")]
Acceleration = tuple[MetrePerSecond2, MetrePerSecond2, MetrePerSecond2]


class PhysicsSpec(Spec):
    """Solver settings of the scene."""

    gravity: Acceleration = (0.0, 0.0, -9.81)
    step: Annotated[float, Unit("s"), Field(ge=0.001, le=0.02)] = 0.01
    steps_per_frame: Annotated[int, Field(ge=1, le=40)] = 4
    substeps: Annotated[int, Field(ge=1, le=16)] = 1
    iterations: Annotated[int, Field(ge=1, le=1000)] = 60  # cap; the criterion stops earlier
    tolerance: Annotated[float, Unit("m/s"), Field(gt=0)] = 1e-6
    max_contacts: Annotated[int, Field(ge=16, le=65536)] = 4096


class ViewSpec(Spec):
    """Where the free camera starts, and which robot camera is inset."""

    eye: Position = (3.0, -3.0, 2.0)
    target: Position = (0.0, 0.0, 0.4)
    fov: Radian = 0.75
    follow: Annotated[Reference, To("followed")] | None = None
    inset: Annotated[Reference, To("cameras")] | None = None


class SkySpec(Spec):
    """Background, fog and floor grid."""

    zenith: Colour = "#6F8193"
    horizon: Colour = "#B9C4CE"
    fog: Annotated[float, Unit("1/m"), Field(ge=0)] = 0.085
    grid: bool = True


class SceneSpec(Spec):
    """A whole scene file, with the files it names loaded into it."""

    include: list[FilePath] = []
    title: Label | None = None
    briefing: list[Label] = []
    materials: dict[Name, MaterialSpec] = {}
    robots: list[RobotPlacement] = []
    props: list[PropSpec] = []
    terrain: list[ShapeSpec] = [ShapeSpec(plane=True)]
    sensors: dict[Name, SensorSpec] = {}
    lights: dict[Name, LightSpec] = {"sun": LightSpec()}
    sky: SkySpec = SkySpec()
    console: FilePath | None = None
    console_spec: ConsoleSpec = Field(default=ConsoleSpec(), exclude=True)  # filled by the loader
    physics: PhysicsSpec = PhysicsSpec()
    camera: ViewSpec = ViewSpec()
    source: str = Field(default="", exclude=True)  # path of the file, filled by the loader
    digest: str = Field(default="", exclude=True)  # hash over this and every named file
    origin: Any = Field(default=None, exclude=True, repr=False)  # places of all keys: `load.locate`
