"""Joints, drives, repeaters, closed loops and sensors of a model as MJCF."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import NDArray

from simulator.spec.models.robot import JointSpec, MotorSpec, RobotSpec, SensorSpec
from simulator.spec.naming.bodies import rotation_of

from .mjcf_model import Model
from .mjcf_shapes import add, leave_out, numbers

Array = NDArray[np.float64]
Pose = tuple[Array, Array]  # position and rotation of a link in the world
CREEP = 1e-3  # speed at which a brake gives its full torque [rad/s or m/s]
APART = 0.05  # of the two points that hold a hinge's axis in a loop [m]
FRAME = {"position": "framepos", "velocity": "framelinvel", "attitude": "framequat"}
OF_JOINT = {"angle": "jointpos", "speed": "jointvel"}
OF_MOTOR = {"motor_speed": "actuatorvel", "motor_torque": "actuatorfrc"}
TOUCHED = 10.0  # radius round a link within which its contacts count [m]


def add_joint(
    model: Model,
    body: Element,
    prefix: str,
    name: str,
    robot: RobotSpec,
    start: float,
    speed: float,
) -> None:
    """Write the joint that carries a body, where it starts and how fast."""
    joint = robot.joints[name]
    if joint.type == "fixed":
        return
    resists = _resistance(name, robot)
    if joint.type == "spherical":
        add(body, "joint", name=prefix + name, type="ball", **resists)
        model.start.extend([1.0, 0.0, 0.0, 0.0])
        model.speed.extend([0.0, 0.0, 0.0])
        return
    if joint.type == "universal":
        for row, axis in enumerate((joint.axis, joint.axis2), 1):
            called = f"{prefix}{name} {row}"
            add(body, "joint", name=called, type="hinge", axis=numbers(axis), **resists)
            model.start.append(0.0)
            model.speed.append(0.0)
        return
    kind = "slide" if joint.type == "prismatic" else "hinge"
    reach = {"range": numbers(joint.limit)} if joint.limit is not None else {}
    axis = numbers(joint.axis)
    add(body, "joint", name=prefix + name, type=kind, axis=axis, **reach, **resists)
    model.start.append(start)
    model.speed.append(speed)


def _resistance(name: str, robot: RobotSpec) -> dict[str, str]:
    """Return dry friction, damping and the rotor's inertia of a joint, with its motor's."""
    joint = robot.joints[name]
    damping, armature = joint.damping, 0.0
    for key, motor in robot.motors.items():
        leader, ratio = _leader(key, motor, robot)
        if leader != name:
            continue
        damping += motor.bearing_friction
        if motor.type == "servo" and motor.no_load_speed and motor.torque:
            damping += motor.torque / motor.no_load_speed
        armature = _rotor(motor) / ratio**2
    found = {"damping": damping, "armature": armature, "frictionloss": joint.friction}
    return {key: numbers([value]) for key, value in found.items() if value}


def _rotor(motor: MotorSpec) -> float:
    if motor.rotor_inertia is not None:
        return motor.rotor_inertia
    stall = motor.stall_torque if motor.type == "dc" else motor.torque or 0.0
    return stall * (motor.time_constant or 0.0) / motor.no_load_speed if motor.no_load_speed else 0


def _leader(name: str, motor: MotorSpec, robot: RobotSpec) -> tuple[str, float]:
    """Return the joint that a motor drives first, and that joint's speed per rotor speed."""
    if motor.joint is not None:
        return motor.joint, 1.0 / motor.gear_ratio
    first = next(one for one in robot.repeaters.values() if one.motor == name and one.ratio)
    return first.joint, first.ratio / motor.gear_ratio


def add_motors(model: Model, prefix: str, robot: RobotSpec, starts: Mapping[str, float]) -> None:
    """Write drives as actuators at the motor's shaft, and repeaters as equalities."""
    for name, motor in robot.motors.items():
        leader, ratio = _leader(name, motor, robot)
        drive = {"name": prefix + name, "joint": prefix + leader, "gaintype": "fixed"}
        drive |= {"biastype": "affine", **_law(motor, ratio)}
        add(model.actuators, "general", **drive)
        model.control.append(starts[leader] if motor.type == "servo" else 0.0)
        for repeater in robot.repeaters.values():
            if repeater.motor != name or not repeater.ratio or repeater.joint == leader:
                continue
            share = repeater.ratio / motor.gear_ratio / ratio
            offset = starts[repeater.joint] - share * starts[leader]
            add(
                model.equality, "joint", joint1=prefix + repeater.joint, joint2=prefix + leader,
                polycoef=numbers([offset, share, 0.0, 0.0, 0.0]),
            )  # fmt: skip


def _law(motor: MotorSpec, ratio: float) -> dict[str, str]:
    """Return gain, bias and range: force = gain x input + bias (1, length, velocity)."""
    if motor.type == "dc":
        return {
            "gear": numbers([1.0 / ratio]),
            "ctrlrange": numbers([-motor.voltage, motor.voltage]),
            "gainprm": numbers([motor.stall_torque / motor.voltage]),
            "biasprm": numbers([0.0, 0.0, -motor.stall_torque / motor.no_load_speed]),
        }
    most = {"forcerange": numbers([-motor.torque, motor.torque])} if motor.torque else {}
    if motor.type == "servo":
        bias = [0.0, -motor.stiffness, -motor.damping]
        return most | {"gainprm": numbers([motor.stiffness]), "biasprm": numbers(bias)}
    if motor.type == "speed":
        bias = [0.0, 0.0, -motor.damping]
        return most | {"gainprm": numbers([motor.damping]), "biasprm": numbers(bias)}
    return {"gainprm": numbers([motor.torque or 0.0]), "biasprm": "0 0 0", "ctrlrange": "-1 1"}


