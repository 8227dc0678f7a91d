"""What an exercise must be, beyond types: conditions of one kind, names that fit its scene."""

import math
from collections.abc import Collection, Iterator, Mapping

from .. import units
from ..errors import KeyPath
from ..fields import Text
from ..models.condition import KINDS, ConditionSpec
from ..models.exercise import METRIC_KINDS, ExerciseSpec, MetricSpec
from ..models.scene import SceneSpec
from ..naming.bodies import list_bodies, robot_name
from ..reading.report import Report
from ..suggest import nearest
from .fault import check_faults
from .joint import advise_degrees, travel_unit
from .robot import check_unit
from .scene import check_prop, check_start

# What each kind of condition needs besides itself (one of each row), and may have.
BOUNDS = ("above", "below")
BEYOND = 0.01  # what joints open by and decimals lose: nearer to a limit may happen [rad, m]
PLACES = ("inside", "touches", "near", "slower")
NEEDS: dict[str, tuple[str, ...]] = {
    "signal": BOUNDS,
    "joint": BOUNDS,
    "tilt": BOUNDS,
    "metric": BOUNDS,
    "body": PLACES,
}
TAKES: dict[str, tuple[str, ...]] = {
    **NEEDS,
    "body": (*PLACES, "whole", "distance", "above"),
    "gripped": ("above",),
}
UNITS = {  # of bounds, where it is not the signal's or the joint's
    "tilt": "a tilt; use {0}_deg, or {0} in rad",
    "body": "a push; write {0}, in N",
    "gripped": "a push; write {0}, in N",
    "metric": "a metric; write {0}, in the unit in which the metric is shown",
}
METRIC_NEEDS = {
    "placing": ("body", "to"),
    "mean": ("signal",),
    "peak": ("signal",),
    "integral": ("signal",),
    "wrong_mode": ("controls", "needs"),
    "camera_neglect": ("body",),
}
METRIC_TAKES = {
    **METRIC_NEEDS,
    "path_length": ("body",),
    "economy": ("body",),
    "load_force": ("body",),
    "drops": ("body",),
    "reversals": ("controls",),
    "idle": ("controls",),
    "mean": ("signal", "scale", "unit"),
    "peak": ("signal", "scale", "unit"),
    "integral": ("signal", "scale", "unit"),
}
RISING = ("economy", "tip_margin")  # more of it is better: the band has to begin somewhere
MOST = {"economy": 1.0, "tip_margin": 90.0}  # what a value can be
SIGNED = ("mean", "peak", "integral", "tip_margin")  # of all others the least is 0
METRES = ("path_length", "placing")  # in which they are shown
Names = Mapping[str, Collection[str]]  # sections of names; empty where they are not known
METRIC_KEYS = ("body", "to", "signal", "scale", "unit", "controls", "needs")


def check_exercise(
    report: Report, exercise: ExerciseSpec, scene: SceneSpec | None, known: Names
) -> None:
    """Check an exercise; `scene` is None, and no name known, where it has mistakes of its own."""
    if scene is not None and not scene.robots:
        report.add(("scene",), "E401", "the scene has no robot that could be scored")
        scene = None  # what is said of a robot is said of one that is missing
    for path, condition in _conditions(exercise):
        if report.is_sound(path):
            check_condition(report, path, condition, known, scene)
        if report.is_sound(path):
            _check_measured(report, path, condition, exercise)
            _check_patience(report, path, condition, exercise)
    for row, stage in enumerate(exercise.stages):
        if stage.limit is not None and stage.limit > exercise.seconds:
            message = f"the attempt ends after {exercise.seconds:g} s (`seconds`), before this"
            report.add(("stages", row, "limit"), "E304", message)
    _check_names(report, exercise)
    _check_texts(report, exercise)
    for name, zone in exercise.zones.items():
        if (zone.box is None) == (zone.radius is None) and report.is_sound(("zones", name)):
            message = "a zone is a box or a cylinder: give exactly one of `box`, `radius`"
            report.add(("zones", name), "E905", message, key=True)
    for name, metric in exercise.metrics.items():
        if report.is_sound(("metrics", name)):
            _check_metric(report, ("metrics", name), name, metric)
    if report.is_sound(("repeat",)) and exercise.repeat.passes > exercise.repeat.of:
        report.add(("repeat", "passes"), "E906", "more passes are asked for than attempts count")
    for row, aid in enumerate(exercise.aids):
        whole, gone = aid.fade
        if whole > gone:
            message = f"an aid that is whole at level {whole} cannot be gone at {gone}"
            report.add(("aids", row, "fade"), "E604", message)
    if exercise.exam is not None:
        for key in ("hints", "aids"):
            if getattr(exercise, key):
                report.add((key,), "E907", f"an exam has no {key}", key=True)
    for row, prop in enumerate(exercise.props):
        if report.is_sound(("props", row)):
            own = scene.materials if scene is not None else {}
            check_prop(report, ("props", row), prop, exercise.materials, own)
    if scene is not None:
        _check_scene(report, exercise, scene)


