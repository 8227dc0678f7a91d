"""The window's loop: devices -> panel -> physics thread; its newest snapshots -> picture."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from simulator import stopping, terminal
from simulator.app import display_loss, drawing, ending, opening, recovery, status, window
from simulator.app.actions import Actions
from simulator.app.application import OUT
from simulator.app.assembly import Assembly
from simulator.app.controls import Controls
from simulator.app.reloading import Waiting
from simulator.app.viewer import Viewer
from simulator.console import gamepad, presets
from simulator.console.devices import Devices
from simulator.console.panel import Panel
from simulator.crossing import Driven
from simulator.hardware.boards import Boards
from simulator.realtime import Frame
from simulator.snapshot import Layout, Snapshot
from simulator.spec.models.scene import SceneSpec
from simulator.spec.reasons import explain
from simulator.ui.intents import Status
from simulator.ui.painting.imgui_pyglet import Input


class App(Assembly):
    """The program's window on one scene at a time; `tick` is one pass of its loop."""

    def __init__(
        self,
        scene: Path,
        record: Path | None = None,
        quality: str = "auto",
        language: str | None = None,
        scale: int | None = None,
        trainee: str | None = None,
        hardware: Boards | None = None,
        open_window: Callable[[], Any] = window.open_window,
    ) -> None:
        super().__init__(trainee, hardware, open_window)
        self._error: BaseException | None = None
        self._last = self.clock()
        self._last_frame: Frame | None = None
        self._layout: Layout | None = None
        self._is_begun = False
        self.presets = self._read_presets(trainee)
        self.open_scene(scene, record)  # the physics thread builds it meanwhile
        self.prepare(quality, language, scale)
        self.actions = Actions(self)
        self.controls = Controls(self.window, self.act, self.page_key)
        self.input = Input(self.window)  # above the controls: it hears of every key
        self.window.push_handlers(on_close=self.actions.quit)
        self.window.activate()

    def act(self, action: str, *arguments: Any) -> None:
        """Do what a key or a button stands for."""
        self.actions.act(action, *arguments)

    def _read_presets(self, person: str | None) -> presets.Presets:
        path = presets.path_of(person)
        try:
            return presets.Presets(path)
        except presets.PresetError as error:
            text = presets.DAMAGED.in_language(terminal.system_language())
            opening.tell(f"{error}\n{text.format(presets.set_aside(path))}")
            return presets.Presets(path, is_anew=True)

    # -- scenes

    def _follow_physics(self) -> None:
        """Notice what the physics thread has done since the last pass."""
        driven = self.realtime.driven  # before the state, which then tells that it is all there
        state = self.realtime.state
        panel = self.devices.panel if self.devices is not None else None
        if driven is not None and driven.panel is not panel and state.name != "loading":
            self._show_scene(driven, self.reloading.collect(driven.simulation))
        if state.error is not None and state.error is not self._error:
            if self.viewer is not None and opening.is_of_recording(state.error):
                self.notify(explain(state.error))
            else:
                self.refuse(state.error)
            if self.viewer is not None:  # what ran before goes on
                self.stay(state.error)
                self._let_go_on()
        self._error = state.error
        self.actions.tell_recording()
        if self.devices is not None and state.stats.stalls > self._stalls:
            self._stalls = state.stats.stalls
            self.devices.stall()

    def _show_scene(self, driven: Driven, edited: Waiting | None) -> None:
        """Show what the physics side runs now: another scene, or the same one `edited`."""
        simulation, panel, make = driven
        self._layout, self._is_begun = simulation.layout, edited is not None
        if self.devices is not None:
            panel.take_messages(self.devices.panel)
            self.calibrating.close()
            self.devices.close()
        self.devices = self._make_devices(panel)
        self._stalls = self.realtime.state.stats.stalls  # what those before have answered
        self.controls.devices, before = self.devices, self.screen.console
        if edited is None:
            self.note_shown(make)
            assert self.opened is not None
            film, exercise = self.opened.film, self.opened.exercise
            self.debriefing.open(film)
            self.lessons.open(None if film else exercise)
            if self.lessons.exercise is None:
                self.record_asked()
        elif self.lessons.exercise is not None:
            self.lessons.exercise = edited.exercise
        self.screen.open_scene(simulation.scene, panel, is_edited=edited is not None)
        if edited is None:
            self.problems = []
            self.diagrams.open_scene(simulation.scene)
            ending.remind(simulation.scene, panel)
            if cut := recovery.find_cut(OUT, simulation.scene.source):
                self.notify("cut_off", str(cut))
                recovery.let_be(cut)
        self.arranging.open_scene(simulation.scene)
        self.laying.open_scene(edited is not None)
        self.controls.has_consoles = len(self.screen.consoles) > 1
        self.reloading.follow(simulation.scene, self.lessons.exercise)
        if not self._look_at(simulation.scene, edited):
            return
        assert self.viewer is not None
        self.controls.orbit = self.viewer.orbit
        self.select(before if before in self.screen.consoles else self.screen.console)
        self._name_window(simulation.scene)
        if edited is not None:
            self.reloading.tell(edited)

    def _look_at(self, scene: SceneSpec, edited: Waiting | None) -> bool:
        """Give the window its view of a scene; return whether it can be drawn."""
        viewer, self.viewer = self.viewer, None
        if viewer is not None and (edited is None or edited.viewer.renderer is not viewer.renderer):
            viewer.release()
        if edited is not None:
            self.viewer = edited.viewer
            self.viewer.orbit.track(None)
            return True
        slow, budget = self.pacer.software, self.pacer.budget
        self.quality = self.suggested if self.is_auto else self.quality
        try:
            self.viewer = Viewer(self.ctx, scene, self.quality, budget, slow)
        except Exception as error:  # a mesh that cannot be drawn, a driver that refuses a shader
            self.refuse(error)
            return False
        if slow:
            self.viewer.renderer.wait = window.wait_for_pictures
        return True

    def _make_devices(self, panel: Panel) -> Devices:
        if self.hardware is not None:
            self.hardware.attach(panel, lambda event: self.realtime.send("event", event))
        return Devices(panel, gamepad.find_devices, self.clock, self.presets, self.hardware)

    def _name_window(self, scene: SceneSpec) -> None:
        """Have the window's title say what is shown, in the window's language."""
        language = self.named_in = self.screen.language
        name = scene.title.in_language(language) if scene.title else Path(scene.source).stem
        if self.lessons.exercise is not None:
            name = self.lessons.exercise.title.in_language(language)
        self.window.set_caption(f"{name} - Simulator")

    # -- one pass

    def tick(self) -> None:
        """Handle events, publish the panel, draw one picture, rest."""
        began = self.clock()
        dt, self._last = began - self._last, began
        self._follow_physics()
        self._sample()
        self.reloading.tick(began)
        if self.window.visible and not self.is_closed:
            self._draw(began, dt)
        self.page_windows.tick(self._frames(), dt)
        if self.instructor is not None:
            self.instructor.tick(self._frames())
        self.pacer.rest(began)

    def _sample(self) -> None:
        self.window.switch_to()
        self.window.dispatch_events()
        self.page_windows.listen()
        if self.devices is not None and not self.debriefing.is_open:
            self.devices.poll()
            self.calibrating.tick()
            stamp = self.devices.take_stamp()
            self.realtime.publish(self.devices.panel, stamp, self._stalls)

    def _draw(self, now: float, dt: float) -> None:
        target = self.surface()
        if self.wants_picture:
            target = self.ctx.framebuffer([self.ctx.texture(target.size, 4)])
        target.clear(*window.BACKGROUND)
        pair, inset = self._frames(), None
        self.lessons.tick(pair[1].attempt if pair is not None else None)
        if pair is not None:
            self.debriefing.follow(pair[1])
            if self.hardware is not None:
                self.hardware.show(pair[1].snapshot)
        if self.viewer is not None and pair is not None:
            if self.named_in != self.screen.language:
                self._name_window(self.viewer.scene)
            inset = drawing.draw_scene(self, self.viewer, pair, now, dt, target)
        snapshot = pair[1].snapshot if pair is not None else None
        self.diagrams.tick(snapshot)
        self.laying.tick()
        self.controls.is_editing = any(one.is_open for one in self.editors)
        over = partial(drawing.draw_over, self, pair)
        intents = self.screen.frame(target, snapshot, self._status(snapshot), dt, inset, over)
        if self.wants_picture:
            self.actions.save_picture(target)
        window.wait_for_pictures()
        if pair is not None and self.is_auto:
            self.actions.adapt_quality(self.clock() - now)
        self._sample()  # a second look at the devices: drawing may have taken a while
        self.window.flip()
        window.free(self.ctx)
        if pair is not None:
            self._after(pair[1])
        self.actions.obey(intents)

    def _frames(self) -> tuple[Frame, Frame] | None:
        """Return the last two frames, if both are of the scene that is shown."""
        previous, current = self.realtime.frames.pair
        if previous is None or current is None:
            return None
        bodies = self._layout.bodies if self._layout else None  # of this very scene
        is_shown = all(one.snapshot.layout.bodies is bodies for one in (previous, current))
        return (previous, current) if is_shown else None

    def _after(self, current: Frame) -> None:
        """The picture is on the screen: let physics begin, and measure from hand to picture."""
        if current is self._last_frame:
            return
        if not self._is_begun:
            self._is_begun = True
            if self.build is self.opened:  # else the next one stands until it is shown
                self._let_go_on()
        self._last_frame = current
        self.realtime.latency.take(self.clock() - current.sampled)

    def _let_go_on(self) -> None:
        """Let time go by, unless a page is read while everything stands, such as a briefing."""
        if not self.lessons.page:
            self.realtime.send("resume")

    def _status(self, snapshot: Snapshot | None) -> Status:
        language, console = self.screen.language, self.screen.console
        told = status.of_physics(self.realtime, snapshot, console, self.lessons.page, language)
        told = replace(
            told,
            frames_per_second=self.pacer.frames_per_second,
            latency=self.realtime.latency.recent[:3],
            scenes=[(path, title.in_language(language)) for path, title in self.scenes],
            scene=str(self.path),
            recordings=self.recordings.newest,
            consoles=self.screen.list_titles(),
            console=console,
            pages=self.screen.list_pages(),
            devices=status.list_devices(self.devices.gamepads.pads if self.devices else ()),
            quality="auto" if self.is_auto else self.quality,
            problems=self.problems,
            lesson=self.debriefing.strip() or self.lessons.strip(),
            is_tried=self.lessons.is_running,
            shows_diagram=self.diagrams.is_open,
            is_arranged=self.arranging.is_open,
            is_played=self.debriefing.is_open,
            is_plotted=self.debriefing.is_open and self.debriefing.has_plots,
            is_laid_out=self.laying.is_open,
        )
        if self.viewer is None:
            return told
        told = status.with_view(told, self.viewer)
        return replace(told, view=None) if self.debriefing.is_open else told  # under the time line

    # -- the end

    def run(self) -> None:
        """Run until the window is closed, or the system asks the program to end."""
        try:
            with stopping.hearing(self.close), display_loss.hearing(self.finish):
                while not self.is_closed:
                    self.tick()
        except BaseException as error:
            ending.let_go(error)
            raise
        finally:
            with stopping.held():  # one Ctrl+C is enough
                self.release()
