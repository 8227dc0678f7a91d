"""Commands about files as texts: begun, proven to survive an editor, tidied."""

import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from ..advice.standing import find_front, find_height, find_top
from ..authoring import formatting, saving, starting
from ..spec.check import list_files
from ..spec.errors import Problem, SpecErrors
from ..spec.reading.project import shown, tell_missing
from ..spec.reading.write import is_special
from ..terminal import complain, out


def format_files(paths: Sequence[Path], check: bool) -> int:
    """Tidy files and those of folders, or prove that the editors keep them to the byte."""
    files = [file for path in paths for file in list_files(path)]
    if not files:
        if not paths:
            return complain("which files? simulator format FILE...")
        return complain(f"nothing to format: no YAML file in {', '.join(map(str, paths))}")
    return max([_work(file, check) for file in files])


def _work(file: Path, check: bool) -> int:
    if is_special(file):  # reading it might never end
        name = shown(file)
        return complain(Problem(name, 1, 1, "", f"{name} is not a file", "E102"))
    if not file.exists():
        return complain(tell_missing(file))
    return _prove(file) if check else _tidy(file)


def _prove(file: Path) -> int:
    try:
        proof = formatting.prove(file)
    except SpecErrors as errors:
        return complain(errors)
    if proof.fault:
        return complain(f"{file}: {proof.fault}")
    size = file.stat().st_size
    out.print(f"{file}: {size} bytes, {proof.values} values, the same when saved", markup=False)
    return 0


def _tidy(file: Path) -> int:
    data = file.read_bytes()
    try:
        tidied = formatting.tidy(data, str(file))
    except SpecErrors as errors:
        return complain(errors)
    if tidied != data:
        saving.save(file, tidied, data)
        out.print(f"{file}: tidied", markup=False)
    return 0


def begin(
    kind: str,
    name: str,
    folder: Path,
    robot: Path | None,
    asked: starting.Asked = starting.NOTHING,
) -> int:
    """Write files to begin with, and tell what to do with them."""
    try:
        ways = find_height, find_front, find_top
        stand, reach, rise = (partial(way, rpy=asked.rpy) for way in ways)
        paths = starting.start(kind, name, folder, robot, stand, reach, rise, asked)
    except starting.StartError as error:
        return complain(error)
    for path in paths:
        out.print(str(path), markup=False)
    scene = folder / "scenes" / f"{name}.yaml"
    out.print(f"simulator run {shlex.quote(str(scene))}", markup=False)
    return 0
