"""Strip chart: some signals over the last seconds, the newest at the right edge."""

import math

import numpy as np
from numpy.typing import NDArray

from simulator.spec.models.console import TraceSpec
from simulator.ui.painting import surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.widgets.face import Curve, Face, caption_colour, label_width, say, widest

WIDTH, ROW, TOP = 176, 18, 17
COLUMN = 2.0  # design pixels that share a least and a greatest value
GAP = 0.5  # s without a frame that break a line
COLOURS = (theme.ACC, theme.WARN, theme.ARRAY, theme.OK, theme.BAD, theme.INFO)
GRID = theme.rgb("#FFFFFF", 0.06)
Floats = NDArray[np.float64]
Line = tuple[tuple[float, float], ...]


def plot_height(f: Face) -> float:
    """Return the height of the plot: what the cell has room for."""
    return f.h - TOP - 4 - ROW * len(f.spec.traces)


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: label, plot, a row of the legend for each trace."""
    plot = 88 if f.compact else 112
    legend = max(_legend_width(p, name, one) for name, one in f.spec.traces.items())
    wide = max(WIDTH, legend, label_width(p, f) + 60)
    return wide, TOP + plot + 4 + ROW * len(f.spec.traces)


def _legend_width(p: Paint, name: str, trace: TraceSpec) -> float:
    label = widest(p, trace.label, 13) or p.width(name, 13)
    return label + widest(p, trace.unit, 13) + p.width("-00000.0", 13, True) + 40


def colour_of(f: Face, place: int) -> int:
    """Return the colour of a trace: the file's own, or that of its place."""
    own = list(f.spec.traces.values())[place].colour
    return theme.rgb(own) if own else COLOURS[place % len(COLOURS)]


def still(p: Paint, f: Face) -> None:
    """Draw label, well, span, limits of the zones, and the legend's names."""
    tall = plot_height(f)
    p.text(0, 7, f.label, caption_colour(f), 13, False, 0)
    seconds = phrases.say("seconds", f.language).format(phrases.shortest(f.spec.span, f.language))
    p.text(f.w, 7, seconds, theme.TX2, 13, False, 1)
    surface.recessed(p, 0, TOP, f.w, tall, 6)
    for i in range(1, 4):
        p.fill(f.w * i / 4, TOP + 4, 1, tall - 8, GRID)
    for i, (name, trace) in enumerate(f.spec.traces.items()):
        y = TOP + tall + 4 + ROW * (i + 0.5)
        p.fill(0, y - 2, 12, 3, colour_of(f, i), 1.5)
        label = say(trace.label, f.language) or name
        p.text(18, y, label, theme.TX1, 13, False, 0)
        if trace.unit:
            p.text(f.w, y, say(trace.unit, f.language), theme.TX2, 13, False, 1)
    if f.is_faulty:
        surface.fault_box(p, 0, TOP, f.w, tall, 6)


def live(p: Paint, f: Face) -> None:
    """Draw the limits, the lines with their newest points, the values, and the pointer's time."""
    tall = plot_height(f)
    low, high = bounds(f)
    drawn = [one for one in f.curves if one.lines]
    if f.is_dead or not drawn:
        text = phrases.say("no_data", f.language)
        p.text(f.w / 2, TOP + tall / 2, text, theme.BAD if f.is_faulty else theme.TX2, 13)
    else:
        _scale(p, f, low, high)
        p.clip(2, TOP + 2, f.w - 4, tall - 4)
        for i, curve in enumerate(f.curves):
            _draw_curve(p, f, curve, low, high, colour_of(f, i))
        p.unclip()
    at = f.cursor if drawn and f.cursor is not None else None
    if at is not None:
        p.fill(at * f.w, TOP + 2, 1, tall - 4, theme.TX2)
        back = phrases.number((at - 1.0) * f.spec.span, 1, f.language)
        text = phrases.say("seconds", f.language).format(back)
        align = 0.0 if at < 0.5 else 1.0
        p.text(at * f.w + (5 if at < 0.5 else -5), TOP + 10, text, theme.TX0, 13, False, align)
    for i, (curve, trace) in enumerate(zip(f.curves, f.spec.traces.values(), strict=True)):
        value = value_at(curve, at) if at is not None else curve.newest
        y = TOP + tall + 4 + ROW * (i + 0.5)
        right = f.w - (p.width(say(trace.unit, f.language), 13) + 5 if trace.unit else 0)
        if f.is_dead or not math.isfinite(value):
            surface.missing(p, right - 16, y, theme.TX2, 8, 2)
            continue
        level = f.level(value)
        colour = theme.LEVELS[level] if level in ("caution", "warning") else theme.TX0
        text = phrases.number(value, trace.decimals, f.language)
        p.text(right, y, text, colour, 13, True, 1)


