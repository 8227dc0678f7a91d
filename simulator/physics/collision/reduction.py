"""Which of many points of contact are kept: those that bear, and those that are met next.

Two bodies touch in a few points, four for a face. A step later it may be others, as a body turns
about the ones it has: those come down first that lie on the lower hull of the gaps over the plane
of contact, wrapped around its lowest edge.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector

SAME_DEPTH = 1e-5  # depths closer than this are equal when points are chosen [m]
NEARLY = 1e-4  # points that near to touching are chosen before others [m]
SAME_POINT = 1e-8  # squared distance below which two points are one [m2]
SAME_LINE = 1e-3  # points nearer than this to an axis do not come down as a body turns about it [m]
SAME_NORMAL = 0.9998  # cosine: points this near in direction share four places


@kernel
def reduce(points, first, are_corners) -> None:
    """Leave at most four of the points from row `first` on; corners are those all round."""
    points.used[0] = _choose(points, first, points.used[0], are_corners)


@kernel
def reduce_ahead(points, first) -> None:
    """Leave at most four of the points from row `first` on: those that bear, then what is next."""
    end = points.used[0]
    chosen, most = _choose(points, first, end, False), min(first + 4, end)
    points.used[0] = _add_next(points, first, chosen, most, end) if chosen < most else chosen


@kernel
def reduce_groups(points, first) -> None:
    """Leave a few points of each direction of the normal from row `first` on.

    Four, those that touch first, and what is met next: where an edge lies across the lines of a
    mesh, it touches between its corners, and turns about there.
    """
    kept, start, used = first, first, points.used[0]
    while start < used:
        normal = vector.load(points.normal, start)
        end = start + 1
        for k in range(start + 1, used):
            if vector.dot(normal, vector.load(points.normal, k)) > SAME_NORMAL:
                _swap(points, k, end)
                end += 1
        chosen = _choose(points, start, end, False)
        if chosen < end:
            chosen = _add_next(points, start, chosen, end, end)
        for k in range(start, chosen):
            _swap(points, k, kept)
            kept += 1
        start = end
    points.used[0] = kept


@kernel
def _swap(points, i, k) -> None:
    if i == k:
        return
    middle, normal = vector.load(points.middle, i), vector.load(points.normal, i)
    vector.save(points.middle, i, vector.load(points.middle, k))
    vector.save(points.normal, i, vector.load(points.normal, k))
    vector.save(points.middle, k, middle)
    vector.save(points.normal, k, normal)
    points.gap[i], points.gap[k] = points.gap[k], points.gap[i]
    points.feature[i], points.feature[k] = points.feature[k], points.feature[i]


@kernel
def _square(middle, i, k) -> float:
    """Return the squared distance of two rows."""
    way = vector.subtract(vector.load(middle, i), vector.load(middle, k))
    return vector.dot(way, way)


@kernel
def _farthest(middle, first, end, origin, gap, deep) -> int:
    """Return the row of rows `first` to `end`, not above `deep`, farthest from row `origin`."""
    far, best = origin, SAME_POINT
    for k in range(first, end):
        square = _square(middle, k, origin)
        if gap[k] <= deep and square > best * 1.001:
            far, best = k, square
    return far


@kernel
def _widest(middle, first, end, origin, line, gap, deep, least) -> int:
    """Return the row, not above `deep`, farthest beside a `line` through `origin`, or -1."""
    wide, most = -1, 1e-3 * least
    for k in range(first, end):
        area = vector.dot(line, vector.subtract(vector.load(middle, k), origin))
        if gap[k] <= deep and area > most + 1e-3 * least:
            wide, most = k, area
    return wide


@kernel
def _choose(points, first, end, are_corners) -> int:
    """Move the deepest and the widest spread of rows `first` to `end` forward; return their end.

    What touches goes before what is near, and of a stone's corners all round the nearer ones go
    before others: else a body would fall from one corner to the other.
    """
    if end - first < 2:
        return end
    middle, gap = points.middle, points.gap
    deepest, top = first, gap[first]
    for k in range(first + 1, end):
        top = max(top, gap[k])
        if gap[k] < gap[deepest] - SAME_DEPTH:
            deepest = k
    deep, touching = gap[deepest] + SAME_DEPTH, max(gap[deepest], 0.0) + NEARLY
    tiers = touching, 0.5 * (touching + top) if are_corners else touching, np.inf
    far = deepest
    for limit in tiers:
        if far == deepest:
            far = _farthest(middle, first, end, deepest, gap, limit)
    deepest = _farthest(middle, first, end, far, gap, deep)  # of equally deep ones the outermost
    origin, normal = vector.load(middle, deepest), vector.load(points.normal, deepest)
    best = max(_square(middle, deepest, far), SAME_POINT)
    line = vector.cross(normal, vector.subtract(vector.load(middle, far), origin))
    back = -line[0], -line[1], -line[2]
    left, right = -1, -1
    for limit in tiers:
        if left < 0:
            left = _widest(middle, first, end, origin, line, gap, limit, best)
        if right < 0:
            right = _widest(middle, first, end, origin, back, gap, limit, best)
    if left < 0:  # all lies on one side, as of a rim that touches with neighbours
        left = _widest(middle, first, end, origin, back, gap, np.inf, best)
    elif right < 0:
        right = _widest(middle, first, end, origin, line, gap, np.inf, best)
    row = first
    for k in range(first, end):
        if k == deepest or k == far or k == left or k == right:
            _swap(points, k, row)
            row += 1
    return row


@kernel
def _add_next(points, first, chosen, most, end) -> int:
    """Move what is met next of rows `chosen` to `end` forward, to `most` at most; return its end.

    It turns about its deepest point and the one farthest from there that touches as well, or about
    the deepest and what comes down first as it turns about that, to either side. Of several that
    come down together, as those of a face, the ones at its ends are met.
    """
    middle, gap = points.middle, points.gap
    deepest, highest = first, first
    for k in range(first + 1, end):
        highest = k if gap[k] > gap[highest] else highest
        deepest = k if gap[k] < gap[deepest] and k < chosen else deepest
    origin, low = vector.load(middle, deepest), gap[deepest]
    touching = max(low, 0.0) + NEARLY
    if gap[highest] <= touching:
        return chosen  # nothing is left to come down
    far = _farthest(middle, first, end, deepest, gap, touching)
    if far != deepest:
        way = vector.subtract(vector.load(middle, far), origin)
        chosen = _add_beside(points, first, chosen, most, end, origin, low, way, gap[far] - low)
    far = _find_first(middle, gap, first, end, deepest)
    if far != deepest:
        way = vector.subtract(vector.load(middle, far), origin)
        chosen = _add_beside(points, first, chosen, most, end, origin, low, way, gap[far] - low)
    return chosen


@kernel
def _find_first(middle, gap, first, end, origin) -> int:
    """Return what comes down first of rows `first` to `end` as a body turns about row `origin`."""
    slope, length, found = np.inf, SAME_LINE, origin
    for k in range(first, end):
        away = np.sqrt(_square(middle, k, origin))
        if away > SAME_LINE:
            slope = min(slope, (gap[k] - gap[origin]) / away)
    for k in range(first, end):
        away = np.sqrt(_square(middle, k, origin))
        if away > length and gap[k] <= gap[origin] + slope * away + NEARLY:
            length, found = away, k
    return found


@kernel
def _add_beside(points, first, chosen, most, end, origin, low, axis, rise) -> int:
    """Move forward what comes down first as the body turns about an `axis` from `origin`.

    The gap is `low` [m] there and grows by `rise` along the axis. Return the end of the chosen.
    """
    middle, gap, normal = points.middle, points.gap, vector.load(points.normal, first)
    length = np.sqrt(vector.dot(axis, axis))
    way = vector.offset((0.0, 0.0, 0.0), 1.0 / length, axis)
    lean = vector.offset((0.0, 0.0, 0.0), rise / length, way)
    for _ in range(4):
        beside, slope = vector.cross(normal, way), np.inf
        for k in range(first, end):
            arm = vector.subtract(vector.load(middle, k), origin)
            x = vector.dot(way, arm)
            if x > SAME_LINE:
                slope = min(slope, (gap[k] - low - vector.dot(lean, arm)) / x)
        for sign in range(-1, 2, 2):
            if slope == np.inf:
                break  # there is nothing on this side
            outward, tilt = vector.offset(way, sign, beside), vector.offset(lean, slope, way)
            k = _find_end(middle, gap, first, chosen, end, origin, low, tilt, way, outward)
            if k >= 0 and chosen < most:
                _swap(points, k, chosen)
                chosen += 1
        way = beside
    return chosen


@kernel
def _find_end(middle, gap, first, chosen, end, origin, low, tilt, way, outward) -> int:
    """Return which row ends a face that comes down, -1 if one of the chosen is as far `outward`.

    The face: `low` [m] at `origin`, growing as `tilt` says, on the side that `way` looks to.
    """
    found, most = -1, -np.inf
    for k in range(first, end):
        arm = vector.subtract(vector.load(middle, k), origin)
        is_on_face = gap[k] - low - vector.dot(tilt, arm) <= NEARLY
        if is_on_face and vector.dot(way, arm) > -SAME_LINE:
            out = vector.dot(outward, arm)
            if k < chosen:
                most = max(most, out + SAME_LINE)
            elif out > most:
                found, most = k, out
    return found