def _conditions(exercise: ExerciseSpec) -> Iterator[tuple[KeyPath, ConditionSpec]]:
    for row, stage in enumerate(exercise.stages):
        yield from inside(("stages", row, "done"), stage.done)
    for row, limit in enumerate(exercise.limits):
        yield from inside(("limits", row, "when"), limit.when)
    for row, hint in enumerate(exercise.hints):
        if hint.when is not None:
            yield from inside(("hints", row, "when"), hint.when)
    for name, fault in exercise.faults.items():
        for key in ("when", "until"):
            if (condition := getattr(fault, key)) is not None:
                yield from inside(("faults", name, key), condition)
    for name, metric in exercise.metrics.items():
        if metric.needs is not None:
            yield from inside(("metrics", name, "needs"), metric.needs)
        if metric.while_ is not None:
            yield from inside(("metrics", name, "while"), metric.while_)


def inside(path: KeyPath, condition: ConditionSpec) -> Iterator[tuple[KeyPath, ConditionSpec]]:
    """Yield a condition and those that it is made of."""
    yield path, condition
    for key in ("all", "any"):
        for row, part in enumerate(getattr(condition, key)):
            yield from inside((*path, key, row), part)
    if condition.not_ is not None:
        yield from inside((*path, "not"), condition.not_)


def check_condition(
    report: Report, path: KeyPath, condition: ConditionSpec, known: Names, scene: SceneSpec | None
) -> None:
    """Check that a condition is of one kind, has what belongs to it, and can hold."""
    written = condition.written
    kinds = [kind for kind in KINDS if kind in written]
    if len(kinds) != 1:
        message = f"a condition needs exactly one of {', '.join(KINDS)}"
        message += f"; it has {' and '.join(kinds)}" if kinds else ""
        report.add(path, "E901", message)
        return
    kind = kinds[0]
    needs = NEEDS.get(kind, ())
    if needs and not any(key in written for key in needs):
        report.add(path, "E902", f"{kind} needs {_listed(needs)}")
    for key in sorted(written - {kind, "hold", *TAKES.get(kind, ())}):
        report.add((*path, key), "E902", f"{kind} does not use {key}", key=True)
    check_span(report, path, condition.above, condition.below, "E902")
    if kind != "metric":  # whose unit is known by the exercise
        _check_suffix(report, path, kind, "rad" if kind == "tilt" else None)
    if condition.tilt is not None:
        _check_reach(report, path, condition, "a tilt", (0.0, math.pi), "rad")
    if condition.joint is not None and scene is not None:
        _check_joint(report, path, condition, condition.joint, scene)
    if condition.carried in set(known.get("bodies", ())) - set(known.get("handles", ())):
        message = f"{condition.carried} is not in `handles`, what the robot may carry: add it there"
        report.add((*path, "carried"), "E902", message)
    if condition.pressed is not None:
        check_press(report, (*path, "pressed"), condition.pressed, known)


def check_span(
    report: Report, path: KeyPath, above: float | None, below: float | None, code: str
) -> None:
    """Check that a value can be above the one and below the other."""
    if above is not None and below is not None and above >= below:
        size, unit = report.unit((*path, "below"))
        message = f"nothing is above {above / size:.7g} and below {below / size:.7g}"
        message += f" {unit}: it never holds" if unit else ": it never holds"
        report.add((*path, "below"), code, message)


