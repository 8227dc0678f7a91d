"""DC motors and dampers: what pushes a joint's own motion in proportion to its speed.

A motor is the scalar body of Strashnov and Torgashev 2016: rotor inertia I_m, torque line (3)
tau = M (u - w / w0), rotor speed w tied to the joint's speed by the gear (14). Because the gear is
rigid, the rotor is eliminated: in the joint's row it is a conductance c with a drive speed,
impulse = c (drive - speed). The torque line enters in the middle of the step (trapezoidal), which
keeps their promise of 1e-6 rad/s at a step of 10 ms.
"""

import numpy as np

from simulator.jit import kernel

from . import joint, vector

IMMOVABLE = 1e3  # arm of a joint on a body that does not move [m]


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
        old = joints.speed[j] if row == 5 else 0.0
        joints.conductance[j, row] = share * damping
        joints.drive[j, row] = -(1.0 - share) / share * old


@kernel
def _prepare_stretch(j, joints, bodies, step) -> None:
    """Damp the bending of a joint under a pull too strong for the step.

    Light links under tension T swing like a string: where neighbours turn against each other, a
    hinge of stiffness k = T a b / (a + b) and inertia I has the frequency w^2 = 2 k / I, which a
    step follows up to h w = 2. What is missing to h^2 k = 2 I + 4 D acts as an implicit damper D
    (geometric stiffness, Andrews, Teichmann and Kry 2017). Robots at work do not reach it; heavy
    loads on light chains do.
    """
    a, b = joints.anchor_parent[j], joints.anchor_child[j]
    arm_a, arm_b = np.sqrt(vector.dot(a, a)), np.sqrt(vector.dot(b, b))
    if bodies.inv_mass[joints.parent[j]] == 0.0:
        arm_a = IMMOVABLE
    if bodies.inv_mass[joints.child[j]] == 0.0:
        arm_b = IMMOVABLE
    stiffness = joints.tension[j] * arm_a * arm_b / max(arm_a + arm_b, 1e-9)
    for row in range(3, 6):
        if joints.state[j, row] == joint.RIGID:
            continue
        own = joint.own_inertia(j, row, joints, bodies)
        excess = 0.25 * step * step * stiffness - 0.5 * own
        if excess > 0.0:
            whole = joints.conductance[j, row] + excess
            joints.drive[j, row] *= joints.conductance[j, row] / whole
            joints.conductance[j, row] = whole


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
                whole = joints.conductance[j, row] + more
                joints.drive[j, row] *= joints.conductance[j, row] / whole
                joints.conductance[j, row] = whole


@kernel
def prepare(first, last, joints, motors, bodies, islands, step) -> None:
    """Enter motors and damping as conductance and drive of an island's movable rows.

    The joints are `islands.all_joint[first:last]`.
    """
    for i in range(first, last):
        j = islands.all_joint[i]
        for row in range(3, 6):
            joints.conductance[j, row] = joints.drive[j, row] = 0.0
        if joints.damping[j] > 0.0:
            _prepare_damper(j, joints, bodies, step)
        if joints.kind[j] != joint.PRISMATIC and joints.tension[j] > 0.0:
            _prepare_stretch(j, joints, bodies, step)
        m = joints.motor[j]
        if m < 0 or motors.joint[m] != j:
            continue
        ratio = joints.ratio[j]
        link = joint.own_inertia(j, 5, joints, bodies) * ratio * ratio
        _share(m, motors, link, step)
        inertia, push = _free_rotor(m, motors, step)
        rotor = inertia / (ratio * ratio)
        whole = joints.conductance[j, 5] + rotor
        given = joints.conductance[j, 5] * joints.drive[j, 5] + push / ratio
        joints.conductance[j, 5] = whole
        joints.drive[j, 5] = given / whole


@kernel
def _share(m, motors, link, step) -> None:
    """Choose the implicitness of a motor whose link weighs `link` on the rotor [kg m2]."""
    slope = motors.stall_torque[m] / motors.no_load_speed[m]
    motors.implicitness[m] = implicit_share(step * slope / (motors.inertia[m] + link))


@kernel
def _free_rotor(m, motors, step):
    """Return inertia and momentum of a rotor at the end of a step without load.

    (I_m + s h M/w0) w' = (I_m - (1 - s) h M/w0) w + h M u + impulse of the gear
    """
    slope = step * motors.stall_torque[m] / motors.no_load_speed[m]
    share = motors.implicitness[m]
    inertia = motors.inertia[m] + share * slope
    momentum = (motors.inertia[m] - (1.0 - share) * slope) * motors.speed[m]
    return inertia, momentum + step * motors.stall_torque[m] * normalise(motors.input[m])


@kernel
def store(joints, motors, step) -> None:
    """Keep each rotor's speed and angle, whole turns included, and its mean torque."""
    for m in range(motors.joint.shape[0]):
        j, old = motors.joint[m], motors.speed[m]
        if j >= 0:
            motors.speed[m] = joints.speed[j] / joints.ratio[j]
            motors.angle[m] = (joints.position[j] - joints.start[j]) / joints.ratio[j]
        else:
            _share(m, motors, 0.0, step)
            inertia, momentum = _free_rotor(m, motors, step)
            motors.speed[m] = momentum / inertia
            motors.angle[m] += step * motors.speed[m]
        share = motors.implicitness[m]
        mean = (1.0 - share) * old + share * motors.speed[m]
        voltage = normalise(motors.input[m])
        motors.torque[m] = motors.stall_torque[m] * (voltage - mean / motors.no_load_speed[m])
