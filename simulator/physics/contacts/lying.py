"""A wheel, cylinder or capsule, that lies on something: how its line of contact tilts in a step.

A wheel that rolls at w about its axis a while its car turns at W goes on to turn about both at
once: R(h (w a + W)) a is out of the plane by h^2/2 w W, were it not that its joint gives it a spin
along the way that takes that back. At its first velocity one edge of the wheel seems to go down and
the other one up, and no loads of a car's wheels could agree with all of that. So each place of
contact counts with its mean speed over the step, which has y n ((R - 1) a / h - w x a) more than
that at first, y being the way along the axis from the body's centre. With f = h w that is
W (1 - cos f) / f + X (sin f / f - 1) for each metre, X being the speed n (w x a) at which it tilts.

Something round that does not roll, a limb that falls on its side, has none of this. It is asked of
links alone: things that tumble have no joint that takes their tilt back.
"""

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..geometry.shapes import CAPSULE, CYLINDER

RIM = 0.02  # cosine of a cylinder's axis to the normal up to which it lies
SLOW = 0.01  # what turns by less about the normal goes straight on [rad/s]
MOST = 0.5  # what rolls or turns by more in a step counts as if by so much [rad]
NONE = (0.0, 0.0, 0.0)


@kernel
def find(i, contacts, bodies, shapes, h) -> tuple[vector.Vector, vector.Vector]:
    """Return how much faster places rise, on the mean, per way along what lies at contact `i`.

    A vector along its axis [1/s], and the centre from which that way counts [m].
    """
    normal = vector.load(contacts.normal, i)
    on_a = vector.dot(normal, vector.load(bodies.spin, contacts.body_a[i]))
    on_b = vector.dot(normal, vector.load(bodies.spin, contacts.body_b[i]))
    if abs(on_a) < SLOW and abs(on_b) < SLOW:
        return NONE, NONE
    first, second = contacts.shape_a[i], contacts.shape_b[i]
    on_first = _lies(first, normal, shapes)
    if on_first == _lies(second, normal, shapes):
        return NONE, NONE
    shape, other = (first, second) if on_first else (second, first)
    axis, body = vector.column(shapes.world_rotation, shape, 2), shapes.body[shape]
    if bodies.robot[body] < 0:
        return NONE, NONE
    spin, carried = vector.load(bodies.spin, body), vector.load(bodies.spin, shapes.body[other])
    tilt = _find_tilt(spin, carried, axis, normal, h)
    tilt = -tilt if on_first else tilt  # the normal points from the first to the second
    return (tilt * axis[0], tilt * axis[1], tilt * axis[2]), vector.load(bodies.position, body)


@kernel
def _lies(shape, normal, shapes) -> bool:
    """Whether a shape touches something with that normal along a line."""
    kind, turns = shapes.kind[shape], shapes.world_rotation
    is_long = kind == CYLINDER or kind == CAPSULE
    return is_long and abs(vector.dot(vector.column(turns, shape, 2), normal)) <= RIM


@kernel
def _find_tilt(whole, carried, axis, normal, h) -> float:
    """Return how much faster the axis tilts out of the plane, on the mean, than at first [1/s].

    `whole`: the spin of the shape, `carried`: of what it lies on [rad/s]; it rolls by the
    difference.
    """
    spin = vector.subtract(whole, carried)
    turn = vector.dot(normal, whole) - vector.dot(axis, whole) * vector.dot(normal, axis)
    turn = min(max(turn, -MOST / h), MOST / h)
    f = min(max(h * vector.dot(spin, axis), -MOST), MOST)
    s = f * f
    tilt = turn * f * (1 / 2 - s * (1 / 24 - s * (1 / 720)))
    return tilt - vector.dot(normal, vector.cross(spin, axis)) * s * (1 / 6 - s * (1 / 120))
