"""Boxes against boxes and planes, in the frame of one of them.

Two boxes: the separating axis, faces preferred to edges (Gottschalk, Lin and Manocha 1996; Catto
2005), then the other's face is clipped by the four sides of the reference face (Sutherland and
Hodgman 1974).
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import convex
from ..geometry.shapes import BOX, PLANE
from . import collide_convex, manifold, reduction
from .pairs import runs_on

EDGE_WINS = 1e-4  # an edge axis must be better by this share of the size, or
EDGE_SHARE = 0.05  # this share of the depth, than the best face
PARALLEL = 1e-6  # squared sine of the angle of edges that make no axis
APART, MET, CROSSED, UNCLEAR = range(4)


@kernel
def collide(begin, end, shapes, pairs, scratch) -> None:
    """Find the points of pairs `begin` to `end` of two boxes that are not held."""
    position, rotation, half = shapes.world_position, shapes.world_rotation, shapes.half
    kind, points, frame = shapes.kind, scratch.points, scratch.frame
    for p in range(begin, end):
        a, b = pairs.shape_a[p], pairs.shape_b[p]
        if pairs.held[p] or kind[a] != BOX or kind[b] != BOX:
            continue
        first, reach = points.used[0], pairs.now[p]
        rocks = runs_on(a, b, shapes)
        apart = vector.subtract(vector.load(position, b), vector.load(position, a))
        state, gap, normal = find_axis(apart, rotation, half, a, b, reach, frame.turn, frame.way)
        if state == MET:
            state = _clip(position, rotation, half, a, b, gap, reach, frame, points)
        elif state == CROSSED:
            state = _cross(position, rotation, half, a, b, int(frame.way[4]), gap, normal, points)
            if state == MET and reach > gap and rocks:
                _add_next(position, rotation, half, a, b, reach, frame, points)
        if state == UNCLEAR:
            points.used[0] = first
            one = convex.of_shape(
                kind, shapes.world_position, shapes.world_rotation, shapes.size, shapes.hulls, a
            )
            other = convex.of_shape(
                kind, shapes.world_position, shapes.world_rotation, shapes.size, shapes.hulls, b
            )
            near, normal = collide_convex.collide_along(
                one, other, gap, normal, reach, rocks, scratch
            )
            state = MET if near else APART
        axis = normal if state == APART else (0.0, 0.0, 0.0)
        vector.save(pairs.axis, p, axis)
        pairs.found[p], pairs.made[p] = first, points.used[0] - first


@kernel
def find_axis(
    apart: vector.Vector, rotation, half, a, b, reach, turn, way
) -> tuple[int, float, vector.Vector]:  # fmt: skip
    """Return (state, gap, unit normal from a to b) of boxes a and b; below 0 is depth [m].

    `apart` leads from the centre of a to that of b [m].
    APART: by more than `reach` along the normal. MET: a face, which `turn` (3, 3) and `way` (6,)
    then describe for `_clip`: the other's axes and centre seen from the face's box, 1 where this is
    b, and its number; the gap is that of the best axis, be it a face's or not. CROSSED: edges i of
    a and j of b, `way[4]` is 3 i + j, and `way[5]` the best face, 3 more where it is one of b.
    """
    x, y, z = apart
    size = 0.0
    for i in range(3):
        size += half[a, i]
        way[i] = x * rotation[a, 0, i] + y * rotation[a, 1, i] + z * rotation[a, 2, i]
        for j in range(3):
            turn[i, j] = (
                rotation[a, 0, i] * rotation[b, 0, j] + rotation[a, 1, i] * rotation[b, 1, j]
                + rotation[a, 2, i] * rotation[b, 2, j]
            )  # fmt: skip
    best, face = -np.inf, 0
    for i in range(3):
        gap = abs(way[i]) - half[a, i]
        for j in range(3):
            gap -= half[b, j] * abs(turn[i, j])
        if gap > best:
            best, face = gap, i
            if gap > reach:
                return APART, gap, _column(rotation, a, i, way[i])
    best_b, face_b, along_b = -np.inf, 0, 0.0
    for j in range(3):
        along = way[0] * turn[0, j] + way[1] * turn[1, j] + way[2] * turn[2, j]
        gap = abs(along) - half[b, j]
        for i in range(3):
            gap -= half[a, i] * abs(turn[i, j])
        if gap > best_b:
            best_b, face_b, along_b = gap, j, along
            if gap > reach:
                return APART, gap, _column(rotation, b, j, along)
    is_b = best_b > best + EDGE_WINS * size
    top = max(best, best_b) if is_b else best
    least, edge, deep = top + EDGE_SHARE * abs(top) + EDGE_WINS * size, -1, top
    for i in range(3):
        u, v = (i + 1) % 3, (i + 2) % 3
        for j in range(3):
            square = 1.0 - turn[i, j] * turn[i, j]
            if square < PARALLEL:
                continue
            m, n = (j + 1) % 3, (j + 2) % 3
            gap = abs(way[v] * turn[u, j] - way[u] * turn[v, j])
            gap -= half[a, u] * abs(turn[v, j]) + half[a, v] * abs(turn[u, j])
            gap -= half[b, m] * abs(turn[i, n]) + half[b, n] * abs(turn[i, m])
            length = np.sqrt(square)
            gap /= length
            deep = max(deep, gap)
            if gap > least:
                flat = _is_flat(turn, i, j, face_b if is_b else face, is_b, length)
                least, edge = gap, (-1 if flat and gap <= reach else 3 * i + j)
                if gap > reach:
                    break
        if least > reach:
            break
    if edge >= 0:
        i, j = edge // 3, edge % 3
        out = vector.cross(
            (rotation[a, 0, i], rotation[a, 1, i], rotation[a, 2, i]),
            (rotation[b, 0, j], rotation[b, 1, j], rotation[b, 2, j]),
        )
        sign = 1.0 if out[0] * x + out[1] * y + out[2] * z >= 0.0 else -1.0
        sign /= np.sqrt(vector.dot(out, out))
        out = sign * out[0], sign * out[1], sign * out[2]
        way[4], way[5] = float(edge), float(face_b + 3 if is_b else face)
        return (APART if least > reach else CROSSED), least, out
    way[3] = 0.0
    if is_b:
        normal = _column(rotation, b, face_b, along_b)
        _look_from_b(turn, way, face_b)
    else:
        normal = _column(rotation, a, face, way[face])
        way[4] = float(face)
    return MET, deep, normal


@kernel
def _is_flat(turn, i, j, face, is_b, length) -> bool:
    """Whether the normal of edges i of a and j of b is nearly that of a face of a, or of b.

    Such edges bound two faces that lie on each other: one point where they cross could not bear
    what the faces do, and boxes at rest would rock from one to the other. `length`: of the edges'
    cross product.
    """
    own = j if is_b else i
    if face == own:
        return False
    third = 3 - face - own
    along = turn[i, third] if is_b else turn[third, j]
    return abs(along) > manifold.FLAT * length


@kernel
def _column(rotation, i, c, sign) -> vector.Vector:
    """Return axis c of box i, turned round where `sign` is negative."""
    if sign < 0.0:
        return -rotation[i, 0, c], -rotation[i, 1, c], -rotation[i, 2, c]
    return rotation[i, 0, c], rotation[i, 1, c], rotation[i, 2, c]


@kernel
def _look_from_b(turn, way, face) -> None:
    """Turn what is seen from a into what is seen from b."""
    x, y, z = way[0], way[1], way[2]
    for j in range(3):
        way[j] = -(x * turn[0, j] + y * turn[1, j] + z * turn[2, j])
    for i in range(3):
        for j in range(i):
            turn[i, j], turn[j, i] = turn[j, i], turn[i, j]
    way[3], way[4] = 1.0, float(face)


@kernel
def _clip(position, rotation, half, a, b, gap, reach, frame, points) -> int:
    """Add the corners of what the other box's face leaves above the reference face.

    UNCLEAR where none of them is as deep as `gap`: then an edge is met, or a corner beside the
    face.
    """
    turn, way, polygon, number = frame.turn, frame.way, frame.polygon, frame.number
    k, first = int(way[4]), points.used[0]
    own, other, sign = (b, a, -1.0) if way[3] > 0.0 else (a, b, 1.0)
    up = 1.0 if way[k] >= 0.0 else -1.0
    u, v, m = (k + 1) % 3, (k + 2) % 3, 0
    for j in range(1, 3):
        if abs(turn[k, j]) > abs(turn[k, m]):
            m = j
    down = -half[other, m] if up * turn[k, m] > 0.0 else half[other, m]
    p, q = (m + 1) % 3, (m + 2) % 3
    for c in range(4):
        s = half[other, p] if c == 0 or c == 3 else -half[other, p]
        t = half[other, q] if c < 2 else -half[other, q]
        polygon[0, c, 0] = way[u] + down * turn[u, m] + s * turn[u, p] + t * turn[u, q]
        polygon[0, c, 1] = way[v] + down * turn[v, m] + s * turn[v, p] + t * turn[v, q]
        polygon[0, c, 2] = way[k] + down * turn[k, m] + s * turn[k, p] + t * turn[k, q]
        number[0, c] = c
    tag = (2 * k + (up > 0.0)) << (20 if sign < 0.0 else 32)
    tag |= (2 * m + (down > 0.0)) << (32 if sign < 0.0 else 20)
    if sign < 0.0:
        tag |= manifold.OF_B
    count, now = 4, 0
    for side in range(4):
        limit = (half[own, u] if side < 2 else half[own, v]) + manifold.TOLERANCE
        made = _cut(polygon, number, now, count, side, limit)
        if made >= 0:
            count, now = made, 1 - now
    least = np.inf
    for c in range(count):
        height = up * polygon[now, c, 2] - half[own, k]
        if height >= reach:
            continue
        least = min(least, height)
        row = points.used[0]
        if row == len(points.gap):
            break
        middle = up * (half[own, k] + 0.5 * height)
        for r in range(3):
            points.middle[row, r] = (
                position[own, r] + rotation[own, r, u] * polygon[now, c, 0]
                + rotation[own, r, v] * polygon[now, c, 1] + rotation[own, r, k] * middle
            )  # fmt: skip
            points.normal[row, r] = sign * up * rotation[own, r, k]
        points.gap[row], points.feature[row] = height, tag | number[now, c]
        points.used[0] = row + 1
    if least > gap + manifold.MISSED:
        return UNCLEAR
    if points.used[0] - first > 4:
        reduction.reduce(points, first, False)
    return MET


@kernel
def _add_next(position, rotation, half, a, b, reach, frame, points) -> None:
    """Add to the point where two edges cross what comes down as the boxes turn about it.

    The corners over the face along whose normal the boxes are farthest apart, as of a face that is
    met: a box that rocks on an edge of a step comes down on it with its other end.
    """
    way, crossing, face = frame.way, points.used[0] - 1, int(frame.way[5])
    way[3], way[4] = 0.0, float(face)
    if face >= 3:
        _look_from_b(frame.turn, way, face - 3)
    _clip(position, rotation, half, a, b, np.inf, reach, frame, points)
    manifold.keep_new(points, crossing, crossing + 1)


@kernel
def _cut(polygon, number, now, count, side, limit) -> int:
    """Cut polygon `now` by a side into the other one; return its new count, or -1: nothing cut.

    Corners keep their number; one cut from edge k by side j gets 256 (j + 1) + k.
    """
    c, sign = side // 2, (1.0 if side % 2 == 0 else -1.0)
    outside = False
    for k in range(count):
        outside = outside or sign * polygon[now, k, c] > limit
    if not outside:
        return -1
    made, new = 0, 1 - now
    for k in range(count):
        n = k + 1 if k + 1 < count else 0
        x, y = sign * polygon[now, k, c] - limit, sign * polygon[now, n, c] - limit
        if x <= 0.0:
            for r in range(3):
                polygon[new, made, r] = polygon[now, k, r]
            number[new, made] = number[now, k]
            made += 1
        if (x > 0.0) != (y > 0.0):
            share = x / (x - y)
            for r in range(3):
                start = polygon[now, k, r]
                polygon[new, made, r] = start + share * (polygon[now, n, r] - start)
            number[new, made] = 256 * (side + 1) + (number[now, k] & 255)
            made += 1
    return made


@kernel
def _cross(position, rotation, half, a, b, edge, gap, normal, points) -> int:
    """Add the point where edges i of a and j of b cross; `edge` is 3 i + j.

    UNCLEAR where they are parallel or do not cross between their ends.
    """
    i, j = edge // 3, edge % 3
    u = rotation[a, 0, i], rotation[a, 1, i], rotation[a, 2, i]
    v = rotation[b, 0, j], rotation[b, 1, j], rotation[b, 2, j]
    on_a, corner_a = _middle_of_edge(position, rotation, half, a, i, normal)
    back = -normal[0], -normal[1], -normal[2]
    on_b, corner_b = _middle_of_edge(position, rotation, half, b, j, back)
    way, uv = vector.subtract(on_b, on_a), vector.dot(u, v)
    square = 1.0 - uv * uv
    s = (vector.dot(way, u) - uv * vector.dot(way, v)) / square
    t = (uv * vector.dot(way, u) - vector.dot(way, v)) / square
    if square < manifold.PARALLEL**2 or abs(s) > half[a, i] or abs(t) > half[b, j]:
        return UNCLEAR
    middle = vector.offset(vector.offset(on_a, s, u), 0.5 * gap, normal)
    feature = (np.int64(corner_a + 8 * i) << 32) | (np.int64(corner_b + 8 * j) << 20)
    manifold.add(points, middle, normal, gap, manifold.EDGES | feature)
    return MET


@kernel
def _middle_of_edge(position, rotation, half, i, edge, direction) -> tuple[vector.Vector, int]:
    """Return the middle of the edge along axis `edge` of box i that is extreme, and its number."""
    place, number = vector.load(position, i), 0
    for c in range(1, 3):
        k = (edge + c) % 3
        axis = rotation[i, 0, k], rotation[i, 1, k], rotation[i, 2, k]
        if vector.dot(axis, direction) > 0.0:
            place = vector.offset(place, half[i, k], axis)
            number += c
        else:
            place = vector.offset(place, -half[i, k], axis)
    return place, number


@kernel
def collide_planes(begin, end, shapes, pairs, scratch) -> None:
    """Find the points of pairs `begin` to `end` of a box and a plane: its lowest corners."""
    position, rotation, half = shapes.world_position, shapes.world_rotation, shapes.half
    kind, points, lift = shapes.kind, scratch.points, scratch.frame.way
    for p in range(begin, end):
        a, b = pairs.shape_a[p], pairs.shape_b[p]
        if pairs.held[p] or min(kind[a], kind[b]) != PLANE or max(kind[a], kind[b]) != BOX:
            continue
        plane, box, sign = (a, b, 1.0) if kind[a] == PLANE else (b, a, -1.0)
        first = points.used[0]
        height = 0.0
        for r in range(3):
            up = rotation[plane, r, 2]
            height += up * (position[box, r] - position[plane, r])
        for c in range(3):
            along = 0.0
            for r in range(3):
                along += rotation[plane, r, 2] * rotation[box, r, c]
            lift[c] = half[box, c] * along
        for k in range(8):
            gap = height
            for c in range(3):
                gap += lift[c] if k & (1 << c) else -lift[c]
            row = points.used[0]
            if gap >= pairs.now[p] or row == len(points.gap):
                continue
            for r in range(3):
                place = position[box, r] - 0.5 * gap * rotation[plane, r, 2]
                for c in range(3):
                    edge = half[box, c] * rotation[box, r, c]
                    place += edge if k & (1 << c) else -edge
                points.middle[row, r] = place
                points.normal[row, r] = sign * rotation[plane, r, 2]
            points.gap[row], points.feature[row] = gap, k
            points.used[0] = row + 1
        if points.used[0] - first > 4:
            reduction.reduce(points, first, False)
        pairs.axis[p, :] = 0.0
        pairs.found[p], pairs.made[p] = first, points.used[0] - first