def _check_joint(
    report: Report, path: KeyPath, condition: ConditionSpec, name: str, scene: SceneSpec
) -> None:
    """Check that a joint comes where it is waited for; whether there is one is not asked."""
    owner, _, key = name.partition(".")
    robots = {robot_name(place): place.spec for place in scene.robots}
    robot = robots.get(owner)
    joint = robot.joints.get(key) if robot is not None else None
    if joint is None:
        return
    for bound in BOUNDS:
        check_unit(report, (*path, bound), joint.type, bound)
    if joint.limit is not None:
        _check_reach(report, path, condition, name, joint.limit, travel_unit(joint))


def _check_reach(
    report: Report,
    path: KeyPath,
    condition: ConditionSpec,
    what: str,
    span: tuple[float, float],
    unit: str,
) -> None:
    """Check that a value which stays within `span` may hold and not hold."""
    low, high = span
    above, below = condition.above, condition.below
    beyond = {
        "above": above is not None and above > high + BEYOND,
        "below": below is not None and below < low - BEYOND,
    }
    how = "never"
    is_above = above is None or above < low - BEYOND
    is_below = below is None or below > high + BEYOND
    if is_above and is_below and (above, below) != (None, None):
        beyond, how = {"below" if above is None else "above": True}, "always"
    for key, is_wrong in beyond.items():
        if is_wrong and report.is_sound((*path, key)):
            size, shown = report.unit((*path, key), unit)
            least, most, value = (
                f"{one / size:.6g} {shown}".strip() for one in (low, high, getattr(condition, key))
            )
            least = least.removesuffix(f" {shown}")
            spread = f"{least} to {most}" if math.isfinite(high) else f"{least} at least"
            message = f"{what} is {spread}, {how} {key} {value}"
            message += advise_degrees(report, (*path, key), getattr(condition, key), span, unit)
            report.add((*path, key), "E902", message)


def _check_suffix(report: Report, path: KeyPath, kind: str, symbol: str | None) -> None:
    """Check that the unit of a bound, if it has one, is of this symbol in SI."""
    for key in BOUNDS if kind in UNITS else ():
        suffix = report.suffix((*path, key))
        if suffix is not None and not units.fits(suffix, symbol):
            message = f"wrong unit: {key}_{suffix} of {UNITS[kind].format(key)}"
            report.add((*path, key), "E308", message, key=True)


def _check_measured(
    report: Report, path: KeyPath, condition: ConditionSpec, exercise: ExerciseSpec
) -> None:
    """Check that a metric may have a value that is waited for, in a unit of its own."""
    name = condition.metric or ""
    metric = exercise.metrics.get(name)
    if metric is None:
        return
    kind = metric.kind or name
    is_plain = kind in ("mean", "peak") and metric.scale == 1.0  # in the unit of its signal
    symbol = "m" if kind in METRES else "rad|m" if is_plain else None
    _check_suffix(report, path, "metric", symbol)
    if kind not in SIGNED:
        _check_reach(report, path, condition, name, (0.0, MOST.get(kind, math.inf)), "")


def _check_patience(
    report: Report, path: KeyPath, condition: ConditionSpec, exercise: ExerciseSpec
) -> None:
    """Check that an attempt lasts as long as is waited for."""
    limit = exercise.stages[int(path[1])].limit if path[0] == "stages" else None
    longest = min(exercise.seconds, limit or exercise.seconds)
    what = "the stage" if longest < exercise.seconds else "the attempt"
    for key, wait in (("hold", condition.hold), ("after", condition.after)):
        if wait is not None and wait > longest:
            report.add((*path, key), "E902", f"{what} ends after {longest:g} s: it never holds")


def check_press(report: Report, path: KeyPath, name: str, known: Names) -> None:
    """Check that a control can be pressed; whether there is one of this name is not asked."""
    if name in known.get("controls", ()) and name not in known["buttons"]:
        message = f"{name} cannot be pressed: a lever, slider or knob has a value, see `signal`"
        report.add(path, "E305", message)


