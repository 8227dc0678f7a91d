"""Direct solve of the contacts of a few free bodies: a stack, which sweeps are slow at, is exact.

One step of the augmented Lagrangian method (Alart and Curnier 1991): rows that push, and frictions
that stick, are very stiff springs beside the impulses they have; the bodies' motions under them are
one banded system, solved by Cholesky. The impulses are then held to their cones, and sweeps go on.
"""

from typing import NamedTuple

import numpy as np

from simulator.jit import kernel

from . import lanes, vector
from .lanes import (
    ARM,
    DRIFT,
    FIELDS,
    GRIP,
    LANES,
    NORMAL,
    POINT,
    POINT_FIELDS,
    PUSHES,
    TANGENT,
)  # fmt: skip
from .tables import Floats, Rows

BODIES = 160  # most bodies
WORK, EACH = 20_000, 600  # most products of a factorisation; or for each body, as of a tower
WIDTH = 96  # most columns of a row
RING = 127  # column c of the system is column c & RING of the table
NEAR = 1e-3  # a point that parts more slowly may push, once others do [m/s]
STIFF = 1e7  # springs, as a share of what would stop a row within the step


class Direct(NamedTuple):
    """Room for the banded system of a cluster's bodies, six rows each."""

    start: Rows  # (6 BODIES,) first column of each row that is not zero
    matrix: Floats  # (6 BODIES, RING + 1) lower half from there on: the system, then its factor
    answer: Floats  # (6 BODIES,) right side, then the change of motion
    inertia: Floats  # (3, 3) scratch
    row: Floats  # (12,) Jacobian of a row on both bodies
    place: Rows  # (12,) of its columns in the system, -1 = immovable
    stiffness: Floats  # (batches, PUSHES W) of each row's spring, 0 where there is none
    error: Floats  # (batches, PUSHES W) its speed beside the one asked for [m/s, rad/s]
    change: Floats  # (batches, PUSHES W) of the impulses
    kept: Floats  # (batches, PUSHES W) the impulses before


def make_direct(batches: int) -> Direct:
    """Return the room for a table of so many batches of manifolds."""
    n = 6 * BODIES
    wide = batches * PUSHES * LANES
    return Direct(
        np.zeros(n, np.int32), np.zeros((n, RING + 1)), np.zeros(n), np.zeros((3, 3)), np.zeros(12),
        np.zeros(12, np.int32), np.zeros(wide), np.zeros(wide), np.zeros(wide),
        np.zeros(wide),
    )  # fmt: skip


@kernel
def begin(first, end, rank, batches, direct) -> bool:
    """Find the shape of the system of the bodies ranked `first` to `end`; return whether it fits.

    `rank` (bodies,): place of each body, -1 for the immovable.
    """
    if end - first > BODIES:
        return False
    start = direct.start
    for n in range(end - first):
        start[6 * n] = 6 * n
    for lane in range(batches.count[0] * LANES):
        if batches.manifold[lane] >= 0:
            a, b = _find_place(lane, 0, rank, first, batches.body), 0
            b = _find_place(lane, 1, rank, first, batches.body)
            if a >= 0 and b >= 0:
                start[max(a, b)] = min(start[max(a, b)], min(a, b))
    work = 0
    for n in range(end - first):
        width = 6 * n + 6 - start[6 * n]
        work += 3 * width * width
        if width > WIDTH:
            return False
        for k in range(1, 6):
            start[6 * n + k] = start[6 * n]
    return work <= max(WORK, EACH * (end - first))


