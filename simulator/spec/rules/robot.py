"""What a robot must be, beyond the types of its keys and the names it refers to."""

from collections.abc import Mapping

from .. import units
from ..errors import KeyPath
from ..models.robot import DRIVEN, JointSpec, MotorSpec, RobotSpec, SensorSpec
from ..reading.report import Report
from ..suggest import nearest
from .gait import check_gait
from .graph import check_graph
from .joint import tell_outside, travel_unit
from .part import check_material, check_part
from .track import check_tracks

# what each type of sensor needs, and what else it may have
SENSOR_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "angle": (("joint",), ()),
    "speed": (("joint",), ()),
    "motor_speed": (("motor",), ()),
    "motor_torque": (("motor",), ()),
    "current": (("motor",), ()),
    "position": (("link", "axis"), ("at",)),
    "velocity": (("link", "axis"), ("at", "local")),
    "attitude": (("link", "axis"), ()),
    "distance": (("link",), ("at", "direction", "range")),
    "contact_force": (("link",), ("axis", "local")),
    "separation": (("link", "to"), ("at",)),
    "dosimeter": (("link",), ("at", "sensitivity")),
    "zmp": (("link", "axis"), ("local",)),
    "centre_of_mass": (("link", "axis"), ("local",)),
    "stability_margin": (("link",), ("of",)),
}
# what each type of motor needs, and what else it may have
ROTOR = ("time_constant", "rotor_inertia")
MOTOR_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "dc": (("stall_torque", "no_load_speed"), (*ROTOR, "gear_ratio", "voltage", "stall_current")),
    "servo": (("stiffness",), ("damping", "torque", "no_load_speed", *ROTOR)),
    "speed": (("damping",), ("torque",)),
    "torque": (("torque",), ()),
}
LABELLED = (
    "links", "joints", "motors", "brakes", "suction", "tracks", "sensors", "cameras", "lamps",
)  # fmt: skip
ANGLES = ("roll", "pitch", "yaw")
STANDING = ("zmp", "centre_of_mass", "stability_margin")  # sensors of a robot with feet


def check_robot(report: Report, robot: RobotSpec) -> None:
    """Check a robot; entries with a problem of their own are left out."""
    are_placed = check_graph(report)
    for name, material in robot.materials.items():
        if report.is_sound(("materials", name)):
            check_material(report, ("materials", name), material)
    for name, link in robot.links.items():
        if report.is_sound(("links", name)):
            check_part(report, ("links", name), link, robot.materials)
    for name, joint in robot.joints.items():
        if report.is_sound(("joints", name)):
            _check_joint(report, ("joints", name), joint)
    for name, motor in robot.motors.items():
        if report.is_sound(("motors", name)):
            _check_motor(report, name, motor, robot)
    _check_followers(report, robot)
    _check_suction(report, robot)
    _check_drives(report, robot)
    _check_targets(report, robot)
    if are_placed:
        check_tracks(report, robot)
        check_gait(report, robot)
    for name, sensor in robot.sensors.items():
        if report.is_sound(("sensors", name)):
            check_sensor(report, ("sensors", name), sensor)
            check_feet(report, ("sensors", name), sensor, robot)
    parts = sorted({name for section in LABELLED for name in getattr(robot, section)})
    for name in robot.labels:
        is_whole = all(report.is_sound((section, name)) for section in LABELLED)
        if name not in parts and is_whole and not report.lacks_section:
            message = f"the robot has nothing called {name!r}"
            report.add(("labels", name), "E401", message, nearest(name, parts), key=True)


def _check_joint(report: Report, path: KeyPath, joint: JointSpec) -> None:
    for key in ("limit", "start", "friction", "damping"):
        check_unit(report, (*path, key), joint.type, key)
    if joint.type == "fixed":
        for key in joint.model_fields_set & {"limit", "start", "friction", "damping"}:
            report.add((*path, key), "E404", f"a fixed joint has no {key}", key=True)
        return
    if joint.type not in DRIVEN:
        for key in joint.model_fields_set & {"limit", "start"}:
            message = f"a {joint.type} joint has no {key}; only revolute and prismatic ones do"
            report.add((*path, key), "E404", message, key=True)
    elif joint.limit is not None and all(
        map(report.is_sound, ((*path, "limit"), (*path, "start")))
    ):
        _check_limit(report, path, joint, joint.limit)
    if joint.type == "universal":
        along = sum(a * b for a, b in zip(joint.axis, joint.axis2, strict=True))
        if abs(along) > 0.999:
            report.add(path, "E406", "axis and axis2 of a universal joint must not be parallel")


