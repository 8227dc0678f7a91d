"""How much of a step a fast body may move before it meets something.

Contacts stop what moves by less than its own half thickness in a step before it is there. A free
body that is faster knows of contacts only when it touches - ahead of it, their planes would stop
what passes by - and ends its step where it meets something, sunk in by a share of the half
thickness of the thinner one, 3 mm at most, so that neither the floor it slides on nor a seam in it
counts. So does what a blow has sent elsewhere than its contacts were looked for: a crate that lands
on a corner turns its other corners down in the same step. It loses time, never momentum: the next
step begins with the impact. What forces give it in the time it loses is lost too, or a body held up
by a corner would gather energy. Who meets a body that has stopped stops there, too, slow or fast:
its contacts count on the other's motion.

The time is found by conservative advancement (Mirtich 1996), in which the distance of two convex
shapes bounds the time until they can touch, on the motion that `integrate` will give them, tumbling
included. Along the axis that holds them apart a point of a turning body is accelerated by
A = r (w^2 + |dw/dt|) at most, and Euler's equations bound the latter by w^2 / sqrt(3). A stretch of
time t is free of them if they are x apart at its beginning and y at its end, and
(sqrt x + sqrt y)^2 > A t^2 / 2: bodies that touch and turn away from each other are not held up.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import span
from ..geometry.shapes import ENDLESS, MESH, PLANE
from ..geometry.triangles import LEAF, SHEET, find_next
from . import apart, flight, margin, riding

SINK = 0.25  # share of the half thickness by which a body that stops may be sunk in
DEEP = 0.003  # the most of it [m]
CLOSE = 0.08  # share of that that is left at most
ROUNDS = 64  # of advancement; after them the body stops where it is proved free
STRETCHES = 8  # of time looked at in a round, each about as long as the one before would allow
STOPS = 4  # times that stopped bodies are told to those that meet them
SWERVE = 1.0 + 1.0 / np.sqrt(3.0)  # largest acceleration of a point, of r w^2


@kernel
def limit(bodies, shapes, pairs, contacts, of_body, asleep, scratch, h) -> None:
    """Write to `bodies.share` which part of `h` [s] each body moves; call before it does.

    `of_body` (bodies,) is the island of each.
    """
    bodies.share[:] = 1.0
    riding.leave(bodies)
    if not _is_any_fast(bodies, shapes, asleep, h):
        shapes.fast[:] = 0
        return
    riding.find(bodies, shapes, pairs, contacts, of_body)
    place = scratch.flight
    place.body[:] = -1
    for i in range(len(shapes.kind)):
        is_fast = _is_fast(i, bodies, shapes, asleep, h)
        if is_fast:
            flight.trace(bodies, shapes, i, place, 0, h)
            turn = flight.find_motion(bodies, shapes, i, place.peak[0], h)[1]
            turn = min(turn, 2.0 * flight.find_lever(shapes, i))  # as far as any point gets
            margin.stay_listed(i, turn, bodies, shapes, contacts, of_body, h)
        shapes.fast[i] = is_fast
    for again in range(STOPS):
        if not _stop_pairs(bodies, shapes, pairs, contacts, of_body, again > 0, scratch, h):
            break


@kernel
def _is_any_fast(bodies, shapes, asleep, h) -> bool:
    for i in range(len(shapes.kind)):
        if _is_fast(i, bodies, shapes, asleep, h):
            return True
    return False


@kernel
def _is_fast(i, bodies, shapes, asleep, h) -> bool:
    """Whether shape `i` may get further than it is thick, or where its contacts are unknown.

    Against what carries it, see `riding`.
    """
    if shapes.thin[i] >= ENDLESS or asleep[shapes.body[i]] != 0:
        return False
    way, turn = flight.find_start(bodies, shapes, i, h)
    return way + turn > shapes.thin[i] or margin.is_unforeseen(i, way, turn, bodies, shapes, h)


@kernel
def _stop_pairs(bodies, shapes, pairs, contacts, of_body, again, scratch, h) -> bool:
    """Stop what meets something; return whether any has to. `again`: only behind one stopped."""
    stopped = False
    for p in range(pairs.used[0]):
        a, b = pairs.shape_a[p], pairs.shape_b[p]
        if shapes.fast[a] == 0 and shapes.fast[b] == 0:
            continue
        on_a, on_b = shapes.body[a], shapes.body[b]
        if again and not _is_followed(bodies, shapes, a, b, h):
            continue
        known = bodies.share[on_a] + bodies.share[on_b]  # shares only fall
        known += 3.0 * (shapes.fast[a] + shapes.fast[b])  # more than both
        if again and pairs.shares[p] == known:
            continue
        pairs.shares[p] = known
        if _pass_by(bodies, shapes, a, b, h):
            continue
        normal = vector.load(pairs.axis, p)
        if pairs.count[p] > 0:
            normal = vector.load(contacts.normal, pairs.first[p])
        if shapes.kind[a] == PLANE or shapes.kind[a] == MESH:
            a, b, on_a, on_b = b, a, on_b, on_a
        share = _find_share(bodies, shapes, a, b, of_body, normal, scratch, h)
        if shapes.fast[a] and share < bodies.share[on_a]:
            bodies.share[on_a], stopped = share, True
            riding.follow(on_a, on_b, bodies, of_body)
        if shapes.fast[b] and share < bodies.share[on_b]:
            bodies.share[on_b], stopped = share, True
            riding.follow(on_b, on_a, bodies, of_body)
    return stopped


@kernel
def _is_followed(bodies, shapes, a, b, h) -> bool:
    """Whether one of two shapes has stopped and the other has not; that counts as fast then."""
    share_a, share_b = bodies.share[shapes.body[a]], bodies.share[shapes.body[b]]
    if share_a == share_b:
        return False
    first, other = (a, b) if share_a < share_b else (b, a)
    if shapes.fast[other] == 0:
        lost = 1.0 - bodies.share[shapes.body[first]]
        way, turn = flight.find_start(bodies, shapes, first, h)
        if shapes.thin[other] >= ENDLESS or lost * (way + turn) < DEEP:
            return False
        shapes.fast[other] = 1
    return True


@kernel
def _pass_by(bodies, shapes, a, b, h) -> bool:
    """Whether the balls that two shapes turn in pass by each other, each as far as it goes."""
    if shapes.radius[a] >= ENDLESS or shapes.radius[b] >= ENDLESS:
        return False
    on_a, on_b, near = shapes.body[a], shapes.body[b], shapes.radius[a] + shapes.radius[b]
    arm_a, arm_b = vector.load(shapes.position, a), vector.load(shapes.position, b)
    near += np.sqrt(vector.dot(arm_a, arm_a)) + np.sqrt(vector.dot(arm_b, arm_b))
    speed_a, speed_b = flight.velocity_of(bodies, on_a)[0], flight.velocity_of(bodies, on_b)[0]
    way = vector.subtract(vector.load(bodies.position, on_b), vector.load(bodies.position, on_a))
    share_a, share_b = bodies.share[on_a], bodies.share[on_b]
    both = min(share_a, share_b) * h
    along = vector.subtract(speed_b, speed_a)
    if span.comes_near(way, along, both, near):
        return False
    way = vector.offset(way, both, along)
    if share_a > share_b:
        along = vector.subtract(speed_a, vector.load(bodies.ride, on_b))
        return not span.comes_near(way, along, both - share_a * h, near)
    along = vector.subtract(speed_b, vector.load(bodies.ride, on_a))
    return not span.comes_near(way, along, share_b * h - both, near)


@kernel
def _find_share(bodies, shapes, a, b, of_body, normal, scratch, h) -> float:
    """Return which part of the step passes before fast shapes of the two meet, at most 1.

    `normal`, from a to b, is that of their contacts or what they were apart along, if anything.
    """
    place = scratch.flight
    flight.trace(bodies, shapes, a, place, 0, h)
    flight.trace(bodies, shapes, b, place, 1, h)
    way_a, turn_a = flight.find_motion(bodies, shapes, a, place.peak[0], h)
    way_b, turn_b = flight.find_motion(bodies, shapes, b, place.peak[1], h)
    turn_a = min(turn_a, 2.0 * flight.find_lever(shapes, a))
    turn_b = min(turn_b, 2.0 * flight.find_lever(shapes, b))
    flight.put(bodies, shapes, a, 0.0, place, 0, h)
    flight.put(bodies, shapes, b, 0.0, place, 1, h)
    if shapes.kind[b] == MESH:
        return _meet_mesh(bodies, shapes, a, b, of_body, scratch, h)
    if shapes.kind[b] != PLANE:
        between = vector.subtract(vector.load(place.position, 1), vector.load(place.position, 0))
        near = shapes.radius[a] + shapes.radius[b] + way_a + turn_a + way_b + turn_b
        near += h * (_find_ride(bodies, shapes, a) + _find_ride(bodies, shapes, b))
        if vector.dot(between, between) > near * near:
            return 1.0
        if _stay_apart(bodies, shapes, a, b, normal, scratch, h):
            return 1.0
    return _advance(bodies, shapes, a, b, -1, of_body, scratch, h)


@kernel
def _find_ride(bodies, shapes, i) -> float:
    """Return how fast what carries a shape moves [m/s]."""
    ride = vector.load(bodies.ride, shapes.body[i])
    return np.sqrt(vector.dot(ride, ride))


@kernel
def _stay_apart(bodies, shapes, a, b, normal, scratch, h) -> bool:
    """Whether two placed shapes stay apart along `normal`, from a to b, all through the step."""
    if vector.dot(normal, normal) < 0.5:
        return False
    place = scratch.flight
    sink = _find_sink(shapes, a, b)
    gap = apart.along(shapes, a, b, -1, normal, scratch)
    if gap < 2.0 * CLOSE * sink - sink:
        return False
    flight.put(bodies, shapes, a, 1.0, place, 0, h)
    flight.put(bodies, shapes, b, 1.0, place, 1, h)
    left = apart.along(shapes, a, b, -1, normal, scratch) + sink
    roots = np.sqrt(gap + sink) + np.sqrt(max(left, 0.0))
    return left >= 0.0 and roots * roots >= _find_bend(bodies, shapes, a, b, place, h)


@kernel
def _find_sink(shapes, a, b) -> float:
    """Return how deep two shapes may be in each other when they have stopped [m]."""
    return min(SINK * min(shapes.thickness[a], shapes.thickness[b]), DEEP)


@kernel
def _find_bend(bodies, shapes, a, b, place, h) -> float:
    """Return A h^2 / 2 of two shapes, the bound above for the whole step [m]."""
    turn_a = flight.find_motion(bodies, shapes, a, place.peak[0], h)[1]
    turn_b = flight.find_motion(bodies, shapes, b, place.peak[1], h)[1]
    return 0.5 * SWERVE * h * (place.peak[0] * turn_a + place.peak[1] * turn_b)


@kernel
def _advance(bodies, shapes, a, b, triangle, of_body, scratch, h) -> float:
    """Advance the two, or a and a triangle of mesh b, to where they meet or the step ends."""
    place = scratch.flight
    speed_a, _ = flight.velocity_of(bodies, shapes.body[a])
    speed_b, _ = flight.velocity_of(bodies, shapes.body[b])
    ride_of_a = vector.load(bodies.ride, shapes.body[a])
    ride_of_b = vector.load(bodies.ride, shapes.body[b])
    turn_a = flight.find_motion(bodies, shapes, a, place.peak[0], h)[1]
    turn_b = flight.find_motion(bodies, shapes, b, place.peak[1], h)[1]
    bend, sink = _find_bend(bodies, shapes, a, b, place, h), _find_sink(shapes, a, b)
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
        safe, stretch = room / closing, left_over
        for _ in range(STRETCHES):
            if stretch <= safe:
                break
            end = time + stretch
            flight.put(bodies, shapes, a, end, place, 0, h)
            if triangle < 0:
                flight.put(bodies, shapes, b, end, place, 1, h)
            left = apart.along(shapes, a, b, triangle, normal, scratch) - target
            left -= (1.0 - end) * ahead
            roots = np.sqrt(room) + np.sqrt(max(left, 0.0))
            if left >= 0.0 and roots * roots >= bend * stretch * stretch:
                safe = stretch
            elif left >= 0.0:
                stretch *= max(0.3, 0.9 * roots / (np.sqrt(bend) * stretch))
            else:
                stretch *= max(0.1, 0.9 * room / (room - left))
        time = until if safe >= left_over else time + safe
        if time >= 1.0:
            return 1.0
    return time


@kernel
def _meet_mesh(bodies, shapes, a, b, of_body, scratch, h) -> float:
    """Advance shape `a` to the first triangle of mesh `b`, which does not move.

    Walks the tree of boxes without a stack: down to the left child, else on to the next node.
    """
    place, meshes, mesh = scratch.flight, shapes.meshes, shapes.mesh[b]
    speed, _ = flight.velocity_of(bodies, shapes.body[a])
    turn = flight.find_motion(bodies, shapes, a, place.peak[0], h)[1]
    turn = min(turn, 2.0 * flight.find_lever(shapes, a))
    frame, width, best = place.rotation[1], shapes.radius[a] + turn, 1.0
    start = vector.subtract(vector.load(place.position, 0), vector.load(place.position, 1))
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
                    own = _advance(bodies, shapes, a, b, triangle, of_body, scratch, h)
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
