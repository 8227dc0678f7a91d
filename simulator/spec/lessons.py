"""Exercises with their scenes, and what belongs to either: scripts, and what varies."""

import hashlib
import json
import os
from pathlib import Path

from .errors import TooManyProblems
from .fields import YAML
from .models.exercise import ExerciseSpec
from .models.scene import RobotPlacement, SceneSpec
from .models.script import ScriptSpec
from .models.vary import VarySpec
from .naming import names
from .naming.bodies import robot_name
from .once import once
from .part import FilePath, Survey, is_other, nothing_of, read_part, survey_one
from .reading import syntax
from .reading.kinds import by_keys
from .reading.project import MAX_MESH_BYTES, AllowedPath, Project, shown
from .reading.report import Report
from .reading.source import Source
from .reading.syntax import Node
from .rules.exercise import check_exercise
from .rules.script import check_script, check_script_names
from .rules.vary import check_vary
from .survey import panel_trees, placed_trees, survey_scene


@once
def survey_exercise(path: FilePath) -> Survey[ExerciseSpec]:
    """Read an exercise with its scene; the scene's own mistakes are told too."""
    project = Project(path)
    try:
        return _survey_exercise(project)
    except TooManyProblems:
        return nothing_of(project)


def _survey_exercise(project: Project) -> Survey[ExerciseSpec]:
    known: list[Survey[SceneSpec]] = []
    named: dict = {}

    def find_names(tree: Node) -> dict:
        node = names.child(tree, "scene")
        if node is None or not isinstance(node.value, AllowedPath):
            return {}
        if is_other(node, "scene", "scene", project):
            return {}
        known.append(survey_scene(node.value))
        if not known[0].problems:
            named.update(names.of_exercise(tree, names_of(known[0])))
        return named

    def check(report: Report, spec: ExerciseSpec) -> None:
        scene = known[0].spec if known else None
        check_exercise(report, spec, scene if scene and not known[0].problems else None, named)

    part = read_part(project.top, ExerciseSpec, project, find_names, check)
    if known and known[0].spec is not None and not known[0].problems and not known[0].spec.robots:
        _forget_parts(project)
    if known:
        project.problems.extend(known[0].problems)
    if part is None:
        return nothing_of(project)
    trees = {**(known[0].source.trees if known else {}), "exercise": part.tree}
    source = Source(str(project.top), trees, known[0].source.places if known else {})
    spec = part.spec
    if spec is not None:
        update: dict = {"source": str(project.top), "rules": project.digest()}
        if known and known[0].spec is not None:
            update["scene_spec"] = stage_scene(spec, known[0].spec, project)
        _read_sealed(part.tree, project)
        update["files"] = {name: one.hex() for name, one in sorted(project.hashes.items())}
        spec = spec.model_copy(update=update)
    return Survey(spec, source, project.problems, part.dropped)


def _forget_parts(project: Project) -> None:
    """Leave out what is not in a scene without robots, of which it may be; slips are told."""
    project.problems[:] = [
        one
        for one in project.problems
        if one.code != "E401" or one.suggestion or one.path == "scene"
    ]


def _read_sealed(tree: Node, project: Project) -> None:
    """Read the further files that an exam puts under its seal; nothing else looks at them."""
    exam = names.child(tree, "exam")
    for row, node in enumerate(names.rows(exam, "files")):
        where = f"exam.files[{row}]"
        path = project.resolve(str(node.value), node, where)
        if path is not None:
            project.read(path, node.mark, where, MAX_MESH_BYTES)


def names_of(known: Survey[SceneSpec]) -> dict:
    """Return the sections of names of a scene: bodies, joints, robots, signals, controls, ..."""
    trees = known.source.trees
    robots = placed_trees(known.spec, trees, "robots.{}")
    panels = panel_trees(known.spec, trees)
    return {
        **names.of_scene(trees["scene"], robots),
        "robots": list(robots),
        "controls": names.controls(panels),
        "inputs": names.inputs(panels),
        "buttons": names.buttons(panels),
        "signals": names.signals(trees["scene"], robots, panels),
    }


