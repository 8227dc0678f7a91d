"""Rows of the contact points of a cluster: their Jacobians, and what their impulses do.

Two bodies that touch are one relative motion: that of body b as body a sees it, at the place where
they meet. A point has three rows on it, normal and two tangents. An impulse pushes body b along the
row and body a against it; what follows is found through all joints of both bodies at once, so that
a jaw of a heavy arm has the weight of the whole arm. A running surface adds the speed of the joint
that drives it as a seventh number.

A link's face on another one, of three points and more, is a patch: its friction is one force at
its centre and one twist, the speed of turning at its farthest point. How rigid jaws share their
push among the points cannot be told, so what they hold must not depend on it. The first point
then has the tangents of the centre, the second the twist as its first tangent, the others none.

Motions and impulses of a body are taken at its origin: one point for all bodies of an island, the
centre of mass of a free body.
"""

from typing import NamedTuple

import numpy as np

from simulator.compiled.jit import kernel, woven

from ..algebra import spatial, vector
from ..bodies.tables import Floats
from ..joints import border
from . import even, patch, point, roll, walk
from .point import ANSWER, ROW, STUCK

CROSS, SHIFTED = 1, 2  # motion of body a per impulse on b; scratch: beside `ANSWER` of a pair

UNKNOWN = np.inf  # answer of a link that nothing touches


class PointRows(NamedTuple):
    """What `build` computes for the sweeps; points in the order of `clusters.point`."""

    data: Floats  # (points, 36) three rows
    mass: Floats  # (points, 8) see `point`; of a patch see `patch`
    patch: Floats  # (points, patch.COLUMNS) at the first point of each pair, see there
    rub: Floats  # (points, 3) from a point to where its friction acts, world, see `even` [m]
    press: Floats  # (bodies, even.COLUMNS) the faces that each stands on, see there
    drag: Floats  # (points, 6) speed of each row per speed of the belt's joint [m], and its answer
    rate: Floats  # (bodies,) speed of a driving joint that hull and impulses give [rad/s]
    own: Floats  # (bodies, 6, 6) velocity per impulse on itself, border included; 0: immovable
    pair: Floats  # (clusters, 3, 6, 6) of the two bodies at hand, see `ANSWER`
    belt: Floats  # (clusters, 7) relative motion per effort of the belt's joint, and its own


def make_rows(bodies: int, points: int) -> PointRows:
    """Return an empty table for so many bodies and contact points."""
    return PointRows(
        np.zeros((points, 3 * ROW)), np.zeros((points, 8)),
        np.zeros((points, patch.COLUMNS)), np.zeros((points, 3)),
        np.zeros((bodies, even.COLUMNS)), np.zeros((points, 6)),
        np.zeros(bodies), np.zeros((bodies, 6, 6)), np.zeros((bodies, 3, 6, 6)),
        np.zeros((bodies, 7)),
    )  # fmt: skip


