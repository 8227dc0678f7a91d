"""Gauss-Seidel sweeps over the contact points of one cluster, through all of its joints.

Bodies of an island have exact velocities where the walk along its tree stands (`walk`); the border
of an island is carried as one impulse per row that waits to be added (`ahead`). A sweep is then
exact Gauss-Seidel on the whole articulated system, at a cost that grows with the bodies.
"""

from typing import NamedTuple

import numpy as np

from simulator.jit import kernel

from . import rows as point_rows
from . import vector, walk
from .rows import LINEAR_A, LINEAR_B, ON_A, ON_B, ROW, TURN_A, TURN_B, find_speed, take
from .tables import Floats, Rows

INNER = 3  # times the points between two jointed bodies are swept before going on


class Walks(NamedTuple):
    """Where the walks along the islands' trees stand, and what they carry."""

    at: Rows  # (bodies,) of each island: the body, -1 = the immovable
    path: Rows  # (bodies,) scratch
    pending: Floats  # (bodies, 6) impulses given at a body or beyond since it was left
    seen: Floats  # (bodies, 6) inner body's velocity when this one was left
    ahead: Floats  # (border,) impulses of the border's rows, not yet in the velocities


def make_walks(bodies: int, border: int) -> Walks:
    """Return an empty table."""
    return Walks(
        np.zeros(bodies, np.int32), np.zeros(bodies, np.int32), np.zeros((bodies, 6)),
        np.zeros((bodies, 6)), np.zeros(max(border, 1)),
    )  # fmt: skip


@kernel
def begin(island, walks, islands, motion, rate) -> None:
    """Start at the immovable with the velocities `motion` (bodies, 6) of the island's solve.

    `rate` (bodies,) becomes what the joints of leaves turn at, were it not for their inner bodies.
    """
    walks.at[island] = -1
    for n in range(islands.body_start[island], islands.body_start[island + 1]):
        b = islands.body[n]
        for k in range(6):
            walks.pending[b, k] = 0.0
            if islands.inner[b] >= 0:
                walks.seen[b, k] = motion[islands.inner[b], k]
        rate[b] = islands.rate[b, 0]
        if islands.inner[b] >= 0:
            for k in range(6):
                speed = motion[islands.inner[b], k]
                rate[b] += islands.softness[b, 0] * islands.gain[b, 0, k] * speed
    for i in range(islands.border_start[island], islands.border_start[island + 1]):
        walks.ahead[i] = 0.0


@kernel
def sweep(
    first_pair, end_pair, forward, clusters, contacts, impulse, target, islands, walks, motion
) -> float:
    """Sweep the pairs of bodies `first_pair` to `end_pair` once; return the largest change [m/s].

    `impulse` (points, 3) and `target` (points,) by row of contacts, `motion` (bodies, 6).
    """
    largest, rows = 0.0, contacts.rows
    for q in range(end_pair - first_pair):
        p = first_pair + q if forward else end_pair - 1 - q
        first, end = clusters.point_start[p], clusters.point_start[p + 1]
        a, b = contacts.body_a[clusters.point[first]], contacts.body_b[clusters.point[first]]
        on_a, on_b = islands.of_body[a], islands.of_body[b]
        if on_a >= 0 and walks.at[on_a] != a:
            _walk(on_a, a, clusters.rank, islands, walks, motion)
        if on_b >= 0 and walks.at[on_b] != b:
            _walk(on_b, b, clusters.rank, islands, walks, motion)
        jointed = on_a >= 0 or on_b >= 0
        way_a, spin_a = _load(a, on_a, motion, islands, walks)
        way_b, spin_b = _load(b, on_b, motion, islands, walks)
        for n in range(first, end):
            vector.save(rows.before, n, vector.load(impulse, clusters.point[n]))
        repeats = INNER if jointed and end - first > 1 else 1
        for _ in range(repeats):
            for n in range(first, end):
                i = clusters.point[n]
                way_a, spin_a, way_b, spin_b = _solve_point(
                    rows.data, n, rows.mass[n], contacts.friction[i], target[i],
                    contacts.gamma[i], impulse[i], way_a, spin_a, way_b, spin_b,
                    contacts.belt[i], rows.drag[n], rows.rate, islands.softness,
                )  # fmt: skip
        for n in range(first, end):
            was, now = rows.before[n], impulse[clusters.point[n]]
            x, y = now[1] - was[1], now[2] - was[2]
            change = max(abs(now[0] - was[0]), np.sqrt(x * x + y * y))
            largest = max(largest, change * rows.mass[n, 1])
        if on_b >= 0:
            _push(b, on_b, first, end, ON_B, clusters, rows, impulse, islands, walks, motion)
        elif rows.own[b, 0, 0] > 0.0:
            _save(motion, b, way_b, spin_b)
        if on_a >= 0:
            if on_a == on_b:
                _walk(on_a, a, clusters.rank, islands, walks, motion)
            _push(a, on_a, first, end, ON_A, clusters, rows, impulse, islands, walks, motion)
        elif rows.own[a, 0, 0] > 0.0:
            _save(motion, a, way_a, spin_a)
    return largest


@kernel
def _walk(island, goal, rank, islands, walks, motion) -> None:
    walk.move(
        walks.at[island], goal, islands.body_start[island], rank, islands.inner, islands.freedoms,
        islands.axis, islands.gain, islands.softness, islands.answer, motion, walks.pending,
        walks.seen, walks.path,
    )  # fmt: skip
    walks.at[island] = goal


