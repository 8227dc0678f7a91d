"""Direct solve of the contacts of a few free bodies, such as a light thing in heavy jaws.

Sweeps let a thing of 10 g stop jaws of 100 kg gram by gram. Here all rows of such contacts are one
dense system: what each answers to each, through the joints of the islands. Pushes and frictions
are found by a semismooth Newton method on their projections (Alart and Curnier 1991). Points of
rigid jaws are redundant, of locked ones even the grip itself, and what is asked of them does not
quite agree: each row gives way a little to a change, so that changes are shared evenly and stay
small; what is left is done in the next steps.

Torques of rolling friction (`roll`) are rows, too: on those of its rollers hangs what a heavy plate
pushes them out by. Which contacts they are is said in `choice`; all others keep the impulses that
sweeps have found.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled import atomic
from simulator.compiled.atomic import LINE
from simulator.compiled.jit import kernel

from ..algebra import vector
from ..bodies.tables import Floats, Rows
from . import newton, roll, rows, search
from .choice import PAIRS, ROOM
from .newton import ACROSS, ASIDE, NORMAL, ROLLING, TWIST
from .patch import RADIUS
from .point import ROW
from .rows import find_motion, find_speed

BODIES = 2 * PAIRS  # most of them
EVEN, FAINT = 1e-2, 1e-5  # shares of answers that rows give way by to changes, at most and least
FREE = 1e3  # a point that is soft, or far, asks for no way: it may close as fast [m/s]
FADE = 0.05  # share of what impulses hold against each other that fades in a solve


class Grips(NamedTuple):
    """Room for the dense system of a cluster."""

    lock: NDArray[np.int64]  # (LINE,) whose first word is 1 while a thread works here
    chosen: Rows  # (clusters, PAIRS) see `choice`; a row is the business of one thread
    pair: Rows  # (PAIRS,) those of the cluster at hand
    body: Rows  # (BODIES,) that they move
    answer: Floats  # (BODIES BODIES, 6, 6) motion of the first per impulse on the second
    scratch: Floats  # (6, 6)
    owner: Rows  # (ROOM,) place of each row's pair in `pair`
    point: Rows  # (ROOM,) place of its point
    kind: Rows  # (ROOM,) see `newton`
    matrix: Floats  # (ROOM, ROOM) speed of each row per impulse on each
    factor: Floats  # (ROOM, ROOM) the equations of a change
    right: Floats  # (ROOM,)
    speed: Floats  # (ROOM,) less what is asked for [m/s]
    impulse: Floats  # (ROOM,) [N s]
    change: Floats  # (ROOM,) of the impulse
    way: Floats  # (ROOM,) what it was asked to change by last
    start: Floats  # (ROOM,) the impulses before
    centre: Floats  # (ROOM,) those that changes are small from
    base: Floats  # (ROOM,) speeds at those
    soft: Floats  # (ROOM,) speed that each row gives way by per change of its impulse
    best: Floats  # (ROOM,) those with the least error so far
    found: Floats  # (ROOM,) and those of the best of several searches
    motion: Floats  # (BODIES, 6) scratch


def make_grips(clusters: int) -> Grips:
    """Return an empty table for so many clusters."""

    def many() -> Floats:
        return np.zeros(ROOM)

    def ints(*shape: int) -> Rows:
        return np.zeros(shape, np.int32)

    return Grips(
        np.zeros(LINE, np.int64), ints(clusters, PAIRS), ints(PAIRS), ints(BODIES),
        np.zeros((BODIES * BODIES, 6, 6)), np.zeros((6, 6)), ints(ROOM), ints(ROOM), ints(ROOM),
        np.zeros((ROOM, ROOM)), np.zeros((ROOM, ROOM)), many(), many(), many(), many(), many(),
        many(), many(), many(), many(), many(), many(), np.zeros((BODIES, 6)),
    )  # fmt: skip


@kernel
def solve(cluster, pairs, clusters, contacts, islands, path, has_blows, is_position) -> bool:
    """Solve the `pairs` that were chosen in a cluster; return whether impulses have changed.

    `islands.velocity` are the motions under all impulses; `contacts.trend` become the changes. What
    takes longer is tried where it `has_blows`, see `search`. With `is_position` they are those of
    pseudo velocities; frictions keep them from pushing things out of jaws as wedges.
    """
    lock = contacts.grips.lock
    while not atomic.swap(lock, 0, 0, 1):
        pass  # another thread is at it, with another cluster
    is_better = _solve_alone(
        cluster, pairs, clusters, contacts, islands, path, contacts.grips, has_blows, is_position
    )
    atomic.write(lock, 0, 0)
    return is_better


@kernel
def _solve_alone(
    cluster, pairs, clusters, contacts, islands, path, grips, has_blows, is_position
) -> bool:  # fmt: skip
    for k in range(pairs):
        grips.pair[k] = grips.chosen[cluster, k]
    count = _list_rows(pairs, clusters, contacts, grips, is_position)
    bodies = _list_bodies(pairs, clusters, contacts, islands, grips)
    _find_answers(bodies, clusters, contacts, islands, path, grips)
    _write_matrix(count, bodies, clusters, contacts, islands, grips)
    _load(count, clusters, contacts, islands, grips, is_position)
    if not is_position:
        newton.ease(count, FADE, clusters, contacts, islands.of_body, grips)
    if not search.find(count, has_blows, clusters, contacts, grips):
        return False
    _keep(cluster, count, clusters, contacts, grips, is_position)
    return True


@kernel
def is_left(cluster, pairs, clusters, contacts, islands, most) -> bool:
    """Whether a point of the chosen `pairs` misses its pseudo velocity by `most` [m/s]."""
    for k in range(pairs):
        p = contacts.grips.chosen[cluster, k]
        first = clusters.point[clusters.point_start[p]]
        way, spin = find_motion(first, contacts, islands)
        for n in range(clusters.point_start[p], clusters.point_start[p + 1]):
            i = clusters.point[n]
            speed = find_speed(i, first, way, spin, contacts)
            if contacts.pseudo_target[i] - speed > most:
                return True
    return False


@kernel
def _list_rows(pairs, clusters, contacts, grips, is_position) -> int:
    """List the rows of the pairs: frictions after the normals of their point or patch."""
    used = 0
    for k in range(pairs):
        p = grips.pair[k]
        first, end = clusters.point_start[p], clusters.point_start[p + 1]
        is_patch = contacts.rows.patch[first, RADIUS] > 0.0
        for n in range(first, end):
            for kind in range(NORMAL, ACROSS if is_patch else TWIST):
                _add_row(used + kind, k, n, kind, grips)
            used += 1 if is_patch else 3
        if is_patch:
            _add_row(used, k, first, ACROSS, grips)
            _add_row(used + 1, k, first, ASIDE, grips)
            _add_row(used + 2, k, first + 1, TWIST, grips)
            used += 3
        if not is_position:
            used = _list_torques(used, k, first, clusters, contacts.rolls, grips)
    return used


@kernel
def _list_torques(used, k, first, clusters, rolls, grips) -> int:
    """List the torques of rolling friction after `used` rows; return how many there are then."""
    i = clusters.point[first]
    if roll.is_on(rolls, i):
        for axis in range(3):
            if roll.find_length(rolls, i, axis) > 0.0:
                _add_row(used, k, first, ROLLING + axis, grips)
                used += 1
    return used


@kernel
def _add_row(r, pair, point, kind, grips) -> None:
    grips.owner[r], grips.point[r], grips.kind[r] = pair, point, kind


@kernel
def _list_bodies(pairs, clusters, contacts, islands, grips) -> int:
    """List the bodies of the pairs that can move; return how many."""
    used = 0
    for k in range(pairs):
        i = clusters.point[clusters.point_start[grips.pair[k]]]
        for side in range(2):
            b = contacts.body_b[i] if side else contacts.body_a[i]
            can_move = islands.of_body[b] >= 0 or contacts.rows.own[b, 0, 0] > 0.0
            if can_move and _place_of(b, used, grips.body) < 0:
                grips.body[used] = b
                used += 1
    return used


@kernel
def _place_of(b, used, body) -> int:
    for k in range(used):
        if body[k] == b:
            return k
    return -1


@kernel
def _find_answers(bodies, clusters, contacts, islands, path, grips) -> None:
    """Write what the bodies answer to impulses on themselves and on each other."""
    for x in range(bodies):
        for y in range(x + 1):
            a, b = grips.body[x], grips.body[y]
            out, other = grips.answer[x * BODIES + y], grips.answer[y * BODIES + x]
            if x != y and islands.of_body[a] >= 0 and islands.of_body[a] == islands.of_body[b]:
                rows.find_cross(grips.scratch, a, b, clusters.rank, islands, path)
                for k in range(6):
                    for m in range(6):
                        out[k, m] = other[m, k] = grips.scratch[k, m]
            else:
                for k in range(6):
                    for m in range(6):
                        out[k, m] = contacts.rows.own[a, k, m] if x == y else 0.0
                        other[m, k] = out[k, m]


@kernel
def _write_matrix(count, bodies, clusters, contacts, islands, grips) -> None:
    """Write the speed of each row per impulse on each."""
    for s in range(count):
        grips.motion[:bodies] = 0.0
        force, turn, i = _find_row(s, clusters, contacts, grips)
        for side in range(2):
            y, arm = _find_side(i, side, bodies, contacts, islands, grips)
            if y < 0:
                continue
            moment = vector.offset(turn, 1.0, vector.cross(arm, force))
            sign = 1.0 if side else -1.0
            for x in range(bodies):
                answer = grips.answer[x * BODIES + y]
                for k in range(6):
                    grips.motion[x, k] += sign * (
                        (
                            answer[k, 0] * force[0]
                            + answer[k, 1] * force[1]
                            + answer[k, 2] * force[2]
                        )
                        + (answer[k, 3] * moment[0] + answer[k, 4] * moment[1])
                        + answer[k, 5] * moment[2]
                    )
        for k in range(s + 1):
            grips.matrix[k, s] = grips.matrix[s, k] = _find_speed(
                k, bodies, clusters, contacts, islands, grips
            )


@kernel
def _find_row(s, clusters, contacts, grips):
    """Return which way a row pushes, about what it turns, and the first contact of its pair."""
    i = clusters.point[clusters.point_start[grips.pair[grips.owner[s]]]]
    if grips.kind[s] >= ROLLING:
        axis = roll.find_axis(grips.kind[s] - ROLLING, vector.load(contacts.normal, i))
        return (0.0, 0.0, 0.0), axis, i
    data, r = contacts.rows.data[grips.point[s]], ROW * _find_column(s, grips)
    return (data[r], data[r + 1], data[r + 2]), (data[r + 3], data[r + 4], data[r + 5]), i


@kernel
def _find_column(s, grips) -> int:
    """Return which of the three impulses of its point a row is."""
    return ACROSS if grips.kind[s] == TWIST else grips.kind[s]


@kernel
def _find_side(i, side, bodies, contacts, islands, grips):
    """Return the place of body a or b of contact `i`, -1 if it cannot move, and the arm to it."""
    b = contacts.body_b[i] if side else contacts.body_a[i]
    arm = vector.subtract(vector.load(contacts.position, i), vector.load(islands.origin, b))
    return _place_of(b, bodies, grips.body), arm


@kernel
def _find_speed(s, bodies, clusters, contacts, islands, grips) -> float:
    """Return the speed of a row under `motion` of the listed bodies."""
    force, turn, i = _find_row(s, clusters, contacts, grips)
    motion, speed = grips.motion, 0.0
    for side in range(2):
        x, arm = _find_side(i, side, bodies, contacts, islands, grips)
        if x < 0:
            continue
        spin = motion[x, 3], motion[x, 4], motion[x, 5]
        way = vector.offset(
            (motion[x, 0], motion[x, 1], motion[x, 2]), 1.0, vector.cross(spin, arm)
        )
        own = vector.dot(force, way) + vector.dot(turn, spin)
        speed += own if side else -own
    return speed


@kernel
def _load(count, clusters, contacts, islands, grips, is_position) -> None:
    """Load the rows' impulses, and their speeds less what is asked for."""
    impulse = contacts.pseudo_impulse if is_position else contacts.impulse
    for s in range(count):
        force, turn, i = _find_row(s, clusters, contacts, grips)
        k = clusters.point[grips.point[s]]
        way, spin = find_motion(i, contacts, islands)
        if not is_position:
            way = vector.offset(way, 1.0, vector.load(contacts.drift, i))
        speed = vector.dot(force, way) + vector.dot(turn, spin)
        if grips.kind[s] >= ROLLING:
            grips.impulse[s] = vector.dot(turn, vector.load(contacts.rolls.torque, k))
        else:
            grips.impulse[s] = impulse[k, _find_column(s, grips)]
        if is_position:
            speed -= max(contacts.pseudo_target[k], -FREE) if grips.kind[s] == NORMAL else 0.0
        elif grips.kind[s] == NORMAL:  # softness is a part of what a row answers to itself
            speed += contacts.gamma[k] * grips.impulse[s] - contacts.target[k]
            grips.matrix[s, s] += contacts.gamma[k]
        grips.soft[s] = _find_softness(i, grips.matrix[s, s], contacts, islands)
        grips.matrix[s, s] += grips.soft[s]
        grips.speed[s] = speed
        grips.start[s] = grips.best[s] = grips.impulse[s]


