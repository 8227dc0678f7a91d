"""Jacobians of the rows outside an island's tree, and how large they are (see `border`)."""

from simulator.compiled.jit import kernel

from ..algebra import vector
from . import joint

STRONG = 1e-4  # least answer of a row, as a share of that of an island's whole mass
FAINT = 1e-10  # size of a repeater's row, as a share of its answer with its bodies free


@kernel
def prepare(first, last, start, end, joints, islands, bodies) -> None:
    """Find the Jacobian of border rows `first..last` at the bodies' present poses, and its size.

    The island's bodies are `start..end`. A row that moves less than the whole of them would with
    an advantage of 1 / sqrt(STRONG) is let go: linkages come close to that only where two of their
    branches meet, and what little is open there would be closed with any force. A repeater is never
    that: behind a light follower that friction holds a geared rotor may answer for it with next to
    nothing, and what they are apart grows for as long as it runs.
    """
    mass, inertia = _weigh(start, end, joints, islands, bodies)
    for i in range(first, last):
        j, row, leader = islands.border_joint[i], islands.border_row[i], islands.border_leader[i]
        ratio = islands.border_ratio[i]
        own = joint.own_inertia(j, row, joints, bodies)
        size = 1.0 / own if own > 0.0 else 0.0
        for n in range(4):
            islands.border_body[i, n] = -1
        _add_sides(i, 0, j, row, 1.0, joints, islands)
        if leader >= 0:
            _add_sides(i, 2, leader, row, -ratio, joints, islands)
            other = joint.own_inertia(leader, row, joints, bodies)
            size = FAINT * (size + (ratio * ratio / other if other > 0.0 else 0.0))
        islands.border_size[i], islands.border_least[i] = size, 0.0
        if leader < 0:
            whole = mass if joint.is_linear(joints.kind[j], row) else inertia
            islands.border_least[i] = STRONG / whole


@kernel
def _weigh(first, last, joints, islands, bodies) -> tuple[float, float]:
    """Return the mass of an island's bodies [kg] and, at most, their inertia [kg m2].

    With what its drives oppose: a geared rotor weighs more than many a robot.
    """
    mass, inertia, turning, sliding = 0.0, 0.0, 0.0, 0.0
    middle = vector.load(bodies.position, islands.body[first])
    for n in range(first, last):
        b = islands.body[n]
        arm = vector.subtract(vector.load(bodies.position, b), middle)
        own, spread = 1.0 / bodies.inv_mass[b], bodies.inertia[b]
        mass += own
        inertia += own * vector.dot(arm, arm) + spread[0, 0] + spread[1, 1] + spread[2, 2]
        j = islands.own_joint[b]
        if j >= 0 and joints.kind[j] == joint.PRISMATIC:
            sliding += joints.conductance[j, 5]
        elif j >= 0:
            turning += joints.conductance[j, 5]
    square = inertia / mass
    inertia += turning + square * sliding
    return inertia / square, inertia


@kernel
def _add_sides(i, n, j, row, share, joints, islands) -> None:
    for side in range(2):
        b = joints.parent[j] if side == 0 else joints.child[j]
        if islands.of_body[b] >= 0:
            islands.border_body[i, n + side] = b
            joint.write_row(
                j, row, share if side == 1 else -share, joints.kind[j], joints.frame,
                joints.anchor, islands.origin[b], islands.border_jacobian[i, n + side],
            )  # fmt: skip
