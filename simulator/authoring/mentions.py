"""Which exercises and scripts name a thing of a scene: a new name is not written there."""

import os
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from simulator.spec.check import list_files
from simulator.spec.reading import syntax
from simulator.spec.reading.project import find_root
from simulator.spec.reading.syntax import Node

MOST = 500  # files that are looked through
COMMENT = re.compile(r"(?:^|\s)#.*")
TOLD = {"title", "briefing", "text", "note", "label", "unit"}  # keys of what people read
Line = tuple[str, int]  # a file and its line
Word = tuple[int, str]  # a line and what stands there


def list_mentions(scene: str, name: str) -> list[Line]:
    """Return file and line of each exercise and script of a scene's project that names a thing.

    What is written for people - titles, texts, notes - names nothing.

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
            words = _read(file, source.name, (status.st_mtime_ns, status.st_size))
        except OSError:
            continue
        rows = [row for row, text in words if word.search(text)]
        if rows:
            found.append((os.fspath(file), min(rows)))
    return found


@lru_cache(MOST)
def _read(file: Path, scene: str, _stamp: tuple[int, int]) -> Sequence[Word]:
    """Return the words of a script, or of an exercise of a scene; none of any other file."""
    text = file.read_text("utf-8", errors="replace")
    is_ours = re.search(rf"^scene:.*\b{re.escape(scene)}", text, re.MULTILINE)
    if not is_ours and not re.search(r"^actions:", text, re.MULTILINE):
        return []
    tree, _ = syntax.read(text.encode("utf-8"), file.name)
    if tree is not None:
        return list(_words(tree))
    return [(row, COMMENT.sub("", line)) for row, line in enumerate(text.splitlines(), 1)]


def _words(node: Node) -> Iterator[Word]:
    """Yield what is not written for people: keys and values, each with its line."""
    if isinstance(node.value, dict):
        for key, part in node.value.items():
            yield node.keys[key].line, key
            yield from _words(part) if key not in TOLD else ()
    elif isinstance(node.value, list):
        for part in node.value:
            yield from _words(part)
    elif isinstance(node.value, str):
        yield node.mark.line, node.value
