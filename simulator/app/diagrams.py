"""The functional diagram in the window: opened, followed, and what is asked on its page."""

from typing import Any

from simulator import changes
from simulator.app import window
from simulator.app.application import Application
from simulator.app.lessons import Lessons
from simulator.app.viewer import Viewer
from simulator.diagram.walk import Walk
from simulator.realtime import Frame
from simulator.snapshot import Event, Snapshot
from simulator.spec.models.scene import SceneSpec
from simulator.ui.intents import Intents
from simulator.ui.pages import timeline_bar
from simulator.ui.texts.diagram import say


class Diagrams:
    """Joins the board to the simulation: newest values in, events out."""

    def __init__(self, app: Application, lessons: Lessons) -> None:
        self.app, self._lessons = app, lessons
        self.board = app.board
        self._scene: SceneSpec | None = None  # of the simulation
        self._sent = ""  # the diagram that the simulation was last asked to take
        self.is_open = False

    def open_scene(self, scene: SceneSpec) -> None:
        """Follow another scene."""
        self.board.open(scene)
        self._scene = scene
        self.app.screen.page.view.wants_fit = True
        self.app.realtime.send("watch", self._note)

    def _note(self, snapshot: Snapshot) -> bool:
        """See a frame, in the physics thread; return whether to pause: an exam goes on."""
        return self.board.history.note(snapshot) and not self._lessons.is_exam

    def toggle(self) -> None:
        """Show the diagram of the console on the desk, or view and desk again."""
        self.is_open = not self.is_open
        if self.is_open:
            self._choose(self.app.screen.console)
            self.board.warm()
        self.app.screen.show_diagram(self.board if self.is_open else None)

    def leave(self) -> None:
        """Close the diagram by Escape, which first closes the list of files in it."""
        if self.board.asked_code is None:
            self.toggle()

    def _choose(self, owner: str) -> None:
        if owner != self.board.owner:
            self.board.choose(owner)
            self.app.screen.page.view.wants_fit = True
        if owner in self.app.screen.consoles and owner != self.app.screen.console:
            self.app.select(owner)

    def tick(self, snapshot: Snapshot | None) -> None:
        """Take what is new, send what was asked."""
        driven, devices = self.app.realtime.driven, self.app.devices
        if driven is None or devices is None or self.app.viewer is None:
            return
        simulation, panel, _ = driven
        if devices.panel is not panel:  # the window comes to it
            return
        if simulation.scene is not self._scene:
            self._scene = simulation.scene
            self.app.screen.renew(simulation.scene)
            if simulation.diagram != self._sent:  # a recording's, or another hand's
                self.board.reopen(simulation.scene)
        is_played = self.app.film is not None
        self.board.locked = (
            "attempt" if self._lessons.is_running else "recording" if is_played else ""
        )
        self.app.screen.foot = timeline_bar.ROOM if is_played else 0.0
        self.board.live.follow(snapshot, simulation.forced)
        self.app.screen.history = self.board.history
        events, self.board.outbox = self.board.outbox, []
        for event in events:
            self.app.realtime.send("event", event)
        changed, self.board.changed = self.board.changed, None
        if changed is not None:
            data = changes.write_diagram(changed)
            text = changes.to_text(data)
            if _needs_more(changed, simulation.scene, text):  # the whole scene, once it is saved
                self.app.notify(say("once_saved", self.app.screen.language))
                return
            self._sent = text
            if text != simulation.diagram:
                self.app.realtime.send("event", Event("diagram", data=data))

    def obey(self, asked: Intents) -> None:
        """Do what was chosen on the page or in its menu."""
        if asked.diagram_of is not None:
            self._choose(asked.diagram_of)
        if asked.diagram == "toggle":
            self.toggle()
        elif asked.diagram == "freeze":
            self.app.act("pause")
        elif asked.diagram == "step":
            self.app.act("single_step")
        elif not self.is_open:
            return
        elif asked.diagram == "step_block":
            self._step_block()
        elif asked.diagram == "csv":
            self._save_table()
        elif asked.diagram == "png":
            self.app.act("picture_of", self.app.screen.page.plots.box)

    def _step_block(self) -> None:
        """Evaluate a block of the next step, while everything stands."""
        app, simulation = self.app, self.app.realtime.simulation
        if app.realtime.state.name != "paused":
            app.act("pause")
            return
        if simulation is None:
            return
        one = simulation
        self.board.step_block(lambda: Walk(one.plan, one.signals, one.memory, one.forced))
        if self.board.live.at:
            app.screen.page.view.reveal(self.board.sheet.rect(self.board.live.at))

    def _save_table(self) -> None:
        table = self.board.history.table(tuple(self.board.traces))
        self.app.save("csv", lambda path: path.write_text(table, encoding="utf-8"))

    def draw_scene(
        self, viewer: Viewer, pair: tuple[Frame, Frame], now: float, dt: float, target: Any
    ) -> Any:
        """Return the picture of the scene for the page's corner; None where it is not shown."""
        screen = self.app.screen
        picture = None
        if screen.page.shows_scene:
            box = screen.page.inset((0, 0, *target.size), screen.scale)
            picture = viewer.draw(pair, now, dt, box[2:])
        if self.app.pacer.software:
            window.wait_for_pictures()
        target.use()
        target.viewport = (0, 0, *target.size)
        return picture


def _needs_more(edited: SceneSpec, running: SceneSpec, text: str) -> bool:
    """Whether a diagram's text names widgets that the desk of what runs does not have yet."""
    more = edited.console_spec.panel.keys() - running.console_spec.panel.keys()
    return any(f'"{name}"' in text or f'"{name}.' in text for name in more)
