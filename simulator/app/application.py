"""What is open in the window, and what any part of it may ask for; it knows none of them."""

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import moderngl
from imgui_bundle import imgui

from simulator import checking, priority, terminal
from simulator.app import ending, key_symbols, opening, window
from simulator.app.controls import Controls
from simulator.app.pacing import Pacer
from simulator.app.viewer import Viewer
from simulator.console.devices import Devices
from simulator.editor.board import Board
from simulator.hardware.boards import Boards
from simulator.realtime import Realtime
from simulator.render.quality import is_software, suggest
from simulator.spec import reasons
from simulator.spec.errors import Problem
from simulator.spec.fields import RECORDING, Text
from simulator.spec.reading.write import beside
from simulator.ui.painting.canvas import Canvas
from simulator.ui.screen import Screen

OUT = Path("out")


class Application(ABC):
    """A scene, exercise or recording, its physics and its window."""

    controls: Controls

    def __init__(self, hardware: Boards | None, open_window: Callable[[], Any]) -> None:
        self.clock = time.perf_counter
        self.realtime = Realtime(self.clock)
        self.realtime.start()
        priority.yield_to_physics()  # before OpenGL, so that its threads inherit it
        self.hardware = hardware
        self.path = Path()  # of what is open, or asked for
        self.scene = Path()  # the same, but of a recording the file that it was made in
        self.scenes: list[tuple[str, Text]] = []  # beside that
        self.build: opening.Builder | None = None  # of what is open, or asked for
        self.opened: opening.Builder | None = None  # of what is open
        self._made_by: object = None  # as physics knows it, until somebody takes over
        self.viewer: Viewer | None = None
        self.devices: Devices | None = None
        self.film: opening.Film | None = None  # the recording that is played
        self.goes_on = False  # from its end, as soon as it is open
        self.board = Board(checking.survey_edited)  # diagrams and files, as they are edited
        self.problems: list[Problem] = []
        self.refusals = 0  # edits that could not be taken over, and scenes not opened
        self.is_closed = self.shows_help = self.wants_picture = False
        self.named_in = ""  # language of the window's title; "" has it written anew
        self._record: Path | None = None  # asked for, until there is something to record
        self.used: set[Path] = set()  # folders of recordings that were made or opened by name
        self.window = open_window()

    @property
    def hides_pages(self) -> bool:
        """Whether keys are not the pages': a help page or a card lies over them, or one types."""
        is_typing = imgui.get_io().want_text_input
        return self.shows_help or self.screen.shows_problems or is_typing

    def prepare(self, quality: str, language: str | None, scale: int | None) -> None:
        """Make what draws the window, while the physics thread builds the first scene."""
        self.ctx = window.open_context()
        self.ctx.gc_mode = "context_gc"  # what nobody holds is freed by `window.free`
        device = self.ctx.info["GL_RENDERER"]
        self.pacer = Pacer(is_software(device), self.clock)
        self.window.set_vsync(not self.pacer.software)
        self.is_auto = quality == "auto"
        self.suggested = suggest(device).name
        self.quality = self.suggested if self.is_auto else quality
        wanted = scale / 100 if scale else window.fitting_scale(self.window.dpi)
        self.canvas = Canvas(self.ctx, wanted)
        self.canvas.paint.marks = partial(key_symbols.find_marks, self.window)
        self.screen = Screen(self.canvas, language or terminal.system_language())

    @abstractmethod
    def act(self, action: str, *arguments: Any) -> None:
        """Do what a key or a button stands for; see `Actions`."""

    # -- scenes

    def open_scene(self, path: Path, record: Path | None = None) -> None:
        """Have the physics thread build a scene; the present one stays until that succeeds."""
        ending.save_edits(self.board.draft)
        self.goes_on = self.goes_on and path == self.path
        self.path, self._asked = path, self.clock()
        if path.suffix != RECORDING or not self.scenes:  # its own are known once it is open
            self._belongs_to(path)
        self.build = opening.Builder(path)
        self.realtime.send("open", self.build)
        self.realtime.send("pause")  # until the first picture is on the screen
        self._record = record or self._record

    def note_shown(self, make: Any) -> None:
        """What `make` has built is open now; another scene may have been asked for meanwhile."""
        if make is not self._made_by:  # else its files were read again: what is open stays so
            self._made_by = self.opened = make

    def stay(self, error: BaseException) -> None:
        """Go on with what is open where it was a recording that could not be; it is not awaited."""
        is_of_this = self.build is not None and self.build.error is error
        if self.path.suffix == RECORDING and is_of_this and self.opened is not None:
            self.build, self.path = self.opened, self.opened.path
            self.goes_on = False

    def _belongs_to(self, scene: Path) -> None:
        """Offer the scenes and exercises that lie beside a file."""
        self.scene, self.scenes = scene, opening.list_scenes(scene)

    def show_film(self, film: opening.Film | None) -> None:
        """A recording is played from now on, or none any more."""
        self.film = film
        if film is not None:
            self.used.add(film.path.parent)
            self._belongs_to(film.scene)

    def take_over(self) -> None:
        """Somebody drives on from the recording that is played: its scene is open now."""
        assert self.film is not None
        self.path, header = self.film.scene, self.film.playback.recording.header
        self.build = self.opened = opening.Builder(self.path, header)
        self.film = None

    @property
    def waited(self) -> float:
        """How long a scene has been asked for [s]."""
        return self.clock() - self._asked

    def refuse(self, error: BaseException, saved: Sequence[str] = ()) -> None:
        """Show why a scene cannot be opened, or an edit not be taken over: `saved` files first."""
        self.refusals += 1
        told = opening.list_problems(error, self.path, self.screen.language)
        told.sort(key=lambda one: os.path.abspath(one.file) not in saved)
        problems = [*told, *opening.others(self.problems, told[0].code == opening.SHADER)]
        if problems != self.problems:
            self.problems = problems
            opening.complain(told)

    def take_record(self) -> Path | None:
        """Return the file that was asked for: the first scene or attempt goes into it."""
        record, self._record = self._record, None
        if record is not None:
            self.used.add(record.parent)
        return record

    def record_asked(self) -> None:
        """Begin that recording, where there is no attempt to wait for and none is played."""
        if self.film is None and (record := self.take_record()) is not None:
            self.realtime.send("record", record)

    # -- the desk

    def select(self, owner: str) -> None:
        """Put this console on the desk; devices and cameras go with it, what was held is let go."""
        self.screen.select(owner)
        if self.devices is not None:
            self.devices.select(self.screen.consoles[owner])
        if self.viewer is not None:
            self.viewer.select(owner)

    def put_back_panel(self) -> None:
        """Put every control where it starts, whoever holds it."""
        if self.devices is not None:
            self.devices.put_back()
            self.realtime.publish(self.devices.panel)

    def notify(self, reason: str | Text, source: str | Text = "") -> None:
        """Show a notice on the desk, once there is one; see `Panel.notify`."""
        if self.devices is not None:
            self.devices.panel.notify(reason, source)

    # -- files and the window

    def save(self, suffix: str, write: Callable[[Path], object]) -> None:
        """Have a new file in out/ written, and tell where it is, or why it is not."""
        path = self.new_file(suffix)
        try:
            with beside(path) as part:
                write(part)
        except OSError as error:  # a full disk, a folder that may not be written
            self.notify(reasons.about(path, reasons.of_system(error)))
            return
        self.notify("saved", str(path))

    def new_file(self, suffix: str) -> Path:
        """Return a path in out/ that is new."""
        return OUT / f"{self.path.stem}-{datetime.now():%Y%m%d-%H%M%S-%f}.{suffix}"

    def surface(self) -> moderngl.Framebuffer:
        """Return the window's own framebuffer at its present size."""
        return window.surface(self.window, self.ctx)

    def close(self) -> bool:
        """End the loop after this pass; edits and recording are finished on the way out."""
        self.is_closed = True
        return True