def _check_limit(
    report: Report, path: KeyPath, joint: JointSpec, limit: tuple[float, float]
) -> None:
    low, high = limit
    if low > high:
        size, unit = report.unit((*path, "limit"), travel_unit(joint))
        message = f"the lower limit {low / size:.7g} {unit} is above the upper one, "
        message += f"{high / size:.7g} {unit}"
        report.add((*path, "limit"), "E404", message)
    elif not low - 1e-9 <= joint.start <= high + 1e-9:
        given = "start" in joint.model_fields_set
        place = (*path, "start" if given else "limit")
        message = tell_outside(report, place, joint, joint.start, "the start ")
        report.add(place, "E405", message if given else f"{message}; give `start`")


def check_unit(report: Report, path: KeyPath, joint_type: str, key: str) -> None:
    """Check that a number's unit suffix fits its joint: metres slide, radians turn."""
    suffix = report.suffix(path)
    if suffix is None or joint_type not in DRIVEN:
        return
    symbol = {
        "friction": ("N*m", "N"), "torque": ("N*m", "N"), "stiffness": ("N*m/rad", "N/m"),
        "damping": ("N*m*s/rad", "N*s/m"), "gear_ratio": ("rad/rad", "rad/m"),
        "speeds": ("rad/s", "m/s"),
    }.get(key, ("rad", "m"))[joint_type == "prismatic"]  # fmt: skip
    if not units.fits(suffix, symbol):
        example = {"rad": "deg", "m": "mm", "rad/s": "rpm"}.get(symbol) or next(
            iter(units.fitting(symbol)), ""
        )
        message = f"wrong unit: {key}_{suffix} on a {joint_type} joint; "
        message += f"use {key}_{example}, or {key} in {symbol}"
        report.add(path, "E308", message, key=True)


PUSHES = {"servo": "stiffness", "speed": "damping"}  # per way or speed that is missing


def _check_motor(report: Report, name: str, motor: MotorSpec, robot: RobotSpec) -> None:
    path = ("motors", name)
    _check_keys(report, path, "motor", motor, MOTOR_KEYS, ("joint", "bearing_friction"))
    joint = robot.joints.get(motor.joint or "")
    for key in ("stiffness", "damping", "torque"):
        check_unit(report, (*path, key), joint.type if joint else "", key)
    if motor.type == "servo":
        _check_line(report, path, motor, joint)
    key = PUSHES.get(motor.type, "")
    if key in motor.model_fields_set and getattr(motor, key) == 0.0:
        message = f"a motor of type {motor.type} pushes by its `{key}`: with 0 its input does "
        message += "nothing; give more"
        report.add((*path, key), "E413", message)
    rotors = (motor.time_constant is not None) + (motor.rotor_inertia is not None)
    if (motor.type == "dc" and rotors != 1) or (motor.type == "servo" and rotors == 2):
        has = "both" if rotors else "neither"
        message = f"a motor needs exactly one of time_constant, rotor_inertia; it has {has}"
        report.add(path, "E410", message, key=True)
    followers = any(repeater.motor == name for repeater in robot.repeaters.values())
    if motor.joint is None and not followers and report.is_sound(("repeaters",)):
        message = "the motor drives nothing: give it a `joint`, or a repeater"
        report.add(path, "E411", message, key=True)


def _check_line(report: Report, path: KeyPath, motor: MotorSpec, joint: JointSpec | None) -> None:
    """Check a servo's torque-speed line: its torque at rest, its speed without load, its rotor."""
    given = motor.model_fields_set
    if "no_load_speed" not in given:
        if "damping" not in given:
            message = "a motor of type servo needs `damping`, or `no_load_speed` beside `torque`"
            report.add(path, "E413", message, key=True)
        elif rotor := next((key for key in ROTOR if key in given), None):
            message = f"a motor of type servo with `{rotor}` needs `no_load_speed`"
            report.add(path, "E413", message, key=True)
    elif motor.torque is None:
        message = "a motor of type servo with `no_load_speed` needs `torque`"
        report.add(path, "E413", message, key=True)
    elif joint is not None and joint.type == "prismatic":
        message = "a servo of a prismatic joint does not use `no_load_speed`; use `damping`"
        report.add((*path, "no_load_speed"), "E414", message, key=True)


