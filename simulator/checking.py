"""Files checked end to end: what each says, and whether console, diagram and robot fit together."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from . import mismatches
from .advice import mesh_advice, turning
from .advice.decimals import find_split
from .advice.inertias import judge_inertia
from .advice.intrusion import find_intruding, find_placed
from .advice.lighting import find_useless
from .advice.materials import find_misspelt
from .advice.measuring import find_idle
from .advice.mobility import find_rigid
from .advice.standing import find_sunk
from .advice.weighing import weigh_tracks
from .advice.wiring import find_alike
from .console import overlaps
from .diagram import check as diagram_check
from .diagram.check import Checked
from .diagram.plan import Plan, compile_for, compile_plan
from .diagram.terminals import Source, Target, Terminals, list_terminals
from .spec import check as spec_check
from .spec import lessons, load, survey
from .spec.errors import Problem, SpecErrors, gather, sort_problems
from .spec.fields import YAML
from .spec.kept import Kept
from .spec.models.console import ConsoleSpec, DiagramSpec
from .spec.models.exercise import ExerciseSpec
from .spec.models.scene import SceneSpec
from .spec.naming import consoles
from .spec.naming.contract import wires_of
from .spec.once import once, reading
from .spec.reading.kinds import MODELS
from .spec.reading.project import shown
from .spec.reading.source import Told
from .training.draw import redraw


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


def check(*paths: str | os.PathLike[str]) -> list[Finding]:
    """Return everything wrong or odd in files, or in every YAML file of folders."""
    with reading():
        return _check(paths)


def _check(paths: Iterable[str | os.PathLike[str]]) -> list[Finding]:
    problems = [one for path in paths for one in spec_check.check(path)]
    warnings: list[Problem] = []
    files = dict.fromkeys(file for path in paths for file in spec_check.list_files(Path(path)))
    kinds = {file: kind for file in files if (kind := spec_check.kind_of(file)) is not None}
    for file, kind in kinds.items():
        wrong, odd = _look_at(file, kind)
        problems += wrong
        warnings += odd
    lines = {(one.file, one.line) for one in problems}
    for file, kind in kinds.items():
        warnings += [one for one in find_split(file, MODELS[kind]) if one.place[:2] not in lines]
        warnings += _tell_owner(file, kind, {one.file for one in problems})
    told = gather(mismatches.once(sort_problems(problems)))
    errors = [Finding(problem) for problem in told]
    return errors + [Finding(problem, "warning") for problem in sort_problems(warnings)]


def _look_at(file: Path, kind: str) -> tuple[list[Problem], list[Problem]]:
    """Return what is wrong of a file beyond what it says, and what is odd of it."""
    if kind == "scene":
        return _check_scene(file)
    if kind == "console":
        return _check_console(file)
    if kind == "robot":
        return [], _warn_of_robot(file)
    if kind in ("exercise", "vary"):
        return [], _warn_of_lesson(file, kind)
    return [], _warn_of_hardware(file) if kind == "hardware" else []


def _tell_owner(file: Path, kind: str, told: set[str]) -> list[Problem]:
    """Return that names of a script or vary file were not checked, unless why is told.

    A script belongs to what has its name, or to those that include it.
    """
    owner = lessons.survey_owner(file, kind) if kind in ("script", "vary") else None
    if owner is None and kind == "script" and not spec_check.is_included(file):
        message = f"its names were not checked, for no scene or exercise is called {file.name}; "
        message += "`simulator run SCENE --script FILE` checks them"
        return [Problem(shown(file), 1, 1, "", message, "unchecked")]
    if owner is None or not owner.problems or any(one.file in told for one in owner.problems):
        return []
    first = sort_problems(owner.problems)[0].file
    message = f"its names were not checked, for {first} has mistakes: see `simulator check {first}`"
    return [Problem(shown(file), 1, 1, "", message, "unchecked")]


def _check_scene(path: Path) -> tuple[list[Problem], list[Problem]]:
    """Return what is wrong and what is odd of a scene."""
    found = survey.survey_scene(path)
    scene = found.spec
    if scene is None or found.problems:
        return mismatches.find_in_scene(found), []
    terminals = list_terminals(scene)
    told = diagram_check.find_warnings(scene.console_spec, terminals)
    if told:  # it takes a while to look at all exercises
        told = diagram_check.find_warnings(scene.console_spec, terminals, _list_awaited(path))
    warnings = scene.origin.problems("console", told)
    told = [*find_sunk(scene), *find_placed(scene), *find_useless(scene)]
    told += find_misspelt(scene, _list_lessons(path))
    told += turning.find_in_scene(scene, scene.origin.trees["scene"])
    warnings += scene.origin.problems("scene", told)
    for part in consoles.list_consoles(scene).values():
        warnings += _overlaps(part, scene.origin)
    for row, prop in enumerate(scene.props):
        told = [*mesh_advice.judge_part(("props", row), prop)]
        told += judge_inertia(("props", row), prop, scene.materials)
        warnings += scene.origin.problems("scene", told)
    for row, shape in enumerate(scene.terrain):
        told = mesh_advice.judge_still(("terrain", row), shape)
        warnings += scene.origin.problems("scene", told)
    for file in dict.fromkeys(placement.file for placement in scene.robots):
        warnings += _warn_of_robot(Path(file))
    return mismatches.find_in_scene(found), warnings


def _list_awaited(scene: Path) -> set[str]:
    """Return the signals and controls that exercises of a scene, beside it, look at."""
    return {name for one in _list_lessons(scene) for name in _names_in(one.model_dump())}


def _list_lessons(scene: Path) -> Iterator[ExerciseSpec]:
    """Yield the exercises of a scene, beside it."""
    for folder in (scene.parent, scene.parent / "exercises"):
        for file in sorted(one for one in folder.glob("*") if one.suffix.lower() in YAML):
            if spec_check.kind_of(file) != "exercise":
                continue
            exercise = lessons.survey_exercise(file).spec
            if exercise is not None and os.path.realpath(exercise.scene) == os.path.realpath(scene):
                yield exercise


def _names_in(part: Any) -> Iterator[str]:
    """Yield the signals and buttons that the conditions and metrics in a part of a file name."""
    inner: Iterable = part.values() if isinstance(part, dict) else ()
    if isinstance(part, dict):
        yield from (name for key in ("signal", "pressed") if (name := part.get(key)))
    for one in part if isinstance(part, list) else inner:
        yield from _names_in(one)


@once
def _warn_of_robot(path: Path) -> list[Problem]:
    """Return what is odd of a robot but works: tracks, loops, links, meshes, turns, sensors."""
    found = survey.survey_robot(path)
    if found.spec is None or found.problems:
        return []
    told = [*weigh_tracks(found.spec), *find_rigid(found.spec), *find_intruding(found.spec)]
    told += find_idle(found.spec)
    told += find_misspelt(found.spec)
    told += turning.find_in_robot(found.spec, found.source.trees["robot"])
    stuck = {joint.child for joint in found.spec.joints.values() if joint.type == "fixed"}
    for name, link in found.spec.links.items():
        told += mesh_advice.judge_part(("links", name), link)
        told += [] if name in stuck else judge_inertia(("links", name), link, found.spec.materials)
    return found.source.problems("robot", told)


def _warn_of_lesson(path: Path, kind: str) -> list[Problem]:
    """Return what is odd of an exercise or a vary file but works: angles, materials."""
    found = spec_check.SURVEYS[kind](path)
    if found.spec is None or found.problems:
        return []
    tree = found.source.trees[kind]
    if kind == "vary":
        told = [*turning.find_in_vary(tree)]
    else:
        told = [*turning.find_in_exercise(found.spec, tree), *find_misspelt(found.spec)]
    return found.source.problems(kind, told)


def _warn_of_hardware(path: Path) -> list[Problem]:
    """Return what is odd of a hardware file but works: controls that one channel moves alike."""
    found = survey.survey_hardware(path)
    if found.spec is None or found.problems:
        return []
    return found.source.problems("hardware", find_alike(found.spec))


def _check_console(path: Path) -> tuple[list[Problem], list[Problem]]:
    """Return what is wrong and what is odd of a console."""
    found = survey.survey_console(path)
    if found.spec is None:
        return [], []
    bare = diagram_check.find_bare(found.spec, _assumed(found.spec))
    odd = [*_overlaps(found.spec, found.source), *found.source.problems("console", bare)]
    return mismatches.find_in_console(found), odd


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
    problems = sort_problems([*found.problems, *mismatches.find_in_scene(found, study)])
    return Checked(found.spec, problems, study)


def load_checked(path: str | os.PathLike[str]) -> SceneSpec:
    """Load a scene whose diagram and bindings fit it.

    Raises:
        SpecErrors: With every error of every file, located.
    """
    found = survey.survey_scene(path)
    problems = [*found.problems, *mismatches.find_in_scene(found)]
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
        if problems := mismatches.find_in_diagram(study, [console], origin):
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
    blocks = console.diagram.values()
    read = [*console.outputs.values(), *(wire for one in blocks for wire, _ in wires_of(one))]
    names = dict.fromkeys(wire for wire in read if isinstance(wire, str) and wire not in known)
    driven = {target.name for target in own.outputs}
    targets = [Target(name) for name in console.outputs if name not in driven]
    return Terminals((*own.inputs, *map(Source, names)), (*own.outputs, *targets))
