"""What does not fit together: a console's widgets and diagram, and the robots of its scene."""

from collections.abc import Iterable, Iterator

from .console import bindings
from .diagram import check as diagram_check
from .diagram.check import Study
from .diagram.terminals import Source, Terminals, list_terminals
from .spec import load, survey
from .spec.alone import list_alone
from .spec.errors import KeyPath, Problem
from .spec.models.console import ConsoleSpec
from .spec.models.scene import SceneSpec
from .spec.naming import bodies, components, consoles
from .spec.part import Survey
from .spec.reading.report import lacks_section
from .spec.reading.source import Told
from .spec.reading.syntax import Node
from .spec.suggest import did_you_mean

# A console alone does not know the robots it will be wired to.
NEEDS_SCENE = {"unknown-signal", "unknown-output", "unknown-camera"}
COUNTS = {"key-count", "control-count"}  # which depend on what a widget is
GAPS = {"missing-input", "missing-parameter"}  # which may be what is told to be wrong
# Whole parts of files that make signals or are driven by them.
SECTIONS = (
    "panel", "motors", "sensors", "brakes", "suction", "lamps", "lights", "robots", "constants",
    "diagram",
)  # fmt: skip


def find_in_scene(found: Survey[SceneSpec], study: Study | None = None) -> list[Problem]:
    """Return what is wrong with the diagram of a scene, even where its files have mistakes.

    A name is not judged where it may be that of a faulty, left-out part: those make no signals.
    """
    scene = found.spec
    if scene is None or _has_doubles(scene):
        return []
    parts = consoles.list_consoles(scene).values()
    study = study or diagram_check.study(scene.console_spec, list_terminals(scene))
    problems = find_in_diagram(study, parts, scene.origin)
    for console, tree in _list_files(scene):
        problems += _list_alone(console, tree, found.problems)
    problems = once(problems)
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


def find_in_console(found: Survey[ConsoleSpec]) -> list[Problem]:
    """Return what is wrong with the diagram of a console file, whatever robots it is wired to."""
    if found.spec is None:
        return []
    terminals = list_terminals(SceneSpec(console_spec=found.spec))
    study = diagram_check.study(found.spec, terminals)
    problems = find_in_diagram(study, [found.spec], found.source)
    problems += _list_alone(found.spec, found.source.trees["console"], found.problems)
    problems = _without_echoes(once(problems), found.problems)
    return [problem for problem in problems if problem.code not in NEEDS_SCENE]


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
        problems += find_in_diagram(study, [], load.Source(tree.mark.file, {"console": one.tree}))
    meant = {one.about for one in known if one.code == "E615"}  # told with the parameter
    return [one for one in problems if one.code not in NEEDS_SCENE and one.path not in meant]


def once(problems: Iterable[Problem]) -> list[Problem]:
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


def find_in_diagram(
    study: Study, parts: Iterable[ConsoleSpec], origin: load.Source
) -> list[Problem]:
    """Return the diagram's mistakes, and those of each part's keys: one part has the hand."""
    told = [*diagram_check.list_problems(study)]
    for part in parts:
        told += bindings.find_problems(part)
    return origin.problems("console", told)
