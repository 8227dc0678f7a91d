"""Inverse kinematics of a serial chain by the Levenberg-Marquardt method of Sugihara (2009).

T. Sugihara, Solvability-unconcerned inverse kinematics based on Levenberg-Marquardt method with
robust damping, Humanoids 2009: minimise 1/2 e' We e + 1/2 dq' Wn dq for the error e of the tip.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import solve
from .chain import Chain

Array = NDArray[np.float64]
BIAS = 1e-6  # least damping: it keeps steps finite where the chain is singular
POSE = (1.0,) * 6  # all of the pose counts


class Answer(NamedTuple):
    """Joint positions that bring the tip to n poses."""

    angles: Array  # (n, k) [rad or m]
    iterations: NDArray[np.int64]  # (n,) steps that it took
    residual: Array  # (n,) the error at these angles, step and turn together [m, rad]


def find_angles(
    chain: Chain,
    position: Array,
    rotation: Array,
    start: Array,
    tolerance: float = 1e-12,
    weights: tuple[float, ...] = POSE,
    limit: int = 200,
) -> Answer:
    """Return the joint positions that bring the tip to poses (n, 3), (n, 3, 3).

    Every sample begins at `start`, (k,) or (n, k), and ends when no joint's step reaches
    `tolerance` [rad or m] or after `limit` steps. Joint limits are not asked. Out of reach, the
    nearest pose is found, and `residual` says how far it is. A chain has to start bent: stretched
    straight towards its target, it has no way to begin.
    """
    position = np.ascontiguousarray(position, float).reshape(-1, 3)
    rotation = np.ascontiguousarray(rotation, float).reshape(-1, 3, 3)
    samples, count = len(position), len(chain.joints)
    angles = np.array(np.broadcast_to(start, (samples, count)), float)
    answer = Answer(angles, np.zeros(samples, np.int64), np.zeros(samples))
    solve.solve_rows(
        chain.turn, chain.place, chain.axis, chain.slides, position, rotation,
        np.array(weights, float), BIAS, tolerance, limit,
        np.empty((1, count)), np.empty((count, 3)), np.empty((count, 3)), np.empty((1, 3)),
        np.empty((1, 3, 3)), np.empty((1, 6, count)), np.empty((count, count)), np.empty(6),
        np.empty(count), *answer,
    )  # fmt: skip
    return answer
