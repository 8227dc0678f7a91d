"""Gauss-Seidel sweeps over the contact points of one cluster, through all of its joints.

Bodies of an island have exact velocities where the walk along its tree stands (`walk`); the border
of an island is carried as one impulse per row that waits to be added (`ahead`). A sweep is then
exact Gauss-Seidel on the whole articulated system, at a cost that grows with the bodies.
"""

from typing import NamedTuple

import numpy as np

from simulator.jit import kernel

from . import roll, vector, walk
from .rows import ROW
from .tables import Floats, Rows

NONE = 0.0, 0.0, 0.0
INNER = 2  # times the pairs of a jointed body are swept before going on


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
    first_pair, end_pair, forward, clusters, contacts, is_position, impulse, target, islands, walks,
    motion,
) -> float:  # fmt: skip
    """Sweep the pairs of bodies `first_pair` to `end_pair` once; return the largest change [m/s].

    All pairs of one jointed body are swept several times before going on: a link between a wheel
    and the ground. `impulse` (points, 3) and `target` (points,) by row of contacts, `motion`
    (bodies, 6).
    """
    largest, way = 0.0, 1 if forward else -1
    start, group = clusters.point_start, clusters.group
    p = first_pair if forward else end_pair - 1
    while first_pair <= p < end_pair:
        q, points = p, 0
        while first_pair <= q < end_pair and group[q] == group[p]:
            points += start[q + 1] - start[q]
            q += way
        i = clusters.point[start[p]]
        jointed = (
            islands.of_body[contacts.body_a[i]] >= 0 or islands.of_body[contacts.body_b[i]] >= 0
        )
        alone = abs(q - p) == 1  # then no motion has to be taken and handed back in between
        repeats = INNER if jointed and points > 1 else 1
        for _ in range(1 if alone else repeats):
            change = 0.0
            for n in range(abs(q - p)):
                own = _sweep_pair(
                    p + n * way, repeats if alone else 1, clusters, contacts, is_position, impulse,
                    target, islands, walks, motion,
                )  # fmt: skip
                change = max(change, own)
            largest = max(largest, change)
            if change == 0.0:
                break
        p = q
    return largest


@kernel
def _sweep_pair(
    p, repeats, clusters, contacts, is_position, impulse, target, islands, walks, motion
) -> float:  # fmt: skip
    """Solve the points of pair `p` so many times; return the largest change [m/s]."""
    # a packed table is handed on as one address, an array as seven words
    rate, own = contacts.rows.rate, contacts.rows.own
    first, end = clusters.point_start[p], clusters.point_start[p + 1]
    i = clusters.point[first]
    a, b, belt = contacts.body_a[i], contacts.body_b[i], contacts.belt[i]
    on_a, on_b = islands.of_body[a], islands.of_body[b]
    at = vector.load(contacts.position, i)
    arm_a = vector.subtract(at, vector.load(islands.origin, a))
    arm_b = vector.subtract(at, vector.load(islands.origin, b))
    if on_a >= 0 and walks.at[on_a] != a:
        walk.move(on_a, a, clusters.rank, islands, walks, motion)
    if on_b >= 0 and walks.at[on_b] != b:
        walk.move(on_b, b, clusters.rank, islands, walks, motion)
    way_a, spin_a = _load(a, on_a, motion, islands, walks)
    way_b, spin_b = _load(b, on_b, motion, islands, walks)
    slip, hull = 0.0, -1
    if belt >= 0:
        hull = islands.inner[belt]
        pull = (
            _along(islands.gain[belt, 0], way_b, spin_b) if hull == b
            else _along(islands.gain[belt, 0], way_a, spin_a)
        )  # fmt: skip
        slip = rate[belt] - islands.softness[belt, 0] * pull
    way = vector.subtract(
        vector.offset(way_b, 1.0, vector.cross(spin_b, arm_b)),
        vector.offset(way_a, 1.0, vector.cross(spin_a, arm_a)),
    )
    relative = spin = vector.subtract(spin_b, spin_a)
    torque, turned = NONE, 0.0
    rolls = contacts.rolls
    if not is_position and roll.is_on(rolls, i):
        normal = vector.load(contacts.normal, i)
        torque = roll.solve(rolls, i, normal, _find_push(first, end, clusters, impulse), spin)
        way, spin = roll.turn(rolls, i, torque, way, spin)
        more = vector.subtract(spin, relative)
        turned = np.sqrt(vector.dot(more, more))  # as on a lever of a metre
    change = _solve_pair(
        first, end, repeats, belt >= 0, clusters, contacts, impulse, target, way, spin, slip
    )
    change = max(change, turned)
    if change == 0.0:
        return change
    force, moment, drive = _take_changes(first, end, belt >= 0, clusters, contacts, impulse)
    moment = vector.offset(moment, 1.0, torque)
    if belt >= 0:
        drive *= islands.softness[belt, 0]
        rate[belt] += drive
    for side in range(2):
        one, island, arm = (a, on_a, arm_a) if side else (b, on_b, arm_b)
        sign = -1.0 if side else 1.0
        push = vector.offset(NONE, sign, force)
        turn = vector.offset(vector.cross(arm, push), sign, moment)
        if one == hull:
            push, turn = _take_drive(drive, islands.gain[belt, 0], push, turn)
        if island < 0:
            if own[one, 0, 0] > 0.0:
                _move(one, push, turn, own, motion)
            continue
        if walks.at[island] != one:
            walk.move(island, one, clusters.rank, islands, walks, motion)
        _push(one, island, push, turn, islands, walks, motion)
    return change


