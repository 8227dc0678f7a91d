"""Something round that is heavier on one side: how its middle goes round its centre in a step.

A ball or wheel whose middle is off its centre of mass by the arm e rolls about its middle, but
moves as its centre does: over a step the middle goes by h v + (R - 1) e, which is h^2/2 w x (w x e)
and more beside h (v + w x e). So its place of contact counts with the mean speed of its middle. At
that of the start a weighted ball loses half of its energy in 6 s as it rocks, or gains as much.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry import convex

MOST = 0.3  # turn in a step [rad]: one of more counts as much as of that
LEVEL = 1e-3  # share of its radius by which a middle may be off without a difference
NONE = (0.0, 0.0, 0.0)


@kernel
def find_arm(shape, bodies, shapes) -> vector.Vector:
    """Return how far the middle of a round shape is off its body's centre; 0 if hardly [m]."""
    body = shapes.body[shape]
    if bodies.inv_mass[body] == 0.0 or not convex.is_round(shapes.kind[shape]):
        return NONE
    middle = vector.load(shapes.world_position, shape)
    arm = vector.subtract(middle, vector.load(bodies.position, body))
    least = LEVEL * shapes.size[shape, 0]
    return arm if vector.dot(arm, arm) > least * least else NONE


@kernel
def find_along(spin, turn, arm, h) -> vector.Vector:
    """Return what the mean speed along a surface of a middle at `arm` has more than its first.

    `spin`: of the body, `turn`: what takes the place of contact about its centre, and is known
    [rad/s].
    """
    own = vector.subtract(spin, turn)
    return _find_mean(own, vector.cross(turn, vector.cross(own, arm)), arm, h)


@kernel
def find_off(spin, carried, arm, h) -> vector.Vector:
    """Return the same along the normal of a surface that turns by `carried` [rad/s].

    Seen from there what is left of `spin` goes round by the other way.
    """
    own = vector.subtract(spin, carried)
    return _find_mean(own, vector.cross(vector.cross(own, carried), arm), arm, h)


@kernel
def _find_mean(own, bent, arm, h) -> vector.Vector:
    """Return the mean for a turn `own` [rad/s] and what bends its way beside that [m/s^2]."""
    square = h * h * vector.dot(own, own)
    half = 0.5 * h * (1.0 if square <= MOST * MOST else MOST * MOST / square)
    return vector.offset(find_rest(own, arm, h), half, bent)


@kernel
def find_rest(spin, arm, h) -> vector.Vector:
    """Return what the mean speed of a point that turns for `h` [s] has more than its first [m/s].

    (R - 1) r / h - w x r, by Rodrigues' formula; sine and cosine as series. A turn of more than
    `MOST` is not looked at any further: a body that tumbles so fast does not turn evenly.
    """
    square = h * h * vector.dot(spin, spin)
    if square > MOST * MOST:
        share = MOST / np.sqrt(square)
        spin = share * spin[0], share * spin[1], share * spin[2]
        square = MOST * MOST
    across = vector.cross(spin, arm)
    inwards = vector.cross(spin, across)
    one = -square * (1 / 6 - square * (1 / 120 - square * (1 / 5040)))
    two = h * (1 / 2 - square * (1 / 24 - square * (1 / 720 - square * (1 / 40320))))
    return (
        one * across[0] + two * inwards[0],
        one * across[1] + two * inwards[1],
        one * across[2] + two * inwards[2],
    )
