"""Spheres and capsules against each other: closest points of their spines."""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry.shapes import CAPSULE
from . import collide_convex, manifold


@kernel
def collide(a, b, reach, scratch) -> None:
    """Add the points of two spheres or capsules nearer than `reach` [m]; others by their faces."""
    start_a, way_a = spine(a)
    start_b, way_b = spine(b)
    s, t = manifold.closest(start_a, way_a, start_b, way_b)
    way = vector.subtract(vector.offset(start_b, t, way_b), vector.offset(start_a, s, way_a))
    length = np.sqrt(vector.dot(way, way))
    gap = length - a.radius - b.radius
    if gap >= reach:
        return
    if length > 1e-9:
        normal = way[0] / length, way[1] / length, way[2] / length
    else:  # centres coincide, or spines cross: leave at right angles to both
        normal = collide_convex.any_normal(way_a, way_b)
    manifold.touch(a, b, normal, gap, reach, True, False, scratch.points, scratch.clip)


@kernel
def spine(convex) -> tuple[vector.Vector, vector.Vector]:
    """Return the start and the whole way of the segment that a sphere or capsule is round."""
    if convex.kind != CAPSULE:
        return convex.position, (0.0, 0.0, 0.0)
    turn, half = convex.rotation, convex.size[1]
    axis = turn[0, 2], turn[1, 2], turn[2, 2]
    way = 2.0 * half * axis[0], 2.0 * half * axis[1], 2.0 * half * axis[2]
    return vector.offset(convex.position, -half, axis), way
