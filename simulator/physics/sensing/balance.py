"""How robots stand on their feet: zero-moment point, centre of mass, support polygon, margins.

The zero-moment point (Vukobratovic and Borovac 2004) is where the ground's reaction on the feet
has no horizontal moment; here it comes from the contact forces that really act, so it is the
centre of pressure and cannot leave the support polygon: a robot that tips has it on the edge.
What would have to lie outside for the robot to stay up is the capture point, or extrapolated
centre of mass, c + v / sqrt(g / h) (Hof, Gazendam and Sinke 2005): it leaves the polygon before
the robot falls. Feet that stand at several heights share one level, the mean height of the
points that press, weighted by force (Sardain and Bessonnet 2004).
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from simulator.compiled.jit import kernel
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming import bodies as body_list

from ..algebra import vector
from ..bodies.tables import Floats, Rows

TOUCH = 5e-4  # a foot this near to the ground stands on it [m]
STEEP = 0.5  # vertical share of a normal below which a point is none to stand on
CORNERS = 48  # most of a support polygon
LIFTED = -1.0  # margin of what stands on nothing [m]
ZMP, CENTRE, CAPTURE = range(3)
POINTS = {"zmp": ZMP, "centre_of_mass": CENTRE, "capture_point": CAPTURE}


class Stances(NamedTuple):
    """Robots that have feet; everything but the first three is of the last `measure`."""

    robot: Rows  # (n,) row of scene.robots
    member: Rows  # (bodies,) stance of the robot that a body belongs to, -1 = none
    foot: Rows  # (bodies,) 1 where it is a foot
    carried: Rows  # (bodies,) stance that alone carries a body that is no robot's; below 0: none
    point: Floats  # (n, 3, 3) ZMP, centre of mass, capture point: world [m]; the first and the
    # last at the level of the feet
    load: Floats  # (n,) vertical impulse on the feet in the last step [N s]
    corners: Rows  # (n,) how many the support polygon has
    corner: Floats  # (n, CORNERS, 2) of it, anticlockwise [m]


def build_stances(scene: SceneSpec, rows: Mapping[str, int]) -> Stances:
    """Return the table of a scene's robots with feet; `rows` of bodies by name."""
    placed = body_list.list_bodies(scene)
    feet = {row: one.spec.feet for row, one in enumerate(scene.robots) if one.spec}
    standing = [row for row, links in feet.items() if links]
    count = len(placed)
    foot = np.zeros(count, np.int32)
    for row in standing:
        name = body_list.robot_name(scene.robots[row])
        for link in feet[row]:
            foot[rows[f"{name}.{link}"]] = 1
    member = [standing.index(body.robot) if body.robot in standing else -1 for body in placed]
    n = len(standing)
    return Stances(
        np.array(standing, np.int32),
        np.array(member, np.int32),
        foot,
        np.full(count, -1, np.int32),
        np.zeros((n, 3, 3)),
        np.zeros(n),
        np.zeros(n, np.int32),
        np.zeros((n, CORNERS, 2)),
    )


@kernel
def measure(stances, bodies, contacts, gravity) -> None:
    """Find the points and the support polygon of every robot with feet.

    What a robot alone carries in its hands counts as a part of it. `gravity` (3,) [m/s2]. Forces
    are those of the last substep, points of feet are where they are on the foot now.
    Writes: every column of `stances` but the first three
    """
    if stances.robot.shape[0] == 0:
        return
    _find_carried(stances, bodies, contacts)
    for i in range(stances.robot.shape[0]):
        level = _find_pressure(stances, i, bodies, contacts)
        _find_centre(stances, i, bodies, level, -gravity[2])
        if stances.load[i] > 0.0:
            _find_polygon(stances, i, bodies, contacts)
        else:
            stances.corners[i] = 0
            for axis in range(3):
                stances.point[i, ZMP, axis] = stances.point[i, CENTRE, axis]


@kernel
def _find_carried(stances, bodies, contacts) -> None:
    """Mark bodies that nothing but one robot's links, its feet apart, press on."""
    stances.carried[:] = -1
    member, carried = stances.member, stances.carried
    for i in range(contacts.used[0]):
        for first in (True, False):
            a = contacts.body_a[i] if first else contacts.body_b[i]
            b = contacts.body_b[i] if first else contacts.body_a[i]
            is_free = member[b] < 0 and bodies.robot[b] < 0 and bodies.inv_mass[b] > 0.0
            if contacts.impulse[i, 0] > 0.0 and is_free:
                is_shared = carried[b] != -1 and carried[b] != member[a]
                if member[a] < 0 or stances.foot[a] == 1 or is_shared:
                    carried[b] = -2
                else:
                    carried[b] = member[a]


@kernel
def _force_on_foot(stances, i, k, contacts) -> tuple[int, float]:
    """Return the foot of robot `i` at contact `k`, -1 for none, and the sign of `push` on it."""
    a, b = contacts.body_a[k], contacts.body_b[k]
    on_a = stances.member[a] == i and stances.foot[a] == 1
    on_b = stances.member[b] == i and stances.foot[b] == 1
    if on_a and stances.member[b] != i:
        return a, -1.0
    if on_b and stances.member[a] != i:
        return b, 1.0
    return -1, 0.0


@kernel
def _place(k, sign, bodies, contacts) -> vector.Vector:
    """Return where the foot's point of contact `k` is now."""
    body = contacts.body_a[k] if sign < 0.0 else contacts.body_b[k]
    anchor = vector.load(contacts.anchor_a if sign < 0.0 else contacts.anchor_b, k)
    arm = vector.rotate(bodies.orientation[body], anchor)
    return vector.offset(vector.load(bodies.position, body), 1.0, arm)


