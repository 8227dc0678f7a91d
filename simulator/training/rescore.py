"""Old sessions graded again, by the rules of today: from the recording, frame by frame."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from simulator.recordings.recording import EventRecord, Recording, RecordingError
from simulator.recordings.replaying import CAUSES, Player, Replayed, Watcher, Watchers, play
from simulator.simulation import Simulation
from simulator.spec.models.exercise import ExerciseSpec
from simulator.spec.models.scene import SceneSpec

from .cast import Cast
from .draw import redraw
from .rules import judge_version
from .score import Score
from .session import Session

SCORE = "score"  # kind of the event that holds the live score


class Rescored(msgspec.Struct, frozen=True):
    """A recording's score, and what there is to say about the recording."""

    file: str
    score: Score
    live: dict[str, Any] | None  # the score that was computed live, where there is one
    same_rules: bool  # the exercise's files are what they were
    same_judge: bool  # the code that judges is what it was
    equal: bool | None  # both scores are the same to the bit; None: the program changed, no score
    complete: bool  # the file ends where the program ended it
    broken: int | None  # first frame before which records were changed
    diverged: int | None  # first frame with another state than recorded
    cause: str = "record"  # what that may be due to, see `replaying.CAUSES`

    @property
    def is_sound(self) -> bool:
        """Whether the recording is whole, unchanged and replays."""
        return self.complete and self.broken is None and self.diverged is None

    @property
    def problems(self) -> list[str]:
        """What is wrong with the recording, in words."""
        found = []
        if self.broken is not None:
            found.append(f"records before frame {self.broken} were changed")
        if self.diverged is not None:
            found.append(f"frame {self.diverged} does not replay: {CAUSES[self.cause]}")
        if not self.complete:
            found.append(f"it ends early, after frame {self.score.frames}: cut off or damaged")
        if self.equal is False:
            found.append("its live score is not what its frames give")
        return found


def rescore(
    exercise: ExerciseSpec, path: Path, watch: Callable[[Cast], Watcher] | None = None
) -> Rescored:
    """Return a recording's score by an exercise's present rules.

    `watch` makes a further watcher of the replay.

    Raises:
        RecordingError: It is no recording, or of another scene than the exercise's.
    """
    recording = Recording(path)
    exercise = redraw(exercise, recording.header)
    assert exercise.scene_spec is not None
    if recording.header["digest"] != exercise.scene_spec.digest:
        raise RecordingError(f"{path}: {explain(recording, exercise.scene_spec)}")
    simulation = Simulation(exercise.scene_spec)
    player = Player(recording, simulation)
    session = Session(exercise, simulation)
    further = watch(session.judge.cast) if watch else None
    outcome = play(player, Watchers(session, further) if further else session)
    session.judge.give_up()
    return compare(path, recording, exercise, session.judge.score, outcome)


def compare(
    path: Path, recording: Recording, exercise: ExerciseSpec, score: Score, outcome: Replayed
) -> Rescored:
    """Return what a replayed recording's new score says beside its live one."""
    scores = [
        record.data
        for record in recording.records
        if isinstance(record, EventRecord) and record.kind == SCORE
    ]
    live = scores[-1] if scores else None
    same_rules = recording.header.get("rules") == exercise.rules
    same_judge = recording.header.get("judge") == judge_version()
    equal = None
    if live is not None and same_rules:
        equal = _drop_path(live) == _drop_path(score.as_dict())
        is_other = not same_judge or outcome.cause == "program"
        if is_other and not equal:  # nobody is to blame
            equal = None
    return Rescored(
        file=str(path),
        score=score,
        live=live,
        same_rules=same_rules,
        same_judge=same_judge,
        equal=equal,
        complete=recording.complete,
        broken=recording.broken,
        diverged=outcome.diverged,
        cause=outcome.cause or "record",
    )


def _drop_path(score: dict[str, Any]) -> dict[str, Any]:
    """Return a score without the place of its exercise, which may have moved."""
    return {key: value for key, value in score.items() if key != "exercise"}


def explain(recording: Recording, scene: SceneSpec) -> str:
    """Return why a recording does not belong to a scene: which files have changed."""
    recorded, present = recording.files, scene.files
    changed = [name for name, part in present.items() if recorded.get(name) not in (None, part)]
    if changed:
        return f"changed since it was recorded: {', '.join(changed)}"
    return f"it was recorded in {recording.header['scene']}, not in this exercise's scene and start"
