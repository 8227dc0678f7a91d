"""The left column of the desk's editor: kinds of widgets, signals, cards and pages."""

from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.laying import cards, palette, widgets, wires
from simulator.laying.sketch import Sketch
from simulator.snapshot import Snapshot
from simulator.ui.areas import Box
from simulator.ui.editing import controls
from simulator.ui.editing.shelf import Shelf
from simulator.ui.laying import samples
from simulator.ui.painting import theme, windows
from simulator.ui.painting.fitting import fit
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.texts.diagram import figure
from simulator.ui.texts.laying import say

WIDTH = 240
TABS = ("widgets", "signals", "cards")
ROW, TILE, PICTURE = 26.0, 84.0, 56.0


class Dragged(NamedTuple):
    """What is dragged out of the column: a "widget" by its kind, or a "signal" by its name."""

    sort: str
    name: str


class Left(Shelf[Dragged]):
    """What is looked at and typed, and what is being dragged out."""

    def __init__(self) -> None:
        super().__init__("widgets")
        self._signals: tuple[object, list[str]] = (None, [])

    def draw(
        self, p: Paint, box: Box, sketch: Sketch, snapshot: Snapshot | None, language: str
    ) -> None:
        """Draw the column and work it."""
        self.dropped = None
        with windows.opened("##laying left", box) as commands:
            w, h = self.ground(p, commands, box)
            top = self.tabs(p, w, 8, {name: say(name, language) for name in TABS})
            if self.tab != "cards":
                top = self.search(p, w, top, say("search", language))
            show = {"widgets": self._widgets, "cards": self._cards}.get(self.tab)
            if show is not None:
                self.scrolled(p, w, top, h, lambda: show(p, w, top, h, sketch, language))
            else:
                self.scrolled(
                    p, w, top, h,
                    lambda: self._list_signals(p, w, top, h, sketch, snapshot, language),
                )  # fmt: skip
        self.drag(p, lambda one: (_name(one, sketch, language), ""))

    # -- kinds

    def _widgets(
        self, p: Paint, w: float, top: float, low: float, sketch: Sketch, language: str
    ) -> float:
        y, wide, found = top - self.scroll, (w - 28) / 2, palette.search(self.text)
        for family in found:
            p.text(14, y + 12, family.title.in_language(language), theme.TX1, 13, True, 0)
            y += 26
            for row, item in enumerate(family.items):
                x = 12 + (row % 2) * (wide + 4)
                if top - TILE < y < low:
                    self._tile(p, x, y, wide, item, sketch, language)
                if row % 2 or row == len(family.items) - 1:
                    y += TILE + 4
            y += 6
        hint = say("drag_widget", language) if found else phrases.say("not_found", language)
        p.text(14, y + 8, fit(p, hint, w - 24, 13), theme.TX2, 13, False, 0)
        return y + 24 + self.scroll - top

    def _tile(
        self,
        p: Paint,
        x: float,
        y: float,
        w: float,
        item: palette.Item,
        sketch: Sketch,
        language: str,
    ) -> None:
        p.fill(x, y, w, TILE, theme.BG2, 6)
        clicked, is_over = controls.row_button(p, x, y, w, TILE, f"kind {item.name}")
        if not self.offer(Dragged("widget", item.name)) and clicked and self.dragged is None:
            widgets.add(sketch, item.name, sketch.card)
        if is_over:
            p.outline(x, y, w, TILE, theme.ACC, 6)
        samples.draw(p, x + 4, y + 4, w - 8, PICTURE, item.name, language)
        text = fit(p, item.title.in_language(language), w - 6, 13)
        p.text(x + w / 2, y + TILE - 12, text, theme.TX0, 13)

    # -- signals

    def _list_signals(
        self, p: Paint, w: float, top: float, low: float, sketch: Sketch,
        snapshot: Snapshot | None, language: str,
    ) -> float:  # fmt: skip
        key = (id(sketch.draft.scene), sketch.owner, self.text)
        if self._signals[0] != key:
            self._signals = key, wires.list_signals(sketch, self.text)
        known = {name: row for row, name in enumerate(snapshot.layout.signals)} if snapshot else {}
        found = self._signals[1]
        hint = say("drag_signal", language) if found else phrases.say("not_found", language)
        p.text(14, top + 10 - self.scroll, hint, theme.TX2, 13, False, 0)
        y = top + 26 - self.scroll
        for name in found:
            if top - ROW < y < low:
                self._signal(p, w, y, name, sketch)
                row = known.get(name)
                value = float(snapshot.signals[row]) if snapshot and row is not None else None
                text = figure(value, "number", language)
                p.text(w - 14, y + ROW / 2, text, theme.TX1, 13, True, 1)
            y += ROW
        return y + 8 + self.scroll - top

    def _signal(self, p: Paint, w: float, y: float, name: str, sketch: Sketch) -> None:
        controls.row_button(p, 8, y, w - 16, ROW, f"signal {name}")
        self.offer(Dragged("signal", name))
        if imgui.is_item_hovered() and imgui.is_mouse_double_clicked(0) and sketch.chosen:
            targets = wires.targets_of(sketch, sketch.chosen[0])
            if len(targets) == 1:
                wires.bind(sketch, targets[0], name)
        controls.hint(name)
        text = fit(p, sketch.short(name), w - 92, 14)
        p.text(16, y + ROW / 2, text, theme.TX0, 14, False, 0)

    # -- cards and pages

    def _cards(
        self, p: Paint, w: float, top: float, low: float, sketch: Sketch, language: str
    ) -> float:
        y, console = top - self.scroll, sketch.console
        owners = [*console.pages, None] if console.pages else [None]
        for page in owners:
            own = [name for name, one in console.groups.items() if one.page == page]
            if page is not None:
                y = self._page(p, w, y, page, sketch, language)
            elif console.pages and own:
                p.text(14, y + 14, say("every_page", language), theme.TX2, 13, True, 0)
                y += ROW
            for name in own:
                y = self._card(p, w, y, name, sketch, language)
        if sketch.console.members(""):
            y = self._card(p, w, y, "", sketch, language)
        y += 10
        if controls.button(p, 12, y, w - 24, say("add_card", language)):
            cards.add(sketch)
        if controls.button(p, 12, y + 42, w - 24, say("add_page", language)):
            page = cards.add_page(sketch)
            if page is not None:
                sketch.choose_card(None)
        return y + 90 + self.scroll - top

    def _page(
        self, p: Paint, w: float, y: float, name: str, sketch: Sketch, language: str
    ) -> float:
        clicked, _ = controls.row_button(p, 8, y, w - 16, ROW, f"page {name}")
        is_on = name == sketch.page
        text = sketch.console.pages[name].title.in_language(language)
        glyph = icons.ICON_FA_WINDOW_RESTORE if sketch.console.pages[name].window else ""
        p.icon(20, y + ROW / 2, glyph or icons.ICON_FA_FILE, theme.ACC if is_on else theme.TX2, 12)
        p.text(34, y + ROW / 2, fit(p, text, w - 50, 14, True), theme.TX0, 14, True, 0)
        if clicked:
            sketch.page = name
            sketch.choose_card(None)
        return y + ROW

    def _card(
        self, p: Paint, w: float, y: float, name: str, sketch: Sketch, language: str
    ) -> float:
        is_on = sketch.card == name and not sketch.chosen
        if is_on:
            p.fill(8, y, w - 16, ROW, theme.ACCD, 6)
        clicked, _ = controls.row_button(p, 8, y, w - 16, ROW, f"card {name}")
        known = sketch.console.groups
        text = known[name].title.in_language(language) if name else say("no_card", language)
        p.text(34, y + ROW / 2, fit(p, text, w - 90, 14), theme.TX0, 14, False, 0)
        count = str(len(sketch.console.members(name)))
        p.text(w - 18, y + ROW / 2, count, theme.TX2, 13, False, 1)
        if clicked:
            sketch.choose_card(name)
            page = known[name].page if name else None
            sketch.page = page or sketch.page
        return y + ROW


def _name(dragged: Dragged, sketch: Sketch, language: str) -> str:
    if dragged.sort == "widget":
        return palette.title_of(dragged.name).in_language(language)
    return sketch.short(dragged.name)