@kernel
def _find_softness(i, own, contacts, islands) -> float:
    """Return how much a row of contact `i`, which answers by `own`, gives way to a change.

    As much as a share of what its link would, were it free: jaws that are locked could give any
    push, heavy ones that move take what stops them.
    """
    soft = FAINT * own
    for b in (contacts.body_a[i], contacts.body_b[i]):
        if islands.of_body[b] >= 0:
            soft = max(soft, EVEN / islands.own[b, 0, 0])
    return min(soft, EVEN * own)


@kernel
def _keep(cluster, count, clusters, contacts, grips, is_position) -> None:
    """Keep the impulses, and write to `contacts.trend` what they have changed by."""
    start, end, rolls = clusters.pair_start[cluster], clusters.pair_end[cluster], contacts.rolls
    impulse = contacts.pseudo_impulse if is_position else contacts.impulse
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        vector.save(contacts.trend, clusters.point[n], (0.0, 0.0, 0.0))
        if rolls.used[0] == 1:
            vector.save(rolls.trend, clusters.point[n], (0.0, 0.0, 0.0))
    for s in range(count):
        i, change = clusters.point[grips.point[s]], grips.best[s] - grips.start[s]
        if grips.kind[s] >= ROLLING:
            _, axis, _ = _find_row(s, clusters, contacts, grips)
            for table in (rolls.torque, rolls.trend):
                vector.save(table, i, vector.offset(vector.load(table, i), change, axis))
        else:
            k = _find_column(s, grips)
            impulse[i, k] = grips.best[s]
            contacts.trend[i, k] = change
