"""Compiles a console's functional diagram into an ordered plan of tables."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.spec.models.console import ConsoleSpec
from simulator.spec.models.scene import SceneSpec

from . import check, order, units, wiring
from .kind import initial_memory
from .opcode import SEQUENCE
from .problem import DiagramError
from .tables import Tables
from .terminals import Source, Target, Terminals, list_terminals
from .wiring import Block, Wire

Array = NDArray[np.float64]


class Plan(NamedTuple):
    """A compiled diagram; slots: constants, panel inputs, sensors, blocks, numbers in place."""

    names: tuple[str, ...]  # of the slots; that of a number is its text
    units: tuple[str | None, ...]  # of the slots
    slots: dict[str, int]  # slot by every name of a signal, short ones included
    order: tuple[Block, ...]  # as evaluated
    tables: Tables
    signals: Array  # (slots,) before the first step
    memory: Array  # (cells,) before the first step
    free: Array  # (slots,) NaN: nothing is forced
    targets: tuple[str, ...]  # full names, as given to `compile_plan`
    output_slots: tuple[int, ...]  # slot that drives target i, -1 = nothing drives it
    step: float  # [s]


def compile_plan(
    console: ConsoleSpec, inputs: Sequence[Source], outputs: Sequence[Target], step: float = 0.01
) -> Plan:
    """Return the plan of a console's diagram for a fixed `step` [s].

    Raises `DiagramError` with every mistake when there is any.
    """
    terminals = Terminals(tuple(inputs), tuple(outputs))
    if problems := check.find_problems(console, terminals):
        raise DiagramError(problems)
    wired = wiring.read(console, terminals)
    names, _ = order.sort(wired.blocks)
    blocks = tuple(wired.blocks[name] for name in names)
    driven = [wired.outputs.get(target.name, (None, ()))[0] for target in outputs]
    slots = _allocate(console, terminals, blocks, driven)
    known, _ = units.infer(wired, terminals, names)
    texts = tuple(wire if isinstance(wire, str) else f"{wire:g}" for wire in slots)
    return Plan(
        names=texts,
        units=tuple(known.get(name) for name in texts),
        slots=_every_name(slots, terminals),
        order=blocks,
        tables=_pack(blocks, slots, step),
        signals=np.array([_first_value(wire, console) for wire in slots], np.float64),
        memory=np.array([cell for block in blocks for cell in _cells(block)], np.float64),
        free=np.full(len(slots), np.nan),
        targets=tuple(target.name for target in outputs),
        output_slots=tuple(-1 if wire is None else slots[wire] for wire in driven),
        step=step,
    )


def compile_for(scene: SceneSpec) -> Plan:
    """Return the plan of a loaded scene; raises `DiagramError` as `compile_plan`."""
    terminals = list_terminals(scene)
    return compile_plan(scene.console_spec, terminals.inputs, terminals.outputs, scene.physics.step)


def reset(plan: Plan, signals: Array, memory: Array) -> None:
    """Put `signals` (slots,) and `memory` (cells,) back to what they are before the first step."""
    signals[:] = plan.signals
    memory[:] = plan.memory


def check_memory(plan: Plan, memory: Array) -> None:
    """Raise ValueError where `memory` (cells,) has a sequence before its first step or at none.

    Its kernel does not ask. It may be past the last one, which an edit may have taken away.
    """
    for row, block in enumerate(plan.order):
        if block.kind.opcode == SEQUENCE:
            if not 0.0 <= memory[plan.tables.memory_start[row]] < 2**31:
                raise ValueError(f"{block.name} is at a step that no sequence has")


def _allocate(
    console: ConsoleSpec, terminals: Terminals, blocks: Sequence[Block], driven: Sequence
) -> dict[Wire, int]:
    wires: list[Wire] = [*console.constants, *(source.name for source in terminals.inputs)]
    wires += console.diagram
    wires += [wire for block in blocks for wire in block.inputs if isinstance(wire, float)]
    wires += [wire for wire in driven if isinstance(wire, float)]
    return {wire: slot for slot, wire in enumerate(dict.fromkeys(wires))}


def _first_value(wire: Wire, console: ConsoleSpec) -> float:
    return console.constants.get(wire, 0.0) if isinstance(wire, str) else wire


def _every_name(slots: dict[Wire, int], terminals: Terminals) -> dict[str, int]:
    named = {wire: slot for wire, slot in slots.items() if isinstance(wire, str)}
    for source in terminals.inputs:
        named.update((alias, slots[source.name]) for alias in source.aliases)
    return named


def _cells(block: Block) -> list[float]:
    return initial_memory(block.kind, block.parameters)


def _pack(blocks: Sequence[Block], slots: dict[Wire, int], step: float) -> Tables:
    inputs = [[slots[wire] for wire in block.inputs] for block in blocks]
    store = _Store()
    parameters = [store.pack(block, step) for block in blocks]
    cells = [_cells(block) for block in blocks]
    return Tables(
        opcode=np.array([block.kind.opcode for block in blocks], np.int32),
        output=np.array([slots[block.name] for block in blocks], np.int32),
        input_start=_starts(inputs),
        inputs=np.array([slot for row in inputs for slot in row], np.int32),
        parameter_start=_starts(parameters),
        parameters=np.array([value for row in parameters for value in row], np.float64),
        memory_start=_starts(cells),
        stored=np.array(store.numbers, np.float64),
    )


class _Store:
    """Curves and arrays of all blocks; blocks that have the same numbers share them."""

    def __init__(self) -> None:
        self.numbers: list[float] = []
        self.starts: dict[bytes, int] = {}

    def pack(self, block: Block, step: float) -> list[float]:
        """Return a block's parameters; where it has stored numbers, their start comes first."""
        packed = block.kind.pack(block.parameters, len(block.inputs), step)
        if block.kind.store is None:
            return packed
        numbers = block.kind.store(block.parameters)
        start = self.starts.setdefault(np.array(numbers).tobytes(), len(self.numbers))
        if start == len(self.numbers):
            self.numbers += numbers
        return [float(start), *packed]


def _starts(rows: Sequence[Sequence]) -> NDArray[np.int32]:
    return np.cumsum([0, *(len(row) for row in rows)]).astype(np.int32)
