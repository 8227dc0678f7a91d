"""Sections whose own line is missing: told once, and what is in them is read.

They follow in the section above them, whose entries are of another kind.
"""

from collections.abc import Iterable
from itertools import takewhile

from ..errors import KeyPath, show_path
from ..fields import Spec
from ..models.layout import Key, is_open, keys_of
from .convert import match
from .project import Project
from .syntax import Node

LEAST = 2  # entries of another kind, or keys of one: a single one is a mistake of its own
OPEN = ("type", "diagram", "in")  # one of which is in all that may have other keys, too


def give_lines(node: Node, model: type[Spec], project: Project, path: KeyPath = ()) -> Node:
    """Return a mapping of a model, and those in it, with such sections under their own names."""
    if not isinstance(node.value, dict):
        return node
    for name in list(node.value):
        key = match(name, keys_of(model))[0]
        if key is None:
            continue
        child = node.value[name]
        strays = _list_strays(child, key)
        missing = _find_missing(model, key, [child.value[one] for one in strays], node)
        if missing is not None and sum(_count(child.value[one], key) for one in strays) >= LEAST:
            node = _split(node, name, strays, missing.key)
            _tell(node.value[missing.key], (*path, name, strays[0]), missing.key, project)
        elif key.model is not None:
            inner = _inside(child, key, project, (*path, name))
            if inner is not child:
                node = Node({**node.value, name: inner}, node.mark, node.keys)
    return node


def _inside(child: Node, key: Key, project: Project, path: KeyPath) -> Node:
    assert key.model is not None
    if key.shape == "one":
        return give_lines(child, key.model, project, path)
    if key.shape == "list" or not isinstance(child.value, dict):
        return child
    parts = {
        name: give_lines(part, key.model, project, (*path, name))
        for name, part in child.value.items()
    }
    is_same = all(part is child.value[name] for name, part in parts.items())
    return child if is_same else Node(parts, child.mark, child.keys)


def _list_strays(child: Node, key: Key) -> list:
    """Return the last names or rows of a section that are not of its kind."""
    if isinstance(child.value, dict) and key.shape == "one" and key.model is not None:
        own = keys_of(key.model)
        found = list(takewhile(lambda name: not match(name, own)[0], reversed(child.value)))
    elif isinstance(child.value, dict) and key.shape == "dict":
        found = list(
            takewhile(lambda name: not _fits(child.value[name], key), reversed(child.value))
        )
    elif isinstance(child.value, list) and key.shape == "list" and key.model is not None:
        rows = reversed(range(len(child.value)))
        found = list(takewhile(lambda row: not _fits(child.value[row], key), rows))
    else:
        found = []
    return found[::-1]


def _count(node: Node, key: Key) -> int:
    """Return how much of an entry a section cannot have."""
    if not isinstance(node.value, dict):
        return 1
    own = keys_of(key.model) if key.model is not None and key.shape != "one" else {}
    return sum(1 for name in node.value if not match(name, own)[0])


def _fits(node: Node, key: Key) -> bool:
    """Say whether a section may have such an entry: a mapping of its keys, or none."""
    if key.model is None or not isinstance(node.value, dict):
        return key.model is None and node.value is not None and not isinstance(node.value, dict)
    if is_open(key.model):
        return any(name in node.value for name in OPEN)
    return all(match(name, keys_of(key.model))[0] for name in node.value)


def _find_missing(model: type[Spec], above: Key, strays: Iterable[Node], node: Node) -> Key | None:
    """Return the section that some entries fit and that is not there, best one behind another."""
    shape = "list" if above.shape == "list" else "dict"
    keys = list(keys_of(model).values())
    place = [key.key for key in keys].index(above.key)
    found = (
        key
        for key in (*keys[place:], *keys[:place])
        if key.shape == shape and key.key not in node.value and (key.model or shape == "dict")
    )
    return next((key for key in found if all(_fits(one, key) for one in strays)), None)


def _split(node: Node, name: str, strays: list, missing: str) -> Node:
    """Return a mapping with the last entries of a section under another name."""
    above = node.value[name]
    if isinstance(above.value, list):
        kept = Node(above.value[: strays[0]], above.mark)
        section = Node(above.value[strays[0] :], above.value[strays[0]].mark)
    else:
        own = {one: part for one, part in above.value.items() if one not in strays}
        kept = Node(own, above.mark, {one: above.keys[one] for one in own})
        marks = {one: above.keys[one] for one in strays}
        section = Node({one: above.value[one] for one in strays}, marks[strays[0]], marks)
    value = {**node.value, name: kept, missing: section}
    return Node(value, node.mark, {**node.keys, missing: section.mark})


def _tell(section: Node, path: KeyPath, missing: str, project: Project) -> None:
    message = f"this and what follows is of `{missing}`: put a line `{missing}:` above it"
    project.problem(section.mark, show_path(path), message, "E302")
