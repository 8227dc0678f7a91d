"""Mistakes in files: where each one is, what is wrong, and the exception that carries them all."""

import os
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import NamedTuple

from .suggest import remark

Step = str | int  # a key of a mapping, or the row of a list
KeyPath = tuple[Step, ...]  # the keys and rows that lead to a value of a file

MAX_PROBLEMS = 300
MISSING = "E302"  # of a key
RING = "E206"  # of files that include each other
UNKNOWN = ("E401", "E614", "unknown-signal", "unknown-output", "unknown-camera")  # of names


class Mark(NamedTuple):
    """A place in a file: its shown path, line and column, both counted from one."""

    file: str
    line: int
    column: int


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake in a file, or in what two files say of each other."""

    file: str
    line: int
    column: int
    path: str  # "motors.left.gear_ratio"; empty for the whole file
    message: str
    code: str  # a key of `codes.MEANING`, or of another room's table
    suggestion: str | None = None  # what the author may have meant
    about: str = field(
        default="", compare=False
    )  # the key, name or path that the message speaks of

    def __str__(self) -> str:
        """Return `file:line:column: path: what is wrong [code]`."""
        return self.as_line(self.told)

    def as_line(self, told: str) -> str:
        """Return the same with what is wrong in other words."""
        path = f"{self.path}: " if self.path else ""
        return f"{self.file}:{self.line}:{self.column}: {path}{told} [{self.code}]"

    @property
    def place(self) -> tuple[str, int, int, str]:
        """Where it is: what two rooms say of one place is one mistake, most likely."""
        return self.file, self.line, self.column, self.path

    @property
    def told(self) -> str:
        """What is wrong, and what the author may have meant."""
        if not self.suggestion:
            return self.message
        alike = remark(self.suggestion, f"{self.path} {self.message}")
        return f"{self.message} - did you mean {self.suggestion}?{alike}"

    def as_dict(self) -> dict[str, str | int | None]:
        """Return the problem as plain data for JSON."""
        return {key: value for key, value in asdict(self).items() if key != "about"}


class SpecErrors(Exception):  # noqa: N818 - the name says that it holds many
    """Every mistake that was found; `problems` is in order of place, without repeats."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = gather(sort_problems(problems))
        super().__init__("\n".join(map(str, self.problems)))


class Unusable(ValueError):  # noqa: N818 - says what the thing is
    """What a sound file names cannot be used; the text says what it is, and why."""


class TooManyProblems(Exception):  # noqa: N818 - ends a check, not a program
    """The list of problems is full; the last one in it says so."""


class Problems(list[Problem]):
    """The problems of a check, at most `MAX_PROBLEMS`: beyond that nobody reads on."""

    def append(self, problem: Problem) -> None:
        """Add a problem; TooManyProblems when the list is full."""
        if len(self) < MAX_PROBLEMS:
            super().append(problem)
            return
        message = f"more than {MAX_PROBLEMS} problems; the rest is not listed"
        super().append(Problem(problem.file, problem.line, problem.column, "", message, "E121"))
        raise TooManyProblems

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add problems one by one."""
        for problem in problems:
            self.append(problem)


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems once each, by file, line and column.

    What stands behind an anchor is told once, not for each of its aliases.
    """
    told = {}
    for one in sorted(problems, key=lambda one: (*one.place, one.message, one.suggestion or "")):
        told.setdefault((*one.place[:3], one.message, one.code, one.suggestion), one)
    return list(told.values())


def gather(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems, those of one name that is not known in a file as one, at the first.

    What is misspelt where it is made is unknown wherever it is used. Keys that are missing at one
    place are told together, and files that include each other once, whichever is read first.
    """
    found: dict[object, list[Problem]] = {}
    for one in problems:
        name = re.search("'[^']+'", one.message)
        what = name[0] if name else one.message
        same = (one.file, one.code, one.suggestion, what) if one.code in UNKNOWN else one
        if one.code == MISSING and one.about:
            same = one.place
        if one.code == RING:
            names = one.message.rpartition(": ")[2].split(" -> ")
            same = (os.path.dirname(one.file), frozenset(names))
        found.setdefault(same, []).append(one)
    return [_join(same) for same in found.values()]


def _join(same: list[Problem]) -> Problem:
    first, others = same[0], len(same) - 1
    if not others or first.code == RING:
        return first
    if first.code == MISSING:
        keys = [f"`{one.about}`" for one in same]
        message = f"the keys {', '.join(keys[:-1])} and {keys[-1]} are missing"
        return replace(first, message=message)
    told = f" (also in {others} other place{'s' if others > 1 else ''} of the file)"
    return replace(first, message=first.message + told)


def show_path(path: Iterable[str | int]) -> str:
    """Return a path as it is written in messages: `props[2].mass`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text