def _check_followers(report: Report, robot: RobotSpec) -> None:
    for name, repeater in robot.repeaters.items():
        path = ("repeaters", name)
        if not report.is_sound(path):
            continue
        motor = robot.motors.get(repeater.motor)
        if motor is not None and motor.joint == repeater.joint:
            message = f"{repeater.motor} drives {repeater.joint} already; a repeater would fight it"
            report.add((*path, "joint"), "E417", message)
        if repeater.ratio == 0:
            report.add((*path, "ratio"), "E417", "a repeater's ratio cannot be zero")
    for name, brake in robot.brakes.items():
        joint = robot.joints.get(brake.joint)
        if joint is None or not report.is_sound(("brakes", name)):
            continue
        check_unit(report, ("brakes", name, "torque"), joint.type, "torque")


def _check_suction(report: Report, robot: RobotSpec) -> None:
    """What holds has to touch: its link has a shape that collides."""
    for name, suction in robot.suction.items():
        link = robot.links.get(suction.link)
        if link is None or not report.is_sound(("links", suction.link)):
            continue
        if not link.collides or not link.all_shapes:
            message = f"{suction.link} touches nothing: give it a shape, and `collides: true`"
            report.add(("suction", name, "link"), "E430", message)


def _check_drives(report: Report, robot: RobotSpec) -> None:
    """A joint is driven by one motor or by one repeater; one that cannot be is told once."""
    drives = [("motors", name, motor.joint) for name, motor in robot.motors.items()]
    drives += [("repeaters", name, found.joint) for name, found in robot.repeaters.items()]
    drives += [("brakes", name, found.joint) for name, found in robot.brakes.items()]
    taken: dict[str, str] = {}
    for section, name, joint in drives:
        path = (section, name, "joint")
        found = robot.joints.get(joint) if joint else None
        if joint is None or found is None or not report.is_sound(path):
            continue
        if found.type in DRIVEN and joint in taken and section != "brakes":
            message = f"{taken[joint]} drives {joint} already; a joint has one motor or repeater"
            report.add(path, "E429", message)
        elif found.type not in DRIVEN and joint not in taken:
            message = f"{joint} is a {found.type} joint; only revolute and prismatic ones can be "
            message += "braked" if section == "brakes" else "driven"
            report.add(path, "E411", message)
        taken.setdefault(joint, name)


def _check_targets(report: Report, robot: RobotSpec) -> None:
    """Motors, brakes, suction and lamps are driven by name: no two may share one."""
    taken: dict[str, str] = {}
    for section in ("motors", "brakes", "suction", "lamps"):
        for name in getattr(robot, section):
            if name in taken:
                message = f"{taken[name]} has a {name!r} too; outputs could not tell them apart"
                report.add((section, name), "E416", message, key=True)
            taken.setdefault(name, section)


def check_sensor(report: Report, path: KeyPath, sensor: SensorSpec) -> None:
    """Check that a sensor has what its type needs and nothing that its type ignores."""
    _check_keys(report, path, "sensor", sensor, SENSOR_KEYS)
    if sensor.type == "contact_force" and sensor.local and sensor.axis is None:
        message = "the sum of all pushes has no direction; give the `axis` to measure along"
        report.add((*path, "local"), "E413", message, key=True)
    if sensor.type == "attitude" and sensor.axis not in (None, *ANGLES):
        report.add((*path, "axis"), "E413", "attitude is measured along roll, pitch or yaw")
    if sensor.type in (*STANDING, "contact_force") and sensor.axis in ANGLES:
        report.add((*path, "axis"), "E413", f"{sensor.type} is measured along x, y or z")


def check_feet(report: Report, path: KeyPath, sensor: SensorSpec, robot: RobotSpec | None) -> None:
    """Check that what a sensor of balance measures stands on feet."""
    if sensor.type in STANDING and (robot is None or not robot.feet):
        message = f"{sensor.link} is no link of a robot with `feet`; list them in its file"
        report.add((*path, "link"), "E425", message)


def _check_keys(
    report: Report,
    path: KeyPath,
    what: str,
    spec: SensorSpec | MotorSpec,
    keys: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]],
    always: tuple[str, ...] = (),
) -> None:
    """Check that a thing has what its type needs and nothing that its type ignores."""
    needed, allowed = keys[spec.type]
    given = {key for key in spec.model_fields_set if getattr(spec, key) is not None}
    for key in needed:
        if key not in given:
            report.add(path, "E413", f"a {what} of type {spec.type} needs `{key}`", key=True)
    for key in sorted(spec.model_fields_set - {"type", *always, *needed, *allowed}):
        message = f"a {what} of type {spec.type} does not use `{key}`"
        report.add((*path, key), "E414", message, key=True)
