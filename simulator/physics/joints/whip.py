"""Links that whip: whether a part of a step has changed motions by more than it can follow.

An open chain is asked as a whole, by the energy of what it is given. What branches is asked link by
link: there parts that follow a snap too late would lose what it was off by, and trees snap often.
So is what is driven, where that energy is no error.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import spatial, vector
from ..bodies import integrate, motion
from . import joint

SWERVE = 0.05  # a spin may turn aside so far in a part, times how far it turns [rad]
SPURT = 0.022  # the same of any change, in what branches
SWIFT = 0.01  # what is free, and turns by more in a part, is asked how its motion changes [rad]
SURGE = 5e-3  # most energy of that change, of all: leapfrog is off by a twelfth of it
MIDDLE = 0.1  # share of a body's size within which a hinge is in its middle


@kernel
def is_chain(row, joints, islands) -> bool:
    """Whether an island is one row of links, each of which carries the next, and none is driven."""
    for i in range(islands.all_start[row], islands.all_start[row + 1]):
        if joints.motor[islands.all_joint[i]] >= 0:
            return False
    for i in range(islands.body_start[row] + 1, islands.body_start[row + 1]):
        if islands.inner[islands.body[i]] != islands.body[i - 1]:
            return False
    return True


@kernel
def swerves(row, bodies, joints, islands, h, spurts) -> bool:
    """Whether a link of an island is about to spin fast about another axis than it did so far.

    With `spurts` also whether it is about to spin much faster, or slower.
    """
    most, spurt = SWERVE * SWERVE / (h * h), SPURT * SPURT / (h * h)
    for i in range(islands.body_start[row], islands.body_start[row + 1]):
        b = islands.body[i]
        spin = islands.velocity[b, 3], islands.velocity[b, 4], islands.velocity[b, 5]
        if vector.dot(spin, spin) > most:
            before = vector.load(bodies.spin, b)
            aside, change = vector.cross(before, spin), vector.subtract(spin, before)
            is_wild = vector.dot(aside, aside) > most * most
            if spurts:
                is_wild |= vector.dot(change, change) * vector.dot(spin, spin) > spurt * spurt
            if is_wild and not _is_rotor(b, bodies, joints, islands):
                return True
    return False


@kernel
def surges(row, bodies, joints, islands, gravity, h) -> bool:
    """Whether an island's joints change the motion of its bodies too much in a part of `h` [s].

    Leapfrog's energy is off by some h^2 / 12 F^2 / m, a twelfth of that of the change (Hairer,
    Lubich and Wanner 2006, sec. IX.3). It comes and goes with F; but where a part follows a longer
    or a shorter one some of it stays. The energy is what they move with and a fall by their arms
    gives: all start from rest.
    """
    if not _is_swift(row, bodies, joints, islands, h):
        return False
    change, whole, weight = 0.0, 0.0, np.sqrt(vector.dot(gravity, gravity))
    for i in range(islands.body_start[row], islands.body_start[row + 1]):
        b = islands.body[i]
        if bodies.inv_mass[b] == 0.0:
            continue
        mass, solved = 1.0 / bodies.inv_mass[b], spatial.load(islands.velocity, b)
        v, w = motion.at_centre(b, solved, bodies, islands), solved[3:]
        dv = vector.subtract(v, vector.load(bodies.velocity, b))
        dw = vector.subtract(w, vector.load(bodies.spin, b))
        change += mass * vector.dot(dv, dv) + vector.dot(dw, motion.spin_momentum(b, dw, bodies))
        whole += mass * vector.dot(v, v) + vector.dot(w, motion.spin_momentum(b, w, bodies))
        arm = _find_arm(b, joints, islands)
        whole += 2.0 * mass * weight * np.sqrt(vector.dot(arm, arm))
    share = h / integrate.find_span(islands.body[islands.body_start[row]], bodies, h)
    return share * share * change > SURGE * whole


@kernel
def _is_swift(row, bodies, joints, islands, h) -> bool:
    """Whether a link of an island turns so far in a part that its change of motion counts."""
    for i in range(islands.body_start[row], islands.body_start[row + 1]):
        b = islands.body[i]
        spin = islands.velocity[b, 3], islands.velocity[b, 4], islands.velocity[b, 5]
        if h * h * vector.dot(spin, spin) > SWIFT * SWIFT:
            if not _is_rotor(b, bodies, joints, islands):
                return True
    return False


@kernel
def _find_arm(b, joints, islands) -> vector.Vector:
    """Return a body's own arm to the joint that carries it, 0 of a root."""
    j = islands.own_joint[b]
    if j < 0:
        return 0.0, 0.0, 0.0
    return vector.load(joints.anchor_child if islands.side[b] > 0.0 else joints.anchor_parent, j)


@kernel
def _is_rotor(b, bodies, joints, islands) -> bool:
    """Whether a body turns about its own middle on a hinge, as wheels and propellers do.

    Their axles lean with the robot, which a step follows however fast they run.
    """
    j = islands.own_joint[b]
    if j < 0 or joints.kind[j] != joint.REVOLUTE:
        return False
    frame = joints.frame_child if islands.side[b] > 0.0 else joints.frame_parent
    arm, axis = _find_arm(b, joints, islands), vector.column(frame, j, 2)
    across, inertia = vector.cross(arm, axis), bodies.inertia[b]
    size = 0.5 * bodies.inv_mass[b] * (inertia[0, 0] + inertia[1, 1] + inertia[2, 2])
    return vector.dot(across, across) < MIDDLE * MIDDLE * size
