"""Gauss-Seidel sweeps over the contact points of one cluster, through all of its joints.

Bodies of an island have exact velocities where the walk along its tree stands (`walk`); the border
of an island is carried as one impulse per row that waits to be added (`ahead`). A sweep is then
exact Gauss-Seidel on the whole articulated system, at a cost that grows with the bodies.
"""

from typing import NamedTuple

import numpy as np

from simulator.jit import kernel, stage

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
    # small kernels get the few arrays they use: handing over tables costs more than they
    largest, point, start = 0.0, clusters.point, clusters.point_start
    data, mass, before, own = (
        contacts.rows.data, contacts.rows.mass, contacts.rows.before, contacts.rows.own
    )  # fmt: skip
    drag, rate, softness = contacts.rows.drag, contacts.rows.rate, islands.softness
    border, spread, inverse = islands.border_start, islands.spread, islands.border_inverse
    for q in range(end_pair - first_pair):
        p = first_pair + q if forward else end_pair - 1 - q
        first, end = start[p], start[p + 1]
        a, b = contacts.body_a[point[first]], contacts.body_b[point[first]]
        on_a, on_b = islands.of_body[a], islands.of_body[b]
        if on_a >= 0:
            _walk(on_a, a, clusters.rank, islands, walks, motion)
        if on_b >= 0:
            _walk(on_b, b, clusters.rank, islands, walks, motion)
        jointed = on_a >= 0 or on_b >= 0
        way_a, spin_a = _load(a, on_a, motion, border, spread, walks.ahead)
        way_b, spin_b = _load(b, on_b, motion, border, spread, walks.ahead)
        for n in range(first, end):
            vector.save(before, n, vector.load(impulse, point[n]))
        repeats = INNER if jointed and end - first > 1 else 1
        for _ in range(repeats):
            for n in range(first, end):
                i = point[n]
                way_a, spin_a, way_b, spin_b = _solve_point(
                    data, n, mass, contacts.friction[i], target[i], contacts.gamma[i], impulse, i,
                    way_a, spin_a, way_b, spin_b, contacts.belt[i], drag, rate, softness,
                )  # fmt: skip
        for n in range(first, end):
            i = point[n]
            x, y = impulse[i, 1] - before[n, 1], impulse[i, 2] - before[n, 2]
            change = max(abs(impulse[i, 0] - before[n, 0]), np.sqrt(x * x + y * y))
            largest = max(largest, change * mass[n, 1])
        if on_b >= 0:
            force, moment = _add_up(first, end, ON_B, point, data, before, impulse)
            _push(
                b, force, moment, islands.answer, spread, inverse, border[on_b], border[on_b + 1],
                motion, walks.pending, walks.ahead,
            )  # fmt: skip
        elif own[b, 0, 0] > 0.0:
            _save(motion, b, way_b, spin_b)
        if on_a >= 0:
            if on_a == on_b:
                _walk(on_a, a, clusters.rank, islands, walks, motion)
            force, moment = _add_up(first, end, ON_A, point, data, before, impulse)
            _push(
                a, force, moment, islands.answer, spread, inverse, border[on_a], border[on_a + 1],
                motion, walks.pending, walks.ahead,
            )  # fmt: skip
        elif own[a, 0, 0] > 0.0:
            _save(motion, a, way_a, spin_a)
    return largest


@stage
def _walk(island, goal, rank, islands, walks, motion) -> None:
    if walks.at[island] != goal:
        walk.move(
            walks.at[island], goal, islands.body_start[island], rank, islands.inner,
            islands.freedoms, islands.axis, islands.gain, islands.softness, islands.answer, motion,
            walks.pending, walks.seen, walks.path,
        )  # fmt: skip
        walks.at[island] = goal


@kernel
def _load(b, island, motion, border, spread, ahead):
    """Return the velocity at its origin and the spin of body `b`."""
    way = motion[b, 0], motion[b, 1], motion[b, 2]
    spin = motion[b, 3], motion[b, 4], motion[b, 5]
    if island >= 0:
        for i in range(border[island], border[island + 1]):
            s, j = ahead[i], i - border[island]
            way = vector.offset(way, s, (spread[b, 0, j], spread[b, 1, j], spread[b, 2, j]))
            spin = vector.offset(spin, s, (spread[b, 3, j], spread[b, 4, j], spread[b, 5, j]))
    return way, spin


@kernel
def _save(motion, b, way, spin) -> None:
    for k in range(3):
        motion[b, k], motion[b, 3 + k] = way[k], spin[k]


