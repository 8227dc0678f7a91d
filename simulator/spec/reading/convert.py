"""Nodes as written -> nodes as the models want them: known keys, SI numbers, absolute paths."""

import math
from collections.abc import Callable
from typing import Any

from .. import units
from ..errors import KeyPath, Mark, show_path
from ..fields import YAML, Spec
from ..models.layout import Key, is_open, keys_of
from ..suggest import nearest
from . import asset
from .project import AllowedPath, Project
from .syntax import Node


def convert(node: Node, model: type[Spec], project: Project, path: KeyPath = ()) -> Node:
    """Return the node with unit suffixes turned into SI; problems go to the project."""
    if not isinstance(node.value, dict):
        return node
    result = Node({}, node.mark)
    keys = keys_of(model)
    unknown, left = [], dict(keys)
    for written, child in node.value.items():
        mark = node.keys[written]
        key, suffix = match(written, keys)
        if key is not None:
            left.pop(key.key, None)
            _add(result, key, suffix, written, child, mark, project, path)
        elif is_open(model) and written not in model.model_fields:
            _add_open(result, written, child, mark)
        else:
            unknown.append(written)
    commas = [written for written in unknown if units.is_comma(written, node.value[written].value)]
    for written in commas[:1]:  # `0,5`: the number before it is none, either
        before = match(_before(written, node), keys)[0]
        result.value.pop(before.key if before else None, None)
    bare = [written for written in unknown if node.value[written].value is None]
    if len(bare) > 1 or any(units.first_word(one) in keys for one in bare):  # `en "a, b"`: two keys
        commas = bare
    unknown = [written for written in unknown if written not in commas[1:]]  # one is told
    unknown = bare[:1] if len(bare) > 1 else unknown
    lost = [name for name, key in left.items() if key.required and path]
    lone = lost[0] if len(lost) == len(unknown) == 1 else None
    for written in unknown:
        close = _report_unknown(written, keys, left, lone, node, project, path)
        _add_meant(result, model, close, written, node, project, path)
    return result


def match(written: str, keys: dict[str, Key]) -> tuple[Key | None, str | None]:
    """Return the key that a text names and its unit suffix, the longest suffix first."""
    if written in keys:
        return keys[written], None
    for cut in (i for i, letter in enumerate(written) if letter == "_"):
        base, suffix = written[:cut], written[cut + 1 :]
        if base in keys and suffix in units.SUFFIXES:
            return keys[base], suffix
    return None, None


def _add(
    result: Node,
    key: Key,
    suffix: str | None,
    written: str,
    child: Node,
    mark: Mark,
    project: Project,
    path: KeyPath,
) -> None:
    """Put a converted value under its key, unless the key is already there."""
    where = (*path, key.key)
    if suffix is not None and not _accepts(key, suffix, mark, project, (*path, written)):
        if key.model is None:
            return
        suffix = None  # others speak of what is in a section
    if key.optional and child.given == "":
        message = f"nothing stands behind `{written}:`; give it a value, or leave it out"
        project.problem(child.mark, show_path(where), message, "E303")
        return
    value = _value(child, key, suffix, project, where)
    if key.key not in result.value:
        result.value[key.key] = value
        result.keys[key.key] = mark
    elif key.shape == "dict" and _both_mappings(result.value[key.key], value):
        result.value[key.key] = _merge_units(result.value[key.key], value, project, where)
    else:
        line = result.keys[key.key].line
        message = f"{key.key} is given twice: also in line {line}, in another unit; keep one"
        project.problem(mark, show_path((*path, written)), message, "E309")


def _both_mappings(first: Node, second: Node) -> bool:
    return isinstance(first.value, dict) and isinstance(second.value, dict)


def _merge_units(first: Node, more: Node, project: Project, path: KeyPath) -> Node:
    """Return `joints` and `joints_deg`, which may name different joints, as one mapping."""
    result = Node(dict(first.value), first.mark, dict(first.keys))
    for name, node in more.value.items():
        if name in result.value:
            message = f"{name} is given twice: also in line {result.keys[name].line}"
            project.problem(more.keys[name], show_path((*path, name)), message, "E309")
        else:
            result.value[name], result.keys[name] = node, more.keys[name]
    return result


def _accepts(key: Key, suffix: str, mark: Mark, project: Project, path: KeyPath) -> bool:
    if key.number and units.fits(suffix, key.unit):
        return True
    if not key.number:
        message = f"wrong unit: {key.key} is not a number and takes no unit"
    elif key.unit is None:
        message = f"wrong unit: {key.key} has no unit; write {key.key}"
    else:
        known = ", ".join(f"{key.key}_{name}" for name in units.fitting(key.unit))
        message = f"wrong unit: {key.key} is in {key.unit.replace('|', ' or ')}"
        message += f"; write {key.key} in SI" + (f", or {known}" if known else "")
    project.problem(mark, show_path(path), message, "E308")
    return False


def _value(node: Node, key: Key, suffix: str | None, project: Project, path: KeyPath) -> Node:
    """Return a key's value converted, part by part."""
    if suffix is not None:
        return _scale(node, suffix, project, path)
    if key.file is not None:
        return _resolve(node, key, project, path)
    if key.model is None:
        return node
    return _parts(node, key.model, key.shape, project, path)


def _parts(node: Node, model: type[Spec], shape: str, project: Project, path: KeyPath) -> Node:
    if shape == "one":
        return convert(node, model, project, path)
    wanted = list if shape == "list" else dict
    if not isinstance(node.value, wanted):
        return node
    return _each(node, path, lambda part, at: convert(part, model, project, at))


