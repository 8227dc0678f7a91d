"""What a thing tips about bears it until its next edge falls.

An edge that comes down is met ahead, up to a step before it touches, and its blow lifts the one
that the thing has tipped about. For that time, a step on average, nothing would bear its weight,
and the thing would lose the spin that this takes: of 10 ms a tenth of what a block of 1 m has. So
what has borne it in the last step is kept for the half step before, and until the blow falls (how
blocks rock: Housner 1963, The behavior of inverted pendulum structures during earthquakes).
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..contacts import contact, pushes

MOST = 2.0  # times its weight that bears what tips: more is a blow
STEEP = 0.5  # cosine of the upward direction to the normal of a wall, which will bear nothing


@kernel
def keep(cluster, clusters, contacts, bodies, islands, gravity, h) -> None:
    """Keep what bears a body that is alone, if it meets another thing ahead in this step [s].

    Call when it has been pushed by the last step's impulses: they are neither taken back nor told
    of as forces of contacts.
    """
    first = clusters.body_start[cluster]
    if clusters.body_start[cluster + 1] - first != 1:
        return
    start, end = clusters.pair_start[cluster], clusters.pair_end[cluster]
    low, high = clusters.point_start[start], clusters.point_start[end]
    b, borne, time = clusters.body[first], 0.0, h
    pull = np.sqrt(vector.dot(gravity, gravity))
    for n in range(low, high):
        i = clusters.point[n]
        if contacts.stiffness[i] != 0.0 or contacts.restitution[i] > 0.0:
            return
        borne += contacts.impulse[i, 0]
        gap = contacts.separation[i]
        lift = vector.dot(vector.load(contacts.normal, i), gravity)
        lift = lift if contacts.body_a[i] == b else -lift
        if contacts.impulse[i, 0] == 0.0 and gap > contact.SLOP and lift > STEEP * pull:
            parting = contact.find_parting(i, contacts, bodies, islands.origin, islands.velocity)
            if gap + h * parting < 0.0:
                time = min(time, -gap / parting)
    weight = h * pull / bodies.inv_mass[b]
    if time == h or borne == 0.0 or borne > MOST * weight:
        return
    pushes.push_free(
        cluster, clusters, contacts, contacts.impulse, contacts.rolls.torque, time / h - 0.5,
        islands, islands.velocity,
    )  # fmt: skip
    for n in range(low, high):
        for k in range(3):
            contacts.impulse[clusters.point[n], k] = 0.0
