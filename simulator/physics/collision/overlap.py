"""Surfaces that give way but begin in each other: rigid until their depth is that of their load.

A spring gives back what pressing has put into it, and nobody has pressed what a scene starts in
each other: so deep a spring would throw it out. It is met as what is rigid, and so is pushed apart
without gaining speed, until it has come apart, or is as deep as what bears on it would press it.
From then on it gives way.
"""

from simulator.compiled.jit import kernel

from ..geometry.shapes import MARGIN
from . import broadphase

SHALLOW = 1e-4  # deeper than their motion has brought them they may begin in each other [m]
STEADY = 4  # steps that a load has to last: a blow is none
NEARLY = 1.01  # times as deep as the load asks for: positions come as near as one likes


@kernel
def notice(p, points, first, end, shapes, pairs) -> None:
    """Note whether pair `p`, which had no points before, begins deeper than it moves in a step.

    `first` to `end` are its points.
    """
    a, b, deepest = pairs.shape_a[p], pairs.shape_b[p], 0.0
    if shapes.stiffness[a] == 0.0 and shapes.stiffness[b] == 0.0:
        return
    for i in range(first, end):
        deepest = max(deepest, -points.gap[i])
    way = broadphase.find_reach(shapes.reach, shapes.way, shapes.blow, a, b) - 2.0 * MARGIN
    pairs.overlap[p] = STEADY if deepest > SHALLOW + way else 0


@kernel
def ease(pairs, contacts, h) -> None:
    """Let pairs give way whose load has been what their depth takes, or that have come apart.

    As the last step of `h` [s] has left them.
    """
    for p in range(pairs.used[0]):
        if pairs.overlap[p] == 0:
            continue
        touching, force, push = False, 0.0, 0.0
        for i in range(pairs.first[p], pairs.first[p] + pairs.count[p]):
            depth = -contacts.separation[i]
            touching |= depth >= 0.0
            force -= contacts.stiffness[i] * max(depth, 0.0)
            push += contacts.impulse[i, 0]
        if not touching:
            pairs.overlap[p] = 0
        elif h * force <= NEARLY * push:
            pairs.overlap[p] -= 1
        else:
            pairs.overlap[p] = STEADY
