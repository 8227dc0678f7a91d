"""Drawn links of belts: each goes with its belt from its own place to that of the next, and again.

Links are alike, so a belt that has moved on by a link looks as it did: no link has to go round.
Links are baked where they start, in their body's frame. Each course has a row of the pose table:
every link on a wheel its own, those on one straight the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..spec.models.scene import SceneSpec
from ..spec.models.track import Course
from ..spec.naming import bodies as spec_bodies
from .pose import Poses

Floats = NDArray[np.float64]


class Belts(NamedTuple):
    """The courses of drawn links, each in the frame of its body.

    Matrices (3, 4) are motions: a turn and what is added [m]. A link's is the unit plus each of
    these times what its name says (Rodrigues 1840).
    """

    body: NDArray[np.intp]  # (courses,)
    joint: NDArray[np.intp]  # (courses,) of the sprocket, a row of `Snapshot.joint_position`
    rate: Floats  # (courses,) links that pass per radian
    turn: Floats  # (courses,) [rad] from a link to the next
    sine: Floats  # (courses, 3, 4)
    versine: Floats  # (courses, 3, 4)
    share: Floats  # (courses, 3, 4) of the way to the next link


def gather(scene: SceneSpec, runs: Sequence[tuple[int, Course]]) -> Belts:
    """Return the table of courses, each with the row of the body that it lies in."""
    joints = [
        (robot, joint)
        for robot, placement in enumerate(scene.robots)
        for joint in (placement.spec.joints if placement.spec else {})
    ]
    rows = {joint: row for row, joint in enumerate(joints)}
    bodies, courses = spec_bodies.list_bodies(scene), [course for _, course in runs]
    x, y, z = np.array([course.axis for course in courses], float).reshape(-1, 3).T
    zero = np.zeros_like(x)
    cross = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], 1).reshape(-1, 3, 3)
    centre = np.array([course.centre for course in courses], float).reshape(-1, 3, 1)
    shift = np.array([course.shift for course in courses], float).reshape(-1, 3, 1)
    return Belts(
        np.array([body for body, _ in runs], np.intp),
        np.array([rows[bodies[body].robot, course.joint] for body, course in runs], np.intp),
        np.array([course.rate for course in courses], float),
        np.array([course.turn for course in courses], float),
        np.concatenate([cross, -cross @ centre], 2),
        np.concatenate([cross @ cross, -cross @ cross @ centre], 2),
        np.concatenate([np.zeros_like(cross), shift], 2),
    )


def measure_reach(course: Course, point: Floats) -> float:
    """Return how far a point (3,) of a link gets from where it is baked [m]."""
    away = float(np.linalg.norm(point - np.array(course.centre)))
    return abs(course.turn) * away + float(np.linalg.norm(course.shift))


def append(poses: Poses, belts: Belts) -> Poses:
    """Return the poses of all bodies and, behind them, of the links of belts."""
    if not len(belts.body):
        return poses
    angle = np.zeros(len(belts.body)) if poses.joint is None else poses.joint[belts.joint]
    share = (belts.rate * angle % 1.0)[:, None, None]
    turned = share * belts.turn[:, None, None]
    motion = np.sin(turned) * belts.sine + (1.0 - np.cos(turned)) * belts.versine
    motion += share * belts.share + np.eye(3, 4)
    motion = poses.rotation[belts.body] @ motion
    motion[:, :, 3] += poses.position[belts.body]
    return Poses(
        np.concatenate([poses.position, motion[:, :, 3]]),
        np.concatenate([poses.rotation, motion[:, :, :3]]),
        poses.joint,
    )
