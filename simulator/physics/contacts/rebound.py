"""How fast things part after a bounce: with the energy of one on the surface, wherever it is met.

A contact reverses what approaches at once, where it is, up to a step's way above the surface. What
falls on meanwhile is faster there, so it needs to know what pulls it: for a free body gravity and
forces, for links of a robot what their joints leave of that, which the solve without a push tells.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry.shapes import ENDLESS
from .rows import find_motion


@kernel
def find(restitution, speed, gap, pull, lead, h) -> float:
    """Return the speed apart, from the middle of this step on, after a bounce within it [m/s].

    A contact reverses what approaches with `speed` at once, where it is, `gap` [m] too high. So it
    is given the energy, against the `pull` [m/s2] towards the surface, that a bounce on the surface
    would leave. Its speed is known a `lead` [s] before its place.
    """
    fall = speed + lead * pull
    square = restitution * restitution * (fall * fall + 2.0 * pull * gap) - 2.0 * pull * gap
    return max(np.sqrt(max(square, 0.0)) - 0.5 * h * pull, 0.0)


@kernel
def find_pull(i, normal, contacts, bodies, shapes, gravity) -> float:
    """Return how fast what acts from outside makes two bodies approach at point `i` [m/s2].

    0 where a link takes part, see `aim`.
    """
    first, second = contacts.shape_a[i], contacts.shape_b[i]
    if _is_link(first, bodies, shapes) or _is_link(second, bodies, shapes):
        return 0.0
    falls_a = _find_fall(first, bodies, shapes, gravity)
    falls_b = _find_fall(second, bodies, shapes, gravity)
    if shapes.body[first] == contacts.body_b[i]:
        falls_a, falls_b = falls_b, falls_a
    return vector.dot(normal, vector.subtract(falls_a, falls_b))


@kernel
def _is_link(shape, bodies, shapes) -> bool:
    return shapes.thin[shape] >= ENDLESS and bodies.inv_mass[shapes.body[shape]] > 0.0


@kernel
def _find_fall(shape, bodies, shapes, gravity) -> vector.Vector:
    """Return the acceleration by what acts from outside on a free body with this shape [m/s2]."""
    if shapes.thin[shape] >= ENDLESS:
        return 0.0, 0.0, 0.0
    b = shapes.body[shape]
    push = vector.load(bodies.force, b)
    return vector.offset((gravity[0], gravity[1], gravity[2]), bodies.inv_mass[b], push)


@kernel
def find_turning(i, contacts) -> float:
    """Return what the turn of both bodies adds to the speed that point `i` aims at [m/s]."""
    normal, drift = vector.load(contacts.normal, i), vector.load(contacts.drift, i)
    return vector.dot(normal, drift) - contacts.rise[i]


@kernel
def bounces(i, contacts) -> bool:
    """Whether point `i` is to part, and not only to be met."""
    return contacts.stiffness[i] <= 0.0 and contacts.target[i] - find_turning(i, contacts) > 0.0


@kernel
def is_any(first, end, point, restitution, stiffness, target, rise) -> bool:
    """Whether one of the points listed from `first` to `end` is to bounce."""
    for n in range(first, end):
        i = point[n]
        if restitution[i] > 0.0 and stiffness[i] <= 0.0 and target[i] + rise[i] > 0.0:
            return True
    return False


@kernel
def aim(first, end, point, contacts, bodies, islands, slowest, h) -> None:
    """Let the points of links bounce as what pulls at them asks for, and not as if nothing did.

    `islands.velocity` are the motions to which all leads but these contacts. What approaches by
    less than `slowest` [m/s] does not bounce. A pull that would more than double a speed in the
    step is none, but the end of a way.
    """
    for n in range(first, end):
        i = point[n]
        if contacts.restitution[i] == 0.0 or contacts.stiffness[i] > 0.0:
            continue
        speed = (contacts.target[i] + contacts.rise[i]) / contacts.restitution[i]
        if speed > slowest:
            way, _ = find_motion(i, contacts, islands)
            pull = (-vector.dot(vector.load(contacts.normal, i), way) - speed) / h
            pull = min(max(pull, 0.0), speed / h)
            lead = max(bodies.lead[contacts.body_a[i]], bodies.lead[contacts.body_b[i]])
            share, gap = contacts.restitution[i], contacts.separation[i]
            contacts.target[i] += find(share, speed, gap, pull, lead, h) - share * speed
