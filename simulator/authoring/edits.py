"""Edits by path: the patches of the text, and the plain data that it has to say afterwards."""

from typing import Any, NamedTuple

from simulator.spec.errors import KeyPath

from . import patches, twin, wording
from .text import Patch
from .tree import EditError, Sharing, Tree


class Edit(NamedTuple):
    """Patches, and the data that the patched text means."""

    patches: list[Patch]
    meant: Any


def replace(tree: Tree, values: list[tuple[KeyPath, Any]]) -> Edit:
    """Give existing paths, none inside another, new values; an anchor's for all its aliases."""
    meant, changes = tree.plain(), []
    for path, value in values:
        parent, row = tree.parent(path)
        item = parent.items[row]
        anchor = item.anchor if item.target is None else None
        for use in [path, *(tree.uses(item) if anchor else [])]:
            twin.at(meant, use[:-1])[use[-1]] = value
        changes += patches.replace(tree.text, parent, row, value, anchor)
    return Edit(sorted(changes), meant)


def insert(tree: Tree, path: KeyPath, value: Any, at: int | None) -> Edit:
    """Put a new item into a list or mapping."""
    parent = tree.follow(path[:-1])[-1].real
    meant, step = tree.plain(), path[-1]
    row = twin.add(twin.at(meant, path[:-1]), step, value, at)
    name = step if isinstance(step, str) else None
    if len(path) > 1 and not parent.items:  # an empty section gets lines where it can
        outer, own = tree.parent(path[:-1])
        if isinstance(value, dict | list) and outer.items[own] is parent and not outer.is_flow:
            whole = [value] if name is None else {name: value}
            return Edit(patches.spread(tree.text, outer, own, whole), meant)
    return Edit(patches.insert(tree.text, parent, row, name, value), meant)


def unfold(tree: Tree, path: KeyPath, value: Any) -> Edit | None:
    """Give a bracketed list or mapping lines for its items if one more would not fit its line."""
    if len(path) < 2:
        return None
    parent, row = tree.parent(path[:-1])
    part = {path[-1]: value} if isinstance(path[-1], str) else [value]
    changes = patches.unfold(tree.text, parent, row, len(wording.inline(part)))
    return Edit(changes, tree.plain()) if changes else None


def remove(tree: Tree, path: KeyPath) -> Edit:
    """Take an item out; a list or mapping that loses its last one becomes [] or {}."""
    parent, row = tree.parent(path)
    meant = tree.plain()
    inner = twin.at(meant, path[:-1])
    del inner[path[-1]]
    if len(parent.items) > 1 or parent.is_flow:
        return Edit(patches.remove(tree.text, parent, row), meant)
    if len(path) == 1:
        return Edit([Patch(parent.body, parent.end, "{}")], meant)
    outer, own = tree.parent(tree.written(path[:-1]))
    return Edit(patches.replace(tree.text, outer, own, inner, parent.anchor), meant)


def rename(tree: Tree, path: KeyPath, name: str) -> Edit:
    """Give a key another name, in its place."""
    parent, row = tree.parent(path)
    meant, step = tree.plain(), path[-1]
    inner = twin.at(meant, path[:-1])
    if not isinstance(inner, dict):
        raise EditError("an item of a list has no name", "у элемента списка нет имени")
    if name in inner and name != step:
        raise EditError(f"there is a {name} already", f"{name} уже есть")
    items = [(name if own == step else own, item) for own, item in inner.items()]
    inner.clear()
    inner.update(items)
    key = parent.keys[row]
    new = wording.scalar(name, key.style) if key.style in ('"', "'") else wording.key(name)
    return Edit([Patch(key.body, key.end, new)], meant)


def cut(tree: Tree, path: KeyPath) -> list[str] | None:
    """Return an item with its comments as lines; None where it has no lines of its own."""
    return patches.cut(tree.text, *tree.parent(path))


def paste(tree: Tree, path: KeyPath, lines: list[str], value: Any, at: int | None) -> Edit | None:
    """Put lines that are an item with this name and value into a list or mapping that has lines."""
    parent = tree.follow(path[:-1])[-1].real
    if parent.is_flow or not parent.items:
        return None
    meant = tree.plain()
    row = twin.add(twin.at(meant, path[:-1]), path[-1], value, at)
    return Edit(patches.insert_lines(tree.text, parent, row, lines), meant)


def detach(tree: Tree, path: KeyPath, sharing: Sharing) -> Edit:
    """Give the place of a path a copy of what it shares, or hand the anchor on to the next one."""
    chain = tree.follow(path)
    depth = next(i for i, one in enumerate(chain) if one.real.anchor == sharing.anchor)
    piece = chain[depth]
    if piece.target is not None:
        parent = chain[depth - 1].real
        value = twin.clean(twin.at(tree.plain(), path[:depth]))
        row = parent.row(path[depth - 1])
        return Edit(patches.replace(tree.text, parent, row, value, None), tree.plain())
    heir, *others = sharing.uses[1:]
    value = twin.clean(twin.at(tree.plain(), heir))
    anchor = sharing.anchor if others else None
    given = patches.replace(tree.text, *tree.parent(heir), value, anchor)
    return Edit([patches.drop_anchor(tree.text, piece), *given], tree.plain())
