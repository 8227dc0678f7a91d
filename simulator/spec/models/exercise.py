"""scenes/exercises/*.yaml: what a trainee has to do in a scene, and what counts."""

from typing import Annotated, Literal, get_args

import numpy as np
from pydantic import Field

from .. import solids
from ..fields import (
    Angles,
    Colour,
    FilePath,
    Label,
    Name,
    Position,
    PositiveMetre,
    PositiveSecond,
    Reference,
    Scale,
    Second,
    Spec,
    Text,
    To,
    Travel,
)
from .condition import ConditionSpec
from .fault import FaultSpec, LinkProfile
from .scene import PropSpec, SceneSpec
from .shape import ORIGIN, MaterialSpec

MetricKind = Literal[
    "time",
    "path_length",
    "economy",
    "collisions",
    "peak_force",
    "load_force",
    "drops",
    "tip_margin",
    "slip",
    "reversals",
    "idle",
    "wrong_mode",
    "camera_neglect",
    "placing",
    "mean",
    "peak",
    "integral",
]
METRIC_KINDS: tuple[str, ...] = get_args(MetricKind)


class AreaSpec(Spec):
    """A place of an exercise: a box or an upright cylinder at a pose."""

    box: tuple[PositiveMetre, PositiveMetre, PositiveMetre] | None = None  # full edge lengths
    radius: PositiveMetre | None = None  # of a cylinder along z
    height: PositiveMetre = 2.0  # of the cylinder
    at: Position = ORIGIN  # centre of the box; of a cylinder's lower end
    rpy: Angles = ORIGIN  # of the box or cylinder
    label: Label | None = None  # shown in the window
    colour: Colour = "#5FC8E8"  # of its border
    forbidden: bool = False  # drawn with a warning border; a limit says what it costs
    shown: bool = True  # its border is drawn

    def rim(self, sides: int) -> solids.Floats:
        """Return the corners (n, 3) of its lower end in its frame; a circle has `sides` [m]."""
        if self.box is None:
            return solids.circle(self.radius or 0.0, sides)
        x, y, z = (0.5 * edge for edge in self.box)
        return np.array([(x, y, -z), (-x, y, -z), (-x, -y, -z), (x, -y, -z)])


class PoseSpec(Spec):
    """Where something starts, instead of where the scene puts it."""

    at: Position | None = None  # in the world
    rpy: Angles | None = None  # in the world
    joints: dict[Name, Travel] = {}  # of a robot


class StageSpec(Spec):
    """A step of the exercise; stages are done in order."""

    name: Name  # unique in the exercise
    text: Label  # what the trainee has to do
    done: ConditionSpec  # ends the stage
    limit: PositiveSecond | None = None  # longest time in this stage, then the attempt has failed
    target: Annotated[Reference, To("highlighted")] | None = None
    # body or zone that the aid `target` highlights


class BreachSpec(Spec):
    """Something that must not happen; it ends the attempt, or costs points."""

    name: Name  # unique in the exercise
    text: Label  # what the trainee is told
    when: ConditionSpec  # that must not hold
    price: Annotated[float, Field(ge=0, le=100)] | None = None  # points; none: the attempt fails


class HintSpec(Spec):
    """Help that can be asked for."""

    text: Label  # what it says
    stage: Annotated[Name, To("stages")] | None = None  # only in this stage
    when: ConditionSpec | None = None  # offered when this holds; default: at once
    price: Annotated[float, Field(ge=0, le=100)] = 5.0  # points that it costs


class AidSpec(Spec):
    """Something drawn that reality does not have; it fades as the trainee gets better."""

    kind: Literal["ghost", "path", "target", "forces"]  # expert's robot and way, target, forces
    fade: tuple[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=1)]] = (1, 4)
    # whole at the first trainee level, gone at the second


class MetricSpec(Spec):
    """Something measured, and the band in which it passes."""

    kind: MetricKind | None = None  # what is measured; default: its name
    label: Label | None = None  # shown; default: the kind's
    min: float | None = None  # passes from here
    max: float | None = None  # passes up to here
    best: float | None = None  # gives full points; default: 0, or half beyond a min
    weight: Annotated[float, Field(ge=0)] = 1.0  # in the mark
    body: Annotated[Reference, To("bodies")] | None = None
    # path_length, economy, placing: whose; camera_neglect: that has to be in view
    to: Annotated[Reference, To("targets")] | None = None  # placing: zone or body it should be at
    signal: Annotated[Reference, To("signals")] | None = None  # mean, peak, integral
    scale: Scale = 1.0  # shown = scale x signal
    unit: Label | None = None  # mean, peak, integral: of the value
    controls: list[Annotated[Reference, To("controls")]] = []  # reversals, idle: levers; def. all
    needs: ConditionSpec | None = None  # wrong_mode: what has to hold when these are worked
    while_: ConditionSpec | None = Field(default=None, alias="while")  # measured only then

    @property
    def rises(self) -> bool:
        """Whether more is better: the band begins somewhere and does not end."""
        return self.min is not None and self.max is None

    def passes(self, value: float) -> bool:
        """Return whether a value lies in the band."""
        above = self.min is None or value >= self.min
        return above and (self.max is None or value <= self.max)


class RepeatSpec(Spec):
    """How often it has to succeed."""

    passes: Annotated[int, Field(ge=1, le=100)] = 1  # attempts that have to pass
    of: Annotated[int, Field(ge=1, le=100)] = 1  # the last so many


class ExamSpec(Spec):
    """Makes the exercise an exam: sealed, without hints and aids."""

    latency: PositiveSecond = 0.1  # largest input-to-picture time, 95th percentile
    files: list[Annotated[str, Field(max_length=300)]] = []  # further files under the seal


class ExerciseSpec(Spec):
    """A whole exercise file."""

    include: list[FilePath] = []  # files merged below this one, such as bands of experts
    scene: FilePath  # where it happens
    title: Label  # shown in the list
    level: Annotated[int, Field(ge=1, le=5)] = 1  # 1 easy ... 5 hard
    briefing: Label = Text(ru="", en="")  # Markdown, read before the start
    robot: Annotated[Name, To("robots")] | None = None  # that is scored; default: the first
    start: dict[Reference, PoseSpec] = {}  # robots and props that stand elsewhere
    materials: dict[Name, MaterialSpec] = {}  # of the exercise's own props
    props: list[PropSpec] = []  # things added to the scene
    handles: list[Annotated[Reference, To("bodies")]] = []  # that the robot may touch and carry
    zones: dict[Name, AreaSpec] = {}  # places that conditions speak of
    stages: list[StageSpec] = Field(min_length=1)  # in order
    limits: list[BreachSpec] = []  # what must not happen
    metrics: dict[Name, MetricSpec] = {}  # what is measured; every band must be kept
    hints: list[HintSpec] = []  # help for points
    aids: list[AidSpec] = []  # fade with the trainee's level
    faults: dict[Name, FaultSpec] = {}  # what breaks, and when
    link: LinkProfile | None = None  # of the data link; default: a perfect one
    repeat: RepeatSpec = RepeatSpec()  # what counts as passed
    countdown: Annotated[Second, Field(ge=0, le=60)] = 3.0  # before the start
    seconds: PositiveSecond = 600.0  # then the attempt has failed
    exam: ExamSpec | None = None  # exam mode
    source: str = Field(default="", exclude=True)  # path of the file, filled by the loader
    rules: str = Field(default="", exclude=True)  # hash over this file and its includes
    files: dict[str, str] = Field(default={}, exclude=True)  # hashes of its own files, by path
    scene_spec: SceneSpec | None = Field(default=None, exclude=True)  # with start and props
