"""Key switch and rotary selector: something turned to one of a few positions."""

from functools import lru_cache

from simulator.ui.areas import Rect
from simulator.ui.painting import paint, surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.widgets import marks
from simulator.ui.widgets.face import Face, label_width, widest

KEY_RADIUS, SMALL_KEY = 38, 30
ROTARY_RADIUS, SMALL_ROTARY = 36, 24  # a small selector has its label, a small key is one
KEY_HELD = (theme.rgb("#6B7782"), theme.rgb("#46515B"))
KEY = (theme.rgb("#8D99A4"), theme.rgb("#5A6671"))
BAR = (theme.rgb("#4A5866"), theme.rgb("#303B47"))


def angle(position: float, count: int, is_key: bool) -> float:
    """Return the angle [deg] of a position; keys: -50 OFF, 0 ON, +50 START."""
    if is_key:
        return (position - min(count - 1, 1)) * 50.0
    step = 45.0 if count <= 6 else 270.0 / (count - 1)
    return (position - (count - 1) / 2) * step


@lru_cache(maxsize=512)
def _turned(x: float, y: float, degrees: float, half: float, far: float, r: float):
    return paint.turned_box(x, y, degrees, -half, -far, half, far, r)


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: the disc, names around it, the label below if there is room."""
    names, is_key = f.spec.positions, f.spec.type == "key_switch"
    wide = 2.0 * radius(f) + 8
    for i, name in enumerate(names):
        x, _, align = name_place(f, angle(i, len(names), is_key))
        wide = max(wide, 2 * (abs(x) + widest(p, name, 13, True) * max(align, 1 - align)))
    low = top(f) + radius(f) + 4
    if not has_label(f):
        return wide, low
    return max(wide, label_width(p, f)), low + (12 if f.compact else 18)


def has_label(f: Face) -> bool:
    """Return whether the label is written: a small key switch goes without."""
    return not f.compact or (f.spec.type == "rotary_selector" and f.spec.label is not None)


def name_place(f: Face, turned: float) -> tuple[float, float, float]:
    """Return where a position's name is written, from the disc's middle, and its alignment."""
    x, y = paint.turn(0, 0, radius(f) + 15, turned)
    align = 0.5 if abs(turned) < 12 else (1.0 if turned < 0 else 0.0)
    return x, y - 4 if abs(turned) < 30 else y, align


def radius(f: Face) -> float:
    """Return the disc's radius."""
    if f.spec.type == "key_switch":
        return SMALL_KEY if f.compact else KEY_RADIUS
    return SMALL_ROTARY if f.compact else ROTARY_RADIUS


def top(f: Face) -> float:
    """Return the disc's middle below the cell's upper edge."""
    return radius(f) + (24 if f.compact else 28)


def hit(f: Face) -> Rect:
    """Return the touchable box in the cell: the disc and the names around it."""
    return 0, 0, f.w, top(f) + radius(f)


def still(p: Paint, f: Face) -> None:
    """Draw the disc's seat, marks and label."""
    if has_label(f):
        marks.caption(p, f, top(f) + radius(f) + (8 if f.compact else 15))
    x, y, r = f.w / 2, top(f), radius(f)
    count = len(f.spec.positions)
    for i in range(count):
        turned = angle(i, count, f.spec.type == "key_switch")
        colour = theme.LINE2 if f.is_disabled else theme.TX2
        p.line(*paint.turn(x, y, r + 5, turned), *paint.turn(x, y, r + 11, turned), colour, 2)
    if f.spec.type == "key_switch":
        surface.round_raised(p, x, y, r, theme.RAISED)
        p.ring(x, y, 0.68 * r, theme.LINE2, 2)
        p.ball(x, y, 0.56 * r, theme.RECESSED)
        if f.is_disabled:
            p.polygon(_turned(x, y, -50, 3, 0.4 * r, 2), theme.BLACK)
    elif f.is_disabled:
        surface.dashed_ring(p, x, y, r, theme.LINE2)
    else:
        surface.round_shadow(p, x, y, r)


def live(p: Paint, f: Face) -> None:
    """Draw the turned part and the names of the positions, the chosen one bright."""
    x, y, r = f.w / 2, top(f), radius(f)
    count = len(f.labels)
    is_key = f.spec.type == "key_switch"
    here = round(f.value)
    for i, name in enumerate(f.labels):
        turned = angle(i, count, is_key)
        _name(p, f, turned, name, i == here and not f.is_disabled)
    if f.is_disabled:
        return
    degrees = round(angle(f.drawn, count, is_key), 1)
    if is_key:
        _key(p, x, y, r, degrees, here > 0, KEY_HELD if f.is_held else KEY)
    else:
        _bar(p, f, x, y, r, degrees)
    marks.edge_ring(p, f, x, y, r)
    if f.is_faulty:
        p.ring(x, y, r, theme.BAD, 2)


def _name(p: Paint, f: Face, turned: float, name: str, is_here: bool) -> None:
    x, y, r = f.w / 2, top(f), radius(f)
    px, py, align = name_place(f, turned)
    p.text(x + px, y + py, name, theme.TX0 if is_here else theme.TX2, 13, is_here, align)
    if is_here:
        near, far = paint.turn(x, y, r + 5, turned), paint.turn(x, y, r + 11, turned)
        p.line(*near, *far, theme.ACC, 3)


def _key(
    p: Paint, x: float, y: float, r: float, degrees: float, is_on: bool, colours: tuple[int, int]
) -> None:
    far = 0.85 * r
    p.polygon(_turned(x, y + 3, degrees, 10, far, 9), surface.SHADOW)
    p.polygon(_turned(x, y, degrees, 9.5, far, 9), surface.EDGE)
    p.polygon(_turned(x, y, degrees, 8.5, far - 1, 8), colours)
    p.disc(*paint.turn(x, y, far - 9, degrees), 4.5, surface.EDGE)
    low, high = paint.turn(x, y, -(far - 8), degrees), paint.turn(x, y, far - 22, degrees)
    p.line(*low, *high, theme.rgb("#46525D"), 2)
    near, tip = paint.turn(x, y, far - 8, degrees), paint.turn(x, y, far - 2, degrees)
    p.line(*near, *tip, theme.ACC if is_on else theme.TX0, 3)


def _bar(p: Paint, f: Face, x: float, y: float, r: float, degrees: float) -> None:
    surface.round_face(p, x, y, r, marks.block(f))
    p.polygon(_turned(x, y + 2, degrees, 11, r + 1, 5), surface.SHADOW)
    p.polygon(_turned(x, y, degrees, 11, r + 1, 5), surface.EDGE)
    p.polygon(_turned(x, y, degrees, 10, r, 4.5), theme.PRESSED if f.is_held else BAR)
    light = _turned(x, y, degrees, 9, r - 4, 0.01)
    p.line(*light[-1], *light[0], surface.TOP_LIGHT, 1)
    p.line(*light[-2], *light[10], surface.TOP_LIGHT, 1)
    near, far = paint.turn(x, y, 0.45 * r, degrees), paint.turn(x, y, 0.85 * r, degrees)
    p.line(*near, *far, theme.TX0, 3)
