"""A wheel's tread: a cylinder lying on a plane, or alongside a box, met along a line of two points.

Where a box's edges run along the cylinder's axis, as those of a track's link on its wheel do, the
two are a circle and a rectangle: the nearest point of the rectangle is exact.

The horns that guide a track on its wheels meet the flanks of rims alone, however deep they are in
them. Teeth are tapered: one that comes down on the tread slides off, and the track is where it was.
By the shortest way out it would be pushed on over the tread, and the track off its wheels.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import convex
from ..geometry.shapes import BOX, CAPSULE, CYLINDER, PLANE
from . import manifold

TILT = 0.01  # an edge at a smaller angle [rad] runs along the axis
ASIDE = 0.02  # share of the radius that the axis may move aside along an edge that bears it


@kernel
def collide(begin, end, robot, shapes, pairs, scratch) -> None:
    """Find the points of pairs `begin` to `end` of a cylinder's side with a plane or box.

    And of its flanks with the horns of tracks; `robot` (bodies,) is which one a body is of.
    """
    position, rotation, size = shapes.world_position, shapes.world_rotation, shapes.size
    kind, points = shapes.kind, scratch.points
    for p in range(begin, end):
        a, b = pairs.shape_a[p], pairs.shape_b[p]
        wheel, other, sign = (b, a, 1.0) if kind[b] == CYLINDER else (a, b, -1.0)
        if pairs.held[p] or kind[wheel] != CYLINDER:
            continue
        first, done = points.used[0], False
        if kind[other] == PLANE:
            done = _lie(position, rotation, size, other, wheel, pairs.now[p], points)
        elif kind[other] == BOX:
            done = _roll(position, rotation, size, other, wheel, pairs.now[p], points)
        elif shapes.stiffness[other] < 0.0:
            if robot[shapes.body[other]] == robot[shapes.body[wheel]]:
                _guide(position, rotation, size, kind, other, wheel, pairs.now[p], points)
                done = True
        if not done:
            continue
        if sign < 0.0:
            for k in range(first, points.used[0]):
                for r in range(3):
                    points.normal[k, r] = -points.normal[k, r]
        pairs.axis[p, :] = 0.0
        pairs.found[p], pairs.made[p] = first, points.used[0] - first


@kernel
def _lie(position, rotation, size, plane, wheel, reach, points) -> bool:
    """Add the ends of the lowest line of a cylinder; False: it stands on its end."""
    normal = rotation[plane, 0, 2], rotation[plane, 1, 2], rotation[plane, 2, 2]
    axis = rotation[wheel, 0, 2], rotation[wheel, 1, 2], rotation[wheel, 2, 2]
    slope = vector.dot(axis, normal)
    if abs(slope) > convex.UPRIGHT:
        return False
    down = vector.offset(normal, -slope, axis)
    scale = size[wheel, 0] / np.sqrt(vector.dot(down, down))
    for k in range(2):
        half = size[wheel, 1] if k else -size[wheel, 1]
        arm = vector.offset((half * axis[0], half * axis[1], half * axis[2]), -scale, down)
        low = vector.offset(vector.load(position, wheel), 1.0, arm)
        gap = vector.dot(vector.subtract(low, vector.load(position, plane)), normal)
        if gap < reach:
            manifold.add(points, vector.offset(low, -0.5 * gap, normal), normal, gap, k)
    return True


@kernel
def _roll(position, rotation, size, box, wheel, reach, points) -> bool:
    """Add the ends of the line along which a cylinder's side meets a box's face or edge.

    False: the cylinder does not run along the box, or its edge, its end is as near, or its axis is
    inside.
    """
    axis = rotation[wheel, 0, 2], rotation[wheel, 1, 2], rotation[wheel, 2, 2]
    k, along = 0, 0.0
    for c in range(3):
        share = _component(rotation, box, c, axis)
        if abs(share) > abs(along):
            k, along = c, share
    if 1.0 - along * along > TILT * TILT:
        return False
    u, v = (k + 1) % 3, (k + 2) % 3
    way = vector.subtract(vector.load(position, wheel), vector.load(position, box))
    middle = _component(rotation, box, k, way)
    low = max(middle - size[wheel, 1], -size[box, k])
    high = min(middle + size[wheel, 1], size[box, k])
    # where the axis is, seen along the box's edges, in the middle of the part they share
    slope_u = _component(rotation, box, u, axis) / along
    slope_v = _component(rotation, box, v, axis) / along
    start_u = _component(rotation, box, u, way) - middle * slope_u
    start_v = _component(rotation, box, v, way) - middle * slope_v
    x = start_u + 0.5 * (low + high) * slope_u
    y = start_v + 0.5 * (low + high) * slope_v
    near_x = min(max(x, -size[box, u]), size[box, u])
    near_y = min(max(y, -size[box, v]), size[box, v])
    distance = np.sqrt((x - near_x) ** 2 + (y - near_y) ** 2)
    gap, radius = distance - size[wheel, 0], size[wheel, 0]
    if high - low < max(-gap, TILT * radius) or distance < TILT * radius:
        return False
    if near_x != x and near_y != y:
        aside = 0.5 * (high - low) * np.sqrt(slope_u * slope_u + slope_v * slope_v)
        if aside > ASIDE * radius:
            return False
    x, y = (x - near_x) / distance, (y - near_y) / distance
    tilt = along * (x * slope_u + y * slope_v)
    radius *= np.sqrt(1.0 - tilt * tilt)
    feature = (near_x > 0.0) + 2 * (near_y > 0.0)
    feature += 4 * (abs(near_x) < size[box, u]) + 8 * (abs(near_y) < size[box, v]) + 16 * k
    for end in range(2):
        t = high if end else low
        gap = (start_u + t * slope_u - near_x) * x + (start_v + t * slope_v - near_y) * y - radius
        if gap >= reach:
            continue
        # midway from the box's surface; beside the face's edge both are known along the normal only
        across_u = near_x if x != 0.0 else start_u + t * slope_u
        across_v = near_y if y != 0.0 else start_v + t * slope_v
        place, normal = vector.load(position, box), (0.0, 0.0, 0.0)
        place = vector.offset(place, t, vector.column(rotation, box, k))
        place = vector.offset(place, across_u + 0.5 * gap * x, vector.column(rotation, box, u))
        place = vector.offset(place, across_v + 0.5 * gap * y, vector.column(rotation, box, v))
        normal = vector.offset(normal, x, vector.column(rotation, box, u))
        normal = vector.offset(normal, y, vector.column(rotation, box, v))
        manifold.add(points, place, normal, gap, 2 * feature + end)
    return True


@kernel
def _guide(position, rotation, size, kind, horn, wheel, reach, points) -> None:
    """Add where a horn, a ball or the end of a capsule that is nearer, meets a wheel's flank.

    Along the wheel's axis, however far that is. None where its tip is not within the rim.
    """
    axis, middle = vector.column(rotation, wheel, 2), vector.load(position, wheel)
    way = vector.subtract(vector.load(position, horn), middle)
    if kind[horn] == CAPSULE:
        along = vector.column(rotation, horn, 2)
        outwards = vector.dot(axis, way) * vector.dot(axis, along) > 0.0
        way = vector.offset(way, -size[horn, 1] if outwards else size[horn, 1], along)
    aside = vector.dot(axis, way)
    off = vector.offset(way, -aside, axis)
    distance = np.sqrt(vector.dot(off, off))
    above, width = max(distance - size[wheel, 0], 0.0), size[horn, 0]
    if above >= width:
        return
    width = np.sqrt(width * width - above * above)  # where it passes the rim
    gap = abs(aside) - size[wheel, 1] - width
    if gap >= reach:
        return
    inwards = -1.0 if aside > 0.0 else 1.0
    normal = inwards * axis[0], inwards * axis[1], inwards * axis[2]
    place = vector.offset(vector.offset(middle, 1.0, way), width + 0.5 * gap, normal)
    if above > 0.0:
        place = vector.offset(place, -above / distance, off)
    manifold.add(points, place, normal, gap, 0)


@kernel
def _component(rotation, i, c, v) -> float:
    """Return a vector's component along axis c of shape i."""
    return rotation[i, 0, c] * v[0] + rotation[i, 1, c] * v[1] + rotation[i, 2, c] * v[2]
