"""Files of what runs, saved in an editor: noticed, and built again beside it by a thread."""

import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .. import priority
from ..spec.models.scene import SceneSpec
from ..spec.reading.project import find_root
from .watching import Watch

if TYPE_CHECKING:
    from ..simulation import Simulation
    from ..spec.models.exercise import ExerciseSpec

SHOWN = 2  # names in a notice


class Built(NamedTuple):
    """What came of building a scene again: a simulation, or why there is none."""

    simulation: "Simulation | None"
    exercise: "ExerciseSpec | None"
    error: BaseException | None
    saved: list[str]  # files that it was built for


class Rebuilding:
    """Watches the files of a scene or exercise; `look`, `begin` and `take` are for one thread."""

    def __init__(self) -> None:
        self.path: Path | None = None  # of what runs
        self.is_building = False
        self.changed: list[str] = []  # not taken over yet
        self._watch = Watch()
        self._hashes: dict[str, str] = {}
        self._files: list[str] = []
        self._built: list[Built] = []  # by the side thread

    def follow(self, path: Path, scene: SceneSpec, exercise: "ExerciseSpec | None") -> None:
        """Something runs now: watch the files that it was made of."""
        self.path = path
        self._hashes = hashes_of(scene, exercise)
        root = find_root(Path(scene.source))  # a recording of it may lie anywhere
        files = {str(root / name): known for name, known in self._hashes.items()}
        fresh = {path: known for path, known in files.items() if not self._watch.knows(path)}
        self._files = [*files]
        self.watch(path)
        # what was saved between its reading and now would else go unnoticed
        self.changed += [path for path, known in fresh.items() if hash_of(path) != known]

    def watch(self, path: Path, wrong: Iterable[str] = (), others: Iterable[str] = ()) -> None:
        """Watch what is open at `path`, `wrong` files and what may be missing there, and others."""
        paths = [*(self._files if path == self.path else [str(path)]), *sorted(wrong)]
        if wrong:  # a file that was missing may come
            paths += sorted({os.path.dirname(path) or "." for path in paths})
        self._watch.follow(dict.fromkeys([*paths, *others]))

    def look(self, now: float) -> list[str]:
        """Return what has been saved since; at `now` [s]."""
        return self._watch.look(now)

    def begin(self, build: Callable[[], "Simulation"]) -> None:
        """Build beside what runs; what is saved from now on is for the next time."""
        self.is_building = True
        saved, self.changed = self.changed, []
        thread = threading.Thread(target=self._build, args=(build, saved), daemon=True)
        thread.start()

    def _build(self, build: Callable[[], "Simulation"], saved: list[str]) -> None:
        priority.yield_to_physics()
        files = [path for path in saved if not os.path.isdir(path)]
        try:
            simulation = build()
            exercise = getattr(build, "exercise", None)
            self._built.append(Built(simulation, exercise, None, files))
        except Exception as error:
            self._built.append(Built(None, None, error, files))

    def take(self) -> Built | None:
        """Return what was built, once."""
        if not self._built:
            return None
        self.is_building = False
        return self._built.pop()

    def is_same(self, built: Built) -> bool:
        """Say whether what was built is made of the same files as what runs."""
        assert built.simulation is not None
        return hashes_of(built.simulation.scene, built.exercise) == self._hashes


def hashes_of(scene: SceneSpec, exercise: "ExerciseSpec | None") -> dict[str, str]:
    """Return the hashes of all files that a scene or exercise was made of, by path."""
    return {**scene.files, **(exercise.files if exercise else {})}


def hash_of(path: str) -> str:
    """Return a file's hash as the loader takes it, "" where there is none."""
    try:
        return hashlib.blake2b(Path(path).read_bytes(), digest_size=32).hexdigest()
    except OSError:
        return ""


def list_names(paths: list[str]) -> str:
    """Return the files' names for a notice: the first ones, and how many more."""
    names = list(dict.fromkeys(_names(paths)))
    more = f" +{len(names) - SHOWN}" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _names(paths: list[str]) -> Iterator[str]:
    for path in paths:
        file = Path(path)
        yield file.name if file.name != "robot.yaml" else f"{file.parent.name}/{file.name}"
