"""Contacts of a system as springs: rows, pushes held to their cones, and how they give way.

Every row of a manifold - four points' normals, two slips, a twist - is a spring beside an impulse,
and pushes as far as contact and friction let it: its normals only push, the slips stay within the
disc that the normals allow, the twist within what it allows on their radii.
"""

from typing import NamedTuple

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..bodies.tables import Floats, Rows
from . import system as systems
from .lanes import ARM, DRIFT, FIELDS, GRIP, LANES, NORMAL, POINT, POINT_FIELDS, PUSHES, TANGENT
from .system import BODIES, MANIFOLDS, System

RING = 127  # column c of the system is column c & RING of the table
NEAR = 1e-3  # a point that parts more slowly may push, once others do [m/s]


class Direct(NamedTuple):
    """Room for the banded system of some bodies, six rows each; and for its contacts' rows."""

    system: System
    matrix: Floats  # (6 BODIES, RING + 1) lower half: the system, then its factor
    answer: Floats  # (6 BODIES,) right side, then a step of the motions
    moved: Floats  # (6 BODIES,) all steps
    before: Floats  # (6 BODIES,) those of the rounds before
    inertia: Floats  # (BODIES, 3, 3) in the world [kg m2]
    jacobian: Floats  # (12 PUSHES MANIFOLDS,) of each row on both bodies, flat
    block: Floats  # (144,) of one manifold's springs, flat
    row: Floats  # (12,) one of them
    place: Rows  # (12,) of its columns in the system, -1 = not in it
    stiffness: Floats  # (PUSHES MANIFOLDS,) of each row's spring
    error: Floats  # (PUSHES MANIFOLDS,) its speed beside the one asked for [m/s, rad/s]
    known: Floats  # (PUSHES MANIFOLDS,) that of the rounds before
    rate: Floats  # (PUSHES MANIFOLDS,) how a step changes that
    base: Floats  # (PUSHES MANIFOLDS,) its impulse before
    centre: Floats  # (PUSHES MANIFOLDS,) impulse beside which springs act
    push: Floats  # (PUSHES MANIFOLDS,) that of its spring
    limit: Floats  # (2 MANIFOLDS,) most friction of each manifold, and most twist


def make_direct(bodies: int) -> Direct:
    """Return the room in a scene of so many bodies."""
    n, rows = 6 * BODIES, PUSHES * MANIFOLDS

    def floats(length: int) -> Floats:
        return np.zeros(length)

    return Direct(
        systems.make_system(bodies), np.zeros((n, RING + 1)), floats(n), floats(n), floats(n),
        np.zeros((BODIES, 3, 3)), floats(12 * rows), floats(144), floats(12),
        np.zeros(12, np.int32), floats(rows), floats(rows), floats(rows), floats(rows),
        floats(rows), floats(rows), floats(rows), floats(2 * MANIFOLDS),
    )  # fmt: skip


