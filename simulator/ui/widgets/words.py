"""Text display and clock: words and times in a well, where a number would say less."""

from simulator.ui.painting import surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.widgets import displays
from simulator.ui.widgets.face import Face, caption_colour, label_width, say, widest


def text_size(f: Face) -> float:
    """Return the size of the texts."""
    return 14 if f.compact else 16


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: as wide as the longest text in either language."""
    longest = max((widest(p, one, text_size(f), True) for one in f.spec.texts), default=0.0)
    least = 100 if f.compact else 120
    return max(least, longest + 24, label_width(p, f) + 20), displays.height(f)


def still(p: Paint, f: Face) -> None:
    """Draw well and caption."""
    h = displays.height(f)
    surface.recessed(p, 0, 0, f.w, h, 6)
    p.text(10, 12 if f.compact else 15, f.label, caption_colour(f), 13, False, 0)
    if f.is_faulty:
        surface.fault_box(p, 0, 0, f.w, h, 6)


def live(p: Paint, f: Face) -> None:
    """Draw the text of the value, in the colour of its level; dashes where it has none."""
    row = round(f.value)
    if f.is_dead or not 0 <= row < len(f.spec.texts):
        displays.live_missing(p, f)
        return
    level = f.level(row)
    if level:
        p.fill(4, 8, 3, displays.height(f) - 16, theme.LEVELS[level], 1.5)
    text = say(f.spec.texts[row], f.language)
    p.text(f.w - 10, displays.middle(f), text, f.value_colour(), text_size(f), True, 1)


# -- clock


def clock_size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the clock's cell: room for hours."""
    figures = p.width("00:00:00" + "." * bool(f.spec.decimals), displays.figure_size(f), True)
    figures += p.width("0", displays.figure_size(f), True) * f.spec.decimals
    return max(120, figures + 20, label_width(p, f) + 20), displays.height(f)


def clock_live(p: Paint, f: Face) -> None:
    """Draw the time, right aligned."""
    if f.is_dead:
        displays.live_missing(p, f)
        return
    text = clock_text(f.value, f.spec.decimals, f.language)
    tall = displays.figure_size(f)
    p.text(f.w - 10, displays.middle(f), text, f.value_colour(), tall, True, 1)


def clock_text(seconds: float, decimals: int, language: str) -> str:
    """Return a time [s] as `h:mm:ss`, with so many decimals; what has begun does not count."""
    parts = 10**decimals
    whole = int(abs(seconds) * parts + 1e-6)
    left, fraction = divmod(whole, parts)
    minutes, second = divmod(left, 60)
    hours, minute = divmod(minutes, 60)
    mark = "," if language == "ru" else "."
    tail = f"{mark}{fraction:0{decimals}d}" if decimals else ""
    head = phrases.number(-1, 0, language)[:1] if seconds < 0 and whole else ""
    return f"{head}{hours}:{minute:02d}:{second:02d}{tail}"
