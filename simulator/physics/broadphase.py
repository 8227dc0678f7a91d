"""Which shapes may touch in this step: sort and sweep, bounding spheres, then oriented boxes.

Boxes are grown by how far a shape may move in the step, so that a contact is known before it is
reached and nothing passes through. The list is sorted by shape rows: it depends on poses alone.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.jit import kernel

from . import vector
from .shapes import BOX, ENDLESS, MESH, SPHERE
from .tables import Rows

MARGIN = 1e-3  # contacts are known this far ahead even at rest [m]
FARTHEST = 5.0  # of a shape's way in one step [m]


class Pairs(NamedTuple):
    """Pairs of shapes that may touch, `shape_a` < `shape_b`, sorted; rows beyond `used` stale."""

    used: NDArray[np.int64]  # (1,)
    lost: NDArray[np.int64]  # (1,) pairs that found no room since the start
    shape_a: Rows  # (n,)
    shape_b: Rows  # (n,)
    found_a: Rows  # (n,) in the order of the sweep
    found_b: Rows  # (n,)
    order: Rows  # (shapes,) by least x
    start: Rows  # (shapes + 1,) of the pairs of each shape


def make_pairs(shape_count: int, capacity: int = 0) -> Pairs:
    """Return an empty table; `capacity` 0 gives 16 pairs a shape and at least 1024."""
    n = capacity or max(1024, 16 * shape_count)
    one = np.zeros(1, np.int64)
    rows = [np.zeros(n, np.int32) for _ in range(4)]
    order, start = np.arange(shape_count, dtype=np.int32), np.zeros(shape_count + 1, np.int32)
    return Pairs._make([one, one.copy(), *rows, order, start])


@kernel
def find_pairs(bodies, shapes, pairs, h) -> None:
    """Refresh the shapes' poses and boxes and list the pairs that may touch within `h` [s]."""
    refresh(bodies, shapes, h)
    _sort_order(shapes.low, pairs.order)
    low, high, body, order = shapes.low, shapes.high, shapes.body, pairs.order
    pairs.used[0] = 0
    for first in range(len(order)):
        i = order[first]
        for second in range(first + 1, len(order)):
            j = order[second]
            if low[j, 0] > high[i, 0]:
                break
            if low[i, 1] > high[j, 1] or low[j, 1] > high[i, 1]:
                continue
            if low[i, 2] > high[j, 2] or low[j, 2] > high[i, 2]:
                continue
            if shapes.may_touch[body[i], body[j]] == 0 or _is_apart(shapes, i, j):
                continue
            _add(pairs, min(i, j), max(i, j))
    _sort_pairs(pairs)


@kernel
def refresh(bodies, shapes, h) -> None:
    """Write every shape's pose in the world, its way in `h` [s] and its axis-aligned box."""
    for i in range(len(shapes.kind)):
        body = shapes.body[i]
        turn = bodies.orientation[body]
        arm = vector.rotate(turn, vector.load(shapes.position, i))
        for c in range(3):
            local = shapes.rotation[i, 0, c], shapes.rotation[i, 1, c], shapes.rotation[i, 2, c]
            axis = vector.rotate(turn, local)
            for r in range(3):
                shapes.world_rotation[i, r, c] = axis[r]
        reach = MARGIN
        if bodies.inv_mass[body] > 0.0:
            lever = np.sqrt(vector.dot(arm, arm))
            if shapes.kind[i] != SPHERE:  # a sphere's own spin moves nothing
                lever += shapes.radius[i]
            velocity, spin = vector.load(bodies.velocity, body), vector.load(bodies.spin, body)
            speed = np.sqrt(vector.dot(velocity, velocity))
            speed += lever * np.sqrt(vector.dot(spin, spin))
            reach = min(reach + h * speed, FARTHEST)
        shapes.reach[i] = reach
        for r in range(3):
            middle = bodies.position[body, r] + arm[r]
            shapes.world_position[i, r] = middle
            grown = reach + shapes.radius[i]
            if shapes.kind[i] != SPHERE and shapes.radius[i] < ENDLESS:
                grown = reach
                for c in range(3):
                    grown += abs(shapes.world_rotation[i, r, c]) * shapes.half[i, c]
            shapes.low[i, r], shapes.high[i, r] = middle - grown, middle + grown


