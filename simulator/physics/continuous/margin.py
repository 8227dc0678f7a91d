"""How far a free body may get from where its pairs were listed, and its contacts looked for.

Pairs are listed before the speeds of a step are known, with some room. What gets faster in the step
than that stops at the end of its room, so that it passes through nothing that was not listed. What
a link pushes goes on with that from there: it would fall behind it, or be passed through.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import convex
from . import flight, riding
from .advance import DEEP

TURN = 2e-2  # what a turn may move points of a round shape, along its contacts' planes mostly [m]
ASIDE = 2e-3  # what a shape that was fast may move otherwise than foreseen [m]


@kernel
def is_unforeseen(i, way, turn, bodies, shapes, h) -> bool:
    """Whether shape `i` moves elsewhere, or further, than its contacts were looked for.

    By more than what stops may be sunk in. Its centre goes by `way` [m], a turn moves its points by
    `turn` [m] at most: their planes do not bend round what turns. Those of a fast one were hardly
    looked for at all, though it may turn out to ride.
    """
    speed, _ = flight.velocity_of(bodies, shapes.body[i])
    if shapes.fast[i]:
        return h * np.sqrt(vector.dot(speed, speed)) + turn > shapes.near[i] + ASIDE
    change = vector.offset(vector.load(shapes.way, i), -h, speed)
    most = TURN if convex.is_round(shapes.kind[i]) else DEEP
    if turn > most or np.sqrt(vector.dot(change, change)) > DEEP:
        return True
    return way + turn > shapes.near[i] + DEEP


@kernel
def stay_listed(i, turn, bodies, shapes, contacts, of_body, h) -> bool:
    """Let shape `i` not leave the box that its pairs were listed for; its turn is `turn` [m].

    `of_body` (bodies,) is the island of each body, -1 for a free one. Return whether it stops.
    """
    room, body = shapes.reach[i] + shapes.thin[i], shapes.body[i]
    speed = vector.load(bodies.velocity, body)
    if bodies.late[body] != 0.0:  # it goes so far beside that, see `moment`
        speed, _ = flight.velocity_of(bodies, body)
    share = room / turn if turn > room else 1.0
    for r in range(3):
        way, known = h * speed[r], shapes.way[i, r]
        if abs(way) > room:
            share = min(share, (room + max(known if way > 0.0 else -known, 0.0)) / abs(way))
    if share >= bodies.share[body]:
        return False
    bodies.share[body] = share
    link = _find_pusher(body, shapes, contacts, of_body)
    if link >= 0:
        riding.follow(body, link, bodies, shapes, of_body)
    return True


@kernel
def _find_pusher(body, shapes, contacts, of_body) -> int:
    """Return the shape of a link that pushes a body most, -1 if none does."""
    link, most = -1, 0.0
    for i in range(contacts.used[0]):
        a, b = contacts.body_a[i], contacts.body_b[i]
        other = b if a == body else a
        if (a == body or b == body) and of_body[other] >= 0 and contacts.impulse[i, 0] > most:
            link = contacts.shape_b[i] if a == body else contacts.shape_a[i]
            most = contacts.impulse[i, 0]
    return link
