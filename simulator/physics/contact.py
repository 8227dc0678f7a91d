"""Contact points as unilateral constraints with Coulomb friction.

A point pushes body b along the normal and body a against it; three rows (normal, two tangents).
Rigid contact stops the approach at the surface and removes penetration with split impulses, which
move bodies without giving them speed. With stiffness k and damping c the normal row is soft:
gamma = 1 / (h (c + h k)), bias = -h k gamma gap, the implicit spring-damper of the pair.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.jit import kernel

from . import trend as trends
from . import vector
from .tables import Floats, Rows
from .trend import Trend

BOUNCE = 0.3  # slower impacts do not bounce [m/s]
SLOP = 1e-4  # penetration left alone, so that contacts persist [m]
RECOVERY = 0.2  # share of the penetration removed in a step
FASTEST = 3.0  # of the removal [m/s]
FINE = 0.01  # a pseudo velocity acts for one step: it may be this much coarser
DIRECTION, LEVER_A, LEVER_B, TURN_A, TURN_B = 0, 3, 6, 9, 12  # columns of a row, of which
ROW = 15  # a point has three: normal, two tangents


class ContactRows(NamedTuple):
    """What `prepare` computes for the sweeps, one row per point."""

    jacobian: Floats  # (n, 45) 3 rows: direction, arms x direction, inverse inertias x it
    mass: Floats  # (n, 5) normal: 1 / (K + gamma), K; tangents: inverse of 2 x 2
    target: Floats  # (n,) normal velocity asked for [m/s]
    gamma: Floats  # (n,) softness [1/(N s) m/s]
    pseudo_impulse: Floats  # (n, 3)
    pseudo_target: Floats  # (n,) [m/s]
    trend: Trend


class OldContacts(NamedTuple):
    """Points of the step before, for new ones to inherit from."""

    used: NDArray[np.int64]  # (1,)
    key: NDArray[np.int64]  # (n,) -1 = already inherited
    feature: NDArray[np.int64]
    anchor_a: Floats
    anchor_b: Floats
    normal_impulse: Floats
    push: Floats


class Contacts(NamedTuple):
    """Contact points of this step, sorted by pair of shapes; rows beyond `used[0]` are stale."""

    used: NDArray[np.int64]  # (1,) points in the table
    lost: NDArray[np.int64]  # (1,) points that found no room since the start
    step: Floats  # (1,) h of the last prepare [s]
    key: NDArray[np.int64]  # (n,) pair of shapes
    feature: NDArray[np.int64]  # (n,) which features of the shapes meet
    body_a: Rows  # (n,)
    body_b: Rows  # (n,)
    position: Floats  # (n, 3) midway between the surfaces, world [m]
    normal: Floats  # (n, 3) unit, from body a to body b
    separation: Floats  # (n,) negative = penetration [m]
    anchor_a: Floats  # (n, 3) the point on a's surface from its centre, a's frame [m]
    anchor_b: Floats  # (n, 3)
    friction: Floats  # (n,) of the pair
    restitution: Floats  # (n,)
    stiffness: Floats  # (n,) this point's share [N/m], 0 = rigid
    damping: Floats  # (n,) [N s/m]
    impulse: Floats  # (n, 3) normal and two tangents, accumulated [N s]
    push: Floats  # (n, 3) the whole impulse on b, world [N s]
    rows: ContactRows
    old: OldContacts


def make_contacts(capacity: int) -> Contacts:
    """Return an empty table for `capacity` points."""
    n = capacity
    one, many = np.zeros(1, np.int64), np.zeros(n, np.int64)
    rows = ContactRows(
        np.zeros((n, 3 * ROW)), np.zeros((n, 5)), np.zeros(n), np.zeros(n), np.zeros((n, 3)),
        np.zeros(n), trends.make_trend(n),
    )  # fmt: skip
    old = OldContacts(
        one.copy(), many.copy(), many.copy(), np.zeros((n, 3)), np.zeros((n, 3)), np.zeros(n),
        np.zeros((n, 3)),
    )  # fmt: skip
    return Contacts(
        one, one.copy(), np.zeros(1), many, many.copy(), np.zeros(n, np.int32),
        np.zeros(n, np.int32), np.zeros((n, 3)), np.zeros((n, 3)), np.zeros(n), np.zeros((n, 3)),
        np.zeros((n, 3)), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros((n, 3)),
        np.zeros((n, 3)), rows, old,
    )  # fmt: skip


@kernel
def prepare(contacts, bodies, h) -> None:
    """Refresh the points at the bodies' poses and compute masses, targets and softness.

    `h` [s]. Approach speeds for restitution are those at the time of the call.
    """
    contacts.step[0] = h
    rows = contacts.rows
    for i in range(contacts.used[0]):
        a, b = contacts.body_a[i], contacts.body_b[i]
        centre_a, centre_b = vector.load(bodies.position, a), vector.load(bodies.position, b)
        normal = vector.load(contacts.normal, i)
        arm_a = vector.rotate(bodies.orientation[a], vector.load(contacts.anchor_a, i))
        arm_b = vector.rotate(bodies.orientation[b], vector.load(contacts.anchor_b, i))
        on_a, on_b = vector.offset(centre_a, 1.0, arm_a), vector.offset(centre_b, 1.0, arm_b)
        way = vector.subtract(on_b, on_a)
        middle, gap = vector.offset(on_a, 0.5, way), vector.dot(way, normal)
        contacts.separation[i] = gap
        vector.save(contacts.position, i, middle)
        arm_a, arm_b = vector.subtract(middle, centre_a), vector.subtract(middle, centre_b)
        direction = normal
        for k in range(3):
            lever_a, lever_b = vector.cross(arm_a, direction), vector.cross(arm_b, direction)
            row, first = rows.jacobian[i], ROW * k
            _write(row, first + DIRECTION, direction)
            _write(row, first + LEVER_A, lever_a)
            _write(row, first + LEVER_B, lever_b)
            _write(row, first + TURN_A, vector.apply(bodies.inv_inertia[a], lever_a))
            _write(row, first + TURN_B, vector.apply(bodies.inv_inertia[b], lever_b))
            if k > 0:
                contacts.impulse[i, k] = vector.dot(vector.load(contacts.push, i), direction)
            direction = vector.tangent_of(normal) if k == 0 else vector.cross(normal, direction)
        _masses(rows.jacobian[i], rows.mass[i], bodies.inv_mass[a] + bodies.inv_mass[b])
        speed = row_speed(rows.jacobian, i, 0, *_motion(bodies.velocity, bodies.spin, a, b))
        k, c = contacts.stiffness[i], contacts.damping[i]
        rows.gamma[i] = 0.0
        rows.target[i] = -max(gap, 0.0) / h
        if k > 0.0:
            rows.gamma[i] = 1.0 / (h * (c + h * k))
            rows.target[i] = -h * k * rows.gamma[i] * gap
            rows.mass[i, 0] = 1.0 / (rows.mass[i, 1] + rows.gamma[i])
        elif speed < -BOUNCE and gap + h * speed <= 0.0 and contacts.restitution[i] > 0.0:
            rows.target[i] = -contacts.restitution[i] * speed
    trends.label(
        rows.trend, contacts.used[0], contacts.body_a, contacts.body_b, bodies.robot,
        bodies.inv_mass,
    )  # fmt: skip


@kernel
def _write(row, first, v) -> None:
    row[first], row[first + 1], row[first + 2] = v[0], v[1], v[2]


@kernel
def _coupling(row, k, m, inv_mass) -> float:
    """Return J M^-1 J' between the rows that start at k and m."""
    total = 0.0
    for j in range(3):
        total += (
            inv_mass * row[k + DIRECTION + j] * row[m + DIRECTION + j]
            + row[k + LEVER_A + j] * row[m + TURN_A + j]
            + row[k + LEVER_B + j] * row[m + TURN_B + j]
        )
    return total


