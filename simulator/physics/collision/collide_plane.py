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
    down = -normal[0], -normal[1], -normal[2]
    first = points.used[0]
    if other.kind == HULL:
        _add_hull(other, normal, down, offset, reach, points)
        return
    corners = clip.corners_b
    count, face, _ = convex.feature(other, down, corners)
    for k in range(count):
        _add(points, vector.load(corners, k), normal, offset, reach, 16 * face + k)
    reduction.reduce(points, first, False)


@kernel
def _add_hull(hull, normal, down, offset, reach, points) -> None:
    """Add up to four corners of the face that a hull would come to lie on, and four others.

    Corners of a small stone are so near to each other in height that four of all may leave out one
    that it stands on, ever another one: it would rock for ever.
    """
    face, first = convex.face_beyond(hull, down), points.used[0]
    begin, end = int(hull.faces[face, 4]), int(hull.faces[face, 4] + hull.faces[face, 5])
    for n in range(begin, end):
        _add_corner(hull, hull.loop[n], normal, offset, reach, points)
    reduction.reduce(points, first, False)
    first = points.used[0]
    for k in range(len(hull.vertices)):
        is_of_face = False
        for n in range(begin, end):
            is_of_face |= hull.loop[n] == k
        if not is_of_face:
            _add_corner(hull, k, normal, offset, reach, points)
    reduction.reduce(points, first, True)


@kernel
def _add_corner(hull, k, normal, offset, reach, points) -> None:
    corner = convex.to_world(hull, vector.load(hull.vertices, k))
    _add(points, corner, normal, offset, reach, k)


@kernel
def _add(points, point, normal, offset, reach, number) -> None:
    gap = vector.dot(normal, point) - offset
    if gap < reach:
        manifold.add(points, vector.offset(point, -0.5 * gap, normal), normal, gap, number)
