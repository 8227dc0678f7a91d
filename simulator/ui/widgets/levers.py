"""Lever of one axis and joystick of two: a grip in a well, with its trail from zero."""

from simulator.ui.areas import Rect
from simulator.ui.painting import paint, surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.widgets import marks
from simulator.ui.widgets.face import Face, label_width

WIDTH, GRIP_TALL, LABEL = 72, 32, 20
SQUARE, REACH, GRIP = 176, 0.30, 34
GROOVE = theme.rgb("#0A0D10", 0.6)


# -- one axis


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: label, well, percent below."""
    return max(WIDTH, label_width(p, f, 14)), LABEL + well_height(f) + (18 if f.compact else 44)


def well_height(f: Face) -> float:
    """Return the well's height."""
    return 168 if f.compact else 216


def travel(f: Face) -> float:
    """Return the grip's way from end to end."""
    return 0.72 * well_height(f)


def hit(f: Face) -> Rect:
    """Return the touchable box in the cell."""
    return (f.w - WIDTH) / 2, LABEL, WIDTH, well_height(f)


def place(f: Face, value: float) -> float:
    """Return the grip's height in the cell for a value."""
    return LABEL + well_height(f) / 2 + (0.5 - f.share(value)) * travel(f)


def still(p: Paint, f: Face) -> None:
    """Draw label, well, slot and marks."""
    p.text(f.w / 2, 7, f.label, theme.DIS if f.is_disabled else theme.TX1, 14)
    x, y, w, h = hit(f)
    surface.recessed(p, x, y, w, h, 10)
    p.fill(f.w / 2 - 4, y + 20, 8, h - 40, theme.BLACK, 4)
    count = 20 if f.low < 0 < f.high else 10
    for i in range(count + 1):
        is_long = i % (count // 4 if count == 20 else 5) == 0
        at = y + h / 2 + (0.5 - i / count) * travel(f)
        long, colour = (10, theme.TX2) if is_long else (6, theme.LINE2)
        if is_long or count == 10 or i % 2:
            p.line(x + 6, at, x + 6 + long, at, colour)
            p.line(x + w - 6 - long, at, x + w - 6, at, colour)
    for detent in f.spec.detents:
        _notch(p, x, place(f, detent), w)
    if f.is_disabled:
        p.fill(x + 4, place(f, 0) - 16, 64, 32, theme.BG2, 8)
        surface.dashed_box(p, x + 4, place(f, 0) - 16, 64, 32, 8, theme.LINE2)
    if f.is_faulty:
        surface.fault_box(p, x, y, w, h, 10)
    if not f.compact:
        surface.recessed(p, x, y + h + 8, w, 36, 6)


def _notch(p: Paint, x: float, y: float, w: float) -> None:
    """Draw what the hand feels at a value: a wedge on either side of the slot."""
    for outer, inner in ((x + 5, x + 20), (x + w - 5, x + w - 20)):
        p.polygon([(outer, y - 5), (inner, y), (outer, y + 5)], theme.LINE2)
        p.line(outer, y, inner, y, theme.TX0, 2)


def live(p: Paint, f: Face) -> None:
    """Draw trail, grip and percent."""
    if f.is_disabled:
        return
    middle, at = f.w / 2, place(f, f.drawn)
    zero = place(f, min(max(0.0, f.low), f.high))
    is_away = abs(at - zero) > 1
    if is_away:
        p.fill(middle - 2, min(at, zero), 4, abs(at - zero), theme.ACC, 2)
    _grip(p, f, middle - 32, at - GRIP_TALL / 2, theme.ACC if is_away else theme.TX1)
    low = LABEL + well_height(f)
    p.text(middle, low + (10 if f.compact else 26), percent(f), theme.TX0, 14, True)


def percent(f: Face) -> str:
    """Return the lever's value as the operator reads it."""
    if f.spec.unit is not None:
        shown = f.value * f.spec.scale
        figures = phrases.number(shown, f.spec.decimals, f.language, True)
        return phrases.quantity(figures, f.unit)
    largest = max(abs(f.low), abs(f.high)) or 1.0
    return f"{phrases.number(100 * f.value / largest, 0, f.language, f.low < 0)} %"


def _grip(p: Paint, f: Face, x: float, y: float, colour: int) -> None:
    if f.is_held:
        surface.pressed(p, x, y, 64, GRIP_TALL, 8)
    else:
        surface.raised(p, x, y, 64, GRIP_TALL, 8, marks.block(f))
    p.fill(x + 10, y + 8, 44, 2, GROOVE)
    p.fill(x + 10, y + 22, 44, 2, GROOVE)
    p.fill(x + 8, y + 14.5, 48, 3, colour, 1)
    marks.edge_box(p, f, x, y, 64, GRIP_TALL, 8)


# -- two axes


def square_size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the joystick's cell: label, square well, both percents below."""
    side = square(f)
    return max(side, label_width(p, f, 14)), LABEL + side + (0 if f.compact else 28)


def square(f: Face) -> float:
    """Return the well's side."""
    return 144 if f.compact else SQUARE


def square_hit(f: Face) -> Rect:
    """Return the touchable box in the cell."""
    return (f.w - square(f)) / 2, LABEL, square(f), square(f)


def square_still(p: Paint, f: Face) -> None:
    """Draw label, well, rings and cross."""
    p.text(f.w / 2, 7, f.label, theme.DIS if f.is_disabled else theme.TX1, 14)
    x, y, side, _ = square_hit(f)
    middle, centre, reach = x + side / 2, y + side / 2, REACH * side
    surface.recessed(p, x, y, side, side, 16)
    for share in (0.5, 1.0):
        p.ring(middle, centre, reach * share, theme.LINE2)
    p.line(middle, y + 22, middle, y + side - 22, theme.LINE2)
    p.line(x + 22, centre, x + side - 22, centre, theme.LINE2)
    if f.is_disabled:
        p.disc(middle, centre, GRIP, theme.BG2)
        surface.dashed_ring(p, middle, centre, GRIP, theme.LINE2)
    if f.is_faulty:
        surface.fault_box(p, x, y, side, side, 16)


def square_live(p: Paint, f: Face) -> None:
    """Draw arrowheads, grip and both percents."""
    x, y, side, _ = square_hit(f)
    middle, centre, reach = x + side / 2, y + side / 2, REACH * side
    for turned, amount in ((0, f.second), (90, f.value), (180, -f.second), (270, -f.value)):
        is_lit = amount > 0.02 and not f.is_disabled
        _arrow(p, middle, centre, side / 2 - 11, turned, theme.ACC if is_lit else theme.TX2)
    if f.is_disabled:
        return
    gx = middle + (2 * f.share(f.drawn) - 1) * reach
    gy = centre - (2 * f.share(f.drawn_second) - 1) * reach
    _stick(p, f, gx, gy)
    if f.compact:
        return
    largest = max(abs(f.low), abs(f.high)) or 1.0
    low = y + side + 16
    for at, value in ((x + 0.25 * side, f.value), (x + 0.75 * side, f.second)):
        text = f"{phrases.number(100 * value / largest, 0, f.language, True)} %"
        p.text(at, low, text, theme.TX0, 14, True)


def _stick(p: Paint, f: Face, x: float, y: float) -> None:
    surface.round_raised(p, x, y, GRIP, marks.block(f) if not f.is_held else theme.RAISED)
    p.ring(x, y, GRIP - 7, surface.EDGE)
    p.ball(x, y, 13, theme.PRESSED)
    if f.spec.button:
        _thumb(p, f, x, y)
        marks.edge_ring(p, f, x, y, GRIP)
        return
    p.ring(x, y, 13, theme.ACC if f.is_held else surface.EDGE, 2 if f.is_held else 1)
    if f.is_held:
        p.disc(x, y, 4, theme.ACC)
    else:
        p.ring(x, y, 10, theme.LINE2)
    marks.edge_ring(p, f, x, y, GRIP)


def _thumb(p: Paint, f: Face, x: float, y: float) -> None:
    """Draw the thumb button: raised, or down and lit."""
    if f.is_thumb:
        surface.round_face(p, x, y, 13, theme.RAISED_ON)
        p.ring(x, y, 13, theme.ACC, 2)
        p.disc(x, y, 5, theme.ACC)
    else:
        surface.round_raised(p, x, y, 12, theme.GUARD)
        p.ring(x, y, 13, theme.ACC if f.is_held else surface.EDGE, 2 if f.is_held else 1)


def _arrow(p: Paint, x: float, y: float, far: float, turned: float, colour: int) -> None:
    tip = paint.turn(x, y, far, turned)
    base = paint.turn(x, y, far - 8, turned)
    half = (tip[1] - base[1]) * 0.55, (base[0] - tip[0]) * 0.55
    left = base[0] + half[0], base[1] + half[1]
    right = base[0] - half[0], base[1] - half[1]
    p.polygon([tip, left, right], colour)
