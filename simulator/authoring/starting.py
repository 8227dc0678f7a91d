"""Files to begin with: a robot, a scene or a desk that runs as it is, with remarks to change it."""

import math
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from simulator.spec import load
from simulator.spec.fields import Text
from simulator.spec.labels import part_label, plain
from simulator.spec.models.robot import JointSpec, MotorSpec, RobotSpec, find_measured
from simulator.spec.naming.fresh import fresh_name

from . import russian_names
from .new_files import StartError, check_name, refuse_existing, write_all
from .wording import inline

STARTS = Path(__file__).parent / "starts"
HOLD_KEYS = "VBNM"  # of suction
KEYS = ("QA", "WS", "ED", "RF", "TG", "YH", "UJ", "IK")  # plus and minus of the levers
MIDDLE, EDGE = 2.2, 1.8  # of the table in a scene, before the robot [m]
ROOM = 0.4  # between the two, at least [m]
TALL = 1.2  # size of a robot that the view is for [m]
NEAREST = 0.4  # share of the way to a smaller one
Named = dict[str, Any]
Measure = Callable[[RobotSpec], float]
DESK = """\
# NAME: a desk for ROBOT.
# Power, a lever for each motor, a display for each sensor. Make it yours.
#
# `simulator check consoles/NAME.yaml` tells every mistake; widgets and keys are in
# consoles/README.md, the blocks of the diagram in simulator/diagram/BLOCKS.md.
# Save while a scene with this desk is open: the running scene takes the change over.
"""


def _both(ru: str, en: str) -> dict[str, str]:
    return {"ru": ru, "en": en}


DEGREES = 57.29578
LENGTH = (1, _both("м", "m"), 3)  # scale, unit, decimals: a jaw's gap is some millimetres
SPEED = (1, _both("м/с", "m/s"), 2)
UNITS: dict[str, tuple[float, object, int]] = {
    "angle": (DEGREES, "°", 1), "speed": (DEGREES, _both("°/с", "°/s"), 1),
    "motor_speed": (9.549297, _both("об/мин", "rpm"), 1),
    "motor_torque": (1, _both("Н·м", "N m"), 1), "current": (1, _both("А", "A"), 1),
    "position": LENGTH, "velocity": SPEED, "attitude": (DEGREES, "°", 1), "distance": LENGTH,
    "contact_force": (1, _both("Н", "N"), 1), "separation": LENGTH,
    "dosimeter": (3.6e6, _both("мЗв/ч", "mSv/h"), 3),
    "zmp": LENGTH, "centre_of_mass": LENGTH, "stability_margin": LENGTH,
}  # fmt: skip
USUAL = {"scale": 1, "decimals": 1}  # which need not be written
FORCE = (1, _both("Н", "N"), 1)
SLIDES = {  # of a prismatic joint, or an ideal drive of one
    **UNITS, "angle": LENGTH, "speed": SPEED, "motor_speed": SPEED, "motor_torque": FORCE
}  # fmt: skip
GROUPS = {
    "power": _both("ПИТАНИЕ", "POWER"),
    "drives": _both("ПРИВОДЫ", "DRIVES"),
    "readings": _both("ПРИБОРЫ", "READINGS"),
}
REMARKS = {
    "groups": "Cards of the desk, from the left.",
    "panel": "Controls make signals of their name; indicators show what `outputs` gives them.",
    "diagram": "The functional diagram: a motor gets its lever's value while there is power,\n"
    "# else nothing; a servo then stays where its joint starts.",
    "outputs": "Which signal drives which motor, brake, suction cup, lamp or display.",
}


class Asked(NamedTuple):
    """What is known of a robot beside its file: of its motors, by motor [rad or m, s], its base."""

    rates: Mapping[str, float] = MappingProxyType({})  # how fast targets of servos move
    accelerations: Mapping[str, float] = MappingProxyType({})  # how fast those speed up
    rests: Mapping[str, float] = MappingProxyType({})  # where servos rest that have no lever
    reaches: Mapping[str, tuple[float, float]] = MappingProxyType({})  # of levers without a limit
    height: float | None = None  # of its base at the start, at least [m]; None: as it stands
    rpy: tuple[float, float, float] = (0.0, 0.0, 0.0)  # of its base at the start [rad]


