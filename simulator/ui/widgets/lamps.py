"""Signal lamp: shape and sign tell the meaning, colour and glow that it is lit."""

from simulator.ui.painting import paint, surface, theme
from simulator.ui.painting.paint import Paint, Point
from simulator.ui.widgets.face import Face, label_width

BEZEL, LENS = 22, 14
SIGN = theme.BG0


def bezel(f: Face) -> float:
    """Return the bezel's radius."""
    return 18 if f.compact else BEZEL


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: the lamp and its label below."""
    return max(2 * bezel(f) + 4, label_width(p, f) + 2), 2 * bezel(f) + (16 if f.compact else 24)


def still(p: Paint, f: Face) -> None:
    """Draw bezel, unlit lens and label."""
    x, y = f.w / 2, bezel(f)
    p.disc(x, y + 1, bezel(f), surface.LOW_LIGHT)
    p.ball(x, y, bezel(f), theme.RECESSED)
    p.ring(x, y, bezel(f) - 0.5, surface.EDGE)
    if f.is_disabled or f.is_missing:
        surface.dashed_ring(p, x, y, LENS, theme.LINE2)
        sign(p, f, x, y, theme.DIS)
    else:
        lens(p, f, x, y, (theme.BG1, theme.BG2), theme.LINE2)
        sign(p, f, x, y, theme.TX2)
    if f.is_faulty:
        p.ring(x, y, bezel(f) - 1, theme.BAD, 2)
        p.polygon([(x + 8, y - 22), (x + 22, y - 22), (x + 22, y - 8)], theme.BAD)


def live(p: Paint, f: Face) -> None:
    """Draw label and, when it is lit, glow, lens and sign; the dark half of a blink is dim."""
    is_lit = f.is_on and not f.is_dead
    marks_colour = theme.TX0 if is_lit else theme.TX2
    p.text(f.w / 2, 2 * bezel(f) + (9 if f.compact else 15), f.label, marks_colour, 13)
    if not is_lit:
        return
    x, y, colour = f.w / 2, bezel(f), lamp_colour(f)
    if f.spec.blink:
        surface.dashed_ring(p, x, y, bezel(f) - 2, theme.fade(colour, 0.7))
    if f.is_dark:
        lens(p, f, x, y, (_dim(f), _dim(f)), colour)
        sign(p, f, x, y, colour)
        return
    surface.glow(p, x, y, (1.8 if f.compact else 2.2) * LENS, colour)
    lens(p, f, x, y, (theme.mix(colour, theme.WHITE, 0.22), colour), theme.mix(colour, SIGN, 0.35))
    sign(p, f, x, y, SIGN)


def lamp_colour(f: Face) -> int:
    """Return the lit colour: the file's own, or that of the kind."""
    return theme.rgb(f.spec.colour) if f.spec.colour else theme.LEVELS[f.spec.kind]


def _dim(f: Face) -> int:
    return theme.mix(lamp_colour(f), SIGN, 0.7)


def lens(p: Paint, f: Face, x: float, y: float, colours: tuple[int, int], edge: int) -> None:
    """Draw the lens in the shape of its kind."""
    if f.spec.kind == "normal":
        p.ball(x, y, LENS, colours)
        p.ring(x, y, LENS - 0.5, edge)
        return
    outline = shape(f.spec.kind, x, y)
    p.polygon(outline, colours)
    p.path(outline, edge, 1, closed=True)


def shape(kind: str, x: float, y: float) -> list[Point]:
    """Return the outline of an advisory (square), caution (triangle) or warning (octagon)."""
    if kind == "advisory":
        return paint.turned_box(x, y, 0, -12.5, -12.5, 12.5, 12.5, 3)
    if kind == "caution":
        return [(x, y - 14), (x + 15, y + 11), (x - 15, y + 11)]
    return [paint.turn(x, y, 14, 22.5 + 45 * i) for i in range(8)]


def sign(p: Paint, f: Face, x: float, y: float, colour: int) -> None:
    """Draw the kind's sign: tick, letter, exclamation mark or cross."""
    kind = f.spec.kind
    if kind == "normal":
        p.path([(x - 5.5, y + 0.5), (x - 1.5, y + 4.5), (x + 6, y - 4.5)], colour, 2.4)
    elif kind == "advisory":
        p.text(x, y, f.label[:1].upper(), colour, 14, True)
    elif kind == "caution":
        p.text(x, y + 2.5, "!", colour, 15, True)
    else:
        p.line(x - 3.5, y - 3.5, x + 3.5, y + 3.5, colour, 2)
        p.line(x - 3.5, y + 3.5, x + 3.5, y - 3.5, colour, 2)
