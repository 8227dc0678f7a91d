"""Toggle switch, plain or under a red guard."""

from simulator.ui.areas import Rect
from simulator.ui.painting import surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.widgets import marks
from simulator.ui.widgets.face import Face, label_width, widest

WELL = (48, 88)
GUARDED = (80, 128)
FOLD = 18  # the open guard stands above its base
LABEL = 20


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: switch, label above, names of the two positions on the right."""
    wide, tall = (GUARDED[0], GUARDED[1] + FOLD) if f.spec.guarded else WELL
    names = max((widest(p, one, 13, True) for one in f.spec.positions), default=-8) + 8
    return max(wide + names, label_width(p, f)), tall + LABEL


def corner(f: Face) -> tuple[float, float]:
    """Return the switch well's corner in the cell."""
    wide = GUARDED[0] if f.spec.guarded else WELL[0]
    left = (f.w - wide) / 2 if not f.labels else 0
    return (left + 16, LABEL + FOLD + 24) if f.spec.guarded else (left, LABEL)


def hit(f: Face) -> Rect:
    """Return the touchable box in the cell."""
    x, y = corner(f)
    if f.spec.guarded:
        return x - 16, y - 24 - FOLD, GUARDED[0], GUARDED[1] + FOLD
    return x, y, *WELL


def still(p: Paint, f: Face) -> None:
    """Draw label, base and well."""
    marks.caption(p, f, 7)
    x, y = corner(f)
    if f.spec.guarded:
        _base(p, f, x - 16, y - 24)
    if f.is_disabled and f.spec.guarded:
        return
    surface.recessed(p, x, y, *WELL, 24)
    if f.is_disabled:
        p.disc(x + 24, y + 64, 18, theme.BG2)
        surface.dashed_ring(p, x + 24, y + 64, 18, theme.LINE2)
    elif f.is_faulty:
        p.outline(x, y, *WELL, theme.BAD, 24, 2)


def live(p: Paint, f: Face) -> None:
    """Draw stem and cap, and the guard over them; on is up."""
    if f.is_disabled:
        return
    x, y = corner(f)
    if not f.spec.guarded or f.guard > 0.15:
        _stick(p, f, x + 24, y + 44)
        if not f.spec.guarded or f.guard > 0.5:
            marks.edge_box(p, f, x, y, *WELL, 24)
    if f.spec.guarded:
        _guard(p, f, x - 16, y - 24)
    for i, name in enumerate(f.labels[:2]):
        is_here = f.is_on == bool(i)
        side = x + (72 if f.spec.guarded else 56)
        colour = theme.TX0 if is_here else theme.TX2
        p.text(side, y + (20 if i else 68), name, colour, 13, is_here, 0)


def _stick(p: Paint, f: Face, x: float, y: float) -> None:
    cap = y + 20 - 40 * f.drawn
    if f.is_on:
        p.fill(x - 4, y - 12, 8, 32, theme.ACCD, 4)
    p.disc(x, y, 9, theme.BLACK)
    p.arc(x, y, 8.5, 100, 260, theme.BG3, 1)
    p.polygon([(x - 3.5, y), (x + 3.5, y), (x + 8, cap), (x - 8, cap)], theme.STEM)
    surface.round_shadow(p, x, cap, 18)
    surface.round_face(p, x, cap, 18, marks.block(f))
    p.fill(x - 9, cap - 2, 18, 4, marks.index_colour(f), 2)


def _base(p: Paint, f: Face, x: float, y: float) -> None:
    if f.is_disabled:
        surface.dashed_box(p, x, y, *GUARDED, 10, theme.LINE2)
        surface.dashed_box(p, x + 6, y + 8, 68, 116, 8, theme.LINE2)
        p.text(x + 40, y + 64, phrases.say("locked", f.language), theme.DIS, 13)
        return
    surface.shadow(p, x, y, *GUARDED, 10)
    p.gradient(x, y, *GUARDED, (theme.BG2, theme.BG1), 10)
    p.outline(x, y, *GUARDED, surface.EDGE, 10)
    if f.is_faulty:
        w, h = GUARDED
        p.outline(x, y, w, h, theme.BAD, 10, 2)
        p.polygon(
            [(x + w - 1, y + h - 18), (x + w - 1, y + h - 1), (x + w - 18, y + h - 1)], theme.BAD
        )


def _guard(p: Paint, f: Face, x: float, y: float) -> None:
    top = y + 8 - 25 * f.guard
    tall = 116 - 88 * f.guard
    surface.raised(p, x + 6, top, 68, tall, 6 if f.guard > 0.5 else 8, theme.GUARD)
    if f.guard < 0.3:
        p.fill(x + 20, y + 26, 40, 62, theme.rgb("#4A1512"), 8)
        p.disc(x + 40, y + (70 if not f.is_on else 44), 11, theme.rgb("#C8A5A5", 0.55))
        _ribs(p, x + 24, y + 98, 32)
        marks.edge_box(p, f, x + 6, top, 68, tall, 8)
    elif f.guard > 0.7:
        _ribs(p, x + 20, top + 6, 40)
    p.gradient(x + 4, y + 6, 72, 7, (theme.LINE2, theme.BG3), 2)


def _ribs(p: Paint, x: float, y: float, w: float) -> None:
    for i in range(3):
        p.fill(x, y + 6 * i, w, 2, theme.rgb("#5E1B17"), 1)
