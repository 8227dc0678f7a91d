"""Contact points as unilateral constraints with Coulomb friction.

A point pushes body b along the normal and body a against it; three rows (normal, two tangents).
Rigid contact stops the approach at the surface and removes penetration with split impulses, which
move bodies without giving them speed. With stiffness k and damping c the normal row is soft:
gamma = 1 / (h (c + h k)), bias = -h k gamma gap, the implicit spring-damper of the pair.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.compiled.jit import kernel, woven

from ..algebra import spatial, vector
from ..bodies import integrate
from ..bodies.clusters import has_free
from ..bodies.tables import Floats, Rows
from ..geometry.shapes import SPHERE
from . import even, rebound, roll, wheels
from .grips import Grips, make_grips
from .roll import Rolls, make_rolls
from .rows import PointRows, make_rows

BOUNCE = 0.3  # slower impacts do not bounce [m/s]
TOUCH = 1e-7  # a gap this small is none: what rests keeps to one law [m]
SLOP = 1e-4  # penetration left alone, so that contacts persist [m]
RECOVERY = 0.2  # share of the penetration removed in a step
GUIDED = 0.8  # of a horn, in a rim most likely: sweeps are few, and each has to move all its track
FASTEST = 3.0  # of the removal [m/s]
YIELDING = 0.1  # of pressing springs: what positions need should not load them [m/s]
FINE = 0.01  # a pseudo velocity acts for one step: it may be this much coarser


class Contacts(NamedTuple):
    """Contact points of this step, sorted by pair of shapes; rows beyond `used[0]` are stale."""

    used: NDArray[np.int64]  # (1,) points in the table
    lost: NDArray[np.int64]  # (1,) points that found no room since the start
    step: Floats  # (1,) h of the last prepare [s]
    shape_a: Rows  # (n,) of the pair
    shape_b: Rows  # (n,)
    feature: NDArray[np.int64]  # (n,) which features of the shapes meet
    body_a: Rows  # (n,)
    body_b: Rows  # (n,)
    position: Floats  # (n, 3) midway between the surfaces, or on that of what moves, world [m]
    normal: Floats  # (n, 3) unit, from body a to body b
    separation: Floats  # (n,) negative = penetration [m]
    anchor_a: Floats  # (n, 3) the point on a's surface from its centre, a's frame [m]
    anchor_b: Floats  # (n, 3)
    friction: Floats  # (n,) of the pair
    restitution: Floats  # (n,)
    stiffness: Floats  # (n,) this point's share [N/m], 0 = rigid, < 0: rigid yet, see `overlap`
    damping: Floats  # (n,) [N s/m]
    impulse: Floats  # (n, 4) normal, two tangents [N s] and, in lanes, twist [N m s], accumulated
    push: Floats  # (n, 3) the whole impulse on b, world [N s]
    belt: Rows  # (n,) body whose joint drives a running surface here, or -1
    belt_way: Floats  # (n, 3) speed of that surface per speed of the joint, on b less on a [m]
    target: Floats  # (n,) normal velocity asked for [m/s]
    gamma: Floats  # (n,) softness [1/(N s) m/s]
    deepest: Floats  # (n,) how deep a spring goes that is one up to there, see `wheels` [m]
    drift: Floats  # (n, 3) of b from a along the surface as both turn, see `drift` [m/s]
    rise: Floats  # (n,) and along the normal [m/s]
    pseudo_impulse: Floats  # (n, 4)
    pseudo_target: Floats  # (n,) [m/s]
    trend: Floats  # (n, 3) of the impulses from sweep to sweep [N s]
    passed: Floats  # (n, 3) impulses before the last sweep
    before: Rows  # (n,) row of the point in the step before, or -1
    source: Rows  # (n,) see `pairs.list_moves`
    goal: Rows  # (n,)
    rows: PointRows
    rolls: Rolls
    grips: Grips


def make_contacts(capacity: int, bodies: int, rolls: bool = False) -> Contacts:
    """Return an empty table for `capacity` points between `bodies` bodies.

    `rolls`: surfaces have rolling or twisting friction.
    """
    n = capacity

    def wide(columns: int = 3) -> Floats:
        return np.zeros((n, columns))

    def rows() -> Rows:
        return np.zeros(n, np.int32)

    one = np.zeros(1, np.int64)
    return Contacts(
        one, one.copy(), np.zeros(1), rows(), rows(), np.zeros(n, np.int64), rows(), rows(),
        wide(), wide(), np.zeros(n), wide(), wide(), np.zeros(n), np.zeros(n), np.zeros(n),
        np.zeros(n), wide(4), wide(), rows(), wide(), np.zeros(n), np.zeros(n), np.zeros(n),
        wide(), np.zeros(n), wide(4), np.zeros(n), wide(), wide(), rows(), rows(), rows(),
        make_rows(bodies, n), make_rolls(n, rolls), make_grips(bodies),
    )  # fmt: skip


@kernel
def begin(contacts, shapes, h) -> None:
    """Begin a substep of `h` [s]: how far each pair of surfaces rolls."""
    contacts.step[0] = h
    roll.prepare(
        contacts.rolls, contacts.used[0], contacts.shape_a, contacts.shape_b, contacts.position,
        contacts.normal, shapes.rolling, shapes.twisting,
    )  # fmt: skip


@kernel
def prepare(cluster, clusters, contacts, bodies, shapes, gravity, h) -> None:
    """Prepare the contact points of a cluster."""
    first, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[first], clusters.point_start[end]):
        prepare_point(clusters.point[n], contacts, bodies, shapes, gravity, h)
    even.find(cluster, clusters, contacts, bodies, shapes)


@kernel
def prepare_point(i, contacts, bodies, shapes, gravity, h) -> None:
    """Refresh a point at the bodies' poses; set its target, softness and carried impulse.

    `h` [s]. Approach speeds for restitution are those at the time of the call.
    """
    a, b = contacts.body_a[i], contacts.body_b[i]
    normal, (on_a, way) = vector.load(contacts.normal, i), locate(i, contacts, bodies)
    gap, share = vector.dot(way, normal), 0.5
    wheel, side = wheels.find_point(i, contacts, shapes)
    if wheel > 0.0:  # it rolls on its own surface, however deep
        share = float(side)
    elif _lies_on_what_moves(i, gap, contacts, bodies, shapes):  # the blow acts on what moves
        share = 1.0 if bodies.inv_mass[a] == 0.0 else 0.0 if bodies.inv_mass[b] == 0.0 else 0.5
    place = vector.offset(on_a, share, way)
    contacts.separation[i] = gap
    vector.save(contacts.position, i, place)
    if contacts.belt[i] >= 0:
        _find_belt_way(i, contacts, bodies, shapes)
    push, tangent = vector.load(contacts.push, i), vector.tangent_of(normal)
    contacts.impulse[i, 1] = vector.dot(push, tangent)
    contacts.impulse[i, 2] = vector.dot(push, vector.cross(normal, tangent))
    k, c = contacts.stiffness[i], contacts.damping[i]
    force, contacts.deepest[i], speed = -k * gap, np.inf, 0.0
    if wheel > 0.0 or contacts.restitution[i] > 0.0:
        speed = vector.dot(normal, find_approach(i, place, contacts, bodies))
    if wheel > 0.0:
        k, force = wheels.find_spring(wheel, gap, speed)
        contacts.stiffness[i], c = k, wheels.LAG * k
        contacts.deepest[i] = wheels.DEEPEST if k > 0.0 else np.inf
    contacts.gamma[i] = 0.0
    contacts.target[i] = -max(gap - TOUCH, 0.0) / h
    if k > 0.0:
        span = h
        if wheel == 0.0:  # a wheel's spring stands in for what is rigid
            span = integrate.find_span(a if bodies.inv_mass[a] > 0.0 else b, bodies, h)
        contacts.gamma[i] = 1.0 / (span * (c + h * k))
        contacts.target[i] = span * contacts.gamma[i] * force
    elif contacts.restitution[i] > 0.0 and speed < -BOUNCE and gap + h * speed <= SLOP:
        # what is that near bounces with what touches: all of a face at once
        pull = rebound.find_pull(i, normal, contacts, bodies, shapes, gravity)
        lead = max(bodies.lead[a], bodies.lead[b])
        contacts.target[i] = rebound.find(contacts.restitution[i], -speed, gap, pull, lead, h)


@woven
def locate(i, contacts, bodies) -> tuple[vector.Vector, vector.Vector]:
    """Return where point `i` is on body a as bodies stand, and the way to where it is on b [m]."""
    a, b = contacts.body_a[i], contacts.body_b[i]
    centre_a, centre_b = vector.load(bodies.position, a), vector.load(bodies.position, b)
    arm_a = vector.rotate(bodies.orientation[a], vector.load(contacts.anchor_a, i))
    arm_b = vector.rotate(bodies.orientation[b], vector.load(contacts.anchor_b, i))
    on_a, on_b = vector.offset(centre_a, 1.0, arm_a), vector.offset(centre_b, 1.0, arm_b)
    return on_a, vector.subtract(on_b, on_a)


@kernel
def _lies_on_what_moves(i, gap, contacts, bodies, shapes) -> bool:
    """Whether point `i` lies on the surface of what moves, not midway between both.

    That is so where it is met before it is there, and where it is a ball behind the surface, as a
    small fast one may be for a moment: it rolls on its own radius, however deep. Cylinders on their
    two points would leave their course so.
    """
    if gap >= -SLOP:
        return gap > SLOP
    on_a = bodies.inv_mass[contacts.body_a[i]] > 0.0
    shape = contacts.shape_a[i] if on_a else contacts.shape_b[i]
    return shapes.kind[shape] == SPHERE and contacts.stiffness[i] == 0.0


@kernel
def find_belts(contacts, shapes) -> None:
    """Write which joint drives a surface at each point, -1 where none does."""
    belts = False
    for s in range(len(shapes.belt)):
        belts |= shapes.belt[s] >= 0
    for i in range(contacts.used[0]):
        contacts.belt[i] = -1
        if belts:
            on_first = shapes.belt[contacts.shape_a[i]]
            on_second = shapes.belt[contacts.shape_b[i]]
            contacts.belt[i] = on_second if on_second >= 0 else on_first


@kernel
def _find_belt_way(i, contacts, bodies, shapes) -> None:
    """Write where the running surface at point `i` runs."""
    first, second = contacts.shape_a[i], contacts.shape_b[i]
    shape = second if shapes.belt[second] >= 0 else first
    turn = bodies.orientation[shapes.body[shape]]
    axis, normal = vector.load(shapes.belt_axis, shape), vector.load(contacts.normal, i)
    # outwards is against the normal on b and along it on a, and so is the sign of its speed
    way = vector.cross(vector.rotate(turn, axis), normal)
    size = -shapes.belt_radius[shape]
    vector.save(contacts.belt_way, i, (size * way[0], size * way[1], size * way[2]))


@kernel
def find_unit_push(i, b, contacts, origin):
    """Return a push of 1 along the normal of point `i` as an impulse (6,) at a body's origin."""
    normal = vector.load(contacts.normal, i)
    arm = vector.subtract(vector.load(contacts.position, i), vector.load(origin, b))
    return normal + vector.cross(arm, normal)


