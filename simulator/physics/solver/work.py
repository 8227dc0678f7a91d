"""The work of a cluster's contacts.

The work of impulses P on bodies that were at v and are at u is P (v + u) / 2; with links that holds
for all that joints and motors do in answer to P, too. Here v is the motion before gravity and
forces: the one half of a step in which a thing still falls and the other in which it rises again
have nothing left over.
"""

from simulator.compiled.jit import kernel

from ..algebra import spatial, vector
from ..bodies import integrate, motion

TURN = 0.01  # a belt runs whose sprocket turns faster [rad/s]
LEFT = 1e-4  # share of the energy that forces give what lies still, which sweeps may leave it


@kernel
def find_before(cluster, clusters, bodies, islands, gravity, h, is_drawn, out) -> None:
    """Write the motions (bodies, 6) of a cluster before this step's forces have acted.

    With `is_drawn` after suction has: what it draws back at once is pushed on as it parts.
    """
    share = 0.0 if is_drawn else -1.0
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        time, fall = integrate.find_span(b, bodies, h), (gravity[0], gravity[1], gravity[2])
        fall = vector.offset(fall, bodies.inv_mass[b], vector.load(bodies.force, b))
        turned = vector.turn(bodies.inv_inertia, b, vector.load(bodies.torque, b))
        drawn = spatial.load(bodies.pull, b)
        way = vector.offset(vector.load(bodies.velocity, b), -time, fall)
        spin = vector.offset(vector.load(bodies.spin, b), -time, turned)
        way, spin = vector.offset(way, share, drawn[:3]), vector.offset(spin, share, drawn[3:])
        spatial.save(out, b, motion.at_origin(b, way, spin, bodies, islands))


@kernel
def find(cluster, clusters, before, after, push, bodies) -> tuple[float, float]:
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
def find_lifted(cluster, clusters, before, after, bodies, islands) -> float:
    """Return the work against what presses bodies on as they rise from motions to others [J].

    `before` and `after` (bodies, 6): what has been thrown up comes down on something again within
    the step, and no more than gravity and forces have taken is given back to it. What sweeps leave
    of what neither rises nor sinks, a ball that rolls, is added.
    """
    lifted = 0.0
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        old = motion.at_centre(b, spatial.load(before, b), bodies, islands)
        new = motion.at_centre(b, spatial.load(after, b), bodies, islands)
        press = vector.subtract(old, vector.load(bodies.velocity, b))
        work = max(vector.dot(press, vector.offset(old, 1.0, new)), 0.0)
        lifted += 0.5 / bodies.inv_mass[b] * (work + LEFT * vector.dot(press, press))
    return lifted


@kernel
def find_joints(cluster, clusters, bodies, joints, islands) -> float:
    """Return the work that joints of a cluster have done beside their drives [J].

    What its links have been given beside the contacts' impulses, from the motions that they were
    solved from. It is none, or less, but for what turns within the step have added.
    """
    work = 0.0
    for n in range(clusters.body_start[cluster], clusters.jointed_end[cluster]):
        b = clusters.body[n]
        v, w = vector.load(bodies.velocity, b), vector.load(bodies.spin, b)
        old, new = motion.at_origin(b, v, w, bodies, islands), spatial.load(islands.velocity, b)
        given = spatial.apply(islands.own, b, spatial.offset(new, -1.0, old))
        given = spatial.offset(given, -1.0, spatial.load(islands.push, b))
        work += 0.5 * spatial.dot(given, spatial.add(old, new))
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        row = clusters.island[n]
        for i in range(islands.all_start[row], islands.all_start[row + 1]):
            j = islands.all_joint[i]
            drive = joints.effort[j, 5] - joints.conductance[j, 5] * joints.speed[j]
            work -= max(drive * joints.speed[j], 0.0)
    return work


@kernel
def is_driven(cluster, clusters, contacts, bodies) -> bool:
    """Whether a belt that runs touches a cluster."""
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        belt = contacts.belt[clusters.point[n]]
        if belt >= 0:
            spin = vector.load(bodies.spin, belt)
            if vector.dot(spin, spin) > TURN * TURN:
                return True
    return False
