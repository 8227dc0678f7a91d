"""Fields for what a block, a use or a constant is written with."""

from typing import Any

from simulator.editor import contracts, naming, properties, wires, written
from simulator.editor.board import Board
from simulator.editor.graph import End, Node
from simulator.editor.properties import Property
from simulator.spec.fields import Text
from simulator.ui.editing import controls
from simulator.ui.painting import theme
from simulator.ui.painting.fitting import fit
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import block_words
from simulator.ui.texts.diagram import FORMS, say

LINE = 38.0
NAMED = ("block", "group", "constant", "input", "parameter")  # roles that have a name of their own


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
            found = board.do(lambda d, graph: properties.list_properties(d, graph, node))
            self._properties = found or []
        if node.role not in NAMED:
            return y
        entered = self.field(p, w, y, "name", say("name", language), node.written, "")
        if entered is not None and entered != node.written:
            self._rename(board, node, entered.strip())
        y += LINE
        if node.role in ("constant", "input"):
            return self._number(p, w, y, board, node, language)
        for one in list(self._properties):
            self._property(p, w, y, board, node, one, language)
            y += LINE
        return self._free_inputs(p, w, y, board, node, language)

    def _number(
        self, p: Paint, w: float, y: float, board: Board, node: Node, language: str
    ) -> float:
        """Draw the number of a constant, or what an input is where a use does not wire it."""
        if node.role == "constant":
            text = properties.to_text(board.live.read(node.name), language)
            entered = self.field(p, w, y, "value", say("value", language), text, "")
            number = properties.read_value(entered or "")
            if isinstance(number, int | float):
                board.do(lambda d, graph: written.set_constant(d, graph, node, number))
            return y + LINE
        default = board.sheet.graph.scope.contract.inputs.get(node.written)
        text, label = properties.to_text(default, language), say("unwired", language)
        entered = self.field(p, w, y, "default", label, text, "", hint=say("needed", language))
        if entered is not None:
            number = properties.read_value(entered)
            if number is None or isinstance(number, int | float):
                board.do(lambda d, graph: contracts.set_input(d, graph, node.written, number))
        return y + LINE

    def _free_inputs(
        self, p: Paint, w: float, y: float, board: Board, node: Node, language: str
    ) -> float:
        """Draw a field for each input that no wire leads to."""
        for row, pin in enumerate(node.inputs):
            if pin.wire or node.role not in ("block", "group"):
                continue
            text = properties.to_text(pin.value, language)
            is_ours = node.role == "block"
            name = block_words.name_pin(pin.name, node.kind, language) if is_ours else pin.name
            entered = self.field(p, w, y, f"in {row}", name, text, "")
            number = properties.read_value(entered or "")
            if isinstance(number, int | float):
                end = End(node.key, row)
                board.do(lambda d, graph, end=end, n=number: wires.set_rest(d, graph, end, n))
            y += LINE
        return y

    def _rename(self, board: Board, node: Node, name: str) -> None:
        head, old = board.sheet.graph.scope.head, node.written
        if node.role == "input":
            done = board.do(lambda d, graph: contracts.rename_input(d, graph, old, name))
        elif node.role == "parameter":
            done = board.do(lambda d, graph: contracts.rename_as_shown(d, graph, old, name))
        else:
            done = board.do(lambda d, graph: naming.rename(d, graph, node, name))
        nodes = board.sheet.graph.nodes.values()
        found = {one.key for one in nodes if one.role == node.role and one.written == name}
        if done and (found or f"{node.role} {head}{name}" in board.sheet.graph.nodes):
            board.sheet.selected = found

    def _property(
        self, p: Paint, w: float, y: float, board: Board, node: Node, one: Property, language: str
    ) -> None:
        label = _label_of(node, one, language)
        if one.is_flag or one.words:
            x = w * 0.5
            p.text(16, y + 16, fit(p, label, x - 24, 14), theme.TX1, 14, False, 0)
            options: list[Any] = [False, True] if one.is_flag else list(one.words)
            text = say(str(one.value).lower(), language) if one.is_flag else str(one.value)
            text = block_words.name_choice(text, language)
            if controls.button(p, x, y, w - x - 16, text, one.value is True):
                place = options.index(one.value) if one.value in options else -1
                self._set(board, node, one, options[(place + 1) % len(options)])
            return
        if one.is_in_file:
            p.text(16, y + 16, fit(p, label, w * 0.5 - 24, 14), theme.TX1, 14, False, 0)
            p.text(w - 16, y + 16, say("in_file", language), theme.TX2, 13, False, 1)
            return
        text, limits = properties.to_text(one.value, language), limits_of(one).in_language(language)
        typed = self.typed(one.name, text)
        value = properties.read_value(typed, one.is_list, language)
        is_good = value is None or one.accepts(value)
        is_new = bool(board.inside) and isinstance(value, str)  # the name of a new parameter
        unit = f"{limits} {one.unit}".strip()
        entered = self.field(p, w, y, one.name, label, text, unit, is_good or is_new, limits)
        if entered is None:
            return
        if is_good:
            self._set(board, node, one, value)
        elif board.inside and isinstance(value, str) and naming.NAME.fullmatch(value):
            board.do(lambda d, graph: contracts.lift_value(d, graph, node, one.name, value))
        else:
            ru, en = (_label_of(node, one, each) for each in ("ru", "en"))
            needs = limits_of(one)
            russian = f"{ru}: ожидается {needs.ru}, а не «{entered}»"
            english = f"{en}: expected {needs.en}, not {entered!r}"
            board.draft.refuse(Text(ru=russian, en=english))

    def _set(self, board: Board, node: Node, one: Property, value: Any) -> None:
        if value is not None:
            board.do(lambda d, graph: written.set_parameter(d, graph, node, one.name, value))

    def field(
        self,
        p: Paint,
        w: float,
        y: float,
        key: str,
        label: str,
        text: str,
        unit: str,
        is_good: bool = True,
        hint: str = "",
    ) -> str | None:
        """Draw a labelled field; return what was entered, once."""
        x = w * 0.5
        p.text(16, y + 16, fit(p, label, x - 24, 14), theme.TX1, 14, False, 0)
        shown = self.typed(key, text)
        _, typed, is_done = controls.text_field(p, x, y, w - x - 16, key, shown, hint)
        if not is_good:
            p.outline(x, y, w - x - 16, 31, theme.BAD, 6, 2)
        if unit and typed and p.width(unit, 13) + p.width(typed, 14) < w - x - 40:
            p.text(w - 22, y + 16, unit, theme.TX2, 13, False, 1)
        self.keep(key, typed, text)
        if not is_done:
            return None
        self.forget(key)
        return typed if typed != text else None

    def typed(self, key: str, text: str) -> str:
        """Return what is being typed into a field, or what stands there."""
        return self._typed.get(key, text)

    def keep(self, key: str, typed: str, text: str) -> None:
        """Keep what is being typed where it differs from what stands there."""
        if typed != text:
            self._typed[key] = typed
        else:
            self.forget(key)

    def forget(self, key: str) -> None:
        """Show what stands in a field again."""
        self._typed.pop(key, None)


def _label_of(node: Node, one: Property, language: str) -> str:
    """Return what a parameter is called; a use's has the name that its diagram gave it."""
    is_ours = node.role == "block"
    return block_words.name_parameter(one.name, one.key, language) if is_ours else one.key


def limits_of(one: Property) -> Text:
    """Return what a parameter may be, in a few letters."""
    return FORMS.get(one.form) or Text(ru=one.form, en=one.form)
