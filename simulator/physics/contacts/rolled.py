"""What is round and has rolled within a step: the place where it touches stays below it.

A point of contact is a place on either body. One on a wheel that turns by t in a part of a step
goes up its rim with it, by r t^2 / 2, so the next part would find a gap there and let the wheel
fall into it. So between the parts of a step (`pace`) it is put back to where the surface is.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry.shapes import CAPSULE, CYLINDER, SPHERE

FACE = 0.7  # cosine of a cylinder's axis to the normal beyond which it stands on an end


@kernel
def follow(cluster, clusters, contacts, bodies, shapes) -> None:
    """Put the points of a cluster back below what has rolled.

    Writes: `contacts.anchor_a`, `anchor_b`
    """
    count = len(shapes.kind)
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        normal = vector.load(contacts.normal, i)
        _lay(i, contacts.key[i] // count, 1.0, normal, contacts.anchor_a, bodies, shapes)
        _lay(i, contacts.key[i] % count, -1.0, normal, contacts.anchor_b, bodies, shapes)


@kernel
def _lay(i, shape, side, normal, anchors, bodies, shapes) -> None:
    """Put point `i` to where a round shape faces the other one, at the same place along its axis.

    `side`: 1 where the `normal` points out of it, -1 where into it.
    """
    kind, body = shapes.kind[shape], shapes.body[shape]
    if kind != SPHERE and kind != CYLINDER and kind != CAPSULE:
        return
    radius, half = shapes.size[shape, 0], shapes.size[shape, 1]
    down = vector.unrotate(bodies.orientation[body], normal)
    down = side * down[0], side * down[1], side * down[2]
    place = vector.load(shapes.position, shape)
    if kind != SPHERE:
        turn = shapes.rotation[shape]
        axis = turn[0, 2], turn[1, 2], turn[2, 2]
        along = vector.dot(axis, down)
        at = vector.dot(axis, vector.subtract(vector.load(anchors, i), place))
        if kind == CAPSULE:
            at = min(max(at - radius * along, -half), half)
        elif abs(along) > FACE:
            return
        else:
            down = vector.offset(down, -along, axis)
            size = 1.0 / np.sqrt(vector.dot(down, down))
            down = size * down[0], size * down[1], size * down[2]
        place = vector.offset(place, at, axis)
    vector.save(anchors, i, vector.offset(place, radius, down))
