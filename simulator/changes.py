"""What hands have changed in the diagram of a running scene: its text, and signals held by force.

It is a part of the state: empty where nothing was changed, so that such a state has the bytes it
would have without this file.
"""

import json
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from numpy.typing import NDArray

from .diagram.plan import Plan
from .spec.console import BlockSpec, ConsoleSpec
from .spec.fields import Reference, Spec

MARK = b"changes1"  # ends a state that has changes in it
DESK = {"include", "title", "groups", "panel", "diagrams"}  # the rest of a console is wired


class Wired(Spec):
    """What is wired, of all consoles together: names may have dots, as in `robot.knee.error`."""

    constants: dict[Reference, float] = {}
    diagram: dict[Reference, BlockSpec] = {}
    outputs: dict[Reference, Reference | float] = {}


class Changes(NamedTuple):
    """The diagram's text, "" = as the files have it; forced values by the signals' names."""

    diagram: str = ""
    forced: Mapping[str, float] = {}


def pack(changes: Changes) -> bytes:
    """Return the changes as the end of a state."""
    if not changes.diagram and not changes.forced:
        return b""
    body = json.dumps([changes.diagram, dict(changes.forced)], ensure_ascii=False).encode()
    return body + len(body).to_bytes(8, "little") + MARK


def unpack(state: bytes) -> tuple[bytes, Changes]:
    """Return what stands before the changes at the end of a state, and the changes."""
    if not state.endswith(MARK):
        return state, Changes()
    size = int.from_bytes(state[-16:-8], "little")
    diagram, forced = json.loads(state[len(state) - 16 - size : -16])
    return state[: len(state) - 16 - size], Changes(diagram, forced)


def write_diagram(console: ConsoleSpec) -> dict[str, Any]:
    """Return what a console says besides its desk, as plain data."""
    return console.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude=DESK)


def read_diagram(console: ConsoleSpec, data: Mapping[str, Any]) -> ConsoleSpec:
    """Return a console with the diagram that `write_diagram` has written.

    Raises:
        ValueError: The data is no diagram.
    """
    if unknown := sorted(set(data) - set(Wired.model_fields)):
        raise ValueError(f"a diagram has no section {unknown[0]!r}")
    written = Wired.model_validate(dict(data))
    return console.model_copy(update={key: getattr(written, key) for key in Wired.model_fields})


def to_text(data: Mapping[str, Any]) -> str:
    """Return a diagram's data as one text: equal diagrams, equal texts; order is kept."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def carry_over(
    before: Plan, signals: NDArray, memory: NDArray, after: Plan, constants: Collection[str]
) -> tuple[NDArray, NDArray]:
    """Return signals (slots,) and memory (cells,) of a new plan with what the old one knows.

    A signal goes on by its name, a block's memory where name, kind and size are the same.
    `constants` are the names that have their value from the new diagram.
    """
    ours, cells = after.signals.copy(), after.memory.copy()
    for name, slot in after.slots.items():
        if name in before.slots and name not in constants:
            ours[slot] = signals[before.slots[name]]
    rows = {block.name: row for row, block in enumerate(before.order)}
    for row, block in enumerate(after.order):
        was = rows.get(block.name)
        if was is None or before.order[was].kind.name != block.kind.name:
            continue
        here, there = _span(after, row), _span(before, was)
        if here.stop - here.start == there.stop - there.start:
            cells[here] = memory[there]
    return ours, cells


def _span(plan: Plan, row: int) -> slice:
    """Return the cells of memory of the block in a row."""
    return slice(*(int(cell) for cell in plan.tables.memory_start[row : row + 2]))
