"""The joints of an island as a tree, eliminated from its leaves to its roots (Baraff 1996).

    M v - J' impulse = momentum                             bodies
    J_p v_p + J_c v_c + impulse / conductance = right side  rows of each joint

One joint with its motor, damper, friction and limit is one 6 x 6 block; there is no fill.
"""

from simulator.jit import kernel

from . import block, hold, vector


@kernel
def factor(island, joints, bodies, islands) -> None:
    """Eliminate an island's tree at the present poses and row states."""
    first, last = islands.body_start[island], islands.body_start[island + 1]
    for i in range(first, last):
        b = islands.body[i]
        mobility = islands.mobility[b]
        mobility[:, :] = 0.0
        vector.to_world(bodies.orientation[b], bodies.inertia[b], mobility[3:, 3:])
        for k in range(3):
            mobility[k, k] = 1.0 / bodies.inv_mass[b]
    for i in range(islands.joint_start[island], islands.joint_start[island + 1]):
        _eliminate(islands.joint[i], joints, islands)
    for i in range(first, last):
        if islands.root[islands.body[i]] == 1:
            block.invert(islands.mobility[islands.body[i]], 0, 6, islands.scale)


@kernel
def outer_body(j, joints, islands) -> int:
    """Return the body of joint `j` that lies farther from the root."""
    return joints.child[j] if islands.outer[j] == 1 else joints.parent[j]


@kernel
def inner_body(j, joints, islands) -> int:
    """Return the body of joint `j` that lies nearer to the root, or does not move."""
    return joints.parent[j] if islands.outer[j] == 1 else joints.child[j]


@kernel
def _eliminate(j, joints, islands) -> None:
    """Eliminate a joint and its outer body; what is left weighs on the inner body."""
    side = islands.outer[j]
    outer, inner = outer_body(j, joints, islands), inner_body(j, joints, islands)
    towards, away = joints.jacobian[j, 1 - side], joints.jacobian[j, side]
    mass = islands.mass[j]
    block.invert(islands.mobility[outer], 0, 6, islands.scale)
    block.multiply_transposed(islands.mobility[outer], away, islands.outer_gain[j])
    block.multiply(away, islands.outer_gain[j], mass)
    for row in range(6):
        if hold.is_held(joints.state[j, row]):
            continue
        if joints.conductance[j, row] > 0.0:
            mass[row, row] += 1.0 / joints.conductance[j, row]
        else:
            for k in range(6):
                mass[row, k] = 0.0
                mass[k, row] = 0.0
    block.invert(mass, 0, 6, islands.scale)
    block.multiply(mass, towards, islands.inner_gain[j])
    if islands.of_body[inner] >= 0:
        block.add_transposed_product(towards, islands.inner_gain[j], islands.mobility[inner])


@kernel
def _multiply(matrix, v, out) -> None:
    for i in range(6):
        total = 0.0
        for k in range(6):
            total += matrix[i, k] * v[k]
        out[i] = total


@kernel
def solve(island, joints, islands) -> None:
    """Find velocities and row impulses for the loaded momenta and right sides.

    The momenta are used up: on return they hold what each body felt of everything farther out.
    """
    velocity, impulse, momentum = islands.velocity, islands.row_impulse, islands.momentum
    rest = islands.rest
    first, last = islands.joint_start[island], islands.joint_start[island + 1]
    for i in range(first, last):
        j = islands.joint[i]
        side = islands.outer[j]
        outer, inner = outer_body(j, joints, islands), inner_body(j, joints, islands)
        _multiply(islands.mobility[outer], momentum[outer], velocity[outer])
        for row in range(6):
            rest[row] = islands.right_side[j, row]
            for k in range(6):
                rest[row] -= joints.jacobian[j, side, row, k] * velocity[outer, k]
        _multiply(islands.mass[j], rest, impulse[j])
        if islands.of_body[inner] >= 0:
            for row in range(6):
                for k in range(6):
                    momentum[inner, k] += joints.jacobian[j, 1 - side, row, k] * impulse[j, row]
    for i in range(islands.body_start[island], islands.body_start[island + 1]):
        b = islands.body[i]
        if islands.root[b] == 1:
            _multiply(islands.mobility[b], momentum[b], velocity[b])
    for i in range(last - 1, first - 1, -1):
        j = islands.joint[i]
        outer, inner = outer_body(j, joints, islands), inner_body(j, joints, islands)
        for row in range(6):
            for k in range(6):
                impulse[j, row] -= islands.inner_gain[j, row, k] * velocity[inner, k]
        for k in range(6):
            for row in range(6):
                velocity[outer, k] += islands.outer_gain[j, k, row] * impulse[j, row]
