"""Emergency stop: yellow collar, red mushroom; it latches."""

from simulator.ui.areas import Rect
from simulator.ui.painting import paint, surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.widgets import marks
from simulator.ui.widgets.face import Face, label_width

RELEASED = (theme.rgb("#EE5046"), theme.rgb("#B92C24"))
LATCHED = (theme.rgb("#9E241E"), theme.rgb("#7C1A16"))
COLLAR = (theme.rgb("#F7D23A"), theme.rgb("#DDB112"))
MARGIN = 2
ARROW = theme.rgb("#FFFFFF", 0.78)


def diameter(f: Face) -> float:
    """Return the collar's diameter."""
    return 108 if f.compact else 124


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: the stop and its label below."""
    tall = diameter(f) + 4
    return (tall, tall) if f.compact else (max(tall, label_width(p, f)), tall + 18)


def hit(f: Face) -> Rect:
    """Return the touchable box in the cell."""
    return (f.w - diameter(f)) / 2, MARGIN, diameter(f), diameter(f)


def still(p: Paint, f: Face) -> None:
    """Draw collar, gap and label."""
    x, y, r = f.w / 2, MARGIN + diameter(f) / 2, diameter(f) / 2
    if not f.compact:
        marks.caption(p, f, diameter(f) + 14)
    if f.is_disabled:
        surface.dashed_ring(p, x, y, r, theme.LINE2)
        p.ring(x, y, 0.72 * r, theme.LINE2)
        p.text(x, y, phrases.say("stop", f.language), theme.DIS, 16, True)
        return
    surface.round_shadow(p, x, y, r)
    p.ball(x, y, r, COLLAR)
    p.ring(x, y, r - 0.5, theme.rgb("#6B5608"))
    p.arc(x, y, r - 1.5, -65, 65, theme.rgb("#FFFFFF", 0.45), 1)
    p.disc(x, y, 0.775 * r, theme.rgb("#15130C"))


def live(p: Paint, f: Face) -> None:
    """Draw the mushroom, up with its arrows or latched and dark."""
    if f.is_disabled:
        return
    x, y, r = f.w / 2, MARGIN + diameter(f) / 2, diameter(f) / 2
    head = r * (0.735 - 0.08 * f.drawn) - (2 if f.is_held else 0)
    down = 1.5 * f.drawn
    mixed = tuple(theme.mix(a, b, f.drawn) for a, b in zip(RELEASED, LATCHED, strict=True))
    if f.drawn < 0.9:
        surface.round_shadow(p, x, y + 1, head)
    p.ball(x, y + down, head, (mixed[0], mixed[1]))
    p.ring(x, y + down, head - 0.5, theme.rgb("#5E1411"))
    p.ring(x, y + down, 0.74 * head, theme.rgb("#7E1B16", 0.8))
    if f.drawn < 0.5:
        p.arc(x, y, head - 1.5, -65, 65, surface.SHINE, 2)
        _arrows(p, x, y, 0.865 * head)
    p.text(x, y + down, phrases.say("stop", f.language), theme.WHITE, 18, True)
    if f.hover:
        p.ring(x, y, r + 1, theme.fade(theme.ACC, f.hover), 2)
    if f.is_focused:
        p.ring(x, y, r + 4, theme.ACC, 2)
    if f.is_faulty:
        p.ring(x, y, r + 1, theme.BAD, 2)
        p.polygon([(x + r - 16, y - r), (x + r, y - r), (x + r, y - r + 16)], theme.BAD)


def _arrows(p: Paint, x: float, y: float, r: float) -> None:
    for start in (-52, 68, 188):
        p.arc(x, y, r, start, start + 62, ARROW, 2)
        end = start + 62
        tip = paint.turn(x, y, r, end + 13)
        out, inner = paint.turn(x, y, r + 4, end), paint.turn(x, y, r - 4, end)
        p.polygon([tip, out, inner], ARROW)
