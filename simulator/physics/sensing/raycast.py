"""The first shape on a ray, at the bodies' present poses.

A ray that starts inside a solid meets it at distance 0; planes are met from their upper side and
meshes from both sides of a triangle.
"""

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import span
from ..geometry.shapes import BOX, CAPSULE, HULL, MESH, PLANE, SPHERE
from ..geometry.triangles import LEAF, find_next

MISSED = span.MISSED
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
            distance = span.of_hull(o, d, shapes.hulls.faces[first:end])[0]
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
        return -o[2] / d[2] if o[2] >= 0.0 and d[2] < -span.PARALLEL else MISSED
    if kind == SPHERE:
        return span.of_sphere(o, d, size[0])[0]
    if kind == BOX:
        return span.of_box(o, d, (-size[0], -size[1], -size[2]), size)[0]
    return span.of_round(o, d, size[0], size[1], kind == CAPSULE)[0]


@kernel
def _mesh(o, d, meshes, mesh, best) -> float:
    """Walk the tree of boxes without a stack: down to the left child, else on to the next node."""
    leaves, node = meshes.leaves[mesh], 1
    while node > 0:
        row = meshes.root[mesh] + node
        low, high = vector.load(meshes.node_low, row), vector.load(meshes.node_high, row)
        if span.of_box(o, d, low, high)[0] < best:
            if node < leaves:
                node *= 2
                continue
            start = LEAF * (node - leaves)
            for t in range(start, min(start + LEAF, meshes.size[mesh])):
                best = min(best, _triangle(o, d, meshes.corners[meshes.first[mesh] + t]))
        node = find_next(node)
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
