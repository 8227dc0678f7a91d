"""What is kept of a drive: its recording, and the judge of an attempt at an exercise.

A full disk costs the recording, never the drive: `complaint` says what happened.
"""

import os
from typing import TYPE_CHECKING, NamedTuple

from simulator.snapshot import Event, PanelInput, Snapshot
from simulator.spec import reasons
from simulator.spec.fields import Text

if TYPE_CHECKING:  # opened by the physics thread: the window must not wait for the kernels
    from simulator.recordings.playback import Playback
    from simulator.recordings.recording import Recorder
    from simulator.simulation import Simulation
    from simulator.spec.models.exercise import ExerciseSpec
    from simulator.training.score import Score
    from simulator.training.session import Session

RUNNING = "running"
BY_HAND = {"driven": "by hand"}  # in the header of an attempt that no script drives


class Attempt(NamedTuple):
    """How an exercise goes: the score so far, the row of its stage, the rows of hints on offer.

    Where its file could not be written it is not recorded, or not any more.
    """

    score: "Score"
    stage: int
    offered: tuple[int, ...]
    is_recorded: bool

    @property
    def is_over(self) -> bool:
        """Whether the attempt has ended."""
        return self.score.outcome != RUNNING


def break_off(attempt: Attempt | None, exercise: "ExerciseSpec") -> "Score":
    """Return what an attempt comes to that ends as it was seen last, or unseen."""
    from simulator.training.score import of_nothing

    if attempt is None:
        return of_nothing(exercise, RUNNING, "").as_unfinished()
    return attempt.score if attempt.is_over else attempt.score.as_unfinished()


def as_ended(attempt: Attempt | None, exercise: "ExerciseSpec") -> Attempt:
    """Return an attempt as it is once it was broken off: over, and with no hints on offer."""
    score = break_off(attempt, exercise)
    if attempt is None:
        return Attempt(score, stage=0, offered=(), is_recorded=False)
    return attempt._replace(score=score, offered=())


class Start(NamedTuple):
    """An attempt to begin: the exercise, the file that records it, what its header says of it."""

    exercise: "ExerciseSpec | None"
    path: os.PathLike[str]
    about: dict[str, str]


class Keeper:
    """Follows a simulation: every frame and event goes into its recording and before its judge."""

    def __init__(self) -> None:
        self.complaint: Text | None = None  # why there is no recording
        self._recorder: Recorder | None = None
        self._session: Session | None = None

    @property
    def recorded(self) -> float | None:
        """How much time the recording holds that is being written [s]; None without one."""
        return self._recorder.length if self._recorder is not None else None

    @property
    def has_attempt(self) -> bool:
        """Whether an attempt is under way."""
        return self._session is not None

    def record(
        self, path: os.PathLike[str] | str, simulation: "Simulation", about: dict[str, str] | None
    ) -> None:
        """Begin a recording; another one ends."""
        self.stop()
        from simulator.recordings.recording import Recorder

        try:
            self._recorder = Recorder(str(path), simulation, about)
            self.complaint = None
        except OSError as error:
            self.complaint = reasons.about(path, reasons.of_system(error))

    def go_on(
        self, before: int, event: Event, path: os.PathLike[str], simulation: "Simulation"
    ) -> None:
        """Go on recording with another simulation, if there is a recording.

        The present one ends with this event after its frame `before`; a new one begins.
        """
        if self._recorder is not None:
            self.event(before, event)
            self.record(path, simulation, None)

    def begin(self, start: Start, simulation: "Simulation") -> None:
        """Begin an attempt where the simulation stands."""
        from simulator.training.session import Session

        assert start.exercise is not None
        self._session = Session(start.exercise, simulation)
        self.record(start.path, simulation, start.about)

    def take_over(self, playback: "Playback", start: Start) -> None:
        """Go on from where a playback is, as if all before it had been done now.

        Without a recording where what led there moves otherwise by now.
        """
        from simulator.recordings.recording import RecordingError

        self.stop()
        self._session = judge_again(playback, start.exercise, playback.at)
        try:
            self._recorder = playback.branch(str(start.path), start.about)
            self.complaint = None
        except OSError as error:
            self.complaint = reasons.about(start.path, reasons.of_system(error))
        except RecordingError as error:  # the time line was ahead of what the window showed
            self.complaint = error.text

    def due(self) -> list[Event]:
        """Return what the exercise does before the next frame."""
        return self._session.due() if self._session else []

    def event(self, frame: int, event: Event) -> None:
        """Keep something that was done after `frame`."""
        if self._session:
            self._session.event(event)
        if self._recorder is None:
            return
        try:
            self._recorder.event(frame, event)
        except OSError as error:
            self._lose(error)

    def frame(self, panel: PanelInput, snapshot: Snapshot, simulation: "Simulation") -> None:
        """Keep a frame that was just simulated."""
        if self._session:
            self._session.frame(panel, snapshot)
        if self._recorder is None:
            return
        try:
            self._recorder.frame(panel, snapshot)
            if self._recorder.wants_keyframe():
                self._recorder.keyframe(snapshot.frame_index, simulation.save())
        except OSError as error:
            self._lose(error)

    def latency(self, frame: int, times: list[float]) -> None:
        """Keep the times from input to picture of the last pictures [s]."""
        if self._recorder is None or not times:
            return
        try:
            self._recorder.latency(frame, times)
        except OSError as error:
            self._lose(error)

    @property
    def attempt(self) -> Attempt | None:
        """How the attempt goes."""
        if self._session is None:
            return None
        judge = self._session.judge
        is_recorded = self._recorder is not None
        return Attempt(judge.score, judge.stage, tuple(judge.offered), is_recorded)

    def give_up(self) -> None:
        """End an attempt that is not over."""
        if self._session:
            self._session.judge.give_up()

    def end(self) -> None:
        """Let the attempt go; its recording ends with it."""
        self._session = None
        self.stop()

    def stop(self) -> None:
        """Finish the recording."""
        recorder, self._recorder = self._recorder, None
        if recorder is None:
            return
        try:
            recorder.close()
        except OSError as error:
            recorder.let_go()
            self.complaint = reasons.about(recorder.path, reasons.of_system(error))

    def _lose(self, error: OSError) -> None:
        """Give the recording up: the disk is full, or gone."""
        assert self._recorder is not None
        recorder, self._recorder = self._recorder, None
        recorder.let_go()
        self.complaint = reasons.about(recorder.path, reasons.of_system(error))


def judge_again(
    playback: "Playback", exercise: "ExerciseSpec | None", frame: int
) -> "Session | None":
    """Play from the beginning to a frame under the eyes of a judge, who then can go on."""
    from simulator.training.session import Session

    playback.seek(0)
    session = Session(exercise, playback.simulation) if exercise else None
    playback.run(frame, session)
    return session
