"""Sweeps that go on along their trend: nonsmooth nonlinear conjugate gradients.

A sweep there and back is a step towards the solution; the next one begins further on, by a share of
what the steps before have led to (Silcowitz, Niebuhr and Erleben 2010, with the share of Fletcher
and Reeves 1964). What bends a wall of n layers slowly takes sweeps alone some n^4 of them, these
some n^2. All that sweeps change is linear in the impulses and goes on by the same share, also what
the walks carry, as they end each step where they ended the last one: so a step costs little more
than its sweeps.
"""

from typing import NamedTuple

import numpy as np

from simulator.compiled.jit import kernel, wide, woven

from ..algebra import spatial, vector
from ..bodies.tables import Border, Floats
from ..contacts import sweep
from . import lanes
from .lanes import BATCH, BATCH_PUSHES, LANES, NEXT, PUSHES, R1, R3, R4, R5, R6, TINY, P, S, W

ROWS = PUSHES * LANES
ASTRAY = 4.0  # what changes by so much more than at its least, squared, has gone astray


class State(NamedTuple):
    """What sweeps change, but for the impulses of points."""

    pushes: Floats  # (batches, PUSHES W) impulses in lanes, flat
    motion: Floats  # (bodies, 6)
    pending: Floats  # (bodies, 6) of the walks, as what follows
    seen: Floats  # (bodies, 6)
    ahead: Border  # (border, B)
    rate: Floats  # (bodies,) see `rows.PointRows`


class Trend(NamedTuple):
    """The direction that steps take, and the state in which the last one has begun."""

    direction: State
    before: State


def make_trend(batches: int, bodies: int, border: tuple[int, ...]) -> Trend:
    """Return an empty trend; `border` is the shape of `ahead`."""

    def make_state() -> State:
        motion, pending, seen = (np.zeros((bodies, 6)) for _ in range(3))
        pushes = np.zeros(batches * ROWS)
        return State(pushes, motion, pending, seen, np.zeros(border), np.zeros(bodies))

    return Trend(make_state(), make_state())


@kernel
def sweep_batches(batches, forward, is_position, least) -> float:
    """Sweep the batches that have changed by `least` [m/s] once, see `lanes.sweep`."""
    return lanes.sweep(
        batches.first[0], batches.count[0], forward, batches.body, batches.fields,
        batches.pseudo_impulse if is_position else batches.impulse,
        batches.pseudo_target if is_position else batches.target, batches.motion,
        batches.changes, batches.stirs, least, batches.work,
    )  # fmt: skip


@kernel
def sweep_once(cluster, world, in_lanes, batches, forward, is_position, least) -> float:
    """Sweep all contacts of a cluster once; return the largest change of a velocity [m/s].

    Outside the lanes but those that the sweep before has changed by less than `least` [m/s].
    """
    clusters = world.clusters
    first, end = clusters.pair_start[cluster], clusters.visit_end[cluster]
    change = sweep_batches(batches, forward, is_position, 0.0) if in_lanes else 0.0
    if first < end:
        own = sweep.sweep(
            first, end, forward, is_position, least, clusters, world.contacts, world.islands,
            world.walks,
        )  # fmt: skip
        change = max(change, own)
    return change


@kernel
def settle(cluster, world, in_lanes, batches, is_position, steps, enough) -> float:
    """Sweep there and back up to `steps` times, until no velocity changes by more than `enough`.

    The sweep before has gone back. Return the largest change in the last step [m/s].
    """
    change, square, least = 0.0, 0.0, np.inf
    for step in range(steps):
        _note(cluster, world, in_lanes, batches, is_position)
        change = 0.0
        for way in range(2):
            own = sweep_once(cluster, world, in_lanes, batches, way == 0, is_position, 0.0)
            change = max(change, own)
        if change <= enough or step == steps - 1:
            break
        fresh = _find_square(
            cluster, world.clusters, world.contacts, in_lanes, batches, is_position
        )
        is_astray = not (square > 0.0 and fresh <= ASTRAY * least)  # nor a number
        share = 0.0 if is_astray else min(fresh / square, 1.0)
        square, least = fresh, fresh if is_astray else min(fresh, least)
        _go_on(cluster, world, in_lanes, batches, is_position, share)
    return change


@kernel
def _find_square(cluster, clusters, contacts, in_lanes, batches, is_position) -> float:
    """Return twice the energy of what impulses have changed by in a step, each one alone [J]."""
    impulse = contacts.pseudo_impulse if is_position else contacts.impulse
    square = 0.0
    if in_lanes:
        square = _find_square_of_pushes(
            batches.first[0], batches.count[0], batches.fields,
            batches.pseudo_impulse if is_position else batches.impulse,
            batches.trend.before.pushes,
        )  # fmt: skip
    first, end = clusters.pair_start[cluster], clusters.pair_end[cluster]
    return add_squares(first, end, square, impulse, clusters, contacts)


@kernel
def add_squares(first, end, square, impulse, clusters, contacts) -> float:
    """Add the same of the points of pairs `first` to `end`, changed since `contacts.passed`."""
    for n in range(clusters.point_start[first], clusters.point_start[end]):
        i = clusters.point[n]
        step = vector.subtract(vector.load(impulse, i), vector.load(contacts.passed, i))
        square += vector.dot(step, step) * contacts.rows.mass[n, 1]
    return square


