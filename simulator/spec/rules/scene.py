"""What a scene must be, beyond types: robots and props with names of their own, start poses."""

import math
from collections.abc import Mapping

from .. import units
from ..errors import KeyPath
from ..models.robot import DRIVEN, JointSpec, RobotSpec
from ..models.scene import PropSpec, RobotPlacement, SceneSpec, ViewSpec
from ..naming import names
from ..naming.bodies import GROUND, robot_name
from ..naming.materials import Table
from ..naming.references import unknown
from ..reading.report import Report
from ..reading.syntax import Node
from ..reading.translate import follow
from ..suggest import nearest
from .joint import tell_outside
from .part import check_material, check_part, check_shape
from .robot import check_feet, check_sensor, check_unit

ROUNDED = 1e-4  # beyond a limit by as much as four decimals of radians lose [rad, m]
NEAREST = 1e-3  # [m] from the free camera to what it looks at


def check_scene(report: Report, scene: SceneSpec) -> None:
    """Check a scene whose placements have their robots' specs (None: faulty, not checked)."""
    _check_names(report, scene)
    for row, placement in enumerate(scene.robots):
        if report.is_sound(("robots", row)) and placement.spec is not None:
            check_start(report, ("robots", row, "joints"), placement.joints, placement.spec)
            _check_motion(report, ("robots", row), placement, placement.spec)
    for name, material in scene.materials.items():
        if report.is_sound(("materials", name)):
            check_material(report, ("materials", name), material)
    for row, prop in enumerate(scene.props):
        if report.is_sound(("props", row)):
            check_prop(report, ("props", row), prop, scene.materials)
    for row, shape in enumerate(scene.terrain):
        if "terrain" in scene.model_fields_set and report.is_sound(("terrain", row)):
            check_shape(report, ("terrain", row), shape, False)
    for name, sensor in scene.sensors.items():
        if report.is_sound(("sensors", name)):
            check_sensor(report, ("sensors", name), sensor)
            owner = (sensor.link or "").partition(".")[0]
            found = [place.spec for place in scene.robots if robot_name(place) == owner]
            if found != [None]:  # a faulty robot file is not judged
                check_feet(report, ("sensors", name), sensor, found[0] if found else None)
    if report.is_sound(("camera",)):
        _check_view(report, scene.camera)


def _check_view(report: Report, view: ViewSpec) -> None:
    """Check that the free camera looks in some direction."""
    if math.dist(view.eye, view.target) < NEAREST:
        message = "the camera is where it looks: move `eye` or `target`"
        report.add(("camera",), "E406", message, key=True)


def check_prop(report: Report, path: KeyPath, prop: PropSpec, *tables: Table) -> None:
    """Check a thing, as `check_part` does, and that it moves or stays as it is told to.

    What moves has a shape, where it has all that types and mass need; what is fixed does not start
    with a velocity.
    """
    check_part(report, path, prop, *tables)
    is_bare = not prop.fixed and not prop.all_shapes and not prop.visuals
    if is_bare and report.is_sound(path):
        message = "it moves but has no shape: unseen, it falls for ever; give it a `shape`"
        report.add(path, "E503", message, key=True)
    for key in ("velocity", "spin"):
        if prop.fixed and any(getattr(prop, key)):
            message = f"it is fixed: leave out `{key}`, or `fixed`"
            report.add((*path, key), "E504", message, key=True)


def _check_names(report: Report, scene: SceneSpec) -> None:
    taken = {GROUND: "the ground"}
    for row, placement in enumerate(scene.robots):
        if not report.is_sound(("robots", row)):
            continue
        name = robot_name(placement)
        key = ("robots", row, "name" if placement.name else "file")
        if placement.name is None and not _is_name(name):
            message = f"the folder's name {name!r} cannot be the robot's name; give it a `name`"
            report.add(key, "E502", message)
        _take(report, taken, name, key, "a robot")
    for row, prop in enumerate(scene.props):
        _take(report, taken, prop.name, ("props", row, "name"), "a prop")


def _is_name(name: str) -> bool:
    return name.isidentifier() and len(name) <= 64


