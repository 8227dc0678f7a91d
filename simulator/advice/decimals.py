"""Decimals with a comma in lists, which YAML reads as two numbers: `[speed, 0,75]`."""

import re
from collections.abc import Iterator
from pathlib import Path

from ..spec.errors import Problem
from ..spec.reading.project import shown

TEXT = re.compile(r"'[^']*'|\"[^\"]*\"|(?:^|\s)#.*")
LIST = re.compile(r"\[[^\[\]{}]*\]")
COMMA = re.compile(r"(?<![^\s\[,])-?\d+,\d+(?=\s*[],])")


def find_split(path: Path) -> Iterator[Problem]:
    """Yield a warning for each list of a file with blanks behind its commas, but for one."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return
    for row, line in enumerate(lines):
        bare = TEXT.sub(lambda text: " " * len(text[0]), line)
        for part in LIST.finditer(bare):
            lone = part[0].count(",") - len(re.findall(r",\s", part[0])) == 1
            found = COMMA.search(part[0]) if lone and part[0].count(",") > 1 else None
            if found is not None:
                message = f"{found[0]!r} is two numbers here: a decimal has a point"
                message += ", and two numbers a blank behind the comma between them"
                column = part.start() + found.start() + 1
                yield Problem(shown(path), row + 1, column, "", message, "split-number")
