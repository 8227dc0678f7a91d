"""Rows that can move: held by dry friction or by a limit, or sliding against friction.

A held row joins the rigid rows of its joint in the direct solve; afterwards its impulse, less what
motor and damper gave, must be one that friction or limit can give, else the row lets go. A sliding
row that would turn back by more than a backlash, or pass its limit, is held. This is the active-set
form of the box law.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..bodies import integrate
from . import joint, tree

RUN = 0.05  # a joint that moves by more in a step runs [rad or m],
LATEST = 1.25  # into a limit that it would be beyond after so many steps as long
BACKLASH = 1e-9  # rounding: what turns back against friction by less has not turned [rad/s or m/s]


@kernel
def add_up(joints, brakes, bodies, step) -> None:
    """Write what friction and brakes give at most in a `step` to `grip` (joints,)."""
    friction, grip, brake_joint = joints.friction, joints.grip, brakes.joint
    brake_input, brake_torque = brakes.input, brakes.torque
    for j in range(grip.shape[0]):
        grip[j] = friction[j]
    for i in range(brake_joint.shape[0]):
        share = brake_input[i]
        if not share >= 0.0:  # negative, or not a number
            share = 0.0
        grip[brake_joint[i]] += min(share, 1.0) * brake_torque[i]
    for j in range(grip.shape[0]):
        b = joints.child[j] if bodies.inv_mass[joints.child[j]] > 0.0 else joints.parent[j]
        grip[j] *= integrate.find_span(b, bodies, step)


@kernel
def prepare(first, last, joints, islands, step) -> None:
    """Aim the rows of joints `rows[first:last]` that a limit holds at that limit."""
    rows, state, target = islands.all_joint, joints.state, joints.target
    for i in range(first, last):
        j = rows[i]
        if state[j, 5] == joint.LOWER or state[j, 5] == joint.UPPER:
            target[j] = find_aim(j, state[j, 5], joints, step)


@kernel
def find_aim(j, side, joints, step) -> float:
    """Return the speed that brings a joint to a limit in this step, 0 if it is beyond."""
    limit, position = joints.limit, joints.position
    if side == joint.LOWER:
        return min(0.0, (limit[j, 0] - position[j]) / step)
    return max(0.0, (limit[j, 1] - position[j]) / step)


@kernel
def is_held(state) -> bool:
    """Whether a row in this state is part of the rigid rows."""
    return state != joint.FORWARD and state != joint.BACKWARD


@kernel
def next_state(state, rest, grip, speed, at_limit, is_aimed, backlash) -> int:
    """Return the state that agrees with a row's speed and impulse of the last solve.

    `rest` is its impulse less that of motor and damper, `grip` the largest of friction; `at_limit`
    LOWER or UPPER where this speed would pass one; `is_aimed` if the limit lies behind the row.
    What turns back against friction by no more than `backlash` [rad/s or m/s] goes on sliding.
    """
    if state == joint.LOWER or state == joint.UPPER:
        side = 1.0 if state == joint.LOWER else -1.0
        if side * rest < (grip if is_aimed else -grip):
            return state // 2 if is_aimed else -state // 2
        return state
    if at_limit != joint.STICK:
        return at_limit
    if state == joint.STICK:
        if rest > grip:
            return joint.BACKWARD
        return joint.FORWARD if rest < -grip else state
    if grip > 0.0 and state * speed < -backlash:
        return joint.STICK
    return state


@kernel
def renew(j, row, speed, impulse, joints, step, backlash) -> bool:
    """Bring the state of one row up to date; return whether it has changed.

    What is within `joint.SMALL` of its limit and moves by less is not caught: of two joints on one
    motor that rest there each would be, in turn, as the other lets go.
    """
    kind, state, limit, position = joints.kind, joints.state, joints.limit, joints.position
    grip, conductance, effort = joints.grip, joints.conductance, joints.effort
    target = joints.target
    at_limit, before = joint.STICK, state[j, row]
    if row == 5 and kind[j] != joint.SPHERICAL and abs(before) != joint.UPPER:
        below, above, way = limit[j, 0] - position[j], position[j] - limit[j, 1], step * speed
        if way < below and (way < -joint.SMALL or below > joint.SMALL):
            at_limit = joint.LOWER
            target[j] = min(0.0, below / step)
        elif way > -above and (way > joint.SMALL or above > joint.SMALL):
            at_limit = joint.UPPER
            target[j] = max(0.0, -above / step)
    rest = impulse - effort[j, row] + conductance[j, row] * speed
    after = next_state(before, rest, grip[j], speed, at_limit, target[j] != 0.0, backlash)
    state[j, row] = after
    return after != before


@kernel
def switch(first, last, joints, islands, step, backlash) -> bool:
    """Bring the rows of an island's tree joints up to date; return whether any has changed."""
    body, own_joint, freedoms = islands.body, islands.own_joint, islands.freedoms
    axis, rate, state = islands.axis, islands.rate, joints.state
    limit, bend, grip = joints.limit, joints.bend, joints.grip
    changed = False
    for i in range(first, last):
        b = body[i]
        j = own_joint[b]
        for f in range(freedoms[b]):
            row = 6 - freedoms[b] + f
            held = is_held(state[j, row])
            if not held and grip[j] == 0.0 and limit[j, 1] - limit[j, 0] == np.inf:
                continue  # nothing to hold it
            impulse = 0.0
            if held:
                for k in range(6):
                    part = axis[b, f, k]
                    if part != 0.0:
                        impulse += part * tree.reaction(b, k, islands)
            speed = rate[b, f] + bend[j, row] / step
            changed |= renew(j, row, speed, impulse, joints, step, backlash)
    return changed


@kernel
def note(start, end, joints, motors, islands) -> bool:
    """Note the states of joints `all_joint[start:end]` and of their motors.

    Return whether any is another than was noted before.
    """
    known, state, motor_of, changed = joints.known, joints.state, joints.motor, False
    for i in range(start, end):
        j = islands.all_joint[i]
        for row in range(6):
            changed |= known[j, row] != state[j, row]
            known[j, row] = state[j, row]
        own = motors.saturated[motor_of[j]] if motor_of[j] >= 0 else 0
        changed |= known[j, 6] != own
        known[j, 6] = own
    return changed


@kernel
def runs_in(first, last, joints, islands, step) -> bool:
    """Whether one of the joints `all_joint[first:last]` runs into its limit at some speed.

    A limit is met at the end of the step, so all of that is slower, and what the joint pushes on
    misses what it would still have got.
    """
    for i in range(first, last):
        j = islands.all_joint[i]
        way = step * joints.speed[j]
        if abs(way) > RUN and joint.has_position(joints.kind[j]):
            ahead = joints.position[j] + LATEST * way
            if joint.violation(joints.limit[j, 0], joints.limit[j, 1], ahead) * way > 0.0:
                return True
    return False
