"""The pointer over a desk that is edited: widgets are chosen, dragged, sized; the marks on them."""

from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from simulator.laying import geometry, placing
from simulator.laying.geometry import HANDLES, Box, Guide, Point
from simulator.laying.sketch import Sketch
from simulator.ui.desk.desk import Desk
from simulator.ui.painting import theme
from simulator.ui.painting.fitting import wrap
from simulator.ui.painting.paint import Paint
from simulator.ui.texts.laying import say

CLICK = 4.0  # px that a pointer may move in a click
GRIP, REACH = 8.0, 7.0  # px: side of a handle, and from where it is taken
MESH = 2 * geometry.GRID
BAND = theme.fade(theme.ACC, 0.12)
LINES = theme.fade(theme.LINE2, 0.35)
SHADE = theme.fade(theme.BG1, 0.6)


class Seen(NamedTuple):
    """A card as it is shown: its group, its frame and its content's corner in window pixels."""

    group: str
    frame: Box
    corner: Point
    scale: float  # window pixels in one of the content's

    def inside(self, x: float, y: float) -> Point:
        """Return a point of the window in the card's content."""
        return (x - self.corner[0]) / self.scale, (y - self.corner[1]) / self.scale

    def window(self, box: Box) -> Box:
        """Return a box of the content in window pixels."""
        k = self.scale
        x, y = self.corner[0] + box.x * k, self.corner[1] + box.y * k
        return Box(x, y, box.w * k, box.h * k)


