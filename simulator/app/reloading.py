"""Files of the running scene saved in an editor: built beside it, taken over between two frames.

A mistake leaves what runs alone and is shown with its place. Nothing is taken over under a
trainee, while a recording is shown, or where the same file is being edited here; it waits.
"""

import gc
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from simulator.app import opening
from simulator.app.application import Application
from simulator.app.lessons import Lessons
from simulator.app.viewer import Viewer
from simulator.crossing import Successor
from simulator.reloading.rebuilding import Built, Rebuilding, list_names
from simulator.render import shader
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.bodies import robot_name

if TYPE_CHECKING:
    from simulator.editor.draft import Draft
    from simulator.simulation import Simulation
    from simulator.spec.models.exercise import ExerciseSpec

PATIENCE = 5.0  # s for the physics side to take a scene over


class Waiting(NamedTuple):
    """What the physics side is to go on with, and how it will be shown."""

    simulation: "Simulation"
    exercise: "ExerciseSpec | None"
    viewer: Viewer
    files: str
    known: frozenset[str]  # robots and props of the scene before
    recording: Path | None
    until: float


def _list_placed(simulation: "Simulation | None") -> frozenset[str]:
    """Return the names of all robots and props: what else there will be is new, not anew."""
    if simulation is None:
        return frozenset()
    scene = simulation.scene
    return frozenset((*map(robot_name, scene.robots), *(prop.name for prop in scene.props)))


class Reloading:
    """Watches the files of what is open; `tick` is called once a pass of the window's loop."""

    def __init__(self, app: Application, lessons: Lessons) -> None:
        self.app, self._lessons = app, lessons
        self._files = Rebuilding()
        self._waiting: Waiting | None = None
        self._is_contested = False  # it was told that a file is edited here, too
        self._undrawn: list[str] = []  # files that were saved while the picture could not be built

    # -- what is watched

    def follow(self, scene: SceneSpec, exercise: "ExerciseSpec | None") -> None:
        """A scene is shown: watch the files that it was made of."""
        assert self.app.opened is not None
        self._files.follow(self.app.opened.path, scene, exercise)
        self.note_problems()

    def note_problems(self) -> None:
        """Watch where mistakes are, too, and the folders around; none may be left."""
        wrong = {problem.file for problem in self.app.problems}
        shaders = sorted(map(str, shader.FOLDER.iterdir())) if shader.FOLDER.is_dir() else []
        self._files.watch(self.app.path, wrong, shaders)

    # -- one pass

    def tick(self, now: float) -> None:
        """Look at the files, and go on with what was built."""
        self._note(self._files.look(now))
        if self._waiting is not None and (now > self._waiting.until or not self._may_go_on()):
            self._drop()
        if built := self._files.take():
            self._take(built, now)
        is_free = not self._files.is_building and not self._waiting
        if self._files.changed and is_free and (self._may_go_on() or self._may_look()):
            self._begin()

    def _note(self, changed: list[str]) -> None:
        shaders = [path for path in changed if _is_of_shaders(Path(path).absolute())]
        if shaders:
            self._draw_anew([path for path in shaders if not os.path.isdir(path)] or shaders)
        waiting = [path for path in changed if path not in shaders]
        self._files.changed += waiting
        if waiting and self._is_attempt:  # whoever tries again has it as it was
            self.app.notify("waits", list_names(waiting))
        if changed:
            self._draft.look_for_conflicts()
        conflicts = self._draft.conflicts
        if changed and conflicts:
            self._is_contested = True
            self.app.notify("contested", list_names(conflicts))
        elif self._is_contested and not conflicts and self.app.devices is not None:
            self._is_contested = False
            self.app.devices.panel.dismiss("contested")

    @property
    def _is_attempt(self) -> bool:
        """Whether somebody is at an attempt, or looks at its result."""
        return self._lessons.is_running or self._lessons.page in ("countdown", "result")

    def _may_go_on(self) -> bool:
        return self._is_idle() and not self._is_attempt

    def _may_look(self) -> bool:
        """Whether to look if a mistake is mended, although what runs stays: an attempt is over."""
        is_wrong = bool(opening.others(self.app.problems, of_shaders=True))
        return self._is_idle() and is_wrong and self._lessons.page == "result"

    def _is_idle(self) -> bool:
        app = self.app
        is_shown = app.viewer is not None and self._files.path == app.path  # nothing else is asked
        is_busy = app.realtime.state.name == "loading" or (app.film is not None and is_shown)
        is_open = bool(self._draft.conflicts)  # whose edits hold
        return not (is_busy or is_open)

    @property
    def _draft(self) -> "Draft":
        return self.app.board.draft

    def _begin(self) -> None:
        app = self.app
        if app.viewer is None or self._files.path != app.path:  # nothing of it runs yet
            self._files.changed.clear()
            app.open_scene(app.path)
            return
        self._files.begin(opening.Builder(app.path, app.opened.header if app.opened else None))

    def _take(self, built: Built, now: float) -> None:
        app, names = self.app, list_names(built.saved)
        if built.simulation is None:
            assert built.error is not None
            app.refuse(built.error, built.saved)
            return
        app.problems = opening.others(app.problems, of_shaders=False)
        self._undrawn, scene = [], built.simulation.scene
        if self._files.is_same(built):
            self.note_problems()
            return
        if not self._may_go_on():  # an attempt has begun, or its result is read
            self._files.changed += built.saved or [str(app.path)]
            self.note_problems()
            return
        assert app.viewer is not None
        try:
            viewer = app.viewer.succeed(scene, app.quality)
        except Exception as error:  # a mesh that cannot be drawn, a mistake in a shader
            self._undrawn = built.saved
            app.refuse(error)
            return
        recording, known = app.new_file("mcap"), _list_placed(app.realtime.simulation)
        app.realtime.send("succeed", Successor(built.simulation, names, recording))
        is_recording = app.realtime.state.recording is not None
        self._waiting = Waiting(
            built.simulation,
            built.exercise,
            viewer,
            names,
            known,
            recording if is_recording else None,
            now + PATIENCE,
        )

    def _drop(self) -> None:
        """The scene was not taken over: somebody has begun an attempt meanwhile."""
        waiting, self._waiting = self._waiting, None
        viewer = self.app.viewer
        if waiting is not None:
            self._files.changed.append(str(self.app.path))
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
        app.notify("taken_over", waiting.files)
        for one in reversed(app.realtime.happenings):
            if one.event.kind == "reload":
                data = one.event.data or {}
                anew = [one for one in data.get("anew", ()) if one in waiting.known]
                anew += data.get("faults", ())
                if anew:
                    app.notify("anew", list_names(anew))
                break
        if waiting.recording is not None:
            app.notify("recording_on", str(waiting.recording))
        gc.collect()  # the scene before, tables and all

    def _draw_anew(self, shaders: list[str]) -> None:
        """Build all that draws again, with the shaders as they are now."""
        app = self.app
        shader.read.cache_clear()
        if app.viewer is None:  # it may be for them
            self._files.changed += shaders
            return
        try:
            app.viewer.draw_anew()
        except Exception as error:  # a mistake in a shader
            app.refuse(error)
            return
        app.problems = opening.others(app.problems, of_shaders=True)
        app.notify("taken_over", list_names(shaders))
        self._files.changed += self._undrawn


def _is_of_shaders(path: Path) -> bool:
    """Return whether this is a shader, or their folder: a missing one may have come."""
    return shader.FOLDER in (path, path.parent)
