"""The consoles of a scene as one: what a robot's own console makes is called `robot.name`.

A name without a dot in a robot's console is its own first, then of its robot, then of the scene.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from ..models.console import ConsoleSpec, WidgetSpec
from ..models.robot import RobotSpec
from ..models.scene import SceneSpec
from .bodies import robot_name
from .widget_signals import made_by

SCENE = ""  # owner of the scene's own console
SECTIONS = ("pages", "groups", "panel", "constants", "diagram", "outputs")
Place = tuple[str, str]  # section and name


class Joined(NamedTuple):
    """All consoles of a scene.

    `places` tells for each section and name of `whole` whose it is and what its file calls it;
    `clashes` are the (owner, name) of outputs that another line drives already.
    """

    whole: ConsoleSpec
    parts: dict[str, ConsoleSpec]  # by owner: a robot's name, or SCENE; names as in `whole`
    places: dict[Place, tuple[str, str]]
    clashes: list[tuple[str, str]]


def list_consoles(scene: SceneSpec) -> Mapping[str, ConsoleSpec]:
    """Return the scene's consoles by owner, names as in its whole panel; at least one."""
    return scene.consoles or {SCENE: scene.console_spec}


def join(scene: SceneSpec) -> Joined:
    """Join the scene's console and its robots' own; names of parts that are faulty are kept."""
    ours = scene.console_spec
    shared = {*_signals(ours), *ours.panel, *scene.sensors, *scene.lights}
    joined = Joined(ConsoleSpec(), {}, {}, [])
    total: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
    if scene.console is not None:
        _add(joined, total, SCENE, ours, {s: {n: n for n in getattr(ours, s)} for s in SECTIONS})
    for placement in scene.robots:
        owner, console = robot_name(placement), placement.console_spec
        if console is not None and owner not in joined.parts:
            names = _Names(owner, console, placement.spec, shared)
            _add(joined, total, owner, names.qualified(), names.keys())
    titles = (part.title for part in joined.parts.values() if part.title)
    whole = ours.model_copy(update={**total, "title": next(titles, None)})
    return joined._replace(whole=whole)


def _add(
    joined: Joined,
    total: dict[str, dict[str, Any]],
    owner: str,
    console: ConsoleSpec,
    keys: Mapping[str, Mapping[str, str]],
) -> None:
    joined.parts[owner] = console
    for section in SECTIONS:
        values = getattr(console, section)
        for raw, name in keys[section].items():
            if name in total[section]:
                joined.clashes.append((owner, raw))
                continue
            total[section][name] = values[name]
            joined.places[section, name] = owner, raw


def _signals(console: ConsoleSpec) -> Iterator[str]:
    for name, widget in console.panel.items():
        yield from made_by(name, widget)
    yield from (*console.constants, *console.diagram)


class _Names:
    """What the names of one robot's console mean in the whole scene."""

    def __init__(
        self, robot: str, console: ConsoleSpec, spec: RobotSpec | None, shared: Collection[str]
    ) -> None:
        self.robot, self.console = robot, console
        parts = (spec.sensors, spec.motors, spec.brakes, spec.suction, spec.lamps) if spec else ()
        of_robot = [name for part in parts for name in part]
        self.cameras = spec.cameras if spec else {}
        self.own = {*_signals(console), *console.panel, *of_robot}
        self.shared = {name for name in shared if name not in self.own}

    def keys(self) -> dict[str, dict[str, str]]:
        """Return the qualified name of every key of every section."""
        console = self.console
        keys = {s: {n: f"{self.robot}.{n}" for n in getattr(console, s)} for s in SECTIONS}
        return keys | {"outputs": {name: self.full(name) for name in console.outputs}}

    def full(self, name: Any) -> Any:
        """Return a signal's or an output's name in the scene; what is no text stays.

        A name that is nowhere becomes the robot's own, so that its mistake is told as such.
        """
        if not isinstance(name, str) or name in self.shared:
            return name
        head = name.partition(".")[0]
        is_own = head in (name, *self.console.panel) or name in self.own  # `arm.x`: of a lever
        return f"{self.robot}.{name}" if is_own else name

    def qualified(self) -> ConsoleSpec:
        """Return the console under its names in the scene."""
        keys, console = self.keys(), self.console
        panel = {
            keys["panel"][name]: self._widget(widget, keys)
            for name, widget in console.panel.items()
        }
        diagram = {
            keys["diagram"][name]: block.model_copy(update={"inputs": self._wires(block.inputs)})
            for name, block in console.diagram.items()
        }
        outputs: dict[str, Any] = {}
        for name, wire in console.outputs.items():
            outputs.setdefault(keys["outputs"][name], self.full(wire))
        groups = {
            keys["groups"][name]: group.model_copy(
                update={"page": keys["pages"].get(group.page or "")}
            )
            for name, group in console.groups.items()
        }
        spots = _renamed(console.layout.panel, keys["panel"])
        rest = {s: _renamed(getattr(console, s), keys[s]) for s in ("pages", "constants")}
        update = {"panel": panel, "diagram": diagram, "outputs": outputs, "groups": groups} | rest
        update["layout"] = console.layout.model_copy(update={"panel": spots})
        whole = console.model_copy(update=update)
        whole._uses = {
            f"{self.robot}.{name}": use.model_copy(update={"inputs": self._wires(use.inputs)})
            for name, use in console.uses.items()
        }
        return whole

    def _widget(self, widget: WidgetSpec, keys: Mapping[str, Mapping[str, str]]) -> WidgetSpec:
        """Return a widget as it is in the scene: what it names by the names there."""
        update: dict[str, Any] = {"group": keys["groups"].get(widget.group or "")}
        if widget.camera in self.cameras:
            update["camera"] = f"{self.robot}.{widget.camera}"
        if isinstance(widget.acknowledges, list):
            update["acknowledges"] = [keys["panel"].get(one, one) for one in widget.acknowledges]
        return widget.model_copy(update=update)

    def _wires(self, inputs: Any) -> Any:
        if isinstance(inputs, dict):
            return {port: self.full(wire) for port, wire in inputs.items()}
        if isinstance(inputs, list):
            return [self.full(wire) for wire in inputs]
        return self.full(inputs)


def _renamed(section: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    return {keys[name]: value for name, value in section.items() if name in keys}
