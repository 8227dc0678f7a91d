"""Files of the running scene saved in an editor: built beside it, taken over between two frames.

A mistake leaves what runs alone and is shown with its place. Nothing is taken over under a
trainee, or while a recording is shown; it waits.
"""

import gc
import hashlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from simulator import realtime
from simulator.app import opening
from simulator.app.viewer import Viewer
from simulator.app.watching import Watch
from simulator.crossing import Successor
from simulator.render import shader
from simulator.spec.fields import Text
from simulator.spec.project import find_root
from simulator.spec.scene import SceneSpec

if TYPE_CHECKING:
    from simulator.app.loop import App
    from simulator.simulation import Simulation
    from simulator.spec.exercise import ExerciseSpec

PATIENCE = 5.0  # s for the physics side to take a scene over
SHOWN = 2  # names in a notice
TAKEN = Text(ru="Перечитано: {}", en="Taken over: {}")
ANEW = Text(ru="С начала: {}", en="From the start: {}")
RECORDED = Text(ru="Запись идёт дальше в {}", en="The recording goes on in {}")


class Built(NamedTuple):
    """What came of building a scene again: a simulation, or why there is none."""

    simulation: "Simulation | None"
    exercise: "ExerciseSpec | None"
    error: BaseException | None


class Waiting(NamedTuple):
    """What the physics side is to go on with, and how it will be shown."""

    simulation: "Simulation"
    exercise: "ExerciseSpec | None"
    viewer: Viewer
    files: str
    recording: Path | None
    until: float


class Reloading:
    """Watches the files of what is open; `tick` is called once a pass of the window's loop."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self._watch = Watch()
        self._path: Path | None = None  # of what is shown
        self._hashes: dict[str, str] = {}
        self._files: list[str] = []
        self._changed: list[str] = []  # not taken over yet
        self._taken: list[str] = []  # what is being built was read after these had changed
        self._built: list[Built] = []  # by the side thread
        self._is_building = False
        self._waiting: Waiting | None = None

    # -- what is watched

    def follow(self, scene: SceneSpec, exercise: "ExerciseSpec | None") -> None:
        """A scene is shown: watch the files that it was made of."""
        self._path = self.app.path
        self._hashes = hashes_of(scene, exercise)
        root = find_root(self._path)
        files = {str(root / name): known for name, known in self._hashes.items()}
        fresh = {path: known for path, known in files.items() if not self._watch.knows(path)}
        self._files = [*files]
        self._refresh()
        # what was saved between its reading and now would else go unnoticed
        self._changed += [path for path, known in fresh.items() if hash_of(path) != known]

    def note_problems(self) -> None:
        """Something could not be opened: watch where its mistakes are, and the folders around."""
        self._refresh()

    def _refresh(self) -> None:
        problems = {problem.file for problem in self.app.problems}
        is_shown = self._path == self.app.path
        paths = [*(self._files if is_shown else [str(self.app.path)]), *sorted(problems)]
        if problems:  # a file that was missing may come
            paths += sorted({os.path.dirname(path) or "." for path in paths})
        shaders = sorted(map(str, shader.FOLDER.iterdir())) if shader.FOLDER.is_dir() else []
        self._watch.follow(dict.fromkeys([*paths, *shaders]))

    # -- one pass

    def tick(self, now: float) -> None:
        """Look at the files, and go on with what was built."""
        self._note(self._watch.look(now))
        if self._waiting is not None and (now > self._waiting.until or not self._may_go_on()):
            self._drop()
        if self._built:
            self._is_building = False
            self._take(self._built.pop(), now)
        if self._changed and self._may_go_on() and not self._is_building and not self._waiting:
            self._begin()

    def _note(self, changed: list[str]) -> None:
        shaders = [path for path in changed if Path(path).parent == shader.FOLDER]
        if shaders:
            self._draw_anew(shaders)
        self._changed += [path for path in changed if path not in shaders]

    def _may_go_on(self) -> bool:
        app = self.app
        is_exercise = app.lessons.is_running or app.lessons.page in ("countdown", "result")
        is_busy = app.realtime.state.name == "loading" or app.debriefing.is_open
        return not (is_exercise or is_busy)

    def _begin(self) -> None:
        app = self.app
        if app.viewer is None or self._path != app.path:  # nothing of it runs yet
            self._changed.clear()
            app.open_scene(app.path)
            return
        self._is_building = True
        self._taken, self._changed = self._changed, []  # what is saved from now on is for the next
        build = opening.builder(app.path)
        threading.Thread(target=self._build, args=(build,), daemon=True).start()

    def _build(self, build: Any) -> None:
        """Build beside the running scene, for a thread of its own."""
        realtime.yield_to_physics()
        try:
            simulation = build()
            self._built.append(Built(simulation, getattr(build, "exercise", None), None))
        except Exception as error:
            self._built.append(Built(None, None, error))

    def _take(self, built: Built, now: float) -> None:
        app, changed = self.app, [path for path in self._taken if not os.path.isdir(path)]
        names = list_names(changed)
        if built.simulation is None:
            assert built.error is not None
            app.refuse(built.error, changed)
            return
        app.problems = []
        scene = built.simulation.scene
        if hashes_of(scene, built.exercise) == self._hashes:
            self._refresh()
            return
        assert app.viewer is not None
        try:
            viewer = app.viewer.succeed(scene, app.quality)
        except Exception as error:  # a mesh that cannot be drawn
            app.refuse(error)
            return
        recording = app.actions.new_file("mcap")
        app.realtime.send("succeed", Successor(built.simulation, names, recording))
        is_recording = app.realtime.state.recording is not None
        self._waiting = Waiting(
            built.simulation,
            built.exercise,
            viewer,
            names,
            recording if is_recording else None,
            now + PATIENCE,
        )

    def _drop(self) -> None:
        """The scene was not taken over: somebody has begun an attempt meanwhile."""
        waiting, self._waiting = self._waiting, None
        viewer = self.app.viewer
        if waiting is not None:
            self._changed.append(str(self.app.path))
            if viewer is None or waiting.viewer.renderer is not viewer.renderer:
                waiting.viewer.release()

    def collect(self, simulation: object) -> Waiting | None:
        """Return how a simulation is shown that has been taken over; None for another one."""
        waiting = self._waiting
        if waiting is None or waiting.simulation is not simulation:
            return None
        self._waiting = None
        return waiting

    def tell(self, waiting: Waiting) -> None:
        """Tell the operator what was taken over, what starts anew, where the recording goes on."""
        app = self.app
        assert app.devices is not None
        tongue, panel = app.screen.language, app.devices.panel
        panel.notify(TAKEN.in_language(tongue).format(waiting.files))
        for one in reversed(app.realtime.happenings):
            if one.event.kind == "reload":
                data = one.event.data or {}
                anew = [*data.get("anew", ()), *data.get("faults", ())]
                if anew:
                    panel.notify(ANEW.in_language(tongue).format(list_names(anew)))
                break
        if waiting.recording is not None:
            panel.notify(RECORDED.in_language(tongue).format(waiting.recording))
        gc.collect()  # the scene before, tables and all

    def _draw_anew(self, shaders: list[str]) -> None:
        """Build all that draws again, with the shaders as they are now."""
        app = self.app
        shader.read.cache_clear()
        if app.viewer is None:
            return
        try:
            app.viewer.draw_anew()
        except Exception as error:  # a mistake in a shader
            app.refuse(error)
            return
        app.problems = []
        if app.devices is not None:
            text = TAKEN.in_language(app.screen.language)
            app.devices.panel.notify(text.format(list_names(shaders)))


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
