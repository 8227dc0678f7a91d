"""What a solve asks of the tree joints of an island: their motions, and the impulses of free rows.

`bias` (bodies, 6) is the motion, outer less inner body at the origin, that leaves rigid and held
rows without an error; `given` (bodies, 3) the impulse on a free freedom at rest, the speed of a
held one.
"""

from simulator.compiled.jit import kernel

from ..algebra import vector
from . import joint


@kernel
def velocity(first, last, joints, islands, step) -> None:
    """Write what a velocity solve asks: no small error after the step, in which rows bend."""
    body, own_joint, freedoms = islands.body, islands.own_joint, islands.freedoms
    given = islands.given
    state, bend = joints.state, joints.bend
    target, grip, conductance = joints.target, joints.grip, joints.conductance
    effort, error, per_step = joints.effort, joints.error, 1.0 / step
    for i in range(first, last):
        b = body[i]
        j = own_joint[b]
        if j < 0:
            continue
        count = freedoms[b]
        near = (
            _close(bend[j, 0], error[j, 0], per_step), _close(bend[j, 1], error[j, 1], per_step),
            _close(bend[j, 2], error[j, 2], per_step),
        )  # fmt: skip
        far = (0.0, 0.0, 0.0)
        for row in range(3, 6):
            f = row - 6 + count
            if f < 0:
                far = _set(far, row, _close(bend[j, row], error[j, row], per_step))
                continue
            s, speed = state[j, row], -bend[j, row] * per_step
            if s == joint.FORWARD or s == joint.BACKWARD:
                given[b, f] = effort[j, row] + conductance[j, row] * speed
                given[b, f] -= s * grip[j]
                continue
            if s == joint.UPPER or s == joint.LOWER:
                speed += target[j]
            given[b, f] = speed
            far = _set(far, row, speed)
        _save_bias(b, j, near, far, joints, islands)


@kernel
def position(first, last, joints, islands, step) -> None:
    """Write what the position solve asks: rigid rows close, held limits are kept."""
    body, own_joint, freedoms = islands.body, islands.own_joint, islands.freedoms
    given = islands.given
    state, error = joints.state, joints.error
    limit, travel, per_step = joints.limit, joints.position, 1.0 / step
    for i in range(first, last):
        b = body[i]
        j = own_joint[b]
        if j < 0:
            continue
        count = freedoms[b]
        near = (
            -joint.wide(error[j, 0]) * per_step, -joint.wide(error[j, 1]) * per_step,
            -joint.wide(error[j, 2]) * per_step,
        )  # fmt: skip
        far = (0.0, 0.0, 0.0)
        for row in range(3, 6):
            f, off = row - 6 + count, 0.0
            if f < 0:
                off = joint.wide(error[j, row])
            elif state[j, row] == joint.UPPER or state[j, row] == joint.LOWER:
                off = joint.violation(limit[j, 0], limit[j, 1], travel[j])
            if f >= 0:
                given[b, f] = -off * per_step
            far = _set(far, row, -off * per_step)
        _save_bias(b, j, near, far, joints, islands)


@kernel
def _close(bend, error, per_step) -> float:
    """Return the speed of a rigid row that bends and has an error; a wide one is left."""
    return -(bend + (error - joint.wide(error))) * per_step


@kernel
def _set(far: vector.Vector, row, speed) -> vector.Vector:
    """Return the speeds of rows 3 to 5 with another one of `row`."""
    return (
        speed if row == 3 else far[0], speed if row == 4 else far[1],
        speed if row == 5 else far[2],
    )  # fmt: skip


@kernel
def _save_bias(b, j, near, far, joints, islands) -> None:
    """Write the motion of rows 0..2 at speeds `near` and of rows 3..5 at speeds `far`."""
    kind, frame = joints.kind[j], joints.frame
    linear, angular = near, far
    if kind == joint.PRISMATIC:
        linear, angular = (near[0], near[1], far[2]), (near[2], far[0], far[1])
    x, y = vector.load_row(frame, j, 0), vector.load_row(frame, j, 1)
    z = vector.load_row(frame, j, 2)
    if kind == joint.PRISMATIC or kind == joint.REVOLUTE:
        linear = vector.combine(x, y, z, linear[0], linear[1], linear[2])
    angular = vector.combine(x, y, z, angular[0], angular[1], angular[2])
    side = islands.side[b]
    arm = vector.subtract(vector.load(joints.anchor, j), vector.load(islands.origin, b))
    moved, bias = vector.cross(arm, angular), islands.bias
    for c in range(3):
        bias[b, c] = side * (linear[c] + moved[c])
        bias[b, 3 + c] = side * angular[c]
