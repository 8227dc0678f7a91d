"""Contacts of jointed bodies, solved together with everything that hangs on those bodies.

A sweep on bare masses sees only the jaw where a whole arm with its gears pushes: it would need
thousands. Here the answer of every such contact row to every other is found once through the
factor of the joints (the Delassus matrix, column by column), and the rows are swept on it. Used
only where plain sweeps have not settled after `PATIENCE` of them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.jit import kernel

from . import contact, vector
from . import island as joints_of
from .tables import Floats, Rows

POINTS = 48  # most contact points solved this way; the others are swept as before
PATIENCE = 3  # plain sweeps before it is worth while
PASSES = 3  # passes after which what is left must have halved
SWEEPS = 50  # most sweeps on the matrix in one call
STUCK = 1e-3  # least answer of a row that is reckoned with, as a share of its bare masses'
CALM = 0.01  # passes never stop early while velocities still change by more [m/s]


class Answers(NamedTuple):
    """Contact points on jointed bodies and their answers to each other."""

    used: NDArray[np.int64]  # (1,) listed points, 0 = not built in this substep
    point: Rows  # (POINTS,) rows of contacts
    matrix: Floats  # (3 POINTS, 3 POINTS) velocity of a row per impulse on another
    speed: Floats  # (3 POINTS,) [m/s]
    change: Floats  # (POINTS, 3) of the impulses in one call [N s]


def make_answers() -> Answers:
    """Return an empty table."""
    rows = 3 * POINTS
    return Answers(
        np.zeros(1, np.int64), np.zeros(POINTS, np.int32), np.zeros((rows, rows)),
        np.zeros(rows), np.zeros((POINTS, 3)),
    )  # fmt: skip


@kernel
def build(answers, contacts, bodies, joints, islands, velocity, spin) -> None:
    """List the contacts of jointed bodies and find their answers; call after a joint solve.

    `velocity` and `spin` (bodies, 3) are what that solve found.
    """
    used = 0
    for i in range(contacts.used[0]):
        a, b = contacts.body_a[i], contacts.body_b[i]
        first, second = islands.of_body[a], islands.of_body[b]
        if used < POINTS and first != second:  # within one island limits may forbid any answer
            answers.point[used] = i
            used += 1
    answers.used[0] = used
    for column in range(3 * used):
        i, k = answers.point[column // 3], column % 3
        a, b = contacts.body_a[i], contacts.body_b[i]
        first, second = islands.of_body[a], islands.of_body[b]
        _respond(first, contacts, i, k, bodies, joints, islands)
        if second != first:
            _respond(second, contacts, i, k, bodies, joints, islands)
        for row in range(3 * used):
            answers.matrix[column, row] = _answer(
                contacts, answers.point[row // 3], row % 3, i, k, bodies, islands
            )
    for n in range(islands.body.shape[0]):  # as the joint solve left them
        b = islands.body[n]
        w = vector.load(spin, b)
        arm = vector.subtract(vector.load(islands.origin, b), vector.load(bodies.position, b))
        v = vector.offset(vector.load(velocity, b), 1.0, vector.cross(w, arm))
        for k in range(3):
            islands.velocity[b, k], islands.velocity[b, 3 + k] = v[k], w[k]


@kernel
def _respond(island, contacts, i, k, bodies, joints, islands) -> None:
    """Find the velocities that a unit impulse on row `k` of point `i` gives an island."""
    if island < 0:
        return
    _load_unit(island, contacts, i, k, bodies, islands)
    joints_of.respond(island, islands)


@kernel
def _load_unit(island, contacts, i, k, bodies, islands) -> None:
    """Set an island's momenta to those of a unit impulse on row `k` of point `i`."""
    jacobian, at = contacts.rows.jacobian, contact.ROW * k
    for n in range(islands.body_start[island], islands.body_start[island + 1]):
        islands.momentum[islands.body[n], :] = 0.0
    for side in range(2):
        b = contacts.body_b[i] if side else contacts.body_a[i]
        sign, lever = (1.0, contact.LEVER_B) if side else (-1.0, contact.LEVER_A)
        if islands.of_body[b] == island:
            arm = vector.subtract(vector.load(bodies.position, b), vector.load(islands.origin, b))
            push = jacobian[i, at], jacobian[i, at + 1], jacobian[i, at + 2]
            moment = vector.cross(arm, push)
            for c in range(3):
                islands.momentum[b, c] += sign * push[c]
                islands.momentum[b, 3 + c] += sign * (jacobian[i, at + lever + c] + moment[c])


