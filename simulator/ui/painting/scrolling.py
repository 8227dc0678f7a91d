"""What does not fit: scrolled by the wheel and the keys, with a bar that shows how far."""

from imgui_bundle import imgui

from simulator.spec.fields import Text
from simulator.ui.painting import theme
from simulator.ui.painting.paint import Paint

WHEEL = 60.0  # design pixels that a notch of the wheel scrolls by
BAR, LEAST = 5.0, 24.0  # how thick a bar is, and how long at least
ARROWS = imgui.Key.left_arrow, imgui.Key.right_arrow, imgui.Key.up_arrow, imgui.Key.down_arrow
MORE = Text(ru="колесо, PgUp и PgDn листают", en="the wheel, PgUp and PgDn scroll")


class Scroll:
    """How far a page is scrolled [design px], what is searched in it, what the keys have chosen."""

    def __init__(self) -> None:
        self.way = 0.0
        self.text = ""  # only what has it is shown
        self.place: int | None = None

    def walk(self, count: int, columns: int, tall: float, room: float) -> None:
        """Choose another of `count` things in rows of `columns` with the arrow keys, and show it.

        A row is `tall` high with the gap below it, and `room` is what shows at once.
        """
        if self.place is not None:  # in a list that may be shorter by now
            self.place = min(self.place, count - 1) if count else None
        steps = [*zip(ARROWS, (-1, 1, -columns, columns), strict=True)]
        if imgui.get_io().want_text_input:
            steps = steps[2:]  # left and right are the caret's
        step = sum(step * imgui.is_key_pressed(key) for key, step in steps)
        if not step or not count:
            return
        self.place = 0 if self.place is None else min(max(self.place + step, 0), count - 1)
        y = self.place // columns * tall
        self.way = max(min(self.way, y), y + tall - room)

    def turn(self, hidden: float, room: float) -> float:
        """Scroll as wheel and keys say, within what is hidden; return how far.

        `room` is what shows at once: a key turns so far.
        """
        way = -WHEEL * imgui.get_io().mouse_wheel
        if not imgui.get_io().key_ctrl:  # with which they turn the desk's pages
            way += room * imgui.is_key_pressed(imgui.Key.page_down)
            way -= room * imgui.is_key_pressed(imgui.Key.page_up)
        self.way = min(max(self.way + way, 0.0), max(hidden, 0.0))
        return self.way


def bar(
    p: Paint, x: float, y: float, room: float, hidden: float, way: float, is_flat: bool = False
) -> None:
    """Draw the bar from (x, y) down beside a room so high, of whose content so much is hidden.

    A flat one lies below a room so wide.
    """
    long = max(room * room / (room + hidden), LEAST)
    for start, size, colour in (
        (0.0, room, theme.WELL),
        ((room - long) * way / hidden, long, theme.LINE2),
    ):
        if is_flat:
            p.fill(x + start, y, size, BAR, colour, BAR / 2)
        else:
            p.fill(x, y + start, BAR, size, colour, BAR / 2)
