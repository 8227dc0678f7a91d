"""Rows that can move: held by dry friction or by a limit, or sliding against friction.

A held row joins the rigid rows of its joint in the direct solve; afterwards its impulse, less what
motor and damper gave, must be one that friction or limit can give, else the row lets go. A sliding
row that would turn back, or pass its limit, is held. This is the active-set form of the box law.
"""

from simulator.jit import kernel

from . import joint

BACKLASH = 1e-9  # a row that moves slower against friction is at rest [rad/s or m/s]


@kernel
def prepare(joints, brakes, step) -> None:
    """Add up friction and brakes of every joint; aim the rows that a limit holds at that limit."""
    for j in range(joints.kind.shape[0]):
        joints.grip[j] = joints.friction[j]
        low, high = joints.limit[j, 0], joints.limit[j, 1]
        if joints.state[j, 5] == joint.LOWER:
            joints.target[j] = min(0.0, (low - joints.position[j]) / step)
        elif joints.state[j, 5] == joint.UPPER:
            joints.target[j] = max(0.0, (high - joints.position[j]) / step)
    for i in range(brakes.joint.shape[0]):
        share = brakes.input[i]
        if not share >= 0.0:  # negative, or not a number
            share = 0.0
        joints.grip[brakes.joint[i]] += min(share, 1.0) * brakes.torque[i]


@kernel
def is_held(state) -> bool:
    """Whether a row in this state is part of the rigid rows."""
    return state != joint.FORWARD and state != joint.BACKWARD


@kernel
def friction_impulse(state, grip_impulse) -> float:
    """Return the impulse of friction on a sliding row."""
    return -state * grip_impulse


@kernel
def _limit_state(j, joints, step, row_speed) -> int:
    """Return LOWER or UPPER if the joint would pass that limit at this speed, else STICK."""
    low, high = joints.limit[j, 0], joints.limit[j, 1]
    after = joints.position[j] + step * row_speed
    if after < low:
        joints.target[j] = min(0.0, (low - joints.position[j]) / step)
        return joint.LOWER
    if after > high:
        joints.target[j] = max(0.0, (high - joints.position[j]) / step)
        return joint.UPPER
    return joint.STICK


@kernel
def next_state(j, row, joints, step, row_speed, impulse) -> int:
    """Return the state that agrees with a row's speed and total impulse of the last solve."""
    state = joints.state[j, row]
    grip = joints.grip[j] * step
    rest = impulse - joints.conductance[j, row] * (joints.drive[j, row] - row_speed)
    if state == joint.LOWER or state == joint.UPPER:
        side = 1.0 if state == joint.LOWER else -1.0
        moving = joints.target[j] != 0.0
        if side * rest < (grip if moving else -grip):
            return state // 2 if moving else -state // 2
        return state
    if row == 5 and joints.kind[j] != joint.SPHERICAL:
        limit = _limit_state(j, joints, step, row_speed)
        if limit != joint.STICK:
            return limit
    if state == joint.STICK:
        if rest > grip:
            return joint.BACKWARD
        return joint.FORWARD if rest < -grip else state
    if grip > 0.0 and state * row_speed < -BACKLASH:
        return joint.STICK
    return state


@kernel
def violation(j, joints) -> float:
    """Return how far a joint lies beyond its limits [rad or m], signed."""
    position = joints.position[j]
    if position < joints.limit[j, 0]:
        return position - joints.limit[j, 0]
    return max(0.0, position - joints.limit[j, 1])
