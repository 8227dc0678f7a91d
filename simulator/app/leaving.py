"""What would break off an attempt that is under way, or about to go on, is asked about first."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from simulator.app.application import Application
from simulator.app.lessons import Lessons
from simulator.ui.pages import lesson_pages
from simulator.ui.painting.paint import Paint
from simulator.ui.painting.scrolling import Scroll

KEYS = {**dict.fromkeys(("ENTER", "NUM_ENTER", "ESCAPE"), "drive_on"), "B": "break_off"}


class Leaving:
    """The question, and what is done once it is agreed to; an exam goes on meanwhile."""

    def __init__(self, app: Application, lessons: Lessons) -> None:
        self.app, self._lessons = app, lessons
        self._then: Callable[[], Any] | None = None
        self._goes_on = False  # if the question is declined
        self._recording: Path | None = None  # of the attempt that is asked about
        self._scroll = Scroll()

    @property
    def is_asked(self) -> bool:
        """Whether it is asked now; any thread may want to know."""
        lessons = self._lessons
        is_same = lessons.is_at_stake and lessons.recording in (self._recording, None)
        return is_same and self._then is not None

    @property
    def is_open(self) -> bool:
        """Whether it is asked; not once the attempt has ended by itself or by an instructor."""
        if not self.is_asked:
            self._then = None
        self._lessons.is_held = self._then is not None
        return self._lessons.is_held

    def break_off(self, then: Callable[[], Any]) -> None:
        """Do what breaks an attempt off once that is agreed to; at once where there is none.

        Nor is it asked while the next scene is on its way, which was agreed to.
        """
        if not self._lessons.is_at_stake or self.app.realtime.state.name == "loading":
            then()
            return
        self.app.shows_help = False  # it would hide the question
        self.app.screen.hide_problems()
        if not self.is_open:
            self._recording, is_running = self._lessons.recording, self._lessons.is_running
            self._goes_on = is_running and self.app.realtime.state.name == "running"
            if is_running and not self._lessons.is_exam:
                self.app.realtime.send("pause")
        self._then, self._lessons.is_held = then, True

    def key(self, name: str) -> bool:
        """Do what a key means; return whether it means anything.

        Nothing drives behind the question; but an exam that goes on can be stopped, too.
        """
        if not self.is_open or self.app.hides_pages:
            return False
        is_exam = self._lessons.is_exam
        if name in KEYS:
            self._answer(KEYS[name])
        return name in KEYS or not is_exam

    def _answer(self, answer: str) -> None:
        then, self._then = self._then, None
        if answer == "break_off" and then is not None:
            then()
        elif self._goes_on:
            self.app.realtime.send("resume")

    def draw(self, p: Paint, size: tuple[int, int], language: str) -> None:
        """Draw the question, if it is asked, and do what is clicked."""
        if self.is_open:
            is_exam = self._lessons.is_exam
            answer = lesson_pages.draw_leaving(p, size, is_exam, self._scroll, language)
            if answer:
                self._answer(answer)
