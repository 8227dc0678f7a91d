"""Widgets placed on their cards: moved, sized, aligned, spread out, moved to another card."""

from collections.abc import Mapping, Sequence
from typing import Any

from . import geometry
from .geometry import Box, Point
from .sketch import GONE, Sketch

Cells = Mapping[str, Box]  # of all widgets that are seen, in their cards' contents


def place(sketch: Sketch, boxes: Cells, cells: Cells, key: object = None) -> bool:
    """Put widgets where these boxes are; the others of their cards stay where they stand.

    Args:
        sketch: The console that is edited.
        boxes: Where widgets shall be.
        cells: Where all widgets of their cards are now.
        key: Of steps that are one.
    """
    values: dict[Any, Any] = {}
    for group in {sketch.console.group_of(name) for name in boxes}:
        values |= _as_they_stand(sketch, group, cells)
    for name, box in boxes.items():
        values[path_of(sketch, name)] = _spot(sketch, name, box, cells)
    return sketch.write(values, key=key)


def path_of(sketch: Sketch, name: str) -> tuple[str, str, str]:
    """Return where the file has the place of a widget."""
    return "layout", "panel", sketch.short(name)


def _as_they_stand(sketch: Sketch, group: str, cells: Cells) -> dict[Any, Any]:
    places = sketch.console.layout.panel
    members = [one for one in sketch.console.members(group) if one in cells and one not in places]
    return {path_of(sketch, name): _spot(sketch, name, cells[name], cells) for name in members}


def _spot(sketch: Sketch, name: str, box: Box, cells: Cells) -> list[int]:
    """Return what is written: a size only where there is one, or it is not the natural one."""
    has_size = len(sketch.console.layout.panel.get(name, ())) > 2 or name in sketch.stretched
    was = cells.get(name)
    is_sized = was is not None and _numbers(was[2:]) != _numbers(box[2:])
    return _numbers(box if has_size or is_sized else box[:2])


def _numbers(values: Sequence[float]) -> list[int]:
    return [max(round(one), 0) for one in values]


def nudge(sketch: Sketch, way: Point, cells: Cells) -> bool:
    """Move what is chosen by a way; steps one after the other are one step of undo."""
    chosen = {name: cells[name] for name in sketch.chosen if name in cells}
    if not chosen:
        return False
    whole = geometry.around(chosen.values())
    dx, dy = max(way[0], -whole.x), max(way[1], -whole.y)
    boxes = {name: box._replace(x=box.x + dx, y=box.y + dy) for name, box in chosen.items()}
    return place(sketch, boxes, cells, ("nudge", *chosen))


def align(sketch: Sketch, side: str, cells: Cells) -> bool:
    """Align what is chosen, card by card, at a side or middle (geometry.SIDES)."""
    boxes: dict[str, Box] = {}
    for own in _by_card(sketch, cells, 2):
        boxes |= geometry.align(own, side)
    return bool(boxes) and place(sketch, boxes, cells)


def distribute(sketch: Sketch, is_across: bool, cells: Cells) -> bool:
    """Give what is chosen, card by card, equal gaps."""
    boxes: dict[str, Box] = {}
    for own in _by_card(sketch, cells, 3):
        boxes |= geometry.distribute(own, is_across)
    return bool(boxes) and place(sketch, boxes, cells)


def _by_card(sketch: Sketch, cells: Cells, least: int) -> list[dict[str, Box]]:
    found: dict[str, dict[str, Box]] = {}
    for name in sketch.chosen:
        if name in cells:
            found.setdefault(sketch.console.group_of(name), {})[name] = cells[name]
    return [own for own in found.values() if len(own) >= least]


def to_card(sketch: Sketch, names: Sequence[str], group: str, at: Cells, cells: Cells) -> bool:
    """Move widgets to another card: to where they were dropped (`at`) if it is a free one."""
    values: dict[Any, Any] = {}
    is_free = sketch.console.is_free(group)
    for name in names:
        own = ("panel", sketch.short(name), "group")
        values[own] = sketch.short(group) if group else GONE
        if is_free:
            values[path_of(sketch, name)] = _spot(sketch, name, at[name], cells)
        elif name in sketch.console.layout.panel:
            values[path_of(sketch, name)] = GONE
    return sketch.write(values)


def arrange(sketch: Sketch, group: str) -> bool:
    """Have a card lay out its widgets by itself again."""
    places = sketch.console.layout.panel
    names = [name for name in sketch.console.members(group) if name in places]
    values: dict[Any, Any] = {path_of(sketch, name): GONE for name in names}
    if group and sketch.console.groups[group].size is not None:
        values["groups", sketch.short(group), "size"] = GONE
    return bool(values) and sketch.write(values)


def natural(sketch: Sketch, names: Sequence[str]) -> bool:
    """Give widgets the size of their kind again."""
    places = sketch.console.layout.panel
    sized = [name for name in names if len(places.get(name, ())) > 2]
    values: dict[Any, Any] = {path_of(sketch, name): _numbers(places[name][:2]) for name in sized}
    return bool(values) and sketch.write(values)
