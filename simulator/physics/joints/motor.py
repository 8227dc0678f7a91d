"""Drives and dampers: what pushes a joint's own motion, in proportion to its speed.

Every drive is two numbers of its joint's row, impulse = effort - conductance * speed, so that it is
part of the joints' direct solve and as stable as they are.

A DC motor is the scalar body of Strashnov and Torgashev 2016: rotor inertia I_m, torque line (3)
tau = M (u - w / w0), rotor speed w tied to the joint's speed by the gear (14). Because the gear is
rigid, the rotor is eliminated. The torque line enters in the middle of the step (trapezoidal),
which keeps their promise of 1e-6 rad/s at a step of 10 ms.

Servo, speed and torque drives have a torque limit. A drive at its limit gives that torque until the
speed asks for less (active set, as friction in `hold`). They have no rotor but for a servo whose
no-load speed is given: beside its limited spring acts the line of an unfed DC motor, -M w / w0 with
its rotor, so that k (angle asked - angle), clipped at M, stands on the line of a motor.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import block, spatial, vector
from . import joint

DC, SERVO, SPEED, TORQUE = range(4)
KINDS = ("dc", "servo", "speed", "torque")
MOST = 1e9  # a larger target is a mistake upstream: the drive rests
ROUNDING = 1e-12


@kernel
def normalise(voltage) -> float:
    """Return the voltage clamped to -1..1; what is not a number is 0."""
    if not abs(voltage) >= 0.0:
        return 0.0
    return min(1.0, max(-1.0, voltage))


@kernel
def implicit_share(decay) -> float:
    """Return the weight of the new speed for a decay rate times step.

    One half (second order) as long as a step cannot turn the speed round, towards 1 beyond.
    """
    return 0.5 if decay <= 2.0 else 1.0 - 1.0 / decay


@kernel
def _prepare_damper(j, joints, bodies, step) -> None:
    """Enter the damping of every movable row."""
    for row in range(3, 6):
        if joints.state[j, row] == joint.RIGID:
            continue
        inertia = joint.own_inertia(j, row, joints, bodies)
        damping = joints.damping[j] * step
        share = implicit_share(damping / inertia) if inertia > 0.0 else 1.0
        if row == 5 and joint.has_position(joints.kind[j]):
            old = joints.speed[j]
        else:
            axis = joint.direction(j, row, joints.kind[j], joints.frame)
            spin = vector.load(bodies.spin, joints.child[j])
            spin = vector.subtract(spin, vector.load(bodies.spin, joints.parent[j]))
            old = vector.dot(axis, spin)
        joints.conductance[j, row] = share * damping
        joints.effort[j, row] = -(1.0 - share) * damping * old


@kernel
def stiffen(first, last, joints, bodies, islands, share) -> None:
    """Add a damper of `share` of its own inertia to every free turn of an island's tree joints."""
    for i in range(first, last):
        b = islands.body[i]
        j = islands.own_joint[b]
        for f in range(islands.freedoms[b]):
            row = 6 - islands.freedoms[b] + f
            if joints.kind[j] != joint.PRISMATIC:
                more = share * joint.own_inertia(j, row, joints, bodies)
                joints.conductance[j, row] += more


@kernel
def listen(motors, last_input, step) -> None:
    """Take the inputs as targets; a servo follows one that changes evenly on its way.

    `last_input` (motors,): of the last step, NaN where there was none. A target moves on within
    the step [s] by its last change, but by no more than twice the change before that, and not the
    other way: one that rests or jumps is held. Where its changes change evenly, it turns round.
    """
    for m in range(motors.input.shape[0]):
        motors.target[m], motors.drift[m] = motors.input[m], 0.0
        if motors.kind[m] == SERVO:
            new, old = motors.input[m] - last_input[m], motors.change[m]
            new = new if abs(new) < MOST else 0.0
            bend, before = new - old, motors.bend[m]
            if bend * before > 0.0 and abs(bend) < 1.5 * abs(before):
                motors.drift[m] = new / step
            elif new * old > 0.0:
                motors.drift[m] = (new if abs(new) < 2.0 * abs(old) else 2.0 * old) / step
            motors.change[m], motors.bend[m] = new, bend


