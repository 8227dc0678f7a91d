"""How much of a ray lies inside a shape.

Convex shapes have one stretch. A closed mesh and terrain are counted by the triangles that the ray
crosses, each with the sign of its side; what is no solid - an open mesh - has no inside. Terrain
is solid from its surface down, a plane likewise.
"""

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import span
from ..geometry.shapes import BOX, CAPSULE, HULL, MESH, PLANE, SPHERE
from ..geometry.triangles import CLOSED, LEAF, TERRAIN, find_next

UP = (0.0, 0.0, 1.0)
WIDER = 1e-9  # share by which a box of the tree is widened, so that rounding hides no triangle


@kernel
def measure(shapes, bodies, s, origin, direction, reach) -> float:
    """Return the length [m] within shape `s` of the ray along unit `direction` up to `reach`."""
    body = shapes.body[s]
    q = bodies.orientation[body]
    start = vector.subtract(origin, vector.load(bodies.position, body))
    start = vector.subtract(vector.unrotate(q, start), vector.load(shapes.position, s))
    way = vector.unrotate(q, direction)
    kind, frame = shapes.kind[s], shapes.rotation[s]
    o, d = vector.apply_transposed(frame, start), vector.apply_transposed(frame, way)
    if kind == PLANE:
        return _under_plane(o[2], d[2], reach)
    if kind == MESH and shapes.meshes.closed[shapes.mesh[s]] == TERRAIN:
        return _under_terrain(o, d, shapes.meshes, shapes.mesh[s], reach)
    if not _is_near(start, way, reach, shapes.radius[s]):
        return 0.0
    if kind == MESH:
        return _in_mesh(o, d, shapes.meshes, shapes.mesh[s], reach)
    enter, leave = _in_convex(shapes, s, o, d)
    return max(0.0, min(leave, reach) - enter) if enter < reach else 0.0


@kernel
def _is_near(start, way, reach, radius) -> bool:
    """Return whether the stretch of the ray comes into the shape's bounding sphere."""
    along = min(max(-vector.dot(way, start), 0.0), reach)
    nearest = vector.offset(start, along, way)
    return vector.dot(nearest, nearest) <= radius * radius


@kernel
def _in_convex(shapes, s, o, d) -> tuple[float, float]:
    kind, size = shapes.kind[s], vector.load(shapes.size, s)
    if kind == HULL:
        first, end = shapes.hulls.face_first[s], shapes.hulls.face_end[s]
        return span.of_hull(o, d, shapes.hulls.faces[first:end])
    if kind == SPHERE:
        return span.of_sphere(o, d, size[0])
    if kind == BOX:
        return span.of_box(o, d, (-size[0], -size[1], -size[2]), size)
    return span.of_round(o, d, size[0], size[1], kind == CAPSULE)


@kernel
def _under_plane(height, slope, reach) -> float:
    """Return the length below zero of a height that changes along the ray by `slope`."""
    if abs(slope) < span.PARALLEL:
        return reach if height < 0.0 else 0.0
    meets = min(max(-height / slope, 0.0), reach)
    return reach - meets if slope < 0.0 else meets


@kernel
def _in_mesh(o, d, meshes, mesh, reach) -> float:
    """Return exits less entries of a closed mesh, those beyond the end counted at the end."""
    if meshes.closed[mesh] != CLOSED:
        return 0.0
    return max(0.0, _cross(o, d, meshes, mesh, span.MISSED, reach)[1])


@kernel
def _under_terrain(o, d, meshes, mesh, reach) -> float:
    row = meshes.root[mesh] + 1
    low, high = vector.load(meshes.node_low, row), vector.load(meshes.node_high, row)
    enter, leave = span.cut(o[0], d[0], low[0], high[0], 0.0, reach)
    enter, leave = span.cut(o[1], d[1], low[1], high[1], enter, leave)
    if enter >= leave:
        return 0.0
    first = vector.offset(o, enter, d)
    deep = _cross(first, UP, meshes, mesh, span.MISSED, 0.0)[0]  # 1 under the surface, else 0
    out, length = _cross(first, d, meshes, mesh, leave - enter, leave - enter)
    return max(0.0, length + (deep - out) * (leave - enter))


@kernel
def _cross(o, d, meshes, mesh, reach, end) -> tuple[float, float]:
    """Return exits less entries up to `reach`, and the sum of their distances, at most `end` each.

    Walks the tree of boxes without a stack: down to the left child, else on to the next node.
    """
    count, total = 0.0, 0.0
    leaves, node = meshes.leaves[mesh], 1
    while node > 0:
        row = meshes.root[mesh] + node
        low, high = vector.load(meshes.node_low, row), vector.load(meshes.node_high, row)
        size = WIDER * (abs(high[0] - low[0]) + abs(high[1] - low[1]) + abs(high[2] - low[2]))
        wide = (size, size, size)
        low, high = vector.subtract(low, wide), vector.offset(high, 1.0, wide)
        if span.of_box(o, d, low, high)[0] < reach:
            if node < leaves:
                node *= 2
                continue
            start = LEAF * (node - leaves)
            for t in range(start, min(start + LEAF, meshes.size[mesh])):
                side, distance = _triangle(o, d, meshes.corners[meshes.first[mesh] + t])
                if side != 0.0 and 0.0 < distance <= reach:
                    count += side
                    total += side * min(distance, end)
        node = find_next(node)
    return count, total


@kernel
def _triangle(o, d, corners) -> tuple[float, float]:
    """Return 1 where the ray's line leaves through a triangle (3, 3), -1 where it enters, else 0.

    And at which distance. The ray is sheared onto an axis, so that triangles which share an edge
    judge it by the same number (Woop, Benthin and Wald 2013); a line through the edge itself
    belongs to one of the two, by the direction of the edge.
    """
    x, y, z = abs(d[0]), abs(d[1]), abs(d[2])
    k = 0 if x >= y and x >= z else (1 if y >= z else 2)
    i, j = (k + 1) % 3, (k + 2) % 3
    a, b = _shear(o, d, corners, 0, i, j, k), _shear(o, d, corners, 1, i, j, k)
    c = _shear(o, d, corners, 2, i, j, k)
    u, v, w = c[0] * b[1] - c[1] * b[0], a[0] * c[1] - a[1] * c[0], b[0] * a[1] - b[1] * a[0]
    whole = u + v + w
    if whole == 0.0:
        return 0.0, 0.0
    side = 1.0 if whole > 0.0 else -1.0
    if not (_is_within(side, u, b, c) and _is_within(side, v, c, a) and _is_within(side, w, a, b)):
        return 0.0, 0.0
    distance = (u * a[2] + v * b[2] + w * c[2]) / (whole * d[k])
    # `whole` is negative where the normal is along axis k; the ray may go along or against it
    return (-side if d[k] > 0.0 else side), distance


@kernel
def _shear(o, d, corners, corner, i, j, k) -> vector.Vector:
    """Return a corner as the ray's axis sees it: across (two numbers), and along."""
    along = corners[corner, k] - o[k]
    across = corners[corner, i] - o[i] - d[i] / d[k] * along
    return across, corners[corner, j] - o[j] - d[j] / d[k] * along, along


@kernel
def _is_within(side, number, start, end) -> bool:
    """Return whether an edge has the line on its inner side; on the edge, its direction decides."""
    if number != 0.0:
        return number * side > 0.0
    x, y = side * (end[0] - start[0]), side * (end[1] - start[1])
    return y > 0.0 or (y == 0.0 and x > 0.0)
