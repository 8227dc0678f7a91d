"""What crosses threads: the panel's input going in, the snapshot coming out. Both are read-only."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
T = TypeVar("T")
MOST_FRAMES = 2**32  # five years; what counts more is damaged


@dataclass(frozen=True)
class PanelInput:
    """The console at one instant: a value and a press counter per input signal of the panel.

    `values[i]` is the state of signal i; `presses[i]` counts its presses since the start, so that a
    click between two frames is never lost. The order is that of `console.panel.input_names`.
    """

    values: Floats  # (inputs,)
    presses: Integers  # (inputs,)


@dataclass(frozen=True)
class Event:
    """Something done to a simulation between two frames, besides the panel's input.

    "reset"; "fault": the fault `text` begins, `data` is its `FaultSpec`; "clear": the fault `text`
    ends ("": all of them); "link": the data link gets the `LinkProfile` in `data`, None is a
    perfect one; "force": the signal `text` is held at `data["value"]`; "release": `text` is let go
    ("": all); "diagram": `data` takes the place of the diagram; "push": the body `text` is pushed
    through the next frame by `data["impulse"]` [N s]. Other kinds ("bookmark", "message", ...)
    change nothing and are only recorded.
    """

    kind: str
    text: str = ""
    data: Mapping[str, Any] | None = None  # plain data, as for JSON


class Planned(NamedTuple):
    """An event and when it is due [s]."""

    time: float
    event: Event


class Alarm(NamedTuple):
    """Something the operator must know; `body` names the culprit or is empty."""

    code: str  # "overflow", "diverged", ...
    body: str
    text: str


class ContactPoint(NamedTuple):
    """Debug view of contacts, one row each."""

    position: Floats  # (n, 3) world [m]
    normal: Floats  # (n, 3) from body a to body b
    force: Floats  # (n,) normal force [N]
    body_a: Integers  # (n,)
    body_b: Integers  # (n,)


class Touching(NamedTuple):
    """Pairs of bodies that pressed on each other in the frame, one row each."""

    body_a: Integers  # (n,) the smaller row of the two
    body_b: Integers  # (n,)
    force: Floats  # (n,) sum of the normal forces in the last step [N]
    peak: Floats  # (n,) largest sum in a step of the frame [N]


def no_touch() -> Touching:
    """Return what there is when nothing touches."""
    none = np.zeros(0, np.int64)
    return Touching(none, none, np.zeros(0), np.zeros(0))


class Stance(NamedTuple):
    """How a robot stands on its feet; ZMP and capture point lie at the level of the feet."""

    robot: str
    zmp: Floats  # (3,) world [m]
    centre: Floats  # (3,) of mass, with what it carries [m]
    capture: Floats  # (3,) [m]
    corners: Floats  # (n, 2) of the support polygon, anticlockwise; none in the air [m]


class Picture(NamedTuple):
    """What arrives of a camera in trouble instead of its present picture."""

    seen: "Snapshot"  # the moment that it shows
    is_cut: bool  # no signal
    blocks: int  # edge of the blocks it falls into [px], 0 = none
    noise: float  # 0 clean ... 1 nothing else


class Layout(NamedTuple):
    """Names of the rows of every snapshot of a scene; fixed for its life."""

    bodies: tuple[str, ...]
    signals: tuple[str, ...]
    joints: tuple[str, ...]  # "robot.joint"


@dataclass(frozen=True)
class Snapshot:
    """A frame's result: poses of the bodies' own frames, all signals, alarms."""

    layout: Layout
    frame_index: int
    time: float  # [s]
    position: Floats  # (bodies, 3) world [m]
    orientation: Floats  # (bodies, 4) unit quaternion w, x, y, z
    velocity: Floats  # (bodies, 3) of the centre of mass [m/s]
    spin: Floats  # (bodies, 3) world [rad/s]
    joint_position: Floats  # (joints,) [rad or m]
    joint_anchor: Floats  # (joints, 3) world [m], for debug drawing
    signals: Floats  # (signals,)
    contacts: ContactPoint
    state_hash: str
    frozen: bool = False  # the body named in alarms diverged
    alarms: tuple[Alarm, ...] = field(default=())
    touching: Touching = field(default_factory=no_touch)
    suction: Floats = field(default_factory=lambda: np.zeros(0))  # (cups,) at work, 0..1
    stances: tuple[Stance, ...] = ()  # of the robots that have feet
    exposure: Mapping[str, float] = field(default_factory=dict)  # dose rate at cameras [Sv/s]
    faults: tuple[str, ...] = ()  # names of those that are there
    shown: Mapping[str, float] = field(default_factory=dict)  # by broken lamps and gauges
    pictures: Mapping[str, Picture] = field(default_factory=dict)  # of cameras in trouble

    def pose(self, body: str) -> tuple[Floats, Floats]:
        """Return position (3,) and orientation (4,) of a body by name."""
        row = self.layout.bodies.index(body)
        return self.position[row], self.orientation[row]

    def signal(self, name: str) -> float:
        """Return a signal's value by name."""
        return float(self.signals[self.layout.signals.index(name)])

    def joint(self, name: str) -> float:
        """Return a joint's angle [rad] or travel [m] by name."""
        return float(self.joint_position[self.layout.joints.index(name)])

    def stopped(self, alarm: Alarm) -> "Snapshot":
        """Return it with everything standing, and an alarm more."""
        still = np.zeros_like(self.velocity)
        alarms = (*self.alarms, alarm)
        return replace(self, frozen=True, velocity=still, spin=still, alarms=alarms)


class Latest(Generic[T]):
    """One writer, any readers, the newest value wins. A publish is one reference assignment."""

    def __init__(self, value: T) -> None:
        self._pair = (value, value)

    def publish(self, value: T) -> None:
        """Make `value` the current one."""
        self._pair = (self._pair[1], value)

    @property
    def current(self) -> T:
        """The newest value."""
        return self._pair[1]

    @property
    def pair(self) -> tuple[T, T]:
        """The last two values, for interpolation."""
        return self._pair
