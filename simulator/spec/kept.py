"""What was read of a scene's files, kept for who reads them again and again: an editor.

A part is good for as long as none of its files has changed, a built robot for as long as its part
and what the scene says of it are the same.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .errors import Problem, TooManyProblems
from .models.scene import RobotPlacement
from .reading.project import Project, Stamp
from .reading.report import Report


class _Kept(NamedTuple):
    part: Any  # a Part of the survey
    problems: tuple[Problem, ...]
    hashes: Mapping[str, bytes]
    stamps: Mapping[str, Stamp | None]


class Kept:
    """Parts by file and kind, robots by their place in the scene."""

    def __init__(self) -> None:
        self._parts: dict[tuple[str, str], _Kept] = {}
        self._robots: dict[int, tuple[Any, RobotPlacement, RobotPlacement]] = {}

    def has(self, file: str, kind: str, project: Project) -> bool:
        """Say whether a part is known as its files are now."""
        found = self._parts.get((file, kind))
        if found is None or found.problems:  # a mistake may be a file that is not there
            return False
        return all(project.stamp(name) == was for name, was in found.stamps.items())

    def part(self, file: str, kind: str, project: Project, read: Callable[[Project], Any]) -> Any:
        """Return a part as it was read before, or `read` it; the project learns what it learnt."""
        if not self.has(file, kind, project):
            inner = Project(project.top, project.unsaved)
            try:
                part = read(inner)
            except TooManyProblems:
                project.problems.extend(inner.problems)
                raise
            stamps = {name: project.stamp(name) for name in inner.hashes}
            self._parts[file, kind] = _Kept(part, tuple(inner.problems), inner.hashes, stamps)
        found = self._parts[file, kind]
        project.hashes.update(found.hashes)
        project.problems.extend(one for one in found.problems if one not in project.problems)
        if found.part is None:
            return None
        return found.part._replace(report=Report(found.part.report.tree, project.problems))

    def robot(
        self, row: int, placement: RobotPlacement, build: Callable[[RobotPlacement], RobotPlacement]
    ) -> RobotPlacement:
        """Return a robot of the scene as it was built before, or `build` it."""
        bare = placement.model_copy(update={"spec": None, "console_spec": None})
        spec, asked, built = self._robots.get(row, (None, None, None))
        if built is None or spec is not placement.spec or asked != bare:
            built = build(placement)
            self._robots[row] = placement.spec, bare, built
        return built.model_copy(update={"console_spec": placement.console_spec})
