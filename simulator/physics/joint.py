"""Joints: their six rows, how far off they are, and their Jacobians.

A row measures one relative motion of child and parent. Rigid rows stay at zero; rows that can
move may carry a motor, a damper, friction or a limit (`drive`, `hold`).
"""

import numpy as np

from simulator.jit import kernel

from . import vector

REVOLUTE, PRISMATIC, FIXED, SPHERICAL, UNIVERSAL = range(5)
KINDS = ("revolute", "prismatic", "fixed", "spherical", "universal")
FIRST_MOVABLE = np.array([5, 5, 6, 3, 4])  # rows from here on can move, by kind

# state of a row
RIGID = 9
STICK = 0  # held by friction
FORWARD, BACKWARD = 1, -1  # moving, or free to
UPPER, LOWER = 2, -2  # held by a limit


@kernel
def measure(j, joints, position, orientation, out) -> None:
    """Write how far each row of joint `j` is from zero [m or rad] at given body poses to `out`.

    Row 5 of a joint with a position is that position, an angle without whole turns. Rows that
    only carry friction (spherical 3..5, universal 4) are 0.
    """
    a, b = joints.parent[j], joints.child[j]
    qa, qb = orientation[a], orientation[b]
    ra, rb = vector.rotate(qa, joints.anchor_parent[j]), vector.rotate(qb, joints.anchor_child[j])
    kind = joints.kind[j]
    for k in range(3):
        out[k] = position[b, k] + rb[k] - position[a, k] - ra[k]
        out[3 + k] = 0.0
    if kind == SPHERICAL:
        return
    p0 = vector.rotate(qa, joints.frame_parent[j, :, 0])
    p1 = vector.rotate(qa, joints.frame_parent[j, :, 1])
    p2 = vector.cross(p0, p1)
    c1 = vector.rotate(qb, joints.frame_child[j, :, 1])
    if kind == UNIVERSAL:
        out[3] = -vector.dot(p2, c1)
        out[5] = np.arctan2(-vector.dot(p0, c1), vector.dot(p1, c1))
        return
    c0 = vector.rotate(qb, joints.frame_child[j, :, 0])
    c2 = vector.cross(c0, c1)
    if kind == REVOLUTE:
        e = vector.cross(p2, c2)
        out[3], out[4] = vector.dot(p0, e), vector.dot(p1, e)
        out[5] = np.arctan2(vector.dot(p1, c0), vector.dot(p0, c0))
        return
    # half the sum of axis x axis is sin(angle) about the axis of the error
    e = vector.offset(vector.cross(p0, c0), 1.0, vector.cross(p1, c1))
    e = vector.offset(e, 1.0, vector.cross(p2, c2))
    u, v, w = 0.5 * vector.dot(p0, e), 0.5 * vector.dot(p1, e), 0.5 * vector.dot(p2, e)
    if kind == FIXED:
        out[3], out[4], out[5] = u, v, w
        return
    gap = (out[0], out[1], out[2])
    out[0], out[1], out[5] = vector.dot(p0, gap), vector.dot(p1, gap), vector.dot(p2, gap)
    out[2], out[3], out[4] = u, v, w


@kernel
def _set_linear(jacobian, row, direction, arm_parent, arm_child) -> None:
    parent, child = vector.cross(arm_parent, direction), vector.cross(arm_child, direction)
    for k in range(3):
        jacobian[0, row, k] = -direction[k]
        jacobian[0, row, 3 + k] = -parent[k]
        jacobian[1, row, k] = direction[k]
        jacobian[1, row, 3 + k] = child[k]


@kernel
def _set_angular(jacobian, row, direction) -> None:
    for k in range(3):
        jacobian[0, row, k] = 0.0
        jacobian[0, row, 3 + k] = -direction[k]
        jacobian[1, row, k] = 0.0
        jacobian[1, row, 3 + k] = direction[k]


@kernel
def _differentiate(j, joints, bodies) -> None:
    """Write the Jacobian of every row of joint `j`."""
    a, b = joints.parent[j], joints.child[j]
    qa, qb = bodies.orientation[a], bodies.orientation[b]
    ra, rb = vector.rotate(qa, joints.anchor_parent[j]), vector.rotate(qb, joints.anchor_child[j])
    jacobian, kind = joints.jacobian[j], joints.kind[j]
    p0 = vector.rotate(qa, joints.frame_parent[j, :, 0])
    p1 = vector.rotate(qa, joints.frame_parent[j, :, 1])
    p2 = vector.rotate(qa, joints.frame_parent[j, :, 2])
    for k in range(3):
        joints.anchor[j, k] = bodies.position[a, k] + ra[k]
    if kind == PRISMATIC:  # the parent feels the rail where the child is
        arm = (
            bodies.position[b, 0] + rb[0] - bodies.position[a, 0],
            bodies.position[b, 1] + rb[1] - bodies.position[a, 1],
            bodies.position[b, 2] + rb[2] - bodies.position[a, 2],
        )
        _set_linear(jacobian, 0, p0, arm, rb)
        _set_linear(jacobian, 1, p1, arm, rb)
        _set_linear(jacobian, 5, p2, arm, rb)
        _set_angular(jacobian, 2, p0)
        _set_angular(jacobian, 3, p1)
        _set_angular(jacobian, 4, p2)
        return
    _set_linear(jacobian, 0, (1.0, 0.0, 0.0), ra, rb)
    _set_linear(jacobian, 1, (0.0, 1.0, 0.0), ra, rb)
    _set_linear(jacobian, 2, (0.0, 0.0, 1.0), ra, rb)
    if kind == UNIVERSAL:
        c1 = vector.rotate(qb, joints.frame_child[j, :, 1])
        p0, p1 = vector.cross(p2, c1), c1
    _set_angular(jacobian, 3, p0)
    _set_angular(jacobian, 4, p1)
    _set_angular(jacobian, 5, p2)


