"""Links of a robot that never touch each other, wherever they are."""

from collections.abc import Iterator
from itertools import combinations

from ..models.robot import RobotSpec
from .plan import list_joints


def list_apart(robot: RobotSpec) -> Iterator[tuple[str, str]]:
    """Yield the pairs of links that a joint ties, or one of which keeps to some of the links.

    Wheels of one track may be staggered, so that they overlap seen from the side.
    """
    for joint in robot.joints.values():
        if not joint.collide:
            yield joint.parent, joint.child
    for name, link in robot.links.items():
        if link.touches is not None:
            for other in robot.links.keys() - set(link.touches):
                yield name, other
    for track in robot.tracks.values():
        yield from combinations([robot.joints[joint].child for _, joint in list_joints(track)], 2)
