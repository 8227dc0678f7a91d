"""What things of a scene are called, in the words of its files, in both languages."""

from .fields import Text
from .models.console import WidgetSpec
from .models.robot import RobotSpec
from .models.scene import SceneSpec
from .naming.bodies import robot_name, robot_titles
from .naming.components import list_components
from .naming.widget_signals import is_thumb
from .tracks.links import link_name

OWN = {  # what every robot has, and no file names
    "battery": Text(ru="батарея", en="battery"),
    "link": Text(ru="канал связи", en="data link"),
    "gripper": Text(ru="захват", en="gripper"),
}
FAULTS = {  # kinds of faults, of whatever it is
    "off": Text(ru="отключение", en="off"),
    "stuck": Text(ru="застревание", en="stuck"),
    "noise": Text(ru="шум", en="noise"),
    "bias": Text(ru="смещение", en="bias"),
    "slow": Text(ru="замедление", en="slow"),
    "delayed": Text(ru="запаздывание", en="delayed"),
    "intermittent": Text(ru="перебои", en="intermittent"),
    "reversed": Text(ru="обратный знак", en="reversed"),
    "jammed": Text(ru="заклинивание", en="jammed"),
}
WHOLE_LINK = Text(ru="Канал связи", en="Data link")


def label_of(scene: SceneSpec, name: str) -> Text:
    """Return what a body, component or control is called: its label, or its name as words.

    A robot's thing is told with its robot: "MF-4 robot, left drive".
    """
    if label := _of_desk(scene, name) or _of_room(scene, name):
        return label
    owner, _, part = name.partition(".")
    place = next((place for place in scene.robots if robot_name(place) == owner), None)
    if place is None or place.spec is None:
        return plain(name)
    robot, label = robot_label(scene, owner), part_label(place.spec, part)
    return _together(robot, label) if part else robot


def component_label(scene: SceneSpec, name: str) -> Text:
    """Return what something that can fail is called; `name` is as a fault gives it."""
    found = list_components(scene).get(name)
    return label_of(scene, found[0].name if found else name)


def robot_label(scene: SceneSpec, name: str) -> Text:
    """Return what a robot is called: as placed in the scene, by its own file, or its name."""
    return robot_titles(scene)[name]


def part_label(robot: RobotSpec, part: str) -> Text:
    """Return what a part of a robot is called; a track's links go by their track."""
    for track in robot.tracks:
        if part.startswith(link_name(track, 0).rstrip("0")):
            return robot.labels.get(track) or plain(f"{track} track")
    camera = robot.cameras.get(part)
    return robot.labels.get(part) or (camera and camera.label) or OWN.get(part) or plain(part)


def _of_desk(scene: SceneSpec, name: str) -> Text | None:
    """Return the label of a control or indicator, with the axis or button of a two-axis lever."""
    panel: dict[str, WidgetSpec] = scene.console_spec.panel
    whole, _, axis = name.rpartition(".")
    widget = panel.get(name) or panel.get(whole)
    if widget is None or (name not in panel and widget.axes != 2):
        return None
    label = widget.label
    if label is not None and is_thumb(name, widget):
        label = Text(ru=f"{label.ru}, кнопка", en=f"{label.en}, button")
    elif label is not None and name not in panel:
        label = Text(ru=f"{label.ru} {axis}", en=f"{label.en} {axis}")
    owner = name.partition(".")[0]
    if label is not None and owner in scene.consoles:
        return _together(robot_label(scene, owner), label)
    return label


def _of_room(scene: SceneSpec, name: str) -> Text | None:
    if name == "link":
        return WHOLE_LINK
    return next((prop.label for prop in scene.props if prop.name == name), None)


def _together(robot: Text, label: Text) -> Text:
    return Text(ru=f"{robot.ru}, {label.ru}", en=f"{robot.en}, {label.en}")


def plain(name: str) -> Text:
    """Return a name of a file as words."""
    words = name.replace("_", " ").replace(".", " ")
    return Text(ru=words, en=words)
