"""Rolling and twisting friction: torques between two bodies that touch, bounded by their push.

A wheel that sinks in a little meets its push a length before its middle: a torque of up to
`rolling` times the normal force holds against rolling, one of up to `twisting` times it against
turning about the normal (Coulomb's law of rolling). They are swept with the pair's points, and
solved with them where those are (`grips`), and begin with what they were in the last step: what
rests, one on the other, would have to find them anew. Two that touch in a patch wider than both
lengths do not roll: its points hold by themselves, so a stack of what rolls on its edges is one
like any other.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..bodies.tables import Floats

NARROW = 1e-3  # patches are no narrower [m]
TWISTING = 2  # axis, see `find_axis`
FLAT = 0.9998  # cosine: points this near in direction lie in one plane


class Rolls(NamedTuple):
    """Torques of the pairs of bodies, in the row of contacts of each pair's first point."""

    used: NDArray[np.uint8]  # (1,) whether any surface of the scene has such friction
    length: Floats  # (n, 2) rolling, twisting: torque per normal force [m]
    torque: Floats  # (n, 3) impulse on body b, world [N m s]
    answer: Floats  # (n, 6, 3) relative motion per impulse
    mass: Floats  # (n, 2) inverse of the spin per impulse: across the normal, along it
    trend: Floats  # (n, 3) of the torques from sweep to sweep, see `conjugate`
    passed: Floats  # (n, 3) torques before


def make_rolls(points: int, used: bool) -> Rolls:
    """Return an empty table for so many points."""
    n = points if used else 1
    return Rolls(
        np.array([used], np.uint8), np.zeros((n, 2)), np.zeros((n, 3)), np.zeros((n, 6, 3)),
        np.zeros((n, 2)), np.zeros((n, 3)), np.zeros((n, 3)),
    )  # fmt: skip


@kernel
def prepare(rolls, used, shape_a, shape_b, position, normal, rolling, twisting) -> None:
    """Begin a step: the lengths of `used` points, by their shapes; `rolling`, `twisting` (shapes,).

    Points of a pair follow each other, at `position` with `normal` (points, 3). Its torque stands
    in the row of the first one; where it does not roll there is none.
    """
    if rolls.used[0] == 0:
        return
    first = 0
    while first < used:
        a, b, end = shape_a[first], shape_b[first], first + 1
        while end < used and shape_a[end] == a and shape_b[end] == b:
            end += 1
        length, twist = max(rolling[a], rolling[b]), max(twisting[a], twisting[b])
        if length + twist > 0.0 and _is_patch(
            position, normal, first, end, max(NARROW, length, twist)
        ):
            length = twist = 0.0
        for i in range(first, end):
            rolls.length[i, 0], rolls.length[i, 1] = length, twist
            if i > first or length + twist == 0.0:
                vector.save(rolls.torque, i, (0.0, 0.0, 0.0))
        first = end


@kernel
def _is_patch(position, normal, first, end, width) -> bool:
    """Whether points `first` to `end` lie in one plane, and not within `width` [m] of a line."""
    start, along, most = vector.load(position, first), (0.0, 0.0, 0.0), 0.0
    for i in range(first + 1, end):
        if vector.dot(vector.load(normal, first), vector.load(normal, i)) < FLAT:
            return False
        way = vector.subtract(vector.load(position, i), start)
        if vector.dot(way, way) > most:
            along, most = way, vector.dot(way, way)
    for i in range(first + 1, end):
        way = vector.cross(vector.subtract(vector.load(position, i), start), along)
        if vector.dot(way, way) > width * width * most:
            return True
    return False


@kernel
def part(rolls, clusters) -> None:
    """Put those that have such friction before all other pairs of free bodies, cluster by cluster.

    Lanes know none, see `batch`; what else is in a cluster goes through them all the same.
    """
    if rolls.used[0] == 0:
        return
    start, point = clusters.point_start, clusters.point
    for c in range(clusters.used[0]):
        first, end, rolling = clusters.free_start[c], clusters.pair_start[c + 1], 0
        for p in range(first, end):
            rolling += is_on(rolls, point[start[p]])
        clusters.lane_start[c] = first + rolling
        if 0 < rolling < end - first:
            _put_first(first, end, rolls, clusters)


