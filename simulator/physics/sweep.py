"""Gauss-Seidel sweeps over the contact points of one cluster, through all of its joints.

Bodies of an island have exact velocities where the walk along its tree stands (`walk`); the border
of an island is carried as one impulse per row that waits to be added (`ahead`). A sweep is then
exact Gauss-Seidel on the whole articulated system, at a cost that grows with the bodies.
"""

from typing import NamedTuple

import numpy as np

from simulator.jit import kernel

from . import pair, patch, roll, spatial, vector, walk
from .rows import add_up, find_drive, find_hull
from .tables import Floats, Rows

NONE = 0.0, 0.0, 0.0
INNER = 2  # times the pairs of a jointed body are swept before going on


class Walks(NamedTuple):
    """Where the walks along the islands' trees stand, and what they carry."""

    at: Rows  # (bodies,) of each island: the body, -1 = the immovable
    path: Rows  # (bodies,) scratch
    pending: Floats  # (bodies, 6) impulses given at a body or beyond since it was left
    seen: Floats  # (bodies, 6) inner body's velocity when this one was left
    ahead: Floats  # (border,) impulses of the border's rows, not yet in the velocities


def make_walks(bodies: int, border: int) -> Walks:
    """Return an empty table."""
    return Walks(
        np.zeros(bodies, np.int32), np.zeros(bodies, np.int32), np.zeros((bodies, 6)),
        np.zeros((bodies, 6)), np.zeros(max(border, 1)),
    )  # fmt: skip


@kernel
def begin(island, walks, islands, rate) -> None:
    """Start at the immovable with the velocities of the island's solve.

    `rate` (bodies,) becomes what the joints of leaves turn at, were it not for their inner bodies.
    """
    walks.at[island] = -1
    for n in range(islands.body_start[island], islands.body_start[island + 1]):
        b = islands.body[n]
        inner = islands.inner[b]
        spatial.save(walks.pending, b, spatial.ZERO)
        rate[b] = islands.rate[b, 0]
        if inner >= 0:
            v = spatial.load(islands.velocity, inner)
            spatial.save(walks.seen, b, v)
            off = spatial.dot(spatial.load_row(islands.gain, b, 0), v)
            rate[b] += islands.softness[b, 0] * off
    for i in range(islands.border_start[island], islands.border_start[island + 1]):
        walks.ahead[i] = 0.0


@kernel
def sweep(
    first_pair, end_pair, forward, is_position, clusters, contacts, islands, walks
) -> float:  # fmt: skip
    """Sweep the pairs of bodies `first_pair` to `end_pair` once; return the largest change [m/s].

    All pairs of one jointed body are swept several times before going on: a link between a wheel
    and the ground. `is_position`: it is pseudo velocities and impulses that are swept.
    """
    # only packed tables are handed on, each as one address: an array is seven words and more
    largest, way = 0.0, 1 if forward else -1
    start, group, of_body = clusters.point_start, clusters.group, islands.of_body
    p = first_pair if forward else end_pair - 1
    while first_pair <= p < end_pair:
        q, points = p, 0
        while first_pair <= q < end_pair and group[q] == group[p]:
            points += start[q + 1] - start[q]
            q += way
        i = clusters.point[start[p]]
        jointed = of_body[contacts.body_a[i]] >= 0 or of_body[contacts.body_b[i]] >= 0
        alone = abs(q - p) == 1  # then no motion has to be taken and handed back in between
        repeats = INNER if jointed and points > 1 else 1
        for _ in range(1 if alone else repeats):
            change = 0.0
            for n in range(abs(q - p)):
                own = _sweep_pair(
                    p + n * way, repeats if alone else 1, is_position, clusters, contacts, islands,
                    walks,
                )  # fmt: skip
                change = max(change, own)
            largest = max(largest, change)
            if change == 0.0:
                break
        p = q
    return largest


