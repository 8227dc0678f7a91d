"""The busiest manifolds of a heap in batches of their own: sweeps go on where something moves.

While a heap comes to rest a few of its bodies slide and tip, and most have found their place. What
a sweep of all costs is better spent on those few. So the manifolds that have changed most are
copied into batches behind the others, are swept there alone until they agree, and are copied back.
All others keep their impulses meanwhile; the next sweep of all tells them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled.jit import kernel

from ..bodies.tables import Rows
from . import colouring
from .lanes import FIELDS, LANES, PUSHES

SHARE = 0.03  # of the largest change: what has changed by less waits
PART = 4  # one manifold in so many is busy at most, or all have to be swept


class Busy(NamedTuple):
    """Who is busy."""

    used: NDArray[np.int64]  # (2,) manifolds, bodies
    manifold: Rows  # (manifolds,)
    lane: Rows  # (manifolds,) where each manifold of the cluster has its lane, busy or not
    body: Rows  # (bodies,) that busy ones touch
    listed: NDArray[np.uint8]  # (bodies,) 1 where it is


def make_busy(manifolds: int, bodies: int) -> Busy:
    """Return an empty list, in a scene of at most so many."""
    return Busy(
        np.zeros(2, np.int64), np.zeros(manifolds, np.int32), np.zeros(manifolds, np.int32),
        np.zeros(bodies, np.int32), np.zeros(bodies, np.uint8),
    )  # fmt: skip


@kernel
def begin(batches, change, pushes, target, point, body_a, body_b, inv_mass) -> bool:
    """Leave all but the busiest manifolds out of sweeps, until `end`.

    `change`: the largest in the last sweep [m/s]; `pushes`, `target`: those that are swept. Return
    false, and leave none out, where too many are busy or there is no room.
    """
    busy = batches.busy
    if not _choose(batches, change):
        return False
    batches.first[0] = batches.count[0]
    colouring.begin(batches)
    for n in range(busy.used[0]):
        if not colouring.add(batches, busy.manifold[n], point, body_a, body_b, inv_mass):
            _leave(batches)
            return False
    if not colouring.end(batches, point, body_a, body_b):
        _leave(batches)
        return False
    for lane in range(batches.first[0] * LANES, batches.count[0] * LANES):
        m = batches.manifold[lane]
        own = busy.lane[m] if m >= 0 else -1
        _copy(batches.fields, lane, own, FIELDS)
        _copy(pushes, lane, own, PUSHES)
        _copy(target, lane, own, 4)
    _list_bodies(batches)
    return True


@kernel
def end(batches, pushes) -> None:
    """Keep what the busiest manifolds push with; all are swept again."""
    for lane in range(batches.first[0] * LANES, batches.count[0] * LANES):
        m = batches.manifold[lane]
        if m >= 0:
            _copy(pushes, batches.busy.lane[m], lane, PUSHES)
    _leave(batches)


@kernel
def _leave(batches) -> None:
    batches.count[0], batches.first[0] = batches.first[0], 0


@kernel
def _choose(batches, change) -> bool:
    """List the busiest manifolds; return whether there are some, and not too many."""
    busy, count, most = batches.busy, 0, batches.used[0] // PART
    for lane in range(batches.count[0] * LANES):
        m = batches.manifold[lane]
        if m < 0:
            continue
        busy.lane[m] = lane
        if batches.stirs[lane] > SHARE * change:
            if count == most:
                return False
            busy.manifold[count] = m
            count += 1
    busy.used[0] = count
    return count > 0


@kernel
def _list_bodies(batches) -> None:
    """List the bodies of the busiest manifolds."""
    busy, count = batches.busy, 0
    for n in range(busy.used[1]):
        busy.listed[busy.body[n]] = 0
    for k in range(batches.first[0], batches.count[0]):
        for n in range(2 * k * LANES, (2 * k + 2) * LANES):
            b = np.int64(batches.body[n]) // 6
            if busy.listed[b] == 0:
                busy.listed[b] = 1
                busy.body[count] = b
                count += 1
    busy.used[1] = count


@kernel
def _copy(rows, to, source, count) -> None:
    """Copy a lane's column of `count` rows from lane `source`; from -1 zeros."""
    at, by = to // LANES * count * LANES + to % LANES, source // LANES * count * LANES
    by += source % LANES
    for r in range(count):
        rows[at + r * LANES] = rows[by + r * LANES] if source >= 0 else 0.0
