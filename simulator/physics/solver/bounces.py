"""Bounces of several things at once: what they leave is never more energy than there was.

Each contact that bounces asks for the speed that Newton's law would give it alone. What is pinched
- a ball between the ground and a block that falls on it - cannot leave both so: the block would be
thrown up with the speed of the ball. And a rod that slides as it meets the ground on one end leaves
friction with more than it brought (Kane's paradox). So where the work of all impulses of a cluster
comes out above zero, it is solved once more without a bounce, and the impulses of both are mixed
so that of what a blow without a bounce takes the share e^2 comes back (Moreau 1988), as it does of
one contact alone. What both allow - pushes, friction in its cone, surfaces that part - the mixture
does, too.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled.jit import kernel

from ..algebra import spatial, vector
from ..bodies import motion
from ..bodies.clusters import is_jointed
from ..bodies.tables import Floats, Rows
from ..contacts import pushes, rebound, roll
from ..joints import hold, island, pace
from . import balls, coupling, heaps, moment, relay, work

GAIN = 1e-5  # of the energy of what moves: less is rounding, and what sweeps leave


class Blows(NamedTuple):
    """What the bounces of a step did, while its clusters are solved without them."""

    before: Floats  # (bodies, 6) motions before anything acts
    after: Floats  # (bodies, 6) motions with the bounces
    push: Floats  # (bodies, 6) impulses on links with the bounces
    is_late: NDArray[np.bool_]  # (bodies,) by cluster: blows fall beside its start, see `moment`
    moment: Floats  # (bodies,) of such a cluster: when, below 0 = in the last step [s]
    until: Floats  # (bodies, 6) motions until then
    start: Floats  # (bodies, 3) where they stand in truth: balls are where they meet for the solve
    nearing: Floats  # (points,) how fast what does not bounce may come nearer then [m/s]
    state: Rows  # (bodies,) see `moment`
    impulse: Floats  # (points, 4) of the contacts with the bounces
    friction: Floats  # (points,) of contacts that are solved without, else 0


def make_blows(bodies: int, points: int) -> Blows:
    """Return an empty table."""
    before, after, push, until = (np.zeros((bodies, 6)) for _ in range(4))
    return Blows(
        before, after, push, np.zeros(bodies, bool), np.zeros(bodies), until,
        np.zeros((bodies, 3)), np.zeros(points), np.zeros(bodies, np.int32), np.zeros((points, 4)),
        np.zeros(points),
    )  # fmt: skip


@kernel
def solve(cluster, world, h) -> bool:
    """Find the velocities of a cluster, see `coupling.solve`, with bounces that keep the energy."""
    clusters, islands = world.clusters, world.islands
    share = _begin(cluster, False, world, h)
    is_relayed = share > 0.0 and relay.aim(cluster, world, h)
    in_lanes, gain = False, 0.0
    for _ in range(2):
        in_lanes = coupling.solve(cluster, world, is_relayed, h)
        if share == 0.0 or gain > 0.0 or pace.is_lost(cluster, clusters, islands):
            break
        gain = _find_gain(cluster, clusters, world.blows, world.bodies, islands)
        if gain == 0.0:
            break
        _take(cluster, world, h)
    if gain > 0.0 and not pace.is_lost(cluster, clusters, islands):
        _mix(cluster, world, gain, share)
        coupling.solve_joints(cluster, world, island.ROUGH, 0, hold.BACKLASH, h)
    return in_lanes


@kernel
def solve_heap(cluster, world, h) -> None:
    """Find the velocities of a large heap, see `heaps.solve`; call after `heaps.begin`."""
    clusters = world.clusters
    share = _begin(cluster, True, world, h)
    gain = 0.0
    for _ in range(2):
        heaps.solve(cluster, world)
        if share == 0.0 or gain > 0.0:
            break
        gain = _find_gain(cluster, clusters, world.blows, world.bodies, world.islands)
        if gain == 0.0:
            break
        _take(cluster, world, h)
        heaps.begin(cluster, clusters, world.contacts, world.bodies, world.heap)
    if gain > 0.0:
        _mix(cluster, world, gain, share)


@kernel
def _begin(cluster, in_heap, world, h) -> float:
    """Return the largest restitution of bounces; find when they fall, and from which motions."""
    clusters, contacts, blows, bodies, islands = (
        world.clusters, world.contacts, world.blows, world.bodies, world.islands,
    )  # fmt: skip
    share, meets = _find_restitution(cluster, clusters, contacts, bodies, world.shapes, h)
    blows.is_late[cluster] = False
    if share > 0.0 or meets:
        work.find_before(
            cluster, clusters, bodies, islands, world.settings.gravity, h, False, blows.before
        )
        blows.is_late[cluster] = moment.find(
            cluster, in_heap, clusters, contacts, blows, bodies, world.shapes, islands, h
        )  # fmt: skip
    return share


@kernel
def _find_restitution(cluster, clusters, contacts, bodies, shapes, h) -> tuple[float, bool]:
    """Return the largest restitution of the points of a cluster that are to bounce, 0 of none.

    And whether two balls may meet in the step.
    """
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    largest, meets, is_free = 0.0, False, not is_jointed(cluster, clusters)
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        is_near = is_free and balls.may_meet(i, bodies.velocity, contacts, bodies, shapes, h)
        meets |= is_near
        if contacts.restitution[i] > largest and (is_near or rebound.bounces(i, contacts)):
            largest = contacts.restitution[i]
    return largest, meets


@kernel
def _save(cluster, clusters, motions, out) -> None:
    """Copy the rows (bodies, 6) of a cluster's bodies."""
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        spatial.save(out, b, spatial.load(motions, b))