def _take(report: Report, taken: dict[str, str], name: str, path: KeyPath, what: str) -> None:
    if name in taken:
        message = f"the name {name!r} is taken by {taken[name]}; give this one another `name`"
        report.add(path, "E501", message)
    taken.setdefault(name, what)


def check_start(
    report: Report, path: KeyPath, joints: Mapping[str, float], robot: RobotSpec
) -> None:
    """Check the joint positions that a robot starts with in a scene or an exercise."""
    for name, start in joints.items():
        joint = _find_driven(report, (*path, name), "position", robot)
        if joint is not None:
            _check_inside(report, (*path, name), joint, start)


def _check_motion(
    report: Report, path: KeyPath, placement: RobotPlacement, robot: RobotSpec
) -> None:
    """Check how a robot moves at the start: not where it is fixed, and joints that have a speed."""
    fixed = next((name for name, link in robot.links.items() if link.fixed), None)
    for key in ("velocity", "spin"):
        if fixed is not None and any(getattr(placement, key)):
            message = f"its link {fixed!r} is fixed: leave out `{key}`"
            report.add((*path, key), "E504", message, key=True)
    for name in placement.speeds:
        _find_driven(report, (*path, "speeds", name), "speed", robot)
    if report.is_sound((*path, "speeds")):
        _check_followers(report, (*path, "speeds"), placement.speeds, robot)


def _check_followers(
    report: Report, path: KeyPath, speeds: Mapping[str, float], robot: RobotSpec
) -> None:
    """Check that joints on one motor start in the ratio in which it turns them."""
    first: dict[str, tuple[str, float]] = {}  # by motor: a joint, the speed of one of ratio 1
    moved = [(name, motor.joint, 1.0) for name, motor in robot.motors.items()]
    moved += [(each.motor, each.joint, each.ratio) for each in robot.repeaters.values()]
    for motor, name, ratio in moved:
        if name is None or name not in speeds or ratio == 0.0:
            continue
        leader, rate = first.setdefault(motor, (name, speeds[name] / ratio))
        if abs(speeds[name] - ratio * rate) > ROUNDED * max(1.0, abs(ratio * rate)):
            linear = robot.joints[name].type == "prismatic"
            size, unit = report.unit((*path, name), "m/s" if linear else "rad/s")
            message = f"it follows {leader!r}, whose speed makes this {ratio * rate / size:.7g} "
            report.add((*path, name), "E405", f"{message}{unit}; leave that out")


def _find_driven(report: Report, path: KeyPath, what: str, robot: RobotSpec) -> JointSpec | None:
    """Return the joint that the last key of `path` names, if it has such a position or speed."""
    key, name = str(path[-2]), str(path[-1])
    joint = robot.joints.get(name)
    if joint is None and (parts := units.split_key(name, robot.joints)):
        message = f"the unit goes to the key: `{key}_{parts[1]}: {{{parts[0]}: ...}}`"
        report.add(path, "E308", message, key=True)
    elif joint is None:
        message = f"the robot has no joint {name!r}"
        report.add(path, "E401", message, nearest(name, robot.joints), key=True)
    elif joint.type not in DRIVEN:
        report.add(path, "E404", f"a {joint.type} joint has no {what} to start at", key=True)
    else:
        check_unit(report, path, joint.type, key)
    return joint if joint is not None and report.is_sound(path) else None


def _check_inside(report: Report, path: KeyPath, joint: JointSpec, start: float) -> None:
    if joint.limit is None or joint.limit[0] - ROUNDED <= start <= joint.limit[1] + ROUNDED:
        return
    report.add(path, "E405", tell_outside(report, path, joint, start, "the start "))


def check_robot_in_scene(report: Report, robot: RobotSpec, tree: Node, bodies: list[str]) -> None:
    """Check what a robot's sensors measure of other bodies; its own links may go without prefix."""
    own = list(names.section(tree, "links"))
    for name, sensor in robot.sensors.items():
        path = ("sensors", name, "to")
        if sensor.to is not None and sensor.to not in (*own, *bodies):
            node = follow(tree, path)[1]
            report.problems.append(unknown(node, "body", [*own, *bodies], path))
