"""One convex shape as the near phase sees it: extreme points, faces, edges, in world axes.

Spheres and capsules are a point and a segment (their *spine*) with a radius round it; boxes,
cylinders, hulls and triangles have radius 0.
"""

from typing import NamedTuple

import numpy as np

from simulator.compiled.jit import kernel
from simulator.exact.elementary import turn

from ..algebra import vector
from ..bodies.tables import Floats, Rows
from .shapes import BOX, CAPSULE, CYLINDER, SPHERE, TRIANGLE

LEVEL = 1e-3  # a face or edge tilted by less [rad] counts as level
RIM = 16  # corners of the polygon that stands for a cylinder's end
RING = np.array([turn(2.0 * np.pi * k / RIM) for k in range(RIM)])  # of radius 1
SAG = 1.0 - turn(np.pi / RIM)[0]  # how far its sides stay inside
UPRIGHT = 0.7071  # a cylinder meets with its end where the axis is nearer than 45 deg
NO_NORMAL = (0.0, 0.0, 0.0)


class Convex(NamedTuple):
    """Views of one shape's rows."""

    kind: int | np.int64
    position: vector.Vector
    rotation: Floats  # (3, 3)
    size: vector.Vector  # as in Shapes
    radius: float  # round the spine [m]
    vertices: Floats  # (n, 3) hull or triangle, shape frame
    faces: Floats  # (m, 6) as in Hulls
    loop: Rows


@kernel
def is_round(kind) -> bool:
    """Whether a shape is round about its middle or about an axis, its z."""
    return kind == SPHERE or kind == CAPSULE or kind == CYLINDER


@kernel
def radius_of(kind, size, s) -> float:
    """Return the radius round the spine of shape `s` [m]."""
    return size[s, 0] if kind == SPHERE or kind == CAPSULE else 0.0


@kernel
def of_shape(kind, position, rotation, size, hulls, s) -> Convex:
    """Return the shape in row `s` of the columns of Shapes as a convex."""
    return place(kind, vector.load(position, s), rotation[s], size, hulls, s)


@kernel
def place(kind, at, rotation, size, hulls, s) -> Convex:
    """Return the shape in row `s` as a convex at `at` with `rotation` (3, 3)."""
    return Convex(
        np.int64(kind[s]), at, rotation, vector.load(size, s), radius_of(kind[s], size, s),
        hulls.vertices[hulls.vertex_first[s]:hulls.vertex_end[s]],
        hulls.faces[hulls.face_first[s]:hulls.face_end[s]], hulls.loop,
    )  # fmt: skip


@kernel
def to_world(convex, local) -> vector.Vector:
    """Return a point of the shape's frame in the world."""
    return vector.offset(convex.position, 1.0, vector.apply(convex.rotation, local))


@kernel
def to_local(convex, point) -> vector.Vector:
    """Return a world point in the shape's frame."""
    return vector.apply_transposed(convex.rotation, vector.subtract(point, convex.position))


@kernel
def _extreme(x, half, level) -> float:
    """Return the end of [-half, half] towards `x`, its middle where |x| <= level."""
    if x > level:
        return half
    return -half if x < -level else 0.0


@kernel
def support(convex, direction, level) -> vector.Vector:
    """Return the spine's or body's extreme point along the unit `direction`, world.

    Of a face or edge that is within `level` [rad] of level, the middle.
    """
    d = vector.apply_transposed(convex.rotation, direction)
    size = convex.size
    if convex.kind == BOX:
        return to_world(convex, (
            _extreme(d[0], size[0], level), _extreme(d[1], size[1], level),
            _extreme(d[2], size[2], level),
        ))  # fmt: skip
    if convex.kind == SPHERE:
        return convex.position
    if convex.kind == CAPSULE:
        return to_world(convex, (0.0, 0.0, _extreme(d[2], size[1], level)))
    if convex.kind == CYLINDER:
        ring = np.sqrt(d[0] * d[0] + d[1] * d[1])
        scale = size[0] / ring if ring > max(level, 1e-12) else 0.0
        return to_world(convex, (d[0] * scale, d[1] * scale, _extreme(d[2], size[1], level)))
    return to_world(convex, _hull_support(convex, d, level))


