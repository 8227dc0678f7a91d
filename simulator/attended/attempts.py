"""Attempts in a program without a window: followed to their end, each exam given its result."""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from ..keeping import Attempt, break_off
from ..realtime import Realtime
from ..spec.fields import Text
from ..spec.models.exercise import ExerciseSpec
from ..terminal import err, out
from ..training import exam
from ..training.score import Score
from ..training.verdicts import Verdicts


class Attempts:
    """Prints what each attempt has come to; `tick` is called once a pass of the program's loop."""

    def __init__(self, realtime: Realtime) -> None:
        self._realtime = realtime
        self._verdicts = Verdicts(lambda text: err.print(text, markup=False))
        self._exercise: ExerciseSpec | None = None  # of the attempt that is under way
        self._recording: Path | None = None
        self._attempt: Attempt | None = None  # as it was seen last
        self._before: Attempt | None = None  # what was seen as it began

    @property
    def is_under_way(self) -> bool:
        """Whether an attempt has begun and is not over, as far as was looked."""
        return self._exercise is not None

    def begin(self, exercise: ExerciseSpec, recording: Path) -> None:
        """An attempt is about to begin; one that is under way is broken off."""
        self.leave()
        frame = self._realtime.frames.current
        self._before = frame.attempt if frame is not None else None
        self._exercise, self._recording, self._attempt = exercise, recording, None
        self._verdicts.begin()

    def leave(self) -> None:
        """Break off the attempt that is under way: it has failed, unless it has just ended."""
        self._look()
        if self._exercise is not None:
            ended = threading.Event()
            self._realtime.send("abandon", ended)
            self._end(ended.is_set)

    def tick(self) -> None:
        """Take in the newest frame's attempt, and write the results that are due."""
        self._look()
        self._verdicts.tick()

    def _look(self) -> None:
        """Take in the newest frame's attempt; that may be its end."""
        frame = self._realtime.frames.current
        attempt = frame.attempt if frame is not None else None
        if self._exercise is not None and attempt is not None and attempt is not self._before:
            if self._attempt is None and not attempt.is_recorded:
                self._recording = None  # what is at its place is not of this attempt
            self._attempt = attempt
            if attempt.is_over:
                self._end()

    def close(self) -> None:
        """Write the results of exams that the program's end has broken off."""
        self._verdicts.close()

    def _end(self, is_written: Callable[[], bool] = lambda: True) -> None:
        exercise, attempt, recording = self._exercise, self._attempt, self._recording
        assert exercise is not None
        self._exercise = None
        score = break_off(attempt, exercise)
        then, complaint = partial(_tell, exercise, score, recording), self._realtime.state.complaint
        self._verdicts.end(exercise, recording, complaint, then, is_written)


def _tell(
    exercise: ExerciseSpec, score: Score, recording: Path | None, why_not: Sequence[Text]
) -> None:
    """Print what an attempt has come to, and whether it counts if it is an exam."""
    told = None if exercise.exam is None else [one.en for one in why_not]
    text = exam.describe(score.as_dict(), told)
    out.print(f"{recording or exercise.source}: {text}", markup=False)
