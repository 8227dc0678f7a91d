"""The trainee at the window: attempts are entered in the trainee's file, and progress is read.

A file that cannot be used costs what would be in it, never the drive.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from simulator.app import opening
from simulator.spec.fields import Text
from simulator.spec.models.exercise import ExerciseSpec, RepeatSpec

if TYPE_CHECKING:  # read when a trainee is named: it leads to the kernels
    from simulator.training.score import Score
    from simulator.training.trainee import Progress, Trainees


class Entering:
    """Opens the file when it is first asked for; `trainee` is None where there is nobody."""

    def __init__(self, trainee: str | None, notify: Callable[..., None]) -> None:
        self.trainee = trainee
        self._notify = notify
        self._file: Trainees | None = None

    def begin(self, exercise: ExerciseSpec, recording: Path, level: int) -> int | None:
        """Enter an attempt that begins; return its number, if any."""
        return self._do(lambda file, name: file.begin(name, exercise, recording, level))

    def take_up(self, exercise: ExerciseSpec, source: Path, recording: Path) -> int | None:
        """Let one that was cut off go on, as `Trainees.take_up` does; return its number, if any."""
        return self._do(lambda file, name: file.take_up(name, exercise, source, recording))

    def enter(
        self,
        number: int | None,
        score: "Score",
        recording: Path | str,
        level: int,
        why_not: Sequence[Text],
    ) -> None:
        """Enter how the attempt with a number has ended, and why it does not count."""
        told = [one.en for one in why_not]
        self._do(lambda file, name: file.enter(name, score, recording, level, number, told))

    def _do(self, enter: "Callable[[Trainees, str], int | None]") -> int | None:
        """Enter something, or tell why that cannot be."""
        from simulator.training.trainee import TraineeError

        file = self._open()
        try:
            return enter(file, self.trainee) if file is not None and self.trainee else None
        except TraineeError as error:
            opening.tell(f"the attempt is not entered: {error}")  # the window may be closing
            self._notify("unentered", error.text)
            return None

    def progress(self, exercise: Path | str, repeat: RepeatSpec) -> "Progress | None":
        """Return how far the trainee is with an exercise; None where nobody can tell."""
        from simulator.training.trainee import TraineeError

        file = self._open()
        try:
            return file.progress(self.trainee, exercise, repeat) if file and self.trainee else None
        except TraineeError as error:
            self._notify(error.text)
            return None

    def _open(self) -> "Trainees | None":
        if self.trainee is None or self._file is not None:
            return self._file
        from simulator.training.trainee import TraineeError, Trainees

        try:
            self._file = Trainees()
        except TraineeError as error:
            self._notify(error.text)
            self.trainee = None
        return self._file

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
