"""One file read as far as it can be: the spec of its valid parts, and every problem found."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from . import uses
from .errors import KeyPath, Mark, Problem, TooManyProblems
from .fields import Spec
from .models.console import ConsoleSpec
from .naming.references import find_dangling
from .reading import libraries, syntax
from .reading.include import read_tree
from .reading.kinds import a, by_keys, fits, has_keys, noun, tell_other, tell_output
from .reading.project import Project, shown
from .reading.prune import salvage
from .reading.report import Report
from .reading.source import Source
from .reading.syntax import MAX_BYTES, Node
from .reading.translate import validate

S = TypeVar("S", bound=Spec)
FilePath = str | os.PathLike[str]
Rules = Callable[[Report, Any], None]
PLACES = {  # where a file of each kind belongs
    "robot": "`simulator new scene NAME --robot FILE` makes a scene for it",
    "scene": "`simulator run FILE` opens it",
    "console": "a scene names it under `console`",
    "script": "`--script FILE` takes it",
    "exercise": "`simulator run FILE` opens it",
    "vary": "`simulator batch EXERCISE --vary FILE` takes it",
    "hardware": "`--hardware FILE` takes it",
}


SECTION = re.compile(r"[.[]")  # what ends a section's name in a path


class Survey(NamedTuple, Generic[S]):
    """What was found in a file.

    `spec` holds the valid parts (None where nothing is usable); `dropped` says which parts of
    which file are missing from it.
    """

    spec: S | None
    source: Source
    problems: list[Problem]
    dropped: set[KeyPath]


def nothing_of(project: Project) -> Survey[Any]:
    """Return the survey of a project whose file cannot be used at all."""
    return Survey(None, Source(str(project.top)), project.problems, set())


class Part(NamedTuple, Generic[S]):
    """One file (with its includes) of a project, its tree without invalid parts, and its report."""

    spec: S | None
    tree: Node
    report: Report
    dropped: set[KeyPath]


def survey_one(
    path: FilePath, model: type[S], kind: str, find_names: Callable[[Node], Any], rules: Rules
) -> Survey[S]:
    """Read a file of a kind by itself."""
    project = Project(path)
    try:
        is_other = is_misplaced(project, kind)
        part = None if is_other else read_part(project.top, model, project, find_names, rules)
    except TooManyProblems:
        part = None
    if part is None:
        return nothing_of(project)
    source = Source(str(project.top), {kind: part.tree})
    return Survey(part.spec, source, project.problems, part.dropped)


def read_part(
    path: Path,
    model: type[S],
    project: Project,
    find_names: Callable[[Node], Any] | None = None,
    rules: Rules | None = None,
) -> Part[S] | None:
    """Read one file: syntax, keys, types, references, then the rules of its kind."""
    full = read_tree(path, model, project)
    if full is None:
        return None
    _, problems = validate(full, model)
    project.problems.extend(_without_echoes(problems, project.problems))
    if find_names is not None:
        known, whole = find_names(full), not Report(full, project.problems).lacks_section
        told = [one for one in project.problems if one.code == "E301"]
        strange = [one.path for one in told if one.path.isidentifier()]  # or one of these
        known = {section: [*named, *strange] for section, named in known.items() if named or whole}
        nameless = {SECTION.split(one.path)[0] for one in project.problems if is_name(one)}
        nameless |= {"bodies", "targets", "highlighted"} if "props" in nameless else set()
        known = {section: named for section, named in known.items() if section not in nameless}
        known = {} if full.partial else known  # what an unreadable part of it names is not known
        dangling = libraries.advise([*find_dangling(full, model, known)], full, path)
        if not whole:  # of what may be there all the same, slips alone are told
            dangling = [one for one in dangling if (one.suggestion or "").isidentifier()]
        told = {(problem.file, problem.path) for problem in project.problems}
        project.problems.extend(one for one in dangling if not told & list_paths(one))
    spec, tree, dropped = salvage(full, model)
    report = Report(full, project.problems)
    if spec is not None and rules is not None:
        report = Report(tree, project.problems)
        rules(report, spec)
    part = Part(spec, tree, report, dropped)
    return _write_out(part, spec) if isinstance(spec, ConsoleSpec) else part


def is_name(problem: Problem) -> bool:
    """Say whether the name of something is what is missing, mistyped or none."""
    is_wrong = problem.path.endswith("].name") or "].name_" in problem.path
    return is_wrong or problem.about == "name" or problem.suggestion == "name"


def list_paths(problem: Problem) -> set[tuple[str, str]]:
    """Return where a problem is, and where the list is that it is in: a text belongs there."""
    return {(problem.file, problem.path), (problem.file, problem.path.rpartition("[")[0])}


def _write_out(part: Part[Any], console: ConsoleSpec) -> Part[Any]:
    """Return a console's part with its uses of named diagrams written out."""
    spec, tree, dropped = uses.write_out(Report(part.tree, part.report.problems), console)
    return Part(spec, tree, part.report, part.dropped | dropped)


