"""A trainee beside the expert: how far their ways lie apart, and when each was where."""

import numpy as np
from numpy.typing import NDArray

from simulator.training.story import Story

from .align import align

Array = NDArray[np.float64]
STEP = 0.05  # between two compared points of a way [m]
REACH = 0.15  # how far ahead or back on the expert's way its counterpart may lie, as a share


class Deviation:
    """Each point of the trainee's way and the nearest one of the expert's, seen from above."""

    def __init__(self, story: Story, expert: Story) -> None:
        self.expert = expert
        self.times = align(story, expert)  # (m,) of the expert's frames, stage under stage [s]
        way, other = story.way("robot")[:, :2], _spread(expert.way("robot")[:, :2])
        self.values, nearest = _compare(way, other)  # (n,) per frame [m]
        rows = _pick(way)
        self.own, self.nearest = way[rows], nearest[rows]  # (k, 2) for the shade

    @property
    def largest(self) -> float:
        """The greatest distance [m]."""
        return float(self.values.max(initial=0.0))


def _gone(way: Array) -> Array:
    """Return how long the way is up to each point (n,) [m]."""
    steps = np.linalg.norm(np.diff(way, axis=0), axis=1)
    return np.concatenate([[0.0], np.cumsum(steps)])


def _pick(way: Array) -> NDArray[np.int64]:
    """Return rows about STEP apart."""
    gone = _gone(way)
    rows = np.searchsorted(gone, np.arange(0.0, gone[-1] + STEP, STEP))
    return np.unique(rows.clip(max=len(way) - 1))


def _spread(way: Array) -> Array:
    """Return points of a way, evenly STEP apart."""
    gone = _gone(way)
    at = np.linspace(0.0, gone[-1], max(2, round(gone[-1] / STEP)))
    return np.column_stack([np.interp(at, gone, way[:, axis]) for axis in (0, 1)])


def _compare(way: Array, other: Array) -> tuple[Array, Array]:
    """Return the distance to the nearest point of the other way, and that point.

    The counterpart runs along the other way with the trainee, so that a way that crosses itself is
    not compared with its own end.
    """
    nearest = np.zeros_like(way)
    reach = max(int(REACH * len(other)), 8)
    at = 0
    for k, point in enumerate(way):
        begin = max(0, at - reach)
        distances = np.linalg.norm(other[begin : at + reach + 1] - point, axis=1)
        at = begin + int(distances.argmin())
        nearest[k] = _drop_on(point, other[max(at - 1, 0) : at + 2])
    values = np.linalg.norm(nearest - way, axis=1)
    return values, nearest


def _drop_on(point: Array, chain: Array) -> Array:
    """Return the nearest point on a chain of (2 or 3, 2) points."""
    begin, along = chain[:-1], np.diff(chain, axis=0)
    length = np.maximum((along * along).sum(axis=1), 1e-12)
    share = np.clip(((point - begin) * along).sum(axis=1) / length, 0.0, 1.0)
    feet = begin + share[:, None] * along
    return feet[int(np.linalg.norm(feet - point, axis=1).argmin())]
