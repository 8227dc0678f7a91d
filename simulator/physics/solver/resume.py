"""How much of the last step's impulses a cluster begins with.

What rests bears again what it has borne. But after a blow, impulses are hundreds of times those of
the weights, and where a heavy body has hit a light one, sweeps are far too few to take them back
from it: it would fly off at thousands of metres per second. So where masses differ by `UNLIKE` the
impulses are taken as one direction, and the cluster begins where it has the least energy on it.
So does one with joints, with those on its free bodies: what a ram has pressed on goes aside, and
would be thrown by what it bore.
"""

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..contacts import contact, pushes, roll, rows
from . import unlike

UNLIKE = 100.0  # ratio of masses
LEAST = 0.9  # a larger share is all: what rests is left alone
FAINT = 0.3  # as is what gains less than its bodies would have at this speed [m/s]


@kernel
def resume(cluster, clusters, contacts, bodies, given) -> None:
    """Scale the impulses that a cluster of free bodies begins with; `given` (bodies, 6): scratch.

    Of x' A x / 2 + x' (u - target), x along the impulses, the least is at a share of them.
    """
    first, end = clusters.body_start[cluster], clusters.body_start[cluster + 1]
    if not unlike.find_ratio(first, end, clusters.body, bodies.inv_mass) > UNLIKE:
        return
    low = clusters.point_start[clusters.pair_start[cluster]]
    high = clusters.point_start[clusters.pair_end[cluster]]
    for n in range(first, end):
        for k in range(6):
            given[clusters.body[n], k] = 0.0
    along = 0.0
    for n in range(low, high):
        along += _add(clusters.point[n], contacts, bodies, given)
    square = 0.0
    for n in range(first, end):
        b = clusters.body[n]
        force = given[b, 0], given[b, 1], given[b, 2]
        torque = given[b, 3], given[b, 4], given[b, 5]
        square += bodies.inv_mass[b] * vector.dot(force, force)
        square += vector.dot(torque, vector.turn(bodies.inv_inertia, b, torque))
    if -along >= LEAST * square:
        return
    share = max(-along, 0.0) / square
    for n in range(low, high):
        i = clusters.point[n]
        for k in range(4):
            contacts.impulse[i, k] *= share
        roll.leave(contacts.rolls, i, share)


@kernel
def _add(i, contacts, bodies, given) -> float:
    """Add what point `i` does to its bodies; return what it changes to the first order [J]."""
    force, at = contact.find_push(i, contacts), vector.load(contacts.position, i)
    normal, twist = vector.load(contacts.normal, i), contacts.impulse[i, 3]
    along = -contacts.target[i] * contacts.impulse[i, 0]
    for side in range(2):
        b, sign = (contacts.body_b[i], 1.0) if side else (contacts.body_a[i], -1.0)
        if bodies.inv_mass[b] == 0.0:
            continue
        arm = vector.subtract(at, vector.load(bodies.position, b))
        moment = vector.offset(vector.cross(arm, force), twist, normal)
        along += sign * vector.dot(force, vector.load(bodies.velocity, b))
        along += sign * vector.dot(moment, vector.load(bodies.spin, b))
        for k in range(3):
            given[b, k] += sign * force[k]
            given[b, 3 + k] += sign * moment[k]
    return along


@kernel
def find_faint(cluster, clusters, bodies) -> float:
    """Return how much energy the free bodies of a cluster may have too much, -1 without any [J]."""
    mass = 0.0
    for n in range(clusters.jointed_end[cluster], clusters.body_start[cluster + 1]):
        own = bodies.inv_mass[clusters.body[n]]
        mass += 1.0 / own if own > 0.0 else 0.0
    return 0.5 * mass * FAINT * FAINT if mass > 0.0 else -1.0


@kernel
def find_share(slope, half, faint) -> float:
    """Return the share of the impulses that has the least energy, 1 if it has hardly less.

    It grows with the share by `slope` [J] at all of the impulses, and by `half` at half of them.
    """
    bend = 2.0 * (slope - half)
    if bend <= 0.0 or slope * slope <= 2.0 * bend * faint or slope < (1.0 - LEAST) * bend:
        return 1.0
    return max(1.0 - slope / bend, 0.0)


@kernel
def find_slope(cluster, clusters, contacts, islands) -> float:
    """Return how the energy grows with a share of what free bodies are pushed by, at all of it [J].

    `islands.velocity` are the motions under all impulses. What belts drive along is not counted.
    """
    slope, start = 0.0, clusters.point_start
    for visited in range(clusters.pair_start[cluster], clusters.visit_end[cluster]):
        p = clusters.visit[visited]
        i = clusters.point[start[p]]
        if not rows.moves_free(i, contacts, islands.of_body):
            continue
        force, moment = rows.add_up(
            start[p], start[p + 1], clusters.point, contacts.rows.data, contacts.impulse
        )
        way, spin = rows.find_motion(i, contacts, islands)
        way = vector.offset(way, 1.0, vector.load(contacts.drift, i))
        is_driven = contacts.belt[i] >= 0
        if not is_driven:
            slope += vector.dot(force, way) + vector.dot(moment, spin)
        for n in range(start[p], start[p + 1]):
            k = clusters.point[n]
            push = contacts.impulse[k, 0]
            slope += push * (contacts.gamma[k] * push - contacts.target[k])
            if is_driven:
                slope += push * rows.find_speed(k, i, way, spin, contacts)
    return slope


@kernel
def leave(cluster, clusters, contacts, islands, share) -> None:
    """Leave a share of the impulses that push free bodies, which move so; see `islands.push`."""
    start = clusters.point_start
    pushes.push_free(
        cluster, clusters, contacts, contacts.impulse, contacts.rolls.torque, share - 1.0, islands,
        islands.velocity,
    )  # fmt: skip
    for n in range(start[clusters.pair_start[cluster]], start[clusters.pair_end[cluster]]):
        i = clusters.point[n]
        if rows.moves_free(i, contacts, islands.of_body):
            push = vector.offset((0.0, 0.0, 0.0), share, vector.load(contacts.impulse, i))
            vector.save(contacts.impulse, i, push)
            roll.leave(contacts.rolls, i, share)
    pushes.push_jointed(cluster, clusters, contacts, False, contacts.impulse, islands, islands.push)
