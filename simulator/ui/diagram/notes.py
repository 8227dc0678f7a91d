"""Remarks in the diagram's picture: found, drawn, and typed in both languages."""

from collections.abc import Mapping

from imgui_bundle import imgui

from simulator.editor import measure, places
from simulator.editor.board import Board
from simulator.spec.models.console import NoteSpec
from simulator.ui.areas import Rect
from simulator.ui.editing import controls
from simulator.ui.painting import theme
from simulator.ui.painting.paint import Paint, Point
from simulator.ui.texts.diagram import say

READABLE = 0.34  # zoom from which texts are drawn
TALL = 92.0


def find(notes: Mapping[str, NoteSpec], x: float, y: float) -> str:
    """Return the name of the remark at a point of the sheet, "" if none is there."""
    for name, one in reversed([*notes.items()]):
        left, top = one.at
        wide, tall = measure.box_of_note(one.text)
        if left <= x <= left + wide and top <= y <= top + tall:
            return name
    return ""


def bounds(area: Rect, notes: Mapping[str, NoteSpec]) -> Rect:
    """Return an area of the sheet with all remarks."""
    boxes = [(*one.at, *measure.box_of_note(one.text)) for one in notes.values()]
    left, top = min([area[0], *(x for x, _, _, _ in boxes)]), min([area[1], *(b[1] for b in boxes)])
    right = max([area[0] + area[2], *(x + w for x, _, w, _ in boxes)])
    low = max([area[1] + area[3], *(y + h for _, y, _, h in boxes)])
    return left, top, right - left, low - top


def draw(
    p: Paint, one: NoteSpec, shift: Point, language: str, zoom: float, is_chosen: bool
) -> None:
    """Draw a remark: lines of text on a plain card."""
    lines = one.text.in_language(language).splitlines() or [""]
    wide, tall = measure.box_of_note(one.text)
    x, y = one.at[0] + shift[0], one.at[1] + shift[1]
    p.fill(x, y, wide, tall, theme.fade(theme.BG3, 0.8), 4)
    p.fill(x, y, 3, tall, theme.INFO, 1)
    if is_chosen:
        p.outline(x, y, wide, tall, theme.ACC, 4, 2)
    if zoom >= READABLE:
        for row, line in enumerate(lines):
            p.text(x + 14, y + 16 + 18 * row, line, theme.TX1, 13, False, 0)


class NoteFields:
    """What is being typed into the chosen remark, by language."""

    def __init__(self) -> None:
        self._note = ""
        self._typed: dict[str, str] = {}

    def draw(self, p: Paint, w: float, y: float, board: Board, language: str) -> float:
        """Draw the fields and write what is entered; return where the next thing is."""
        name = board.note
        if name != self._note:
            self._note, self._typed = name, {}
        text = board.notes[name].text
        p.text(16, y, say("note", language), theme.TX0, 18, True, 0)
        y += 22
        for one in (language, "en" if language == "ru" else "ru"):
            y = controls.heading(p, y, say(f"text_{one}", language))
            imgui.set_cursor_screen_pos(p.snap(16, y))
            size = ((w - 32) * p.scale, TALL * p.scale)
            with controls.typing(p):
                shown = self._typed.get(one, text.in_language(one))
                _, self._typed[one] = imgui.input_text_multiline(f"##note {one}", shown, size)
            if imgui.is_item_deactivated_after_edit():
                both = {one: self._typed.get(one, text.in_language(one)) for one in ("ru", "en")}
                written = both["en"] if both["ru"] == both["en"] else both
                self._typed = {}
                self._write(board, name, written)
                return y + TALL
            y += TALL + 8
        if controls.button(p, 16, y, w - 32, say("delete", language)):
            board.note = ""
            self._write(board, name, "")
        return y + 50

    def _write(self, board: Board, name: str, text: str | dict[str, str]) -> None:
        board.do(lambda draft, graph: places.set_note(draft, graph, name, text))
