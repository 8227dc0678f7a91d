"""The one list of rigid bodies that a scene makes: physics and picture use the same rows."""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.elementary import arctangent, turn
from simulator.exact.products import times, unit

from ..fields import Text, Vector
from ..models.robot import JointSpec, RobotSpec
from ..models.scene import RobotPlacement, SceneSpec
from ..models.shape import ORIGIN, PartSpec

GROUND = "ground"
Array = NDArray[np.float64]


class Body(NamedTuple):
    """A rigid body at its start: its own frame (not its centre of mass) in the world."""

    name: str  # "ground", "robot.link" or the prop's name
    part: PartSpec
    position: Array  # (3,) [m]
    rotation: Array  # (3, 3) columns are the body's axes
    robot: int  # row of scene.robots, -1 for props and ground
    velocity: Vector = ORIGIN  # of its centre of mass, in the world [m/s]
    spin: Vector = ORIGIN  # in the world [rad/s]


def rotation_of(rpy: tuple[float, float, float]) -> Array:
    """Return the (3, 3) rotation of roll, pitch, yaw [rad] about the fixed x, y, z axes."""
    (cr, sr), (cp, sp), (cy, sy) = (turn(angle) for angle in rpy)
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def rotation_about(axis: Array | tuple[float, float, float], angle: float) -> Array:
    """Return the (3, 3) rotation by `angle` [rad] about `axis` (Rodrigues)."""
    x, y, z = unit(axis)
    cosine, sine = turn(angle)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + sine * cross + (1.0 - cosine) * times(cross, cross)


def angles_of(rotation: Array) -> tuple[float, float, float]:
    """Return roll, pitch, yaw [rad] of a (3, 3) rotation, as `rotation_of` takes them."""
    r = rotation
    level = math.sqrt(r[0, 0] * r[0, 0] + r[1, 0] * r[1, 0])
    pitch = arctangent(-r[2, 0], level)
    if level < 1e-9:  # straight up or down: yaw is as good as roll
        return arctangent(-r[1, 2], r[1, 1]), pitch, 0.0
    return arctangent(r[2, 1], r[2, 2]), pitch, arctangent(r[1, 0], r[0, 0])


def robot_name(placement: RobotPlacement) -> str:
    """Return the robot's name in the scene: given, or its folder's."""
    folder = placement.file.replace("\\", "/").rpartition("/")[0]
    return placement.name or folder.rpartition("/")[2] or placement.file


def motion_of(placement: RobotPlacement) -> tuple[Vector, Vector, dict[str, float]]:
    """Return how a robot starts to move: velocity, spin, speeds of its joints."""
    return placement.velocity, placement.spin, placement.speeds


def robot_titles(scene: SceneSpec) -> dict[str, Text]:
    """Return what each robot is called, by name: as placed, by its own file, or the name."""
    titles = {
        robot_name(place): place.label or (place.spec.title if place.spec else None)
        for place in scene.robots
    }
    return {name: title or Text(ru=name, en=name) for name, title in titles.items()}


def base_link(robot: RobotSpec) -> str:
    """Return the first link that is nobody's child."""
    children = {joint.child for joint in robot.joints.values()}
    return next((link for link in robot.links if link not in children), next(iter(robot.links)))


def list_bodies(scene: SceneSpec) -> list[Body]:
    """Return every body of the scene in row order: ground, then robots' links, then props."""
    ground = PartSpec(fixed=True, shapes=list(scene.terrain), material="concrete")
    bodies = [Body(GROUND, ground, np.zeros(3), np.eye(3), -1)]
    for row, placement in enumerate(scene.robots):
        assert placement.spec is not None
        poses = link_poses(placement)
        for name, link in placement.spec.links.items():
            position, rotation = poses[name]
            bodies.append(Body(f"{robot_name(placement)}.{name}", link, position, rotation, row))
    for prop in scene.props:
        place = np.array(prop.at), rotation_of(prop.rpy)
        bodies.append(Body(prop.name, prop, *place, -1, prop.velocity, prop.spin))
    return bodies


def link_poses(placement: RobotPlacement) -> dict[str, tuple[Array, Array]]:
    """Return each link's start pose in the world by walking the joints from the base."""
    robot = placement.spec
    assert robot is not None
    return carry_poses(
        robot, placement.joints, (np.array(placement.at, float), rotation_of(placement.rpy))
    )


def carry_poses(
    robot: RobotSpec, joints: Mapping[str, float], pose: tuple[Array, Array]
) -> dict[str, tuple[Array, Array]]:
    """Return each link's pose where the base has one `pose`, joints their positions or starts."""
    poses = {base_link(robot): pose}
    for link, carrier in list_carriers(robot).items():
        mount = robot.links[link].mount
        if carrier in robot.joints:
            joint = robot.joints[carrier]
            start = joints.get(carrier, joint.start)
            poses[link] = _child_pose(poses[joint.parent], joint, start)
        elif mount is not None:
            position, rotation = poses[mount.link]
            place = position + times(rotation, mount.position)
            poses[link] = place, times(rotation, mount.rotation)
    for link in robot.links:
        poses.setdefault(link, pose)
    return poses


def list_carriers(robot: RobotSpec) -> dict[str, str]:
    """Return which joint carries each link that one leads to from the base, in order.

    "" stands for the mount of a track's first link.
    """
    carriers: dict[str, str] = {}
    placed, reached = {base_link(robot)}, True
    while reached:
        reached = False
        for name, joint in robot.joints.items():
            if joint.parent in placed and joint.child not in placed:
                carriers[joint.child] = name
                placed.add(joint.child)
                reached = True
        for name, link in robot.links.items():
            if link.mount is not None and link.mount.link in placed and name not in placed:
                carriers[name] = ""
                placed.add(name)
                reached = True
    return carriers


def _child_pose(parent: tuple[Array, Array], joint: JointSpec, start: float) -> tuple[Array, Array]:
    position, rotation = parent
    origin = position + times(rotation, joint.at)
    frame = times(rotation, rotation_of(joint.rpy))
    if joint.type == "revolute":
        return origin, times(frame, rotation_about(joint.axis, start))
    if joint.type == "prismatic":
        return origin + times(frame, unit(joint.axis)) * start, frame
    return origin, frame
