"""How far apart the joints of a world are, measured between two steps."""

import numpy as np
from numpy.typing import NDArray

from simulator.physics.bodies import motion
from simulator.physics.joints import joint
from simulator.physics.world import World


def measure_joints(world: World) -> NDArray[np.float64]:
    """Return all rows of all joints (joints, 6) at the bodies' poses [m or rad]."""
    joints, islands = world.joints, world.islands
    motion.place(islands.body, world.bodies, islands)
    joint.measure(0, len(islands.all_joint), joints, islands, joints.after, False)
    return joints.after
