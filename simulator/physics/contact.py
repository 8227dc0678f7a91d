"""Contact points as unilateral constraints with Coulomb friction: prepare, warm start, solve, store.

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
    jacobian: Floats          # (n, 3, 15) direction, arms x direction, inverse inertias times it
    mass: Floats              # (n, 5) normal: 1 / (K + gamma), K; tangents: inverse of 2 x 2
    target: Floats            # (n,) normal velocity asked for [m/s]
    gamma: Floats             # (n,) softness [1/(N s) m/s]
    pseudo_impulse: Floats    # (n, 3)
    pseudo_target: Floats     # (n,) [m/s]
    old_used: NDArray[np.int64]
    old_key: NDArray[np.int64]
    old_feature: NDArray[np.int64]
    old_anchor_a: Floats
    old_anchor_b: Floats
    old_normal_impulse: Floats
    old_push: Floats


def make_contacts(capacity: int) -> Contacts:
    """Return an empty table for `capacity` points."""
    n = capacity
    one, many = np.zeros(1, np.int64), np.zeros(n, np.int64)
    return Contacts(
        one, one.copy(), np.zeros(1), many, many.copy(), np.zeros(n, np.int32),
        np.zeros(n, np.int32), np.zeros((n, 3)), np.zeros((n, 3)), np.zeros(n), np.zeros((n, 3)),
        np.zeros((n, 3)), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros((n, 3)),
        np.zeros((n, 3)), np.zeros((n, 3, 15)), np.zeros((n, 5)), np.zeros(n), np.zeros(n),
        np.zeros((n, 3)), np.zeros(n), one.copy(), many.copy(), many.copy(), np.zeros((n, 3)),
        np.zeros((n, 3)), np.zeros(n), np.zeros((n, 3)),
    )  # fmt: skip


@kernel
def prepare(contacts, bodies, h) -> None:
    """Refresh the points at the bodies' poses and compute masses, targets and softness.

    `h` [s]. Approach speeds for restitution are those at the time of the call.
    """
    contacts.step[0] = h
    for i in range(contacts.used[0]):
        a, b = contacts.body_a[i], contacts.body_b[i]
        normal = vector.load(contacts.normal, i)
        arm_a = vector.rotate(bodies.orientation[a], vector.load(contacts.anchor_a, i))
        arm_b = vector.rotate(bodies.orientation[b], vector.load(contacts.anchor_b, i))
        on_a = vector.offset(vector.load(bodies.position, a), 1.0, arm_a)
        on_b = vector.offset(vector.load(bodies.position, b), 1.0, arm_b)
        gap = vector.dot(vector.subtract(on_b, on_a), normal)
        middle = vector.offset(on_a, 0.5, vector.subtract(on_b, on_a))
        contacts.separation[i] = gap
        vector.save(contacts.position, i, middle)
        arm_a = vector.subtract(middle, vector.load(bodies.position, a))
        arm_b = vector.subtract(middle, vector.load(bodies.position, b))
        tangent = vector.tangent_of(normal)
        _row(contacts.jacobian[i, 0], bodies, a, b, arm_a, arm_b, normal)
        _row(contacts.jacobian[i, 1], bodies, a, b, arm_a, arm_b, tangent)
        _row(contacts.jacobian[i, 2], bodies, a, b, arm_a, arm_b, vector.cross(normal, tangent))
        push = vector.load(contacts.push, i)
        for k in range(1, 3):
            contacts.impulse[i, k] = vector.dot(push, _direction(contacts.jacobian, i, k))
        contacts.gamma[i] = 0.0
        k, c = contacts.stiffness[i], contacts.damping[i]
        if k > 0.0:
            contacts.gamma[i] = 1.0 / (h * (c + h * k))
            contacts.target[i] = -h * k * contacts.gamma[i] * gap
        else:
            contacts.target[i] = -max(gap, 0.0) / h
            speed = _speed(contacts.jacobian, i, 0, bodies.velocity, bodies.spin, a, b)
            if speed < -BOUNCE and gap + h * speed <= 0.0 and contacts.restitution[i] > 0.0:
                contacts.target[i] = -contacts.restitution[i] * speed
        _masses(contacts, bodies.inv_mass[a] + bodies.inv_mass[b], i)


@kernel
def _row(row, bodies, a, b, arm_a, arm_b, direction) -> None:
    """Write one row of the Jacobian and its product with the inverse inertias into `row` (15,)."""
    lever_a, lever_b = vector.cross(arm_a, direction), vector.cross(arm_b, direction)
    turn_a = vector.apply(bodies.inv_inertia[a], lever_a)
    turn_b = vector.apply(bodies.inv_inertia[b], lever_b)
    for k in range(3):
        row[DIRECTION + k] = direction[k]
        row[LEVER_A + k], row[LEVER_B + k] = lever_a[k], lever_b[k]
        row[TURN_A + k], row[TURN_B + k] = turn_a[k], turn_b[k]


@kernel
def _direction(jacobian, i, k):
    return jacobian[i, k, 0], jacobian[i, k, 1], jacobian[i, k, 2]


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
def _masses(contacts, inv_mass, i) -> None:
    """Write the effective masses of point i."""
    jacobian, mass = contacts.jacobian, contacts.mass
    normal = _coupling(jacobian, i, 0, 0, inv_mass)
    first = _coupling(jacobian, i, 1, 1, inv_mass)
    both = _coupling(jacobian, i, 1, 2, inv_mass)
    second = _coupling(jacobian, i, 2, 2, inv_mass)
    scale = 1.0 / (first * second - both * both)
    mass[i, 0], mass[i, 1] = 1.0 / (normal + contacts.gamma[i]), normal
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
                contacts.jacobian, i, k, bodies.velocity, bodies.spin, a, b,
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
            contacts, i, bodies.velocity, bodies.spin, bodies.inv_mass, contacts.impulse,
            contacts.target[i], contacts.gamma[i],
        )  # fmt: skip
        largest = max(largest, change)
    return largest


@kernel
def _sweep_point(contacts, i, velocity, spin, inv_mass, impulse, target, gamma) -> float:
    """Solve one point on the given velocities and impulses; return the velocity change [m/s]."""
    a, b = contacts.body_a[i], contacts.body_b[i]
    mass_a, mass_b = inv_mass[a], inv_mass[b]
    jacobian, mass = contacts.jacobian, contacts.mass
    change = 0.0
    limit = contacts.friction[i] * impulse[i, 0]
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
                contacts, i, bodies.pseudo_velocity, bodies.pseudo_spin, bodies.inv_mass,
                contacts.pseudo_impulse, contacts.pseudo_target[i], 0.0,
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
        speed = _speed(contacts.jacobian, i, 0, bodies.velocity, bodies.spin, a, b)
        gap = contacts.separation[i] + h * speed
        for k in range(3):
            contacts.pseudo_impulse[i, k] = 0.0
        if gap >= 0.0 or contacts.stiffness[i] > 0.0:
            contacts.pseudo_target[i] = -max(gap, 0.0) / h
            continue
        target = min(RECOVERY * max(-gap - SLOP, 0.0) / h, FASTEST)
        contacts.pseudo_target[i] = target
        deep = deep or target > 0.0
    return deep


@kernel
def store(contacts) -> None:
    """Keep the whole impulse of each point in world axes, for the next step and for sensors."""
    for i in range(contacts.used[0]):
        for j in range(3):
            total = 0.0
            for k in range(3):
                total += contacts.impulse[i, k] * contacts.jacobian[i, k, j]
            contacts.push[i, j] = total
