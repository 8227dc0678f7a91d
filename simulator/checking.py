"""Files checked end to end: what each says, and whether console, diagram and robot fit together."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from .advice import mesh_advice, turning
from .advice.intrusion import find_intruding, find_placed
from .advice.measuring import find_idle
from .advice.mobility import find_rigid
from .advice.standing import find_sunk
from .advice.weighing import weigh_tracks
from .console import bindings, overlaps
from .diagram import check as diagram_check
from .diagram.check import Checked, Study
from .diagram.plan import Plan, compile_for, compile_plan
from .diagram.terminals import Source, Target, Terminals, list_terminals
from .spec import check as spec_check
from .spec import load, survey
from .spec.alone import list_alone
from .spec.errors import KeyPath, Problem, SpecErrors, sort_problems
from .spec.kept import Kept
from .spec.models.console import ConsoleSpec, DiagramSpec
from .spec.models.exercise import ExerciseSpec
from .spec.models.scene import SceneSpec
from .spec.naming import bodies, components, consoles
from .spec.part import Survey
from .spec.reading.report import lacks_section
from .spec.reading.source import Told
from .spec.reading.syntax import Node
from .spec.suggest import did_you_mean
from .training.draw import redraw

# A console alone does not know the robots it will be wired to.
NEEDS_SCENE = {"unknown-signal", "unknown-output", "unknown-camera"}
COUNTS = {"key-count", "control-count"}  # which depend on what a widget is
GAPS = {"missing-input", "missing-parameter"}  # which may be what is told to be wrong
# Whole parts of files that make signals or are driven by them.
SECTIONS = (
    "panel",
    "motors",
    "sensors",
    "brakes",
    "lamps",
    "lights",
    "robots",
    "constants",
    "diagram",
)


@dataclass(frozen=True)
class Finding:
    """A problem and whether it is an "error" or a "warning"."""

    problem: Problem
    severity: str = "error"

    def __str__(self) -> str:
        """Return `file:line:column: path: what is wrong [code]`."""
        return f"{self.problem}" if self.severity == "error" else f"{self.problem} (warning)"

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as plain data for JSON."""
        return {**self.problem.as_dict(), "severity": self.severity}


def check(path: str | os.PathLike[str]) -> list[Finding]:
    """Return everything wrong or odd in a file, or in every YAML file of a folder."""
    problems = list(spec_check.check(path))
    warnings: list[Problem] = []
    for file in spec_check.list_files(Path(path)):
        kind = spec_check.kind_of(file)
        if kind == "scene":
            problems, warnings = _join(_check_scene(file), problems, warnings)
        elif kind == "console":
            problems, warnings = _join(_check_console(file), problems, warnings)
        elif kind == "robot":
            warnings += _warn_of_robot(file)
        elif kind in ("exercise", "vary"):
            warnings += _warn_of_lesson(file, kind)
    errors = [Finding(problem) for problem in _once(sort_problems(problems))]
    return errors + [Finding(problem, "warning") for problem in sort_problems(warnings)]


Both = tuple[list[Problem], list[Problem]]


def _join(found: Both, problems: list[Problem], warnings: list[Problem]) -> Both:
    return problems + found[0], warnings + found[1]


def _check_scene(path: Path) -> Both:
    found = survey.survey_scene(path)
    scene = found.spec
    if scene is None or found.problems:
        return _diagram_problems(found), []
    warnings = _warnings(scene.console_spec, list_terminals(scene), scene.origin)
    told = [*find_sunk(scene), *find_placed(scene)]
    told += turning.find_in_scene(scene, scene.origin.trees["scene"])
    warnings += scene.origin.problems("scene", told)
    for part in consoles.list_consoles(scene).values():
        warnings += _overlaps(part, scene.origin)
    for row, prop in enumerate(scene.props):
        told = mesh_advice.judge_part(("props", row), prop)
        warnings += scene.origin.problems("scene", told)
    for file in dict.fromkeys(placement.file for placement in scene.robots):
        warnings += _warn_of_robot(Path(file))
    return _diagram_problems(found), warnings


