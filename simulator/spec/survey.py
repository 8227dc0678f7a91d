"""Files read as far as they can be: the spec of their valid parts, and every problem found.

`load` raises on problems; `check` lists them; both look through here.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from . import names, syntax
from .bodies import robot_name
from .console import ConsoleSpec
from .console_rules import check_console
from .errors import Problem, TooManyProblems
from .fields import Spec
from .include import read_tree
from .kinds import by_keys
from .project import AllowedPath, Project, shown
from .prune import salvage
from .references import find_dangling
from .report import Report
from .robot import RobotSpec
from .robot_rules import check_robot
from .scene import RobotPlacement, SceneSpec
from .scene_rules import check_robot_in_scene, check_scene
from .script import ScriptSpec
from .script_rules import check_script, check_script_names
from .source import Source
from .syntax import Node
from .tracks import expand
from .translate import validate

S = TypeVar("S", bound=Spec)
FilePath = str | os.PathLike[str]
Rules = Callable[[Report, Any], None]


class Survey(NamedTuple, Generic[S]):
    """What was found in a file.

    `spec` holds the valid parts (None where nothing is usable); `dropped` says which parts of
    which file are missing from it.
    """

    spec: S | None
    source: Source
    problems: list[Problem]
    dropped: set[tuple[str | int, ...]]


class _Part(NamedTuple, Generic[S]):
    """One file (with its includes) of a project, its tree without invalid parts, and its report."""

    spec: S | None
    tree: Node
    report: Report
    dropped: set[tuple[str | int, ...]]


def survey_robot(path: FilePath) -> Survey[RobotSpec]:
    """Read a robot file by itself."""
    return _survey(path, RobotSpec, "robot", names.of_robot, check_robot)


def survey_console(path: FilePath) -> Survey[ConsoleSpec]:
    """Read a console file by itself; what its diagram says is not looked at."""
    return _survey(path, ConsoleSpec, "console", names.of_console, check_console)


def survey_script(path: FilePath, scene: FilePath | None = None) -> Survey[ScriptSpec]:
    """Read a script, and check its names against its scene.

    Scripts in `scenes/scripts/` belong to the scene of the same name, if there is one.
    """
    survey = _survey(path, ScriptSpec, "script", lambda tree: {}, check_script)
    script = Path(path)
    scene = scene or script.resolve().parent.parent / script.name
    if survey.spec is None or not Path(scene).is_file():
        return survey
    known = survey_scene(scene)
    trees = known.source.trees
    if "scene" not in trees or known.problems:
        return survey
    robots = _robot_trees(known.spec, trees)
    signals = names.signals(trees["scene"], robots, trees.get("console"))
    report = Report(survey.source.trees["script"], survey.problems)
    controls = names.controls(trees.get("console"))
    check_script_names(report, survey.spec, controls, signals)
    return survey


def survey_scene(path: FilePath) -> Survey[SceneSpec]:
    """Read a scene with the robots and the console it names."""
    project = Project(path)
    try:
        return _survey_scene(project)
    except TooManyProblems:
        return Survey(None, Source(str(project.top)), project.problems, set())


def _survey_scene(project: Project) -> Survey[SceneSpec]:
    part = _read(project.top, SceneSpec, project)
    if part is None:
        return Survey(None, Source(str(project.top)), project.problems, set())
    robots, console = _read_robots(part, project), _read_console(part, project)
    trees = {"scene": part.tree} | {f"robots.{row}": robot.tree for row, robot in robots.items()}
    dropped = {("scene", *path) for path in part.dropped}
    for row, robot in robots.items():
        dropped |= {(f"robots.{row}", *path) for path in robot.dropped}
    if console is not None:
        trees["console"] = console.tree
        dropped |= {("console", *path) for path in console.dropped}
    source = Source(str(project.top), trees)
    scene = _assemble(part.spec, robots, console, project, source)
    if scene is not None:
        _check_together(part.report, scene, robots)
    return Survey(scene, source, project.problems, dropped)


def _survey(
    path: FilePath, model: type[S], kind: str, find_names: Callable[[Node], Any], rules: Rules
) -> Survey[S]:
    project = Project(path)
    try:
        part = _read(project.top, model, project, find_names, rules)
    except TooManyProblems:
        part = None
    if part is None:
        return Survey(None, Source(str(project.top)), project.problems, set())
    source = Source(str(project.top), {kind: part.tree})
    return Survey(part.spec, source, project.problems, part.dropped)


def _read(
    path: Path,
    model: type[S],
    project: Project,
    find_names: Callable[[Node], Any] | None = None,
    rules: Rules | None = None,
) -> _Part[S] | None:
    """Read one file: syntax, keys, types, references, then the rules of its kind."""
    full = read_tree(path, model, project)
    if full is None:
        return None
    _, problems = validate(full, model)
    project.problems.extend(_without_echoes(problems, project.problems))
    if find_names is not None:
        project.problems.extend(find_dangling(full, model, find_names(full)))
    spec, tree, dropped = salvage(full, model)
    report = Report(full, project.problems)
    if spec is not None and rules is not None:
        report = Report(tree, project.problems)
        rules(report, spec)
    return _Part(spec, tree, report, dropped)


def _without_echoes(problems: list[Problem], known: list[Problem]) -> list[Problem]:
    """Leave out "missing" where the key is there, but mistyped or in a wrong unit."""
    meant: dict[str, list[str]] = {}
    for problem in known:
        place, _, key = problem.path.rpartition(".")
        meant.setdefault(place, []).append(problem.suggestion or key)
    return [
        problem
        for problem in problems
        if problem.code != "E302"
        or not any(
            _is_key(key, problem.message.split("`")[1]) for key in meant.get(problem.path, ())
        )
    ]


def _is_key(written: str, key: str) -> bool:
    return written == key or written.startswith(key + "_")


def _read_robots(part: _Part[SceneSpec], project: Project) -> dict[int, _Part[RobotSpec]]:
    """Return the readable robots of a scene by their row; each file is read once."""
    read: dict[str, _Part[RobotSpec] | None] = {}
    found = {}
    for row, item in enumerate(names.rows(part.tree, "robots")):
        file = names.text(item, "file")
        if not isinstance(file, AllowedPath):
            continue
        if file not in read and _is_other(
            item.value["file"], "robot", f"robots[{row}].file", project
        ):
            read[file] = None
        if file not in read:
            read[file] = _read(Path(file), RobotSpec, project, names.of_robot, check_robot)
        if (robot := read[file]) is not None:
            found[row] = robot
    return found


def _read_console(part: _Part[SceneSpec], project: Project) -> _Part[ConsoleSpec] | None:
    file = names.text(part.tree, "console")
    if not isinstance(file, AllowedPath):
        return None
    if _is_other(part.tree.value["console"], "console", "console", project):
        return None
    return _read(Path(file), ConsoleSpec, project, names.of_console, check_console)


def _is_other(node: Node, kind: str, where: str, project: Project) -> bool:
    """Note that a path names a file of another kind, such as a robot as the console."""
    path = Path(node.value)
    data = project.read(path, node.mark, where)
    tree = syntax.read(data, shown(path))[0] if data is not None else None
    kinds = by_keys(tree) if tree is not None else []
    if data is None or not kinds or kind in kinds:
        return data is None
    project.problem(node.mark, where, f"{shown(path)} is a {kinds[0]}, not a {kind}", "E209")
    return True


def _assemble(
    scene: SceneSpec | None,
    robots: dict[int, _Part[RobotSpec]],
    console: _Part[ConsoleSpec] | None,
    project: Project,
    source: Source,
) -> SceneSpec | None:
    """Return the scene with what was loaded for it."""
    if scene is None:
        return None
    specs = {row: robot.spec for row, robot in robots.items()}
    placements = [
        _build(placement.model_copy(update={"spec": specs.get(row)}))
        for row, placement in enumerate(scene.robots)
    ]
    spec = console.spec if console is not None else None
    update = {"robots": placements, "console_spec": spec or ConsoleSpec(), "origin": source}
    update |= {"source": str(project.top), "digest": project.digest()}
    return scene.model_copy(update=update)


def _build(placement: RobotPlacement) -> RobotPlacement:
    """Return a robot that stands in the scene with its tracks."""
    if placement.spec is None:
        return placement
    return placement.model_copy(update={"spec": expand(placement, placement.tracks)})


def _robot_trees(scene: SceneSpec | None, trees: dict[str, Node]) -> names.Trees:
    placements = scene.robots if scene is not None else []
    return {
        robot_name(placement): trees[f"robots.{row}"]
        for row, placement in enumerate(placements)
        if f"robots.{row}" in trees
    }


def _check_together(report: Report, scene: SceneSpec, robots: dict[int, _Part[RobotSpec]]) -> None:
    """Check what scene and robots say of each other."""
    source: Source = scene.origin
    trees = _robot_trees(scene, source.trees)
    known = names.of_scene(report.tree, trees)
    if len(robots) == len(names.rows(report.tree, "robots")):
        report.problems.extend(find_dangling(report.tree, SceneSpec, known))
        for robot in {id(robot): robot for robot in robots.values()}.values():
            if robot.spec is not None:
                check_robot_in_scene(robot.report, robot.spec, robot.tree, known["bodies"])
    pruned = Report(source.trees["scene"], report.problems)
    check_scene(pruned, scene, trees)
