"""Bands of metrics from what experts did: mean and deviation of their recorded runs."""

import math
import statistics
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any, NamedTuple

from simulator.spec.models.exercise import ExerciseSpec, MetricSpec

from .judge import TABLE  # every kind has been entered
from .rescore import Rescored

LEAST_RUNS = 3
DIGITS = 4  # of a band's edge
NOTHING = 1e-12  # what rounding leaves of a zero: no band is that narrow


class BandsError(Exception):
    """These runs give no bands."""


class Band(NamedTuple):
    """What experts reached in a metric, and the edge that follows from it."""

    name: str
    mean: float
    deviation: float  # of the sample, n - 1
    side: str  # "min" or "max": which way is bad
    edge: float


def find_bands(exercise: ExerciseSpec, runs: Sequence[Rescored], k: float) -> list[Band]:
    """Return a band for each metric: the mean and `k` deviations towards the bad side.

    Edges are rounded outwards, so that rounding fails nobody.

    Raises:
        BandsError: Too few runs, one that is not sound or not done, a metric without a value.
    """
    problems = [f"{run.file}: {problem}" for run in runs for problem in run.problems]
    for run in runs:
        undone = [stage.name for stage in run.score.stages if stage.seconds is None]
        if undone and not run.problems:
            problems.append(f"{run.file}: an expert does every stage; not done: {undone[0]}")
    states = [(run.score.state_hash, run.score.frames) for run in runs]
    for row, run in enumerate(runs):
        if states[row] in states[:row]:
            problems.append(f"{run.file}: the same run is given twice")
    if len(runs) < LEAST_RUNS:
        problems.append(f"bands need at least {LEAST_RUNS} runs, these are {len(runs)}")
    if not exercise.metrics:
        problems.append(f"{exercise.source}: it measures nothing: it has no metrics")
    if problems:
        raise BandsError("\n".join(problems))
    return [_find_band(name, spec, runs, k) for name, spec in exercise.metrics.items()]


def _find_band(name: str, spec: MetricSpec, runs: Sequence[Rescored], k: float) -> Band:
    values = [metric.value for run in runs for metric in run.score.metrics if metric.name == name]
    if not all(math.isfinite(value) for value in values):
        raise BandsError(f"{name}: not every run has a value")
    values = [0.0 if abs(value) < NOTHING else value for value in values]
    mean, deviation = statistics.fmean(values), statistics.stdev(values)
    is_floor = TABLE[spec.kind or name].higher or spec.rises
    edge = mean - k * deviation if is_floor else mean + k * deviation
    return Band(name, mean, deviation, "min" if is_floor else "max", _outwards(edge, is_floor))


def _outwards(edge: float, down: bool) -> float:
    """Return an edge with few digits, down or up."""
    exact = Decimal(repr(edge))
    if not exact:
        return 0.0
    step = Decimal(1).scaleb(exact.adjusted() - DIGITS + 1)
    return float(exact.quantize(step, ROUND_FLOOR if down else ROUND_CEILING))


def as_metrics(exercise: ExerciseSpec, bands: Sequence[Band]) -> dict[str, dict[str, Any]]:
    """Return metrics with these bands, as a file writes them.

    A `best` that lies beyond the new edge would give full points to nobody or to all: the experts'
    mean takes its place.
    """
    metrics = {}
    for band in bands:
        spec = exercise.metrics[band.name]
        written = spec.model_dump(mode="json", by_alias=True, exclude_unset=True)
        kept = {key: value for key, value in written.items() if key not in ("min", "max")}
        if spec.best is not None and not _is_better(spec.best, band):
            kept["best"] = float(f"{band.mean:.{DIGITS}g}")
        metrics[band.name] = {**kept, band.side: band.edge}
    return metrics


def _is_better(best: float, band: Band) -> bool:
    return best > band.edge if band.side == "min" else best < band.edge
