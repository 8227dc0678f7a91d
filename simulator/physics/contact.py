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

from . import vector
from .tables import Floats, Rows

BOUNCE = 0.3                  # slower impacts do not bounce [m/s]
SLOP = 1e-4                   # penetration left alone, so that contacts persist [m]
RECOVERY = 0.2                # share of the penetration removed in a step
FASTEST = 3.0                 # of the removal [m/s]
DIRECTION, LEVER_A, LEVER_B, TURN_A, TURN_B = 0, 3, 6, 9, 12     # columns of `jacobian`


class ContactRows(NamedTuple):
    """What `prepare` computes for the sweeps, one row per point."""

    jacobian: Floats          # (n, 3, 15) direction, arms x direction, inverse inertias times it
    mass: Floats              # (n, 5) normal: 1 / (K + gamma), K; tangents: inverse of 2 x 2
    target: Floats            # (n,) normal velocity asked for [m/s]
    gamma: Floats             # (n,) softness [1/(N s) m/s]
    pseudo_impulse: Floats    # (n, 3)
    pseudo_target: Floats     # (n,) [m/s]


class OldContacts(NamedTuple):
    """Points of the step before, for new ones to inherit from."""

    used: NDArray[np.int64]   # (1,)
    key: NDArray[np.int64]    # (n,) -1 = already inherited
    feature: NDArray[np.int64]
    anchor_a: Floats
    anchor_b: Floats
    normal_impulse: Floats
    push: Floats


class Contacts(NamedTuple):
    """Contact points of this step, sorted by pair of shapes; rows beyond `used[0]` are stale."""

    used: NDArray[np.int64]   # (1,) points in the table
    lost: NDArray[np.int64]   # (1,) points that found no room since the start
    step: Floats              # (1,) h of the last prepare [s]
    key: NDArray[np.int64]    # (n,) pair of shapes
    feature: NDArray[np.int64]  # (n,) which features of the shapes meet
    body_a: Rows              # (n,)
    body_b: Rows              # (n,)
    position: Floats          # (n, 3) midway between the surfaces, world [m]
    normal: Floats            # (n, 3) unit, from body a to body b
    separation: Floats        # (n,) negative = penetration [m]
    anchor_a: Floats          # (n, 3) the point on a's surface from its centre, a's frame [m]
    anchor_b: Floats          # (n, 3)
    friction: Floats          # (n,) of the pair
    restitution: Floats       # (n,)
    stiffness: Floats         # (n,) this point's share [N/m], 0 = rigid
    damping: Floats           # (n,) [N s/m]
    impulse: Floats           # (n, 3) normal and two tangents, accumulated [N s]
    push: Floats              # (n, 3) the whole impulse on b, world [N s]
    rows: ContactRows
    old: OldContacts