@kernel
def _sweep_pair(p, repeats, is_position, clusters, contacts, islands, walks) -> float:
    """Solve the points of pair `p` so many times; return the largest change [m/s]."""
    rate, origin, of_body = contacts.rows.rate, islands.origin, islands.of_body
    first, end = clusters.point_start[p], clusters.point_start[p + 1]
    i = clusters.point[first]
    a, b, belt = contacts.body_a[i], contacts.body_b[i], contacts.belt[i]
    on_a, on_b = of_body[a], of_body[b]
    at = vector.load(contacts.position, i)
    arm_a = vector.subtract(at, vector.load(origin, a))
    arm_b = vector.subtract(at, vector.load(origin, b))
    if on_a >= 0 and walks.at[on_a] != a:
        walk.move(on_a, a, clusters.rank, islands, walks)
    if on_b >= 0 and walks.at[on_b] != b:
        walk.move(on_b, b, clusters.rank, islands, walks)
    way_a, spin_a = _load(a, on_a, islands, walks)
    way_b, spin_b = _load(b, on_b, islands, walks)
    slip, hull = 0.0, -1
    if belt >= 0:
        hull = find_hull(belt, a, b, islands.inner, contacts.rows.own)
        way, spin = (way_b, spin_b) if hull == b else (way_a, spin_a)
        motion = (way[0], way[1], way[2], spin[0], spin[1], spin[2])
        pull = spatial.dot(spatial.load_row(islands.gain, belt, 0), motion)
        slip = rate[belt] - islands.softness[belt, 0] * pull
    way = vector.subtract(
        vector.offset(way_b, 1.0, vector.cross(spin_b, arm_b)),
        vector.offset(way_a, 1.0, vector.cross(spin_a, arm_a)),
    )
    relative = spin = vector.subtract(spin_b, spin_a)
    torque, turned = NONE, 0.0
    rolls = contacts.rolls
    if not is_position and roll.is_on(rolls, i):
        normal = vector.load(contacts.normal, i)
        push = _find_push(first, end, clusters, contacts)
        torque = roll.solve(rolls, i, normal, push, spin)
        way, spin = roll.turn(rolls, i, torque, way, spin)
        more = vector.subtract(spin, relative)
        turned = np.sqrt(vector.dot(more, more))  # as on a lever of a metre
    if contacts.rows.patch[first, patch.RADIUS] > 0.0:
        change, force, moment = patch.solve(
            first, end, repeats, is_position, clusters, contacts, way, spin
        )
        drive = 0.0
    else:
        change, force, moment, drive = pair.solve_points(
            first, end, repeats, belt >= 0, is_position, clusters, contacts, way, spin, slip
        )
    change = max(change, turned)
    if change == 0.0:
        return change
    moment = vector.offset(moment, 1.0, torque)
    if belt >= 0:
        drive *= islands.softness[belt, 0]
        rate[belt] += drive
    _give(b, on_b, 1.0, arm_b, force, moment, hull, belt, drive, clusters, contacts, islands, walks)
    _give(
        a, on_a, -1.0, arm_a, force, moment, hull, belt, drive, clusters, contacts, islands, walks
    )
    return change


@kernel
def push(first_pair, end_pair, forward, share, impulse, clusters, contacts, islands, walks) -> None:
    """Let `share` of the impulses (points, 3) act between the pairs `first_pair` to `end_pair`."""
    origin, of_body = islands.origin, islands.of_body
    point, data = clusters.point, contacts.rows.data
    for k in range(end_pair - first_pair):
        p = first_pair + k if forward else end_pair - 1 - k
        first, end = clusters.point_start[p], clusters.point_start[p + 1]
        i = point[first]
        a, b, belt = contacts.body_a[i], contacts.body_b[i], contacts.belt[i]
        force, moment = add_up(first, end, point, data, impulse)
        force, moment = vector.offset(NONE, share, force), vector.offset(NONE, share, moment)
        hull, drive = -1, 0.0
        if belt >= 0:
            hull = find_hull(belt, a, b, islands.inner, contacts.rows.own)
            drive = find_drive(first, end, point, contacts.rows.drag, impulse)
            drive *= share * islands.softness[belt, 0]
            contacts.rows.rate[belt] += drive
        at = vector.load(contacts.position, i)
        for side in range(2):
            one, sign = (a, -1.0) if side else (b, 1.0)
            arm = vector.subtract(at, vector.load(origin, one))
            _give(
                one, of_body[one], sign, arm, force, moment, hull, belt, drive, clusters, contacts,
                islands, walks,
            )  # fmt: skip


