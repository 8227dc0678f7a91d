"""An exercise with a simulation: attempt after attempt, live or from a recording."""

from simulator.simulation import Simulation
from simulator.snapshot import Event, PanelInput, Snapshot
from simulator.spec.models.exercise import ExerciseSpec

from .director import Director
from .judge import Judge


class Session:
    """Watches a simulation (`replaying.Watcher`); a reset begins a new attempt."""

    def __init__(self, exercise: ExerciseSpec, simulation: Simulation) -> None:
        self.exercise = exercise
        self._simulation = simulation
        self._begin()

    def _begin(self) -> None:
        self.judge = Judge(self.exercise, self._simulation)
        self._director = Director(self.exercise, self.judge.cast, self.judge.values)

    def due(self) -> list[Event]:
        """Return what the exercise does before the next frame: faults, the link's profile."""
        return self._director.due(self.judge.moment)

    def event(self, event: Event) -> None:
        """Take note of what was done between two frames."""
        if event.kind == "reset":
            self._begin()
        self.judge.event(event.kind, event.text)

    def frame(self, panel: PanelInput, snapshot: Snapshot) -> None:
        """Take note of a frame that was simulated under `panel`."""
        self.judge.frame(panel, snapshot)