@kernel
def _find_place(lane, side, rank, first, body) -> int:
    """Return the first row of the system of a manifold's body; `side` 0 or 1; -1: immovable."""
    k, j = lane // LANES, lane % LANES
    place = rank[np.int64(body[(2 * k + side) * LANES + j]) // 6]
    return 6 * (place - first) if place >= 0 else -1


@kernel
def solve(first, end, clusters, bodies, batches, impulse, target) -> bool:
    """Bring a cluster's impulses and motions to where all its rows hold, if they go on as now.

    `impulse`, `target` and the motions are those of `batches`; call after `begin`. Return whether
    that is nearer to the solution; if not, nothing has changed.
    """
    direct, rank = batches.direct, clusters.rank
    before = _find_energy(first, end, clusters.body, bodies, batches, impulse, target)
    for r in range(batches.count[0] * PUSHES * LANES):
        direct.kept[r] = impulse[r]
    _set_masses(first, end, clusters.body, bodies, direct)
    for lane in range(batches.count[0] * LANES):
        if batches.manifold[lane] >= 0:
            _find_springs(
                lane, batches.fields, batches.body, batches.motion, impulse, target, direct
            )
            _place(lane, rank, first, batches.body, direct.place)
            _add_springs(lane, batches.fields, direct)
    if not _solve_banded(6 * (end - first), direct.start, direct.matrix, direct.answer):
        return False
    for lane in range(batches.count[0] * LANES):
        if batches.manifold[lane] >= 0:
            _place(lane, rank, first, batches.body, direct.place)
            _find_pushes(lane, batches.fields, impulse, direct)
            _spread(lane, batches.fields, direct)
            _hold(lane, batches.fields, impulse, direct)
    _apply(batches, impulse)
    if _find_energy(first, end, clusters.body, bodies, batches, impulse, target) <= before:
        return True
    for r in range(batches.count[0] * PUSHES * LANES):
        impulse[r], direct.kept[r] = direct.kept[r], impulse[r]
    _apply(batches, impulse)
    return False


@kernel
def _find_energy(first, end, body, bodies, batches, impulse, target) -> float:
    """Return what the solution makes least: energy, less what the targets add to it [J]."""
    total, inertia = 0.0, batches.direct.inertia
    for n in range(first, end):
        b = body[n]
        v = batches.motion[6 * b], batches.motion[6 * b + 1], batches.motion[6 * b + 2]
        w = batches.motion[6 * b + 3], batches.motion[6 * b + 4], batches.motion[6 * b + 5]
        vector.to_world(bodies.orientation[b], bodies.inertia[b], inertia)
        total += 0.5 * (
            vector.dot(v, v) / bodies.inv_mass[b] + vector.dot(w, vector.apply(inertia, w))
        )
    for lane in range(batches.count[0] * LANES):
        at = (lane // LANES) * FIELDS * LANES + lane % LANES
        soft = batches.fields[at + (GRIP + 6) * LANES]
        for c in range(2):
            total += impulse[_row_of(lane, 4 + c)] * batches.fields[at + (DRIFT + c) * LANES]
        for c in range(4):
            push = impulse[_row_of(lane, c)]
            goal = target[((lane // LANES) * 4 + c) * LANES + lane % LANES]
            if push > 0.0:  # what pushes nowhere may have an endless target
                total += push * (0.5 * soft * push - goal)
    return total


@kernel
def _apply(batches, impulse) -> None:
    """Let what the impulses have changed act on the motions."""
    direct = batches.direct
    for r in range(batches.count[0] * PUSHES * LANES):
        direct.change[r] = impulse[r] - direct.kept[r]
    lanes.warm_start(
        batches.count[0], batches.body, batches.fields, direct.change, batches.motion, batches.work
    )


@kernel
def _row_of(lane, r) -> int:
    """Return the place of push `r` of a lane."""
    return ((lane // LANES) * PUSHES + r) * LANES + lane % LANES


@kernel
def _place(lane, rank, first, body, place) -> None:
    for side in range(2):
        row = _find_place(lane, side, rank, first, body)
        for k in range(6):
            place[6 * side + k] = row + k if row >= 0 else -1


@kernel
def _set_masses(first, end, body, bodies, direct) -> None:
    """Begin the system with the masses of the bodies listed from `first` to `end`."""
    matrix, inertia = direct.matrix, direct.inertia
    for n in range(first, end):
        b, row = body[n], 6 * (n - first)
        vector.to_world(bodies.orientation[b], bodies.inertia[b], inertia)
        for k in range(6):
            direct.answer[row + k] = 0.0
            for c in range(direct.start[row], row + k + 1):
                matrix[row + k, c & RING] = 0.0
        for k in range(3):
            matrix[row + k, (row + k) & RING] = 1.0 / bodies.inv_mass[b]
            for c in range(k + 1):
                matrix[row + 3 + k, (row + 3 + c) & RING] = inertia[k, c]


@kernel
def _write_row(lane, r, fields, row) -> None:
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
            row[6 * side + k] = sign * way[k] if r < 6 else 0.0
            row[6 * side + 3 + k] = sign * turn[k]


@kernel
def _take(fields, at, field) -> vector.Vector:
    at += field * LANES
    return fields[at], fields[at + LANES], fields[at + 2 * LANES]


@kernel
def _find_springs(lane, fields, body, motion, impulse, target, direct) -> None:
    """Write the errors of a manifold's rows, and springs on those that push or stick.

    A row pushes, or sticks, if one step of a sweep would let it, or nearly.
    """
    k, j = lane // LANES, lane % LANES
    at, goal = k * FIELDS * LANES + j, k * 4 * LANES + j
    grip = at + GRIP * LANES
    soft, limit, most = fields[grip + 6 * LANES], 0.0, 0.0
    for r in range(PUSHES):
        place, error = _row_of(lane, r), 0.0
        _write_row(lane, r, fields, direct.row)
        for side in range(2):
            first = np.int64(body[(2 * k + side) * LANES + j])
            for c in range(6):
                error += direct.row[6 * side + c] * motion[first + c]
        if r == 4 or r == 5:
            error += fields[at + (DRIFT + r - 4) * LANES]
        if r < 4:
            mass = fields[at + (POINT + POINT_FIELDS * r + 5) * LANES]
            error += soft * impulse[place] - target[goal + r * LANES]
            push = impulse[place] - mass * error
            pushes = mass > 0.0 and push > -NEAR * mass
            direct.stiffness[place] = 1.0 / (soft + 1.0 / (STIFF * mass)) if pushes else 0.0
            limit += max(push, 0.0)
            most += max(push, 0.0) * fields[at + (POINT + POINT_FIELDS * r + 6) * LANES]
        direct.error[place] = error
    mu, least, turn = fields[grip + 5 * LANES], fields[grip + 4 * LANES], fields[grip + 3 * LANES]
    one, two, three = _row_of(lane, 4), _row_of(lane, 5), _row_of(lane, 6)
    x, y = impulse[one] - least * direct.error[one], impulse[two] - least * direct.error[two]
    sticks = x * x + y * y <= mu * mu * limit * limit
    direct.stiffness[one] = direct.stiffness[two] = STIFF * least if sticks else 0.0
    sticks = abs(impulse[three] - turn * direct.error[three]) <= mu * most
    direct.stiffness[three] = STIFF * turn if sticks else 0.0


@kernel
def _add_springs(lane, fields, direct) -> None:
    """Add the springs of a manifold to the system."""
    row, place, matrix = direct.row, direct.place, direct.matrix
    for r in range(PUSHES):
        stiffness = direct.stiffness[_row_of(lane, r)]
        if stiffness == 0.0:
            continue
        _write_row(lane, r, fields, row)
        push = stiffness * direct.error[_row_of(lane, r)]
        for k in range(12):
            i, share = place[k], stiffness * row[k]
            if i < 0:
                continue
            direct.answer[i] -= push * row[k]
            for c in range(12):
                if 0 <= place[c] <= i:
                    matrix[i, place[c] & RING] += share * row[c]


@kernel
def _solve_banded(count, start, matrix, answer) -> bool:
    """Factorise the lower half of `matrix` (Cholesky within its envelope) and solve in place.

    False: rounding has left nothing of a pivot, as between masses of a gram and of ten tonnes.
    """
    for i in range(count):
        first = start[i]
        for j in range(first, i):
            total = matrix[i, j & RING]
            for k in range(max(first, start[j]), j):
                total -= matrix[i, k & RING] * matrix[j, k & RING]
            matrix[i, j & RING] = total / matrix[j, j & RING]
        total = matrix[i, i & RING]
        for k in range(first, i):
            total -= matrix[i, k & RING] * matrix[i, k & RING]
            answer[i] -= matrix[i, k & RING] * answer[k]
        if not total > 0.0:
            return False
        matrix[i, i & RING] = np.sqrt(total)
        answer[i] /= matrix[i, i & RING]
    for i in range(count - 1, -1, -1):
        answer[i] /= matrix[i, i & RING]
        for k in range(start[i], i):
            answer[k] -= matrix[i, k & RING] * answer[i]
    return True


@kernel
def _find_pushes(lane, fields, impulse, direct) -> None:
    """Write to `direct.change` what the springs of a manifold have given."""
    for r in range(PUSHES):
        place = _row_of(lane, r)
        speed, stiffness = direct.error[place], direct.stiffness[place]
        if stiffness > 0.0:
            _write_row(lane, r, fields, direct.row)
            for k in range(12):
                if direct.place[k] >= 0:
                    speed += direct.row[k] * direct.answer[direct.place[k]]
        direct.change[place] = -stiffness * speed if stiffness > 0.0 else 0.0


@kernel
def _spread(lane, fields, direct) -> None:
    """Take from the changes of four points what pushes some against the others and moves nothing.

    Where four points ask for what no rigid body can do, it would grow without end.
    """
    at = (lane // LANES) * FIELDS * LANES + lane % LANES + POINT * LANES
    next_point = POINT_FIELDS * LANES
    along = square = 0.0
    for turn in range(2):
        for i in range(4):
            if direct.stiffness[_row_of(lane, i)] == 0.0:
                return
            a = at + ((i + 1) % 4) * next_point
            b, c = at + ((i + 2) % 4) * next_point, at + ((i + 3) % 4) * next_point
            x, y = fields[b] - fields[a], fields[b + LANES] - fields[a + LANES]
            area = x * (fields[c + LANES] - fields[a + LANES]) - y * (fields[c] - fields[a])
            area = -area if i % 2 else area
            if turn:
                direct.change[_row_of(lane, i)] -= along / max(square, lanes.TINY) * area
            else:
                along += area * direct.change[_row_of(lane, i)]
                square += area * area


@kernel
def _hold(lane, fields, impulse, direct) -> None:
    """Give a manifold its changes, held to what contact and friction allow."""
    at = (lane // LANES) * FIELDS * LANES + lane % LANES
    mu, limit, most = fields[at + (GRIP + 5) * LANES], 0.0, 0.0
    for r in range(PUSHES):
        impulse[_row_of(lane, r)] += direct.change[_row_of(lane, r)]
    for r in range(4):
        place = _row_of(lane, r)
        impulse[place] = max(impulse[place], 0.0)
        limit += mu * impulse[place]
        most += mu * impulse[place] * fields[at + (POINT + POINT_FIELDS * r + 6) * LANES]
    one, two, three = _row_of(lane, 4), _row_of(lane, 5), _row_of(lane, 6)
    size = np.sqrt(impulse[one] ** 2 + impulse[two] ** 2)
    if size > limit:
        impulse[one], impulse[two] = impulse[one] * limit / size, impulse[two] * limit / size
    impulse[three] = min(max(impulse[three], -most), most)
