"""Bounces of several things at once: what they leave is never more energy than there was.

Each contact that bounces asks for the speed that Newton's law would give it alone. What is pinched
- a ball between the ground and a block that falls on it - cannot leave both so: the block would be
thrown up with the speed of the ball. And a rod that slides as it meets the ground on one end leaves
friction with more than it brought (Kane's paradox). So where the work of all impulses of a cluster
comes out above zero, it is solved once more without a bounce, and the impulses of both are mixed
so that of what a blow without a bounce takes the share e^2 comes back (Moreau 1988), as it does of
one contact alone. What both allow - pushes, friction in its cone, surfaces that part - the mixture
does, too.

The work of impulses P on bodies that were at v and are at u is P (v + u) / 2; with links that holds
for all that joints and motors do in answer to P, too. Here v is the motion before gravity and
forces: the one half of a step in which a thing still falls and the other in which it rises again
have nothing left over.

What sweeps find may run away, too, bounces or not, where friction wedges light links between heavy
bodies: each sweep then pushes harder than the one before. Contacts that have done work that neither
springs nor belts among them could are solved in shorter parts of the step; in the shortest without
friction and bounces, where each push takes energy.
"""

from typing import NamedTuple

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import spatial, vector
from ..bodies import motion
from ..bodies.tables import Floats
from ..contacts import contact, pushes, rebound, roll
from ..joints import assembly, hold, island, pace
from . import coupling, heaps, knock, relay

TURN = 0.01  # a belt runs whose sprocket turns faster [rad/s]
STRUCK = 0.3  # a change of a link's speed in a step, in a part its share, that may be a blow [m/s]
SLOW = 0.05  # sweeps leave what presses on each other to part by less [m/s]
GAIN = 1e-5  # of the energy of what moves: less is rounding, and what sweeps leave


class Blows(NamedTuple):
    """What the bounces of a step did, while its clusters are solved without them."""

    before: Floats  # (bodies, 6) motions before anything acts
    after: Floats  # (bodies, 6) motions with the bounces
    push: Floats  # (bodies, 6) impulses on links with the bounces
    impulse: Floats  # (points, 3) of the contacts with the bounces
    friction: Floats  # (points,) of contacts that are solved without, else 0


def make_blows(bodies: int, points: int) -> Blows:
    """Return an empty table."""
    before, after, push = (np.zeros((bodies, 6)) for _ in range(3))
    return Blows(before, after, push, np.zeros((points, 3)), np.zeros(points))


@kernel
def solve(
    cluster, clusters, contacts, batches, blows, bodies, joints, motors, islands, walks, iterations,
    tolerance, gravity, h,
) -> bool:  # fmt: skip
    """Find the velocities of a cluster, see `coupling.solve`, with bounces that keep the energy.

    Where sweeps have run away the part is too long; the shortest is solved smoothly, or left.
    """
    share = _find_restitution(cluster, clusters, contacts)
    if share > 0.0:
        _find_before(cluster, clusters, bodies, islands, gravity, h, blows.before)
    is_relayed = share > 0.0 and relay.aim(
        cluster, clusters, contacts, bodies, joints, motors, islands, blows.before, contact.BOUNCE,
        contact.SLOP, h,
    )  # fmt: skip
    in_lanes, work = False, 0.0
    for _ in range(2):
        in_lanes = coupling.solve(
            cluster, clusters, contacts, batches, bodies, joints, motors, islands, walks,
            iterations, tolerance, is_relayed, h,
        )  # fmt: skip
        if share == 0.0 or work > 0.0 or pace.is_lost(cluster, clusters, islands):
            break
        work = _find_gain(cluster, clusters, blows, bodies, islands)
        if work == 0.0:
            break
        _take(cluster, clusters, contacts, blows, bodies, islands, h)
    if work > 0.0 and not pace.is_lost(cluster, clusters, islands):
        _mix(cluster, clusters, contacts, blows, bodies, islands, work, share)
        assembly.solve(
            cluster, clusters, bodies, joints, motors, islands, h, island.ROUGH, 0, hold.BACKLASH
        )  # fmt: skip
    if pace.is_lost(cluster, clusters, islands) or not _is_struck(
        cluster, clusters, bodies, islands
    ):
        return in_lanes
    if share == 0.0:
        _find_before(cluster, clusters, bodies, islands, gravity, h, blows.before)
    if not _runs_away(cluster, clusters, contacts, blows, bodies, islands, h):
        return in_lanes
    if clusters.pace[cluster] < pace.MOST:
        assembly.forget_turn(cluster, clusters, bodies, joints, islands, h)
        pace.lose(cluster, clusters, islands)
        return in_lanes
    _begin_smooth(cluster, clusters, contacts, blows, h)
    _clear(cluster, clusters, contacts, bodies, joints, islands, h)
    in_lanes = coupling.solve(
        cluster, clusters, contacts, batches, bodies, joints, motors, islands, walks, iterations,
        tolerance, True, h,
    )  # fmt: skip
    if not pace.is_lost(cluster, clusters, islands) and _runs_away(
        cluster, clusters, contacts, blows, bodies, islands, h
    ):  # for so short a time everything goes on as if nothing touched
        _clear(cluster, clusters, contacts, bodies, joints, islands, h)
        assembly.solve(
            cluster, clusters, bodies, joints, motors, islands, h, island.SURE, island.SWITCHES,
            hold.BACKLASH,
        )  # fmt: skip
    _end_smooth(cluster, clusters, contacts, blows)
    return in_lanes


