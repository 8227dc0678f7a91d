"""Watches an attempt frame by frame: stages, limits, metrics. Same frames, same score, to the bit.

A judge has no clock and draws no lots: it sees what a recording holds, so that a score that was
computed live can be computed again from the file.
"""

from functools import partial

import numpy as np

from simulator.simulation import Simulation
from simulator.snapshot import PanelInput, Snapshot
from simulator.spec.models.exercise import ExerciseSpec

from . import measure_hand, measure_touch, measure_way
from .cast import Cast
from .conditions import Watch
from .measure import TABLE, Measure
from .moment import Moment
from .score import (
    FAILED,
    PASSED,
    RUNNING,
    Breach,
    HintScore,
    MetricScore,
    Score,
    StageScore,
    find_mark,
    grade,
)

MODULES = (measure_hand, measure_touch, measure_way)  # they enter their kinds into the table


class Judge:
    """The judge of one attempt; it begins where the simulation stands."""

    def __init__(self, exercise: ExerciseSpec, simulation: Simulation) -> None:
        self.exercise = exercise
        self.cast = Cast(exercise, simulation)
        self.measures: dict[str, Measure] = {
            name: TABLE[spec.kind or name](spec, self.cast)
            for name, spec in exercise.metrics.items()
        }
        self.values = {name: partial(getattr, one, "value") for name, one in self.measures.items()}
        watch = partial(Watch, cast=self.cast, metrics=self.values)
        self._while = {
            name: watch(spec.while_) for name, spec in exercise.metrics.items() if spec.while_
        }
        self._stages = [watch(stage.done) for stage in exercise.stages]
        self._limits = [watch(limit.when) for limit in exercise.limits]
        self._hints = [watch(hint.when) if hint.when else None for hint in exercise.hints]
        self._broken = [False] * len(self._limits)
        self._presses = simulation.pulses.seen.copy()
        self._momentary = simulation.pulses.momentary
        self._values = np.zeros(len(self._presses))
        self._camera = exercise.scene_spec.camera.inset or "" if exercise.scene_spec else ""
        self._hash = simulation.state_hash()
        self.moment: Moment | None = None  # the last one
        self.outcome, self.reason = RUNNING, ""
        self.frames = 0
        self.stage = 0  # row of the present one
        self._stage_began = 0.0
        self.seconds: list[float] = []  # of the stages that are done
        self.breaches: list[Breach] = []
        self.hints: list[HintScore] = []
        self.offered: list[int] = []  # rows of the hints that may be taken now

    @property
    def time(self) -> float:
        """Time since the start [s]."""
        return self.frames * self.cast.dt

    @property
    def is_over(self) -> bool:
        """Whether the attempt has ended."""
        return self.outcome != RUNNING

    def event(self, kind: str, text: str) -> None:
        """Take note of what happened beside the panel: a `hint` was taken, a `view` chosen."""
        if kind == "view":
            self._camera = text
        elif kind == "hint" and not self.is_over and text.isdecimal():
            row = int(text)
            if row < len(self.exercise.hints) and row not in [hint.row for hint in self.hints]:
                self.hints.append(HintScore(row, self.time, self.exercise.hints[row].price))

    def frame(self, panel: PanelInput, snapshot: Snapshot) -> None:
        """Judge a frame that was just simulated under `panel`; after the end nothing counts."""
        if self.is_over:
            return
        self.frames += 1
        self._hash = snapshot.state_hash
        moment = self.moment = Moment(
            self.cast, panel, self._pressed(panel), snapshot, self.time, self._camera
        )
        for name, measure in self.measures.items():
            if name not in self._while or self._while[name].holds(moment):
                measure.watch(moment)
        self._check_limits(moment)
        if not self.is_over:
            self._advance(moment)
        self._offer(moment)
        if snapshot.frozen and not self.is_over:
            self._end(FAILED, "diverged")

    def _pressed(self, panel: PanelInput):
        """Return which buttons went down in this frame, held or clicked."""
        rose = self._momentary & (panel.values > 0.5) & (self._values <= 0.5)
        clicked = panel.presses > self._presses
        self._presses, self._values = panel.presses.copy(), panel.values.copy()
        return rose | clicked

    def _check_limits(self, moment: Moment) -> None:
        for row, (limit, watch) in enumerate(zip(self.exercise.limits, self._limits, strict=True)):
            is_broken = watch.holds(moment)
            if is_broken and not self._broken[row]:
                self.breaches.append(Breach(limit.name, self.time, limit.price))
                if limit.price is None:
                    self._end(FAILED, limit.name)
            self._broken[row] = is_broken
        stage = self.exercise.stages[self.stage]
        too_long = stage.limit is not None and self.time - self._stage_began > stage.limit + 1e-9
        if not self.is_over and (too_long or self.time > self.exercise.seconds + 1e-9):
            self._end(FAILED, "time")

    def _advance(self, moment: Moment) -> None:
        if not self._stages[self.stage].holds(moment):
            return
        self.seconds.append(self.time - self._stage_began)
        self._stage_began = self.time
        for measure in self.measures.values():
            measure.end_stage(moment)
        if self.stage + 1 < len(self._stages):
            self.stage += 1
            return
        kept = all(metric.passed for metric in self._score_metrics())
        self._end(PASSED if kept else FAILED, "" if kept else "metrics")

    def _offer(self, moment: Moment) -> None:
        """Find the hints that fit the stage, were called for and not taken yet."""
        now = self.exercise.stages[self.stage].name
        taken = {hint.row for hint in self.hints}
        self.offered = []
        for row, (hint, watch) in enumerate(zip(self.exercise.hints, self._hints, strict=True)):
            is_called = watch is None or watch.holds(moment)
            if is_called and hint.stage in (None, now) and row not in taken:
                self.offered.append(row)

    def _end(self, outcome: str, reason: str) -> None:
        self.outcome, self.reason = outcome, reason

    def give_up(self) -> None:
        """End an attempt that was broken off."""
        if not self.is_over:
            self._end(FAILED, "unfinished")

    def _score_metrics(self) -> list[MetricScore]:
        scores = []
        for name, measure in self.measures.items():
            spec, value = measure.spec, measure.value
            banded = spec.min is not None or spec.max is not None
            scores.append(
                MetricScore(
                    name=name,
                    kind=spec.kind or name,
                    value=value,
                    unit=spec.unit.en if spec.unit else measure.unit,
                    min=spec.min,
                    max=spec.max,
                    passed=spec.passes(value),
                    grade=grade(spec, value, measure.higher),
                    weight=spec.weight if banded else 0.0,
                )
            )
        return scores

    @property
    def score(self) -> Score:
        """The result so far, or the final one."""
        names = [stage.name for stage in self.exercise.stages]
        times = [*self.seconds, *[None] * (len(names) - len(self.seconds))]
        stages = [StageScore(name, time) for name, time in zip(names, times, strict=True)]
        metrics = self._score_metrics()
        return Score(
            exercise=self.exercise.source,
            rules=self.exercise.rules,
            outcome=self.outcome,
            reason=self.reason,
            mark=find_mark(stages, metrics, self.breaches, self.hints),
            time=self.time,
            frames=self.frames,
            stages=stages,
            metrics=metrics,
            breaches=list(self.breaches),
            hints=list(self.hints),
            state_hash=self._hash,
        )
