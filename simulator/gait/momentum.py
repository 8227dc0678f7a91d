"""Forces that a way needs: of every link, on the floor, and where they meet it (ZMP)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.kinematics import tree

from . import stance
from .pattern import Way
from .pendulum import GRAVITY
from .stance import Stance

Array = NDArray[np.float64]


class Motion(NamedTuple):
    """A robot along a way, in the world; wrenches are what moves each link, gravity made up for."""

    poses: tree.Poses
    force: Array  # (n, links, 3) [N]
    moment: Array  # (n, links, 3) about the world's origin [N m]


def find_motion(own: Stance, way: Way, angles: Array) -> Motion:
    """Return how a robot moves along a way; rates are differences between the stored samples."""
    period, matter = own.gait.period, own.matter
    position, rotation = stance.find_base(own, way)
    poses = tree.find_poses(own.tree, angles, position, rotation)
    centres = poses.position + np.einsum("nlij,lj->nli", poses.rotation, matter.centre)
    rate = lambda values: np.gradient(values, period, axis=0)  # noqa: E731
    # the spin w of a rotation R: R' R^T is its cross product
    whirl = np.einsum("nlij,nlkj->nlik", rate(poses.rotation), poses.rotation)
    spin = 0.5 * np.stack(
        [
            whirl[..., 2, 1] - whirl[..., 1, 2],
            whirl[..., 0, 2] - whirl[..., 2, 0],
            whirl[..., 1, 0] - whirl[..., 0, 1],
        ],
        axis=-1,
    )
    tensor = poses.rotation @ matter.inertia @ np.swapaxes(poses.rotation, -1, -2)
    angular = np.einsum("nlij,nlj->nli", tensor, spin)
    force = matter.mass[:, None] * (rate(rate(centres)) + np.array([0.0, 0.0, GRAVITY]))
    moment = rate(angular) + np.cross(centres, force)
    return Motion(poses, force, moment)


def find_zmp(motion: Motion) -> Array:
    """Return the zero-moment point (n, 2) of all links on the floor z = 0 [m].

    There the floor's force has no moment about a horizontal axis (Vukobratovic, Borovac 2004).
    """
    force, moment = motion.force.sum(axis=1), motion.moment.sum(axis=1)
    return np.stack([-moment[:, 1], moment[:, 0]], axis=1) / force[:, 2:]
