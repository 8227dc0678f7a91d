"""Attitude indicator: the horizon behind a fixed symbol, as from inside.

Angles are those of the robots' sensors (x forward, z up): roll > 0 leans to the right, pitch > 0
bends forwards; heading grows to the left.
"""

import math

from simulator.ui.painting import paint, surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.widgets.face import Face, caption_colour, label_width

SKY, GROUND = theme.rgb("#29506F"), theme.rgb("#4E3B2A")
EARTH_LINE = theme.rgb("#FFFFFF", 0.85)
RUNG = theme.rgb("#FFFFFF", 0.7)
REACH = 25.0  # [deg] of pitch from the middle to the rim
LADDER = 0.6  # share of the radius in which its lines are shown
STEPS = 24  # chords of the ground's arc
ROW = 18  # of the figures below
Line = tuple[float, float, float, float]


def radius(f: Face) -> float:
    """Return the dial's radius."""
    return 56 if f.compact else 72


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: the dial, roll and pitch in figures, the label."""
    least = "\u221200.0"
    words = max(p.width(_words(f.compact, language, least, least), 13) for language in ("ru", "en"))
    return max(2 * radius(f) + 4, label_width(p, f), words), 2 * radius(f) + 2 + ROW + 16


def still(p: Paint, f: Face) -> None:
    """Draw rim, face and label."""
    x, y, r = f.w / 2, radius(f), radius(f)
    surface.round_shadow(p, x, y, r - 2)
    p.ball(x, y, r, (theme.BG4, theme.BG3))
    p.disc(x, y, r - 4, theme.WELL)
    p.text(x, 2 * r + ROW + 9, f.label, caption_colour(f), 13)
    if f.is_faulty:
        surface.crossed(p, x - r / 2, y - r / 2, r, 0.75 * r)
        surface.fault_plate(p, x, y + 0.64 * r, phrases.say("fault", f.language))


def live(p: Paint, f: Face) -> None:
    """Draw sky, ground, ladder, bank marks, symbol; slip and heading where they are wired."""
    x, y, r = f.w / 2, radius(f), radius(f) - 4
    if f.is_faulty:
        return
    if f.is_dead:
        surface.missing(p, x, y)
        return
    roll, pitch = f.drawn, f.drawn_second
    p.disc(x, y, r, SKY)
    ground = ground_of(x, y, r, roll, pitch)
    if len(ground) > 2:
        p.polygon(ground, GROUND)
    for degrees, line in rungs(x, y, r, roll, pitch):
        colour, wide = (EARTH_LINE, 2) if degrees == 0 else (RUNG, 1)
        p.line(*line, colour, wide)
        if degrees:
            right = max((line[:2], line[2:]))
            p.text(right[0] + 3, right[1], f"{abs(degrees)}", theme.WHITE, 13, False, 0)
    _bank(p, x, y, r, roll)
    _symbol(p, x, y, r)
    if "slip" in f.parts:
        _slip(p, x, y + 0.62 * r, f.parts["slip"])
    if "heading" in f.parts:
        _heading(p, x, y + 0.82 * r, f.parts["heading"])
    p.ring(x, y, r, surface.EDGE, 2)
    p.text(x, 2 * radius(f) + ROW / 2 + 1, f.figures, theme.TX0, 13)


def figures(f: Face) -> str:
    """Return roll and pitch as the operator reads them."""
    roll, pitch = (phrases.number(one, 1, f.language) for one in (f.value, f.second))
    return _words(f.compact, f.language, roll, pitch)


def _words(is_compact: bool, language: str, roll: str, pitch: str) -> str:
    words = "{}° · {}°" if is_compact else phrases.say("roll_pitch", language)
    return words.format(roll, pitch)


def offset(r: float, pitch: float) -> float:
    """Return how far the horizon lies above the symbol at a pitch [deg], in design pixels."""
    return pitch / REACH * r


def ground_of(x: float, y: float, r: float, roll: float, pitch: float) -> list[paint.Point]:
    """Return the outline of the ground in a dial: a segment of the circle, empty or all of it."""
    height = offset(r, max(min(pitch, 90.0), -90.0)) / r
    if height <= -1.0:
        return []
    half = 180.0 if height >= 1.0 else math.degrees(math.acos(-height))
    middle = 180.0 - roll  # where straight down is, in the dial
    turns = [middle - half + 2 * half * i / STEPS for i in range(STEPS + 1)]
    return [paint.turn(x, y, r, one) for one in turns]


def rungs(x: float, y: float, r: float, roll: float, pitch: float) -> list[tuple[int, Line]]:
    """Return the horizon and the ladder in a dial: (degrees above the horizon, its ends)."""
    found = []
    sine, cosine = math.sin(math.radians(roll)), math.cos(math.radians(roll))
    for degrees in range(-90, 91, 10):
        up = offset(r, pitch + degrees)
        if abs(up) >= (r if degrees == 0 else LADDER * r):
            continue
        wide = math.sqrt(r * r - up * up) if degrees == 0 else 0.22 * r
        middle = x - up * sine, y - up * cosine
        across, along = wide * cosine, -wide * sine
        line = middle[0] - across, middle[1] - along, middle[0] + across, middle[1] + along
        found.append((degrees, line))
    return found


def _bank(p: Paint, x: float, y: float, r: float, roll: float) -> None:
    """Draw the fixed marks of bank, and the pointer that shows where up is."""
    for mark in (-60, -30, -20, -10, 0, 10, 20, 30, 60):
        far = r - (9 if mark % 30 == 0 else 6)
        near, end = paint.turn(x, y, far, mark), paint.turn(x, y, r - 1, mark)
        p.line(*near, *end, theme.WHITE, 2 if mark % 30 == 0 else 1)
    turned = max(min(roll, 180.0), -180.0)
    tip = paint.turn(x, y, r - 10, -turned)
    left, right = (paint.turn(x, y, r - 18, -turned + one) for one in (-5, 5))
    p.polygon([tip, right, left], theme.YELLOW)


def _symbol(p: Paint, x: float, y: float, r: float) -> None:
    for side in (-1, 1):
        inner, outer = x + side * 0.18 * r, x + side * 0.46 * r
        p.path([(outer, y), (inner, y), (inner, y + 5)], theme.YELLOW, 3)
    p.disc(x, y, 2.5, theme.YELLOW)


def _slip(p: Paint, x: float, y: float, slip: float) -> None:
    p.fill(x - 24, y - 5, 48, 10, theme.WELL, 5)
    p.line(x - 6, y - 5, x - 6, y + 5, theme.TX1)
    p.line(x + 6, y - 5, x + 6, y + 5, theme.TX1)
    p.disc(x + 18 * max(min(slip, 1.0), -1.0), y, 4.5, theme.TX0)


def _heading(p: Paint, x: float, y: float, heading: float) -> None:
    text = f"{round(heading) % 360:03d}°"
    p.fill(x - 20, y - 9, 40, 18, theme.WELL, 4)
    p.text(x, y, text, theme.TX0, 13, True)
