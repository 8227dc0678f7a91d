"""From a scene's robots to the tables of joints, motors, brakes and suction, and their islands."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import length, times, unit
from simulator.spec.models.robot import DRIVEN, JointSpec, MotorSpec, RobotSpec
from simulator.spec.models.scene import RobotPlacement, SceneSpec
from simulator.spec.naming import bodies as body_list
from simulator.spec.naming.bodies import Body

from ..bodies.tables import Bodies, Brakes, Joints, Motors, Suction
from . import joint, motor
from .grouping import Follower, Link

Array = NDArray[np.float64]
Rows = Mapping[str, int]
ASSEMBLED = 1e-6  # a child this near its joint's frame is carried by it [m, rad]


class BuildError(ValueError):
    """A scene that cannot be simulated as written; the text says what to change."""


class Attachment(NamedTuple):
    """Where a joint sits in its two bodies: anchors and axes in the bodies' own frames."""

    anchor_parent: Array
    anchor_child: Array
    frame_parent: Array
    frame_child: Array


def list_robots(scene: SceneSpec) -> Iterator[tuple[str, RobotPlacement, RobotSpec]]:
    """Yield each robot's name, placement and file."""
    for placement in scene.robots:
        assert placement.spec is not None
        yield body_list.robot_name(placement), placement, placement.spec


def build_joints(scene: SceneSpec, body_rows: Rows, placed: list[Body], bodies: Bodies) -> Joints:
    """Return the table of joints at their start positions."""
    count = sum(len(robot.joints) for _, _, robot in list_robots(scene))
    table = _empty(count)
    row = 0
    for prefix, placement, robot in list_robots(scene):
        for name, spec in robot.joints.items():
            parent = body_rows[f"{prefix}.{spec.parent}"]
            child = body_rows[f"{prefix}.{spec.child}"]
            start = placement.joints.get(name, spec.start) if spec.type in DRIVEN else 0.0
            place = _attach(spec, placed[parent], placed[child], start)
            table.parent[row], table.child[row] = parent, child
            table.anchor_parent[row] = place.anchor_parent - bodies.centre[parent]
            table.anchor_child[row] = place.anchor_child - bodies.centre[child]
            table.frame_parent[row], table.frame_child[row] = place.frame_parent, place.frame_child
            table.anchor[row] = placed[parent].position + times(
                placed[parent].rotation, place.anchor_parent
            )
            _fill(table, row, spec, start)
            row += 1
    return table


def _empty(n: int) -> Joints:
    return Joints(
        kind=np.zeros(n, np.int32),
        parent=np.zeros(n, np.int32),
        child=np.zeros(n, np.int32),
        anchor_parent=np.zeros((n, 3)),
        anchor_child=np.zeros((n, 3)),
        frame_parent=np.zeros((n, 3, 3)),
        frame_child=np.zeros((n, 3, 3)),
        limit=np.tile([-np.inf, np.inf], (n, 1)),
        friction=np.zeros(n),
        damping=np.zeros(n),
        grip=np.zeros(n),
        motor=np.full(n, -1, np.int32),
        ratio=np.zeros(n),
        start=np.zeros(n),
        position=np.zeros(n),
        speed=np.zeros(n),
        anchor=np.zeros((n, 3)),
        reaction=np.zeros((n, 3)),
        taut=np.zeros(n),
        state=np.full((n, 6), joint.RIGID, np.int32),
        known=np.zeros((n, 7), np.int32),
        circle=np.zeros((n, 2)),
        frame=np.zeros((n, 3, 3)),
        error=np.zeros((n, 6)),
        after=np.zeros((n, 6)),
        bend=np.zeros((n, 6)),
        target=np.zeros(n),
        conductance=np.zeros((n, 6)),
        effort=np.zeros((n, 6)),
        reached=np.zeros((n, 6)),
        wanted=np.zeros((n, 6)),
    )


