"""How robots move at the start: each as one body, and its joints on top of that.

What hangs on joints is put half a substep ahead here, along them, as the tables have it (see
`present`); a body that hangs on none goes on as a thing does (`step.start`). Joints of a closed
loop whose speeds do not go together are made to by the first step's solve.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import invert, length, quaternion_of, times, unit
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.scene import RobotPlacement, SceneSpec
from simulator.spec.naming import bodies as body_list
from simulator.spec.naming.bodies import Body

from ..bodies.tables import Bodies, Joints, Motors
from .build_joints import list_robots

Array = NDArray[np.float64]
Rows = Mapping[str, int]


class Motion(NamedTuple):
    """Of a frame: velocity (3,) of its origin [m/s] and spin (3,) [rad/s], world."""

    velocity: Array
    spin: Array


def set_motion(
    scene: SceneSpec,
    body_rows: Rows,
    joint_rows: Rows,
    placed: list[Body],
    bodies: Bodies,
    joints: Joints,
    motors: Motors,
) -> None:
    """Write how robots start to move, and where they are half a substep later.

    Velocities of links, speeds of joints and rotors; call when motors are tied to their joints.
    """
    ahead = 0.5 * scene.physics.step / scene.physics.substeps
    for prefix, placement, robot in list_robots(scene):
        speeds = find_speeds(placement, robot)
        if not (any(placement.velocity) or any(placement.spin) or any(speeds.values())):
            continue
        rows = {link: body_rows[f"{prefix}.{link}"] for link in robot.links}
        frames = {link: placed[row] for link, row in rows.items()}
        centre = _find_centre(bodies, list(rows.values()))
        for link, motion in find_motions(placement, centre, speeds, frames).items():
            row = rows[link]
            if bodies.inv_mass[row] > 0.0:
                arm = bodies.position[row] - frames[link].position
                bodies.velocity[row] = motion.velocity + np.cross(motion.spin, arm)
                bodies.spin[row] = motion.spin
        for name, rate in speeds.items():
            row = joint_rows[f"{prefix}.{name}"]
            joints.speed[row] = rate
            joints.position[row] += ahead * rate
            motor = joints.motor[row]
            if motor >= 0 and motors.joint[motor] == row:
                motors.speed[motor] = rate / joints.ratio[row]
                motors.angle[motor] = ahead * motors.speed[motor]
        if robot.joints:
            moved = {name: joints.position[joint_rows[f"{prefix}.{name}"]] for name in speeds}
            pose = _go_on(frames[body_list.base_link(robot)], centre, placement, ahead)
            poses = body_list.carry_poses(robot, {**placement.joints, **moved}, pose)
            for link, (position, rotation) in poses.items():
                row = rows[link]
                if bodies.inv_mass[row] > 0.0:
                    bodies.position[row] = position + times(rotation, bodies.centre[row])
                    bodies.orientation[row] = quaternion_of(rotation)
                    bodies.gyro[row] = _find_gyro(bodies, row, frames[link].rotation, rotation)


def find_speeds(placement: RobotPlacement, robot: RobotSpec) -> dict[str, float]:
    """Return speeds of joints at the start [rad/s or m/s]: given ones, and what follows them."""
    speeds = dict(placement.speeds)
    for repeater in robot.repeaters.values():
        leader = robot.motors[repeater.motor].joint
        if leader in speeds:
            speeds.setdefault(repeater.joint, repeater.ratio * speeds[leader])
    for name, joint in robot.joints.items():
        if joint.follow is not None and joint.follow.joint in speeds:
            speeds.setdefault(name, joint.follow.ratio * speeds[joint.follow.joint])
    return speeds


def find_motions(
    placement: RobotPlacement,
    centre: Array,
    speeds: Mapping[str, float],
    frames: Mapping[str, Body],
) -> dict[str, Motion]:
    """Return how the frames of a robot's links move, its `centre` of mass (3,) as it is placed."""
    robot = placement.spec
    assert robot is not None
    base, spin = body_list.base_link(robot), np.array(placement.spin, float)
    whole = np.array(placement.velocity, float)
    motions = {base: Motion(whole + np.cross(spin, frames[base].position - centre), spin)}
    for link, carrier in body_list.list_carriers(robot).items():
        joint, mount = robot.joints.get(carrier), robot.links[link].mount
        parent = joint.parent if joint else mount.link if mount else base
        velocity, spin = motions[parent]
        velocity = velocity + np.cross(spin, frames[link].position - frames[parent].position)
        if joint is not None and carrier in speeds:
            turn = times(frames[parent].rotation, body_list.rotation_of(joint.rpy))
            way = times(turn, unit(joint.axis)) * speeds[carrier]
            if joint.type == "prismatic":
                velocity = velocity + way
            else:
                spin = spin + way
        motions[link] = Motion(velocity, spin)
    return motions


def _find_centre(bodies: Bodies, rows: list[int]) -> Array:
    """Return the centre of mass of what can move among some bodies (3,) [m]."""
    moving = [row for row in rows if bodies.inv_mass[row] > 0.0]
    total = sum(1.0 / bodies.inv_mass[row] for row in moving)
    weighed = sum((bodies.position[row] / bodies.inv_mass[row] for row in moving), np.zeros(3))
    return weighed / total if moving else weighed


def _find_gyro(bodies: Bodies, row: int, before: Array, after: Array) -> Array:
    """Return how much the spin of a body changes as it turns with its angular momentum (3,)."""
    inertia, spin = bodies.inertia[row], bodies.spin[row]
    momentum = times(before, inertia, before.T, spin)
    return times(after, invert(inertia), after.T, momentum) - spin


def _go_on(
    base: Body, centre: Array, placement: RobotPlacement, time: float
) -> tuple[Array, Array]:
    """Return where the base is after a time in which its robot moves as one body."""
    angle = time * length(placement.spin)
    turn = body_list.rotation_about(placement.spin, angle) if angle else np.eye(3)
    position = centre + time * np.array(placement.velocity) + times(turn, base.position - centre)
    return position, times(turn, base.rotation)