@wide
def _find_square_of_pushes(first, end, fields, pushes, before) -> float:
    """Return the same of the impulses in lanes, in batches `first` to `end`."""
    total = 0.0
    for n in range(first, end):
        k = np.uint64(n)
        at, push = k * BATCH, k * BATCH_PUSHES
        for j in range(W):
            q, f = at + j, push + j
            x, y = pushes[f + R4] - before[f + R4], pushes[f + R5] - before[f + R5]
            z = pushes[f + R6] - before[f + R6]
            own = x * x * fields[q + S] + y * y * fields[q + S + R3] + z * z * fields[q + S + R5]
            for p in range(4):
                spot, row = q + P + np.uint64(p) * NEXT, f + np.uint64(p) * R1
                x = pushes[row] - before[row]
                own += x * x / (fields[spot + R5] + TINY)  # over the mass of its row
            total += own
    return total


@wide
def _note_pushes(first, end, pushes, before) -> None:
    """Note the impulses in lanes, in batches `first` to `end`."""
    for n in range(first, end):
        push = np.uint64(n) * BATCH_PUSHES
        for r in range(ROWS):
            before[push + np.uint64(r)] = pushes[push + np.uint64(r)]


@wide
def _go_on_pushes(first, end, share, pushes, before, direction) -> None:
    """Let the impulses in lanes, in batches `first` to `end`, go on by a share of their trend."""
    part = pushes.dtype.type(share)
    for n in range(first, end):
        push = np.uint64(n) * BATCH_PUSHES
        for r in range(ROWS):
            f = push + np.uint64(r)
            direction[f] = _lead(pushes[f], before[f], part, direction[f])
            pushes[f] += part * direction[f]


@kernel
def _note(cluster, world, in_lanes, batches, is_position) -> None:
    """Note the state of a cluster: a step follows."""
    clusters, contacts, islands, walks = (
        world.clusters, world.contacts, world.islands, world.walks,
    )  # fmt: skip
    before = batches.trend.before
    if in_lanes:
        pushes = batches.pseudo_impulse if is_position else batches.impulse
        _note_pushes(batches.first[0], batches.count[0], pushes, before.pushes)
    impulse = contacts.pseudo_impulse if is_position else contacts.impulse
    first, end = clusters.pair_start[cluster], clusters.pair_end[cluster]
    for n in range(clusters.point_start[first], clusters.point_start[end]):
        i = clusters.point[n]
        vector.save(contacts.passed, i, vector.load(impulse, i))
        if contacts.rolls.used[0] == 1:
            vector.save(contacts.rolls.passed, i, vector.load(contacts.rolls.torque, i))
    if batches.first[0] > 0:
        for n in range(batches.busy.used[1]):
            _save(before.motion, batches.busy.body[n], islands.velocity)
        return
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        _save(before.motion, b, islands.velocity)
        if n < clusters.jointed_end[cluster]:
            _save(before.pending, b, walks.pending)
            _save(before.seen, b, walks.seen)
            before.rate[b] = contacts.rows.rate[b]
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        row = islands.border_start[clusters.island[n]]
        for k in range(islands.border_start[clusters.island[n] + 1] - row):
            before.ahead[row, k] = walks.ahead[row, k]


@kernel
def _go_on(cluster, world, in_lanes, batches, is_position, share) -> None:
    """Find the new direction, and go on by a share of that."""
    clusters, contacts, islands, walks = (
        world.clusters, world.contacts, world.islands, world.walks,
    )  # fmt: skip
    direction, before = batches.trend.direction, batches.trend.before
    if in_lanes:
        pushes = batches.pseudo_impulse if is_position else batches.impulse
        _go_on_pushes(
            batches.first[0], batches.count[0], share, pushes, before.pushes, direction.pushes
        )
    impulse = contacts.pseudo_impulse if is_position else contacts.impulse
    first, end = clusters.pair_start[cluster], clusters.pair_end[cluster]
    for n in range(clusters.point_start[first], clusters.point_start[end]):
        i, rolls = clusters.point[n], contacts.rolls
        _go_on_row(i, share, impulse, contacts.passed, contacts.trend)
        if rolls.used[0] == 1:
            _go_on_row(i, share, rolls.torque, rolls.passed, rolls.trend)
    if batches.first[0] > 0:
        for n in range(batches.busy.used[1]):
            b = batches.busy.body[n]
            _go_on_row(b, share, islands.velocity, before.motion, direction.motion)
        return
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        _go_on_row(b, share, islands.velocity, before.motion, direction.motion)
        if n < clusters.jointed_end[cluster]:
            _go_on_row(b, share, walks.pending, before.pending, direction.pending)
            _go_on_row(b, share, walks.seen, before.seen, direction.seen)
            rate = contacts.rows.rate
            direction.rate[b] = _lead(rate[b], before.rate[b], share, direction.rate[b])
            rate[b] += share * direction.rate[b]
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        row = islands.border_start[clusters.island[n]]
        if row < islands.border_start[clusters.island[n] + 1]:
            _go_on_row(row, share, walks.ahead, before.ahead, direction.ahead)


@kernel
def _save(rows, b, motions) -> None:
    spatial.save(rows, b, spatial.load(motions, b))


@kernel
def _go_on_row(i, share, now, before, direction) -> None:
    """Do so for row `i` of tables (n, m)."""
    for k in range(direction.shape[1]):
        direction[i, k] = _lead(now[i, k], before[i, k], share, direction[i, k])
        now[i, k] += share * direction[i, k]


@woven
def _lead(now, before, share, direction) -> float:
    """Return the last step and a share of the direction before it; without one, that is stale."""
    step = now - before
    return step + share * direction if share > 0.0 else step
