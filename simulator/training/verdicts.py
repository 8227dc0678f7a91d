"""Whether exams count: each that has ended gets its result, which another machine can prove."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from simulator.spec.fields import Text
from simulator.spec.models.exercise import ExerciseSpec
from simulator.spec.reasons import explain

Then = Callable[[tuple[Text, ...]], object]  # is told why an attempt does not count
UNRECORDED = Text(ru="попытка не записана", en="it was not recorded")


class Ended(NamedTuple):
    """An exam that has ended, and who waits for its verdict."""

    exercise: ExerciseSpec
    recording: Path
    then: Then
    is_written: Callable[[], bool]


class Verdicts:
    """Writes results beside recordings, as soon as these are finished by the physics side.

    `tell` says why one cannot be written.
    """

    def __init__(self, tell: Callable[[str], object]) -> None:
        self.last: tuple[Text, ...] | None = None  # why the last exam does not count, once known
        self._tell = tell
        self._last: Path | None = None  # its recording
        self._due: list[Ended] = []

    def begin(self) -> None:
        """An attempt begins: the verdict will be on it."""
        self.last = self._last = None

    def end(
        self,
        exercise: ExerciseSpec | None,
        recording: Path | None,
        complaint: Text | None,
        then: Then,
        is_written: Callable[[], bool],
    ) -> None:
        """An attempt has ended, or was broken off; an exam's result is due once it is written.

        One without a recording has none, and does not count: `complaint` says why, if anything
        does. What is no exam counts, and that is said at once.
        """
        if exercise is None or exercise.exam is None:
            then(())
        elif recording is None:
            self.last = (complaint or UNRECORDED,)
            then(self.last)
        else:
            self._due.append(Ended(exercise, recording, then, is_written))
            self._last = recording

    def tick(self) -> None:
        """Write the results that are due and whose recordings are finished."""
        for one in [*self._due]:
            if one.is_written():
                self._due.remove(one)
                self._conclude(one)

    def close(self) -> None:
        """Write the results of exams that the program's end has broken off."""
        while self._due:
            self._conclude(self._due.pop(0))

    def _conclude(self, ended: Ended) -> None:
        """Write a result, or tell why that cannot be; say why the exam does not count."""
        why_not = self._write(ended)
        if ended.recording == self._last:
            self.last = why_not
        ended.then(why_not)

    def _write(self, ended: Ended) -> tuple[Text, ...]:
        from simulator.recordings.recording import RecordingError
        from simulator.training import exam

        path = ended.recording.with_suffix(".result.json")
        try:
            return tuple(exam.write_result(ended.exercise, ended.recording, path)[1])
        except (RecordingError, OSError) as error:
            told = explain(error)
        self._tell(told.en)
        return (told,)
