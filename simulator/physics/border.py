"""Rows of an island outside its tree: joints that close a loop, and repeaters.

They are a dense border of the tree's factor (Schur complement): the tree is solved once per row
to learn how every border row answers to every other. Redundant rows, as in planar loops, drop out
of the inverse instead of being softened.
"""

from simulator.jit import kernel

from . import block, hold, joint, repeater, tree


@kernel
def speed(i, joints, islands) -> float:
    """Return the speed of border row `i` after the last tree solve [m/s or rad/s]."""
    j, leader = islands.border_joint[i], islands.border_leader[i]
    if leader >= 0:
        return repeater.speed(j, leader, islands.border_ratio[i], joints, islands.velocity)
    return joint.speed(j, islands.border_row[i], joints, islands.velocity)


@kernel
def push(i, impulse, joints, islands) -> None:
    """Add an impulse of border row `i` to the momenta of the bodies it touches."""
    j, leader = islands.border_joint[i], islands.border_leader[i]
    if leader >= 0:
        repeater.push(j, leader, islands.border_ratio[i], impulse, joints, islands.momentum)
    else:
        joint.push(j, islands.border_row[i], impulse, joints, islands.momentum)


@kernel
def _size(i, joints, bodies, islands) -> float:
    """Return the answer of border row `i` to itself with all its bodies free."""
    j, leader = islands.border_joint[i], islands.border_leader[i]
    own = joint.own_inertia(j, islands.border_row[i], joints, bodies)
    size = 1.0 / own if own > 0.0 else 0.0
    if leader >= 0:
        other = joint.own_inertia(leader, 5, joints, bodies)
        if other > 0.0:
            size += islands.border_ratio[i] * islands.border_ratio[i] / other
    return size


@kernel
def factor(island, joints, bodies, islands) -> None:
    """Invert the matrix of the border of an island whose tree is factored."""
    first, last = islands.border_start[island], islands.border_start[island + 1]
    matrix = islands.border_matrix
    for n in range(islands.joint_start[island], islands.joint_start[island + 1]):
        islands.right_side[islands.joint[n], :] = 0.0
    for i in range(first, last):
        for n in range(islands.body_start[island], islands.body_start[island + 1]):
            islands.momentum[islands.body[n], :] = 0.0
        push(i, 1.0, joints, islands)
        tree.solve(island, joints, islands)
        for k in range(first, last):
            matrix[k, i] = speed(k, joints, islands)
    for i in range(first, last):
        j, row = islands.border_joint[i], islands.border_row[i]
        if islands.border_leader[i] >= 0 or hold.is_held(joints.state[j, row]):
            continue
        if joints.conductance[j, row] > 0.0:
            matrix[i, i] += 1.0 / joints.conductance[j, row]
        else:
            matrix[i, first:last] = 0.0
            matrix[first:last, i] = 0.0
    for i in range(first, last):
        islands.scale[i] = _size(i, joints, bodies, islands)
    block.invert(matrix, first, last, islands.scale)


@kernel
def solve(island, joints, islands) -> None:
    """Find the border's impulses from what the tree alone leaves of its right sides."""
    first, last = islands.border_start[island], islands.border_start[island + 1]
    for i in range(first, last):
        islands.border_side[i] -= speed(i, joints, islands)
    for i in range(first, last):
        total = 0.0
        for k in range(first, last):
            total += islands.border_matrix[i, k] * islands.border_side[k]
        islands.border_impulse[i] = total
        if islands.border_leader[i] < 0:
            islands.row_impulse[islands.border_joint[i], islands.border_row[i]] = total
