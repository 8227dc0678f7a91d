"""Any two convex shapes: along which direction, and how far or deep.

Most contacts are with a face, and a face is proved right cheaply: if a point of the other shape is
not nearer to any side of the face's body than to the face, no way out is shorter. Only the rest,
corners and edges, go through GJK and EPA; a face normal that is as good wins, so that flat contact
has exact normals.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import convex
from ..geometry.shapes import BOX, CYLINDER, HULL, TRIANGLE
from . import epa, gjk, manifold

AS_GOOD = 1e-6  # a face normal may be worse by this [m]
AS_EXACT = 1e-10  # one of a triangle by this: beside it a neighbour, or its edge, is met [m]
AT_REST = 1e-5  # boxes nearer than this have no need of their exact distance [m]


@kernel
def collide(a, b, reach, rocks, scratch) -> tuple[bool, vector.Vector]:
    """Add the points of two convex shapes nearer than `reach` [m]; return (near, normal).

    Where they are not near, they are more than `reach` apart along the unit normal from a to b.
    `rocks`: see `manifold.touch`.
    """
    return collide_along(a, b, np.inf, (0.0, 0.0, 1.0), reach, rocks, scratch)


@kernel
def collide_along(a, b, gap, normal, reach, rocks, scratch) -> tuple[bool, vector.Vector]:
    """Do the same where the shortest way is known to be `gap` along `normal` if not above 0."""
    near = True
    if gap > AT_REST:
        near, gap, normal = find_axis(a, b, reach, scratch.polytope)
    if near:
        manifold.touch(a, b, normal, gap, reach, True, rocks, scratch.points, scratch.clip)
    return near, normal


@kernel
def find_axis(a, b, reach, polytope) -> tuple[bool, float, vector.Vector]:
    """Return (near, gap, unit normal from a to b): the shortest way apart or out."""
    radii = a.radius + b.radius
    limit = reach + radii
    gap_a, face_a, normal_a = best_face(a, b, limit)
    if gap_a > limit:
        return False, gap_a, normal_a
    gap_b, face_b, normal_b = best_face(b, a, limit)
    normal_b = -normal_b[0], -normal_b[1], -normal_b[2]
    if gap_b > limit:
        return False, gap_b, normal_b
    face_gap, normal = gap_a, normal_a
    if gap_b > gap_a + AS_GOOD:
        face_gap, normal = gap_b, normal_b
    if gap_a >= gap_b - AS_GOOD and _is_proved(a, face_a, normal_a, gap_a, b):
        return True, gap_a - radii, normal_a
    back = -normal_b[0], -normal_b[1], -normal_b[2]
    if gap_b >= gap_a - AS_GOOD and _is_proved(b, face_b, back, gap_b, a):
        return True, gap_b - radii, normal_b
    state, gap, found, count = gjk.measure(
        a, b, vector.subtract(b.position, a.position), limit, polytope
    )
    if state == gjk.APART:
        return False, gap, found
    known, as_good = True, (AS_EXACT if a.kind == TRIANGLE else AS_GOOD)
    if state == gjk.OVERLAP:
        known, depth, found = epa.measure(a, b, polytope, count)
        gap, as_good = -depth, max(as_good, epa.EXACT)
    if face_gap > -np.inf and (not known or face_gap >= gap - as_good):
        return True, face_gap - radii, normal
    if not known:
        found = any_normal((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    elif a.kind == CYLINDER or b.kind == CYLINDER:
        gap, found = _sharpen(a, b, gap, found)
    return gap - radii < reach, gap - radii, found


@kernel
def _sharpen(a, b, gap, normal) -> tuple[float, vector.Vector]:
    """Return (gap, normal) with the exact direction where a cylinder's side is met.

    The searches above end near it: their error in depth is tiny, that in direction its root.
    """
    if a.kind == CYLINDER and b.kind == CYLINDER:
        axis_a = a.rotation[0, 2], a.rotation[1, 2], a.rotation[2, 2]
        exact = vector.cross(axis_a, (b.rotation[0, 2], b.rotation[1, 2], b.rotation[2, 2]))
        if vector.dot(exact, exact) < 1e-6:
            exact = _from_axis(a, b.position)
    elif a.kind == CYLINDER:
        back = -normal[0], -normal[1], -normal[2]
        exact = _from_axis(a, convex.support(b, back, convex.LEVEL))
    else:
        exact = _from_axis(b, convex.support(a, normal, convex.LEVEL))
    length = np.sqrt(vector.dot(exact, exact))
    if length < 1e-9:
        return gap, normal
    sign = 1.0 if vector.dot(exact, normal) > 0.0 else -1.0
    exact = sign * exact[0] / length, sign * exact[1] / length, sign * exact[2] / length
    low = convex.support(b, (-exact[0], -exact[1], -exact[2]), 0.0)
    better = vector.dot(exact, vector.subtract(low, convex.support(a, exact, 0.0)))
    return (better, exact) if better >= gap - AS_GOOD else (gap, normal)


@kernel
def _from_axis(cylinder, point) -> vector.Vector:
    """Return the shortest way from the cylinder's axis to `point`."""
    turn = cylinder.rotation
    axis = turn[0, 2], turn[1, 2], turn[2, 2]
    arm = vector.subtract(point, cylinder.position)
    return vector.offset(arm, -vector.dot(arm, axis), axis)


