"""Files that somebody may save while the program runs: looked at a few times a second."""

import os
from collections.abc import Iterable
from typing import NamedTuple

PAUSE = 0.2  # s between two looks


class Stamp(NamedTuple):
    """By what a file that was saved is known: another time, size or file of that name."""

    time: int
    size: int
    number: int


class Watch:
    """Files and folders by path; `look` names those that were saved and have come to rest."""

    def __init__(self) -> None:
        self._seen: dict[str, Stamp | None] = {}
        self._restless: dict[str, Stamp | None] = {}  # changed, and not yet the same twice
        self._due = 0.0

    def follow(self, paths: Iterable[str]) -> None:
        """Look at these from now on; what was looked at before is compared with what it was."""
        seen = self._seen
        self._seen = {path: seen[path] if path in seen else stamp(path) for path in paths}

    def knows(self, path: str) -> bool:
        """Say whether a path is looked at."""
        return path in self._seen

    def look(self, now: float) -> list[str]:
        """Return the paths that have changed since, once each; at `now` [s]."""
        if now < self._due:
            return []
        self._due = now + PAUSE
        changed = []
        for path, before in self._seen.items():
            present = stamp(path)
            if present == before:
                self._restless.pop(path, None)
            elif path in self._restless and self._restless[path] == present:
                del self._restless[path]
                changed.append(path)
            else:  # a program may still be writing it
                self._restless[path] = present
        for path in changed:
            self._seen[path] = stamp(path)
        return changed


def stamp(path: str) -> Stamp | None:
    """Return a file's stamp now, None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return Stamp(status.st_mtime_ns, status.st_size, status.st_ino)
