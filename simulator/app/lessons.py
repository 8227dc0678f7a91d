"""Exercises in the window: list, briefing, countdown, attempt, result, and free drive again."""

import threading
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from simulator.app import opening, recovery
from simulator.app.aids import Wardrobe
from simulator.app.application import Application
from simulator.app.countdown import READY, Countdown
from simulator.app.entering import Entering
from simulator.app.exercise_list import find_next, list_entries
from simulator.app.results import brief_of, lesson_of, result_of
from simulator.app.tones import Tones
from simulator.app.viewer import Viewer
from simulator.console.keyboard import PROGRAM_KEYS
from simulator.keeping import BY_HAND, Attempt, Start, as_ended, break_off
from simulator.snapshot import Event, Snapshot
from simulator.spec.fields import Text
from simulator.spec.models.exercise import ExerciseSpec
from simulator.training.verdicts import Verdicts
from simulator.ui.intents import Lesson
from simulator.ui.pages import lesson_pages, result_page
from simulator.ui.painting.paint import Paint
from simulator.ui.painting.scrolling import Scroll

if TYPE_CHECKING:
    from simulator.training.score import Score

# what a key does on each page
KEYS = {
    "briefing": {"ENTER": "start", "NUM_ENTER": "start", "ESCAPE": "list"},
    "countdown": {"ESCAPE": "briefing"},
    "list": {"ESCAPE": "free"},
    "broken": {"ENTER": "take_up", "NUM_ENTER": "take_up", "ESCAPE": "let_be"},
    "result": {
        "ENTER": "lit", "NUM_ENTER": "lit", "R": "retry", "N": "next", "D": "debrief", "F": "free",
        "ESCAPE": "list",
    },
}  # fmt: skip


