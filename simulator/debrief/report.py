"""From a recording to a page: replayed, told, proven, written."""

import math
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from simulator import checking
from simulator.recordings import notes
from simulator.recordings.machine import versions
from simulator.recordings.recording import Recording, RecordingError
from simulator.recordings.replaying import Player, Replayed, play
from simulator.render.offscreen import ContextError
from simulator.simulation import Simulation
from simulator.snapshot import Event, PanelInput, Snapshot
from simulator.spec.labels import robot_label
from simulator.spec.models.exercise import ExerciseSpec
from simulator.spec.reading.write import write_whole
from simulator.terminal import complain, out, system_language
from simulator.timing import Latency
from simulator.training import rescore
from simulator.training.rescore import Rescored
from simulator.training.score import PASSED
from simulator.training.story import Story
from simulator.ui.texts import phrases

from . import measures, page, pictures, texts


class Told(NamedTuple):
    """A recording that was replayed."""

    recording: Recording
    story: Story
    proof: Rescored
    stopped: str  # why the replay could not go on
    changed: list[str]  # files that are not what they were


def write(
    file: Path,
    output: Path | None,
    exercise: Path | None,
    expert: Path | None,
    language: str | None,
    with_pictures: bool,
    attempt: int | None = None,
) -> int:
    """Write the page of a recording; exit status 1 if the recording is not sound."""
    path = output or file.with_suffix(".html")
    if path.suffix.lower() != ".html":
        return complain(f"{path}: a page is written as .html")
    language = language or system_language()
    try:
        told = read(file, exercise, attempt)
        model = read(expert, exercise) if expert else None
        if model is not None and model.story.rows != told.story.rows:
            raise RecordingError(f"{expert}: recorded in another scene than {file}")
    except RecordingError as error:
        return complain(error)
    taken, missing = _take_pictures(told.story, language) if with_pictures else ([], "")
    text = page.render(
        told.story, model.story if model else None, _head(told, language), _prove(told, language),
        taken, missing, language,
    )  # fmt: skip
    write_whole(path, text)
    out.print(str(path), markup=False)
    problems = _prove(told, "en").problems
    for problem in problems:
        complain(f"{file}: {problem}")
    return 1 if problems else 0


def read(file: Path, exercise: Path | None = None, attempt: int | None = None) -> Told:
    """Replay a recording and return its story; what is wrong with it is part of the result.

    Of several attempts in it, the last one or the one of this number.

    Raises:
        RecordingError: It is no recording, or there is nothing here to replay it in.
    """
    recording = Recording(file)
    if not recording.frames:
        raise RecordingError(f"{file}: {recording.flaw or 'holds no frame'}: nothing to tell")
    path = recording.find_scene(exercise, "name it with --exercise FILE")
    scene, spec = checking.load_recorded(path, recording.header)
    if not scene.robots:
        raise RecordingError(f"{file}: {path} has no robot")
    changed = []
    if recording.header.get("digest") != scene.digest:
        changed = [name for name, part in scene.files.items() if recording.files.get(name) != part]
        if not set(recording.files) & set(scene.files):
            raise RecordingError(rescore.explain(recording, scene))
    simulation = Simulation(scene)
    player = Player(recording, simulation)
    story = Story(spec, simulation, attempt)
    stopped, outcome = "", None
    noted = _Noted(story, notes.read(file))
    try:
        outcome = play(player, noted)
    except (RecordingError, ValueError, IndexError) as error:  # inputs that are none, too
        stopped = str(error)
    noted.end()
    story.end()
    if attempt is not None and not 1 <= attempt <= story.count:
        raise RecordingError(f"{file}: there is no attempt {attempt}; it holds {story.count}")
    score = story.session.judge.score
    outcome = outcome or Replayed(score.frames, None, "", "", score.time, recording.complete)
    rules = spec or story.session.exercise
    proof = rescore.compare(file, recording, rules, score, outcome)
    if attempt not in (None, story.count):  # the score in the file is the last attempt's
        proof = msgspec.structs.replace(proof, live=None, equal=None)
    return Told(recording, story, proof, stopped, changed)


class _Noted:
    """Shows a story a recording with the notes of who has looked at it (`replaying.Watcher`)."""

    def __init__(self, story: Story, noted: notes.Notes) -> None:
        self._story, self._frames = story, 0
        self._noted = sorted(noted, reverse=True)
        self._dt = story.simulation.frame_dt

    def event(self, event: Event) -> None:
        """Show an event."""
        self._story.event(event)

    def frame(self, panel: PanelInput, snapshot: Snapshot) -> None:
        """Show a frame, and what was noted of it."""
        self._story.frame(panel, snapshot)
        self._frames += 1
        self._note(until=(self._frames + 0.5) * self._dt)

    def end(self) -> None:
        """Show what was noted later than the last frame."""
        self._note(until=math.inf)

    def _note(self, until: float) -> None:
        while self._noted and self._noted[-1][0] < until:
            self._story.note(self._noted.pop()[1])


def _take_pictures(story: Story, language: str) -> tuple[list[pictures.Picture], str]:
    try:
        return pictures.take(story, language), ""
    except ContextError:
        return [], texts.say("no_pictures", language)


