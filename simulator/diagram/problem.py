"""A mistake in a diagram, and where in the console file it stands."""

from typing import NamedTuple

Path = tuple[str | int, ...]


class Problem(NamedTuple):
    """One mistake: path into the console file, a code for machines, a text for people."""

    path: Path
    code: str
    message: str
    short: str = ""  # said of it where another problem may be the other half of one mistake
    about: str = ""  # the name that is not known
    of_key: bool = False  # what stands at the path is told of, not its value


class DiagramError(ValueError):
    """Every mistake of a diagram that could not be compiled."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(f"{'.'.join(map(str, p.path))}: {p.message}" for p in problems))
