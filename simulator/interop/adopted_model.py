"""What a robot's file of another program says: links with mass and geometry, joints, colours."""

from typing import Any, NamedTuple

from simulator.spec.errors import Mark
from simulator.spec.reading.mesh_reader import Mesh

Triple = tuple[float, ...]
ORIGIN = (0.0, 0.0, 0.0)
SOLIDS = ("box", "sphere", "cylinder", "capsule", "mesh")
NAMELESS = "colour "  # begins what a material without a name is called
WORLD = "world"  # name of a link that stands for it


class Pose(NamedTuple):
    """Where a frame lies in another one [m, rad]: turned about fixed x, then y, then z."""

    at: Triple = ORIGIN
    rpy: Triple = ORIGIN


class Geometry(NamedTuple):
    """A solid of a link, or what is drawn of it."""

    kind: str  # of SOLIDS
    size: Triple  # edges; radius; radius and length; scale of a mesh along x, y, z
    file: str  # of a mesh, as written; what one without a file is called
    pose: Pose  # in the link
    colour: str  # name of its material, "" for none
    mark: Mark
    mesh: Mesh | None = None  # of a mesh without a file: vertices (n, 3) [m], faces (m, 3)
    bits: tuple[int, int] = (1, 1)  # it touches what has one of its first in the second, or so


class Link(NamedTuple):
    """A link; one without mass is a frame, or wants to be weighed by its shapes."""

    mass: float  # [kg]
    centre: Pose  # of the mass, and the axes of its moments
    moments: Triple  # xx, yy, zz, xy, xz, yz about the centre [kg m2]
    collisions: list[Geometry]
    visuals: list[Geometry]


class Mimic(NamedTuple):
    """A joint at multiplier x the other's position + offset."""

    joint: str
    multiplier: float
    offset: float


class Drive(NamedTuple):
    """A drive of which more is known than its effort and velocity."""

    motor: dict[str, Any]  # as a robot file has it, but for its joint
    rest: float | None = None  # where it rests that nothing drives, as springs do [rad or m]
    reach: tuple[float, float] | None = None  # of its input [rad, rad/s, m, m/s]


class Joint(NamedTuple):
    """A joint; effort and velocity are what its drive can give, 0 where nothing is said."""

    kind: str  # as robot files call them
    parent: str
    child: str
    pose: Pose  # in the parent
    axis: Triple
    limit: tuple[float, float] | None  # None: it turns on and on
    effort: float = 0.0  # [N m or N]
    velocity: float = 0.0  # [rad/s or m/s]
    damping: float = 0.0
    friction: float = 0.0
    mimic: Mimic | None = None
    start: float = 0.0
    drive: Drive | None = None


class Camera(NamedTuple):
    """A camera; it looks along its x, and z is up in its picture."""

    link: str
    pose: Pose  # in the link
    fov: float  # vertical [rad]


class Suction(NamedTuple):
    """A link that holds what it touches."""

    link: str
    force: float  # [N]


class Stance(NamedTuple):
    """How the base stands in the world at the start."""

    height: float | None = None  # [m], None: its soles are on the floor
    rpy: tuple[float, float, float] = ORIGIN  # [rad]


class Model(NamedTuple):
    """A whole robot."""

    name: str
    links: dict[str, Link]
    joints: dict[str, Joint]  # a tree, from the base outwards or not
    colours: dict[str, str]  # "#RRGGBB" by the material's name
    root: str  # link that is nobody's child
    fixed: bool  # the base stands in the world
    loops: dict[str, Joint]  # joints beside the tree, of links that it places
    cameras: dict[str, Camera]
    apart: set[frozenset[str]]  # pairs of links that never touch
    met: set[frozenset[str]]  # pairs of links that touch whatever `apart` and their bits say
    suction: dict[str, Suction]
    stance: Stance = Stance()
