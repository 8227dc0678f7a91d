"""How large a node is drawn [px at 100 %], known without a window, and where its pins are."""

from simulator.spec.fields import Text

from .arrange import Box
from .graph import Node

HEAD, ROW, FOOT = 34.0, 28.0, 8.0
LEAST, MOST = 144.0, 232.0
LETTER, SMALL = 7.7, 6.9  # mean widths of a bold letter of 14 px and one of 13 px
ICON, PILL = 38.0, 38.0


def box_of(node: Node) -> Box:
    """Return a node's size: wide enough for its texts in both languages."""
    title = node.title if isinstance(node.title, str) else _longest(node.title)
    wide = ICON + LETTER * len(title) + (PILL if node.number else 12.0)
    captions = max((len(caption(node, row)) for row in range(rows_of(node))), default=0)
    wide = max(wide, 44.0 + SMALL * captions)
    return Box(round(min(max(wide, LEAST), MOST)), HEAD + ROW * rows_of(node) + FOOT)


def rows_of(node: Node) -> int:
    """Return how many rows of pins a node has; at least one."""
    return max(len(node.inputs), len(node.outputs), 1)


def pin_y(row: int) -> float:
    """Return how far below a node's upper edge the pins of a row are."""
    return HEAD + ROW * row + ROW / 2 + 2


def caption(node: Node, row: int) -> str:
    """Return what is written beside the pins of a row, left and right together."""
    left = node.inputs[row].name if len(node.inputs) > 1 and row < len(node.inputs) else ""
    if row < len(node.inputs) and node.inputs[row].value is not None:
        left += " 00.00"
    right = node.kind if row == 0 else ""
    if row < len(node.outputs) and len(node.outputs) > 1:
        right = node.outputs[row].name
    return f"{left}  {right}"


def box_of_note(text: Text) -> Box:
    """Return a remark's size, with room for its text in either language."""
    both = [one.splitlines() or [""] for one in (text.ru, text.en)]
    wide = max(len(line) for lines in both for line in lines)
    return Box(round(SMALL * wide) + 30.0, 18.0 * max(map(len, both)) + 14.0)


def _longest(text: Text) -> str:
    return max(text.ru, text.en, key=len)
