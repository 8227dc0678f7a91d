"""Exercises in the window: list, briefing, countdown, attempt, result, and free drive again."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from imgui_bundle import imgui
from PIL import Image

from simulator.app import ghosts
from simulator.app.tones import Tones
from simulator.app.viewer import Viewer
from simulator.keeping import Attempt, Start
from simulator.render.outline import Outline
from simulator.render.zones import zone_lines
from simulator.snapshot import Event, Snapshot
from simulator.spec import syntax
from simulator.spec.bodies import list_bodies, robot_name
from simulator.spec.exercise import ExerciseSpec
from simulator.spec.fields import Text
from simulator.spec.scene import SceneSpec
from simulator.ui import lesson_pages
from simulator.ui.intents import Lesson
from simulator.ui.lesson_pages import Brief, Entry, Result, Row
from simulator.ui.lesson_texts import TEXTS
from simulator.ui.paint import Paint

if TYPE_CHECKING:
    from simulator.app.loop import App
    from simulator.training.ghost import Ghost
    from simulator.training.score import Score
    from simulator.training.trainee import Trainees

READY = 3.0  # s before one who takes over has to drive
WARNED = 4.0  # s for which a broken limit is told over the view
# what a key does on each page
KEYS = {
    "briefing": {"ENTER": "start", "NUM_ENTER": "start", "ESCAPE": "list"},
    "countdown": {"ESCAPE": "briefing"},
    "list": {"ESCAPE": "free"},
    "result": {"R": "retry", "N": "next", "D": "debrief", "F": "free", "ESCAPE": "list"},
}


class Lessons:
    """Which page is shown ("" for none), and the attempt that is under way."""

    def __init__(self, app: "App", trainee: str | None) -> None:
        self.app = app
        self.trainee = trainee
        self.page = ""
        self.exercise: ExerciseSpec | None = None
        self.attempt: Attempt | None = None
        self.recording: Path | None = None
        self._is_running = False
        self._entries: list[Entry] = []
        self._scroll = 0.0
        self._until = 0.0
        self._file: Trainees | None = None
        self._pictures: dict[str, Any] = {}
        self._latencies: list[float] = []
        self._dressed: tuple[ExerciseSpec | None, Viewer | None] = None, None
        self._level = 1
        self._marked = -1  # stage whose target is marked
        self._exam_due = False
        self.verdict: tuple[str, ...] | None = None  # why an exam does not count
        self._ghost: Ghost | None = None
        self._counted = -1
        self._goes_on = False  # after the countdown, instead of beginning
        self.tones = Tones()

    @property
    def is_running(self) -> bool:
        """Whether an attempt is under way."""
        return self._is_running

    @property
    def hides_desk(self) -> bool:
        """Whether a page is shown that takes all keys."""
        return self.page != ""

    # -- what happens

    def open(self, exercise: ExerciseSpec | None) -> None:
        """A scene was opened: for this exercise, or to drive freely."""
        self.exercise, self.attempt, self._is_running = exercise, None, False
        self._goes_on = False
        self.page = "briefing" if exercise else ""
        self._until = self.app.clock()

    def resume(self, exercise: ExerciseSpec | None, recording: Path) -> None:
        """An attempt was taken over from a recording: go on when the operator is ready."""
        self.exercise, self.attempt, self.recording = exercise, None, recording
        self.page, self._is_running, self._goes_on = "countdown", False, True
        self._until, self._counted = self.app.clock() + READY, -1

    def key(self, name: str) -> bool:
        """Do what a key means on the page that is shown; return whether it means anything."""
        if not self.page:
            return False
        action = KEYS[self.page].get(name)
        if action:
            self.act(action)
        return action is not None or len(name) <= 2 or name in ("SPACE", "TAB")

    def act(self, action: str) -> None:
        """Go on to what a button or key asks for."""
        getattr(self, f"_{action}")()

    def _list(self) -> None:
        self._stop()
        self._entries = self._list_entries()
        self.page = "list"

    def _back(self) -> None:
        self._list()

    def _briefing(self) -> None:
        self.page = "briefing" if self.exercise else ""

    def _free(self) -> None:
        self._stop()
        self.exercise, self.attempt, self.page = None, None, ""
        self.app.realtime.send("resume")

    def _stop(self) -> None:
        """Break off an attempt; it counts as failed, else nobody would ever fail."""
        if self._is_running:
            self.app.realtime.send("abandon")
            if self.attempt is not None:
                score = self.attempt.score
                self._enter(msgspec.structs.replace(score, outcome="failed", reason="unfinished"))
        self._is_running = False

    def _start(self) -> None:
        if self.exercise is None:
            return
        self._stop()
        self.app.actions.put_back_panel()
        self.app.realtime.send("pause")
        self.app.realtime.send("reset")
        self.page, self.attempt, self.verdict = "countdown", None, None
        self._until, self._counted = self.app.clock() + self.exercise.countdown, -1

    def _retry(self) -> None:
        self._start()

    def _next(self) -> None:
        following = self._following()
        if following is not None:
            self.app.open_scene(following)

    def _debrief(self) -> None:
        from simulator.app import opening

        if self.recording is not None and self.app.devices is not None:
            opening.debrief(self.recording, self.app.devices.panel.notify)

    def hint(self) -> None:
        """Take the first hint on offer."""
        if self._is_running and self.attempt and self.attempt.offered:
            self.app.realtime.send("event", Event("hint", str(self.attempt.offered[0])))

    def taken_hint(self) -> Text | None:
        """Return the hint that was taken last, None without one."""
        hints = self.attempt.score.hints if self.attempt else []
        return self.exercise.hints[hints[-1].row].text if hints and self.exercise else None

    def strip(self) -> Lesson | None:
        """Return what the strip over the view says of an attempt; None where there is none."""
        exercise, attempt = self.exercise, self.attempt
        if exercise is None or not self._is_running or attempt is None:
            return None
        stages = [stage.text for stage in exercise.stages]
        price = exercise.hints[attempt.offered[0]].price if attempt.offered else None
        breaches = {limit.name: limit.text for limit in exercise.limits}
        told = [one for one in attempt.score.breaches if attempt.score.time - one.time < WARNED]
        return Lesson(
            stages=stages,
            stage=attempt.stage,
            time=attempt.score.time,
            hint=self.taken_hint(),
            hint_price=price,
            warning=breaches[told[-1].name] if told else None,
        )

    def measure(self, latency: float) -> None:
        """Take note of the time from hand to picture [s]; its 95th percentile is recorded."""
        if not self._is_running:
            return
        self._latencies.append(latency)
        if len(self._latencies) % 25 == 0:
            self.app.realtime.latency_p95 = float(np.percentile(self._latencies, 95))

    # -- one pass

    def tick(self, attempt: Attempt | None) -> None:
        """Take in the newest frame's attempt; end the countdown, and the attempt."""
        if self.page == "countdown":
            self._count_down()
        elif self._exam_due and self.app.realtime.state.recording is None:
            self._conclude_exam()
        elif self._is_running and attempt is not None:
            self._sound(self.attempt, attempt)
            self.attempt = attempt
            if attempt.score.outcome != "running":
                self._conclude(attempt.score)

    def _count_down(self) -> None:
        left = self._until - self.app.clock()
        if left <= 0.0:
            self.tones.play("go")
            if self._goes_on:
                self._go_on()
            else:
                self._begin()
        elif int(left) != self._counted:
            self._counted = int(left)
            self.tones.play("count")

    def _go_on(self) -> None:
        self._goes_on, self.page, self._is_running = False, "", self.exercise is not None
        self.app.realtime.send("resume")

    def _sound(self, before: Attempt | None, now: Attempt) -> None:
        """Let the operator hear a stage done, a limit broken, the end."""
        score = now.score
        if score.outcome != "running":
            self.tones.play(score.outcome)
        elif before is not None and len(score.breaches) > len(before.score.breaches):
            self.tones.play("warning")
        elif before is not None and now.stage > before.stage:
            self.tones.play("stage")

    def _begin(self) -> None:
        from simulator.grading import about
        from simulator.training import trainee

        assert self.exercise is not None
        folder = trainee.recordings_folder() if self.trainee else Path("out")
        now = datetime.now()
        self.recording = folder / f"{Path(self.exercise.source).stem}-{now:%Y%m%d-%H%M%S-%f}.mcap"
        told = {**about(self.exercise), "date": now.isoformat(timespec="seconds")}
        if self.trainee:
            told["trainee"] = self.trainee
        self.app.realtime.latency_p95 = None
        self._latencies.clear()
        self.app.realtime.send("begin", Start(self.exercise, self.recording, told))
        viewer = self.app.viewer
        if viewer is not None:
            self.app.realtime.send("event", Event("view", viewer.inset))
        self.page, self._is_running = "", True

    def _conclude(self, score: "Score") -> None:
        self._is_running, self.page = False, "result"
        self._exam_due = self.exercise is not None and self.exercise.exam is not None
        self._enter(score)

    def _conclude_exam(self) -> None:
        """Write the result that another machine can prove, beside the finished recording."""
        from simulator import proving
        from simulator.recording import RecordingError

        self._exam_due = False
        assert self.exercise is not None and self.recording is not None
        path = self.recording.with_suffix(".result.json")
        try:
            result = proving.write_result(self.exercise, self.recording, path)
            self.verdict = tuple(result.verdict.why_not)
        except (RecordingError, OSError) as error:
            self.verdict = (str(error),)

    def _enter(self, score: "Score") -> None:
        file = self._trainees()
        if file is not None and self.trainee:
            file.enter(self.trainee, score, self.recording or "", self.aid_level())

    def aid_level(self) -> int:
        """Return how far the trainee is with this exercise: aids fade with it."""
        file = self._trainees()
        if file is None or not self.trainee or self.exercise is None:
            return 1
        return file.progress(self.trainee, self.exercise.source, self.exercise.repeat).level

    def _trainees(self) -> "Trainees | None":
        """Return the trainee's file, opened when it is first asked for; None without a trainee."""
        if self.trainee is None or self._file is not None:
            return self._file
        from simulator.training.trainee import TraineeError, Trainees

        try:
            self._file = Trainees()
        except TraineeError as error:
            if self.app.devices is not None:
                self.app.devices.panel.notify(str(error))
            self.trainee = None
        return self._file

    def dress(self, viewer: Viewer, snapshot: Snapshot) -> None:
        """Give the view what an attempt shows beside reality: zones, and aids that fade."""
        exercise = (
            self.exercise if self._is_running or self.page in ("countdown", "result") else None
        )
        if exercise is not self._dressed[0] or viewer is not self._dressed[1]:
            self._dressed = exercise, viewer
            self._level = self.aid_level()
            self._ghost = self._load_ghost(exercise) if exercise else None
            viewer.marks = self._lines(exercise, None) if exercise else None
            viewer.ghost, self._marked = None, -1
        viewer.selected = ()
        if exercise is None or self.attempt is None:
            return
        shown = self._aids(exercise)
        if self._ghost is not None and shown.get("ghost", 0.0) > 0.0:
            time, strength = self.attempt.score.time, shown["ghost"]
            viewer.ghost = partial(ghosts.silhouette, self._ghost, time, strength=strength)
        if shown.get("forces", 0.0) > 0.0:
            viewer.debug |= {"contacts"}
        target = exercise.stages[self.attempt.stage].target
        names = snapshot.layout.bodies
        if shown.get("target", 0.0) > 0.0 and target in names:
            viewer.selected = (Outline((names.index(target),), width=1.0 + shown["target"]),)
        if self.attempt.stage != self._marked:
            self._marked = self.attempt.stage
            viewer.marks = self._lines(exercise, target if shown.get("target") else None)

    def _aids(self, exercise: ExerciseSpec) -> dict[str, float]:
        """Return how strong each aid is for this trainee, 0 to 1."""
        return {aid.kind: aid_strength(aid.fade, self._level) for aid in exercise.aids}

    def _lines(self, exercise: ExerciseSpec, target: str | None) -> Any:
        """Return the borders of the zones, the target's by itself; the way where it is an aid."""
        parts = [zone_lines(exercise.zones.values())]
        if target in exercise.zones:
            parts.append(zone_lines([exercise.zones[target]], is_target=True))
        strength = self._aids(exercise).get("path", 0.0)
        if self._ghost is not None and strength > 0.0:
            colour = (*ghosts.EXPERT[:3], ghosts.EXPERT[3] * strength)
            parts.append(ghosts.way_lines(self._ghost.way, colour, True))
        return np.concatenate(parts)

    def _load_ghost(self, exercise: ExerciseSpec) -> "Ghost | None":
        """Return the expert's run that is shipped with an exercise, None where it has none."""
        from simulator.training.ghost import Ghost, GhostError, ghost_of

        path = ghost_of(exercise.source)
        simulation = self.app.realtime.simulation
        if not path.is_file() or simulation is None:
            return None
        try:
            return Ghost.load(path, robot_rows(exercise, simulation.scene))
        except GhostError as error:
            if self.app.devices is not None:
                self.app.devices.panel.notify(str(error))
            return None

    # -- pages

    def draw(self, p: Paint, size: tuple[int, int], tongue: str) -> None:
        """Draw the page, if any, and do what is clicked on it."""
        if self.page == "list":
            chosen, self._scroll = lesson_pages.draw_list(
                p, size, self._entries, self._scroll, tongue
            )
            if chosen == "":
                self.act("free")
            elif chosen is not None:
                self.app.open_scene(Path(chosen))
            return
        if self.page == "countdown":
            left = max(self._until - self.app.clock(), 0.0)
            title = self.exercise.title.in_language(tongue) if self.exercise else ""
            lesson_pages.draw_countdown(p, size, left, title, tongue)
            return
        if self.exercise is None:
            return
        asked = ""
        if self.page == "briefing":
            asked = lesson_pages.draw_briefing(p, size, self._brief(self.exercise), tongue)
        elif self.page == "result" and self.attempt is not None:
            result = self._result(self.exercise, self.attempt.score)
            asked = lesson_pages.draw_result(p, size, result, tongue)
        if asked:
            self.act(asked)

    def _brief(self, exercise: ExerciseSpec) -> Brief:
        stages = [stage.text for stage in exercise.stages]
        rule = (exercise.repeat.passes, exercise.repeat.of)
        is_exam = exercise.exam is not None
        return Brief(exercise.title, exercise.briefing, exercise.level, stages, rule, is_exam)

    def _result(self, exercise: ExerciseSpec, score: "Score") -> Result:
        from simulator.training.measure import LABELS

        rows = [
            Row(
                label=exercise.metrics[metric.name].label or LABELS[metric.kind],
                value=metric.value,
                unit=metric.unit,
                low=metric.min,
                high=metric.max,
                is_passed=metric.passed,
                has_band=metric.min is not None or metric.max is not None,
            )
            for metric in score.metrics
        ]
        texts = {stage.name: stage.text for stage in exercise.stages}
        limits = {limit.name: limit.text for limit in exercise.limits}
        return Result(
            title=exercise.title,
            is_passed=score.outcome == "passed",
            reason=_reason(score, limits),
            mark=score.mark,
            rows=rows,
            stages=[(texts[stage.name], stage.seconds) for stage in score.stages],
            notes=[limits[breach.name] for breach in score.breaches] + self._objections(),
            can_go_on=self._following() is not None,
        )

    def _objections(self) -> list[Text]:
        """Return whether an exam counts, in words."""
        if self.exercise is None or self.exercise.exam is None or self.verdict is None:
            return []
        if not self.verdict:
            return [TEXTS["counts"]]
        head = TEXTS["counts_not"]
        return [Text(ru=f"{head.ru}: {why}", en=f"{head.en}: {why}") for why in self.verdict]

    def _following(self) -> Path | None:
        """Return the next exercise of the list, by level and name."""
        if self.exercise is None:
            return None
        paths = [entry.path for entry in self._entries or self._list_entries()]
        here = str(Path(self.exercise.source))
        place = paths.index(here) + 1 if here in paths else len(paths)
        return Path(paths[place]) if place < len(paths) else None

    def _list_entries(self) -> list[Entry]:
        folder = _folder_of(self.app.path)
        entries = [self._entry(path) for path in sorted(folder.glob("*.yaml"))]
        return sorted(entries, key=lambda entry: (entry.is_exam, entry.level, entry.path))

    def _entry(self, path: Path) -> Entry:
        plain = _read(path)
        level = plain.get("level")
        best, is_passed = None, False
        file = self._trainees()
        if file is not None and self.trainee:
            from simulator.spec.exercise import RepeatSpec

            repeat = plain.get("repeat")
            rule = RepeatSpec(**repeat) if isinstance(repeat, dict) else RepeatSpec()
            progress = file.progress(self.trainee, path, rule)
            best, is_passed = progress.best, progress.is_passed
        return Entry(
            path=str(path),
            title=_text(plain.get("title"), path.stem),
            level=level if isinstance(level, int) else 1,
            best=best,
            is_passed=is_passed,
            is_exam="exam" in plain,
            picture=self._picture(path.with_suffix(".jpg")),
        )

    def _picture(self, path: Path) -> imgui.ImTextureRef | None:
        if str(path) not in self._pictures:
            self._pictures[str(path)] = None
            if path.is_file():
                with Image.open(path) as picture:
                    flat = picture.convert("RGBA")
                texture = self.app.ctx.texture(flat.size, 4, flat.tobytes())
                texture.build_mipmaps()
                self._pictures[str(path)] = self.app.canvas.renderer.register(texture)
        return self._pictures[str(path)]

    def close(self) -> None:
        """Close the trainee's file."""
        if self._file is not None:
            self._file.close()


