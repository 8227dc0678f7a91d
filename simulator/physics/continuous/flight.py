"""How shapes of free bodies fly through a step, tumbling as `integrate` will have them tumble.

`place` is `scratch.flight`, with room for two shapes, sides 0 and 1, whose bodies have been traced.
Call `begin` when velocities are new.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..bodies import integrate
from ..geometry.lever import find_speed
from ..geometry.shapes import ENDLESS, SPHERE

STARTS = 3  # row of `place` where the first shape begins


@kernel
def velocity_of(bodies, b) -> tuple[vector.Vector, vector.Vector]:
    """Return the velocity [m/s] and spin [rad/s] of a body, with those that close gaps."""
    if bodies.inv_mass[b] == 0.0:
        return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    speed, spin = vector.load(bodies.velocity, b), vector.load(bodies.spin, b)
    speed = vector.offset(speed, 1.0, vector.load(bodies.pseudo_velocity, b))
    return speed, vector.offset(spin, 1.0, vector.load(bodies.pseudo_spin, b))


@kernel
def find_motion(bodies, shapes, i, spin, h) -> tuple[float, float]:
    """Return how far shape `i` goes in `h` [s], and how far a `spin` [rad/s] may add to that.

    Against what carries it, see `riding`.
    """
    speed, _ = velocity_of(bodies, shapes.body[i])
    speed = vector.subtract(speed, vector.load(bodies.ride, shapes.body[i]))
    return h * np.sqrt(vector.dot(speed, speed)), h * find_lever(shapes, i) * spin


@kernel
def find_start(bodies, shapes, i, h) -> tuple[float, float]:
    """Return the motion of shape `i` in `h` [s] with the spin that it begins with."""
    body = shapes.body[i]
    turn = h * find_speed(shapes, i, bodies.orientation[body], velocity_of(bodies, body)[1])
    return find_motion(bodies, shapes, i, 0.0, h)[0], turn


@kernel
def find_turn(bodies, shapes, i, place, h) -> float:
    """Return how far a point of shape `i`, whose body has been traced, may get by its turn [m]."""
    body, turn = shapes.body[i], 0.0
    parts = place.parts[body]
    for k in range(parts):
        spin = vector.load(place.spins[body], k)
        turn += h / parts * find_speed(shapes, i, place.turns[body, k], spin)
    pseudo = vector.load(bodies.pseudo_spin, body)
    turn += h * find_speed(shapes, i, bodies.orientation[body], pseudo)
    return min(turn, 2.0 * find_lever(shapes, i))  # no point gets further


@kernel
def find_lever(shapes, i) -> float:
    """Return how far from its body's centre a point of shape `i` may be that a turn moves [m]."""
    lever = np.sqrt(vector.dot(vector.load(shapes.position, i), vector.load(shapes.position, i)))
    return lever if shapes.kind[i] == SPHERE else lever + shapes.radius[i]


@kernel
def find_spin(bodies, shapes, i) -> float:
    """Return how fast shape `i` turns when the step begins [rad/s]."""
    _, spin = velocity_of(bodies, shapes.body[i])
    return np.sqrt(vector.dot(spin, spin))


@kernel
def trace(bodies, shapes, i, place, h) -> float:
    """Note how the body of shape `i` will turn in the step; return its largest spin [rad/s]."""
    body = shapes.body[i]
    if place.parts[body] >= 0:
        return place.peak[body]
    place.parts[body], place.peak[body] = 0, find_spin(bodies, shapes, i)
    if shapes.thin[i] < ENDLESS:  # neither jointed nor fixed
        spins = place.spins[body]
        parts = integrate.trace(bodies, body, h, place.turns[body], spins)
        square = 0.0
        for k in range(parts):
            spin = vector.load(spins, k)
            square = max(square, vector.dot(spin, spin))
        pseudo = vector.load(bodies.pseudo_spin, body)
        place.parts[body] = parts
        place.peak[body] = np.sqrt(square) + np.sqrt(vector.dot(pseudo, pseudo))
    return place.peak[body]


@kernel
def begin(place) -> None:
    """Forget what is known of a step: velocities are new."""
    place.parts[:] = -1
    place.known[:] = -1.0


@kernel
def put(bodies, shapes, i, share, place, side, h) -> None:
    """Place shape `i` after its `share` of the step, or where it has stopped by then, as `side`.

    Where it begins and where it ends is asked for by every pair that it is in, and found once.
    """
    body, row = shapes.body[i], side
    own = min(share, bodies.share[body])
    if share == 0.0:
        row = STARTS + i
    elif share >= bodies.share[body] and (share == 1.0 or not _rides(bodies, body)):
        row = STARTS + len(shapes.kind) + i
    place.row[side] = row
    if row == side or place.known[row] != own:
        place.known[row] = own
        _find_place(bodies, shapes, i, own, h * max(share - own, 0.0), place, row, h)


@kernel
def _rides(bodies, body) -> bool:
    ride = vector.load(bodies.ride, body)
    return ride[0] != 0.0 or ride[1] != 0.0 or ride[2] != 0.0


@kernel
def _find_place(bodies, shapes, i, share, lost, place, row, h) -> None:
    """Write where shape `i` is after a `share` of the step and `lost` [s] with what carries it."""
    body, time = shapes.body[i], share * h
    speed, spin = velocity_of(bodies, body)
    parts, turn = place.parts[body], bodies.orientation[body]
    if parts == 0:
        q = vector.turned(turn, (time * spin[0], time * spin[1], time * spin[2]))
    else:
        part = min(int(share * parts), parts - 1)
        own, w = time - part * h / parts, place.spins[body, part]
        q = vector.turned(place.turns[body, part], (own * w[0], own * w[1], own * w[2]))
        spin = vector.load(bodies.pseudo_spin, body)
        if spin[0] != 0.0 or spin[1] != 0.0 or spin[2] != 0.0:
            q = vector.turned(q, (time * spin[0], time * spin[1], time * spin[2]))
    centre = vector.offset(vector.load(bodies.position, body), time, speed)
    centre = vector.offset(centre, lost, vector.load(bodies.ride, body))
    arm = vector.rotate(q, vector.load(shapes.position, i))
    vector.save(place.position, row, vector.offset(centre, 1.0, arm))
    vector.matrix_of(q, place.rotation[row])
    if shapes.turned[i]:
        for r in range(3):
            axis = vector.load(place.rotation[row], r)
            axis = vector.apply_transposed(shapes.rotation[i], axis)
            vector.save(place.rotation[row], r, axis)
