"""What a diagram is drawn of: nodes with named, typed pins."""

from typing import NamedTuple

from simulator.spec.fields import Text

NUMBER, LOGIC, ARRAY, UNIT = "number", "logic", "array", "unit"


class Pin(NamedTuple):
    """Where a wire begins or ends; an unwired input has a number in place of a signal."""

    name: str
    kind: str = NUMBER  # NUMBER, LOGIC or ARRAY (a place in a stored array)
    unit: str | None = None  # None = unknown
    signal: str = ""  # full name of what it makes or reads
    value: float | None = None  # that stands in place
    wire: str = ""  # the signal as the sheet's file has it

    @property
    def sign(self) -> str:
        """What the pin is drawn as: its kind, or UNIT for a number with a physical unit."""
        return UNIT if self.kind == NUMBER and self.unit not in (None, "1") else self.kind


class Node(NamedTuple):
    """A block, or what the diagram is wired to; `name` is its full name in the scene."""

    key: str  # role and name: unique in the graph
    role: str  # block, group, panel, sensor, constant, signal (of another console), output,
    # and in a named diagram: input, parameter, result
    name: str
    title: Text | str
    kind: str  # type of block or widget; what an output is
    inputs: tuple[Pin, ...] = ()
    outputs: tuple[Pin, ...] = ()
    number: int = 0  # in the order of evaluation, from 1; 0 = none
    is_sound: bool = True  # the compiler can read it
    written: str = ""  # its name as the sheet's file has it


def short(name: str, owner: str) -> str:
    """Return a full name as the owner's own file writes it."""
    return name.removeprefix(f"{owner}.") if owner else name
