"""Sweeps that run away: where friction wedges light links between heavy bodies, or corners do.

Each sweep then pushes harder than the one before. Contacts that have done work that neither springs
nor belts among them could are solved in shorter parts of the step; in the shortest, and at once
where there are no joints, without friction and bounces, where each push takes energy. So is the
shortest where turns let joints make energy: of what presses on a light robot from both sides.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import spatial, vector
from ..bodies import motion
from ..bodies.clusters import is_jointed
from ..contacts import pushes, rebound, roll
from ..joints import assembly, hold, island, pace
from . import bounces, coupling, heaps, knock, moment, unlike, work

STRUCK = 0.3  # a change of a body's speed in a step, in a part its share, that may be a blow [m/s]
SLOW = 0.05  # sweeps leave links that press on something to part by less [m/s]
ROUGH = 0.1  # and free bodies less work, of what takes and what gives energy together


@kernel
def solve(cluster, world, h) -> bool:
    """Find the velocities of a cluster, see `bounces.solve`.

    Where sweeps have run away the part is too long; the shortest is solved smoothly, or left.
    """
    clusters, blows, bodies, islands = (
        world.clusters, world.blows, world.bodies, world.islands,
    )  # fmt: skip
    in_lanes = bounces.solve(cluster, world, h)
    if pace.is_lost(cluster, clusters, islands) or not _is_struck(
        cluster, clusters, bodies, islands
    ):
        return in_lanes
    _find_before(cluster, world, h)
    if not _runs_away(cluster, world, h):
        return in_lanes
    if is_jointed(cluster, clusters) and clusters.pace[cluster] < clusters.most[cluster]:
        assembly.forget_turn(cluster, clusters, bodies, world.joints, islands, h)
        pace.lose(cluster, clusters, islands)
        return in_lanes
    _begin_smooth(cluster, clusters, world.contacts, blows, h)
    _clear(cluster, world, h)
    in_lanes = coupling.solve(cluster, world, True, h)
    if not pace.is_lost(cluster, clusters, islands) and _runs_away(cluster, world, h):
        # for so short a time everything goes on as if nothing touched
        _clear(cluster, world, h)
        coupling.solve_joints(cluster, world, island.SURE, island.SWITCHES, hold.BACKLASH, h)
    _end_smooth(cluster, clusters, world.contacts, blows)
    return in_lanes


@kernel
def solve_heap(cluster, world, h) -> None:
    """Find the velocities of a large heap, see `bounces.solve_heap`; call after `heaps.begin`.

    Where its masses are unlike sweeps go on for long, where friction is 1 and more each may push
    harder than the one before; those that have run away are done again.
    """
    clusters, contacts, blows, bodies, islands = (
        world.clusters, world.contacts, world.blows, world.bodies, world.islands,
    )  # fmt: skip
    bounces.solve_heap(cluster, world, h)
    if not _is_struck(cluster, clusters, bodies, islands) or not (
        unlike.is_unlike(cluster, clusters, bodies) or _is_rough(cluster, clusters, contacts)
    ):
        return
    _find_before(cluster, world, h)
    if not _runs_away(cluster, world, h):
        return
    _begin_smooth(cluster, clusters, contacts, blows, h)
    _clear(cluster, world, h)
    if heaps.begin(cluster, clusters, contacts, bodies, world.heap):
        heaps.solve(cluster, world)
    _end_smooth(cluster, clusters, contacts, blows)


@kernel
def _find_before(cluster, world, h) -> None:
    """Note the motions that contacts have had to do with: of what bounces late, at its moment."""
    clusters, blows, bodies = world.clusters, world.blows, world.bodies
    is_late = blows.is_late[cluster]
    work.find_before(
        cluster, clusters, bodies, world.islands, world.settings.gravity, h, not is_late,
        blows.before,
    )  # fmt: skip
    if is_late:
        moment.bring_on(cluster, clusters, blows, bodies, h)


@kernel
def _is_rough(cluster, clusters, contacts) -> bool:
    """Whether a friction of 1 and more is among the points of a cluster."""
    first, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[first], clusters.point_start[end]):
        if contacts.friction[clusters.point[n]] >= 1.0:
            return True
    return False


@kernel
def _is_struck(cluster, clusters, bodies, islands) -> bool:
    """Whether bodies of a cluster that something touches change their speed at once.

    Of one with links only these are asked.
    """
    if clusters.pair_start[cluster] == clusters.pair_start[cluster + 1]:
        return False
    most, end = STRUCK / clusters.pace[cluster], clusters.jointed_end[cluster]
    if not is_jointed(cluster, clusters):
        end = clusters.body_start[cluster + 1]
    for n in range(clusters.body_start[cluster], end):
        b = clusters.body[n]
        new = motion.at_centre(b, spatial.load(islands.velocity, b), bodies, islands)
        way = vector.subtract(new, vector.load(bodies.velocity, b))
        if not vector.dot(way, way) < most * most:
            return True
    return False


@kernel
def _runs_away(cluster, world, h) -> bool:
    """Whether contacts of a cluster have done more work than they can, or joints beside drives.

    The latter only in the shortest part: `coupling.solve` sees to it in the others.
    """
    clusters, bodies, islands = world.clusters, world.bodies, world.islands
    done, size = work.find(
        cluster, clusters, world.blows.before, islands.velocity, islands.push, bodies
    )
    if not (done <= 0.0 or done <= _find_most(cluster, world, size, h)):
        return True
    if clusters.pace[cluster] < clusters.most[cluster]:
        return False
    before = knock.find_energy(cluster, clusters, bodies, bodies.velocity, bodies.spin)
    gained = work.find_joints(cluster, clusters, bodies, world.joints, islands)
    return not gained <= knock.GAIN * before


@kernel
def _find_most(cluster, world, size, h) -> float:
    """Return the most work that contacts of a cluster may do in the part at hand [J].

    Springs push out by their depth, sweeps leave what presses to part by `SLOW`, or, of free
    bodies, a share of the `size` of all work, and belts may do any.
    """
    clusters, contacts = world.clusters, world.contacts
    bodies, islands = world.bodies, world.islands
    if work.is_driven(cluster, clusters, contacts, bodies):
        return np.inf
    slow, most = SLOW, 0.0
    if not is_jointed(cluster, clusters):
        slow, most = 0.0, ROUGH * size
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        speed = slow
        if contacts.stiffness[i] > 0.0:
            speed += max(-contacts.separation[i], 0.0) / h
        most += speed * contacts.impulse[i, 0]
    return most + work.find_lifted(
        cluster, clusters, world.blows.before, islands.velocity, bodies, islands
    )


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
            nearing = moment.find_nearing(i, blows.is_late[cluster], contacts, blows, h)
            contacts.target[i] = rebound.find_turning(i, contacts) - nearing


@kernel
def _clear(cluster, world, h) -> None:
    """Begin a cluster anew, from no impulses of its contacts."""
    clusters, contacts, bodies, islands = (
        world.clusters, world.contacts, world.bodies, world.islands,
    )  # fmt: skip
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        roll.forget(contacts.rolls, i)
        contacts.impulse[i, :] = 0.0
        vector.save(contacts.trend, i, (0.0, 0.0, 0.0))
    pushes.load_free(cluster, clusters, bodies, islands)
    assembly.forget_turn(cluster, clusters, bodies, world.joints, islands, h)
    for n in range(clusters.body_start[cluster], clusters.jointed_end[cluster]):
        spatial.save(islands.push, clusters.body[n], spatial.ZERO)


@kernel
def _end_smooth(cluster, clusters, contacts, blows) -> None:
    """Give contacts their friction back; the rest is found anew for every part."""
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        contacts.friction[i], blows.friction[i] = blows.friction[i], 0.0
