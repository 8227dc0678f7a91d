"""Suction: links that hold what they touch - suction cups, magnets.

Such a link draws to it what it touches, with its force in equal shares at all points, along their
normals, and is drawn to it as much: forces from outside, as gravity is. The contacts bear them, so
that what is held slides where friction does not hold it, peels off over an edge where its weight
turns it too much, and falls off where it is too heavy.
"""

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..bodies import integrate, sleep
from . import contact

REACH = 5e-4  # lips give way so far: what is nearer is touched [m]


@kernel
def prepare(suction, contacts, bodies, sleepers) -> None:
    """Count the points that each link holds, in all clusters.

    Of a link that cannot move those that sleep wake as their shares change.
    """
    for s in range(len(suction.link)):
        link, points = suction.link[s], 0
        for i in range(contacts.used[0]):
            points += _is_held(i, link, contacts, bodies)
        if points != suction.points[s] and bodies.inv_mass[link] == 0.0 and suction.input[s] > 0.0:
            sleep.rouse_touched(sleepers, bodies, contacts, link)
        suction.points[s] = points


@kernel
def pull(cluster, clusters, contacts, bodies, suction, h) -> bool:
    """Let suction act on the velocities of a cluster in a part `h` [s]; return whether it may.

    As gravity does, from the middle of the last part to that of this one. Call `prepare` before.
    """
    if len(suction.link) == 0:
        return False
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        bodies.pull[clusters.body[n], :] = 0.0
    for s in range(len(suction.link)):
        own = clusters.of_body[suction.link[s]]  # -1 cannot move, and holds things of several
        if suction.input[s] > 0.0 and (own == cluster or own == -1):
            _pull(s, cluster, clusters, contacts, bodies, suction, h)
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        integrate.draw(clusters.body[n], bodies, 1.0)
    return True


@kernel
def _pull(s, cluster, clusters, contacts, bodies, suction, h) -> None:
    """Write what one link's suction gives the bodies of a cluster."""
    start, first = clusters.point_start, clusters.pair_start[cluster]
    share = suction.force[s] * min(suction.input[s], 1.0) / max(suction.points[s], 1)
    for n in range(start[first], start[clusters.pair_start[cluster + 1]]):
        i = clusters.point[n]
        if _is_held(i, suction.link[s], contacts, bodies):
            a, b = contacts.body_a[i], contacts.body_b[i]
            at, normal = vector.load(contacts.position, i), vector.load(contacts.normal, i)
            span = integrate.find_span(a if bodies.inv_mass[a] > 0.0 else b, bodies, h)
            _push(a, share * span, normal, at, bodies)
            _push(b, -share * span, normal, at, bodies)


@kernel
def _is_held(i, link, contacts, bodies) -> bool:
    """Whether a link touches something at point `i` as bodies stand."""
    a, b = contacts.body_a[i], contacts.body_b[i]
    if a != link and b != link:
        return False
    _, way = contact.locate(i, contacts, bodies)
    return vector.dot(way, vector.load(contacts.normal, i)) <= REACH


@kernel
def _push(b, impulse, way, at, bodies) -> None:
    """Add to what pulls at a body an impulse [N s] along `way` at a place."""
    if bodies.inv_mass[b] == 0.0:
        return
    arm = vector.subtract(at, vector.load(bodies.position, b))
    turn = vector.apply(bodies.inv_inertia[b], vector.cross(arm, way))
    for k in range(3):
        bodies.pull[b, k] += bodies.inv_mass[b] * impulse * way[k]
        bodies.pull[b, 3 + k] += impulse * turn[k]
