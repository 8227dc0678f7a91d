"""Scenes and the files that they name, as far as they can be read, and every problem found.

`load` raises on problems; `check` lists them; both look through here.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from .errors import TooManyProblems
from .fields import Spec
from .kept import Kept
from .models.console import ConsoleSpec
from .models.hardware import HardwareSpec
from .models.robot import RobotSpec
from .models.scene import RobotPlacement, SceneSpec
from .naming import consoles, names
from .naming.bodies import robot_name
from .naming.references import find_dangling
from .once import once
from .part import (
    FilePath,
    Part,
    Rules,
    Survey,
    is_misplaced,
    is_name,
    is_other,
    list_paths,
    nothing_of,
    read_part,
    survey_one,
)
from .reading.project import AllowedPath, Project
from .reading.report import Report, lacks_section
from .reading.source import Place, Source
from .reading.syntax import Node
from .rules.console import check_console
from .rules.hardware import check_hardware
from .rules.robot import check_robot
from .rules.scene import check_robot_in_scene, check_scene
from .tracks.build import expand

S = TypeVar("S", bound=Spec)
THINGS = ("links", "bodies", "followed")  # that names of things point at
WHOLE = -1  # row of the scene's own console


@once
def survey_robot(path: FilePath) -> Survey[RobotSpec]:
    """Read a robot file by itself."""
    return survey_one(path, RobotSpec, "robot", names.of_robot, check_robot)


@once
def survey_console(path: FilePath) -> Survey[ConsoleSpec]:
    """Read a console file by itself; what its diagram says is not looked at."""
    return survey_one(path, ConsoleSpec, "console", names.of_console, check_console)


@once
def survey_hardware(path: FilePath) -> Survey[HardwareSpec]:
    """Read a hardware file, and check its names against its console's widgets."""
    project = Project(path)
    known: list[Survey[ConsoleSpec]] = []

    def find_names(tree: Node) -> dict:
        node = names.child(tree, "console")
        is_file = node is not None and isinstance(node.value, AllowedPath)
        if node is not None and is_file and not is_other(node, "console", "console", project):
            known.append(survey_console(node.value))
        return {}

    def check(report: Report, spec: HardwareSpec) -> None:
        console = known[0].spec if known and not known[0].problems else None
        check_hardware(report, spec, console)

    try:
        part = None
        if not is_misplaced(project, "hardware"):
            part = read_part(project.top, HardwareSpec, project, find_names, check)
        project.problems.extend(known[0].problems if known else [])
    except TooManyProblems:
        part = None
    if part is None:
        return nothing_of(project)
    source = Source(str(project.top), {"hardware": part.tree})
    return Survey(part.spec, source, project.problems, part.dropped)


@once
def survey_scene(
    path: FilePath, unsaved: Mapping[str, bytes] | None = None, kept: Kept | None = None
) -> Survey[SceneSpec]:
    """Read a scene with the robots and the console it names.

    `unsaved` has the bytes of files that an editor has not saved, by their real paths; what has not
    changed is taken from `kept`.
    """
    project = Project(path, unsaved)
    try:
        return _survey_scene(project, kept)
    except TooManyProblems:
        return nothing_of(project)


def _survey_scene(project: Project, kept: Kept | None) -> Survey[SceneSpec]:
    is_other_kind = is_misplaced(project, "scene")
    part = None if is_other_kind else read_part(project.top, SceneSpec, project)
    if part is None:
        return nothing_of(project)
    robots, panels = _read_robots(part, project, kept), _read_consoles(part, project, kept)
    read: dict[str, Part[Any]] = {"scene": part}
    read |= {f"robots.{row}": robot for row, robot in robots.items()}
    read |= {console_tree(row): console for row, console in panels.items()}
    dropped = {(kind, *path) for kind, one in read.items() for path in one.dropped}
    source = Source(str(project.top), {kind: one.tree for kind, one in read.items()})
    scene = _assemble(part.spec, robots, panels, project, source, kept)
    if scene is not None:
        _check_together(part.report, scene, robots)
    return Survey(scene, source, project.problems, dropped)


def _read_robots(
    part: Part[SceneSpec], project: Project, kept: Kept | None
) -> dict[int, Part[RobotSpec]]:
    """Return the readable robots of a scene by their row; each file is read once."""
    rows = enumerate(names.rows(part.tree, "robots"))
    nodes = {row: (names.child(item, "file"), f"robots[{row}].file") for row, item in rows}
    return _read_each(nodes, RobotSpec, "robot", project, names.of_robot, check_robot, kept)


def _read_consoles(
    part: Part[SceneSpec], project: Project, kept: Kept | None
) -> dict[int, Part[ConsoleSpec]]:
    """Return the readable consoles by their robot's row, the scene's own as WHOLE."""
    rows = enumerate(names.rows(part.tree, "robots"))
    nodes = {row: (names.child(item, "console"), f"robots[{row}].console") for row, item in rows}
    nodes[WHOLE] = (names.child(part.tree, "console"), "console")
    return _read_each(nodes, ConsoleSpec, "console", project, names.of_console, check_console, kept)