@kernel
def _find_farthest(vertices, d) -> int:
    """Return the first row of `vertices` (n, 3) that is farthest along `d`."""
    best, row = -np.inf, 0
    for k in range(len(vertices)):
        height = vector.dot(vector.load(vertices, k), d)
        if height > best:
            best, row = height, k
    return row


@kernel
def _hull_support(convex, d, level) -> vector.Vector:
    top = vector.load(convex.vertices, _find_farthest(convex.vertices, d))
    if level == 0.0:
        return top
    total, count = (0.0, 0.0, 0.0), 0
    for k in range(len(convex.vertices)):
        vertex = vector.load(convex.vertices, k)
        arm = vector.subtract(top, vertex)
        if vector.dot(arm, d) <= level * np.sqrt(vector.dot(arm, arm)):
            total = vector.offset(total, 1.0, vertex)
            count += 1
    return total[0] / count, total[1] / count, total[2] / count


@kernel
def edge(convex, direction) -> tuple[vector.Vector, vector.Vector]:
    """Return the ends of the level edge of the surface that is extreme along the unit `direction`.

    Of a corner both are the same, of a level face they are the ends of a line in it.
    """
    d = vector.apply_transposed(convex.rotation, direction)
    start = vector.offset(support(convex, direction, LEVEL), convex.radius, direction)
    k, half = -1, 0.0
    if convex.kind == BOX:
        for c in range(3):
            if abs(d[c]) <= LEVEL and convex.size[c] > half:
                k, half = c, convex.size[c]
    elif convex.kind == CAPSULE or (convex.kind == CYLINDER and abs(d[2]) < UPRIGHT):
        k, half = (2 if abs(d[2]) <= LEVEL else -1), convex.size[1]
    elif convex.kind == CYLINDER:
        ring = np.sqrt(d[0] * d[0] + d[1] * d[1])
        k, half = (0 if ring <= LEVEL else -1), convex.size[0]
    elif convex.kind != SPHERE:
        return hull_edge(convex, direction, LEVEL)
    if k < 0:
        return start, start
    turn = convex.rotation
    axis = turn[0, k], turn[1, k], turn[2, k]
    return vector.offset(start, -half, axis), vector.offset(start, half, axis)


@kernel
def hull_edge(convex, direction, slope) -> tuple[vector.Vector, vector.Vector]:
    """Return the ends of a hull's or triangle's flattest edge at its extreme corner, world.

    Extreme along `direction`. Of an edge that is steeper than `slope` [rad] both are the corner.
    """
    d = vector.apply_transposed(convex.rotation, direction)
    row = _find_farthest(convex.vertices, d)
    top = vector.load(convex.vertices, row)
    end, flattest = top, slope
    for f in range(len(convex.faces)):
        first, count = int(convex.faces[f, 4]), int(convex.faces[f, 5])
        for k in range(count):
            if convex.loop[first + k] != row:
                continue
            for side in range(2):
                other = convex.loop[first + (k + (1 if side else count - 1)) % count]
                corner = vector.load(convex.vertices, other)
                arm = vector.subtract(top, corner)
                length = np.sqrt(vector.dot(arm, arm))
                if length > 0.0 and vector.dot(arm, d) < flattest * length:
                    end, flattest = corner, vector.dot(arm, d) / length
    return to_world(convex, top), to_world(convex, end)


@kernel
def feature(convex, direction, out) -> tuple[int, int, vector.Vector]:
    """Write the corners of the face or edge that looks most along the unit `direction`.

    Returns how many corners went to `out` (n, 3), anticlockwise seen from outside; the face's
    number; its outward normal (zero for an edge or point). Radii are included.
    """
    d = vector.apply_transposed(convex.rotation, direction)
    if convex.kind == BOX:
        return _box_face(convex, d, out)
    if convex.kind == CYLINDER:
        if abs(d[2]) > UPRIGHT:
            return _cylinder_end(convex, d, out)
        scale = convex.size[0] / np.sqrt(d[0] * d[0] + d[1] * d[1])
        x, y, h = d[0] * scale, d[1] * scale, convex.size[1]
        vector.save(out, 0, to_world(convex, (x, y, -h)))
        vector.save(out, 1, to_world(convex, (x, y, h)))
        return 2, 2, NO_NORMAL
    if convex.kind == SPHERE:
        vector.save(out, 0, vector.offset(convex.position, convex.radius, direction))
        return 1, 0, NO_NORMAL
    if convex.kind == CAPSULE:
        for k in range(2):
            end = to_world(convex, (0.0, 0.0, (2 * k - 1) * convex.size[1]))
            vector.save(out, k, vector.offset(end, convex.radius, direction))
        return 2, 0, NO_NORMAL
    return _hull_face(convex, d, out)


