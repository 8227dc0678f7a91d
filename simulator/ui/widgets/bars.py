"""Bar gauges: an upright one with its scale, and a lying one of a single line."""

from simulator.ui.painting import surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.widgets import gauges, marks
from simulator.ui.widgets.face import Face, caption_colour, label_width, widest

BAR, CELLS = (28, 150), 24
UNLIT = theme.rgb("#1A2128")
STRIP = 34


def height(f: Face) -> float:
    """Return the bar's height."""
    return 112 if f.compact else BAR[1]


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: label, pointer, bar, zones, numbers, value below."""
    values, _, decimals = gauges.ticks(f.low, f.high)
    numbers = max(p.width(phrases.number(one, decimals, "en"), 13) for one in values)
    unit = widest(p, f.spec.unit, 13)
    wide = max(BAR[0] + 44 + numbers, label_width(p, f), p.width("000.0", 18, True) + unit + 8)
    return wide, 20 + height(f) + 26


def _left(f: Face) -> float:
    return (f.w - BAR[0]) / 2 - 8


def still(p: Paint, f: Face) -> None:
    """Draw label, well, unlit cells, zone strip and numbers."""
    left, top, tall = _left(f), 20, height(f)
    marks.caption(p, f, 7)
    surface.recessed(p, left, top, BAR[0], tall, 4)
    if not f.is_dead:
        for i in range(CELLS):
            _cell(p, f, i, UNLIT)
    for zone in f.spec.zones:
        low, high = _y(f, max(zone.range)), _y(f, min(zone.range))
        p.fill(left + 32, low, 4, high - low, theme.LEVELS[zone.level])
    values, _, decimals = gauges.ticks(f.low, f.high)
    for value in values:
        y = _y(f, value)
        p.line(left + 36, y, left + 41, y, theme.TX2)
        text = phrases.number(value, decimals, f.language)
        p.text(left + 45, y, text, theme.TX1, 13, False, 0)
    if f.is_faulty:
        surface.crossed(p, left + 4, top + 6, BAR[0] - 8, tall - 12)


def live(p: Paint, f: Face) -> None:
    """Draw lit cells, pointer and value."""
    left, low = _left(f), 20 + height(f) + 14
    if f.is_faulty or f.is_dead:
        surface.missing(p, f.w / 2, low)
        return
    lit = int(f.share(f.drawn) * CELLS + 0.5)
    for i in range(lit):
        level = f.level(f.low + (i + 0.5) / CELLS * (f.high - f.low))
        _cell(p, f, i, theme.LEVELS[level] if level in ("caution", "warning") else theme.ACC)
    y = _y(f, f.drawn)
    p.polygon([(left - 3, y), (left - 11, y - 6), (left - 11, y + 6)], theme.TX0)
    gauges.reading(p, f, f.w / 2, low)


def _y(f: Face, value: float) -> float:
    tall = height(f)
    return 20 + tall - 3 - f.share(value) * (tall - 6)


def _cell(p: Paint, f: Face, index: int, colour: int) -> None:
    pitch = (height(f) - 6) / CELLS
    p.fill(_left(f) + 4, 20 + height(f) - 3 - (index + 1) * pitch + 1, 20, pitch - 2, colour)


# -- lying bar, for a quantity without a unit


def strip_size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: label above a lying bar."""
    return max(100, label_width(p, f) + 44), STRIP


def strip_still(p: Paint, f: Face) -> None:
    """Draw label, well and the limits of the zones."""
    p.text(0, 7, f.label, caption_colour(f), 13, False, 0)
    surface.recessed(p, 0, 17, f.w, 16, 5)
    if f.low < 0 < f.high:
        p.fill(3 + f.share(0.0) * (f.w - 6), 18, 1, 14, theme.TX2)
    for zone in f.spec.zones:
        if zone.level != "normal":
            low, high = (3 + f.share(one) * (f.w - 6) for one in sorted(zone.range))
            p.fill(low, 29, high - low, 3, theme.LEVELS[zone.level])
    if f.is_faulty:
        surface.crossed(p, 4, 19, f.w - 8, 12)


def strip_live(p: Paint, f: Face) -> None:
    """Draw the filled part and the value."""
    if f.is_dead:
        surface.missing(p, f.w - 20, 7)
        return
    level = f.level(f.value)
    colour = theme.LEVELS[level] if level in ("caution", "warning") else theme.ACC
    ends = (f.share(min(max(0.0, f.low), f.high)), f.share(f.drawn))
    left, right = (3 + one * (f.w - 6) for one in sorted(ends))
    if right - left >= 1:
        p.fill(left, 20, right - left, 8, colour, 2)
    p.text(f.w, 7, f.figures, f.value_colour(), 13, True, 1)
