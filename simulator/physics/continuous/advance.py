"""When in a step two fast shapes meet: conservative advancement (Mirtich 1996).

The distance of two convex shapes bounds the time until they can touch, on the motion that
`integrate` will give them, tumbling included. Along the axis that holds them apart a point of a
turning body is accelerated by A = r (w^2 + |dw/dt|) at most, and Euler's equations bound the latter
by w^2 / sqrt(3). A stretch of time t is free of them if they are x apart at its beginning and y at
its end, and (sqrt x + sqrt y)^2 > A t^2 / 2: bodies that touch and turn away from each other are
not held up. Two that tumble together are apart along a side of one of them, which turns with it
(Catto 2013): seen from there the other's points are accelerated by that turn and Coriolis' share as
well. A stretch is free if it is so along the axis as it stays, or as it turns with either.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import span
from ..geometry.shapes import MESH, PLANE, SPHERE
from ..geometry.triangles import LEAF, SHEET, find_next
from . import apart, flight

SINK = 0.25  # share of the half thickness by which a body that stops may be sunk in
DEEP = 0.003  # the most of it [m]
GRAZE = 1e-4  # of two balls, which would pass by each other so deep [m]
CLOSE = 0.08  # share of that that is left at most
ROUNDS = 64  # of advancement; after them the body stops where it is proved free
STRETCHES = 8  # of time looked at in a round, each about as long as the one before would allow
SWERVE = 1.0 + 1.0 / np.sqrt(3.0)  # largest acceleration of a point, of r w^2


@kernel
def find_share(bodies, shapes, a, b, of_body, normal, scratch, h) -> float:
    """Return which part of the step passes before fast shapes of the two meet, at most 1.

    `normal`, from a to b, is that of their contacts or what they were apart along, if anything.
    """
    place = scratch.flight
    spin_a = flight.trace(bodies, shapes, a, place, h)
    spin_b = flight.trace(bodies, shapes, b, place, h)
    way_a, turn_a = flight.find_motion(bodies, shapes, a, spin_a, h)
    way_b, turn_b = flight.find_motion(bodies, shapes, b, spin_b, h)
    turn_a = min(turn_a, 2.0 * flight.find_lever(shapes, a))
    turn_b = min(turn_b, 2.0 * flight.find_lever(shapes, b))
    flight.put(bodies, shapes, a, 0.0, place, 0, h)
    flight.put(bodies, shapes, b, 0.0, place, 1, h)
    bends = _find_bends(bodies, shapes, a, b, place, h)
    if shapes.kind[b] == MESH:
        return _meet_mesh(bodies, shapes, a, b, bends, of_body, scratch, h)
    if shapes.kind[b] != PLANE:
        between = vector.subtract(
            vector.load(place.position, place.row[1]), vector.load(place.position, place.row[0])
        )
        near = shapes.radius[a] + shapes.radius[b] + way_a + turn_a + way_b + turn_b
        near += h * (_find_ride(bodies, shapes, a) + _find_ride(bodies, shapes, b))
        if vector.dot(between, between) > near * near:
            return 1.0
        if _stay_apart(bodies, shapes, a, b, normal, bends, scratch, h):
            return 1.0
    return _advance(bodies, shapes, a, b, -1, bends, of_body, scratch, h)


@kernel
def _find_ride(bodies, shapes, i) -> float:
    """Return how fast what carries a shape moves [m/s]."""
    ride = vector.load(bodies.ride, shapes.body[i])
    return np.sqrt(vector.dot(ride, ride))


@kernel
def _stay_apart(bodies, shapes, a, b, normal, bends, scratch, h) -> bool:
    """Whether two placed shapes stay apart along `normal`, from a to b, all through the step."""
    if vector.dot(normal, normal) < 0.5:
        return False
    sink = _find_sink(shapes, a, b)
    gap = apart.along(shapes, a, b, -1, normal, scratch)
    if gap < 2.0 * CLOSE * sink - sink:
        return False
    place, axes = scratch.flight, _find_axes(scratch.flight, normal)
    flight.put(bodies, shapes, a, 1.0, place, 0, h)
    flight.put(bodies, shapes, b, 1.0, place, 1, h)
    return _find_free(shapes, a, b, -1, axes, bends, gap + sink, -sink, 1.0, scratch) >= 1.0


@kernel
def _find_sink(shapes, a, b) -> float:
    """Return how deep two shapes may be in each other when they have stopped [m]."""
    if shapes.kind[a] == SPHERE and shapes.kind[b] == SPHERE:
        return GRAZE
    return min(SINK * min(shapes.thickness[a], shapes.thickness[b]), DEEP)


@kernel
def _find_bends(bodies, shapes, a, b, place, h) -> tuple[float, float, float]:
    """Return A h^2 / 2 of two shapes, the bounds above for the whole step [m].

    Along an axis that stays, one that turns with a and one that turns with b.
    """
    spin_a = flight.trace(bodies, shapes, a, place, h)
    spin_b = flight.trace(bodies, shapes, b, place, h)
    turn_a = flight.find_motion(bodies, shapes, a, spin_a, h)[1]
    turn_b = flight.find_motion(bodies, shapes, b, spin_b, h)[1]
    stays = 0.5 * SWERVE * h * (spin_a * turn_a + spin_b * turn_b)
    if shapes.kind[b] == MESH or shapes.kind[b] == PLANE:
        return stays, np.inf, np.inf
    on_a, on_b = shapes.body[a], shapes.body[b]
    speed_a, speed_b = flight.velocity_of(bodies, on_a)[0], flight.velocity_of(bodies, on_b)[0]
    speed = vector.subtract(speed_b, speed_a)
    way = vector.subtract(vector.load(bodies.position, on_b), vector.load(bodies.position, on_a))
    along = h * np.sqrt(vector.dot(speed, speed))
    far = np.sqrt(vector.dot(way, way)) + along
    return (
        stays, _bend_with(spin_a, spin_b, turn_b, far + flight.find_lever(shapes, b), along, h),
        _bend_with(spin_b, spin_a, turn_a, far + flight.find_lever(shapes, a), along, h),
    )  # fmt: skip


@kernel
def _bend_with(spin, other, turn, far, way, h) -> float:
    """Return the bound along an axis that turns by `spin` [rad/s] with one of two shapes [m].

    The other one's points turn by `turn` [m] with their spin `other` and come as far as `far` [m];
    `way` [m] is how far the two move past each other.
    """
    own = h * spin
    coriolis = 2.0 * own * (way + turn + own * far)
    return 0.5 * (SWERVE * (h * other * turn + own * own * far) + coriolis)


@kernel
def _find_axes(place, normal) -> tuple[vector.Vector, vector.Vector, vector.Vector]:
    """Return a normal as it is, and as both placed shapes see it."""
    return (
        normal, vector.apply_transposed(place.rotation[place.row[0]], normal),
        vector.apply_transposed(place.rotation[place.row[1]], normal),
    )  # fmt: skip


@kernel
def _find_free(shapes, a, b, triangle, axes, bends, room, target, stretch, scratch) -> float:
    """Return how much of a stretch of the step looks free of two shapes, placed at its end.

    All of it is proved to be. They are `room` [m] from `target` [m] when it begins.
    """
    place, free = scratch.flight, 0.0
    for k in range(3):
        if bends[k] == np.inf:
            continue
        normal = axes[k]
        if k > 0:
            normal = vector.apply(place.rotation[place.row[k - 1]], normal)
        left = apart.along(shapes, a, b, triangle, normal, scratch) - target
        roots = np.sqrt(room) + np.sqrt(max(left, 0.0))
        if left >= 0.0 and roots * roots >= bends[k] * stretch * stretch:
            return stretch
        if left >= 0.0:
            free = max(free, stretch * max(0.3, 0.9 * roots / (np.sqrt(bends[k]) * stretch)))
        else:
            free = max(free, stretch * max(0.1, 0.9 * room / (room - left)))
    return free


@kernel
def _advance(bodies, shapes, a, b, triangle, bends, of_body, scratch, h) -> float:
    """Advance the two, or a and a triangle of mesh b, to where they meet or the step ends."""
    place = scratch.flight
    speed_a, _ = flight.velocity_of(bodies, shapes.body[a])
    speed_b, _ = flight.velocity_of(bodies, shapes.body[b])
    ride_of_a = vector.load(bodies.ride, shapes.body[a])
    ride_of_b = vector.load(bodies.ride, shapes.body[b])
    spin_a = flight.trace(bodies, shapes, a, place, h)
    spin_b = flight.trace(bodies, shapes, b, place, h)
    turn_a = flight.find_motion(bodies, shapes, a, spin_a, h)[1]
    turn_b = flight.find_motion(bodies, shapes, b, spin_b, h)[1]
    sink = _find_sink(shapes, a, b)
    close = CLOSE * sink
    share_a, share_b = bodies.share[shapes.body[a]], bodies.share[shapes.body[b]]
    time, target, half = 0.0, -np.inf, 0.0
    for _ in range(ROUNDS):
        flight.put(bodies, shapes, a, time, place, 0, h)
        if triangle < 0:
            flight.put(bodies, shapes, b, time, place, 1, h)
        gap, normal = apart.measure(shapes, a, b, triangle, scratch)
        if target == -np.inf:
            target, half = min(-sink, gap - 2.0 * close), 0.5 * max(gap, 0.0)
        own_a, own_b = h * vector.dot(normal, speed_a), -h * vector.dot(normal, speed_b)
        ride_a, ride_b = h * vector.dot(normal, ride_of_a), -h * vector.dot(normal, ride_of_b)
        # what does not stop with the other will still have come nearer when the step ends, but
        # who meets a link goes on with it
        ahead, until, closing = 0.0, 1.0, 0.0
        if shapes.fast[a] == 0:
            ahead = min(max(own_a + ride_b, 0.0), half) if of_body[shapes.body[a]] < 0 else 0.0
        elif time < share_a:
            until, closing = share_a, own_a + turn_a
        else:
            closing = ride_a
        if shapes.fast[b] == 0:
            ahead = min(max(own_b + ride_a, 0.0), half) if of_body[shapes.body[b]] < 0 else 0.0
        elif time < share_b:
            until, closing = min(until, share_b), closing + own_b + turn_b
        else:
            closing += ride_b
        room, left_over = gap - target - (1.0 - time) * ahead, until - time
        if room > closing * left_over:
            if until == 1.0:
                return 1.0
            time = until
            continue
        if room < close:
            return time
        safe, stretch, axes = room / closing, left_over, _find_axes(place, normal)
        for _ in range(STRETCHES):
            if stretch <= safe:
                break
            end = time + stretch
            flight.put(bodies, shapes, a, end, place, 0, h)
            if triangle < 0:
                flight.put(bodies, shapes, b, end, place, 1, h)
            lost = target + (1.0 - end) * ahead
            free = _find_free(
                shapes, a, b, triangle, axes, bends, room, lost, stretch, scratch
            )  # fmt: skip
            if free >= stretch:
                safe = stretch
            stretch = free
        time = until if safe >= left_over else time + safe
        if time >= 1.0:
            return 1.0
    return time


@kernel
def _meet_mesh(bodies, shapes, a, b, bends, of_body, scratch, h) -> float:
    """Advance shape `a` to the first triangle of mesh `b`, which does not move.

    Walks the tree of boxes without a stack: down to the left child, else on to the next node.
    """
    place, meshes, mesh = scratch.flight, shapes.meshes, shapes.mesh[b]
    speed, _ = flight.velocity_of(bodies, shapes.body[a])
    spin = flight.trace(bodies, shapes, a, place, h)
    turn = flight.find_motion(bodies, shapes, a, spin, h)[1]
    turn = min(turn, 2.0 * flight.find_lever(shapes, a))
    frame, width, best = place.rotation[place.row[1]], shapes.radius[a] + turn, 1.0
    start = vector.subtract(
        vector.load(place.position, place.row[0]), vector.load(place.position, place.row[1])
    )
    start = vector.apply_transposed(frame, start)
    way = vector.apply_transposed(frame, (h * speed[0], h * speed[1], h * speed[2]))
    leaves, node = meshes.leaves[mesh], 1
    while node > 0:
        row = meshes.root[mesh] + node
        low, high = vector.load(meshes.node_low, row), vector.load(meshes.node_high, row)
        grown = (width, width, width)
        low, high = vector.subtract(low, grown), vector.offset(high, 1.0, grown)
        if span.of_box(start, way, low, high)[0] < best:
            if node < leaves:
                node *= 2
                continue
            first = LEAF * (node - leaves)
            for t in range(first, min(first + LEAF, meshes.size[mesh])):
                triangle = meshes.first[mesh] + t
                if _may_meet(meshes, mesh, triangle, start, way, width):
                    apart.place_triangle(meshes, triangle, place, scratch.triangle)
                    own = _advance(
                        bodies, shapes, a, b, triangle, bends, of_body, scratch, h
                    )  # fmt: skip
                    best = min(best, own)
        node = find_next(node)
    return best


@kernel
def _may_meet(meshes, mesh, triangle, start, way, width) -> bool:
    """Whether a ball of radius `width` at `start` reaches the triangle's plane on its `way`."""
    normal = vector.load(meshes.normals, triangle)
    corner = vector.load(meshes.corners[triangle], 0)
    height, rise = vector.dot(normal, vector.subtract(start, corner)), vector.dot(normal, way)
    if height < 0.0:
        if meshes.closed[mesh] != SHEET:
            return False  # from behind: another side of the solid is met
        height, rise = -height, -rise
    return height + min(rise, 0.0) < width
