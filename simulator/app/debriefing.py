"""A recording in the window: its time, its marks, its plots; and taking over at any moment."""

import re
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from imgui_bundle import imgui

from simulator.app import ghosts, opening
from simulator.app.application import Application
from simulator.app.lessons import Lessons
from simulator.keeping import BY_HAND, Start
from simulator.realtime import Frame
from simulator.recordings import notes
from simulator.render.zones import zone_lines
from simulator.spec.fields import Text
from simulator.spec.reasons import explain
from simulator.training import rules
from simulator.ui import areas
from simulator.ui.areas import Box
from simulator.ui.intents import WARNED, Lesson
from simulator.ui.pages import plots, timeline_bar
from simulator.ui.pages.plots import PlotsWindow, Trace
from simulator.ui.pages.timeline_bar import Film, Sign, Stretch
from simulator.ui.painting.paint import Paint
from simulator.ui.texts.lessons import TEXTS, say

if TYPE_CHECKING:
    from simulator.app.viewer import Viewer
    from simulator.training.story import Story

OWN = (0.37, 0.78, 0.91, 0.95)  # colour of the trainee's way
HAND = (0.76, 0.65, 1.0, 0.9)  # of the gripper's
BRANCH = re.compile(r"-branch-\d{8}-\d{6}-\d{6}$")  # of a name: when somebody drove on
JUMPS = {"LEFT": -1.0, "RIGHT": 1.0}  # [s] by which a key goes back or on
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)  # times as fast as it was recorded
FASTER = {"DOWN": -1, "UP": 1}  # by how many of these a key is faster