@kernel
def _masses(row, mass, inv_mass) -> None:
    """Write the effective masses of a point as of a rigid contact."""
    normal = _coupling(row, 0, 0, inv_mass)
    first = _coupling(row, ROW, ROW, inv_mass)
    both = _coupling(row, ROW, 2 * ROW, inv_mass)
    second = _coupling(row, 2 * ROW, 2 * ROW, inv_mass)
    scale = 1.0 / (first * second - both * both)
    mass[0], mass[1] = 1.0 / normal, normal
    mass[2], mass[3], mass[4] = second * scale, -both * scale, first * scale


@kernel
def _motion(velocity, spin, a, b):
    """Return the difference of the velocities of b and a, and their spins."""
    way = vector.subtract(vector.load(velocity, b), vector.load(velocity, a))
    return way, vector.load(spin, a), vector.load(spin, b)


@kernel
def _take(jacobian, i, k) -> vector.Vector:
    return jacobian[i, k], jacobian[i, k + 1], jacobian[i, k + 2]


@kernel
def row_speed(jacobian, i, k, way, spin_a, spin_b) -> float:
    """Return the relative velocity of point i along its row that starts at k [m/s]."""
    return (
        vector.dot(_take(jacobian, i, k), way)
        + vector.dot(_take(jacobian, i, k + LEVER_B), spin_b)
        - vector.dot(_take(jacobian, i, k + LEVER_A), spin_a)
    )


