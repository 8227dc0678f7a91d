"""What rides with a link: it is fast, or stops, only against what carries it.

A bin on an arm moves at metres a second, and the parts in it lie still in it. Links never stop
within a step (`impact`), so neither may what moves along with them: it would fall behind, through
the wall that comes after it. Whoever is listed beside a link that moves as it does rides with that,
or is pushed along by it, however it slides on it meanwhile; and so does, in turn, what is listed
beside a rider.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry.shapes import ENDLESS
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
            if of_body[a] >= 0 and of_body[b] < 0:
                more |= _shove(b, a, i, 1.0, contacts, bodies)
            elif of_body[b] >= 0 and of_body[a] < 0:
                more |= _shove(a, b, i, -1.0, contacts, bodies)
    for p in range(pairs.used[0]):
        a, b = shapes.body[pairs.shape_a[p]], shapes.body[pairs.shape_b[p]]
        if of_body[a] >= 0 and of_body[b] < 0:
            more |= _board(b, a, bodies)
        elif of_body[b] >= 0 and of_body[a] < 0:
            more |= _board(a, b, bodies)
    for _ in range(PASSES):
        if not more:
            break
        more = False
        for p in range(pairs.used[0]):
            a, b = shapes.body[pairs.shape_a[p]], shapes.body[pairs.shape_b[p]]
            if of_body[a] >= 0 or of_body[b] >= 0:
                continue
            if carrier[a] >= 0 and carrier[b] < 0:
                more |= _board(b, carrier[a], bodies)
            elif carrier[b] >= 0 and carrier[a] < 0:
                more |= _board(a, carrier[b], bodies)


@kernel
def follow(b, other, bodies, of_body) -> None:
    """Let body `b`, which an `other` has stopped, go on with that, or with what carries it."""
    if of_body[other] < 0 and bodies.carrier[b] >= 0:
        return
    way = vector.load(bodies.ride, other)
    if of_body[other] >= 0:
        way = _find_way(vector.load(bodies.position, b), other, bodies)
    vector.save(bodies.ride, b, way)


@kernel
def _find_way(at, link, bodies) -> vector.Vector:
    """Return the velocity of a link at a place [m/s]."""
    arm = vector.subtract(at, vector.load(bodies.position, link))
    turning = vector.cross(vector.load(bodies.spin, link), arm)
    return vector.offset(vector.load(bodies.velocity, link), 1.0, turning)


@kernel
def _shove(b, link, i, sign, contacts, bodies) -> bool:
    """Let free body `b` ride with a link that pushes it along by contact `i`, however it slides.

    As parts in a bin slide along the wall that comes after them. `sign` of the normal from the
    link to the body. It rides along the normal only: a wheel turns on past what it pushes.
    """
    normal = vector.offset((0.0, 0.0, 0.0), sign, vector.load(contacts.normal, i))
    own = vector.dot(normal, vector.load(bodies.velocity, b))
    comes = vector.dot(normal, _find_way(vector.load(contacts.position, i), link, bodies))
    if bodies.carrier[b] >= 0 or comes <= 0.0 or abs(own - comes) >= ALONG * own:
        return False
    bodies.carrier[b] = link
    vector.save(bodies.ride, b, vector.offset((0.0, 0.0, 0.0), comes, normal))
    return True


@kernel
def _board(b, link, bodies) -> bool:
    """Let free body `b` ride with a link if it moves along with that, more than with another."""
    speed = vector.load(bodies.velocity, b)
    way = _find_way(vector.load(bodies.position, b), link, bodies)
    past, known = vector.subtract(speed, way), vector.load(bodies.ride, b)
    most = ALONG * np.sqrt(vector.dot(speed, speed))
    if bodies.carrier[b] >= 0:
        other = vector.subtract(speed, known)
        most = np.sqrt(vector.dot(other, other))
    if np.sqrt(vector.dot(past, past)) >= most or bodies.inv_mass[b] == 0.0:
        return False
    bodies.carrier[b] = link
    vector.save(bodies.ride, b, way)
    return True