@kernel
def _find_push(first, end, clusters, impulse) -> float:
    """Return the normal impulse of a pair's points."""
    push = 0.0
    for n in range(first, end):
        push += impulse[clusters.point[n], 0]
    return push


@kernel
def _along(gain, way, spin) -> float:
    return (
        gain[0] * way[0] + gain[1] * way[1] + gain[2] * way[2]
        + gain[3] * spin[0] + gain[4] * spin[1] + gain[5] * spin[2]
    )  # fmt: skip


@kernel
def _take_drive(drive, gain, force, moment):
    """Return an impulse on a hull less what the joint of its belt takes from it."""
    return (
        vector.offset(force, -drive, (gain[0], gain[1], gain[2])),
        vector.offset(moment, -drive, (gain[3], gain[4], gain[5])),
    )


@kernel
def _load(b, island, motion, islands, walks):
    """Return the velocity at its origin and the spin of body `b`."""
    way = motion[b, 0], motion[b, 1], motion[b, 2]
    spin = motion[b, 3], motion[b, 4], motion[b, 5]
    if island >= 0:
        spread, first = islands.spread, islands.border_start[island]
        for i in range(first, islands.border_start[island + 1]):
            s, j = walks.ahead[i], i - first
            way = vector.offset(way, s, (spread[b, 0, j], spread[b, 1, j], spread[b, 2, j]))
            spin = vector.offset(spin, s, (spread[b, 3, j], spread[b, 4, j], spread[b, 5, j]))
    return way, spin


@kernel
def _move(b, force, moment, own, motion) -> None:
    """Give an impulse to the free body `b`."""
    m = own[b]
    for k in range(3):
        motion[b, k] += m[k, k] * force[k]
        motion[b, 3 + k] += (
            m[3 + k, 3] * moment[0] + m[3 + k, 4] * moment[1] + m[3 + k, 5] * moment[2]
        )


@kernel
def _take_changes(first, end, belted, clusters, contacts, impulse):
    """Return force and moment of a pair's changes of impulse, and their effort on a belt."""
    data, before, drag = contacts.rows.data, contacts.rows.before, contacts.rows.drag
    force, moment, drive = NONE, NONE, 0.0
    for n in range(first, end):
        i = clusters.point[n]
        for k in range(3):
            by, r = impulse[i, k] - before[n, k], ROW * k
            if by == 0.0:
                continue
            force = vector.offset(force, by, (data[n, r], data[n, r + 1], data[n, r + 2]))
            moment = vector.offset(moment, by, (data[n, r + 3], data[n, r + 4], data[n, r + 5]))
            if belted:
                drive += drag[n, k] * by
    return force, moment, drive


