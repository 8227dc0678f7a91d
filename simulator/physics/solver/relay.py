"""Blows that are handed on: a ball that hits a row of balls stops, and the last one leaves.

Newton's law of every contact at once lets what touches go on as one block. Here the contacts that
bounce are followed one blow after the other: those that approach now are reversed together, then
those that approach because of that, until nothing does (sequential impacts; Brogliato 2016, sec.
6.5, and Glocker 2004 on the chain of balls). What they leave is what the contacts are then asked
for: the impulses that the solve finds for it, with friction, are those of all blows together.
"""

from simulator.compiled.jit import kernel

from ..algebra import spatial
from ..contacts import contact, rebound, rows
from ..joints import island

MOST = 64  # points of a cluster that are followed
ROUNDS = 100  # blows in turn: a ball pinched by 1000 times its mass takes as many
SWEEPS = 100  # of the blows of one round
SLOW = 1e-4  # what approaches by less is at rest [m/s]
# columns of the scratch: speed that a point is to have, its impulse in this round and in all,
# speed per impulse, how it was hit
GOAL, PUSH, WHOLE, SOFTNESS, HIT = range(5)
MET, BOUNCED = 1.0, 2.0


@kernel
def aim(cluster, world, h) -> bool:
    """Write what points aim at after blows that others hand on to them; return whether any is.

    Call when the targets of single bounces are set, the joints are factored and the motions before
    this step's forces are known (`blows.before`). What approaches by less than `contact.BOUNCE`, or
    stays more than `contact.SLOP` apart, does not bounce. Robots take part that are touched at one
    link each, such as pendulums. Scratch: `contacts.rows.data`, `islands.momentum`.
    """
    clusters, contacts, bodies, islands = (
        world.clusters, world.contacts, world.bodies, world.islands,
    )  # fmt: skip
    first, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    low, high = clusters.point_start[first], clusters.point_start[end]
    if end - first < 2 or high - low > MOST or not _is_any(low, high, clusters.point, contacts):
        return False
    if not _is_simple(low, high, cluster, clusters, contacts, islands):
        return False
    _begin(cluster, world)
    table, motion, points = contacts.rows.data, islands.momentum, clusters.point
    for n in range(low, high):
        table[n, SOFTNESS] = _find_softness(points[n], contacts, bodies, islands)
        table[n, WHOLE] = table[n, HIT] = 0.0
    for k in range(ROUNDS):
        count = _find_round(low, high, points, contacts, bodies, islands, contact.BOUNCE, 1.0, h)
        if count == 0:  # what is at rest goes on with what has bounced
            count = _find_round(low, high, points, contacts, bodies, islands, SLOW, 0.0, h)
        if count == 0 and k < 2:
            return False  # nothing is handed on
        if count == 0:
            break
        _strike(low, high, points, contacts, bodies, islands)
    for n in range(low, high):
        i = points[n]
        speed = contact.find_parting(i, contacts, bodies, islands.origin, motion)
        if table[n, HIT] == BOUNCED or (table[n, HIT] == MET and speed > SLOW):
            contacts.target[i] = max(speed, 0.0) + rebound.find_turning(i, contacts)
        if table[n, HIT] > 0.0:
            contacts.impulse[i, 0] += table[n, WHOLE]  # sweeps would take long to hand it on
    return True


@kernel
def _is_any(low, high, points, contacts) -> bool:
    """Whether a point is to bounce, and none gives way by a law of its own."""
    found = False
    for n in range(low, high):
        i = points[n]
        if contacts.stiffness[i] > 0.0:
            return False
        found |= contacts.restitution[i] > 0.0 and rebound.bounces(i, contacts)
    return found


