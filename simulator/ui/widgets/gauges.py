"""Needle gauge: a value against its zones."""

import math
from functools import lru_cache
from itertools import pairwise

from simulator.ui.areas import Rect
from simulator.ui.painting import paint, surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.widgets.face import Face, caption_colour, label_width

SWEEP = 120.0
# How readily a step (its first digits) is taken, and its minor parts.
RANKS: dict[float, int] = {1: 0, 2: 0, 5: 0, 3: 0, 2.5: 1, 4: 1, 6: 1, 1.5: 2, 8: 3}
MINOR: dict[float, int] = {1: 5, 2: 4, 3: 3, 4: 4, 6: 3, 8: 4}
FACE = (theme.rgb("#0D1115"), theme.rgb("#10151A"))


@lru_cache(maxsize=256)
def ticks(low: float, high: float) -> tuple[tuple[float, ...], int, int]:
    """Return round scale values from low to high, minor parts between two, and their decimals."""
    best: tuple[float, float, int] | None = None
    for count in (4, 5, 3, 6, 2, 8, 10):
        step = (high - low) / count
        if step <= 0:
            break
        power = 10.0 ** math.floor(math.log10(step) + 1e-9)
        mantissa = round(step / power, 6)
        rank = RANKS.get(mantissa, 9) + (3 if count > 6 else 0)
        if best is None or rank < best[0]:
            best = (rank, mantissa, count)
    if best is None:
        return (low,), 1, 0
    _, mantissa, count = best
    step = (high - low) / count
    decimals = next((n for n in range(4) if abs(round(step, n) - step) < 1e-9), 3)
    minor = MINOR.get(mantissa, 5)
    return tuple(low + i * step for i in range(count + 1)), minor, decimals


def radius(f: Face) -> float:
    """Return the dial's radius."""
    return 56 if f.compact else 64


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: the dial and its label below."""
    return max(2 * radius(f) + 2, label_width(p, f)), 2 * radius(f) + 16


def hit(f: Face) -> Rect:
    """Return the dial's box in the cell."""
    return f.w / 2 - radius(f), 0, 2 * radius(f), 2 * radius(f)


def angle(f: Face, value: float) -> float:
    """Return the needle's angle [deg] at a value."""
    return (2 * f.share(value) - 1) * SWEEP


def numbered(p: Paint, f: Face, turned: list[float], texts: list[str]) -> int:
    """Return 2 where only every other mark [deg] has room for its number, else 1."""
    spots = [paint.turn(0, 0, radius(f) - 32, one) for one in turned]
    widths = [p.width(text, 13) for text in texts]
    for i, ((left, top), (right, under)) in enumerate(pairwise(spots)):
        is_beside = abs(under - top) < 13
        if is_beside and abs(right - left) < (widths[i] + widths[i + 1]) / 2 + 2:
            return 2
    return 1


def still(p: Paint, f: Face) -> None:
    """Draw rim, zones, marks, numbers and label."""
    x, y, r = f.w / 2, radius(f), radius(f)
    surface.round_shadow(p, x, y, r - 2)
    p.ball(x, y, r, (theme.BG4, theme.BG3))
    p.ball(x, y, r - 3, FACE)
    p.ring(x, y, r - 3, surface.EDGE)
    for zone in f.spec.zones:
        wide = 7 if zone.level == "warning" else 5
        start, end = angle(f, min(zone.range)), angle(f, max(zone.range))
        p.arc(x, y, r - 7.5 - wide / 2, start, end, theme.LEVELS[zone.level], wide)
    values, minor, decimals = ticks(f.low, f.high)
    texts = [phrases.number(value, decimals, f.language) for value in values]
    every = numbered(p, f, [angle(f, value) for value in values], texts)
    for i, value in enumerate(values):
        turned = angle(f, value)
        p.line(*paint.turn(x, y, r - 22, turned), *paint.turn(x, y, r - 14, turned), theme.TX1, 2)
        if i % every == 0:
            px, py = paint.turn(x, y, r - 32, turned)
            p.text(px, py + (3 if abs(turned) < 20 else 0), texts[i], theme.TX1, 13)
        for j in range(1, minor if i + 1 < len(values) else 0):
            turned = angle(f, value + (values[i + 1] - value) * j / minor)
            near, far = paint.turn(x, y, r - 18, turned), paint.turn(x, y, r - 14, turned)
            p.line(*near, *far, theme.LINE2, 1)
    p.text(x, 2 * r + 9, f.label, caption_colour(f), 13)
    if f.is_faulty:
        surface.crossed(p, x - r / 2, y - r / 2, r, 0.75 * r)
        surface.fault_plate(p, x, y + 0.64 * r, phrases.say("fault", f.language))


def live(p: Paint, f: Face) -> None:
    """Draw needle, hub and value."""
    x, y, r = f.w / 2, radius(f), radius(f)
    if f.hover:
        p.ring(x, y, r, theme.fade(theme.ACC, f.hover), 1.5)
    if f.is_faulty:
        return
    if f.is_dead:
        p.ball(x, y, 9, (theme.BG4, theme.BG3))
        surface.missing(p, x, y + 0.64 * r)
        return
    turned = angle(f, f.drawn)
    tip, tail = paint.turn(x, y, r - 16, turned), paint.turn(x, y, -14, turned)
    left, right = paint.turn(x, y, 4.2, turned - 90), paint.turn(x, y, 4.2, turned + 90)
    p.polygon([(tip[0], tip[1]), right, tail, left], theme.TX0)
    p.ball(x, y, 9, theme.RAISED_HOVER)
    p.ring(x, y, 8.5, surface.EDGE)
    reading(p, f, x, y + 0.66 * r)


def reading(p: Paint, f: Face, x: float, y: float) -> None:
    """Write value and unit, centred as one; the value takes its zone's colour."""
    gap = 4 if phrases.is_apart(f.unit) else 0
    unit_wide = p.width(f.unit, 13) + gap if f.unit else 0
    wide = p.width(f.figures, 18, True)
    left = x - (wide + unit_wide) / 2
    p.text(left, y, f.figures, f.value_colour(), 18, True, 0)
    if f.unit:
        p.text(left + wide + gap, y + 1, f.unit, theme.TX1, 13, False, 0)
