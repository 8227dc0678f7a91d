"""The expert beside the trainee: his way on the floor, his robot as a silhouette."""

from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.render.outline import Ghost as Silhouette
from simulator.render.outline import Outline
from simulator.render.pose import Poses, rotations_of
from simulator.snapshot import Snapshot

if TYPE_CHECKING:
    from simulator.training.ghost import Ghost

EXPERT = (0.93, 0.95, 0.96, 0.6)
COLOUR = "#EEF2F5"
LIFT = 0.02  # of ways above the floor [m]
SHORTEST = 0.03  # piece of a drawn way [m]


def silhouette(
    ghost: "Ghost", time: float, snapshot: Snapshot, strength: float = 1.0
) -> Silhouette:
    """Return the expert's robot as it stood at a time [s]."""
    position, orientation = ghost.at(time, snapshot)
    outline = Outline(tuple(ghost.rows.tolist()), COLOUR, 0.8 + 0.8 * strength)
    return Silhouette(Poses(position, rotations_of(orientation)), outline)


def way_lines(points: Any, colour: tuple[float, ...], on_floor: bool) -> Any:
    """Return (n, 10) lines along (m, 3) points, on the floor below them or through them."""
    kept = list(points[:1])
    for point in points[1:]:
        if np.linalg.norm(point - kept[-1]) > SHORTEST:
            kept.append(point)
    path = np.array(kept).reshape(-1, 3)
    if on_floor and len(path):
        path[:, 2] = path[:, 2].min() + LIFT
    return np.hstack([path[:-1], path[1:], np.tile(colour, (max(len(path) - 1, 0), 1))])
