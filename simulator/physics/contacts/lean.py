"""A cylinder that leans on its edge: how its place of contact goes round the rim in a step.

Its lowest place is p below its centre, p = r (d - u a) / s + c a / 2 with the axis a, the way down
d, u = d a, s^2 = 1 - u^2 and the length c (towards d). The axis turns with a' = w x a, so that the
place goes round by p'; within a step the axis tilts further than at first, and the rim goes down by
more than h p' d: a coin that turns by f about the line to its place goes on lying on the cosine of
its slope times cos f.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..bodies import motion
from ..collision import collide_mesh
from ..geometry import convex
from ..geometry.shapes import BOX, HULL, MESH, PLANE

LEVEL = 0.999  # a face is met along its normal (cosine)


@kernel
def is_on_face(i, normal, feature, shapes) -> bool:
    """Whether shape `i` is met on a face, which all of a rim is above; an edge meets one place.

    `feature` is that of the contact, of which `normal` is.
    """
    kind, turn = shapes.kind[i], shapes.world_rotation[i]
    if kind == PLANE:
        return True
    along = vector.apply_transposed(turn, normal)
    if kind == MESH:
        row = (feature >> collide_mesh.ROW) - 1
        return abs(vector.dot(vector.load(shapes.meshes.normals, row), along)) > LEVEL
    if kind == BOX:
        return max(abs(along[0]), abs(along[1]), abs(along[2])) > LEVEL
    if kind == HULL:
        faces = convex.of_shape(
            shapes.kind, shapes.world_position, turn, shapes.size, shapes.hulls, i
        ).faces
        for k in range(len(faces)):
            if abs(vector.dot(vector.load(faces, k), along)) > LEVEL:
                return True
    return False


@kernel
def find_turn(i, carried, bodies, shapes, is_free, h) -> tuple[vector.Vector, vector.Vector]:
    """Return the spin of cylinder `i` against one that is `carried`, and what the step adds to it.

    A free body's spin goes round its own axes within the step, that of a link does not.
    """
    body = shapes.body[i]
    spin = vector.load(bodies.spin, body)
    gained = find_gain(body, spin, bodies, h) if is_free else (0.0, 0.0, 0.0)
    return vector.subtract(spin, carried), gained


@kernel
def find_gain(body, spin, bodies, h) -> vector.Vector:
    """Return what the mean spin of a free body has more than its first: its axes go round."""
    moment = vector.cross(motion.spin_momentum(body, spin, bodies), spin)
    angular = vector.apply(bodies.inv_inertia[body], moment)
    return 0.5 * h * angular[0], 0.5 * h * angular[1], 0.5 * h * angular[2]


@kernel
def find_share(i, spin, down, shapes, h) -> float:
    """Return how much of this counts: none where the axis turns by as much as it leans or more.

    Such a coin falls flat within the step, and its place of contact goes anywhere.
    """
    turn = shapes.world_rotation[i]
    axis = turn[0, 2], turn[1, 2], turn[2, 2]
    swing, slope = vector.cross(spin, axis), vector.dot(axis, down)
    turned = h * np.sqrt(vector.dot(swing, swing) / (1.0 - slope * slope))
    return min(max(2.0 - 2.0 * turned, 0.0), 1.0)


@kernel
def find_way(i, spin, down, shapes) -> tuple[vector.Vector, vector.Vector]:
    """Return where cylinder `i` is lowest from its centre, and how fast that goes round [m/s]."""
    turn = shapes.world_rotation[i]
    axis = turn[0, 2], turn[1, 2], turn[2, 2]
    radius, half = shapes.size[i, 0], shapes.size[i, 1]
    swing = vector.cross(spin, axis)
    slope, speed = vector.dot(axis, down), vector.dot(swing, down)
    square = 1.0 - slope * slope
    share = radius / np.sqrt(square)
    end = half if slope > 0.0 else -half
    along = vector.offset(down, -slope, axis)
    place = share * along[0], share * along[1], share * along[2]
    place = vector.offset(place, end, axis)
    bend = share * slope * speed / square
    way = bend * along[0], bend * along[1], bend * along[2]
    way = vector.offset(way, -share * speed, axis)
    return place, vector.offset(way, end - share * slope, swing)


@kernel
def find_dip(i, spin, turned, down, shapes, h) -> float:
    """Return how much further cylinder `i` reaches down after the turn h `turned` than at its spin.

    Both in rad/s, against what it leans on [m].
    """
    rotation = shapes.world_rotation[i]
    axis = rotation[0, 2], rotation[1, 2], rotation[2, 2]
    radius, half = shapes.size[i, 0], shapes.size[i, 1]
    slope, speed = vector.dot(axis, down), vector.dot(vector.cross(spin, axis), down)
    q = vector.turned((1.0, 0.0, 0.0, 0.0), (h * turned[0], h * turned[1], h * turned[2]))
    after = vector.dot(vector.rotate(q, axis), down)
    sine = np.sqrt(1.0 - slope * slope)
    end = half if slope > 0.0 else -half
    reach = radius * (np.sqrt(max(1.0 - after * after, 0.0)) - sine) + end * (after - slope)
    return reach - h * speed * (end - radius * slope / sine)
