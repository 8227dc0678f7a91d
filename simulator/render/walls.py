"""What stands in a camera's way: boxes of the scene that cannot move, and planes of its ground."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..spec.models.scene import SceneSpec
from ..spec.naming.bodies import rotation_of

Floats = NDArray[np.float64]
TALL = 1.0  # [m] what is lower than this hides little of a robot
GAP = 0.15  # [m] between a camera and the wall behind it
ABOVE = 0.05  # [m] of a camera above the ground


class Walls(NamedTuple):
    """The walls of a scene as boxes, its ground as planes."""

    centre: Floats  # (n, 3) world [m]
    rotation: Floats  # (n, 3, 3)
    half: Floats  # (n, 3) edges [m]
    planes: Floats  # (m, 4) normals, and how far from the origin along them [m]

    def keep_above(self, point: Floats, above: float = ABOVE) -> Floats:
        """Return where a camera or its target (3,) [m] is that is so far above the ground [m]."""
        for x, y, z, distance in self.planes:
            normal = np.array([x, y, z])
            point = point + max(distance + above - float(normal @ point), 0.0) * normal
        return point

    def find_room(self, target: Floats, way: Floats, distance: float) -> float:
        """Return how far from `target` along the unit vector `way` a camera sees it [m]."""
        start = np.einsum("nij,ni->nj", self.rotation, target - self.centre)
        slope = np.einsum("nij,i->nj", self.rotation, way)
        slope = np.where(np.abs(slope) < 1e-12, 1e-12, slope)
        near, far = (-np.sign(slope) * self.half - start, np.sign(slope) * self.half - start)
        enter, leave = (near / slope).max(1), (far / slope).min(1)
        hit = enter[(enter < leave) & (enter > 0.0)]  # not what the target is in
        return float(min([distance, *np.maximum(hit - GAP, GAP)]))


def find_walls(scene: SceneSpec) -> Walls:
    """Return the ground of a scene, and its fixed boxes that are tall enough to hide a robot."""
    centre, rotation, half = [], [], []
    for prop in scene.props:
        turn = rotation_of(prop.rpy)
        for shape in prop.all_shapes if prop.fixed and prop.collides else []:
            if shape.box is None or shape.box[2] < TALL:
                continue
            centre.append(np.array(prop.at) + turn @ np.array(shape.at))
            rotation.append(turn @ rotation_of(shape.rpy))
            half.append(np.array(shape.box) / 2.0)
    planes = []
    for shape in scene.terrain:
        if shape.plane:
            normal = rotation_of(shape.rpy)[:, 2]
            planes.append([*normal, normal @ np.array(shape.at)])
    count = len(centre)
    return Walls(
        np.array(centre).reshape(count, 3),
        np.array(rotation).reshape(count, 3, 3),
        np.array(half).reshape(count, 3),
        np.array(planes).reshape(len(planes), 4),
    )
