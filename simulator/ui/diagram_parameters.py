"""Fields for what a block or a constant is written with."""

from typing import Any

from simulator.editor import edits, properties
from simulator.editor.board import Board
from simulator.editor.graph import Node, short
from simulator.editor.properties import Property
from simulator.ui import diagram_fields as fields
from simulator.ui import theme
from simulator.ui.diagram_texts import say
from simulator.ui.paint import Paint
from simulator.ui.status_bar import fit

LINE = 38.0


class Parameters:
    """What is being typed for the chosen node, by field."""

    def __init__(self) -> None:
        self._typed: dict[str, str] = {}
        self._shown: tuple[Any, str] = (None, "")  # scene and node of `_properties`
        self._properties: list[Property] = []

    def draw(self, p: Paint, w: float, y: float, board: Board, node: Node, language: str) -> float:
        """Draw the fields of a node and write what is entered; return where the next thing is."""
        if self._shown[0] is not board.scene or self._shown[1] != node.key:
            self._shown, self._typed = (board.scene, node.key), {}
            self._properties = []
            if board.draft is not None:
                found = board.do(lambda draft, _: properties.list_properties(draft, node), True)
                self._properties = found or []
        if node.role not in ("block", "constant"):
            return y
        name = short(node.name, board.owner)
        entered = self._field(p, w, y, "name", say("name", language), name, "")
        if entered is not None and entered != name:
            self._rename(board, node, entered.strip())
        y += LINE
        if node.role == "constant":
            text = properties.to_text(board.read(node.name))
            entered = self._field(p, w, y, "value", say("value", language), text, "")
            number = properties.read_value(entered or "")
            if isinstance(number, int | float):
                board.do(lambda draft, _: edits.set_constant(draft, node, number))
            return y + LINE
        for one in list(self._properties):
            self._property(p, w, y, board, node, one, language)
            y += LINE
        return y

    def _rename(self, board: Board, node: Node, name: str) -> None:
        head = f"{board.owner}." if board.owner else ""
        role = node.role
        if board.do(lambda draft, graph: edits.rename(draft, graph, node, name)):
            board.sheet.selected = {f"{role} {head}{name}"}

    def _property(
        self, p: Paint, w: float, y: float, board: Board, node: Node, one: Property, language: str
    ) -> None:
        if one.is_flag or one.words:
            x = w * 0.5
            p.text(16, y + 16, fit(p, one.key, x - 24, 14), theme.TX1, 14, False, 0)
            options: list[Any] = [False, True] if one.is_flag else list(one.words)
            text = say(str(one.value).lower(), language) if one.is_flag else str(one.value)
            if fields.button(p, x, y, w - x - 16, text, one.value is True):
                place = options.index(one.value) if one.value in options else -1
                self._set(board, node, one, options[(place + 1) % len(options)])
            return
        text = properties.to_text(one.value)
        entered = self._field(p, w, y, one.name, one.key, text, one.unit)
        if entered is not None:
            self._set(board, node, one, properties.read_value(entered, one.is_list))

    def _set(self, board: Board, node: Node, one: Property, value: Any) -> None:
        if value is not None:
            board.do(lambda draft, _: edits.set_parameter(draft, node, one.name, value), True)

    def _field(
        self, p: Paint, w: float, y: float, key: str, label: str, text: str, unit: str
    ) -> str | None:
        """Draw a labelled field; return what was entered, once."""
        x = w * 0.5
        p.text(16, y + 16, fit(p, label, x - 24, 14), theme.TX1, 14, False, 0)
        shown = self._typed.get(key, text)
        _, typed, is_done = fields.text_field(p, x, y, w - x - 16, key, shown)
        if unit:
            p.text(w - 22, y + 16, unit, theme.TX2, 13, False, 1)
        if typed != text:
            self._typed[key] = typed
        if not is_done:
            return None
        self._typed.pop(key, None)
        return typed if typed != text else None