@kernel
def _add_up(first, end, side, point, data, before, impulse):
    """Return what the points `first` to `end` have changed by on one body; `side` ON_A or ON_B."""
    force, moment = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for n in range(first, end):
        change = vector.subtract(vector.load(impulse, point[n]), vector.load(before, n))
        force, moment = point_rows.add_moment(data, n, change, side, force, moment)
    return force, moment


@kernel
def _push(
    b, force, moment, answer, spread, inverse, start, end, motion, pending, ahead
) -> None:  # fmt: skip
    """Give an impulse to body `b`, where the walk stands; border rows `start` to `end`."""
    for k in range(6):
        motion[b, k] += (
            answer[b, k, 0] * force[0] + answer[b, k, 1] * force[1] + answer[b, k, 2] * force[2]
            + answer[b, k, 3] * moment[0] + answer[b, k, 4] * moment[1]
            + answer[b, k, 5] * moment[2]
        )  # fmt: skip
    for k in range(3):
        pending[b, k] += force[k]
        pending[b, 3 + k] += moment[k]
    for j in range(end - start):
        error = (
            spread[b, 0, j] * force[0] + spread[b, 1, j] * force[1] + spread[b, 2, j] * force[2]
            + spread[b, 3, j] * moment[0] + spread[b, 4, j] * moment[1]
            + spread[b, 5, j] * moment[2]
        )  # fmt: skip
        for i in range(end - start):
            ahead[start + i] -= inverse[start + i, j] * error


@kernel
def _solve_point(
    data, n, mass, friction, target, gamma, impulse, i, way_a, spin_a, way_b, spin_b, belt, drag,
    rate, softness,
):  # fmt: skip
    """Solve one point on its bodies' velocities and return them.

    Friction first, both tangents as one block projected on the circle mu times the normal impulse
    (Coulomb), then the normal, so that no point is left penetrating.
    """
    limit = friction * impulse[i, 0]
    if limit > 0.0 or impulse[i, 1] != 0.0 or impulse[i, 2] != 0.0:
        u = find_speed(data, n, ROW, way_a, spin_a, way_b, spin_b)
        w = find_speed(data, n, 2 * ROW, way_a, spin_a, way_b, spin_b)
        if belt >= 0:
            u += drag[n, 1] * rate[belt]
            w += drag[n, 2] * rate[belt]
        first = impulse[i, 1] - mass[n, 2] * u - mass[n, 3] * w
        second = impulse[i, 2] - mass[n, 3] * u - mass[n, 4] * w
        if first * first + second * second > limit * limit:
            # sliding: against the speed itself (Coulomb), not against the speed as the
            # masses see it, so one mass for both tangents: the least, which converges
            half = 0.5 * (mass[n, 2] - mass[n, 4])
            least = 0.5 * (mass[n, 2] + mass[n, 4]) - np.sqrt(half * half + mass[n, 3] * mass[n, 3])
            first, second = impulse[i, 1] - least * u, impulse[i, 2] - least * w
            size = np.sqrt(first * first + second * second)
            if size > limit:
                first *= limit / size
                second *= limit / size
        u, w = first - impulse[i, 1], second - impulse[i, 2]
        impulse[i, 1], impulse[i, 2] = first, second
        if belt >= 0:
            rate[belt] += softness[belt, 0] * (drag[n, 1] * u + drag[n, 2] * w)
        way_a = vector.offset(way_a, u, take(data, n, ROW + LINEAR_A))
        way_a = vector.offset(way_a, w, take(data, n, 2 * ROW + LINEAR_A))
        way_b = vector.offset(way_b, u, take(data, n, ROW + LINEAR_B))
        way_b = vector.offset(way_b, w, take(data, n, 2 * ROW + LINEAR_B))
        spin_a = vector.offset(spin_a, u, take(data, n, ROW + TURN_A))
        spin_a = vector.offset(spin_a, w, take(data, n, 2 * ROW + TURN_A))
        spin_b = vector.offset(spin_b, u, take(data, n, ROW + TURN_B))
        spin_b = vector.offset(spin_b, w, take(data, n, 2 * ROW + TURN_B))
    speed = find_speed(data, n, 0, way_a, spin_a, way_b, spin_b)
    normal = max(impulse[i, 0] - mass[n, 0] * (speed - target + gamma * impulse[i, 0]), 0.0)
    step = normal - impulse[i, 0]
    impulse[i, 0] = normal
    if step != 0.0:
        way_a = vector.offset(way_a, step, take(data, n, LINEAR_A))
        way_b = vector.offset(way_b, step, take(data, n, LINEAR_B))
        spin_a = vector.offset(spin_a, step, take(data, n, TURN_A))
        spin_b = vector.offset(spin_b, step, take(data, n, TURN_B))
    return way_a, spin_a, way_b, spin_b
