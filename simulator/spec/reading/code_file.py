"""Files that blocks run: FMUs and Python files. Nothing of them is run here; they are looked at."""

import ast
import io
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from ..errors import Mark, Problem
from .project import Project, shown

MAX_BYTES = 256 * 1024 * 1024
MAX_DESCRIPTION = 32 * 1024 * 1024
NUMBERS = ("Real", "Integer", "Boolean", "Enumeration")  # of FMI 2
NUMBERS += ("Float64", "Float32", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64")
NUMBERS += ("UInt64",)
FRACTIONS = ("Real", "Float", "Boolean")  # what a number of any size may be given to


class Description(NamedTuple):
    """What an FMU says of itself."""

    variables: dict[str, str]  # causality of every number in it: "input", "output", "local", ...
    whole: frozenset[str]  # those of them that take whole numbers
    is_single: bool  # a program may run it but once


class FmuError(ValueError):
    """The file is no FMU that a block can run."""


def check(path: Path, project: Project, mark: Mark, where: str) -> None:
    """Read a file into the project's digest and note what is wrong with it."""
    data = project.read(path, mark, where, MAX_BYTES)
    if data is None:
        return
    if path.suffix.lower() == ".py":
        project.problems.extend(check_python(data, shown(path)))
        return
    try:
        describe(data)
    except FmuError as error:
        project.problem(mark, where, f"{shown(path)}: {error}", "E822")


def check_python(data: bytes, file: str) -> list[Problem]:
    """Return the mistake in a Python file's syntax, or that it has no function `step`."""
    try:
        tree = ast.parse(data, file)
    except SyntaxError as error:
        place = Mark(file, error.lineno or 1, error.offset or 1)
        return [Problem(*place, "", error.msg, "E821")]
    except (MemoryError, RecursionError):  # of the parser's own stack
        return [Problem(file, 1, 1, "", "it is nested too deeply to be read", "E821")]
    except ValueError as error:
        return [Problem(file, 1, 1, "", str(error), "E821")]
    names = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
    if "step" in names:
        return []
    message = "there is no function `step(inputs, state, dt)` that returns the outputs by name"
    return [Problem(file, 1, 1, "", message, "E821")]


@lru_cache(maxsize=8)
def load(path: str, mtime: int) -> Description:
    """Return the description of an FMU on disk; it is read once for each time of change.

    Raises:
        OSError: It cannot be read.
        FmuError: It is no FMU for co-simulation.
    """
    return describe(Path(path).read_bytes())


def describe(data: bytes) -> Description:
    """Return what an FMU's modelDescription.xml says.

    Raises:
        FmuError: It is no FMU of version 2 or 3 for co-simulation.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            info = archive.getinfo("modelDescription.xml")
            if info.file_size > MAX_DESCRIPTION:
                raise FmuError("its modelDescription.xml is too large")
            root = ElementTree.fromstring(archive.read(info))
    except (zipfile.BadZipFile, KeyError, ElementTree.ParseError, RuntimeError) as error:
        raise FmuError(f"not an FMU ({error})") from error
    version = root.get("fmiVersion", "")
    if version[:1] not in ("2", "3"):
        raise FmuError(f"FMI {version or '1'}; FMI 2.0 and 3.0 can be run")
    simulated = root.find("CoSimulation")
    if simulated is None:
        raise FmuError("made for model exchange only; export it for co-simulation")
    found = list(_variables(root))
    return Description(
        {name: causality for name, causality, _ in found},
        frozenset(name for name, _, kind in found if not kind.startswith(FRACTIONS)),
        simulated.get("canBeInstantiatedOnlyOncePerProcess") in ("true", "1"),
    )


def _variables(root: ElementTree.Element) -> Iterator[tuple[str, str, str]]:
    """Give (name, causality, type) of each number."""
    for variable in root.iterfind("ModelVariables/*"):
        kinds = [variable.tag] if variable.find("Dimension") is None else []
        if variable.tag == "ScalarVariable":
            kinds = [part.tag for part in variable]
        for kind in set(kinds) & set(NUMBERS):
            yield variable.get("name", ""), variable.get("causality", "local"), kind