def _check_metric(report: Report, path: KeyPath, name: str, metric: MetricSpec) -> None:
    kind = metric.kind or name
    if kind not in METRIC_KINDS:
        near = nearest(kind, METRIC_KINDS)
        message = (
            f"{kind!r} is no kind of metric: give its `kind`, one of {', '.join(METRIC_KINDS)}"
        )
        report.add(path, "E903", message, near, key=True)
        return
    written = metric.model_fields_set
    for key in METRIC_NEEDS.get(kind, ()):
        if getattr(metric, key) in (None, []):
            report.add(path, "E903", f"{kind} needs `{key}`", key=True)
    for key in METRIC_KEYS:
        if key in written and key not in METRIC_TAKES.get(kind, ()):
            report.add((*path, key), "E903", f"{kind} does not use {key}", key=True)
    most, has_least = MOST.get(kind, math.inf), kind not in SIGNED
    if metric.min is not None and metric.min > most:
        report.add((*path, "min"), "E903", f"{kind} is {most:g} at most: nobody would pass")
    elif metric.max is not None and metric.max < 0.0 and has_least:
        report.add((*path, "max"), "E903", f"{kind} is 0 at least: nobody would pass")
    elif metric.max is not None and metric.min is None and kind in RISING:
        message = f"more {kind} is better: give `min`, from where it passes, instead of `max`"
        report.add((*path, "max"), "E903", message, key=True)
    elif metric.min is not None and metric.max is not None and metric.min > metric.max:
        report.add((*path, "max"), "E903", "the band is upside down")
    elif metric.best is not None and (metric.best > most or (metric.best < 0.0 and has_least)):
        edge = f"{most:g} at most" if metric.best > most else "0 at least"
        report.add((*path, "best"), "E903", f"{kind} is {edge}: nobody would reach it")
    elif metric.best is not None and not metric.passes(metric.best):
        message = f"{metric.best:g} would give full points, but does not pass: it is outside the "
        report.add((*path, "best"), "E903", f"{message}band")
    elif metric.rises and has_least and kind not in RISING:
        message = f"less {kind} is better: give `max`, up to where it passes, instead of `min`"
        report.add((*path, "min"), "E903", message, key=True)
    elif metric.min is None and metric.max is None:
        counts = {"best": metric.best is not None, "weight": "weight" in written and metric.weight}
        for key, is_asked in counts.items():
            if is_asked:
                edge = "`min`" if kind in RISING else "`max`" if has_least else "`min` or `max`"
                message = f"{key} counts where there is a band: give {edge}, too, or leave it out "
                message += "until `simulator bands` has found one"
                report.add((*path, key), "E903", message, key=True)


def _check_texts(report: Report, exercise: ExerciseSpec) -> None:
    """Check that what the trainee has to read says something, in both languages."""
    texts: list[tuple[KeyPath, Text]] = [(("title",), exercise.title)]
    for key in ("stages", "limits", "hints"):
        texts += [((key, row, "text"), one.text) for row, one in enumerate(getattr(exercise, key))]
    for path, text in texts:
        if report.is_sound(path) and not (text.ru.strip() and text.en.strip()):
            report.add(path, "E312", "the trainee reads it: it cannot be empty")


def _check_names(report: Report, exercise: ExerciseSpec) -> None:
    for key in ("stages", "limits"):
        taken: set[str] = set()
        for row, part in enumerate(getattr(exercise, key)):
            if part.name in taken:
                report.add((key, row, "name"), "E904", f"there are two {key} named {part.name!r}")
            taken.add(part.name)


def _check_scene(report: Report, exercise: ExerciseSpec, scene: SceneSpec) -> None:
    """Check the start poses and the new props' names."""
    robots = {robot_name(place): place for place in scene.robots}
    props = {prop.name for prop in scene.props}
    for name, pose in exercise.start.items():
        path = ("start", name)
        if name not in robots and name not in props:
            near = nearest(name, [*robots, *props])
            report.add(path, "E401", f"the scene has no robot or prop {name!r}", near, key=True)
            continue
        spec = robots[name].spec if name in robots else None
        if spec is not None:
            check_start(report, (*path, "joints"), pose.joints, spec)
        elif pose.joints:
            report.add((*path, "joints"), "E401", f"the prop {name} has no joints", key=True)
    taken = {body.name for body in list_bodies(scene)} | set(robots)
    for row, prop in enumerate(exercise.props):
        if prop.name in taken:
            report.add(("props", row, "name"), "E501", f"the name {prop.name!r} is taken")
        taken.add(prop.name)
    check_faults(report, exercise.faults, scene)


def _listed(keys: tuple[str, ...]) -> str:
    return f"{', '.join(keys[:-1])} or {keys[-1]}"