def _each(node: Node, path: KeyPath, change: Callable[[Node, KeyPath], Node]) -> Node:
    """Return a list or mapping with every part changed."""
    if isinstance(node.value, list):
        return _like(node, [change(part, (*path, i)) for i, part in enumerate(node.value)])
    return _like(node, {n: change(part, (*path, n)) for n, part in node.value.items()})


def _like(node: Node, value: Any) -> Node:
    return Node(value, node.mark, node.keys)


def _scale(node: Node, suffix: str, project: Project, path: KeyPath) -> Node:
    """Return the node with every number in it turned into SI."""
    if isinstance(node.value, list | dict):
        return _each(node, path, lambda part, at: _scale(part, suffix, project, at))
    if isinstance(node.value, bool) or not isinstance(node.value, int | float):
        return node
    number = units.convert(float(node.value), suffix)
    if not math.isfinite(number):
        project.problem(node.mark, show_path(path), "the number is too large", "E117")
        number = 0.0
    result = _like(node, number)
    result.suffix, result.given = suffix, node.value
    return result


def _resolve(node: Node, key: Key, project: Project, path: KeyPath) -> Node:
    """Return the node with its file path, or each of its paths, made absolute."""
    if isinstance(node.value, list) and key.shape == "list":
        return _each(node, path, lambda part, at: _resolve(part, key, project, at))
    if not isinstance(node.value, str) or not node.value or key.file is None:
        return node
    where = show_path(path)
    found = project.resolve(node.value, node, where, key.file.suffixes)
    if found and key.file.suffixes != YAML:
        asset.check(found, project, node.mark, where)
    return _like(node, AllowedPath(found.as_posix()) if found else node.value)


def _add_open(result: Node, written: str, child: Node, mark: Mark) -> None:
    """Keep a parameter of a diagram block, whose meaning is known to the block's kind alone."""
    result.value[written], result.keys[written] = child, mark


def _add_meant(
    result: Node,
    model: type[Spec],
    close: str | None,
    written: str,
    node: Node,
    project: Project,
    path: KeyPath,
) -> None:
    """Read a mistyped section or file as what it was meant for: others speak of what is in it.

    So are the inputs of a block that stand under another name than `in`.
    """
    key = keys_of(model).get(close or "")
    if key is not None and key.key in result.value and result.value[key.key].value is None:
        result.value[key.key] = Node({}, node.mark)  # what belongs in it has been told
    if key is None or key.key in result.value:
        return
    one = dict if key.model else str if key.file else object if is_open(model) else ()
    if isinstance(node.value[written].value, {"dict": dict, "list": list, "one": one}[key.shape]):
        _add(result, key, None, written, node.value[written], node.keys[written], project, path)


def _report_unknown(
    written: str,
    keys: dict[str, Key],
    left: dict[str, Key],
    lone: str | None,
    node: Node,
    project: Project,
    path: KeyPath,
) -> str | None:
    """Tell of a key that is none, and return the one that the author may have meant.

    It is one of those that are not there (`left`): the nearest, or the lone one that is missing,
    unless it is a key of a section.
    """
    word = units.first_word(written)
    if units.lacks_colon(written, node.value[written].value) and match(word, keys)[0] is not None:
        message = f"put a colon and a blank behind `{word}`"
        project.problem(node.keys[written], show_path((*path, word)), message, "E301")
        return None
    suffixed = [
        f"{key.key}_{suffix}"
        for key in left.values()
        if key.number and key.unit
        for suffix in units.fitting(key.unit)
    ]
    close = nearest(written, [*left, *suffixed])
    about = ""
    known = "" if close or not left else f"; also known here: {', '.join(left)}"
    outer = _before(written, node)
    if units.is_comma(written, node.value[written].value):
        known, about = units.COMMA, outer
    elif close is None and _belongs(written, node, outer, match(outer, keys)[0]):
        message = f"it belongs in `{outer}`: begin its line further in than that one"
        project.problem(node.keys[written], show_path((*path, outer, written)), message, "E301")
        return outer
    elif close is None and (section := _find_section(written, keys)):
        known = f"; it belongs in `{section}`: write `{section}: {{{written}: ...}}`"
    elif close is None and lone is not None:
        close = lone if node.value[written].value is not None else None
        known, about = f", and `{lone}` is missing", lone
    elif close is None and node.value[written].value is None and _in_row(node, written):
        known = f" without a value; a text with commas stands in quotes{known}"
    where = show_path((*path, written))
    project.problem(node.keys[written], where, f"unknown key{known}", "E301", close, about)
    return close


def _before(written: str, node: Node) -> str:
    """Return the key before one, "" for none."""
    names = list(node.value)
    return names[names.index(written) - 1] if names.index(written) else ""


def _belongs(written: str, node: Node, outer: str, key: Key | None) -> bool:
    """Say whether a key can only be one that the section before it lacks."""
    if key is None or key.model is None:
        return False
    part, found = node.value[outer].value, node.value[written].value
    if key.shape == "dict":
        return part is None and isinstance(found, dict)
    own = match(written, keys_of(key.model))[0]
    return key.shape == "one" and isinstance(part, dict) and own is not None and own.key not in part


def _in_row(node: Node, written: str) -> bool:
    """Say whether a key stands in one line with another one: `{en: Forward, Stop}`."""
    return sum(mark.line == node.keys[written].line for mark in node.keys.values()) > 1


def _find_section(written: str, keys: dict[str, Key]) -> str | None:
    """Return the only section that has such a key, None where none or several have it."""
    sections = [(key.key, key.model) for key in keys.values() if key.model and key.shape == "one"]
    found = [name for name, model in sections if match(written, keys_of(model))[0]]
    return found[0] if len(found) == 1 else None