@kernel
def _answer(contacts, i, k, cause, cause_row, bodies, islands) -> float:
    """Return the velocity of row `k` of point `i` for a unit impulse on another row."""
    jacobian, at = contacts.rows.jacobian, contact.ROW * k
    a, b = contacts.body_a[cause], contacts.body_b[cause]
    total = 0.0
    for side in range(2):
        body = contacts.body_b[i] if side else contacts.body_a[i]
        sign, lever = (1.0, contact.LEVER_B) if side else (-1.0, contact.LEVER_A)
        island = islands.of_body[body]
        if island >= 0:
            if island == islands.of_body[a] or island == islands.of_body[b]:
                v = islands.velocity[body]
                arm = vector.subtract(
                    vector.load(bodies.position, body), vector.load(islands.origin, body)
                )
                turn = vector.cross((v[3], v[4], v[5]), arm)
                for c in range(3):
                    total += sign * jacobian[i, at + c] * (v[c] + turn[c])
                    total += sign * jacobian[i, at + lever + c] * islands.velocity[body, 3 + c]
        elif body == a or body == b:
            other = contact.ROW * cause_row
            inverse = contact.TURN_B if body == b else contact.TURN_A
            push = sign if body == b else -sign
            for c in range(3):
                direct = bodies.inv_mass[body] * jacobian[cause, other + c]
                total += push * jacobian[i, at + c] * direct
                total += push * jacobian[i, at + lever + c] * jacobian[cause, other + inverse + c]
    return total


@kernel
def solve(answers, contacts, impulse, target, velocity, spin, inv_mass, tolerance) -> None:
    """Solve the listed points on their answers and push both bodies of each, on bare masses.

    What the joints make of the pushes is left to the next joint solve.
    """
    rows, used = contacts.rows, answers.used[0]
    for n in range(used):
        i = answers.point[n]
        a, b = contacts.body_a[i], contacts.body_b[i]
        way = vector.subtract(vector.load(velocity, b), vector.load(velocity, a))
        for k in range(3):
            answers.speed[3 * n + k] = contact.row_speed(
                rows.jacobian, i, contact.ROW * k, way, vector.load(spin, a), vector.load(spin, b)
            )
            answers.change[n, k] = 0.0
    for _ in range(SWEEPS):
        largest = 0.0
        for n in range(used):
            i = answers.point[n]
            limit = contacts.friction[i] * impulse[i, 0]
            least = STUCK * rows.mass[i, 1]
            largest = max(largest, _slide(answers, n, impulse[i], limit, least))
            own = max(answers.matrix[3 * n, 3 * n], STUCK * rows.mass[i, 1])
            error = answers.speed[3 * n] - target[i] + rows.gamma[i] * impulse[i, 0]
            normal = max(impulse[i, 0] - error / (own + rows.gamma[i]), 0.0)
            largest = max(largest, _add(answers, n, 0, normal - impulse[i, 0], impulse[i]))
        if largest <= 0.1 * tolerance:
            break
    for n in range(used):
        i = answers.point[n]
        a, b = contacts.body_a[i], contacts.body_b[i]
        way = vector.load(answers.change, n)
        contact.push(rows.jacobian, i, velocity, spin, a, b, inv_mass[a], inv_mass[b], way)


@kernel
def _slide(answers, n, impulse, limit, least) -> float:
    """Solve the friction of listed point `n`; return the largest change of a velocity [m/s]."""
    x, y = 3 * n + 1, 3 * n + 2
    xx, yy, xy = answers.matrix[x, x], answers.matrix[y, y], answers.matrix[x, y]
    u, w = answers.speed[x], answers.speed[y]
    free = xx * yy - xy * xy
    half = 0.5 * (xx - yy)
    most = max(0.5 * (xx + yy) + np.sqrt(half * half + xy * xy), least)
    if limit == 0.0 and impulse[1] == 0.0 and impulse[2] == 0.0:
        return 0.0
    first, second = impulse[1] - u / most, impulse[2] - w / most
    if free > least * most:
        stick_x = impulse[1] - (yy * u - xy * w) / free
        stick_y = impulse[2] - (xx * w - xy * u) / free
        if stick_x * stick_x + stick_y * stick_y <= limit * limit:
            first, second = stick_x, stick_y
    size = np.sqrt(first * first + second * second)
    if size > limit:
        first, second = first * limit / size, second * limit / size
    change = _add(answers, n, 1, first - impulse[1], impulse)
    return max(change, _add(answers, n, 2, second - impulse[2], impulse))


@kernel
def _add(answers, n, k, step, impulse) -> float:
    """Add to one impulse and carry its answers to all rows; return its own velocity change."""
    column = 3 * n + k
    impulse[k] += step
    answers.change[n, k] += step
    if step != 0.0:
        for row in range(3 * answers.used[0]):
            answers.speed[row] += answers.matrix[column, row] * step
    return abs(step) * answers.matrix[column, column]
