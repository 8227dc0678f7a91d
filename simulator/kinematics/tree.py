"""Where every link of a robot is, for many samples of its joints at once."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.spec.models.robot import DRIVEN, RobotSpec
from simulator.spec.naming import bodies

Array = NDArray[np.float64]


class Branch(NamedTuple):
    """A link, the link that carries it, and the joint between; rows, -1 = none."""

    link: int
    parent: int
    joint: int  # column of the angles; -1: fixed
    slides: bool
    place: Array  # (3,) of the joint in the parent [m]
    turn: Array  # (3, 3)
    axis: Array  # (3,) unit


class Tree(NamedTuple):
    """A robot's links from the base outwards, loops cut open; columns of angles are its joints."""

    links: tuple[str, ...]
    joints: tuple[str, ...]  # the revolute and prismatic ones that carry a link
    branches: tuple[Branch, ...]  # parents before children; the base is not among them
    base: int  # row of the base link


class Poses(NamedTuple):
    """Frames of all links for n samples."""

    position: Array  # (n, links, 3) [m]
    rotation: Array  # (n, links, 3, 3)


def find_tree(robot: RobotSpec) -> Tree:
    """Return the tree of a robot's links; spherical and universal joints stay at zero."""
    links = {name: row for row, name in enumerate(robot.links)}
    base = bodies.base_link(robot)
    reached, found, joints = {base}, [], []
    while True:
        ready = [
            (name, joint) for name, joint in robot.joints.items()
            if joint.parent in reached and joint.child not in reached
        ]  # fmt: skip
        if not ready:
            break
        for name, joint in ready:
            if joint.child in reached:
                continue  # a second joint to it closes a loop
            reached.add(joint.child)
            moves = joint.type in DRIVEN
            if moves:
                joints.append(name)
            axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
            found.append(
                Branch(
                    links[joint.child], links[joint.parent], len(joints) - 1 if moves else -1,
                    joint.type == "prismatic", np.array(joint.at),
                    bodies.rotation_of(joint.rpy), axis,
                )
            )  # fmt: skip
    return Tree(tuple(links), tuple(joints), tuple(found), links[base])


def find_poses(tree: Tree, angles: Array, position: Array, rotation: Array) -> Poses:
    """Return the frames of all links at `angles` (n, joints) with the base at (n, 3), (n, 3, 3)."""
    samples = len(angles)
    poses = Poses(
        np.zeros((samples, len(tree.links), 3)), np.zeros((samples, len(tree.links), 3, 3))
    )
    poses.position[:, tree.base] = position
    poses.rotation[:, tree.base] = rotation
    for branch in tree.branches:
        parent = poses.rotation[:, branch.parent]
        origin = poses.position[:, branch.parent] + parent @ branch.place
        frame = parent @ branch.turn
        if branch.joint >= 0 and branch.slides:
            origin = origin + angles[:, branch.joint, None] * (frame @ branch.axis)
        elif branch.joint >= 0:
            frame = frame @ turn_about(branch.axis, angles[:, branch.joint])
        poses.position[:, branch.link] = origin
        poses.rotation[:, branch.link] = frame
    return poses


def turn_about(axis: Array, angle: Array) -> Array:
    """Return the (n, 3, 3) rotations by `angle` (n,) [rad] about a unit axis (Rodrigues)."""
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    sine, versine = np.sin(angle)[:, None, None], 1.0 - np.cos(angle)[:, None, None]
    return np.eye(3) + sine * cross + versine * (cross @ cross)
