"""Where a check of a file writes what it finds: a path in the file becomes a place in the text."""

from collections.abc import Iterable

from .. import units
from ..errors import MISSING, KeyPath, Mark, Problem, show_path
from .syntax import Node
from .translate import OUTER, as_written, follow


class Report:
    """The problems of one file (with its includes), located through its tree of places.

    Entries that already have a problem are left alone: one mistake should not be told twice.
    """

    def __init__(self, tree: Node, problems: list[Problem]) -> None:
        self.tree = tree
        self.problems = problems
        files = _files(tree)
        paths = {problem.path for problem in problems if problem.file in files}
        self._faulty = {path[:end] for path in paths for end in _ends(path)}
        own = [one for one in problems if one.file in files]
        self.lacks_section = tree.partial or lacks_section(own)

    def add(
        self,
        path: KeyPath,
        code: str,
        message: str,
        near: str | None = None,
        *,
        key: bool = False,
        about: str = "",
    ) -> None:
        """Note a mistake at the value of `path`, or at its key."""
        steps, node, key_mark = follow(self.tree, path)
        mark: Mark = key_mark if key or len(steps) < len(path) else node.mark
        shown = show_path(as_written(self.tree, path))
        self.problems.append(Problem(*mark, shown, message, code, near, about))
        self._faulty.update(shown[:end] for end in _ends(shown))

    def is_sound(self, path: KeyPath) -> bool:
        """Say whether nothing was found in this part of the file before."""
        return show_path(as_written(self.tree, path)) not in self._faulty

    def suffix(self, path: KeyPath) -> str | None:
        """Return the unit suffix that the number at `path` was written with."""
        steps, node, _ = follow(self.tree, path)
        while isinstance(node.value, list) and node.value:
            node = node.value[0]
        return node.suffix if len(steps) == len(path) else None

    def unit(self, path: KeyPath, symbol: str = "") -> tuple[float, str]:
        """Return the unit that the number at `path` was written in: its size in SI, and its name.

        That is 1 and the SI unit's `symbol` where the number has no suffix.
        """
        suffix = self.suffix(path)
        return (units.convert(1.0, suffix), suffix) if suffix else (1.0, symbol)


def lacks_section(problems: Iterable[Problem]) -> bool:
    """Say whether a section may stand under a key that is none, twice, or of a wrong type or unit.

    Or inside another section, or a part of one under another name. Which names there are is not
    known then.
    """
    codes = ("E301", "E110", "E303", "E308")
    return any(
        (one.code in codes and one.path.isidentifier())
        or one.message.endswith(OUTER)
        or is_misnamed(one)
        for one in problems
    )


def is_misnamed(problem: Problem) -> bool:
    """Say whether a part of a section stands under what is no name, or under another's name.

    Or under none, which is told of the section or of where the one above has a key twice.
    """
    if problem.code == "E110" and problem.about == "name":
        return True
    is_lost = problem.code == MISSING and problem.about == "name" and problem.path.isidentifier()
    return is_lost or (problem.code in ("E110", "E306") and problem.path.count(".") == 1)


def _ends(path: str) -> list[int]:
    """Return where each part of a shown path ends."""
    return [place for place, letter in enumerate(path) if letter in ".["] + [len(path)]


def _files(node: Node) -> set[str]:
    """Return the files that the top of a tree was put together from."""
    marks = [node.mark, *node.keys.values()]
    for part in node.value.values():
        marks += [part.mark, *part.keys.values()]
        marks += [item.mark for item in part.value] if isinstance(part.value, list) else []
    return {mark.file for mark in marks}