def _warn_of_robot(path: Path) -> list[Problem]:
    """Return what is odd of a robot but works: tracks, loops, links, meshes, turns, sensors."""
    found = survey.survey_robot(path)
    if found.spec is None or found.problems:
        return []
    told = [*weigh_tracks(found.spec), *find_rigid(found.spec), *find_intruding(found.spec)]
    told += find_idle(found.spec)
    told += turning.find_in_robot(found.spec, found.source.trees["robot"])
    for name, link in found.spec.links.items():
        told += mesh_advice.judge_part(("links", name), link)
    return found.source.problems("robot", told)


def _warn_of_lesson(path: Path, kind: str) -> list[Problem]:
    """Return what is odd of an exercise or a vary file but works: angles in degrees."""
    found = spec_check.SURVEYS[kind](path)
    if found.spec is None or found.problems:
        return []
    tree = found.source.trees[kind]
    is_vary = kind == "vary"
    told = turning.find_in_vary(tree) if is_vary else turning.find_in_exercise(found.spec, tree)
    return found.source.problems(kind, told)


def _diagram_problems(found: Survey[SceneSpec], study: Study | None = None) -> list[Problem]:
    """Return what is wrong with the diagram of a scene, even where its files have mistakes.

    A name is not judged where it may be that of a faulty, left-out part: those make no signals.
    """
    scene = found.spec
    if scene is None or _has_doubles(scene):
        return []
    parts = consoles.list_consoles(scene).values()
    study = study or diagram_check.study(scene.console_spec, list_terminals(scene))
    problems = _problems(study, parts, scene.origin)
    for console, tree in _list_files(scene):
        problems += _list_alone(console, tree, found.problems)
    problems = _once(problems)
    problems += scene.origin.problems("console", _unknown_cameras(scene))
    problems = _without_echoes(problems, found.problems)
    is_whole = all(placement.spec for placement in scene.robots)
    is_whole &= not any(_is_robot(path) for path in found.dropped)
    is_whole &= not any(tree.partial for tree in scene.origin.trees.values())
    lost: set[str] = set(SECTIONS)
    if is_whole and not lacks_section(found.problems):
        lost = {str(step) for path in found.dropped for step in (*path[2:3], path[-1])}
    return [problem for problem in problems if not _may_be_lost(problem, lost)]


def _is_robot(path: KeyPath) -> bool:
    """Return whether a part that is missing of a file is a robot of the scene, or what names it."""
    return path[:2] == ("scene", "robots") and set(path[3:]) <= {"name", "file", "console"}


def _has_doubles(scene: SceneSpec) -> bool:
    """Return whether two robots have one name, which is told: what the diagram says means both."""
    owners = [bodies.robot_name(placement) for placement in scene.robots]
    return len(owners) > len(set(owners))


def _unknown_cameras(scene: SceneSpec) -> list[Told]:
    """Return what to tell of each camera view of the desk whose camera no robot has."""
    things = components.list_components(scene)
    known = [name for name, found in things.items() if any(one.family == "camera" for one in found)]
    return [
        Told(
            ("panel", name, "camera"),
            "unknown-camera",
            f"there is no robot camera {widget.camera!r}{did_you_mean(widget.camera, known)}",
            about=widget.camera,
        )
        for name, widget in scene.console_spec.panel.items()
        if widget.camera is not None and widget.camera not in known
    ]


def _may_be_lost(problem: Problem, lost: set[str]) -> bool:
    """Return whether an unknown name may be among the left-out parts (or sections)."""
    if problem.code not in NEEDS_SCENE or not lost:
        return False
    return bool(lost & {*SECTIONS, *problem.about.split(".")})


