"""The number of its console above each robot in the view; the chosen one with its name."""

from collections.abc import Sequence

from imgui_bundle import imgui

from simulator.ui import theme
from simulator.ui.areas import Box
from simulator.ui.paint import Paint

HEIGHT, STEM = 22, 8
GROUND = theme.fade(theme.BG1, 0.82)
EDGE = theme.fade(theme.LINE2, 0.9)

Tag = tuple[str, float, float]  # owner of the console, place in the view in device pixels


def draw(
    p: Paint, view: Box, tags: Sequence[Tag], titles: Sequence[tuple[str, str]], chosen: str
) -> None:
    """Draw the tags over the view; each stands on its place. The chosen one is drawn last."""
    numbers = {owner: (place + 1, title) for place, (owner, title) in enumerate(titles)}
    p.onto(imgui.get_background_draw_list())
    p.at(view[0], view[1])
    p.clip(0, 0, view[2] / p.scale, view[3] / p.scale)
    for owner, x, y in sorted(tags, key=lambda tag: tag[0] == chosen):
        number, title = numbers[owner]
        _tag(p, x / p.scale, y / p.scale, str(number), title if owner == chosen else "")
    p.unclip()


def _tag(p: Paint, x: float, y: float, number: str, title: str) -> None:
    width = 22 + (p.width(title, 13, True) + 8 if title else 0)
    left, top = x - width / 2, y - STEM - HEIGHT
    p.polygon([(x - 5, y - STEM - 1), (x + 5, y - STEM - 1), (x, y)], GROUND)
    p.fill(left, top, width, HEIGHT, GROUND, HEIGHT / 2)
    p.outline(left, top, width, HEIGHT, theme.ACC if title else EDGE, HEIGHT / 2)
    middle = top + HEIGHT / 2
    p.text(left + 11, middle, number, theme.ACC if title else theme.TX1, 13, True)
    if title:
        p.text(left + 22, middle, title, theme.TX0, 13, True, 0)
