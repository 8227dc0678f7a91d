"""The robot that walks: its masses in a posture, its legs as chains, and how it stands."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.kinematics import chain, inverse, tree
from simulator.physics.geometry import inertia
from simulator.spec.models.gait import GaitSpec, PostureSpec
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.shape import ShapeSpec
from simulator.spec.naming import materials

from .pattern import Way

Array = NDArray[np.float64]
SIDES = ("left", "right")
REST = 1e-13  # of the centre of mass, where the search for the stance ends [m]


class GaitError(ValueError):
    """The robot cannot walk so; the text says what to change."""


class Matter(NamedTuple):
    """Mass properties of every link, in its own frame."""

    mass: Array  # (links,) [kg]
    centre: Array  # (links, 3) [m]
    inertia: Array  # (links, 3, 3) about the centre [kg m2]


class Stance(NamedTuple):
    """A robot in a posture, standing over the middle of its feet."""

    gait: GaitSpec
    tree: tree.Tree
    matter: Matter  # with what is carried
    legs: dict[str, chain.Chain]  # by side, to the soles
    columns: dict[str, list[int]]  # by side, of the legs' joints in the angles
    angles: Array  # (joints,) of the robot as it stands [rad or m]
    bent: Array  # (joints,) where inverse kinematics begins
    reference: Array  # (3,) the centre of mass as it stands, in the base link's frame


def find_stance(robot: RobotSpec, posture: PostureSpec) -> Stance:
    """Return how a robot stands in a posture, its centre of mass over the middle of its feet.

    Raises:
        GaitError: the robot has no gait, or its legs do not reach the floor.
        chain.ChainError: a leg is no serial chain.
    """
    gait = robot.gait
    if gait is None:
        raise GaitError("the robot has no gait: give its file a `gait:`")
    own = tree.find_tree(robot)
    start = np.array([robot.joints[name].start for name in own.joints])
    for name, position in posture.joints.items():
        start[own.joints.index(name)] = position
    feet = {"left": gait.left, "right": gait.right}
    legs = {
        side: chain.find_chain(robot, foot.link, at=np.array(foot.sole))
        for side, foot in feet.items()
    }
    columns = {side: [own.joints.index(name) for name in legs[side].joints] for side in SIDES}
    matter = weigh(robot, posture)
    reference = find_centre(own, matter, start[None])[0]
    stance = Stance(gait, own, matter, legs, columns, start, start, reference)
    place = np.array([[0.0, 0.0, gait.height, 0.0]])
    feet_at = (np.array([[0.0, side * gait.half_width, 0.0, 0.0]]) for side in (1.0, -1.0))
    standing = Way(place, *feet_at)
    for _ in range(60):
        angles = find_angles(stance, standing)
        reference = find_centre(own, matter, angles)[0]
        moved = np.abs(reference - stance.reference).max()
        stance = stance._replace(angles=angles[0], reference=reference)
        if moved < REST:
            break
    return stance


def weigh(robot: RobotSpec, posture: PostureSpec) -> Matter:
    """Return the masses of all links, the load's added to the link that holds it."""

    def material(name: str, shape: ShapeSpec):
        return materials.lookup(shape.material or robot.links[name].material, robot.materials, {})

    found = []
    for name, link in robot.links.items():
        mass = inertia.measure_part(name, link, lambda shape, name=name: material(name, shape))
        if posture.load is not None and posture.load.link == name:
            point = inertia.Mass(posture.load.mass, np.array(posture.load.at), np.zeros((3, 3)))
            mass = inertia.combine([mass, point]) or mass
        found.append(mass)
    return Matter(*(np.array(column, float) for column in zip(*found, strict=True)))


def find_centre(own: tree.Tree, matter: Matter, angles: Array) -> Array:
    """Return the centre of mass (n, 3) in the base link's frame."""
    poses = tree.find_poses(own, angles, np.zeros(3), np.eye(3))
    centres = poses.position + np.einsum("nlij,lj->nli", poses.rotation, matter.centre)
    return np.einsum("l,nli->ni", matter.mass, centres) / matter.mass.sum()


def find_base(stance: Stance, way: Way) -> tuple[Array, Array]:
    """Return position (n, 3) and rotation (n, 3, 3) of the base link: upright, led by its centre.

    As in the source, the centre of mass is a point of the body: that of the robot as it stands.
    """
    rotation = tree.turn_about(np.array([0.0, 0.0, 1.0]), way.centre[:, 3])
    return way.centre[:, :3] - rotation @ stance.reference, rotation


def find_angles(stance: Stance, way: Way) -> Array:
    """Return the angles (n, joints) of a way, each sample from the same half-bent start.

    Warm starts would let the redundant leg wander by degrees, and stored phases would not join.

    Raises:
        GaitError: a foot cannot get where the pattern leads it.
    """
    position, rotation = find_base(stance, way)
    back = np.swapaxes(rotation, 1, 2)
    angles = np.tile(stance.angles, (len(position), 1))
    up = np.array([0.0, 0.0, 1.0])
    for side, points in zip(SIDES, (way.left, way.right), strict=True):
        target = np.einsum("nij,nj->ni", back, points[:, :3] - position)
        facing = tree.turn_about(up, points[:, 3] - way.centre[:, 3])
        columns = stance.columns[side]
        answer = inverse.find_angles(
            stance.legs[side], target, facing, stance.bent[columns], stance.gait.tolerance
        )
        worst = int(answer.residual.argmax())
        if answer.residual[worst] > 1e-6:
            raise GaitError(
                f"the {side} leg misses its place by {1e3 * answer.residual[worst]:.3g} mm: "
                "lower `height`, shorten `step_length`, or let the knees start half bent"
            )
        angles[:, columns] = answer.angles
    return angles
