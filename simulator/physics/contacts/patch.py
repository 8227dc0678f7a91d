"""Patches: the face of a link on another body, with one friction for all of its points.

How rigid jaws share their push among the points of a face cannot be told, and sweeps share it as
they come by. If each point had friction of its own, what a gripper holds would depend on that. So
friction is one force at the centre of the points, bounded by all of their pushes, and one twist,
bounded by each push times the way from the centre. Both together are bounded by the ellipsoid over
these: a sledge that slides turns on, as its friction points against the way. The force is kept with
the first point, the twist with the second, as an impulse at the radius of the patch.
"""

import numpy as np

from simulator.compiled.fused import fma
from simulator.compiled.jit import kernel, woven

from ..algebra import spatial, vector
from . import point
from .point import ANSWER, ROW

AREA = 2  # points that a patch has: fewer have none
FEWEST = 2  # points of a patch that bear a push, or are flush with one that does
FLUSH = 1e-5  # gap of a point that bears with the only one: a pad gives way by more [m]
TINY = 1e-300
NOWHERE = 1e-30  # square of a way so short that points are at one place [m2]
NO_TWIST = 1e-6  # share of its force, at the radius, that a patch can turn with at least
# columns of `PointRows.patch`: across, aside, normal; the centre; the arm to it; masses of the
# tangents as in `point`, and of the twist; radius, 0 = no patch; answers (6, 6) there in that frame
FRAME, CENTRE, ARM, MASS, RADIUS, OWN = 0, 9, 12, 15, 20, 21
COLUMNS = OWN + 36
# columns of `PointRows.mass` for a point of a patch: mass of its normal and answer, as of others;
# place from the centre; what its push gives vz, w1 and w2; share of the radius
X, Y, GIVES, SHARE = 2, 3, 4, 7


@kernel
def find(cluster, clusters, contacts, of_body) -> None:
    """Find the patches of a cluster and add up the friction of their points.

    A patch has one normal and one friction, no belt, a body that hangs on a joint (`of_body`), and
    two points that have borne a push in the last step: they are its centre, so that a link on its
    edge or corner turns about that. Where one has, those that are flush with it count as well.
    Call once a step, `share_out` in the end.
    """
    start, records = clusters.point_start, contacts.rows.patch
    for p in range(clusters.pair_start[cluster], clusters.pair_end[cluster]):
        first, i = start[p], clusters.point[start[p]]
        records[first, RADIUS] = 0.0
        jointed = of_body[contacts.body_a[i]] >= 0 or of_body[contacts.body_b[i]] >= 0
        if jointed and contacts.belt[i] < 0 and start[p + 1] - first >= AREA:
            _find_radius(first, start[p + 1], clusters.point, contacts)
            if records[first, RADIUS] > 0.0:
                _gather(first, start[p + 1], clusters.point, contacts)


@kernel
def _find_radius(first, end, points, contacts) -> None:
    """Write frame, centre and radius of the points of a pair, if they are a patch."""
    record, spots, i = contacts.rows.patch[first], contacts.rows.mass, points[first]
    normal, bearing, middle = vector.load(contacts.normal, i), 0, (0.0, 0.0, 0.0)
    flush, around = 0, (0.0, 0.0, 0.0)
    for n in range(first, end):
        k = points[n]
        for c in range(3):
            if contacts.normal[k, c] != normal[c]:
                return
        if contacts.friction[k] != contacts.friction[i]:
            return
        if contacts.impulse[k, 0] > 0.0:
            bearing += 1
            middle = vector.offset(middle, 1.0, vector.load(contacts.position, k))
        if contacts.impulse[k, 0] > 0.0 or contacts.separation[k] < FLUSH:
            flush += 1
            around = vector.offset(around, 1.0, vector.load(contacts.position, k))
    if bearing == 1:  # jammed a hair askew, and would turn about that point alone
        bearing, middle = flush, around
    if bearing < FEWEST:
        return
    middle = vector.offset((0.0, 0.0, 0.0), 1.0 / bearing, middle)
    across = vector.tangent_of(normal)
    aside = vector.cross(normal, across)
    for c in range(3):
        record[FRAME + c], record[FRAME + 3 + c] = across[c], aside[c]
        record[FRAME + 6 + c], record[CENTRE + c] = normal[c], middle[c]
    for n in range(first, end):
        out = vector.subtract(vector.load(contacts.position, points[n]), middle)
        x, y = vector.dot(out, across), vector.dot(out, aside)
        spots[n, X], spots[n, Y] = x, y
        record[RADIUS] = max(record[RADIUS], np.sqrt(x * x + y * y))
        out = vector.offset(out, 1.0, vector.load(contacts.rows.rub, n))
        x, y = vector.dot(out, across), vector.dot(out, aside)
        spots[n, SHARE] = np.sqrt(x * x + y * y)
    for n in range(first, end):
        spots[n, SHARE] /= max(record[RADIUS], TINY)