def stage_scene(exercise: ExerciseSpec, scene: SceneSpec, project: Project) -> SceneSpec:
    """Return the scene as the exercise starts it, with a digest of its own."""
    props = [_moved(exercise, prop.name, prop) for prop in scene.props]
    update = {
        "robots": [_moved(exercise, robot_name(place), place) for place in scene.robots],
        "props": [*props, *exercise.props],
        "materials": {**scene.materials, **exercise.materials},
        "digest": _digest(exercise, scene, project),
    }
    return scene.model_copy(update=update)


def _moved(exercise: ExerciseSpec, name: str, thing):
    pose = exercise.start.get(name)
    if pose is None:
        return thing
    update = {key: value for key in ("at", "rpy") if (value := getattr(pose, key)) is not None}
    if pose.joints and isinstance(thing, RobotPlacement):
        update["joints"] = {**thing.joints, **pose.joints}
    return thing.model_copy(update=update)


def _digest(exercise: ExerciseSpec, scene: SceneSpec, project: Project) -> str:
    """Return blake2b over the scene and what the exercise changes of it; rules do not count."""
    changes = exercise.model_dump(mode="json", include={"start", "props", "materials"})
    whole = hashlib.blake2b(scene.digest.encode(), digest_size=16)
    whole.update(json.dumps(changes, sort_keys=True).encode())
    for name, part in sorted(project.hashes.items()):
        if not name.lower().endswith(YAML):
            whole.update(name.encode("utf-8", "surrogateescape") + b"\0" + part)
    return whole.hexdigest()


@once
def survey_script(path: FilePath) -> Survey[ScriptSpec]:
    """Read a script, and check its names against its scene.

    Scripts in `scenes/scripts/` belong to the scene or exercise of the same name, if there is one.
    """
    survey = survey_one(path, ScriptSpec, "script", lambda tree: {}, check_script)
    if survey.spec is None:
        return survey
    _note_lines(survey.spec, survey.source.trees["script"])
    known = survey_owner(Path(path), "script")
    if known is None or known.spec is None or known.problems:
        return survey
    report = Report(survey.source.trees["script"], survey.problems)
    check_script_names(report, survey.spec, names_of(known), known.spec.console_spec.panel)
    return survey


def _note_lines(script: ScriptSpec, tree: Node) -> None:
    """Tell each action where it stands, for those who run it."""
    for action, node in zip(script.actions, tree.value["actions"].value, strict=True):
        file, line, _ = node.mark
        action._line = f"line {line}" if file == tree.mark.file else f"line {line} of {file}"


def survey_owner(path: Path, kind: str) -> Survey[SceneSpec] | None:
    """Return the scene of what a script or vary file belongs to by its name; None for nothing.

    An exercise's is as that starts it, and its problems are those of both.
    """
    owner = _find_owner(path, kind)
    if owner is None:
        return None
    return _scene_of(survey_exercise(owner)) if _is_exercise(owner) else survey_scene(owner)


def _find_owner(path: Path, kind: str) -> Path | None:
    """Return the exercise, or the scene of a script, that has the name of a file."""
    folder = Path(os.path.realpath(path)).parent.parent
    scene, exercise = folder / path.name, folder / "exercises" / path.name
    places = (scene, exercise) if kind == "script" else (exercise, scene)
    return next((place for place in places if place.is_file()), None)


def _is_exercise(path: Path) -> bool:
    """Say whether the keys of a file are an exercise's."""
    node = syntax.read(path.read_bytes(), shown(path))[0]
    return node is not None and by_keys(node) == ["exercise"]


def _scene_of(known: Survey[ExerciseSpec]) -> Survey[SceneSpec]:
    """Return the scene that was read with an exercise."""
    scene = known.spec.scene_spec if known.spec is not None else None
    return Survey(scene, known.source, known.problems, known.dropped)


@once
def survey_vary(path: FilePath, exercise: FilePath | None = None) -> Survey[VarySpec]:
    """Read a vary file, and check its names against its exercise.

    Files in `scenes/vary/` belong to the exercise of the same name, if there is one.
    """
    place = exercise or _find_owner(Path(path), "vary")
    known = survey_exercise(place) if place is not None else None
    lesson = known.spec if known is not None and not known.problems else None
    named: dict = {}
    if known is not None and lesson is not None:
        named = names.of_exercise(known.source.trees["exercise"], names_of(_scene_of(known)))

    def check(report: Report, spec: VarySpec) -> None:
        check_vary(report, spec, lesson, named)

    return survey_one(path, VarySpec, "vary", lambda _: named, check)
