"""The way out of gaps and penetration, where links cannot go as far as it asks for.

Near the place where a linkage is straight, or links jam, what closes joints and parts contacts
would turn links so far in a step that their arcs leave the joints. Such a motion is held back. What
presses on the links then makes up for it alone: planks of a taut rope bridge can go neither down
nor up, but the load on them can go up.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import spatial, vector
from ..bodies.clusters import has_free
from ..contacts import contact
from ..contacts.rows import find_motion
from ..joints import assembly

CURVED = 3e-5  # most that a pseudo velocity leaves of a joint's gap as bodies really turn [m]
SWEEPS, ENOUGH = 20, 1e-4  # most over what is lifted; until none changes a speed by more [m/s]
SOFT = 0.1  # share of what a point answers by which it gives way: what is pinched stays midway


@kernel
def hold_back(cluster, world, h) -> bool:
    """Take a share of pseudo velocities that would turn bodies out of their joints.

    Links that overlap, and cannot get apart, ask for ever more. First of what contacts ask for, so
    that joints are closed in full; then, if that still turns bodies too far, of all. Where that is
    no number, nothing is closed in this step: False.
    """
    clusters, bodies, joints, islands = (
        world.clusters, world.bodies, world.joints, world.islands,
    )  # fmt: skip
    motion = islands.velocity
    first, jointed = clusters.body_start[cluster], clusters.jointed_end[cluster]
    for k in range(2):
        curved = assembly.find_curve(cluster, clusters, bodies, joints, islands, h)
        if not curved < np.inf:
            for n in range(first, clusters.body_start[cluster + 1]):
                spatial.save(motion, clusters.body[n], spatial.ZERO)
            return False
        if curved <= CURVED:
            if k > 0:
                _lift(cluster, clusters, world.contacts, islands)
            return True
        share = np.sqrt(CURVED / curved)
        for n in range(jointed if k == 0 else first, clusters.body_start[cluster + 1]):
            b = clusters.body[n]
            spatial.save(motion, b, spatial.scale(share, spatial.load(motion, b)))
        if k == 0:
            for n in range(first, jointed):
                b = clusters.body[n]
                spatial.save(islands.push, b, spatial.scale(share, spatial.load(islands.push, b)))
            assembly.close(cluster, clusters, joints, islands, h)
    _lift(cluster, clusters, world.contacts, islands)
    return True


@kernel
def _lift(cluster, clusters, contacts, islands) -> None:
    """Move free bodies of a cluster out of links as these now move, and out of each other.

    Projected Gauss-Seidel on their pseudo velocities alone, as if nothing could push a link.
    """
    if not has_free(cluster, clusters):
        return
    start, pushed = clusters.point_start, contacts.passed
    first, end = start[clusters.pair_start[cluster]], start[clusters.pair_end[cluster]]
    for n in range(first, end):
        pushed[clusters.point[n], 0] = 0.0
    for _ in range(SWEEPS):
        most = 0.0
        for n in range(first, end):
            i = clusters.point[n]
            answer = _find_answer(i, contacts, islands)
            if answer == 0.0:
                continue
            way, _ = find_motion(i, contacts, islands)
            off = contacts.pseudo_target[i] - vector.dot(vector.load(contacts.normal, i), way)
            change = off / (answer * (1.0 + SOFT)) - SOFT / (1.0 + SOFT) * pushed[i, 0]
            change = max(change, -pushed[i, 0])
            if change != 0.0:
                pushed[i, 0] += change
                _push(i, change, contacts, islands)
                most = max(most, abs(change) * answer)
        if most <= ENOUGH:
            return


@kernel
def _find_answer(i, contacts, islands) -> float:
    """Return what free bodies at point `i` answer to a push along its normal, 0: none [1/kg]."""
    answer, own = 0.0, contacts.rows.own
    for b in (contacts.body_a[i], contacts.body_b[i]):
        if islands.of_body[b] < 0 and own[b, 0, 0] > 0.0:
            unit = contact.find_unit_push(i, b, contacts, islands.origin)
            answer += spatial.dot(unit, spatial.apply(own, b, unit))
    return answer


@kernel
def _push(i, push, contacts, islands) -> None:
    """Let a push along the normal of point `i` act on its free bodies [N s]."""
    own = contacts.rows.own
    for side in range(2):
        b, sign = (contacts.body_b[i], push) if side else (contacts.body_a[i], -push)
        if islands.of_body[b] < 0 and own[b, 0, 0] > 0.0:
            unit = contact.find_unit_push(i, b, contacts, islands.origin)
            change = spatial.scale(sign, spatial.apply(own, b, unit))
            spatial.save(
                islands.velocity, b, spatial.add(spatial.load(islands.velocity, b), change)
            )
