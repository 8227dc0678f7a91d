"""Shapes, materials and rigid parts: what links and props are made of."""

from typing import Annotated, Literal

from pydantic import Field

from .. import solids
from ..errors import KeyPath
from ..fields import (
    Angles,
    Colour,
    Density,
    MeshPath,
    Metre,
    Name,
    PicturePath,
    Position,
    PositiveKilogram,
    PositiveMetre,
    Radian,
    Share,
    Spec,
    To,
    Unit,
    Vector,
)
from .track import Belt, Course

ORIGIN = (0.0, 0.0, 0.0)
PerMetre = Annotated[float, Unit("1/m"), Field(ge=0)]
SHAPE_KINDS = ("box", "sphere", "capsule", "cylinder", "hull", "mesh", "plane", "height_field")
HOLLOW = ("plane", "height_field")  # nothing inside that could weigh


class Round(Spec):
    """A cylinder or capsule along its own z axis, centred; length is without a capsule's caps."""

    radius: PositiveMetre  # of the circle
    length: PositiveMetre  # along z


MAX_GRID = 1024  # heights along a side of a height field


class HeightField(Spec):
    """Terrain as a grid of heights, centred at `at`; a picture's upper edge is at the least y."""

    size: tuple[PositiveMetre, PositiveMetre]  # extent in x and y
    heights: list[list[Metre]] | None = None  # rows from the least y, each from the least x
    image: PicturePath | None = None  # grey picture, white = `height`
    height: Metre = 1.0  # of white in the image


class DecalSpec(Spec):
    """A sign painted on a box or cylinder: on the side that looks to `azimuth`, or on top."""

    sign: Literal["trefoil", "frame", "stripes", "arrow", "cross", "disc"]  # what is painted
    size: PositiveMetre = 0.2  # edge length of the square it fills
    azimuth: Radian = 0.0  # about the shape's z, from its x (box: nearest side)
    height: Metre = 0.0  # of the sign's centre above the shape's centre
    top: bool = False  # on top instead of a side
    colour: Colour = "#16181A"  # of the paint


class ShapeSpec(Spec):
    """One primitive or mesh: exactly one of the kinds, its pose in the link, and its matter."""

    box: tuple[PositiveMetre, PositiveMetre, PositiveMetre] | None = None  # full edge lengths
    sphere: PositiveMetre | None = None  # radius
    capsule: Round | None = None  # radius, length
    cylinder: Round | None = None  # radius, length
    hull: MeshPath | None = None  # convex hull of a mesh file
    mesh: MeshPath | None = None  # triangles; on a body that moves: convex
    convex: Literal["hull", "parts"] | None = None  # of a moving mesh; parts where it is concave
    plane: bool | None = None  # infinite, normal = own z
    height_field: HeightField | None = None  # terrain
    at: Position = ORIGIN  # in the body
    rpy: Angles = ORIGIN  # roll, pitch, yaw: rotations about fixed x, then y, then z
    scale: Annotated[float, Field(gt=0)] = 1.0  # of a mesh file
    mass: PositiveKilogram | None = None  # of this shape; else density x volume
    density: Density | None = None  # else that of the part, or of the material
    material: Annotated[Name, To("materials")] | None = None  # by name
    bevel: Annotated[float, Unit("m"), Field(ge=0)] | None = None  # drawn edge rounding
    decals: list[DecalSpec] = []  # drawn only
    belt: Belt | None = Field(default=None, exclude=True)  # its surface runs with a sprocket
    course: Course | None = Field(default=None, exclude=True)  # drawn: a link of a belt
    horn: bool = Field(default=False, exclude=True)  # of a track: meets a rim, not its tyre

    @property
    def kind(self) -> str:
        """The one shape kind that is given; "" for none."""
        return next((kind for kind in SHAPE_KINDS if getattr(self, kind) is not None), "")

    @property
    def solid(self) -> solids.Solid | None:
        """What a primitive fills, in numbers; None of a mesh, a plane or a height field."""
        if self.box is not None:
            return solids.box(self.box)
        if self.sphere is not None:
            return solids.sphere(self.sphere)
        if self.capsule is not None:
            return solids.capsule(self.capsule.radius, self.capsule.length)
        if self.cylinder is not None:
            return solids.cylinder(self.cylinder.radius, self.cylinder.length)
        return None


