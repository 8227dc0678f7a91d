"""Sections that stand inside another one by their indentation: told once, and read as they are."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..errors import KeyPath, show_path
from ..fields import Spec
from ..models.layout import Key, is_open, keys_of
from .convert import match
from .project import Project
from .syntax import Node
from .translate import EXPECTED, OUTER, describe


class _Lost(NamedTuple):
    """A section inside another one: its name, the mapping that it is in, and where that is."""

    name: str
    part: Node
    path: KeyPath
    model: type[Spec] | None  # of the mapping, None where its keys are names
    takes: str  # what stands under such a name, or "" where it is no key


def outdent(node: Node, model: type[Spec], project: Project) -> Node:
    """Return a file's top mapping with all its sections at the top."""
    while (lost := next(_find(node, model, _missing(node, model), ()), None)) is not None:
        found = lost.part.value[lost.name]
        where = show_path((*lost.path, lost.name))
        outer = f"`{lost.name}` {OUTER}"
        if lost.takes:
            got = describe(found.value)
            is_told = isinstance(found.value, dict) and lost.takes == EXPECTED["model"]
            message = outer if is_told else f"expected {lost.takes}, got {got}; {outer}"
            mark = found.mark if found.value is None else lost.part.keys[lost.name]
            project.problem(mark, where, message, "E303")
        else:
            project.problem(lost.part.keys[lost.name], where, f"unknown key; {outer}", "E301")
        if found.value is None:
            _forget_doubles(project, found, lost.path)
        node = _bring_out(node, lost, keys_of(model)[lost.name])
    return node


def _forget_doubles(project: Project, section: Node, path: KeyPath) -> None:
    """Leave out that what follows an empty section has names which are there before it."""
    project.problems[:] = [
        one
        for one in project.problems
        if one.code != "E110"
        or (one.file, one.path.rpartition(".")[0]) != (section.mark.file, show_path(path))
        or one.line < section.mark.line
    ]


def _missing(node: Node, model: type[Spec]) -> dict[str, Key]:
    return {name: key for name, key in keys_of(model).items() if name not in node.value}


def _find(part: Node, model: type[Spec], missing: dict[str, Key], path: KeyPath) -> Iterator[_Lost]:
    """Yield the sections that are not at the top, but in a part of the file."""
    if not isinstance(part.value, dict):
        return
    for written, child in part.value.items():
        key, place = match(written, keys_of(model))[0], (*path, written)
        if key is None:
            if path and written in missing and not is_open(model):
                yield _Lost(written, part, path, model, "")
        elif key.shape == "dict" and isinstance(child.value, dict):
            for name, named in child.value.items():
                if name in missing and _is_section(named, key, path):
                    takes = EXPECTED["model"] if key.model else "a number or a name"
                    yield _Lost(name, child, place, None, takes)
                elif key.model:
                    yield from _find(named, key.model, missing, (*place, name))
        elif key.model and isinstance(child.value, list):
            for row, item in enumerate(child.value):
                yield from _find(item, key.model, missing, (*place, row))
        elif key.model:
            yield from _find(child, key.model, missing, place)


def _is_section(named: Node, key: Key, path: KeyPath) -> bool:
    """Say whether what stands under a name can only be a section of the file."""
    if key.model is None:  # inputs and parameters of a diagram may have no value
        return not path and (named.value is None or isinstance(named.value, dict | list))
    if isinstance(named.value, dict):
        keys = keys_of(key.model)
        return bool(named.value) and not any(match(written, keys)[0] for written in named.value)
    return named.value is None or isinstance(named.value, list)


def _bring_out(node: Node, lost: _Lost, key: Key) -> Node:
    """Return the top mapping with a section, and what follows where it is empty, taken out."""
    section = lost.part.value[lost.name]
    names = [lost.name]
    if section.value is None:
        later = list(lost.part.value)[list(lost.part.value).index(lost.name) + 1 :]
        own = keys_of(lost.model) if lost.model else {}
        later = [name for name in later if not match(name, own)[0]]
        names += later
        values = {name: lost.part.value[name] for name in later}
        section = Node(values, section.mark, {name: lost.part.keys[name] for name in later})
    result = _without(node, lost.path, names)
    if section.value and (len(names) == 1 or (key.model and key.shape != "list")):
        result.value[lost.name] = section
        result.keys[lost.name] = lost.part.keys[lost.name]
    return result


def _without(node: Node, path: KeyPath, names: list[str]) -> Node:
    """Return a node without some keys of the mapping at a path in it."""
    if path:
        inner: Any = list(node.value) if isinstance(node.value, list) else dict(node.value)
        inner[path[0]] = _without(inner[path[0]], path[1:], names)
        return Node(inner, node.mark, node.keys)
    kept = {name: part for name, part in node.value.items() if name not in names}
    return Node(kept, node.mark, dict(node.keys))