NOTHING = Asked()


def start(
    kind: str,
    name: str,
    folder: Path,
    robot: Path | None = None,
    stand: Measure = lambda robot: 0.0,
    reach: Measure = lambda robot: 0.0,
    rise: Measure = lambda robot: TALL,
    asked: Asked = NOTHING,
) -> list[Path]:
    """Write a robot, a scene or a console to begin with, and what it needs to run; return them.

    Args:
        kind: "robot" (with a desk and a scene), "scene" (with a desk), "console" (with a scene).
        name: Of the files, and of the robot.
        folder: The project's folder.
        robot: A robot file that the scene or desk is for; without one there is a room.
        stand: Returns how high the base of a robot is that stands on the floor [m].
        reach: Returns how far a robot reaches forward from its base [m].
        rise: Returns how high a robot reaches above its base [m].
        asked: Of its motors by the desk, and where it starts.

    Raises:
        StartError: The name is none, a file of it is there already, or the robot's file is
            outside the project.
        SpecErrors: The robot's file has mistakes.
        OSError: A file cannot be written; none is there then.
    """
    check_name(name)
    texts: dict[Path, str] = {}
    if kind == "robot":
        robot = folder / "robots" / name / "robot.yaml"
        texts[robot] = _read("robot", name)
        refuse_existing([robot])
    console, scene = folder / "consoles" / f"{name}.yaml", folder / "scenes" / f"{name}.yaml"
    goes_alone = kind == "console" and scene.exists()
    refuse_existing([console] if goes_alone else [console, scene])
    height = front = 0.0
    size = TALL
    if robot is None:
        texts[console] = _read("room", name)
    else:
        spec = _load(texts.get(robot), robot)
        texts[console] = write_desk(spec, name, _place_in(folder, robot), asked)
        height, front = max(stand(spec), asked.height or 0.0), reach(spec)
        size = max(height + rise(spec), front)
    if not goes_alone:
        texts[scene] = _set_back(_write_scene(name, robot, scene, height, asked.rpy), front, size)
    return write_all({path: text.encode("utf-8") for path, text in texts.items()})


def adopt(name: str, folder: Path, text: str, files: Mapping[str, bytes]) -> list[Path]:
    """Write a robot's file that is there as a text, and those that it names; return them.

    Args:
        name: Of the robot.
        folder: The project's folder.
        text: Of the robot's file.
        files: Other files by their path beside it.

    Raises:
        StartError: The name is none, or a file of it, its desk's or its scene's is there already.
        OSError: A file cannot be written; none is there then.
    """
    check_name(name)
    home = folder / "robots" / name
    refuse_existing([home, *(folder / one / f"{name}.yaml" for one in ("consoles", "scenes"))])
    whole = {home / "robot.yaml": text.encode("utf-8")}
    return write_all(whole | {home / path: data for path, data in files.items()})


def _place_in(folder: Path, robot: Path) -> Path:
    """Return where in a project a robot's file lies; one elsewhere no scene of it may name."""
    root, file = Path(os.path.realpath(folder)), Path(os.path.realpath(robot))
    if not file.is_relative_to(root):
        copy = folder / "robots" / (file.parent.name or "NAME")
        raise StartError(
            f"{robot}: outside the project's folder {root}; copy the robot's folder to {copy} "
            f"and give --robot {copy / file.name}"
        )
    return file.relative_to(root)


def _read(start: str, name: str) -> str:
    text = (STARTS / f"{start}.yaml").read_text(encoding="utf-8")
    return text.replace("NAME", name)


def _load(text: str | None, robot: Path) -> RobotSpec:
    """Return a robot's spec: of its file, or of the text that is about to be one."""
    return load.load_robot(STARTS / "robot.yaml" if text is not None else robot)


