"""Patches of YAML text: what to replace where, so that only the touched value changes.

Every function takes the text and pieces of it and returns patches, in order, that do not overlap.
"""

from typing import Any

from . import brackets, wording
from .pieces import Piece
from .text import (
    BREAK,
    COMMENT_BEHIND,
    CannotEdit,
    Patch,
    column,
    end_of,
    line_end,
    line_start,
    newline,
    own_lines,
    pass_comments,
)
from .wording import STEP, WIDTH

# -- a value becomes another


def replace(text: str, parent: Piece, row: int, value: Any, anchor: str | None) -> list[Patch]:
    """Put a value in the place of another; its anchor stays, if it is to be called so."""
    item, slot = parent.items[row], parent.marks[row].slot
    mark = f"&{anchor} " if anchor else ""
    if parent.is_flow:
        return [brackets.replace(parent, row, mark + _one_line(text, item, value))]
    if slot < 0:
        raise CannotEdit("a key without a colon has no place for a value")
    indent = column(text, parent.marks[row].start) + STEP
    is_text = isinstance(value, str) and item.kind == "scalar"
    if is_text and item.style in ("|", ">") and (lines := _block(text, item, value, indent)):
        pass
    elif is_text and item.style in ('"', "'"):
        lines = [_one_line(text, item, value)]
    elif isinstance(value, dict | list):
        lines = wording.beside(value, column(text, slot) + 1, indent)
    else:
        many = isinstance(value, str) and "\n" in value
        lines = wording.beside(value, 0, indent) if many else [_one_line(text, item, value)]
    return place(text, parent, row, [(mark + lines[0]).rstrip(), *lines[1:]])


def _one_line(text: str, item: Piece, value: Any) -> str:
    if isinstance(value, dict | list):
        return wording.inline(value)
    old = text[item.body : item.end] if item.kind == "scalar" else ""
    style = item.style if item.kind == "scalar" and isinstance(value, str) else ""
    return wording.scalar(value, style if style in ('"', "'") else "", old=old)


def _block(text: str, item: Piece, value: str, indent: int) -> list[str]:
    """Return a text as the block that stands there, `|` or `>`, if it can be one."""
    lines = BREAK.split(text[item.body : item.end])
    old = next((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), indent)
    if item.style == ">" and "\n" in value.rstrip("\n"):
        return wording.literal(value, old, "|")
    return wording.literal(value, old, item.style)


def place(text: str, parent: Piece, row: int, lines: list[str]) -> list[Patch]:
    """Put lines behind a colon or dash; a comment that stands behind them stays there."""
    item, slot = parent.items[row], parent.marks[row].slot
    first, rest = lines[0], "".join(newline(text) + line for line in lines[1:])
    gap = text[slot : item.body]
    is_below = BREAK.search(gap) is not None
    is_open = item.kind in ("list", "dict") and not item.is_flow
    if is_below and (is_open or rest):
        found = COMMENT_BEHIND.match(gap)
        comment = found.group() if found else ""
        return [Patch(slot, item.end, (f" {first}" if first else "") + comment + rest)]
    if item.kind == "scalar" and item.style in ("|", ">"):
        header = text[item.body : line_end(text, item.body)]
        found = COMMENT_BEHIND.search(header)
        comment = found.group() if found else ""
        return [Patch(item.start, item.end, first + comment + rest)]
    if item.start == item.end:
        patch = Patch(slot, slot, f" {first}" if first else "")
    elif first:
        patch = Patch(item.start, item.end, first)
    else:
        patch = Patch(slot, item.end, "")
    end = line_end(text, max(item.end, slot))
    return [patch, Patch(end, end, rest)] if rest else [patch]


# -- an item more


def insert(text: str, parent: Piece, row: int, name: str | None, value: Any) -> list[Patch]:
    """Put a new item before the one at `row`, or behind the last."""
    if brackets.is_bare(text, parent):
        raise CannotEdit("a pair without brackets has no place for another")
    if parent.is_flow:
        part = wording.inline(value)
        return brackets.insert(
            text, parent, row, f"{wording.key(name)}: {part}" if name is not None else part
        )
    return insert_lines(
        text, parent, row, wording.below([value] if name is None else {name: value}, 0)
    )


