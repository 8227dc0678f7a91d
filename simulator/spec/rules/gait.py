"""What a robot's gait must be: two legs that can place feet, postures of its joints."""

from ..models.gait import PostureSpec, find_uneven
from ..models.robot import DRIVEN, RobotSpec
from ..reading.report import Report
from ..suggest import nearest
from .joint import tell_outside

LEAST = 6  # joints of a leg that places its foot anywhere


def check_gait(report: Report, robot: RobotSpec) -> None:
    """Check a robot's gait, where it has one and its keys are sound."""
    gait = robot.gait
    if gait is None or not report.is_sound(("gait",)):
        return
    for side in ("left", "right"):
        _check_leg(report, robot, side, getattr(gait, side).link)
    if gait.left.link == gait.right.link:
        report.add(("gait", "right", "link"), "E426", "both feet are the same link")
    if not gait.postures:
        report.add(("gait", "postures"), "E426", "a gait needs a posture at least", key=True)
    for key, message in find_uneven(gait):
        report.add(("gait", key), "E426", message)
    for name, posture in gait.postures.items():
        _check_posture(report, robot, name, posture)


def _check_leg(report: Report, robot: RobotSpec, side: str, link: str) -> None:
    carriers = {joint.child: joint for joint in reversed(robot.joints.values())}
    count = 0
    for _ in robot.links:  # no longer than the robot, even where joints form a ring
        joint = carriers.get(link)
        if joint is None:
            break
        count += joint.type in DRIVEN
        link = joint.parent
    if count < LEAST:
        message = f"the {side} leg has {count} joints; a foot needs {LEAST} to be placed anywhere"
        report.add(("gait", side, "link"), "E426", message)


def _check_posture(report: Report, robot: RobotSpec, name: str, posture: PostureSpec) -> None:
    for joint_name, position in posture.joints.items():
        path = ("gait", "postures", name, "joints", joint_name)
        joint = robot.joints.get(joint_name)
        if joint is None:
            message = f"the robot has no joint {joint_name!r}"
            report.add(path, "E401", message, nearest(joint_name, robot.joints), key=True)
        elif joint.type not in DRIVEN:
            report.add(path, "E404", f"a {joint.type} joint has no position", key=True)
        elif joint.limit and not joint.limit[0] - 1e-9 <= position <= joint.limit[1] + 1e-9:
            report.add(path, "E405", tell_outside(report, path, joint, position))
