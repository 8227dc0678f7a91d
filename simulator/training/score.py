"""What an attempt is worth: stages, metrics against their bands, limits, hints, and one mark."""

import math

import msgspec

from simulator.spec.models.exercise import ExerciseSpec, MetricSpec

RUNNING, PASSED, FAILED = "running", "passed", "failed"


class StageScore(msgspec.Struct, frozen=True):
    """A stage and how long it took; None: not done."""

    name: str
    seconds: float | None


class MetricScore(msgspec.Struct, frozen=True):
    """A metric, its band and the points in it."""

    name: str
    kind: str
    value: float
    unit: str
    min: float | None
    max: float | None
    passed: bool
    grade: float  # 1 best, 0.5 at the edge of the band
    weight: float


class Breach(msgspec.Struct, frozen=True):
    """A limit that was broken; without a price it ended the attempt."""

    name: str
    time: float  # [s]
    price: float | None


class HintScore(msgspec.Struct, frozen=True):
    """A hint that was taken."""

    row: int  # in the exercise
    time: float  # [s]
    price: float


class Score(msgspec.Struct, frozen=True):
    """The whole result; equal sessions have equal scores, bit for bit."""

    exercise: str
    rules: str  # hash over the exercise's files
    outcome: str  # running, passed, failed
    reason: str  # limit, "metrics", "unfinished"; "" when passed
    mark: float  # 0..100
    time: float  # [s]
    frames: int
    stages: list[StageScore]
    metrics: list[MetricScore]
    breaches: list[Breach]
    hints: list[HintScore]
    state_hash: str  # of the last frame that counted

    def as_unfinished(self) -> "Score":
        """Return it as of an attempt that was broken off: nobody would ever fail else."""
        return msgspec.structs.replace(self, outcome=FAILED, reason="unfinished")

    def as_dict(self) -> dict:
        """Return plain data as recordings have it: nothing in place of what is not finite."""
        return msgspec.json.decode(msgspec.json.encode(self))


def of_nothing(exercise: ExerciseSpec, outcome: str, reason: str) -> Score:
    """Return the score of an attempt of which no frame was seen."""
    stages = [StageScore(stage.name, None) for stage in exercise.stages]
    return Score(
        exercise.source, exercise.rules, outcome, reason, 0.0, 0.0, 0, stages, [], [], [], ""
    )


def grade(spec: MetricSpec, value: float, higher: bool) -> float:
    """Return 1 for the best value or better, 0.5 at the edge of the band, 0 as far beyond it.

    More is better where the metric is of that kind (`higher`), or its band is.
    """
    higher = higher or spec.rises
    edge = spec.min if higher else spec.max
    if edge is None or not math.isfinite(value):
        return 1.0 if spec.passes(value) else 0.0
    best = spec.best
    if best is None:
        best = 1.5 * edge if higher else 0.0
    if (best <= edge) if higher else (best >= edge):
        return 1.0 if spec.passes(value) else 0.0
    return min(1.0, max(0.0, 1.0 - 0.5 * (value - best) / (edge - best)))


def find_mark(
    stages: list[StageScore],
    metrics: list[MetricScore],
    breaches: list[Breach],
    hints: list[HintScore],
) -> float:
    """Return 0..100: the mean grade, times the share of stages done, less the prices."""
    done = sum(stage.seconds is not None for stage in stages) / len(stages)
    weight = sum(metric.weight for metric in metrics)
    graded = sum(metric.weight * metric.grade for metric in metrics)
    quality = graded / weight if weight > 0.0 else 1.0
    prices = sum(one.price or 0.0 for one in breaches) + sum(hint.price for hint in hints)
    return round(max(0.0, 100.0 * done * quality - prices), 1)
