"""Blows among links that whip: what a finite step adds to their joints must not become energy.

A joint's row is held to its mean speed over the step, which is off the speed at its start by its
bend (`joint.find_bends`). In a smooth motion those of one step and the next cancel. Where links
that fold against each other jam - three of a chain with the outer two face to face - a blow of
hundreds of times their momentum does work on what the bends add. Such a blow is found again on
the speeds at the start of the step, where joints and contacts only take energy, as inelastic
contacts do; the joints then follow the turn of the bodies with the impulses of the contacts given.
"""

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..bodies import motion
from ..contacts import pushes, roll
from ..joints import island, joint

TURN = 0.02  # bodies that turn by less in a step bend no joint by much [rad]
HARD = 0.5  # share of a cluster's momentum, were all bodies equally fast, that is a hard blow
GAIN = 0.02  # share of its energy that a cluster may gain in a solve with a blow
MANY = 2.0  # times the energy that it may have after one in which it is pushed as hard as before


@kernel
def find_energy(cluster, clusters, bodies, velocity, spin) -> float:
    """Return the kinetic energy of a cluster at a velocity and spin (bodies, 3) [J]."""
    energy = 0.0
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        if bodies.inv_mass[b] > 0.0:
            v, w = vector.load(velocity, b), vector.load(spin, b)
            energy += vector.dot(v, v) / bodies.inv_mass[b]
            energy += vector.dot(w, motion.spin_momentum(b, w, bodies))
    return 0.5 * energy


@kernel
def _find_blow(cluster, clusters, contacts, bodies, islands, h) -> tuple[float, float]:
    """Return the energies of a cluster for which its hardest push would be too hard [J].

    For what a push has more than in the step before, and for all of it: jaws press for as long as
    they hold. 0 where nothing turns fast, or what moves along alone has the energy.
    """
    fast, mass, square, most, whole = False, 0.0, 0.0, 0.0, 0.0
    for n in range(clusters.body_start[cluster], clusters.jointed_end[cluster]):
        b = clusters.body[n]
        x, y, z = islands.velocity[b, 3], islands.velocity[b, 4], islands.velocity[b, 5]
        fast |= h * h * (x * x + y * y + z * z) > TURN * TURN
    if not fast:
        return 0.0, 0.0
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        if bodies.inv_mass[b] > 0.0:
            v = vector.load(bodies.velocity, b)
            mass += 1.0 / bodies.inv_mass[b]
            square += vector.dot(v, v) / bodies.inv_mass[b]
    start, end = clusters.pair_start[cluster], clusters.visit_end[cluster]
    for visited in range(start, end):
        p = clusters.visit[visited]
        for n in range(clusters.point_start[p], clusters.point_start[p + 1]):
            i = clusters.point[n]
            borne = vector.dot(vector.load(contacts.push, i), vector.load(contacts.normal, i))
            most = max(most, contacts.impulse[i, 0] - borne)
            whole = max(whole, contacts.impulse[i, 0])
    share = 1.0 / (HARD * HARD * mass)
    blow, push = share * most * most, share * whole * whole
    return 0.5 * blow if blow > square else 0.0, 0.5 * push if push > square else 0.0


@kernel
def has_gained(cluster, clusters, contacts, bodies, islands, h) -> bool:
    """Whether hard blows in the solve have given a cluster more energy than it had.

    Or hard pushes, such as of links that jam, several times as much.
    """
    blow, push = _find_blow(cluster, clusters, contacts, bodies, islands, h)
    if push == 0.0:
        return False
    before = find_energy(cluster, clusters, bodies, bodies.velocity, bodies.spin)
    if push <= before:
        return False
    first = clusters.body_start[cluster]
    # not in use before positions are solved; all zero, and left so
    velocity, spin = bodies.pseudo_velocity, bodies.pseudo_spin
    pushes.give(cluster, clusters, bodies, islands, velocity, spin)
    after = find_energy(cluster, clusters, bodies, velocity, spin)
    for n in range(first, clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        vector.save(velocity, b, (0.0, 0.0, 0.0))
        vector.save(spin, b, (0.0, 0.0, 0.0))
    return not after <= (1.0 + GAIN if blow > before else MANY) * before


@kernel
def begin_anew(cluster, clusters, contacts, joints, islands) -> None:
    """Take all speeds as those at the start of the step, with no impulse of a contact yet."""
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        row = clusters.island[n]
        first, end = islands.all_start[row], islands.all_start[row + 1]
        joint.scale_bends(first, end, joints, islands, 0.0)
        if islands.outcome[row] == island.LOST:
            islands.outcome[row] = island.FOLLOWED
    pushes.push_free(
        cluster, clusters, contacts, contacts.impulse, contacts.rolls.torque, -1.0, islands,
        islands.velocity,
    )  # fmt: skip
    for visited in range(clusters.pair_start[cluster], clusters.visit_end[cluster]):
        p = clusters.visit[visited]
        roll.forget(contacts.rolls, clusters.point[clusters.point_start[p]])
        for n in range(clusters.point_start[p], clusters.point_start[p + 1]):
            i = clusters.point[n]
            contacts.impulse[i, :] = 0.0
            contacts.target[i] += contacts.rise[i]
            contacts.rise[i] = 0.0
    for n in range(clusters.body_start[cluster], clusters.jointed_end[cluster]):
        for k in range(6):
            islands.push[clusters.body[n], k] = 0.0
