"""A text as lines: where they begin and end, which comments go with what; patches of it."""

import re
from typing import NamedTuple

from .pieces import Piece

BREAK = re.compile(r"\r\n|[\r\n\x85\u2028\u2029]")
COMMENT = re.compile(r"[ \t]*#[^\r\n\x85\u2028\u2029]*")
COMMENT_BEHIND = re.compile(r"[ \t]+#[^\r\n\x85\u2028\u2029]*")


class Patch(NamedTuple):
    """The text between two places becomes another."""

    start: int
    end: int
    new: str


class CannotEdit(ValueError):  # noqa: N818 - says what is the case
    """The text has no form for the edit; the text of the error says why."""


def apply(text: str, patches: list[Patch]) -> str:
    """Return the text with all patches done."""
    for start, end, new in reversed(patches):
        text = text[:start] + new + text[end:]
    return text


def newline(text: str) -> str:
    """Return how the lines of a text end."""
    found = BREAK.search(text)
    return found.group() if found and found.group() in ("\r\n", "\r") else "\n"


def line_start(text: str, position: int) -> int:
    """Return where the line begins that a position is in."""
    return 1 + max(text.rfind(end, 0, position) for end in "\r\n\x85\u2028\u2029")


def line_end(text: str, position: int) -> int:
    """Return where the line ends that a position is in, before its break."""
    found = BREAK.search(text, position)
    return found.start() if found else len(text)


def column(text: str, position: int) -> int:
    """Return how many characters stand before a position in its line."""
    return position - line_start(text, position)


def end_of(parent: Piece, row: int) -> int:
    """Return where an item's own text ends, its key or dash at least."""
    key = parent.keys[row].end if parent.keys else 0
    return max(parent.items[row].end, parent.marks[row].slot, key)


def pass_comments(text: str, position: int, indent: int) -> int:
    """Return the end of the line of a position, or of the comment lines below that go with it."""
    position = line_end(text, position)
    while indent > 0 and (found := BREAK.match(text, position)):
        comment = COMMENT.match(text, found.end())
        if comment is None or len(comment.group()) - len(comment.group().lstrip()) < indent:
            break
        position = comment.end()
    return position


def own_lines(text: str, parent: Piece, row: int) -> tuple[int, int]:
    """Return where an item begins, comment lines right above with it, and its last line's end.

    What stands above the first item may be the heading of all of them, and is not its own.
    """
    start, end = parent.marks[row].start, end_of(parent, row)
    indent = column(text, start)
    if text[end - 1] in "\r\n":  # a block that keeps its empty lines
        end -= 2 if text.startswith("\r\n", end - 2) else 1
    else:
        end = pass_comments(text, end, indent + 1)
    if row == 0 or text[line_start(text, start) : start].strip():
        return start, end
    floor = end_of(parent, row - 1)
    line = line_start(text, start)
    while line > floor:
        above = line_start(text, line - 1 - text.startswith("\r\n", line - 2))
        found = COMMENT.fullmatch(text, above, line_end(text, above))
        if above <= floor or found is None or text[above + indent : above + indent + 1] != "#":
            break
        start, line = above + indent, above
    return start, end
