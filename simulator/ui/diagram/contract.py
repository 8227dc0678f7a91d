"""The right column inside a named diagram: its name, and its parameters for all uses."""

from simulator.editor import contracts, properties
from simulator.editor.board import Board
from simulator.ui.diagram.parameters import LINE, Parameters
from simulator.ui.editing import controls
from simulator.ui.painting import theme
from simulator.ui.painting.fitting import fit
from simulator.ui.painting.paint import Paint
from simulator.ui.texts.diagram import say


class ContractPanel:
    """What is being typed for the open diagram."""

    def __init__(self) -> None:
        self._fields = Parameters()

    def draw(self, p: Paint, w: float, y: float, board: Board, language: str) -> float:
        """Draw the panel and write what is entered; return where the next thing is."""
        scope = board.sheet.graph.scope
        p.text(16, y + 12, fit(p, scope.diagram, w - 32, 18, True), theme.TX0, 18, True, 0)
        uses = sum(use.diagram == scope.diagram for use in scope.part.uses.values())
        uses += sum(
            block.diagram == scope.diagram
            for spec in scope.part.diagrams.values()
            for block in spec.blocks.values()
        )
        text = say("uses", language).format(uses)
        p.text(16, y + 38, text, theme.TX2, 13, False, 0)
        y += 58
        label = say("name", language)
        entered = self._fields.field(p, w, y, "diagram", label, scope.diagram, "")
        if entered:
            board.do(lambda d, graph: contracts.rename_diagram(d, graph, entered.strip()))
        y = controls.heading(p, y + LINE + 4, say("parameters", language))
        for name, parameter in scope.contract.parameters.items():
            y = self._parameter(p, w, y, board, name, parameter.key, parameter.default, language)
        if controls.button(p, 16, y, w - 32, say("add_parameter", language)):
            board.do(lambda d, graph: contracts.add_parameter(d, graph))
        y += 42
        if controls.button(p, 16, y, w - 32, say("add_input", language)):
            board.do(lambda d, graph: contracts.add_input(d, graph))
        return y + 50

    def _parameter(
        self, p: Paint, w: float, y: float, board: Board, name: str, key: str, default: object,
        language: str,
    ) -> float:  # fmt: skip
        """Draw key, default and a cross."""
        half = (w - 64) / 2
        text = properties.to_text(default, language)
        _, typed, done = controls.text_field(p, 16, y, half, f"key {name}", self._shown(name, key))
        self._typed(name, typed, key)
        if done and typed.strip() != key:
            self._fields.forget(name)
            board.do(lambda d, graph: contracts.rename_parameter(d, graph, name, typed.strip()))
        slot, hint = f"{name} =", say("needed", language)
        _, typed, done = controls.text_field(
            p, 22 + half, y, half, f"default {name}", self._shown(slot, text), hint
        )
        self._typed(slot, typed, text)
        if done and typed != text:
            self._fields.forget(slot)
            value = properties.read_value(typed, isinstance(default, list), language)
            board.do(lambda d, graph: contracts.set_default(d, graph, name, value))
        clicked, is_over = controls.row_button(p, w - 38, y + 2, 26, 28, f"drop {name}")
        p.text(w - 25, y + 16, "×", theme.BAD if is_over else theme.TX2, 16, True)
        if clicked:
            board.do(lambda d, graph: contracts.drop_parameter(d, graph, name))
        return y + LINE

    def _shown(self, slot: str, text: str) -> str:
        return self._fields.typed(slot, text)

    def _typed(self, slot: str, typed: str, text: str) -> None:
        self._fields.keep(slot, typed, text)
