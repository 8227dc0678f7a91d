"""Texts that have to fit: shortened with an ellipsis, or broken into lines."""

from collections.abc import Sequence

from simulator.ui.painting.paint import Paint


def fit(p: Paint, text: str, width: float, size: float = 13, is_bold: bool = False) -> str:
    """Return a text shortened with an ellipsis to `width` design pixels; "" when hopeless."""
    if p.width(text, size, is_bold) <= width:
        return text
    while text and p.width(text + "…", size, is_bold) > width:
        text = text[:-1]
    return text + "…" if len(text) > 2 else ""


def wrap(p: Paint, text: str, width: float, size: float, is_bold: bool) -> Sequence[str]:
    """Return a text broken at spaces into lines of at most `width` design pixels."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and p.width(longer, size, is_bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
