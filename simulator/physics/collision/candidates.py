"""Pairs of shapes that may come near each other within the next steps.

Every shape has a wide box, in which it stays for some steps. As long as all of them do, the pairs
of wide boxes that overlap are known, and a step only has to choose among them (`broadphase`). When
one has left its box, all get new ones, and pairs are found anew: strips along y, a sweep along x
in each. What a step chooses does not depend on when that was.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled.jit import kernel

from ..bodies.tables import Floats, Rows
from ..geometry.shapes import ENDLESS, MARGIN, Shapes

STRIPS = 64  # at most, a power of two
CROWD = 16  # shapes a strip, at least
WIDE = 2.0  # a strip is this many shapes wide
STEPS = 4.0  # a wide box has room for the way of so many steps,
ROOM = 0.05  # and for this share of the shape's radius
WAIT = 8  # where a wide box did not last for a second step, none has one for so many
MORE = 2  # candidates for each pair that there is room for


class Candidates(NamedTuple):
    """Candidates, sorted, and what they are found with; `order` leaves out planes and ghosts."""

    used: NDArray[np.int64]  # (1,) candidates
    lasted: NDArray[np.int64]  # (1,) steps that wide boxes have served
    waits: NDArray[np.int64]  # (1,) times that boxes are found without room
    shape_a: Rows  # (n,) the lower row
    shape_b: Rows  # (n,)
    half_a: Rows  # (n,) half sorted, then scratch of the choice
    half_b: Rows  # (n,)
    start: Rows  # (shapes + 1,) scratch of the sort
    low: Floats  # (shapes, 3) of the wide boxes [m]
    high: Floats  # (shapes, 3)
    order: Rows  # (m,) shapes by least x
    planes: Rows  # (p,) shapes without bounds
    box: Floats  # (m, 6) low, high in this order [m]
    strip_start: NDArray[np.int64]  # (strips + 2,) into strip
    strip: Rows  # (strips m,) places in `order`, sorted in each strip
    near: Rows  # (m,) those that one box overlaps


def make_candidates(shapes: Shapes, position: Floats, pairs: int) -> Candidates:
    """Return an empty table, in a scene of at most so many `pairs`.

    `position` (bodies, 3): where they begin [m], so that the first step finds them nearly sorted.
    """
    count, endless = len(shapes.kind), shapes.radius >= ENDLESS
    n = max(MORE * pairs, 64) + int(endless.sum()) * count
    order = np.flatnonzero(shapes.solid & ~endless).astype(np.int32)
    order = order[np.argsort(position[shapes.body[order], 0], kind="stable")]
    strips = 1
    while strips < STRIPS and strips * CROWD < len(order):
        strips *= 2
    rows = [np.zeros(n, np.int32) for _ in range(4)]
    return Candidates._make([
        np.zeros(1, np.int64), np.ones(1, np.int64), np.zeros(1, np.int64), *rows,
        np.zeros(count + 1, np.int32),
        np.full((count, 3), np.inf), np.full((count, 3), -np.inf),  # nobody has a box yet
        order, np.flatnonzero(shapes.solid & endless).astype(np.int32), np.zeros((len(order), 6)),
        np.zeros(strips + 2, np.int64), np.zeros(strips * len(order), np.int32),
        np.zeros(len(order), np.int32),
    ])  # fmt: skip


def forget(candidates: Candidates) -> None:
    """Take all wide boxes away: the next step finds them anew."""
    candidates.low[:], candidates.high[:] = np.inf, -np.inf


@kernel
def renew(shapes, candidates) -> int:
    """Find the candidates anew if a shape has left its wide box; return how many found no room."""
    lasted, waits = candidates.lasted, candidates.waits
    if _are_inside(shapes, candidates):
        lasted[0] += 1
        return 0
    waits[0] = waits[0] - 1 if waits[0] > 0 else (WAIT if lasted[0] == 0 else 0)
    lasted[0] = 0
    found = len(candidates.shape_a) + 1
    if waits[0] == 0:
        found = _find(shapes, candidates, STEPS, ROOM)
    if found > len(candidates.shape_a):  # for this step alone
        found = _find(shapes, candidates, 0.0, 0.0)
        candidates.low[:, 0] = np.inf
    used = min(found, len(candidates.shape_a))
    candidates.used[0] = used
    _sort(
        candidates.shape_b, candidates.shape_a, used, candidates.start, candidates.half_b,
        candidates.half_a,
    )  # fmt: skip
    _sort(
        candidates.half_a, candidates.half_b, used, candidates.start, candidates.shape_a,
        candidates.shape_b,
    )  # fmt: skip
    return found - used


@kernel
def _are_inside(shapes, candidates) -> bool:
    """Whether every shape is within its wide box."""
    low, high = candidates.low, candidates.high
    for i in candidates.order:
        outside = False  # no branch for each side
        for r in range(3):
            outside |= (shapes.low[i, r] < low[i, r]) | (shapes.high[i, r] > high[i, r])
        if outside:
            return False
    return True


@kernel
def _find(shapes, candidates, steps, room) -> int:
    """Give all shapes new boxes and find the pairs of them that overlap; return how many."""
    low, high, order = candidates.low, candidates.high, candidates.order
    _widen(shapes, order, low, high, steps, room)
    _sort_order(low, order)
    width = _line_up(low, high, order, candidates.box, candidates.strip_start, candidates.strip)
    used = _meet_planes(shapes, candidates)
    return _sweep(shapes, candidates, 1.0 / width, used)


@kernel
def _widen(shapes, order, low, high, steps, room) -> None:
    """Write boxes with room for so many `steps` and for a share of the radius."""
    for i in order:
        more = 0.0
        if shapes.moves[i]:
            more = room * shapes.radius[i] + steps * (shapes.reach[i] - MARGIN)
        for r in range(3):
            way = steps * shapes.way[i, r]
            low[i, r] = shapes.low[i, r] + min(way, 0.0) - more
            high[i, r] = shapes.high[i, r] + max(way, 0.0) + more


@kernel
def _sort_order(low, order) -> None:
    """Sort `order` by least x, equal ones by row: nearly sorted from time to time (insertion)."""
    for k in range(1, len(order)):
        row = order[k]
        x = low[row, 0]
        m = k - 1
        while m >= 0 and (low[order[m], 0] > x or (low[order[m], 0] == x and order[m] > row)):
            order[m + 1] = order[m]
            m -= 1
        order[m + 1] = row


@kernel
def _line_up(low, high, order, box, strip_start, strip) -> float:
    """Write the boxes in order, and into each strip along y the boxes that reach into it.

    Strips repeat: strip k is every place y with floor(y / width) = k modulo their number. Returns
    their width [m].
    """
    total = 0.0
    for k in range(len(order)):
        i = order[k]
        total += high[i, 1] - low[i, 1]
        for r in range(3):
            box[k, r], box[k, 3 + r] = low[i, r], high[i, r]
    strips = len(strip_start) - 2
    width = WIDE * total / max(len(order), 1)
    width = width if width > 0.0 else 1.0
    strip_start[:] = 0
    for k in range(len(order)):
        first, last = _span(box, k, 1.0 / width, strips)
        for s in range(first, last):
            strip_start[(s & (strips - 1)) + 2] += 1
    for s in range(strips):
        strip_start[s + 1] += strip_start[s]
    for k in range(len(order)):
        first, last = _span(box, k, 1.0 / width, strips)
        for s in range(first, last):
            place = (s & (strips - 1)) + 1
            strip[strip_start[place]] = k
            strip_start[place] += 1  # ends as the first row of the next strip
    return width


@kernel
def _span(box, k, scale, strips) -> tuple[int, int]:
    """Return the first strip of box k and the one after its last, each strip once at most."""
    first = int(np.floor(box[k, 1] * scale))
    return first, min(int(np.floor(box[k, 4] * scale)) + 1, first + strips)


@kernel
def _sweep(shapes, candidates, scale, used) -> int:
    """Add the pairs of boxes that overlap, each in the strip where its overlap begins.

    Returns how many pairs there are, those without room included.
    """
    box, strip, order, near = (
        candidates.box, candidates.strip, candidates.order, candidates.near,
    )  # fmt: skip
    body, moves, last_strip = shapes.body, shapes.moves, len(candidates.strip_start) - 3
    for s in range(last_strip + 1):
        begin, end = candidates.strip_start[s], candidates.strip_start[s + 1]
        for first in range(begin, end):
            k, count = strip[first], 0
            low_y, low_z = box[k, 1], box[k, 2]
            high_x, high_y, high_z = box[k, 3], box[k, 4], box[k, 5]
            for second in range(first + 1, end):
                m = strip[second]
                if box[m, 0] > high_x:
                    break
                near[count] = m  # no branch: whether boxes overlap cannot be foretold
                beside = (box[m, 1] > high_y) | (box[m, 4] < low_y)
                count += 1 - (beside | (box[m, 2] > high_z) | (box[m, 5] < low_z))
            i = order[k]
            for c in range(count):
                j = order[near[c]]
                if moves[i] + moves[j] == 0:
                    continue
                if _is_excluded(shapes.excluded_start, shapes.excluded, body[i], body[j]):
                    continue
                if int(np.floor(max(low_y, box[near[c], 1]) * scale)) & last_strip != s:
                    continue
                used = _add(candidates, used, i, j)
    return used


@kernel
def _meet_planes(shapes, candidates) -> int:
    """List every shape that may touch a plane, however far from it; return how many."""
    used = 0
    for p in candidates.planes:
        for i in candidates.order:
            if shapes.moves[i] + shapes.moves[p] == 0:
                continue
            body, other = shapes.body[p], shapes.body[i]
            if not _is_excluded(shapes.excluded_start, shapes.excluded, body, other):
                used = _add(candidates, used, p, i)
    return used


@kernel
def _add(candidates, used, i, j) -> int:
    if used < len(candidates.shape_a):
        candidates.shape_a[used], candidates.shape_b[used] = min(i, j), max(i, j)
    return used + 1


@kernel
def _is_excluded(start, excluded, a, b) -> bool:
    """Whether bodies a and b are one or are told not to touch (a's runs are sorted)."""
    low, high = start[a], start[a + 1]
    while low < high:
        middle = (low + high) // 2
        if excluded[middle, 1] <= b:
            low = middle + 1
        else:
            high = middle
    return low < start[a + 1] and excluded[low, 0] <= b


@kernel
def _sort(low, high, used, start, by_low, by_high) -> None:
    """Sort pairs into (`by_low`, `by_high`), rising in the first value of each row.

    Equal ones stay in order, so that a sort by the other value before it remains.
    """
    start[:] = 0
    for k in range(used):
        start[low[k] + 1] += 1
    for i in range(len(start) - 1):
        start[i + 1] += start[i]
    for k in range(used):
        row = start[low[k]]
        by_low[row], by_high[row] = low[k], high[k]
        start[low[k]] = row + 1
