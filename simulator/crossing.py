"""What crosses between the physics thread and the others, each as one immutable value."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from simulator.keeping import Attempt
from simulator.snapshot import Event, PanelInput, Snapshot
from simulator.spec.fields import Text
from simulator.timing import Stats

if TYPE_CHECKING:
    from simulator.console.panel import Panel
    from simulator.simulation import Simulation

REMEMBERED = 256  # events


class Frame(NamedTuple):
    """A published snapshot: when its frame was due, when it was ready, when its input was taken."""

    snapshot: Snapshot
    due: float
    ready: float
    sampled: float  # when the hand did what is new in the input, else when it was taken
    panel: PanelInput | None = None  # what moved it
    attempt: Attempt | None = None
    at: int | None = None  # of a playback: how many of its frames are done


class Happening(NamedTuple):
    """An event that was applied, with its number since the program's start."""

    number: int
    time: float  # of the simulation [s]
    event: Event


def remember(before: Sequence[Happening], time: float, event: Event) -> tuple[Happening, ...]:
    """Return the last events with one more, of a moment [s]."""
    number = before[-1].number + 1 if before else 1
    return (*before, Happening(number, time, event))[-REMEMBERED:]


class Driven(NamedTuple):
    """What is simulated and the panel that drives it: one value, none is seen without the other."""

    simulation: "Simulation"
    panel: "Panel"
    make: Callable[[], "Simulation"]  # what it was opened by; edited files go on under the same


class Successor(NamedTuple):
    """A simulation of an edited scene, to go on with what is simulated now."""

    simulation: "Simulation"
    files: str  # that were edited, for people
    recording: Path  # in which a recording goes on, if there is one


class State(NamedTuple):
    """What the physics side is doing, for the window."""

    name: str = "empty"  # empty, loading, running, paused, frozen, failed
    stats: Stats = Stats()
    recording: float | None = None  # how long it is [s]
    complaint: Text | None = None  # why the last command was refused, or what failed
    error: BaseException | None = None  # why a scene could not be built

    @property
    def goes_on(self) -> bool:
        """Whether frames follow each other, if only of a picture that is frozen."""
        return self.name in ("running", "frozen")