@kernel
def prepare(first, last, joints, motors, bodies, islands, lead, part) -> None:
    """Enter drives and damping as conductance and effort of an island's movable rows.

    The joints are `islands.all_joint[first:last]`. Positions are `lead` [s] ahead of the speeds,
    in the middle of what forces have to act if the `part` of the step is as long as the last.
    """
    step = lead + 0.5 * part
    for i in range(first, last):
        j = islands.all_joint[i]
        for row in range(3, 6):
            joints.conductance[j, row] = joints.effort[j, row] = 0.0
        if joints.damping[j] > 0.0:
            _prepare_damper(j, joints, bodies, step)
        m = joints.motor[j]
        if m >= 0 and motors.joint[m] == j:
            motors.span[m], ahead = step, lead
            if motors.drift[m] != 0.0:  # it moves on from step to step, and not from part to part
                motors.span[m], ahead = part, 0.5 * part
            if motors.kind[m] == DC:
                inertia = joint.own_inertia(j, 5, joints, bodies)
                rotor, push = _prepare_rotor(m, joints.ratio[j], inertia, motors, step)
                motors.conductance[m], motors.effort[m] = rotor, push
            else:
                if motors.no_load_speed[m] > 0.0:
                    inertia = joint.own_inertia(j, 5, joints, bodies)
                    rotor, push = _prepare_rotor(m, joints.ratio[j], inertia, motors, step)
                    joints.conductance[j, 5] += rotor
                    joints.effort[j, 5] += push
                if motors.kind[m] == SERVO and motors.carried[m] == 0.0:
                    motors.carried[m] = joint.own_inertia(j, 5, joints, bodies)
                _prepare_drive(
                    m, joints.position[j], joints.speed[j], motors, ahead, motors.span[m]
                )  # fmt: skip
                _foresee_limit(m, joints.speed[j], motors)
            if motors.saturated[m] == 0:
                joints.conductance[j, 5] += motors.conductance[m]
                joints.effort[j, 5] += motors.effort[m]
            else:
                joints.effort[j, 5] += motors.saturated[m] * motors.span[m] * motors.limit[m]


@kernel
def _prepare_rotor(m, ratio, inertia, motors, step):
    """Return conductance and effort of a rotor at its joint, whose own inertia is given [kg m2]."""
    _share(m, motors, inertia * ratio * ratio, step)
    rotor, push = _free_rotor(m, motors, step)
    return rotor / (ratio * ratio), push / ratio


@kernel
def _prepare_drive(m, position, speed, motors, lead, step) -> None:
    """Write the row of a servo, speed or torque drive at a joint's position and speed.

    A servo's whole law is taken at one time of the step: in the middle as long as a step can
    follow it (second order), towards the end beyond. The position is the middle's already, or
    `lead` [s] ahead of the speed where parts differ (see `present`, `pace`); its change until then
    makes the spring stable with any inertia, as Newmark's mean acceleration is, so the inertia
    that it carries need not be exact.
    """
    target, kind = motors.target[m], motors.kind[m]
    motors.conductance[m] = motors.effort[m] = 0.0
    if not abs(target) < MOST:
        return
    if kind == SERVO:
        damper, spring = step * motors.damping[m], step * motors.stiffness[m]
        inertia, most = motors.carried[m], max(damper, step * spring)
        share = implicit_share(most / inertia) if inertia > 0.0 else 1.0
        away = target + share * step * motors.drift[m] - position
        motors.conductance[m] = share * (damper + (step - lead) * spring)
        motors.effort[m] = spring * away - (1.0 - share) * (damper - lead * spring) * speed
    elif kind == SPEED:
        motors.conductance[m] = step * motors.damping[m]
        motors.effort[m] = motors.conductance[m] * target
    else:
        motors.effort[m] = step * motors.limit[m] * normalise(target)


@kernel
def _foresee_limit(m, speed, motors) -> None:
    """Let a drive begin at its torque limit if at its joint's speed so far it asks for more.

    Contacts would first be solved against all that it asks for; what is left of them when it has
    come down to its limit may be the push of a single corner.
    """
    if motors.saturated[m] == 0 and motors.limit[m] < np.inf:
        impulse = motors.effort[m] - motors.conductance[m] * speed
        if abs(impulse) > motors.span[m] * motors.limit[m]:
            motors.saturated[m] = 1 if impulse > 0.0 else -1


