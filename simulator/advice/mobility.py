"""Loops of joints that hold each other: one that closes with a wrong axis cannot move at all.

The speeds q of a loop's joints close it, J q = 0, with a column for each axis (its twist: Murray,
Li and Sastry 1994, section 2.4). Where that leaves none of them any speed, the loop is rigid.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from ..spec.models.robot import JointSpec, RobotSpec
from ..spec.models.scene import RobotPlacement
from ..spec.naming.bodies import base_link, link_poses, rotation_of
from ..spec.reading.source import Told

Floats = NDArray[np.float64]
Poses = dict[str, tuple[Floats, Floats]]
LOOSE = 2e-3  # [rad] axes that are off by this little bind nothing
STILL = 1e-6  # share of a loop's motion that is none
SMALLEST = 1e-3  # [m] a loop is not smaller


def find_rigid(robot: RobotSpec) -> Iterator[Told]:
    """Yield what to tell of each joint that closes a loop which cannot move, at the start.

    The robot is one without mistakes, and without the links of its tracks.
    """
    poses = link_poses(RobotPlacement(file="robot/robot.yaml", spec=robot))
    tree, closing = _span(robot)
    loops = {name: _find_loop(robot, tree, name) for name in closing}
    names = list(dict.fromkeys(name for loop in loops.values() for name in loop))
    if not names:
        return
    free = _find_motions(robot, poses, names, loops)
    movable = {name: _list_movable(robot, loop) for name, loop in loops.items()}
    rigid = [name for name, joints in movable.items() if joints and _is_still(joints, free)]
    # those that others only hold would be told for them
    alone = [
        name
        for name in rigid
        if _is_still(
            movable[name], _find_motions(robot, poses, [*loops[name]], {name: loops[name]})
        )
    ]
    for name in alone or rigid:
        stuck = ", ".join(sorted(movable[name]))
        stuck += " are" if len(movable[name]) > 1 else " is"
        message = f"the loop that {name} closes cannot move, and {stuck} stuck: "
        message += "make its axes parallel, or one of the joints universal or spherical"
        yield Told(("joints", name), "rigid-loop", message)


def _list_movable(robot: RobotSpec, loop: Iterable[str]) -> list[str]:
    """Return the joints whose motion is one of the loop.

    In balls a rod may turn about itself while all else stands still.
    """
    joints = [name for name in loop if robot.joints[name].type != "fixed"]
    return [name for name in joints if robot.joints[name].type != "spherical"] or joints


def _is_still(joints: list[str], free: dict[str, float]) -> bool:
    return max(free[joint] for joint in joints) < STILL


def _span(robot: RobotSpec) -> tuple[dict[str, str], list[str]]:
    """Return the joint that carries each link, and the joints that close loops."""
    tree, reached, grows = {}, {base_link(robot)}, True
    while grows:
        grows = False
        for name, joint in robot.joints.items():
            if joint.parent in reached and joint.child not in reached:
                tree[joint.child], grows = name, True
                reached.add(joint.child)
    carrying = set(tree.values())
    return tree, [name for name in robot.joints if name not in carrying]


def _find_loop(robot: RobotSpec, tree: dict[str, str], name: str) -> dict[str, float]:
    """Return the joints of the loop that a joint closes, and which way round each is gone."""
    joint, loop = robot.joints[name], {name: -1.0}
    for link, way in ((joint.child, 1.0), (joint.parent, -1.0)):
        while link in tree:
            carrier = tree[link]
            loop[carrier] = loop.get(carrier, 0.0) + way
            link = robot.joints[carrier].parent
    return {name: way for name, way in loop.items() if way}


def _find_motions(
    robot: RobotSpec, poses: Poses, names: list[str], loops: dict[str, dict[str, float]]
) -> dict[str, float]:
    """Return the largest share that each joint has in any motion of all loops together."""
    twists = {name: _find_twists(robot.joints[name], poses) for name in names}
    points = np.array([_find_place(robot.joints[name], poses) for name in names])
    size = max(SMALLEST, float(np.linalg.norm(np.ptp(points, axis=0))))
    width = {name: twist.shape[1] for name, twist in twists.items()}
    start = dict(zip(names, np.cumsum([0, *width.values()]), strict=False))
    matrix = np.zeros((6 * len(loops), sum(width.values())))
    for row, loop in enumerate(loops.values()):
        for name, way in loop.items():
            columns = slice(start[name], start[name] + width[name])
            twist = _see(twists[name], points.mean(axis=0), size)
            matrix[6 * row : 6 * row + 6, columns] = way * twist
    _, values, rows = np.linalg.svd(matrix)
    motions = rows[np.count_nonzero(values > LOOSE) :]  # (motions, columns)
    return {
        name: float(np.abs(motions[:, start[name] : start[name] + width[name]]).max(initial=0.0))
        for name in names
    }


def _find_place(joint: JointSpec, poses: Poses) -> Floats:
    position, rotation = poses[joint.parent]
    return position + rotation @ np.array(joint.at)


def _find_twists(joint: JointSpec, poses: Poses) -> Floats:
    """Return (6, axes): turn, and speed at the origin, for a unit of each axis' speed."""
    frame = poses[joint.parent][1] @ rotation_of(joint.rpy)
    if joint.type == "fixed":
        return np.zeros((6, 0))
    if joint.type == "spherical":
        axes = np.eye(3)
    elif joint.type == "universal":
        axes = np.stack([frame @ joint.axis, frame @ joint.axis2], 1)
    else:
        axes = (frame @ joint.axis)[:, None]
    axes = axes / np.linalg.norm(axes, axis=0)
    if joint.type == "prismatic":
        return np.concatenate([np.zeros_like(axes), axes])
    return np.concatenate([axes, _cross(_find_place(joint, poses), axes)])


def _see(twists: Floats, middle: Floats, size: float) -> Floats:
    """Return twists as seen from the middle of things, arms in the size of things."""
    turn, speed = twists[:3], twists[3:]
    return np.concatenate(
        [turn, np.where(turn.any(axis=0), (speed - _cross(middle, turn)) / size, speed)]
    )


def _cross(point: Floats, axes: Floats) -> Floats:
    """Return the cross products of a point (3,) with axes (3, n)."""
    return np.asarray(np.cross(point, axes, axisb=0, axisc=0), float)
