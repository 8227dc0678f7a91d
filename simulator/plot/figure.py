"""Curves laid out as lines, words and boxes, which `svg`, `raster` and `page` then draw."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .svg import thin, ticks

Array = NDArray[np.float64]
WIDTH, ROW, TOP, BOTTOM, GAP = 1080.0, 250.0, 68.0, 46.0, 34.0  # [px]
LEFT, RIGHT = 92.0, 236.0  # margins, for the axis and the legend [px]
LEGEND = 18.0  # between two names [px]
SAME = 0.004  # curves no farther apart than this share of an axis lie on each other
INK, QUIET, GRID, PAPER, WELL = "#12181E", "#4C5A66", "#D5DCE2", "#FFFFFF", "#F6F8FA"
COLOURS = (
    "#1F55B0", "#C2410C", "#12693F", "#8A3FA0", "#A97400", "#08758F",
    "#B3261E", "#5B6B78", "#5F8300", "#C2407F", "#3E3A8C", "#7A4E24",
)  # fmt: skip


class Line(NamedTuple):
    """A polyline."""

    points: Array  # (n, 2) [px]
    colour: str
    width: float
    dashed: bool = False


class Words(NamedTuple):
    """A line of text; y is that of its base line."""

    x: float
    y: float
    text: str
    size: float = 13.0
    colour: str = INK
    anchor: str = "start"
    bold: bool = False


class Box(NamedTuple):
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str


class Figure(NamedTuple):
    """A drawing, back to front."""

    width: float
    height: float
    parts: list[Line | Words | Box]
    title: str


class Row(NamedTuple):
    """Curves on one pair of axes."""

    label: str
    unit: str
    curves: list[tuple[str, Array]]  # name and (n,) values as shown


def lay_out(title: str, times: Array, rows: list[Row], time_label: str) -> Figure:
    """Return the figure of `rows` over `times` (n,) [s], which grow."""
    heights = [max(ROW, LEGEND * len(row.curves) + 8.0) for row in rows]
    height = TOP + sum(heights) + GAP * (len(rows) - 1) + BOTTOM
    parts: list[Line | Words | Box] = [Box(0.0, 0.0, WIDTH, height, PAPER)]
    parts.append(Words(LEFT, 30.0, title, 18.0, INK, bold=True))
    begin, end = float(times[0]), max(float(times[-1]), float(times[0]) + 1e-9)
    marks = [value for value in ticks(begin, end, 10) if begin <= value <= end + 1e-9]
    across = LEFT + (WIDTH - LEFT - RIGHT) * (times - begin) / (end - begin)
    top = TOP
    for row, tall in zip(rows, heights, strict=True):
        parts += _draw_row(row, across, top, tall, [_place(mark, begin, end) for mark in marks])
        top += tall + GAP
    bottom = top - GAP
    for mark in marks:
        text = _write(mark, _step(marks))
        parts.append(Words(_place(mark, begin, end), bottom + 19.0, text, 13.0, QUIET, "middle"))
    middle = LEFT + 0.5 * (WIDTH - LEFT - RIGHT)
    parts.append(Words(middle, bottom + 38.0, time_label, 13.0, QUIET, "middle"))
    return Figure(WIDTH, height, parts, title)


def _place(time: float, begin: float, end: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (time - begin) / (end - begin)


def _draw_row(
    row: Row, across: Array, top: float, height: float, marks: list[float]
) -> list[Line | Words | Box]:
    low, high = find_range([values for _, values in row.curves])
    right, bottom = WIDTH - RIGHT, top + height
    parts: list[Line | Words | Box] = [Box(LEFT, top, right - LEFT, height, WELL)]
    parts += [Line(np.array([[x, top], [x, bottom]]), GRID, 1.0) for x in marks]
    levels = ticks(low, high, 6)
    for level in levels:
        y = bottom - height * (level - low) / (high - low)
        parts.append(Line(np.array([[LEFT, y], [right, y]]), GRID, 1.0))
        text = _write(level, _step(levels))
        parts.append(Words(LEFT - 8.0, y + 4.5, text, 13.0, QUIET, "end"))
    words = f"{row.label}, {row.unit}" if row.unit else row.label
    parts.append(Words(LEFT, top - 8.0, words, 13.0, INK, bold=True))
    hidden = count_hidden([values for _, values in row.curves], SAME * (high - low))
    for k, (name, values) in enumerate(row.curves):
        colour, dashed = COLOURS[k % len(COLOURS)], k >= len(COLOURS)
        y = bottom - height * (np.clip(values, low, high) - low) / (high - low)
        width = 1.6 + 1.4 * hidden[k]  # seen on both sides of those on top of it
        for piece in np.ma.clump_unmasked(np.ma.masked_invalid(y)):
            points = np.column_stack([across, y])[piece]
            parts.append(Line(thin(points, 1400), colour, width, dashed))
        at = top + 10.0 + LEGEND * k
        parts.append(Line(np.array([[right + 14, at], [right + 36, at]]), colour, 2.4, dashed))
        parts.append(Words(right + 42.0, at + 4.5, name, 13.0, INK))
    return parts


def count_hidden(curves: list[Array], near: float) -> list[int]:
    """Return how many later curves lie on each, never farther off than `near`."""
    return [
        sum(np.allclose(other, curve, 0.0, near, equal_nan=True) for other in curves[k + 1 :])
        for k, curve in enumerate(curves)
    ]


def find_range(curves: list[Array]) -> tuple[float, float]:
    """Return the lowest and highest level of an axis: all finite values, and a little air."""
    finite = [values[np.isfinite(values)] for values in curves]
    values = np.concatenate(finite) if finite else np.zeros(0)
    low, high = (float(values.min()), float(values.max())) if values.size else (0.0, 1.0)
    span = high - low
    if span <= 1e-9 * max(abs(low), abs(high), 1e-6):
        span = max(abs(high), 1.0)
    return low - 0.06 * span, high + 0.06 * span


def _step(marks: list[float]) -> float:
    return marks[1] - marks[0] if len(marks) > 1 else abs(marks[0]) if marks else 1.0


def _write(value: float, step: float) -> str:
    """Return a number with as many decimals as the step between two marks has."""
    decimals = max(0, -int(np.floor(np.log10(step) + 1e-9))) if step > 0.0 else 0
    text = f"{value:.{min(decimals, 9)}f}"
    return text.replace("-", "\N{MINUS SIGN}") if float(text) else text.lstrip("-")