@kernel
def row_of(lane, r) -> int:
    """Return the place of push `r` of a lane."""
    return ((lane // LANES) * PUSHES + r) * LANES + lane % LANES


@kernel
def place(m, batches, direct) -> None:
    """Write the columns of a manifold's rows."""
    for side in range(2):
        b = systems.body_of(direct.system.lane[m], side, batches.body)
        row = direct.system.row[b]
        for k in range(6):
            direct.place[6 * side + k] = row + k if row >= 0 else -1


@kernel
def begin(m, batches, impulse, target, direct) -> None:
    """Write the Jacobians, springs, impulses and errors of a manifold's rows."""
    lane, fields, motion = direct.system.lane[m], batches.fields, batches.motion
    k, j = lane // LANES, lane % LANES
    at, goal = k * FIELDS * LANES + j, k * 4 * LANES + j
    grip = at + GRIP * LANES
    soft = fields[grip + 6 * LANES]
    for r in range(PUSHES):
        s, place, error = m * PUSHES + r, row_of(lane, r), 0.0
        _write_row(lane, r, fields, direct.jacobian, 12 * s)
        for side in range(2):
            first = 6 * systems.body_of(lane, side, batches.body)
            for c in range(6):
                error += direct.jacobian[12 * s + 6 * side + c] * motion[first + c]
        if r < 4:
            error += soft * impulse[place] - target[goal + r * LANES]
        elif r < 6:
            error += fields[at + (DRIFT + r - 4) * LANES]
        direct.error[s] = direct.known[s] = error
        direct.rate[s] = 0.0
        direct.base[s] = direct.centre[s] = impulse[place]


@kernel
def stiffen(m, stiff, batches, direct) -> None:
    """Give a manifold's rows springs `stiff` times as stiff as what would stop them."""
    lane, fields, s = direct.system.lane[m], batches.fields, m * PUSHES
    at = (lane // LANES) * FIELDS * LANES + lane % LANES
    grip = at + GRIP * LANES
    soft = fields[grip + 6 * LANES]
    for r in range(4):
        mass = fields[at + (POINT + POINT_FIELDS * r + 5) * LANES]
        direct.stiffness[s + r] = 1.0 / (soft + 1.0 / (stiff * mass)) if mass > 0.0 else 0.0
    direct.stiffness[s + 4] = direct.stiffness[s + 5] = stiff * fields[grip + 4 * LANES]
    direct.stiffness[s + 6] = stiff * fields[grip + 3 * LANES]


@kernel
def _write_row(lane, r, fields, row, first) -> None:
    """Write the Jacobian of push `r` of a lane: four points' normals, two slips, the twist."""
    at = (lane // LANES) * FIELDS * LANES + lane % LANES
    n, t = _take(fields, at, NORMAL), _take(fields, at, TANGENT)
    s = vector.cross(n, t)
    way = t if r == 4 else (s if r == 5 else n)
    for side in range(2):
        arm, turn = _take(fields, at, ARM + 3 * side), n
        if r < 4:
            spot = at + (POINT + POINT_FIELDS * r) * LANES
            arm = vector.offset(vector.offset(arm, fields[spot], t), fields[spot + LANES], s)
        if r < 6:
            turn = vector.cross(arm, way)
        sign = 1.0 if side else -1.0
        for k in range(3):
            row[first + 6 * side + k] = sign * way[k] if r < 6 else 0.0
            row[first + 6 * side + 3 + k] = sign * turn[k]


@kernel
def _take(fields, at, field) -> vector.Vector:
    at += field * LANES
    return fields[at], fields[at + LANES], fields[at + 2 * LANES]


@kernel
def hold(m, share, is_new, batches, direct) -> None:
    """Find the pushes of a manifold's springs after a share of a step, held to their cones.

    With `is_new` the limits of friction are those of these pushes, else of those before.
    """
    s, push = m * PUSHES, direct.push
    for r in range(PUSHES):
        push[s + r] = 0.0
        if direct.stiffness[s + r] > 0.0:
            error = direct.error[s + r] + share * direct.rate[s + r]
            push[s + r] = direct.centre[s + r] - direct.stiffness[s + r] * error
    for r in range(4):
        push[s + r] = max(push[s + r], 0.0)
    if is_new:
        _find_limits(m, batches, direct)
    limit, most = direct.limit[2 * m], direct.limit[2 * m + 1]
    size = np.sqrt(push[s + 4] ** 2 + push[s + 5] ** 2)
    if size > limit:
        push[s + 4], push[s + 5] = push[s + 4] * limit / size, push[s + 5] * limit / size
    push[s + 6] = min(max(push[s + 6], -most), most)


@kernel
def _find_limits(m, batches, direct) -> None:
    """Find the most friction and twist that a manifold's pushes allow."""
    lane, limit, most = direct.system.lane[m], 0.0, 0.0
    at = (lane // LANES) * FIELDS * LANES + lane % LANES
    mu = batches.fields[at + (GRIP + 5) * LANES]
    for r in range(4):
        push = direct.push[m * PUSHES + r]
        limit += push
        most += push * batches.fields[at + (POINT + POINT_FIELDS * r + 6) * LANES]
    direct.limit[2 * m], direct.limit[2 * m + 1] = mu * limit, mu * most


@kernel
def end_round(m, is_found, batches, direct) -> None:
    """Let a manifold's springs act beside what they push now; not found: be as before."""
    lane = direct.system.lane[m]
    at = (lane // LANES) * FIELDS * LANES + lane % LANES
    soft = batches.fields[at + (GRIP + 6) * LANES]
    if is_found:
        hold(m, 0.0, True, batches, direct)
    for s in range(m * PUSHES, (m + 1) * PUSHES):
        if not is_found:
            direct.push[s], direct.error[s] = direct.centre[s], direct.known[s]
            continue
        if s < m * PUSHES + 4:
            direct.error[s] += soft * (direct.push[s] - direct.centre[s])
        direct.centre[s], direct.known[s] = direct.push[s], direct.error[s]
    if not is_found:
        _find_limits(m, batches, direct)


@kernel
def add(m, is_first, direct) -> None:
    """Add the springs of a manifold, and what its pushes change, to the system.

    In the first step all push that may, and stick.
    """
    place, jacobian, push, block = direct.place, direct.jacobian, direct.push, direct.block
    first, row, one, two = m * PUSHES, direct.row, m * PUSHES + 4, m * PUSHES + 5
    for k in range(144):
        block[k] = 0.0
    for s in range(first, first + PUSHES):
        change = push[s] - direct.base[s]
        if change != 0.0:
            for k in range(12):
                if place[k] >= 0:
                    direct.answer[place[k]] += change * jacobian[12 * s + k]
        gives = push[s] > 0.0 or (is_first and direct.error[s] < NEAR)
        if s == first + 6:
            gives = abs(push[s]) < direct.limit[2 * m + 1]
        if gives and s != one and s != two:
            _add_row(direct.stiffness[s], jacobian, 12 * s, block)
    x = direct.centre[one] - direct.stiffness[one] * direct.error[one]
    y = direct.centre[two] - direct.stiffness[two] * direct.error[two]
    size, limit = np.sqrt(x * x + y * y), direct.limit[2 * m]
    if is_first or (0.0 < limit and size <= limit):  # what slid in sweeps may well stick
        _add_row(direct.stiffness[one], jacobian, 12 * one, block)
        _add_row(direct.stiffness[two], jacobian, 12 * two, block)
    elif limit > 0.0:  # what slides turns its way, and no more
        for k in range(12):
            row[k] = (x * jacobian[12 * two + k] - y * jacobian[12 * one + k]) / size
        _add_row(direct.stiffness[one] * limit / size, row, 0, block)
    _add_block(direct)


@kernel
def _add_row(stiffness, row, first, block) -> None:
    """Add a spring along a row, which begins at `first`, to a block (12, 12), flat."""
    for k in range(12):
        own = stiffness * row[first + k]
        for c in range(12):
            block[12 * k + c] += own * row[first + c]


@kernel
def _add_block(direct) -> None:
    """Add the block of a manifold to the lower half of the system."""
    place, matrix, block = direct.place, direct.matrix, direct.block
    for side in range(2):
        i, other = place[6 * side], place[6 - 6 * side]
        if i < 0:
            continue
        for k in range(6):
            at = 12 * (6 * side + k)
            for c in range(k + 1):
                matrix[i + k, (i + c) & RING] += block[at + 6 * side + c]
            if 0 <= other < i:
                for c in range(6):
                    matrix[i + k, (other + c) & RING] += block[at + 6 - 6 * side + c]
