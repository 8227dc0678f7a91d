"""The marks of a state, the same for all widgets: hover, keyboard focus, label, percent."""

from simulator.ui.painting import theme
from simulator.ui.painting.paint import Paint
from simulator.ui.widgets.face import Face, caption_colour


def block(f: Face) -> tuple[int, int]:
    """Return the gradient of a raised part at rest, hovered or held."""
    if f.is_held:
        return theme.PRESSED
    if not f.hover:
        return theme.RAISED
    (top, low), (high_top, high_low) = theme.RAISED, theme.RAISED_HOVER
    return theme.mix(top, high_top, f.hover), theme.mix(low, high_low, f.hover)


def edge_box(p: Paint, f: Face, x: float, y: float, w: float, h: float, r: float) -> None:
    """Outline a hovered or focused box."""
    if f.hover:
        p.outline(x, y, w, h, theme.fade(theme.ACC, f.hover), r, 1.5)
    if f.is_focused:
        p.outline(x - 5, y - 5, w + 10, h + 10, theme.ACC, r + 5, 2)


def edge_ring(p: Paint, f: Face, x: float, y: float, r: float) -> None:
    """Outline a hovered or focused disc."""
    if f.hover:
        p.ring(x, y, r - 0.75, theme.fade(theme.ACC, f.hover), 1.5)
    if f.is_focused:
        p.ring(x, y, r + 4, theme.ACC, 2)


def cover(p: Paint, f: Face, x: float, y: float, w: float, h: float) -> None:
    """Draw the closed guard of a control that has no guard of its own shape."""
    shut = 1.0 - f.guard
    if shut > 0.05:
        top, low = (theme.fade(one, 0.82 * shut) for one in theme.GUARD)
        p.gradient(x - 2, y - 2, w + 4, h + 4, (top, low), 6)
        p.outline(x - 2, y - 2, w + 4, h + 4, theme.fade(theme.WELL, shut), 6)


def caption(p: Paint, f: Face, y: float) -> None:
    """Write the widget's label in the middle of its cell."""
    p.text(f.w / 2, y, f.label, caption_colour(f), 13)


def index_colour(f: Face) -> int:
    """Return the colour of an index mark."""
    return theme.ACC if f.is_on else theme.TX1
