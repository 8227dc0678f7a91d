"""What a finite step adds to the sliding of two surfaces: contacts stay where they turn together.

Friction asks for equal velocities at the start of a step. Over the step each body's centre goes
straight on while the body turns, and a corner or face at the arm r goes by h v + (R - 1) r, which
is h^2/2 w x (w x r) and more beside h (v + w x r): on a turntable what lies at r would creep
outwards by h w^2 r / 2 however hard it is held. So friction holds the mean speed over the step
(what `joint.find_bends` is for joints).

The place where a wheel or ball touches stays below its centre as it rolls: it takes no part in the
turn about its own axis, only in what turns the surface. With r' the velocity of that place less
that of the body's centre, the mean speed has h/2 w x r' more than that at the start. That of a
cylinder that leans on its edge goes round the rim, and down by more than at first (`lean`).

Along the normal it counts where a flat thing goes round with a wheel: a track's link that goes
straight on for a step and turns then leaves the wheel by h^2/2 w^2 r, 0.5 mm at 1 m/s, 10 ms and
r = 0.1 m. So its contact lets it come that much nearer; otherwise wheels at speed are that much
larger to a track, which winds itself up. Nor does a wheel tilt that turns as it rolls (`lying`).

Two links of one robot that turn together go nearer by their straight ways, as far as they are apart
along their arm, but stay where they are to each other: that is no approach.

It is asked at the middle of a face's points: what spins on the spot moves round it, and nowhere.
The surface of a belt runs at u over a place that stays on the hull: h/2 w x u comes to the rest.

What has stopped within the last step (`continuous.impact`) seldom goes through the whole of this
one: nothing is foretold of its turns. A coin that tumbles by half a radian a step would be let into
what it touches by its turn at the end of the step, and stop there again, step after step.
"""

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..collision.pairs import are_of_one
from ..geometry.shapes import CAPSULE, CYLINDER, SPHERE
from . import lean, lying, swing

NEAR = 0.1  # turn in a step [rad] beyond which something flat comes no nearer to something round
TOGETHER = 0.05  # turn in a step of two links of one robot that makes a difference [rad]
SLOW = 1e-4  # bodies that turn by less do not drift [rad/s]
CAP = 0.999  # a cylinder's axis along the normal (cosine)
LEAST = 1e-15  # what a point counts for that bore nothing [N s]
NONE = (0.0, 0.0, 0.0)


@kernel
def prepare(cluster, clusters, contacts, bodies, shapes, h) -> None:
    """Write how fast the surfaces of each pair of bodies drift apart, and aim at it.

    `contacts.drift` (points, 3) is that of the pair, `rise` (points,) that of each point along its
    normal; call after their targets are set, for a step of `h` [s]. Faces that have borne a push in
    the last step say how the pair drifts, by what they bore: what is only near has no hold.
    """
    start, free = clusters.point_start, clusters.free_start[cluster]
    for p in range(clusters.pair_start[cluster], clusters.pair_start[cluster + 1]):
        begin, end, whole, borne = start[p], start[p + 1], (0.0, 0.0, 0.0), 0.0
        moves = False
        while begin < end:
            last = _find_face(begin, end, clusters.point, contacts)
            at, push = _find_middle(begin, last, clusters.point, contacts)
            first = clusters.point[begin]
            way, rise = find(first, at, contacts, bodies, shapes, p >= free, h)
            if push > 2.0 * LEAST * (last - begin):  # what bounces is met for the first time
                reel = _find_reel(first, at, contacts, bodies, shapes, p >= free, h)
                heave = vector.dot(vector.load(contacts.normal, first), reel)
                reel = vector.offset(reel, -heave, vector.load(contacts.normal, first))
                way, rise = vector.offset(way, 1.0, reel), rise + heave
            tilt, middle = lying.find(first, contacts, bodies, shapes, h)
            moves |= way[0] != 0.0 or way[1] != 0.0 or way[2] != 0.0 or rise != 0.0
            tilts = tilt[0] != 0.0 or tilt[1] != 0.0 or tilt[2] != 0.0
            moves |= tilts
            whole, borne = vector.offset(whole, push, way), borne + push
            for n in range(begin, last):
                k = clusters.point[n]
                contacts.rise[k] = rise
                if tilts:
                    off = vector.subtract(vector.load(contacts.position, k), middle)
                    contacts.rise[k] += vector.dot(tilt, off)
            begin = last
        share = 1.0 / borne
        drift = share * whole[0], share * whole[1], share * whole[2]
        for n in range(start[p], end):
            i = clusters.point[n]
            vector.save(contacts.drift, i, drift)
            if moves:  # a push against another face of the pair is asked for as before
                normal = vector.load(contacts.normal, i)
                contacts.target[i] += vector.dot(normal, drift) - contacts.rise[i]