class Hand:
    """What the pointer is doing; `cells` has every widget that is seen, in its card's content."""

    def __init__(self) -> None:
        self.cells: dict[str, Box] = {}
        self.cards: list[Seen] = []
        self.box = Box(0.0, 0.0, 0.0, 0.0)  # of the desk in window pixels
        self.action = ""  # move, size, band: while the button is down
        self.language = "en"
        self.wants: list[str] = []  # widgets that would take what is dragged over them
        self._start: Point = (0.0, 0.0)
        self._name = self._handle = ""
        self._card: Seen | None = None  # where the drag began
        self._at: dict[str, Box] = {}  # where the dragged widgets are, in that card
        self._guides: Sequence[Guide] = ()
        self._is_dragged = False

    def look(self, desk: Desk) -> None:
        """See where everything is."""
        self.cells, self.cards, whole = {}, [], desk.paint.whole
        for card in desk.dock.cards:
            (x, y, *_), scale = desk.dock.content(card)
            seen = Seen(desk.dock.group_of(card), Box(*desk.dock.frame(card)), (x, y), scale)
            self.cards.append(seen)
            for name in desk.dock.visible(card):
                f = desk.entries[name].face
                at, share = seen.inside(f.x, f.y), f.zoom * whole / scale
                self.cells[name] = Box(*at, f.w * share, f.h * share)

    def card_at(self, x: float, y: float) -> Seen | None:
        """Return the card under a point of the window."""
        return next((card for card in self.cards if card.frame.holds(x, y)), None)

    def widget_at(self, x: float, y: float, sketch: Sketch) -> str:
        """Return the widget under a point of the window, the smallest where several are."""
        card = self.card_at(x, y)
        if card is None:
            return ""
        point = card.inside(x, y)
        found = [name for name in self._members(card, sketch) if self.cells[name].holds(*point)]
        return min(found, key=lambda name: self.cells[name].w * self.cells[name].h, default="")

    def _members(self, card: Seen, sketch: Sketch) -> list[str]:
        return [name for name in sketch.console.members(card.group) if name in self.cells]

    # -- the pointer

    def work(self, desk: Desk, sketch: Sketch, box: tuple[float, ...]) -> None:
        """Work and mark the desk; called while its window is open."""
        self.look(desk)
        sketch.stretched = desk.dock.stretched
        self.box = Box(*box)
        imgui.set_cursor_screen_pos((box[0], box[1]))
        imgui.invisible_button("##laying", (max(box[2], 1.0), max(box[3], 1.0)))
        mouse = imgui.get_mouse_pos()
        if imgui.is_item_activated():
            self._press(sketch, mouse.x, mouse.y)
        if imgui.is_item_active():
            self._drag(sketch, mouse.x, mouse.y)
        elif self.action:
            self._let_go(sketch, mouse.x, mouse.y)
        over = ""
        if imgui.is_item_hovered() and not self.action:
            over = self.widget_at(mouse.x, mouse.y, sketch)
            self._point(sketch, mouse.x, mouse.y)
        self._mark(desk, sketch, over, (mouse.x, mouse.y))

    def _press(self, sketch: Sketch, x: float, y: float) -> None:
        self._start, self._card, self._is_dragged = (x, y), self.card_at(x, y), False
        self._name, self._handle = "", self._handle_at(sketch, x, y)
        if self._handle:
            self.action, self._name = "size", sketch.chosen[0]
            self._card = self._card_of(sketch, self._name)
            return
        self._name = self.widget_at(x, y, sketch)
        self.action = "move" if self._name else "band"
        is_more = imgui.get_io().key_shift
        if self._name and (is_more or self._name not in sketch.chosen):
            sketch.choose(self._name, is_more)

    def _card_of(self, sketch: Sketch, name: str) -> Seen | None:
        group = sketch.console.group_of(name)
        return next((card for card in self.cards if card.group == group), None)

    def _drag(self, sketch: Sketch, x: float, y: float) -> None:
        way = x - self._start[0], y - self._start[1]
        self._is_dragged = self._is_dragged or max(map(abs, way)) >= CLICK
        if imgui.is_key_pressed(imgui.Key.escape, False):
            self.drop()
            return
        card = self._card
        if not self._is_dragged or card is None or self.action == "band":
            return
        way = way[0] / card.scale, way[1] / card.scale
        is_free = imgui.get_io().key_alt
        own = {name: self.cells[name] for name in self._lifted(sketch)}
        if not own:
            return
        others = [self.cells[n] for n in self._members(card, sketch) if n not in own]
        if self.action == "size":
            moved = geometry.resize(own[self._name], self._handle, way, others, is_free)
            self._at = {self._name: moved.box}
        else:
            whole = geometry.around(own.values())
            other = self.card_at(x, y)
            is_away = other is not None and other.group != card.group
            if is_away:  # the corner may be left
                dx, dy = way
                self._at = {n: one._replace(x=one.x + dx, y=one.y + dy) for n, one in own.items()}
                self._guides = ()
                return
            moved = geometry.move(whole, way, others, is_free)
            dx, dy = moved.box.x - whole.x, moved.box.y - whole.y
            self._at = {n: one._replace(x=one.x + dx, y=one.y + dy) for n, one in own.items()}
        self._guides = moved.guides

    def _lifted(self, sketch: Sketch) -> list[str]:
        """Return what moves: all that is chosen on the card where the drag began."""
        if self.action == "size" or self._card is None:
            return [self._name] if self._name in self.cells else []
        group = self._card.group
        return [n for n in sketch.chosen if n in self.cells and sketch.console.group_of(n) == group]

    def _let_go(self, sketch: Sketch, x: float, y: float) -> None:
        action, at, card, cells = self.action, self._at, self._card, self.cells
        is_dragged, is_more = self._is_dragged, imgui.get_io().key_shift
        start = self._start
        self.drop()
        if action == "band":
            if is_dragged:
                self._choose_inside(sketch, geometry.spanned(start, (x, y)), is_more)
            else:
                sketch.choose_card(card.group if card is not None else None)
        elif not is_dragged:
            if action == "move" and not is_more and self._name in sketch.console.panel:
                sketch.choose(self._name)
        elif at and card is not None:
            other = self.card_at(x, y)
            if action == "move" and other is not None and other.group != card.group:
                there = {name: _carried(one, card, other) for name, one in at.items()}
                placing.to_card(sketch, [*at], other.group, there, cells)
            elif any(box != cells[name] for name, box in at.items()):
                placing.place(sketch, at, cells)

    def _choose_inside(self, sketch: Sketch, band: Box, is_more: bool) -> None:
        found = []
        for card in self.cards:
            for name in self._members(card, sketch):
                if card.window(self.cells[name]).meets(band):
                    found.append(name)
        before = sketch.chosen if is_more else []
        sketch.chosen = [*before, *(name for name in found if name not in before)]
        sketch.card = sketch.console.group_of(found[0]) if found else None

    def drop(self) -> None:
        """Let go of everything, as if nothing had been dragged."""
        self.action, self._at, self._guides, self._is_dragged = "", {}, (), False

    def _handle_at(self, sketch: Sketch, x: float, y: float) -> str:
        if len(sketch.chosen) != 1 or sketch.chosen[0] not in self.cells:
            return ""
        card = self._card_of(sketch, sketch.chosen[0])
        if card is None:
            return ""
        box = card.window(self.cells[sketch.chosen[0]])
        near = {name: point for name, point in grips(box).items()}
        best = min(near, key=lambda one: _far(near[one], (x, y)))
        return best if _far(near[best], (x, y)) <= REACH * card.scale else ""

    def _point(self, sketch: Sketch, x: float, y: float) -> None:
        """Show by the pointer's shape what a press would do."""
        handle = self._handle_at(sketch, x, y)
        shapes = {
            "n": imgui.MouseCursor_.resize_ns, "s": imgui.MouseCursor_.resize_ns,
            "e": imgui.MouseCursor_.resize_ew, "w": imgui.MouseCursor_.resize_ew,
            "nw": imgui.MouseCursor_.resize_nwse, "se": imgui.MouseCursor_.resize_nwse,
            "ne": imgui.MouseCursor_.resize_nesw, "sw": imgui.MouseCursor_.resize_nesw,
        }  # fmt: skip
        if handle:
            imgui.set_mouse_cursor(shapes[handle])

    # -- marks

    def _mark(self, desk: Desk, sketch: Sketch, over: str, mouse: Point) -> None:
        p = desk.paint
        p.at(0, 0)
        if not self.cards:
            x, y, w, h = (one / p.scale for one in desk.dock.box)
            lack = sketch.lack
            text = lack.in_language(self.language) if lack else say("empty", self.language)
            for row, line in enumerate(wrap(p, text, w - 64, 16, False)):
                p.text(x + w / 2, y + h / 2 + 24 * row, line, theme.TX2, 16)
        under = self.card_at(*mouse)
        for card in self.cards:
            is_chosen = not sketch.chosen and sketch.card == card.group
            is_target = self.action == "move" and self._is_dragged and card is under
            if is_target or is_chosen:
                _outline(p, card.frame, theme.ACC, 2, 10)
            if is_target or (card is self._card and self.action in ("move", "size")):
                _mesh(p, card)
            for name in self._members(card, sketch):
                box = card.window(self.cells[name])
                if name in self.wants:
                    _outline(p, box, theme.OK, 2, 6)
                elif name in sketch.chosen or name == over:
                    _outline(p, box, theme.ACC, 2 if name in sketch.chosen else 1, 6)
        self._mark_drag(desk)
        if self.action == "band" and self._is_dragged:
            band = geometry.spanned(self._start, mouse)
            _fill(p, band, BAND)
            _outline(p, band, theme.ACC, 1, 2)
        elif not self.action and len(sketch.chosen) == 1 and sketch.chosen[0] in self.cells:
            card = self._card_of(sketch, sketch.chosen[0])
            if card is not None:
                _draw_grips(p, card.window(self.cells[sketch.chosen[0]]))

    def _mark_drag(self, desk: Desk) -> None:
        """Draw what is dragged where it would be put, above a shade of where it was."""
        card, p = self._card, desk.paint
        if card is None or not self._is_dragged:
            return
        for name, box in self._at.items():
            p.at(0, 0)
            _fill(p, card.window(self.cells[name]), SHADE)
            entry, there = desk.entries[name], card.window(box)
            if self.action == "move":
                p.zoom(entry.face.zoom)
                p.at(there.x, there.y)
                entry.kind.still(p, entry.face)
                entry.kind.live(p, entry.face)
                p.zoom(1)
            p.at(0, 0)
            _outline(p, there, theme.ACC, 2, 6)
        for guide in self._guides:
            low = card.window(Box(guide.at, guide.start, 0, 0))
            end = card.window(Box(guide.at, guide.end, 0, 0))
            if not guide.is_across:
                low = card.window(Box(guide.start, guide.at, 0, 0))
                end = card.window(Box(guide.end, guide.at, 0, 0))
            k = p.scale
            p.line(low.x / k, low.y / k, end.x / k, end.y / k, theme.WARN, 1)


