"""Named diagrams that a console lacks: told once where a line `include` would bring them all."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from ..errors import Problem
from ..fields import YAML
from ..suggest import listed
from . import syntax
from .project import shown
from .syntax import MAX_BYTES, Node

KEYS = {"diagrams", "constants", "include"}  # of a file that is there to be included
MOST = 200  # files of a folder that are looked at
UNKNOWN = re.compile("there is no diagram '([^']+)'")


def advise(dangling: Sequence[Problem], tree: Node, path: Path) -> list[Problem]:
    """Return what is told of names, of the diagrams that one line would bring as one problem."""
    uses = [(one, found[1]) for one in dangling if (found := UNKNOWN.match(one.message))]
    owners = _find_owners(path, {name for _, name in uses}) if uses else {}
    names = list(dict.fromkeys(name for _, name in uses if name in owners))
    files = ", ".join(sorted({owners[name] for name in names}))
    has_line = "include" in tree.value
    advice = f"add {files} to `include`" if has_line else f"write `include: [{files}]`"
    if not names and not has_line:  # wherever they are
        names = list(dict.fromkeys(name for one, name in uses if one.suggestion is None))
        names, advice = names if len(names) > 1 else [], "a line `include: [FILE]` may be missing"
    if not names:
        return list(dangling)
    told = [one for one, name in uses if name in names]
    what = f"no diagrams {listed(names)}" if len(names) > 1 else f"no diagram {names[0]!r}"
    message = f"there {'are' if len(names) > 1 else 'is'} {what}; {advice}"
    first = replace(told[0], message=message, suggestion=None)
    return [first, *(one for one in dangling if one not in told)]


def _find_owners(path: Path, wanted: Collection[str]) -> dict[str, str]:
    """Return which files of a console's folder have named diagrams, and little else, by name."""
    beside = sorted(one for one in path.parent.glob("*.*") if one.name.lower().endswith(YAML))
    owners: dict[str, str] = {}
    for file in beside[:MOST]:
        node = _read(file)
        if node is None or not set(node.value) <= KEYS or "diagrams" not in node.value:
            continue
        has = node.value["diagrams"].value
        for name in has if isinstance(has, dict) else ():
            if name in wanted:
                owners.setdefault(name, file.name)
    return owners


def _read(file: Path) -> Node | None:
    """Return what a file says, None where it cannot be read: nobody has asked for it."""
    try:
        if file.is_symlink() or not file.is_file() or file.stat().st_size > MAX_BYTES:
            return None
        return syntax.read(file.read_bytes(), shown(file))[0]
    except OSError:
        return None
