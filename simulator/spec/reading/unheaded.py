"""Sections whose own line is missing: told once, and what is in them is read.

They follow in the section above them, whose entries are of another kind.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin

from ..errors import KeyPath, Mark, show_path
from ..fields import Spec
from ..models.layout import Key, is_open, keys_of
from ..units import split_quantity
from . import unnamed
from .convert import match
from .project import Project
from .syntax import Node

LEAST = 2  # signs that entries are of another kind: a single one is a mistake of its own
OPEN = ("type", "diagram", "in")  # one of which is in all that may have other keys, too


class _Entry(NamedTuple):
    """A name or row of a section, where it stands, and what it has."""

    name: Any
    mark: Mark
    node: Node


def give_lines(node: Node, model: type[Spec], project: Project, path: KeyPath = ()) -> Node:
    """Return a mapping of a model, and those in it, with such sections under their own names."""
    if not isinstance(node.value, dict):
        return node
    node = _head(node, model, project, path)
    for name in list(node.value):
        key = match(name, keys_of(model))[0]
        if key is None:
            continue
        child = node.value[name]
        if key.shape == "dict":
            child = unnamed.give_name(child, key, project, (*path, name))
        entries = _list_entries(child)
        strays = entries[_find_first(entries, key) :]
        missing = _find_missing(model, key, strays, node)
        if missing is not None and sum(_count(one.node, key) for one in strays) >= LEAST:
            node = _split(node, name, entries[: len(entries) - len(strays)], strays, missing.key)
            _forget_doubles(project, strays)
            _tell(node.value[missing.key], (*path, name, strays[0].name), missing.key, project)
        elif key.model is not None:
            inner = _inside(child, key, project, (*path, name))
            if inner is not node.value[name]:
                node = Node({**node.value, name: inner}, node.mark, node.keys)
    return node


def _head(node: Node, model: type[Spec], project: Project, path: KeyPath) -> Node:
    """Return a mapping with its names that are no keys, if only one section fits, in that one."""
    keys = keys_of(model)
    strays = [one for one in _list_entries(node) if match(one.name, keys)[0] is None]
    if len(strays) < LEAST or is_open(model):
        return node
    free = [key for key in keys.values() if key.model and key.key not in node.value]
    fitting = [key.key for key in free if key.shape == "dict" and _are_all_of(strays, key)]
    if len(fitting) != 1:
        return node
    missing = fitting[0]
    _tell(Node(None, strays[0].mark), (*path, strays[0].name), missing, project)
    section = _join(strays, strays[0].mark, node)
    kept = {name: part for name, part in node.value.items() if name not in section.value}
    keys_kept = {name: node.keys[name] for name in kept}
    return Node({**kept, missing: section}, node.mark, {**keys_kept, missing: section.mark})


def _are_all_of(entries: Sequence[_Entry], key: Key) -> bool:
    return all(_fits(one.node, key) for one in entries)


def _inside(child: Node, key: Key, project: Project, path: KeyPath) -> Node:
    assert key.model is not None
    if key.shape == "one":
        return give_lines(child, key.model, project, path)
    if key.shape == "list" or not isinstance(child.value, dict):
        return child
    for part in child.value.values():
        unnamed.tell_doubles(part, project)
    parts = {
        name: give_lines(part, key.model, project, (*path, name))
        for name, part in child.value.items()
    }
    is_same = all(part is child.value[name] for name, part in parts.items())
    return child if is_same else Node(parts, child.mark, child.keys)


def _list_entries(child: Node) -> list[_Entry]:
    """Return what a section has in the order of its file, names that it has twice included."""
    if isinstance(child.value, list):
        return [_Entry(row, one.mark, one) for row, one in enumerate(child.value)]
    if not isinstance(child.value, dict):
        return []
    found = [_Entry(name, child.keys[name], part) for name, part in child.value.items()]
    found += [_Entry(*double) for double in child.doubles]
    return sorted(found, key=lambda one: (one.mark.line, one.mark.column))


def _find_first(entries: Sequence[_Entry], key: Key) -> int:
    """Return how many entries of a section are of its kind before the first that is not."""
    if key.shape == "one" and key.model is not None:
        own = keys_of(key.model)
        fits = (bool(match(str(one.name), own)[0]) for one in entries)
    elif key.shape == "dict" or key.model is not None:
        fits = (_fits(one.node, key) for one in entries)
    else:
        return len(entries)
    return next((row for row, is_own in enumerate(fits) if not is_own), len(entries))


def _count(node: Node, key: Key) -> int:
    """Return how many signs an entry has that it is not of a section."""
    if not isinstance(node.value, dict):
        return 0 if _fits(node, key) else 1
    if key.model is None or key.shape == "one":
        return max(len(node.value), 1)
    own = keys_of(key.model)
    strange = sum(1 for name in node.value if not match(name, own)[0])
    has_none = len(node.value) == strange > 0
    return strange + has_none + (not _is_of_type(node, key.model))


def _fits(node: Node, key: Key) -> bool:
    """Say whether a section may have such an entry: a mapping of its keys, or none."""
    if key.model is None:
        return _is_plain(node, key)
    if not isinstance(node.value, dict):
        return False
    if is_open(key.model):
        return any(name in node.value for name in OPEN)
    is_known = all(match(name, keys_of(key.model))[0] for name in node.value)
    return is_known and _is_of_type(node, key.model)


def _is_plain(node: Node, key: Key) -> bool:
    """Say whether a section of plain values may have such an entry: one of numbers has no names."""
    if node.value is None:
        return key.empty
    if isinstance(node.value, str):
        return key.text or split_quantity(node.value) is not None
    return not isinstance(node.value, dict)


def _is_of_type(node: Node, model: type[Spec]) -> bool:
    """Say whether a mapping's `type`, if any, is one that the model has."""
    part = node.value.get("type")
    return part is None or not (types := _types_of(model)) or part.value in types