@kernel
def _find_push(first, end, clusters, contacts) -> float:
    """Return the normal impulse of a pair's points."""
    push = 0.0
    for n in range(first, end):
        push += contacts.impulse[clusters.point[n], 0]
    return push


@kernel
def _load(b, island, islands, walks):
    """Return the velocity at its origin and the spin of body `b`."""
    motion = islands.velocity
    way = motion[b, 0], motion[b, 1], motion[b, 2]
    spin = motion[b, 3], motion[b, 4], motion[b, 5]
    if island >= 0:
        spread, first = islands.spread, islands.border_start[island]
        for j in range(islands.border_start[island + 1] - first):
            s = walks.ahead[first + j]
            way = vector.offset(way, s, (spread[b, 0, j], spread[b, 1, j], spread[b, 2, j]))
            spin = vector.offset(spin, s, (spread[b, 3, j], spread[b, 4, j], spread[b, 5, j]))
    return way, spin


@kernel
def _give(
    b, island, sign, arm, force, moment, hull, belt, drive, clusters, contacts, islands, walks
) -> None:  # fmt: skip
    """Give an impulse at `arm` from its origin, times `sign`, to body `b`, with a belt's `drive`.

    A `hull` is pushed back by what drives its belt.
    """
    push = vector.offset(NONE, sign, force)
    turn = vector.offset(vector.cross(arm, push), sign, moment)
    impulse = push + turn
    if b == hull:
        impulse = spatial.offset(impulse, -drive, spatial.load_row(islands.gain, belt, 0))
    if island < 0:
        if contacts.rows.own[b, 0, 0] > 0.0:
            _move(b, impulse, contacts, islands)
        return
    if walks.at[island] != b:
        walk.move(island, b, clusters.rank, islands, walks)
    _push(b, island, impulse, islands, walks)


@kernel
def _move(b, impulse, contacts, islands) -> None:
    """Give an impulse to the free body `b`."""
    m, motion = contacts.rows.own[b], islands.velocity
    for k in range(3):
        motion[b, k] += m[k, k] * impulse[k]
        motion[b, 3 + k] += (
            m[3 + k, 3] * impulse[3] + m[3 + k, 4] * impulse[4] + m[3 + k, 5] * impulse[5]
        )


@kernel
def _push(b, island, impulse, islands, walks) -> None:
    """Give an impulse to body `b`, where the walk in its island stands."""
    velocity, pending, spread = islands.velocity, walks.pending, islands.spread
    change = spatial.apply(islands.answer, b, impulse)
    spatial.save(velocity, b, spatial.add(spatial.load(velocity, b), change))
    spatial.save(pending, b, spatial.add(spatial.load(pending, b), impulse))
    start, end = islands.border_start[island], islands.border_start[island + 1]
    for j in range(end - start):
        error = (
            (spread[b, 0, j] * impulse[0] + spread[b, 1, j] * impulse[1])
            + (spread[b, 2, j] * impulse[2] + spread[b, 3, j] * impulse[3])
            + (spread[b, 4, j] * impulse[4] + spread[b, 5, j] * impulse[5])
        )
        for i in range(start, end):
            walks.ahead[i] -= islands.border_inverse[i, j] * error