def _without_echoes(problems: list[Problem], known: list[Problem]) -> list[Problem]:
    """Leave out "missing" where the key is there, but mistyped or in a wrong unit.

    Or may be what is there instead of a key. And what is said of the 0 that stands in for a number
    which is not finite, or of a value whose tag made something else of it.
    """
    meant: dict[str, list[str]] = {}
    for problem in known:
        place, _, key = problem.path.rpartition(".")
        meant.setdefault(place, []).append(problem.suggestion or problem.about or key)
    unread = [problem for problem in known if problem.code in ("E117", "E119")]
    keyless = {(problem.file, problem.path) for problem in known if problem.code == "E118"}
    return [
        problem
        for problem in problems
        if not any(_is_of(problem, number) for number in unread)
        and not (
            problem.code == "E302"
            and (
                (problem.file, problem.path) in keyless
                or any(_is_key(key, problem.about) for key in meant.get(problem.path, ()))
            )
        )
    ]


def _is_of(problem: Problem, number: Problem) -> bool:
    """Say whether a problem is told of a number that has one, or of the list that it is in."""
    if problem.file != number.file:
        return False
    if problem.code == "E406":
        return number.path.startswith(f"{problem.path}[")
    return (problem.line, problem.column) == (number.line, number.column)


def _is_key(written: str, key: str) -> bool:
    return written == key or written.startswith(key + "_")


def is_other(node: Node, kind: str, where: str, project: Project) -> bool:
    """Note that a path names a file of another kind, such as a robot as the console."""
    path = Path(node.value)
    data = project.read(path, node.mark, where)
    tree = syntax.read(data, shown(path))[0] if data is not None else None
    told = tell_other(tree, kind) if tree is not None else ""
    if told:
        project.problem(node.mark, where, f"{shown(path)} {told}", "E209")
    return data is None or bool(told)


def is_misplaced(project: Project, kind: str) -> bool:
    """Note that the file itself is of another kind: it has none of the keys that it should."""
    try:
        if not project.top.is_file() or project.top.stat().st_size > MAX_BYTES:
            return False
        tree = syntax.read(project.top.read_bytes(), shown(project.top))[0]
    except (OSError, ValueError):
        return False  # told by who reads it
    if tree is None or not isinstance(tree.value, dict):
        return False
    if told := tell_output(tree):
        message = f"this is {told}, not {a(kind)} file"
        project.problem(Mark(shown(project.top), 1, 1), "", message, "E209")
        return True
    kinds = by_keys(tree)
    if has_keys(tree, kind):  # with all its keys it may still be one of another kind
        kinds = [one for one in kinds if fits(tree, one) and not fits(tree, kind)]
    if kinds:
        message = f"this is {a(kinds[0])} file, not {noun(kind)}; {PLACES[kinds[0]]}"
        project.problem(Mark(shown(project.top), 1, 1), "", message, "E209")
    return bool(kinds)