@kernel
def _gather(first, end, points, contacts) -> None:
    """Add up the friction of a patch's points to one force and one twist."""
    impulse, spots = contacts.impulse, contacts.rows.mass
    u = v = twist = 0.0
    for n in range(first, end):
        i = points[n]
        u, v = u + impulse[i, 1], v + impulse[i, 2]
        twist += spots[n, X] * impulse[i, 2] - spots[n, Y] * impulse[i, 1]
        impulse[i, 1] = impulse[i, 2] = 0.0
    i, k = points[first], points[first + 1]
    impulse[i, 1], impulse[i, 2] = u, v
    impulse[k, 1] = twist / contacts.rows.patch[first, RADIUS]


@kernel
def build(first, end, points, contacts, pair, at, least) -> None:
    """Build the rows of a patch; `pair` holds the answer at the place `at` [m].

    `least`: the least answer of a row that is reckoned with.
    """
    rows, record = contacts.rows, contacts.rows.patch[first]
    across, aside, normal = _take(record, FRAME), _take(record, FRAME + 3), _take(record, FRAME + 6)
    arm = vector.subtract(_take(record, CENTRE), at)
    record[ARM], record[ARM + 1], record[ARM + 2] = arm
    radius = record[RADIUS]
    twist = radius * normal[0], radius * normal[1], radius * normal[2]
    _write_answers(record, pair, arm, across, aside, normal, twist)
    _write_masses(record, least)
    point.write_jacobian(rows.data, first, ROW, across, vector.cross(arm, across))
    point.write_jacobian(rows.data, first, 2 * ROW, aside, vector.cross(arm, aside))
    point.write_jacobian(rows.data, first + 1, ROW, (0.0, 0.0, 0.0), twist)
    for n in range(first, end):
        k = points[n]
        arm = vector.subtract(vector.load(contacts.position, k), at)
        point.write_jacobian(rows.data, n, 0, normal, vector.cross(arm, normal))
        _write_point(record, rows.mass[n], contacts.gamma[k], least)


@kernel
def _write_answers(record, pair, arm, across, aside, normal, twist) -> None:
    """Write what the motion at the centre answers: along both tangents and the normal, then spins.

    The last spin is that of the farthest point [m/s], so that all frictions are impulses [N s].
    """
    for k in range(6):
        way, turn = (0.0, 0.0, 0.0), twist
        if k < 3:
            way = across if k == 0 else (aside if k == 1 else normal)
            turn = vector.cross(arm, way)
        elif k < 5:
            turn = across if k == 3 else aside
        unit = way[0], way[1], way[2], turn[0], turn[1], turn[2]
        moved = spatial.apply(pair, ANSWER, unit)
        spin = moved[3], moved[4], moved[5]
        way = vector.offset((moved[0], moved[1], moved[2]), 1.0, vector.cross(spin, arm))
        own = OWN + 6 * k
        record[own], record[own + 1] = vector.dot(across, way), vector.dot(aside, way)
        record[own + 2], record[own + 3] = vector.dot(normal, way), vector.dot(across, spin)
        record[own + 4], record[own + 5] = vector.dot(aside, spin), vector.dot(twist, spin)


