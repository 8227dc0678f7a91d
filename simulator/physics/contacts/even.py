"""Faces that press evenly: where the friction of their corners acts.

A manifold has its points at the corners of what touches. Friction there would resist turning on the
spot by nearly twice of what an even pressure does, whose friction is all over the face. So that of
each corner acts nearer to the centre of pressure, by the mean way of the face from there over that
of its corners. What turns is held by the same torque then, what slides by the same force, and what
does both by nearly the same (Goyal, Ruina and Papadopoulos 1991). Where a body stands on several
faces - legs, tiles, slats - it is the mean way of all of them: legs far apart stay where they are.
What is met on several sides of a mesh, such as a groove, has several faces there.
Where one of the points is new nobody knows the centre of pressure, and friction acts at the points.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..collision.pairs import are_of_one
from ..collision.reduction import SAME_NORMAL
from ..geometry import convex

NOTHING = 0.0, 0.0, 0.0
LINE, DISC = 0.5, 2.0 / 3.0  # mean way from the middle of a face over that of its corners
FACE = 0.541  # of a square; of a plank of ten times its width 0.503
# columns of `press`: row of a first point, faces, sum of pushes, their centre times that, both ways
# and whether a point is new
FIRST, FACES, PUSH, CENTRE, EVEN, CORNERS, FRESH = 0, 1, 2, 3, 6, 7, 8
COLUMNS = 9


@kernel
def find(cluster, clusters, contacts, bodies, shapes) -> None:
    """Find where the friction of a cluster's points acts, see `rub`, by their last pushes."""
    pairs, start, press = clusters.pair_start, clusters.point_start, contacts.rows.press
    first, end, points = start[pairs[cluster]], start[pairs[cluster + 1]], clusters.point
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        press[clusters.body[n], FIRST], press[clusters.body[n], FACES] = -1.0, 0.0
    n, many = first, False
    while n < end:
        stop = _find_end(n, end, points, contacts)
        faces = _add_face(n, stop, points, contacts, bodies, shapes)
        n, many = stop, many or faces > 1
    if not many:
        return
    n = first
    while n < end:
        stop = _find_end(n, end, points, contacts)
        _add_ways(n, stop, points, contacts, bodies, shapes)
        n = stop
    for n in range(first, end):
        i = points[n]
        b = _find_lighter(i, contacts, bodies)
        if press[b, FACES] > 1.0 and _is_of(b, i, contacts):
            share = 0.0
            if press[b, FRESH] == 0.0 and press[b, CORNERS] > 0.0:
                share = max(1.0 - press[b, EVEN] / press[b, CORNERS], 0.0)
            _save(n, i, share, _find_centre(press, b), contacts)


@kernel
def _find_end(n, end, points, contacts) -> int:
    """Return where the face that begins with point `n` ends."""
    i, stop = points[n], n + 1
    normal = vector.load(contacts.normal, i)
    while stop < end and are_of_one(i, points[stop], contacts):
        if vector.dot(normal, vector.load(contacts.normal, points[stop])) <= SAME_NORMAL:
            return stop
        stop += 1
    return stop


@kernel
def _save(n, i, share, middle, contacts) -> None:
    """Let the friction of point `n`, contact `i`, act by a `share` of the way to `middle` [m].

    It stays on the surface: feet may be on steps.
    """
    normal = vector.load(contacts.normal, i)
    way = vector.subtract(middle, vector.load(contacts.position, i))
    way = vector.offset(way, -vector.dot(way, normal), normal)
    vector.save(contacts.rows.rub, n, vector.offset(NOTHING, share, way))


@kernel
def _find_lighter(i, contacts, bodies) -> int:
    """Return which body of contact `i` stands on the other: the lighter one."""
    a, b = contacts.body_a[i], contacts.body_b[i]
    return a if bodies.inv_mass[a] > bodies.inv_mass[b] else b


