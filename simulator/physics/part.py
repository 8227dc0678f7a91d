"""Parts of a cluster of free bodies that are solved directly: who belongs to one, and their order.

A part is some bodies, all manifolds that touch them, and the bodies on those manifolds' other
sides, which bear what changes with their own mass: to solve it lowers the energy of the whole.
Its bodies are ordered so that who touches is close by (Cuthill and McKee 1969, reversed).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.jit import kernel

from .lanes import LANES
from .tables import Floats, Rows

BODIES, MANIFOLDS = 160, 400  # most of each
WORK, EACH = 20_000, 600  # most products of a factorisation; or for each body, as of a tower
WIDTH = 96  # most columns of a row
FAST = 0.3  # what moves faster falls, and stacks can wait [m/s]


class Part(NamedTuple):
    """The bodies and manifolds of a part."""

    used: NDArray[np.int64]  # (2,) bodies, manifolds
    body: Rows  # (BODIES,) in the order of the system
    row: Rows  # (bodies,) first of a body's six rows of the system, -1 = not in the part
    lane: Rows  # (MANIFOLDS,)
    start: Rows  # (6 BODIES,) first column of each row of the system that is not zero
    before: Floats  # (6 bodies,) motions before a sweep, flat
    link_start: Rows  # (BODIES + 1,) into `link`
    link: Rows  # (2 MANIFOLDS,) who touches each body
    order: Rows  # (BODIES,) scratch
    seen: Rows  # (BODIES,) scratch


def make_part(bodies: int) -> Part:
    """Return an empty part of so many bodies."""

    def ints(n: int) -> Rows:
        return np.zeros(n, np.int32)

    return Part(
        np.zeros(2, np.int64), ints(BODIES), np.full(bodies, -1, np.int32), ints(MANIFOLDS),
        ints(6 * BODIES), np.zeros(6 * bodies), ints(BODIES + 1), ints(2 * MANIFOLDS),
        ints(BODIES), ints(BODIES),
    )  # fmt: skip


@kernel
def is_slow(first, end, body, motion) -> bool:
    """Whether all bodies listed from `first` to `end` are so slow that they may stand."""
    for n in range(first, end):
        square = 0.0
        for k in range(3):
            square += motion[6 * body[n] + k] ** 2
        if square > FAST * FAST:
            return False
    return True


@kernel
def note(first, end, body, motion, part) -> None:
    """Note the motions of the bodies listed from `first` to `end`: a sweep follows."""
    for n in range(first, end):
        for k in range(6):
            part.before[6 * body[n] + k] = motion[6 * body[n] + k]


@kernel
def find_most(first, end, body, motion, outstanding, part) -> int:
    """Return the body whose velocity has changed most since it was noted.

    -1: that is not as many times the mean as what is `outstanding`.
    """
    best, most, total = -1, 0.0, 0.0
    for n in range(first, end):
        change = find_change(body[n], motion, part)
        total += change
        if change > most:
            best, most = body[n], change
    return best if most * (end - first) > outstanding * total else -1


@kernel
def find_change(b, motion, part) -> float:
    """Return by how much the velocity of a body has changed since it was noted [m/s]."""
    square = 0.0
    for k in range(3):
        square += (motion[6 * b + k] - part.before[6 * b + k]) ** 2
    return np.sqrt(square)


@kernel
def choose_all(first, end, body, inv_mass, batches, part) -> bool:
    """Take all bodies listed from `first` to `end`; return whether they are few enough."""
    _clear(part)
    if end - first > BODIES:
        return False
    for n in range(first, end):
        _add(body[n], part)
    return _complete(inv_mass, batches, part)


@kernel
def choose(most, inv_mass, batches, least, part) -> bool:
    """Take a body and all in touch that have changed by `least` [m/s] and more; whether it fits."""
    _clear(part)
    _add(most, part)
    grows = True
    while grows:
        grows = False
        for lane in range(batches.count[0] * LANES):
            a, b = body_of(lane, 0, batches.body), body_of(lane, 1, batches.body)
            if batches.manifold[lane] < 0 or (part.row[a] < 0) == (part.row[b] < 0):
                continue
            other = b if part.row[b] < 0 else a
            if inv_mass[other] > 0.0 and find_change(other, batches.motion, part) >= least:
                if part.used[0] == BODIES:
                    return False
                _add(other, part)
                grows = True
    return _complete(inv_mass, batches, part)


@kernel
def _complete(inv_mass, batches, part) -> bool:
    """Add all manifolds that touch the bodies, and who else they touch; return whether it fits."""
    core, count = part.used[0], 0
    for lane in range(batches.count[0] * LANES):
        if batches.manifold[lane] < 0:
            continue
        a, b = body_of(lane, 0, batches.body), body_of(lane, 1, batches.body)
        if not (0 <= part.row[a] < core or 0 <= part.row[b] < core):
            continue
        for other in (a, b):
            if part.row[other] < 0 and inv_mass[other] > 0.0:
                if part.used[0] == BODIES:
                    return False
                _add(other, part)
        if count == MANIFOLDS:
            return False
        part.lane[count] = lane
        count += 1
        part.used[1] = count
    _link(batches.body, part)
    _order(part)
    return _find_start(batches.body, part)


@kernel
def _clear(part) -> None:
    for n in range(part.used[0]):
        part.row[part.body[n]] = -1
    part.used[0] = part.used[1] = 0


@kernel
def _add(b, part) -> None:
    """Take in a body; until bodies are ordered `row` is its place."""
    part.body[part.used[0]], part.row[b] = b, part.used[0]
    part.used[0] += 1


@kernel
def body_of(lane, side, body) -> int:
    """Return the body on a side, 0 or 1, of the manifold in a lane."""
    k, j = lane // LANES, lane % LANES
    first: int = np.int64(body[(2 * k + side) * LANES + j])  # pyright: ignore[reportAssignmentType]
    return first // 6


@kernel
def _link(body, part) -> None:
    """List who touches whom, by places."""
    used, start, link = part.used[0], part.link_start, part.link
    for n in range(used + 1):
        start[n] = 0
    for turn in range(2):
        for m in range(part.used[1]):
            a = part.row[body_of(part.lane[m], 0, body)]
            b = part.row[body_of(part.lane[m], 1, body)]
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
def _order(part) -> None:
    """Order the bodies so that who touches is close by."""
    used, order, seen = part.used[0], part.order, part.seen
    done = 0
    for n in range(used):
        seen[n] = 0
    for n in range(used):
        if seen[n] == 0:
            end = _spread(n, done, 1, part)
            done = _spread(order[end - 1], done, 2, part)
    for n in range(used):
        seen[n] = part.body[order[used - 1 - n]]
    for n in range(used):
        part.body[n] = seen[n]
        part.row[seen[n]] = 6 * n


@kernel
def _spread(root, done, stamp, part) -> int:
    """List in `order`, from `done` on, who is reached from `root`, the nearest first."""
    order, seen, end = part.order, part.seen, done + 1
    order[done], seen[root] = root, stamp
    at = done
    while at < end:
        n = order[at]
        for k in range(part.link_start[n], part.link_start[n + 1]):
            other = part.link[k]
            if seen[other] < stamp:
                order[end], seen[other] = other, stamp
                end += 1
        at += 1
    return end


@kernel
def _find_start(body, part) -> bool:
    """Find the shape of the system; return whether it can be solved at little cost."""
    used, start, work = part.used[0], part.start, 0
    for n in range(used):
        start[6 * n] = 6 * n
    for m in range(part.used[1]):
        a = part.row[body_of(part.lane[m], 0, body)]
        b = part.row[body_of(part.lane[m], 1, body)]
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
