"""Where the widgets of a free card stand: as the file says, the others below. Pure arithmetic.

All lengths are design pixels at 100 % from the upper left corner of the card's content.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from simulator.ui.areas import Rect
from simulator.ui.desk.layout import ELASTIC, GAP, STRETCHED, Cell, Content, Place

Spot = Sequence[float]  # x, y; or x, y, width, height
FLOW = 400.0  # width of a card on which nothing has a place
EDGE = (0.0, 0.0)


def place(
    cells: Sequence[Cell], spots: Mapping[str, Spot], size: tuple[float, float] | None = None
) -> Content:
    """Return a free card's content: as large as `size` or its widgets, whichever is larger.

    A widget without a size of its own has its natural one; else its picture is scaled into the
    box; those that stretch fill the box's width, charts and camera pictures all of it.
    """
    placed = [_put(cell, spots[cell.name]) for cell in cells if cell.name in spots]
    right, bottom = _extent(placed)
    room = max(size[0] if size else FLOW if not placed else 0.0, right)
    placed += _flow([cell for cell in cells if cell.name not in spots], room, bottom)
    right, bottom = _extent(placed)
    wide, tall = size or EDGE
    return Content(max(right, wide), max(bottom, tall), tuple(placed), ())


def trim(content: Content) -> Content:
    """Return a packed content just as large as its widgets, as if their places were written."""
    wide, tall = _extent(content.places)
    return replace(content, width=wide, height=tall)


def fit(content: Content, height: float) -> Content:
    """Return a content made smaller as a whole until it is at most `height` high."""
    if content.height <= height:
        return content
    share = max(height, 1.0) / content.height
    places = tuple(
        one._replace(x=one.x * share, y=one.y * share, zoom=one.zoom * share)
        for one in content.places
    )
    lines = tuple((x * share, y * share, wide * share) for x, y, wide in content.lines)
    return Content(content.width * share, height, places, lines, share)


def box(one: Place) -> Rect:
    """Return what a widget covers of its card's content: x, y, width, height."""
    return one.x, one.y, one.width * one.zoom, one.height * one.zoom


def _put(cell: Cell, spot: Spot) -> Place:
    x, y, *size = spot
    if not size:
        return Place(cell.name, x, y, cell.width, cell.height)
    wide, tall = size
    zoom = min(wide / max(cell.width, 1.0), tall / max(cell.height, 1.0))
    if cell.kind in STRETCHED:
        zoom = min(zoom, 1.0)
        return Place(cell.name, x, y, wide / zoom, tall / zoom, zoom)
    width = wide / zoom if cell.kind in ELASTIC else cell.width
    x += (wide - width * zoom) / 2
    y += (tall - cell.height * zoom) / 2
    return Place(cell.name, x, y, width, cell.height, zoom)


def _flow(cells: Sequence[Cell], room: float, top: float) -> list[Place]:
    """Put widgets in rows from the left, below what is there."""
    result: list[Place] = []
    x, y, low = 0.0, top + GAP if top else 0.0, 0.0
    for cell in cells:
        if x and x + cell.width > room:
            x, y, low = 0.0, y + low + GAP, 0.0
        result.append(Place(cell.name, x, y, cell.width, cell.height))
        x, low = x + cell.width + GAP, max(low, cell.height)
    return result


def _extent(places: Sequence[Place]) -> tuple[float, float]:
    boxes = [box(one) for one in places]
    right = max((x + w for x, _, w, _ in boxes), default=0.0)
    return right, max((y + h for _, y, _, h in boxes), default=0.0)