def _head(told: Told, language: str) -> page.Head:
    story, header = told.story, told.recording.header
    exercise, score = story.exercise, told.proof.score
    scene = story.cast.scene
    title = exercise.title if exercise else scene.title
    drivers = "trainee", "script"
    facts = [(texts.say(who, language), header[who]) for who in drivers if header.get(who)]
    number = story.attempt or story.count
    several = texts.say("attempt_of", language, number, story.count)
    facts += [
        *([("", several)] if story.count > 1 else []),
        ("", _date(told, language)),
        ("", robot_label(scene, story.cast.robot).in_language(language)),
        ("", _length(story.time, language)),
    ]
    shown = title.in_language(language) if title else texts.say("free_drive", language)
    if exercise is None:
        outcome, why = texts.say("driven", language), texts.say("why_driven", language)
        return page.Head(shown, facts, "", outcome, why, "")
    passed = score.outcome == PASSED
    outcome = texts.say("passed" if passed else "failed", language)
    mark = texts.edge(score.mark, language)
    why = _explain_outcome(story, exercise, language)
    return page.Head(shown, facts, "ok" if passed else "bad", outcome, why, mark)


def _explain_outcome(story: Story, exercise: ExerciseSpec, language: str) -> str:
    """Return why an attempt passed or failed."""
    score = story.session.judge.score
    failed = [measures.label(story, one, language) for one in score.metrics if not one.passed]
    limits = {limit.name: limit.text for limit in exercise.limits}
    if score.outcome == PASSED:
        return texts.say("why_passed", language)
    if score.reason == "metrics":
        return texts.say("why_metrics", language, ", ".join(failed))
    if score.reason in limits:
        return limits[score.reason].in_language(language)
    return texts.say(f"why_{score.reason}", language)


def _length(seconds: float, language: str) -> str:
    minutes, rest = divmod(round(seconds), 60)
    words = ("мин", "с") if language == "ru" else ("min", "s")
    return f"{minutes} {words[0]} {rest} {words[1]}" if minutes else f"{rest} {words[1]}"


def _date(told: Told, language: str) -> str:
    """Return when it was recorded; the file's own time where its header does not say."""
    try:
        when = datetime.fromisoformat(told.recording.header["date"])
    except (KeyError, ValueError):
        when = datetime.fromtimestamp(told.recording.path.stat().st_mtime)
    return phrases.moment(when, language)


def _prove(told: Told, language: str) -> page.Proof:
    """Return what is wrong with the recording, and what it was made with."""
    proof, header = told.proof, told.recording.header
    found = [("changed", ", ".join(told.changed))] if told.changed else []
    found += [("broken", proof.broken)] if proof.broken is not None else []
    if proof.diverged is not None:
        found.append((f"diverged_{proof.cause}", proof.diverged))
    found += [("cut", proof.score.frames)] if not proof.complete else []
    found += [("stopped", told.stopped)] if told.stopped else []
    found += [("unequal", "")] if proof.equal is False else []
    other = [f"{key} {header.get(key, '?')}" for key, value in versions().items()
             if header.get(key) != value]  # fmt: skip
    if found and other:  # a reason why it may not replay
        found.append(("versions", ", ".join(other)))
    note = ""
    is_graded_again = proof.equal is None and proof.diverged is None
    if told.story.exercise and is_graded_again and proof.live is not None:
        mark = texts.edge(float(proof.live.get("mark", 0.0)), language)
        note = texts.say("judge_changed" if proof.same_rules else "rules_changed", language, mark)
    machine, branch = _machine(header, language), header.get("branched_from", "")
    latency = _latency(told.recording.latencies, language)
    facts = [
        (texts.say("state_hash", language), proof.score.state_hash),
        (texts.say("program", language), header.get("program", "?")),
        *([(texts.say("branched", language), branch)] if branch else []),
        *([(texts.say("machine", language), machine)] if machine else []),
        *([(texts.say("latency", language), latency)] if latency else []),
        (texts.say("file", language), told.recording.path.name),
    ]
    return page.Proof([texts.say(key, language, value) for key, value in found], note, facts)


def _latency(times: list[float], language: str) -> str:
    """Return the percentiles of the time from input to picture; "" without a window."""
    if not times:
        return ""
    p50, p95, p99, _ = Latency.of(times)
    shares = (("p50", p50), ("p95", p95), ("p99", p99))
    unit = texts.say("ms", language)
    return ", ".join(f"{name} {1e3 * seconds:.0f} {unit}" for name, seconds in shares)


def _machine(header: dict[str, str], language: str) -> str:
    try:
        report = msgspec.json.decode(header.get("machine_report", "{}"), type=dict[str, str])
    except msgspec.MsgspecError:
        return ""
    memory = report.get("memory", "").removesuffix("kB").strip()
    if memory.isdecimal():
        memory = f"{int(memory) / 2**20:.0f} {'ГБ' if language == 'ru' else 'GB'}"
    parts = (report.get("processor", ""), memory, report.get("system", ""))
    return ", ".join(part for part in parts if part)
