"""Impulses carried on along their trend from sweep to sweep, each island of free bodies by itself.

The nonsmooth nonlinear conjugate gradient method (Silcowitz, Niebuhr and Erleben 2010): a sweep is
one step of it, the trend its search direction. A stack of ten boxes takes 20 sweeps, not 400.
Contacts of bodies that hang on joints are left as they are: the joints' solve comes between sweeps.
"""

from typing import NamedTuple

import numpy as np

from simulator.jit import kernel

from . import vector
from .tables import Floats, Rows


class Trend(NamedTuple):
    """What the sweeps of one step remember."""

    before: Floats  # (points, 3) impulses before the sweep
    way: Floats  # (points, 3) trend of the impulses
    island: Rows  # (points,) lowest body of the heap, or the last row: no trend
    root: Rows  # (heaps,) of each body, while heaps are joined
    square: Floats  # (heaps + 1,) size of the last sweep's change
    fresh: Floats  # (heaps + 1,) of this sweep's
    share: Floats  # (heaps + 1,) how much of the trend to repeat


def make_trend(points: int) -> Trend:
    """Return the table for `points` contact points and as many bodies."""
    return Trend(
        np.zeros((points, 3)), np.zeros((points, 3)), np.zeros(points, np.int32),
        np.zeros(points, np.int32), np.zeros(points + 1), np.zeros(points + 1),
        np.zeros(points + 1),
    )  # fmt: skip


@kernel
def label(trend, used, body_a, body_b, robot, inv_mass) -> None:
    """Find which contacts belong to one heap of bodies without joints (union-find)."""
    root, last = trend.root, len(trend.root)
    if len(inv_mass) > last:
        trend.island[:used] = last  # more bodies than there is room for: none has a trend
        return
    for body in range(len(inv_mass)):
        root[body] = body
    for i in range(used):
        a, b = body_a[i], body_b[i]
        if robot[a] < 0 and robot[b] < 0 and inv_mass[a] > 0.0 and inv_mass[b] > 0.0:
            a, b = _find(root, a), _find(root, b)
            root[max(a, b)] = min(a, b)
    for i in range(used):
        a, b = body_a[i], body_b[i]
        free = robot[a] < 0 and robot[b] < 0
        trend.island[i] = _find(root, b if inv_mass[b] > 0.0 else a) if free else last


@kernel
def _find(root, body) -> int:
    while root[body] != body:
        root[body] = root[root[body]]
        body = root[body]
    return body


@kernel
def begin(trend, used) -> None:
    """Forget the last step's trends."""
    for i in range(used):
        trend.square[trend.island[i]] = trend.share[trend.island[i]] = 0.0


@kernel
def learn(trend, used, impulse, mass) -> None:
    """Renew the trends from what the last sweep has changed; `mass` (points, 5) as in rows."""
    before, way, fresh = trend.before, trend.way, trend.fresh
    for i in range(used):
        fresh[trend.island[i]] = 0.0
    for i in range(used):
        step = vector.subtract(vector.load(impulse, i), vector.load(before, i))
        fresh[trend.island[i]] += vector.dot(step, step) * mass[i, 1]
    for i in range(used):
        k = trend.island[i]
        if fresh[k] >= 0.0:  # the island's first point
            turned = fresh[k] > trend.square[k] or k == len(trend.root)
            trend.share[k] = 0.0 if turned else fresh[k] / max(trend.square[k], 1e-300)
            trend.square[k], fresh[k] = fresh[k], -1.0
        step = vector.subtract(vector.load(impulse, i), vector.load(before, i))
        vector.save(way, i, vector.offset(step, trend.share[k], vector.load(way, i)))