@kernel
def _find_pressure(stances, i, bodies, contacts) -> float:
    """Write the ZMP and the load on the feet; return the level they stand at [m]."""
    force, height = (0.0, 0.0, 0.0), 0.0
    lift, moment_x, moment_y = 0.0, 0.0, 0.0
    for k in range(contacts.used[0]):
        foot, sign = _force_on_foot(stances, i, k, contacts)
        if foot < 0 or contacts.impulse[k, 0] <= 0.0:
            continue
        push, place = vector.load(contacts.push, k), _place(k, sign, bodies, contacts)
        force = vector.offset(force, sign, push)
        height += abs(push[2]) * place[2]
        lift += abs(push[2])
        moment_x += sign * (place[0] * push[2] - place[2] * push[0])
        moment_y += sign * (place[1] * push[2] - place[2] * push[1])
    stances.load[i] = max(0.0, force[2])
    if force[2] <= 0.0:
        return 0.0
    level = height / lift
    stances.point[i, ZMP, 0] = (moment_x + level * force[0]) / force[2]
    stances.point[i, ZMP, 1] = (moment_y + level * force[1]) / force[2]
    stances.point[i, ZMP, 2] = level
    return level


@kernel
def _find_centre(stances, i, bodies, level, gravity) -> None:
    """Write the centre of mass of robot and load, and its capture point at `level`."""
    mass, centre, moves = 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for b in range(stances.member.shape[0]):
        is_part = stances.member[b] == i or stances.carried[b] == i
        if is_part and bodies.inv_mass[b] > 0.0:
            own = 1.0 / bodies.inv_mass[b]
            mass += own
            centre = vector.offset(centre, own, vector.load(bodies.position, b))
            moves = vector.offset(moves, own, vector.load(bodies.velocity, b))
    point = stances.point[i]
    if mass > 0.0:
        for axis in range(3):
            point[CENTRE, axis] = centre[axis] / mass
    height = point[CENTRE, 2] - level
    late = math.sqrt(height / gravity) if height > 0.0 and gravity > 0.0 else 0.0
    for axis in range(2):
        speed = moves[axis] / mass if mass > 0.0 else 0.0
        point[CAPTURE, axis] = point[CENTRE, axis] + late * speed
    point[CAPTURE, 2] = level


@kernel
def _is_support(stances, i, k, contacts) -> float:
    """Return the sign of the force on the foot at a point that robot `i` stands on, else 0."""
    foot, sign = _force_on_foot(stances, i, k, contacts)
    touches = contacts.impulse[k, 0] > 0.0 or contacts.separation[k] <= TOUCH
    return sign if foot >= 0 and touches and abs(contacts.normal[k, 2]) >= STEEP else 0.0


@kernel
def _find_polygon(stances, i, bodies, contacts) -> None:
    """Write the convex hull of all points that robot `i` stands on (Jarvis 1973)."""
    corner, count = stances.corner[i], 0
    x, y, is_found = 0.0, 0.0, False
    for k in range(contacts.used[0]):  # the lowest one, and of several the leftmost
        sign = _is_support(stances, i, k, contacts)
        if sign == 0.0:
            continue
        place = _place(k, sign, bodies, contacts)
        if not is_found or place[1] < y or (place[1] == y and place[0] < x):
            x, y, is_found = place[0], place[1], True
    while is_found and count < CORNERS:
        corner[count, 0], corner[count, 1] = x, y
        count += 1
        next_x, next_y, way = x, y, 0.0
        for k in range(contacts.used[0]):
            sign = _is_support(stances, i, k, contacts)
            if sign == 0.0:
                continue
            place = _place(k, sign, bodies, contacts)
            far = (place[0] - x) ** 2 + (place[1] - y) ** 2
            turn = (next_x - x) * (place[1] - y) - (next_y - y) * (place[0] - x)
            if far > 0.0 and (way == 0.0 or turn < 0.0 or (turn == 0.0 and far > way)):
                next_x, next_y, way = place[0], place[1], far
        x, y = next_x, next_y
        if way == 0.0 or (x == corner[0, 0] and y == corner[0, 1]):
            break
    stances.corners[i] = count


@kernel
def find_margin(stances, i, which) -> float:
    """Return how far a point is inside the support polygon, negative outside [m].

    `which` is ZMP, CENTRE or CAPTURE; LIFTED where the robot stands on nothing.
    """
    count, corner = stances.corners[i], stances.corner[i]
    if count == 0:
        return LIFTED
    x, y = stances.point[i, which, 0], stances.point[i, which, 1]
    inside, nearest = math.inf if count > 2 else -math.inf, math.inf
    for k in range(count):
        ax, ay = corner[k, 0], corner[k, 1]
        ex, ey = corner[(k + 1) % count, 0] - ax, corner[(k + 1) % count, 1] - ay
        length = math.sqrt(ex * ex + ey * ey)
        along = 0.0
        if length > 0.0:
            inside = min(inside, (ex * (y - ay) - ey * (x - ax)) / length)
            along = min(max((ex * (x - ax) + ey * (y - ay)) / (length * length), 0.0), 1.0)
        off_x, off_y = x - ax - along * ex, y - ay - along * ey
        nearest = min(nearest, math.sqrt(off_x * off_x + off_y * off_y))
    return inside if inside >= 0.0 else -nearest