@kernel
def switch(first, last, joints, motors, islands) -> bool:
    """Bring drives at or within their torque limit up to date; return whether any has changed.

    Looks at joints `rows[first:last]` and their `speed` of the last solve.
    """
    rows, motor_of, speed = islands.all_joint, joints.motor, joints.speed
    conductance, effort, motor_joint = joints.conductance, joints.effort, motors.joint
    limit, motor_conductance, motor_effort = motors.limit, motors.conductance, motors.effort
    saturated, span = motors.saturated, motors.span
    changed = False
    for i in range(first, last):
        j = rows[i]
        m = motor_of[j]
        if m < 0 or motor_joint[m] != j or not limit[m] < np.inf:
            continue
        most, old = span[m] * limit[m], saturated[m]
        impulse = motor_effort[m] - motor_conductance[m] * speed[j]
        new = 0
        if impulse > most and old >= 0:
            new = 1
        elif impulse < -most and old <= 0:  # what leaves one limit is tried within, or it may cycle
            new = -1
        if new == old or (old != 0 and abs(impulse - old * most) <= ROUNDING * most):
            continue
        before = old * most if old != 0 else motor_effort[m]
        effort[j, 5] += (new * most if new != 0 else motor_effort[m]) - before
        if old == 0:
            rest = conductance[j, 5] - motor_conductance[m]
            conductance[j, 5] = rest if rest > ROUNDING * motor_conductance[m] else 0.0
        elif new == 0:
            conductance[j, 5] += motor_conductance[m]
        saturated[m] = new
        changed = True
    return changed


@kernel
def weigh(first, last, start, end, joints, motors, islands) -> None:
    """Keep the inertia that each servo carries, from the factor of an island.

    Its bodies are `first..last`. In a tree that is what hangs on the servo's joint; where border
    rows `start..end` close loops or couple joints, what the whole mechanism weighs there.
    """
    body, own_joint, freedoms = islands.body, islands.own_joint, islands.freedoms
    softness, conductance = islands.softness, joints.conductance
    for i in range(first, last):
        b = body[i]
        j = own_joint[b]
        if j < 0 or not _is_servo(j, joints, motors):
            continue
        soft = softness[b, freedoms[b] - 1]
        if soft > 0.0 and start < end:
            soft = _find_answer(b, start, end, islands)
        if soft > ROUNDING * softness[b, freedoms[b] - 1]:
            _carry(j, 1.0 / soft - conductance[j, 5], joints, motors)
    for i in range(start, end):
        j = islands.border_joint[i]
        if islands.border_row[i] != 5 or islands.border_leader[i] >= 0:
            continue
        free = abs(joints.state[j, 5]) == joint.FORWARD and conductance[j, 5] > 0.0
        if not free or not _is_servo(j, joints, motors):
            continue
        own = _find_row_answer(i, start, end, islands)
        if own > 0.0:
            soft = 1.0 / own - 1.0 / conductance[j, 5]  # the row's own, beside its drive
            if soft > ROUNDING / own:
                _carry(j, 1.0 / soft, joints, motors)


@kernel
def _find_row_answer(i, start, end, islands) -> float:
    """Return the entry of border row `i` on the diagonal of the inverse of the border's matrix."""
    side = islands.border_side
    for n in range(start, end):
        side[n] = 0.0
    side[i] = 1.0
    return -block.lessen(0.0, islands.border_factor, start, end, side)


@kernel
def _is_servo(j, joints, motors) -> bool:
    """Whether a servo leads joint `j`."""
    m = joints.motor[j]
    return m >= 0 and motors.kind[m] == SERVO and motors.joint[m] == j


@kernel
def _carry(j, inertia, joints, motors) -> None:
    """Note what the servo of joint `j` carries, its rotor beside what moves [kg m2 or kg]."""
    m = joints.motor[j]
    motors.carried[m] = inertia + motors.inertia[m] / (joints.ratio[j] * joints.ratio[j])