def add_brakes(model: Model, prefix: str, robot: RobotSpec) -> None:
    """Write brakes as dampers of limited force, gripping where nothing drives them."""
    for name, brake in robot.brakes.items():
        add(
            model.actuators, "general", name=prefix + name, joint=prefix + brake.joint,
            ctrlrange="0 1", forcerange=numbers([-brake.torque, brake.torque]),
            gaintype="affine", gainprm=numbers([0.0, 0.0, -brake.torque / CREEP]),
        )  # fmt: skip
        model.control.append(float(brake.applied))


def add_suction(model: Model, prefix: str, robot: RobotSpec) -> None:
    """Write suction as adhesion, which MuJoCo shares out among the points, too."""
    for name, suction in robot.suction.items():
        add(
            model.actuators, "adhesion", name=prefix + name, body=prefix + suction.link,
            ctrlrange="0 1", gain=numbers([suction.force]),
        )  # fmt: skip
        model.control.append(float(suction.applied))


def add_loops(
    model: Model, prefix: str, robot: RobotSpec, loops: list[str], poses: Mapping[str, Pose]
) -> None:
    """Write the joints that close loops as equalities of sites; a sliding one cannot be held so.

    `poses` are the links' at the start, where the loops are closed.
    """
    for name in loops:
        joint = robot.joints[name]
        if joint.type not in ("fixed", "spherical", "revolute"):
            leave_out(model, f"{joint.type} joints that close a loop", prefix + name)
            continue
        position, turn = poses[joint.parent]
        for row, point in enumerate(_points(joint), 1):
            sites = [f"{prefix}{name} {row} {side}" for side in (joint.parent, joint.child)]
            place = position + turn @ point
            for site, link in zip(sites, (joint.parent, joint.child), strict=True):
                body = model.world.find(f".//body[@name='{prefix + link}']")
                assert body is not None
                centre, own = poses[link]
                _add_site(body, site, own.T @ (place - centre), own.T)
            kind = "weld" if joint.type == "fixed" else "connect"
            called = f"{prefix}{name} {row}"
            add(model.equality, kind, name=called, site1=sites[0], site2=sites[1])


def _add_site(body: Element, name: str, at: Array, turn: Array) -> None:
    """Write a site whose axes are the columns of `turn` (3, 3)."""
    axes = numbers([*turn[:, 0], *turn[:, 1]])
    add(body, "site", name=name, pos=numbers(at), xyaxes=axes, size="0.002", group="4")


def _points(joint: JointSpec) -> list[Array]:
    """Return the points of the parent that a loop's joint holds together."""
    at = np.array(joint.at, float)
    if joint.type != "revolute":
        return [at]
    axis = rotation_of(joint.rpy) @ np.array(joint.axis)
    return [at - APART * axis, at + APART * axis]


def add_sensor(
    model: Model, name: str, sensor: SensorSpec, prefix: str, motors: Mapping[str, MotorSpec]
) -> None:
    """Write a sensor: one number where MuJoCo has one, else the vector that it is part of."""
    kind = sensor.type
    if kind in OF_JOINT and sensor.joint:
        add(model.sensors, OF_JOINT[kind], name=name, joint=prefix + sensor.joint)
    elif kind in OF_MOTOR and sensor.motor:
        motor = motors.get(sensor.motor)
        if motor is not None and motor.type == "servo" and motor.no_load_speed:
            what = "what a servo's line loses, which is damping of its joint there, in its torque"
            leave_out(model, what, name)
        add(model.sensors, OF_MOTOR[kind], name=name, actuator=prefix + sensor.motor)
    elif kind not in (*FRAME, "distance", "contact_force"):
        leave_out(model, f"sensors of type {kind}", name)
    elif kind == "contact_force" and sensor.axis:
        leave_out(model, "sensors of type contact_force along an axis", name)
    elif sensor.link is not None:
        _add_at_site(model, name, sensor, prefix + sensor.link)


def _add_at_site(model: Model, name: str, sensor: SensorSpec, link: str) -> None:
    """Write a sensor that sits on a link, with its site."""
    body = model.world.find(f".//body[@name='{link}']")
    if body is None:
        leave_out(model, f"sensors on {link}", name)
        return
    site = add(body, "site", name=name, pos=numbers(sensor.at), size="0.002", group="4")
    turns = sensor.axis in ("roll", "pitch", "yaw")
    if sensor.type == "distance":
        site.set("zaxis", numbers(sensor.direction))
        reach = numbers([sensor.range])
        add(model.sensors, "rangefinder", name=name, site=name, cutoff=reach)
    elif sensor.type == "contact_force":
        site.set("size", numbers([TOUCHED]))
        add(model.sensors, "touch", name=name, site=name)
    elif sensor.type == "velocity" and sensor.local:
        add(model.sensors, "gyro" if turns else "velocimeter", name=name, site=name)
    else:
        kind = "frameangvel" if sensor.type == "velocity" and turns else FRAME[sensor.type]
        add(model.sensors, kind, name=name, objtype="site", objname=name)
