"""How far blows drive things on within a step: what these might be driven into has to be known.

Contacts are looked for as far as bodies get at the speeds they have. A ram of 20 kg that meets a
thing at 5 m/s takes it along by 5 cm in its first 10 ms, through a wall right behind it. So what a
link meets looks ahead as far as it will be driven, and so does, in turn, what that meets.

So does what meets others without any link, and what stops it drives what follows: of two crates
that fall one behind the other the second one goes on for a step while the first one has landed. In
the row that a crate runs into each one is thrown into the next. Who gives what to whom is not yet
known, so each of the two looks as far as an elastic blow would send it, at most as far as it takes
them apart.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..collision.broadphase import FARTHEST
from ..contacts import contact

ROUNDS = 4  # things behind each other that are looked for
SLACK = 1e-2  # ways that contacts stop which are found a step later, in too deep [m]
# points among bodies awake without joints, up to which they are asked: a large heap would be
# looked at twice in every step as it falls, a seventh of its time; its corners meet unforeseen
MOST = 512


@kernel
def begin(bodies) -> None:
    """Let nothing be driven."""
    bodies.drive[:, :] = 0.0


@kernel
def foresee(bodies, shapes, contacts, of_body, asleep, h) -> bool:
    """Write to `bodies.drive` the velocities that blows may add within `h` [s] [m/s].

    Of the contacts that are known. `of_body` (bodies,) is the island of each body, `asleep`
    (bodies,) 1 where it sleeps. Return whether any are added that were not known: their shapes look
    ahead then, and pairs are to be found anew.
    """
    more, count = False, -1
    for i in range(contacts.used[0]):
        a, b, normal = contacts.body_a[i], contacts.body_b[i], vector.load(contacts.normal, i)
        if not (_is_free(a, bodies, of_body) or _is_free(b, bodies, of_body)):
            continue
        if count < 0:
            count = _count_free(contacts, of_body, asleep)
        first, second = contacts.shape_a[i], contacts.shape_b[i]
        is_blow = count <= MOST and _is_blow(first, second, bodies, shapes)
        if not (is_blow or _may_drive(a, b, bodies, of_body) or _may_drive(b, a, bodies, of_body)):
            continue
        push = _find_push(i, a, b, normal, bodies, contacts, h)
        if push <= 0.0:
            continue
        on_a = push * _find_share(b, a, is_blow, bodies, of_body)
        on_b = push * _find_share(a, b, is_blow, bodies, of_body)
        if _is_driven(a, bodies) and _is_driven(b, bodies):
            on_a = 0.0  # one is enough
        both = on_a > 0.0 and on_b > 0.0
        if h * on_b > min(shapes.thin[second], SLACK):
            more = _drive(b, on_b, normal, both, bodies, shapes, h)
        if h * on_a > min(shapes.thin[first], SLACK):
            more = _drive(a, -on_a, normal, both, bodies, shapes, h)
    return more


@kernel
def _count_free(contacts, of_body, asleep) -> int:
    """Return how many points there are that no link touches, but for those of what sleeps."""
    count = 0
    for i in range(contacts.used[0]):
        a, b = contacts.body_a[i], contacts.body_b[i]
        is_awake = (asleep[a] == 0) | (asleep[b] == 0)
        count += is_awake & (of_body[a] < 0) & (of_body[b] < 0)
    return count


@kernel
def _is_free(b, bodies, of_body) -> bool:
    return of_body[b] < 0 and bodies.inv_mass[b] > 0.0


@kernel
def _is_blow(first, second, bodies, shapes) -> bool:
    """Whether two shapes of bodies without joints may strike each other so that it counts.

    What is fast ends its step there, and what rides goes on with what carries it.
    """
    for i in (first, second):
        ride = vector.load(bodies.ride, shapes.body[i])
        if shapes.fast[i] > 0 or vector.dot(ride, ride) > 0.0:
            return False
    least = min(shapes.thin[first], shapes.thin[second])
    return shapes.near[first] + shapes.near[second] > min(least, SLACK)


@kernel
def _may_drive(driver, b, bodies, of_body) -> bool:
    """Whether a body is a link, or driven on by one, and body `b` is free."""
    return _is_free(b, bodies, of_body) and (of_body[driver] >= 0 or _is_driven(driver, bodies))


@kernel
def _find_push(i, a, b, normal, bodies, contacts, h) -> float:
    """Return how fast two bodies are when they meet at contact `i`, if they do in this step [m/s].

    With what is known to be added to their velocities.
    """
    way = contact.find_approach(i, vector.load(contacts.position, i), contacts, bodies)
    own = vector.subtract(vector.load(bodies.drive, b), vector.load(bodies.drive, a))
    apart = vector.dot(normal, vector.offset(own, 1.0, way))
    return -apart - max(contacts.separation[i], 0.0) / h


@kernel
def _find_share(driver, b, is_blow, bodies, of_body) -> float:
    """Return which share of the speed at which they meet `driver` may give to body `b`.

    Links give all of it, and get none: they have their drives; so does what is driven on by others.
    Else, in a blow, it is as much as in an elastic one, but not more than all.
    """
    if _may_drive(driver, b, bodies, of_body):
        return 1.0
    if not is_blow or not _is_free(b, bodies, of_body) or _is_driven(b, bodies):
        return 0.0
    return min(2.0 * bodies.inv_mass[b] / (bodies.inv_mass[driver] + bodies.inv_mass[b]), 1.0)


@kernel
def _is_driven(b, bodies) -> bool:
    drive = vector.load(bodies.drive, b)
    return vector.dot(drive, drive) > 0.0


@kernel
def _drive(b, speed, normal, both, bodies, shapes, h) -> bool:
    """Let body `b` look as far as it gets if `speed` [m/s] is added to its own along `normal`.

    Where `both` bodies may be thrown back they still know of each other what they knew before.
    """
    is_new = not _is_driven(b, bodies)
    vector.save(bodies.drive, b, vector.offset(vector.load(bodies.drive, b), speed, normal))
    length = min(max(h * speed, -FARTHEST), FARTHEST)
    for i in range(len(shapes.body)):
        if shapes.body[i] != b:
            continue
        if is_new and shapes.fast[i]:  # it will ride with its driver, and not stop in time
            way = vector.offset(vector.load(shapes.way, i), -h, vector.load(bodies.ride, b))
            shapes.near[i] += np.sqrt(vector.dot(way, way))
        shapes.near[i] += abs(length)
        for r in range(3):
            before, more = shapes.way[i, r], length * normal[r]
            after = before + more
            shapes.way[i, r] = after
            shapes.low[i, r] += min(min(after, 0.0) - min(before, 0.0), 0.0)
            shapes.high[i, r] += max(max(after, 0.0) - max(before, 0.0), 0.0)
            if both:
                shapes.blow[i, r] += more
    return True
