"""Entries of sections whose line with their name is missing: told once, and read all the same.

What the line of the first of them held together stands in the section itself, as if it were names;
what that of another one held together follows in the entry above, most of it for the second time.
"""

from dataclasses import replace

from ..errors import MISSING, KeyPath, show_path
from ..models.layout import Key, is_open, keys_of
from .convert import match
from .project import Project
from .syntax import Node

NAME = "NAME"
KIND = ("type", "diagram")  # one of which is a text in all that may have other keys, too
LEAST = 2  # keys of one entry in a row: a single one is a mistake of its own
ABOVE = "if something new begins here, a line with its name is missing above it"


def give_name(section: Node, key: Key, project: Project, path: KeyPath) -> Node:
    """Return a section of names: what can only be the keys of one entry stands under NAME."""
    if key.model is None or not isinstance(section.value, dict) or len(section.value) < LEAST:
        return section
    own = keys_of(key.model)
    is_kind = is_open(key.model) and any(
        isinstance(section.value[name].value, str) for name in KIND if name in section.value
    )
    is_one = is_kind or all(match(name, own)[0] for name in section.value)
    if not is_one or any(_is_entry(part, key) for part in section.value.values()):
        return section
    mark = next(iter(section.keys.values()))
    message = f"this and what follows has no name: put a line `{NAME}:` above it"
    project.problem(mark, show_path(path), message, MISSING, about="name")
    return Node({NAME: section}, mark, {NAME: mark})


def _is_entry(part: Node, key: Key) -> bool:
    """Say whether a part of a section has keys of an entry: some that each must have, or all."""
    assert key.model is not None
    if not isinstance(part.value, dict) or not part.value:
        return False
    own = keys_of(key.model)
    known = {one.key for name in part.value if (one := match(name, own)[0])}
    needed = {name for name, one in own.items() if one.required}
    return len(known) == len(part.value) and needed <= known


def tell_doubles(entry: Node, project: Project) -> None:
    """Tell keys that an entry has twice as one mistake, where a second entry may begin there."""
    if not entry.doubles:
        return
    places = {tuple(mark) for _, mark, _ in entry.doubles}
    told = [
        one
        for one in project.problems
        if one.code == "E110" and (one.file, one.line, one.column) in places
    ]
    first = min(mark.line for _, mark, _ in entry.doubles)
    after = sum(mark.line > first for mark in entry.keys.values()) + len(places)
    if not told or after < LEAST:
        return
    begin = min(told, key=lambda one: one.line)
    message = f"{begin.message}; {ABOVE}"
    joined = replace(begin, message=message, about="name")
    project.problems[:] = [joined if one is begin else one for one in project.problems]
    project.problems[:] = [one for one in project.problems if one not in told]
