"""Heavy loads on light chains: how fast a joint's pull bends it, and what a step needs against it.

Light links under tension T swing like a string: where neighbours turn against each other, a hinge
of stiffness k = T a b / (a + b) and inertia I has the frequency w^2 = 2 k / I, which a step follows
up to h w = 2. What is missing to h^2 k = 2 I + 4 D acts as an implicit damper D (geometric
stiffness, Andrews, Teichmann and Kry 2017). Robots at work do not reach it; heavy loads on light
chains do. Only what pulls along a joint's arms brings them back: nothing that presses on them, goes
across, or acts along a hinge's axis. A joint on what is immovable has no neighbour to bend against.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import block, spatial, vector
from ..bodies.tables import Bodies, Joints
from . import joint

MANY = 4.0  # bends of all joints in turn meet so much less inertia, at most, than one joint's alone


def find_taut(joints: Joints, bodies: Bodies) -> None:
    """Write `taut` of all joints, no less than their shorter arm times their answer to a turn."""
    sides = ((joints.parent, joints.anchor_parent), (joints.child, joints.anchor_child))
    arms = [np.linalg.norm(anchor, axis=1) for _, anchor in sides]
    turns = [np.trace(bodies.inv_inertia_body[b], axis1=1, axis2=2) for b, _ in sides]
    moves = np.minimum(*(bodies.inv_mass[b] for b, _ in sides)) > 0.0
    joints.taut[:] = np.where(moves, np.minimum(*arms) * np.add(*turns), 0.0)


@kernel
def is_taut(j, joints, step) -> bool:
    """Whether a joint bears so much that its bending may be faster than a step can follow."""
    force = vector.load(joints.reaction, j)
    most = step * step * joints.taut[j]
    return most * most * vector.dot(force, force) > 1.0


@kernel
def bends(first, last, joints, bodies, islands, step) -> bool:
    """Whether a tree joint of the bodies `first..last` may bend faster than a step can follow."""
    for i in range(first, last):
        b = islands.body[i]
        j = islands.own_joint[b]
        pull, near, _ = _pull_of(j, joints, bodies, step)
        for row in range(6 - islands.freedoms[b], 6):
            if pull > 0.0 and pull * near * joint.own_softness(j, row, joints, bodies) > 1.0:
                return True
    return False


@kernel
def damp(whole, first, last, start, end, joints, bodies, islands, step) -> bool:
    """Enter dampers of the joints of bodies `first..last` as conductance; return whether any is.

    Call between factors, and in a `whole` step after the island's answers are found: joints that
    cannot bend, as in a loop, need no damper, which would brake them. Where links whip, and take
    the step in parts, all get theirs.
    """
    damped = False
    for i in range(first, last):
        b = islands.body[i]
        j = islands.own_joint[b]
        pull, near, far = _pull_of(j, joints, bodies, step)
        for f in range(islands.freedoms[b]):
            row = 6 - islands.freedoms[b] + f
            if pull == 0.0 or islands.softness[b, f] == 0.0:
                continue
            softness = joint.own_softness(j, row, joints, bodies)
            if whole:
                softness = min(softness, MANY * _find_answer(b, f, start, end, islands))
            if pull * near * softness > 1.0:  # T a b / (a + b) is less
                excess = 0.5 * (pull * near * far / (near + far) - 1.0 / softness)
                if excess > 0.0:
                    joints.conductance[j, row] += excess
                    damped = True
    return damped


@kernel
def _find_answer(b, f, start, end, islands) -> float:
    """Return the speed of freedom `f` of a body's joint per effort there [1/(kg m2)].

    As in `tree.find_answers` and `border.find_spread`, whose results it takes.
    """
    p, softness, gain, width = islands.inner[b], islands.softness, islands.gain, end - start
    soft, u = softness[b, f], spatial.load_row(gain, b, f)
    answer = soft
    if p >= 0:
        answer += soft * soft * spatial.dot(u, spatial.apply(islands.answer, p, u))
    side = islands.border_side
    for n in range(width):
        v = spatial.load_row(islands.spread, p, n) if p >= 0 else spatial.ZERO
        for k in range(islands.freedoms[b] - 1, f - 1, -1):
            off = spatial.dot(spatial.load_row(gain, b, k), v)
            speed = softness[b, k] * (islands.share[b, k, n] - off)
            v = spatial.offset(v, speed, spatial.load_row(islands.axis, b, k))
            side[start + n] = speed
    return max(block.lessen(answer, islands.border_factor, start, end, side), 0.0)


@kernel
def find(j, joints, bodies, step) -> float:
    """Return h^2 k / 2 I of a joint's bending under its pull; above 1 it needs a damper.

    It is asked before the joint's axes are found for the step, so they are found here.
    """
    pull, near, far = _pull_of(j, joints, bodies, step)
    softness, kind, a, b = 0.0, joints.kind[j], joints.parent[j], joints.child[j]
    if pull > 0.0 and kind == joint.SPHERICAL:
        softness = _swing_softness(j, joints, bodies)
    elif pull > 0.0 and (kind == joint.REVOLUTE or kind == joint.UNIVERSAL):
        axis = vector.rotate(bodies.orientation[a], vector.column(joints.frame_parent, j, 2))
        softness = _turn_softness(j, axis, joints, bodies)
        if kind == joint.UNIVERSAL:
            axis = vector.rotate(bodies.orientation[b], vector.column(joints.frame_child, j, 1))
            softness = max(softness, _turn_softness(j, axis, joints, bodies))
    return pull * near * far / (near + far) * softness


@kernel
def _turn_softness(j, axis, joints, bodies) -> float:
    """Return what a joint's bodies answer to a turn of one against the other [1/(kg m2)]."""
    softness = 0.0
    for b in (joints.parent[j], joints.child[j]):
        softness += vector.dot(axis, vector.turn(bodies.inv_inertia, b, axis))
    return softness


