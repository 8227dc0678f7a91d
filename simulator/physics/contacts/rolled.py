"""What has rolled, slid or turned within a step: points stay where two surfaces are nearest.

Between the parts of a step (`pace`) contacts are not found anew, and a point of contact is a place
on either body. One on a wheel that turns by t in a part goes up its rim with it, by r t^2 / 2, so
the next part would find a gap there and let the wheel fall into it. So what is round is turned back
by what it has rolled on something flat, whose place goes along opposite of it. The normal turns
with the face that it belongs to: a link that slides over a drum would go on straight, and the
drum would stop it as a slope does. What has left the face of a box is let go: a bar would throw on
what is beyond its end. Other faces, and one that a neighbour goes on from flush (`seams`), go on as
planes until contacts are found anew.

Two round things touch where their axes are nearest. A link on a drum that turned a little about
itself, and its place with it, would be pressed on beside its middle, and turned further.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..collision import manifold, memory, seams
from ..collision.pairs import find_row
from ..geometry import convex
from ..geometry.shapes import BOX, CYLINDER, SPHERE

NEAREST = 1e-9  # axes nearer than this have no normal [m]
NEARER = 4  # times that an axis and a box are asked in turn where they are nearest
SIDE = 0.5  # cosine that a normal turns by at an edge in a part, at most


@kernel
def follow(cluster, clusters, contacts, bodies, shapes, pairs, h) -> None:
    """Bring the points of a cluster on by a part of `h` [s], which has been taken.

    Writes: `contacts.anchor_a`, `anchor_b`, `normal`, `pairs.turn`, `reach`
    """
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        first, second = contacts.shape_a[i], contacts.shape_b[i]
        normal = vector.load(contacts.normal, i)
        on_first, on_second = _rolls(first, normal, shapes), _rolls(second, normal, shapes)
        is_known = False
        if on_first and on_second:
            is_known = _meet(i, first, second, contacts, bodies, shapes)
        else:
            face = _find_face(i, first, second, on_first, on_second, contacts, shapes)
            if face == first:
                is_known = _slide(
                    i, first, second, on_second, contacts.anchor_b, contacts.anchor_a,
                    contacts.normal, bodies, shapes, h,
                )  # fmt: skip
            elif face == second:
                is_known = _slide(
                    i, second, first, on_first, contacts.anchor_a, contacts.anchor_b,
                    contacts.normal, bodies, shapes, h,
                )  # fmt: skip
        p = find_row(pairs, i)
        if is_known:
            memory.note_turn(p, bodies.orientation, shapes, pairs)
        else:  # to be looked for again: its normal has not turned, and those beside it may have
            pairs.reach[p] = -1.0


@kernel
def _rolls(shape, normal, shapes) -> bool:
    """Whether a shape is round where it touches along a `normal`."""
    kind = shapes.kind[shape]
    if kind != CYLINDER:
        return convex.is_round(kind)
    return abs(vector.dot(vector.column(shapes.world_rotation, shape, 2), normal)) < convex.UPRIGHT


@kernel
def _find_face(i, first, second, on_first, on_second, contacts, shapes) -> int:
    """Return the one of two shapes on whose face point `i` lies, -1 where two edges cross.

    Where one is round it is the other one.
    """
    if on_first or on_second:
        return second if on_first else first
    owner = manifold.find_owner(contacts.feature[i])
    if shapes.kind[first] > shapes.kind[second]:
        first, second = second, first
    return first if owner == 0 else second if owner == 1 else -1


@kernel
def _turn_back(i, shape, other, anchors, bodies, shapes, h) -> None:
    """Turn point `i` back on a round shape by how far that has rolled on another one."""
    body = shapes.body[shape]
    spin = vector.load(bodies.spin, body)
    spin = vector.subtract(spin, vector.load(bodies.spin, shapes.body[other]))
    spin = vector.unrotate(bodies.orientation[body], spin)
    if shapes.kind[shape] != SPHERE:
        axis = vector.column(shapes.rotation, shape, 2)
        spin = vector.offset((0.0, 0.0, 0.0), vector.dot(axis, spin), axis)
    back = _turn(spin, -h * bodies.share[body])  # a fast one may have stopped in between
    centre = vector.load(shapes.position, shape)
    arm = vector.rotate(back, vector.subtract(vector.load(anchors, i), centre))
    vector.save(anchors, i, vector.offset(centre, 1.0, arm))


@kernel
def _turn(spin, time):
    """Return the quaternion of a turn by a spin [rad/s] for a time [s]."""
    return vector.turned((1.0, 0.0, 0.0, 0.0), (time * spin[0], time * spin[1], time * spin[2]))


@kernel
def _slide(i, face, other, is_round, anchors, facing, normals, bodies, shapes, h) -> bool:
    """Turn the normal of point `i` with the shape that has the `face`, and move its place there.

    To be opposite of its place on the `other` one; `facing` and `anchors` are those of the two.
    Where that is beyond the edge of a box, by half of the other's thickness, and nothing goes on
    flush, what is round goes on round the edge; all else is let go as it was. Return whether the
    normal is that of the bodies where they are now.
    """
    if is_round:
        _turn_back(i, other, face, anchors, bodies, shapes, h)
    body = shapes.body[face]
    turn = _turn(vector.load(bodies.spin, body), h * bodies.share[body])
    normal = vector.rotate(turn, vector.load(normals, i))
    place = _place(anchors, i, shapes.body[other], bodies)
    way = vector.subtract(_place(facing, i, body, bodies), place)
    on_face = vector.offset(place, vector.dot(way, normal), normal)
    if shapes.kind[face] == BOX:
        edge = _find_nearest(face, on_face, bodies, shapes)
        off = vector.subtract(on_face, edge)
        is_off = vector.dot(off, off) > shapes.thickness[other] ** 2
        if is_off and not seams.goes_on(shapes.seams, face, edge, off, normal):
            return is_round and _pass_edge(
                i, face, other, place, anchors, facing, normals, bodies, shapes
            )
    vector.save(normals, i, normal)
    _save_place(facing, i, body, bodies, on_face)
    return True


@kernel
def _pass_edge(i, face, other, place, anchors, facing, normals, bodies, shapes) -> bool:
    """Put point `i` where the axis of a round shape, from `place` on, is nearest to a box.

    By turns: the nearest of the box, then the nearest of the axis. Return whether it is known.
    """
    start, way = _find_axis(other, bodies, shapes)
    square, share = vector.dot(way, way), 0.0
    at = on_box = place
    for _ in range(NEARER):
        if square > 0.0:
            share = vector.dot(vector.subtract(on_box, start), way) / square
            share = min(max(share, 0.0), 1.0)
        at = vector.offset(start, share, way)
        on_box = _find_nearest(face, at, bodies, shapes)
    out = vector.subtract(at, on_box)
    length, before = np.sqrt(vector.dot(out, out)), vector.load(normals, i)
    if length < NEAREST or _is_rim(other, share, shapes):
        return False
    out = out[0] / length, out[1] / length, out[2] / length
    sign = 1.0 if vector.dot(out, before) > 0.0 else -1.0
    if sign * vector.dot(out, before) < SIDE:
        return False
    vector.save(normals, i, (sign * out[0], sign * out[1], sign * out[2]))
    _save_place(facing, i, shapes.body[face], bodies, on_box)
    place = vector.offset(at, -shapes.size[other, 0], out)
    _save_place(anchors, i, shapes.body[other], bodies, place)
    return True


@kernel
def _find_nearest(box, point, bodies, shapes) -> vector.Vector:
    """Return what of a box is nearest to a point, world [m]."""
    b = shapes.body[box]
    middle, turn = vector.load(shapes.position, box), shapes.rotation[box]
    arm = vector.subtract(point, vector.load(bodies.position, b))
    arm = vector.subtract(vector.unrotate(bodies.orientation[b], arm), middle)
    arm, size = vector.apply_transposed(turn, arm), vector.load(shapes.size, box)
    arm = (
        min(max(arm[0], -size[0]), size[0]), min(max(arm[1], -size[1]), size[1]),
        min(max(arm[2], -size[2]), size[2]),
    )  # fmt: skip
    arm = vector.offset(vector.apply(turn, arm), 1.0, middle)
    arm = vector.rotate(bodies.orientation[b], arm)
    return vector.offset(vector.load(bodies.position, b), 1.0, arm)


@kernel
def _place(anchors, i, b, bodies) -> vector.Vector:
    """Return where point `i` is on body `b`, world [m]."""
    arm = vector.rotate(bodies.orientation[b], vector.load(anchors, i))
    return vector.offset(vector.load(bodies.position, b), 1.0, arm)


@kernel
def _save_place(anchors, i, b, bodies, place) -> None:
    arm = vector.subtract(place, vector.load(bodies.position, b))
    vector.save(anchors, i, vector.unrotate(bodies.orientation[b], arm))


@kernel
def _meet(i, first, second, contacts, bodies, shapes) -> bool:
    """Put point `i` where the axes of two round shapes are nearest, if that is the only one.

    Axes that are nearly parallel have others, and the rim of a cylinder is elsewhere. Return
    whether the normal is that of the bodies where they are now.
    """
    start_a, way_a = _find_axis(first, bodies, shapes)
    start_b, way_b = _find_axis(second, bodies, shapes)
    aa, bb, across = vector.dot(way_a, way_a), vector.dot(way_b, way_b), vector.cross(way_a, way_b)
    if vector.dot(across, across) < manifold.ASKEW * manifold.ASKEW * aa * bb:
        return False
    s, t = manifold.closest(start_a, way_a, start_b, way_b)
    if _is_rim(first, s, shapes) or _is_rim(second, t, shapes):
        return False
    on_a, on_b = vector.offset(start_a, s, way_a), vector.offset(start_b, t, way_b)
    way = vector.subtract(on_b, on_a)
    length = np.sqrt(vector.dot(way, way))
    if length < NEAREST or vector.dot(way, vector.load(contacts.normal, i)) < 0.0:
        return False
    normal = way[0] / length, way[1] / length, way[2] / length
    vector.save(contacts.normal, i, normal)
    on_a = vector.offset(on_a, shapes.size[first, 0], normal)
    on_b = vector.offset(on_b, -shapes.size[second, 0], normal)
    _save_place(contacts.anchor_a, i, shapes.body[first], bodies, on_a)
    _save_place(contacts.anchor_b, i, shapes.body[second], bodies, on_b)
    return True


@kernel
def _is_rim(shape, share, shapes) -> bool:
    """Whether a cylinder is met at its rim, at a `share` of its axis."""
    return shapes.kind[shape] == CYLINDER and (share <= 0.0 or share >= 1.0)


@kernel
def _find_axis(shape, bodies, shapes) -> tuple[vector.Vector, vector.Vector]:
    """Return the start and the whole way of the axis of something round, world [m]."""
    b = shapes.body[shape]
    middle = vector.rotate(bodies.orientation[b], vector.load(shapes.position, shape))
    middle = vector.offset(vector.load(bodies.position, b), 1.0, middle)
    if shapes.kind[shape] == SPHERE:
        return middle, (0.0, 0.0, 0.0)
    axis = vector.rotate(bodies.orientation[b], vector.column(shapes.rotation, shape, 2))
    half = shapes.size[shape, 1]
    way = 2.0 * half * axis[0], 2.0 * half * axis[1], 2.0 * half * axis[2]
    return vector.offset(middle, -half, axis), way
