"""What rides with a link: it is fast, or stops, only against what carries it.

A bin on an arm moves at metres a second, and the parts in it lie still in it. Links never stop
within a step (`impact`), so neither may what moves along with them: it would fall behind, through
the wall that comes after it. Whoever is listed beside a link that moves as it does rides with that,
or is pushed along by it, however it slides on it meanwhile; and so does, in turn, what is listed
beside a rider. A wheel carries as its axle moves: it turns on past what it meets.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import convex
from ..geometry.shapes import ENDLESS, SPHERE
from . import flight

ALONG = 0.5  # a rider's speed against what carries, or pushes, it, as a share of its own
PASSES = 16  # riders on riders that are looked for


@kernel
def begin(bodies, shapes, pairs, contacts, of_body, h) -> None:
    """Find what rides as a step of `h` [s] begins; nothing does where all is slow."""
    leave(bodies)
    for i in range(len(shapes.body)):
        if shapes.thin[i] < ENDLESS:
            way, turn = flight.find_start(bodies, shapes, i, h)
            if way + turn > shapes.thin[i]:
                find(bodies, shapes, pairs, contacts, of_body)
                return


@kernel
def leave(bodies) -> None:
    """Let nothing ride."""
    bodies.ride[:, :] = 0.0
    bodies.carrier[:] = -1


@kernel
def find(bodies, shapes, pairs, contacts, of_body) -> None:
    """Write to `bodies.ride` the velocity of what carries each body [m/s]; others have none.

    Of the pairs listed last. Call again when velocities are new: a blow may have set a body going
    with a link. Nothing rides before it.
    """
    carrier, more = bodies.carrier, False
    for i in range(contacts.used[0]):
        if contacts.impulse[i, 0] > 0.0:
            a, b = contacts.body_a[i], contacts.body_b[i]
            first, second = contacts.shape_a[i], contacts.shape_b[i]
            if of_body[a] >= 0 and of_body[b] < 0:
                more |= _shove(b, a, first, i, 1.0, contacts, bodies)
            elif of_body[b] >= 0 and of_body[a] < 0:
                more |= _shove(a, b, second, i, -1.0, contacts, bodies)
    for p in range(pairs.used[0]):
        first, second = pairs.shape_a[p], pairs.shape_b[p]
        a, b = shapes.body[first], shapes.body[second]
        if of_body[a] >= 0 and of_body[b] < 0:
            more |= _board(b, first, bodies, shapes)
        elif of_body[b] >= 0 and of_body[a] < 0:
            more |= _board(a, second, bodies, shapes)
    for _ in range(PASSES):
        if not more:
            break
        more = False
        for p in range(pairs.used[0]):
            a, b = shapes.body[pairs.shape_a[p]], shapes.body[pairs.shape_b[p]]
            if of_body[a] >= 0 or of_body[b] >= 0:
                continue
            if carrier[a] >= 0 and carrier[b] < 0:
                more |= _board(b, carrier[a], bodies, shapes)
            elif carrier[b] >= 0 and carrier[a] < 0:
                more |= _board(a, carrier[b], bodies, shapes)


@kernel
def follow(b, shape, bodies, shapes, of_body) -> None:
    """Let body `b`, which a `shape` has stopped, go on with that, or with what carries it."""
    other = shapes.body[shape]
    if of_body[other] < 0 and bodies.carrier[b] >= 0:
        return
    way = vector.load(bodies.ride, other)
    if of_body[other] >= 0:
        way = _find_carrying(b, shape, bodies, shapes)
    vector.save(bodies.ride, b, way)


@kernel
def _find_carrying(b, shape, bodies, shapes) -> vector.Vector:
    """Return how a link's `shape` carries body `b` [m/s]: one that is round as its axis moves."""
    at, kind = vector.load(bodies.position, b), shapes.kind[shape]
    if convex.is_round(kind):
        link, local = shapes.body[shape], shapes.rotation[shape]
        turn, along = bodies.orientation[link], 0.0
        axis = vector.rotate(turn, (local[0, 2], local[1, 2], local[2, 2]))
        arm = vector.rotate(turn, vector.load(shapes.position, shape))
        middle = vector.offset(vector.load(bodies.position, link), 1.0, arm)
        if kind != SPHERE:
            half = shapes.size[shape, 1]
            along = vector.dot(vector.subtract(at, middle), axis)
            along = max(-half, min(along, half))
        at = vector.offset(middle, along, axis)
    return _find_way(at, shapes.body[shape], bodies)


@kernel
def _find_way(at, link, bodies) -> vector.Vector:
    """Return the velocity of a link at a place [m/s]."""
    arm = vector.subtract(at, vector.load(bodies.position, link))
    turning = vector.cross(vector.load(bodies.spin, link), arm)
    return vector.offset(vector.load(bodies.velocity, link), 1.0, turning)


@kernel
def _shove(b, link, shape, i, sign, contacts, bodies) -> bool:
    """Let free body `b` ride with a link that pushes it along by contact `i`, however it slides.

    As parts in a bin slide along the wall that comes after them. By a `shape` of the link, `sign`
    of the normal from that to the body. It rides along the normal only: a wheel turns on past what
    it pushes.
    """
    normal = vector.offset((0.0, 0.0, 0.0), sign, vector.load(contacts.normal, i))
    own = vector.dot(normal, vector.load(bodies.velocity, b))
    comes = vector.dot(normal, _find_way(vector.load(contacts.position, i), link, bodies))
    if bodies.carrier[b] >= 0 or comes <= 0.0 or abs(own - comes) >= ALONG * own:
        return False
    bodies.carrier[b] = shape
    vector.save(bodies.ride, b, vector.offset((0.0, 0.0, 0.0), comes, normal))
    return True


@kernel
def _board(b, shape, bodies, shapes) -> bool:
    """Let free body `b` ride with a link's `shape` if it moves along, more than with another."""
    speed = vector.load(bodies.velocity, b)
    way = _find_carrying(b, shape, bodies, shapes)
    past, known = vector.subtract(speed, way), vector.load(bodies.ride, b)
    most = ALONG * np.sqrt(vector.dot(speed, speed))
    if bodies.carrier[b] >= 0:
        other = vector.subtract(speed, known)
        most = np.sqrt(vector.dot(other, other))
    if np.sqrt(vector.dot(past, past)) >= most or bodies.inv_mass[b] == 0.0:
        return False
    bodies.carrier[b] = shape
    vector.save(bodies.ride, b, way)
    return True
