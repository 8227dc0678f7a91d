"""A plane against everything convex but boxes: exact depths of the lowest corners."""

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import convex
from ..geometry.shapes import HULL
from . import manifold, reduction


@kernel
def collide(plane, other, reach, points, clip) -> None:
    """Add the points of `other` nearer than `reach` [m] to the plane; normals away from it."""
    turn = plane.rotation
    normal = turn[0, 2], turn[1, 2], turn[2, 2]
    offset = vector.dot(normal, plane.position)
    first = points.used[0]
    if other.kind == HULL:
        for k in range(len(other.vertices)):
            corner = convex.to_world(other, vector.load(other.vertices, k))
            _add(points, corner, normal, offset, reach, k)
    else:
        down = -normal[0], -normal[1], -normal[2]
        corners = clip.corners_b
        count, face, _ = convex.feature(other, down, corners)
        for k in range(count):
            _add(points, vector.load(corners, k), normal, offset, reach, 16 * face + k)
    reduction.reduce(points, first, other.kind == HULL)


@kernel
def _add(points, point, normal, offset, reach, number) -> None:
    gap = vector.dot(normal, point) - offset
    if gap < reach:
        manifold.add(points, vector.offset(point, -0.5 * gap, normal), normal, gap, number)
