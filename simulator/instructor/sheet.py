"""What does not change while a scene is open: console, components that can fail, exercises."""

import math
from pathlib import Path
from typing import Any

from simulator.realtime import Frame
from simulator.snapshot import Layout
from simulator.spec.fields import Text
from simulator.spec.labels import label_of, part_label
from simulator.spec.models.console import INDICATORS, ConsoleSpec, WidgetSpec
from simulator.spec.models.exercise import ExerciseSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming import bodies
from simulator.spec.naming.components import list_components
from simulator.spec.naming.fault_matrix import KINDS, look_up, used_by
from simulator.spec.naming.widget_signals import made_by
from simulator.spec.reading import syntax

from . import plan
from .fault_words import RUSSIAN
from .plan import text

UNLISTED = ("text", "camera", "clock")  # widgets of the desk that are no figures
ANGLES = {  # of an attitude indicator
    "roll": Text(ru="крен", en="roll"),
    "pitch": Text(ru="тангаж", en="pitch"),
    "heading": Text(ru="курс", en="heading"),
}

Both = dict[str, str]


class Slots:
    """Which signals the page needs, in the order of a state's `values`."""

    def __init__(self, layout: Layout) -> None:
        self._rows = {name: row for row, name in enumerate(layout.signals)}
        self.rows: list[int] = []
        self.names: list[str] = []

    def find(self, name: str, widget: str) -> int | None:
        """Return the place of a signal that a widget shows; None: there is no such signal."""
        if name not in self._rows:
            return None
        self.rows.append(self._rows[name])
        self.names.append(widget)
        return len(self.rows) - 1


def describe(
    scene: SceneSpec, exercise: ExerciseSpec | None, frame: Frame, folder: list[dict[str, Any]]
) -> tuple[dict[str, Any], Slots]:
    """Return all that the page draws its parts from, and which signals it wants."""
    slots = Slots(frame.snapshot.layout)
    snapshot = frame.snapshot
    drawn = plan.draw(scene)
    for row, body in enumerate(drawn):
        pose = [*snapshot.position[row].round(3), *snapshot.orientation[row].round(4)]
        body["pose"] = [float(number) for number in pose]
    title = exercise.title if exercise else scene.title
    data = {
        "title": text(title, Path(scene.source).stem),
        "bodies": drawn,
        "zones": plan.zones(exercise),
        "robots": _robots(scene),
        "cameras": _cameras(scene),
        "consoles": _consoles(scene, slots),
        "components": _components(scene),
        "matrix": _matrix(),
        "exercise": _exercise(exercise),
        "exercises": folder,
    }
    return data, slots


def _robots(scene: SceneSpec) -> list[dict[str, Any]]:
    titles = bodies.robot_titles(scene)
    rows = {body.name: row for row, body in enumerate(bodies.list_bodies(scene))}
    return [
        {
            "name": (name := bodies.robot_name(place)),
            "label": text(titles[name], name),
            "row": rows[f"{name}.{bodies.base_link(place.spec)}"],
        }
        for place in scene.robots
        if place.spec is not None
    ]


def _cameras(scene: SceneSpec) -> list[dict[str, Any]]:
    robots = [(bodies.robot_name(place), place.spec) for place in scene.robots if place.spec]
    names = [(robot, name, spec) for robot, spec in robots for name in spec.cameras]
    is_alone = len({robot for robot, *_ in names}) == 1  # else each goes by its robot
    labels = {
        f"{robot}.{name}": part_label(spec, name)
        if is_alone
        else label_of(scene, f"{robot}.{name}")
        for robot, name, spec in names
    }
    return [{"name": name, "label": text(label, name)} for name, label in labels.items()]


def _consoles(scene: SceneSpec, slots: Slots) -> list[dict[str, Any]]:
    parts = scene.consoles or {"": scene.console_spec}
    titles = bodies.robot_titles(scene)
    return [
        {
            "owner": owner,
            "title": text(titles.get(owner), owner),
            "groups": _groups(console),
            "widgets": [
                _widget(shown, one, console, scene.console_spec, slots)
                for name, spec in console.panel.items()
                for shown, one in _figures(name, spec).items()
            ],
        }
        for owner, console in parts.items()
    ]


def _groups(console: ConsoleSpec) -> list[dict[str, Any]]:
    return [{"name": key, "title": text(one.title, key)} for key, one in console.groups.items()]


def _figures(name: str, spec: WidgetSpec) -> dict[str, WidgetSpec]:
    """Return what the page shows of a widget: a row for each trace or angle of an instrument."""
    if spec.type == "strip_chart":
        return {
            f"{name}.{trace}": _figure(spec, trace, one.label, one.unit, one.scale, one.decimals)
            for trace, one in spec.traces.items()
        }
    if spec.type == "attitude":
        degrees = Text(ru="°", en="°")
        return {
            f"{name}.{one}": _figure(spec, one, label, degrees, 180 / math.pi, 1)
            for one, label in ANGLES.items()
        }
    return {} if spec.type in UNLISTED else {name: spec}


