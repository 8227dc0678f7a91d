"""What is remembered of a pair of shapes from step to step: where it was, what its points bore.

Points found once serve as long as the smaller shape has moved by less than `SLACK` as the larger
one sees it: the points' gaps follow the bodies anyway, only which points there are may have
changed. Their normals turn with the body that has the face: a thing in the jaws of an arm that
slews does not move in them at all.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import convex
from ..geometry.shapes import CAPSULE, CYLINDER, ENDLESS, SPHERE
from . import broadphase

SLACK = 1e-4  # way of a point of the smaller shape that asks for new points [m]
MOST_TURN = 1e-3  # and its turn [rad]
ROLL = 1e-9  # where it rolls: a point that lags behind the axle drives it on [m]
FLAT = 1e-5  # a cylinder's axis is along a normal up to this: it stands and does not roll
SAME_PLACE = 0.02  # an old point this near, at most, passes its impulse on [m]
SAME_SHARE = 0.25  # and this near as a share of the smaller shape's radius


@kernel
def check(begin, end, orientation, shapes, pairs, normals) -> None:
    """Write to `pairs.held` whether what is known of pairs still holds, and their present reach.

    Held is a pair with points whose shapes have hardly moved, and one without points that has not
    moved or is still apart along its axis. `normals` (points, 3) of the last step.
    """
    body, radius, half, kind = shapes.body, shapes.radius, shapes.half, shapes.kind
    position, rotation, stiffness = shapes.world_position, shapes.world_rotation, shapes.stiffness
    rolling = shapes.rolling
    axes, poses, counts = pairs.axis, pairs.pose, pairs.count
    before, held, reaches, found = pairs.reach, pairs.held, pairs.now, pairs.found
    for p in range(begin, end):
        a, b = pairs.shape_a[p], pairs.shape_b[p]
        reach = broadphase.find_near(shapes, a, b)
        reaches[p], held[p], found[p] = reach, 0, -1
        if before[p] < 0.0:
            continue
        axis = vector.load(axes, p)
        if axis[0] != 0.0 or axis[1] != 0.0 or axis[2] != 0.0:
            way = vector.subtract(vector.load(position, b), vector.load(position, a))
            gap = vector.dot(way, axis)
            gap -= _width(kind[a], rotation, half, a, axis)
            held[p] = gap - _width(kind[b], rotation, half, b, axis) > reach
            continue
        if reach > before[p] + SLACK:
            continue
        if counts[p] > 0 and (stiffness[a] > 0.0 or stiffness[b] > 0.0):
            continue  # its points share the stiffness by how many of them touch
        if counts[p] > 0 and (rolling[a] > 0.0 or rolling[b] > 0.0):
            continue  # where its points are decides which way it rolls
        place = _place_of(position, rotation, radius, a, b)
        w, x, y, z = _turn_of(orientation, body[a], body[b])
        way = vector.subtract(place, vector.load(poses, p))
        angle = (w - poses[p, 3]) ** 2 + (x - poses[p, 4]) ** 2
        angle = 2.0 * np.sqrt(angle + (y - poses[p, 5]) ** 2 + (z - poses[p, 6]) ** 2)
        shift = np.sqrt(vector.dot(way, way)) + angle * min(radius[a], radius[b])
        rolls = counts[p] > 0 and _rolls(a, b, normals[pairs.first[p]], shapes)
        held[p] = shift < (ROLL if rolls else SLACK) and angle < MOST_TURN


@kernel
def _rolls(a, b, normal, shapes) -> bool:
    """Return whether one of two shapes can roll where they touch.

    A cylinder on its end does not, nor does a capsule of a robot: those are lugs and feet.
    """
    for s in (a, b):
        if shapes.kind[s] == CYLINDER:
            along = _component(shapes.world_rotation, s, 2, (normal[0], normal[1], normal[2]))
            if along < 1.0 - FLAT:
                return True
        elif shapes.kind[s] == CAPSULE:
            if shapes.thin[s] < ENDLESS:
                return True
        elif shapes.kind[s] == SPHERE:
            return True
    return False


@kernel
def keep(begin, end, orientation, shapes, pairs) -> None:
    """Remember where those of pairs `begin` to `end` are whose points were found in this step."""
    body, radius, poses = shapes.body, shapes.radius, pairs.pose
    position, rotation = shapes.world_position, shapes.world_rotation
    for p in range(begin, end):
        if pairs.held[p]:
            continue
        a, b = pairs.shape_a[p], pairs.shape_b[p]
        vector.save(poses, p, _place_of(position, rotation, radius, a, b))
        turn = _turn_of(orientation, body[a], body[b])
        poses[p, 3], poses[p, 4], poses[p, 5], poses[p, 6] = turn
        pairs.reach[p] = pairs.now[p]


@kernel
def carry(begin, end, orientation, shapes, pairs, normals) -> None:
    """Turn the `normals` (points, 3) of pairs `begin` to `end` that keep their points.

    As much as the body that carries them has turned since the last step.
    """
    for p in range(begin, end):
        if pairs.count[p] == 0:
            continue
        carrier = _find_carrier(pairs.shape_a[p], pairs.shape_b[p], shapes)
        if carrier < 0:
            continue
        q, before = orientation[shapes.body[carrier]], pairs.turn[p]
        if q[0] == before[0] and q[1] == before[1] and q[2] == before[2] and q[3] == before[3]:
            continue
        if pairs.held[p]:
            turn = vector.product(q, vector.conjugate(before))
            for i in range(pairs.first[p], pairs.first[p] + pairs.count[p]):
                vector.save(normals, i, vector.rotate(turn, vector.load(normals, i)))
        for k in range(4):
            before[k] = q[k]


@kernel
def note_turn(p, orientation, shapes, pairs) -> None:
    """Remember that the normals of a pair have been turned already, to where its bodies are."""
    carrier = _find_carrier(pairs.shape_a[p], pairs.shape_b[p], shapes)
    if carrier >= 0:
        for k in range(4):
            pairs.turn[p, k] = orientation[shapes.body[carrier], k]


@kernel
def _find_carrier(a, b, shapes) -> int:
    """Return which of two shapes has the face, as far as that can be told; -1: it never turns."""
    if shapes.moves[a] == 0 or shapes.moves[b] == 0:
        return -1
    if convex.is_round(shapes.kind[a]) != convex.is_round(shapes.kind[b]):
        return b if convex.is_round(shapes.kind[a]) else a
    return a if shapes.radius[a] >= shapes.radius[b] else b


@kernel
def _place_of(position, rotation, radius, a, b) -> vector.Vector:
    """Return the smaller shape's centre in the larger one's frame."""
    small, large = (a, b) if radius[a] < radius[b] else (b, a)
    way = vector.subtract(vector.load(position, small), vector.load(position, large))
    return (
        rotation[large, 0, 0] * way[0] + rotation[large, 1, 0] * way[1]
        + rotation[large, 2, 0] * way[2],
        rotation[large, 0, 1] * way[0] + rotation[large, 1, 1] * way[1]
        + rotation[large, 2, 1] * way[2],
        rotation[large, 0, 2] * way[0] + rotation[large, 1, 2] * way[1]
        + rotation[large, 2, 2] * way[2],
    )  # fmt: skip


@kernel
def _turn_of(orientation, i, j) -> tuple[float, float, float, float]:
    """Return the quaternion of body j in body i's frame, its real part not negative."""
    s, u = orientation[i, 0], (orientation[i, 1], orientation[i, 2], orientation[i, 3])
    t, v = orientation[j, 0], (orientation[j, 1], orientation[j, 2], orientation[j, 3])
    across = vector.cross(v, u)
    w = s * t + vector.dot(u, v)
    sign = 1.0 if w >= 0.0 else -1.0
    return (
        sign * w,
        sign * (s * v[0] - t * u[0] + across[0]),
        sign * (s * v[1] - t * u[1] + across[1]),
        sign * (s * v[2] - t * u[2] + across[2]),
    )


