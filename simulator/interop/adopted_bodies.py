"""Which links are rigid bodies: frames without a mass belong to the body that they sit on."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import times
from simulator.spec.fields import LEAST_MASS
from simulator.spec.naming.bodies import angles_of, rotation_of

from .adopted_model import ORIGIN, Model, Pose

Array = NDArray[np.float64]
DIGITS = 12  # of what is computed: sums and products leave the last ones uneven
STILL = Pose()


class Body(NamedTuple):
    """Links that are one rigid body, in the frame of the first of them."""

    name: str  # of the link that has the mass, else of the first
    links: dict[str, Pose]  # where the frame of each lies


def find_bodies(model: Model) -> list[Body]:
    """Return the bodies, from the base outwards.

    A link on a fixed joint is a body of its own where both it and what carries it have a mass.
    """
    carried: dict[str, list[str]] = {}
    for name, joint in model.joints.items():
        carried.setdefault(joint.parent, []).append(name)
    bodies: list[Body] = []
    tops = [model.root]
    while tops:
        name, links = "", {}
        front = [(tops.pop(0), STILL)]
        while front:
            link, pose = front.pop(0)
            links[link] = pose
            if not name and is_heavy(model, link):
                name = link
            for joint in (model.joints[one] for one in carried.get(link, [])):
                if joint.kind == "fixed" and not (name and is_heavy(model, joint.child)):
                    if is_heavy(model, joint.child):
                        name = joint.child  # of two, the second has a body of its own
                    front.append((joint.child, compose(pose, joint.pose)))
                else:
                    tops.append(joint.child)
        bodies.append(Body(name or next(iter(links)), links))
    return bodies


def is_heavy(model: Model, link: str) -> bool:
    """Return whether a link has a mass of its own."""
    return model.links[link].mass >= LEAST_MASS


def compose(outer: Pose, inner: Pose) -> Pose:
    """Return where a frame lies that lies at `inner` in the frame at `outer`."""
    if outer == STILL:
        return inner
    turn = rotation_of(turns(outer))
    at = np.array(outer.at) + times(turn, np.array(inner.at))
    if inner.rpy == ORIGIN:
        return Pose(tidy(at), outer.rpy)
    return pose_of(at, times(turn, rotation_of(turns(inner))))


def pose_of(at: Array, turn: Array) -> Pose:
    """Return where a frame lies whose origin is at (3,) [m], turned by a (3, 3) rotation."""
    return Pose(tidy(at), tidy(angles_of(turn)))


def turns(pose: Pose) -> tuple[float, float, float]:
    """Return roll, pitch and yaw of a pose [rad]."""
    roll, pitch, yaw = pose.rpy
    return roll, pitch, yaw


def tidy(numbers: Array | tuple[float, ...]) -> tuple[float, ...]:
    """Return numbers without the last digits, which computing leaves, and without -0."""
    return tuple(round(float(number), DIGITS) + 0.0 for number in numbers)


def turn_moments(moments: tuple[float, ...], turn: Array) -> tuple[float, ...]:
    """Return xx, yy, zz, xy, xz, yz of a tensor in the frame that its own lies in, turned so."""
    tensor = times(turn, spread(moments), turn.T)
    digits = DIGITS - math.ceil(math.log10(max(moments)))  # theirs, not those of a metre
    places = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    return tuple(round(float(tensor[place]), digits) + 0.0 for place in places)


def spread(moments: tuple[float, ...]) -> Array:
    """Return the (3, 3) tensor of xx, yy, zz, xy, xz, yz."""
    xx, yy, zz, xy, xz, yz = moments
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
