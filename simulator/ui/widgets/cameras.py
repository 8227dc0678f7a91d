"""Camera view on the desk: what arrives of a robot's camera, or that nothing does."""

from imgui_bundle import icons_fontawesome_6 as icons

from simulator.ui.areas import Rect
from simulator.ui.painting import surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.widgets.face import Face

STRIP = 24
GROUND = theme.fade(theme.BG0, 0.74)


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: a picture of 4 to 3."""
    return (224, 168) if f.compact else (320, 240)


def still(p: Paint, f: Face) -> None:
    """Draw the well."""
    surface.recessed(p, 0, 0, f.w, f.h, 8)
    if f.is_disabled:
        surface.dashed_box(p, 0, 0, f.w, f.h, 8, theme.LINE2)
    if f.is_faulty:
        surface.fault_box(p, 0, 0, f.w, f.h, 8)


def inner(f: Face) -> Rect:
    """Return the picture's box in the cell."""
    return 3, 3, f.w - 6, f.h - 6


def live(p: Paint, f: Face) -> None:
    """Draw the picture and its name; without a picture, say so."""
    x, y, w, h = inner(f)
    if f.picture is None or f.is_dead:
        p.fill(x, y, w, h, theme.BG1, 6)
        p.icon(x + w / 2, y + h / 2 - 12, icons.ICON_FA_VIDEO_SLASH, theme.TX2, 26)
        p.text(x + w / 2, y + h / 2 + 16, phrases.say("no_signal", f.language), theme.TX2, 13)
    else:
        p.picture(x, y, w, h, f.picture, 6)
    p.fill(x, y, w, STRIP, GROUND, 6, "top")
    p.icon(x + 14, y + STRIP / 2, icons.ICON_FA_CAMERA, theme.TX1, 12)
    p.text(x + 28, y + STRIP / 2, f.label, theme.TX0, 13, True, 0)
