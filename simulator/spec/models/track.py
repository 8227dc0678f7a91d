"""Tracks of a robot: a chain of links, or a belt, round wheels that the robot has already."""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from ..fields import Name, PositiveKilogram, PositiveMetre, Spec, To, Unit, Vector

Joint = Annotated[Name, To("joints")]
Damping = Annotated[float, Unit("N*m*s/rad"), Field(ge=0)]
Model = Literal["links", "belt"]


class Mount(NamedTuple):
    """Where a link starts that no joint holds: a pose in another link of the robot."""

    link: str
    position: Vector  # [m]
    rotation: tuple[tuple[float, ...], ...]  # (3, 3)


class Belt(NamedTuple):
    """What makes a shape's surface run: the sprocket's link, and how its turning moves it."""

    sprocket: str
    radius: float  # surface speed per speed of the sprocket's joint [m]
    axis: Vector  # of the sprocket's joint, in the body that has the shape
    stiffness: float  # unless its material has one [N/m]
    damping: float  # beside it [N s/m]


class Course(NamedTuple):
    """How a drawn link of a belt gets to where the next one is: by a turn, or straight on.

    Everything is in the body that has the belt.
    """

    joint: str  # of the sprocket
    rate: float  # links that pass per radian of that joint, negative where they go back
    axis: Vector  # unit
    centre: Vector  # a point of the axis [m]
    turn: float  # about it [rad]
    shift: Vector  # where it does not turn [m]


class Follow(NamedTuple):
    """What a wheel of a belt turns with: the sprocket's joint, and how fast."""

    joint: str
    ratio: float  # own speed per speed of that joint


class TrackSpec(Spec):
    """A track; its wheels are the cylinders that the named joints turn, in any order."""

    sprocket: Joint  # joint of the wheel that drives the track
    idler: Joint | None = None  # joint of the wheel at the other end
    wheels: Annotated[list[Joint], Field(max_length=64)] = []  # joints of the other wheels
    links: Annotated[int, Field(ge=10, le=400)] | None = None  # how many; or `pitch`
    pitch: PositiveMetre | None = None  # about this from pin to pin; else half the least radius
    width: PositiveMetre | None = None  # across; else what wheels and horns need
    thickness: PositiveMetre | None = None  # of a link's plate; else 0.15 of the least radius
    grouser: Annotated[float, Unit("m"), Field(ge=0)] | None = None  # height; else 0.1 of it
    horn: Annotated[float, Unit("m"), Field(ge=0)] | None = None  # height; else 0.2 of it; 0: none
    slack: Annotated[float, Unit("m"), Field(ge=0)] | None = None  # of the loop; else 0.1 pitch
    tension: Annotated[float, Unit("N"), Field(ge=0)] | None = None  # instead, of a tight loop
    mass: PositiveKilogram | None = None  # of one link; else by its material
    material: Annotated[Name, To("materials")] = "rubber"  # of the links
    grip: Annotated[float, Field(ge=0, le=4)] = 4.0  # sprocket's friction: stands in for teeth
    tyre: Annotated[float, Unit("N/m"), Field(gt=0)] = 1e5  # stiffness of wheels, of a belt
    damping: Damping | None = None  # of bending, at each pin; else by its mass and wheels
    model: Model = "links"  # belt: no links, a surface of the hull that runs


__all__ = ["Belt", "Course", "Follow", "Model", "Mount", "TrackSpec"]
