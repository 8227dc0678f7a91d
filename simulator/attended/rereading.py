"""Files saved while a program without a window runs: it goes on with what they say now."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .. import checking, scripted
from ..console.panel import Panel
from ..crossing import Successor
from ..reloading.rebuilding import Built, Rebuilding, list_names
from ..simulation import Simulation
from ..spec.errors import SpecErrors
from ..spec.models.exercise import ExerciseSpec
from ..spec.models.scene import SceneSpec
from ..terminal import err, out

if TYPE_CHECKING:
    from .attended import Attended

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
    panel: Panel | None
    until: float


class Rereading:
    """Watches the files of an attended program; `tick` is called once a pass of its loop."""

    def __init__(self, program: "Attended") -> None:
        self.program = program
        self._files = Rebuilding()
        self._offer: Offer | None = None
        self._complaint = ""  # why a saved file was not taken over

    def follow(self, scene: SceneSpec) -> None:
        """Watch the files of what the program has opened."""
        self._offer = None
        self._files.follow(self.program.path, scene, self.program.exercise)

    def tick(self, now: float) -> None:
        """Look at the files, and go on with what was built; at `now` [s]; not in an attempt."""
        files = self._files
        files.changed += files.look(now)
        if built := files.take():
            self._take(built, now)
        if self._offer is not None:
            self._watch_over(self._offer, now)
        elif files.changed and not files.is_building and not self.program.realtime.has_attempt:
            files.begin(Builder(self.program.path))

    def _take(self, built: Built, now: float) -> None:
        """Hand an edited scene to the physics side, or say what is wrong with it."""
        program, error = self.program, built.error
        if built.simulation is None:
            text = str(error) if isinstance(error, SpecErrors | OSError) else f"{error!r}"
            if text != self._complaint:
                err.print(text, markup=False)
            problems = error.problems if isinstance(error, SpecErrors) else ()
            self._files.watch(program.path, {one.file for one in problems})
            self._complaint = text
            return
        self._files.watch(program.path)
        self._complaint = ""
        if self._files.is_same(built):
            return
        name = f"{program.path.stem}-{datetime.now():%Y%m%d-%H%M%S-%f}.mcap"
        successor = Successor(built.simulation, list_names(built.saved), program.folder / name)
        self._offer = Offer(built, program.realtime.panel, now + PATIENCE)
        program.realtime.send("succeed", successor)

    def _watch_over(self, offer: Offer, now: float) -> None:
        """Notice that an edited scene was taken over, or was not: an attempt has begun."""
        program, simulation = self.program, offer.built.simulation
        if simulation is not None and program.realtime.simulation is simulation:
            program.exercise = offer.built.exercise
            self.follow(simulation.scene)
            program.connect()
            self._go_on(offer.panel, simulation)
            out.print(f"taken over: {list_names(offer.built.saved)}", markup=False)
        elif now > offer.until:
            self._offer = None
            self._files.changed.append(str(program.path))

    def _go_on(self, before: Panel | None, simulation: Simulation) -> None:
        """Put the scripted operator on the new panel, with what he holds in his hands."""
        program = self.program
        panel, operator = program.realtime.panel, program.operator
        if operator is None or panel is None:
            return
        script = program.find_script(program.path)
        found = scripted.problems(script, panel, simulation.layout.signals) if script else ()
        if found:
            program.operator = None
            err.print("\n".join(found), markup=False)
            return
        operator.panel = panel
        for name in before.input_names if before is not None else ():
            is_held = before is not None and before.holder(name) == "script"
            if before is not None and is_held and name in panel.input_names:
                panel.set(name, before.get(name))