@kernel
def _find_face(first, end, points, contacts) -> int:
    """Return where the points end that are of the same two shapes as the `first`, and level."""
    i, n = points[first], first + 1
    while n < end and are_of_one(i, points[n], contacts):
        for c in range(3):
            if contacts.normal[points[n], c] != contacts.normal[i, c]:
                return n
        n += 1
    return n


@kernel
def _find_middle(first, end, points, contacts) -> tuple[vector.Vector, float]:
    """Return the middle of points, and what they bore in the last step, more than nothing [N s]."""
    share = 1.0 / (end - first)
    at, push = (0.0, 0.0, 0.0), LEAST / share
    for n in range(first, end):
        at = vector.offset(at, share, vector.load(contacts.position, points[n]))
        push += max(contacts.impulse[points[n], 0], 0.0)
    return at, push


@kernel
def find(i, at, contacts, bodies, shapes, free, h):
    """Return how fast body b drifts from body a along the surface of contact `i`, at `at` [m/s].

    And how fast it rises from it along the normal.
    """
    a, b = contacts.body_a[i], contacts.body_b[i]
    spin_a, spin_b = vector.load(bodies.spin, a), vector.load(bodies.spin, b)
    if vector.dot(spin_a, spin_a) + vector.dot(spin_b, spin_b) < SLOW * SLOW:
        return NONE, 0.0
    if min(bodies.share[a], bodies.share[b]) < 1.0:
        return NONE, 0.0
    way, rise = _find_still(i, at, contacts, bodies, shapes, free, h)
    if contacts.belt[i] >= 0:
        way = vector.offset(way, 0.5 * h, _find_run(i, contacts, bodies, shapes, h))
    return way, rise


@kernel
def _find_still(i, at, contacts, bodies, shapes, free, h):
    """Return the same, as if no surface ran by itself."""
    a, b = contacts.body_a[i], contacts.body_b[i]
    spin_a, spin_b = vector.load(bodies.spin, a), vector.load(bodies.spin, b)
    normal = vector.load(contacts.normal, i)
    first, second = contacts.shape_a[i], contacts.shape_b[i]
    centre_a, centre_b = _find_centre(first, bodies, shapes), _find_centre(second, bodies, shapes)
    arm_a, arm_b = vector.subtract(at, centre_a), vector.subtract(at, centre_b)
    turn_a, is_round_a, leans_a = _find_carrying(first, spin_a, spin_b, normal, shapes)
    turn_b, is_round_b, leans_b = _find_carrying(second, spin_b, spin_a, normal, shapes)
    apart = vector.subtract(vector.load(bodies.velocity, b), vector.load(bodies.velocity, a))
    if leans_a:
        back = -apart[0], -apart[1], -apart[2]
        if not lean.is_on_face(second, normal, contacts.feature[i], shapes):
            return NONE, 0.0
        way, rise = _find_leaning(first, spin_b, back, normal, 1.0, bodies, shapes, free, h)
        return (-way[0], -way[1], -way[2]), rise
    if leans_b:
        if not lean.is_on_face(first, normal, contacts.feature[i], shapes):
            return NONE, 0.0
        return _find_leaning(second, spin_a, apart, normal, -1.0, bodies, shapes, free, h)
    if is_round_a == is_round_b:
        rise = 0.0
        if bodies.robot[a] >= 0 and bodies.robot[a] == bodies.robot[b]:
            between = vector.subtract(centre_a, centre_b)
            rise = vector.dot(normal, _find_common(spin_a, spin_b, apart, between, h))
        if is_round_a:
            return NONE, rise
        way = vector.subtract(swing.find_rest(spin_b, arm_b, h), swing.find_rest(spin_a, arm_a, h))
        return vector.offset(way, -vector.dot(normal, way), normal), rise
    moved_a, moved_b = vector.cross(turn_a, arm_a), vector.cross(turn_b, arm_b)
    if is_round_a:  # the place goes with the round one
        moved_b = vector.subtract(moved_a, apart)
    else:
        moved_a = vector.offset(moved_b, 1.0, apart)
    way = vector.subtract(vector.cross(spin_b, moved_b), vector.cross(spin_a, moved_a))
    way = vector.offset(way, -vector.dot(normal, way), normal)
    turn = spin_b if is_round_a else spin_a  # the surface's, and so the normal's
    half = 0.5 * h * _find_share(turn, swing.MOST, h)
    rise = 0.5 * h * _find_share(turn, NEAR, h)
    rise *= find_rise(turn, apart, vector.subtract(centre_b, centre_a), normal)
    return (half * way[0], half * way[1], half * way[2]), rise