class Debriefing:
    """What is shown while a recording is played."""

    def __init__(self, app: Application, lessons: Lessons) -> None:
        self.app, self._lessons = app, lessons
        self.time, self.speed = 0.0, 1.0
        self.has_plots = False
        self.notes: list[tuple[float, str]] = []  # bookmarks and their texts
        self._note: str | None = None  # that is being written
        self._lines: Any = None
        self._traces: list[Trace] = []
        self._plots = PlotsWindow()
        self._signs: list[Sign] = []
        self._sought = -1.0

    @property
    def film(self) -> opening.Film | None:
        """The recording that is played."""
        return self.app.film

    @property
    def is_open(self) -> bool:
        """Whether a recording is played."""
        return self.film is not None

    def open(self, film: opening.Film | None) -> None:
        """A recording was opened, or something else in its place."""
        self.app.show_film(film)
        self.time, self.speed, self.has_plots, self._note = 0.0, 1.0, False, None
        if film is None:
            return
        self.notes = notes.read(film.path)
        self._lines = ways(film.story, film.expert)
        self._traces = traces(film.story, film.expert)
        self._tell()
        if film.cause:
            self.app.notify(self._tell_divergence(film).in_language(self.app.screen.language))
        if film.is_alone:
            self.app.notify(say("expert_otherwise", self.app.screen.language))
        self.app.realtime.send("play", film.playback)
        if self.app.goes_on:
            self.app.realtime.send("seek", film.playback.length)

    def _tell(self) -> None:
        """Collect what the bar marks: what happened, and one's own notes."""
        from simulator.debrief import timeline

        assert self.film is not None
        story = self.film.story
        signs, shift = [], story.began * self.film.dt
        for mark in story.marks:
            if mark.kind in timeline.LEVELS:
                ru, en = (timeline.describe(mark, story, language) for language in ("ru", "en"))
                signs.append(
                    Sign(shift + mark.time, timeline.LEVELS[mark.kind], Text(ru=ru, en=en))
                )
        signs += [Sign(time, "info", Text(ru=note, en=note)) for time, note in self.notes]
        if self.film.cause:
            signs.append(Sign(_parting(self.film), "warn", self._tell_divergence(self.film)))
        self._signs = sorted(signs, key=lambda sign: sign.time)

    @staticmethod
    def _tell_divergence(film: opening.Film) -> Text:
        """Return from when on it is not what was recorded, and why."""
        text, at = TEXTS[f"otherwise_{film.cause}"], _parting(film)
        ru, en = (timeline_bar.clock(at, language) for language in ("ru", "en"))
        return Text(ru=text.ru.format(ru), en=text.en.format(en))

    def follow(self, frame: Frame) -> None:
        """Show the recorded hands on the desk, and keep the time."""
        if self.film is None or frame.at is None:
            return
        self.time = frame.at * self.film.dt
        if frame.panel is not None and self.app.devices is not None:
            self.app.devices.panel.show(frame.panel)
        if self.app.goes_on and frame.at == self.film.playback.length:
            self.app.goes_on = False
            self.take_over()

    def dress(self, viewer: "Viewer") -> None:
        """Draw the ways into the scene."""
        if self.film is None:
            return
        viewer.marks = self._lines
        if self.film.ghost is not None:
            viewer.ghost = partial(ghosts.silhouette, self.film.ghost, self._told_time)

    @property
    def _told_time(self) -> float:
        """Time since the beginning of the attempt that is told [s]."""
        assert self.film is not None
        return max(self.time - self.film.story.began * self.film.dt, 0.0)

    def strip(self) -> Lesson | None:
        """Return what the strip over the view says at this moment of a recorded attempt."""
        film = self.film
        if film is None or film.story.exercise is None:
            return None
        exercise, story, time = film.story.exercise, film.story, self._told_time
        ended = sum(end <= time for _, _, end in story.stages)
        told = [mark for mark in story.marks if mark.time <= time]
        hints = [exercise.hints[int(mark.name)].text for mark in told if mark.kind == "hint"]
        broken = [mark.name for mark in told if mark.kind == "limit" and time - mark.time < WARNED]
        texts = {limit.name: limit.text for limit in exercise.limits}
        return Lesson(
            title=exercise.title,
            stages=[stage.text for stage in exercise.stages],
            stage=max(min(ended, len(story.stages) - 1), 0),
            time=min(time, story.time),
            hint=hints[-1] if hints else None,
            hint_price=None,  # nothing is taken any more
            warning=texts[broken[-1]] if broken else None,
        )

    # -- what is asked for

    def draw(self, p: Paint, view: Box, language: str) -> None:
        """Draw bar and plots over the view; do what is asked for."""
        if self.film is None:
            return
        story = self.film.story
        stages = story.exercise.stages if story.exercise else []
        texts, shift = {stage.name: stage.text for stage in stages}, story.began * self.film.dt
        bar = Film(
            length=self.film.playback.length * self.film.dt,
            time=self.time,
            stretches=[
                Stretch(texts[name], shift + begin, shift + end)
                for name, begin, end in story.stages
            ],
            signs=self._signs,
            is_playing=self.app.realtime.state.name == "running",
            has_plots=self.has_plots,
            speed=self.speed,
        )
        asked = timeline_bar.draw(p, view, bar, language)
        sought = asked.seek
        if self.has_plots:
            free = areas.below(view, self.app.screen.task, plots.WHOLE * p.scale)
            room = timeline_bar.room(p, view, language)
            drawn = self._plots.draw(p, free, self._traces, self.time, language, room)
            self.has_plots, dragged = drawn
            sought = dragged if dragged is not None else sought
        if sought is not None and abs(sought - self._sought) > 0.5 * self.film.dt:
            self._sought = sought
            self.seek(sought)
        if asked.action:
            getattr(self, asked.action)()
        self._draw_note(language)

    def seek(self, time: float) -> None:
        """Go to a moment; everything stands there."""
        assert self.film is not None
        self.app.realtime.send("pause")
        self.app.realtime.send("seek", round(time / self.film.dt))

    def play(self) -> None:
        """Play or stand; from the end, from the beginning."""
        assert self.film is not None
        if self.time >= (self.film.playback.length - 1) * self.film.dt:
            self.app.realtime.send("seek", 0)
        self.app.act("pause")

    def key(self, name: str) -> bool:
        """Do what a key means while a recording is shown; return whether it means anything."""
        if self.film is None or imgui.get_io().want_text_input:
            return False
        is_known = name == "SPACE" or name in JUMPS or name in FASTER
        if self.app.hides_pages:
            return is_known
        if name == "SPACE":
            self.play()
        elif name in FASTER:
            row = SPEEDS.index(self.speed) + FASTER[name]
            self._play_at(SPEEDS[min(max(row, 0), len(SPEEDS) - 1)])
        elif name in JUMPS:
            self.app.realtime.send("pause")
            self.app.realtime.send("skip", round(JUMPS[name] / self.film.dt))
        return is_known

    def faster(self) -> None:
        """Play at the next speed; after the fastest at the slowest."""
        self._play_at(SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)])

    def _play_at(self, speed: float) -> None:
        self.speed = speed
        self.app.realtime.send("speed", speed)

    def plots(self) -> None:
        """Show or hide the plots."""
        self.has_plots = not self.has_plots

    def take_over(self) -> None:
        """Go on from this moment oneself; the new recording holds what led here."""
        film = self.film
        assert film is not None
        self.app.realtime.send("pause")
        if film.cause and self.time > _parting(film):  # its recording would not replay
            self.app.notify(self._tell_divergence(film).in_language(self.app.screen.language))
            return
        exercise = film.story.exercise
        origin = BRANCH.sub("", film.path.stem)
        name = f"{origin}-branch-{datetime.now():%Y%m%d-%H%M%S-%f}.mcap"
        driver = {"trainee": self._lessons.trainee or "", "script": ""}
        about = {**rules.about(exercise), **BY_HAND, **driver}
        start = Start(exercise, film.path.parent / name, about)
        self.app.realtime.send("take_over", start)
        self.app.take_over()
        if self.app.viewer is not None:
            self.app.viewer.marks = self.app.viewer.ghost = None
        self._lessons.resume(exercise, Path(start.path), film.path)

    def debrief(self) -> None:
        """Write the page about the recording and show it."""
        if self.film is not None:
            self.app.act("debrief", self.film.path)

    def close(self) -> None:
        """Leave the recording for its scene."""
        assert self.film is not None
        self.app.open_scene(self.film.scene)

    # -- bookmarks

    def bookmark(self) -> None:
        """Begin a note at this moment."""
        self.app.realtime.send("pause")
        self._note = ""

    def _draw_note(self, language: str) -> None:
        if self._note is None:
            return
        title = f"{say('bookmark', language)}  {timeline_bar.clock(self.time, language)}###note"
        centre = imgui.get_main_viewport().get_center()
        imgui.set_next_window_pos(centre, imgui.Cond_.appearing, (0.5, 0.5))
        flags = imgui.WindowFlags_.always_auto_resize | imgui.WindowFlags_.no_saved_settings
        flags |= imgui.WindowFlags_.no_collapse
        shown, stays = imgui.begin(title, True, flags)
        done = False
        if shown:
            if imgui.is_window_appearing():
                imgui.set_keyboard_focus_here()
            enter = imgui.InputTextFlags_.enter_returns_true
            done, self._note = imgui.input_text("##note", self._note, enter)
            done = imgui.button(say("keep", language)) or done
        imgui.end()
        if done:
            self._keep(self._note.strip() or say("bookmark", language))
        if done or not stays or imgui.is_key_pressed(imgui.Key.escape):
            self._note = None

    def _keep(self, note: str) -> None:
        """Keep a note of this moment; where it cannot be written, that is told."""
        assert self.film is not None
        self.notes = sorted([*self.notes, (round(self.time, 2), note)])
        self._tell()
        try:
            notes.write(self.film.path, self.notes)
        except OSError as error:
            self.app.notify(explain(error))


