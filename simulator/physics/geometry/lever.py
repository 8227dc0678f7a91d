"""How far from the axis that its body spins about a shape's points are.

A thin rod that spins about its own length hardly moves in that, however fast: in a heap, friction
spins rods by whole turns a step.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from .shapes import SPHERE


@kernel
def find_speed(shapes, i, turn, spin) -> float:
    """Return how fast a point of shape `i` may be moved by the spin of its body, at most [m/s].

    By the corners of the box round it. `turn`: the body's orientation, `spin` (3,) [rad/s], world.
    """
    own = vector.unrotate(turn, spin)
    off = vector.cross(own, vector.load(shapes.position, i))
    speed = np.sqrt(vector.dot(off, off))
    if shapes.kind[i] == SPHERE:
        return speed
    if shapes.turned[i]:
        own = vector.apply_transposed(shapes.rotation[i], own)
    x, y, z = abs(own[0]), abs(own[1]), abs(own[2])
    half = vector.load(shapes.half, i)
    corner = (y * half[2] + z * half[1], z * half[0] + x * half[2], x * half[1] + y * half[0])
    most = shapes.radius[i] * np.sqrt(vector.dot(spin, spin))
    return speed + min(np.sqrt(vector.dot(corner, corner)), most)
