"""Poses of all bodies between two snapshots, as the renderer and the cameras use them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..snapshot import Snapshot

Floats = NDArray[np.float64]
BODIES_PER_LINE = 64  # of the pose table; as in shaders/body.glsl


class Poses(NamedTuple):
    """Body frames in the world, in the rows of `spec.naming.bodies.list_bodies`."""

    position: Floats  # (bodies, 3) [m]
    rotation: Floats  # (bodies, 3, 3) columns are the body's axes
    joint: Floats | None = None  # (joints,) positions [rad or m], None: at the start


def blend(previous: Snapshot, current: Snapshot, alpha: float) -> Poses:
    """Return poses at the share `alpha` of the way from `previous` to `current`.

    Positions are interpolated linearly; orientations too, then normalised, taking the shorter way.
    """
    if alpha >= 1.0 or previous is current:
        turn = rotations_of(current.orientation)
        return Poses(current.position, turn, current.joint_position)
    position = previous.position + alpha * (current.position - previous.position)
    start, end = previous.orientation, current.orientation
    same_side = np.where(np.einsum("ij,ij->i", start, end) < 0.0, -1.0, 1.0)[:, None]
    mixed = (1.0 - alpha) * start + alpha * same_side * end
    turn = rotations_of(mixed / np.linalg.norm(mixed, axis=1, keepdims=True))
    joint = previous.joint_position + alpha * (current.joint_position - previous.joint_position)
    return Poses(position, turn, joint)


def rotations_of(orientation: Floats) -> Floats:
    """Return (n, 3, 3) rotation matrices of unit quaternions (n, 4), w first."""
    w, x, y, z = orientation.T
    rotation = np.empty((len(orientation), 3, 3))
    rotation[:, 0, 0] = 1.0 - 2.0 * (y * y + z * z)
    rotation[:, 0, 1] = 2.0 * (x * y - w * z)
    rotation[:, 0, 2] = 2.0 * (x * z + w * y)
    rotation[:, 1, 0] = 2.0 * (x * y + w * z)
    rotation[:, 1, 1] = 1.0 - 2.0 * (x * x + z * z)
    rotation[:, 1, 2] = 2.0 * (y * z - w * x)
    rotation[:, 2, 0] = 2.0 * (x * z - w * y)
    rotation[:, 2, 1] = 2.0 * (y * z + w * x)
    rotation[:, 2, 2] = 1.0 - 2.0 * (x * x + y * y)
    return rotation


def table_size(bodies: int) -> tuple[int, int]:
    """Return width and height [texels] of the pose table."""
    return 3 * BODIES_PER_LINE, -(-bodies // BODIES_PER_LINE)


def to_table(poses: Poses) -> NDArray[np.float32]:
    """Return the pose table: three rows of the 3 x 4 matrix per body, padded to whole lines."""
    count = len(poses.position)
    width, height = table_size(count)
    table = np.zeros((height * BODIES_PER_LINE, 3, 4), np.float32)
    table[:count, :, :3] = poses.rotation
    table[:count, :, 3] = poses.position
    return table.reshape(height, width, 4)
