"""Numeric display: a value in large figures that do not jitter."""

from simulator.ui.painting import surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.widgets.face import Face, caption_colour, label_width, widest

HEIGHT = 56


def height(f: Face) -> float:
    """Return the display's height."""
    return 42 if f.compact else HEIGHT


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: 120 x 56, wider for a long label or the widest value."""
    value = max(len(f.number(f.low * 1.0)), len(f.number(f.high * 1.0)), 4 + f.spec.decimals)
    figures = p.width("0", figure_size(f), True) * value
    unit = widest(p, f.spec.unit, 14) + 6 if f.spec.unit else 0
    least = 100 if f.compact else 120
    return max(least, label_width(p, f) + 20, figures + unit + 20), height(f)


def figure_size(f: Face) -> float:
    """Return the size of the figures."""
    return 18 if f.compact else 24


def middle(f: Face) -> float:
    """Return the height of the figures' middle in the cell."""
    return height(f) - (13 if f.compact else 18)


def still(p: Paint, f: Face) -> None:
    """Draw well, caption and unit."""
    h = height(f)
    surface.recessed(p, 0, 0, f.w, h, 6)
    p.text(10, 12 if f.compact else 15, f.label, caption_colour(f), 13, False, 0)
    if f.unit:
        p.text(f.w - 10, middle(f) + 2, f.unit, theme.TX2, 14, False, 1)
    if f.is_faulty:
        surface.fault_box(p, 0, 0, f.w, h, 6)


def live(p: Paint, f: Face) -> None:
    """Draw the value, right aligned before its unit."""
    right = _right(p, f)
    if f.is_dead:
        live_missing(p, f)
        return
    tall = figure_size(f)
    if p.width(f.figures, tall, True) > right - 4:
        tall = 15  # a value beyond the file's range is written smaller, not cut
    p.text(right, middle(f), f.figures, f.value_colour(), tall, True, 1)


def live_missing(p: Paint, f: Face) -> None:
    """Draw the dashes of a value that is not there."""
    colour = theme.BAD if f.is_faulty else theme.TX2
    surface.missing(p, _right(p, f) - 25, middle(f), colour, 13, 3)


def _right(p: Paint, f: Face) -> float:
    gap = 6 if phrases.is_apart(f.unit) else 1
    return f.w - 10 - (p.width(f.unit, 14) + gap if f.unit else 0)
