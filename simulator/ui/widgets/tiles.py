"""Annunciator tile and text plate: words that light up, and words that stay."""

from simulator.ui.painting import surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.widgets.face import Face, label_width, say, widest

WARNING_TEXT = theme.BG0


def tile_height(f: Face) -> float:
    """Return a tile's height."""
    return 34 if f.compact else 40


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: 110 x 40, wider for a long word with its sign."""
    words = f.spec.label
    wide = (
        max(p.width(words.ru.upper(), 13, True), p.width(words.en.upper(), 13, True))
        if words
        else label_width(p, f, 13, True)
    )
    return max(102, wide + 40), tile_height(f)


def still(p: Paint, f: Face) -> None:
    """Draw the unlit tile."""
    h = tile_height(f)
    if f.is_disabled or f.is_missing:
        surface.dashed_box(p, 0, 0, f.w, h, 4, theme.LINE2)
        p.text(f.w / 2, h / 2, f.label.upper(), theme.DIS, 13)
        return
    p.fill(0, 0, f.w, h, theme.BG1, 4)
    p.outline(0, 0, f.w, h, theme.LINE, 4)
    if f.is_faulty:
        surface.fault_box(p, 0, 0, f.w, h, 4)


def live(p: Paint, f: Face) -> None:
    """Draw the tile's word, and its light: dark fill and bar; a new alarm is solid and blinks."""
    if f.is_disabled or f.is_missing:
        return
    h, kind, word = tile_height(f), f.spec.kind, f.label.upper()
    if not f.is_on or f.is_faulty:
        p.text(f.w / 2, h / 2, word, theme.TX2, 13)
        return
    colour = theme.LEVELS[kind]
    if f.is_new and not f.is_dark:
        p.fill(0, 0, f.w, h, colour, 4)
        has_sign = kind in ("caution", "warning")
        if has_sign:
            _sign(p, kind, h, WARNING_TEXT)
        p.text(f.w / 2 + (10 if has_sign else 0), h / 2, word, WARNING_TEXT, 13, True)
        return
    p.fill(0, 0, f.w, h, theme.LEVEL_FILLS[kind], 4)
    p.outline(0, 0, f.w, h, colour, 4)
    if kind in ("normal", "advisory"):
        p.fill(0, 2, 4, h - 4, colour, 2)
        p.text(f.w / 2, h / 2, word, theme.TX0, 13, True)
        return
    if kind == "caution":
        p.fill(0, 2, 4, h - 4, colour, 2)
    _sign(p, kind, h, colour)
    p.text(f.w / 2 + 10, h / 2, word, theme.mix(colour, theme.WHITE, 0.55), 13, True)


def _sign(p: Paint, kind: str, h: float, colour: int) -> None:
    x, y = 16, h / 2
    if kind == "caution":
        p.polygon([(x, y - 7), (x + 8, y + 6), (x - 8, y + 6)], colour)
        p.fill(x - 1, y - 3, 2, 5, theme.BG0)
        p.fill(x - 1, y + 3, 2, 2, theme.BG0)
    else:
        p.line(x - 3.5, y - 3.5, x + 3.5, y + 3.5, colour, 2)
        p.line(x - 3.5, y + 3.5, x + 3.5, y - 3.5, colour, 2)


def plate_size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the text plate's cell."""
    text = f.spec.text or f.spec.label
    return max(136, widest(p, text, 13, True) * 1.15 + 36), 28


def plate_still(p: Paint, f: Face) -> None:
    """Draw the plate with its words between two dots."""
    p.gradient(0, 0, f.w, 28, (theme.mix(theme.BG4, theme.WHITE, 0.05), theme.BG4), 3)
    p.outline(0, 0, f.w, 28, surface.EDGE, 3)
    p.fill(3, 1, f.w - 6, 1, surface.TOP_LIGHT)
    for x in (8, f.w - 8):
        p.disc(x, 14, 2, surface.EDGE)
    words = say(f.spec.text, f.language) or f.label
    p.text(f.w / 2, 14, words.upper(), theme.TX0, 13, True)


def plate_live(p: Paint, f: Face) -> None:
    """A plate never moves."""
