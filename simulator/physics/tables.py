"""The world's tables: one row per thing, C-contiguous float64 and int32 arrays, fixed capacity."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.int32]


class Bodies(NamedTuple):
    """Rigid bodies in the row order of `spec.bodies.list_bodies`; row 0 is the ground."""

    position: Floats          # (n, 3) centre of mass, world [m]
    orientation: Floats       # (n, 4) unit quaternion w, x, y, z of the body's own frame
    velocity: Floats          # (n, 3) of the centre of mass [m/s]
    spin: Floats              # (n, 3) world [rad/s]
    pseudo_velocity: Floats   # (n, 3) split impulse, never enters the real velocity
    pseudo_spin: Floats       # (n, 3)
    force: Floats             # (n, 3) applied from outside [N]
    torque: Floats            # (n, 3) applied from outside [N m]
    inv_mass: Floats          # (n,) 0 = immovable [1/kg]
    inertia: Floats           # (n, 3, 3) about the centre of mass, body frame [kg m2]
    inv_inertia_body: Floats  # (n, 3, 3) body frame
    inv_inertia: Floats       # (n, 3, 3) world frame, refreshed when the body has turned
    centre: Floats            # (n, 3) centre of mass in the body's own frame [m]
    robot: Rows               # (n,) row of scene.robots or -1
