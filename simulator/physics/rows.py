"""Rows of the contact points of a cluster: their Jacobians, and what their impulses do.

A point has three rows: normal and two tangents. A row pushes body b along its direction and body a
against it; what follows is found through all joints of both bodies at once, so that a jaw of a
heavy arm has the weight of the whole arm. Motions and impulses are taken at each body's origin:
one point for all bodies of an island, the centre of mass of a free body.
"""

from typing import NamedTuple

import numpy as np

from simulator.jit import kernel

from . import vector, walk
from .tables import Floats

# columns of a row: its Jacobians, then the velocities that both bodies gain per impulse
ON_A, ON_B, LINEAR_A, TURN_A, LINEAR_B, TURN_B = 0, 6, 12, 15, 18, 21
ROW = 24
STUCK = 1e-2  # least answer of a row that is reckoned with, as a share of the bare bodies'


class PointRows(NamedTuple):
    """What `build` computes for the sweeps; points in the order of `clusters.point`."""

    data: Floats  # (points, 72) three rows
    mass: Floats  # (points, 5) normal: 1 / (K + gamma), K; tangents: inverse of 2 x 2
    drag: Floats  # (points, 3) speed of each row per speed of the belt's driving joint [m]
    rate: Floats  # (bodies,) speed of a driving joint that hull and impulses give [rad/s]
    before: Floats  # (points, 3) impulses when the sweep came by [N s]
    own: Floats  # (bodies, 6, 6) velocity of a body per impulse on itself, border included
    cross: Floats  # (bodies, 6, 6) the same of body a per impulse on body b of its own island


def make_rows(bodies: int, points: int) -> PointRows:
    """Return an empty table for so many bodies and contact points."""
    return PointRows(
        np.zeros((points, 3 * ROW)), np.zeros((points, 5)), np.zeros((points, 3)),
        np.zeros(bodies), np.zeros((points, 3)),
        np.zeros((bodies, 6, 6)), np.zeros((bodies, 6, 6)),
    )  # fmt: skip


@kernel
def build(cluster, clusters, contacts, bodies, islands, path) -> None:
    """Build the rows of a cluster; the answers of its islands must be up to date.

    `path` (bodies,) is scratch of the walks.
    """
    rows, start, gamma = contacts.rows, clusters.point_start, contacts.gamma
    body_a, body_b = contacts.body_a, contacts.body_b
    for p in range(clusters.pair_start[cluster], clusters.pair_end[cluster]):
        a, b = body_a[clusters.point[start[p]]], body_b[clusters.point[start[p]]]
        _find_own(rows.own, a, bodies.inv_mass, bodies.inv_inertia, islands)
        _find_own(rows.own, b, bodies.inv_mass, bodies.inv_inertia, islands)
        crossed = islands.of_body[a] >= 0 and islands.of_body[a] == islands.of_body[b]
        if crossed:
            _find_cross(rows.cross[a], a, b, clusters.rank, islands, path)
        origin_a, origin_b = vector.load(islands.origin, a), vector.load(islands.origin, b)
        least = STUCK * (bodies.inv_mass[a] + bodies.inv_mass[b])
        for n in range(start[p], start[p + 1]):
            i = clusters.point[n]
            at = vector.load(contacts.position, i)
            _write_jacobian(
                rows.data[n], vector.load(contacts.normal, i), vector.subtract(at, origin_a),
                vector.subtract(at, origin_b),
            )  # fmt: skip
            belt, softness = contacts.belt[i], 0.0
            vector.save(rows.drag, n, (0.0, 0.0, 0.0))
            if belt >= 0:
                softness = islands.softness[belt, 0]
                _add_belt(
                    rows.data[n], rows.drag[n], ON_B if islands.inner[belt] == b else ON_A,
                    vector.load(contacts.belt_way, i), islands.axis[belt, 0],
                    islands.gain[belt, 0], softness,
                )  # fmt: skip
            _write_answers(
                rows.data[n], rows.own[a], rows.own[b], rows.cross[a], crossed, bodies.inv_mass[a],
                bodies.inv_mass[b],
            )  # fmt: skip
            _write_masses(rows.data[n], rows.mass[n], rows.drag[n], softness, gamma[i], least)


@kernel
def _find_own(own, b, inv_mass, inv_inertia, islands) -> None:
    """Write what body `b` answers to an impulse on itself."""
    out, island = own[b], islands.of_body[b]
    if island < 0:
        for k in range(3):
            out[k, k] = inv_mass[b]
            for m in range(3):
                out[3 + k, 3 + m] = inv_inertia[b, k, m] if inv_mass[b] > 0.0 else 0.0
        return
    for k in range(6):
        for m in range(6):
            out[k, m] = islands.answer[b, k, m]
    first, end = islands.border_start[island], islands.border_start[island + 1]
    _take_border(out, islands.spread[b], islands.spread[b], islands.border_inverse, first, end)


@kernel
def _find_cross(out, a, b, rank, islands, path) -> None:
    """Write what body `a` answers to an impulse on body `b` of the same island."""
    island = islands.of_body[a]
    walk.find_cross(
        a, b, islands.body_start[island], rank, islands.inner, islands.freedoms, islands.axis,
        islands.gain, islands.softness, islands.answer, path, out,
    )  # fmt: skip
    first, end = islands.border_start[island], islands.border_start[island + 1]
    _take_border(out, islands.spread[a], islands.spread[b], islands.border_inverse, first, end)


