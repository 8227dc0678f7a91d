"""Static triangles against a convex shape, without bumps where triangles of one surface join.

Each triangle near the shape is met as a flat convex shape. Where the shortest way out leads over
an edge, the direction must be one that the edge really has: between the normals of its two faces
where it is bent outwards, none where it is flat or bent inwards. Any other direction is replaced by
the triangle's own normal ("internal edges": van den Bergen; Erleben 2005).

A closed mesh is a solid, met by the sides that look at the shape's centre. Where that is inside the
solid itself, pressed there by something heavy, the side it is nearest to pushes it out again.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry.convex import Convex
from ..geometry.convex import support as extreme
from ..geometry.shapes import HULL, TRIANGLE
from ..geometry.triangles import CLOSED, CONVEX, INNER, LEAF, LEVEL, OPEN, SHEET, find_next
from . import collide_convex, manifold, reduction, seams

AT_EDGE = 1e-3  # both ends within this share of an edge's length: the edge is met
WEDGE = -0.02  # share of its bend by which a direction may leave an edge's own directions
LEAN = 1e-6  # sine by which it may lean over an edge that cannot be met
ACUTE = -0.1  # cosine between the normals of two faces whose edge is met from behind as well
STEEP = 0.5  # and of an edge that things pass by; what is gentler they roll over
DEEPER = 2e-3  # how much deeper the face may be than the shortest way out [m]
NEARLY = 1.0 + 1e-9  # squares of distances to one edge from its two triangles differ by rounding
ROW = 46  # bits of a feature below its triangle's row


@kernel
def collide(meshes, mesh, position, rotation, other, half, way, thin, reach, scratch) -> None:
    """Add the points of `other` nearer than `reach` [m] to the triangles of `mesh`.

    `position`, `rotation`: the mesh in the world; `half` (3,): half edges of the other's box [m],
    `thin` half its thickness; `way`: its motion against the mesh in this step [m]. Where it passes
    by an edge, which so is no contact, `passed` is 1: it may be one in the next step.
    """
    scratch.triangle.passed[0] = 0
    centre = vector.apply_transposed(rotation, vector.subtract(other.position, position))
    width = _turned_box(rotation, other.rotation, half, reach)
    before = scratch.points.used[0]
    move = way, thin
    if _meet_all(meshes, mesh, position, rotation, centre, width, 0.0, other, move, reach, scratch):
        depth = _find_sunk(meshes, mesh, centre, width)
        if depth > 0.0:
            _meet_all(
                meshes, mesh, position, rotation, centre, width, depth, other, move, reach, scratch
            )
    reduction.reduce_groups(scratch.points, before)


@kernel
def _meet_all(
    meshes, mesh, position, rotation, centre, width, sunk, other, move, reach, scratch
) -> bool:
    """Meet the triangles near a box about `centre`; return whether any was left that looks away.

    `sunk`: how deep the centre is inside of the solid [m]: what is above it no deeper is met.
    """
    root, leaves, away = meshes.root[mesh], meshes.leaves[mesh], False
    stack, waiting = scratch.triangle.stack, 1
    stack[0] = 1
    while waiting > 0:
        waiting -= 1
        node = stack[waiting]
        if not _overlaps(meshes.node_low, meshes.node_high, root + node, centre, width):
            continue
        if node < leaves:  # deeper than the stack is none of 2^60 triangles
            stack[waiting], stack[waiting + 1] = 2 * node + 1, 2 * node
            waiting += 2
            continue
        first = (node - leaves) * LEAF
        for t in range(first, min(first + LEAF, meshes.size[mesh])):
            row = meshes.first[mesh] + t
            if _is_near(meshes.corners, row, centre, width):
                middle = _place(meshes.corners[row], rotation, scratch.triangle.vertices)
                normal = vector.apply(rotation, vector.load(meshes.normals, row))
                vector.save(scratch.triangle.faces, 0, normal)  # its plane goes through the middle
                middle = vector.offset(position, 1.0, middle)
                away |= _meet(
                    meshes, mesh, row, rotation, middle, sunk, other, move, reach, scratch
                )
    return away


@kernel
def _find_sunk(meshes, mesh, centre, width) -> float:
    """Return how deep the centre of a box is inside of a solid [m], 0 where it is outside."""
    root, leaves, node = meshes.root[mesh], meshes.leaves[mesh], 1
    far = max(width[0], width[1], width[2])
    width = far, far, far  # all that may be nearer than what is found
    nearest, height = far * far, 0.0
    while node > 0:
        if not _overlaps(meshes.node_low, meshes.node_high, root + node, centre, width):
            node = find_next(node)
            continue
        if node < leaves:
            node *= 2
            continue
        first = (node - leaves) * LEAF
        for t in range(first, min(first + LEAF, meshes.size[mesh])):
            row = meshes.first[mesh] + t
            square, above = _measure(meshes.corners[row], vector.load(meshes.normals, row), centre)
            # of two that share the nearest edge the one that is seen less askew knows the side
            if square * NEARLY < nearest or (
                square < nearest * NEARLY and abs(above) > abs(height)
            ):
                nearest, height = square, above
        node = find_next(node)
    return np.sqrt(nearest) if height < 0.0 else 0.0


@kernel
def _measure(corners, normal, centre) -> tuple[float, float]:
    """Return the square of a point's distance from a triangle, and its height above the plane."""
    inside, square = True, np.inf
    height = vector.dot(normal, vector.subtract(centre, vector.load(corners, 0)))
    for k in range(3):
        edge = vector.subtract(vector.load(corners, (k + 1) % 3), vector.load(corners, k))
        arm = vector.subtract(centre, vector.load(corners, k))
        if vector.dot(vector.cross(edge, arm), normal) < 0.0:
            share = min(max(vector.dot(arm, edge) / vector.dot(edge, edge), 0.0), 1.0)
            off = vector.offset(arm, -share, edge)
            inside, square = False, min(square, vector.dot(off, off))
    return height * height if inside else square, height


