"""scenes/*.yaml: robots, props, terrain, lights, console, physics settings."""

from typing import Annotated, Any, Literal

from pydantic import Field

from ..fields import (
    MOST_GRAVITY,
    MOST_SPEED,
    MOST_SPIN,
    Angles,
    Colour,
    Direction,
    FilePath,
    Label,
    Name,
    Position,
    PositiveMetre,
    Reference,
    Spec,
    To,
    Travel,
    Unit,
)
from .console import ConsoleSpec
from .plot import PlotSpec
from .robot import RobotSpec, SensorSpec
from .shape import ORIGIN, MaterialSpec, PartSpec, ShapeSpec
from .track import Model

Speed = Annotated[float, Unit("m/s"), Field(ge=-MOST_SPEED, le=MOST_SPEED)]
Velocity = tuple[Speed, Speed, Speed]
Turning = Annotated[float, Unit("rad/s"), Field(ge=-MOST_SPIN, le=MOST_SPIN)]
Spin = tuple[Turning, Turning, Turning]
Rate = Annotated[float, Unit("rad/s|m/s"), Field(ge=-MOST_SPIN, le=MOST_SPIN)]


class RobotPlacement(Spec):
    """A robot in the scene; `joints` overrides its start pose.

    It starts to move as one body, and with `speeds` its joints on top of that.
    """

    file: FilePath  # robot file
    name: Name | None = None  # default: the robot's folder
    at: Position = ORIGIN  # of the base
    rpy: Angles = ORIGIN  # of the base
    joints: dict[Name, Travel] = {}  # positions at the start
    velocity: Velocity = ORIGIN  # at the start: of its centre of mass, in the world
    spin: Spin = ORIGIN  # at the start: about that, and the axes of the world
    speeds: dict[Name, Rate] = {}  # of joints at the start
    tracks: Model | None = None  # builds all its tracks so, whatever its file says
    label: Label | None = None  # shown in the window; default: the name
    console: FilePath | None = None  # its own console; names in it become `robot.name`
    console_spec: ConsoleSpec | None = Field(default=None, exclude=True)  # filled by the loader
    spec: RobotSpec | None = Field(default=None, exclude=True)  # filled by the loader


class PropSpec(PartSpec):
    """A thing in the room."""

    name: Name  # unique in the scene
    label: Label | None = None  # shown in the window
    at: Position = ORIGIN  # in the world
    rpy: Angles = ORIGIN  # in the world
    velocity: Velocity = ORIGIN  # at the start: of its centre of mass, in the world
    spin: Spin = ORIGIN  # at the start: about the axes of the world


class LightSpec(Spec):
    """The sun (parallel) or a point light; `switch: true` lets the diagram switch it."""

    type: Literal["sun", "point"] = "sun"  # sun shines everywhere, point from `at`
    direction: Direction = (0.46, 0.42, -0.78)  # the way the light goes
    at: Position = (0.0, 0.0, 3.0)  # of a point light
    colour: Colour = "#FFF6EC"  # of its light
    power: Annotated[float, Field(ge=0)] = 1.0  # brightness
    range: PositiveMetre = 8.0  # how far a point light reaches
    shadows: bool = True  # casts shadows
    switch: bool = False  # the diagram switches it


MetrePerSecond2 = Annotated[float, Unit("m/s^2"), Field(ge=-MOST_GRAVITY, le=MOST_GRAVITY)]
Acceleration = tuple[MetrePerSecond2, MetrePerSecond2, MetrePerSecond2]


class PhysicsSpec(Spec):
    """Solver settings of the scene."""

    gravity: Acceleration = (0.0, 0.0, -9.81)  # in the world
    step: Annotated[float, Unit("s"), Field(ge=0.001, le=0.02)] = 0.01  # fixed step of the solver
    steps_per_frame: Annotated[int, Field(ge=1, le=40)] = 4  # 4 x 10 ms = one frame of 40 ms
    substeps: Annotated[int, Field(ge=1, le=16)] = 1  # equal parts of a step, with own contacts
    iterations: Annotated[int, Field(ge=1, le=1000)] = 60  # cap; the criterion stops earlier
    tolerance: Annotated[float, Unit("m/s"), Field(gt=0)] = 1e-6  # speed at which the solver stops
    max_contacts: Annotated[int, Field(ge=16, le=65536)] = 4096  # capacity
    sleep: bool = True  # what rests is left alone until something wakes it
    threads: Annotated[int, Field(ge=1, le=8)] = 2  # most that share a step of several robots


class ViewSpec(Spec):
    """Where the free camera starts, and which robot camera is inset."""

    eye: Position = (3.0, -3.0, 2.0)  # of the free camera
    target: Position = (0.0, 0.0, 0.4)  # what it looks at
    fov: Annotated[float, Unit("rad"), Field(gt=0.05, lt=3.0)] = 0.75  # vertical
    follow: Annotated[Reference, To("followed")] | None = None  # robot or body to follow
    inset: Annotated[Reference, To("cameras")] | None = None  # robot camera, `robot.camera`


class SkySpec(Spec):
    """Background, fog and floor grid."""

    zenith: Colour = "#6F8193"  # colour above
    horizon: Colour = "#B9C4CE"  # colour at eye level
    fog: Annotated[float, Unit("1/m"), Field(ge=0)] = 0.085  # density
    power: Annotated[float, Field(ge=0)] = 1.0  # of light and fog; night: 0.1, dark colours
    grid: bool = True  # lines on the floor


class SceneSpec(Spec):
    """A whole scene file, with the files it names loaded into it."""

    include: list[FilePath] = []  # files merged below this one
    title: Label | None = None  # shown in the window
    briefing: list[Label] = []  # the task, line by line
    materials: dict[Name, MaterialSpec] = {}  # added to the built-in ones
    robots: list[RobotPlacement] = []  # robots and where they stand
    props: list[PropSpec] = []  # things in the room
    terrain: list[ShapeSpec] = [ShapeSpec(plane=True)]  # shapes of the ground
    sensors: dict[Name, SensorSpec] = {}  # of the scene; links are `robot.link`
    lights: dict[Name, LightSpec] = {"sun": LightSpec()}  # by name
    sky: SkySpec = SkySpec()  # background
    console: FilePath | None = None  # console file
    console_spec: ConsoleSpec = Field(default=ConsoleSpec(), exclude=True)  # all consoles as one
    consoles: dict[str, ConsoleSpec] = Field(default={}, exclude=True)  # by owner: `consoles.join`
    physics: PhysicsSpec = PhysicsSpec()  # solver settings
    camera: ViewSpec = ViewSpec()  # the first view
    plots: dict[Name, PlotSpec] = {}  # figures of `simulator plot`; the first is its default
    source: str = Field(default="", exclude=True)  # path of the file, filled by the loader
    digest: str = Field(default="", exclude=True)  # hash over this and every named file
    files: dict[str, str] = Field(default={}, exclude=True)  # hashes of all these files, by path
    origin: Any = Field(default=None, exclude=True, repr=False)  # places of all keys