@kernel
def _find_gain(cluster, clusters, blows, bodies, islands) -> float:
    """Return how much more work the contacts of a cluster have done than taken, 0 if none [J]."""
    done, size = work.find(cluster, clusters, blows.before, islands.velocity, islands.push, bodies)
    return done if done > GAIN * size else 0.0


@kernel
def _take(cluster, world, h) -> None:
    """Keep what the bounces did, and begin anew without them."""
    clusters, contacts, blows, islands = (
        world.clusters, world.contacts, world.blows, world.islands,
    )  # fmt: skip
    _save(cluster, clusters, islands.velocity, blows.after)
    _save(cluster, clusters, islands.push, blows.push)
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    clusters.pair_end[cluster] = end
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        for k in range(4):
            blows.impulse[i, k] = contacts.impulse[i, k]
        roll.forget(contacts.rolls, i)
        if rebound.bounces(i, contacts):
            share = 1.0 / (1.0 + contacts.restitution[i])
            for k in range(4):
                contacts.impulse[i, k] *= share
            nearing = moment.find_nearing(i, blows.is_late[cluster], contacts, blows, h)
            contacts.target[i] = rebound.find_turning(i, contacts) - nearing
    pushes.load_free(cluster, clusters, world.bodies, islands)


@kernel
def _mix(cluster, world, gain, restitution) -> None:
    """Mix what was found with bounces, of a work `gain` [J], and without, as the energy allows.

    `islands.velocity` and the impulses are those without, and become the mixture.
    """
    clusters, contacts, blows, bodies, islands = (
        world.clusters, world.contacts, world.blows, world.bodies, world.islands,
    )  # fmt: skip
    low, _ = work.find(cluster, clusters, blows.before, islands.velocity, islands.push, bodies)
    if low >= 0.0:  # a belt drives it; without one the turns of joints have added it
        share = 1.0 if work.is_driven(cluster, clusters, contacts, bodies) else 0.0
    else:
        # the work of a share s of the way is low + a s + b s^2
        b = _find_bend(cluster, clusters, blows, bodies, islands)
        a, c = gain - low - b, restitution * restitution * low
        root = np.sqrt(max(a * a - 4.0 * b * c, 0.0))
        share = min(max(-2.0 * c / (a + root), 0.0), 1.0) if a + root > 0.0 else 0.0
    _blend(cluster, clusters, blows.after, islands.velocity, share)
    _blend(cluster, clusters, blows.push, islands.push, share)
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        for k in range(4):
            way = blows.impulse[i, k] - contacts.impulse[i, k]
            contacts.impulse[i, k] += share * way


@kernel
def _find_bend(cluster, clusters, blows, bodies, islands) -> float:
    """Return half of what the impulses of both solutions differ by times what motions do [J]."""
    total = 0.0
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        new, old = spatial.load(blows.after, b), spatial.load(islands.velocity, b)
        way = spatial.offset(new, -1.0, old)
        if n < clusters.jointed_end[cluster]:
            p = spatial.offset(spatial.load(blows.push, b), -1.0, spatial.load(islands.push, b))
            total += spatial.dot(p, way)
        else:
            total += vector.dot(way[:3], way[:3]) / bodies.inv_mass[b]
            total += vector.dot(way[3:], motion.spin_momentum(b, way[3:], bodies))
    return 0.5 * total


@kernel
def _blend(cluster, clusters, goal, rows, share) -> None:
    """Move the rows (bodies, 6) of a cluster's bodies a share of the way to a `goal`."""
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        old = spatial.load(rows, b)
        way = spatial.offset(spatial.load(goal, b), -1.0, old)
        spatial.save(rows, b, spatial.offset(old, share, way))