class Lessons:
    """Which page is shown ("" for none), and the attempt that is under way."""

    def __init__(self, app: Application, trainee: str | None) -> None:
        self.app = app
        self._entering, self._verdicts = Entering(trainee, app.notify), Verdicts(opening.tell)
        self._number: int | None = None  # of the attempt in the trainee's file
        self.page = ""
        self.exercise: ExerciseSpec | None = None
        self.attempt: Attempt | None = None
        self.recording: Path | None = None
        self._is_running = False
        self._entries: list[lesson_pages.Entry] = []
        self._scroll = Scroll()  # of the list
        self._sheet = "", Scroll()  # the page that was drawn last, and how far it is scrolled
        self.tones = Tones()
        self._countdown = Countdown(app.clock, self.tones)
        self._wardrobe = Wardrobe(app.notify)
        self._shown: Attempt | None = None  # the newest frame's
        self._before: Attempt | None = None  # what that was as this attempt began
        self._goes_on = self._was_cut = False  # after the countdown, instead of beginning
        self.is_held = False  # the countdown begins anew as soon as it is not
        self._has_looked = False  # for an attempt that was broken off
        self.broken: recovery.Broken | None = None

    @property
    def is_running(self) -> bool:
        """Whether an attempt is under way."""
        return self._is_running

    @property
    def is_at_stake(self) -> bool:
        """Whether an attempt is under way, or one that was cut off is about to go on."""
        return self._is_running or (self._goes_on and self._was_cut)

    @property
    def is_exam(self) -> bool:
        """Whether that is an exam: nothing makes it stand still."""
        return self._is_running and self.exercise is not None and self.exercise.exam is not None

    @property
    def verdict(self) -> tuple[Text, ...] | None:
        """Why the last exam does not count; None before that is known."""
        return self._verdicts.last

    # -- what happens

    def open(self, exercise: ExerciseSpec | None) -> None:
        """A scene was opened: for this exercise, or to drive freely."""
        self._stop()
        self.exercise, self.attempt = exercise, None
        self.page = "briefing" if exercise else ""
        self._countdown.begin(0.0)
        if not self._has_looked and self.app.film is None:
            self._look_for_broken()
        self._has_looked = True

    def _look_for_broken(self) -> None:
        """Offer an attempt of this scene that was broken off as the program was killed."""
        simulation = self.app.realtime.simulation
        if simulation is not None:
            scene = simulation.scene.source
            self.broken = recovery.find_broken(self._folder(), self.trainee, scene)
            self.page = "broken" if self.broken else self.page

    def resume(self, exercise: ExerciseSpec | None, recording: Path, source: Path) -> None:
        """An attempt was taken over from a recording, `source`: go on when one is ready."""
        self.exercise, self.attempt, self.recording = exercise, None, recording
        self.page, self._is_running, self._goes_on = "countdown", False, True
        self._number, self._was_cut = None, exercise is not None and recovery.was_cut(source)
        if exercise is not None:  # what was cut off goes on from now on, whoever drives it
            self._number = self._entering.take_up(exercise, source, recording)
            recovery.note(self._folder(), recording)
        self._verdicts.begin()
        self._countdown.begin(READY)

    def key(self, name: str) -> bool:
        """Do what a key means on the page that is shown; return whether it means anything."""
        if not self.page:
            return False
        action = None if self.app.hides_pages else KEYS[self.page].get(name)
        if action:
            self.app.act("break_off", partial(self.act, action))
        return action is not None or name not in PROGRAM_KEYS  # nothing drives behind a page

    def act(self, action: str) -> None:
        """Go on to what a button or key asks for."""
        getattr(self, f"_{action}")()

    @property
    def trainee(self) -> str | None:
        """Whose attempts these are; None: nobody's."""
        return self._entering.trainee

    def _list(self) -> None:
        self._stop()
        self.attempt = None  # the next one is of another exercise, or of this one after an edit
        self._entries = list_entries(self.app.scene, self._entering.progress)
        self.page = "list"

    _back = _list

    def _briefing(self) -> None:
        self._stop()  # where one that was taken over was to go on
        self.attempt = None
        self.page = "briefing" if self.exercise else ""

    def _take_up(self) -> None:
        """Open the attempt that was broken off, and go on from its end."""
        assert self.broken is not None
        self.app.open_scene(self.broken.path)
        self.app.goes_on = True
        self.page, self.broken = "", None

    def _let_be(self) -> None:
        """Let the attempt that was broken off be, for good."""
        if self.broken is not None:
            recovery.let_be(self.broken.path)
        self.broken, self.page = None, "briefing" if self.exercise else ""
        if not self.page:
            self.app.realtime.send("resume")

    def _free(self) -> None:
        self._stop()
        self.exercise, self.attempt, self.page = None, None, ""
        self.app.named_in = ""  # the scene's name again
        self.app.record_asked()
        self.app.realtime.send("resume")

    def _stop(self) -> None:
        """Break off an attempt; it counts as failed."""
        if self._is_running or self._goes_on:
            ended = threading.Event()
            self.app.realtime.send("abandon", ended)
            if self.exercise is not None and (self._is_running or self._number is not None):
                self._end(break_off(self.attempt, self.exercise), ended.is_set)
        self._is_running = self._goes_on = self.is_held = False

    def _break_off(self) -> None:
        """Break an attempt off, and show what it came to."""
        if self.exercise is None or not self._is_running:
            return
        ended = as_ended(self.attempt, self.exercise)
        self._stop()
        self.attempt, self.page = ended, "result"

    def _start(self) -> None:
        if self.exercise is None:
            return
        self._stop()
        self.app.put_back_panel()
        self.app.realtime.send("pause")
        self.app.realtime.send("reset")
        self.page, self.attempt = "countdown", None
        self._verdicts.begin()
        self._countdown.begin(self.exercise.countdown)

    _retry = _start

    def _lit(self) -> None:
        if (result := self._result()) is not None:
            self.act(result_page.lit(result))

    def _result(self) -> result_page.Result | None:
        """Return what the result's page shows."""
        if self.exercise is None or self.attempt is None:
            return None
        following = self._following() is not None
        return result_of(self.exercise, self.attempt.score, self.verdict, following)

    def _next(self) -> None:
        following = self._following()
        if following is not None:
            self.app.open_scene(following)

    def _debrief(self) -> None:
        if self.recording is not None:
            self.app.act("debrief", self.recording)

    def hint(self) -> None:
        """Take the first hint on offer."""
        if self._is_running and self.attempt and self.attempt.offered:
            self.app.realtime.send("event", Event("hint", str(self.attempt.offered[0])))

    def strip(self) -> Lesson | None:
        """Return what the strip over the view says of an exercise; None where there is none."""
        if self.exercise is None:
            return None
        if self.attempt is None:  # it is to begin; nobody knows yet where one that goes on is
            stages = [] if self._goes_on else [stage.text for stage in self.exercise.stages]
            return Lesson(self.exercise.title, stages, 0, 0.0, None, None, None)
        return lesson_of(self.exercise, self.attempt, self._is_running)

    # -- one pass

    def tick(self, attempt: Attempt | None) -> None:
        """Take in the newest frame's attempt; end the countdown, and the attempt."""
        alarms = self.app.screen.alarms
        if alarms.is_fresh:
            alarms.is_fresh = False
            self.tones.play("alarm")
        self._verdicts.tick()
        self._shown = attempt
        if self.page == "countdown":
            if self._goes_on:
                self.attempt = attempt
            self._count_down()
        elif self._is_running and attempt is not None and attempt is not self._before:
            self.tones.follow(self.attempt, attempt)
            if self.attempt is None and not attempt.is_recorded:
                self.recording = None  # what is at its place is not of this attempt
            self.attempt = attempt
            if attempt.is_over:
                self._conclude(attempt.score)

    @property
    def _is_led_here(self) -> bool:
        """Whether all that led to a moment that is taken over has been gone through again."""
        frame = self.app.realtime.frames.current
        return frame is not None and frame.at is None

    def _count_down(self) -> None:
        if not self._countdown.is_over(self.is_held or (self._goes_on and not self._is_led_here)):
            return
        if self._goes_on:
            self._go_on()
        else:
            self._begin()

    def _go_on(self) -> None:
        self._goes_on, self.page, self._is_running = False, "", self.exercise is not None
        self.app.realtime.send("resume")
        if self._is_running and self._number is None:
            self._note_begin()

    def _note_begin(self) -> None:
        """Enter the attempt that begins: who kills the program now has taken it all the same."""
        assert self.exercise is not None and self.recording is not None
        recovery.note(self._folder(), self.recording)
        self._number = self._entering.begin(self.exercise, self.recording, self.aid_level())

    def _begin(self) -> None:
        from simulator.training.rules import about

        assert self.exercise is not None
        now = datetime.now()
        name = f"{Path(self.exercise.source).stem}-{now:%Y%m%d-%H%M%S-%f}.mcap"
        self.recording = self.app.take_record() or self._folder() / name
        told = {**about(self.exercise), **BY_HAND, "date": now.isoformat(timespec="seconds")}
        if self.trainee:
            told["trainee"] = self.trainee
        self._note_begin()
        self.app.realtime.latency.begin()
        self.app.realtime.send("begin", Start(self.exercise, self.recording, told))
        viewer = self.app.viewer
        if viewer is not None:
            self.app.realtime.send("event", Event("view", viewer.inset))
        self.page, self._is_running, self._before = "", True, self._shown

    def _folder(self) -> Path:
        """Return where attempts are recorded."""
        from simulator.training import trainee

        return trainee.recordings_folder() if self.trainee else Path("out")

    def _conclude(self, score: "Score") -> None:
        self._is_running, self.page = False, "result"
        self._end(score)

    def _end(self, score: "Score", is_written: Callable[[], bool] = lambda: True) -> None:
        """Enter an attempt that has ended: an exam as soon as it is known whether it counts."""
        enter, recording, level = self._entering.enter, self.recording, self.aid_level()
        then = partial(enter, self._number, score, recording or "", level)
        complaint = self.app.realtime.state.complaint
        self._verdicts.end(self.exercise, recording, complaint, then, is_written)

    def aid_level(self) -> int:
        """Return how far the trainee is with this exercise: aids fade with it."""
        if self.exercise is None:
            return 1
        progress = self._entering.progress(self.exercise.source, self.exercise.repeat)
        return progress.level if progress else 1

    def dress(self, viewer: Viewer, snapshot: Snapshot) -> None:
        """Give the view what an attempt shows beside reality."""
        is_shown = self._is_running or self.page in ("countdown", "result")
        simulation = self.app.realtime.simulation
        if self.exercise is None or not is_shown or simulation is None:
            self._wardrobe.undress(viewer)
            return
        aids = self._wardrobe.find(self.exercise, simulation.scene, self.aid_level)
        aids.dress(viewer, snapshot, self.attempt)

    def _following(self) -> Path | None:
        """Return the next exercise of the list."""
        if self.exercise is None:
            return None
        if not self._entries:
            self._entries = list_entries(self.app.scene, self._entering.progress)
        return find_next(self._entries, Path(self.exercise.source))

    # -- pages

    def draw(self, p: Paint, size: tuple[int, int], language: str) -> None:
        """Draw the page, if any, and do what is clicked on it."""
        if self.page != self._sheet[0]:
            self._sheet = self.page, Scroll()
        scroll = self._sheet[1]
        if self.page == "list":
            chosen = lesson_pages.draw_list(p, size, self._entries, self._scroll, language)
            if chosen == "":
                self.act("free")
            elif chosen is not None:
                self.app.open_scene(Path(chosen))
            return
        if self.page == "countdown" and not self.is_held:
            named = self.exercise or self.app.screen.scene
            title = named.title.in_language(language) if named.title else ""
            if self._goes_on and not self._is_led_here:
                title = lesson_pages.say("led_here", language)
            parts, task = self.app.screen.areas(size), self.app.screen.task
            view = lesson_pages.place_countdown(parts, task, p.scale)
            lesson_pages.draw_countdown(p, view, self._countdown.left, title, language)
            return
        if self.page == "broken" and self.broken is not None:
            if asked := lesson_pages.draw_broken(p, size, *self.broken[1:], scroll, language):
                self.act(asked)
            return
        if self.exercise is None:
            return
        asked = ""
        if self.page == "briefing":
            brief = brief_of(self.exercise)
            asked = lesson_pages.draw_briefing(p, size, brief, scroll, language)
        elif self.page == "result" and (result := self._result()) is not None:
            asked = result_page.draw(p, size, result, scroll, language)
        if asked:
            self.act(asked)

    def close(self) -> None:
        """Break off an attempt that is under way."""
        self._stop()

    def finish(self) -> None:
        """Enter what waited for the end of its recording, and close the trainee's file."""
        self._verdicts.close()
        self._entering.close()