def make_contacts(capacity: int) -> Contacts:
    """Return an empty table for `capacity` points."""
    n = capacity
    one, many = np.zeros(1, np.int64), np.zeros(n, np.int64)
    rows = ContactRows(
        np.zeros((n, 3, 15)), np.zeros((n, 5)), np.zeros(n), np.zeros(n), np.zeros((n, 3)),
        np.zeros(n),
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
            row = rows.jacobian[i, k]
            _write(row, DIRECTION, direction)
            _write(row, LEVER_A, lever_a)
            _write(row, LEVER_B, lever_b)
            _write(row, TURN_A, vector.apply(bodies.inv_inertia[a], lever_a))
            _write(row, TURN_B, vector.apply(bodies.inv_inertia[b], lever_b))
            if k > 0:
                contacts.impulse[i, k] = vector.dot(vector.load(contacts.push, i), direction)
            direction = vector.tangent_of(normal) if k == 0 else vector.cross(normal, direction)
        _masses(rows.jacobian, rows.mass, bodies.inv_mass[a] + bodies.inv_mass[b], i)
        speed = _speed(rows.jacobian, i, 0, bodies.velocity, bodies.spin, a, b)
        k, c = contacts.stiffness[i], contacts.damping[i]
        rows.gamma[i] = 0.0
        rows.target[i] = -max(gap, 0.0) / h
        if k > 0.0:
            rows.gamma[i] = 1.0 / (h * (c + h * k))
            rows.target[i] = -h * k * rows.gamma[i] * gap
            rows.mass[i, 0] = 1.0 / (rows.mass[i, 1] + rows.gamma[i])
        elif speed < -BOUNCE and gap + h * speed <= 0.0 and contacts.restitution[i] > 0.0:
            rows.target[i] = -contacts.restitution[i] * speed


@kernel
def _write(row, first, v) -> None:
    row[first], row[first + 1], row[first + 2] = v[0], v[1], v[2]


@kernel
def _coupling(jacobian, i, k, m, inv_mass) -> float:
    """Return J M^-1 J' between rows k and m of point i."""
    total = 0.0
    for j in range(3):
        total += (
            inv_mass * jacobian[i, k, DIRECTION + j] * jacobian[i, m, DIRECTION + j]
            + jacobian[i, k, LEVER_A + j] * jacobian[i, m, TURN_A + j]
            + jacobian[i, k, LEVER_B + j] * jacobian[i, m, TURN_B + j]
        )
    return total


@kernel
def _masses(jacobian, mass, inv_mass, i) -> None:
    """Write the effective masses of point i as of a rigid contact."""
    normal = _coupling(jacobian, i, 0, 0, inv_mass)
    first = _coupling(jacobian, i, 1, 1, inv_mass)
    both = _coupling(jacobian, i, 1, 2, inv_mass)
    second = _coupling(jacobian, i, 2, 2, inv_mass)
    scale = 1.0 / (first * second - both * both)
    mass[i, 0], mass[i, 1] = 1.0 / normal, normal
    mass[i, 2], mass[i, 3], mass[i, 4] = second * scale, -both * scale, first * scale


@kernel
def _speed(jacobian, i, k, velocity, spin, a, b) -> float:
    """Return the relative velocity of point i along row k [m/s]."""
    total = 0.0
    for j in range(3):
        total += (
            jacobian[i, k, DIRECTION + j] * (velocity[b, j] - velocity[a, j])
            + jacobian[i, k, LEVER_B + j] * spin[b, j]
            - jacobian[i, k, LEVER_A + j] * spin[a, j]
        )
    return total


@kernel
def _push(jacobian, i, k, velocity, spin, a, b, inv_mass_a, inv_mass_b, impulse) -> None:
    """Apply `impulse` along row k of point i to both bodies."""
    for j in range(3):
        velocity[a, j] -= inv_mass_a * impulse * jacobian[i, k, DIRECTION + j]
        velocity[b, j] += inv_mass_b * impulse * jacobian[i, k, DIRECTION + j]
        spin[a, j] -= impulse * jacobian[i, k, TURN_A + j]
        spin[b, j] += impulse * jacobian[i, k, TURN_B + j]


@kernel
def warm_start(contacts, bodies) -> None:
    """Apply the impulses carried over from the last step."""
    for i in range(contacts.used[0]):
        a, b = contacts.body_a[i], contacts.body_b[i]
        for k in range(3):
            _push(
                contacts.rows.jacobian, i, k, bodies.velocity, bodies.spin, a, b,
                bodies.inv_mass[a], bodies.inv_mass[b], contacts.impulse[i, k],
            )  # fmt: skip


@kernel
def solve(contacts, bodies, sweep) -> float:
    """Sweep every point once (odd `sweep`: backwards); return the largest velocity change [m/s].

    Friction first, both tangents as one block projected on the circle mu times the normal impulse
    (Coulomb), then the normal, so that no point is left penetrating.
    """
    used = contacts.used[0]
    largest = 0.0
    for order in range(used):
        i = used - 1 - order if sweep & 1 else order
        change = _sweep_point(
            contacts.rows.jacobian, contacts.rows.mass, contacts.impulse, i, contacts.body_a[i],
            contacts.body_b[i], bodies.velocity, bodies.spin, bodies.inv_mass,
            contacts.friction[i], contacts.rows.target[i], contacts.rows.gamma[i],
        )  # fmt: skip
        largest = max(largest, change)
    return largest


@kernel
def _sweep_point(
    jacobian, mass, impulse, i, a, b, velocity, spin, inv_mass, friction, target, gamma
) -> float:
    """Solve one point on the given velocities and impulses; return the velocity change [m/s]."""
    mass_a, mass_b = inv_mass[a], inv_mass[b]
    change = 0.0
    limit = friction * impulse[i, 0]
    if limit > 0.0 or impulse[i, 1] != 0.0 or impulse[i, 2] != 0.0:
        u = _speed(jacobian, i, 1, velocity, spin, a, b)
        w = _speed(jacobian, i, 2, velocity, spin, a, b)
        first = impulse[i, 1] - mass[i, 2] * u - mass[i, 3] * w
        second = impulse[i, 2] - mass[i, 3] * u - mass[i, 4] * w
        size = np.sqrt(first * first + second * second)
        if size > limit:
            first *= limit / size
            second *= limit / size
        u, w = first - impulse[i, 1], second - impulse[i, 2]
        impulse[i, 1], impulse[i, 2] = first, second
        _push(jacobian, i, 1, velocity, spin, a, b, mass_a, mass_b, u)
        _push(jacobian, i, 2, velocity, spin, a, b, mass_a, mass_b, w)
        change = np.sqrt(u * u + w * w) * mass[i, 1]
    speed = _speed(jacobian, i, 0, velocity, spin, a, b)
    normal = impulse[i, 0] - mass[i, 0] * (speed - target + gamma * impulse[i, 0])
    normal = max(normal, 0.0)
    step = normal - impulse[i, 0]
    impulse[i, 0] = normal
    _push(jacobian, i, 0, velocity, spin, a, b, mass_a, mass_b, step)
    return max(change, abs(step) * mass[i, 1])


@kernel
def solve_position(contacts, bodies, sweep) -> float:
    """Sweep the split impulses on the pseudo velocities once; return the largest change [m/s].

    Call after the last `solve`, first with `sweep` 0: it asks for a share of the penetration that
    the new velocities leave (Guendelman 2003; split impulses as in Bullet). 0 = nothing to do.
    """
    used = contacts.used[0]
    if sweep == 0 and not _aim(contacts, bodies):
        return 0.0
    largest = 0.0
    for order in range(used):
        i = used - 1 - order if sweep & 1 else order
        if contacts.stiffness[i] == 0.0:
            change = _sweep_point(
                contacts.rows.jacobian, contacts.rows.mass, contacts.rows.pseudo_impulse, i,
                contacts.body_a[i], contacts.body_b[i], bodies.pseudo_velocity,
                bodies.pseudo_spin, bodies.inv_mass, contacts.friction[i],
                contacts.rows.pseudo_target[i], 0.0,
            )  # fmt: skip
            largest = max(largest, change)
    return largest


@kernel
def _aim(contacts, bodies) -> bool:
    """Set the pseudo velocities asked for; return whether any point needs one."""
    h = contacts.step[0]
    deep = False
    for i in range(contacts.used[0]):
        a, b = contacts.body_a[i], contacts.body_b[i]
        speed = _speed(contacts.rows.jacobian, i, 0, bodies.velocity, bodies.spin, a, b)
        gap = contacts.separation[i] + h * speed
        for k in range(3):
            contacts.rows.pseudo_impulse[i, k] = 0.0
        if gap >= 0.0 or contacts.stiffness[i] > 0.0:
            contacts.rows.pseudo_target[i] = -max(gap, 0.0) / h
            continue
        target = min(RECOVERY * max(-gap - SLOP, 0.0) / h, FASTEST)
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
                total += contacts.impulse[i, k] * contacts.rows.jacobian[i, k, j]
            contacts.push[i, j] = total
