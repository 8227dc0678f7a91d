"""What runs behind a block outside the kernels, and what it says when it cannot."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol


class RunnerError(Exception):
    """Code of a block cannot run, or has failed; the text is one line for its author."""


class Task(NamedTuple):
    """What a runner is for: one instance of a file, with names in the order of their values."""

    file: str
    stamp: int  # when the file was changed [ns]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    parameters: Mapping[str, float]
    step: float  # [s]


class Runner(Protocol):
    """One instance of an FMU or a Python file. Every method may raise `RunnerError`."""

    def start(self) -> Sequence[float]:
        """Begin anew and return the outputs at time 0."""
        ...

    def step(self, number: int, inputs: Sequence[float]) -> Sequence[float]:
        """Advance by a step, the first has number 0, under constant inputs; return the outputs."""
        ...

    def save(self) -> bytes | None:
        """Return the state, None where it cannot be taken out."""
        ...

    def restore(self, state: bytes) -> None:
        """Put a saved state back."""
        ...