@kernel
def any_normal(u, v) -> vector.Vector:
    """Return a unit vector at right angles to both, or to the longer, or up."""
    out = vector.cross(u, v)
    length = np.sqrt(vector.dot(out, out))
    if length > 1e-9:
        return out[0] / length, out[1] / length, out[2] / length
    along = u if vector.dot(u, u) > vector.dot(v, v) else v
    length = np.sqrt(vector.dot(along, along))
    if length < 1e-9:
        return 0.0, 0.0, 1.0
    return vector.tangent_of((along[0] / length, along[1] / length, along[2] / length))


@kernel
def best_face(a, b, limit) -> tuple[float, int, vector.Vector]:
    """Return (gap, number, outward normal) of the face of `a` that keeps the spine of `b` off best.

    Stops at the first gap above `limit`. Shapes without faces: gap -inf.
    """
    if a.kind == HULL:
        return _best_of_hull(a, b, limit)
    best, face, normal = -np.inf, 0, (0.0, 0.0, 1.0)
    way = vector.subtract(b.position, a.position)
    turn = a.rotation
    count = 0
    if a.kind == BOX or a.kind == CYLINDER:
        count = 3
    elif a.kind == TRIANGLE:
        count = 1
    for k in range(count):
        if a.kind == TRIANGLE:
            out, height = vector.apply(turn, vector.load(a.faces, k)), a.faces[k, 3]
            if vector.dot(out, way) < height:
                out, height = (-out[0], -out[1], -out[2]), -height
        else:
            if a.kind == CYLINDER and k < 2:
                continue
            out = turn[0, k], turn[1, k], turn[2, k]
            if vector.dot(out, way) < 0.0:
                out = -out[0], -out[1], -out[2]
            height = a.size[k] if a.kind == BOX else a.size[1]
        low = convex.support(b, (-out[0], -out[1], -out[2]), 0.0)
        gap = vector.dot(out, vector.subtract(low, a.position)) - height
        if gap > best:
            best, face, normal = gap, k, out
            if gap > limit:
                break
    return best, face, normal


@kernel
def _best_of_hull(a, b, limit) -> tuple[float, int, vector.Vector]:
    """Do so for a hull: no face keeps `b` off by more than it is below any point of that.

    So the lowest point of `b` under the best face so far rules out most others. It begins with the
    face whose plane the middle of `b` is farthest above.
    """
    way, count = convex.to_local(a, b.position), len(a.faces)
    top, first = -np.inf, 0
    for k in range(count):
        height = vector.dot(vector.load(a.faces, k), way) - a.faces[k, 3]
        if height > top:
            top, first = height, k
    best, face, normal, point = -np.inf, 0, (0.0, 0.0, 1.0), way
    for n in range(count + 1):
        k = first if n == 0 else n - 1
        own, height = vector.load(a.faces, k), a.faces[k, 3]
        if (n > 0 and vector.dot(own, point) - height <= best) or vector.dot(own, way) < 0.0:
            continue
        out = vector.apply(a.rotation, own)
        low = convex.support(b, (-out[0], -out[1], -out[2]), 0.0)
        gap = vector.dot(out, vector.subtract(low, a.position)) - height
        if gap > best:
            best, face, normal, point = gap, k, out, convex.to_local(a, low)
            if gap > limit:
                break
    return best, face, normal


@kernel
def _is_proved(a, face, normal, gap, b) -> bool:
    """Whether the lowest point of `b` under `face` of `a` is nowhere nearer to the outside of a."""
    if gap == -np.inf:
        return False
    if (a.kind == BOX and gap < -a.size[face]) or (a.kind == CYLINDER and gap < -a.size[1]):
        return False  # the face on the other side is nearer
    low = convex.support(b, (-normal[0], -normal[1], -normal[2]), convex.LEVEL)
    return _beside(a, face, low) <= min(gap, 0.0)


@kernel
def _beside(a, face, point) -> float:
    """Return the largest distance of `point` above a side of `a` other than `face` [m]."""
    p = convex.to_local(a, point)
    if a.kind == BOX:
        u, v = (face + 1) % 3, (face + 2) % 3
        return max(abs(p[u]) - a.size[u], abs(p[v]) - a.size[v])
    if a.kind == CYLINDER:
        return np.sqrt(p[0] * p[0] + p[1] * p[1]) - a.size[0]
    highest = -np.inf
    if a.kind == TRIANGLE:
        normal = vector.load(a.faces, 0)
        for k in range(3):
            start = vector.load(a.vertices, k)
            edge = vector.subtract(vector.load(a.vertices, (k + 1) % 3), start)
            out = vector.cross(edge, normal)
            height = vector.dot(out, vector.subtract(p, start)) / np.sqrt(vector.dot(out, out))
            highest = max(highest, height)
        return highest
    for k in range(len(a.faces)):
        if k != face:
            highest = max(highest, vector.dot(vector.load(a.faces, k), p) - a.faces[k, 3])
    return highest
