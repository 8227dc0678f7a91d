"""Push button: raised block that sinks under the finger."""

from simulator.spec.models.console import WidgetSpec
from simulator.ui.painting import surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.widgets import marks
from simulator.ui.widgets.face import Face, label_width

HEIGHT = 40
PLAIN = WidgetSpec(type="push_button")  # for buttons outside the desk


def size(p: Paint, f: Face) -> tuple[float, float]:
    """Return the cell: at least 64 wide; the desk widens it to its column."""
    return max(64, label_width(p, f, 14, True) + 22), height(f)


def height(f: Face) -> float:
    """Return the button's height."""
    return 36 if f.compact else HEIGHT


def still(p: Paint, f: Face) -> None:
    """Draw what does not move: only a disabled button stands still."""
    if f.is_disabled:
        p.fill(0, 0, f.w, height(f), theme.BG1, 6)
        surface.dashed_box(p, 0, 0, f.w, height(f), 6, theme.LINE2)
        p.text(f.w / 2, height(f) / 2, f.label, theme.DIS, 14, True)


def live(p: Paint, f: Face) -> None:
    """Draw the button; it shines while its signal is on."""
    if f.is_disabled:
        return
    plate(p, f, 0, 0, f.w, height(f), f.label, f.is_on and not f.is_held)
    if f.is_faulty:
        surface.fault_box(p, 0, 0, f.w, height(f), 6)


def plate(
    p: Paint, f: Face, x: float, y: float, w: float, h: float, text: str, is_on: bool
) -> None:
    """Draw a button's block with its text: on is blue with a bar, held is sunk by a pixel."""
    down = 0
    if f.is_held:
        surface.pressed(p, x, y, w, h, 6)
        down = 1
    else:
        surface.raised(p, x, y, w, h, 6, theme.RAISED_ON if is_on else marks.block(f))
    if is_on:
        p.fill(x + 8, y + h - 6, w - 16, 3, theme.ACC, 1.5)
    p.text(x + w / 2, y + h / 2 - (1 if is_on else 0) + down, text, theme.TX0, 14, True)
    marks.edge_box(p, f, x, y, w, h, 6)