@kernel
def find_parting(i, contacts, bodies, origin, motion) -> float:
    """Return how fast bodies part at point `i` by motions (bodies, 6) at their origins [m/s]."""
    a, b, speed = contacts.body_a[i], contacts.body_b[i], 0.0
    if bodies.inv_mass[b] > 0.0:
        speed += spatial.dot(find_unit_push(i, b, contacts, origin), spatial.load(motion, b))
    if bodies.inv_mass[a] > 0.0:
        speed -= spatial.dot(find_unit_push(i, a, contacts, origin), spatial.load(motion, a))
    return speed


@kernel
def find_approach(i, at, contacts, bodies) -> vector.Vector:
    """Return the velocity of body b less that of body a where they meet [m/s]."""
    a, b = contacts.body_a[i], contacts.body_b[i]
    arm_a = vector.subtract(at, vector.load(bodies.position, a))
    arm_b = vector.subtract(at, vector.load(bodies.position, b))
    way = vector.subtract(vector.load(bodies.velocity, b), vector.load(bodies.velocity, a))
    way = vector.offset(way, 1.0, vector.cross(vector.load(bodies.spin, b), arm_b))
    return vector.offset(way, -1.0, vector.cross(vector.load(bodies.spin, a), arm_a))


@kernel
def aim_position(gap, stiffness, push, share, h) -> float:
    """Return the pseudo velocity that a point asks for where the velocities lead to `gap` [m/s].

    A `share` of the penetration that the new velocities leave (Guendelman 2003; split impulses as
    in Bullet). Where the depth carries the load it may grow, but slowly: springs should not be
    loaded by what the positions of others need. What is rigid yet is left as deep as `push` [N s]
    would press it.
    """
    if stiffness > 0.0:
        return -max(gap, 0.0) / h - YIELDING
    if gap >= 0.0:
        return -gap / h
    left = SLOP if stiffness == 0.0 else max(SLOP, push / (-stiffness * h))
    return min(share * max(-gap - left, 0.0) / h, FASTEST)