def insert_lines(text: str, parent: Piece, row: int, lines: list[str]) -> list[Patch]:
    """Put lines that are one item, not indented, before the item at `row`, or behind the last."""
    start = parent.marks[0].start
    indent = column(text, start)
    end, pad = newline(text), " " * indent
    padded = [pad + line if line else "" for line in lines]
    if row == 0:
        return [Patch(start, start, end.join(padded).lstrip() + end + pad)]
    position = end_of(parent, row - 1)
    if position and text[position - 1] in "\r\n":  # behind a block that keeps its empty lines
        return [Patch(position, position, end.join(padded) + end)]
    position = pass_comments(text, position, indent + (row < len(parent.items)))
    return [Patch(position, position, end + end.join(padded))]


def unfold(text: str, parent: Piece, row: int, more: int) -> list[Patch]:
    """Give the items of a one-line list or mapping lines of their own.

    No patches where `more` characters still fit its line, or where it stands in brackets itself.
    """
    item = parent.items[row]
    if parent.is_flow or not item.is_flow or not item.items or parent.marks[row].slot < 0:
        return []
    length = line_end(text, item.end) - line_start(text, item.end)
    if BREAK.search(text, item.start, item.end) or length + more <= WIDTH:
        return []
    pad = " " * (column(text, parent.marks[row].start) + STEP)
    lines = []
    for index, own in enumerate(item.items):
        head = f"{text[item.keys[index].start : item.keys[index].end]}:" if item.keys else "-"
        lines.append(f"{pad}{head} {text[own.start : own.end]}".rstrip())
    return place(text, parent, row, [f"&{item.anchor}" if item.anchor else "", *lines])


def spread(text: str, parent: Piece, row: int, value: dict | list) -> list[Patch]:
    """Put a list or mapping in the place of an empty one, its items on lines of their own."""
    item = parent.items[row]
    indent = column(text, parent.marks[row].start) + STEP
    anchor = f"&{item.anchor}" if item.anchor else ""
    return place(text, parent, row, [anchor, *wording.below(value, indent)])


def drop_anchor(text: str, piece: Piece) -> Patch:
    """Take the name of a value away that nobody else uses."""
    start = text.index(f"&{piece.anchor}", piece.start)
    end = start + len(piece.anchor or "") + 1
    if text[end : end + 1] == " ":
        return Patch(start, end + 1, "")
    return Patch(start - (text[start - 1] == " "), end, "")


# -- an item less


def remove(text: str, parent: Piece, row: int) -> list[Patch]:
    """Take an item out, with the comments that are its own; others stay."""
    if brackets.is_bare(text, parent):
        raise CannotEdit("a pair without brackets cannot lose its only part")
    if parent.is_flow:
        return [brackets.remove(text, parent, row)]
    return [_remove_lines(text, parent, row)]


def _remove_lines(text: str, parent: Piece, row: int) -> Patch:
    start, end = own_lines(text, parent, row)
    if text[line_start(text, start) : start].strip():  # the first of a mapping beside its dash
        following = parent.marks[row + 1].start
        has_comments = "#" in text[end:following]
        return Patch(start, end if has_comments else following, "")
    found = BREAK.match(text, end)
    if found:
        return Patch(line_start(text, start), found.end(), "")
    before = line_start(text, start)  # the last line has no break: the one before loses it
    last = [*BREAK.finditer(text, 0, before)]
    return Patch(last[-1].start() if last else before, end, "")


def cut(text: str, parent: Piece, row: int) -> list[str] | None:
    """Return an item with its own comments as lines without their indentation.

    None if it has lines that stand further left, or stands in brackets.
    """
    if parent.is_flow:
        return None
    start, end = own_lines(text, parent, row)
    indent = column(text, parent.marks[row].start)
    lines = BREAK.split(text[start:end])
    for index, line in enumerate(lines[1:], 1):
        if line.strip() and line[:indent].strip():
            return None
        lines[index] = line[indent:]
    return lines