class MaterialSpec(Spec):
    """What a surface feels and looks like; files may add to or override the built-in ones."""

    friction: Annotated[float, Field(ge=0, le=4)] = 0.7  # on dry concrete
    rolling: Annotated[float, Unit("m"), Field(ge=0)] = 0.0  # friction torque per normal force
    twisting: Annotated[float, Unit("m"), Field(ge=0)] = 0.0  # the same about the normal
    restitution: Share = 0.0  # 1 bounces fully
    density: Density = 1000.0  # of shapes without mass
    stiffness: Annotated[float, Unit("N/m"), Field(gt=0)] | None = None  # None = rigid
    damping: Annotated[float, Unit("N*s/m"), Field(ge=0)] | None = None  # beside stiffness
    colour: Colour = "#9EA3A8"  # drawn
    roughness: Share = 0.6  # 0 mirror, 1 matt
    metal: Share = 0.0  # 0 paint, 1 bare metal
    emission: Annotated[float, Field(ge=0)] = 0.0  # glows by itself
    pattern: Literal["plain", "concrete", "two_tone", "stripes", "checker"] = "plain"  # drawn only
    colour2: Colour = "#26282B"  # two_tone: below `pattern_size`; stripes, checker: second
    pattern_size: PositiveMetre = 1.05  # two_tone: height above z = 0; else width of a field
    attenuation: PerMetre | None = None  # of gamma rays; default 0.0077 m^2/kg x density


class RadiationSpec(Spec):
    """A point source of gamma radiation in a body; its own shapes shield it as all others do."""

    rate: Annotated[float, Unit("Sv/s"), Field(gt=0)]  # dose rate at 1 m, unshielded
    at: Position = ORIGIN  # in the body


class PartSpec(Spec):
    """A rigid part. Shapes collide and carry mass; visuals, if given, are drawn instead of them."""

    fixed: bool = False  # cannot move
    shape: ShapeSpec | None = None  # the only shape
    shapes: list[ShapeSpec] = []  # several shapes
    mesh: MeshPath | None = None  # short for shape: {mesh: ...}
    visuals: list[ShapeSpec] = []  # drawn instead of the shapes
    mass: PositiveKilogram | None = None  # whole part; shapes then share it by volume
    density: Density | None = None  # of shapes without their own
    centre_of_mass: Position | None = None  # else from the shapes
    inertia: (
        tuple[
            Annotated[float, Unit("kg*m^2")],
            Annotated[float, Unit("kg*m^2")],
            Annotated[float, Unit("kg*m^2")],
            Annotated[float, Unit("kg*m^2")],
            Annotated[float, Unit("kg*m^2")],
            Annotated[float, Unit("kg*m^2")],
        ]
        | None
    ) = None  # xx, yy, zz, xy, xz, yz about the centre of mass
    material: Annotated[Name, To("materials")] | None = None  # of shapes without their own
    collides: bool = True  # touches other bodies
    source: RadiationSpec | None = None  # it radiates

    @property
    def shapes_by_place(self) -> dict[KeyPath, ShapeSpec]:
        """Every colliding shape by its path in the part, whichever way it was written."""
        found: dict[KeyPath, ShapeSpec] = {}
        if self.shape:
            found["shape",] = self.shape
        found |= {("shapes", row): shape for row, shape in enumerate(self.shapes)}
        if self.mesh:
            found[()] = ShapeSpec(mesh=self.mesh)
        return found

    @property
    def all_shapes(self) -> list[ShapeSpec]:
        """Every colliding shape."""
        return list(self.shapes_by_place.values())


__all__ = [
    "HOLLOW",
    "SHAPE_KINDS",
    "DecalSpec",
    "HeightField",
    "MaterialSpec",
    "PartSpec",
    "Radian",
    "Round",
    "ShapeSpec",
    "Vector",
]