@kernel
def push(jacobian, i, velocity, spin, a, b, mass_a, mass_b, impulse) -> None:
    """Apply the `impulse` (3,) of the three rows of point i to both bodies."""
    for k in range(3):
        for j in range(3):
            force = impulse[k] * jacobian[i, ROW * k + j]
            velocity[a, j] -= mass_a * force
            velocity[b, j] += mass_b * force
            spin[a, j] -= impulse[k] * jacobian[i, ROW * k + TURN_A + j]
            spin[b, j] += impulse[k] * jacobian[i, ROW * k + TURN_B + j]


@kernel
def warm_start(contacts, bodies) -> None:
    """Apply the impulses carried over from the last step."""
    for i in range(contacts.used[0]):
        a, b = contacts.body_a[i], contacts.body_b[i]
        push(
            contacts.rows.jacobian, i, bodies.velocity, bodies.spin, a, b, bodies.inv_mass[a],
            bodies.inv_mass[b], vector.load(contacts.impulse, i),
        )  # fmt: skip


@kernel
def solve(contacts, bodies, sweep) -> float:
    """Sweep every point once; return the largest velocity change [m/s]. Begin with `sweep` 0.

    Friction first, both tangents as one block projected on the circle mu times the normal impulse
    (Coulomb), then the normal, so that no point is left penetrating; between sweeps the impulses
    follow their trend.
    """
    rows = contacts.rows
    return _accelerate(
        sweep, contacts.used[0], contacts.body_a, contacts.body_b, contacts.friction, rows,
        rows.target, contacts.impulse, bodies.velocity, bodies.spin, bodies.inv_mass,
    )  # fmt: skip


@kernel
def _accelerate(
    sweep, used, body_a, body_b, friction, rows, target, impulse, velocity, spin, inv_mass
) -> float:
    """Carry free impulses on along their trend, sweep once, then learn the new trend."""
    trend = rows.trend
    if sweep == 0:
        trends.begin(trend, used)
    for i in range(used):
        share = trend.share[trend.island[i]]
        if share > 0.0:
            a, b, way = body_a[i], body_b[i], vector.load(trend.way, i)
            way = share * way[0], share * way[1], share * way[2]
            push(rows.jacobian, i, velocity, spin, a, b, inv_mass[a], inv_mass[b], way)
            vector.save(impulse, i, vector.offset(vector.load(impulse, i), 1.0, way))
        vector.save(trend.before, i, vector.load(impulse, i))
    largest = _sweep(
        used, body_a, body_b, rows.jacobian, rows.mass, friction, target, rows.gamma, impulse,
        velocity, spin, inv_mass,
    )  # fmt: skip
    trends.learn(trend, used, impulse, rows.mass)
    return largest


