"""The desk's materials: raised, recessed, pressed, glowing, disabled, at fault."""

import itertools
import math

from simulator.ui.painting import paint, theme
from simulator.ui.painting.paint import Paint

EDGE = theme.WELL
SHADOW = theme.rgb("#000000", 0.13)
TOP_LIGHT = theme.rgb("#FFFFFF", 0.14)
LOW_LIGHT = theme.rgb("#FFFFFF", 0.09)
SHINE = theme.rgb("#FFFFFF", 0.22)


def shadow(p: Paint, x: float, y: float, w: float, h: float, r: float) -> None:
    """Lay the soft shadow of a raised rectangle."""
    for i, grown in enumerate((3, 2, 1, 0)):
        drop = 1 + 1.2 * i
        p.fill(x - grown, y - grown + drop, w + 2 * grown, h + 2 * grown, SHADOW, r + grown)


def raised(
    p: Paint, x: float, y: float, w: float, h: float, r: float, colours: tuple[int, int]
) -> None:
    """Draw a touchable block: shadow, gradient, dark outline, light upper edge."""
    shadow(p, x, y, w, h, r)
    p.gradient(x, y, w, h, colours, r)
    p.outline(x, y, w, h, EDGE, r)
    p.fill(x + r, y + 1, w - 2 * r, 1, TOP_LIGHT)


def recessed(p: Paint, x: float, y: float, w: float, h: float, r: float) -> None:
    """Draw a well: dark gradient, outline, light below its lower edge."""
    p.fill(x, y + 1, w, h, LOW_LIGHT, r)
    p.gradient(x, y, w, h, theme.RECESSED, r)
    p.outline(x, y, w, h, EDGE, r)


def pressed(p: Paint, x: float, y: float, w: float, h: float, r: float) -> None:
    """Draw a sunk block."""
    p.gradient(x, y, w, h, theme.PRESSED, r)
    p.outline(x, y, w, h, EDGE, r)


def round_shadow(p: Paint, x: float, y: float, r: float) -> None:
    """Lay the soft shadow of a raised disc."""
    for i, grown in enumerate((3, 2, 1, 0)):
        p.disc(x, y + 1 + 1.2 * i, r + grown, SHADOW)


def round_raised(p: Paint, x: float, y: float, r: float, colours: tuple[int, int]) -> None:
    """Draw a touchable disc with an arc of light on its upper edge."""
    round_shadow(p, x, y, r)
    round_face(p, x, y, r, colours)


def round_face(p: Paint, x: float, y: float, r: float, colours: tuple[int, int]) -> None:
    """Draw a disc with a dark outline and an arc of light, without shadow."""
    p.ball(x, y, r, colours)
    p.ring(x, y, r - 0.5, EDGE)
    p.arc(x, y, r - 1.5, -65, 65, SHINE, 1)


def glow(p: Paint, x: float, y: float, r: float, colour: int) -> None:
    """Light around a lit lens: alpha 0.42 at 30 %, 0.14 at 65 %, 0 at 100 % of radius r."""
    shares = (1.0, 0.88, 0.76, 0.64, 0.5, 0.36)
    for share, alpha in zip(shares, (0.025, 0.045, 0.06, 0.09, 0.12, 0.14), strict=True):
        p.disc(x, y, r * share, theme.fade(colour, alpha))


def dashed_box(p: Paint, x: float, y: float, w: float, h: float, r: float, colour: int) -> None:
    """Outline something disabled: dashes of 4, gaps of 3."""
    points = paint.turned_box(x, y, 0, 0, 0, w, h, max(r, 0.01))
    _dash(p, [*points, points[0]], colour)


def dashed_ring(p: Paint, x: float, y: float, r: float, colour: int) -> None:
    """Outline something round that is disabled or blinking."""
    count = max(8, round(2 * math.pi * r / 7))
    for i in range(count):
        start = 360 * i / count
        p.arc(x, y, r, start, start + 360 / count * 4 / 7, colour, 1)


def _dash(p: Paint, points: list[paint.Point], colour: int) -> None:
    left, is_on = 4.0, True
    for (x, y), (end_x, end_y) in itertools.pairwise(points):
        length = math.hypot(end_x - x, end_y - y)
        done = 0.0
        while length - done > 1e-6:
            part = min(left, length - done)
            if is_on:
                a, b = done / length, (done + part) / length
                p.path(
                    [
                        (x + (end_x - x) * a, y + (end_y - y) * a),
                        (x + (end_x - x) * b, y + (end_y - y) * b),
                    ],
                    colour,
                )
            done, left = done + part, left - part
            if left <= 1e-6:
                is_on = not is_on
                left = 4.0 if is_on else 3.0


def fault_box(p: Paint, x: float, y: float, w: float, h: float, r: float) -> None:
    """Mark a fault: a 2 px outline and a folded corner."""
    p.outline(x, y, w, h, theme.BAD, r, 2)
    fold = 16
    p.polygon([(x + w - fold, y + 1), (x + w - 1, y + 1), (x + w - 1, y + fold)], theme.BAD)


def crossed(p: Paint, x: float, y: float, w: float, h: float) -> None:
    """Cross an instrument out."""
    p.line(x, y, x + w, y + h, theme.BAD, 2)
    p.line(x, y + h, x + w, y, theme.BAD, 2)


def fault_plate(p: Paint, x: float, y: float, word: str) -> None:
    """Write FAULT on a plate centred at (x, y)."""
    w = p.width(word, 13, True) + 20
    p.fill(x - w / 2, y - 10, w, 20, theme.BADD, 4)
    p.outline(x - w / 2, y - 10, w, 20, theme.BAD, 4)
    p.text(x, y, word, theme.TX0, 13, True)


def missing(
    p: Paint, x: float, y: float, colour: int = theme.TX2, width: float = 10, thick: float = 2
) -> None:
    """Draw the three dashes of a value that is not there, centred at (x, y)."""
    for i in (-1.5, -0.5, 0.5):
        p.fill(x + i * (width + 4) + 2, y - thick / 2, width, thick, colour)