@kernel
def _sort_order(low, order) -> None:
    """Sort `order` by least x, equal ones by row: nearly sorted from step to step (insertion)."""
    for k in range(1, len(order)):
        row = order[k]
        x = low[row, 0]
        m = k - 1
        while m >= 0 and (low[order[m], 0] > x or (low[order[m], 0] == x and order[m] > row)):
            order[m + 1] = order[m]
            m -= 1
        order[m + 1] = row


@kernel
def _is_apart(shapes, i, j) -> bool:
    """Whether bounding spheres or oriented boxes are too far from each other to touch."""
    if shapes.radius[i] >= ENDLESS or shapes.radius[j] >= ENDLESS:
        return False
    way = vector.subtract(
        vector.load(shapes.world_position, j), vector.load(shapes.world_position, i)
    )
    reach = shapes.reach[i] + shapes.reach[j]
    limit = shapes.radius[i] + shapes.radius[j] + reach
    if vector.dot(way, way) > limit * limit:
        return True
    a, b = shapes.kind[i], shapes.kind[j]
    if a == BOX and b == BOX:  # the near phase runs the same test first
        return False
    if a == SPHERE or b == SPHERE or a == MESH or b == MESH:
        return False
    return boxes_apart(
        way, shapes.world_rotation[i], shapes.half[i], shapes.world_rotation[j], shapes.half[j],
        reach,
    )  # fmt: skip


@kernel
def boxes_apart(way, turn_a, half_a, turn_b, half_b, reach) -> bool:
    """Whether oriented boxes, `way` from centre to centre, are more than `reach` [m] apart.

    The 15 separating axes of Gottschalk, Lin and Manocha (1996).
    """
    for k in range(15):
        if k < 3:
            axis = (turn_a[0, k], turn_a[1, k], turn_a[2, k])
        elif k < 6:
            axis = (turn_b[0, k - 3], turn_b[1, k - 3], turn_b[2, k - 3])
        else:
            m, n = (k - 6) // 3, (k - 6) % 3
            axis = vector.cross(
                (turn_a[0, m], turn_a[1, m], turn_a[2, m]),
                (turn_b[0, n], turn_b[1, n], turn_b[2, n]),
            )
        length = vector.dot(axis, axis)
        if length < 1e-12:
            continue
        a, b = vector.apply_transposed(turn_a, axis), vector.apply_transposed(turn_b, axis)
        width = reach * np.sqrt(length)
        for r in range(3):
            width += half_a[r] * abs(a[r]) + half_b[r] * abs(b[r])
        if abs(vector.dot(way, axis)) > width:
            return True
    return False


@kernel
def _add(pairs, a, b) -> None:
    used = pairs.used[0]
    if used == len(pairs.found_a):
        pairs.lost[0] += 1
        return
    pairs.found_a[used], pairs.found_b[used] = a, b
    pairs.used[0] = used + 1


@kernel
def _sort_pairs(pairs) -> None:
    """Sort the found pairs: counted into buckets by first shape, each bucket by the second."""
    start, used = pairs.start, pairs.used[0]
    start[:] = 0
    for k in range(used):
        start[pairs.found_a[k] + 1] += 1
    for i in range(len(start) - 1):
        start[i + 1] += start[i]
    for k in range(used):
        a = pairs.found_a[k]
        pairs.shape_b[start[a]] = pairs.found_b[k]
        start[a] += 1  # ends as the first row of the next bucket
    first = 0
    for a in range(len(start) - 1):
        for k in range(first, start[a]):
            b, m = pairs.shape_b[k], k - 1
            while m >= first and pairs.shape_b[m] > b:
                pairs.shape_b[m + 1] = pairs.shape_b[m]
                m -= 1
            pairs.shape_a[k], pairs.shape_b[m + 1] = a, b
        first = start[a]