@kernel
def _find_common(spin_a, spin_b, apart, between, h) -> vector.Vector:
    """Return how much less the turn that two links share takes their middles apart [m/s].

    `apart`: the velocity of the second against the first [m/s], `between`: from the second to the
    first [m]. Along an arm that swings by a in a step they come nearer by r (1 - cos a), with a
    straight way each; their surfaces turn with them, and do not. Of what they spin by that is what
    takes one round the other: wheels beside each other spin alike, each about its own axle.
    """
    far = vector.dot(between, between)
    round_it = vector.cross(apart, between)  # times that
    along, size = vector.dot(spin_a, spin_b), vector.dot(spin_b, spin_b)
    share = min(along / size, 1.0) if along > 0.0 else 0.0
    along, size = share * vector.dot(spin_b, round_it), vector.dot(round_it, round_it)
    share = min(along * far / size, 1.0) if along > 0.0 else 0.0
    if share * share * size * h * h < (TOGETHER * far) ** 2:
        return NONE
    return swing.find_rest(vector.offset(NONE, share / far, round_it), between, h)


@kernel
def _find_centre(shape, bodies, shapes) -> vector.Vector:
    """Return the centre of a shape's body; of the ground, which is anywhere, that of the shape."""
    body = shapes.body[shape]
    if bodies.inv_mass[body] > 0.0:
        return vector.load(bodies.position, body)
    return vector.load(shapes.world_position, shape)


@kernel
def _find_run(i, contacts, bodies, shapes, h) -> vector.Vector:
    """Return how the speed of a running surface turns, on body b less on a [m/s^2].

    The place stays where it is on the hull of the belt.
    """
    first, second = contacts.shape_a[i], contacts.shape_b[i]
    shape = second if shapes.belt[second] >= 0 else first
    hull = shapes.body[shape]
    spin, turned = vector.load(bodies.spin, hull), vector.load(bodies.spin, contacts.belt[i])
    axis = vector.rotate(bodies.orientation[hull], vector.load(shapes.belt_axis, shape))
    speed = vector.dot(axis, vector.subtract(turned, spin))
    run, normal = vector.load(contacts.belt_way, i), vector.load(contacts.normal, i)
    speed *= _find_share(spin, swing.MOST, h)
    run = vector.cross(spin, (speed * run[0], speed * run[1], speed * run[2]))
    return vector.offset(run, -vector.dot(normal, run), normal)


@kernel
def _find_share(spin, most, h) -> float:
    """Return how much of what a turn does counts: of one by more than `most` as much as of that."""
    square = h * h * vector.dot(spin, spin)
    return 1.0 if square <= most * most else most * most / square


@kernel
def find_rise(spin, apart, between, normal) -> float:
    """Return how the gap between something round and a flat surface accelerates [m/s^2].

    The gap is n (c_b - c_a) but for what stays; the centres, `between` [m], move on evenly, by
    `apart` [m/s], and the normal turns with the flat one's `spin`.
    """
    swing = vector.cross(spin, normal)
    return 2.0 * vector.dot(apart, swing) + vector.dot(between, vector.cross(spin, swing))


