"""Where a ball meets another one, a post, an edge or a corner: when in the step, and which way.

A contact knows the way between the two at the start of a step. What meets askew has moved on by the
time of the blow, by up to half a radius, and that way with it: a ball would leave up to thirteen
degrees aside, and be struck by what it passes by. So for the solve balls are where the blow falls,
and `moment.set_back` has them move as before until then. What stays is bent about a point or a
line there; a face is met the same way wherever it is, and has no need of this.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..contacts import contact, rebound
from ..geometry.shapes import BOX, CAPSULE, CYLINDER, SPHERE

POINT, LINE, FACE = 7, 3, 0  # axes in which something is bent, a bit each: about z, for a line
UNKNOWN = -np.inf  # when something is met elsewhere than at that point or line


@kernel
def may_meet(i, motion, contacts, bodies, shapes, h) -> bool:
    """Whether a rigid ball may bounce off another one at point `i`, or off what stays and is bent.

    By their `motion` (bodies, 3 and more) before the step of `h` [s]. What bears already does not,
    and the surface of a belt runs where it was met.
    """
    ball, other = _find_ball(i, contacts, bodies, shapes)
    if ball < 0 or contacts.stiffness[i] > 0.0 or contacts.belt[i] >= 0:
        return False
    if contacts.impulse[i, 0] > 0.0:
        return False
    way, along, _, bent = _find_way(ball, other, motion, bodies, shapes)
    if bent == FACE or vector.dot(way, along) >= 0.0:
        return False
    speed = np.sqrt(vector.dot(along, along))
    return speed > contact.BOUNCE and h * speed > contacts.separation[i] - contact.SLOP


@kernel
def find_time(i, motion, contacts, bodies, shapes, h) -> float:
    """Return when the ball of point `i`, which may meet something, does so by its `motion` [s].

    Below 0 where it has met it in the step before, infinite where it passes by in the step `h`.
    """
    ball, other = _find_ball(i, contacts, bodies, shapes)
    way, along, near, bent = _find_way(ball, other, motion, bodies, shapes)
    closing, off = -vector.dot(way, along), vector.dot(way, way) - near * near
    square = closing * closing - vector.dot(along, along) * off
    time = np.inf
    if square >= 0.0 and (closing > 0.0 or off < 0.0):  # one that leaves meets nothing
        time = off / (closing + np.sqrt(square))
    if time > h:
        time = np.inf
    elif time < -h:
        time = 0.0
    if bodies.inv_mass[shapes.body[other]] == 0.0:
        there = vector.load(bodies.position, shapes.body[ball])
        there = vector.offset(there, min(time, h), vector.load(motion, shapes.body[ball]))
        if _find_bend(there, other, shapes)[1] != bent:
            return UNKNOWN
    return time


@kernel
def pass_by(i, motion, contacts, bodies, shapes, h) -> None:
    """Aim point `i` at where its ball is nearest to what it passes by in the step."""
    ball, other = _find_ball(i, contacts, bodies, shapes)
    way, along, near, _ = _find_way(ball, other, motion, bodies, shapes)
    closing, time = -vector.dot(way, along), 0.0
    if closing > 0.0:
        time = min(closing / vector.dot(along, along), h)
    _turn(i, ball, vector.offset(way, time, along), contacts, shapes)
    gap = abs(vector.dot(vector.load(contacts.normal, i), way)) - near
    contacts.separation[i] = gap
    contacts.target[i] = rebound.find_turning(i, contacts) - max(gap - contact.TOUCH, 0.0) / h


@kernel
def meet(i, time, motion, contacts, bodies, shapes) -> None:
    """Have the ball of point `i` meet something where it stands, `time` [s] after the step's start.

    It bounces if it approaches fast enough there.
    """
    ball, other = _find_ball(i, contacts, bodies, shapes)
    way, along, _, _ = _find_way(ball, other, motion, bodies, shapes)
    _turn(i, ball, way, contacts, shapes)
    length = np.sqrt(vector.dot(way, way))
    at, reach = vector.load(bodies.position, shapes.body[ball]), shapes.size[ball, 0] / length
    vector.save(contacts.position, i, vector.offset(at, -reach, way))
    speed = -vector.dot(way, along) / length
    contacts.separation[i] = time * speed
    speed = contacts.restitution[i] * speed if speed > contact.BOUNCE else 0.0
    contacts.target[i] = speed + rebound.find_turning(i, contacts)


@kernel
def _find_ball(i, contacts, bodies, shapes) -> tuple[int, int]:
    """Return which shape of point `i` is a ball that can move, or -1, and the other one.

    The other is one as well, or stays.
    """
    a, b = contacts.shape_a[i], contacts.shape_b[i]
    is_a, is_b = _is_ball(a, bodies, shapes), _is_ball(b, bodies, shapes)
    if is_a and (is_b or bodies.inv_mass[shapes.body[b]] == 0.0):
        return a, b
    if is_b and bodies.inv_mass[shapes.body[a]] == 0.0:
        return b, a
    return -1, -1


@kernel
def _is_ball(shape, bodies, shapes) -> bool:
    """Whether a shape is a ball about the centre of mass of a body that can move, and all of it.

    What else a body has would be met elsewhere: shapes of one body stand in a row.
    """
    b = shapes.body[shape]
    if shapes.kind[shape] != SPHERE or bodies.inv_mass[b] == 0.0:
        return False
    if shape > 0 and shapes.body[shape - 1] == b:
        return False
    if shape + 1 < len(shapes.body) and shapes.body[shape + 1] == b:
        return False
    place = vector.load(shapes.position, shape)
    return vector.dot(place, place) == 0.0


@kernel
def _find_way(ball, other, motion, bodies, shapes):
    """Return the way to a ball from what it meets, its change per second, and how near it comes.

    And about which axes of the other that is bent.
    """
    on, by = shapes.body[ball], shapes.body[other]
    at, along, near = (
        vector.load(bodies.position, on),
        vector.load(motion, on),
        shapes.size[ball, 0],
    )
    if bodies.inv_mass[by] > 0.0:
        way = vector.subtract(at, vector.load(bodies.position, by))
        along = vector.subtract(along, vector.load(motion, by))
        return way, along, near + shapes.size[other, 0], POINT
    way, bent, radius = _find_bend(at, other, shapes)
    if bent != POINT:
        along = _keep(along, bent, shapes.world_rotation[other])
    return way, along, near + radius, bent


@kernel
def _find_bend(at, shape, shapes):
    """Return the way to a place from what is bent there of a shape that stays.

    And about which axes, and the radius.
    """
    kind, size, turn = shapes.kind[shape], shapes.size[shape], shapes.world_rotation[shape]
    way = vector.subtract(at, vector.load(shapes.world_position, shape))
    x, y, z = vector.apply_transposed(turn, way)
    if kind == SPHERE:
        return way, POINT, size[0]
    if kind == CAPSULE and abs(z) > size[1]:
        end = 0.0, 0.0, -size[1] if z > 0.0 else size[1]
        return vector.offset(way, 1.0, vector.apply(turn, end)), POINT, size[0]
    if (kind == CAPSULE or kind == CYLINDER) and abs(z) <= size[1]:
        return _keep(way, LINE, turn), LINE, size[0]
    if kind != BOX:
        return way, FACE, 0.0
    x, y, z = _find_over(x, size[0]), _find_over(y, size[1]), _find_over(z, size[2])
    bent = (1 if x != 0.0 else 0) | (2 if y != 0.0 else 0) | (4 if z != 0.0 else 0)
    if bent == 1 or bent == 2 or bent == 4:
        bent = FACE
    return vector.apply(turn, (x, y, z)), bent, 0.0


@kernel
def _find_over(x, half) -> float:
    """Return how far `x` is beyond a half edge, on its side [m]."""
    return max(x - half, 0.0) + min(x + half, 0.0)


@kernel
def _keep(v, bent, turn) -> vector.Vector:
    """Return the part of `v` along those axes, columns of `turn`, that `bent` has a bit of."""
    x, y, z = vector.apply_transposed(turn, v)
    return vector.apply(
        turn, (x if bent & 1 else 0.0, y if bent & 2 else 0.0, z if bent & 4 else 0.0)
    )


@kernel
def _turn(i, ball, way, contacts, shapes) -> None:
    """Turn the normal of point `i` to a `way` to its ball."""
    length = np.sqrt(vector.dot(way, way))
    if contacts.body_a[i] == shapes.body[ball]:
        length = -length
    vector.save(contacts.normal, i, (way[0] / length, way[1] / length, way[2] / length))
