"""Stored angles that make up for the give of the joints: q* + torque / (stall torque x Kp).

A joint that is held by a proportional controller gives way under its load. The loads of a pattern
are known beforehand, from inverse dynamics, so the angles can be stored with what they will lose.
"""

import numpy as np
from numpy.typing import NDArray

from simulator.spec.models.robot import MotorSpec, RobotSpec

from .momentum import Motion, find_zmp
from .pattern import Way
from .stance import SIDES, Stance

Array = NDArray[np.float64]
DEGREE = np.pi / 180.0
HANDOVER = 0.1  # time in which the floor's force goes from foot to foot [s]


def compensate(robot: RobotSpec, own: Stance, way: Way, angles: Array, motion: Motion) -> Array:
    """Return angles (n, joints) that hold the pattern under its own loads."""
    efforts = find_efforts(robot, own, way, angles, motion)
    given = angles.copy()
    for motor in robot.motors.values():
        if motor.type == "dc" and motor.joint in own.tree.joints:
            column = own.tree.joints.index(motor.joint)
            stiffness = motor.gear_ratio * motor.stall_torque * own.gait.kp / DEGREE
            given[:, column] += efforts[:, column] / stiffness
    return given


def find_efforts(robot: RobotSpec, own: Stance, way: Way, angles: Array, motion: Motion) -> Array:
    """Return what the motors give at the joints (n, joints) along a way [N m or N].

    Inverse dynamics in the world: what a joint carries is what moves all the links beyond it, less
    what the floor does to them. The rotors' inertia comes on top.
    """
    force, moment = motion.force.copy(), motion.moment.copy()
    for side, (push, twist) in _find_floor(own, way, motion).items():
        foot = own.gait.left if side == "left" else own.gait.right
        row = own.tree.links.index(foot.link)
        force[:, row] -= push
        moment[:, row] -= twist
    efforts = np.zeros_like(angles)
    for branch in reversed(own.tree.branches):  # from the leaves: each link with all beyond it
        if branch.joint >= 0:
            frame = motion.poses.rotation[:, branch.link]
            axis = frame @ branch.axis
            origin = motion.poses.position[:, branch.link]
            pull = force[:, branch.link]
            torque = moment[:, branch.link] - np.cross(origin, pull)
            efforts[:, branch.joint] = (axis * (pull if branch.slides else torque)).sum(axis=1)
        force[:, branch.parent] += force[:, branch.link]
        moment[:, branch.parent] += moment[:, branch.link]
    period = own.gait.period
    hurry = np.gradient(np.gradient(angles, period, axis=0), period, axis=0)
    for motor in robot.motors.values():
        if motor.type == "dc" and motor.joint in own.tree.joints:
            column = own.tree.joints.index(motor.joint)
            efforts[:, column] += _inertia(motor) * motor.gear_ratio**2 * hurry[:, column]
    return efforts


def _inertia(motor: MotorSpec) -> float:
    """Return a rotor's inertia [kg m2]: t_m = J w0 / M."""
    if motor.rotor_inertia is not None:
        return motor.rotor_inertia
    return motor.stall_torque * (motor.time_constant or 0.0) / motor.no_load_speed


def _find_floor(own: Stance, way: Way, motion: Motion) -> dict[str, tuple[Array, Array]]:
    """Return force and moment about the world's origin (n, 3) of the floor on each foot.

    One foot carries all; of two, each the share that puts the zero-moment point between them.
    """
    force, moment = motion.force.sum(axis=1), motion.moment.sum(axis=1)
    zmp = np.column_stack([find_zmp(motion), np.zeros(len(force))])
    twist = moment - np.cross(zmp, force)  # only about the vertical
    feet = {"left": way.left, "right": way.right}
    share = _share_left(way, zmp[:, :2], round(HANDOVER / own.gait.period))
    shares = {"left": share, "right": 1.0 - share}
    points = {side: np.column_stack([feet[side][:, :2], np.zeros(len(zmp))]) for side in SIDES}
    middle = sum(shares[side][:, None] * points[side] for side in SIDES)
    found = {}
    for side in SIDES:
        push = shares[side][:, None] * force
        at = points[side] + zmp - middle  # the same way off, so that both add up to the point
        found[side] = push, np.cross(at, push) + shares[side][:, None] * twist
    return found


def _share_left(way: Way, zmp: Array, width: int) -> Array:
    """Return the left foot's share (n,) of the load, smoothed over `width` samples."""
    across = way.left[:, :2] - way.right[:, :2]
    share = ((zmp - way.right[:, :2]) * across).sum(axis=1) / (across * across).sum(axis=1)
    share = np.clip(share, 0.0, 1.0)
    share = np.where(way.left[:, 2] > 1e-3, 0.0, np.where(way.right[:, 2] > 1e-3, 1.0, share))
    if width < 2:
        return share
    kernel = np.ones(width) / width
    return np.convolve(np.pad(share, width, mode="edge"), kernel, "same")[width:-width]
