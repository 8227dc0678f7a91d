"""A robot's file of another program: what is wrong with it, and what goes over otherwise."""

from pathlib import Path

from simulator.spec.errors import Mark, SpecErrors
from simulator.spec.reading.project import Project, shown


class Source:
    """A file that a robot is made of, with its mistakes and what is to be remarked on."""

    form = ""  # what such a file is
    drives = ""  # what in it says which joint is driven

    def __init__(self, path: Path) -> None:
        """Read a file.

        Raises:
            SpecErrors: It cannot be read.
        """
        self.path = path
        self.top = Mark(shown(path), 1, 1)
        self.notes: dict[str, list[str]] = {}  # what is not taken over as it stands: of what
        self.project = Project(path)
        self.problems = self.project.problems
        data = self.project.read(path, self.top, "")
        if data is None:
            raise SpecErrors(self.problems)
        self.data = data

    def tell(self, mark: Mark, where: str, message: str, code: str) -> None:
        """Note a mistake."""
        self.project.problem(mark, where, message, code)

    def note(self, what: str, of: str) -> None:
        """Note what is left out or changed, and of which link or joint."""
        self.notes.setdefault(what, []).append(of)