def robot_rows(exercise: ExerciseSpec, scene: SceneSpec) -> Any:
    """Return the rows of the bodies of the robot that an exercise is about."""
    names = [robot_name(place) for place in scene.robots]
    robot = names.index(exercise.robot) if exercise.robot else 0
    return np.array([row for row, body in enumerate(list_bodies(scene)) if body.robot == robot])


def aid_strength(fade: tuple[int, int], level: int) -> float:
    """Return 1 up to the first level, 0 from the second on."""
    whole, gone = fade
    if level <= whole:
        return 1.0
    return max(0.0, 1.0 - (level - whole) / max(gone - whole, 1))


def _folder_of(path: Path) -> Path:
    """Return the folder of exercises that belongs to a scene or exercise file."""
    return path.parent if path.parent.name == "exercises" else path.parent / "exercises"


def _read(path: Path) -> dict[str, Any]:
    try:
        node, _ = syntax.read(path.read_bytes(), str(path))
    except OSError:
        return {}
    plain = node.plain() if node is not None else None
    return plain if isinstance(plain, dict) else {}


def _text(title: Any, name: str) -> Text:
    texts = title if isinstance(title, dict) else {"ru": title, "en": title}
    ru, en = texts.get("ru"), texts.get("en")
    return (
        Text(ru=ru, en=en)
        if isinstance(ru, str) and isinstance(en, str)
        else Text(ru=name, en=name)
    )


def _reason(score: "Score", limits: dict[str, Text]) -> Text:
    if score.outcome == "passed":
        return TEXTS["all_kept"]
    if score.reason == "metrics":
        failed: Sequence[Any] = [metric for metric in score.metrics if not metric.passed]
        counts = (len(failed), len(score.metrics))
        return Text(ru=TEXTS["of"].ru.format(*counts), en=TEXTS["of"].en.format(*counts))
    named = {"time": "time_out", "unfinished": "unfinished", "diverged": "diverged"}
    if score.reason in named:
        return TEXTS[named[score.reason]]
    return limits.get(score.reason, Text(ru=score.reason, en=score.reason))
