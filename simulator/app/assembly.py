"""The window with all its parts, each of which knows the application and what it builds upon."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from simulator.app import ending
from simulator.app.application import Application
from simulator.app.arranging import Arranging
from simulator.app.calibrating import Calibrating
from simulator.app.camera_views import CameraViews
from simulator.app.debriefing import Debriefing
from simulator.app.diagrams import Diagrams
from simulator.app.help_page import HelpPage
from simulator.app.laying import Laying
from simulator.app.leaving import Leaving
from simulator.app.lessons import Lessons
from simulator.app.page_windows import PageWindows
from simulator.app.present import Presenter
from simulator.app.recording_list import RecordingList
from simulator.app.reloading import Reloading
from simulator.hardware.boards import Boards
from simulator.ui.overlays.message_card import MessageCard
from simulator.ui.painting.imgui_pyglet import Input

if TYPE_CHECKING:  # where a page is served
    from simulator.app.instructing import Instructing


class Assembly(Application):
    """Pages, editors and windows; what keys, menus and pictures do with them is built upon it."""

    input: Input

    def __init__(
        self,
        trainee: str | None,
        hardware: Boards | None,
        open_window: Callable[[], Any],
    ) -> None:
        super().__init__(hardware, open_window)
        self.instructor: Instructing | None = None
        self.help_page = HelpPage()
        self.message_card = MessageCard()
        self.calibrating = Calibrating(self.clock)
        self.recordings = RecordingList()
        self.lessons = Lessons(self, trainee)
        self.leaving = Leaving(self, self.lessons)
        self.debriefing = Debriefing(self, self.lessons)
        self.diagrams = Diagrams(self, self.lessons)
        self.arranging = Arranging(self)
        self.laying = Laying(self, self.diagrams, self.calibrating)
        self.editors = self.diagrams, self.arranging, self.laying  # the one on top first
        self.reloading = Reloading(self, self.lessons)

    def prepare(self, quality: str, language: str | None, scale: int | None) -> None:
        """Make what draws the window, too."""
        super().prepare(quality, language, scale)
        self.presenter = Presenter(self.ctx)
        self.camera_views = CameraViews(self.pacer.software)
        self.page_windows = PageWindows(self, self.is_covered)

    def refuse(self, error: BaseException, saved: Sequence[str] = ()) -> None:
        """Show it, and watch for it to be mended."""
        super().refuse(error, saved)
        self.reloading.note_problems()

    def stay(self, error: BaseException) -> None:
        """Have the files of what stays watched again, too."""
        super().stay(error)
        self.reloading.note_problems()

    def take_over(self) -> None:
        """Have the scene's files watched, too."""
        film = self.film
        super().take_over()
        if film is not None:
            self.reloading.follow(film.playback.simulation.scene, film.story.exercise)

    def page_key(self, name: str) -> bool:
        """Do what a key means on the page on top; return whether it means anything."""
        pages = self.leaving, self.laying, self.calibrating, self.lessons, self.debriefing
        return any(one.key(name) for one in pages)

    def is_covered(self) -> bool:
        """Return whether a page of the program lies over the desk, or the desk is edited."""
        pages = (
            self.lessons.page,
            self.leaving.is_open,
            self.debriefing.is_open,
            self.calibrating.is_open,
        )
        return self.shows_help or self.laying.is_edited or any(pages)

    def finish(self) -> None:
        """Save edits, finish attempt and recording, end the threads; without the display."""
        ending.save_edits(self.board.draft)
        self.arranging.work.close()
        if self.instructor is not None:
            self.instructor.close()
        self.lessons.close()  # while the physics thread can still write the score down
        self.realtime.close()
        self.lessons.finish()  # all recordings are finished now
        if self.hardware is not None:
            self.hardware.close()
        if self.devices is not None:
            self.devices.close()

    def release(self) -> None:
        """Finish all that is kept, then close the window."""
        self.finish()
        if self.viewer is not None:
            self.viewer.release()
        self.page_windows.close()
        self.input.close()
        self.screen.close()
        self.window.close()
