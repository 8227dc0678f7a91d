"""Motions and momenta of jointed bodies as spatial vectors at their island's origin.

A motion is the velocity of the body's point at the origin and the spin, a momentum its push and
moment there; the bodies `body[first:last]` are those of one island.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import spatial, vector

SLOW = 0.02  # a turn by less is known by the first two terms of its series [rad]
NEWS = 0.005  # a change of that turn by less changes no moment [rad]
ALONG = 1e-12  # square of the angle between a spin and a principal axis that count as one


@kernel
def place(rows, bodies, islands) -> None:
    """Write where the bodies `rows` are to `at` (bodies, 3) and `rotation` (bodies, 3, 3)."""
    position, orientation, at = bodies.position, bodies.orientation, islands.position
    rotation = islands.rotation
    for i in range(rows.shape[0]):
        b = rows[i]
        vector.save(at, b, vector.load(position, b))
        vector.save_rotation(rotation, b, orientation[b])


@kernel
def at_origin(b, v, w, bodies, islands) -> spatial.Spatial:
    """Return the motion of a body whose centre of mass has the velocity `v`, and the spin `w`."""
    arm = vector.subtract(vector.load(islands.origin, b), vector.load(bodies.position, b))
    return vector.offset(v, 1.0, vector.cross(w, arm)) + w


@kernel
def at_centre(b, motion, bodies, islands) -> vector.Vector:
    """Return the velocity of a body's centre of mass in a motion, the inverse of `at_origin`."""
    arm = vector.subtract(vector.load(bodies.position, b), vector.load(islands.origin, b))
    return vector.offset(motion[:3], 1.0, vector.cross(motion[3:], arm))


@kernel
def has_pseudo(first, last, bodies, islands) -> bool:
    """Whether a position solve moves any of the bodies."""
    body, velocity, spin = islands.body, bodies.pseudo_velocity, bodies.pseudo_spin
    for i in range(first, last):
        b = body[i]
        for k in range(3):
            if velocity[b, k] != 0.0 or spin[b, k] != 0.0:
                return True
    return False


@kernel
def begin(first, last, bodies, islands) -> None:
    """Choose the origin; write where the bodies are to `start` and `rotation`; clear `push`."""
    body, origin, rotation, push = islands.body, islands.origin, islands.rotation, islands.push
    position, orientation, start = bodies.position, bodies.orientation, islands.position
    root = body[first]
    x, y, z = position[root, 0], position[root, 1], position[root, 2]
    for i in range(first, last):
        b = body[i]
        origin[b, 0], origin[b, 1], origin[b, 2] = x, y, z
        vector.save(start, b, vector.load(position, b))
        vector.save_rotation(rotation, b, orientation[b])
        for k in range(6):
            push[b, k] = 0.0


@kernel
def find_gyros(first, last, spin, bodies, islands, step) -> None:
    """Write the moments that keep the angular momenta, for spins (bodies, 3) before the solve."""
    for i in range(first, last):
        b = islands.body[i]
        find_gyro(b, vector.load(spin, b), bodies, islands.gyro, step)


@kernel
def find_gyro(b, w, bodies, out, step) -> None:
    """Write L - R L for a body that turns by `step` w: L = I w at the start, R half that turn.

    The momentum of a step is that of its middle, R I w (second order and reversible; Hairer,
    Lubich and Wanner 2006, sec. VII.5); the solve knows the inertia at the start.
    """
    out[b, 0] = out[b, 1] = out[b, 2] = 0.0
    half = 0.5 * step * w[0], 0.5 * step * w[1], 0.5 * step * w[2]
    if 4.0 * vector.dot(half, half) < SLOW * SLOW:
        momentum = spin_momentum(b, w, bodies)
        aside = vector.cross(momentum, half)
        vector.save(out, b, vector.offset(aside, 0.5, vector.cross(half, aside)))
        return
    answer = vector.apply(bodies.inv_inertia[b], w)
    off = vector.cross(w, answer)
    if vector.dot(off, off) <= ALONG * vector.dot(w, w) * vector.dot(answer, answer):
        return  # about a principal axis, as wheels turn
    momentum = spin_momentum(b, w, bodies)
    turned = vector.rotate(vector.exponential(half), momentum)
    vector.save(out, b, vector.subtract(momentum, turned))


