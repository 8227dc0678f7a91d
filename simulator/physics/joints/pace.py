"""Pace: a cluster whose joints whip takes a step in parts, short enough to be followed.

A light chain that cracks like a whip turns by radians in a step, and under a pull its links swing
faster than a step can follow. Its bodies then move in 2, 4, .. `FREE` parts, the others in one.

Each part is a leapfrog step: a velocity belongs to the middle of the part before it, so positions
are ahead of it by `lead`, half of that part, and forces act from the middle of one part to the
middle of the next (Hairer, Lubich and Wanner 2003, sec. 1.1). Whatever the pace, velocities belong
to the end of the step: as many equal parts as it takes fill the time up to the last part, which
lies around that end.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import spatial, vector
from ..bodies import integrate, motion
from . import border, hold, island, joint, stretch, whip

MOST, FREE = 64, 256  # parts of a step; of what touches nothing, such as the tip of a whip
WEDGED = 1.3e-3  # parts so long are short enough where something is deep in another [s]
DEEP = 5e-3  # or the thinner one's half thickness, if that is more [m]
TURN = 0.07  # a body with its anchors off its centre may turn by so much in a part [rad]
STIFF = 8.0  # a joint may be bent so fast by its pull, see `stretch.find`
PRESSED = 0.1  # the same where a chain may be pressed on a thing, or itself, and would sink in
TOUCHING = 4.0  # turns may be so much faster where contacts take more energy than that gives
STOPS = 8.0  # parts of a step in which a joint runs into its limit, and may throw something
GROWTH = 2.0  # most that what is asked for may grow by in a step, as it has grown in the last
HASTE = 2  # as many times more parts are tried where the joints could not be followed
ROUNDING = 1e-9


@kernel
def choose(clusters, contacts, thickness, bodies, joints, islands, asleep, h) -> None:
    """Choose the pace of every cluster for a substep `h` [s]; leave out who sleeps or is uneven.

    An uneven cluster takes this substep in parts, or took the last one so. `thickness` (shapes,) is
    half of it.
    """
    for b in range(len(asleep)):
        clusters.left_out[b] = asleep[b]
    for c in range(clusters.used[0]):
        first = clusters.body[clusters.body_start[c]]
        clusters.pace[c], clusters.most[c] = 1, MOST if _is_touching(c, clusters) else FREE
        for n in range(clusters.island_start[c], clusters.island_start[c + 1]):
            islands.outcome[clusters.island[n]] = island.FOLLOWED
        if asleep[first] == 1:
            continue
        if _is_wedged(c, clusters, contacts, thickness):
            clusters.most[c] = 2
            while h > WEDGED * clusters.most[c]:
                clusters.most[c] *= 2
        raise_pace(c, _foresee(c, clusters, bodies, joints, islands, h), clusters)
        if is_uneven(c, clusters, bodies, h):
            leave_out(c, clusters)


@kernel
def _is_wedged(c, clusters, contacts, thickness) -> bool:
    """Whether links of a cluster, or what they touch, are deep in something that is rigid.

    No motion has brought them there, and in parts however short they would not come out.
    """
    if clusters.island_start[c] == clusters.island_start[c + 1]:
        return False
    start, end = clusters.pair_start[c], clusters.pair_start[c + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        if contacts.separation[i] >= -DEEP or contacts.stiffness[i] > 0.0:
            continue
        first, second = thickness[contacts.shape_a[i]], thickness[contacts.shape_b[i]]
        if contacts.separation[i] < -min(first, second):
            return True
    return False


@kernel
def is_uneven(c, clusters, bodies, h) -> bool:
    """Whether a cluster takes a substep `h` [s] in parts, or took the last one so."""
    lead = bodies.lead[clusters.body[clusters.body_start[c]]]
    return clusters.pace[c] > 1 or abs(lead - 0.5 * h) > ROUNDING * h


@kernel
def haste(c, clusters, bodies, joints, islands, h) -> None:
    """Raise the pace of a cluster to what its joints ask for at their present speeds."""
    ask = 0.0
    for n in range(clusters.island_start[c], clusters.island_start[c + 1]):
        row = clusters.island[n]
        ask = max(ask, _find_ask(row, c, clusters, bodies, joints, islands, h))
    raise_pace(c, ask, clusters)


@kernel
def _foresee(c, clusters, bodies, joints, islands, h) -> float:
    """Return what the joints of a cluster will ask for in a substep, as it grows so far.

    What pulls at a chain grows within a step, and parts that are short too late give it energy.
    """
    most = 0.0
    for n in range(clusters.island_start[c], clusters.island_start[c + 1]):
        row = clusters.island[n]
        first = islands.body[islands.body_start[row]]
        before = bodies.ask[first]
        ask = _find_ask(row, c, clusters, bodies, joints, islands, h)
        bodies.ask[first] = ask
        if before > 0.0:
            ask *= min(max(ask / before, 1.0), GROWTH)
        start, end = islands.all_start[row], islands.all_start[row + 1]
        if _is_touching(c, clusters) and hold.runs_in(start, end, joints, islands, h):
            ask = max(ask, STOPS)
        most = max(most, ask)
    return most


@kernel
def _is_touching(c, clusters) -> bool:
    return clusters.pair_start[c] < clusters.pair_start[c + 1]


@kernel
def _find_limit(row, c, clusters, islands, h) -> tuple[float, float]:
    """Return the step in which pulls of an island are looked at, and how fast they may bend then.

    What runs in loops is asked less where it touches: tracks lie on wheels that bear their pull.
    """
    if not _is_touching(c, clusters):
        return h, STIFF
    if islands.border_start[row] < islands.border_start[row + 1]:
        return h / TOUCHING, STIFF
    return h, PRESSED


@kernel
def raise_pace(c, ask, clusters) -> None:
    """Raise the pace of a cluster to what is asked for."""
    while clusters.pace[c] < ask and clusters.pace[c] < clusters.most[c]:
        clusters.pace[c] *= 2


@kernel
def _find_ask(row, c, clusters, bodies, joints, islands, h) -> float:
    """Return in how many parts of `h` [s] the joints of an island of a cluster can be followed."""
    ask, fast = 0.0, False
    most = (TURN * TOUCHING if _is_touching(c, clusters) else TURN) / h
    for i in range(islands.body_start[row], islands.body_start[row + 1]):
        spin = vector.load(bodies.spin, islands.body[i])
        fast |= GROWTH * GROWTH * vector.dot(spin, spin) > most * most
    for i in range(islands.all_start[row], islands.all_start[row + 1]):
        j = islands.all_joint[i]
        if fast:
            on_parent = _turn_of(joints.parent[j], vector.load(joints.anchor_parent, j), bodies)
            on_child = _turn_of(joints.child[j], vector.load(joints.anchor_child, j), bodies)
            ask = max(ask, max(on_parent, on_child) / most)
    strain = _find_strain(row, c, clusters, bodies, joints, islands, h)
    return max(ask, np.sqrt(strain))


@kernel
def _find_strain(row, c, clusters, bodies, joints, islands, h) -> float:
    """Return how fast pulls bend an island's joints, of what they may: above 1 `h` is too long."""
    strain, step, most = 0.0, 0.0, STIFF  # they are looked for where a joint is taut at all
    for i in range(islands.all_start[row], islands.all_start[row + 1]):
        j = islands.all_joint[i]
        if stretch.is_taut(j, joints, h):
            if step == 0.0:
                step, most = _find_limit(row, c, clusters, islands, h)
            strain = max(strain, stretch.find(j, joints, bodies, step) / most)
    return strain


