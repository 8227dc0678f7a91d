"""How far a free body may get from where its pairs were listed, and its contacts looked for.

Pairs are listed before the speeds of a step are known, with some room. What gets faster in the step
than that stops at the end of its room, so that it passes through nothing that was not listed. Not
so what rides on a link, or is held by links: it would fall behind what carries it.
"""

import numpy as np

from simulator.jit import kernel

from ..algebra import vector
from ..contacts import contact
from . import flight

SLACK = 2e-2  # what a shape may move otherwise than foreseen [m]
ASIDE = 2e-3  # the same, of one that was fast


@kernel
def is_unforeseen(i, way, turn, bodies, shapes, h) -> bool:
    """Whether shape `i` moves elsewhere, or further, than its contacts were looked for.

    Its centre goes by `way` [m], a turn moves its points by `turn` [m] at most: their planes do not
    bend round what turns. Those of a fast one were hardly looked for at all.
    """
    if shapes.fast[i]:
        return way + turn > shapes.near[i] + ASIDE
    speed, _ = flight.velocity_of(bodies, shapes.body[i])
    change = vector.offset(vector.load(shapes.way, i), -h, speed)
    if turn > SLACK or np.sqrt(vector.dot(change, change)) > SLACK:
        return True
    return way + turn > shapes.near[i] + SLACK


@kernel
def stay_listed(i, turn, bodies, shapes, contacts, of_body, h) -> None:
    """Let shape `i` not leave the box that its pairs were listed for; its turn is `turn` [m].

    `of_body` (bodies,) is the island of each body, -1 for a free one.
    """
    room, body = shapes.reach[i] + shapes.thin[i], shapes.body[i]
    share = room / turn if turn > room else 1.0
    for r in range(3):
        way, known = h * bodies.velocity[body, r], shapes.way[i, r]
        if abs(way) > room:
            share = min(share, (room + max(known if way > 0.0 else -known, 0.0)) / abs(way))
    if share < bodies.share[body] and not _rides(body, room / h, bodies, contacts, of_body):
        bodies.share[body] = share


@kernel
def _rides(body, slow, bodies, contacts, of_body) -> bool:
    """Whether a link that moves bears on a body, and the two part by less than `slow` [m/s]."""
    for i in range(contacts.used[0]):
        a, b = contacts.body_a[i], contacts.body_b[i]
        other = b if a == body else a
        if (a == body or b == body) and contacts.impulse[i, 0] > 0.0 and of_body[other] >= 0:
            way = contact.find_approach(i, vector.load(contacts.position, i), contacts, bodies)
            if vector.dot(way, way) < slow * slow:
                return True
    return False
