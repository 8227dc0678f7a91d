"""Texts that have to fit: shortened with an ellipsis, or broken into lines."""

from collections.abc import Callable, Sequence

from simulator.ui.painting.paint import Paint

LONELY = 0.2  # share of the width that a last line is shorter than where it is taken a word down to
LONGEST_UNIT = 3  # letters


def fit(p: Paint, text: str, width: float, size: float = 13, is_bold: bool = False) -> str:
    """Return a text shortened with an ellipsis to `width` design pixels; "" when hopeless."""
    return _shortened(text, lambda one: p.width(one, size, is_bold) <= width)


def fit_capitals(p: Paint, title: str, width: float) -> str:
    """Return a title in spaced bold capitals shortened like a text."""
    return _shortened(title, lambda one: p.capitals_width(one) <= width)


def _shortened(text: str, fits: Callable[[str], bool]) -> str:
    if fits(text):
        return text
    while text and not fits(f"{text}…"):
        text = text[:-1].rstrip()
    return f"{text}…" if len(text) > 2 else ""


def fit_end(p: Paint, text: str, width: float, size: float = 13) -> str:
    """Return the end of a text, as of a path, with an ellipsis before it where it is shortened."""
    if p.width(text, size) <= width:
        return text
    while text and p.width("…" + text, size) > width:
        text = text[1:]
    return "…" + text


def wrap(p: Paint, text: str, width: float, size: float, is_bold: bool) -> Sequence[str]:
    """Return a text broken at spaces into lines of at most `width` design pixels.

    No short word is left alone in the last line.
    """
    lines: list[list[str]] = []
    for word in list_words(text):
        if lines and p.width(" ".join([*lines[-1], word]), size, is_bold) <= width:
            lines[-1].append(word)
        else:
            lines.append([word])
    if len(lines) > 1 and p.width(" ".join(lines[-1]), size, is_bold) < LONELY * width:
        *before, word = lines[-2]
        longer = [word, *lines[-1]]
        if len(before) > 1 and p.width(" ".join(longer), size, is_bold) <= width:
            lines[-2:] = before, longer
    return [" ".join(words) for words in lines]


def list_words(text: str) -> Sequence[str]:
    """Return the words of a text; a number and the unit behind it are one."""
    words: list[str] = []
    for word in text.split():
        is_unit = len(word.rstrip(".,;:!?)»")) <= LONGEST_UNIT and not word[0].isdigit()
        if words and words[-1][-1].isdigit() and is_unit:
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words