@kernel
def _is_of(b, i, contacts) -> bool:
    """Whether contact `i` is one of the faces that body `b` stands on: they look one way."""
    k = int(contacts.rows.press[b, FIRST])
    if k < 0 or contacts.belt[i] >= 0 or (contacts.body_a[i] == b) != (contacts.body_a[k] == b):
        return False
    for c in range(3):
        if contacts.normal[i, c] != contacts.normal[k, c]:
            return False
    return True


@kernel
def _find_centre(press, b) -> vector.Vector:
    """Return the centre of pressure of body `b` [m]."""
    middle = press[b, CENTRE], press[b, CENTRE + 1], press[b, CENTRE + 2]
    return vector.offset(NOTHING, 1.0 / press[b, PUSH], middle)


@kernel
def _add_face(start, stop, points, contacts, bodies, shapes) -> int:
    """Find where the friction of a face acts; add it to what its body stands on.

    Return on how many faces that is.
    """
    bearing, total, middle, fresh, i = 0, 0.0, NOTHING, 0.0, points[start]
    for n in range(start, stop):
        push = contacts.impulse[points[n], 0]
        if push > 0.0:
            bearing, total = bearing + 1, total + push
            middle = vector.offset(middle, push, vector.load(contacts.position, points[n]))
        if contacts.before[points[n]] < 0:
            fresh = 1.0
    if bearing > 1 and fresh == 0.0 and contacts.belt[i] < 0:
        share = 1.0 - _find_mean(i, bearing, contacts, shapes)
        centre = vector.offset(NOTHING, 1.0 / total, middle)
        for n in range(start, stop):
            _save(n, points[n], share, centre, contacts)
    else:
        for n in range(start, stop):
            vector.save(contacts.rows.rub, n, NOTHING)
    press, b = contacts.rows.press, _find_lighter(i, contacts, bodies)
    if press[b, FIRST] < 0.0 and bearing > 0 and contacts.belt[i] < 0:
        press[b, :] = 0.0
        press[b, FIRST] = i
    elif not _is_of(b, i, contacts):
        return 0
    press[b, FACES] += 1.0
    press[b, PUSH] += total
    press[b, FRESH] = max(press[b, FRESH], fresh)
    for c in range(3):
        press[b, CENTRE + c] += middle[c]
    return int(press[b, FACES])


@kernel
def _add_ways(start, stop, points, contacts, bodies, shapes) -> None:
    """Add the ways of a face's points, and of where the friction of each face alone would act."""
    bearing, middle, press = 0, NOTHING, contacts.rows.press
    b = _find_lighter(points[start], contacts, bodies)
    if press[b, FACES] < 2.0 or not _is_of(b, points[start], contacts):
        return
    for n in range(start, stop):
        if contacts.impulse[points[n], 0] > 0.0:
            bearing += 1
            middle = vector.offset(middle, 1.0, vector.load(contacts.position, points[n]))
    middle = vector.offset(NOTHING, 1.0 / max(bearing, 1), middle)
    share = _find_mean(points[start], bearing, contacts, shapes)
    centre = _find_centre(press, b)
    for n in range(start, stop):
        push, at = contacts.impulse[points[n], 0], vector.load(contacts.position, points[n])
        if push > 0.0:
            out = vector.subtract(at, centre)
            near = vector.offset(
                vector.subtract(middle, centre), share, vector.subtract(at, middle)
            )
            press[b, CORNERS] += push * np.sqrt(vector.dot(out, out))
            press[b, EVEN] += push * np.sqrt(vector.dot(near, near))


@kernel
def _find_mean(i, bearing, contacts, shapes) -> float:
    """Return the mean way from the middle over that of so many points that bear a push.

    Of the face of contact `i`.
    """
    if bearing < 2:
        return 1.0
    if bearing == 2:
        return LINE
    one, other = shapes.kind[contacts.shape_a[i]], shapes.kind[contacts.shape_b[i]]
    is_disc = convex.is_round(one) or convex.is_round(other)
    return DISC if is_disc else FACE
