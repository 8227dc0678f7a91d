"""The sheet of a diagram under the pointer: what is seen of it, drawn once and laid below."""

import math

from imgui_bundle import imgui

from simulator.editor.board import Board
from simulator.editor.graph import LOGIC, End, Node, Wire
from simulator.editor.sheet import Sheet
from simulator.ui.areas import Rect
from simulator.ui.diagram import node as diagram_node
from simulator.ui.diagram import notes as diagram_notes
from simulator.ui.painting import theme, windows
from simulator.ui.painting.paint import Paint
from simulator.ui.texts.diagram import figure

LEVELS = tuple(0.08 * 1.15**step for step in range(-8, 24))  # zooms: few, so that fonts are few
WHOLE, FAR = 26, 8  # levels nearest to 100 %, and from which blocks can be told apart
GRID = theme.rgb("#FFFFFF", 0.035)
DIM = 0.42  # opacity of a logic wire that is false
PALE = 0.45  # of wires that are not tied to what is chosen
VALUES = 0.52  # zoom from which values stand on the wires
MARGIN = 40.0
FOOT = 46.0  # at the foot of the sheet, where its file is told


class DiagramView:
    """Where the sheet is seen from: pan and zoom; and what hands do on it."""

    def __init__(self, paint: Paint) -> None:
        self.brush = Paint(paint.fonts, paint.scale)
        self.x = self.y = 0.0  # of the sheet, at the upper left corner of the view
        self.level = WHOLE
        self.box: Rect = (0.0, 0.0, 100.0, 100.0)
        self.scale = paint.scale
        self.hovered: Node | None = None
        self.nodes: list[str] = []  # that are seen
        self.wires: list[Wire] = []
        self._key: object = None
        self._still: tuple[imgui.ImDrawList, Rect] | None = None
        self.area: Rect | None = None  # of a selection being drawn
        self.thread: tuple[End, bool] | None = None  # pin that a wire is drawn from
        self._grip = ""  # "nodes", "area", "pan", "thread"
        self._begun = (0.0, 0.0)
        self._alone = ""  # of several that are chosen, the node that is if none is moved
        self.moved = (0.0, 0.0)  # of the nodes, or the remark, that were just let go
        self.moved_note = ""  # the remark
        self._shift = (0.0, 0.0)  # of the remark that is dragged
        self.dropped: tuple[End, bool] | None = None  # pin whose new wire was just let go
        self.clicked = ""  # signal of the wire that was clicked
        self.opened: Node | None = None  # by a double click
        self.wants_fit = True
        self._fitted: object = None  # from where all of the sheet was seen
        self.covered = 0.0, 0.0  # of the upper right corner, at 100 %
        self._looked: object = None

    @property
    def zoom(self) -> float:
        """Pixels at 100 % for one of the sheet."""
        return LEVELS[self.level]

    @property
    def is_fitted(self) -> bool:
        """Whether it is as it was when all of the sheet was shown: no hand has moved it."""
        return self._fitted == (self.x, self.y, self.level)

    def to_sheet(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the sheet at a point of the window."""
        scale = self.scale * self.zoom
        return self.x + (x - self.box[0]) / scale, self.y + (y - self.box[1]) / scale

    def middle(self) -> tuple[float, float]:
        """Return the point of the sheet in the middle of what is seen."""
        return self.to_sheet(self.box[0] + self.box[2] / 2, self.box[1] + self.box[3] / 2)

    def fit(self, area: Rect) -> None:
        """Look at an area as closely as it can be seen whole, beside or below what covers it.

        It ends above what is told at the foot. One that is too large for that has all of the view,
        partly covered.
        """
        wide, tall = self.box[2] / self.scale, self.box[3] / self.scale
        w, h = self.covered
        beside, below = (0.0, wide - w, tall - FOOT), (h, wide, tall - h - FOOT)
        whole = 0.0, wide, tall
        tried = [(level, room) for level in range(WHOLE, FAR - 1, -1) for room in (beside, below)]
        tried += [(level, whole) for level in range(WHOLE, -1, -1)]
        need = area[2] + 2 * MARGIN, area[3] + 2 * MARGIN
        fitting = (
            (level, room)
            for level, room in tried
            if need[0] * LEVELS[level] <= room[1] and need[1] * LEVELS[level] <= room[2]
        )
        self.level, (top, width, height) = next(fitting, (0, whole))
        self.x = area[0] + area[2] / 2 - width / 2 / self.zoom
        self.y = area[1] + area[3] / 2 - (top + height / 2) / self.zoom

    def reveal(self, area: Rect) -> None:
        """Look at an area unless it is seen already."""
        w, h = self.box[2] / self.scale / self.zoom, self.box[3] / self.scale / self.zoom
        is_seen = self.x < area[0] and area[0] + area[2] < self.x + w
        if not is_seen or not (self.y < area[1] and area[1] + area[3] < self.y + h):
            self.show(area)

    def show(self, area: Rect) -> None:
        """Look at an area, from near enough to read it."""
        self.level = max(self.level, WHOLE - 3)
        self._centre(area)

    def _centre(self, area: Rect) -> None:
        wide, tall = self.box[2] / self.scale / self.zoom, self.box[3] / self.scale / self.zoom
        self.x = area[0] + area[2] / 2 - wide / 2
        self.y = area[1] + area[3] / 2 - tall / 2

    def zoom_at(self, x: float, y: float, steps: int) -> None:
        """Look nearer or from farther away; the point of the window stays where it is."""
        before = self.to_sheet(x, y)
        self.level = min(max(self.level + steps, 0), len(LEVELS) - 1)
        after = self.to_sheet(x, y)
        self.x += before[0] - after[0]
        self.y += before[1] - after[1]

    # -- drawing

    def draw(self, p: Paint, box: Rect, board: Board, language: str) -> imgui.ImDrawList:
        """Draw what moves: values on wires; and work the sheet with the pointer."""
        self.box, self.scale = box, p.scale
        sheet = board.sheet
        if self.wants_fit:
            self.wants_fit = False
            self.fit(diagram_notes.bounds(sheet.bounds(), board.notes))
            self._fitted = self.x, self.y, self.level
        self._work(sheet, board)
        zoom = p.scale * self.zoom
        if self.brush.scale != zoom:
            self.brush.rescale(zoom)
        self._look(sheet)
        commands = imgui.get_window_draw_list()
        self._redraw(board, language)
        q = self._aim(commands)
        commands.push_clip_rect(box[:2], (box[0] + box[2], box[1] + box[3]), True)
        self._values(q, board, language)
        self._walked(q, board)
        self._chosen_area(q)
        self._threaded(q, sheet)
        commands.pop_clip_rect()
        return commands

    def take_still(self) -> tuple[imgui.ImDrawList, Rect] | None:
        """Return, once after every change, the part that does not move and its box."""
        fresh, self._still = self._still, None
        return fresh

    def forget_still(self) -> None:
        """Have the still part drawn again."""
        self._key = None

    def _aim(self, commands: imgui.ImDrawList) -> Paint:
        q, zoom = self.brush, self.scale * self.zoom
        q.onto(commands)
        q.at(self.box[0] - self.x * zoom, self.box[1] - self.y * zoom)
        return q

    def _look(self, sheet: Sheet) -> None:
        """Find what is seen."""
        x, y = self.x, self.y
        w, h = self.box[2] / self.scale / self.zoom, self.box[3] / self.scale / self.zoom
        key = (x, y, w, h, sheet.version, id(sheet))
        if self._looked == key:
            return
        self._looked = key
        inside = sheet.inside((x - 8, y - 8, w + 16, h + 16))
        self.nodes = [key for key in sheet.graph.nodes if key in inside]
        self.wires = []
        for wire in sheet.graph.wires:
            path = sheet.path(wire)
            xs, ys = [one[0] for one in path], [one[1] for one in path]
            if min(xs) - 90 < x + w and x < max(xs) + 90 and min(ys) < y + h and y < max(ys):
                self.wires.append(wire)
            elif wire.source.node in inside or wire.target.node in inside:
                self.wires.append(wire)

    def _redraw(self, board: Board, language: str) -> None:
        """Draw the still part again if anything of it has changed."""
        sheet, graph = board.sheet, board.sheet.graph
        lit = tuple(
            (board.live.read(wire.signal) or 0.0) > 0.5 for wire in self.wires if wire.kind == LOGIC
        )
        chosen = frozenset(sheet.selected)
        forced, bad = frozenset(board.live.forced), board.bad
        notes = (tuple(board.notes.items()), board.note, self._shift)
        key = (self.box, self.x, self.y, self.level, self.scale, language, lit, chosen, forced)
        key = (*key, board.signal, sheet.version, board.owner, id(sheet), bad, notes)
        if key == self._key:
            return
        self._key = key
        commands = windows.make_list()
        q = self._aim(commands)
        self._ground(q)
        rings = graph.list_ringed() | bad
        for name, note in board.notes.items():
            shift = self._shift if name == board.note else (0.0, 0.0)
            diagram_notes.draw(q, note, shift, language, self.zoom, name == board.note)
        for is_front in (False, True):
            for wire in self.wires:
                if _is_chosen(wire, board) == is_front:
                    self._wire(q, board, wire, chosen, rings)
        for name in self.nodes:
            place, node = sheet.places[name], graph.nodes[name]
            is_bad = name in rings or not node.is_sound
            diagram_node.draw(q, node, place, language, self.zoom, name in chosen, is_bad)
            diagram_node.draw_pins(q, node, place, self.zoom)
        self._still = commands, self.box

    def _ground(self, q: Paint) -> None:
        w, h = self.box[2] / self.scale / self.zoom, self.box[3] / self.scale / self.zoom
        q.fill(self.x, self.y, w, h, theme.BG1)
        step = 40.0 if self.zoom > 0.5 else 200.0
        x, y = math.ceil(self.x / step) * step, math.ceil(self.y / step) * step
        while x < self.x + w:
            q.line(x, self.y, x, self.y + h, GRID)
            x += step
        while y < self.y + h:
            q.line(self.x, y, self.x + w, y, GRID)
            y += step

    def _wire(
        self, q: Paint, board: Board, wire: Wire, chosen: frozenset[str], rings: set[str]
    ) -> None:
        colour, thick = diagram_node.COLOURS[wire.kind], 2.0
        if wire.kind == LOGIC and not (board.live.read(wire.signal) or 0.0) > 0.5:
            colour = theme.fade(colour, DIM)
        if wire.signal in board.live.forced:
            colour, thick = theme.FORCED, 2.5
        if wire.source.node in rings and wire.target.node in rings:
            colour, thick = theme.BAD, 3.0
        if _is_chosen(wire, board):
            thick = 4.0
        elif chosen and not {wire.source.node, wire.target.node} & chosen:
            colour = theme.fade(colour, PALE)
        diagram_node.wire(q, board.sheet.path(wire), colour, thick)

    def _values(self, q: Paint, board: Board, language: str) -> None:
        """Write values behind the outputs' pins."""
        if self.zoom < VALUES:
            return
        sheet = board.sheet
        for key in self.nodes:
            node = sheet.graph.nodes[key]
            for row, pin in enumerate(node.outputs):
                x, y = sheet.pin(End(key, row), True)
                is_forced = pin.signal in board.live.forced
                text = figure(board.live.value(pin), pin.kind, language)
                colour = diagram_node.COLOURS[pin.sign]
                if board.live.is_waiting(pin.signal):
                    colour = theme.LINE2
                diagram_node.pill(q, x + 11, y, text, colour, is_forced)

    def _walked(self, q: Paint, board: Board) -> None:
        """Mark the block that was evaluated last."""
        if board.live.at in board.sheet.places:
            x, y, w, h = board.sheet.rect(board.live.at)
            q.outline(x - 5, y - 5, w + 10, h + 10, theme.OK, 12, 3)

    def _chosen_area(self, q: Paint) -> None:
        if self.area is not None:
            x, y, w, h = _upright(self.area)
            q.fill(x, y, w, h, theme.fade(theme.ACC, 0.12))
            q.outline(x, y, w, h, theme.ACC)

    def _threaded(self, q: Paint, sheet: Sheet) -> None:
        if self.thread is None:
            return
        end, is_output = self.thread
        pin = sheet.pin(end, is_output)
        mouse = imgui.get_mouse_pos()
        path = [pin, self.to_sheet(mouse.x, mouse.y)]
        diagram_node.wire(q, path if is_output else path[::-1], theme.ACC)

    # -- the pointer

    def _work(self, sheet: Sheet, board: Board) -> None:
        """Pan, zoom, choose and move; what was clicked besides is in `clicked`."""
        imgui.set_cursor_screen_pos(self.box[:2])
        buttons = imgui.ButtonFlags_.mouse_button_left | imgui.ButtonFlags_.mouse_button_middle
        buttons |= imgui.ButtonFlags_.mouse_button_right
        imgui.set_next_item_allow_overlap()  # what is drawn over the sheet is touched first
        imgui.invisible_button("##sheet", self.box[2:], buttons)
        io, mouse = imgui.get_io(), imgui.get_mouse_pos()
        is_over = imgui.is_item_hovered()
        at = self.to_sheet(mouse.x, mouse.y)
        self.hovered = sheet.node_at(*at) if is_over else None
        self.moved, self.clicked, self.opened, self.dropped = (0.0, 0.0), "", None, None
        self.moved_note = ""
        if is_over and self.hovered and imgui.is_mouse_double_clicked(imgui.MouseButton_.left):
            self.opened = self.hovered
        if is_over and io.mouse_wheel:
            self.zoom_at(mouse.x, mouse.y, 1 if io.mouse_wheel > 0 else -1)
        if imgui.is_item_activated():
            self._begun = at
            self._grip = self._take(sheet, board, at)
            return  # how the pointer came here is no drag
        if not imgui.is_item_active():
            self._let_go(sheet, board)
            return
        scale = self.scale * self.zoom
        if self._grip == "pan":
            self.x -= io.mouse_delta.x / scale
            self.y -= io.mouse_delta.y / scale
        elif self._grip == "note":
            self._shift = (at[0] - self._begun[0], at[1] - self._begun[1])
        elif self._grip == "area":
            self.area = (*self._begun, at[0] - self._begun[0], at[1] - self._begun[1])
        elif self._grip == "nodes" and (io.mouse_delta.x or io.mouse_delta.y):
            sheet.move(sheet.selected, io.mouse_delta.x / scale, io.mouse_delta.y / scale)

    def _take(self, sheet: Sheet, board: Board, at: tuple[float, float]) -> str:
        if not imgui.is_mouse_down(imgui.MouseButton_.left):
            return "pan"
        board.note = ""
        pin = sheet.pin_at(*at, near=9.0)
        if pin is not None:
            self.thread = pin
            return "thread"
        if self.hovered is None:
            wire = sheet.wire_at(*at, near=9.0 / self.zoom)
            self.clicked = sheet.value_at(*at) or (wire.signal if wire else "")
            if not self.clicked and not imgui.get_io().key_shift:
                sheet.selected = set()
                board.note = diagram_notes.find(board.notes, *at)
                if board.note:
                    board.signal = ""
                    return "note"
            return "" if self.clicked else "area"
        key = self.hovered.key
        if imgui.get_io().key_shift:
            sheet.selected ^= {key}
        elif key not in sheet.selected:
            sheet.selected = {key}
        else:
            self._alone = key
        return "nodes"

    def _let_go(self, sheet: Sheet, board: Board) -> None:
        if self._grip in ("nodes", "note"):
            mouse = imgui.get_mouse_pos()
            at = self.to_sheet(mouse.x, mouse.y)
            self.moved = (at[0] - self._begun[0], at[1] - self._begun[1])
            self.moved_note = board.note if self._grip == "note" else ""
            if self._alone in sheet.selected and max(map(abs, self.moved)) <= 1.0:
                sheet.selected = {self._alone}
        self._shift = (0.0, 0.0)
        self.dropped, self.thread = self.thread, None
        if self._grip == "area" and self.area is not None:
            x, y, w, h = _upright(self.area)
            if w > 3 or h > 3:
                found = sheet.inside((x, y, w, h))
                sheet.selected = sheet.selected | found if imgui.get_io().key_shift else found
        self.area, self._grip, self._alone = None, "", ""


def _is_chosen(wire: Wire, board: Board) -> bool:
    return bool(board.signal) and wire.signal == board.signal


def _upright(area: Rect) -> Rect:
    x, y, w, h = area
    return min(x, x + w), min(y, y + h), abs(w), abs(h)
