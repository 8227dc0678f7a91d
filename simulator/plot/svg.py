"""Drawings as SVG text: elements with everything escaped, scales, ticks and long lines thinned."""

import math
from itertools import pairwise

import numpy as np
from markupsafe import Markup, escape
from numpy.typing import NDArray

Array = NDArray[np.float64]
LETTER = 0.56 * 13.0  # about the width of one [px]


def tag(name: str, *children: object, **attributes: object) -> Markup:
    """Return an element; `class_` is class, `stroke_width` is stroke-width, None is left out."""
    words = [
        f'{key.rstrip("_").replace("_", "-")}="{escape(_write(value))}"'
        for key, value in attributes.items()
        if value is not None
    ]
    inside = Markup("").join(escape(child) for child in children)
    return Markup(f"<{' '.join([name, *words])}>{inside}</{name}>")


def _write(value: object) -> str:
    """Return an attribute's value; a number that is none would spoil the whole drawing."""
    if isinstance(value, float | np.floating):
        if not math.isfinite(value):
            raise ValueError(f"a drawing needs finite numbers, not {value}")
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(value)


def group(*children: object, **attributes: object) -> Markup:
    """Return a group."""
    return tag("g", *children, **attributes)


def text(x: float, y: float, words: object, class_: str = "", anchor: str = "start") -> Markup:
    """Return a line of text."""
    return tag("text", words, x=x, y=y, class_=class_ or None, text_anchor=anchor)


def icon(name: str, x: float, y: float, size: float) -> Markup:
    """Return one of the page's symbols, centred."""
    half = size / 2.0
    return tag("use", href=f"#{name}", x=x - half, y=y - half, width=size, height=size)


def drawing(width: float, height: float, *children: object, class_: str, label: str) -> Markup:
    """Return a whole drawing."""
    return tag(
        "svg",
        *children,
        class_=class_,
        viewBox=f"0 0 {_write(float(width))} {_write(float(height))}",
        role="img",
        aria_label=label,
    )


def line(points: Array, close: bool = False) -> str:
    """Return the path of (n, 2) points."""
    if not len(points):
        return ""
    if not np.isfinite(points).all():
        raise ValueError("a drawing needs finite numbers")
    steps = " ".join(f"{x:.1f} {y:.1f}" for x, y in points.tolist())
    return f"M{steps}{'Z' if close else ''}"


def thin(points: Array, count: int = 700) -> Array:
    """Return at most about `count` of (n, 2) points, peaks kept: the extremes of each stretch."""
    if len(points) <= count:
        return points
    edges = np.linspace(0, len(points), count // 2 + 1).astype(int)
    rows: set[int] = {0, len(points) - 1}
    for begin, end in pairwise(edges.tolist()):
        stretch = points[begin:end, 1]
        rows |= {begin + int(stretch.argmin()), begin + int(stretch.argmax())}
    return points[sorted(rows)]


def ticks(low: float, high: float, count: int) -> list[float]:
    """Return round values in low ... high, about `count` of them."""
    span = max(high - low, 1e-9)
    power = 10.0 ** math.floor(math.log10(span / count))
    step = next(k * power for k in (1, 2, 5, 10) if span / (k * power) <= count)
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def seconds(end: float, count: int) -> list[float]:
    """Return round times in 0 ... end, at most about `count` of them."""
    steps = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600)
    step = next((one for one in steps if end / one <= count), steps[-1])
    return [float(k * step) for k in range(int(end / step + 1e-9) + 1)]


def fit(words: str, width: float) -> str:
    """Return a text cut to about `width` px, "" where nothing of it fits."""
    room = int(width / LETTER)
    if len(words) <= room:
        return words
    return f"{words[: room - 1].rstrip()}…" if room > 6 else ""


def wrap(words: str, width: float) -> list[str]:
    """Return a text in one or two lines of about `width` px."""
    room, first = int(width / LETTER), ""
    parts = words.split()
    while parts and len(f"{first} {parts[0]}".strip()) <= room:
        first = f"{first} {parts.pop(0)}".strip()
    lines = [first, " ".join(parts)] if first else [words]
    return [fit(line, width) for line in lines if line]
