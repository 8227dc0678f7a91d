"""Gauss-Seidel sweeps over the contact points of one cluster, through all of its joints.

Bodies of an island have exact velocities where the walk along its tree stands (`walk`); the border
of an island is carried as one impulse per row that waits to be added (`ahead`). A sweep is then
exact Gauss-Seidel on the whole articulated system, at a cost that grows with the bodies.
"""

from typing import NamedTuple

import numpy as np

from simulator.jit import kernel

from . import hands, meeting, pair, patch, roll, spatial, vector, walk
from .hands import AT, FIRST, TIMES
from .rows import add_up, find_drive, find_hull
from .tables import Floats, Rows

NONE = 0.0, 0.0, 0.0


class Walks(NamedTuple):
    """Where the walks along the islands' trees stand, and what they carry."""

    at: Rows  # (bodies, 2) of each island and hand: the body, -1 = the immovable
    path: Rows  # (bodies,) scratch
    hands: Rows  # (bodies,) which hands come to each island, see `hands`
    pending: Floats  # (bodies, 6) impulses given at a body or beyond since it was left
    seen: Floats  # (bodies, 6) inner body's velocity when this one was left
    ahead: Floats  # (border,) impulses of the border's rows, not yet in the velocities


def make_walks(bodies: int, border: int) -> Walks:
    """Return an empty table."""
    return Walks(
        np.zeros((bodies, 2), np.int32), np.zeros(bodies, np.int32), np.zeros(bodies, np.int32),
        np.zeros((bodies, 6)), np.zeros((bodies, 6)), np.zeros(max(border, 1)),
    )  # fmt: skip


@kernel
def begin(island, walks, islands, rate) -> None:
    """Start at the immovable with the velocities of the island's solve.

    `rate` (bodies,) becomes what the joints of leaves turn at, were it not for their inner bodies.
    """
    walks.at[island, 0] = walks.at[island, 1] = -1
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
def gather(first_island, end_island, clusters, islands, walks) -> None:
    """Take both hands back to the root of islands where both are: there each tells what it did."""
    for n in range(first_island, end_island):
        island = clusters.island[n]
        if walks.at[island, 0] >= 0 and walks.at[island, 1] >= 0:
            for hand in range(2):
                walk.move(hand, island, -1, clusters.rank, islands, walks)


@kernel
def sweep(
    first, middle, end, forward, is_position, clusters, contacts, islands, walks
) -> float:  # fmt: skip
    """Make the visits `first` to `end` to pairs of bodies once; return the largest change [m/s].

    One hand takes those before `middle`, another one the rest, in turn: a pair has to wait for the
    one before, and meanwhile the processor works on the other hand's. `is_position`: it is pseudo
    velocities and impulses that are swept.
    """
    # only packed tables are handed on, each as one address: an array is seven words and more
    way, of_body = 1 if forward else -1, islands.of_body
    one = hands.begin(first, middle, way, clusters, contacts, of_body)
    two = hands.begin(middle, end, way, clusters, contacts, of_body)
    largest = stir_one = stir_two = 0.0
    while one[AT] >= 0 or two[AT] >= 0:
        stir_one = 0.0 if one[AT] == one[FIRST] else stir_one
        stir_two = 0.0 if two[AT] == two[FIRST] else stir_two
        if (
            one[AT] >= 0
            and two[AT] >= 0
            and _are_apart(clusters.visit[one[AT]], clusters.visit[two[AT]], clusters, contacts)
        ):
            x, y = _sweep_both(one, two, is_position, clusters, contacts, islands, walks)
        else:
            x = _sweep_pair(0, one, is_position, clusters, contacts, islands, walks)
            y = _sweep_pair(1, two, is_position, clusters, contacts, islands, walks)
        stir_one, stir_two = max(stir_one, x), max(stir_two, y)
        largest = max(largest, x, y)
        one = hands.go_on(one, stir_one, way, clusters, contacts, of_body)
        two = hands.go_on(two, stir_two, way, clusters, contacts, of_body)
    return largest


