"""Which exercises and scripts name a thing of a scene: a new name is not written there."""

import os
import re
from functools import lru_cache
from pathlib import Path

from simulator.spec.check import list_files
from simulator.spec.reading.project import find_root

MOST = 500  # files that are looked through
COMMENT = re.compile(r"(?:^|\s)#.*")
Line = tuple[str, int]  # a file and its line


def list_mentions(scene: str, name: str) -> list[Line]:
    """Return file and line of each exercise and script of a scene's project that names a thing.

    A word in a text of an exercise may be meant otherwise: it is told, too.

    Args:
        scene: The path of its file; "" where it has none.
        name: Of a widget, a robot or a prop.
    """
    if not scene:
        return []
    source = Path(scene).resolve()
    files = list_files(find_root(source))[:MOST]
    word = re.compile(rf"(?<![\w.\-]){re.escape(name)}(?![\w\-])")
    found = []
    for file in files:
        try:
            status = file.stat()
            text = _read(file, source.name, (status.st_mtime_ns, status.st_size))
        except OSError:
            continue
        rows = (row for row, line in enumerate(text, 1) if word.search(COMMENT.sub("", line)))
        if (row := next(rows, None)) is not None:
            found.append((os.fspath(file), row))
    return found


@lru_cache(MOST)
def _read(file: Path, scene: str, _stamp: tuple[int, int]) -> list[str]:
    """Return the lines of a script, or of an exercise of a scene; none of any other file."""
    text = file.read_text("utf-8", errors="replace")
    is_ours = re.search(rf"^scene:.*\b{re.escape(scene)}", text, re.MULTILINE)
    return text.splitlines() if is_ours or re.search(r"^actions:", text, re.MULTILINE) else []
