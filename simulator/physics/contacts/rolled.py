"""What is round and has rolled within a step: the place where it touches stays below it.

A point of contact is a place on either body. One on a wheel that turns by t in a part of a step
goes up its rim with it, by r t^2 / 2, so the next part would find a gap there and let the wheel
fall into it. So between the parts of a step (`pace`) it is turned back by what the wheel has rolled
on something flat; what goes round with the wheel, such as a link of its track, takes it along.
"""

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import convex
from ..geometry.shapes import CYLINDER, SPHERE


@kernel
def follow(cluster, clusters, contacts, bodies, shapes, h) -> None:
    """Turn points of a cluster back by what has rolled in a part of `h` [s], which has been taken.

    Writes: `contacts.anchor_a`, `anchor_b`
    """
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        first, second = contacts.shape_a[i], contacts.shape_b[i]
        normal = vector.load(contacts.normal, i)
        on_first, on_second = _rolls(first, normal, shapes), _rolls(second, normal, shapes)
        if on_first and not on_second:
            _turn_back(i, first, second, contacts.anchor_a, bodies, shapes, h)
        elif on_second and not on_first:
            _turn_back(i, second, first, contacts.anchor_b, bodies, shapes, h)


@kernel
def _rolls(shape, normal, shapes) -> bool:
    """Whether a shape is round where it touches along a `normal`."""
    kind = shapes.kind[shape]
    if kind != CYLINDER:
        return convex.is_round(kind)
    return abs(vector.dot(vector.column(shapes.world_rotation, shape, 2), normal)) < convex.UPRIGHT


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
    time = -h * bodies.share[body]  # a fast one may have stopped in between
    back = vector.turned((1.0, 0.0, 0.0, 0.0), (time * spin[0], time * spin[1], time * spin[2]))
    centre = vector.load(shapes.position, shape)
    arm = vector.rotate(back, vector.subtract(vector.load(anchors, i), centre))
    vector.save(anchors, i, vector.offset(centre, 1.0, arm))
