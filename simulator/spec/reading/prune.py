"""What can still be checked of a faulty file: the same tree without its invalid parts."""

from collections.abc import Iterable
from typing import Any, TypeVar

from pydantic import ValidationError

from ..errors import KeyPath
from ..fields import Spec
from .syntax import Node
from .translate import follow, parse

S = TypeVar("S", bound=Spec)
MAX_ROUNDS = 8


def salvage(tree: Node, model: type[S]) -> tuple[S | None, Node, set[KeyPath]]:
    """Return a spec of the valid parts, its tree, and the paths that were left out.

    An invalid key falls back to its default; where there is none its part is left out.
    """
    dropped: set[KeyPath] = set()
    for _ in range(MAX_ROUNDS):
        try:
            return parse(tree, model), tree, dropped
        except ValidationError as error:
            paths = {_removable(tree, found) for found in error.errors(include_url=False)}
        if () in paths:
            return None, tree, dropped
        tree = _without(tree, _as_tree(paths))
        dropped |= paths
    return None, tree, dropped


def _removable(tree: Node, error: Any) -> KeyPath:
    """Return the path of the key or list row to leave out because of an error."""
    steps = follow(tree, error["loc"])[0]
    if error["type"] == "missing":
        return tuple(steps)
    while steps and isinstance(steps[-1], int) and not _is_part(tree, tuple(steps)):
        steps.pop()
    return tuple(steps)


def _is_part(tree: Node, path: KeyPath) -> bool:
    """Say whether a list row is a part of its own (a prop), not one number of a vector."""
    return isinstance(follow(tree, path)[1].value, dict)


def _without(node: Node, doomed: dict[Any, Any]) -> Node:
    """Return the node without what `doomed` names: step -> deeper steps, or none at its end."""
    if isinstance(node.value, dict):
        kept = dict(node.value)
        for step, deeper in doomed.items():
            if deeper:
                kept[step] = _without(kept[step], deeper)
            else:
                del kept[step]
        result = Node(kept, node.mark, node.keys)
        result.partial = node.partial
        return result
    rows = [row for row in range(len(node.value)) if doomed.get(row, True)]
    parts = [_without(node.value[r], doomed[r]) if r in doomed else node.value[r] for r in rows]
    result = Node(parts, node.mark)
    result.rows = [node.rows[row] for row in rows] if node.rows else rows
    return result


def _as_tree(paths: Iterable[KeyPath]) -> dict[Any, Any]:
    """Return paths as nested dictionaries, an outer path hiding those inside it."""
    tree: dict[Any, Any] = {}
    for path in sorted(paths, key=len, reverse=True):
        place = tree
        for step in path[:-1]:
            place = place.setdefault(step, {})
        place[path[-1]] = {}
    return tree
