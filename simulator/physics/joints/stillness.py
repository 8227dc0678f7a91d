"""Islands that turn so in a step that one solve of their joints does."""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..bodies import motion
from . import joint

STILL = 3e-4  # bodies that turn by less in a step hardly bend rows [rad]


@kernel
def is_still(island, bodies, joints, islands, step, small) -> bool:
    """Whether an island's bodies turn so in the step that no row bends by `small`, nor has yet.

    They turn little, or, as wheels do, about what their joints hold them by.
    """
    velocity, most, slow = islands.velocity, STILL / step, True
    for i in range(islands.body_start[island], islands.body_start[island + 1]):
        b = islands.body[i]
        spin = velocity[b, 3], velocity[b, 4], velocity[b, 5]
        if not vector.dot(spin, spin) <= most * most:
            news = vector.subtract(spin, vector.load(bodies.spin, b))
            if not vector.dot(news, news) * step * step <= motion.NEWS * motion.NEWS:
                return False
            slow = False
    start, end = islands.all_start[island], islands.all_start[island + 1]
    if not slow:
        for i in range(start, end):
            bow = _find_bow(islands.all_joint[i], bodies, joints, islands)
            if not 0.5 * step * step * bow <= small:
                return False
    return not joint.is_bent(start, end, joints, islands, small)


@kernel
def _find_bow(j, bodies, joints, islands) -> float:
    """Return how fast the turns of its bodies bend a joint's rows, at most [m/s2 or rad/s2].

    The anchor's way round each centre, and an axis that turns as something turns about it, as the
    second one of a universal joint does about the first. A rail that turns bends the way of what
    slides on it, however fast that is.
    """
    on_parent, spin = _find_way_round(joints.parent[j], j, bodies, joints, islands)
    on_child, other = _find_way_round(joints.child[j], j, bodies, joints, islands)
    if joints.kind[j] == joint.PRISMATIC and vector.dot(spin, spin) > 0.0:
        return np.inf
    x, y, z = vector.cross(spin, other)
    tilt = abs(x) + abs(y) + abs(z)
    if joints.kind[j] == joint.UNIVERSAL:
        turn = vector.subtract(other, spin)
        first = joint.direction(j, 5, joint.UNIVERSAL, joints.frame)
        second = joint.direction(j, 4, joint.UNIVERSAL, joints.frame)
        tilt += abs(vector.dot(turn, first) * vector.dot(turn, second))
    return max(on_parent + on_child, tilt)


@kernel
def _find_way_round(b, j, bodies, joints, islands):
    """Return the acceleration of joint `j`'s anchor as body `b` turns, at most, and the spin."""
    if islands.of_body[b] < 0:
        return 0.0, (0.0, 0.0, 0.0)
    velocity = islands.velocity
    spin = velocity[b, 3], velocity[b, 4], velocity[b, 5]
    arm = vector.subtract(vector.load(joints.anchor, j), vector.load(bodies.position, b))
    x, y, z = vector.cross(spin, vector.cross(spin, arm))
    return abs(x) + abs(y) + abs(z), spin
