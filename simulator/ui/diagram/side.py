"""The right column of the diagram's page: the chosen block or wire, and what can be done."""

from imgui_bundle import imgui

from simulator.editor import contracts
from simulator.editor.board import Board
from simulator.editor.history import COMPARE, Stop
from simulator.editor.node import Node, Pin, short
from simulator.editor.properties import to_text
from simulator.spec.fields import Text
from simulator.ui.areas import Rect
from simulator.ui.diagram.contract import ContractPanel
from simulator.ui.diagram.hands import delete
from simulator.ui.diagram.node import pin_line
from simulator.ui.diagram.notes import NoteFields
from simulator.ui.diagram.parameters import Parameters
from simulator.ui.editing import controls
from simulator.ui.intents import Intents
from simulator.ui.painting import theme, windows
from simulator.ui.painting.fitting import fit
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases
from simulator.ui.texts.block_titles import title_of
from simulator.ui.texts.block_words import name_pin
from simulator.ui.texts.diagram import figure, say

LINE = 28.0


class Side:
    """What is typed for the chosen signal."""

    def __init__(self) -> None:
        self.force = self.limit = ""
        self.op = ">"
        self._signal = ""
        self._parameters = Parameters()
        self._contract = ContractPanel()
        self._note = NoteFields()

    def draw(self, p: Paint, box: Rect, board: Board, language: str, asked: Intents) -> None:
        """Draw the column and work it."""
        with windows.opened("##diagram side", box) as commands:
            w, h = p.over(commands, box)
            p.fill(0, 0, w, h, theme.BG1)
            p.fill(0, 0, 1, h, theme.LINE)
            p.capitals(16, 20, say("properties", language), theme.TX2)
            node = _chosen(board)
            if board.note in board.notes:
                self._note.draw(p, w, 54, board, language)
                return
            if node is not None:
                y = self._node(p, w, board, node, language)
                signal = node.outputs[0].signal if node.outputs else node.inputs[0].signal
            elif board.signal:
                y = self._wire(p, w, board, language)
                signal = board.signal
            elif len(board.sheet.selected) > 1:
                self._several(p, w, board, language)
                return
            elif board.inside:
                y = self._contract.draw(p, w, 44, board, language)
                self._stops(p, w, y, board, language)
                return
            else:
                p.text(16, 60, say("nothing", language), theme.TX2, 14, False, 0)
                self._stops(p, w, 92, board, language)
                return
            if signal:
                y = self._work(p, w, y, board, signal, language)
            if node is not None:
                y = self._written(p, w, y, board, node, language, asked)
            self._stops(p, w, y, board, language)

    def _several(self, p: Paint, w: float, board: Board, language: str) -> None:
        """What can be done with several nodes."""
        text = say("chosen", language).format(len(board.sheet.selected))
        p.text(16, 54, text, theme.TX0, 18, True, 0)
        deeds = {"gather": board.gather, "copy": board.copy, "delete": lambda: delete(board)}
        for row, (name, deed) in enumerate(deeds.items()):
            if controls.button(p, 16, 84 + 42 * row, w - 32, say(name, language)):
                deed()

    def _node(self, p: Paint, w: float, board: Board, node: Node, language: str) -> float:
        title = node.title.in_language(language) if isinstance(node.title, Text) else node.title
        p.text(16, 54, fit(p, title, w - 90, 18, True), theme.TX0, 18, True, 0)
        if node.number:
            text = say("number_of", language).format(node.number)
            p.text(w - 16, 54, text, theme.TX2, 13, False, 1)
        p.text(16, 80, title_of(node.kind).text.in_language(language), theme.TX1, 14, False, 0)
        y = self._parameters.draw(p, w, 100, board, node, language)
        y = self._named(p, w, y, board, node, language)
        y = controls.heading(p, y + 4, say("live", language))
        for pin in (*node.inputs, *node.outputs):
            y = self._pin(p, w, y, board, node, pin, language)
        return y + 6

    def _named(
        self, p: Paint, w: float, y: float, board: Board, node: Node, language: str
    ) -> float:
        """What can be done with a use, and inside one with a block's outputs."""
        half = (w - 40) / 2
        if node.role == "group":
            if controls.button(p, 16, y, half, say("enter", language)):
                asked_to_enter = board.enter(node)
                board.wants_fit = asked_to_enter
            elif controls.button(p, 24 + half, y, half, say("dissolve", language)):
                board.dissolve()
            y += 42
        if board.inside and node.role in ("block", "group"):
            given = {
                one.written for one in board.sheet.graph.nodes.values() if one.role == "result"
            }
            for pin in node.outputs:
                is_on, name = pin.wire in given, "" if len(node.outputs) == 1 else f" {pin.name}"
                text = say("is_output" if is_on else "make_output", language) + name
                if controls.button(p, 16, y, w - 32, text, is_on):
                    board.do(lambda d, g, wire=pin.wire: contracts.toggle_output(d, g, wire))
                y += 42
        return y

    def _pin(
        self, p: Paint, w: float, y: float, board: Board, node: Node, pin: Pin, language: str
    ) -> float:
        value = figure(board.live.value(pin), pin.kind, language)
        if pin.unit not in (None, "1"):
            value += f" {pin.unit}"
        clicked, _ = controls.row_button(p, 8, y, w - 16, LINE, f"pin {pin.name} {y}")
        name = pin.name or short(pin.signal, board.owner)
        signal = short(pin.signal, board.owner)
        is_alone = signal in ("", name) or name == "out"
        if node.role == "block":
            name = name_pin(name, node.kind, language)
        label = name if is_alone else f"{name}: {signal}"
        if p.width(label, 14) > w - 70 - p.width(value, 14, True):
            label = name
        pin_line(p, 16, y + LINE / 2, w - 32, label, value, pin.sign)
        if clicked and pin.signal:
            board.signal, board.sheet.selected = pin.signal, set()
        return y + LINE

    def _wire(self, p: Paint, w: float, board: Board, language: str) -> float:
        signal, node = board.signal, board.node_of(board.signal)
        p.text(16, 54, fit(p, signal, w - 32, 18, True), theme.TX0, 18, True, 0)
        kind, unit = "number", None
        if node is not None:
            pin = next(pin for pin in node.outputs if pin.signal == signal)
            kind, unit = pin.sign, pin.unit
        p.text(16, 80, say(kind, language), theme.TX1, 14, False, 0)
        value = figure(board.live.read(signal), kind, language)
        if unit not in (None, "1"):
            value += f" {unit}"
        y = controls.heading(p, 100, say("live", language))
        pin_line(p, 16, y + LINE / 2, w - 32, signal, value, kind)
        y += LINE
        readers = [wire.target.node for wire in board.sheet.graph.wires if wire.signal == signal]
        if readers:
            y = controls.heading(p, y + 6, say("reads", language))
            for key in readers[:6]:
                clicked, _ = controls.row_button(p, 8, y, w - 16, 24, f"reader {key}")
                name = key.partition(" ")[2]
                p.text(20, y + 12, fit(p, name, w - 40, 14), theme.TX1, 14, False, 0)
                if clicked:
                    board.sheet.selected = {key}
                y += 24
        return y + 6

    def _work(
        self, p: Paint, w: float, y: float, board: Board, signal: str, language: str
    ) -> float:
        """Buttons of a signal: plot, force, stop when."""
        if signal != self._signal:
            self._signal, self.force, self.limit = signal, "", ""
        p.fill(16, y, w - 32, 1, theme.LINE)
        half = (w - 40) / 2
        is_plotted = signal in board.plotted
        if controls.button(
            p, 16, y + 10, w - 32, say("unplot" if is_plotted else "plot", language)
        ):
            board.plot(signal)
        y += 54
        value = board.live.read(signal)
        hint = "" if value is None else to_text(float(f"{value:.6g}"), language)
        _, self.force, done = controls.text_field(p, 16, y, half, "force", self.force, hint)
        is_forced = signal in board.live.forced
        text = say("release" if is_forced and not self.force else "force", language)
        if controls.button(p, 24 + half, y - 1, half, text, is_forced) or (done and _entered()):
            if is_forced and not self.force:
                board.release(signal)
            elif (number := read_number(self.force or hint)) is not None:
                board.force(signal, number)
                self.force = ""
        y += 42
        p.text(16, y + 8, say("stop_when", language), theme.TX1, 13, False, 0)
        y += 24
        if controls.button(p, 16, y - 1, 44, self.op):
            names = list(COMPARE)
            self.op = names[(names.index(self.op) + 1) % len(names)]
        usual = to_text(0.5, language)
        _, self.limit, done = controls.text_field(p, 68, y, half - 52, "limit", self.limit, usual)
        is_set = controls.button(p, 24 + half, y - 1, half, say("stop_add", language))
        if is_set or (done and _entered()):
            if (number := read_number(self.limit or usual)) is not None:
                board.stop_when(Stop(signal, self.op, number))
        return y + 48

    def _written(
        self, p: Paint, w: float, y: float, board: Board, node: Node, language: str, asked: Intents
    ) -> float:
        """Name the line that a block is written in; a click opens it."""
        line = board.line_of(node)
        if line is None:
            return y
        p.fill(16, y, w - 32, 1, theme.LINE)
        y = controls.heading(p, y + 6, say("written_in", language))
        clicked, is_over = controls.row_button(p, 8, y, w - 16, 26, "line")
        file = line[0].replace("\\", "/").rpartition("/")[2]
        colour = theme.ACC if is_over else theme.INFO
        p.text(16, y + 13, fit(p, f"{file}:{line[1]}", w - 32, 14), colour, 14, False, 0)
        if clicked:
            asked.open_file = line
        return y + 34

    def _stops(self, p: Paint, w: float, y: float, board: Board, language: str) -> None:
        """List the breakpoints; a click takes one away."""
        if not board.history.stops:
            return
        y = controls.heading(p, y, say("stops", language))
        for stop in board.history.stops:
            clicked, _ = controls.row_button(p, 8, y, w - 16, 26, f"stop {stop}")
            number = phrases.number(stop.value, 3, language)
            text = fit(p, f"{stop.signal} {stop.op} {number}", w - 60, 14)
            p.disc(22, y + 13, 5, theme.BAD)
            p.text(36, y + 13, text, theme.TX0, 14, False, 0)
            p.text(w - 20, y + 13, "×", theme.TX2, 16, True, 1)
            if clicked:
                board.stop_when(stop)
            y += 26


def _chosen(board: Board) -> Node | None:
    """Return the one node that is chosen."""
    if len(board.sheet.selected) != 1:
        return None
    return board.sheet.graph.nodes[next(iter(board.sheet.selected))]


def _entered() -> bool:
    return imgui.is_key_pressed(imgui.Key.enter) or imgui.is_key_pressed(imgui.Key.keypad_enter)


def read_number(text: str) -> float | None:
    """Return a typed number, with a comma or a point; words for logic; None if it is none."""
    words_of = {"true": 1.0, "да": 1.0, "false": 0.0, "нет": 0.0}
    plain = text.strip().replace(",", ".").replace("\u2212", "-")
    if plain.lower() in words_of:
        return words_of[plain.lower()]
    try:
        return float(plain)
    except ValueError:
        return None
