"""The list of pairs of shapes that may touch, and what is remembered of each from step to step."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled.jit import kernel

from ..bodies.tables import Floats, Rows
from ..geometry.shapes import ENDLESS, Shapes
from .candidates import Candidates, make_candidates

ROOM = 1 << 18  # pairs that there is room for, if there are so many: those of 724 shapes
FEWEST = 16  # pairs a shape, in large scenes


class Pairs(NamedTuple):
    """Pairs of shapes that may touch, `shape_a` < `shape_b`, sorted; rows beyond `used` stale.

    From `reach` on a row holds what the near phase has last found out about the pair: see there.
    """

    used: NDArray[np.int64]  # (1,)
    lost: NDArray[np.int64]  # (1,) pairs that found no room since the start
    shape_a: Rows  # (n,)
    shape_b: Rows  # (n,)
    reach: Floats  # (n,) within which points were looked for [m]; -1: never
    count: Rows  # pyright: ignore[reportIncompatibleMethodOverride]  # (n,) contact points
    first: Rows  # (n,) the first of them, a row of the contacts
    pose: Floats  # (n, 7) of the smaller shape in the larger one's frame, then; see `memory.keep`
    axis: Floats  # (n, 3) unit, world, along which the two were apart, or 0
    turn: Floats  # (n, 4) orientation of the body that the points' normals turn with
    overlap: Rows  # (n,) > 0: rigid yet, for so many steps at least, see `overlap`
    held: NDArray[np.uint8]  # (n,) 1 where it still holds in this step, see `memory`
    now: Floats  # (n,) reach in this step [m]
    found: Rows  # (n,) first point in `scratch.points` of a pair that is not held; -1: none yet
    made: Rows  # (n,) how many it has
    shares: Floats  # (n,) what `impact` last knew: shares of the step and who is fast, added up
    found_a: Rows  # (n,) of this step, sorted
    found_b: Rows  # (n,)
    before: Rows  # (n,) row of the pair in the step before, or -1
    source: Rows  # (n,) see `list_moves`
    target: Rows  # (n,)
    candidates: Candidates


def make_pairs(shapes: Shapes, position: Floats, capacity: int = 0) -> Pairs:
    """Return an empty table; `capacity` 0 gives room for all pairs, in large scenes for a part.

    `position` (bodies, 3): where they begin [m], so that the first step finds them nearly sorted.

    300 things of 2 cm that fall at 4 m/s may all meet each other in a step of 20 ms. Rows that are
    never used take no memory, as nobody has touched them.
    """
    count = len(shapes.kind)
    n = capacity or max(1024, min(count * (count - 1) // 2, ROOM), FEWEST * count)
    rows = [np.zeros(n, np.int32) for _ in range(12)]
    one = np.zeros(1, np.int64)
    return Pairs._make([
        one, one.copy(), rows[0], rows[1], np.zeros(n), rows[2], rows[3], np.zeros((n, 7)),
        np.zeros((n, 3)), np.zeros((n, 4)), rows[4], np.zeros(n, np.uint8), np.zeros(n), rows[5],
        rows[6], np.zeros(n), *rows[7:], make_candidates(shapes, position, n),
    ])  # fmt: skip


@kernel
def renew(pairs, used) -> None:
    """Replace the list by `used` found pairs; those listed before take their memory along.

    Found pairs beyond the room there is are counted as lost.
    """
    found_a, found_b, before = pairs.found_a, pairs.found_b, pairs.before
    pairs.lost[0] += max(used - len(pairs.found_a), 0)
    used = min(used, len(pairs.found_a))
    k, same = 0, True
    for p in range(used):
        a, b = found_a[p], found_b[p]
        while k < pairs.used[0] and (
            pairs.shape_a[k] < a or (pairs.shape_a[k] == a and pairs.shape_b[k] < b)
        ):
            k += 1
        known = k < pairs.used[0] and pairs.shape_a[k] == a and pairs.shape_b[k] == b
        before[p] = k if known else -1
        same = same and before[p] == p
    if not same:
        moves = list_moves(before, used, pairs.source, pairs.target)
        shift(pairs.reach, pairs.source, pairs.target, moves)
        shift(pairs.count, pairs.source, pairs.target, moves)
        shift(pairs.first, pairs.source, pairs.target, moves)
        shift(pairs.overlap, pairs.source, pairs.target, moves)
        shift_rows(pairs.pose, pairs.source, pairs.target, moves)
        shift_rows(pairs.axis, pairs.source, pairs.target, moves)
        shift_rows(pairs.turn, pairs.source, pairs.target, moves)
        for p in range(used):
            pairs.shape_a[p], pairs.shape_b[p] = found_a[p], found_b[p]
            if before[p] < 0:  # nothing is left of the pair that had the row before
                pairs.reach[p], pairs.count[p], pairs.overlap[p] = -1.0, 0, 0
                pairs.turn[p, :] = 0.0
    pairs.used[0] = used


@kernel
def find_row(pairs, point) -> int:
    """Return the row of the pair that contact `point` belongs to."""
    low, high = 0, pairs.used[0]
    while high - low > 1:
        middle = (low + high) // 2
        if pairs.first[middle] <= point:
            low = middle
        else:
            high = middle
    return low


@kernel
def are_of_one(i, k, contacts) -> bool:
    """Whether contacts `i` and `k` are of the same two shapes."""
    same = contacts.shape_a[i] == contacts.shape_a[k]
    return same and contacts.shape_b[i] == contacts.shape_b[k]


@kernel
def runs_on(a, b, shapes) -> bool:
    """Whether one of two shapes does not end its step where it meets the other, as links do not."""
    return max(shapes.thin[a], shapes.thin[b]) == ENDLESS


@kernel
def list_moves(before, used, source, target) -> int:
    """List the moves of rows `before[k]` (-1: none) to k < `used` within a table; return how many.

    `before` rises: what moves to lower rows goes first to last, then what moves to higher ones last
    to first, and nothing is overwritten that is still to be moved.
    """
    moves = 0
    for k in range(used):
        if before[k] > k:
            source[moves], target[moves] = before[k], k
            moves += 1
    for k in range(used - 1, -1, -1):
        if 0 <= before[k] < k:
            source[moves], target[moves] = before[k], k
            moves += 1
    return moves


@kernel
def shift(column, source, target, moves) -> None:
    """Carry out the first `moves` moves on a column (n,)."""
    for k in range(moves):
        column[target[k]] = column[source[k]]


@kernel
def shift_rows(column, source, target, moves) -> None:
    """Carry out the first `moves` moves on a column (n, m)."""
    for k in range(moves):
        for c in range(column.shape[1]):
            column[target[k], c] = column[source[k], c]