@kernel
def _find_leaning(i, carried, apart, normal, side, bodies, shapes, free, h):
    """Return how fast cylinder `i`, on its edge, drifts from a face, and rises from it.

    `apart`: its velocity against the face's [m/s], which spins by `carried` [rad/s]; `side` 1: the
    `normal` points to the face, -1: to the cylinder.
    """
    down = side * normal[0], side * normal[1], side * normal[2]
    spin, gained = lean.find_turn(i, carried, bodies, shapes, free, h)
    share = lean.find_share(i, spin, down, shapes, h)
    if share == 0.0:
        return NONE, 0.0
    turned = vector.offset(spin, 1.0, gained)
    place, round_it = lean.find_way(i, spin, down, shapes)
    round_it = vector.offset(round_it, 1.0, vector.cross(carried, place))
    along = vector.offset(round_it, 1.0, apart)
    own = vector.offset(spin, 1.0, carried)
    way = vector.subtract(vector.cross(own, round_it), vector.cross(carried, along))
    half = 0.5 * h
    way = half * way[0], half * way[1], half * way[2]
    way = vector.offset(way, 1.0, vector.cross(gained, place))
    way = vector.offset(way, -vector.dot(normal, way), normal)
    dip = lean.find_dip(i, spin, turned, down, shapes, h)
    return (share * way[0], share * way[1], share * way[2]), -share * dip / h


@kernel
def _find_reel(i, at, contacts, bodies, shapes, free, h) -> vector.Vector:
    """Return how much faster body b goes from a on the mean than at first, as they are weighted.

    That is what their middles do, which are not their centres, at contact `i` and the place `at`
    [m/s].
    """
    first, second = contacts.shape_a[i], contacts.shape_b[i]
    ahead = _find_swing(second, first, i, at, contacts, bodies, shapes, free, h)
    behind = _find_swing(first, second, i, at, contacts, bodies, shapes, free, h)
    return vector.subtract(ahead, behind)


@kernel
def _find_swing(shape, other, i, at, contacts, bodies, shapes, free, h) -> vector.Vector:
    """Return the same of one shape, 0 where it is not round or turns about its middle.

    `free`: no joint holds either body; what rolls and is no robot's is free on one, too.
    """
    body = shapes.body[shape]
    arm = swing.find_arm(shape, bodies, shapes)
    if vector.dot(arm, arm) == 0.0:
        return NONE
    spin, carried = vector.load(bodies.spin, body), vector.load(bodies.spin, shapes.body[other])
    normal = vector.load(contacts.normal, i)
    turn, is_round, leans = _find_carrying(shape, spin, carried, normal, shapes)
    _, is_other_round, _ = _find_carrying(other, carried, spin, normal, shapes)
    place = vector.subtract(at, vector.load(bodies.position, body))
    if leans and lean.is_on_face(other, normal, contacts.feature[i], shapes):
        turn, place = carried, arm  # its own drift is that about its middle
    elif not is_round:
        return NONE
    elif shapes.kind[shape] != SPHERE and bodies.robot[body] >= 0:  # `lying` counts the rest
        axis = vector.column(shapes.world_rotation, shape, 2)
        arm = vector.offset(arm, -vector.dot(arm, axis), axis)
    if is_round and is_other_round:  # nothing else is known of the place
        turn = carried = NONE
    way = swing.find_along(spin, turn, arm, h)
    off = vector.subtract(swing.find_off(spin, carried, arm, h), way)
    way = vector.offset(way, vector.dot(off, normal), normal)
    if free or (is_round and bodies.robot[body] < 0):
        way = vector.offset(way, 1.0, vector.cross(lean.find_gain(body, spin, bodies, h), place))
    return way


@kernel
def _find_carrying(shape, spin, other, normal, shapes):
    """Return the turn that takes the place of contact around a shape's body.

    And if it is round there, and if it leans on an edge. `spin` is that of the body, `other` that
    of the one it touches.
    """
    kind = shapes.kind[shape]
    if kind == SPHERE:
        return other, True, False
    if kind != CYLINDER and kind != CAPSULE:
        return spin, False, False
    turn = shapes.world_rotation[shape]
    axis = turn[0, 2], turn[1, 2], turn[2, 2]
    along = abs(vector.dot(axis, normal))
    if kind == CYLINDER and along > lying.RIM:
        return spin, False, along < CAP
    own = vector.dot(vector.subtract(spin, other), axis)
    return vector.offset(spin, -own, axis), True, False