@kernel
def build(cluster, clusters, contacts, bodies, islands, path) -> None:
    """Build the rows of a cluster; the answers of its islands must be up to date.

    `path` (bodies,) is scratch of the walks.
    """
    rows, start, gamma = contacts.rows, clusters.point_start, contacts.gamma
    pair, surface = rows.pair[cluster], rows.belt[cluster]
    jointed = clusters.jointed_end[cluster]
    for n in range(clusters.body_start[cluster], jointed):
        rows.own[clusters.body[n], 0, 0] = UNKNOWN  # of those that nothing touches it stays so
    for n in range(jointed, clusters.body_start[cluster + 1]):
        find_own(rows.own, clusters.body[n], bodies.inv_mass, bodies.inv_inertia, islands)
    for visited in range(clusters.pair_start[cluster], clusters.visit_end[cluster]):
        p = clusters.visit[visited]
        i = clusters.point[start[p]]
        a, b, belt = contacts.body_a[i], contacts.body_b[i], contacts.belt[i]
        for body in (a, b):
            if islands.of_body[body] >= 0 and rows.own[body, 0, 0] == UNKNOWN:
                find_own(rows.own, body, bodies.inv_mass, bodies.inv_inertia, islands)
        at = vector.load(contacts.position, i)
        arm_a = vector.subtract(at, vector.load(islands.origin, a))
        arm_b = vector.subtract(at, vector.load(islands.origin, b))
        crossed = islands.of_body[a] >= 0 and islands.of_body[a] == islands.of_body[b]
        if crossed:
            find_cross(pair[CROSS], a, b, clusters.rank, islands, path)
        _write_answer(pair, rows.own, a, b, arm_a, arm_b, bodies.inv_mass)
        if crossed:
            _take_cross(pair, arm_a, arm_b)
        if roll.is_on(contacts.rolls, i):
            roll.build(contacts.rolls, i, vector.load(contacts.normal, i), pair[ANSWER])
        if belt >= 0:
            on_b = find_hull(belt, a, b, islands, rows.own) == b
            _find_belt(
                surface, rows.own[b if on_b else a], pair[CROSS], crossed, on_b, arm_a,
                arm_b, islands.gain[belt, 0], islands.softness[belt, 0],
            )  # fmt: skip
        along = across = aside = (0.0, 0.0, 0.0)
        least = STUCK * (bodies.inv_mass[a] + bodies.inv_mass[b])
        if rows.patch[start[p], patch.RADIUS] > 0.0:
            patch.build(start[p], start[p + 1], clusters.point, contacts, pair, at, least)
            continue
        for n in range(start[p], start[p + 1]):
            i = clusters.point[n]
            arm = vector.subtract(vector.load(contacts.position, i), at)
            if not _is_along(along, contacts.normal, i):  # points of a face share their normal
                along = vector.load(contacts.normal, i)
                across = vector.tangent_of(along)
                aside = vector.cross(along, across)
            point.write_row(rows.data, n, 0, along, arm, pair)
            arm = vector.offset(arm, 1.0, vector.load(rows.rub, n))
            point.write_row(rows.data, n, ROW, across, arm, pair)
            point.write_row(rows.data, n, 2 * ROW, aside, arm, pair)
            if belt >= 0:
                point.add_belt(
                    rows.data[n], rows.drag[n], vector.load(contacts.belt_way, i), surface
                )
            point.write_masses(rows.data[n], rows.mass[n], rows.drag[n], belt >= 0, gamma[i], least)


@kernel
def find_hull(belt, a, b, islands, own) -> int:
    """Return which of two bodies has the running surface that body `belt` drives."""
    hull = islands.inner[belt]
    if hull >= 0:
        return hull
    return b if islands.of_body[b] < 0 and own[b, 0, 0] == 0.0 else a  # a conveyor's cannot move


@kernel
def _is_along(v: vector.Vector, normals, i) -> bool:
    return v[0] == normals[i, 0] and v[1] == normals[i, 1] and v[2] == normals[i, 2]


@kernel
def find_own(own, b, inv_mass, inv_inertia, islands) -> None:
    """Write what body `b`, which can move, answers to an impulse on itself, and a link's `held`."""
    out, island = own[b], islands.of_body[b]
    if island < 0:
        for k in range(3):
            out[k, k] = inv_mass[b]
            for m in range(3):
                out[3 + k, 3 + m] = inv_inertia[b, k, m]
        return
    for k in range(6):
        spatial.save_row(own, b, k, spatial.load_row(islands.answer, b, k))
    first, end = islands.border_start[island], islands.border_start[island + 1]
    if first < end:
        border.find_held(b, first, end, islands)
        _take_border(out, b, b, end - first, islands)


@kernel
def find_cross(out, a, b, rank, islands, path) -> None:
    """Write what body `a` answers to an impulse on body `b` of the same island."""
    island = islands.of_body[a]
    walk.find_cross(
        a, b, islands.body_start[island], rank, islands.inner, islands.freedoms, islands.axis,
        islands.gain, islands.softness, islands.answer, path, out,
    )  # fmt: skip
    first, end = islands.border_start[island], islands.border_start[island + 1]
    _take_border(out, a, b, end - first, islands)


