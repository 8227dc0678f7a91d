"""`include: [file, ...]`: other files of the same kind, merged below the one that names them.

Named things (links, joints, widgets, ...) come together and may not clash; lists are joined, the
included ones first; settings and places of the including file win over the included one's.
"""

import os
from pathlib import Path

from ..errors import RING, Mark, show_path
from ..fields import Spec
from ..models.layout import Key, keys_of
from . import syntax
from .convert import convert
from .kinds import MODELS, tell_other
from .outdent import outdent
from .project import AllowedPath, Project, shown, tell_link
from .syntax import Node
from .unheaded import give_lines

MAX_DEPTH = 64


def read_tree(path: Path, model: type[Spec], project: Project) -> Node | None:
    """Return a file's converted node with its includes merged; None when nothing is usable."""
    mark = Mark(shown(path), 1, 1)
    file = path if tell_link(path) else Path(os.path.realpath(path))
    return _read(file, model, project, mark, "", [], {})


def _read(
    path: Path,
    model: type[Spec],
    project: Project,
    mark: Mark,
    where: str,
    chain: list[Path],
    included: dict[Path, Mark],
) -> Node | None:
    """Return a file and what it includes; `chain` leads to it, `included` are all so far."""
    data = project.read(path, mark, where)
    if data is None:
        return None
    node, problems = syntax.read(data, shown(path))
    project.problems.extend(problems)
    if node is None:
        return None
    kind = next(kind for kind, one in MODELS.items() if one is model)
    if chain and (told := tell_other(node, kind)):
        project.problem(mark, where, f"{shown(path)} {told}", "E209")
        return None
    written = node.value.get("include")
    whole = outdent(give_lines(node, model, project), model, project)
    result = convert(whole, model, project)
    for index, item in enumerate(_items(result.value.get("include"))):
        place = show_path(("include", index))
        below = _included(item, model, project, place, [*chain, path], included)
        if below is not None:
            _merge(result, below, model, project)
        else:
            result.partial = True
    if written is not None and isinstance(written.value, str):
        result.value["include"] = Node([result.value["include"]], written.mark)
    return result


def _items(node: Node | None) -> list[Node]:
    if node is None:
        return []
    return node.value if isinstance(node.value, list) else [node]


def _included(
    item: Node,
    model: type[Spec],
    project: Project,
    where: str,
    chain: list[Path],
    included: dict[Path, Mark],
) -> Node | None:
    """Return what a file adds that is included; None where that cannot be known."""
    if not isinstance(item.value, AllowedPath):
        return None  # already reported
    path = Path(item.value)
    if path in chain:
        ring = " -> ".join(step.name for step in [*chain[chain.index(path) :], path])
        project.problem(item.mark, where, f"files include each other in a ring: {ring}", "E206")
        return None
    if path in included:
        first = included[path]
        message = f"{shown(path)} is included twice: at {first.file}:{first.line}:{first.column}, "
        project.problem(item.mark, where, f"{message}too; take one of them out", "E208")
        return Node({}, item.mark)  # nothing is missing
    included[path] = item.mark
    if len(chain) >= MAX_DEPTH:
        message = f"more than {MAX_DEPTH} includes inside each other"
        project.problem(item.mark, where, message, "E207")
        return None
    return _read(path, model, project, item.mark, where, chain, included)


def _has_ring(project: Project) -> bool:
    """Say whether files include each other: what clashes is then told by their names' order.

    It is told alike whichever of them is read first.
    """
    return any(problem.code == RING for problem in project.problems)


def _merge(above: Node, below: Node, model: type[Spec], project: Project) -> None:
    """Put what an included file says below what is already there."""
    keys = keys_of(model)
    above.partial |= below.partial
    for name, node in below.value.items():
        if name == "include":
            continue
        own = above.value.get(name)
        if own is None:
            above.value[name], above.keys[name] = node, below.keys[name]
        elif isinstance(own.value, list) and isinstance(node.value, list):
            parts = [node, own]
            if _has_ring(project):
                parts.sort(key=lambda part: part.mark.file)
            joined = Node([item for part in parts for item in part.value], own.mark)
            joined.rows = [row for part in parts for row, _ in part.numbered()]
            above.value[name] = joined
        elif isinstance(own.value, dict) and isinstance(node.value, dict):
            above.value[name] = _join(own, node, keys[name], project)


def _join(own: Node, below: Node, key: Key, project: Project) -> Node:
    """Return two mappings as one; in a section of named things a name may stand only once."""
    result = Node({**below.value, **own.value}, own.mark, {**below.keys, **own.keys})
    twice = [name for name in own.value if name in below.value] if key.shape == "dict" else []
    for name in twice:
        other, mark = below.keys[name], own.keys[name]
        if _has_ring(project):
            other, mark = sorted((other, mark))
        message = f"the name is already used in {other.file}:{other.line}:{other.column}"
        project.problem(mark, show_path((key.key, name)), message, "E208")
    for name, inner in keys_of(key.model).items() if key.shape == "one" and key.model else ():
        first, second = own.value.get(name), below.value.get(name)
        if inner.shape == "dict" and _are_mappings(first, second):  # `layout.panel` of both
            assert first is not None and second is not None
            values, keys = {**second.value, **first.value}, {**second.keys, **first.keys}
            result.value[name] = Node(values, first.mark, keys)
    return result


def _are_mappings(*nodes: Node | None) -> bool:
    return all(node is not None and isinstance(node.value, dict) for node in nodes)
