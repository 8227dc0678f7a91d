"""Gauss-Seidel sweeps over the contact points of one cluster, through all of its joints.

Bodies of an island have exact velocities where the walk along its tree stands (`walk`); the border
of an island is carried as one impulse per row that waits to be added (`ahead`). A sweep is then
exact Gauss-Seidel on the whole articulated system, at a cost that grows with the bodies.

It goes from group to group: all pairs of one jointed body, such as a link between a wheel and the
ground, are swept up to INNER times before it goes on, as long as they still change. A light link
hands on a fraction of the weight that comes down on it in each round, and rounds are cheaper than
whole sweeps. What is slow is swept until less still changes: forces that lag behind the springs of
tyres would shake it for ever.
"""

from typing import NamedTuple

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import spatial, vector
from ..bodies.tables import Border, Floats, Rows
from . import meeting, pair, patch, roll
from .rows import add_up, find_drive, find_hull

NONE = 0.0, 0.0, 0.0
INNER, ALONE = 8, 2  # most rounds of a group; times that a pair without others is solved
CALM, STIR = 5e-4, 0.05  # change of a velocity that ends the rounds: at rest, and at speed [m/s]
FAST = 1.0  # speed of the fastest body at which STIR is reached, by its square [m/s]
APART = 16  # numbers between those of two islands: a cache line holds as many


class Walks(NamedTuple):
    """Where the walks along the islands' trees stand, and what they carry."""

    at: Rows  # (bodies, APART) of each island, in column 0: the body, -1 = wherever it begins
    path: Rows  # (bodies,) scratch
    pending: Floats  # (bodies, 6) impulses given at a body or beyond since it was left
    seen: Floats  # (bodies, 6) inner body's velocity when this one was left
    ahead: Border  # (border, B, APART at least) yet to be added: of an island, in its first row


def make_walks(bodies: int, border: tuple[int, ...]) -> Walks:
    """Return an empty table; `border` is the shape of a matrix over the border rows.

    Threads that sweep islands side by side write here all the time: what two of them write does not
    lie on one cache line, which would go to and fro between the processors.
    """
    rows, width = border
    return Walks(
        np.zeros((bodies, APART), np.int32), np.zeros(bodies, np.int32),
        np.zeros((bodies, 6)), np.zeros((bodies, 6)),
        np.zeros((rows, max(width, APART))),
    )  # fmt: skip


@kernel
def begin(island, walks, islands, rate) -> None:
    """Start with the velocities of the island's solve, which are exact everywhere.

    `rate` (bodies,) becomes what the joints of leaves turn at, were it not for their inner bodies.
    """
    walks.at[island, 0] = -1
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
    start, end = islands.border_start[island], islands.border_start[island + 1]
    for i in range(end - start):
        walks.ahead[start, i] = 0.0


@kernel
def sweep(
    first, end, forward, is_position, least, clusters, contacts, islands, walks
) -> float:  # fmt: skip
    """Make the visits `first` to `end` to pairs of bodies once; return the largest change [m/s].

    Leave out the groups that the sweep before has changed by less than `least` [m/s].
    `is_position`: it is pseudo velocities and impulses that are swept.
    """
    # only packed tables are handed on, each as one address: an array is seven words and more
    way = 1 if forward else -1
    at, stop, largest = (first, end, 0.0) if forward else (end - 1, first - 1, 0.0)
    while at != stop:
        last, rounds = clusters.across[at] + way, clusters.rounds[at]
        calm, most = clusters.calm[at], 0.0
        if clusters.stirs[at] < least:
            at = last
            continue
        if last == at + way:  # no motion has to be taken and handed back in between
            most = _sweep_pair(
                at, min(rounds, ALONE), is_position, clusters, contacts, islands, walks
            )
            rounds = 0
        while rounds > 0:
            stir = 0.0
            for k in range((last - at) * way):
                change = _sweep_pair(
                    at + way * k, 1, is_position, clusters, contacts, islands, walks
                )
                stir = max(stir, change)
            most = max(most, stir)
            rounds = rounds - 1 if stir > calm else 0
        clusters.stirs[at] = clusters.stirs[last - way] = most
        at, largest = last, max(largest, most)
    return largest


@kernel
def find_groups(cluster, clusters, contacts, bodies, of_body) -> None:
    """Write where the groups of a cluster's visits begin and end, and how often they are swept."""
    group, visit, start = clusters.group, clusters.visit, clusters.point_start
    calm = _find_calm(cluster, clusters, bodies)
    first, end = clusters.pair_start[cluster], clusters.visit_end[cluster]
    while first < end:
        p, last = visit[first], first
        while last + 1 < end and group[visit[last + 1]] == group[p]:
            last += 1
        i, single = clusters.point[start[p]], last == first and start[p + 1] - start[p] == 1
        jointed = of_body[contacts.body_a[i]] >= 0 or of_body[contacts.body_b[i]] >= 0
        clusters.across[first], clusters.across[last] = last, first
        clusters.rounds[first] = clusters.rounds[last] = INNER if jointed and not single else 1
        clusters.calm[first] = clusters.calm[last] = calm
        first = last + 1


@kernel
def _find_calm(cluster, clusters, bodies) -> float:
    """Return which change of a velocity ends the rounds of a cluster's groups [m/s]."""
    square = 0.0
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        way = vector.load(bodies.velocity, clusters.body[n])
        square = max(square, vector.dot(way, way))
    return min(max(STIR * square / (FAST * FAST), CALM), STIR)


@kernel
def _sweep_pair(visit, repeats, is_position, clusters, contacts, islands, walks) -> float:
    """Solve the points of a pair; return the largest change [m/s]."""
    p, rate = clusters.visit[visit], contacts.rows.rate
    first, end = clusters.point_start[p], clusters.point_start[p + 1]
    i = clusters.point[first]
    a, b, belt = contacts.body_a[i], contacts.body_b[i], contacts.belt[i]
    meeting.reach(p, clusters, contacts, islands, walks)
    motion = meeting.find_motion(p, is_position, clusters, contacts, islands, walks)
    way, spin = motion[:3], motion[3:]
    slip, hull = 0.0, -1
    if belt >= 0:
        hull = find_hull(belt, a, b, islands, contacts.rows.own)
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
    meeting.give(p, given, hull, belt, drive, clusters, contacts, islands, walks)
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
            hull = find_hull(belt, a, b, islands, contacts.rows.own)
            drive = find_drive(first, end, point, contacts.rows.drag, impulse)
            drive *= share * islands.softness[belt, 0]
            contacts.rows.rate[belt] += drive
        meeting.give(p, given, hull, belt, drive, clusters, contacts, islands, walks)


@kernel
def _find_push(first, end, clusters, contacts) -> float:
    """Return the normal impulse of a pair's points."""
    push = 0.0
    for n in range(first, end):
        push += contacts.impulse[clusters.point[n], 0]
    return push