@kernel
def find_braced(cluster, clusters, contacts, bodies) -> None:
    """Count the points that bear a push on each body of a cluster; links are held by joints."""
    for n in range(clusters.body_start[cluster], clusters.body_start[cluster + 1]):
        bodies.braced[clusters.body[n]] = 0
    if not has_free(cluster, clusters):
        return
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        if contacts.impulse[i, 0] > 0.0:
            for b in (contacts.body_a[i], contacts.body_b[i]):
                if bodies.inv_mass[b] > 0.0:
                    bodies.braced[b] += 1


@kernel
def store(cluster, clusters, contacts) -> None:
    """Keep the whole impulse of each point of a cluster, for the next step and for sensors.

    Points that are not in lanes bear no twist: one of an earlier step would act when they are.
    """
    start, end = clusters.pair_start[cluster], clusters.pair_start[cluster + 1]
    swept = clusters.point_start[clusters.pair_end[cluster]]
    for n in range(clusters.point_start[start], clusters.point_start[end]):
        i = clusters.point[n]
        vector.save(contacts.push, i, find_push(i, contacts))
        if n < swept:
            contacts.impulse[i, 3] = 0.0


@kernel
def find_push(i, contacts) -> vector.Vector:
    """Return the whole impulse of point `i` on body b [N s]."""
    normal, impulse = vector.load(contacts.normal, i), contacts.impulse[i]
    tangent = vector.tangent_of(normal)
    aside = vector.cross(normal, tangent)
    return vector.combine(normal, tangent, aside, impulse[0], impulse[1], impulse[2])
