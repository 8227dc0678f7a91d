"""What a vary file must be, alone and for its exercise."""

from collections.abc import Iterator

from ..errors import KeyPath
from ..models.exercise import ExerciseSpec
from ..models.fault import FaultSpec
from ..models.vary import FaultDraw, NumberDraw, VarySpec
from ..naming.bodies import list_bodies, robot_name
from ..naming.materials import BUILT_IN
from ..reading.report import Report
from ..suggest import nearest
from .exercise import Names, check_condition, inside
from .fault import check_faults

KINDS = ("uniform", "normal", "choice")
SKILLS = ("gain", "tolerance", "delay", "pause", "pace")
BOUNDS: dict[str, tuple[float, float]] = {  # least and largest possible value
    "mass": (0.01, 100.0),
    "friction": (0.0, 4.0),
    "gain": (0.01, 100.0),
    "tolerance": (0.01, 1000.0),
    "delay": (0.0, 10.0),
    "pause": (0.0, 60.0),
    "pace": (0.01, 1.0),
    "at": (0.0, 1e5),
    "impulse": (0.0, 1e5),
}


def list_draws(vary: VarySpec) -> Iterator[tuple[KeyPath, str, NumberDraw]]:
    """Yield path, name and draw of every number that a run draws."""
    for thing, place in vary.start.items():
        for key in ("x", "y", "yaw"):
            if (draw := getattr(place, key)) is not None:
                yield ("start", thing, key), f"start.{thing}.{key}", draw
    for body, draw in vary.masses.items():
        yield ("masses", body), f"mass.{body}", draw
    for material, draw in vary.friction.items():
        yield ("friction", material), f"friction.{material}", draw
    for name, push in vary.pushes.items():
        for key in ("at", "impulse", "direction"):
            yield ("pushes", name, key), f"push.{name}.{key}", getattr(push, key)
    for key in SKILLS:
        if (draw := getattr(vary.operator, key)) is not None:
            yield ("operator", key), f"operator.{key}", draw


def bounds_of(name: str) -> tuple[float, float]:
    """Return the bounds of a drawn number by its name."""
    kind = name.partition(".")[0]
    key = name.rpartition(".")[2] if kind in ("operator", "push") else kind
    return BOUNDS.get(key, (-1e6, 1e6))


def fault_of(draw: FaultDraw) -> FaultSpec:
    """Return the fault that a run has which draws it."""
    written = draw.model_dump(by_alias=True, exclude_unset=True, exclude={"chance"})
    return FaultSpec.model_validate(written)


def check_vary(report: Report, vary: VarySpec, exercise: ExerciseSpec | None, known: Names) -> None:
    """Check a vary file.

    `exercise` is None, and no name known, where there is none or it has mistakes of its own.
    """
    scene = exercise.scene_spec if exercise is not None else None
    for path, name, draw in list_draws(vary):
        if report.is_sound(path):
            _check_draw(report, path, draw, *bounds_of(name))
    for name, fault in vary.faults.items():
        for key in ("when", "until"):
            if (condition := getattr(fault, key)) is not None:
                for path, part in inside(("faults", name, key), condition):
                    if report.is_sound(path):
                        check_condition(report, path, part, known, scene)
    if exercise is not None:
        _check_names(report, vary, exercise)


def _check_draw(report: Report, path: KeyPath, draw: NumberDraw, low: float, high: float) -> None:
    given = [kind for kind in KINDS if getattr(draw, kind) is not None]
    if len(given) != 1:
        has = f"; it has {' and '.join(given)}" if given else ""
        report.add(path, "E911", f"a draw is exactly one of {', '.join(KINDS)}{has}", key=True)
        return
    kind = given[0]
    values = list(getattr(draw, kind))
    path = (*path, kind)
    if not values:
        report.add(path, "E911", "there is nothing to choose from")
    elif kind == "uniform" and values[0] > values[1]:
        report.add(path, "E912", "the range is upside down")
    elif kind == "normal" and values[1] < 0.0:
        report.add(path, "E912", "the deviation is negative")
    elif not all(low <= value <= high for value in (values[:1] if kind == "normal" else values)):
        size, unit = report.unit(path)
        span = f"{low / size:.7g} to {high / size:.7g} {unit}".rstrip()
        report.add(path, "E912", f"only {span} is possible here")


def _check_names(report: Report, vary: VarySpec, exercise: ExerciseSpec) -> None:
    scene = exercise.scene_spec
    assert scene is not None
    bodies = {body.name: body for body in list_bodies(scene)}
    movable = [name for name, body in bodies.items() if body.part and not body.part.fixed]
    robots = [robot_name(place) for place in scene.robots]
    materials = {*BUILT_IN, *scene.materials}
    for place in scene.robots:
        materials |= set(place.spec.materials) if place.spec else set()
    known = {
        "start": ("robot or prop", [*robots, *(prop.name for prop in scene.props)]),
        "masses": ("body that moves", movable),
        "friction": ("material", sorted(materials)),
    }
    for section, (what, names) in known.items():
        for name in getattr(vary, section):
            if name not in names:
                message = f"the exercise has no {what} {name!r}"
                report.add((section, name), "E401", message, nearest(name, names), key=True)
    for name, push in vary.pushes.items():
        if push.body not in movable:
            message = f"the exercise has no body that moves {push.body!r}"
            report.add(("pushes", name, "body"), "E401", message, nearest(push.body, movable))
    for name in vary.faults:
        if name in exercise.faults:
            message = f"the exercise has a fault {name!r} of its own"
            report.add(("faults", name), "E913", message, key=True)
    faults = {name: fault_of(fault) for name, fault in vary.faults.items()}
    check_faults(report, faults, scene)