def _fill(table: Joints, row: int, spec: JointSpec, start: float) -> None:
    kind = joint.KINDS.index(spec.type)
    table.kind[row] = kind
    table.friction[row], table.damping[row] = spec.friction, spec.damping
    table.position[row] = table.start[row] = start
    first = joint.FIRST_MOVABLE[kind]
    table.state[row, first:] = joint.STICK if spec.friction > 0.0 else joint.FORWARD
    if spec.limit is not None and spec.type in DRIVEN:
        table.limit[row] = spec.limit


def _attach(spec: JointSpec, parent: Body, child: Body, start: float) -> Attachment:
    """Return where a joint sits; a loop joint ties its child where the child's own joint put it."""
    frame = body_list.rotation_of(spec.rpy)
    axes = _axes(spec)
    anchor, carried = np.array(spec.at, float), np.zeros(3)
    axis = unit(spec.axis)
    turn, reach = np.eye(3), np.zeros(3)
    if spec.type == "revolute":
        turn = body_list.rotation_about(axis, start)
    elif spec.type == "prismatic":
        reach = times(frame, axis) * start
    position = parent.position + times(parent.rotation, anchor + reach)
    rotation = times(parent.rotation, frame, turn)
    gap = np.abs(position - child.position).max()
    if max(gap, np.abs(rotation - child.rotation).max()) < ASSEMBLED:
        return Attachment(anchor, carried, times(frame, axes), axes)
    back = child.rotation.T
    carried = times(back, position - child.position)
    return Attachment(anchor, carried, times(frame, axes), times(back, rotation, axes))


def _axes(spec: JointSpec) -> Array:
    """Return a right-handed (3, 3) whose last column is the joint's axis.

    A universal joint's middle column is its second axis, made square to the first.
    """
    axis = unit(spec.axis)
    guess = np.array(spec.axis2, float) if spec.type == "universal" else np.eye(3)[1]
    if length(np.cross(guess, axis)) < 1e-6 * length(guess):
        guess = np.eye(3)[int(np.argmin(np.abs(axis)))]
    first = unit(np.cross(guess, axis))
    return np.stack([first, np.cross(axis, first), axis], axis=1)


def build_motors(
    scene: SceneSpec, joint_rows: Rows, joints: Joints
) -> tuple[Motors, list[Follower]]:
    """Return the table of motors and the joints that follow others; ties motors to `joints`.

    Raises:
        BuildError: a motor without inertia, two drives on one joint.
    """
    rows: list[tuple[MotorSpec, int]] = []
    followers: list[Follower] = []
    for prefix, _, robot in list_robots(scene):
        for name, spec in robot.motors.items():
            driven = [(f"{prefix}.{spec.joint}", 1.0)] if spec.joint else []
            driven += [
                (f"{prefix}.{other.joint}", other.ratio)
                for other in robot.repeaters.values()
                if other.motor == name and other.ratio != 0.0
            ]
            leader = joint_rows[driven[0][0]] if driven else -1
            for called, ratio in driven:
                _tie(joints, joint_rows[called], len(rows), ratio / spec.gear_ratio, called)
            followers += [
                Follower(j, leader, joints.ratio[j] / joints.ratio[leader])
                for j in (joint_rows[called] for called, _ in driven[1:])
            ]
            if leader >= 0:
                joints.damping[leader] += spec.bearing_friction
            rows.append((spec, leader))
            _rotor_inertia(spec, f"{prefix}.{name}")
        followers += [
            Follower(joint_rows[f"{prefix}.{name}"], joint_rows[f"{prefix}.{to.joint}"], to.ratio)
            for name, to in ((name, spec.follow) for name, spec in robot.joints.items())
            if to is not None
        ]
    return _pack_motors(rows), followers


def _tie(joints: Joints, row: int, motor: int, ratio: float, name: str) -> None:
    if joints.motor[row] >= 0:
        raise BuildError(f"{name}: two motors or repeaters drive this joint; keep one")
    joints.motor[row], joints.ratio[row] = motor, ratio


