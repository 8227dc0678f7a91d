"""What happened in an attempt, to be told afterwards: ways, traces and marks, frame by frame.

A story watches like a session and holds nothing but plain data, so that a page and the window can
tell it alike.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import length
from simulator.simulation import Simulation
from simulator.snapshot import Event, PanelInput, Snapshot
from simulator.spec.fields import Text
from simulator.spec.models.condition import ConditionSpec
from simulator.spec.models.exercise import ExerciseSpec, MetricSpec, StageSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.bodies import robot_name

from .measure import TABLE
from .measure_touch import BUMP, PAUSE, Drops
from .moment import NOBODY, Moment, Pair
from .session import Session

Array = NDArray[np.float64]
# events that become marks
TOLD = ("bookmark", "message", "view", "fault", "clear", "link", "focus_lost", "hardware_lost")
HABITS = ("idle", "drops", "economy")  # measured in every attempt, asked for or not
THROW = 1.2  # a lever's jump that is worth a mark; its whole travel is 2
THROW_FRAMES = 5  # within which it has to happen
FIRM_FRAMES = 5  # so long a grip, or its end, has to last to be told


@dataclass
class Mark:
    """Something worth telling; a collision grows until it is over."""

    time: float  # [s]
    kind: str  # stage, collision, limit, hint, grip, release, drop, wrong, throw, or of TOLD
    name: str  # of stage, limit, body, metric, lever, fault; a bookmark's text
    value: float  # force [N], seconds of a stage, jump of a lever
    where: Array  # (3,) in the world [m]
    snapshot: Snapshot  # of that moment
    other: str = ""  # collision: the robot's own part; fault: the component
    how: str = ""  # fault: its kind
    data: Mapping[str, Any] | None = None  # link: its profile, none for a perfect one


class Story:
    """Watches a simulation (`replaying.Watcher`); a reset begins a new story.

    Of several attempts the last one is told, or the one of the number `attempt`, from 1.
    """

    def __init__(
        self,
        exercise: ExerciseSpec | None,
        simulation: Simulation,
        attempt: int | None = None,
    ) -> None:
        self.exercise = exercise
        self.attempt = attempt
        self.count = 0  # attempts that were begun: those of which there is a frame
        self.began = 0  # frames before the one that is told
        self._frames = 0
        self._is_new = True  # the next frame is the first of an attempt
        self.simulation = simulation
        self.session = Session(exercise or free_drive(simulation.scene), simulation)
        self._begin()

    @property
    def _is_told(self) -> bool:
        """Whether the wanted attempt is over, and another one has begun."""
        is_past = self.attempt is not None and self.count > self.attempt
        return is_past or (self.count == self.attempt and self._is_new)

    def _begin(self) -> None:
        judge = self.session.judge
        self.cast = cast = judge.cast
        self.first = self.last = self.simulation.snapshot()
        self.marks: list[Mark] = []
        self.rows = self._follow()
        self._times: list[float] = []
        self._ways: list[Array] = []  # (followed, 3) each
        self._speed: list[float] = []
        self._force: list[float] = []
        self._levers: list[Array] = []
        metrics = self.session.exercise.metrics.values()
        self._read = {spec.signal: cast.signal_row(spec.signal) for spec in metrics if spec.signal}
        self._signals: list[Array] = []  # (read,) each
        self._values: dict[str, list[float]] = {name: [] for name in judge.measures}
        self._habits = {kind: TABLE[kind](MetricSpec(), cast) for kind in HABITS}
        self._counts: dict[str, list[float]] = {kind: [] for kind in HABITS}
        self._recent: deque[Array] = deque(maxlen=THROW_FRAMES + 1)
        self._hits: dict[int, tuple[float, Mark]] = {}  # last touch and mark by body hit
        loads = np.flatnonzero(cast.handles).tolist()
        self._grips = dict.fromkeys(loads, 0)  # frames since the load changed hands, signed

    def _follow(self) -> dict[str, int]:
        """Return the rows of the bodies whose way is kept: base, hand, what may be carried."""
        cast = self.cast
        rows = {"robot": cast.base}
        for place in cast.scene.robots:
            assert place.spec is not None
            if robot_name(place) == cast.robot and place.spec.gripper:
                hand = place.spec.joints[place.spec.gripper[0]].parent
                rows["hand"] = cast.bodies[f"{cast.robot}.{hand}"]
        names = list(cast.bodies)
        handled = self.exercise.handles if self.exercise else ()
        return rows | {names[row]: row for row in (cast.bodies[name] for name in handled)}

    def event(self, event: Event) -> None:
        """Take note of what was done between two frames."""
        if event.kind == "reset":
            self._is_new = True
        if self._is_told:
            return
        taken = len(self.session.judge.hints)
        is_over = self.session.judge.is_over
        self.session.event(event)
        judge = self.session.judge
        if event.kind == "reset":
            self._begin()
        elif not is_over and event.kind in TOLD:
            mark = self._mark(event.kind, event.text)
            if event.kind == "fault" and event.data:
                mark.other, mark.how = str(event.data["component"]), str(event.data["kind"])
            elif event.kind == "link":
                mark.data = event.data
        elif len(judge.hints) > taken:
            self._mark("hint", event.text, judge.hints[-1].price)

    def frame(self, panel: PanelInput, snapshot: Snapshot) -> None:
        """Take note of a frame; what comes after the attempt's end is not told."""
        if self._is_new:
            self.count, self._is_new = self.count + 1, False
            self.began = self.began if self._is_told else self._frames
        self._frames += 1
        judge = self.session.judge
        if judge.is_over or self._is_told:
            return
        stages, breaches = len(judge.seconds), len(judge.breaches)
        stage = judge.exercise.stages[judge.stage]
        self.session.frame(panel, snapshot)
        moment = judge.moment
        assert moment is not None
        self.last = snapshot
        self._collect(moment)
        self._tell_collisions(moment)
        self._tell_grips(moment)
        self._tell_hands(moment)
        if len(judge.seconds) > stages and self.exercise:
            self._mark("stage", stage.name, judge.seconds[-1])
        for breach in judge.breaches[breaches:]:
            self._mark("limit", breach.name)

    def note(self, text: str) -> None:
        """Mark this moment, or the last that is told, with what somebody noted who looked on."""
        if not self._is_told:
            self._mark("bookmark", text)

    def _collect(self, moment: Moment) -> None:
        snapshot, cast = moment.snapshot, self.cast
        for kind, habit in self._habits.items():
            habit.watch(moment)
            self._counts[kind].append(float(habit.value))
        for name, measure in self.session.judge.measures.items():
            self._values[name].append(float(measure.value))
        self._times.append(moment.time)
        self._ways.append(snapshot.position[list(self.rows.values())].copy())
        self._speed.append(length(snapshot.velocity[cast.base]))
        self._force.append(max((pair.peak for pair in moment.collisions), default=0.0))
        self._signals.append(snapshot.signals[list(self._read.values())].copy())
        self._levers.append(moment.panel.values[cast.levers].copy())

    def _tell_collisions(self, moment: Moment) -> None:
        for pair in moment.collisions:
            if pair.peak < BUMP:
                continue
            own, hit = (pair.a, pair.b) if self.cast.own[pair.a] else (pair.b, pair.a)
            last, mark = self._hits.get(hit, (-np.inf, None))
            if mark is None or moment.time - last > PAUSE:
                mark = self._mark("collision", self._name(hit))
            if pair.peak > mark.value:
                mark.value, mark.other, mark.snapshot = pair.peak, self._name(own), moment.snapshot
                mark.where = _find_contact(moment, pair, mark.where)
            self._hits[hit] = (moment.time, mark)

    def _tell_grips(self, moment: Moment) -> None:
        drops = self._habits["drops"]
        assert isinstance(drops, Drops)
        for load, frames in self._grips.items():
            below = int(moment.carriers[load])  # what lies on a held load is not told
            held = moment.holders(load) or (below != NOBODY and bool(self.cast.own[below]))
            if held == (frames > 0):  # as it was: count on; FIRM_FRAMES late it is told
                frames += 1 if held else -1
            else:
                frames = 1 if held else -1
            self._grips[load] = frames
            was = next((m for m in reversed(self.marks) if m.name == self._name(load)
                        and m.kind in ("grip", "release", "drop")), None)  # fmt: skip
            is_told_held = was is not None and was.kind == "grip"
            if frames == FIRM_FRAMES and not is_told_held:
                self._mark("grip", self._name(load), where=moment.snapshot.position[load])
            elif load in drops.fallen:
                self._mark("drop", self._name(load), where=moment.snapshot.position[load])
            elif is_told_held and frames == -FIRM_FRAMES:
                self._mark("release", self._name(load), where=moment.snapshot.position[load])

    def _tell_hands(self, moment: Moment) -> None:
        """Mark levers that were thrown, and inputs in the wrong mode."""
        now = self._levers[-1]
        self._recent.append(now)
        jump = np.abs(now - self._recent[0])
        last = next((one.time for one in reversed(self.marks) if one.kind == "throw"), -np.inf)
        if jump.size and jump.max() > THROW and moment.time - last > 1.0:
            row = self.cast.levers[int(jump.argmax())]
            self._mark("throw", list(self.cast.controls)[row], float(jump.max()))
        for name, measure in self.session.judge.measures.items():
            is_mode = (measure.spec.kind or name) == "wrong_mode"
            if is_mode and _rise(self._values[name]) > 0.0:
                self._mark("wrong", name)

    def _mark(self, kind: str, name: str, value: float = 0.0, where: Array | None = None) -> Mark:
        here = self.last.position[self.cast.base] if where is None else where
        mark = Mark(self.time, kind, name, value, here.copy(), self.last)
        self.marks.append(mark)
        return mark

    def _name(self, row: int) -> str:
        return self.last.layout.bodies[row]

    def end(self) -> None:
        """Close the story of an attempt that was broken off."""
        self.session.judge.give_up()

    @property
    def time(self) -> float:
        """Time since the start [s]."""
        return self.session.judge.time

    @property
    def times(self) -> Array:
        """The time of each frame (n,) [s]."""
        return np.array(self._times)

    @property
    def speed(self) -> Array:
        """Speed of the robot's base (n,) [m/s]."""
        return np.array(self._speed)

    @property
    def force(self) -> Array:
        """Largest contact force of a collision (n,) [N]."""
        return np.array(self._force)

    @property
    def levers(self) -> Array:
        """What each lever was set to (n, levers)."""
        return np.array(self._levers).reshape(len(self._times), len(self.cast.levers))

    def way(self, name: str) -> Array:
        """Return where a followed body (`robot`, `hand`, or by its name) was (n, 3) [m]."""
        column = list(self.rows).index(name)
        return np.array(self._ways).reshape(len(self._times), len(self.rows), 3)[:, column]

    def signal(self, name: str) -> Array:
        """Return a signal that some metric reads (n,)."""
        column = list(self._read).index(name)
        return np.array(self._signals).reshape(len(self._times), len(self._read))[:, column]

    def values(self, metric: str) -> Array:
        """Return what a metric of the exercise had measured after each frame (n,)."""
        return np.array(self._values[metric])

    def habit(self, kind: str) -> Array:
        """Return what was measured beside the exercise, one of HABITS, after each frame (n,)."""
        return np.array(self._counts[kind])

    @property
    def stages(self) -> list[tuple[str, float, float]]:
        """The stages that were begun: name, begin and end [s]."""
        if self.exercise is None:
            return []
        judge, found, begin = self.session.judge, [], 0.0
        for stage, seconds in zip(self.exercise.stages, judge.seconds, strict=False):
            found.append((stage.name, begin, begin + seconds))
            begin += seconds
        if len(found) < len(self.exercise.stages) and self.time > begin:
            found.append((self.exercise.stages[len(found)].name, begin, self.time))
        return found


def free_drive(scene: SceneSpec) -> ExerciseSpec:
    """Return what stands in for the exercise of a drive without one: it asks for nothing."""
    stage = StageSpec(
        name="drive", text=Text(ru="", en=""), done=ConditionSpec.model_validate({"after": 1e12})
    )
    return ExerciseSpec(
        scene=scene.source,
        title=Text(ru="", en=""),
        stages=[stage],
        handles=[prop.name for prop in scene.props if not prop.fixed],
        seconds=1e12,
        scene_spec=scene,
    )


def _rise(values: list[float]) -> float:
    return values[-1] - values[-2] if len(values) > 1 else values[-1]


def _find_contact(moment: Moment, pair: Pair, otherwise: Array) -> Array:
    """Return the hardest contact point of a pair."""
    contacts = moment.snapshot.contacts
    rows = np.flatnonzero(
        (np.minimum(contacts.body_a, contacts.body_b) == min(pair.a, pair.b))
        & (np.maximum(contacts.body_a, contacts.body_b) == max(pair.a, pair.b))
    )
    if not len(rows):
        return otherwise
    return contacts.position[rows[int(contacts.force[rows].argmax())]].copy()
