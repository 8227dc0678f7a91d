"""The first shape on a ray, at the bodies' present poses.

A ray that starts inside a solid meets it at distance 0; planes are met from their upper side and
meshes from both sides of a triangle.
"""

import math

from simulator.jit import kernel

from . import vector
from .shapes import BOX, CAPSULE, HULL, MESH, PLANE, SPHERE
from .triangles import LEAF

MISSED = math.inf
PARALLEL = 1e-14  # a direction's share along an axis that counts as none
EDGE = 1e-9  # share by which a triangle is widened, so that no ray slips between two


@kernel
def cast(shapes, bodies, origin, direction, reach, skip) -> tuple[float, int]:
    """Return the distance [m] to the first shape and its row; `reach` and -1 where there is none.

    `origin` [m] and unit `direction` in the world; shapes of body `skip` are passed through.
    """
    best, found = reach, -1
    for s in range(shapes.kind.shape[0]):
        kind, body = shapes.kind[s], shapes.body[s]
        if body == skip:
            continue
        q = bodies.orientation[body]
        start = vector.subtract(origin, vector.load(bodies.position, body))
        start = vector.subtract(vector.unrotate(q, start), vector.load(shapes.position, s))
        along = vector.dot(vector.unrotate(q, direction), start)
        if kind != PLANE and not _is_near(start, along, shapes.radius[s], best):
            continue
        frame = shapes.rotation[s]
        o = vector.apply_transposed(frame, start)
        d = vector.apply_transposed(frame, vector.unrotate(q, direction))
        if kind == HULL:
            first, end = shapes.hulls.face_first[s], shapes.hulls.face_end[s]
            distance = _hull(o, d, shapes.hulls.faces[first:end])
        elif kind == MESH:
            distance = _mesh(o, d, shapes.meshes, shapes.mesh[s], best)
        else:
            distance = _primitive(kind, vector.load(shapes.size, s), o, d)
        if distance < best:
            best, found = distance, s
    return best, found


@kernel
def _is_near(start, along, radius, best) -> bool:
    """Return whether the ray passes the bounding sphere before `best`."""
    square = vector.dot(start, start) - radius * radius
    return square <= 0.0 or (along < 0.0 and square <= along * along and -along - radius < best)


@kernel
def _primitive(kind, size, o, d) -> float:
    """Return the distance along the ray (o, d), in the shape's frame."""
    if kind == PLANE:
        return -o[2] / d[2] if o[2] >= 0.0 and d[2] < -PARALLEL else MISSED
    if kind == SPHERE:
        return _sphere(o, d, size[0])
    if kind == BOX:
        return meet_box(o, d, (-size[0], -size[1], -size[2]), size)
    return _round(o, d, size[0], size[1], kind == CAPSULE)


@kernel
def _sphere(o, d, radius) -> float:
    b, c = vector.dot(o, d), vector.dot(o, o) - radius * radius
    if c <= 0.0:
        return 0.0
    root = b * b - c
    return -b - math.sqrt(root) if b < 0.0 and root >= 0.0 else MISSED


@kernel
def _slab(o, d, low, high, enter, leave) -> tuple[float, float]:
    """Narrow the stretch (enter, leave) of the ray to low <= o + t d <= high."""
    if abs(d) < PARALLEL:
        return (enter, leave) if low <= o <= high else (MISSED, -MISSED)
    t, u = (low - o) / d, (high - o) / d
    return max(enter, min(t, u)), min(leave, max(t, u))


@kernel
def meet_box(o, d, low, high) -> float:
    """Return the distance to a box from `low` to `high` along `d` from `o`, in lengths of `d`."""
    enter, leave = _slab(o[0], d[0], low[0], high[0], 0.0, MISSED)
    enter, leave = _slab(o[1], d[1], low[1], high[1], enter, leave)
    enter, leave = _slab(o[2], d[2], low[2], high[2], enter, leave)
    return enter if enter <= leave else MISSED


@kernel
def _round(o, d, radius, half, is_capsule) -> float:
    """Meet a cylinder along z, or a capsule: its cylinder and a ball at each end."""
    a = d[0] * d[0] + d[1] * d[1]
    b, c = o[0] * d[0] + o[1] * d[1], o[0] * o[0] + o[1] * o[1] - radius * radius
    enter, leave = 0.0, MISSED
    if a > PARALLEL:
        root = b * b - a * c
        if root < 0.0:
            return MISSED
        enter, leave = max(0.0, (-b - math.sqrt(root)) / a), (-b + math.sqrt(root)) / a
    elif c > 0.0:
        return MISSED
    enter, leave = _slab(o[2], d[2], -half, half, enter, leave)
    best = enter if enter <= leave else MISSED
    if is_capsule:
        best = min(best, _sphere((o[0], o[1], o[2] - half), d, radius))
        best = min(best, _sphere((o[0], o[1], o[2] + half), d, radius))
    return best


@kernel
def _hull(o, d, faces) -> float:
    """Clip the ray by every face (Cyrus and Beck 1978); `faces` as in `shapes.Hulls`."""
    enter, leave = 0.0, MISSED
    for f in range(faces.shape[0]):
        normal = vector.load(faces, f)
        height, slope = vector.dot(normal, o) - faces[f, 3], vector.dot(normal, d)
        if slope < -PARALLEL:
            enter = max(enter, -height / slope)
        elif slope > PARALLEL:
            leave = min(leave, -height / slope)
        elif height > 0.0:
            return MISSED
    return enter if enter <= leave else MISSED


@kernel
def _mesh(o, d, meshes, mesh, best) -> float:
    """Walk the tree of boxes without a stack: down to the left child, else on to the next node."""
    leaves, node = meshes.leaves[mesh], 1
    while node > 0:
        row = meshes.root[mesh] + node
        low, high = vector.load(meshes.node_low, row), vector.load(meshes.node_high, row)
        if meet_box(o, d, low, high) < best:
            if node < leaves:
                node *= 2
                continue
            start = LEAF * (node - leaves)
            for t in range(start, min(start + LEAF, meshes.size[mesh])):
                best = min(best, _triangle(o, d, meshes.corners[meshes.first[mesh] + t]))
        while node % 2 == 1:
            node //= 2
        if node > 0:
            node += 1
    return best


@kernel
def _triangle(o, d, corners) -> float:
    """Meet a triangle (3, 3) from either side (Moeller and Trumbore 1997)."""
    a = vector.load(corners, 0)
    ab = vector.subtract(vector.load(corners, 1), a)
    ac = vector.subtract(vector.load(corners, 2), a)
    p = vector.cross(d, ac)
    determinant = vector.dot(ab, p)
    if determinant == 0.0:
        return MISSED
    from_a = vector.subtract(o, a)
    u = vector.dot(from_a, p) / determinant
    q = vector.cross(from_a, ab)
    v = vector.dot(d, q) / determinant
    distance = vector.dot(ac, q) / determinant
    inside = u >= -EDGE and v >= -EDGE and u + v <= 1.0 + EDGE
    return distance if inside and distance >= 0.0 else MISSED
