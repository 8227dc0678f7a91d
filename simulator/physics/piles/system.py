"""The system of a direct solve: whose rows it has, and in what order.

Its bodies are those of a cluster of free bodies, ordered so that who touches is close by (Cuthill
and McKee 1969, reversed): the factor of such a matrix stays within its envelope.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled.jit import kernel

from ..bodies.tables import Rows
from .lanes import LANES

BODIES, MANIFOLDS = 160, 400  # most of each
WORK, EACH = 20_000, 600  # most products of a factorisation; or for each body, as of a tower
WIDTH = 96  # most columns of a row


class System(NamedTuple):
    """The bodies and manifolds of a system."""

    used: NDArray[np.int64]  # (2,) bodies, manifolds
    body: Rows  # (BODIES,) in the order of the system
    row: Rows  # (bodies,) first of a body's six rows of the system, -1 = not in it
    lane: Rows  # (MANIFOLDS,)
    start: Rows  # (6 BODIES,) first column of each row of the system that is not zero
    link_start: Rows  # (BODIES + 1,) into `link`
    link: Rows  # (2 MANIFOLDS,) who touches each body
    order: Rows  # (BODIES,) scratch
    seen: Rows  # (BODIES,) scratch


def make_system(bodies: int) -> System:
    """Return an empty system, in a scene of so many bodies."""

    def ints(n: int) -> Rows:
        return np.zeros(n, np.int32)

    return System(
        np.zeros(2, np.int64), ints(BODIES), np.full(bodies, -1, np.int32), ints(MANIFOLDS),
        ints(6 * BODIES), ints(BODIES + 1), ints(2 * MANIFOLDS), ints(BODIES), ints(BODIES),
    )  # fmt: skip


@kernel
def choose(first, end, body, batches, system) -> bool:
    """Take the bodies listed from `first` to `end`; return whether they are solved at little cost.

    They are all of a cluster without joints, which is in lanes.
    """
    _clear(system)
    lanes, count = batches.count[0] * LANES, 0
    if end - first > BODIES:
        return False
    for n in range(first, end):
        system.body[n - first], system.row[body[n]] = body[n], n - first  # until they are ordered
    system.used[0] = end - first
    for lane in range(lanes):
        if batches.manifold[lane] >= 0:
            if count == MANIFOLDS:
                return False
            system.lane[count] = lane
            count += 1
    system.used[1] = count
    _link(batches.body, system)
    _order(system)
    return _find_start(batches.body, system)


@kernel
def _clear(system) -> None:
    for n in range(system.used[0]):
        system.row[system.body[n]] = -1
    system.used[0] = system.used[1] = 0


@kernel
def body_of(lane, side, body) -> int:
    """Return the body on a side, 0 or 1, of the manifold in a lane."""
    k, j = lane // LANES, lane % LANES
    first: int = np.int64(body[(2 * k + side) * LANES + j])  # pyright: ignore[reportAssignmentType]
    return first // 6


@kernel
def _link(body, system) -> None:
    """List who touches whom, by places."""
    used, start, link = system.used[0], system.link_start, system.link
    for n in range(used + 1):
        start[n] = 0
    for turn in range(2):
        for m in range(system.used[1]):
            a = system.row[body_of(system.lane[m], 0, body)]
            b = system.row[body_of(system.lane[m], 1, body)]
            if a < 0 or b < 0:
                continue
            if turn == 0:
                start[a] += 1
                start[b] += 1
            else:
                start[a] -= 1
                start[b] -= 1
                link[start[a]], link[start[b]] = b, a
        if turn == 0:
            for n in range(used):
                start[n + 1] += start[n]
    # filled from behind, `start` has become what its name says; the last is how many there are


@kernel
def _order(system) -> None:
    """Order the bodies so that who touches is close by."""
    used, order, seen = system.used[0], system.order, system.seen
    done = 0
    for n in range(used):
        seen[n] = 0
    for n in range(used):
        if seen[n] == 0:
            end = _spread(n, done, 1, system)
            done = _spread(order[end - 1], done, 2, system)
    for n in range(used):
        seen[n] = system.body[order[used - 1 - n]]
    for n in range(used):
        system.body[n] = seen[n]
        system.row[seen[n]] = 6 * n


@kernel
def _spread(root, done, stamp, system) -> int:
    """List in `order`, from `done` on, who is reached from `root`, the nearest first."""
    order, seen, end = system.order, system.seen, done + 1
    order[done], seen[root] = root, stamp
    at = done
    while at < end:
        n = order[at]
        for k in range(system.link_start[n], system.link_start[n + 1]):
            other = system.link[k]
            if seen[other] < stamp:
                order[end], seen[other] = other, stamp
                end += 1
        at += 1
    return end


@kernel
def _find_start(body, system) -> bool:
    """Find the shape of the system; return whether it can be solved at little cost."""
    used, start, work = system.used[0], system.start, 0
    for n in range(used):
        start[6 * n] = 6 * n
    for m in range(system.used[1]):
        a = system.row[body_of(system.lane[m], 0, body)]
        b = system.row[body_of(system.lane[m], 1, body)]
        if a >= 0 and b >= 0:
            start[max(a, b)] = min(start[max(a, b)], min(a, b))
    for n in range(used):
        width = 6 * n + 6 - start[6 * n]
        work += 3 * width * width
        if width > WIDTH:
            return False
        for k in range(1, 6):
            start[6 * n + k] = start[6 * n]
    return work <= max(WORK, EACH * used)
