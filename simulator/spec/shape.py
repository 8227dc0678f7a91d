"""Shapes, materials and rigid parts: what links and props are made of."""

from typing import Annotated, Literal

from pydantic import Field

from .fields import (
    Angles,
    Colour,
    Kilogram,
    MeshPath,
    Metre,
    Name,
    PicturePath,
    Position,
    PositiveKilogram,
    PositiveMetre,
    Radian,
    Spec,
    To,
    Unit,
    Vector,
)

ORIGIN = (0.0, 0.0, 0.0)
SHAPE_KINDS = ("box", "sphere", "capsule", "cylinder", "hull", "mesh", "plane", "height_field")


class Round(Spec):
    """A cylinder or capsule along its own z axis, centred; length is without a capsule's caps."""

    radius: PositiveMetre
    length: PositiveMetre


class HeightField(Spec):
    """Terrain as a grid of heights, row by row along y; `size` is its extent in x and y."""

    size: tuple[PositiveMetre, PositiveMetre]
    heights: list[list[Metre]] | None = None
    image: PicturePath | None = None  # grey picture, white = `height`
    height: Metre = 1.0


class DecalSpec(Spec):
    """A sign painted on a box or cylinder: on the side that looks to `azimuth`, or on top."""

    sign: Literal["trefoil", "frame", "stripes", "arrow", "cross", "disc"]
    size: PositiveMetre = 0.2  # edge length of the square it fills
    azimuth: Radian = 0.0  # about the shape's z, from its x (box: nearest side)
    height: Metre = 0.0  # of the sign's centre above the shape's centre
    top: bool = False
    colour: Colour = "#16181A"


class ShapeSpec(Spec):
    """One primitive or mesh: exactly one of the kinds, its pose in the link, and its matter."""

    box: tuple[PositiveMetre, PositiveMetre, PositiveMetre] | None = None  # full edge lengths
    sphere: PositiveMetre | None = None  # radius
    capsule: Round | None = None
    cylinder: Round | None = None
    hull: MeshPath | None = None  # convex hull of a mesh file
    mesh: MeshPath | None = None  # triangles: collision only where the body is fixed
    plane: bool | None = None  # infinite, normal = own z
    height_field: HeightField | None = None
    at: Position = ORIGIN
    rpy: Angles = ORIGIN  # roll, pitch, yaw: rotations about fixed x, then y, then z
    scale: Annotated[float, Field(gt=0)] = 1.0  # of a mesh file
    mass: PositiveKilogram | None = None  # of this shape; else density x volume
    density: Annotated[float, Unit("kg/m^3"), Field(gt=0)] | None = None
    material: Annotated[Name, To("materials")] | None = None
    bevel: Annotated[float, Unit("m"), Field(ge=0)] | None = None  # drawn edge rounding
    decals: list[DecalSpec] = []  # drawn only

    @property
    def kind(self) -> str:
        """The one shape kind that is given."""
        return next(kind for kind in SHAPE_KINDS if getattr(self, kind) is not None)


class MaterialSpec(Spec):
    """What a surface feels and looks like; files may add to or override the built-in ones."""

    friction: Annotated[float, Field(ge=0, le=4)] = 0.7
    restitution: Annotated[float, Field(ge=0, le=1)] = 0.0
    density: Annotated[float, Unit("kg/m^3"), Field(gt=0)] = 1000.0
    stiffness: Annotated[float, Unit("N/m"), Field(gt=0)] | None = None  # None = rigid
    damping: Annotated[float, Unit("N*s/m"), Field(ge=0)] | None = None
    colour: Colour = "#9EA3A8"
    roughness: Annotated[float, Field(ge=0, le=1)] = 0.6
    metal: Annotated[float, Field(ge=0, le=1)] = 0.0
    emission: Annotated[float, Field(ge=0)] = 0.0
    pattern: Literal["plain", "concrete", "two_tone", "stripes", "checker"] = "plain"  # drawn only
    colour2: Colour = "#26282B"  # two_tone: below `pattern_size`; stripes, checker: second
    pattern_size: PositiveMetre = 1.05  # two_tone: height above z = 0; else width of a field
    attenuation: Annotated[float, Unit("1/m"), Field(ge=0)] = 0.0  # of radiation


class PartSpec(Spec):
    """A rigid part. Shapes collide and carry mass; visuals, if given, are drawn instead of them."""

    fixed: bool = False
    shape: ShapeSpec | None = None
    shapes: list[ShapeSpec] = []
    mesh: MeshPath | None = None  # short for shape: {mesh: ...}
    visuals: list[ShapeSpec] = []
    mass: PositiveKilogram | None = None  # whole part; shapes then share it by volume
    density: Annotated[float, Unit("kg/m^3"), Field(gt=0)] | None = None
    centre_of_mass: Position | None = None
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
    material: Annotated[Name, To("materials")] | None = None
    collides: bool = True

    @property
    def all_shapes(self) -> list[ShapeSpec]:
        """Every colliding shape, whichever way it was written."""
        first = [self.shape] if self.shape else []
        mesh = [ShapeSpec(mesh=self.mesh)] if self.mesh else []
        return [*first, *self.shapes, *mesh]


__all__ = [
    "SHAPE_KINDS",
    "DecalSpec",
    "HeightField",
    "Kilogram",
    "MaterialSpec",
    "PartSpec",
    "Radian",
    "Round",
    "ShapeSpec",
    "Vector",
]
