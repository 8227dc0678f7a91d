"""What can still be checked of a faulty file: the same tree without its invalid parts."""

from collections.abc import Iterable
from typing import Any, TypeVar

from pydantic import ValidationError

from .fields import Spec
from .syntax import Node
from .translate import follow, parse

S = TypeVar("S", bound=Spec)
Path = tuple[str | int, ...]
MAX_ROUNDS = 30


def salvage(tree: Node, model: type[S]) -> tuple[S | None, Node, set[Path]]:
    """Return a spec of the valid parts, its tree, and the paths that were left out.

    An invalid key falls back to its default; where there is none its part is left out.
    """
    dropped: set[Path] = set()
    for _ in range(MAX_ROUNDS):
        try:
            return parse(tree, model), tree, dropped
        except ValidationError as error:
            paths = {_removable(tree, found) for found in error.errors(include_url=False)}
        if () in paths:
            return None, tree, dropped
        outermost = {path for path in paths if not any(path[:i] in paths for i in range(len(path)))}
        tree = _without(tree, outermost, ())
        dropped |= outermost
    return None, tree, dropped


def _removable(tree: Node, error: Any) -> Path:
    """Return the path of the key or list row to leave out because of an error."""
    steps = follow(tree, error["loc"])[0]
    if error["type"] == "missing":
        return tuple(steps)
    while steps and isinstance(steps[-1], int) and not _is_part(tree, tuple(steps)):
        steps.pop()
    return tuple(steps)


def _is_part(tree: Node, path: Path) -> bool:
    """Say whether a list row is a part of its own (a prop), not one number of a vector."""
    return isinstance(follow(tree, path)[1].value, dict)


def _without(node: Node, paths: Iterable[Path], here: Path) -> Node:
    """Return the node without the paths; rows of lists remember where they stood."""
    inside = [path for path in paths if path[: len(here)] == here]
    if not inside:
        return node
    if isinstance(node.value, dict):
        kept = {k: _without(v, inside, (*here, k)) for k, v in node.value.items()
                if (*here, k) not in inside}  # fmt: skip
        result = Node(kept, node.mark, {k: node.keys[k] for k in kept})
    else:
        rows = [i for i in range(len(node.value)) if (*here, i) not in inside]
        result = Node([_without(node.value[i], inside, (*here, i)) for i in rows], node.mark)
        result.rows = [node.rows[i] for i in rows] if node.rows else rows
    return result
