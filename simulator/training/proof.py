"""Results of exams proven or disproven: the sealed files, the recording, the score, bit for bit."""

import json
from pathlib import Path
from typing import Any

import msgspec

from simulator.recordings.record_file import open_file
from simulator.recordings.recording import Recording, RecordingError
from simulator.recordings.replaying import Player, play
from simulator.simulation import Simulation
from simulator.snapshot import Event, PanelInput, Snapshot
from simulator.spec import reasons, suggest
from simulator.spec.fields import RECORDING
from simulator.spec.models.exercise import ExerciseSpec

from .exam import FORMAT, Result, conclude, list_files, seal
from .rescore import compare
from .session import Session

EXAMINERS = ("fault", "clear", "link", "push")  # events that only the exercise may bring about
WORDS = {
    "recording_hash": "the recording is not the one of the result: its bytes differ",
    "chain": "the recording's chain of hashes is not the result's",
    "machine": "the result's machine is not the recording's",
    "versions": "the result's versions are not the recording's",
    "timing": "the result's timing or focus losses are not the recording's",
    "verdict": "the result's verdict is not what the recording says",
}


class ResultError(Exception):
    """The file is not the result of an exam."""


def read(path: Path) -> Result:
    """Return the result that a file holds.

    Raises:
        ResultError: It cannot be read, or is none.
    """
    try:
        with open_file(path) as file:
            data = file.read()
    except OSError as error:
        raise ResultError(f"{path}: {reasons.unreadable(error).en}") from error
    try:
        result = msgspec.json.decode(data, type=Result)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ResultError(f"{path}: {_tell_other(path, data)}") from error
    if result.format != FORMAT:
        raise ResultError(f"{path}: format {result.format}, this program reads {FORMAT}")
    return result


def _tell_other(path: Path, data: bytes) -> str:
    """Return what a file is that is no result, or what a result lacks."""
    try:
        held = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError):  # cut off, it may be
        told = "not the result of an exam, as `simulator run EXAM --result FILE.json` writes it"
        return f"a recording, {told}" if path.suffix.lower() == RECORDING else told
    return f"not the result of an exam, or not a whole one: {_find_faults(held)}"


def _find_faults(held: Any) -> str:
    """Return what of a file that is no whole result is missing, too much, or of another form."""
    if not isinstance(held, dict):
        return "it is no mapping"
    fields = {field.name: field for field in msgspec.structs.fields(Result)}
    faults = [f"`{name}` is missing" for name in fields if name not in held]
    faults += [f"`{name}` is none of its keys" for name in held if name not in fields]
    for name, field in fields.items():
        try:
            msgspec.convert(held.get(name), field.type)
        except msgspec.ValidationError:
            faults += [f"`{name}` has another form"] if name in held else []
    return suggest.listed(faults)


def find_differences(result: Result, exercise: ExerciseSpec, path: Path) -> list[str]:
    """Return everything that a result, the local files and a recording disagree in; none: proven.

    Raises:
        RecordingError: The recording cannot be read.
    """
    if exercise.exam is None:
        return [f"{exercise.source} is no exam here"]
    if found := _compare_files(result, list_files(exercise)):
        return found
    fresh = conclude(exercise, path)
    found = [text for key, text in WORDS.items() if getattr(fresh, key) != getattr(result, key)]
    return [*found, *_replay(result, exercise, path)]


def _compare_files(result: Result, here: dict[str, str]) -> list[str]:
    """Return which files are not the sealed ones."""
    sealed = result.files
    changed = [name for name in sealed if name in here and sealed[name] != here[name]]
    missing = [name for name in sealed if name not in here]
    added = [name for name in here if name not in sealed]
    words = {"changed": changed, "not of the exam here": missing, "not under the seal": added}
    found = [f"{text}: {', '.join(sorted(names))}" for text, names in words.items() if names]
    if seal(sealed) != result.seal:
        found.append("the result's seal does not fit the files that it lists")
    return found


def _replay(result: Result, exercise: ExerciseSpec, path: Path) -> list[str]:
    """Run the recording again; return what does not come out as the result says."""
    assert exercise.scene_spec is not None
    recording, simulation = Recording(path), Simulation(exercise.scene_spec)
    if recording.header["digest"] != exercise.scene_spec.digest:
        return ["the recording was made in another scene"]
    start = simulation.state_hash()
    player, watch = Player(recording, simulation), Invigilator(exercise, simulation)
    found = []
    if simulation.state_hash() != start:
        found.append("the recording does not begin at the exam's start")
    try:
        outcome = play(player, watch)
    except RecordingError as error:
        return [*found, str(error)]
    watch.judge.give_up()
    graded = compare(path, recording, exercise, watch.judge.score, outcome)
    found += graded.problems
    if watch.strange is not None:
        found.append(f"faults or link are not the exam's own after {watch.strange:.2f} s")
    new = {**graded.score.as_dict(), "exercise": result.score.get("exercise")}
    was = result.score
    if other := [key for key in {**new, **was} if _plain(new, key) != _plain(was, key)]:
        text = f"the score does not come out: its {', '.join(other)}"
        if "mark" in other:
            text += f"; the result says {was.get('mark')}, the replay gives {graded.score.mark}"
        found.append(text if graded.same_judge else f"{text}, by another version of the judge")
    return found


def _plain(score: dict[str, Any], key: str) -> str:
    """Return a part of a score as text: equal to the bit, equal text; nothing where it has none."""
    if key not in score:
        return ""
    return json.dumps(json.loads(msgspec.json.encode(score[key])), sort_keys=True)


class Invigilator(Session):
    """A session that notes faults which the exercise did not bring about, or did and are not there.

    They are events of the recording, and a forger could write a recording without them.
    """

    def __init__(self, exercise: ExerciseSpec, simulation: Simulation) -> None:
        super().__init__(exercise, simulation)
        self._seen: list[Event] = []
        self.strange: float | None = None  # when [s]

    def event(self, event: Event) -> None:
        """Take note of what was done between two frames."""
        super().event(event)
        if event.kind in EXAMINERS:
            self._seen.append(event)

    def frame(self, panel: PanelInput, snapshot: Snapshot) -> None:
        """Take note of a frame; what the exercise does before it has to have been done."""
        expected, seen, self._seen = self.due(), self._seen, []
        if self.strange is None and list(map(_key, expected)) != list(map(_key, seen)):
            self.strange = self.judge.time
        super().frame(panel, snapshot)


def _key(event: Event) -> tuple[str, str, str]:
    return event.kind, event.text, json.dumps(event.data and dict(event.data), sort_keys=True)