@kernel
def _push(b, island, force, moment, islands, walks, motion) -> None:
    """Give an impulse to body `b`, where the walk in its island stands."""
    answer, spread = islands.answer, islands.spread
    start, end = islands.border_start[island], islands.border_start[island + 1]
    f0, f1, f2 = force
    f3, f4, f5 = moment
    for k in range(6):
        motion[b, k] += (
            (answer[b, k, 0] * f0 + answer[b, k, 1] * f1)
            + (answer[b, k, 2] * f2 + answer[b, k, 3] * f3)
            + (answer[b, k, 4] * f4 + answer[b, k, 5] * f5)
        )
    for k in range(3):
        walks.pending[b, k] += force[k]
        walks.pending[b, 3 + k] += moment[k]
    for j in range(end - start):
        error = (
            spread[b, 0, j] * f0 + spread[b, 1, j] * f1 + spread[b, 2, j] * f2
            + spread[b, 3, j] * f3 + spread[b, 4, j] * f4 + spread[b, 5, j] * f5
        )  # fmt: skip
        for i in range(start, end):
            walks.ahead[i] -= islands.border_inverse[i, j] * error


@kernel
def _solve_pair(
    first, end, repeats, belted, clusters, contacts, impulse, target, way, spin, slip
) -> float:
    """Solve the points `first` to `end` between two bodies on their relative motion.

    Friction first, both tangents as one block projected on the circle mu times the normal impulse
    (Coulomb), then the normal, so that no point is left penetrating. Return the largest change of
    a point's velocity [m/s]; `before` (points, 3) becomes the impulses until now.
    """
    # plain numbers and short sums: the processor works on several at a time
    point, friction, gamma = clusters.point, contacts.friction, contacts.gamma
    rows = contacts.rows
    data, mass, drag, before = rows.data, rows.mass, rows.drag, rows.before
    x, y, z = way
    u, v, w = spin
    largest = 0.0
    for n in range(first, end):
        vector.save(before, n, vector.load(impulse, point[n]))
    for _ in range(repeats):
        for n in range(first, end):
            i, d = point[n], data[n]
            p, q = impulse[i, 1], impulse[i, 2]
            limit = friction[i] * impulse[i, 0]
            if limit > 0.0 or p != 0.0 or q != 0.0:
                s = (d[12] * x + d[13] * y) + (d[14] * z + d[15] * u) + (d[16] * v + d[17] * w)
                t = (d[24] * x + d[25] * y) + (d[26] * z + d[27] * u) + (d[28] * v + d[29] * w)
                if belted:
                    s += drag[n, 1] * slip
                    t += drag[n, 2] * slip
                m, c, e = mass[n, 2], mass[n, 3], mass[n, 4]
                f, g = p - m * s - c * t, q - c * s - e * t
                if f * f + g * g > limit * limit:
                    # sliding: against the speed itself (Coulomb), not against the speed as the
                    # masses see it, so one mass for both tangents: the least, which converges
                    half = 0.5 * (m - e)
                    least = 0.5 * (m + e) - np.sqrt(half * half + c * c)
                    f, g = p - least * s, q - least * t
                    size = np.sqrt(f * f + g * g)
                    if size > limit:
                        f *= limit / size
                        g *= limit / size
                p, q = f - p, g - q
                largest = max(largest, np.sqrt(p * p + q * q) * mass[n, 1])
                if p != 0.0 or q != 0.0:
                    impulse[i, 1], impulse[i, 2] = f, g
                    x += p * d[18] + q * d[30]
                    y += p * d[19] + q * d[31]
                    z += p * d[20] + q * d[32]
                    u += p * d[21] + q * d[33]
                    v += p * d[22] + q * d[34]
                    w += p * d[23] + q * d[35]
                    if belted:
                        slip += p * drag[n, 4] + q * drag[n, 5]
            s = (d[0] * x + d[1] * y) + (d[2] * z + d[3] * u) + (d[4] * v + d[5] * w)
            p = impulse[i, 0]
            f = max(p - mass[n, 0] * (s - target[i] + gamma[i] * p), 0.0)
            p = f - p
            if p != 0.0:
                impulse[i, 0] = f
                largest = max(largest, abs(p) * mass[n, 1])
                x += p * d[6]
                y += p * d[7]
                z += p * d[8]
                u += p * d[9]
                v += p * d[10]
                w += p * d[11]
                if belted:
                    slip += p * drag[n, 3]
    return largest
