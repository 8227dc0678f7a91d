"""Fields of a card and of a page in the right column of the desk's editor."""

from functools import lru_cache
from pathlib import Path

from imgui_bundle import imgui

from simulator.laying import cards, placing
from simulator.laying.sketch import Sketch
from simulator.spec.fields import PHOTOS
from simulator.ui.editing.typed import UNCHANGED
from simulator.ui.laying.fields import Fields
from simulator.ui.painting import theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts.laying import say

MOST = 200  # pictures that are offered


def draw_card(p: Paint, fields: Fields, sketch: Sketch, language: str) -> None:
    """Draw what the chosen card is made of, and write what is changed."""
    name = sketch.card
    assert name is not None
    _headline(p, say("card", language))
    if name == "":
        imgui.text_disabled(say("no_card", language))
        return
    spec = sketch.console.groups[name]
    fields.caption(say("title", language))
    title = fields.label(p, f"title {name}", spec.title)
    if title is not UNCHANGED:
        cards.set_value(sketch, "groups", name, "title", title or "")
    if not sketch.console.is_free(name):
        fields.caption(say("columns", language), "columns" in spec.model_fields_set)
        columns = fields.number(f"columns {name}", spec.columns, hint="1 … 6")
        if columns is not UNCHANGED:
            cards.set_value(sketch, "groups", name, "columns", columns)
    if sketch.console.pages:
        fields.caption(say("page", language))
        known = [
            (one, page.title.in_language(language)) for one, page in sketch.console.pages.items()
        ]
        items = [*known, ("", say("every_page", language))]
        page = fields.names(f"page {name}", spec.page or "", items)
        if page is not UNCHANGED:
            cards.set_value(sketch, "groups", name, "page", sketch.short(page) or None)
    fields.caption(say("size", language), spec.size is not None)
    size = fields.row(p, f"size {name}", spec.size or (None, None))
    if size is not UNCHANGED:
        given = None if size == [None, None] else [one if one else 200 for one in size]
        cards.set_value(sketch, "groups", name, "size", given)
    _background(fields, sketch, name, spec.background, language)
    imgui.separator()
    _order(sketch, "groups", name, language)
    if sketch.console.is_free(name) and imgui.button(say("arrange", language)):
        placing.arrange(sketch, name)
    if imgui.button(say("remove", language)):
        cards.remove(sketch, name)


def draw_page(p: Paint, fields: Fields, sketch: Sketch, language: str) -> None:
    """Draw what the page that is looked at is made of, and write what is changed."""
    name = sketch.page
    spec = sketch.console.pages[name]
    _headline(p, say("page", language))
    fields.caption(say("title", language))
    title = fields.label(p, f"title {name}", spec.title)
    if title is not UNCHANGED:
        cards.set_value(sketch, "pages", name, "title", title or "")
    is_apart = fields.flag(f"window {name}", say("window", language), spec.window)
    if is_apart is not UNCHANGED:
        cards.set_value(sketch, "pages", name, "window", is_apart or None)
    imgui.separator()
    _order(sketch, "pages", name, language)
    if imgui.button(say("remove", language)):
        cards.remove_page(sketch, name)


def _headline(p: Paint, text: str) -> None:
    imgui.push_font(p.fonts.bold, theme.SIZES["task"] * theme.EM)
    imgui.text(text)
    imgui.pop_font()


def _order(sketch: Sketch, section: str, name: str, language: str) -> None:
    for key, way in (("earlier", -1), ("later", 1)):
        if imgui.button(f"{say(key, language)}##{key}"):
            cards.shift(sketch, section, name, way)
        imgui.same_line()
    imgui.new_line()


def _background(
    fields: Fields, sketch: Sketch, name: str, known: str | None, language: str
) -> None:
    """Draw the choice of a picture beside the file, and a field for any other."""
    line = sketch.line_of("groups", name)
    if line is None:
        return
    fields.caption(say("background", language), known is not None)
    place = sketch.draft.locate(sketch.owner, ("groups", sketch.short(name)))
    written = (place.document.get(place.path) or {}).get("background", "")
    folder = sketch.draft.path_of(place.document).parent
    offered = [(one, one) for one in list_pictures(folder, folder.stat().st_mtime_ns)]
    chosen = fields.names(f"pictures {name}", written, [("", say("none", language)), *offered])
    typed = fields.text(f"background {name}", written, hint="desk.png")
    for path in (chosen, typed):
        if path is not UNCHANGED:
            cards.set_background(sketch, name, path.strip())


@lru_cache(maxsize=8)
def list_pictures(folder: Path, changed: int) -> list[str]:
    """Return the pictures in a folder, and in those in it, as it is since it has `changed`."""
    found = [one for one in sorted(folder.glob("*")) if one.suffix.lower() in PHOTOS]
    found += [one for one in sorted(folder.glob("*/*")) if one.suffix.lower() in PHOTOS]
    return [one.relative_to(folder).as_posix() for one in found[:MOST]]
