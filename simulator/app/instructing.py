"""The window as the instructor's page sees it: exercises, messages, what the cameras see."""

import queue
from collections.abc import Callable
from pathlib import Path

from simulator.app import window
from simulator.app.application import Application
from simulator.app.leaving import Leaving
from simulator.app.lessons import Lessons
from simulator.app.viewer import Viewer
from simulator.console import notice
from simulator.instructor.access import Access
from simulator.instructor.pictures import SIZE, Pictures, Raw
from simulator.instructor.server import Server
from simulator.realtime import Frame
from simulator.spec.models.exercise import ExerciseSpec

INTERVAL, SLOW_INTERVAL = 0.25, 1.0  # s between two pictures; where the processor draws them


class Instructing:
    """`instructor.host.Host` for the window; `tick` is called once a pass of its loop."""

    has_pictures = True

    def __init__(
        self, app: Application, lessons: Lessons, leaving: Leaving, access: Access
    ) -> None:
        """Serve the page; raise InstructorError where its address cannot be used."""
        self.app, self._lessons, self._leaving = app, lessons, leaving
        self.realtime, self.pictures = app.realtime, Pictures()
        self._asked: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._starting: Path | None = None  # as soon as it is open
        self._opened: Path | None = None  # the file that was open, or asked for, then
        self._due, self._turn = 0.0, 0
        self.server = Server(self, access)
        self.server.start()

    # -- asked by the page, from its own thread

    @property
    def path(self) -> Path:
        """The file of the scene or exercise that is open."""
        return self.app.scene

    @property
    def exercise(self) -> ExerciseSpec | None:
        """The exercise that is open, if any."""
        return self._lessons.exercise

    @property
    def trainee(self) -> str:
        """Who drives; "" where nobody was named."""
        return self._lessons.trainee or ""

    @property
    def page(self) -> str:
        """What the trainee has before him instead of driving; "" if nothing."""
        if self.app.film is not None:
            return "playback"
        return "leaving" if self._leaving.is_asked else self._lessons.page

    def begin(self, path: Path | None) -> None:
        """Start an attempt at the exercise of a file; None: of the one that is open."""
        self._asked.put(lambda: self._begin(path))

    def reset(self) -> None:
        """Put scene and console back to their start; an attempt begins anew."""
        self._asked.put(self._reset)

    def tell(self, text: str) -> None:
        """Show the trainee a message."""
        self._asked.put(lambda: self.app.notify(notice.MESSAGE, text))

    # -- the window's thread

    def _reset(self) -> None:
        if self.exercise is not None:
            self._lessons.act("retry")  # an instructor's order does not ask the trainee
        else:
            self.app.act("reset")

    def _begin(self, path: Path | None) -> None:
        open_one = self._lessons.exercise
        if path is not None and path == self._starting:
            return  # it is being opened
        source = Path(open_one.source).resolve() if open_one is not None else None
        if path is not None and path.resolve() != source:
            self.app.open_scene(path)
        self._starting, self._opened = path or self.app.path, self.app.path

    def tick(self, frames: tuple[Frame, Frame] | None) -> None:
        """Do what the page has asked for, and take a picture for it where one is due."""
        while not self._asked.empty():
            self._asked.get()()
        lessons = self._lessons
        is_open = frames is not None and self.app.realtime.state.name != "loading"
        if self._starting is not None and is_open and lessons.exercise is not None:
            if Path(lessons.exercise.source).stem == self._starting.stem:
                self._starting = None
                lessons.act("start")
        if self.app.problems or self._opened != self.app.path:
            self._starting = None  # it cannot be opened, or the operator has opened another one
        wanted, now = self.pictures.wanted, self.app.clock()
        if wanted and frames is not None and self.app.viewer is not None and now >= self._due:
            self._due = now + (SLOW_INTERVAL if self.app.pacer.software else INTERVAL)
            self._turn = (self._turn + 1) % len(wanted)
            self._shoot(self.app.viewer, wanted[self._turn], frames[1])

    def _shoot(self, viewer: Viewer, camera: str, frame: Frame) -> None:
        texture = viewer.draw_camera(camera, frame, SIZE)
        if texture is not None:
            window.wait_for_pictures()  # else reading would wait, holding physics up
            self.pictures.put(camera, Raw(texture.size, texture.read()))

    def close(self) -> None:
        """Send the pages away."""
        self.server.close()
