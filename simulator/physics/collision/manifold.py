"""From a direction of contact to at most four points: clip faces, pair edges (then `reduction`).

The faces or edges that look most along the normal are clipped against each other (Sutherland and
Hodgman 1974), with a tolerance: equal boxes edge on edge must not make and lose points by turns.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import convex
from ..geometry.shapes import CAPSULE, HULL, TRIANGLE
from . import reduction
from .scratch import CORNERS

TOLERANCE = 1e-5  # a corner this far outside a side still counts as inside [m]
SHARP = 0.5  # cosine of a corner's angle above which it is sharp: below 60 degrees
FLAT = 0.9995  # cosine: a face this near the normal is the reference
BESIDE = 0.032  # sine of that angle: a capsule is so far beside it at most, in shares of its radius
PARALLEL = 0.01  # edges at a smaller angle [rad] touch along a line
ASKEW = 0.25  # round ones at a smaller angle [rad] are met at the ends of that line as well
SLOPING = 0.05  # an edge that leaves the contact plane by more [rad] is not met
NEXT = 1e-3  # what is nearer than this to a point where edges meet is the same [m]
MISSED = 2e-5  # how much deeper than the points found a pair may be [m]
OWNER = 44  # bits of a feature below whose face it is: 0 that of a
OF_B, EDGES = 1 << OWNER, 2 << OWNER  # a face of b, two edges
NO_FEATURE = 3 << OWNER  # no face or edge was found: the deepest point alone


@kernel
def find_owner(feature) -> int:
    """Return whose face a feature is of: 0 of the first shape, 1 of the second; 2, 3 of neither."""
    return (feature >> OWNER) & 3


@kernel
def add(points, middle, normal, gap, feature) -> None:
    """Add a candidate point; beyond the room there is, points are left out."""
    row = points.used[0]
    if row == len(points.gap):
        return
    vector.save(points.middle, row, middle)
    vector.save(points.normal, row, normal)
    points.gap[row] = gap
    points.feature[row] = feature
    points.used[0] = row + 1


@kernel
def touch(a, b, normal, gap, reach, whole, rocks, points, clip) -> None:
    """Add the points where convex `a` meets `b` along the unit `normal` from a to b.

    `gap`: distance of the two along the normal (negative: depth) [m]; points further apart than
    `reach` are left out. `whole`: there has to be a point as deep as the gap. `rocks`: where edges
    meet, what comes down next is wanted, too; not of two that would both stop there (`impact`).
    """
    back = -normal[0], -normal[1], -normal[2]
    first = points.used[0]
    count_a, face_a, normal_a = convex.feature(a, normal, clip.corners_a)
    count_b, face_b, normal_b = convex.feature(b, back, clip.corners_b)
    flat_a, flat_b = vector.dot(normal_a, normal), vector.dot(normal_b, back)
    tag = (face_a << 32) | (face_b << 20)
    round_off, slack = convex.find_sag(a) + convex.find_sag(b), TOLERANCE
    if a.kind != TRIANGLE:  # its neighbours bear the rest
        round_off += BESIDE * (a.radius * (a.kind == CAPSULE) + b.radius * (b.kind == CAPSULE))
    while flat_a > FLAT or flat_b > FLAT:
        if flat_a > FLAT and flat_a >= flat_b - 1e-6:
            left = _clip(clip.corners_a, count_a, normal_a, clip.corners_b, count_b, slack, clip)
            _keep(points, clip, left, clip.corners_a, normal_a, normal, reach, tag, 1.0)
        else:
            left = _clip(clip.corners_b, count_b, normal_b, clip.corners_a, count_a, slack, clip)
            _keep(points, clip, left, clip.corners_b, normal_b, back, reach, tag | OF_B, -1.0)
        if not whole or slack >= round_off or _least(points, first) <= gap + MISSED:
            break
        # it may be between rim and polygon, or beside the face
        points.used[0], slack = first, TOLERANCE + round_off
    if flat_a <= FLAT and flat_b <= FLAT:
        _pair_edges(a, b, points, clip, count_a, count_b, normal, reach, tag | EDGES)
    if whole and _least(points, first) > gap + MISSED:
        middle = _deepest(a, b, normal, gap, flat_a > FLAT, flat_b > FLAT)
        add(points, middle, normal, gap, NO_FEATURE)
    if flat_a <= FLAT and flat_b <= FLAT:
        if not rocks:
            return
        if flat_a >= flat_b:
            _add_next(
                b, clip.corners_b, clip.corners_a, count_a, normal_a, points, first, clip, reach,
                tag, 1.0,
            )  # fmt: skip
        else:
            _add_next(
                a, clip.corners_a, clip.corners_b, count_b, normal_b, points, first, clip, reach,
                tag | OF_B, -1.0,
            )  # fmt: skip
        return
    if a.kind == TRIANGLE:  # one may lie under a whole face, and the mesh chooses again
        reduction.reduce_ahead(points, first)
    else:
        reduction.reduce(points, first, False)


@kernel
def _add_next(
    other, corners, reference, sides, face, points, first, clip, reach, tag, sign
) -> None:  # fmt: skip
    """Add to the points from row `first` on, where edges meet, what comes down as they turn there.

    The corners or ends of the `other` one over the `reference` face, whose normal `face` looks more
    along the contact than that of any other: what rocks on an edge of a step comes down on it with
    its other end. See `_keep`.
    """
    if sides < 3:
        return
    end = points.used[0]
    count, _, _ = convex.feature(other, (-face[0], -face[1], -face[2]), corners)
    left = _clip(reference, sides, face, corners, count, TOLERANCE, clip)
    _keep(points, clip, left, reference, face, face, reach, tag, sign)
    keep_new(points, first, end)


@kernel
def keep_new(points, first, end) -> None:
    """Leave out the points from row `end` on that are one of those from row `first` to there.

    And those below the face: the shortest way out leads over the edge. Of all four stay.
    """
    row = end
    for k in range(end, points.used[0]):
        middle, known = vector.load(points.middle, k), points.gap[k] < 0.0
        for i in range(first, end):
            arm = vector.subtract(middle, vector.load(points.middle, i))
            known = known or vector.dot(arm, arm) <= NEXT * NEXT
        if not known:
            move(points, k, row)
            row += 1
    points.used[0] = row
    if row - first > 4:
        reduction.reduce(points, first, False)


@kernel
def move(points, source, row) -> None:
    """Write the point of one row into another."""
    vector.save(points.middle, row, vector.load(points.middle, source))
    vector.save(points.normal, row, vector.load(points.normal, source))
    points.gap[row], points.feature[row] = points.gap[source], points.feature[source]


@kernel
def _least(points, first) -> float:
    """Return the smallest gap from row `first` on."""
    least = np.inf
    for k in range(first, points.used[0]):
        least = min(least, points.gap[k])
    return least


@kernel
def _deepest(a, b, normal, gap, is_face_a, is_face_b) -> vector.Vector:
    """Return the middle between the surfaces where a corner is met, else where two edges are."""
    back = -normal[0], -normal[1], -normal[2]
    if is_face_a and (a.kind == TRIANGLE or b.radius > 0.0):  # it may be beside the face
        low = vector.offset(convex.support(b, back, convex.LEVEL), b.radius, back)
        return vector.offset(low, 0.5 * gap, back)
    if is_face_b and a.radius > 0.0:
        low = vector.offset(convex.support(a, normal, convex.LEVEL), a.radius, normal)
        return vector.offset(low, 0.5 * gap, normal)
    on_a, end_a = convex.edge(a, normal)
    on_b, end_b = convex.edge(b, back)
    along_a, along_b = vector.subtract(end_a, on_a), vector.subtract(end_b, on_b)
    if vector.dot(along_a, along_a) < reduction.SAME_POINT:
        return vector.offset(on_a, 0.5 * gap, normal)
    if vector.dot(along_b, along_b) < reduction.SAME_POINT:
        return vector.offset(on_b, 0.5 * gap, back)
    s, t = closest(on_a, along_a, on_b, along_b)
    on_a, on_b = vector.offset(on_a, s, along_a), vector.offset(on_b, t, along_b)
    return vector.offset(on_a, 0.5, vector.subtract(on_b, on_a))


@kernel
def _clip(reference, sides, normal, polygon, count, slack, clip) -> int:
    """Leave in `clip.polygon` what of `polygon` is within the face's sides; return its count.

    As much as `slack` [m] beyond a side is within. Corners keep their number; one cut from edge k
    by side j gets 256 (j + 1) + k.
    """
    for k in range(count):
        vector.save(clip.polygon, k, vector.load(polygon, k))
        clip.number[k] = k
    for j in range(sides):
        if count == 0:
            break
        start = vector.load(reference, j)
        edge = vector.subtract(vector.load(reference, (j + 1) % sides), start)
        out = vector.cross(edge, normal)
        length = np.sqrt(vector.dot(out, out))
        out = out[0] / length, out[1] / length, out[2] / length
        count = _cut(clip, count, out, vector.dot(out, start) + slack, 256 * (j + 1))
    return _blunt(reference, sides, count, slack, clip)


@kernel
def _blunt(reference, sides, count, slack, clip) -> int:
    """Cut off what of `clip.polygon` is more than `slack` [m] beyond a sharp corner of the face.

    Two sides that meet at a small angle reach many times as far there, over the rim of a hole.
    """
    for j in range(sides):
        corner = vector.load(reference, j)
        here = vector.subtract(corner, vector.load(reference, (j + sides - 1) % sides))
        on = vector.subtract(vector.load(reference, (j + 1) % sides), corner)
        along = vector.dot(here, on)
        if along >= 0.0 or count == 0:
            continue
        square_here, square_on = vector.dot(here, here), vector.dot(on, on)
        if along * along <= SHARP * SHARP * square_here * square_on:
            continue
        share = np.sqrt(square_here / square_on)
        out = vector.offset(here, -share, on)
        length = np.sqrt(vector.dot(out, out))
        out = out[0] / length, out[1] / length, out[2] / length
        limit = vector.dot(out, corner) + slack
        count = _cut(clip, count, out, limit, 256 * (sides + j + 1))
    return count


@kernel
def _cut(clip, count, out, limit, tag) -> int:
    """Cut the polygon by the half-space out . x <= limit; return its new count."""
    made = 0
    last = count if count > 2 else count - 1  # two corners have one edge
    for k in range(count):
        here = vector.load(clip.polygon, k)
        there = vector.load(clip.polygon, (k + 1) % count)
        x, y = vector.dot(out, here) - limit, vector.dot(out, there) - limit
        if x <= 0.0 and made < CORNERS:
            vector.save(clip.cut, made, here)
            clip.cut_number[made] = clip.number[k]
            made += 1
        if (x > 0.0) != (y > 0.0) and k < last and made < CORNERS:
            point = vector.offset(here, x / (x - y), vector.subtract(there, here))
            vector.save(clip.cut, made, point)
            clip.cut_number[made] = tag + (clip.number[k] & 255)
            made += 1
    for k in range(made):
        vector.save(clip.polygon, k, vector.load(clip.cut, k))
        clip.number[k] = clip.cut_number[k]
    return made


@kernel
def _keep(points, clip, count, reference, face, normal, reach, tag, sign) -> None:
    """Add the clipped corners nearer than `reach` to the reference face along `normal`.

    `sign` -1: the reference is body b, so the contact normal is the other way round.
    """
    start = vector.load(reference, 0)
    slope = vector.dot(face, normal)
    out = sign * normal[0], sign * normal[1], sign * normal[2]
    for k in range(count):
        point = vector.load(clip.polygon, k)
        gap = vector.dot(vector.subtract(point, start), face) / slope
        if gap < reach:
            middle = vector.offset(point, -0.5 * gap, normal)
            add(points, middle, out, gap, tag | clip.number[k])


@kernel
def _edge(one, corners, count, direction) -> tuple[vector.Vector, vector.Vector]:
    """Return the ends of the edge that is extreme along `direction`; equal ends: a corner.

    That of a hull may lie between two other faces than the one that looks most along it.
    """
    if one.kind == HULL:
        return convex.hull_edge(one, direction, SLOPING)
    best, top = -np.inf, 0
    for k in range(count):
        height = vector.dot(vector.load(corners, k), direction)
        if height > best:
            best, top = height, k
    start = vector.load(corners, top)
    end, flattest = start, SLOPING
    for side in range(2):
        other = vector.load(corners, (top + (count - 1 if side else 1)) % count)
        edge = vector.subtract(other, start)
        length = np.sqrt(vector.dot(edge, edge))
        if length > 0.0 and -vector.dot(edge, direction) < flattest * length:
            flattest = -vector.dot(edge, direction) / length
            end = other
    return start, end


@kernel
def _pair_edges(one, other, points, clip, count_a, count_b, normal, reach, tag) -> None:
    """Add the point where two edges cross, or the two ends of where nearly parallel ones overlap.

    What is round touches at one point however small the angle, but as the two tilt that runs along
    them, further in a step than they are long: so the ends are known as far apart as they are.
    """
    back = -normal[0], -normal[1], -normal[2]
    a, a_end = _edge(one, clip.corners_a, count_a, normal)
    b, b_end = _edge(other, clip.corners_b, count_b, back)
    u, v = vector.subtract(a_end, a), vector.subtract(b_end, b)
    uu, vv, uv = vector.dot(u, u), vector.dot(v, v), vector.dot(u, v)
    on_a, on_b = convex.bulge(one), convex.bulge(other)
    most = ASKEW if on_a + on_b > 0.0 else PARALLEL
    if uu > 0.0 and vv > 0.0 and uu * vv - uv * uv < most * most * uu * vv:
        way = vector.subtract(b, a)
        s, t = vector.dot(way, u) / uu, (vector.dot(way, u) + uv) / uu
        low, high = max(0.0, min(s, t)), min(1.0, max(s, t))
        if high > low:
            x, y = (low - s) / (t - s), (high - s) / (t - s)
            _add_between(points, a, low, u, b, x, v, on_a, on_b, normal, reach, tag)
            _add_between(points, a, high, u, b, y, v, on_a, on_b, normal, reach, tag + 1)
            return
    s, t = closest(a, u, b, v)
    _add_between(points, a, s, u, b, t, v, 0.0, 0.0, normal, reach, tag + 2)


@kernel
def _add_between(points, a, s, u, b, t, v, round_a, round_b, normal, reach, tag) -> None:
    """Add the point between a + s u and b + t v, if it is nearer than `reach` [m].

    `round_a`, `round_b`: radii of the surfaces there [m]. Where both are 0 edges are sharp, and are
    as far apart as they are along the normal.
    """
    way = vector.subtract(vector.offset(b, t, v), vector.offset(a, s, u))
    radii = round_a + round_b
    start = vector.offset(vector.offset(a, s, u), -round_a, normal)
    way = vector.offset(way, radii, normal)
    length = np.sqrt(vector.dot(way, way))
    gap = (length if radii > 0.0 else vector.dot(way, normal)) - radii
    if gap < reach:
        share = (round_a + 0.5 * gap) / max(length, 1e-12) if radii > 0.0 else 0.5
        add(points, vector.offset(start, share, way), normal, gap, tag)


@kernel
def closest(a, u, b, v) -> tuple[float, float]:
    """Return s, t in 0..1 of the closest points a + s u, b + t v (Ericson 2005, 5.1.9)."""
    r = vector.subtract(a, b)
    uu, vv, uv = vector.dot(u, u), vector.dot(v, v), vector.dot(u, v)
    ur, vr = vector.dot(u, r), vector.dot(v, r)
    if uu <= 1e-18:
        return 0.0, (min(max(vr / vv, 0.0), 1.0) if vv > 1e-18 else 0.0)
    if vv <= 1e-18:
        return min(max(-ur / uu, 0.0), 1.0), 0.0
    denominator = uu * vv - uv * uv
    s = 0.0
    if denominator > 1e-12 * uu * vv:
        s = min(max((uv * vr - ur * vv) / denominator, 0.0), 1.0)
    t = (uv * s + vr) / vv
    if t < 0.0:
        return min(max(-ur / uu, 0.0), 1.0), 0.0
    if t > 1.0:
        return min(max((uv - ur) / uu, 0.0), 1.0), 1.0
    return s, t
