"""What a robot's tracks must be, beyond the types of their keys and the names they refer to."""

from .report import Report
from .robot import RobotSpec
from .scene import RobotPlacement
from .track_plan import TrackError, is_complete, list_joints, plan_track
from .tracks import link_name, pin_name


def check_tracks(report: Report, robot: RobotSpec) -> None:
    """Check that each track can be built round its wheels, and that no name is in its way."""
    placement = RobotPlacement(file="robot/robot.yaml", spec=robot)
    round_what: dict[str, set[str]] = {}
    for name, track in robot.tracks.items():
        path = ("tracks", name)
        joints = [("joints", joint) for _, joint in list_joints(track)]
        if not is_complete(robot, track) or not all(map(report.is_sound, [path, *joints])):
            continue
        try:
            plan = plan_track(placement, track)
        except TrackError as error:
            report.add((*path, *error.path), error.code, str(error), key=not error.path)
            continue
        for other, wheels in round_what.items():
            shared = [wheel for wheel in plan.wheels if wheel in wheels]
            if len(shared) > 1:  # one may be the axle that two tracks share
                message = f"{other} goes round {' and '.join(shared)} already: take one track out"
                report.add(path, "E418", message, key=True)
                break
        round_what[name] = set(plan.wheels)
        for row in range(len(plan.pins)):
            _check_free(report, "links", link_name(name, row), robot.links)
            _check_free(report, "joints", pin_name(name, row), robot.joints)


def _check_free(report: Report, section: str, name: str, taken: dict) -> None:
    if name in taken:
        message = "a track makes a part of this name; give this one another"
        report.add((section, name), "E422", message, key=True)
