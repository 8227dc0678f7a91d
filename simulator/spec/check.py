"""Everything wrong with a file, or with every YAML file of a folder, as a list."""

import os
from collections.abc import Mapping
from pathlib import Path

from . import lessons, survey
from .errors import Problem, sort_problems
from .fields import YAML
from .once import once
from .reading import syntax
from .reading.kinds import by_keys, is_bare_scene, tell_output
from .reading.project import shown
from .reading.syntax import MAX_BYTES, Node

FOLDERS = {"robots": "robot", "scenes": "scene", "consoles": "console"}
FOLDERS |= {"scripts": "script", "exercises": "exercise", "vary": "vary"}
FOLDERS |= {"hardware": "hardware"}
SKIPPED = {"node_modules", "build", "out", "__pycache__"}
SURVEYS = {
    "robot": survey.survey_robot,
    "scene": survey.survey_scene,
    "console": survey.survey_console,
    "script": lessons.survey_script,
    "exercise": lessons.survey_exercise,
    "vary": lessons.survey_vary,
    "hardware": survey.survey_hardware,
}


def check(path: str | os.PathLike[str]) -> list[Problem]:
    """Return every problem of a file and of the files it names, or of a folder's YAML files.

    In a folder, files that others include are checked as parts of those.
    """
    place = Path(path)
    if not place.is_dir():
        return sort_problems(_check_file(place, explicit=True))
    files = list_files(place)
    parts = {os.path.realpath(file): _included(file) for file in files}
    included = {part for each in parts.values() for part in each}
    problems: list[Problem] = []
    covered: set[str] = set()
    # those that nothing includes come first; what is left after them includes itself in a ring
    for file in sorted(files, key=lambda file: os.path.realpath(file) in included):
        if os.path.realpath(file) not in covered:
            problems += _check_file(file, explicit=False)
            covered |= _reach(os.path.realpath(file), parts)
    return sort_problems(problems)


def _reach(start: str, parts: Mapping[str, list[str]]) -> set[str]:
    """Return what a file includes, and what that includes, and so on."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = set(parts.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found


def list_files(path: Path) -> list[Path]:
    """Return the YAML files of a folder and its subfolders, without hidden ones, or the file."""
    if not path.is_dir():
        return [path]
    files = []
    for place, folders, names in os.walk(path):
        folders[:] = sorted(n for n in folders if not n.startswith(".") and n not in SKIPPED)
        files += [Path(place, n) for n in sorted(names) if n.lower().endswith(YAML) and n[0] != "."]
    return files


@once
def kind_of(path: str | os.PathLike[str]) -> str | None:
    """Return the kind of a file ("robot", "scene", ...) by a file's keys, else by its folder.

    Elsewhere keys that several kinds have are a scene's: `run` takes them so.
    """
    node = _read(Path(path))
    kinds = by_keys(node) if node else []
    by_folder = _folder_kind(Path(path))
    if by_folder in kinds or not kinds:
        is_scene = by_folder is None and node is not None and is_bare_scene(node)
        return "scene" if is_scene else by_folder
    return kinds[0]


def _folder_kind(path: Path) -> str | None:
    for folder in Path(os.path.realpath(path)).parents:
        if folder.name in FOLDERS:
            return FOLDERS[folder.name]
    return None


@once
def _read(path: Path) -> Node | None:
    try:
        if not path.is_file() or path.stat().st_size > MAX_BYTES:
            return None
        return syntax.read(path.read_bytes(), shown(path))[0]
    except (OSError, ValueError):
        return None


def _check_file(path: Path, explicit: bool) -> list[Problem]:
    kind = kind_of(path)
    if kind is not None:
        return SURVEYS[kind](path).problems
    if not explicit and _read(path) is not None:
        return []  # some other program's YAML
    problems = survey.survey_robot(path).problems
    if (node := _read(path)) is None:
        return problems
    *most, last = SURVEYS
    message = (
        f"not a {', '.join(most)} or {last} file: none of its keys belongs to one; if it is a part "
        "of others (`include`), check those"
    )
    if told := tell_output(node):
        message = f"this is {told}, no file to check"
    return [Problem(shown(path), 1, 1, "", message, "E120")]


def is_included(path: Path) -> bool:
    """Say whether a file beside it, or in the folder of its kind (`scripts/`), includes a file.

    Elsewhere what is below is not looked through: it may be all of somebody's home.
    """
    own = Path(os.path.realpath(path))
    home = next((folder for folder in own.parents if folder.name in FOLDERS), None)
    beside = own.parent.glob("*.*") if home is None else list_files(home)
    files = (file for file in beside if file.name.lower().endswith(YAML))
    return any(str(own) in _included(file) for file in files)


def _included(path: Path) -> list[str]:
    node = _read(path)
    entry = node.value.get("include") if node is not None else None
    items = entry.value if entry is not None and isinstance(entry.value, list) else [entry]
    texts = [item.value for item in items if item is not None and isinstance(item.value, str)]
    return [os.path.realpath(path.parent / text) for text in texts if "\0" not in text]
