"""Where things of a scene stand: the rows of their bodies, their poses, how broad they are."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simulator.authoring.placing import Placing, Thing
from simulator.render.outline import Ghost, Outline
from simulator.render.pose import Poses, rotations_of
from simulator.snapshot import Snapshot

Pose = NDArray[np.float64]  # (4, 4)


def rows_of(placing: Placing, things: Sequence[Thing], snapshot: Snapshot) -> tuple[int, ...]:
    """Return the rows of all bodies that things consist of; lights and the like have none."""
    names = [one.name for one in things if placing.base_of(one)]
    whole, parts = set(names), tuple(f"{name}." for name in names)
    bodies = enumerate(snapshot.layout.bodies)
    return tuple(row for row, body in bodies if body in whole or body.startswith(parts))


def base_row(placing: Placing, thing: Thing, snapshot: Snapshot) -> int:
    """Return the row of the body whose pose is a thing's own."""
    return snapshot.layout.bodies.index(placing.base_of(thing))


def pose_of(snapshot: Snapshot, row: int) -> Pose:
    """Return where the body of a row is."""
    pose = np.eye(4)
    pose[:3, :3] = rotations_of(snapshot.orientation[row : row + 1])[0]
    pose[:3, 3] = snapshot.position[row]
    return pose


def breadth_of(bounds: NDArray[np.float64], snapshot: Snapshot, rows: Sequence[int]) -> float:
    """Return how broad bodies with these bounds (n, 2, 3) are along the scene's y axis [m]."""
    picked = list(rows)
    along = rotations_of(snapshot.orientation[picked])[:, 1]  # the y axis in their frames
    low, high = np.moveaxis(bounds[picked], 1, 0)
    middle = snapshot.position[picked, 1] + np.sum(along * (low + high), axis=1) / 2.0
    reach = np.sum(np.abs(along) * (high - low), axis=1) / 2.0
    return float((middle + reach).max() - (middle - reach).min())


def displaced(rows: Sequence[int], base: int, goal: Pose, snapshot: Snapshot) -> Ghost:
    """Return the bodies of `rows` as they stand when the one of row `base` is at `goal`."""
    change = goal @ np.linalg.inv(pose_of(snapshot, base))
    position, rotation = snapshot.position.copy(), rotations_of(snapshot.orientation)
    picked = list(rows)
    position[picked] = position[picked] @ change[:3, :3].T + change[:3, 3]
    rotation[picked] = change[:3, :3] @ rotation[picked]
    return Ghost(Poses(position, rotation), Outline(tuple(rows), width=1.6))
