"""Where everything of a scene was written, for those who find mistakes later (the diagram)."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from .errors import Mark, Problem, show_path
from .syntax import Node
from .translate import follow

Path = tuple[str | int, ...]


class Place(NamedTuple):
    """Where a name of the joined console stands."""

    tree: str
    name: str
    prefix: str  # "robot." or nothing


@dataclass(frozen=True)
class Source:
    """A tree of places for each file.

    `trees` has "scene", "console", "script", "robot" (a file alone), "robots.<row>" and
    "robots.<row>.console" (of a scene), each with its includes. `places` tells for a section and
    name of the scene's joined console which tree has it, under which name, and its prefix.
    """

    file: str
    trees: dict[str, Node] = field(default_factory=dict, compare=False, repr=False)
    places: dict[tuple[str, str], Place] = field(default_factory=dict, compare=False, repr=False)

    def locate(self, kind: str, path: Path, *, key: bool = False) -> Mark:
        """Return the place of the deepest existing step of `path`: of its value, or of its key."""
        kind, path, _ = self._own(kind, path)
        tree = self.trees.get(kind)
        if tree is None:
            return Mark(self.file, 1, 1)
        _, node, mark = follow(tree, path)
        return mark if key else node.mark

    def problem(
        self, kind: str, path: Path, code: str, message: str, near: str | None = None
    ) -> Problem:
        """Return a problem at the value of a path in one of the files, in that file's words."""
        mark = self.locate(kind, path)
        _, path, prefix = self._own(kind, path)
        if prefix:
            message = re.sub(rf"\b{re.escape(prefix)}", "", message)
        return Problem(*mark, show_path(path), message, code, near)

    def _own(self, kind: str, path: Path) -> tuple[str, Path, str]:
        """Return tree, path and prefix of what is at a path of the joined console."""
        place = self.places.get(path[:2]) if kind == "console" else None  # type: ignore[arg-type]
        if place is None:
            return kind, path, ""
        return place.tree, (path[0], place.name, *path[2:]), place.prefix
