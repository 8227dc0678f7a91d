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
def measure(j, joints, position, orientation):
    """Return how far each row of joint `j` is from zero [m or rad] at the given body poses.

    Row 5 of a joint with a position is that position, an angle without whole turns. Rows that
    only carry friction (spherical 3..5, universal 4) return 0.
    """
    a, b = joints.parent[j], joints.child[j]
    qa, qb = orientation[a], orientation[b]
    ra, rb = vector.rotate(qa, joints.anchor_parent[j]), vector.rotate(qb, joints.anchor_child[j])
    x = position[b, 0] + rb[0] - position[a, 0] - ra[0]
    y = position[b, 1] + rb[1] - position[a, 1] - ra[1]
    z = position[b, 2] + rb[2] - position[a, 2] - ra[2]
    kind = joints.kind[j]
    if kind == SPHERICAL:
        return x, y, z, 0.0, 0.0, 0.0
    p0 = vector.rotate(qa, joints.frame_parent[j, :, 0])
    p1 = vector.rotate(qa, joints.frame_parent[j, :, 1])
    p2 = vector.rotate(qa, joints.frame_parent[j, :, 2])
    c1 = vector.rotate(qb, joints.frame_child[j, :, 1])
    if kind == UNIVERSAL:
        angle = np.arctan2(-vector.dot(p0, c1), vector.dot(p1, c1))
        return x, y, z, -vector.dot(p2, c1), 0.0, angle
    c0 = vector.rotate(qb, joints.frame_child[j, :, 0])
    c2 = vector.rotate(qb, joints.frame_child[j, :, 2])
    if kind == REVOLUTE:
        e = vector.cross(p2, c2)
        angle = np.arctan2(vector.dot(p1, c0), vector.dot(p0, c0))
        return x, y, z, vector.dot(p0, e), vector.dot(p1, e), angle
    e0, e1, e2 = vector.cross(p0, c0), vector.cross(p1, c1), vector.cross(p2, c2)
    e = (
        0.5 * (e0[0] + e1[0] + e2[0]),
        0.5 * (e0[1] + e1[1] + e2[1]),
        0.5 * (e0[2] + e1[2] + e2[2]),
    )
    u, v, w = vector.dot(p0, e), vector.dot(p1, e), vector.dot(p2, e)
    if kind == FIXED:
        return x, y, z, u, v, w
    gap = (x, y, z)
    return vector.dot(p0, gap), vector.dot(p1, gap), u, v, w, vector.dot(p2, gap)


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
        error = measure(j, joints, bodies.position, bodies.orientation)
        for row in range(6):
            joints.error[j, row] = error[row]
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
    after = measure(j, joints, islands.position, islands.orientation)
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
def store_speed(joints, velocity, step) -> None:
    """Keep each joint's speed after the velocities are solved."""
    for j in range(joints.kind.shape[0]):
        joints.speed[j] = speed(j, 5, joints, velocity) + joints.bend[j, 5] / step


@kernel
def store_position(joints, bodies, step) -> None:
    """Keep each joint's position, whole turns counted, after the bodies have moved."""
    for j in range(joints.kind.shape[0]):
        kind = joints.kind[j]
        if kind == FIXED or kind == SPHERICAL:
            continue
        expected = joints.position[j] + step * joints.speed[j]
        off = measure(j, joints, bodies.position, bodies.orientation)[5] - expected
        if kind != PRISMATIC:
            off -= 2 * np.pi * np.floor(off / (2 * np.pi) + 0.5)
        joints.position[j] = expected + off
