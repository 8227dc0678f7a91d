"""The expert's run as a ghost: where his robot was at each time, small enough to ship."""

import io
import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simulator.snapshot import Event, PanelInput, Snapshot
from simulator.spec.reading.write import beside
from simulator.spec.reasons import ExplainedError

from .cast import Cast

EVERY = 5  # frames between two poses that are kept
FOLDER = "experts"  # beside the exercises
Floats = NDArray[np.float64]


class GhostError(ExplainedError):
    """The file holds no ghost, or that of another robot."""


class Ghost:
    """Poses of a robot's bodies over time, (n, rows) each, linear in between."""

    def __init__(self, rows: NDArray[np.int64], base: int, step: float) -> None:
        self.rows = rows  # of the robot's bodies
        self.base = base  # row of the body whose way is drawn
        self.step = step  # between two poses [s]
        self._position: list[Floats] = []
        self._orientation: list[Floats] = []

    @classmethod
    def of(cls, cast: Cast) -> "Ghost":
        """Return an empty ghost that can watch a session (`replaying.Watcher`)."""
        return cls(np.flatnonzero(cast.own), cast.base, cast.dt * EVERY)

    def frame(self, panel: PanelInput, snapshot: Snapshot) -> None:
        """Keep the poses of every fifth frame."""
        if snapshot.frame_index % EVERY == 0:
            self._position.append(snapshot.position[self.rows])
            self._orientation.append(snapshot.orientation[self.rows])

    def event(self, event: Event) -> None:
        """Begin anew with a reset."""
        if event.kind == "reset":
            self._position.clear()
            self._orientation.clear()

    def end(self, frames: int) -> None:
        """Forget what came after so many frames: the attempt was over."""
        del self._position[frames // EVERY :], self._orientation[frames // EVERY :]

    @property
    def length(self) -> float:
        """Until when the ghost drives [s]."""
        return len(self._position) * self.step

    def at(self, time: float, snapshot: Snapshot) -> tuple[Floats, Floats]:
        """Return positions and orientations of all bodies, the robot's as the ghost's at `time`."""
        position, orientation = snapshot.position.copy(), snapshot.orientation.copy()
        if self._position:
            place = min(max(time / self.step - 1.0, 0.0), len(self._position) - 1.0)
            low = min(int(place), max(len(self._position) - 2, 0))
            high, share = min(low + 1, len(self._position) - 1), place - low
            a, b = self._position[low], self._position[high]
            position[self.rows] = a + share * (b - a)
            q, r = self._orientation[low], self._orientation[high]
            sign = np.where((q * r).sum(axis=1, keepdims=True) < 0.0, -1.0, 1.0)
            mixed = (1.0 - share) * q + share * sign * r
            orientation[self.rows] = mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
        return position, orientation

    @property
    def way(self) -> Floats:
        """Where the base went (n, 3) [m]."""
        column = int(np.flatnonzero(self.rows == self.base)[0])
        return np.array([position[column] for position in self._position]).reshape(-1, 3)

    def save(self, path: Path) -> None:
        """Write the ghost to a file."""
        file = io.BytesIO()
        np.savez_compressed(
            file, rows=self.rows, base=self.base, step=self.step,
            position=np.array(self._position, np.float32),
            orientation=np.array(self._orientation, np.float32),
        )  # fmt: skip
        with beside(path) as part:
            part.write_bytes(file.getvalue())

    @classmethod
    def load(cls, path: Path, cast_rows: NDArray[np.int64]) -> "Ghost":
        """Read a ghost; `cast_rows` are the rows of the robot that it has to fit.

        Raises:
            GhostError: It is none, or another robot's.
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                ghost = cls(file["rows"].astype(np.int64), int(file["base"]), float(file["step"]))
                position, orientation = file["position"], file["orientation"]
        except (OSError, ValueError, KeyError, zipfile.BadZipFile, EOFError) as error:
            raise GhostError(
                f"{path}: no expert's run: {error}", f"{path}: не запись эксперта: {error}"
            ) from error
        shape = (len(position), len(ghost.rows))
        fits = np.array_equal(ghost.rows, cast_rows) and ghost.base in ghost.rows
        if position.shape != (*shape, 3) or orientation.shape != (*shape, 4) or not fits:
            raise GhostError(
                f"{path}: the expert's robot is not this one; record it anew",
                f"{path}: робот эксперта не этот; запишите эксперта заново",
            )
        ghost._position = list(position.astype(np.float64))
        ghost._orientation = list(orientation.astype(np.float64))
        return ghost


def ghost_of(exercise: str | Path) -> Path:
    """Return where an exercise's ghost lies."""
    path = Path(exercise)
    return path.parent / FOLDER / f"{path.stem}.npz"
