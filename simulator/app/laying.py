"""The desk's editor in the window: opened, followed, tried out; keys bound by pressing them.

In edit mode the desk shows the files as they were edited, and nothing moves the robots; in test
mode they are saved, taken over by the running scene, and the desk works.
"""

from typing import Any

from simulator.app import opening
from simulator.app.application import Application
from simulator.app.calibrating import Calibrating
from simulator.app.diagrams import Diagrams
from simulator.console.panel import Panel
from simulator.editor.draft import Draft
from simulator.editor.palette import SIGNAL, Item
from simulator.laying import pressing, widgets
from simulator.laying.pressing import Press
from simulator.laying.sketch import Sketch
from simulator.reloading.rebuilding import list_names
from simulator.snapshot import Snapshot
from simulator.spec.fields import Text
from simulator.spec.naming.widget_signals import made_by
from simulator.ui.desk.desk import Desk
from simulator.ui.diagram import hands as diagram_hands
from simulator.ui.laying.bar import State
from simulator.ui.laying.page import LayingPage

UNSAVED = Text(ru="Правки не сохранены: {}", en="Edits are not saved: {}")


class Laying:
    """The editor of the desk that is shown; `tick` before the window is drawn, `draw` above it."""

    def __init__(self, app: Application, diagrams: Diagrams, calibrating: Calibrating) -> None:
        self.app, self._diagrams, self._calibrating = app, diagrams, calibrating
        self.is_open = False
        self.mode = "edit"
        self.sketch, self.page = Sketch(), LayingPage()
        self.press: Press | None = None
        self._before: dict[str, dict[str, Any]] = {}  # what gamepads said as a press began
        self._page = ""  # of the desk, as it was seen last
        self._is_far = False  # a control is to come back to rest
        self._is_awaited = False  # what was saved is not taken over yet
        self._shown: tuple[object, str] = (None, "")  # scene and owner that the desk is made of

    @property
    def draft(self) -> Draft:
        """The open files, shared with the diagram's editor."""
        return self.app.board.draft

    @property
    def is_edited(self) -> bool:
        """Whether the desk is edited now, and works nothing."""
        return self.is_open and self.mode == "edit" and not self._diagrams.is_open

    # -- open and closed

    def toggle(self) -> None:
        """Open the editor on the desk, or close it."""
        if self.is_open:
            self.close()
            return
        self.is_open, self.mode = True, "edit"
        self.sketch.follow(self.draft, self.app.screen.console)

    def close(self) -> None:
        """Save what is sound, or tell why it is not, and let the desk work again."""
        if not self._save():
            self._tell_unsaved()
        self.is_open, self.press = False, None
        self._show_edited(None)
        self._free_devices()

    def leave(self) -> None:
        """Close the editor by Escape, which first lets go of what is chosen in it."""
        if not (self.is_edited and (self.sketch.chosen or self.sketch.card is not None)):
            self.close()

    def open_scene(self, is_edited: bool) -> None:
        """A scene is shown, or the same one as its files have it now."""
        self._is_awaited, self._shown = False, (None, "")
        if not is_edited and self.is_open:
            self.is_open, self.press = False, None
            self._show_edited(None)
        elif is_edited and self.app.realtime.simulation is not None:
            self.app.board.reopen(self.app.realtime.simulation.scene)

    def _save(self) -> bool:
        """Write the files if they are sound; say whether the disk has them."""
        draft = self.draft
        if draft.problems:
            return False
        if not draft.is_dirty:
            return True
        self._is_awaited = draft.save()
        return self._is_awaited

    def _tell_unsaved(self) -> None:
        draft = self.draft
        if draft.conflicts:
            self.app.notify("contested", list_names(draft.conflicts))
            return
        first = str(draft.problems[0]) if draft.problems else ""
        why = draft.refusal if draft.refusal and not first else Text(ru=first, en=first)
        self.app.notify(Text(ru=UNSAVED.ru.format(why.ru), en=UNSAVED.en.format(why.en)))

    def _free_devices(self) -> None:
        app = self.app
        app.controls.is_laying = False
        if app.devices is not None and not self._calibrating.is_open:
            app.devices.gamepads.study(False)

    # -- one pass

    def tick(self) -> None:
        """Show the desk as it is edited now, and keep the devices off it."""
        app = self.app
        self.page.is_fresh |= not self.is_edited
        if not self.is_open:
            return
        self.sketch.follow(self.draft, app.screen.console)
        app.controls.is_laying = self.is_edited
        if app.devices is not None and not self._calibrating.is_open:
            if app.devices.gamepads.is_studied != self.is_edited:
                app.devices.keyboard.release_all()
                app.devices.gamepads.study(self.is_edited)
        if self.is_edited:
            self._renew_desk()
            self._turn_page()
            self._look_at_pads()
        else:
            self._show_edited(None)

    def _renew_desk(self) -> None:
        sketch, screen = self.sketch, self.app.screen
        scene = sketch.draft.scene
        if self._shown == (scene, sketch.owner) and screen.edited is not None:
            return
        if self.app.devices is None:
            return
        is_other = self._shown[0] is None or self._shown[1] != sketch.owner
        self._shown = scene, sketch.owner
        panel = Panel(scene.console_spec)
        panel.take(self.app.devices.panel)
        desk = Desk(panel, screen.canvas.paint, sketch.console)
        before = screen.desk.dock
        desk.dock.chosen, desk.dock.scroll = dict(before.chosen), before.scroll
        desk.pages.follow(screen.desk.pages)
        if is_other:  # the page that was worked on is the one to edit
            sketch.page = self._page = desk.pages.chosen
        desk.pages.apart.clear()  # all of them can be laid out here
        desk.editor = lambda box: self.page.work(desk, sketch, box)
        self._show_edited(desk)

    def _turn_page(self) -> None:
        """Show the page that was chosen in the column, or note the one whose tab was clicked."""
        desk, sketch = self.app.screen.edited, self.sketch
        if desk is None:
            return
        if sketch.page != self._page:
            desk.pages.choose(sketch.page)
        sketch.page = self._page = desk.pages.chosen

    def _show_edited(self, desk: Desk | None) -> None:
        screen = self.app.screen
        if screen.edited is not desk:
            screen.edited = desk
            screen.desk.leave()
        if desk is None:
            self._shown = None, ""

    # -- above the view

    def draw(
        self, paint: Any, view: Any, foot: int, snapshot: Snapshot | None, language: str
    ) -> None:
        """Draw bar and columns, the right one down to `foot`, and do what is asked."""
        if not self.is_open:
            return
        state = State(self.mode, self._is_awaited)
        self.page.draw(paint, view, foot, self.sketch, snapshot, state, self.press, language)
        asked = self.page.asked
        if isinstance(asked, tuple):
            opening.edit(*asked)
        elif asked:
            self.obey(str(asked))

    def obey(self, asked: str) -> None:
        """Do what was asked for on the page."""
        if asked == "edit":
            self.mode = "edit"
        elif asked == "test":
            self.mode = "test" if self.mode == "edit" and self._save() else "edit"
        elif asked == "save":
            self._save()
        elif asked in ("reload", "overwrite"):
            getattr(self.app.board, asked)()
        elif asked == "close":
            self.close()
        elif asked == "diagram":
            self._show_diagram()
        elif asked in ("keys", "gamepad"):
            self._begin_press(asked == "gamepad")

    def _show_diagram(self) -> None:
        """Open the diagram, and show there what is chosen here."""
        app, sketch = self.app, self.sketch
        self._save()
        self._diagrams.toggle()
        board, view = app.board, app.screen.page.view
        if len(sketch.chosen) != 1 or not self._diagrams.is_open:
            return
        board.renew(sketch.draft.scene)
        name = sketch.chosen[0]
        keys = [f"{role} {name}" for role in ("panel", "output")]
        if not any(key in board.sheet.graph.nodes for key in keys):
            for signal in made_by(name, sketch.widget(name)):
                item = Item(SIGNAL, signal, "lever")
                diagram_hands.put(board, item, view.middle())
        for key in keys:
            if key in board.sheet.graph.nodes:
                board.sheet.selected = {key}
                view.reveal(board.sheet.rect(key))

    # -- press it now

    def key(self, name: str) -> bool:
        """Take a key that is to be bound; return whether it was taken."""
        press = self.press
        if press is None or not self.is_edited:
            return False
        if name == "ESCAPE":
            self.press = None
        elif not press.is_gamepad:
            self._go_on(pressing.take_key(press, name, self.sketch.console))
        return True

    def _begin_press(self, is_gamepad: bool) -> None:
        sketch, devices = self.sketch, self.app.devices
        if len(sketch.chosen) != 1 or devices is None:
            return
        pads = devices.gamepads.pads
        name = sketch.chosen[0]
        self.press = pressing.begin(name, sketch.widget(name), is_gamepad)
        if is_gamepad and not pads:
            self.press = self.press._replace(complaint=("no_pad",))
        self._before = {pad.source: dict(pad.raw) for pad in pads}
        self._is_far = False

    def _go_on(self, press: Press) -> None:
        self.press = press
        if press.next:
            return
        self.press = None
        taken: list[Any] = [*press.taken]
        if self.sketch.chosen == [press.widget]:
            key = "gamepad" if press.is_gamepad else "keys"
            if press.is_gamepad:
                before = self.sketch.widget(press.widget).gamepad
                taken = pressing.with_settings(taken, before)
            widgets.set_value(self.sketch, key, taken)

    def _look_at_pads(self) -> None:
        """See which gamepad control is moved while one is asked for."""
        press, devices = self.press, self.app.devices
        if press is None or devices is None:
            return
        if self.sketch.chosen != [press.widget]:
            self.press = None
            return
        moved = None
        for pad in devices.gamepads.pads if press.is_gamepad else ():
            before = self._before.setdefault(pad.source, dict(pad.raw))
            moved = moved or pressing.find_moved(pad.raw, before)
        if moved is not None and not self._is_far:
            self._go_on(pressing.take_control(press, *moved, self.sketch.console))
        self._is_far = moved is not None
