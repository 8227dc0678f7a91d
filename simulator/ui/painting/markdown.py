"""Markdown on the desk: headings, paragraphs, lists, bold words; the rest as plain text."""

from functools import lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from simulator.ui.painting import theme
from simulator.ui.painting.fitting import list_words
from simulator.ui.painting.paint import Paint

SIZES = {"h1": 20, "h2": 18, "h3": 16, "p": 15, "item": 15}
SPACE = {"h1": 10, "h2": 8, "h3": 6, "p": 10, "item": 4}
INDENT = 22


class Word(NamedTuple):
    """A word, whether it is bold, and whether it follows the one before without a space."""

    text: str
    is_bold: bool
    is_glued: bool = False


class Block(NamedTuple):
    """A heading, a paragraph or an item of a list."""

    kind: str  # a key of SIZES
    mark: str  # before an item: "1." or "•"
    depth: int  # of the list
    words: tuple[Word, ...]


@lru_cache(maxsize=64)
def parse(text: str) -> tuple[Block, ...]:
    """Return the blocks of a Markdown text."""
    blocks: list[Block] = []
    lists: list[int] = []  # next number of each open list, 0 for bullets
    kind, mark = "p", ""
    for token in MarkdownIt("commonmark", {"html": False}).parse(text):
        if token.type in ("bullet_list_open", "ordered_list_open"):
            lists.append(
                0 if token.type == "bullet_list_open" else int(token.attrGet("start") or 1)
            )
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists.pop()
        elif token.type == "list_item_open":
            mark = f"{lists[-1]}." if lists[-1] else "•"
            lists[-1] += 1 if lists[-1] else 0
        elif token.type == "heading_open":
            kind = min(token.tag, "h3")
        elif token.type == "inline":
            blocks.append(Block("item" if lists else kind, mark, len(lists), _words(token)))
            kind, mark = "p", ""
        elif token.type in ("fence", "code_block"):
            lines = token.content.splitlines()
            blocks += [Block("p", "", len(lists), (Word(line, False),)) for line in lines]
    return tuple(blocks)


def _words(token: Token) -> tuple[Word, ...]:
    words: list[Word] = []
    bold, is_open = 0, False  # is_open: the last letter was no space
    for part in token.children or ():
        bold += {"strong_open": 1, "strong_close": -1}.get(part.type, 0)
        if part.type in ("softbreak", "hardbreak"):
            is_open = False
        if part.type in ("text", "code_inline") and part.content:
            is_glued = is_open and not part.content[0].isspace()
            for piece in list_words(part.content):
                words.append(Word(piece, bold > 0, is_glued))
                is_glued = False
            is_open = not part.content[-1].isspace()
    return tuple(words)


def draw(p: Paint, x: float, y: float, width: float, text: str) -> float:
    """Write a text from (x, y) in lines of `width`; return the y below it."""
    for block in parse(text):
        size, is_head = SIZES[block.kind], block.kind[0] == "h"
        left = x + INDENT * block.depth
        tall = 1.45 * size
        y += tall / 2
        if block.mark:
            p.text(left - 8, y, block.mark, theme.ACC, size, True, 1)
        place = left
        for word in block.words:
            is_bold = word.is_bold or is_head
            wide = p.width(word.text, size, is_bold)
            gap = 0.0 if word.is_glued or place == left else p.width(" ", size)
            if place > left and place + gap + wide > x + width:
                place, y, gap = left, y + tall, 0.0
            p.text(place + gap, y, word.text, theme.TX0 if is_bold else theme.TX1, size, is_bold, 0)
            place += gap + wide
        y += tall / 2 + SPACE[block.kind]
    return y
