"""Where a ray runs inside a convex shape, in the shape's own frame: (enter, leave) from 0 onwards.

Distances are in lengths of the direction `d` from `o`. A ray that starts inside enters at 0; one
that misses enters at MISSED and leaves before it.
"""

import math

from simulator.compiled.jit import kernel

from ..algebra import vector

MISSED = math.inf
NOWHERE = (MISSED, -MISSED)
PARALLEL = 1e-14  # a direction's share along an axis that counts as none


@kernel
def _settle(enter, leave) -> tuple[float, float]:
    return (enter, leave) if enter <= leave else NOWHERE


@kernel
def cut(o, d, low, high, enter, leave) -> tuple[float, float]:
    """Narrow the stretch (enter, leave) of the ray to low <= o + t d <= high along one axis."""
    if abs(d) < PARALLEL:
        return (enter, leave) if low <= o <= high else NOWHERE
    t, u = (low - o) / d, (high - o) / d
    return max(enter, min(t, u)), min(leave, max(t, u))


@kernel
def of_box(o, d, low, high) -> tuple[float, float]:
    """Meet a box from corner `low` to corner `high`."""
    enter, leave = cut(o[0], d[0], low[0], high[0], 0.0, MISSED)
    enter, leave = cut(o[1], d[1], low[1], high[1], enter, leave)
    enter, leave = cut(o[2], d[2], low[2], high[2], enter, leave)
    return _settle(enter, leave)


@kernel
def of_sphere(o, d, radius) -> tuple[float, float]:
    """Meet a ball; `d` of unit length."""
    b, c = vector.dot(o, d), vector.dot(o, o) - radius * radius
    root = b * b - c
    if root < 0.0 or (b >= 0.0 and c > 0.0):
        return NOWHERE
    width = math.sqrt(root)
    return max(0.0, -b - width), max(0.0, -b + width)


@kernel
def of_round(o, d, radius, half, is_capsule) -> tuple[float, float]:
    """Meet a cylinder along z, or a capsule: its cylinder and a ball at each end."""
    a = d[0] * d[0] + d[1] * d[1]
    b, c = o[0] * d[0] + o[1] * d[1], o[0] * o[0] + o[1] * o[1] - radius * radius
    enter, leave = 0.0, MISSED
    if a > PARALLEL:
        root = b * b - a * c
        if root < 0.0:
            return NOWHERE
        enter, leave = max(0.0, (-b - math.sqrt(root)) / a), (-b + math.sqrt(root)) / a
    elif c > 0.0:
        return NOWHERE
    enter, leave = cut(o[2], d[2], -half, half, enter, leave)
    enter, leave = _settle(enter, leave)
    if is_capsule:
        for end in (-half, half):
            first, last = of_sphere((o[0], o[1], o[2] - end), d, radius)
            enter, leave = min(enter, first), max(leave, last)
    return enter, leave


@kernel
def of_hull(o, d, faces) -> tuple[float, float]:
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
            return NOWHERE
    return _settle(enter, leave)


@kernel
def comes_near(way, speed, time, near) -> bool:
    """Whether what is at `way` [m] gets nearer to the origin than `near` [m] within `time` [s]."""
    square, along = vector.dot(speed, speed), vector.dot(way, speed)
    at = 0.0
    if square > 0.0:
        at = -along / square
        at = min(max(at, min(time, 0.0)), max(time, 0.0))
    way = vector.offset(way, at, speed)
    return vector.dot(way, way) < near * near
