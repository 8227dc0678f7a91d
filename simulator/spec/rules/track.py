"""What a robot's tracks must be, beyond the types of their keys and the names they refer to."""

import numpy as np

from simulator.exact.products import dot, length, times

from ..models.robot import RobotSpec
from ..models.scene import RobotPlacement
from ..naming.bodies import Array, link_poses
from ..reading.report import Report
from ..tracks.links import link_name, pin_name
from ..tracks.plan import PARALLEL, Plan, TrackError, is_complete, list_joints, plan_track

SAME = 1e-3  # [m] tracks so near are in one plane: round one axle, say


def check_tracks(report: Report, robot: RobotSpec) -> None:
    """Check that each track can be built round its wheels, and that no name is in its way."""
    placement = RobotPlacement(file="robot/robot.yaml", spec=robot)
    plans: dict[str, Plan] = {}
    for name, track in robot.tracks.items():
        path = ("tracks", name)
        if not is_complete(robot, track) or not report.is_sound(path):
            continue
        joints = [joint for _, joint in list_joints(track)]
        parts = [("joints", joint) for joint in joints]
        parts += [("links", robot.joints[joint].child) for joint in joints]
        if not all(map(report.is_sound, parts)):
            continue
        try:
            plan = plan_track(placement, track)
        except TrackError as error:
            report.add((*path, *error.path), error.code, str(error), key=not error.path)
            continue
        for other, there in plans.items():
            shared = [wheel for wheel in plan.wheels if wheel in there.wheels]
            if len(shared) > 1:  # one may be the axle that two tracks share
                message = f"{other} goes round {' and '.join(shared)} already: take one track out"
                report.add(path, "E418", message, key=True)
                break
        plans[name] = plan
        for row in range(len(plan.pins)):
            _check_free(report, "links", link_name(name, row), robot.links)
            _check_free(report, "joints", pin_name(name, row), robot.joints)
    if len(plans) > 1:
        _check_widths(report, placement, plans)


def _check_widths(report: Report, placement: RobotPlacement, plans: dict[str, Plan]) -> None:
    """Check that no `width` reaches into a track beside: a robot's tracks go through each other."""
    robot, poses = placement.spec, link_poses(placement)
    assert robot is not None
    for name, plan in plans.items():
        width = robot.tracks[name].width
        for other, beside in plans.items():
            if width is None or width < (robot.tracks[other].width or 0.0) or other == name:
                continue  # of two given widths the greater one is the mistake
            distance = _distance_beside(plan, beside, poses)
            if distance is not None and 0.5 * (plan.width + beside.width) > distance > SAME:
                message = f"{1000 * plan.width:.4g} mm reaches into {other} of "
                message += f"{1000 * beside.width:.4g} mm: their middles are "
                message += f"{1000 * distance:.4g} mm apart"
                report.add(("tracks", name, "width"), "E427", message)
                break


def _distance_beside(one: Plan, two: Plan, poses: dict[str, tuple[Array, Array]]) -> float | None:
    """Return how far apart two tracks run side by side [m], None where they do not."""
    (_, turn), (_, turn_two) = poses[one.carrier], poses[two.carrier]
    axis = times(turn, one.frame[:, 1])
    if length(np.cross(axis, times(turn_two, two.frame[:, 1]))) > PARALLEL:
        return None
    here, there = (_place_pins(plan, poses) for plan in (one, two))
    for side in (times(turn, one.frame[:, 0]), times(turn, one.frame[:, 2])):
        own, other = times(here, side), times(there, side)
        if own.max() < other.min() or other.max() < own.min():
            return None
    return abs(dot(here[0] - there[0], axis))


def _place_pins(plan: Plan, poses: dict[str, tuple[Array, Array]]) -> Array:
    """Return the (n, 3) pins of a track at the start [m]."""
    position, turn = poses[plan.carrier]
    return position + times(plan.origin + times(plan.pins, plan.frame[:, [0, 2]].T), turn.T)


def _check_free(report: Report, section: str, name: str, taken: dict) -> None:
    if name in taken:
        message = "a track makes a part of this name; give this one another"
        report.add((section, name), "E422", message, key=True)