@kernel
def _take_border(out, spread_a, spread_b, inverse, first, end) -> None:
    """Take from `out` (6, 6) what the rows of the border, `first` to `end`, hold back."""
    for i in range(end - first):
        for m in range(6):
            held = 0.0
            for j in range(end - first):
                held += inverse[first + i, j] * spread_b[m, j]
            for k in range(6):
                out[k, m] -= spread_a[k, i] * held


@kernel
def _write_jacobian(data, normal, arm_a, arm_b) -> None:
    """Write the Jacobians of a point's three rows; arms from the origins to the point [m]."""
    direction = normal
    for k in range(3):
        lever_a, lever_b = vector.cross(arm_a, direction), vector.cross(arm_b, direction)
        for c in range(3):
            data[ROW * k + ON_A + c], data[ROW * k + ON_A + 3 + c] = -direction[c], -lever_a[c]
            data[ROW * k + ON_B + c], data[ROW * k + ON_B + 3 + c] = direction[c], lever_b[c]
        direction = vector.tangent_of(normal) if k == 0 else vector.cross(normal, direction)


@kernel
def _add_belt(data, drag, side, way, axis, gain, softness) -> None:
    """Let a running surface take part in a point's rows, its driving joint eliminated.

    `way` (3,) of the surface per turn about the belt's axis, with the sign of its body; `side`
    ON_A or ON_B. Per impulse the joint gains drag * softness and its hull what the gain passes on.
    """
    for k in range(3):
        row = ROW * k
        sign = 1.0 if side == ON_B else -1.0
        along = sign * (data[row + side] * way[0] + data[row + side + 1] * way[1])
        along += sign * data[row + side + 2] * way[2]
        drag[k] = along
    for k in range(3):
        for c in range(6):
            data[ROW * k + side + c] -= drag[k] * softness * gain[c]


@kernel
def _write_answers(data, own_a, own_b, cross, crossed, inv_mass_a, inv_mass_b) -> None:
    """Write the velocities that a unit impulse of each row gives both bodies."""
    for k in range(3):
        j = ROW * k
        x, y, z = data[j], data[j + 1], data[j + 2]
        f, g, h = data[j + 3], data[j + 4], data[j + 5]
        j += ON_B
        p, q, r = data[j], data[j + 1], data[j + 2]
        s, t, v = data[j + 3], data[j + 4], data[j + 5]
        for c in range(6):
            u, w = own_a[c], own_b[c]
            on_a = on_b = 0.0
            if inv_mass_a > 0.0:
                on_a = u[0] * x + u[1] * y + u[2] * z + u[3] * f + u[4] * g + u[5] * h
            if inv_mass_b > 0.0:
                on_b = w[0] * p + w[1] * q + w[2] * r + w[3] * s + w[4] * t + w[5] * v
            if crossed:
                u = cross[c]
                on_a += u[0] * p + u[1] * q + u[2] * r + u[3] * s + u[4] * t + u[5] * v
                on_b += cross[0, c] * x + cross[1, c] * y + cross[2, c] * z
                on_b += cross[3, c] * f + cross[4, c] * g + cross[5, c] * h
            data[ROW * k + LINEAR_A + c], data[ROW * k + LINEAR_B + c] = on_a, on_b


@kernel
def _couple(data, drag, softness, k, m) -> float:
    """Return the velocity of row `k` per impulse on row `m`."""
    total = softness * drag[k] * drag[m]
    for c in range(6):
        total += data[ROW * k + ON_A + c] * data[ROW * m + LINEAR_A + c]
        total += data[ROW * k + ON_B + c] * data[ROW * m + LINEAR_B + c]
    return total


@kernel
def _write_masses(data, mass, drag, softness, gamma, least) -> None:
    """Write the effective masses of a point; an answer below `least` is taken as that."""
    normal = max(_couple(data, drag, softness, 0, 0), least)
    mass[0], mass[1] = 1.0 / (normal + gamma), normal
    first, second = _couple(data, drag, softness, 1, 1), _couple(data, drag, softness, 2, 2)
    both, half = _couple(data, drag, softness, 1, 2), 0.5 * (first - second)
    most = max(0.5 * (first + second) + np.sqrt(half * half + both * both), least)
    free = first * second - both * both
    if free > least * most:
        mass[2], mass[3], mass[4] = second / free, -both / free, first / free
    else:  # free in one direction at most
        mass[2], mass[3], mass[4] = 1.0 / most, 0.0, 1.0 / most


@kernel
def take(data, n, k) -> vector.Vector:
    """Return three columns of point `n` from column `k`."""
    return data[n, k], data[n, k + 1], data[n, k + 2]


@kernel
def find_speed(data, n, k, way_a, spin_a, way_b, spin_b) -> float:
    """Return the velocity of point `n` along its row that starts at `k` [m/s].

    The bodies' velocities are those at their origins.
    """
    return (
        vector.dot(take(data, n, k + ON_B), way_b) + vector.dot(take(data, n, k + ON_B + 3), spin_b)
        + vector.dot(take(data, n, k), way_a) + vector.dot(take(data, n, k + 3), spin_a)
    )  # fmt: skip


@kernel
def add_moment(data, n, impulse, side, force, moment):
    """Return `force` and `moment` on a body with the impulses (3,) of point `n`; ON_A or ON_B."""
    for k in range(3):
        force = vector.offset(force, impulse[k], take(data, n, ROW * k + side))
        moment = vector.offset(moment, impulse[k], take(data, n, ROW * k + side + 3))
    return force, moment