@kernel
def _turned_box(rotation, other, half, reach) -> vector.Vector:
    """Return half edges, grown by `reach`, of the other's oriented box seen from the mesh."""
    width = (reach, reach, reach)
    for c in range(3):
        axis = vector.apply_transposed(rotation, (other[0, c], other[1, c], other[2, c]))
        width = vector.offset(width, half[c], (abs(axis[0]), abs(axis[1]), abs(axis[2])))
    return width


@kernel
def _overlaps(low, high, row, centre, width) -> bool:
    for r in range(3):
        if low[row, r] > centre[r] + width[r] or high[row, r] < centre[r] - width[r]:
            return False
    return True


@kernel
def _is_near(corners, row, centre, width) -> bool:
    for r in range(3):
        a, b, c = corners[row, 0, r], corners[row, 1, r], corners[row, 2, r]
        if min(a, b, c) > centre[r] + width[r] or max(a, b, c) < centre[r] - width[r]:
            return False
    return True


@kernel
def _place(corners, rotation, vertices) -> vector.Vector:
    """Write the turned corners from their middle into `vertices`; return the turned middle."""
    middle = (0.0, 0.0, 0.0)
    for k in range(3):
        corner = vector.apply(rotation, vector.load(corners, k))
        vector.save(vertices, k, corner)
        middle = vector.offset(middle, 1.0 / 3.0, corner)
    for k in range(3):
        vector.save(vertices, k, vector.subtract(vector.load(vertices, k), middle))
    return middle


@kernel
def _meet(meshes, mesh, row, rotation, middle, sunk, other, move, reach, scratch) -> bool:
    """Add the points of one triangle, given in `scratch.triangle`; return whether it looks away."""
    given, points = scratch.triangle, scratch.points
    triangle = Convex(
        np.int64(TRIANGLE), middle, given.identity, (0.0, 0.0, 0.0), 0.0, given.vertices,
        given.faces, given.loop,
    )  # fmt: skip
    face = vector.load(given.faces, 0)
    height = vector.dot(face, vector.subtract(other.position, middle))
    kind = meshes.closed[mesh]
    behind = height < 0.0 and kind == CLOSED
    if sunk > 0.0:
        if not behind or height < -NEARLY * sunk:
            return behind
        behind = False
    if behind and not _has_edge(meshes, mesh, row, ACUTE):
        return behind  # another side of the solid is met
    sign = -1.0 if height < 0.0 and kind == SHEET else 1.0
    face = sign * face[0], sign * face[1], sign * face[2]
    low = extreme(other, (-face[0], -face[1], -face[2]), 0.0)
    depth = vector.dot(face, vector.subtract(low, middle)) - other.radius
    if depth >= reach:
        return behind
    first, snapped, is_pierced = points.used[0], True, False
    gap, normal = depth, face
    if depth < -DEEPER or sign < 0.0 or not _is_inner(meshes.edges, row):
        near, gap, normal = collide_convex.find_axis(triangle, other, reach, scratch.polytope)
        if not near or (behind and gap < -DEEPER):
            return behind
        snapped = not _edge_has(meshes, mesh, row, rotation, given.vertices, normal, face, sign)
        if snapped and behind:
            return behind
        if snapped:
            if height >= 0.0 and depth < -DEEPER:
                is_pierced = _is_pierced(given, other.position, low, middle)
                if not is_pierced and depth < gap - DEEPER - 0.5 * abs(gap):
                    return behind
            gap, normal = depth, face
        elif _has_edge(meshes, mesh, row, STEEP) and seams.passes(
            triangle, other, move, gap, normal, scratch.polytope
        ):
            given.passed[0] = 1
            return behind
    # along the face's normal the deepest point may lie beside it: then a neighbour has it, unless
    # that is hardly touched itself, by what goes deep through this one
    whole = not snapped or is_pierced
    whole = whole or (other.kind == HULL and _is_over(given, vector.subtract(low, middle)))
    manifold.touch(triangle, other, normal, gap, reach, whole, True, points, scratch.clip)
    for k in range(first, points.used[0]):
        points.feature[k] ^= np.int64(row + 1) << ROW
    return behind


