"""Forward kinematics of a serial chain: pose of its tip and Jacobian, for many samples at once."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.kinematics import solve
from simulator.kinematics.chain import Chain

Array = NDArray[np.float64]


class Tip(NamedTuple):
    """Poses of a chain's tip in the frame that the chain starts from, for n samples."""

    position: Array  # (n, 3) [m]
    rotation: Array  # (n, 3, 3) columns are the tip's axes
    jacobian: Array  # (n, 6, k) velocity [m/s], then spin [rad/s], per joint speed


def find_tip(chain: Chain, angles: Array) -> Tip:
    """Return where the tip is at `angles` (n, k) [rad or m], and how it answers to the joints."""
    angles = np.ascontiguousarray(angles, float).reshape(-1, len(chain.joints))
    samples, count = angles.shape
    tip = Tip(np.empty((samples, 3)), np.empty((samples, 3, 3)), np.empty((samples, 6, count)))
    axes, origins = np.empty((count, 3)), np.empty((count, 3))
    for row in range(samples):
        solve.trace(
            chain.turn, chain.place, chain.axis, chain.slides, angles, row, tip.position,
            tip.rotation, axes, origins,
        )  # fmt: skip
        solve.fill_jacobian(chain.slides, tip.position, row, axes, origins, tip.jacobian)
    return tip
