"""Files -> specs: the scene with its robots and console, or one file of a kind alone.

Every function raises `errors.SpecErrors` that holds all mistakes of all files it read.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from .console import ConsoleSpec
from .errors import Mark, Problem, SpecErrors, show_path
from .fields import Spec
from .include import read_tree
from .project import Project
from .robot import RobotSpec
from .scene import RobotPlacement, SceneSpec
from .script import ScriptSpec
from .syntax import Node
from .translate import follow, validate

S = TypeVar("S", bound=Spec)
FilePath = str | os.PathLike[str]


@dataclass(frozen=True)
class Source:
    """Where everything of a scene was written: a tree of places for each of its files.

    `kinds` maps "scene", "console", "script", "robot" (a file checked alone) and
    "robots.<row>" (of a scene) to the tree of that file and its includes.
    """

    kinds: dict[str, Node] = field(compare=False, repr=False)
    file: str = ""

    def locate(self, kind: str, path: tuple[str | int, ...], *, key: bool = False) -> Mark:
        """Return the place of the deepest existing step of `path`: its value, or its key."""
        root = self.kinds.get(kind)
        if root is None:
            return Mark(self.file, 1, 1)
        _, node, mark = follow(root, path)
        return mark if key else node.mark

    def problem(
        self,
        kind: str,
        path: tuple[str | int, ...],
        code: str,
        message: str,
        suggestion: str | None = None,
        *,
        key: bool = False,
    ) -> Problem:
        """Return a located problem for a path in one of the files."""
        mark = self.locate(kind, path, key=key)
        return Problem(*mark, show_path(path), message, code, suggestion)


class Loaded(NamedTuple, Generic[S]):
    """A spec and where it was written."""

    spec: S
    source: Source


def locate(scene: SceneSpec, kind: str, path: tuple[str | int, ...]) -> Mark:
    """Return (file, line, column) of a path in the scene's file of that kind."""
    return scene.origin.locate(kind, path)


def load_scene(path: FilePath) -> SceneSpec:
    """Return a scene with the robots and the console it names loaded into it."""
    project = Project(path)
    trees: dict[str, Node] = {}
    scene = _read(project.top, SceneSpec, "scene", project, trees)
    robots, console = _load_parts(trees.get("scene"), project, trees)
    if scene is None or project.problems:
        raise SpecErrors(project.problems)
    placements = [
        RobotPlacement.model_copy(placement, update={"spec": robots[placement.file]})
        for placement in scene.robots
    ]
    update: dict[str, Any] = {
        "robots": placements,
        "console_spec": console or ConsoleSpec(),
        "source": str(project.top),
        "digest": project.digest(),
        "origin": Source(trees, str(project.top)),
    }
    return scene.model_copy(update=update)


def _load_parts(
    tree: Node | None, project: Project, trees: dict[str, Node]
) -> tuple[dict[str, RobotSpec], ConsoleSpec | None]:
    """Return the robots by path and the console that a scene's tree names."""
    robots: dict[str, RobotSpec] = {}
    if tree is None:
        return robots, None
    read: dict[str, Node | None] = {}
    listed = follow(tree, ("robots",))[1].value if "robots" in tree.value else []
    for row, item in enumerate(listed if isinstance(listed, list) else []):
        name = _path_of(item, "file")
        if name is None:
            continue
        if name not in read:
            robot = _read(Path(name), RobotSpec, f"robots.{row}", project, trees)
            read[name] = trees.get(f"robots.{row}")
            if robot is not None:
                robots[name] = robot
        elif (same := read[name]) is not None:
            trees[f"robots.{row}"] = same
    console = _path_of(tree, "console")
    spec = _read(Path(console), ConsoleSpec, "console", project, trees) if console else None
    return robots, spec


def _path_of(node: Node, key: str) -> str | None:
    """Return the absolute path under a key, None where there is none (or a refused one)."""
    value = node.value.get(key) if isinstance(node.value, dict) else None
    if value is None or not isinstance(value.value, str) or not Path(value.value).is_absolute():
        return None
    return value.value


def _read(
    path: Path, model: type[S], kind: str, project: Project, trees: dict[str, Node]
) -> S | None:
    """Return one file's spec, None with problems noted; its tree of places goes to `trees`."""
    tree = read_tree(path, model, project)
    if tree is None:
        return None
    trees[kind] = tree
    spec, problems = validate(tree, model)
    project.problems += problems
    return spec


def _open(path: FilePath, model: type[S], kind: str) -> Loaded[S]:
    project = Project(path)
    trees: dict[str, Node] = {}
    spec = _read(project.top, model, kind, project, trees)
    if spec is None or project.problems:
        raise SpecErrors(project.problems)
    return Loaded(spec, Source(trees, str(project.top)))


def open_robot(path: FilePath) -> Loaded[RobotSpec]:
    """Return a robot file's spec and places."""
    return _open(path, RobotSpec, "robot")


def open_console(path: FilePath) -> Loaded[ConsoleSpec]:
    """Return a console file's spec and places."""
    return _open(path, ConsoleSpec, "console")


def open_script(path: FilePath) -> Loaded[ScriptSpec]:
    """Return a script file's spec and places."""
    return _open(path, ScriptSpec, "script")


def load_robot(path: FilePath) -> RobotSpec:
    """Return a robot file's spec."""
    return open_robot(path).spec


def load_console(path: FilePath) -> ConsoleSpec:
    """Return a console file's spec."""
    return open_console(path).spec


def load_script(path: FilePath) -> ScriptSpec:
    """Return a script file's spec."""
    return open_script(path).spec
