"""Sleep: what rests together costs nothing until something wakes it.

A cluster whose bodies have all stayed where they are for `DELAY` falls asleep: its velocities are
zero, its contacts keep their impulses, and no stage of the step looks at it. It is the way that
counts, not the speed: a heap shivers long after it has come to rest. It wakes as a whole when a
body that is awake comes near, when the input of one of its motors, brakes or suction cups changes,
or when a force is applied to it. A robot that holds its load with a constant voltage rests too.
What moves one way all the while does not: a slow drive at work, a load that sinks on a damper, a
column that begins to tip over, what floats by.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled.jit import kernel

from ..algebra import vector
from .tables import Floats

DELAY = 0.5  # a body has to be still for so long [s]
NEAR, NEAR_TURN = 5e-4, 1e-3  # and so near to where it was all the while [m, rad]
FAST, FAST_SPIN = 0.02, 0.1  # a wheel may be where it was after a whole turn [m/s, rad/s]
STEADY = 0.5 * DELAY  # so long a body or joint has to move one way, whatever it began with [s]
DRIVEN, LOOSE = 1e-5, 2e-4  # with and without a drive it is steady above it [m/s, rad/s]


class Sleep(NamedTuple):
    """Who sleeps, and what would wake it."""

    allowed: NDArray[np.uint8]  # (1,)
    asleep: NDArray[np.uint8]  # (bodies,) 1 = asleep, as the immovable always are
    still: Floats  # (bodies,) how long a body has been still [s]
    place: Floats  # (bodies, 3) where it was then, or `DELAY` to twice that ago [m]
    turn: Floats  # (bodies, 4) and how it lay, unit quaternion
    drift: Floats  # (bodies,) how long it, or the joint it hangs on, has kept on, with its sign [s]
    motor_input: Floats  # (motors,) of the last step
    brake_input: Floats  # (brakes,)
    suction_input: Floats  # (suction,)


def make_sleep(inv_mass: Floats, motors: int, brakes: int, suction: int, allowed: bool) -> Sleep:
    """Return the table with every movable body awake; not `allowed`: they all stay so."""
    return Sleep(
        np.array([allowed], np.uint8), (inv_mass == 0.0).astype(np.uint8),
        np.zeros(len(inv_mass)), np.full((len(inv_mass), 3), np.inf), np.zeros((len(inv_mass), 4)),
        np.zeros(len(inv_mass)), np.full(motors, np.nan), np.full(brakes, np.nan),
        np.full(suction, np.nan),
    )  # fmt: skip


@kernel
def listen(sleep, bodies, joints, motors, brakes, suction, contacts) -> bool:
    """Wake the bodies whose motors, brakes, suction or forces have changed; return if all sleep.

    Call at the beginning of a step, with the contacts of the last. Without an awake body the whole
    step may be left out.
    """
    inputs, grips, pulls = sleep.motor_input, sleep.brake_input, sleep.suction_input
    asleep = sleep.asleep
    for m in range(len(inputs)):
        if motors.input[m] != inputs[m]:
            inputs[m] = motors.input[m]
            _rouse_joint(sleep, bodies, joints, motors.joint[m])
    for i in range(len(grips)):
        if brakes.input[i] != grips[i]:
            grips[i] = brakes.input[i]
            _rouse_joint(sleep, bodies, joints, brakes.joint[i])
    for i in range(len(pulls)):
        if suction.input[i] != pulls[i]:
            pulls[i] = suction.input[i]
            rouse_touched(sleep, bodies, contacts, suction.link[i])
    count = 0
    for m in range(len(inputs)):
        count -= motors.joint[m] < 0  # a rotor without a joint turns for itself
    for b in range(len(asleep)):
        if asleep[b] == 1 and bodies.inv_mass[b] > 0.0:
            for k in range(3):
                if bodies.force[b, k] != 0.0 or bodies.torque[b, k] != 0.0:
                    _rouse(sleep, bodies, b)
        count += asleep[b]
    return count == len(asleep)


@kernel
def rouse_touched(sleep, bodies, contacts, b) -> None:
    """Wake a body and what sleeps as it touches it: one that cannot move is in no cluster."""
    _rouse(sleep, bodies, b)
    for i in range(contacts.used[0]):
        one, other = contacts.body_a[i], contacts.body_b[i]
        if one == b and sleep.asleep[other] == 1:
            _rouse(sleep, bodies, other)
        if other == b and sleep.asleep[one] == 1:
            _rouse(sleep, bodies, one)


@kernel
def _rouse_joint(sleep, bodies, joints, j) -> None:
    if j < 0:
        return
    for b in (joints.parent[j], joints.child[j]):
        _rouse(sleep, bodies, b)


@kernel
def _rouse(sleep, bodies, b) -> None:
    if bodies.inv_mass[b] > 0.0:
        sleep.asleep[b], sleep.still[b] = 0, 0.0


@kernel
def spread(sleep, cluster_count, body_start, body) -> None:
    """Wake every cluster that has an awake body; `body_start`, `body` list the clusters' bodies."""
    for c in range(cluster_count):
        awake, first, end = False, body_start[c], body_start[c + 1]
        for n in range(first, end):
            awake = awake or sleep.asleep[body[n]] == 0
        if awake:
            for n in range(first, end):
                if sleep.asleep[body[n]] == 1:
                    sleep.asleep[body[n]], sleep.still[body[n]] = 0, 0.0


