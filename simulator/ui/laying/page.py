"""The editor of desks in the window: bar, columns, the marks on the desk, what is dropped on it."""

from collections.abc import Sequence

from imgui_bundle import imgui

from simulator.laying import geometry, widgets, wires
from simulator.laying.pressing import Press
from simulator.laying.sketch import Sketch
from simulator.snapshot import Snapshot
from simulator.ui.areas import Box
from simulator.ui.desk.desk import Desk
from simulator.ui.laying import bar as head
from simulator.ui.laying.bar import State
from simulator.ui.laying.hand import Hand
from simulator.ui.laying.left import WIDTH as LEFT
from simulator.ui.laying.left import Dragged, Left
from simulator.ui.laying.side import WIDTH as RIGHT
from simulator.ui.laying.side import Side
from simulator.ui.painting.paint import Paint

MENU = "##laying targets"


class LayingPage:
    """Keeps what the pointer does and what is typed; draws above the view and on the desk."""

    def __init__(self) -> None:
        self.hand, self.left, self.side = Hand(), Left(), Side()
        self.asked: object = ""  # what the window shall do
        self._targets: Sequence[str] = ()  # an indicator's, to choose one for what was dropped
        self._signal = ""
        self._takers: tuple[object, list[str]] = (None, [])
        self._card: str | None = None  # that was chosen last
        self.is_fresh = True  # a key that is still down was for the page before

    def draw(
        self,
        p: Paint,
        view: Box,
        foot: int,
        sketch: Sketch,
        snapshot: Snapshot | None,
        state: State,
        press: Press | None,
        language: str,
    ) -> None:
        """Draw all but the desk, into the view's box; `asked` says what the window has to do.

        The right column ends at `foot`.
        It is "edit", "test", "save", "diagram", "close", "keys", "gamepad", (file, line), or "".
        """
        s, (x, y, w, h), self.hand.language = p.scale, view, language
        top = round(head.HEIGHT * s)
        bar = (x, y, w, top)
        self.asked = head.draw(p, bar, sketch, self.hand, state, language)
        if state.mode != "edit":
            if head.is_pressed("test"):
                self.asked = "test"
            return
        wide, right = round(LEFT * s), round(RIGHT * s)
        self.left.draw(p, (x, y + top, wide, h - top), sketch, snapshot, language)
        column = (x + w - right, y + top, right, foot - y - top)
        self.side.draw(p, column, sketch, self.hand, press, self.left.dropped, language)
        middle = (x + wide + round(16 * s), y + top + round(12 * s), w - wide - right, 0)
        middle = (*middle[:2], middle[2] - round(32 * s), 0)
        opened = head.draw_mistakes(p, middle, sketch, language)
        self.asked = self.asked or self.side.asked or opened or ""
        self._drop(sketch)
        self.is_fresh = self.is_fresh and imgui.get_io().key_ctrl
        if press is None and not self.is_fresh:
            self.asked = self.asked or head.read_keys(sketch, self.hand)

    def work(self, desk: Desk, sketch: Sketch, box: tuple[float, ...]) -> None:
        """Work the desk that is edited; called while its window is open."""
        dragged = self.left.dragged
        is_signal = dragged is not None and dragged.sort == "signal"
        self.hand.wants = self._list_takers(sketch) if is_signal else []
        self.hand.work(desk, sketch, box)
        if sketch.card != self._card:
            self._card = sketch.card
            self._bring(desk, sketch)

    def _bring(self, desk: Desk, sketch: Sketch) -> None:
        """Have the card that was chosen in the column in front, if it is behind a tab."""
        members = sketch.console.members(self._card) if self._card is not None else []
        if members and not any(one.group == self._card for one in self.hand.cards):
            desk.show(members[0])

    def _list_takers(self, sketch: Sketch) -> list[str]:
        """Return the widgets that a signal can drive."""
        scene = sketch.draft.scene
        if self._takers[0] is not scene:
            names = [one for one in sketch.console.panel if wires.targets_of(sketch, one)]
            self._takers = scene, names
        return self._takers[1]

    def _drop(self, sketch: Sketch) -> None:
        """Put what was dragged out of the column where it was let go."""
        dropped, mouse = self.left.dropped, imgui.get_mouse_pos()
        card = self.hand.card_at(mouse.x, mouse.y)
        if dropped is not None and dropped.sort == "widget" and card is not None:
            at = geometry.Box(*card.inside(mouse.x, mouse.y), 48.0, 48.0)
            placed = geometry.move(at, (-24.0, -24.0)).box
            widgets.add(sketch, dropped.name, card.group, (placed.x, placed.y))
        elif dropped is not None and dropped.sort == "widget":
            if self.hand.box.holds(mouse.x, mouse.y):  # beside the cards
                widgets.add(sketch, dropped.name, widgets.NEW_CARD)
        elif dropped is not None and card is not None:
            self._drop_signal(sketch, dropped, self.hand.widget_at(mouse.x, mouse.y, sketch))
        if imgui.begin_popup(MENU):
            for target in self._targets:
                if imgui.menu_item_simple(sketch.short(target)):
                    wires.bind(sketch, target, self._signal)
            imgui.end_popup()

    def _drop_signal(self, sketch: Sketch, dropped: Dragged, widget: str) -> None:
        targets = wires.targets_of(sketch, widget) if widget else []
        if len(targets) == 1:
            sketch.choose(widget)
            wires.bind(sketch, targets[0], dropped.name)
        elif targets:
            sketch.choose(widget)
            self._targets, self._signal = targets, dropped.name
            imgui.open_popup(MENU)
