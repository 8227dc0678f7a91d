"""The `gait:` of a robot file: how a biped walks; defaults are the source's, but for alpha.

Strashnov, Finagin (2022), Table 1; its symbols stand behind the keys. alpha is 0.9, not the printed
0.1: with 0.1 the zero-moment point of the source's own pendulum, p = x - (x + x0) / alpha, lies a
metre beside the robot at every change of feet, and no robot stays on its feet.
"""

from typing import Annotated

from pydantic import Field

from ..fields import (
    Metre,
    Name,
    Position,
    PositiveKilogram,
    PositiveMetre,
    PositiveSecond,
    Radian,
    Spec,
    To,
    Travel,
    Unit,
)
from .shape import ORIGIN

Positive = Annotated[float, Field(gt=0)]


class FootSpec(Spec):
    """A foot, and the point of it that the pattern leads."""

    link: Annotated[Name, To("links")]  # the foot
    sole: Position = ORIGIN  # point on its underside, below the ankle


class LoadSpec(Spec):
    """Something carried, as a point mass."""

    link: Annotated[Name, To("links")]  # that holds it
    at: Position = ORIGIN  # in the link
    mass: PositiveKilogram  # of it


class PostureSpec(Spec):
    """How the robot holds itself while it walks: every posture has a pattern of its own."""

    joints: dict[Name, Travel] = {}  # of arms and waist; default: where they start
    load: LoadSpec | None = None  # what it carries
    compensate: bool | None = None  # angles that make up for the joints' give; default: with a load


class GaitSpec(Spec):
    """How a biped walks. Its start pose has to be half bent: inverse kinematics begins there."""

    left: FootSpec  # foot
    right: FootSpec  # foot
    step_length: PositiveMetre = 0.20  # L
    step_height: PositiveMetre = 0.10  # H
    half_width: PositiveMetre = 0.1009  # x0, half the distance between the feet
    height: PositiveMetre = 1.20  # z0, of the centre of mass
    outwards: Metre = 0.0  # from the ankle, where a foot carries the robot while it turns
    turns: list[Annotated[Radian, Field(gt=0, lt=1.6)]] = [0.7853981633974483]  # phi, to each side
    first_time: PositiveSecond = 1.0  # T_f, of the first and the last step
    speed_up_time: PositiveSecond = 0.75  # T_a, from the first step to walking
    step_time: PositiveSecond = 1.5  # T_s
    turn_time: PositiveSecond = 1.0  # T_r, T_l, of a foot
    shift_time: PositiveSecond = 1.5  # of the centre of mass from foot to foot at rest
    alpha: Positive = 0.9  # virtual height of the pendulum sideways, as a share of z0
    beta: Positive = 1.0  # the same forwards
    tolerance: Annotated[float, Field(gt=0, le=1e-3)] = 1e-12  # eps, of inverse kinematics
    period: Annotated[float, Unit("s"), Field(ge=0.001, le=0.1)] = 0.01  # between stored angles
    kp: Positive = 1.0  # K_p of the joints' controllers: share of the voltage per degree
    kd: Annotated[float, Field(ge=0)] = 0.005  # K_d: share of the voltage per degree a second
    postures: dict[Name, PostureSpec] = {"free": PostureSpec()}  # the first is the robot's start


def find_uneven(gait: GaitSpec) -> list[tuple[str, str]]:
    """Return the times that are no whole number of periods, and what is wrong with each.

    A row is a period: rounded to rows, a phase would go faster or slower than its neighbours.
    """
    found = []
    for key in ("first_time", "speed_up_time", "step_time", "turn_time", "shift_time"):
        time = getattr(gait, key)
        rows = round(time / gait.period)
        if rows < 1 or abs(time - rows * gait.period) > 1e-9:
            near = max(rows, 1) * gait.period
            words = f"{time:g} s is no whole number of periods of {gait.period:g} s"
            found.append((key, f"{words}; {near:g} s would be"))
    return found


__all__ = ["FootSpec", "GaitSpec", "LoadSpec", "Metre", "PostureSpec", "find_uneven"]
