"""Rigid wheels: each gives way a little, so that a robot's weight spreads over them as it would.

What four rigid wheels and more bear is anybody's guess, and sweeps take whichever loads come by:
one diagonal after some steps of skidding, so that a car turns more to one side than to the other;
or the inner edges of all wheels, which then do not rub. Real wheels give way. So here the wheels of
a robot are springs, so stiff that its own weight, spread evenly, sinks by DEPTH. They roll on their
own surface, as rigid ones do, and harden where they bear more than twice their share: forty times
as much makes them five times as deep. What is deeper or hits the ground is met as what is rigid.
"""

import numpy as np

from simulator.compiled.jit import kernel
from simulator.exact.products import length

from ..algebra import vector
from ..bodies.tables import Bodies, Floats, Islands, Joints
from ..geometry.shapes import CAPSULE, CYLINDER, SPHERE, Shapes
from ..joints.joint import REVOLUTE
from . import rebound, rows

DEPTH = 1e-4  # of a robot at rest [m]
LINEAR, DEEPEST = 2 * DEPTH, 5 * DEPTH  # up to which a point is a linear spring, and one at all [m]
BLOW = 0.1  # what comes faster is stopped at once [m/s]
RIGID = -1.0  # mark of what wheels do not give way to
LAG = 3e-3  # damping of a point over its stiffness: half of the critical one [s]
TRUE = 1e-3  # how far from the joint's axis, over the radius, a wheel's may be, and its sine


def find_stiffness(
    shapes: Shapes, bodies: Bodies, joints: Joints, islands: Islands, gravity: Floats
) -> Floats:
    """Return the stiffness of a point of each shape [N/m]: of wheels of free robots, else 0.

    -1 where wheels are rigid, too: on links of tracks, which bear as they lie.
    """
    found, island = np.zeros(len(shapes.kind)), islands.of_body[shapes.body]
    wheels = [s for s in range(len(found)) if _is_wheel(s, shapes, joints)]
    for row in range(len(islands.body_start) - 1):
        members = islands.body[islands.body_start[row] : islands.body_start[row + 1]]
        if islands.loop_start[row] < islands.loop_start[row + 1]:
            found[island == row] = RIGID
        own = [s for s in wheels if island[s] == row]
        if own and islands.own_joint[members[0]] < 0:
            points = sum(1 if shapes.kind[s] == SPHERE else 2 for s in own)
            mass = sum(1.0 / inv_mass for inv_mass in bodies.inv_mass[members])
            found[own] = mass * length(gravity) / (points * DEPTH)
    return found


def _is_wheel(shape: int, shapes: Shapes, joints: Joints) -> bool:
    """Whether a rigid shape is one about the axis of a hinge that carries its body."""
    kind, near = shapes.kind[shape], TRUE * shapes.size[shape, 0]
    if kind not in (SPHERE, CYLINDER, CAPSULE):
        return False
    if shapes.belt[shape] >= 0 or shapes.stiffness[shape] > 0.0:
        return False
    for j in np.flatnonzero((joints.child == shapes.body[shape]) & (joints.kind == REVOLUTE)):
        axis = joints.frame_child[j][:, 2]
        off = shapes.position[shape] - joints.anchor_child[j]
        aside = length(np.cross(axis, shapes.rotation[shape][:, 2]))
        if length(np.cross(axis, off)) <= near and (kind == SPHERE or aside <= TRUE):
            return True
    return False


@kernel
def find_point(i, contacts, shapes) -> tuple[float, int]:
    """Return the stiffness of contact `i`, 0 where it is rigid, and which body is the wheel's.

    0 = body a, 1 = body b.
    """
    first, second = contacts.shape_a[i], contacts.shape_b[i]
    if shapes.stiffness[first] > 0.0 or shapes.stiffness[second] > 0.0:
        return 0.0, 0
    on_a, on_b = shapes.wheel[first], shapes.wheel[second]
    if on_a < 0.0 or on_b < 0.0:
        return 0.0, 0
    if on_a > 0.0 and on_b > 0.0:
        return on_a * on_b / (on_a + on_b), 0
    return max(on_a, on_b), 1 if on_b > 0.0 else 0


@kernel
def find_spring(k, gap, speed) -> tuple[float, float]:
    """Return the stiffness at a `gap` of a point of stiffness `k`, 0 = rigid, and its push [N].

    `speed`: at which the gap grows [m/s].
    """
    if speed < -BLOW or gap < -DEEPEST:
        return 0.0, 0.0
    hard = max(-gap - LINEAR, 0.0) / DEPTH
    return k * (1.0 + 8.0 * hard), k * (-gap + 4.0 * hard * hard * DEPTH)


@kernel
def harden(first, end, point, contacts, islands, h) -> bool:
    """Make springs rigid that the solved motions take deeper than they go; return whether any.

    As where a load falls on a car: what its wheels are not ready for is stopped at their deepest.
    """
    found = False
    for n in range(first, end):
        i = point[n]
        if contacts.deepest[i] == np.inf:
            continue
        normal = vector.load(contacts.normal, i)
        way, _ = rows.find_motion(i, contacts, islands)
        way = vector.offset(way, 1.0, vector.load(contacts.drift, i))
        most = (contacts.deepest[i] + contacts.separation[i]) / h
        least = rebound.find_turning(i, contacts) - most
        if vector.dot(normal, way) < least:
            contacts.target[i], contacts.deepest[i], found = least, np.inf, True
            contacts.gamma[i] = contacts.stiffness[i] = 0.0
    return found
