"""Faults and links: what an exercise or an instructor does to a healthy machine."""

from typing import Annotated, Literal

from pydantic import Field

from ..fields import PositiveSecond, Reference, Second, Share, Spec, Unit
from .condition import ConditionSpec

FaultKind = Literal[
    "off",
    "stuck",
    "noise",
    "bias",
    "slow",
    "delayed",
    "intermittent",
    "reversed",
    "jammed",
]
LONGEST = 10.0  # delay [s]: what the delay lines have room for

Wait = Annotated[Second, Field(ge=0, le=LONGEST)]


class FaultSpec(Spec):
    """Something that breaks: which component, how, and when.

    Without `at` and `when` only the instructor triggers it; without `lasts` and `until` it stays.
    """

    component: Reference  # `robot.thing`, a control or indicator of the desk, `link`
    kind: FaultKind  # what is wrong with it
    amount: float = 0.1  # of noise (deviation) and bias, in the component's own unit
    time_constant: PositiveSecond = 0.5  # slow: of the lag
    delay: Wait = 0.5  # delayed: by so much
    period: PositiveSecond = 1.0  # intermittent: on and off again; slow picture: between two
    share: Share = 0.5  # intermittent: of the period it is broken
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0  # noise; intermittent: 0 is regular
    at: Annotated[Second, Field(ge=0)] | None = None  # begins at this time
    when: ConditionSpec | None = None  # begins when this holds
    lasts: PositiveSecond | None = None  # ends after so long
    until: ConditionSpec | None = None  # ends when this holds


class CommandLink(Spec):
    """The way from the desk to the robot: one packet a frame; a lost one holds the last input."""

    delay: Wait = 0.0  # of every packet
    jitter: Wait = 0.0  # up to so much more, each packet its own
    loss: Share = 0.0  # of the packets
    rate: Annotated[float, Unit("bit/s"), Field(gt=0)] | None = None  # default: no bound


class CameraLink(Spec):
    """The way of the pictures from the robot's cameras to the desk."""

    delay: Wait = 0.0  # of every picture
    frozen: bool = False  # the last picture stays
    blocks: Annotated[int, Field(ge=0, le=256)] = 0  # edge of the blocks it falls into [px]
    noise: Share = 0.0  # 1 is nothing else
    rate: Annotated[float, Unit("1/s"), Field(gt=0, le=1000)] | None = None  # default: every frame


class LinkProfile(Spec):
    """How good the data link between desk and robots is, in each direction."""

    commands: CommandLink = CommandLink()  # from the desk to the robots
    cameras: CameraLink = CameraLink()  # from the robots to the desk
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0  # of jitter, loss and picture noise
