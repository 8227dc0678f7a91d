"""What a link needs of a wire, whatever it is made of."""

from collections.abc import Mapping
from typing import Protocol

from simulator.hardware.lines import Said

PATIENCE = 0.01  # s that an exchange waits for something to come
REPEAT = 0.1  # s after which unchanged lamps are said again: a board that hears nothing goes dark


class Wire(Protocol):
    """A connection; only its link's thread calls it. All its trouble is an OSError."""

    def open(self) -> str | None:
        """Connect, or connect again; return why lamps cannot go out all the same."""
        ...

    def exchange(self, lamps: Mapping[str, float], now: float) -> list[Said]:
        """Say what the lamps show, if it is time to, and return what was heard meanwhile [s]."""
        ...

    def close(self) -> None:
        """Let the connection go; it may be gone already."""


class Pace:
    """Says when lamps have to be said: at once when one changes, else from time to time."""

    def __init__(self) -> None:
        self._said: dict[str, float] = {}
        self._again = 0.0

    def due(self, lamps: Mapping[str, float], now: float) -> dict[str, float]:
        """Return the lamps to be said now, all of them after `REPEAT` seconds."""
        if now >= self._again:
            self._again, self._said = now + REPEAT, dict(lamps)
            return self._said
        changed = {name: value for name, value in lamps.items() if self._said.get(name) != value}
        self._said |= changed
        return changed
