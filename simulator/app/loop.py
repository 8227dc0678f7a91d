"""The window's loop: devices -> panel -> physics thread; its newest snapshots -> picture."""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import moderngl
from PIL import Image

from simulator import realtime
from simulator.app import opening, pages, window
from simulator.app.controls import Controls
from simulator.app.pacing import Pacer, is_software
from simulator.app.present import Presenter
from simulator.app.viewer import FOLLOW, FREE, Viewer
from simulator.console.devices import Devices
from simulator.realtime import Frame, Realtime
from simulator.spec.errors import Problem
from simulator.spec.scene import SceneSpec
from simulator.ui.canvas import Canvas
from simulator.ui.imgui_pyglet import Input
from simulator.ui.intents import DEBUG_DRAWS, QUALITIES, Intents, Status
from simulator.ui.screen import Screen

OUT = Path("out")
LOOK_AGAIN = 0.5  # s between two looks whether a broken file was saved
GLIDE = 0.1  # share of a new latency in the shown one
BACKGROUND = (0.055, 0.071, 0.086)
DEBUGS = (frozenset[str](), *(frozenset({name}) for name in DEBUG_DRAWS), frozenset(DEBUG_DRAWS))


class App:
    """The program's window on one scene at a time; `tick` is one pass of its loop."""

    def __init__(
        self,
        scene: Path,
        record: Path | None = None,
        quality: str = "auto",
        language: str | None = None,
        scale: int | None = None,
        open_window: Callable[[], Any] = window.open_window,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.clock = clock
        self.realtime = Realtime(clock)
        self.realtime.start()
        realtime.yield_to_physics()  # before OpenGL, so that its threads inherit it
        self.viewer: Viewer | None = None
        self.devices: Devices | None = None
        self.problems: list[Problem] = []
        self.is_closed = self.shows_help = False
        self._error: BaseException | None = None
        self._wants_screenshot = False
        self._latency, self._last_frame = 0.0, None
        self._last = clock()
        self.open_scene(scene, record)
        self.window = open_window()
        self.ctx = window.open_context()
        self.pacer = Pacer(is_software(self.ctx.info["GL_RENDERER"]), clock)
        self.window.set_vsync(not self.pacer.software)
        self.is_auto = quality == "auto"
        self.quality = ("low" if self.pacer.software else "medium") if self.is_auto else quality
        self.presenter = Presenter(self.ctx)
        share = scale / 100 if scale else window.fitting_scale(self.window.dpi)
        self.canvas = Canvas(self.ctx, share)
        self.screen = Screen(self.canvas, language or window.system_language())
        self.controls = Controls(self.window, self.act)
        self.input = Input(self.window)
        self.window.push_handlers(on_close=self.close)
        self.window.activate()

    # -- scenes

    def open_scene(self, path: Path, record: Path | None = None) -> None:
        """Have the physics thread build a scene; the present one stays until that succeeds."""
        self.path, self._asked = path, self.clock()
        self._files: dict[str, float] = {}
        self.realtime.send("open", opening.builder(path))
        self.realtime.send("pause")  # until the first picture is on the screen
        if record is not None:
            self.realtime.send("record", record)

    def _follow_physics(self) -> None:
        """Notice what the physics thread has done since the last pass."""
        state, panel = self.realtime.state, self.realtime.panel
        if state.error is not None and state.error is not self._error:
            self._refuse(state.error)
        self._error = state.error
        is_new = panel is not None and (self.devices is None or self.devices.panel is not panel)
        if is_new and state.name != "loading":
            self._show_scene()
        if self.devices is not None and state.stats.stalls > self._stalls:
            self._stalls = state.stats.stalls
            self.devices.stall()

    def _show_scene(self) -> None:
        simulation, panel = self.realtime.simulation, self.realtime.panel
        assert simulation is not None and panel is not None
        if self.viewer is not None:
            self.viewer.release()
            self.viewer = None
        self.devices, self._stalls = Devices(panel, clock=self.clock), 0
        self.controls.devices = self.devices
        self.screen.open_scene(simulation.scene, panel)
        slow, budget = self.pacer.software, self.pacer.budget
        try:
            self.viewer = Viewer(self.ctx, simulation.scene, self.quality, budget, slow)
        except Exception as error:  # a mesh that cannot be drawn, a driver that refuses a shader
            self._refuse(error)
            return
        self.controls.orbit = self.viewer.orbit
        self.problems = []
        self.window.set_caption(self._title(simulation.scene))

    def _title(self, scene: SceneSpec) -> str:
        name = scene.title.in_language(self.screen.language) if scene.title else self.path.stem
        return f"{name} - Simulator"

    def _refuse(self, error: BaseException) -> None:
        self.problems = opening.list_problems(error, self.path)
        self._files = opening.stamp(self.problems)
        self._next_look = self.clock() + LOOK_AGAIN
        opening.complain(self.problems)
        if self.viewer is not None:
            self.realtime.send("resume")

    def _look_at_files(self, now: float) -> None:
        """Open the scene again as soon as a broken file was saved."""
        if self.problems and now >= self._next_look and self.realtime.state.name != "loading":
            self._next_look = now + LOOK_AGAIN
            if opening.stamp(self.problems) != self._files:
                self.open_scene(self.path)

    # -- one pass

    def tick(self) -> None:
        """Handle events, publish the panel, draw one picture, rest."""
        began = self.clock()
        dt, self._last = began - self._last, began
        self._follow_physics()
        self._sample()
        self._look_at_files(began)
        if self.window.visible and not self.is_closed:
            self._draw(began, dt)
        self.pacer.rest(began)

    def _sample(self) -> None:
        self.window.switch_to()
        self.window.dispatch_events()
        if self.devices is not None:
            self.devices.poll()
            self.realtime.publish(self.devices.panel)

    def _draw(self, now: float, dt: float) -> None:
        size = self.window.get_framebuffer_size()
        target = self._target(size)
        target.clear(*BACKGROUND, 1.0)
        pair, inset = self.realtime.frames.pair, None
        if self.viewer is not None and pair[0] is not None and pair[1] is not None:
            inset = self._draw_scene(self.viewer, (pair[0], pair[1]), now, dt, target)
        snapshot = pair[1].snapshot if pair[1] is not None else None
        intents = self.screen.frame(target, snapshot, self._status(), dt, inset, self._over)
        if self._wants_screenshot:
            self._save_screenshot(target)
        window.wait_for_pictures()
        if self.viewer is not None and self.is_auto:
            self.viewer.observe(self.clock() - now)
        self._sample()  # a second look at the devices: drawing may have taken a while
        self.window.flip()
        self._after(pair[1])
        self._obey(intents)

    def _target(self, size: tuple[int, int]) -> moderngl.Framebuffer:
        if self._wants_screenshot:
            return self.ctx.simple_framebuffer(size)
        screen = self.ctx.screen
        screen._size = tuple(size)  # type: ignore[attr-defined]  # moderngl reads it but once
        screen.use()
        screen.viewport = (0, 0, *size)
        return screen

    def _draw_scene(
        self, viewer: Viewer, pair: tuple[Frame, Frame], now: float, dt: float, target: Any
    ) -> Any:
        parts = self.screen.areas(target.size)
        view = viewer.draw(pair, now, dt, parts.view[2:])
        inset = viewer.draw_inset(pair, now, parts.inset[2:])
        if self.pacer.software:
            window.wait_for_pictures()  # else the next call would wait, holding physics up
        self.presenter.show(view, target, parts.view)
        target.use()
        target.viewport = (0, 0, *target.size)
        return inset

    def _over(self, paint: Any, size: tuple[int, int]) -> None:
        """Draw the page above the window, if any."""
        tongue = self.screen.language
        if self.realtime.state.name == "loading" or (self.viewer is None and not self.problems):
            elapsed = self.clock() - self._asked
            pages.draw_loading(paint, size, self.path.stem, opening.progress(), elapsed, tongue)
        elif self.shows_help and self.devices is not None:
            pages.draw_help(paint, size, self.devices.panel.console, tongue)

    def _after(self, current: Frame | None) -> None:
        """The picture is on the screen: let physics begin, and measure from hand to picture."""
        if current is None or current is self._last_frame:
            return
        if self._last_frame is None or self._last_frame.snapshot.layout is not (
            current.snapshot.layout
        ):
            self.realtime.send("resume")
        self._last_frame = current
        taken = self.clock() - current.sampled
        self._latency += (taken - self._latency) * (GLIDE if self._latency else 1.0)

    def _status(self) -> Status:
        state = self.realtime.state
        stats, viewer = state.stats, self.viewer
        status = Status(
            run_state=state.name,
            real_time_factor=stats.real_time_factor,
            step_time=stats.step_p50,
            overruns=stats.overruns,
            frames_per_second=self.pacer.frames_per_second,
            latency=self._latency,
            recording=state.recording,
            scenes=opening.list_scenes(self.path),
            scene=str(self.path),
            quality=self.quality,
            problems=self.problems,
            complaint=state.complaint,
            stage=_stage(self._last_frame),
        )
        if viewer is None:
            return status
        forward, left, up = viewer.view.rotation.T
        return replace(
            status,
            cameras=viewer.cameras,
            camera=viewer.camera,
            camera_titles={name: viewer.title(name) for name in viewer.cameras},
            inset=viewer.inset,
            debug=viewer.debug,
            view=(tuple(-left), tuple(up), tuple(-forward)),
        )

    # -- what the operator asks for

    def act(self, action: str) -> None:
        """Do what a program key or a menu entry says."""
        getattr(self, f"_{action}")()

    def _obey(self, asked: Intents) -> None:
        for name, action in (
            ("pause", "pause"), ("step", "single_step"), ("reset", "reset"), ("record", "record"),
        ):  # fmt: skip
            if getattr(asked, name):
                self.act(action)
        if asked.open_scene is not None:
            self.open_scene(Path(asked.open_scene))
        if asked.quality is not None:
            self._set_quality(asked.quality)
        if asked.open_file is not None:
            opening.edit(*asked.open_file)
        if asked.quit:
            self.close()
        if self.viewer is None:
            return
        if asked.camera is not None:
            self.viewer.choose(asked.camera)
        if asked.inset is not None:
            self.viewer.inset = asked.inset
        if asked.debug is not None:
            self.viewer.debug = self.viewer.debug ^ {asked.debug}

    def _help(self) -> None:
        self.shows_help = not self.shows_help

    def _close(self) -> None:
        self.shows_help = False

    def _language(self) -> None:
        self.screen.language = "en" if self.screen.language == "ru" else "ru"

    def _pause(self) -> None:
        self.realtime.send("resume" if self.realtime.state.name == "paused" else "pause")

    def _single_step(self) -> None:
        self.realtime.send("step")

    def _reset(self) -> None:
        if self.devices is not None:
            self.devices.keyboard.release_all()
            self.devices.gamepads.disarm()
            self.devices.panel.reset()
            self.realtime.publish(self.devices.panel)
        self.realtime.send("reset")

    def _record(self) -> None:
        if self.realtime.state.recording is not None:
            self.realtime.send("stop_recording")
        elif self.devices is not None:
            path = self._new_file("mcap")
            self.realtime.send("record", path)
            self.devices.panel.notify(str(path))

    def _debug(self) -> None:
        if self.viewer is not None:
            shown = self.viewer.debug
            place = DEBUGS.index(shown) if shown in DEBUGS else 0
            self.viewer.debug = DEBUGS[(place + 1) % len(DEBUGS)]

    def _next_camera(self) -> None:
        if self.viewer is not None:
            self.viewer.choose_next()

    def _follow(self) -> None:
        if self.viewer is not None:
            self.viewer.choose(FREE if self.viewer.camera == FOLLOW else FOLLOW)

    def _quality(self) -> None:
        self._set_quality(QUALITIES[(QUALITIES.index(self.quality) + 1) % len(QUALITIES)])

    def _set_quality(self, name: str) -> None:
        self.quality, self.is_auto = name, False
        if self.viewer is not None:
            self.viewer.set_quality(name)

    def _fullscreen(self) -> None:
        self.window.set_fullscreen(not self.window.fullscreen)

    def _screenshot(self) -> None:
        self._wants_screenshot = True

    def _save_screenshot(self, target: moderngl.Framebuffer) -> None:
        self._wants_screenshot = False
        path = self._new_file("png")
        picture = Image.frombytes("RGB", target.size, target.read(components=3))
        picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM).save(path)
        target.release()
        if self.devices is not None:
            self.devices.panel.notify(str(path))

    def _new_file(self, suffix: str) -> Path:
        OUT.mkdir(exist_ok=True)
        return OUT / f"{self.path.stem}-{datetime.now():%Y%m%d-%H%M%S-%f}.{suffix}"

    # -- the end

    def close(self) -> bool:
        """End the loop after this pass; the recording is finished on the way out."""
        self.is_closed = True
        return True

    def run(self) -> None:
        """Run until the window is closed."""
        try:
            while not self.is_closed:
                self.tick()
        finally:
            self.release()

    def release(self) -> None:
        """Finish the recording, end the physics thread, close the window."""
        self.realtime.close()
        if self.viewer is not None:
            self.viewer.release()
        self.input.close()
        self.canvas.close()
        self.window.close()


def _stage(frame: Frame | None) -> int | None:
    """Return the briefing's line that the diagram's signal `stage` counts to, if it has one."""
    if frame is None or "stage" not in frame.snapshot.layout.signals:
        return None
    return int(frame.snapshot.signal("stage"))
