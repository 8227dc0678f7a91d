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
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import span
from ..geometry.shapes import ENDLESS, MESH, PLANE
from . import advance, flight, margin, riding
from .advance import DEEP

STOPS = 64  # things behind each other that stop, one on the next; in heaps it is some twenty


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
    place, stopped = scratch.flight, False
    flight.begin(place)
    for i in range(len(shapes.kind)):
        is_fast, place.far[i] = _is_fast(i, bodies, shapes, asleep, h)
        if is_fast:
            flight.trace(bodies, shapes, i, place, h)
            turn = flight.find_turn(bodies, shapes, i, place, h)
            stopped |= margin.stay_listed(i, turn, bodies, shapes, contacts, of_body, h)
        shapes.fast[i] = is_fast
    for again in range(STOPS):
        stopped |= _stop_pairs(bodies, shapes, pairs, contacts, of_body, again > 0, scratch, h)
        if not stopped:
            break
        stopped = False


@kernel
def _is_any_fast(bodies, shapes, asleep, h) -> bool:
    for i in range(len(shapes.kind)):
        if _is_fast(i, bodies, shapes, asleep, h)[0]:
            return True
    return False


@kernel
def _is_fast(i, bodies, shapes, asleep, h) -> tuple[bool, float]:
    """Return whether shape `i` may get further than it is thick, or where its contacts are unknown.

    And how far it gets with the velocity that it begins with [m], against what carries it, see
    `riding`; 0 if it cannot stop.
    """
    if shapes.thin[i] >= ENDLESS or asleep[shapes.body[i]] != 0:
        return False, 0.0
    way, turn = flight.find_start(bodies, shapes, i, h)
    far = way + turn
    return far > shapes.thin[i] or margin.is_unforeseen(i, way, turn, bodies, shapes, h), far


@kernel
def _stop_pairs(bodies, shapes, pairs, contacts, of_body, again, scratch, h) -> bool:
    """Stop what meets something; return whether any has to. `again`: only behind one stopped."""
    stopped = False
    for p in range(pairs.used[0]):
        a, b = pairs.shape_a[p], pairs.shape_b[p]
        if not again:
            pairs.shares[p] = 0.0  # not asked yet: what stands there is of another step
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
        for i in (a, b):  # its contacts were known, but not how the other one moves
            shapes.fast[i] |= scratch.flight.far[i] > DEEP
        normal = vector.load(pairs.axis, p)
        if pairs.count[p] > 0:
            normal = vector.load(contacts.normal, pairs.first[p])
        if shapes.kind[a] == PLANE or shapes.kind[a] == MESH:
            a, b, on_a, on_b = b, a, on_b, on_a
        share = advance.find_share(bodies, shapes, a, b, of_body, normal, scratch, h)
        if shapes.fast[a] and share < bodies.share[on_a]:
            bodies.share[on_a], stopped = share, True
            riding.follow(on_a, b, bodies, shapes, of_body)
        if shapes.fast[b] and share < bodies.share[on_b]:
            bodies.share[on_b], stopped = share, True
            riding.follow(on_b, a, bodies, shapes, of_body)
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