def _figure(
    spec: WidgetSpec, part: str, label: Text | None, unit: Text | None, scale: float, decimals: int
) -> WidgetSpec:
    """Return a display of a part of an instrument."""
    whole, part_of = spec.label, label or Text(ru=part, en=part)
    if whole is not None:
        part_of = Text(ru=f"{whole.ru} · {part_of.ru}", en=f"{whole.en} · {part_of.en}")
    made = WidgetSpec(type="display", label=part_of, unit=unit, scale=scale, decimals=decimals)
    # a robot's own group has a dot in its name, which no file may write
    return made.model_copy(update={"group": spec.group})


def _widget(
    name: str, spec: WidgetSpec, console: ConsoleSpec, whole: ConsoleSpec, slots: Slots
) -> dict[str, Any]:
    source: Any = name
    if spec.type in INDICATORS:
        source = console.outputs.get(name, name)
    made = made_by(name, spec)
    named = made if len(made) > 1 else [source]
    found = [slots.find(one, name) for one in named if isinstance(one, str)]
    constant = source if not isinstance(source, str) else whole.constants.get(source)
    return {
        "name": name,
        "type": spec.type,
        "label": text(spec.label, name.rpartition(".")[2]),
        "group": spec.group or "",
        "unit": text(spec.unit, ""),
        "decimals": spec.decimals,
        "scale": spec.scale,
        "range": list(spec.range),
        "positions": [text(one, "") for one in spec.positions or spec.texts],
        "kind": spec.kind,
        "zones": [{"range": list(zone.range), "level": zone.level} for zone in spec.zones],
        "slots": [slot for slot in found if slot is not None],
        "constant": constant,
    }


def _components(scene: SceneSpec) -> list[dict[str, Any]]:
    """Return what can fail; a robot's thing goes by its full name only."""
    return [
        {
            "name": name,
            "family": one.family,
            "robot": one.robot,
            "label": text(label_of(scene, name), name),
        }
        for name, named in list_components(scene).items()
        for one in named
        if name == one.name
    ]


def _matrix() -> dict[str, dict[str, Any]]:
    """Return the legal kinds of fault of each family, what each does and which numbers it has."""
    from simulator.spec.naming.components import FAMILIES

    return {
        family: {
            kind: {"text": _both(cell.text), "uses": sorted(used_by(family, kind))}
            for kind in KINDS
            if (cell := look_up(family, kind)).legal
        }
        for family in FAMILIES
    }


def _both(sentence: str) -> Both:
    return {"en": sentence, "ru": RUSSIAN[sentence]}


def _exercise(exercise: ExerciseSpec | None) -> dict[str, Any] | None:
    if exercise is None:
        return None
    from simulator.training import judge  # noqa: F401 - fills the table, opens the kernels' room
    from simulator.training.measure import LABELS, TABLE

    metrics = []
    for name, spec in exercise.metrics.items():
        kind = spec.kind or name
        unit = spec.unit or Text(ru=TABLE[kind].unit, en=TABLE[kind].unit)
        metrics.append(
            {
                "name": name,
                "label": text(spec.label or LABELS[kind], name),
                "unit": text(unit, ""),
                "min": spec.min,
                "max": spec.max,
            }
        )
    return {
        "name": Path(exercise.source).stem,
        "title": text(exercise.title, ""),
        "seconds": exercise.seconds,
        "stages": [
            {"name": stage.name, **text(stage.text, stage.name)} for stage in exercise.stages
        ],
        "limits": {limit.name: text(limit.text, limit.name) for limit in exercise.limits},
        "metrics": metrics,
        "exam": exercise.exam is not None,
    }


def list_exercises(path: Path) -> dict[str, Path]:
    """Return the exercises that belong to a scene or exercise file, by name."""
    folder = path.parent if path.parent.name == "exercises" else path.parent / "exercises"
    return {file.stem: file for file in sorted(folder.glob("*.yaml"))}


def show_exercises(files: dict[str, Path]) -> list[dict[str, Any]]:
    """Return names, titles and levels, easy ones first; a file that cannot be read is left out."""
    shown = []
    for name, file in files.items():
        try:
            node, _ = syntax.read(file.read_bytes(), str(file))
        except OSError:
            continue
        plain = node.plain() if node is not None else None
        if not isinstance(plain, dict) or "stages" not in plain:
            continue
        level = plain.get("level", 1)
        shown.append(
            {
                "name": name,
                "title": _title(plain.get("title"), name),
                "level": level if isinstance(level, int) else 1,
                "exam": "exam" in plain,
            }
        )
    return sorted(shown, key=lambda one: (one["exam"], one["level"], one["name"]))


def _title(title: Any, name: str) -> Both:
    if isinstance(title, dict):
        return {key: str(title.get(key, name)) for key in ("ru", "en")}
    return {"ru": str(title or name), "en": str(title or name)}