@kernel
def _box_face(convex, d, out) -> tuple[int, int, vector.Vector]:
    k = 0
    if abs(d[1]) > abs(d[k]):
        k = 1
    if abs(d[2]) > abs(d[k]):
        k = 2
    sign = 1.0 if d[k] > 0.0 else -1.0
    u, v = (k + 1) % 3, (k + 2) % 3
    turn, size = convex.rotation, convex.size
    for corner in range(4):
        a = size[u] if corner == 0 or corner == 3 else -size[u]
        b = size[v] if corner < 2 else -size[v]
        a *= sign  # keeps the corners anticlockwise on both sides
        for r in range(3):
            out[corner, r] = (
                convex.position[r]
                + turn[r, k] * sign * size[k] + turn[r, u] * a + turn[r, v] * b
            )  # fmt: skip
    return 4, 2 * k + (1 if sign > 0.0 else 0), (
        turn[0, k] * sign, turn[1, k] * sign, turn[2, k] * sign,
    )  # fmt: skip


@kernel
def _cylinder_end(convex, d, out) -> tuple[int, int, vector.Vector]:
    """Write a polygon on the rim that starts at its lowest point, or at x where it lies level."""
    sign = 1.0 if d[2] > 0.0 else -1.0
    ring = np.sqrt(d[0] * d[0] + d[1] * d[1])
    x, y = (d[0] / ring, d[1] / ring) if ring > 0.1 * LEVEL else (1.0, 0.0)
    r, h = convex.size[0], convex.size[1] * sign
    for k in range(RIM):
        c, s = RING[k, 0], sign * RING[k, 1]
        vector.save(out, k, to_world(convex, (r * (c * x - s * y), r * (s * x + c * y), h)))
    turn = convex.rotation
    return RIM, (1 if sign > 0.0 else 0), (turn[0, 2] * sign, turn[1, 2] * sign, turn[2, 2] * sign)


@kernel
def bulge(convex) -> float:
    """Return the radius about its axis of what has one long side: a capsule, a cylinder [m]."""
    return convex.size[0] if convex.kind == CYLINDER else convex.radius


@kernel
def find_sag(convex) -> float:
    """Return how far the polygon of a cylinder's end stays inside of its rim [m]."""
    return convex.size[0] * SAG if convex.kind == CYLINDER else 0.0


@kernel
def face_beyond(convex, direction) -> int:
    """Return the face of a hull that a ray from its inner point along `direction` leaves by."""
    d, best, face = vector.apply_transposed(convex.rotation, direction), np.inf, 0
    for k in range(len(convex.faces)):
        along = vector.dot(vector.load(convex.faces, k), d)
        if along > 0.0 and convex.faces[k, 3] < best * along:
            best, face = convex.faces[k, 3] / along, k
    return face


@kernel
def _hull_face(convex, d, out) -> tuple[int, int, vector.Vector]:
    best, face = -np.inf, 0
    for k in range(len(convex.faces)):
        along = vector.dot(vector.load(convex.faces, k), d)
        if along > best:
            best, face = along, k
    first, count = int(convex.faces[face, 4]), int(convex.faces[face, 5])
    sign = 1.0
    if convex.kind == TRIANGLE and best < 0.0:
        sign = -1.0  # its back
    for k in range(count):
        corner = convex.loop[first + (k if sign > 0.0 else count - 1 - k)]
        vector.save(out, k, to_world(convex, vector.load(convex.vertices, corner)))
    normal = vector.apply(convex.rotation, vector.load(convex.faces, face))
    return count, face, (sign * normal[0], sign * normal[1], sign * normal[2])