def _parting(film: opening.Film) -> float:
    """Return up to when a recording moves as it was recorded [s]."""
    return ((film.playback.diverged or 1) - 1) * film.dt


def ways(story: "Story", expert: "Story | None") -> Any:
    """Return (n, 10) lines: zones, the robot's way, the hand's, and the expert's."""
    parts = [zone_lines(story.exercise.zones.values())] if story.exercise else []
    for one, colours in ((expert, (ghosts.EXPERT,) * 2), (story, (OWN, HAND))):
        if one is None or len(one.times) < 2:
            continue
        parts.append(ghosts.way_lines(one.way("robot"), colours[0], True))
        if "hand" in one.rows:
            parts.append(ghosts.way_lines(one.way("hand"), colours[1], False))
    return np.concatenate(parts) if parts else None


def traces(story: "Story", expert: "Story | None") -> list[Trace]:
    """Return what is plotted: speed, contact force, levers, the way off the expert's."""
    from simulator.debrief.align import align

    shift = story.began * story.cast.dt
    times = shift + story.times

    def pair(values: Any) -> Any:
        return (shift + align(story, expert), values(expert)) if expert is not None else None

    limits = story.exercise.metrics.values() if story.exercise else ()
    force = next((spec.max for spec in limits if spec.kind == "peak_force"), None)
    rows = [
        (TEXTS["speed"], lambda one: one.speed, None),
        (TEXTS["force"], lambda one: one.force, force),
        (TEXTS["levers"], lambda one: np.abs(one.levers).max(axis=1, initial=0.0), None),
    ]
    found = [Trace(label, times, read(story), limit, pair(read)) for label, read, limit in rows]
    if expert is not None:
        from simulator.debrief.deviation import Deviation

        away = Deviation(story, expert).values
        found.append(Trace(TEXTS["deviation"], times, away, None, None))
    return [trace for trace in found if len(trace.times) > 1]