@kernel
def _width(kind, rotation, half, i, axis) -> float:
    """Return how far a shape, or the box round it, reaches from its centre along `axis` [m]."""
    if kind == SPHERE:
        return half[i, 0]
    along = _component(rotation, i, 2, axis)
    if kind == CAPSULE:
        return half[i, 0] + (half[i, 2] - half[i, 0]) * along
    if kind == CYLINDER:
        return half[i, 0] * np.sqrt(max(1.0 - along * along, 0.0)) + half[i, 2] * along
    width = half[i, 2] * along
    for c in range(2):
        width += half[i, c] * _component(rotation, i, c, axis)
    return width


@kernel
def _component(rotation, i, c, axis) -> float:
    """Return the size of a vector's component along a shape's axis c."""
    return abs(
        rotation[i, 0, c] * axis[0] + rotation[i, 1, c] * axis[1] + rotation[i, 2, c] * axis[2]
    )


@kernel
def inherit(points, start, end, contacts, first_old, end_old, size) -> None:
    """Give a pair's new points `start` to `end` what its contacts `first_old` to `end_old` bore.

    First where the same features meet, then what is left to the nearest. `size`: radius of the
    smaller shape [m]. Contacts that have passed theirs on get the shape -1.
    """
    near, shape = min(SAME_PLACE, SAME_SHARE * size), contacts.shape_a
    for i in range(start, end):
        for k in range(first_old, end_old):
            if shape[k] >= 0 and contacts.feature[k] == points.feature[i]:
                _pass_on(points, i, contacts, k)
                break
    for i in range(start, end):
        if points.before[i] >= 0:
            continue
        best, nearest = -1, near * near
        for k in range(first_old, end_old):
            if shape[k] >= 0:
                on_a = _distance(points.anchor_a, i, contacts.anchor_a, k)
                way = min(on_a, _distance(points.anchor_b, i, contacts.anchor_b, k))
                if way < nearest:
                    best, nearest = k, way
        if best >= 0:
            _pass_on(points, i, contacts, best)


@kernel
def _pass_on(points, i, contacts, k) -> None:
    inherited, points.before[i] = points.impulse, k
    inherited[i, 0] = contacts.impulse[k, 0]
    for r in range(3):
        inherited[i, 1 + r] = contacts.push[k, r]
    inherited[i, 4] = contacts.impulse[k, 3]
    contacts.shape_a[k] = -1


@kernel
def _distance(a, i, b, k) -> float:
    """Return the squared distance of two rows."""
    way = vector.subtract(vector.load(a, i), vector.load(b, k))
    return vector.dot(way, way)
