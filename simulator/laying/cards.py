"""Cards and pages of a desk: added, named, ordered, removed, and what a card is made of."""

from pathlib import Path
from typing import Any

from PIL import Image

from simulator.spec.fields import Text
from simulator.spec.naming.fresh import fresh_name

from .geometry import Box, around
from .placing import Cells, path_of
from .sketch import GONE, Sketch

CARD = Text(ru="Карточка", en="Card")
PAGE = Text(ru="Страница", en="Page")
TALL = 296  # px that a card's content has in a large window
ELSEWHERE = Text(ru="Соседка записана в другом файле", en="Its neighbour is in another file")


def numbered(text: Text, count: int) -> dict[str, str]:
    """Return a text with a number behind it, from the second on."""
    tail = f" {count}" if count > 1 else ""
    return {"ru": f"{text.ru}{tail}", "en": f"{text.en}{tail}"}


def add(sketch: Sketch) -> str | None:
    """Add an empty card at the right, on the page that is looked at; return its full name."""
    name, data = new_card(sketch)
    if not sketch.write({("groups", name): data}):
        return None
    sketch.choose_card(sketch.full(name))
    return sketch.full(name)


def new_card(sketch: Sketch) -> tuple[str, dict[str, Any]]:
    """Return the name of a further card in the file, and what is written of it."""
    known = sketch.console.groups
    name = fresh_name("card", {sketch.short(one) for one in known})
    data: dict[str, Any] = {"title": numbered(CARD, len(known) + 1)}
    if sketch.page:
        data["page"] = sketch.short(sketch.page)
    return name, data


def group(sketch: Sketch, cells: Cells) -> str | None:
    """Put what is chosen on a card of its own, as it lies; return the card's full name."""
    chosen = [name for name in sketch.chosen if name in cells]
    if not chosen:
        return None
    name, data = new_card(sketch)
    values: dict[Any, Any] = {("groups", name): data}
    whole: Box = around(cells[one] for one in chosen)
    places = sketch.console.layout.panel
    for one in chosen:
        values["panel", sketch.short(one), "group"] = name
        if one in places:
            x, y, *size = places[one]
            spot = [x - whole.x, y - whole.y, *size]
            values[path_of(sketch, one)] = [round(number) for number in spot]
    return sketch.full(name) if sketch.write(values) else None


def remove(sketch: Sketch, name: str) -> bool:
    """Take a card away; its widgets go to the card of those without one."""
    values: dict[Any, Any] = {("groups", sketch.short(name)): GONE}
    for member in sketch.console.members(name):
        values["panel", sketch.short(member), "group"] = GONE
        if member in sketch.console.layout.panel:
            values[path_of(sketch, member)] = GONE
    return sketch.write(values)


def set_value(sketch: Sketch, section: str, name: str, key: str, value: Any) -> bool:
    """Write a key of a card or page (`section` "groups" or "pages"); None takes it out."""
    path = (section, sketch.short(name), key)
    return sketch.write({path: GONE if value is None else value}, is_strict=True)


def set_background(sketch: Sketch, name: str, picture: str) -> bool:
    """Write a card's picture by its path beside the file, "" takes it out.

    A card without a size becomes as wide as the picture is beside TALL.
    """
    own = ("groups", sketch.short(name))
    values: dict[Any, Any] = {(*own, "background"): picture or GONE}
    place = sketch.locate(own)
    if picture and place is not None and sketch.console.groups[name].size is None:
        size = _size_of(sketch.draft.path_of(place.document).parent / picture)
        if size is not None:
            values[*own, "size"] = [round(TALL * size[0] / size[1]), TALL]
    return sketch.write(values, is_strict=True)


def _size_of(picture: Path) -> tuple[int, int] | None:
    """Return a picture's width and height; None where it is none, which the loader tells."""
    try:
        with Image.open(picture) as found:
            return found.size
    except (OSError, ValueError, Image.DecompressionBombError):
        return None


def shift(sketch: Sketch, section: str, name: str, way: int) -> bool:
    """Move a card or page (`section` "groups" or "pages") by places to the right, or left."""
    known = [*getattr(sketch.console, section)]
    row = known.index(name) + way
    place = sketch.locate((section, sketch.short(name)))
    if place is None or not 0 <= row < len(known):
        return False
    rows = [*(place.document.get((section,)) or {})]
    neighbour = sketch.short(known[row])
    if neighbour not in rows:
        sketch.draft.refuse(ELSEWHERE)
        return False
    at = rows.index(neighbour)
    document, path = place
    is_done = sketch.draft.edit(document, lambda: document.move(path, path, at=at))
    sketch.follow(sketch.draft, sketch.owner)
    return is_done


def add_page(sketch: Sketch) -> str | None:
    """Add a page; the first one takes all cards along. Return its full name."""
    known = sketch.console.pages
    name = fresh_name("page", {sketch.short(one) for one in known})
    values: dict[Any, Any] = {("pages", name): {"title": numbered(PAGE, len(known) + 1)}}
    if not known:
        for card in sketch.console.groups:
            values["groups", sketch.short(card), "page"] = name
    if not sketch.write(values):
        return None
    sketch.page = sketch.full(name)
    return sketch.page


def remove_page(sketch: Sketch, name: str) -> bool:
    """Take a page away; its cards are on every page then."""
    values: dict[Any, Any] = {("pages", sketch.short(name)): GONE}
    for card, spec in sketch.console.groups.items():
        if spec.page == name:
            values["groups", sketch.short(card), "page"] = GONE
    return sketch.write(values)