@kernel
def _take_border(out, a, b, width, islands) -> None:
    """Take what the border holds from `out` (6, 6), the motion of body `a` per impulse on `b`."""
    for i in range(width):
        held = spatial.load_row(islands.held, b, i)
        for k in range(6):
            row = spatial.offset(spatial.load(out, k), islands.spread[a, i, k], held)
            spatial.save(out, k, row)


@kernel
def _write_answer(pair, own, a, b, arm_a, arm_b, inv_mass) -> None:
    """Write to `pair[ANSWER]` what two bodies answer where they meet, each on its own."""
    for k in range(6):
        spatial.save_row(pair, ANSWER, k, spatial.ZERO)
    for side in range(2):
        body, arm = (b, arm_b) if side else (a, arm_a)
        if inv_mass[body] > 0.0:
            _add_shifted(pair, own, body, arm)


@kernel
def _add_shifted(pair, own, b, arm) -> None:
    """Add what body `b` answers at the end of `arm` [m], both ways: it stays symmetric."""
    x, y, z = arm
    r0, r1 = spatial.load_row(own, b, 0), spatial.load_row(own, b, 1)
    r2, r3 = spatial.load_row(own, b, 2), spatial.load_row(own, b, 3)
    r4, r5 = spatial.load_row(own, b, 4), spatial.load_row(own, b, 5)
    _add_seen(pair, 0, spatial.offset(spatial.offset(r0, z, r4), -y, r5), arm)
    _add_seen(pair, 1, spatial.offset(spatial.offset(r1, x, r5), -z, r3), arm)
    _add_seen(pair, 2, spatial.offset(spatial.offset(r2, y, r3), -x, r4), arm)
    _add_seen(pair, 3, r3, arm)
    _add_seen(pair, 4, r4, arm)
    _add_seen(pair, 5, r5, arm)


@kernel
def _add_seen(pair, k, motion: spatial.Spatial, arm: vector.Vector) -> None:
    """Add a motion at the end of `arm` [m] to row `k` of the answer."""
    x, y, z = arm
    seen = (
        motion[0] + z * motion[4] - y * motion[5], motion[1] + x * motion[5] - z * motion[3],
        motion[2] + y * motion[3] - x * motion[4], motion[3], motion[4], motion[5],
    )  # fmt: skip
    spatial.save_row(pair, ANSWER, k, spatial.add(spatial.load_row(pair, ANSWER, k), seen))


@kernel
def _take_cross(pair, arm_a, arm_b) -> None:
    """Take from the answer of two bodies of one island what each one's impulse does to the other.

    `pair[ANSWER]` holds their own ones, `pair[CROSS]` that of body a to an impulse on body b.
    """
    cross, half, out = pair[CROSS], pair[SHIFTED], pair[ANSWER]
    x, y, z = arm_b
    for k in range(6):
        m = cross[k]
        half[k, 0] = m[0] + z * m[4] - y * m[5]
        half[k, 1] = m[1] + x * m[5] - z * m[3]
        half[k, 2] = m[2] + y * m[3] - x * m[4]
        half[k, 3], half[k, 4], half[k, 5] = m[3], m[4], m[5]
    x, y, z = arm_a
    for c in range(6):
        half[0, c] += z * half[4, c] - y * half[5, c]
        half[1, c] += x * half[5, c] - z * half[3, c]
        half[2, c] += y * half[3, c] - x * half[4, c]
    for k in range(6):
        for c in range(6):
            out[k, c] -= half[k, c] + half[c, k]