@kernel
def _put_first(first, end, rolls, clusters) -> None:
    """Do so with pairs `first` to `end`; all else keeps its order."""
    start, point, group = clusters.point_start, clusters.point, clusters.group
    size, groups, points = clusters.run, clusters.last, clusters.sorted_run  # at hand as scratch
    k, at = first, start[first]
    for wanted in (True, False):
        for p in range(first, end):
            if is_on(rolls, point[start[p]]) == wanted:
                size[k], groups[k] = start[p + 1] - start[p], group[p]
                k += 1
                for n in range(start[p], start[p + 1]):
                    points[at] = point[n]
                    at += 1
    at = start[first]
    for n in range(at, start[end]):
        point[n] = points[n]
    for p in range(first, end):
        start[p], group[p] = at, groups[p]
        at += size[p]


@kernel
def is_on(rolls, i) -> bool:
    """Whether the pair whose first point is row `i` has such friction."""
    return rolls.used[0] == 1 and (rolls.length[i, 0] > 0.0 or rolls.length[i, 1] > 0.0)


@kernel
def is_held(rolls, i) -> bool:
    """Whether the pair whose first point is row `i` begins with a torque."""
    if not is_on(rolls, i):
        return False
    torque = vector.load(rolls.torque, i)
    return vector.dot(torque, torque) > 0.0


@kernel
def forget(rolls, i) -> None:
    """Begin anew with the torque of the pair whose first point is row `i`, number or not."""
    if rolls.used[0] == 1:
        vector.save(rolls.torque, i, (0.0, 0.0, 0.0))


@kernel
def leave(rolls, i, share) -> None:
    """Leave a share of the torque of the pair whose first point is row `i`."""
    if rolls.used[0] == 1:
        for k in range(3):
            rolls.torque[i, k] *= share


@kernel
def build(rolls, i, normal, answer) -> None:
    """Prepare the pair whose first point is row `i`; `answer` (6, 6) of its relative motion."""
    for r in range(6):
        for c in range(3):
            rolls.answer[i, r, c] = answer[r, 3 + c]
    tangent, other = find_axis(0, normal), find_axis(1, normal)
    first, second = _couple(answer, tangent, tangent), _couple(answer, other, other)
    both, half = _couple(answer, tangent, other), 0.5 * (first - second)
    most = 0.5 * (first + second) + np.sqrt(half * half + both * both)
    along = _couple(answer, normal, normal)
    rolls.mass[i, 0] = 1.0 / most if most > 0.0 else 0.0
    rolls.mass[i, 1] = 1.0 / along if along > 0.0 else 0.0


@kernel
def _couple(answer, a, b) -> float:
    total = 0.0
    for r in range(3):
        for c in range(3):
            total += a[r] * answer[3 + r, 3 + c] * b[c]
    return total


@kernel
def solve(rolls, i, normal, push, spin) -> vector.Vector:
    """Bring the torque of a pair up to date; return what it has changed by.

    `push` is the pair's normal impulse [N s], `spin` its relative one [rad/s]. Impulses that go on
    along their trend may pull for a moment; a torque has no use for that.
    """
    push = max(push, 0.0)
    before = vector.load(rolls.torque, i)
    speed, held = vector.dot(normal, spin), vector.dot(normal, before)
    limit = rolls.length[i, 1] * push
    twist = min(max(held - rolls.mass[i, 1] * speed, -limit), limit)
    across = vector.offset(before, -held, normal)
    across = vector.offset(across, -rolls.mass[i, 0], vector.offset(spin, -speed, normal))
    size, limit = np.sqrt(vector.dot(across, across)), rolls.length[i, 0] * push
    share = limit / size if size > limit else 1.0
    torque = vector.offset(vector.offset((0.0, 0.0, 0.0), share, across), twist, normal)
    vector.save(rolls.torque, i, torque)
    return vector.subtract(torque, before)


@kernel
def find_axis(k, normal) -> vector.Vector:
    """Return an axis of rolling, of two (`k` = 0, 1), or that of twisting (2)."""
    if k == TWISTING:
        return normal
    tangent = vector.tangent_of(normal)
    return vector.cross(normal, tangent) if k == 1 else tangent


@kernel
def find_length(rolls, i, k) -> float:
    """Return the torque per push about axis `k` of the pair whose first point is row `i` [m]."""
    return rolls.length[i, 1 if k == TWISTING else 0]


@kernel
def turn(rolls, i, torque, way, spin):
    """Return a relative motion after an impulse `torque` between the pair."""
    m = rolls.answer[i]
    return (
        vector.offset(way, 1.0, vector.apply(m[:3], torque)),
        vector.offset(spin, 1.0, vector.apply(m[3:], torque)),
    )
