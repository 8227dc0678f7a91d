"""How much faster motors may make bodies within a step: what these might hit has to be known.

Contacts are looked for as far as bodies get at the speeds they have. A finger of 50 g that shuts
with 50 N gets ten centimetres farther in its first 10 ms, through whatever it was to hold. So what
slides on a rail foresees what it gains: as much again as in the last step, and what its motor's
push has changed by since then, on its own link alone. What is held, or moves evenly, gains nothing.

What turns so much faster within a step meets nothing that could be known ahead: planes of contacts
do not bend round an axis.

A light link that another robot's has stopped, which a blow does up to a step early, is taken along
again by the rest of its own: as fast as the fastest of that goes.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from . import joint, motor
from .motor import DC, MOST, SERVO, SPEED

LEAST = 1e-3  # ways of a step for which there are margins anyway [m]


@kernel
def foresee(joints, motors, contacts, bodies, islands, h) -> None:
    """Write how much faster a step of `h` [s] may make each motor's joint, and bodies beyond it.

    `motors.gain` (motors,), `bodies.gain` (bodies,) [m/s]. `contacts` are those of the last step.
    """
    some = False
    for m in range(motors.joint.shape[0]):
        j, motors.gain[m] = motors.joint[m], 0.0
        if j < 0 or joints.kind[j] != joint.PRISMATIC:
            continue
        news = joints.speed[j] - motors.before[m]
        motors.before[m] = joints.speed[j]
        gain = abs(news) if news * joints.speed[j] > 0.0 else 0.0
        gain += _find_gain(m, j, joints, motors, bodies, islands, h)
        if h * gain > LEAST:
            motors.gain[m], some = gain, True
    bodies.gain[:] = 0.0
    if some:
        _hand_on(joints, motors, bodies, islands)
    _take_along(contacts, bodies, islands.of_body, h)


@kernel
def _find_gain(m, j, joints, motors, bodies, islands, h) -> float:
    """Return what the change of a motor's push gives to the body on its rail [m/s]."""
    speed, ratio, push, most = joints.speed[j], joints.ratio[j], motors.torque[m], 1.0 / h
    away, limit = motors.target[m] - joints.position[j], motors.limit[m]
    b = joints.child[j] if islands.own_joint[joints.child[j]] == j else joints.parent[j]
    if islands.own_joint[b] != j or bodies.inv_mass[b] == 0.0:
        return 0.0
    mass, force = 1.0 / bodies.inv_mass[b], 0.0
    if motors.kind[m] == DC:
        push, mass = push / ratio, mass + motors.inertia[m] / (ratio * ratio)
        slack = motor.normalise(motors.input[m]) - motors.speed[m] / motors.no_load_speed[m]
        force = motors.stall_torque[m] * slack / ratio
    elif not abs(motors.target[m]) < MOST:
        most = 0.0
    elif motors.kind[m] == SERVO:
        force = motors.stiffness[m] * away - motors.damping[m] * speed
        most = abs(away) / h + abs(speed)
    elif motors.kind[m] == SPEED:
        force = motors.damping[m] * (motors.target[m] - speed)
        most = abs(motors.target[m] - speed)
    else:
        force = limit * motor.normalise(motors.target[m])
    change = abs(min(max(force, -limit), limit) - push)
    return min(h * change / mass, most)


@kernel
def _hand_on(joints, motors, bodies, islands) -> None:
    """Give what motors gain to the bodies that they move, and to all beyond these."""
    gain = bodies.gain
    for n in range(islands.body.shape[0]):
        b = islands.body[n]
        j, inner = islands.own_joint[b], islands.inner[b]
        if inner >= 0:
            gain[b] = gain[inner]
        m = joints.motor[j] if j >= 0 else -1
        if m >= 0 and motors.gain[m] > 0.0:  # one that follows has a ratio of its own
            gain[b] += motors.gain[m] * abs(joints.ratio[j] / joints.ratio[motors.joint[m]])


@kernel
def _take_along(contacts, bodies, of_body, h) -> None:
    """Let links that have touched those of another robot gain what the rest of their own has."""
    last_a = last_b = -1
    for i in range(contacts.used[0]):
        a, b = contacts.body_a[i], contacts.body_b[i]
        if (a == last_a and b == last_b) or contacts.impulse[i, 0] == 0.0:
            continue
        last_a, last_b = a, b
        if bodies.robot[a] == bodies.robot[b] or min(bodies.robot[a], bodies.robot[b]) < 0:
            continue
        for link in (a, b):
            fastest = _find_fastest(bodies.robot[link], bodies)
            if of_body[link] >= 0 and h * fastest > LEAST:
                for c in range(len(of_body)):
                    if of_body[c] == of_body[link]:
                        bodies.gain[c] = max(bodies.gain[c], fastest)


@kernel
def _find_fastest(robot, bodies) -> float:
    """Return the speed of the fastest body of a robot [m/s]."""
    square = 0.0
    for b in range(len(bodies.robot)):
        if bodies.robot[b] == robot:
            way = vector.load(bodies.velocity, b)
            square = max(square, vector.dot(way, way))
    return np.sqrt(square)