@cache
def _types_of(model: type[Spec]) -> tuple[Any, ...]:
    """Return the values that a model's key `type` may have; none where it may have any."""
    field = model.model_fields.get("type")
    is_listed = field is not None and get_origin(field.annotation) is Literal
    return get_args(field.annotation) if field is not None and is_listed else ()


def _find_missing(
    model: type[Spec], above: Key, strays: Sequence[_Entry], node: Node
) -> Key | None:
    """Return the section that some entries fit and that is not there, best one behind another."""
    keys = list(keys_of(model).values())
    place = [key.key for key in keys].index(above.key)
    free = [key for key in (*keys[place:], *keys[:place]) if key.key not in node.value]
    return next((key for key in free if strays and _takes(key, above, strays)), None)


def _takes(key: Key, above: Key, strays: Sequence[_Entry]) -> bool:
    """Say whether a section can be what some entries are of that follow those of another."""
    if above.shape == "list":
        return key.shape == "list" and key.model is not None and _are_all_of(strays, key)
    if key.shape == "one" and key.model is not None:
        own = keys_of(key.model)
        return all(match(str(one.name), own)[0] for one in strays)
    return key.shape == "dict" and _are_all_of(strays, key)


def _split(
    node: Node, name: str, own: Sequence[_Entry], strays: Sequence[_Entry], missing: str
) -> Node:
    """Return a mapping with the last entries of a section under another name."""
    above = node.value[name]
    kept, section = _join(own, above.mark, above), _join(strays, strays[0].mark, above)
    value = {**node.value, name: kept, missing: section}
    return Node(value, node.mark, {**node.keys, missing: section.mark})


def _join(entries: Sequence[_Entry], mark: Mark, above: Node) -> Node:
    """Return entries of a section as one of their own; of a name that stands twice, the first."""
    if isinstance(above.value, list):
        return Node([one.node for one in entries], mark)
    first = {one.name: one for one in reversed(entries)}
    names = dict.fromkeys(one.name for one in entries)
    values = {name: first[name].node for name in names}
    return Node(values, mark, {name: first[name].mark for name in names})


def _forget_doubles(project: Project, strays: Sequence[_Entry]) -> None:
    """Leave out that names stand twice which are of two sections."""
    names = [one.name for one in strays]
    once = {tuple(one.mark) for one in strays if names.count(one.name) == 1}
    project.problems[:] = [
        one
        for one in project.problems
        if one.code != "E110" or (one.file, one.line, one.column) not in once
    ]


def _tell(section: Node, path: KeyPath, missing: str, project: Project) -> None:
    message = f"this and what follows is of `{missing}`: put a line `{missing}:` above it"
    project.problem(section.mark, show_path(path), message, "E302")
