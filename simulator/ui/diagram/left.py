"""The left column of the diagram's page: whose diagram it is, search, palette or list, pins."""

from collections.abc import Iterator, Sequence

from imgui_bundle import imgui

from simulator.editor import palette
from simulator.editor.board import Board
from simulator.editor.graph import Node, short
from simulator.editor.palette import Item
from simulator.spec.fields import Text
from simulator.ui.areas import Rect
from simulator.ui.diagram.node import COLOURS, sign
from simulator.ui.diagram.view import DiagramView
from simulator.ui.editing import controls
from simulator.ui.editing.shelf import Shelf
from simulator.ui.intents import Intents
from simulator.ui.painting import theme, windows
from simulator.ui.painting.fitting import fit
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.texts.block_titles import FAMILIES, title_of
from simulator.ui.texts.diagram import say

TABS = ("palette", "list")
ROW, LEGEND = 28.0, 118.0
HEAD, LIST = 80.0, 150.0  # tabs and search; a list that has less room gets that of other things
NAMED = (palette.SIGNAL, palette.OUTPUT, palette.USE)  # shown by their names


class Left(Shelf[Item]):
    """What is typed into the search, what is listed, and what is being dragged out."""

    def __init__(self) -> None:
        super().__init__("palette")

    def draw(
        self,
        p: Paint,
        box: Rect,
        view: DiagramView,
        board: Board,
        language: str,
        titles: Sequence[tuple[str, str]],
        asked: Intents,
    ) -> None:
        """Draw the column and work it."""
        self.dropped = None
        with windows.opened("##diagram left", box) as commands:
            w, h = self.ground(p, commands, box)
            columns = 1 if h - len(titles) * ROW - HEAD >= LIST else 2
            y = self._owners(p, w, board, titles, columns, asked)
            y = self.tabs(p, w, y, {name: say(name, language) for name in TABS})
            top, low = self.search(p, w, y, say("search", language)), h - LEGEND
            has_legend = low - top >= LIST
            low = low if has_legend else h
            self.scrolled(p, w, top, low, lambda: self._list(p, w, top, low, view, board, language))
            if has_legend:
                self._legend(p, w, low, language)
        self.drag(p, lambda item: _face(item, language))

    def _owners(
        self,
        p: Paint,
        w: float,
        board: Board,
        titles: Sequence[tuple[str, str]],
        columns: int,
        asked: Intents,
    ) -> float:
        """Draw the consoles whose diagrams there are; return where the next thing begins."""
        if len(titles) < 2:
            return 10.0
        wide = (w - 16) / columns
        for place, (owner, title) in enumerate(titles):
            x, y = 8 + place % columns * wide, 10 + place // columns * ROW
            is_chosen = owner == board.owner
            if is_chosen:
                p.fill(x, y, wide, ROW, theme.ACCD, 6)
            clicked, is_over = controls.row_button(p, x, y, wide, ROW, f"owner {owner}")
            colour = theme.TX0 if is_chosen else theme.TX1
            text = fit(p, title, wide - 24, 14, is_chosen)
            p.text(x + 12, y + ROW / 2, text, colour, 14, is_chosen, 0)
            if is_over and text != title:
                imgui.set_tooltip(title)
            if clicked:
                asked.diagram_of = owner
        return 20 + -(-len(titles) // columns) * ROW

    def _list(
        self, p: Paint, w: float, top: float, low: float, view: DiagramView, board: Board,
        language: str,
    ) -> float:  # fmt: skip
        """Draw what is seen of the list; return how tall it is."""
        y = top - self.scroll
        for line in self._lines(board, language):
            tall = 26.0 if isinstance(line, str) else ROW
            if top - tall < y < low:
                if isinstance(line, str):
                    p.text(16, y + 14, line, theme.TX1, 13, True, 0)
                elif isinstance(line, Item):
                    self._item(p, w, y, line, board, language)
                else:
                    self._node(p, w, y, line, view, board, language)
            y += tall
        return y + self.scroll - top

    def _lines(self, board: Board, language: str) -> Iterator[str | Item | Node]:
        graph = board.sheet.graph
        if self.tab == "list":
            found = board.sheet.find(self.text, language) if self.text else graph.nodes.values()
            yield say("found", language).format(len(list(found)))
            yield from found
            return
        sections = palette.list_sections(board.scene, graph)
        found = palette.search(sections, self.text, lambda kind: title_of(kind).text, board.owner)
        if not found:
            yield phrases.say("not_found", language)
        for section in found:
            known = FAMILIES.get(section.title)
            yield known.in_language(language) if known else say(section.title, language)
            yield from section.items

    def _item(self, p: Paint, w: float, y: float, item: Item, board: Board, language: str) -> None:
        controls.row_button(p, 8, y, w - 16, ROW, f"{item.role} {item.name}")
        self.offer(item)
        title = title_of(item.kind)
        text = title.text.in_language(language)
        if item.role in NAMED:
            text = short(item.name, board.owner)
        p.icon(26, y + ROW / 2, title.icon, theme.TX2, 12)
        p.text(44, y + ROW / 2, fit(p, text, w - 76, 14), theme.TX0, 14, False, 0)
        sign(p, w - 22, y + ROW / 2, item.pin, COLOURS[item.pin])

    def _node(
        self, p: Paint, w: float, y: float, node: Node, view: DiagramView, board: Board,
        language: str,
    ) -> None:  # fmt: skip
        sheet = board.sheet
        clicked, _ = controls.row_button(p, 8, y, w - 16, ROW, node.key)
        if node.key in sheet.selected:
            p.outline(8, y, w - 16, ROW, theme.ACC, 6)
        title = node.title.in_language(language) if isinstance(node.title, Text) else node.title
        p.icon(26, y + ROW / 2, title_of(node.kind).icon, theme.TX2, 12)
        p.text(44, y + ROW / 2, fit(p, title, w - 76, 14), theme.TX0, 14, False, 0)
        pins = node.outputs or node.inputs
        if pins:
            sign(p, w - 22, y + ROW / 2, pins[0].sign, COLOURS[pins[0].sign])
        if clicked:
            sheet.selected = {node.key}
            view.show(sheet.rect(node.key))

    def _legend(self, p: Paint, w: float, y: float, language: str) -> None:
        p.fill(12, y, w - 24, 1, theme.LINE)
        controls.heading(p, y + 8, say("pins", language))
        places = (("number", 22, 44), ("unit", 22, 66), ("logic", 22, 88), ("array", 108, 88))
        for kind, x, dy in places:
            sign(p, x, y + dy, kind, COLOURS[kind])
            p.text(x + 14, y + dy, say(kind, language), theme.TX1, 13, False, 0)
        sign(p, 108, y + 44, "number", COLOURS["number"], False)
        p.text(122, y + 44, say("free_pin", language), theme.TX1, 13, False, 0)


def _face(item: Item, language: str) -> tuple[str, str]:
    title = title_of(item.kind)
    is_named = item.role in NAMED
    return item.name if is_named else title.text.in_language(language), title.icon
