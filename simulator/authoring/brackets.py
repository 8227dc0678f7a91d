"""Patches of lists and mappings in brackets: an item more, an item less, another value."""

from .pieces import Piece, skip
from .text import BREAK, Patch, column, end_of, line_end, newline


def is_bare(text: str, piece: Piece) -> bool:
    """Say whether a mapping in brackets has none of its own: `[a: 1]`."""
    return piece.is_flow and text[piece.body] not in "[{"


def replace(parent: Piece, row: int, new: str) -> Patch:
    """Put a text in the place of a value."""
    item, slot = parent.items[row], parent.marks[row].slot
    if item.start < item.end:
        return Patch(item.start, item.end, new)
    if parent.kind == "dict":
        return Patch(item.end, item.end, f" {new}" if slot >= 0 else f": {new}")
    return Patch(item.end, item.end, new)


def insert(text: str, parent: Piece, row: int, part: str) -> list[Patch]:
    """Put an item, already written, before the one at `row`, or behind the last."""
    count = len(parent.items)
    if count == 0:
        return [Patch(parent.body + 1, parent.body + 1, part)]
    at = parent.marks[min(row, count - 1)].start
    before = (
        parent.body + 1 if min(row, count - 1) == 0 else end_of(parent, min(row, count - 1) - 1)
    )
    own_line = BREAK.search(text, before, at) is not None
    gap = newline(text) + " " * column(text, at) if own_line else " "
    if row < count:
        return [Patch(at, at, f"{part},{gap}")]
    end = end_of(parent, count - 1)
    comma = skip(text, end)
    if text[comma] == ",":
        behind = (
            line_end(text, comma) if own_line and _is_last_in_line(text, comma + 1) else comma + 1
        )
        return [Patch(behind, behind, gap + part + ("," if own_line else ""))]
    if own_line and _is_last_in_line(text, end):
        behind = line_end(text, end)
        return [Patch(end, end, ","), Patch(behind, behind, gap + part)]
    return [Patch(end, end, f",{gap}{part}")]


def _is_last_in_line(text: str, position: int) -> bool:
    rest = text[position : line_end(text, position)].lstrip(" \t")
    return not rest or rest.startswith("#")


def remove(text: str, parent: Piece, row: int) -> Patch:
    """Take an item out, with its comma."""
    start, end, last = parent.marks[row].start, end_of(parent, row), len(parent.items) - 1
    if last == 0:
        return Patch(parent.body + 1, parent.end - 1, "")
    if row < last:
        following = parent.marks[row + 1].start
        found = BREAK.search(text, end, following)
        if found is None:
            return Patch(start, following, "")
        rest = text[found.end() : following]
        return Patch(start, found.end() + len(rest) - len(rest.lstrip()), "")
    before = end_of(parent, row - 1)
    if BREAK.search(text, before, start) is None:
        return Patch(before, end, "")
    comma = skip(text, end)
    has_comma = text[comma] == ","  # as the one before may have then
    end = comma + 1 if has_comma else end
    kept = text[before:start].rstrip()
    kept = "" if kept == "," and not has_comma else kept
    if "#" in kept and not _is_last_in_line(text, end):
        return Patch(start, end, "")  # else the bracket behind would stand in the comment
    return Patch(before + len(kept), end, "")
