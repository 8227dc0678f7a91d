"""How far links drive things on within a step: what these might be driven into has to be known.

Contacts are looked for as far as bodies get at the speeds they have. A ram of 20 kg that meets a
thing at 5 m/s takes it along by 5 cm in its first 10 ms, through a wall right behind it. So what a
link meets looks ahead as far as it will be driven, and so does, in turn, what that meets.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..collision.broadphase import FARTHEST
from ..contacts import contact

ZERO = (0.0, 0.0, 0.0)
ROUNDS = 4  # things behind each other that are looked for
SLACK = 1e-2  # ways that contacts stop which are found a step later, in too deep [m]


@kernel
def begin(bodies) -> None:
    """Let nothing be driven."""
    bodies.drive[:, :] = 0.0


@kernel
def foresee(bodies, shapes, contacts, of_body, h) -> bool:
    """Write to `bodies.drive` the velocities that links may add within `h` [s] [m/s].

    Of the contacts that are known. `of_body` (bodies,) is the island of each body. Return whether
    any are added that were not known: their shapes look ahead then, and pairs are to be found anew.
    """
    more, count = False, len(shapes.kind)
    for i in range(contacts.used[0]):
        a, b, normal = contacts.body_a[i], contacts.body_b[i], vector.load(contacts.normal, i)
        if _may_drive(a, b, bodies, of_body):
            thin = shapes.thin[contacts.key[i] % count]
            more |= _drive(a, b, normal, thin, i, bodies, shapes, contacts, h)
        if _may_drive(b, a, bodies, of_body):
            thin, back = shapes.thin[contacts.key[i] // count], vector.offset(ZERO, -1.0, normal)
            more |= _drive(b, a, back, thin, i, bodies, shapes, contacts, h)
    return more


@kernel
def _may_drive(driver, b, bodies, of_body) -> bool:
    """Whether a body is a link, or driven on by one, and body `b` is free."""
    if of_body[b] >= 0 or bodies.inv_mass[b] == 0.0:
        return False
    drive = vector.load(bodies.drive, driver)
    return of_body[driver] >= 0 or vector.dot(drive, drive) > 0.0


@kernel
def _drive(driver, b, normal, thin, i, bodies, shapes, contacts, h) -> bool:
    """Let body `b` look as far as a driver may take it, along the `normal` of contact `i` to it.

    Return whether that is further than half its thickness, `thin`, within which it is stopped.
    """
    way = contact.find_approach(i, vector.load(contacts.position, i), contacts, bodies)
    sign = 1.0 if contacts.body_b[i] == b else -1.0
    own = vector.subtract(vector.load(bodies.drive, b), vector.load(bodies.drive, driver))
    apart = vector.dot(normal, vector.offset(own, sign, way))
    push = -apart - max(contacts.separation[i], 0.0) / h
    if h * push <= min(thin, SLACK):
        return False
    vector.save(bodies.drive, b, vector.offset(vector.load(bodies.drive, b), push, normal))
    _look_ahead(b, vector.offset(ZERO, min(h * push, FARTHEST), normal), shapes)
    return True


@kernel
def _look_ahead(b, way, shapes) -> None:
    """Let the shapes of body `b` be listed with what is on another `way` [m], too."""
    length = np.sqrt(vector.dot(way, way))
    for i in range(len(shapes.body)):
        if shapes.body[i] == b:
            shapes.near[i] += length
            for r in range(3):
                shapes.way[i, r] += way[r]
                shapes.low[i, r] += min(way[r], 0.0)
                shapes.high[i, r] += max(way[r], 0.0)
