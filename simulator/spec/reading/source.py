"""Where everything of a scene was written, for those who find mistakes later (the diagram)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .. import units
from ..errors import KeyPath, Mark, Problem, show_path
from .syntax import Node, Origin
from .translate import follow


class Told(NamedTuple):
    """What somebody found at a path of a file."""

    path: KeyPath
    code: str
    message: str
    short: str = ""  # said of it where another one may be the other half of one mistake
    about: str = ""  # the name that is not known
    of_key: bool = False  # what stands at the path is told of, not its value
    of_use: bool = False  # a use of a diagram, not the block in there that gives its output


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

    def locate(self, kind: str, path: KeyPath, *, key: bool = False) -> Mark:
        """Return the place of the deepest existing step of `path`: of its value, or of its key."""
        kind, path, _ = self._own(kind, path)
        tree = self.trees.get(kind)
        if tree is None:
            return Mark(self.file, 1, 1)
        _, node, mark = follow(tree, path)
        return mark if key else node.mark

    def problem(self, kind: str, path: KeyPath, code: str, message: str) -> Problem:
        """Return a problem at the value of a path in one of the files, in that file's words."""
        return _noted(*self._tell(kind, Told(path, code, message)))

    def problems(self, kind: str, found: Iterable[Told]) -> list[Problem]:
        """Return what was found with its places; what is in a named diagram for one use."""
        told: dict[Problem, Problem] = {}
        for place in found:
            bare, note = self._tell(kind, place)
            told.setdefault(bare, _noted(bare, note))
        return list(told.values())

    def _tell(self, kind: str, told: Told) -> tuple[Problem, str]:
        """Return the problem, and which use of a named diagram it is in."""
        kind, path, prefix = self._own(kind, told.path)
        written, mark = _written(self.trees.get(kind), path), Mark(self.file, 1, 1)
        if kind in self.trees:
            _, node, key_mark = follow(self.trees[kind], path)
            mark = node.mark
            if told.of_use:
                written, mark = Origin(path), key_mark
            elif told.of_key and len(path) > 2:  # a use may give the value, but never the key
                block = _written(self.trees[kind], path[:-1])
                written, mark = block._replace(path=(*block.path, path[-1])), key_mark
        message = told.message
        for word in filter(None, (prefix, written.prefix and f"{written.prefix}.")):
            message = re.sub(rf"\b{re.escape(word)}", "", message)
        place = show_path(written.path)
        key, _, rest = message.partition(": ")  # of a block's parameter, it may be
        below = 4 if written.path[:1] == ("diagrams",) else 2  # the block's name
        steps = (units.split_suffix(str(step))[0] for step in written.path[below:])
        message = rest if rest and (key in written.path[below:] or key in steps) else message
        return Problem(*mark, place, message, told.code, about=told.about), written.note

    def _own(self, kind: str, path: KeyPath) -> tuple[str, KeyPath, str]:
        """Return tree, path and prefix of what is at a path of the joined console."""
        head, own = (path[:1], path[1:]) if path[:1] == ("layout",) else ((), path)
        place = self.places.get(own[:2]) if kind == "console" else None  # type: ignore[arg-type]
        if place is None:
            return kind, path, ""
        return place.tree, (*head, own[0], place.name, *own[2:]), place.prefix


def _noted(problem: Problem, note: str) -> Problem:
    return replace(problem, message=f"{problem.message} ({note})") if note else problem


def _written(node: Node | None, path: KeyPath) -> Origin:
    """Return a path as the file has it, and who brought it here where a use of a diagram did."""
    written = Origin(())
    for step in path:
        inner = node.value if node is not None else None
        if isinstance(inner, dict):
            node = inner.get(step)
        elif isinstance(inner, list) and isinstance(step, int) and step < len(inner):
            node = inner[step]
        else:
            node = None
        written = written._replace(path=(*written.path, step))
        if node is not None and node.origin is not None:
            written = node.origin
    return written
