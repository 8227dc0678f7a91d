"""Exams: one seal over all files, and a result that any machine proves or disproves.

Everything in a result follows from the recording and the sealed files, timing and focus too: those
are events of the recording, "timing" (input_to_picture_p95 [s], overruns) and "focus_lost". A
proof says that these inputs in these files give this score; it does not say whose hands they were.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from simulator.recordings.machine import versions
from simulator.recordings.recording import EventRecord, Recording, RecordingError
from simulator.spec.fields import Text
from simulator.spec.models.exercise import ExerciseSpec
from simulator.spec.reading.project import shown
from simulator.spec.reading.write import write_whole

from .rescore import SCORE

FORMAT = "1"
OBJECTIONS = {  # why an attempt does not count
    "damaged": Text(ru="запись обрезана или повреждена", en="its recording is cut off or damaged"),
    "rules": Text(
        ru="правила экзамена с тех пор другие",
        en="it was taken by other rules than the exam has now",
    ),
    "scene": Text(
        ru="сцена экзамена с тех пор другая",
        en="it was taken in another scene than the exam has now",
    ),
    "branched": Text(
        ru="попытка продолжена из другой записи", en="it goes on from another recording"
    ),
    "latency": Text(
        ru="картинка отставала от рук на {} мс (95-й процентиль), допустимо {} мс",
        en="the picture followed the input by {} ms (95th percentile), the exam allows {} ms",
    ),
    "resets": Text(ru="начат заново, раз: {}", en="it was started over, {} times"),
}


class Timing(msgspec.Struct, frozen=True):
    """How punctual the machine was, and how often the operator left the window."""

    input_to_picture_p95: float | None = None  # [s]; None: there was no window
    overruns: int = 0  # frames that came late
    focus_losses: list[float] = []  # when [s]


class Verdict(msgspec.Struct, frozen=True):
    """Whether the attempt counts as an exam; a failed one counts, too."""

    counts: bool
    why_not: list[str]


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an exam came to, as its file holds it."""

    format: str
    exercise: str  # path
    seal: str  # hash over `files`
    files: dict[str, str]  # the hash of every file of the exam, by path
    recording: str  # name of its file
    recording_hash: str  # of its bytes
    chain: str  # hash over its header and records
    score: dict[str, Any]
    machine: dict[str, str]
    versions: dict[str, str]
    timing: Timing
    verdict: Verdict


def list_files(exercise: ExerciseSpec) -> dict[str, str]:
    """Return the hashes of every file of an exercise: its own, its scene's, robots', meshes."""
    assert exercise.scene_spec is not None
    return {**exercise.scene_spec.files, **exercise.files}


def seal(files: Mapping[str, str]) -> str:
    """Return one hash over files' names and hashes."""
    text = json.dumps(sorted(files.items()), ensure_ascii=False)
    return hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=32).hexdigest()


def conclude(exercise: ExerciseSpec, path: Path) -> Result:
    """Return the result of a finished attempt at an exam, as `examine` does."""
    return examine(exercise, path)[0]


def examine(exercise: ExerciseSpec, path: Path) -> tuple[Result, list[Text]]:
    """Return the result of a finished attempt at an exam, and why it does not count.

    Raises:
        RecordingError: The recording cannot be read, or holds no score.
    """
    recording = Recording(path)
    events = [record for record in recording.records if isinstance(record, EventRecord)]
    scores = [event.data for event in events if event.kind == SCORE]
    if not scores or scores[-1] is None:
        why = recording.flaw if recording.damaged else "the attempt has not ended"
        russian = "она повреждена" if recording.damaged else "попытка не окончена"
        raise RecordingError(
            f"{path}: it holds no score: {why}", f"{path}: в записи нет оценки: {russian}"
        )
    try:
        timing = _read_timing(recording, events)
        machine = msgspec.json.decode(recording.header["machine_report"], type=dict[str, str])
    except (msgspec.MsgspecError, ValueError, KeyError) as error:
        raise RecordingError(
            f"{path}: its header or timing is damaged: {error}",
            f"{path}: повреждены заголовок или отметки времени: {error}",
        ) from error
    files = list_files(exercise)
    why_not = _find_objections(exercise, recording, events, timing)
    result = Result(
        format=FORMAT,
        exercise=shown(Path(exercise.source)),
        seal=seal(files),
        files=files,
        recording=path.name,
        recording_hash=hashlib.blake2b(path.read_bytes(), digest_size=32).hexdigest(),
        chain=recording.chain,
        score={**scores[-1], "exercise": shown(Path(exercise.source))},
        machine=machine,
        versions={k: recording.header[k] for k in versions() if k in recording.header},
        timing=timing,
        verdict=Verdict(not why_not, [one.en for one in why_not]),
    )
    return result, why_not


def write_result(exercise: ExerciseSpec, recording: Path, path: Path) -> tuple[Result, list[Text]]:
    """Write the result of a finished attempt at an exam; return it, and why it does not count.

    Raises RecordingError as `examine` does, OSError where the file cannot be written.
    """
    result, why_not = examine(exercise, recording)
    text = msgspec.json.format(msgspec.json.encode(result), indent=2).decode()
    write_whole(path, text + "\n")
    return result, why_not


def describe(score: Mapping[str, Any], why_not: Sequence[str] | None) -> str:
    """Return in a line what an attempt came to; `why_not`: an exam does not count, None: none."""
    reason = f" ({score['reason']})" if score["reason"] else ""
    told = f"{score['outcome']}{reason}, mark {score['mark']:g}"
    if why_not is None:
        return told
    return f"{told}, does not count: {'; '.join(why_not)}" if why_not else f"{told}, counts"


def _read_timing(recording: Recording, events: list[EventRecord]) -> Timing:
    told = [event.data for event in events if event.kind == "timing" and event.data]
    last = told[-1] if told else {}
    frame_dt = float(recording.header["frame_dt"])
    lost = [round(event.frame * frame_dt, 6) for event in events if event.kind == "focus_lost"]
    known = {key: last[key] for key in ("input_to_picture_p95", "overruns") if key in last}
    return msgspec.convert({**known, "focus_losses": lost}, Timing)


def _find_objections(
    exercise: ExerciseSpec, recording: Recording, events: list[EventRecord], timing: Timing
) -> list[Text]:
    """Return why an attempt does not count."""
    assert exercise.exam is not None and exercise.scene_spec is not None
    found, limit = [], exercise.exam.latency
    if not recording.complete or recording.broken is not None:
        found.append(OBJECTIONS["damaged"])
    if recording.header.get("rules") != exercise.rules:
        found.append(OBJECTIONS["rules"])
    if recording.header.get("digest") != exercise.scene_spec.digest:
        found.append(OBJECTIONS["scene"])
    if "branched_from" in recording.header:
        found.append(OBJECTIONS["branched"])
    latency = timing.input_to_picture_p95
    if latency is not None and latency > limit:
        found.append(_fill("latency", f"{1e3 * latency:.0f}", f"{1e3 * limit:.0f}"))
    if resets := sum(event.kind == "reset" for event in events):
        found.append(_fill("resets", str(resets)))
    return found


def _fill(name: str, *values: str) -> Text:
    text = OBJECTIONS[name]
    return Text(ru=text.ru.format(*values), en=text.en.format(*values))