@kernel
def _is_struck(cluster, clusters, bodies, islands) -> bool:
    """Whether links of a cluster that something touches change their speed at once."""
    if clusters.pair_start[cluster] == clusters.pair_start[cluster + 1]:
        return False
    most = STRUCK / clusters.pace[cluster]
    for n in range(clusters.body_start[cluster], clusters.jointed_end[cluster]):
        b = clusters.body[n]
        new, old = spatial.load(islands.velocity, b), vector.load(bodies.velocity, b)
        arm = vector.subtract(vector.load(bodies.position, b), vector.load(islands.origin, b))
        way = vector.subtract(vector.offset(new[:3], 1.0, vector.cross(new[3:], arm)), old)
        if not vector.dot(way, way) < most * most:
            return True
    return False


@kernel
def _runs_away(cluster, clusters, contacts, blows, bodies, islands, h) -> bool:
    """Whether contacts of a cluster have done more work than they can, or joints have for them.

    The latter only in the shortest part: `coupling.solve` sees to it in the others.
    """
    work, _ = _find_work(
        cluster, clusters, blows.before, islands.velocity, islands.push, bodies
    )  # fmt: skip
    if not (work <= 0.0 or work <= _find_most(cluster, clusters, contacts, bodies, h)):
        return True
    last = clusters.pace[cluster] == pace.MOST
    return last and knock.has_gained(cluster, clusters, contacts, bodies, islands, h)


@kernel
def _find_most(cluster, clusters, contacts, bodies, h) -> float:
    """Return the most work that contacts of a cluster may do in the part at hand [J].

    Springs push out by their depth, sweeps are not exact, and belts may do any.
    """
    if _is_driven(cluster, clusters, contacts, bodies):
        return np.inf
    most = 0.0
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        speed = SLOW
        if contacts.stiffness[i] > 0.0:
            speed += max(-contacts.separation[i], 0.0) / h
        most += speed * contacts.impulse[i, 0]
    return most


@kernel
def _begin_smooth(cluster, clusters, contacts, blows, h) -> None:
    """Have the contacts of a cluster solved without friction and bounces, until `_end_smooth`.

    Each push of a sweep then takes energy.
    """
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    clusters.pair_end[cluster] = end
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        blows.friction[i], contacts.friction[i] = contacts.friction[i], 0.0
        if contacts.rolls.used[0] == 1:
            contacts.rolls.length[i, 0] = contacts.rolls.length[i, 1] = 0.0
        contacts.target[i] += contacts.rise[i]
        contacts.rise[i] = 0.0
        if rebound.bounces(i, contacts):
            gap = max(contacts.separation[i] - contact.TOUCH, 0.0)
            contacts.target[i] = rebound.find_turning(i, contacts) - gap / h


@kernel
def _clear(cluster, clusters, contacts, bodies, joints, islands, h) -> None:
    """Begin a cluster anew, from no impulses of its contacts."""
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        roll.forget(contacts.rolls, i)
        vector.save(contacts.impulse, i, (0.0, 0.0, 0.0))
        vector.save(contacts.trend, i, (0.0, 0.0, 0.0))
    pushes.load_free(cluster, clusters, bodies, islands)
    assembly.forget_turn(cluster, clusters, bodies, joints, islands, h)
    for n in range(clusters.body_start[cluster], clusters.jointed_end[cluster]):
        spatial.save(islands.push, clusters.body[n], spatial.ZERO)


@kernel
def _end_smooth(cluster, clusters, contacts, blows) -> None:
    """Give contacts their friction back; the rest is found anew for every part."""
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        contacts.friction[i], blows.friction[i] = blows.friction[i], 0.0


@kernel
def solve_heap(
    cluster, clusters, contacts, heap, blows, bodies, islands, walks, iterations, tolerance,
    gravity, h,
) -> None:  # fmt: skip
    """Find the velocities of a large heap, see `heaps.solve`; call after `heaps.begin`."""
    share = _find_restitution(cluster, clusters, contacts)
    if share > 0.0:
        _find_before(cluster, clusters, bodies, islands, gravity, h, blows.before)
    work = 0.0
    for _ in range(2):
        heaps.solve(
            cluster, clusters, contacts, heap, bodies, islands, walks, iterations, tolerance
        )  # fmt: skip
        if share == 0.0 or work > 0.0:
            break
        work = _find_gain(cluster, clusters, blows, bodies, islands)
        if work == 0.0:
            break
        _take(cluster, clusters, contacts, blows, bodies, islands, h)
        heaps.begin(cluster, clusters, contacts, bodies, heap)
    if work > 0.0:
        _mix(cluster, clusters, contacts, blows, bodies, islands, work, share)