def _read_each(
    nodes: dict[int, tuple[Node | None, str]],
    model: type[S],
    kind: str,
    project: Project,
    find_names: Callable[[Node], Any],
    rules: Rules,
    kept: Kept | None,
) -> dict[int, Part[S]]:
    """Return what the nodes name, each file read once; `nodes` has node and path by row."""
    read: dict[str, Part[S] | None] = {}
    found = {}
    for row, (node, where) in nodes.items():
        if node is None or not isinstance(node.value, AllowedPath):
            continue
        file = node.value
        if file not in read:
            reader = partial(_read_named, node, where, kind, model, find_names, rules)
            if kept is not None:
                read[file] = kept.part(file, kind, project, reader)
            else:
                read[file] = reader(project)
        if (part := read[file]) is not None:
            found[row] = part
    return found


def _read_named(
    node: Node,
    where: str,
    kind: str,
    model: type[S],
    find_names: Callable[[Node], Any],
    rules: Rules,
    project: Project,
) -> Part[S] | None:
    if is_other(node, kind, where, project):
        return None
    return read_part(Path(node.value), model, project, find_names, rules)


def console_tree(row: int) -> str:
    """Return the name of a console's tree in `Source.trees`, by its robot's row or WHOLE."""
    return "console" if row == WHOLE else f"robots.{row}.console"


def _assemble(
    scene: SceneSpec | None,
    robots: dict[int, Part[RobotSpec]],
    panels: dict[int, Part[ConsoleSpec]],
    project: Project,
    source: Source,
    kept: Kept | None,
) -> SceneSpec | None:
    """Return the scene with what was loaded for it."""
    if scene is None:
        return None
    placements = [
        placement.model_copy(
            update={
                "spec": robots[row].spec if row in robots else None,
                "console_spec": panels[row].spec if row in panels else None,
            }
        )
        for row, placement in enumerate(scene.robots)
    ]
    if kept is not None:
        placements = [kept.robot(row, one, _build) for row, one in enumerate(placements)]
    else:
        placements = [_build(one) for one in placements]
    own = panels[WHOLE].spec if WHOLE in panels else None
    update = {"robots": placements, "console_spec": own or ConsoleSpec(), "origin": source}
    update |= {"source": str(project.top), "digest": project.digest()}
    update["files"] = {name: part.hex() for name, part in sorted(project.hashes.items())}
    return _join_consoles(scene.model_copy(update=update), project, source)


def _build(placement: RobotPlacement) -> RobotPlacement:
    """Return a robot that stands in the scene with its tracks."""
    if placement.spec is None:
        return placement
    return placement.model_copy(update={"spec": expand(placement, placement.tracks)})


def _join_consoles(scene: SceneSpec, project: Project, source: Source) -> SceneSpec:
    """Return the scene with all its consoles as one; note what two of them drive."""
    joined = consoles.join(scene)
    rows = {robot_name(placement): row for row, placement in enumerate(scene.robots)}
    trees = {owner: console_tree(rows.get(owner, WHOLE)) for owner in joined.parts}
    for place, (owner, name) in joined.places.items():
        source.places[place] = Place(trees[owner], name, f"{owner}." if owner else "")
    # two robots of one name are told as that, not as all that they both drive
    clashes = joined.clashes if len(rows) == len(scene.robots) else ()
    for owner, name in clashes:
        message = f"{name!r} is driven twice: by another line, maybe of another console"
        problem = source.problem(trees[owner], ("outputs", name), "E606", message)
        if problem not in project.problems:
            project.problems.append(problem)
    return scene.model_copy(update={"console_spec": joined.whole, "consoles": joined.parts})


def placed_trees(scene: SceneSpec | None, trees: dict[str, Node], key: str) -> names.Trees:
    """Return the trees called `key` of the robots' rows by the robots' names."""
    placements = scene.robots if scene is not None else []
    return {
        robot_name(placement): trees[key.format(row)]
        for row, placement in enumerate(placements)
        if key.format(row) in trees
    }


def panel_trees(scene: SceneSpec | None, trees: dict[str, Node]) -> names.Trees:
    """Return the trees of the consoles by owner: a robot's name, or "" for the scene's own."""
    placed = placed_trees(scene, trees, "robots.{}.console")
    return {"": trees["console"], **placed} if "console" in trees else placed


def _check_together(report: Report, scene: SceneSpec, robots: dict[int, Part[RobotSpec]]) -> None:
    """Check what scene and robots say of each other."""
    source: Source = scene.origin
    trees = placed_trees(scene, source.trees, "robots.{}")
    is_whole = not (lacks_section(report.problems) or report.tree.partial)
    known = names.of_scene(report.tree, trees)
    if any(map(is_name, report.problems)):  # of a thing, it may be
        known = {section: named for section, named in known.items() if section not in THINGS}
    panels = panel_trees(scene, source.trees)
    if len(panels) == sum(bool(place.console) for place in scene.robots) + bool(scene.console):
        known["signals"] = names.signals(report.tree, trees, panels)
    if len(robots) == len(names.rows(report.tree, "robots")) and is_whole:
        told = {(problem.file, problem.path) for problem in report.problems}
        dangling = find_dangling(report.tree, SceneSpec, known)
        report.problems.extend(one for one in dangling if not told & list_paths(one))
        for robot in {id(robot): robot for robot in robots.values()}.values():
            if robot.spec is not None and "bodies" in known:
                check_robot_in_scene(robot.report, robot.spec, robot.tree, known["bodies"])
    pruned = Report(source.trees["scene"], report.problems)
    check_scene(pruned, scene)