def grips(box: Box) -> dict[str, Point]:
    """Return where the eight handles of a box are."""
    across = {"w": box.x, "e": box.right}
    down = {"n": box.y, "s": box.low}
    middle = box.x + box.w / 2, box.y + box.h / 2
    return {
        name: (across.get(name[-1], middle[0]), down.get(name[0], middle[1])) for name in HANDLES
    }


def _far(a: Point, b: Point) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _carried(box: Box, card: Seen, other: Seen) -> Box:
    """Return a box of one card's content in another's, on its grid."""
    there = card.window(box)
    x, y = other.inside(there.x, there.y)
    return geometry.move(Box(x, y, box.w, box.h), (0.0, 0.0)).box


def _mesh(p: Paint, card: Seen) -> None:
    """Draw the grid of a card's content."""
    k, frame = p.scale, card.frame
    step, (left, top) = MESH * card.scale, card.corner
    for n in range(int((frame.right - left) / step) + 1):
        p.fill((left + n * step) / k, top / k, 1 / k, (frame.low - top) / k - 8, LINES)
    for n in range(int((frame.low - top) / step) + 1):
        p.fill(left / k, (top + n * step) / k, (frame.right - left) / k - 8, 1 / k, LINES)


def _outline(p: Paint, box: Box, colour: int, thickness: float, radius: float) -> None:
    k = p.scale
    p.outline(box.x / k, box.y / k, box.w / k, box.h / k, colour, radius, thickness)


def _fill(p: Paint, box: Box, colour: int) -> None:
    k = p.scale
    p.fill(box.x / k, box.y / k, box.w / k, box.h / k, colour, 4)


def _draw_grips(p: Paint, box: Box) -> None:
    k = p.scale
    for x, y in grips(box).values():
        p.fill(x / k - GRIP / 2, y / k - GRIP / 2, GRIP, GRIP, theme.BG0, 2)
        p.outline(x / k - GRIP / 2, y / k - GRIP / 2, GRIP, GRIP, theme.ACC, 2, 2)
