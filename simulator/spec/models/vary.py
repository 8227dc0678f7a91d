"""scenes/vary/*.yaml: what differs from run to run when an exercise is run many times."""

import math
from typing import Annotated

from pydantic import Field

from ..fields import FilePath, Metre, Name, PositiveShare, Radian, Reference, Second, Share, Spec
from .fault import FaultSpec, LinkProfile


class NumberDraw(Spec):
    """A number that each run draws for itself: exactly one of the kinds."""

    uniform: tuple[float, float] | None = None  # anywhere between the two
    normal: tuple[float, float] | None = None  # mean and deviation; cut off where impossible
    choice: list[float] | None = None  # one of these, each as likely


class LengthDraw(NumberDraw):
    """A length that each run draws for itself: exactly one of the kinds."""

    uniform: tuple[Metre, Metre] | None = None
    normal: tuple[Metre, Metre] | None = None
    choice: list[Metre] | None = None


class AngleDraw(NumberDraw):
    """An angle that each run draws for itself: exactly one of the kinds."""

    uniform: tuple[Radian, Radian] | None = None
    normal: tuple[Radian, Radian] | None = None
    choice: list[Radian] | None = None


class TimeDraw(NumberDraw):
    """A time that each run draws for itself: exactly one of the kinds."""

    uniform: tuple[Second, Second] | None = None
    normal: tuple[Second, Second] | None = None
    choice: list[Second] | None = None


class PlaceDraw(Spec):
    """Where a robot or prop starts, beside where the exercise puts it."""

    x: LengthDraw | None = None  # added, in the world
    y: LengthDraw | None = None  # added, in the world
    yaw: AngleDraw | None = None  # added, about the vertical


class OperatorDraw(Spec):
    """How skilled the scripted operator is."""

    gain: NumberDraw | None = None  # factor on the gain of every move
    tolerance: NumberDraw | None = None  # factor on the tolerance of every move
    delay: TimeDraw | None = None  # reaction: what the operator sees is so old
    pause: TimeDraw | None = None  # thinks so long before every action
    pace: NumberDraw | None = None  # factor on the deflection of levers with a spring


class SkillSpec(Spec):
    """A trainee: a scripted operator of one skill; beside it counts what `operator` draws."""

    gain: Annotated[float, Field(ge=0.01, le=100)] = 1.0  # factor on the gain of every move
    tolerance: Annotated[float, Field(ge=0.01, le=1000)] = 1.0  # factor on that of every move
    delay: Annotated[Second, Field(ge=0, le=10)] = 0.0  # reaction: what the trainee sees is so old
    pause: Annotated[Second, Field(ge=0, le=60)] = 0.0  # thinks so long before every action
    pace: PositiveShare = 1.0  # factor on the deflection of levers with a spring


class FaultDraw(FaultSpec):
    """A fault that some of the runs have."""

    chance: Share = 1.0  # share of the runs that have it


class PushDraw(Spec):
    """A push that each run gives a body, level, at its centre of mass, for one frame."""

    body: Reference  # that is pushed
    at: TimeDraw  # since the start
    impulse: NumberDraw  # [N*s]
    direction: AngleDraw = AngleDraw(uniform=(-math.pi, math.pi))  # about the vertical, from x


class ProfileDraw(LinkProfile):
    """A link that some of the runs have."""

    weight: Annotated[float, Field(gt=0)] = 1.0  # how often it is drawn, beside the others


class VarySpec(Spec):
    """A whole vary file: run k of a seed always draws the same."""

    include: list[FilePath] = []  # files merged below this one
    start: dict[Reference, PlaceDraw] = {}  # robots and props
    masses: dict[Reference, NumberDraw] = {}  # bodies: factor on the mass
    friction: dict[Name, NumberDraw] = {}  # materials: their friction instead
    operator: OperatorDraw = OperatorDraw()  # factors on the script
    trainees: dict[Name, SkillSpec] = {}  # the best first; run k is done by the k-th
    faults: dict[Name, FaultDraw] = {}  # beside those of the exercise
    pushes: dict[Name, PushDraw] = {}  # by name
    profiles: dict[Name, ProfileDraw] = {}  # of the link, one for each run; none: the exercise's
