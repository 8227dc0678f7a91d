"""A plain-Python twin of the kernel: slow and readable, the oracle of its tests and a debugger.

It shares nothing with the kernel but the wiring: it asks each block for its value and the block
asks its inputs, so it knows no order; parameters have names and each block's memory is a dict.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from . import twin_logic, twin_number
from .kind import initial_memory
from .plan import Plan
from .wiring import Block

State = dict[str, Any]


class Call(NamedTuple):
    """What a block's twin sees: parameters, inputs in order, its memory, the step [s].

    `names` are those of the inputs.
    """

    parameters: Mapping[str, Any]
    inputs: list[float]
    state: State
    dt: float
    names: tuple[str, ...] = ()


FORMULAS: dict[str, Callable[[Any], float]] = {**twin_number.FORMULAS, **twin_logic.FORMULAS}


def start(plan: Plan) -> dict[str, State]:
    """Return the empty memory of every block."""
    return {block.name: {} for block in plan.order}


def evaluate(
    plan: Plan, sources: Mapping[str, float], states: dict[str, State], dt: float
) -> dict[str, float]:
    """Return every block's signal after one step of `dt` [s]; `sources` are all other signals."""
    blocks = {block.name: block for block in plan.order}
    values: dict[str, float] = {}

    def value(wire: str | float) -> float:
        if not isinstance(wire, str):
            return wire
        if wire in sources and wire not in blocks:
            return sources[wire]
        if wire not in values:
            values[wire] = output(blocks[wire])
        return values[wire]

    def output(block: Block) -> float:
        state = states[block.name]
        if not block.kind.feed_through:
            return state.get("value", initial_memory(block.kind, block.parameters)[0])
        inputs = [value(wire) for wire in block.inputs]
        names = tuple(port.name for port in block.kind.ports)
        return FORMULAS[block.kind.name](Call(block.parameters, inputs, state, dt, names))

    signals = {name: value(name) for name in blocks}
    for block in plan.order:
        if not block.kind.feed_through:
            inputs = [value(wire) for wire in block.inputs]
            call = Call(block.parameters, inputs, states[block.name], dt)
            states[block.name]["value"] = FORMULAS[block.kind.name](call)
    return signals