def _write_scene(
    name: str, robot: Path | None, scene: Path, height: float, rpy: Sequence[float]
) -> str:
    text = _read("scene", name)
    desk = f"../consoles/{name}.yaml"
    if robot is None:
        text = re.sub(r"# Robots and.*?\n# ROBOTS\n\n", "", text, flags=re.DOTALL)
        return text.replace("# CONSOLE", f"console: {desk}")
    file = os.path.relpath(robot, scene.parent).replace(os.sep, "/")
    at: Named = {"at": [0, 0, height]} if height else {}
    at |= {"rpy": list(rpy)} if any(rpy) else {}
    robots = f"robots:\n  - {inline({'file': file, **at, 'console': desk})}"
    text = re.sub(r"# The scene's own desk.*?\n\n", "", text, flags=re.DOTALL)
    text = re.sub(r"\n  ceiling: .*", "", text)
    return text.replace("# ROBOTS", robots)


def _set_back(text: str, front: float, size: float) -> str:
    """Return a scene whose things are so far away that a robot has room, seen from as far.

    A robot of a `size` below `TALL` is seen from nearer [m].
    """
    lack = max(math.ceil(10.0 * (front + ROOM - EDGE) - 1e-6) / 10.0, 0.0)
    share = 1.0 + lack / MIDDLE if lack else min(max(size / TALL, NEAREST), 1.0)
    if share == 1.0:
        return text
    text = text.replace(f"at: [{MIDDLE:g},", f"at: [{MIDDLE + lack:g},")

    def stretch(found: re.Match[str]) -> str:
        numbers = (float(one) * share for one in found[2].split(","))
        return f"{found[1]}: [{', '.join(f'{one:.1f}' for one in numbers)}]"

    return re.sub(r"(eye|target): \[(.*?)\]", stretch, text)


def write_desk(robot: RobotSpec, name: str, file: Path, asked: Asked = NOTHING) -> str:
    """Return a console file with a lever for each motor and a display for each sensor.

    `file`: the robot's, as the first remark names it.
    """
    driven = {*robot.motors, *robot.brakes, *robot.suction, *robot.lamps}
    head = _find_head([one for one in robot.motors if one not in robot.labels])
    power_lamp = fresh_name("power_lamp", driven)  # `outputs` names both
    panel: Named = {
        "power": _widget("toggle", "power", _both("Питание", "Power"), keys=["P"]),
        power_lamp: _widget("lamp", "power", _both("Вкл", "On")),
    }
    diagram: Named = {}
    outputs: Named = {power_lamp: "power"}
    outputs |= {motor: rest for motor, rest in asked.rests.items() if rest}
    levers = [motor for motor in robot.motors if motor not in asked.rests]
    for row, motor in enumerate(levers):
        spec, title = robot.motors[motor], _title(robot, motor, head)
        panel[f"{motor}_lever"] = _lever(title, spec, robot, row, asked.reaches.get(motor))
        rest = _rest(spec, robot)
        diagram[f"{motor}_command"] = {"type": "select", "in": ["power", f"{motor}_lever", rest]}
        outputs[motor] = f"{motor}_command"
        if motor in asked.rates:
            way = {"type": "motion_profile", "in": f"{motor}_command", "rate": asked.rates[motor]}
            way["acceleration"] = asked.accelerations[motor]
            diagram[f"{motor}_way"] = way | ({"start": rest} if rest else {})
            outputs[motor] = f"{motor}_way"
    if robot.brakes:
        diagram["grip"] = {"type": "not", "in": "power"}
        outputs |= dict.fromkeys(robot.brakes, "grip")
    for row, cup in enumerate(robot.suction):
        keys = {"keys": [HOLD_KEYS[row]]} if row < len(HOLD_KEYS) else {}
        rest = float(robot.suction[cup].applied)
        keys |= {"start": 1} if rest else {}
        panel[f"{cup}_switch"] = _widget("toggle", "drives", _title(robot, cup, head), **keys)
        diagram[f"{cup}_command"] = {"type": "select", "in": ["power", f"{cup}_switch", rest]}
        outputs[cup] = f"{cup}_command"
    if robot.lamps:
        panel["lights"] = _widget("toggle", "power", _both("Свет", "Lights"), keys=["L"])
        outputs |= dict.fromkeys(robot.lamps, "lights")
    for sensor, found in robot.sensors.items():
        more = _reading(found.type, find_measured(found, robot.joints, robot.motors))
        label = _title(robot, sensor, head)
        display = fresh_name(f"{sensor}_display", driven)
        panel[display] = _widget("display", "readings", label, **more)
        outputs[display] = sensor
    groups = {
        group: {"title": title, "columns": 2}
        for group, title in GROUPS.items()
        if any(widget["group"] == group for widget in panel.values())
    }
    head = DESK.replace("NAME", name).replace("ROBOT", file.as_posix())
    title = f'\ntitle: {{ru: "{name}", en: "{name}"}}\n'
    sections = {"groups": groups, "panel": panel, "diagram": diagram, "outputs": outputs}
    return head + title + "".join(_write(*section) for section in sections.items())


