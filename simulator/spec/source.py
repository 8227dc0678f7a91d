"""Where everything of a scene was written, for those who find mistakes later (the diagram)."""

from dataclasses import dataclass, field

from .errors import Mark, Problem, show_path
from .syntax import Node
from .translate import follow

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Source:
    """A tree of places for each file.

    `trees` has "scene", "console", "script", "robot" (a file alone) and "robots.<row>" (of a
    scene), each with its includes.
    """

    file: str
    trees: dict[str, Node] = field(default_factory=dict, compare=False, repr=False)

    def locate(self, kind: str, path: Path, *, key: bool = False) -> Mark:
        """Return the place of the deepest existing step of `path`: of its value, or of its key."""
        tree = self.trees.get(kind)
        if tree is None:
            return Mark(self.file, 1, 1)
        _, node, mark = follow(tree, path)
        return mark if key else node.mark

    def problem(
        self, kind: str, path: Path, code: str, message: str, near: str | None = None
    ) -> Problem:
        """Return a problem at the value of a path in one of the files."""
        return Problem(*self.locate(kind, path), show_path(path), message, code, near)
