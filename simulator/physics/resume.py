"""How much of the last step's impulses a cluster begins with.

What rests bears again what it has borne. But after a blow, impulses are hundreds of times those of
the weights, and where a heavy body has hit a light one, sweeps are far too few to take them back
from it: it would fly off at thousands of metres per second. So where masses differ by `UNLIKE` the
impulses are taken as one direction, and the cluster begins where it has the least energy on it.
"""

from simulator.jit import kernel

from . import contact, vector

UNLIKE = 100.0  # ratio of masses
LEAST = 0.9  # a larger share is all: what rests is left alone


@kernel
def resume(cluster, clusters, contacts, bodies, pushes) -> None:
    """Scale the impulses that a cluster of free bodies begins with; `pushes` (bodies, 6): scratch.

    Of x' A x / 2 + x' (u - target), x along the impulses, the least is at a share of them.
    """
    first, end = clusters.body_start[cluster], clusters.body_start[cluster + 1]
    if not _are_unlike(first, end, clusters.body, bodies.inv_mass):
        return
    low = clusters.point_start[clusters.pair_start[cluster]]
    high = clusters.point_start[clusters.pair_end[cluster]]
    for n in range(first, end):
        for k in range(6):
            pushes[clusters.body[n], k] = 0.0
    along = 0.0
    for n in range(low, high):
        along += _add(clusters.point[n], contacts, bodies, pushes)
    square = 0.0
    for n in range(first, end):
        b = clusters.body[n]
        force = pushes[b, 0], pushes[b, 1], pushes[b, 2]
        torque = pushes[b, 3], pushes[b, 4], pushes[b, 5]
        square += bodies.inv_mass[b] * vector.dot(force, force)
        square += vector.dot(torque, vector.turn(bodies.inv_inertia, b, torque))
    if -along >= LEAST * square:
        return
    share = max(-along, 0.0) / square
    for n in range(low, high):
        i = clusters.point[n]
        vector.save(
            contacts.impulse,
            i,
            vector.offset((0.0, 0.0, 0.0), share, vector.load(contacts.impulse, i)),
        )


@kernel
def _are_unlike(first, end, body, inv_mass) -> bool:
    most, least = 0.0, 1e300
    for n in range(first, end):
        own = inv_mass[body[n]]
        most, least = max(most, own), min(least, own)
    return most > UNLIKE * least


@kernel
def _add(i, contacts, bodies, pushes) -> float:
    """Add what point `i` does to its bodies; return what it changes to the first order [J]."""
    force, at = contact.find_push(i, contacts), vector.load(contacts.position, i)
    along = -contacts.target[i] * contacts.impulse[i, 0]
    for side in range(2):
        b, sign = (contacts.body_b[i], 1.0) if side else (contacts.body_a[i], -1.0)
        if bodies.inv_mass[b] == 0.0:
            continue
        arm = vector.subtract(at, vector.load(bodies.position, b))
        moment = vector.cross(arm, force)
        along += sign * vector.dot(force, vector.load(bodies.velocity, b))
        along += sign * vector.dot(moment, vector.load(bodies.spin, b))
        for k in range(3):
            pushes[b, k] += sign * force[k]
            pushes[b, 3 + k] += sign * moment[k]
    return along