@kernel
def _is_pierced(given, start, end, middle) -> bool:
    """Whether the way from `start`, above the triangle `given` at `middle`, to `end` crosses it."""
    normal, way = vector.load(given.faces, 0), vector.subtract(end, start)
    start = vector.subtract(start, middle)
    height, fall = vector.dot(normal, start), -vector.dot(normal, way)
    return height < fall and _is_over(given, vector.offset(start, height / fall, way))


@kernel
def _is_over(given, point) -> bool:
    """Whether a point, seen from the middle of the triangle `given`, lies over or under it."""
    normal, corners = vector.load(given.faces, 0), given.vertices
    for k in range(3):
        edge = vector.subtract(vector.load(corners, (k + 1) % 3), vector.load(corners, k))
        arm = vector.subtract(point, vector.load(corners, k))
        beyond = -vector.dot(vector.cross(edge, arm), normal)
        if beyond > manifold.TOLERANCE * np.sqrt(vector.dot(edge, edge)):
            return False
    return True


@kernel
def _is_inner(edges, row) -> bool:
    """Whether nothing can be met but the face itself."""
    return edges[row, 0] == INNER and edges[row, 1] == INNER and edges[row, 2] == INNER


@kernel
def _has_edge(meshes, mesh, row, cosine) -> bool:
    """Whether the face beyond an edge is turned away by more than an angle of that cosine.

    Where it even looks back, what is behind this face may still meet the edge.
    """
    own = vector.load(meshes.normals, row)
    for k in range(3):
        if meshes.edges[row, k] == CONVEX:
            across = meshes.first[mesh] + meshes.neighbours[row, k]
            if vector.dot(own, vector.load(meshes.normals, across)) < cosine:
                return True
    return False


@kernel
def _edge_has(meshes, mesh, row, rotation, corners, normal, face, side) -> bool:
    """Whether the edge or corner that is extreme along `normal` may push that way.

    `face`: the triangle's normal on the side that is met, which is its front or (-1) its back.
    """
    if vector.dot(face, normal) < WEDGE:
        return False
    best, top = -np.inf, 0
    for k in range(3):
        height = vector.dot(vector.load(corners, k), normal)
        if height > best:
            best, top = height, k
    own = vector.apply(rotation, vector.load(meshes.normals, row))
    sharp, at_corner, at_edge, flattest = False, True, False, AT_EDGE
    for k in range(3):
        if k == (top + 1) % 3:
            continue
        edge, lean = _lean(corners, k, own, normal)
        slope = abs(vector.dot(edge, normal)) / np.sqrt(vector.dot(edge, edge))
        bend, most, least = _bend(meshes, mesh, row, rotation, k, own, side)
        if slope < flattest:
            flattest, at_edge = slope, bend > 0.0 and least < lean < most
        at_corner = at_corner and lean < most
        sharp = sharp or (bend > 0.0 and lean > least)
    return at_edge if flattest < AT_EDGE else sharp and at_corner


@kernel
def _bend(meshes, mesh, row, rotation, k, own, side) -> tuple[float, float, float]:
    """Return by how much edge k is bent outwards, and how far a direction may lean over it.

    All as sines, the latter from the side of this triangle's normal `own`: most, least.
    """
    kind = meshes.edges[row, k]
    if kind == OPEN:
        return 1.0, 2.0, WEDGE
    if kind == (INNER if side > 0.0 else CONVEX):
        return 0.0, LEAN, -LEAN
    across = meshes.first[mesh] + meshes.neighbours[row, k]
    beyond = vector.apply(rotation, vector.load(meshes.normals, across))
    if kind == INNER and vector.dot(own, beyond) > LEVEL:
        return 0.0, LEAN, -LEAN
    out = vector.cross(own, beyond)
    bend = np.sqrt(vector.dot(out, out))
    most = 2.0 if vector.dot(own, beyond) < 0.0 else (1.0 - WEDGE) * bend + LEAN
    return bend, most, WEDGE * bend - LEAN


@kernel
def _lean(corners, k, face, normal) -> tuple[vector.Vector, float]:
    """Return edge k and the sine by which `normal` leans out over it."""
    edge = vector.subtract(vector.load(corners, (k + 1) % 3), vector.load(corners, k))
    lean = vector.dot(vector.cross(edge, face), normal)
    return edge, lean / np.sqrt(vector.dot(edge, edge))