@kernel
def _load(b, island, motion, islands, walks):
    """Return the velocity at its origin and the spin of body `b`."""
    way = motion[b, 0], motion[b, 1], motion[b, 2]
    spin = motion[b, 3], motion[b, 4], motion[b, 5]
    if island >= 0:
        first = islands.border_start[island]
        for i in range(first, islands.border_start[island + 1]):
            s, j = walks.ahead[i], i - first
            spread = islands.spread[b]
            way = vector.offset(way, s, (spread[0, j], spread[1, j], spread[2, j]))
            spin = vector.offset(spin, s, (spread[3, j], spread[4, j], spread[5, j]))
    return way, spin


@kernel
def _save(motion, b, way, spin) -> None:
    for k in range(3):
        motion[b, k], motion[b, 3 + k] = way[k], spin[k]


@kernel
def _push(
    b, island, first, end, side, clusters, rows, impulse, islands, walks, motion
) -> None:  # fmt: skip
    """Give body `b`, where the walk stands, what the points `first` to `end` have changed by."""
    force, moment = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for n in range(first, end):
        i = clusters.point[n]
        change = vector.subtract(vector.load(impulse, i), vector.load(rows.before, n))
        force, moment = point_rows.add_moment(rows.data, n, change, side, force, moment)
    answer, pending = islands.answer[b], walks.pending[b]
    for k in range(6):
        a = answer[k]
        motion[b, k] += (
            a[0] * force[0] + a[1] * force[1] + a[2] * force[2]
            + a[3] * moment[0] + a[4] * moment[1] + a[5] * moment[2]
        )  # fmt: skip
    for k in range(3):
        pending[k] += force[k]
        pending[3 + k] += moment[k]
    spread, start = islands.spread[b], islands.border_start[island]
    for j in range(islands.border_start[island + 1] - start):
        error = (
            spread[0, j] * force[0] + spread[1, j] * force[1] + spread[2, j] * force[2]
            + spread[3, j] * moment[0] + spread[4, j] * moment[1] + spread[5, j] * moment[2]
        )  # fmt: skip
        for i in range(islands.border_start[island + 1] - start):
            walks.ahead[start + i] -= islands.border_inverse[start + i, j] * error


@kernel
def _solve_point(
    data, n, mass, friction, target, gamma, impulse, way_a, spin_a, way_b, spin_b, belt, drag,
    rate, softness,
):  # fmt: skip
    """Solve one point on its bodies' velocities and return them.

    Friction first, both tangents as one block projected on the circle mu times the normal impulse
    (Coulomb), then the normal, so that no point is left penetrating.
    """
    limit = friction * impulse[0]
    if limit > 0.0 or impulse[1] != 0.0 or impulse[2] != 0.0:
        u = find_speed(data, n, ROW, way_a, spin_a, way_b, spin_b)
        w = find_speed(data, n, 2 * ROW, way_a, spin_a, way_b, spin_b)
        if belt >= 0:
            u += drag[1] * rate[belt]
            w += drag[2] * rate[belt]
        first = impulse[1] - mass[2] * u - mass[3] * w
        second = impulse[2] - mass[3] * u - mass[4] * w
        if first * first + second * second > limit * limit:
            # sliding: against the speed itself (Coulomb), not against the speed as the
            # masses see it, so one mass for both tangents: the least, which converges
            half = 0.5 * (mass[2] - mass[4])
            least = 0.5 * (mass[2] + mass[4]) - np.sqrt(half * half + mass[3] * mass[3])
            first, second = impulse[1] - least * u, impulse[2] - least * w
            size = np.sqrt(first * first + second * second)
            if size > limit:
                first *= limit / size
                second *= limit / size
        u, w = first - impulse[1], second - impulse[2]
        impulse[1], impulse[2] = first, second
        if belt >= 0:
            rate[belt] += softness[belt, 0] * (drag[1] * u + drag[2] * w)
        way_a = vector.offset(way_a, u, take(data, n, ROW + LINEAR_A))
        way_a = vector.offset(way_a, w, take(data, n, 2 * ROW + LINEAR_A))
        way_b = vector.offset(way_b, u, take(data, n, ROW + LINEAR_B))
        way_b = vector.offset(way_b, w, take(data, n, 2 * ROW + LINEAR_B))
        spin_a = vector.offset(spin_a, u, take(data, n, ROW + TURN_A))
        spin_a = vector.offset(spin_a, w, take(data, n, 2 * ROW + TURN_A))
        spin_b = vector.offset(spin_b, u, take(data, n, ROW + TURN_B))
        spin_b = vector.offset(spin_b, w, take(data, n, 2 * ROW + TURN_B))
    speed = find_speed(data, n, 0, way_a, spin_a, way_b, spin_b)
    normal = max(impulse[0] - mass[0] * (speed - target + gamma * impulse[0]), 0.0)
    step = normal - impulse[0]
    impulse[0] = normal
    if step != 0.0:
        way_a = vector.offset(way_a, step, take(data, n, LINEAR_A))
        way_b = vector.offset(way_b, step, take(data, n, LINEAR_B))
        spin_a = vector.offset(spin_a, step, take(data, n, TURN_A))
        spin_b = vector.offset(spin_b, step, take(data, n, TURN_B))
    return way_a, spin_a, way_b, spin_b
