"""Moving the bodies: semi-implicit Euler, velocities first, then poses from the new velocities.

The gyroscopic term keeps the angular momentum L in the world frame: spin = I(q)^-1 L before and
after the turn. A body without joints turns about its spin at the middle of the step (second
order); a jointed one, and one that is held by contacts, turns as they have solved and takes the
change of spin with it into the next step.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from . import motion

PART, MOST_PARTS = 0.02, 64  # a free body turns by so much at once [rad]
ASKEW = 1e-8  # what two turns make of each other that are taken for one [rad]
BRACED, SLOW = 3, 0.1  # points that hold a body, which turns by less than that in a step [rad]
FASTEST, FASTEST_SPIN = 1e3, 1e6  # beyond these a body has exploded [m/s, rad/s]


@kernel
def velocities(rows, first, end, bodies, gravity, step) -> None:
    """Add gravity, applied forces and the gyroscopic change of the last turn.

    To the bodies `rows[first:end]`, all of which can move.
    """
    for n in range(first, end):
        b = rows[n]
        push(b, bodies, gravity, find_span(b, bodies, step))
        bodies.late[b] = 0.0
        for k in range(3):
            bodies.spin[b, k] += bodies.gyro[b, k]
            bodies.gyro[b, k] = 0.0


@kernel
def find_span(b, bodies, step) -> float:
    """Return how long forces act on a body in a step, or a part of one [s].

    From the middle of the last one, `bodies.lead` ago, to the middle of this one.
    """
    return bodies.lead[b] + 0.5 * step


@kernel
def push(b, bodies, gravity, time) -> None:
    """Let gravity and applied forces act on a body for a `time` [s]."""
    angular = vector.apply(bodies.inv_inertia[b], bodies.torque[b])
    for k in range(3):
        bodies.velocity[b, k] += time * (gravity[k] + bodies.inv_mass[b] * bodies.force[b, k])
        bodies.spin[b, k] += time * angular[k]


@kernel
def draw(b, bodies, sign) -> None:
    """Let what suction gives a body in this part act on it; with `sign` -1 undo that."""
    for k in range(3):
        bodies.velocity[b, k] += sign * bodies.pull[b, k]
        bodies.spin[b, k] += sign * bodies.pull[b, 3 + k]


@kernel
def _spin_of(bodies, b, q, momentum):
    """Return the spin that has this angular momentum at orientation `q`."""
    local = vector.unrotate(q, momentum)
    return vector.rotate(q, vector.apply(bodies.inv_inertia_body[b], local))


@kernel
def _count_parts(w, step) -> int:
    return 1 + int(min(np.sqrt(vector.dot(w, w)) * step / PART, MOST_PARTS - 1))


@kernel
def _spin_ahead(bodies, b, q, w, momentum, step):
    """Return the spin half a `step` [s] after orientation `q`, where it is `w`."""
    half = vector.turned(q, (0.5 * step * w[0], 0.5 * step * w[1], 0.5 * step * w[2]))
    return _spin_of(bodies, b, half, momentum)


@kernel
def _hold(w, momentum, parts, most):
    """Return a spin with no more than `most` of twice an energy, where parts are too long for it.

    A thin rod whose parts are of tenths of a radian would seem to spin about its own axis.
    """
    if parts < MOST_PARTS:
        return w
    energy = vector.dot(w, momentum)
    if energy <= most:
        return w
    return vector.offset((0.0, 0.0, 0.0), np.sqrt(most / energy), w)


@kernel
def tumble(bodies, b, q, w, momentum, step, share):
    """Return the orientation of a free body after its share of the step, in parts of the whole one.

    A part turns it by at most `PART` rad about the spin at its middle (second order).
    """
    parts, most = _count_parts(w, step), vector.dot(w, momentum)
    h, left = step / parts, share * parts
    for part in range(parts):
        if part > 0:
            w = _hold(_spin_of(bodies, b, q, momentum), momentum, parts, most)
        w = _hold(_spin_ahead(bodies, b, q, w, momentum, h), momentum, parts, most)
        own = min(left, 1.0) * h
        q = vector.turned(q, (own * w[0], own * w[1], own * w[2]))
        left -= 1.0
        if left <= 0.0:
            break
    return q


@kernel
def trace(bodies, b, step, turns, spins) -> int:
    """Write how free body `b` would turn in a whole step; return of how many parts that is.

    `turns` (MOST_PARTS, 4): orientations where parts begin; `spins` (MOST_PARTS, 3): in them.
    """
    w = vector.load(bodies.spin, b)
    momentum, parts = motion.spin_momentum(b, w, bodies), _count_parts(w, step)
    q, h, most = bodies.orientation[b], step / parts, vector.dot(w, momentum)
    turn = q[0], q[1], q[2], q[3]
    for part in range(parts):
        turns[part, 0], turns[part, 1], turns[part, 2], turns[part, 3] = turn
        if part > 0:
            w = _hold(_spin_of(bodies, b, turn, momentum), momentum, parts, most)
        w = _hold(_spin_ahead(bodies, b, turn, w, momentum, h), momentum, parts, most)
        vector.save(spins, part, w)
        turn = vector.turned(turn, (h * w[0], h * w[1], h * w[2]))
    return parts


@kernel
def is_braced(bodies, b, step) -> bool:
    """Whether a free body is held by what it touches, and turns with that as contacts have solved.

    A spin that goes on round its own axes within the step would turn it against what holds it.
    """
    if bodies.braced[b] < BRACED:
        return False
    w = vector.load(bodies.spin, b)
    return vector.dot(w, w) * step * step < SLOW * SLOW


@kernel
def _turn(bodies, b, is_jointed, gyro, step, share) -> None:
    """Turn body `b` for its share of a step with its angular momentum kept.

    A thin rod may spin by whole turns a step. What parts of it miss then would be energy, so that
    momentum gives way: turning never adds energy. Nor does it where a blow late in the step sets a
    body back, by a turn in which nothing acts: its momentum keeps its direction, its spin the
    energy.
    """
    q = bodies.orientation[b]
    before = (q[0], q[1], q[2], q[3])
    w = (bodies.spin[b, 0], bodies.spin[b, 1], bodies.spin[b, 2])
    momentum = motion.spin_momentum(b, w, bodies)
    energy = vector.dot(w, momentum)  # twice that
    pseudo, h = bodies.pseudo_spin[b], share * step
    is_held = is_jointed or is_braced(bodies, b, step)
    aside = vector.cross(w, (pseudo[0], pseudo[1], pseudo[2]))
    # one turn where both are about one axis; else a wheel that spins would lean from its hull
    is_one = is_held and h * h * h * h * vector.dot(aside, aside) < ASKEW * ASKEW
    if is_one:
        turn = (h * (w[0] + pseudo[0]), h * (w[1] + pseudo[1]), h * (w[2] + pseudo[2]))
        after = vector.turned(before, turn)
    elif is_held:
        after = vector.turned(before, (h * w[0], h * w[1], h * w[2]))
    else:
        after = tumble(bodies, b, before, w, momentum, step, share)
    if is_jointed:
        momentum = vector.subtract(momentum, vector.load(gyro, b))
    if not is_one:
        after = vector.turned(after, (h * pseudo[0], h * pseudo[1], h * pseudo[2]))
    vector.to_world(after, bodies.inv_inertia_body[b], bodies.inv_inertia[b])
    spin = vector.apply(bodies.inv_inertia[b], momentum)
    is_fast = vector.dot(w, w) * step * step > (PART * MOST_PARTS) ** 2
    is_set_back = bodies.late[b] != 0.0
    if not is_held and (is_fast or is_set_back):
        grown = vector.dot(spin, momentum)
        if grown > energy or (is_set_back and grown > 0.0):
            spin = vector.offset((0.0, 0.0, 0.0), np.sqrt(energy / grown), spin)
    for k in range(4):
        bodies.orientation[b, k] = after[k]
    for k in range(3):
        if is_held:
            bodies.gyro[b, k] = spin[k] - w[k]
        else:
            bodies.spin[b, k] = spin[k]


@kernel
def refresh(bodies) -> None:
    """Bring the inverse inertias in the world up to date with the orientations."""
    for b in range(bodies.inv_mass.shape[0]):
        vector.to_world(bodies.orientation[b], bodies.inv_inertia_body[b], bodies.inv_inertia[b])


@kernel
def poses(rows, first, end, bodies, islands, gravity, step) -> None:
    """Move the bodies `rows[first:end]` by velocity and pseudo-velocity, for their share of a step.

    For the rest of it they stay, or go with what carries them (`riding`). What forces have given
    a body in the time that it does not move is taken back.
    """
    for n in range(first, end):
        b = rows[n]
        h = bodies.share[b] * step
        bodies.lead[b] = 0.5 * step
        for k in range(3):
            speed = bodies.velocity[b, k] + bodies.pseudo_velocity[b, k]
            bodies.position[b, k] += h * speed + (step - h) * bodies.ride[b, k]
        _turn(bodies, b, islands.of_body[b] >= 0, islands.gyro, step, bodies.share[b])
        if bodies.share[b] < 1.0:
            _give_back(bodies, b, gravity, step - h)


@kernel
def forget_pseudo(rows, first, end, bodies) -> None:
    """Clear what has closed gaps, once the bodies `rows[first:end]` and their joints are stored.

    It is no state, yet who meets a body that sleeps, or waits for its parts, asks (`flight`).
    """
    for n in range(first, end):
        for k in range(3):
            bodies.pseudo_velocity[rows[n], k] = bodies.pseudo_spin[rows[n], k] = 0.0


@kernel
def _give_back(bodies, b, gravity, lost) -> None:
    """Take from a body what forces gave it in the time it has lost, as far as it moves that way."""
    pull = vector.load(bodies.force, b)
    pull = vector.offset(gravity, bodies.inv_mass[b], pull)
    square = vector.dot(pull, pull)
    along = vector.dot(vector.load(bodies.velocity, b), pull)
    if along > 0.0:
        part = min(lost, along / square)
        for k in range(3):
            bodies.velocity[b, k] -= part * pull[k]


@kernel
def find_diverged(bodies) -> int:
    """Return the first body that is not a number or too fast to be true, else -1."""
    for b in range(bodies.inv_mass.shape[0]):
        v, w, x = bodies.velocity[b], bodies.spin[b], bodies.position[b]
        fast = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
        spin = w[0] * w[0] + w[1] * w[1] + w[2] * w[2]
        whole = x[0] + x[1] + x[2] + bodies.orientation[b, 0]
        if not (fast <= FASTEST * FASTEST and spin <= FASTEST_SPIN * FASTEST_SPIN):
            return b
        if not np.isfinite(whole):
            return b
    return -1