def _scale(p: Paint, f: Face, low: float, high: float) -> None:
    """Draw zero, the limits of the zones, and what the edges stand for."""
    tall = plot_height(f)
    if low < 0 < high:
        p.fill(2, _y(f, 0.0, low, high), f.w - 4, 1, theme.LINE)
    for zone in f.spec.zones:
        for limit in zone.range if zone.level != "normal" else ():
            if low < limit < high:
                _dashed(p, f.w, _y(f, limit, low, high), theme.LEVELS[zone.level])
    decimals = _places(low, high)
    for value, y in ((high, TOP + 10), (low, TOP + tall - 10)):
        p.text(6, y, phrases.number(value, decimals, f.language), theme.TX2, 13, False, 0)


def _places(low: float, high: float) -> int:
    """Return with how many decimals the bounds are written in full."""
    return next((n for n in range(4) if round(low, n) == low and round(high, n) == high), 3)


def _dashed(p: Paint, wide: float, y: float, colour: int) -> None:
    for x in range(3, int(wide) - 4, 8):
        p.fill(x, y, 4, 1, theme.fade(colour, 0.75))


def _draw_curve(p: Paint, f: Face, curve: Curve, low: float, high: float, colour: int) -> None:
    factor, bottom = (plot_height(f) - 8) / (high - low), TOP + plot_height(f) - 4
    for line in curve.lines:
        points = [(x * f.w, bottom - (value - low) * factor) for x, value in line]
        if len(points) > 1:
            p.path(points, colour, 1.5)
    if math.isfinite(curve.newest):
        p.disc(f.w - 4, _y(f, curve.newest, low, high), 3, colour)


def _y(f: Face, value: float, low: float, high: float) -> float:
    tall = plot_height(f)
    return TOP + tall - 4 - (value - low) / (high - low) * (tall - 8)


def bounds(f: Face) -> tuple[float, float]:
    """Return what the lower and upper edge stand for: the file's range, else round numbers."""
    if "range" in f.spec.model_fields_set:
        return f.low, f.high
    values = [value for curve in f.curves for line in curve.lines for _, value in line]
    return round_out(min(values, default=0.0), max(values, default=0.0))


def round_out(low: float, high: float) -> tuple[float, float]:
    """Return round bounds that hold both numbers, at least a hundredth apart."""
    span = max(high - low, 1e-2, 1e-3 * max(abs(low), abs(high)))
    power = 10.0 ** math.floor(math.log10(span / 2))
    step = next(power * n for n in (1, 2, 5, 10) if span / (power * n) <= 4)
    first, last = math.floor(low / step), math.ceil(high / step)
    places = max(0, -math.floor(math.log10(step)))
    return round(first * step, places), round(max(last, first + 1) * step, places)


# -- what is drawn of the past


def thin(times: Floats, values: Floats, end: float, span: float, columns: int) -> tuple[Line, ...]:
    """Return the lines of samples (n,) of the last `span` seconds before `end`.

    Where more than two samples share a column it keeps the least and the greatest in their order,
    so that no peak is lost; columns are fixed in time, so that nothing shimmers. A line ends where
    samples are not numbers, or are missing.
    """
    wide = span / columns
    keep = (times > end - span) & (times <= end) & np.isfinite(values)
    places = np.flatnonzero(keep)
    if not len(places):
        return ()
    breaks = np.flatnonzero((np.diff(places) > 1) | (np.diff(times[places]) > GAP)) + 1
    found = []
    for rows in np.split(places, breaks):
        chosen = _extremes(np.floor(times[rows] / wide), values[rows])
        x = 1.0 - (end - times[rows][chosen]) / span
        found.append(tuple(zip(x.tolist(), values[rows][chosen].tolist(), strict=True)))
    return tuple(found)


def _extremes(bins: Floats, values: Floats) -> NDArray[np.int64]:
    """Return the rows of the least and the greatest value of each bin, in order; first and last."""
    starts = np.concatenate(([0], np.flatnonzero(np.diff(bins)) + 1))
    ends = np.append(starts[1:], len(values))
    rows: list[int] = [0, len(values) - 1]
    for first, last in zip(starts.tolist(), ends.tolist(), strict=True):
        part = values[first:last]
        rows += (first + int(part.argmin()), first + int(part.argmax()))
    return np.unique(np.array(rows, np.int64))


def value_at(curve: Curve, share: float) -> float:
    """Return a curve's value at a share of the span; NaN where it has none."""
    for line in curve.lines:
        if line[0][0] <= share <= line[-1][0]:
            return float(np.interp(share, [x for x, _ in line], [y for _, y in line]))
    return math.nan
