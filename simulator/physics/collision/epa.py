"""Depth of two overlapping convex spines: the expanding polytope (van den Bergen 2001)."""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from . import gjk

EXACT = 1e-7  # the depth is not searched beyond this [m]
FLAT = 1e-14  # twice a triangle's area below which it has no normal [m2]
WIDE = 1e-10  # and above which it is good to start with [m2]


@kernel
def measure(a, b, polytope, count) -> tuple[bool, float, vector.Vector]:
    """Return (found, depth, unit normal from a to b) from GJK's last `count` corners.

    Not found: the set of differences is flat, as that of a point and a triangle.
    """
    vertices, faces, planes = polytope.vertices, polytope.faces, polytope.planes
    for k in range(count):
        vector.save(vertices, k, vector.load(polytope.simplex, k))
    if not _complete(a, b, vertices, count):
        return False, 0.0, (0.0, 0.0, 0.0)
    used, face_used = 4, 0
    middle = _mean(vertices)
    for k in range(4):
        face_used = _add_face(polytope, face_used, k, (k + 1) % 4, (k + 2) % 4, middle)
    best = -1
    while True:
        best = _closest(planes, face_used)
        if best < 0:
            return False, 0.0, (0.0, 0.0, 0.0)
        normal = planes[best, 0], planes[best, 1], planes[best, 2]
        corner = gjk.difference(a, b, normal)
        full = used == len(vertices) or face_used + 32 > len(faces)
        if full or vector.dot(corner, normal) - planes[best, 3] < EXACT:
            break
        vector.save(vertices, used, corner)
        face_used = _expand(polytope, face_used, used, corner, middle)
        used += 1
    out = planes[best, 0], planes[best, 1], planes[best, 2]
    return True, max(planes[best, 3], 0.0), (-out[0], -out[1], -out[2])


@kernel
def _axis(number) -> vector.Vector:
    """Return one of the six directions along x, y, z."""
    sign, k = (1.0 if number % 2 == 0 else -1.0), number // 2 % 3
    return (sign if k == 0 else 0.0), (sign if k == 1 else 0.0), (sign if k == 2 else 0.0)


@kernel
def _complete(a, b, vertices, count) -> bool:
    """Add corners until four span a tetrahedron; False where the set is flat."""
    if count == 4 and not _spans(vertices, 4):
        count = 3
    while count > 1 and not _spans(vertices, count):
        count -= 1
    tries = 0
    while count < 4 and tries < 12:
        if count == 3 or (count == 2 and tries >= 6):
            u = vector.subtract(vector.load(vertices, 1), vector.load(vertices, 0))
            if count == 3:
                v = vector.subtract(vector.load(vertices, 2), vector.load(vertices, 0))
                out = vector.cross(u, v)
            else:
                out = vector.cross(u, _axis(tries))
            size = np.sqrt(vector.dot(out, out))
            sign = 1.0 if tries & 1 else -1.0
            size = sign * size if size > 0.0 else 1.0
            direction = out[0] / size, out[1] / size, out[2] / size
        else:
            direction = _axis(tries)
        vector.save(vertices, count, gjk.difference(a, b, direction))
        tries += 1
        if _spans(vertices, count + 1):
            count += 1
    return count == 4


@kernel
def _spans(vertices, count) -> bool:
    """Whether the first `count` corners are a segment, triangle or tetrahedron that is not flat."""
    u = vector.subtract(vector.load(vertices, 1), vector.load(vertices, 0))
    if vector.dot(u, u) < WIDE or count == 2:
        return count == 2 and vector.dot(u, u) >= WIDE
    v = vector.subtract(vector.load(vertices, 2), vector.load(vertices, 0))
    out = vector.cross(u, v)
    area = vector.dot(out, out)
    if area < max(1e-8 * vector.dot(u, u) * vector.dot(v, v), WIDE * WIDE):
        return False
    if count == 3:
        return True
    w = vector.subtract(vector.load(vertices, 3), vector.load(vertices, 0))
    height = vector.dot(out, w)
    return height * height > 1e-12 * area * vector.dot(w, w)


@kernel
def _mean(vertices) -> vector.Vector:
    total = (0.0, 0.0, 0.0)
    for k in range(4):
        total = vector.offset(total, 0.25, vector.load(vertices, k))
    return total


@kernel
def _add_face(polytope, row, i, j, k, middle) -> int:
    """Write face i j k, turned away from `middle`; return the next free row."""
    vertices, faces, planes = polytope.vertices, polytope.faces, polytope.planes
    a, b, c = vector.load(vertices, i), vector.load(vertices, j), vector.load(vertices, k)
    out = vector.cross(vector.subtract(b, a), vector.subtract(c, a))
    if vector.dot(out, vector.subtract(a, middle)) < 0.0:
        j, k = k, j
        out = -out[0], -out[1], -out[2]
    size = np.sqrt(vector.dot(out, out))
    faces[row, 0], faces[row, 1], faces[row, 2] = i, j, k
    scale = 1.0 / size if size > FLAT else 0.0
    for r in range(3):
        planes[row, r] = out[r] * scale
    # a face without area is never the closest, but keeps the polytope closed
    planes[row, 3] = vector.dot(out, a) * scale if size > FLAT else np.inf
    return row + 1


@kernel
def _closest(planes, count) -> int:
    best, nearest = -1, np.inf
    for k in range(count):
        if planes[k, 3] < nearest:
            best, nearest = k, planes[k, 3]
    return best


@kernel
def _expand(polytope, face_used, row, corner, middle) -> int:
    """Replace the faces that see vertex `row` at `corner` by a fan to their rim."""
    faces, planes, vertices = polytope.faces, polytope.planes, polytope.vertices
    edges, kept = 0, 0
    for f in range(face_used):
        normal = planes[f, 0], planes[f, 1], planes[f, 2]
        height = vector.dot(normal, vector.subtract(corner, vector.load(vertices, faces[f, 0])))
        if height > 1e-12:
            for k in range(3):
                edges = _toggle(polytope.horizon, edges, faces[f, k], faces[f, (k + 1) % 3])
            continue
        for k in range(3):
            faces[kept, k] = faces[f, k]
        for k in range(4):
            planes[kept, k] = planes[f, k]
        kept += 1
    for e in range(min(edges, len(faces) - kept)):
        i, j = polytope.horizon[e, 0], polytope.horizon[e, 1]
        kept = _add_face(polytope, kept, i, j, row, middle)
    return kept


@kernel
def _toggle(horizon, count, i, j) -> int:
    """Add edge i j, or remove it where its reverse is there: what remains is the rim."""
    for e in range(count):
        if horizon[e, 0] == j and horizon[e, 1] == i:
            horizon[e, 0], horizon[e, 1] = horizon[count - 1, 0], horizon[count - 1, 1]
            return count - 1
    if count < len(horizon):
        horizon[count, 0], horizon[count, 1] = i, j
        count += 1
    return count
