"""What there is to choose from for a scene: robots, consoles, meshes, materials, names."""

import os
from pathlib import Path

from simulator.spec.fields import YAML
from simulator.spec.models.layout import Key
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming import bodies, components
from simulator.spec.naming.materials import BUILT_IN
from simulator.spec.reading.project import find_root

MOST = 200  # files in a list


def list_robots(scene: Path) -> list[Path]:
    """Return the robot files of the scene's project."""
    return sorted((find_root(scene) / "robots").glob("*/robot.yaml"))[:MOST]


def list_consoles(scene: Path) -> list[Path]:
    """Return the console files of the scene's project."""
    return sorted((find_root(scene) / "consoles").glob("*.yaml"))[:MOST]


def list_files(scene: Path, suffixes: tuple[str, ...]) -> list[Path]:
    """Return the files of some kinds beside the scene and in the folders below."""
    found = (one for suffix in suffixes for one in scene.parent.rglob(f"*{suffix}"))
    return sorted(one for one in found if one.is_file())[:MOST]


def path_from(file: Path, document: Path) -> str:
    """Return a file's path as a document writes it: from its own folder."""
    folder = Path(os.path.realpath(document)).parent
    return Path(os.path.relpath(os.path.realpath(file), folder)).as_posix()


def list_words(scene: SceneSpec, key: Key, document: Path) -> tuple[str, ...]:
    """Return the names or files that a key of the scene may have; none where it is free."""
    source = Path(scene.source)
    if key.file is not None:
        if key.file.suffixes != YAML:
            files = list_files(source, key.file.suffixes)
        else:
            files = list_consoles(source) if key.key == "console" else list_robots(source)
        return tuple(path_from(file, document) for file in files)
    names = [one.name for one in bodies.list_bodies(scene)]
    if key.to == "materials":
        return tuple(dict.fromkeys([*scene.materials, *BUILT_IN]))
    if key.to == "followed":
        return (*map(bodies.robot_name, scene.robots), *names)
    if key.to == "cameras":
        return tuple(components.list_cameras(scene))
    return ()