@kernel
def _swing_softness(j, joints, bodies) -> float:
    """Return what a spherical joint's bodies answer to a turn across their arms, the larger one."""
    most = 0.0
    for side in range(2):
        b = joints.parent[j] if side == 0 else joints.child[j]
        anchor = joints.anchor_parent if side == 0 else joints.anchor_child
        arm = vector.rotate(bodies.orientation[b], vector.load(anchor, j))
        size = vector.dot(arm, arm)
        if bodies.inv_mass[b] == 0.0 or size == 0.0:
            continue
        arm = vector.offset((0.0, 0.0, 0.0), 1.0 / np.sqrt(size), arm)
        across = vector.tangent_of(arm)
        for _ in range(2):
            most = max(most, _turn_softness(j, across, joints, bodies))
            across = vector.cross(arm, across)
    return most


@kernel
def _pull_of(j, joints, bodies, step) -> tuple[float, float, float]:
    """Return a joint's force times step^2 and the arms that it pulls along [m], pull 0: none.

    Of no joint, as of a root (-1), and of a rail there is none.
    """
    if j < 0 or joints.kind[j] == joint.PRISMATIC or not is_taut(j, joints, step):
        return 0.0, 1.0, 1.0
    force, a, b = vector.load(joints.reaction, j), joints.parent[j], joints.child[j]
    size = np.sqrt(vector.dot(force, force))
    if joints.kind[j] == joint.REVOLUTE:
        axis = vector.rotate(bodies.orientation[a], vector.column(joints.frame_parent, j, 2))
        force = vector.offset(force, -vector.dot(force, axis), axis)
    arm = vector.rotate(bodies.orientation[a], vector.load(joints.anchor_parent, j))
    near = -vector.dot(arm, force) / size
    arm = vector.rotate(bodies.orientation[b], vector.load(joints.anchor_child, j))
    far = vector.dot(arm, force) / size
    if min(near, far) <= 0.0:
        return 0.0, 1.0, 1.0
    return step * step * size, min(near, far), max(near, far)