@kernel
def _find_belt(belt, own, cross, crossed, on_b, arm_a, arm_b, gain, softness) -> None:
    """Write what an effort of the belt's joint does, its hull answering with `own` (6, 6).

    The joint gives its speed at once, and its hull an impulse of -softness * gain per effort.
    """
    way, spin = _answer(own, gain, softness)
    belt[6] = softness * (
        1.0 + gain[0] * way[0] + gain[1] * way[1] + gain[2] * way[2]
        + gain[3] * spin[0] + gain[4] * spin[1] + gain[5] * spin[2]
    )  # fmt: skip
    way = vector.offset(way, 1.0, vector.cross(spin, arm_b if on_b else arm_a))
    if crossed:
        if on_b:
            other, turn = _answer(cross, gain, softness)
        else:
            other, turn = _answer(cross.T, gain, softness)
        other = vector.offset(other, 1.0, vector.cross(turn, arm_a if on_b else arm_b))
        way, spin = vector.subtract(way, other), vector.subtract(spin, turn)
    sign = -1.0 if on_b else 1.0
    for k in range(3):
        belt[k], belt[3 + k] = sign * way[k], sign * spin[k]


@kernel
def _answer(matrix, impulse, scale):
    """Return `scale` times `matrix` (6, 6) times `impulse` (6,) as two vectors."""
    way, spin = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for m in range(6):
        by = scale * impulse[m]
        way = vector.offset(way, by, (matrix[0, m], matrix[1, m], matrix[2, m]))
        spin = vector.offset(spin, by, (matrix[3, m], matrix[4, m], matrix[5, m]))
    return way, spin


@kernel
def moves_free(i, contacts, of_body) -> bool:
    """Whether one of the bodies of contact `i` moves and hangs on no joint."""
    a, b, own = contacts.body_a[i], contacts.body_b[i], contacts.rows.own
    return (of_body[a] < 0 and own[a, 0, 0] > 0.0) or (of_body[b] < 0 and own[b, 0, 0] > 0.0)


@kernel
def find_motion(i, contacts, islands):
    """Return way and spin of body b as body a sees them where contact `i` is.

    Of the solved motions: `islands.velocity` (bodies, 6) at the bodies' origins.
    """
    a, b, at = contacts.body_a[i], contacts.body_b[i], vector.load(contacts.position, i)
    arm_a = vector.subtract(at, vector.load(islands.origin, a))
    arm_b = vector.subtract(at, vector.load(islands.origin, b))
    v, w = islands.velocity[a], islands.velocity[b]
    spin_a, spin_b = (v[3], v[4], v[5]), (w[3], w[4], w[5])
    way = vector.subtract((w[0], w[1], w[2]), (v[0], v[1], v[2]))
    way = vector.offset(way, 1.0, vector.cross(spin_b, arm_b))
    way = vector.offset(way, -1.0, vector.cross(spin_a, arm_a))
    return way, vector.subtract(spin_b, spin_a)


@kernel
def find_speed(i, first, way, spin, contacts) -> float:
    """Return the speed of contact `i` along its normal [m/s]; `way` and `spin` are at `first`."""
    return vector.dot(vector.load(contacts.normal, i), find_way(i, first, way, spin, contacts))


@woven
def find_way(i, first, way, spin, contacts) -> vector.Vector:
    """Return the velocity of contact `i` [m/s]; `way` and `spin` are at `first`."""
    arm = vector.subtract(vector.load(contacts.position, i), vector.load(contacts.position, first))
    return vector.offset(way, 1.0, vector.cross(spin, arm))


@kernel
def find_drive(first, end, point, drag, impulse) -> float:
    """Return what the impulses (points, 3) of a pair's points give its belt's joint [N m s]."""
    drive = 0.0
    for n in range(first, end):
        for k in range(3):
            drive += drag[n, k] * impulse[point[n], k]
    return drive


@kernel
def add_up(first, end, point, data, impulse):
    """Return force and moment of the impulses (points, 3) of a pair's points on its body b."""
    force, moment = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for n in range(first, end):
        i = point[n]
        for k in range(3):
            by, r = impulse[i, k], ROW * k
            force = vector.offset(force, by, (data[n, r], data[n, r + 1], data[n, r + 2]))
            moment = vector.offset(moment, by, (data[n, r + 3], data[n, r + 4], data[n, r + 5]))
    return force, moment