@kernel
def _find_answer(b, start, end, islands) -> float:
    """Return the speed per effort of body `b`'s only freedom, with border rows `start..end` held.

    In the tree the effort's answer is a sum over the freedoms on the way to the root, and so are
    the speeds that it gives to the rows; `border_side` is scratch for them.
    """
    inner, own_joint, freedoms = islands.inner, islands.own_joint, islands.freedoms
    axis, gain, softness = islands.axis, islands.gain, islands.softness
    answer, flow, share = islands.answer, islands.flow, islands.share
    side = islands.border_side
    width = end - start
    total = softness[b, 0]
    for n in range(width):
        side[start + n] = total * share[b, 0, n]
    m = spatial.scale(-total, spatial.load_row(gain, b, 0))
    p = inner[b]
    while p >= 0:
        if own_joint[p] < 0:
            moved = spatial.apply(answer, p, m)
            total += spatial.dot(m, moved)
            for n in range(width):
                side[start + n] += spatial.dot(spatial.load_row(flow, p, n), moved)
        else:
            for f in range(freedoms[p]):
                part = spatial.dot(spatial.load_row(axis, p, f), m)
                speed = softness[p, f] * part
                total += speed * part
                for n in range(width):
                    side[start + n] += speed * share[p, f, n]
                m = spatial.offset(m, -speed, spatial.load_row(gain, p, f))
        p = inner[p]
    return block.lessen(total, islands.border_factor, start, end, side)


@kernel
def _share(m, motors, link, step) -> None:
    """Choose the implicitness of a motor whose link weighs `link` on the rotor [kg m2]."""
    motors.implicitness[m] = implicit_share(step * _slope(m, motors) / (motors.inertia[m] + link))


@kernel
def _slope(m, motors) -> float:
    """Return how much torque a motor loses per speed; a servo without a target is open."""
    if motors.kind[m] == SERVO and not abs(motors.target[m]) < MOST:
        return 0.0
    return motors.stall_torque[m] / motors.no_load_speed[m]


@kernel
def _free_rotor(m, motors, step):
    """Return inertia and momentum of a rotor at the end of a step without load.

    (I_m + s h M/w0) w' = (I_m - (1 - s) h M/w0) w + h M u + impulse of the gear; u of a servo is
    0 here, what it asks for is the spring's.
    """
    slope = step * _slope(m, motors)
    share = motors.implicitness[m]
    inertia = motors.inertia[m] + share * slope
    momentum = (motors.inertia[m] - (1.0 - share) * slope) * motors.speed[m]
    if motors.kind[m] == DC:
        momentum += step * motors.stall_torque[m] * normalise(motors.input[m])
    return inertia, momentum


@kernel
def store(joints, motors, inv_mass, left_out, is_rest, step) -> None:
    """Keep each rotor's speed and angle, whole turns included, and its mean torque.

    `left_out` (bodies,) flags: their motors are left as they are; with `is_rest` so are the
    motors without a joint.
    """
    for m in range(motors.joint.shape[0]):
        j, old = motors.joint[m], motors.speed[m]
        b = joints.child[j] if j >= 0 else 0
        if j >= 0 and inv_mass[b] == 0.0:
            b = joints.parent[j]
        if left_out[b] == 1 if j >= 0 else is_rest:
            continue
        if j >= 0:
            motors.speed[m] = joints.speed[j] / joints.ratio[j]
            motors.angle[m] = (joints.position[j] - joints.start[j]) / joints.ratio[j]
        elif motors.kind[m] == DC:
            _share(m, motors, 0.0, step)
            inertia, momentum = _free_rotor(m, motors, step)
            motors.speed[m] = momentum / inertia
            motors.angle[m] += step * motors.speed[m]
        if motors.kind[m] == DC:
            share = motors.implicitness[m]
            mean = (1.0 - share) * old + share * motors.speed[m]
            voltage = normalise(motors.input[m])
            motors.torque[m] = motors.stall_torque[m] * (voltage - mean / motors.no_load_speed[m])
            continue
        lost = 0.0
        if motors.no_load_speed[m] > 0.0:
            share = motors.implicitness[m]
            lost = _slope(m, motors) * ((1.0 - share) * old + share * motors.speed[m])
        motors.target[m] += step * motors.drift[m]
        if motors.saturated[m] != 0:
            motors.torque[m] = motors.saturated[m] * motors.limit[m] - lost
        else:
            push = motors.effort[m] - motors.conductance[m] * motors.speed[m]
            motors.torque[m] = (push / motors.span[m] if j >= 0 else 0.0) - lost