def _check_console(path: Path) -> Both:
    found = survey.survey_console(path)
    if found.spec is None:
        return [], []
    terminals = list_terminals(SceneSpec(console_spec=found.spec))
    study = diagram_check.study(found.spec, terminals)
    problems = _problems(study, [found.spec], found.source)
    problems += _list_alone(found.spec, found.source.trees["console"], found.problems)
    problems = _without_echoes(_once(problems), found.problems)
    warnings = _overlaps(found.spec, found.source)
    return [problem for problem in problems if problem.code not in NEEDS_SCENE], warnings


def _list_files(scene: SceneSpec) -> Iterator[tuple[ConsoleSpec, Node]]:
    """Yield each console of a scene that has named diagrams, with its tree, each file once."""
    owners = {bodies.robot_name(place): row for row, place in enumerate(scene.robots)}
    trees = {}
    for owner, console in consoles.list_consoles(scene).items():
        tree = scene.origin.trees.get(survey.console_tree(owners.get(owner, survey.WHOLE)))
        if tree is not None and console.diagrams:
            trees[tree.mark.file] = console, tree
    yield from trees.values()


def _list_alone(console: ConsoleSpec, tree: Node, known: list[Problem]) -> list[Problem]:
    """Return what is wrong inside the named diagrams of a console, whether it uses them or not."""
    problems: list[Problem] = []
    for one in list_alone(console, tree, known):
        study = diagram_check.study(one.spec, Terminals(tuple(map(Source, one.signals)), ()))
        problems += one.problems
        problems += _problems(study, [], load.Source(tree.mark.file, {"console": one.tree}))
    meant = {one.about for one in known if one.code == "E615"}  # told with the parameter
    return [one for one in problems if one.code not in NEEDS_SCENE and one.path not in meant]


