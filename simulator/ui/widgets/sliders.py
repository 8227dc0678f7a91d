"""Slider and knob: a continuous value set by hand."""

from simulator.ui.areas import Rect
from simulator.ui.painting import paint, surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.widgets import marks
from simulator.ui.widgets.face import Face, caption_colour, label_width

WIDTH, LABEL, THUMB = 144, 20, (24, 32)
RING, CAP = 40, 30.5
SWEEP = 135.0


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the slider's cell: label and value above, track, marks."""
    return max(WIDTH, label_width(p, f) + 60), LABEL + 48


def hit(f: Face) -> Rect:
    """Return the slider's touchable box in the cell."""
    return 0, LABEL - 4, f.w, 44


def place(f: Face, value: float) -> float:
    """Return the thumb's middle in the cell for a value."""
    return 12 + f.share(value) * (f.w - 24)


def still(p: Paint, f: Face) -> None:
    """Draw label, track and marks."""
    p.text(0, 7, f.label, caption_colour(f), 13, False, 0)
    surface.recessed(p, 4, LABEL + 10, f.w - 8, 12, 6)
    for i in range(11):
        x = 12 + i * (f.w - 24) / 10
        tall, colour = (8, theme.TX2) if i % 5 == 0 else (5, theme.LINE2)
        p.line(x, LABEL + 36, x, LABEL + 36 + tall, colour)
    if f.is_disabled:
        surface.dashed_box(p, place(f, 0) - 12, LABEL, *THUMB, 4, theme.LINE2)


def live(p: Paint, f: Face) -> None:
    """Draw fill, thumb and value."""
    if f.is_disabled:
        return
    x, zero = place(f, f.drawn), place(f, min(max(0.0, f.low), f.high))
    left = 6 if zero <= 12.5 else min(x, zero)
    right = max(x, zero)
    if right - left > 1:
        p.fill(left, LABEL + 12, right - left, 8, theme.ACC, 4)
    top = LABEL + (1 if f.is_held else 0)
    if f.is_held:
        surface.pressed(p, x - 12, top, *THUMB, 5)
    else:
        surface.raised(p, x - 12, top, *THUMB, 5, marks.block(f))
    p.fill(x - 1.5, top + 8, 3, 16, theme.TX0, 1)
    marks.edge_box(p, f, x - 12, top, *THUMB, 5)
    if f.is_faulty:
        surface.fault_box(p, x - 12, top, *THUMB, 5)
    p.text(f.w, 7, reading(f), theme.TX0, 13, True, 1)


def reading(f: Face) -> str:
    """Return the set value with its unit."""
    return phrases.quantity(f.number(f.value * f.spec.scale), f.unit)


def knob_size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the knob's cell: marks around, label and value below."""
    return max(100, label_width(p, f)), 88 + 34


def knob_hit(f: Face) -> Rect:
    """Return the knob's touchable box in the cell."""
    return f.w / 2 - 46, 0, 92, 88


def knob_still(p: Paint, f: Face) -> None:
    """Draw marks, empty value ring, seat and label."""
    x, y = f.w / 2, 48
    for i in range(11):
        turned = -SWEEP + i * 27
        far = 49 if i % 5 == 0 else 47
        colour = theme.TX2 if i % 5 == 0 else theme.LINE2
        p.line(*paint.turn(x, y, 44, turned), *paint.turn(x, y, far, turned), colour, 1.5)
    p.arc(x, y, RING - 2, -SWEEP, SWEEP, theme.LINE2, 4)
    marks.caption(p, f, 97)
    if f.is_disabled:
        surface.dashed_ring(p, x, y, CAP, theme.LINE2)
    else:
        surface.round_shadow(p, x, y, CAP)


def knob_live(p: Paint, f: Face) -> None:
    """Draw value ring, cap, index and value."""
    if f.is_disabled:
        return
    x, y = f.w / 2, 48
    turned = (2 * f.share(f.drawn) - 1) * SWEEP
    zero = (2 * f.share(0.0) - 1) * SWEEP
    if abs(turned - zero) > 0.5:
        p.arc(x, y, RING - 2, min(zero, turned), max(zero, turned), theme.ACC, 4)
    surface.round_face(p, x, y, CAP, marks.block(f))
    p.ball(x, y, 0.76 * CAP, theme.PRESSED if f.is_held else theme.RAISED)
    p.ring(x, y, 0.76 * CAP, surface.EDGE)
    near, far = paint.turn(x, y, 0.40 * CAP, turned), paint.turn(x, y, 0.94 * CAP, turned)
    p.line(*near, *far, theme.TX0, 4)
    marks.edge_ring(p, f, x, y, CAP)
    if f.is_faulty:
        p.ring(x, y, CAP, theme.BAD, 2)
    p.text(x, 114, reading(f), theme.TX0, 13, True)
