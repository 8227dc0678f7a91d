"""What of a scene can fail, by the names that faults use.

Things of a robot are `robot.thing`, or `thing` where no other component is called so; controls and
indicators have their names on the desk, a two-axis lever's signals are `lever.x`, `lever.y` and
`lever.button`.
`robot.battery` feeds all that a robot has. `robot.gripper` is the joints that its file lists under
`gripper`, and the motors that move them. `robot.link` is the data link between a robot and its own
console, `link` that of the whole scene. A wheel is a round link that turns without end. Where
several things share a name, the first in this order that can have the fault is meant: the desk's,
the scene's, then the robot's motors, brakes, suction, lamps, sensors, cameras, tracks and the rest.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ..models.console import BUTTONS, GAUGES, LAMPS, LEVERS, SWITCHES, ConsoleSpec, WidgetSpec
from ..models.robot import RobotSpec
from ..models.scene import SceneSpec
from .bodies import robot_name
from .widget_signals import is_thumb, made_by

LINK = "link"
ROUND = ("cylinder", "sphere")
FAMILIES = (
    "motor", "brake", "suction", "sensor", "lever", "button", "lamp", "gauge", "camera", "battery",
    "track", "wheel", "gripper", "link",
)  # fmt: skip


class Component(NamedTuple):
    """Something that can fail."""

    name: str  # in the scene
    family: str  # one of FAMILIES
    robot: str = ""  # that it belongs to; "" for the desk's and the scene's
    part: str = ""  # its key in the robot's file


Components = dict[str, list[Component]]  # one name may stand for a lever and a track


def list_components(scene: SceneSpec) -> Components:
    """Return everything of a loaded scene that can fail, by name."""
    every = [Component(LINK, "link"), *_of_desk(scene.console_spec)]
    every += [Component(name, "sensor") for name in scene.sensors]
    every += [Component(name, "lamp") for name, light in scene.lights.items() if light.switch]
    robots = [one for place in scene.robots if place.spec for one in _of_robot(place.spec, place)]
    found: Components = {}
    for one in (*every, *robots):
        found.setdefault(one.name, []).append(one)
    count = Counter(part for _, part in {(one.robot, one.part) for one in robots})
    for one in robots:
        taken = found.get(one.part)
        if count[one.part] == 1 and (taken is None or taken[0].part):
            found.setdefault(one.part, []).append(one)
    return found


def list_cameras(scene: SceneSpec) -> list[str]:
    """Return the cameras of a scene's robots, `robot.camera`."""
    robots = [(robot_name(place), place.spec) for place in scene.robots if place.spec]
    return [f"{name}.{camera}" for name, robot in robots for camera in robot.cameras]


def _of_desk(console: ConsoleSpec) -> Iterator[Component]:
    for name, widget in console.panel.items():
        if family := _family_of(widget):
            yield Component(name, family)
        if widget.type == "lever" and widget.axes == 2:
            for signal in made_by(name, widget):
                yield Component(signal, "button" if is_thumb(signal, widget) else "lever")


def _family_of(widget: WidgetSpec) -> str:
    for family, types in (
        ("lever", LEVERS), ("button", (*BUTTONS, *SWITCHES)), ("lamp", LAMPS), ("gauge", GAUGES),
    ):  # fmt: skip
        if widget.type in types:
            return family
    return ""  # a plate with a text


def _of_robot(robot: RobotSpec, place) -> Iterator[Component]:
    name = robot_name(place)
    for family, section in (
        ("motor", robot.motors), ("brake", robot.brakes), ("suction", robot.suction),
        ("lamp", robot.lamps), ("sensor", robot.sensors), ("camera", robot.cameras),
        ("track", robot.tracks),
        ("gripper", ["gripper"] if robot.gripper else []), ("battery", ["battery"]),
        ("link", [LINK]), ("wheel", _list_wheels(robot)),
    ):  # fmt: skip
        yield from (Component(f"{name}.{part}", family, name, part) for part in section)


def _list_wheels(robot: RobotSpec) -> list[str]:
    turning = [joint for joint in robot.joints.values() if joint.type == "revolute"]
    return [
        joint.child
        for joint in turning
        if joint.limit is None
        and joint.child in robot.links  # else it is told elsewhere
        and any(shape.kind in ROUND for shape in robot.links[joint.child].all_shapes)
    ]