@kernel
def prepare(joints, bodies) -> None:
    """Find every joint's Jacobian and position error at the bodies' present poses."""
    for j in range(joints.kind.shape[0]):
        _differentiate(j, joints, bodies)
        measure(j, joints, bodies.position, bodies.orientation, joints.error[j])
        for row in range(6):
            joints.conductance[j, row] = 0.0
            joints.drive[j, row] = 0.0


@kernel
def speed(j, row, joints, velocity) -> float:
    """Return the speed of a row [m/s or rad/s] for body velocities (bodies, 6)."""
    a, b = joints.parent[j], joints.child[j]
    total = 0.0
    for k in range(6):
        total += joints.jacobian[j, 0, row, k] * velocity[a, k]
        total += joints.jacobian[j, 1, row, k] * velocity[b, k]
    return total


@kernel
def own_inertia(j, row, joints, bodies) -> float:
    """Return a row's inertia with both bodies free [kg or kg m2], a lower bound of the true."""
    softness = 0.0
    for side in range(2):
        b = joints.parent[j] if side == 0 else joints.child[j]
        arm = joints.jacobian[j, side, row]
        for i in range(3):
            softness += bodies.inv_mass[b] * arm[i] * arm[i]
            for k in range(3):
                softness += arm[3 + i] * bodies.inv_inertia[b, i, k] * arm[3 + k]
    return 1.0 / softness if softness > 0.0 else 0.0


@kernel
def push(j, row, impulse, joints, momentum) -> None:
    """Add an impulse [N s or N m s] along a row to the momenta (bodies, 6) of both bodies."""
    a, b = joints.parent[j], joints.child[j]
    for k in range(6):
        momentum[a, k] += joints.jacobian[j, 0, row, k] * impulse
        momentum[b, k] += joints.jacobian[j, 1, row, k] * impulse


@kernel
def find_bend(j, step, joints, islands) -> float:
    """Find what a finite step does to each row beyond its Jacobian; return the largest change.

    A row held at speed J v = -bend / step stays where it is after the bodies have really turned,
    so a pendulum keeps its energy (Ryckaert et al. 1977, SHAKE) and a winch counts exactly.
    """
    after = joints.after[j]
    measure(j, joints, islands.position, islands.orientation, after)
    change = 0.0
    kind = joints.kind[j]
    for row in range(6):
        if (kind == SPHERICAL and row >= 3) or (kind == UNIVERSAL and row == 4):
            continue
        before = joints.position[j] if row == 5 and kind != FIXED else joints.error[j, row]
        bend = after[row] - before - step * speed(j, row, joints, islands.velocity)
        if row == 5 and (kind == REVOLUTE or kind == UNIVERSAL):
            bend -= 2 * np.pi * np.floor(bend / (2 * np.pi) + 0.5)
        change = max(change, abs(bend - joints.bend[j, row]))
        joints.bend[j, row] = bend
    return change


@kernel
def store_speed(joints, velocity, row_impulse, step) -> None:
    """Keep each joint's speed and tension after the velocities are solved."""
    for j in range(joints.kind.shape[0]):
        joints.speed[j] = speed(j, 5, joints, velocity) + joints.bend[j, 5] / step
        x, y, z = row_impulse[j, 0], row_impulse[j, 1], row_impulse[j, 2]
        joints.tension[j] = np.sqrt(x * x + y * y + z * z) / step


@kernel
def store_position(joints, bodies, step) -> None:
    """Keep each joint's position, whole turns counted, after the bodies have moved."""
    for j in range(joints.kind.shape[0]):
        kind = joints.kind[j]
        if kind == FIXED or kind == SPHERICAL:
            continue
        expected = joints.position[j] + step * joints.speed[j]
        measure(j, joints, bodies.position, bodies.orientation, joints.after[j])
        off = joints.after[j, 5] - expected
        if kind != PRISMATIC:
            off -= 2 * np.pi * np.floor(off / (2 * np.pi) + 0.5)
        joints.position[j] = expected + off