def _once(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems; of those inside named diagrams one for each place, the first."""
    found, told = [], set()
    for one in problems:
        mark = (*one.place, one.code)
        if not one.path.startswith("diagrams.") or mark not in told:
            found.append(one)
        told.add(mark)
    return found


def _without_echoes(problems: Iterable[Problem], known: Iterable[Problem]) -> list[Problem]:
    """Leave out what the diagram says of what is already told to be wrong.

    Of a value, of a name that is made twice, of how many keys a faulty widget takes, and of what
    a faulty block lacks.
    """
    known = list(known)
    told = {one.place for one in known}
    twice = {(one.file, one.path) for one in known if one.code == "E601"}
    faulty = {(one.file, one.path.rpartition(".")[0]) for one in known}
    deep = {"diagrams": 4}  # diagrams.joint.blocks.error
    parts = [(one.file, one.path.split(".")) for one in known]
    whole = {(file, ".".join(steps[: deep.get(steps[0], 2)])) for file, steps in parts}

    def is_echo(one: Problem) -> bool:
        if one.code == "driven-twice" and (one.file, one.path) in twice:
            return True
        if one.code in COUNTS and (one.file, one.path.rpartition(".")[0]) in faulty:
            return True
        if one.code in GAPS and (one.file, one.path) in whole:
            return True
        return one.place in told

    return [one for one in problems if not is_echo(one)]


def _problems(study: Study, parts: Iterable[ConsoleSpec], origin: load.Source) -> list[Problem]:
    """Return the diagram's mistakes, and those of each part's keys: one part has the hand."""
    told = [*diagram_check.list_problems(study)]
    for part in parts:
        told += bindings.find_problems(part)
    return origin.problems("console", told)


def _warnings(console: ConsoleSpec, terminals: Terminals, origin: load.Source) -> list[Problem]:
    return origin.problems("console", diagram_check.find_warnings(console, terminals))


def _overlaps(console: ConsoleSpec, origin: load.Source) -> list[Problem]:
    """Return a warning for each widget that lies over another one, with the places of both."""
    told = []
    for name, other in overlaps.find_overlaps(console):
        mark = origin.locate("console", ("layout", "panel", other))
        message = f"it lies over {other!r}, whose place is {mark.file}:{mark.line}:{mark.column}"
        told.append(Told(("layout", "panel", name), "overlap", message))
    return origin.problems("console", told)


def survey_edited(
    path: str | os.PathLike[str], unsaved: Mapping[str, bytes], kept: Kept | None = None
) -> Checked:
    """Return a scene as far as it can be read with unsaved files in it.

    What has not changed since it was read last is taken from `kept`.
    """
    found = survey.survey_scene(path, unsaved, kept)
    if found.spec is None:
        return Checked(None, sort_problems(found.problems), None)
    study = diagram_check.study(found.spec.console_spec, list_terminals(found.spec))
    problems = sort_problems([*found.problems, *_diagram_problems(found, study)])
    return Checked(found.spec, problems, study)


def load_checked(path: str | os.PathLike[str]) -> SceneSpec:
    """Load a scene whose diagram and bindings fit it.

    Raises:
        SpecErrors: With every error of every file, located.
    """
    found = survey.survey_scene(path)
    problems = [*found.problems, *_diagram_problems(found)]
    if found.spec is None or problems:
        raise SpecErrors(problems)
    return found.spec


class Lesson(NamedTuple):
    """A scene to run, and the exercise that it is run for."""

    scene: SceneSpec
    exercise: ExerciseSpec | None


def load_lesson(path: str | os.PathLike[str]) -> Lesson:
    """Load a scene, or an exercise with its scene as it stands at the start.

    Raises:
        SpecErrors: With every error of every file, located.
    """
    if spec_check.kind_of(Path(path)) != "exercise":
        return Lesson(load_checked(path), None)
    exercise = load.load_exercise(path)
    load_checked(exercise.scene)
    assert exercise.scene_spec is not None
    return Lesson(exercise.scene_spec, exercise)


def load_recorded(path: str | os.PathLike[str], header: Mapping[str, str]) -> Lesson:
    """Load a scene or exercise as a recording with this header has it: with what it drew.

    Raises:
        SpecErrors: With every error of every file, located.
    """
    scene, exercise = load_lesson(path)
    if exercise is None:
        return Lesson(scene, None)
    exercise = redraw(exercise, header)
    return Lesson(exercise.scene_spec or scene, exercise)


def plan_of(path: str | os.PathLike[str]) -> Plan:
    """Return the diagram of a scene file, or of a console file whose robots are unknown."""
    if spec_check.kind_of(Path(path)) == "console":
        console, origin = load.open_console(path)
        terminals = _assumed(console)
        study = diagram_check.study(console, terminals)
        if problems := _problems(study, [console], origin):
            raise SpecErrors(problems)
        return compile_plan(console, terminals.inputs, terminals.outputs)
    return compile_for(load_checked(path))


def list_contracts(path: str | os.PathLike[str]) -> dict[str, DiagramSpec]:
    """Return the named diagrams of a console file that has no diagram itself: a library of them."""
    if spec_check.kind_of(Path(path)) != "console":
        return {}
    console, _ = load.open_console(path)
    return {} if console.diagram or console.outputs else dict(console.diagrams)


def _assumed(console: ConsoleSpec) -> Terminals:
    """Return a console's own terminals, and one for every name that some robot must have."""
    own = list_terminals(SceneSpec(console_spec=console))
    known = {source.name for source in own.inputs} | {*console.constants, *console.diagram}
    read: list[Any] = list(console.outputs.values())
    for block in console.diagram.values():
        wires = block.inputs
        read += (
            wires.values()
            if isinstance(wires, dict)
            else wires
            if isinstance(wires, list)
            else [wires]
        )
    names = dict.fromkeys(wire for wire in read if isinstance(wire, str) and wire not in known)
    driven = {target.name for target in own.outputs}
    targets = [Target(name) for name in console.outputs if name not in driven]
    return Terminals((*own.inputs, *map(Source, names)), (*own.outputs, *targets))