@kernel
def _turn_of(b, anchor, bodies) -> float:
    """Return the spin of a body, as far as it carries an anchor (body frame) around [rad/s].

    A wheel on its axle carries none: the anchor's way counts against the size of the body.
    """
    spin = vector.unrotate(bodies.orientation[b], vector.load(bodies.spin, b))
    way, inertia = vector.cross(spin, anchor), bodies.inertia[b]
    size = 0.5 * bodies.inv_mass[b] * (inertia[0, 0] + inertia[1, 1] + inertia[2, 2])
    size += vector.dot(anchor, anchor)
    return np.sqrt(vector.dot(way, way) / size) if size > 0.0 else 0.0


@kernel
def next_part(ahead, pace, h) -> float:
    """Return the next part of a substep `h`, 0 at its end; positions are `ahead` of its start [s].

    The last part is h / pace long, and half of it lies beyond the end.
    """
    last = h / pace
    rest = h - 0.5 * last - ahead
    if rest > ROUNDING * h:
        return rest / np.ceil(rest / last - ROUNDING)
    return last if ahead < h else 0.0


@kernel
def leave_out(c, clusters) -> None:
    """Leave the bodies of a cluster out of what is at hand."""
    for n in range(clusters.body_start[c], clusters.body_start[c + 1]):
        clusters.left_out[clusters.body[n]] = 1


@kernel
def take_alone(c, clusters) -> None:
    """Leave out all bodies but those of a cluster."""
    clusters.left_out[:] = 1
    for n in range(clusters.body_start[c], clusters.body_start[c + 1]):
        clusters.left_out[clusters.body[n]] = 0