@kernel
def _write_masses(record, least) -> None:
    first, both, second = record[OWN], record[OWN + 1], record[OWN + 7]
    masses = point.find_masses(first, both, second, least)
    for k in range(4):
        record[MASS + k] = masses[k]
    record[MASS + 4] = 1.0 / max(record[OWN + 35], least)


@kernel
def _write_point(record, mass, gamma, least) -> None:
    """Write the mass of a point whose place and share are there already."""
    x, y, z = mass[X], mass[Y], OWN + 12
    for k in range(3):
        give = fma(-x, record[z + 14 + k], record[z + 2 + k])
        mass[GIVES + k] = fma(y, record[z + 8 + k], give)
    answer = max(fma(y, mass[GIVES + 1], fma(-x, mass[GIVES + 2], mass[GIVES])), least)
    mass[0], mass[1] = 1.0 / (answer + gamma), answer


@kernel
def solve(first, end, repeats, is_position, clusters, contacts, way, spin):
    """Solve a patch, points `first` to `end`, so many times: its friction, then its normals.

    `way`, `spin`: the relative motion. Return the largest change of a velocity [m/s], force and
    moment of what impulses have changed by.
    """
    points, masses, d = clusters.point, contacts.rows.mass, contacts.rows.patch[first]
    impulse = contacts.pseudo_impulse if is_position else contacts.impulse
    target = contacts.pseudo_target if is_position else contacts.target
    i, k = points[first], points[first + 1]
    across, aside, normal = _take(d, FRAME), _take(d, FRAME + 3), _take(d, FRAME + 6)
    arm, radius, friction = _take(d, ARM), d[RADIUS], contacts.friction[i]
    way = vector.offset(way, 1.0, vector.cross(spin, arm))
    v1, v2, vz = vector.dot(across, way), vector.dot(aside, way), vector.dot(normal, way)
    w1, w2 = vector.dot(across, spin), vector.dot(aside, spin)
    w3 = radius * vector.dot(normal, spin)
    p, q, z = impulse[i, 1], impulse[i, 2], impulse[k, 1]
    p0, q0, z0 = p, q, z
    pushed = turn1 = turn2 = square = 0.0
    for _ in range(repeats):
        push = lever = 0.0
        for n in range(first, end):
            f = impulse[points[n], 0]
            push += f
            lever = fma(f, masses[n, SHARE], lever)
        if push > 0.0 or p != 0.0 or q != 0.0 or z != 0.0:
            x, y, t = _find_friction(p, q, z, v1, v2, w3, friction * push, friction * lever, d)
            x, y, t = x - p, y - q, t - z
            w3 = fma(d[OWN + 30], x, fma(d[OWN + 31], y, w3))
            v1 = fma(d[OWN + 5], t, fma(d[OWN], x, fma(d[OWN + 1], y, v1)))
            v2 = fma(d[OWN + 11], t, fma(d[OWN + 6], x, fma(d[OWN + 7], y, v2)))
            vz = fma(d[OWN + 17], t, fma(d[OWN + 12], x, fma(d[OWN + 13], y, vz)))
            w1 = fma(d[OWN + 23], t, fma(d[OWN + 18], x, fma(d[OWN + 19], y, w1)))
            w2 = fma(d[OWN + 29], t, fma(d[OWN + 24], x, fma(d[OWN + 25], y, w2)))
            w3 = fma(d[OWN + 35], t, w3)
            p, q, z = p + x, q + y, z + t
            square = max(square, (x * x + y * y + t * t) * masses[first, 1] ** 2)
        push = x = y = 0.0
        for n in range(first, end):
            m, mass = points[n], masses[n]
            f = impulse[m, 0]
            off = fma(-mass[X], w2, fma(contacts.gamma[m], f, -target[m])) + fma(mass[Y], w1, vz)
            g = max(-mass[0] * off, -f)
            impulse[m, 0] = f + g
            vz = fma(mass[GIVES], g, vz)
            w1, w2 = fma(mass[GIVES + 1], g, w1), fma(mass[GIVES + 2], g, w2)
            push, x, y = push + g, fma(mass[Y], g, x), fma(-mass[X], g, y)
            square = max(square, g * g * mass[1] * mass[1])
        v1 = fma(d[OWN + 2], push, fma(d[OWN + 3], x, fma(d[OWN + 4], y, v1)))
        v2 = fma(d[OWN + 8], push, fma(d[OWN + 9], x, fma(d[OWN + 10], y, v2)))
        w3 = fma(d[OWN + 32], push, fma(d[OWN + 33], x, fma(d[OWN + 34], y, w3)))
        pushed, turn1, turn2 = pushed + push, turn1 + x, turn2 + y
        if square <= point.CALM * point.CALM:
            break
    impulse[i, 1], impulse[i, 2], impulse[k, 1] = p, q, z
    force = vector.combine(across, aside, normal, p - p0, q - q0, pushed)
    moment = vector.combine(across, aside, normal, turn1, turn2, radius * (z - z0))
    return np.sqrt(square), force, vector.offset(moment, 1.0, vector.cross(arm, force))


