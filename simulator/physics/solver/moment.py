"""When a blow falls: until then what it strikes goes on as it did before.

A contact turns round what approaches for the whole step, up to a step's way above the surface. So
what it strikes is set back: if the blow falls after a time t, it moves for t as before, and for the
rest of the step as the blow has left it, with the energy of a bounce where it is by then. What was
so fast that it has lost the rest of the last step where it met something (`impact`) makes up for
it. Asked of bodies without joints that bounce off what cannot move, and of two balls that meet each
other alone (`balls`); what other bodies do to each other acts where both are, or it would change
their angular momentum.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import spatial, vector
from ..bodies.clusters import is_jointed
from ..contacts import contact, rebound
from . import balls

# what happens to a body, together: it bounces off what cannot move, something that can move hits
# it or may, as others hand on a blow, it lies on something, and it is near more than one of those
FREE, STRUCK, HITS, BORNE, MANY = 0, 1, 2, 4, 8
NEVER, LATER = np.inf, -np.inf  # when a ball meets what it passes by, and what is asked later
SHORTEST = 1e-3  # rest of a step that is reckoned with, as a part of it


@kernel
def find(cluster, in_heap, clusters, contacts, blows, bodies, shapes, islands, h) -> bool:
    """Find when in a step of `h` [s] blows fall on a cluster, and aim at what they leave.

    Return whether one does beside its start. Call when the targets of single bounces are set.
    `in_heap`: its contacts are in lanes already, and stay as they are. `blows.before` (bodies, 6)
    are the motions before the step's forces, and become what `work` asks for: by the time of a blow
    forces have done more than in the half of a step that it reckons with, and have less left to do.
    """
    if is_jointed(cluster, clusters):
        return False
    first, end = clusters.body_start[cluster], clusters.body_start[cluster + 1]
    for n in range(first, end):
        b = clusters.body[n]
        blows.moment[b], blows.state[b] = h, FREE
        vector.save(blows.start, b, vector.load(bodies.position, b))
    _find_times(cluster, in_heap, clusters, contacts, blows, bodies, shapes, islands, h)
    for n in range(first, end):
        b = clusters.body[n]
        old, change = _find_fallen(b, blows, bodies)
        spatial.save(blows.until, b, spatial.add(old, change))
    _find_meetings(cluster, clusters, contacts, blows, bodies, shapes, islands, h)
    found = False
    for n in range(first, end):
        b = clusters.body[n]
        hit = blows.state[b] & (STRUCK | HITS)
        if hit != STRUCK and (hit != HITS or blows.state[b] & MANY):
            blows.moment[b] = 0.0
        found |= blows.moment[b] != 0.0
    if found:
        _place(cluster, clusters, contacts, blows, bodies, shapes, islands)
        _aim(cluster, clusters, contacts, blows, bodies, islands, h)
        bring_on(cluster, clusters, blows, bodies, h)
    return found


@kernel
def _find_times(cluster, in_heap, clusters, contacts, blows, bodies, shapes, islands, h) -> None:
    """Write by when the first points of each body meet, which are struck then, and which borne.

    What may meet as a ball does is left to `_find_meetings`, `LATER` in `blows.nearing`.
    """
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        blows.nearing[i] = NEVER
        if not in_heap and balls.may_meet(i, blows.before, contacts, bodies, shapes, h):
            blows.nearing[i] = LATER
        else:
            _note(i, contacts, blows, bodies, islands, h)


@kernel
def _note(i, contacts, blows, bodies, islands, h) -> None:
    """Write what point `i` does to its bodies, and by when."""
    a, b = contacts.body_a[i], contacts.body_b[i]
    is_pair = bodies.inv_mass[a] > 0.0 and bodies.inv_mass[b] > 0.0
    state, time = FREE, h
    if is_pair and contacts.restitution[i] > 0.0:
        state = HITS
    elif rebound.bounces(i, contacts):
        state, time = STRUCK, _find_time(i, contacts, blows.before, bodies, islands, h)
    else:  # what a thing lies on it may sink into by what positions leave open
        state = BORNE if contacts.impulse[i, 0] > 0.0 else FREE
        speed = -contact.find_parting(i, contacts, bodies, islands.origin, blows.before)
        if speed > 0.0:
            time = (max(contacts.separation[i], 0.0) + contact.SLOP) / speed
    for side in (a, b):
        if bodies.inv_mass[side] > 0.0:  # others belong to several clusters
            blows.moment[side] = min(blows.moment[side], time)
            blows.state[side] |= state | MANY if is_pair else state


@kernel
def _find_meetings(cluster, clusters, contacts, blows, bodies, shapes, islands, h) -> None:
    """Write when balls meet something that nothing else strikes, by `blows.until`.

    Others are struck as the step starts. `blows.nearing` becomes the time of each meeting.
    """
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    first, last = clusters.point_start[start], clusters.point_start[end]
    for n in range(first, last):
        i = clusters.point[n]
        if blows.nearing[i] != LATER:
            continue
        time = balls.find_time(i, blows.until, contacts, bodies, shapes, h)
        if time == NEVER:
            balls.pass_by(i, blows.until, contacts, bodies, shapes, h)
        if time == NEVER or time == balls.UNKNOWN:  # others may yet hand on a blow there
            blows.nearing[i] = NEVER
            _note(i, contacts, blows, bodies, islands, h)
            continue
        blows.nearing[i] = time
        for side in (contacts.body_a[i], contacts.body_b[i]):
            if bodies.inv_mass[side] > 0.0:
                more = HITS | MANY if blows.state[side] & HITS else HITS
                blows.state[side] |= more
    for n in range(first, last):
        i = clusters.point[n]
        if blows.nearing[i] == NEVER:
            continue
        time = blows.nearing[i]
        for side in (contacts.body_a[i], contacts.body_b[i]):
            if bodies.inv_mass[side] > 0.0:
                is_late = time > blows.moment[side]  # it comes down on something before that
                if is_late or blows.state[side] & (MANY | STRUCK):
                    blows.nearing[i] = NEVER
        for side in (contacts.body_a[i], contacts.body_b[i]):
            if bodies.inv_mass[side] == 0.0:
                continue
            if blows.nearing[i] == NEVER:
                blows.state[side] |= MANY
            else:
                blows.moment[side] = time - _find_lost(side, bodies) if time <= 0.0 else time


@kernel
def _find_lost(b, bodies) -> float:
    """Return how much of the last step a body has lost where it met something [s]."""
    return 2.0 * bodies.lead[b] * (1.0 - bodies.share[b])


@kernel
def _find_way(b, blows, bodies) -> float:
    """Return when a ball is where another one hits it, below 0 if it has gone on since [s]."""
    time = blows.moment[b]
    return time if time >= 0.0 else time + _find_lost(b, bodies)


@kernel
def _place(cluster, clusters, contacts, blows, bodies, shapes, islands) -> None:
    """Bring balls that meet something, and their contacts, to where they are when they do."""
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        if blows.state[b] & HITS and blows.moment[b] != 0.0:
            here = vector.load(bodies.position, b)
            here = vector.offset(here, _find_way(b, blows, bodies), vector.load(blows.until, b))
            vector.save(bodies.position, b, here)
            vector.save(islands.origin, b, here)
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        if blows.nearing[i] < NEVER:
            balls.meet(i, blows.nearing[i], blows.until, contacts, bodies, shapes)
            continue
        at = vector.load(contacts.position, i)
        for side in (contacts.body_a[i], contacts.body_b[i]):
            if bodies.inv_mass[side] > 0.0:
                at = vector.offset(at, 1.0, vector.load(bodies.position, side))
                at = vector.offset(at, -1.0, vector.load(blows.start, side))
        vector.save(contacts.position, i, at)


@kernel
def _find_time(i, contacts, before, bodies, islands, h) -> float:
    """Return when the bodies of point `i` meet there: `h` at most, below 0 in the last step [s]."""
    speed, pull, lead = _find_fall(i, contacts, before, bodies, islands, h)
    share = min(bodies.share[contacts.body_a[i]], bodies.share[contacts.body_b[i]])
    if share < 1.0 and contacts.separation[i] <= 0.0:
        return -2.0 * lead * (1.0 - share)
    gap, fall = max(contacts.separation[i], 0.0), speed + lead * pull
    root = np.sqrt(max(fall * fall + 2.0 * pull * gap, 0.0))
    return min(2.0 * gap / (fall + root), h) if fall + root > 0.0 else h


@kernel
def _find_fall(i, contacts, before, bodies, islands, h) -> tuple[float, float, float]:
    """Return how fast the bodies of point `i` approach [m/s], and ever faster [m/s2].

    The former a time before the step starts, which is returned as well [s]. Suction counts for
    nothing: what leaves is out of its reach before it has taken back what it gave.
    """
    lead = max(bodies.lead[contacts.body_a[i]], bodies.lead[contacts.body_b[i]])
    speed = -contact.find_parting(i, contacts, bodies, islands.origin, before)
    after = -contact.find_parting(i, contacts, bodies, islands.origin, islands.velocity)
    after += contact.find_parting(i, contacts, bodies, islands.origin, bodies.pull)
    return speed, (after - speed) / (lead + 0.5 * h), lead


@kernel
def _aim(cluster, clusters, contacts, blows, bodies, islands, h) -> None:
    """Let points that bounce then have the energy of a bounce there, and others be met after it."""
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        a, b, is_met = contacts.body_a[i], contacts.body_b[i], blows.nearing[i] < NEVER
        is_pair = bodies.inv_mass[a] > 0.0 and bodies.inv_mass[b] > 0.0
        one = b if bodies.inv_mass[b] > 0.0 else a
        time = 0.0 if is_pair and not is_met else blows.moment[one]
        speed, pull, lead = _find_fall(i, contacts, blows.before, bodies, islands, h)
        late = max(time, 0.0)  # in the last step it stayed where it met
        if is_met:
            late = _find_way(one, blows, bodies)
        gap = contacts.separation[i] - late * (speed + (lead + 0.5 * late) * pull)
        blows.nearing[i] = max(gap - contact.TOUCH, 0.0) / max(h - time, SHORTEST * h)
        if time == 0.0 or contacts.stiffness[i] > 0.0:
            continue
        goal = -blows.nearing[i]
        if rebound.bounces(i, contacts):
            goal = rebound.find(
                contacts.restitution[i], speed, gap, pull, lead + late, h - 2.0 * time
            )
        contacts.target[i] = goal + rebound.find_turning(i, contacts)


@kernel
def find_nearing(i, is_late, contacts, blows, h) -> float:
    """Return how fast the bodies of point `i` may come nearer until they meet, if none bounces."""
    if is_late:
        return blows.nearing[i]
    return max(contacts.separation[i] - contact.TOUCH, 0.0) / h


@kernel
def bring_on(cluster, clusters, blows, bodies, h) -> None:
    """Write how bodies move until they are struck: what is borne as before, the rest falls.

    And what has stayed where it was struck, not at all; but it has fallen less since.
    """
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b, until = clusters.body[n], spatial.ZERO
        time, (old, change) = blows.moment[b], _find_fallen(b, blows, bodies)
        if time > 0.0:
            until = spatial.add(old, change)
            spatial.save(blows.before, b, spatial.offset(old, 2.0 * time / h, change))
        elif time < 0.0:
            until = spatial.scale(0.5 * (h - time) / h, change)
            if blows.state[b] & HITS:
                until = spatial.offset(until, _find_way(b, blows, bodies) / time, old)
            spatial.save(blows.before, b, spatial.offset(old, time / h, change))
        spatial.save(blows.until, b, until)


@kernel
def _find_fallen(b, blows, bodies) -> tuple[spatial.Spatial, spatial.Spatial]:
    """Return a body's motion before the step's forces, and what they add if it is not borne."""
    old = spatial.load(blows.before, b)
    if blows.state[b] & BORNE:
        return old, spatial.ZERO
    free = vector.load(bodies.velocity, b) + vector.load(bodies.spin, b)
    free = spatial.offset(free, -1.0, spatial.load(bodies.pull, b))
    return old, spatial.offset(free, -1.0, old)


@kernel
def set_back(cluster, clusters, blows, bodies, h) -> None:
    """Have what blows strike beside the start of the step move as before until they fall.

    By speeds that last for a step; call when the new velocities are the bodies'.
    """
    if not blows.is_late[cluster]:
        return
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        b = clusters.body[n]
        bodies.late[b] = blows.moment[b] / h
        vector.save(bodies.position, b, vector.load(blows.start, b))
        for k in range(3):
            bodies.until[b, k] = blows.until[b, k] - bodies.velocity[b, k]
            bodies.until[b, 3 + k] = blows.until[b, 3 + k] - bodies.spin[b, k]
            bodies.pseudo_velocity[b, k] += bodies.late[b] * bodies.until[b, k]
            bodies.pseudo_spin[b, k] += bodies.late[b] * bodies.until[b, 3 + k]