def _rotor_inertia(spec: MotorSpec, name: str) -> float:
    """Return I_m, or M t_m / w0 where the datasheet has the time constant; 0 without a rotor."""
    if spec.rotor_inertia is not None:
        return spec.rotor_inertia
    if spec.time_constant is not None:
        stall = spec.stall_torque if spec.type == "dc" else spec.torque or 0.0
        return stall * spec.time_constant / spec.no_load_speed
    if spec.type == "dc":
        raise BuildError(f"{name}: give the motor `time_constant` or `rotor_inertia`")
    return 0.0


def _pack_motors(rows: list[tuple[MotorSpec, int]]) -> Motors:
    n = len(rows)
    specs = [spec for spec, _ in rows]
    dc = np.array([spec.type == "dc" for spec in specs], bool)
    torque = np.array([spec.torque or np.inf for spec in specs], float)
    return Motors(
        kind=np.array([motor.KINDS.index(spec.type) for spec in specs], np.int32),
        input=np.zeros(n),
        stall_torque=np.where(dc, [spec.stall_torque for spec in specs], torque),
        no_load_speed=np.array([spec.no_load_speed for spec in specs], float),
        inertia=np.array([_rotor_inertia(spec, "motor") for spec in specs], float),
        stall_current=np.array([spec.stall_current or 0.0 for spec in specs], float),
        joint=np.array([leader for _, leader in rows], np.int32),
        speed=np.zeros(n),
        angle=np.zeros(n),
        torque=np.zeros(n),
        implicitness=np.full(n, 0.5),
        stiffness=np.array([spec.stiffness for spec in specs], float),
        damping=np.array([spec.damping for spec in specs], float),
        limit=np.where(dc, np.inf, torque),
        span=np.zeros(n),
        conductance=np.zeros(n),
        effort=np.zeros(n),
        saturated=np.zeros(n, np.int32),
        carried=np.zeros(n),
        change=np.zeros(n),
        bend=np.zeros(n),
        target=np.zeros(n),
        drift=np.zeros(n),
        before=np.zeros(n),
        gain=np.zeros(n),
    )


def list_links(scene: SceneSpec, joints: Joints, placed: list[Body]) -> list[Link]:
    """Return the joints as the grouping needs them; call after motors are tied to them."""
    specs = [(prefix, *item) for prefix, _, r in list_robots(scene) for item in r.joints.items()]
    braked = {
        f"{prefix}.{brake.joint}"
        for prefix, _, robot in list_robots(scene)
        for brake in robot.brakes.values()
    }
    jaws = {f"{prefix}.{name}" for prefix, _, r in list_robots(scene) for name in r.gripper}
    links = []  # jaws may jam: then friction holds them
    for row, (prefix, name, spec) in enumerate(specs):
        a, b = int(joints.parent[row]), int(joints.child[row])
        axis = times(placed[a].rotation, joints.frame_parent[row][:, 2])
        busy = spec.friction > 0.0 or spec.damping > 0.0 or spec.limit is not None
        busy = busy or joints.motor[row] >= 0 or f"{prefix}.{name}" in braked
        busy = busy or spec.follow is not None or f"{prefix}.{name}" in jaws
        links.append(Link(a, b, int(joints.kind[row]), tuple(axis), not busy))
    return links


def build_brakes(scene: SceneSpec, joint_rows: Rows) -> Brakes:
    """Return the table of brakes; one that is `applied` grips until something drives its input."""
    brakes = [(f"{n}.{b.joint}", b) for n, _, r in list_robots(scene) for b in r.brakes.values()]
    return Brakes(
        input=np.array([spec.applied for _, spec in brakes], float),
        joint=np.array([joint_rows[joint] for joint, _ in brakes], np.int32),
        torque=np.array([spec.torque for _, spec in brakes], float),
    )


def build_suction(scene: SceneSpec, body_rows: Rows) -> Suction:
    """Return the table of suction; what is `applied` holds until something drives its input."""
    cups = [
        (f"{n}.{cup.link}", cup) for n, _, r in list_robots(scene) for cup in r.suction.values()
    ]
    return Suction(
        input=np.array([spec.applied for _, spec in cups], float),
        link=np.array([body_rows[link] for link, _ in cups], np.int32),
        force=np.array([spec.force for _, spec in cups], float),
        points=np.zeros(len(cups), np.int32),
    )