@woven
def _find_friction(p, q, z, v1, v2, w3, force, twist, d) -> vector.Vector:
    """Return force and twist of a patch that stop its speeds, or slide at the limit of both.

    `p`, `q`, `z`: what they are, `force` and `twist`: the most of each alone. What slides and turns
    has both on an ellipsoid, against its motion (Howe and Cutkosky 1996).
    """
    force, twist = max(force, 0.0), max(twist, 0.0)
    x = fma(-d[MASS], v1, fma(-d[MASS + 1], v2, p))
    y = fma(-d[MASS + 1], v1, fma(-d[MASS + 2], v2, q))
    turned = fma(d[OWN + 30], x - p, fma(d[OWN + 31], y - q, w3))
    t = fma(-d[MASS + 4], turned, z)
    if force == 0.0 or twist <= NO_TWIST * force:
        x, y = point.find_friction(
            p, q, v1, v2, force, d[MASS], d[MASS + 1], d[MASS + 2], d[MASS + 3]
        )
        return x, y, min(max(t, -twist), twist)
    ratio = force / twist
    if x * x + y * y + ratio * ratio * t * t > force * force:
        # against the speeds themselves, so one mass for all three: the least, which converges
        mass = min(d[MASS + 3], ratio * ratio * d[MASS + 4])
        per = twist / force
        x, y, t = fma(-mass, v1, p), fma(-mass, v2, q), fma(-mass * per, w3, ratio * z)
        size = np.sqrt(x * x + y * y + t * t)
        share = force / size if size > force else 1.0
        x, y, t = share * x, share * y, share * per * t
    return x, y, t


@kernel
def _take(record, at) -> vector.Vector:
    return record[at], record[at + 1], record[at + 2]


@kernel
def share_out(cluster, clusters, contacts) -> None:
    """Share the friction of each patch out to its points: together they do what it does.

    The force in equal parts, the twist as forces about the middle of all points.
    """
    rows, start, impulse = contacts.rows, clusters.point_start, contacts.impulse
    spots = rows.mass
    for p in range(clusters.pair_start[cluster], clusters.pair_end[cluster]):
        first, end = start[p], start[p + 1]
        if rows.patch[first, RADIUS] == 0.0:
            continue
        i, k = clusters.point[first], clusters.point[first + 1]
        share, x, y, span = 1.0 / (end - first), 0.0, 0.0, NOWHERE
        for n in range(first, end):
            x, y = x + share * spots[n, X], y + share * spots[n, Y]
        for n in range(first, end):
            span += (spots[n, X] - x) ** 2 + (spots[n, Y] - y) ** 2
        u, v = impulse[i, 1], impulse[i, 2]
        turn = (impulse[k, 1] * rows.patch[first, RADIUS] - (x * v - y * u)) / span
        for n in range(first, end):
            i = clusters.point[n]
            impulse[i, 1] = share * u - turn * (spots[n, Y] - y)
            impulse[i, 2] = share * v + turn * (spots[n, X] - x)