@kernel
def _find_restitution(cluster, clusters, contacts) -> float:
    """Return the largest restitution of the points of a cluster that are to bounce, 0 of none."""
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    largest = 0.0
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        if contacts.restitution[i] > largest and rebound.bounces(i, contacts):
            largest = contacts.restitution[i]
    return largest


@kernel
def _find_before(cluster, clusters, bodies, islands, gravity, h, out) -> None:
    """Write the motions (bodies, 6) of a cluster before this step's forces have acted."""
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        time, fall = bodies.lead[b] + 0.5 * h, (gravity[0], gravity[1], gravity[2])
        fall = vector.offset(fall, bodies.inv_mass[b], vector.load(bodies.force, b))
        turned = vector.turn(bodies.inv_inertia, b, vector.load(bodies.torque, b))
        way = vector.offset(vector.load(bodies.velocity, b), -time, fall)
        spin = vector.offset(vector.load(bodies.spin, b), -time, turned)
        arm = vector.subtract(vector.load(islands.origin, b), vector.load(bodies.position, b))
        spatial.save(out, b, vector.offset(way, 1.0, vector.cross(spin, arm)) + spin)


@kernel
def _save(cluster, clusters, motions, out) -> None:
    """Copy the rows (bodies, 6) of a cluster's bodies."""
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        spatial.save(out, b, spatial.load(motions, b))


@kernel
def _find_work(cluster, clusters, before, after, push, bodies) -> tuple[float, float]:
    """Return the work of the contacts' impulses from one set of motions (bodies, 6) to another [J].

    And the size of what it is the sum of.
    """
    work = size = 0.0
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        old, new = spatial.load(before, b), spatial.load(after, b)
        p = spatial.load(push, b)
        if n >= clusters.jointed_end[cluster]:
            way = vector.subtract(new[:3], vector.load(bodies.velocity, b))
            turn = vector.subtract(new[3:], vector.load(bodies.spin, b))
            force = vector.offset((0.0, 0.0, 0.0), 1.0 / bodies.inv_mass[b], way)
            p = force + motion.spin_momentum(b, turn, bodies)
        one, two = spatial.dot(p, old), spatial.dot(p, new)
        work, size = work + 0.5 * (one + two), size + 0.5 * (abs(one) + abs(two))
    return work, size


@kernel
def _find_gain(cluster, clusters, blows, bodies, islands) -> float:
    """Return how much more work the contacts of a cluster have done than taken, 0 if none [J]."""
    work, size = _find_work(
        cluster, clusters, blows.before, islands.velocity, islands.push, bodies
    )  # fmt: skip
    return work if work > GAIN * size else 0.0


@kernel
def _take(cluster, clusters, contacts, blows, bodies, islands, h) -> None:
    """Keep what the bounces did, and begin anew without them."""
    _save(cluster, clusters, islands.velocity, blows.after)
    _save(cluster, clusters, islands.push, blows.push)
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    clusters.pair_end[cluster] = end
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        impulse = vector.load(contacts.impulse, i)
        vector.save(blows.impulse, i, impulse)
        roll.forget(contacts.rolls, i)
        if rebound.bounces(i, contacts):
            share, gap = 1.0 / (1.0 + contacts.restitution[i]), contacts.separation[i]
            vector.save(contacts.impulse, i, vector.offset((0.0, 0.0, 0.0), share, impulse))
            contacts.target[i] = (
                rebound.find_turning(i, contacts) - max(gap - contact.TOUCH, 0.0) / h
            )
    pushes.load_free(cluster, clusters, bodies, islands)


@kernel
def _mix(cluster, clusters, contacts, blows, bodies, islands, work, restitution) -> None:
    """Mix what was found with bounces, of a `work` [J], and without, as the energy allows.

    `islands.velocity` and the impulses are those without, and become the mixture.
    """
    low, _ = _find_work(
        cluster, clusters, blows.before, islands.velocity, islands.push, bodies
    )  # fmt: skip
    if low >= 0.0:  # a belt drives it; without one the turns of joints have added it
        share = 1.0 if _is_driven(cluster, clusters, contacts, bodies) else 0.0
    else:
        # the work of a share s of the way is low + a s + b s^2
        b = _find_bend(cluster, clusters, blows, bodies, islands)
        a, c = work - low - b, restitution * restitution * low
        root = np.sqrt(max(a * a - 4.0 * b * c, 0.0))
        share = min(max(-2.0 * c / (a + root), 0.0), 1.0) if a + root > 0.0 else 0.0
    _blend(cluster, clusters, blows.after, islands.velocity, share)
    _blend(cluster, clusters, blows.push, islands.push, share)
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        for k in range(3):
            way = blows.impulse[i, k] - contacts.impulse[i, k]
            contacts.impulse[i, k] += share * way


@kernel
def _is_driven(cluster, clusters, contacts, bodies) -> bool:
    """Whether a belt that runs touches a cluster."""
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        belt = contacts.belt[clusters.point[n]]
        if belt >= 0:
            spin = vector.load(bodies.spin, belt)
            if vector.dot(spin, spin) > TURN * TURN:
                return True
    return False


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