@kernel
def _is_simple(low, high, cluster, clusters, contacts, islands) -> bool:
    """Whether each island is touched at one body alone: what others answer is not asked."""
    touched = islands.touched
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        touched[islands.body[islands.body_start[clusters.island[n]]]] = -1
    for n in range(low, high):
        for side in range(2):
            i = clusters.point[n]
            b = contacts.body_b[i] if side == 0 else contacts.body_a[i]
            if islands.of_body[b] >= 0:
                root = islands.body[islands.body_start[islands.of_body[b]]]
                if touched[root] >= 0 and touched[root] != b:
                    return False
                touched[root] = b
    return True


@kernel
def _begin(cluster, world) -> None:
    """Write the motions before the step, and what the bodies answer to pushes on them."""
    clusters, contacts, bodies, islands = (
        world.clusters, world.contacts, world.bodies, world.islands,
    )  # fmt: skip
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        island.find_answers(clusters.island[n], world.joints, world.motors, islands)
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        rows.find_own(contacts.rows.own, b, bodies.inv_mass, bodies.inv_inertia, islands)
        spatial.save(islands.momentum, b, spatial.load(world.blows.before, b))


@kernel
def _find_softness(i, contacts, bodies, islands) -> float:
    """Return the speed that two bodies part with per impulse at point `i` [1/kg].

    0 where joints hold both, as a cart on its rail: no blow moves them.
    """
    softness, free = 0.0, bodies.inv_mass[contacts.body_a[i]] + bodies.inv_mass[contacts.body_b[i]]
    for side in range(2):
        b = contacts.body_b[i] if side == 0 else contacts.body_a[i]
        if bodies.inv_mass[b] > 0.0:
            push = contact.find_unit_push(i, b, contacts, islands.origin)
            softness += spatial.dot(push, spatial.apply(contacts.rows.own, b, push))
    return softness if softness > rows.STUCK * free else 0.0


@kernel
def _push(i, impulse, contacts, bodies, islands) -> None:
    """Let an impulse along the normal of point `i` act on both bodies."""
    for side in range(2):
        b = contacts.body_b[i] if side == 0 else contacts.body_a[i]
        if bodies.inv_mass[b] > 0.0:
            push = contact.find_unit_push(i, b, contacts, islands.origin)
            change = spatial.apply(contacts.rows.own, b, push)
            own, moved = impulse if side == 0 else -impulse, spatial.load(islands.momentum, b)
            spatial.save(islands.momentum, b, spatial.offset(moved, own, change))


@kernel
def _find_round(low, high, points, contacts, bodies, islands, slowest, share, h) -> int:
    """Mark the points that approach now with the speed they are to part at; return how many.

    By a `share` of what their restitution makes of it.
    """
    table, count = contacts.rows.data, 0
    for n in range(low, high):
        i = points[n]
        speed = contact.find_parting(i, contacts, bodies, islands.origin, islands.momentum)
        table[n, GOAL] = -1.0
        is_near = table[n, HIT] > 0.0 or contacts.separation[i] + h * speed <= contact.SLOP
        if speed < -slowest and is_near and table[n, SOFTNESS] > 0.0:
            table[n, GOAL], table[n, PUSH] = -share * contacts.restitution[i] * speed, 0.0
            table[n, HIT] = BOUNCED if table[n, GOAL] > 0.0 else max(table[n, HIT], MET)
            count += 1
    return count


@kernel
def _strike(low, high, points, contacts, bodies, islands) -> None:
    """Reverse all marked points together, by pushes only."""
    table = contacts.rows.data
    for _ in range(SWEEPS):
        most = 0.0
        for n in range(low, high):
            if table[n, GOAL] >= 0.0:
                i = points[n]
                speed = contact.find_parting(i, contacts, bodies, islands.origin, islands.momentum)
                lack = table[n, GOAL] - speed
                change = max(lack / table[n, SOFTNESS], -table[n, PUSH])
                table[n, PUSH] += change
                table[n, WHOLE] += change
                _push(i, change, contacts, bodies, islands)
                most = max(most, abs(change) * table[n, SOFTNESS])
        if most < 0.1 * SLOW:
            break
