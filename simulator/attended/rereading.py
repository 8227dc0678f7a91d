"""Files saved while a program without a window runs: it goes on with what they say now."""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from .. import checking
from ..console.panel import Panel
from ..crossing import Successor
from ..realtime import Realtime
from ..reloading.rebuilding import Built, Rebuilding, list_names
from ..simulation import Simulation
from ..spec.errors import SpecErrors
from ..spec.models.exercise import ExerciseSpec
from ..spec.models.scene import SceneSpec
from ..terminal import err

PATIENCE = 5.0  # s for the physics side to take an edited scene over


class Builder:
    """Builds the scene or exercise of a file; its `exercise` is known then."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.exercise: ExerciseSpec | None = None

    def __call__(self) -> Simulation:
        """Return the simulation.

        Raises:
            SpecErrors: With every error of every file, located.
        """
        scene, self.exercise = checking.load_lesson(self.path)
        return Simulation(scene)


class Offer(NamedTuple):
    """What the physics side is to go on with, the panel before, and how long that may take [s]."""

    built: Built
    simulation: Simulation  # of `built`
    panel: Panel | None
    until: float


class Rereading:
    """Watches the files of what is open; `tick` is called once a pass of the program's loop."""

    def __init__(self, realtime: Realtime, folder: Path) -> None:
        self._realtime, self._folder = realtime, folder  # the latter for recordings that go on
        self._path = Path()
        self._files = Rebuilding()
        self._offer: Offer | None = None
        self._complaint = ""  # why a saved file was not taken over

    def follow(self, path: Path, scene: SceneSpec, exercise: ExerciseSpec | None) -> None:
        """Watch the files of what the program has opened."""
        self._path, self._offer = path, None
        self._files.follow(path, scene, exercise)

    def tick(self, now: float) -> Offer | None:
        """Look at the files, at `now` [s]; return what runs now instead, once; not in an attempt.

        Whoever is told so follows it.
        """
        files = self._files
        files.changed += files.look(now)
        if built := files.take():
            self._take(built, now)
        if (offer := self._offer) is not None:
            if self._realtime.simulation is offer.simulation:
                return offer
            if now > offer.until:  # an attempt has begun
                self._offer = None
                files.changed.append(str(self._path))
        elif files.changed and not files.is_building and not self._realtime.has_attempt:
            files.begin(Builder(self._path))
        return None

    def _take(self, built: Built, now: float) -> None:
        """Hand an edited scene to the physics side, or say what is wrong with it."""
        error = built.error
        if built.simulation is None:
            text = str(error) if isinstance(error, SpecErrors | OSError) else f"{error!r}"
            if text != self._complaint:
                err.print(text, markup=False)
            problems = error.problems if isinstance(error, SpecErrors) else ()
            self._files.watch(self._path, {one.file for one in problems})
            self._complaint = text
            return
        self._files.watch(self._path)
        self._complaint = ""
        if self._files.is_same(built):
            return
        name = f"{self._path.stem}-{datetime.now():%Y%m%d-%H%M%S-%f}.mcap"
        successor = Successor(built.simulation, list_names(built.saved), self._folder / name)
        self._offer = Offer(built, built.simulation, self._realtime.panel, now + PATIENCE)
        self._realtime.send("succeed", successor)
