"""What a snapshot shows of the tables: copies that nobody can write to."""

import numpy as np
from numpy.typing import NDArray

from .physics import build
from .physics.contacts.contact import Contacts
from .physics.sensing import balance
from .physics.sensing.balance import Stances
from .physics.sensing.touch import Touches
from .snapshot import ContactPoint, Stance, Touching
from .spec.models.scene import SceneSpec


def contacts(table: Contacts) -> ContactPoint:
    """Return the contact points of the last step."""
    used = int(table.used[0])
    return ContactPoint(
        position=frozen(table.position[:used].copy()),
        normal=frozen(table.normal[:used].copy()),
        force=frozen(table.impulse[:used, 0] / table.step[0]),
        body_a=frozen(table.body_a[:used].astype(np.int64)),
        body_b=frozen(table.body_b[:used].astype(np.int64)),
    )


def touching(table: Touches) -> Touching:
    """Return who pressed on whom in the last frame."""
    used = int(table.used[0])
    return Touching(
        body_a=frozen(table.body_a[:used].astype(np.int64)),
        body_b=frozen(table.body_b[:used].astype(np.int64)),
        force=frozen(table.force[:used].copy()),
        peak=frozen(table.peak[:used].copy()),
    )


def stances(table: Stances, scene: SceneSpec) -> tuple[Stance, ...]:
    """Return how the robots that have soles stand."""
    found = []
    for row, robot in enumerate(table.robot):
        points = [frozen(table.point[row, which].copy()) for which in balance.POINTS.values()]
        corners = frozen(table.corner[row, : table.corners[row]].copy())
        name = build.body_list.robot_name(scene.robots[robot])
        found.append(Stance._make([name, *points, corners]))
    return tuple(found)


def frozen(array: NDArray) -> NDArray:
    """Return an array that nobody can write to any more."""
    array.flags.writeable = False
    return array


def turned(orientation: NDArray, vector: NDArray) -> NDArray:
    """Return (n, 3) vectors turned by (n, 4) unit quaternions w, x, y, z."""
    w, axis = orientation[:, :1], orientation[:, 1:]
    twice = 2.0 * np.cross(axis, vector)
    return vector + w * twice + np.cross(axis, twice)
