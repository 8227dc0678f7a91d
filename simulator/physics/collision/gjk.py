"""Distance of two convex spines that do not overlap (Gilbert, Johnson and Keerthi 1988).

Works on the set of differences b - a: the point of it nearest to the origin is the shortest way
from a to b. Closest points of segment, triangle and tetrahedron after Ericson (2005), 5.1.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import convex

APART, NEAR, OVERLAP = range(3)
ROUNDS = 48
EXACT = 1e-11  # relative: the way cannot be shortened by more
LOOSE = 1e-6  # relative: what is stuck with more than this to go starts anew
STARTS = 3  # times at most
TINY = 1e-20  # squared length of a way that counts as none [m2]


@kernel
def difference(a, b, direction) -> vector.Vector:
    """Return the extreme point of b - a along the unit `direction`."""
    back = -direction[0], -direction[1], -direction[2]
    return vector.subtract(convex.support(b, direction, 0.0), convex.support(a, back, 0.0))


@kernel
def measure(a, b, guess, limit, polytope) -> tuple[int, float, vector.Vector, int]:
    """Return (APART, NEAR or OVERLAP, distance, unit normal from a to b, corners left).

    `guess`: any direction from a to b; `limit`: further apart than this is APART [m]. The distance
    is that of the planes across the normal between which nothing is. Slender simplices get stuck
    by rounding, millimetres short of it; from the best direction so far a new one goes on. The last
    simplex stays in `polytope.simplex`.
    """
    simplex = polytope.simplex
    way = guess if vector.dot(guess, guess) > TINY else (1.0, 0.0, 0.0)
    normal, proved = way, -np.inf
    count, square, starts = 0, np.inf, 0
    for _ in range(ROUNDS):
        length = np.sqrt(vector.dot(way, way))
        if length < 1e-10:
            return OVERLAP, 0.0, way, count
        unit = way[0] / length, way[1] / length, way[2] / length
        corner = difference(a, b, (-unit[0], -unit[1], -unit[2]))
        bound = vector.dot(corner, unit)
        if bound > proved:
            proved, normal = bound, unit
        if bound > limit:
            return APART, bound, unit, count
        if count > 0 and length - proved <= EXACT * length:
            break
        stuck = _known(simplex, count, corner)
        if not stuck:
            vector.save(simplex, count, corner)
            count = nearest(simplex, count + 1, polytope.share)
            stuck = count == 4
        if not stuck:
            way = _blend(simplex, count, polytope.share)
            before, square = square, vector.dot(way, way)
            if square < TINY:
                return OVERLAP, 0.0, normal, count
            stuck = square >= before
        if stuck:
            if proved <= 0.0 or length - proved <= LOOSE * length or starts == STARTS:
                break
            way, count, square, starts = normal, 0, np.inf, starts + 1
    # what a plane proves to be apart is; a way that none proves is rounding: EPA tells along what
    return (NEAR if proved > 0.0 else OVERLAP), proved, normal, count


@kernel
def _known(simplex, count, corner) -> bool:
    for k in range(count):
        way = vector.subtract(vector.load(simplex, k), corner)
        if vector.dot(way, way) == 0.0:
            return True
    return False


@kernel
def _blend(simplex, count, share) -> vector.Vector:
    total = (0.0, 0.0, 0.0)
    for k in range(count):
        total = vector.offset(total, share[k], vector.load(simplex, k))
    return total


@kernel
def nearest(simplex, count, share) -> int:
    """Keep the corners that carry the point nearest to the origin; return how many, 4 = inside.

    `share` gets their barycentric coordinates.
    """
    if count == 1:
        share[0] = 1.0
        return 1
    a, b = vector.load(simplex, 0), vector.load(simplex, 1)
    if count == 2:
        share[0], share[1] = _on_segment(a, b)
        return _compact(simplex, 2, share)
    c = vector.load(simplex, 2)
    if count == 3:
        share[0], share[1], share[2] = _on_triangle(a, b, c)
        return _compact(simplex, 3, share)
    best, inside = np.inf, True
    for face in range(4):
        i, j, k = (face + 1) % 4, (face + 2) % 4, (face + 3) % 4
        a, b, c = vector.load(simplex, i), vector.load(simplex, j), vector.load(simplex, k)
        if not _beyond(a, b, c, vector.load(simplex, face)):
            continue
        inside = False
        x, y, z = _on_triangle(a, b, c)
        point = vector.offset(vector.offset((x * a[0], x * a[1], x * a[2]), y, b), z, c)
        if vector.dot(point, point) < best:
            best = vector.dot(point, point)
            share[face], share[i], share[j], share[k] = 0.0, x, y, z
    return 4 if inside else _compact(simplex, 4, share)


@kernel
def _beyond(a, b, c, inner) -> bool:
    """Whether the origin lies on the other side of the plane a b c than `inner`, or on it."""
    normal = vector.cross(vector.subtract(b, a), vector.subtract(c, a))
    return vector.dot(normal, a) * vector.dot(normal, vector.subtract(a, inner)) <= 0.0


@kernel
def _compact(simplex, count, share) -> int:
    kept = 0
    for k in range(count):
        if share[k] > 0.0:
            vector.save(simplex, kept, vector.load(simplex, k))
            share[kept] = share[k]
            kept += 1
    return kept


@kernel
def _on_segment(a, b) -> tuple[float, float]:
    edge = vector.subtract(b, a)
    along, square = -vector.dot(a, edge), vector.dot(edge, edge)
    if along <= 0.0 or square == 0.0:
        return 1.0, 0.0
    if along >= square:
        return 0.0, 1.0
    return 1.0 - along / square, along / square


@kernel
def _on_triangle(a, b, c) -> tuple[float, float, float]:
    """Return the barycentric coordinates of the triangle's point nearest to the origin."""
    ab, ac = vector.subtract(b, a), vector.subtract(c, a)
    d1, d2 = -vector.dot(ab, a), -vector.dot(ac, a)
    if d1 <= 0.0 and d2 <= 0.0:
        return 1.0, 0.0, 0.0
    d3, d4 = -vector.dot(ab, b), -vector.dot(ac, b)
    if d3 >= 0.0 and d4 <= d3:
        return 0.0, 1.0, 0.0
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        return 1.0 - d1 / (d1 - d3), d1 / (d1 - d3), 0.0
    d5, d6 = -vector.dot(ab, c), -vector.dot(ac, c)
    if d6 >= 0.0 and d5 <= d6:
        return 0.0, 0.0, 1.0
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        return 1.0 - d2 / (d2 - d6), 0.0, d2 / (d2 - d6)
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 - d3 >= 0.0 and d5 - d6 >= 0.0:
        share = (d4 - d3) / ((d4 - d3) + (d5 - d6))
        return 0.0, 1.0 - share, share
    total = va + vb + vc
    return va / total, vb / total, vc / total
