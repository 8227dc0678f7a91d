"""The name spaces of files: what a reference in a robot, a scene or a script may point at."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from ..models.console import INDICATORS, LEVERS
from ..models.exercise import METRIC_KINDS
from ..reading.syntax import Node
from ..suggest import nearest
from .bodies import GROUND
from .materials import BUILT_IN
from .widget_signals import THUMB

Trees = Mapping[str, Node]  # robots of a scene by name


def section(tree: Node | None, name: str) -> dict[str, Node]:
    """Return a section's entries, empty where there is none."""
    node = tree.value.get(name) if tree is not None and isinstance(tree.value, dict) else None
    return node.value if node is not None and isinstance(node.value, dict) else {}


def rows(tree: Node | None, name: str) -> list[Node]:
    """Return a list's entries, empty where there is none."""
    node = tree.value.get(name) if tree is not None and isinstance(tree.value, dict) else None
    return node.value if node is not None and isinstance(node.value, list) else []


def child(node: Node, key: str) -> Node | None:
    """Return what stands under a key of a mapping, None where there is none."""
    return node.value.get(key) if isinstance(node.value, dict) else None


def text(node: Node, key: str) -> str | None:
    """Return the text under a key of a mapping, None where there is none."""
    found = child(node, key)
    return found.value if found is not None and isinstance(found.value, str) else None


def of_robot(tree: Node) -> dict[str, list[str]]:
    """Return the sections that a robot's references point at."""
    names = {key: list(section(tree, key)) for key in ("links", "joints", "motors")}
    return names | {"materials": [*section(tree, "materials"), *BUILT_IN]}


def of_console(tree: Node) -> dict[str, list[str]]:
    """Return the sections that a console's references point at."""
    return {key: list(section(tree, key)) for key in ("pages", "groups", "diagrams")}


def of_scene(tree: Node, robots: Trees) -> dict[str, list[str]]:
    """Return the sections that a scene's references point at."""
    props = [name for prop in rows(tree, "props") if (name := text(prop, "name"))]
    bodies = [GROUND, *_joined(robots, "links"), *props]
    return {
        "links": bodies,
        "bodies": bodies,
        "joints": _joined(robots, "joints"),
        "motors": _joined(robots, "motors"),
        "followed": [*robots, *bodies],
        "cameras": with_short(_joined(robots, "cameras")),
        "materials": [*section(tree, "materials"), *BUILT_IN],
    }


def of_exercise(tree: Node, scene: Mapping[str, Collection[str]]) -> dict[str, Collection[str]]:
    """Return the sections that an exercise's references point at; `scene` has its scene's."""
    props = [name for prop in rows(tree, "props") if (name := text(prop, "name"))]
    stages = [name for stage in rows(tree, "stages") if (name := text(stage, "name"))]
    zones = list(section(tree, "zones"))
    handles = [node.value for node in rows(tree, "handles")]
    bodies = [*scene["bodies"], *props]
    return {
        **scene,
        "bodies": bodies,
        "handles": [name for name in handles if isinstance(name, str)],
        "zones": zones,
        "stages": stages,
        "metrics": [*section(tree, "metrics"), *_kinds_meant(tree)],
        "targets": [*zones, *bodies],
        "highlighted": [*zones, *bodies],
        "materials": [*scene["materials"], *section(tree, "materials")],
    }


def _kinds_meant(exercise: Node) -> list[str]:
    """Return the kinds that metrics with misspelt names are meant to be."""
    metrics = section(exercise, "metrics").items()
    strange = [name for name, one in metrics if child(one, "kind") is None]
    near = [nearest(name, METRIC_KINDS) for name in strange if name not in METRIC_KINDS]
    return [name for name in near if name is not None]


def signals(scene: Node, robots: Trees, consoles: Trees) -> list[str]:
    """Return the names of all signals of a scene, robots' sensors also by their short names.

    `consoles` are by owner: a robot's name, or "" for the scene's own.
    """
    made = [
        qualified(owner, name)
        for owner, console in consoles.items()
        for key in ("constants", "diagram")
        for name in section(console, key)
    ]
    made += inputs(consoles)
    return [*made, *with_short(_joined(robots, "sensors")), *section(scene, "sensors")]


def controls(consoles: Trees) -> list[str]:
    """Return the names of the panel's input signals and of the widgets that make them."""
    widgets = [
        qualified(owner, name)
        for owner, console in consoles.items()
        for name, widget in section(console, "panel").items()
        if not _only_shows(widget)
    ]
    return list(dict.fromkeys([*widgets, *inputs(consoles)]))


def inputs(consoles: Trees) -> list[str]:
    """Return the names of the panel's input signals: what only shows makes none."""
    found = []
    for owner, console in consoles.items():
        for name, widget in section(console, "panel").items():
            if _only_shows(widget):
                continue
            axes, thumb = child(widget, "axes"), child(widget, "button")
            parts = [".x", ".y"] if axes is not None and axes.value == 2 else [""]
            has_thumb = len(parts) == 2 and thumb is not None and thumb.value is True
            parts += [f".{THUMB}"] if has_thumb else []
            found += [qualified(owner, f"{name}{part}") for part in parts]
    return found


def buttons(consoles: Trees) -> list[str]:
    """Return the names of what can be pressed: all controls but levers, sliders and knobs."""
    widgets = [
        qualified(owner, name)
        for owner, console in consoles.items()
        for name, widget in section(console, "panel").items()
        if not _only_shows(widget) and _type(widget) not in LEVERS
    ]
    return widgets + [name for name in inputs(consoles) if name.endswith(f".{THUMB}")]


def _only_shows(widget: Node) -> bool:
    return _type(widget) in INDICATORS


def _type(widget: Node) -> str:
    kind = child(widget, "type")
    return str(kind.value) if kind is not None else ""


def qualified(owner: str, name: str) -> str:
    """Return what a name of a console is called in the scene."""
    return f"{owner}.{name}" if owner else name


def with_short(names: Iterable[str]) -> list[str]:
    """Return the names, and their last parts where only one name ends so."""
    full = list(names)
    count = Counter(name.rpartition(".")[2] for name in full)
    return full + [name for name, times in count.items() if times == 1 and name not in full]


def _joined(robots: Trees, key: str) -> list[str]:
    return [f"{robot}.{name}" for robot, tree in robots.items() for name in section(tree, key)]