@kernel
def lose(c, clusters, islands) -> None:
    """Say that a part is too long for a cluster, unless it is the shortest."""
    if clusters.pace[c] < clusters.most[c]:
        for n in range(clusters.island_start[c], clusters.island_start[c + 1]):
            islands.outcome[clusters.island[n]] = island.LOST


@kernel
def is_lost(c, clusters, islands) -> bool:
    """Whether joints of a cluster could not be followed in the part at hand."""
    for n in range(clusters.island_start[c], clusters.island_start[c + 1]):
        if islands.outcome[clusters.island[n]] == island.LOST:
            return True
    return False


@kernel
def is_caught(c, clusters, bodies, joints, islands, gravity, h) -> bool:
    """Whether a step is lost because what it ends with turns out to be too fast for it.

    A whole step's pulls, and spins that have turned aside: as where a link passes the pole of a
    universal joint. Or motions that have surged: a chain that is pulled straight whips within
    milliseconds.
    """
    is_free = not _is_touching(c, clusters)
    short = h if is_free else h / TOUCHING
    if clusters.pace[c] < clusters.most[c]:
        for n in range(clusters.island_start[c], clusters.island_start[c + 1]):
            row = clusters.island[n]
            is_chain = is_free and whip.is_chain(row, joints, islands)
            if whip.swerves(row, bodies, joints, islands, short, is_free and not is_chain) or (
                is_chain and whip.surges(row, bodies, joints, islands, gravity, h)
            ):
                islands.outcome[row] = island.LOST
                return True
    if is_uneven(c, clusters, bodies, h):
        return False
    for n in range(clusters.island_start[c], clusters.island_start[c + 1]):
        row = clusters.island[n]
        if _find_strain(row, c, clusters, bodies, joints, islands, h) > 1.0:
            islands.outcome[row] = island.LOST
            return True
    return False


@kernel
def put_back(c, clusters, bodies, joints, contacts, islands, gravity, part) -> None:
    """Undo what a part [s] has done to speeds and impulses, and raise the cluster's pace.

    How rows of joints bend and what they have switched to is where the next part begins. Nobody
    knows any more which twists points in lanes had borne.
    """
    clusters.pace[c] = min(HASTE * clusters.pace[c], clusters.most[c])
    for n in range(clusters.body_start[c], clusters.body_start[c + 1]):
        b = clusters.body[n]
        integrate.push(b, bodies, gravity, -integrate.find_span(b, bodies, part))
        integrate.draw(b, bodies, -1.0)
    _recall_speeds(c, clusters, bodies, joints, islands)
    for n in range(clusters.island_start[c], clusters.island_start[c + 1]):
        last = clusters.pace[c] == clusters.most[c]
        islands.outcome[clusters.island[n]] = island.FORCED if last else island.FOLLOWED
    start, end = clusters.pair_start[c], clusters.pair_start[c + 1]
    for p in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[p]
        push = vector.dot(vector.load(contacts.push, i), vector.load(contacts.normal, i))
        contacts.impulse[i, 0], contacts.impulse[i, 3] = max(push, 0.0), 0.0


@kernel
def _recall_speeds(c, clusters, bodies, joints, islands) -> None:
    """Give joints that drives or dampers act on, which start from them, their speeds again."""
    for n in range(clusters.island_start[c], clusters.island_start[c + 1]):
        row = clusters.island[n]
        for i in range(islands.body_start[row], islands.body_start[row + 1]):
            b = islands.body[i]
            v, w = vector.load(bodies.velocity, b), vector.load(bodies.spin, b)
            spatial.save(islands.velocity, b, motion.at_origin(b, v, w, bodies, islands))
        for i in range(islands.all_start[row], islands.all_start[row + 1]):
            j = islands.all_joint[i]
            acts = joints.motor[j] >= 0 or joints.damping[j] > 0.0
            if acts and joint.has_position(joints.kind[j]):
                joints.speed[j] = border.row_speed(j, 5, joints, islands)


@kernel
def scale(c, clusters, contacts, share) -> None:
    """Scale the impulses of a cluster's contacts, as the time in which they act has changed."""
    start, end = clusters.pair_start[c], clusters.pair_start[c + 1]
    for p in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[p]
        for k in range(3):
            contacts.push[i, k] *= share
            if contacts.rolls.used[0] == 1:
                contacts.rolls.torque[i, k] *= share
        for k in range(4):
            contacts.impulse[i, k] *= share
