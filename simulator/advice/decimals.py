"""Decimals with a comma in lists, which YAML reads as two numbers: `[speed, 0,75]`."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from ..spec.errors import KeyPath, Problem, Step, show_path
from ..spec.fields import Spec
from ..spec.models.layout import key_at
from ..spec.reading import syntax
from ..spec.reading.project import shown
from ..spec.reading.syntax import Node

SPLIT = re.compile(r"-?\d+,\d+(?=\s*[],])")


def find_split(path: Path, model: type[Spec]) -> Iterator[Problem]:
    """Yield a warning for each list of a model's file with blanks behind its commas, but for one.

    Lists that are as long as they have to be are right as they are.
    """
    try:
        data = path.read_bytes()
    except OSError:
        return
    tree, _ = syntax.read(data, shown(path))
    if tree is None:
        return
    lines = data.decode("utf-8-sig").splitlines()
    for place, node in _list_lists(tree, ()):
        key = key_at(model, place)
        if key is not None and key.length is not None:
            continue
        found = _find(node, lines)
        if found is not None:
            column, text = found
            message = f"{text!r} is two numbers here: a decimal has a point"
            message += ", and two numbers a blank behind the comma between them"
            mark = node.mark._replace(column=column)
            yield Problem(*mark, show_path(place), message, "split-number")


def _list_lists(node: Node, path: KeyPath) -> Iterator[tuple[KeyPath, Node]]:
    """Yield the lists in a part of a file with their paths."""
    if isinstance(node.value, list):
        yield path, node
    inner: Iterable[tuple[Step, Node]] = ()
    if isinstance(node.value, list):
        inner = enumerate(node.value)
    elif isinstance(node.value, dict):
        inner = node.value.items()
    for step, part in inner:
        yield from _list_lists(part, (*path, step))


def _find(node: Node, lines: list[str]) -> tuple[int, str] | None:
    """Return column and text of the only two items of a list in a line without a blank between."""
    marks = [item.mark for item in node.value]
    if len(marks) < 3 or any(mark.line != node.mark.line for mark in marks):
        return None
    line = lines[node.mark.line - 1]
    near = [first for first, next_ in pairwise(marks) if line[: next_.column - 1][-1:] == ","]
    found = SPLIT.match(line, near[0].column - 1) if len(near) == 1 else None
    return (near[0].column, found[0]) if found else None