@kernel
def spin_momentum(b, w, bodies) -> vector.Vector:
    """Return the angular momentum about a body's centre at its pose, for a spin `w`."""
    q = bodies.orientation[b]
    x, y, z = vector.axes((q[0], q[1], q[2], q[3]))
    local = vector.apply(bodies.inertia[b], (vector.dot(x, w), vector.dot(y, w), vector.dot(z, w)))
    return vector.combine(x, y, z, local[0], local[1], local[2])


@kernel
def advance(first, last, bodies, islands, step) -> None:
    """Move the bodies by one step at the solved velocities: `position`, `rotation`, `gyro`."""
    rotation, orientation = islands.rotation, bodies.orientation
    for i in range(first, last):
        b = islands.body[i]
        solved = spatial.load(islands.velocity, b)
        v, w = at_centre(b, solved, bodies, islands), solved[3:]
        for k in range(3):
            islands.position[b, k] = bodies.position[b, k] + step * v[k]
        q = vector.turned(orientation[b], (step * w[0], step * w[1], step * w[2]))
        vector.save_rotation(rotation, b, q)
        news = vector.subtract(w, vector.load(bodies.spin, b))
        if vector.dot(news, news) * step * step > NEWS * NEWS:
            find_gyro(b, w, bodies, islands.gyro, step)


@kernel
def load(first, last, velocity, spin, bodies, islands) -> None:
    """Write the bodies' momenta at the origin to `base` (bodies, 6)."""
    body, own, base = islands.body, islands.own, islands.base
    for i in range(first, last):
        b = body[i]
        v = at_origin(b, vector.load(velocity, b), vector.load(spin, b), bodies, islands)
        for k in range(6):
            base[b, k] = (
                own[b, k, 0] * v[0] + own[b, k, 1] * v[1] + own[b, k, 2] * v[2]
                + own[b, k, 3] * v[3] + own[b, k, 4] * v[4] + own[b, k, 5] * v[5]
            )  # fmt: skip


@kernel
def add(first, last, scale, islands) -> None:
    """Write momentum = scale * (base + moments of the spin) + push, all (bodies, 6)."""
    body, base, push, momentum = islands.body, islands.base, islands.push, islands.momentum
    gyro = islands.gyro
    for i in range(first, last):
        b = body[i]
        for k in range(3):
            momentum[b, k] = scale * base[b, k] + push[b, k]
            momentum[b, 3 + k] = scale * (base[b, 3 + k] + gyro[b, k]) + push[b, 3 + k]


@kernel
def give(first, last, velocity, spin, bodies, islands) -> None:
    """Write the solved motions (bodies, 6) as velocities of the centres of mass and spins."""
    for i in range(first, last):
        b = islands.body[i]
        solved = spatial.load(islands.velocity, b)
        vector.save(velocity, b, at_centre(b, solved, bodies, islands))
        vector.save(spin, b, solved[3:])


@kernel
def forget_push(first, last, islands) -> None:
    """Clear what acts on the bodies beside their own momenta."""
    for i in range(first, last):
        for k in range(6):
            islands.push[islands.body[i], k] = 0.0


@kernel
def find_sizes(first, last, islands) -> tuple[float, float]:
    """Return how fast the solved motions are in all: speeds at the origin [m/s], spins [rad/s].

    Roots of the sums of their squares: not finite where any of them is not.
    """
    speed, spin = 0.0, 0.0
    for i in range(first, last):
        solved = spatial.load(islands.velocity, islands.body[i])
        speed += vector.dot(solved[:3], solved[:3])
        spin += vector.dot(solved[3:], solved[3:])
    return np.sqrt(speed), np.sqrt(spin)


@kernel
def shift(first, last, bodies, islands, step) -> None:
    """Move the bodies by a step at the solved motions, poses alone."""
    for i in range(first, last):
        b = islands.body[i]
        solved = spatial.load(islands.velocity, b)
        v = at_centre(b, solved, bodies, islands)
        turn = step * solved[3], step * solved[4], step * solved[5]
        q = vector.turned(bodies.orientation[b], turn)
        for k in range(3):
            bodies.position[b, k] += step * v[k]
        for k in range(4):
            bodies.orientation[b, k] = q[k]
        vector.to_world(q, bodies.inv_inertia_body[b], bodies.inv_inertia[b])
