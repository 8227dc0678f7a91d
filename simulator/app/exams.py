"""Exams in the window: each that has ended gets its result, which another machine can prove."""

from pathlib import Path
from typing import TYPE_CHECKING

from simulator.app import opening
from simulator.app.application import Application
from simulator.spec.fields import Text

if TYPE_CHECKING:
    from simulator.spec.models.exercise import ExerciseSpec

UNRECORDED = Text(ru="попытка не записана", en="it was not recorded")


class Exams:
    """Writes results beside recordings, as soon as these are finished by the physics side."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self.verdict: tuple[Text, ...] | None = None  # why the last one does not count, once known
        self._last: Path | None = None  # its recording
        self._due: list[tuple[ExerciseSpec, Path]] = []

    def begin(self) -> None:
        """An attempt begins: the verdict will be on it."""
        self.verdict = self._last = None

    def end(self, exercise: "ExerciseSpec | None", recording: Path | None) -> None:
        """An attempt has ended, or was broken off; of an exam, its result is due.

        One without a recording has none, and does not count.
        """
        if exercise is None or exercise.exam is None:
            return
        if recording is None:
            why = self.app.realtime.state.complaint
            self.verdict = (Text(ru=why, en=why) if why else UNRECORDED,)
            return
        self._due.append((exercise, recording))
        self._last = recording

    def tick(self) -> None:
        """Write the results that are due and whose recordings are finished."""
        for one in [*self._due]:
            if self.app.realtime.state.recording is None or _is_finished(one[1]):
                self._due.remove(one)
                verdict = self._conclude(*one)
                if one[1] == self._last:
                    self.verdict = verdict

    def close(self) -> None:
        """Write the results of exams that the program's end has broken off."""
        while self._due:
            self._conclude(*self._due.pop())

    def _conclude(self, exercise: "ExerciseSpec", recording: Path) -> tuple[Text, ...]:
        """Write a result, or tell why that cannot be; return why the exam does not count."""
        from simulator.recordings.recording import RecordingError
        from simulator.training import exam

        path = recording.with_suffix(".result.json")
        try:
            return tuple(exam.write_result(exercise, recording, path)[1])
        except RecordingError as error:
            told = str(error)
        except OSError as error:
            told = f"{error.filename}: {error.strerror}"
        opening.tell(told)  # the window may be closing
        return (Text(ru=told, en=told),)


def _is_finished(recording: Path) -> bool:
    """Return whether a recording has its end, or has gone."""
    from simulator.recordings.recording import is_whole

    try:
        return is_whole(recording)
    except OSError:
        return True