def _reading(kind: str, joint: JointSpec | None) -> Named:
    """Return how a widget writes what is measured at a joint: a unit, what brings it there."""
    slides = joint is not None and joint.type == "prismatic"
    scale, unit, decimals = (SLIDES if slides else UNITS)[kind]
    found = {"unit": unit, "scale": scale, "decimals": decimals}
    return {key: value for key, value in found.items() if value != USUAL.get(key)}


def _lever(
    title: object, spec: MotorSpec, robot: RobotSpec, row: int, reach: tuple[float, float] | None
) -> dict[str, object]:
    """Return a lever that gives a motor what it takes: volts, or a servo its joint's positions."""
    lever = _widget("lever", "drives", title)
    joint = robot.joints.get(spec.joint or "")
    start = round(joint.start, 4) if spec.type == "servo" and joint is not None else 0.0
    ends = [round(end, 4) for end in (joint.limit if joint is not None else None) or reach or ()]
    if spec.type == "servo" and ends and ends[0] < ends[1] and ends[0] <= start <= ends[1]:
        lever |= {"range": ends, "start": start, **_reading("angle", joint)}
    else:
        lever["spring_return"] = True
        if spec.type == "speed" and reach and reach[0] < 0.0 < reach[1]:
            lever |= {"range": [round(end, 4) for end in reach], **_reading("speed", joint)}
        if spec.type == "dc" and spec.voltage != 1.0:
            lever["range"] = [-spec.voltage, spec.voltage]
    if row < len(KEYS):
        plus, minus = KEYS[row]
        lever["keys"] = [minus, plus]
    return lever


def _rest(spec: MotorSpec, robot: RobotSpec) -> float:
    """Return what a motor gets without power: nothing, or a servo the position it starts at."""
    joint = robot.joints.get(spec.joint or "")
    return round(joint.start, 4) if spec.type == "servo" and joint is not None else 0


def _widget(kind: str, group: str, label: object, **more: object) -> dict[str, object]:
    return {"type": kind, "group": group, "label": label, **more}


def _find_head(names: Sequence[str]) -> str:
    """Return what all names begin with, as far as what is left of them still has a letter."""
    rows = [name.split("_") for name in names]
    alike = len(min(rows, key=len)) if len(rows) > 1 else 0
    while alike and not _can_part(rows, alike):
        alike -= 1
    return "".join(f"{one}_" for one in rows[0][:alike]) if rows else ""


def _can_part(rows: Sequence[Sequence[str]], count: int) -> bool:
    """Return whether all rows begin with the same words, so many, and go on with a letter."""
    is_same = all(row[:count] == rows[0][:count] for row in rows)
    return is_same and all(re.search(r"[^\W\d]", "".join(row[count:])) for row in rows)


def _title(robot: RobotSpec, part: str, head: str) -> object:
    """Return what a part is called, as a title; in both languages, where they differ.

    The `head` that all drives have tells none of them from another, and makes their labels long.
    """
    label = part_label(robot, part)
    if part not in robot.labels and label == plain(part):
        label = plain(part.removeprefix(head) or part)
        label = Text(ru=russian_names.translate(label.en) or label.ru, en=label.en)
    ru, en = (text[:1].upper() + text[1:] for text in (label.ru, label.en))
    return en if ru == en else _both(ru, en)


def _write(section: str, named: Named) -> str:
    if not named:
        return ""
    lines = (f"  {name}: {inline(value)}" for name, value in named.items())
    return "\n".join(["", f"# {REMARKS[section]}", f"{section}:", *lines]) + "\n"
