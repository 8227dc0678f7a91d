"""The number of its console above each robot in the view; the chosen one with its name."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from simulator.ui.areas import Box, Rect
from simulator.ui.painting import theme
from simulator.ui.painting.paint import Paint

HEIGHT, STEM, LEAST = 22, 8, 22  # of a pill, below it, and how wide it is without a name
APART = 2  # between two pills
GROUND = theme.fade(theme.BG1, 0.82)
EDGE = theme.fade(theme.LINE2, 0.9)

Tag = tuple[str, float, float]  # owner of the console, place in the view in device pixels


class Pill(NamedTuple):
    """A tag as it is drawn: where it points to, and its corner."""

    owner: str
    x: float
    y: float
    left: float
    top: float
    width: float

    @property
    def box(self) -> Rect:
        """Return what it covers."""
        return self.left, self.top, self.width, HEIGHT


def draw(
    p: Paint,
    view: Box,
    tags: Sequence[Tag],
    titles: Sequence[tuple[str, str]],
    chosen: str,
    covers: Sequence[Rect],
) -> None:
    """Draw the tags over the view; each points to its place. The chosen one is drawn last.

    `covers` are boxes in device pixels of what lies over the view: no tag is drawn below it.
    """
    numbers = {owner: (place + 1, title) for place, (owner, title) in enumerate(titles)}
    p.onto(imgui.get_background_draw_list())
    p.at(view[0], view[1])
    p.clip(0, 0, view[2] / p.scale, view[3] / p.scale)
    width = LEAST + p.width(numbers[chosen][1], 13, True) + 8 if chosen in numbers else LEAST
    hidden = [
        ((x - view[0]) / p.scale, (y - view[1]) / p.scale, w / p.scale, h / p.scale)
        for x, y, w, h in covers
    ]
    places = [(owner, x / p.scale, y / p.scale) for owner, x, y in tags]
    for pill in lay_out(places, chosen, width, hidden):
        number, title = numbers[pill.owner]
        _draw(p, pill, str(number), title if pill.owner == chosen else "")
    p.unclip()


def lay_out(
    tags: Sequence[Tag], chosen: str, width: float, covers: Sequence[Rect] = ()
) -> list[Pill]:
    """Return the pills that are seen, that of `chosen` (`width` wide) last and over no other.

    It moves aside, up, or below its place, where it would lie over others.
    """
    pills = [
        Pill(owner, x, y, x - LEAST / 2, y - STEM - HEIGHT, LEAST)
        for owner, x, y in tags
        if owner != chosen
    ]
    pills = [one for one in pills if not _count(one, covers)]
    for owner, x, y in tags:
        if owner == chosen:
            places = [one for one in _try(owner, x, y, width) if not _count(one, covers)]
            places = [one for one in places if one.top >= 0.0]  # in the view
            taken = [one.box for one in pills]
            if places:
                pills.append(min(places, key=lambda one: _count(one, taken)))
    return pills


def _try(owner: str, x: float, y: float, width: float) -> Iterator[Pill]:
    """Yield where a pill may be, the best first; its point stays below its width."""
    spare = width / 2 - LEAST / 2
    high = y - STEM - HEIGHT
    for top in (high, high - HEIGHT - APART, y + STEM):
        for share in (0.0, 0.5, -0.5, 1.0, -1.0):
            yield Pill(owner, x, y, x - width / 2 + share * spare, top, width)


def _count(pill: Pill, others: Sequence[Rect]) -> int:
    """Return how many boxes a pill lies over."""
    left, top, width, height = pill.box
    return sum(
        left < x + w + APART and x < left + width + APART and top < y + h and y < top + height
        for x, y, w, h in others
    )


def _draw(p: Paint, pill: Pill, number: str, title: str) -> None:
    left, top, width, x = pill.left, pill.top, pill.width, pill.x
    foot = top + HEIGHT - 1 if top < pill.y else top + 1
    p.polygon([(x - 5, foot), (x + 5, foot), (x, pill.y)], GROUND)
    p.fill(left, top, width, HEIGHT, GROUND, HEIGHT / 2)
    p.outline(left, top, width, HEIGHT, theme.ACC if title else EDGE, HEIGHT / 2)
    middle = top + HEIGHT / 2
    p.text(left + 11, middle, number, theme.ACC if title else theme.TX1, 13, True)
    if title:
        p.text(left + 22, middle, title, theme.TX0, 13, True, 0)
