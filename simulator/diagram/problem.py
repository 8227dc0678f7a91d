"""A mistake in a diagram, and where in the console file it stands."""

from collections.abc import Iterable
from typing import NamedTuple

from simulator.spec import suggest

Path = tuple[str | int, ...]


class Problem(NamedTuple):
    """One mistake: path into the console file, a code for machines, a text for people."""

    path: Path
    code: str
    message: str


class DiagramError(ValueError):
    """Every mistake of a diagram that could not be compiled."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(f"{'.'.join(map(str, p.path))}: {p.message}" for p in problems))


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return " - did you mean ...?" for the nearest of the known names, or nothing."""
    near = suggest.nearest(name, known)
    if near is None:
        return ""
    return f" - did you mean {near!r}?{suggest.remark(near[-len(name) :], name)}"  # of a robot


def listed(names: Iterable[str]) -> str:
    """Return names for a message; a long list is cut."""
    names = list(names)
    text = ", ".join(names[:12])
    return (text + ", ...") if len(names) > 12 else (text or "none")
