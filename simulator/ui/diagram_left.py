"""The left column of the diagram's page: whose diagram it is, search, kinds of blocks, pins."""

from collections.abc import Sequence

from imgui_bundle import icons_fontawesome_6 as icons

from simulator.editor.board import Board
from simulator.spec.fields import Text
from simulator.ui import diagram_fields as fields
from simulator.ui import theme, windows
from simulator.ui.block_titles import title_of
from simulator.ui.diagram_node import COLOURS, sign
from simulator.ui.diagram_texts import say
from simulator.ui.diagram_view import DiagramView
from simulator.ui.intents import Intents
from simulator.ui.paint import Paint
from simulator.ui.status_bar import fit

ROW, LEGEND = 28.0, 96.0


class Left:
    """What is typed into the search, and how far the list is scrolled."""

    def __init__(self) -> None:
        self.text = ""

    def draw(
        self,
        p: Paint,
        box: tuple[float, float, float, float],
        view: DiagramView,
        board: Board,
        language: str,
        titles: Sequence[tuple[str, str]],
        asked: Intents,
    ) -> None:
        """Draw the column and work it."""
        with windows.opened("##diagram left", box) as commands:
            p.onto(commands)
            p.at(box[0], box[1])
            w, h = box[2] / p.scale, box[3] / p.scale
            p.fill(0, 0, w, h, theme.BG1)
            p.fill(w - 1, 0, 1, h, theme.LINE)
            y = self._owners(p, w, board, titles, asked)
            _, self.text, _ = fields.text_field(
                p, 12, y, w - 24, "search", self.text, say("search", language)
            )
            p.icon(w - 26, y + 15, icons.ICON_FA_MAGNIFYING_GLASS, theme.TX2, 12)
            self._nodes(p, w, y + 42, h - LEGEND, view, board, language)
            self._legend(p, w, h - LEGEND, language)

    def _owners(
        self, p: Paint, w: float, board: Board, titles: Sequence[tuple[str, str]], asked: Intents
    ) -> float:
        y = 10.0
        if len(titles) < 2:
            return y
        for owner, title in titles:
            is_chosen = owner == board.owner
            if is_chosen:
                p.fill(8, y, w - 16, ROW, theme.ACCD, 6)
            clicked, _ = fields.row_button(p, 8, y, w - 16, ROW, f"owner {owner}")
            colour = theme.TX0 if is_chosen else theme.TX1
            p.text(20, y + ROW / 2, fit(p, title, w - 40, 14), colour, 14, is_chosen, 0)
            if clicked:
                asked.diagram_of = owner
            y += ROW
        return y + 10

    def _nodes(
        self, p: Paint, w: float, top: float, low: float, view: DiagramView, board: Board,
        language: str,
    ) -> None:  # fmt: skip
        """List what the search finds in the diagram; a click shows it."""
        sheet = board.sheet
        found = sheet.find(self.text, language)
        if not self.text:
            found = list(sheet.graph.nodes.values())
        y = fields.heading(p, top, say("in_diagram", language))
        count = say("found", language).format(len(found))
        p.text(w - 14, top + 10, count, theme.TX2, 13, False, 1)
        room = max(int((low - y - 8) / ROW), 1)
        for node in found[:room]:
            clicked, _ = fields.row_button(p, 8, y, w - 16, ROW, node.key)
            if node.key in sheet.selected:
                p.outline(8, y, w - 16, ROW, theme.ACC, 6)
            title = node.title.in_language(language) if isinstance(node.title, Text) else node.title
            p.icon(24, y + ROW / 2, title_of(node.kind).icon, theme.TX2, 12)
            p.text(40, y + ROW / 2, fit(p, title, w - 72, 14), theme.TX0, 14, False, 0)
            pins = node.outputs or node.inputs
            if pins:
                sign(p, w - 22, y + ROW / 2, pins[0].kind, COLOURS[pins[0].kind])
            if clicked:
                sheet.selected, board.signal = {node.key}, ""
                view.show(sheet.rect(node.key))
            y += ROW

    def _legend(self, p: Paint, w: float, y: float, language: str) -> None:
        p.fill(12, y, w - 24, 1, theme.LINE)
        fields.heading(p, y + 8, say("pins", language))
        places = (("number", 22, 44), ("logic", 22, 66), ("array", 118, 66))
        for kind, x, dy in places:
            sign(p, x, y + dy, kind, COLOURS[kind])
            p.text(x + 14, y + dy, say(kind, language), theme.TX1, 13, False, 0)
        sign(p, 118, y + 44, "number", COLOURS["number"], False)
        p.text(132, y + 44, say("free_pin", language), theme.TX1, 13, False, 0)
