"""Names that point at other things: each must exist, whatever else is wrong with its file."""

from collections.abc import Collection, Iterator, Mapping

from ..errors import KeyPath, Problem, show_path
from ..fields import Spec
from ..models.exercise import METRIC_KINDS
from ..models.layout import Key, keys_of
from ..reading.syntax import Node
from ..suggest import listed, nearest

Names = Mapping[str, Collection[str]]

WORDS = {
    "bodies": "body",
    "followed": "robot or body",
    "cameras": "robot camera",
    "targets": "zone or body",
    "highlighted": "zone or body",
}


def find_dangling(
    tree: Node, model: type[Spec], names: Names, path: KeyPath = ()
) -> Iterator[Problem]:
    """Yield a problem for each name of the tree that is not in its section of `names`.

    Sections that `names` does not have are not checked.
    """
    if not isinstance(tree.value, dict):
        return
    keys = keys_of(model)
    for name, node in tree.value.items():
        key = keys.get(name)
        if key is not None and key.to in names:
            yield from _check(node, key, names, (*path, name))
        elif key is not None and key.model is not None:
            for step, part in _parts(node, key):
                yield from find_dangling(part, key.model, names, (*path, name, *step))


def _parts(node: Node, key: Key) -> list[tuple[KeyPath, Node]]:
    if key.shape == "list" and isinstance(node.value, list):
        return [((row,), part) for row, part in node.numbered()]
    if key.shape == "dict" and isinstance(node.value, dict):
        return [((name,), part) for name, part in node.value.items()]
    return [((), node)] if key.shape == "one" else []


def _check(node: Node, key: Key, names: Names, path: KeyPath) -> list[Problem]:
    assert key.to is not None
    known = names[key.to]
    if isinstance(node.value, list):
        rows = node.numbered()
        found = [one for row, item in rows for one in _check(item, key, names, (*path, row))]
        return found + _find_repeated(node, known, path)
    if not isinstance(node.value, str) or node.value in known:
        return []
    if key.to == "metrics" and node.value in METRIC_KINDS:
        message = f"{node.value} is not measured here: list it under `metrics`"
        return [Problem(*node.mark, show_path(path), message, "E401")]
    return [unknown(node, what(key.to), known, path)]


def _find_repeated(node: Node, known: Collection[str], path: KeyPath) -> list[Problem]:
    """Return a problem for each known name of a list that stands in it before."""
    names = [item.value for item in node.value]
    return [
        Problem(*item.mark, show_path((*path, row)), f"{name!r} is in this list already", "E431")
        for place, (name, (row, item)) in enumerate(zip(names, node.numbered(), strict=True))
        if isinstance(name, str) and name in known and name in names[:place]
    ]


def what(section: str) -> str:
    """Return what a name of a section names, in words."""
    return WORDS.get(section, section.removesuffix("s"))


def unknown(node: Node, kind: str, known: Collection[str], path: KeyPath) -> Problem:
    """Return the problem of a name that is not there, with the nearest one that is."""
    near = nearest(str(node.value), known)
    names = list(known)
    others = f"; there are: {listed(names)}" if names and near is None else ""
    message = f"there is no {kind} {str(node.value)[:80]!r}{others}"
    return Problem(*node.mark, show_path(path), message, "E401", near)