@kernel
def _sweep(
    used, body_a, body_b, jacobian, mass, friction, target, gamma, impulse, velocity,
    spin, inv_mass,
) -> float:  # fmt: skip
    """Solve each point in turn on the given velocities and impulses; return the largest change.

    Both bodies' motion stays in registers between reading it and writing it once.
    """
    largest = 0.0
    for i in range(used):
        a, b = body_a[i], body_b[i]
        mass_a, mass_b = inv_mass[a], inv_mass[b]
        velocity_a, velocity_b = vector.load(velocity, a), vector.load(velocity, b)
        spin_a, spin_b = vector.load(spin, a), vector.load(spin, b)
        way = vector.subtract(velocity_b, velocity_a)
        force, change = (0.0, 0.0, 0.0), 0.0
        limit = friction[i] * impulse[i, 0]
        if limit > 0.0 or impulse[i, 1] != 0.0 or impulse[i, 2] != 0.0:
            u = row_speed(jacobian, i, ROW, way, spin_a, spin_b)
            w = row_speed(jacobian, i, 2 * ROW, way, spin_a, spin_b)
            first = impulse[i, 1] - mass[i, 2] * u - mass[i, 3] * w
            second = impulse[i, 2] - mass[i, 3] * u - mass[i, 4] * w
            if first * first + second * second > limit * limit:
                # sliding: against the speed itself (Coulomb), not against the speed as the
                # masses see it, so one mass for both tangents: the least, which converges
                half = 0.5 * (mass[i, 2] - mass[i, 4])
                least = 0.5 * (mass[i, 2] + mass[i, 4])
                least -= np.sqrt(half * half + mass[i, 3] * mass[i, 3])
                first, second = impulse[i, 1] - least * u, impulse[i, 2] - least * w
                size = np.sqrt(first * first + second * second)
                if size > limit:
                    first *= limit / size
                    second *= limit / size
            u, w = first - impulse[i, 1], second - impulse[i, 2]
            impulse[i, 1], impulse[i, 2] = first, second
            force = vector.offset(force, u, _take(jacobian, i, ROW))
            force = vector.offset(force, w, _take(jacobian, i, 2 * ROW))
            spin_a = vector.offset(spin_a, -u, _take(jacobian, i, ROW + TURN_A))
            spin_a = vector.offset(spin_a, -w, _take(jacobian, i, 2 * ROW + TURN_A))
            spin_b = vector.offset(spin_b, u, _take(jacobian, i, ROW + TURN_B))
            spin_b = vector.offset(spin_b, w, _take(jacobian, i, 2 * ROW + TURN_B))
            way = vector.offset(way, mass_a + mass_b, force)
            change = np.sqrt(u * u + w * w) * mass[i, 1]
        speed = row_speed(jacobian, i, 0, way, spin_a, spin_b)
        error = speed - target[i] + gamma[i] * impulse[i, 0]
        normal = max(impulse[i, 0] - mass[i, 0] * error, 0.0)
        step = normal - impulse[i, 0]
        impulse[i, 0] = normal
        force = vector.offset(force, step, _take(jacobian, i, 0))
        vector.save(velocity, a, vector.offset(velocity_a, -mass_a, force))
        vector.save(velocity, b, vector.offset(velocity_b, mass_b, force))
        vector.save(spin, a, vector.offset(spin_a, -step, _take(jacobian, i, TURN_A)))
        vector.save(spin, b, vector.offset(spin_b, step, _take(jacobian, i, TURN_B)))
        largest = max(largest, change, abs(step) * mass[i, 1])
    return largest


@kernel
def solve_position(contacts, bodies, sweep) -> float:
    """Sweep the split impulses on the pseudo velocities once; return the largest change [m/s].

    Call after the last `solve`, first with `sweep` 0: it asks for a share of the penetration that
    the new velocities leave (Guendelman 2003; split impulses as in Bullet). 0 = nothing to do.
    The change is returned `FINE` times smaller, to be held against the same tolerance.
    """
    if sweep == 0 and not _aim(contacts, bodies):
        return 0.0
    rows = contacts.rows
    return FINE * _accelerate(
        sweep, contacts.used[0], contacts.body_a, contacts.body_b, contacts.friction, rows,
        rows.pseudo_target, rows.pseudo_impulse, bodies.pseudo_velocity, bodies.pseudo_spin,
        bodies.inv_mass,
    )  # fmt: skip


@kernel
def _aim(contacts, bodies) -> bool:
    """Set the pseudo velocities asked for; return whether any point needs one."""
    h = contacts.step[0]
    deep = False
    for i in range(contacts.used[0]):
        a, b = contacts.body_a[i], contacts.body_b[i]
        speed = row_speed(
            contacts.rows.jacobian, i, 0, *_motion(bodies.velocity, bodies.spin, a, b)
        )
        gap = contacts.separation[i] + h * speed
        for k in range(3):
            contacts.rows.pseudo_impulse[i, k] = 0.0
        target = min(RECOVERY * max(-gap - SLOP, 0.0) / h, FASTEST) if gap < 0.0 else -gap / h
        if contacts.stiffness[i] > 0.0:
            target = -np.inf  # its depth carries the load
        contacts.rows.pseudo_target[i] = target
        deep = deep or target > 0.0
    return deep


@kernel
def store(contacts) -> None:
    """Keep the whole impulse of each point in world axes, for the next step and for sensors."""
    for i in range(contacts.used[0]):
        for j in range(3):
            total = 0.0
            for k in range(3):
                total += contacts.impulse[i, k] * contacts.rows.jacobian[i, ROW * k + j]
            contacts.push[i, j] = total