@kernel
def settle(sleep, bodies, joints, motors, own_joint, first, end, body, h) -> None:
    """Count the time a cluster (rows `first` to `end` of `body`) has been still; maybe fall asleep.

    Call after its bodies have moved by a substep of `h` [s]; `own_joint` (bodies,): the joint that
    each hangs on, or -1.
    """
    least, steady = np.inf, 0.0
    for n in range(first, end):
        b = body[n]
        j = own_joint[b]
        if j >= 0:
            floor = DRIVEN if joints.motor[j] >= 0 else LOOSE
            sleep.drift[b] = _drift(sleep.drift[b], joints.speed[j], floor, h)
            steady = max(steady, abs(sleep.drift[b]))
        near = _is_near(sleep.place[b], sleep.turn[b], bodies.position[b], bodies.orientation[b])
        if near and _is_slow(bodies.velocity[b], bodies.spin[b]):
            sleep.still[b] += h
            if j < 0:
                sleep.drift[b] = _drift(sleep.drift[b], _find_leaving(sleep, bodies, b), LOOSE, h)
                steady = max(steady, abs(sleep.drift[b]))
        else:
            sleep.still[b] = 0.0
            if j < 0:
                sleep.drift[b] = 0.0
        if sleep.still[b] == 0.0 or sleep.still[b] >= 2.0 * DELAY:
            # of many, one always gets too far from where it was long ago
            sleep.still[b] = min(sleep.still[b], DELAY)
            for k in range(3):
                sleep.place[b, k] = bodies.position[b, k]
            for k in range(4):
                sleep.turn[b, k] = bodies.orientation[b, k]
        least = min(least, sleep.still[b])
    if sleep.allowed[0] == 0 or least < DELAY or steady >= STEADY:
        return
    for n in range(first, end):
        b = body[n]
        j = own_joint[b]
        sleep.asleep[b] = 1
        for k in range(3):
            bodies.velocity[b, k] = bodies.spin[b, k] = bodies.gyro[b, k] = 0.0
        if j >= 0:
            joints.speed[j] = 0.0
            if joints.motor[j] >= 0:
                motors.speed[joints.motor[j]] = 0.0


@kernel
def _drift(drift, speed, floor, h) -> float:
    """Return how long what moves by `speed` has gone one way, faster than `floor`."""
    if speed > floor:
        return min(max(drift, 0.0) + h, STEADY)
    if speed < -floor:
        return max(min(drift, 0.0) - h, -STEADY)
    return 0.0


@kernel
def _find_leaving(sleep, bodies, b) -> float:
    """Return how fast a body leaves the place, or turns away from how it lay, that was noted.

    In m/s or rad/s, whichever is more, negative: it comes back; 0 below `LOOSE`.
    """
    v, w, leaving = vector.load(bodies.velocity, b), vector.load(bodies.spin, b), 0.0
    if vector.dot(v, v) > LOOSE * LOOSE:
        place = vector.load(sleep.place, b)
        leaving = _find_along(v, vector.subtract(vector.load(bodies.position, b), place))
    if vector.dot(w, w) > LOOSE * LOOSE:
        turning = _find_along(w, _find_turn(sleep.turn[b], bodies.orientation[b]))
        leaving = turning if abs(turning) > abs(leaving) else leaving
    return leaving


@kernel
def _find_along(speed, way) -> float:
    """Return the share of a speed along a way; all of it where there is no way yet."""
    square = vector.dot(way, way)
    if square == 0.0:
        return np.sqrt(vector.dot(speed, speed))
    return vector.dot(speed, way) / np.sqrt(square)


@kernel
def _find_turn(before, after) -> vector.Vector:
    """Return half the small rotation vector from one unit quaternion to another [rad]."""
    q = vector.product(after, vector.conjugate(before))
    return (q[1], q[2], q[3]) if q[0] >= 0.0 else (-q[1], -q[2], -q[3])


@kernel
def _is_near(place, turn, position, orientation) -> bool:
    """Whether a pose is still near another; of quaternions the half angle's sine is compared."""
    square = lean = 0.0
    for k in range(3):
        square += (position[k] - place[k]) ** 2
    for k in range(4):
        lean += orientation[k] * turn[k]
    return square < NEAR * NEAR and 1.0 - lean * lean < 0.25 * NEAR_TURN * NEAR_TURN


@kernel
def _is_slow(v, w) -> bool:
    fast = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
    spin = w[0] * w[0] + w[1] * w[1] + w[2] * w[2]
    return fast < FAST * FAST and spin < FAST_SPIN * FAST_SPIN
