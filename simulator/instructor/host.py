"""What the page's server asks of the program that it belongs to, with or without a window."""

from pathlib import Path
from typing import Protocol

from simulator.realtime import Realtime
from simulator.spec.models.exercise import ExerciseSpec

from .pictures import Pictures


class Host(Protocol):
    """A running program. Every method may be called from any thread and returns at once."""

    realtime: Realtime
    pictures: Pictures
    has_pictures: bool  # whether somebody draws what the cameras see

    @property
    def path(self) -> Path:
        """The file of the scene or exercise that is open."""
        ...

    @property
    def exercise(self) -> ExerciseSpec | None:
        """The exercise that is open, if any."""
        ...

    @property
    def trainee(self) -> str:
        """Who drives; "" where nobody was named."""
        ...

    @property
    def page(self) -> str:
        """What the trainee has before him instead of driving, as `texts.js` knows it, or ""."""
        ...

    def begin(self, path: Path | None) -> None:
        """Start an attempt at the exercise of a file; None: of the one that is open."""
        ...

    def reset(self) -> None:
        """Put scene and console back to their start; an attempt begins anew."""
        ...

    def tell(self, text: str) -> None:
        """Show the trainee a message."""
        ...
