"""The rows of a contact point on the relative motion of two bodies: Jacobians, answers, masses."""

import numpy as np

from simulator.compiled.fused import fma
from simulator.compiled.jit import kernel

from ..algebra import spatial, vector

ROW = 12  # columns of a row: its Jacobian (6), then the motion that it adds per impulse (6)
STUCK = 1e-2  # least answer of a row that is reckoned with, as a share of the bare bodies'
CALM = 0.02  # a pair whose speeds change by less is not solved a second time at once [m/s]
ANSWER = 0  # place of the relative motion per impulse among the matrices of a pair


@kernel
def write_row(data, n, r, direction, arm, pair) -> None:
    """Write a row of point `n` and what it answers; `arm` leads to the point [m].

    `pair[ANSWER]` (6, 6) is the relative motion per impulse.
    """
    x, y, z = direction
    u, v, w = vector.cross(arm, direction)
    moved = spatial.apply(pair, ANSWER, (x, y, z, u, v, w))
    data[n, r], data[n, r + 1], data[n, r + 2] = x, y, z
    data[n, r + 3], data[n, r + 4], data[n, r + 5] = u, v, w
    data[n, r + 6], data[n, r + 7], data[n, r + 8] = moved[0], moved[1], moved[2]
    data[n, r + 9], data[n, r + 10], data[n, r + 11] = moved[3], moved[4], moved[5]


@kernel
def write_jacobian(data, n, r, linear, angular) -> None:
    """Write only the Jacobian of a row."""
    data[n, r], data[n, r + 1], data[n, r + 2] = linear
    data[n, r + 3], data[n, r + 4], data[n, r + 5] = angular


@kernel
def add_belt(data, drag, way, belt) -> None:
    """Let a running surface take part in a point's rows; `way` (3,) per speed of its joint [m]."""
    for k in range(3):
        r = ROW * k
        drag[k] = data[r] * way[0] + data[r + 1] * way[1] + data[r + 2] * way[2]
        drag[3 + k] = drag[k] * belt[6]
        for c in range(6):
            drag[3 + k] += data[r + c] * belt[c]
            data[r + 6 + c] += drag[k] * belt[c]


@kernel
def couple(data, drag, belted, k, m) -> float:
    """Return the velocity of row `k` per impulse on row `m`."""
    r, q = ROW * k, ROW * m + 6
    near = fma(data[r], data[q], data[r + 1] * data[q + 1])
    far = fma(data[r + 2], data[q + 2], data[r + 3] * data[q + 3])
    total = near + far + fma(data[r + 4], data[q + 4], data[r + 5] * data[q + 5])
    return fma(drag[k], drag[3 + m], total) if belted else total


@kernel
def write_masses(data, mass, drag, belted, gamma, least) -> None:
    """Write the effective masses of a point; an answer below `least` is taken as that.

    Normal: 1 / (K + gamma), K. Tangents, see `find_masses`. Then what each one's impulse adds to
    the speed along the normal.
    """
    normal = max(couple(data, drag, belted, 0, 0), least)
    mass[0], mass[1] = 1.0 / (normal + gamma), normal
    first, second = couple(data, drag, belted, 1, 1), couple(data, drag, belted, 2, 2)
    both = couple(data, drag, belted, 1, 2)
    mass[2], mass[3], mass[4], mass[5] = find_masses(first, both, second, least)
    mass[6], mass[7] = couple(data, drag, belted, 0, 1), couple(data, drag, belted, 0, 2)


@kernel
def find_masses(first, both, second, least):
    """Return of two tangents' answers three of the inverse of their 2 x 2, and its least."""
    half = 0.5 * (first - second)
    free = first * second - both * both
    # at most; only where that does not tell is the root worth its time
    most = max(first + second, least)
    if free <= least * most:
        most = max(0.5 * most + np.sqrt(half * half + both * both), least)
    if free > least * most:
        share = 1.0 / free
        a, b, c = second * share, -both * share, first * share
    else:  # free in one direction at most
        a, b, c = 1.0 / most, 0.0, 1.0 / most
    half = 0.5 * (a - c)
    return a, b, c, 0.5 * (a + c) - np.sqrt(half * half + b * b)


@kernel
def find_friction(p, q, s, t, limit, a, b, c, least):
    """Return impulses on both tangents that stop their speeds `s`, `t`, or slide at `limit`.

    `p`, `q`: what they are; the masses as `find_masses` returns them.
    """
    limit = max(limit, 0.0)  # a push that has gone on along its trend may pull
    u, v = fma(-a, s, fma(-b, t, p)), fma(-b, s, fma(-c, t, q))
    if u * u + v * v > limit * limit:
        # sliding: against the speed itself (Coulomb), not against the speed as the
        # masses see it, so one mass for both tangents: the least, which converges
        u, v = fma(-least, s, p), fma(-least, t, q)
        size = np.sqrt(u * u + v * v)
        if size > limit:
            u *= limit / size
            v *= limit / size
    return u, v