@kernel
def _are_apart(p, q, clusters, contacts) -> bool:
    """Whether two pairs have nothing but plain points and no body that can move in common."""
    first, second = clusters.point_start[p], clusters.point_start[q]
    i, j = clusters.point[first], clusters.point[second]
    if contacts.belt[i] >= 0 or contacts.belt[j] >= 0:
        return False
    records = contacts.rows.patch
    if records[first, patch.RADIUS] > 0.0 or records[second, patch.RADIUS] > 0.0:
        return False
    if roll.is_on(contacts.rolls, i) or roll.is_on(contacts.rolls, j):
        return False
    a, b, c, d = contacts.body_a[i], contacts.body_b[i], contacts.body_a[j], contacts.body_b[j]
    own = contacts.rows.own
    if (a == c or a == d) and own[a, 0, 0] > 0.0:
        return False
    return not ((b == c or b == d) and own[b, 0, 0] > 0.0)


@kernel
def _sweep_both(one: hands.Hand, two: hands.Hand, is_position, clusters, contacts, islands, walks):
    """Solve the points of two hands' pairs, which are apart; return the changes of both [m/s]."""
    p, q, start = clusters.visit[one[AT]], clusters.visit[two[AT]], clusters.point_start
    meeting.reach(0, p, clusters, contacts, islands, walks)
    meeting.reach(1, q, clusters, contacts, islands, walks)
    x, given_p, y, given_q = pair.solve_both(
        start[p], start[p + 1], one[TIMES],
        meeting.find_motion(p, clusters, contacts, islands, walks),
        start[q], start[q + 1], two[TIMES],
        meeting.find_motion(q, clusters, contacts, islands, walks),
        is_position, clusters, contacts,
    )  # fmt: skip
    if x > 0.0:
        meeting.give(0, p, given_p, -1, -1, 0.0, clusters, contacts, islands, walks)
    if y > 0.0:
        meeting.give(1, q, given_q, -1, -1, 0.0, clusters, contacts, islands, walks)
    return x, y


@kernel
def _sweep_pair(
    number, hand: hands.Hand, is_position, clusters, contacts, islands, walks
) -> float:  # fmt: skip
    """Solve the points of a hand's pair; return the largest change [m/s], 0 at its end."""
    if hand[AT] < 0:
        return 0.0
    p, repeats = clusters.visit[hand[AT]], hand[TIMES]
    rate = contacts.rows.rate
    first, end = clusters.point_start[p], clusters.point_start[p + 1]
    i = clusters.point[first]
    a, b, belt = contacts.body_a[i], contacts.body_b[i], contacts.belt[i]
    meeting.reach(number, p, clusters, contacts, islands, walks)
    motion = meeting.find_motion(p, clusters, contacts, islands, walks)
    way, spin = motion[:3], motion[3:]
    slip, hull = 0.0, -1
    if belt >= 0:
        hull = find_hull(belt, a, b, islands.inner, contacts.rows.own)
        moved = meeting.load(hull, islands, walks)
        pull = spatial.dot(spatial.load_row(islands.gain, belt, 0), moved)
        slip = rate[belt] - islands.softness[belt, 0] * pull
    relative = spin
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
    if belt >= 0:
        drive *= islands.softness[belt, 0]
        rate[belt] += drive
    given = force + vector.offset(moment, 1.0, torque)
    meeting.give(number, p, given, hull, belt, drive, clusters, contacts, islands, walks)
    return change


@kernel
def push(
    first_visit, end_visit, forward, share, impulse, clusters, contacts, islands, walks
) -> None:
    """Let `share` of the impulses (points, 3) act on visits `first_visit` to `end_visit`."""
    point, data = clusters.point, contacts.rows.data
    for k in range(end_visit - first_visit):
        p = clusters.visit[first_visit + k if forward else end_visit - 1 - k]
        first, end = clusters.point_start[p], clusters.point_start[p + 1]
        i = point[first]
        belt = contacts.belt[i]
        force, moment = add_up(first, end, point, data, impulse)
        given = spatial.scale(share, force + moment)
        hull, drive = -1, 0.0
        if belt >= 0:
            a, b = contacts.body_a[i], contacts.body_b[i]
            hull = find_hull(belt, a, b, islands.inner, contacts.rows.own)
            drive = find_drive(first, end, point, contacts.rows.drag, impulse)
            drive *= share * islands.softness[belt, 0]
            contacts.rows.rate[belt] += drive
        meeting.give(0, p, given, hull, belt, drive, clusters, contacts, islands, walks)


@kernel
def _find_push(first, end, clusters, contacts) -> float:
    """Return the normal impulse of a pair's points."""
    push = 0.0
    for n in range(first, end):
        push += contacts.impulse[clusters.point[n], 0]
    return push
