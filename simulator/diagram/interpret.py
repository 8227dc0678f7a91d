"""Evaluates a compiled diagram for one step, with no Python in it."""

from simulator.compiled.jit import kernel, part

from . import opcode
from .interpret_dynamic import evaluate_dynamic, update
from .interpret_logic import evaluate_logic
from .interpret_number import evaluate_number
from .interpret_sequential import evaluate_sequential


@kernel
def hold(forced, signals):
    """Put forced values (slots,), NaN where a signal is free, in place of what was measured.

    Writes: signals
    """
    for slot in range(forced.shape[0]):
        if forced[slot] == forced[slot]:
            signals[slot] = forced[slot]


@part
def evaluate(tables, signals, memory, forced, dt):
    """Compute every block's signal (slots,) in plan order and advance `memory` by `dt` [s].

    Blocks without feed-through give what they remember; they take in their inputs last, when all
    signals of this step are known. Where `forced` (slots,) is a number it takes the place of the
    signal for whoever reads it; the block itself goes on as if nothing were forced.
    """
    hold(forced, signals)
    for row in range(tables.opcode.shape[0]):
        code = tables.opcode[row]
        if code < opcode.DYNAMIC:
            value = evaluate_number(tables, row, signals)
        elif code < opcode.LOGIC:
            value = evaluate_dynamic(tables, row, signals, memory, dt)
        elif code < opcode.SEQUENTIAL:
            value = evaluate_logic(tables, row, signals)
        else:
            value = evaluate_sequential(tables, row, signals, memory, dt)
        slot = tables.output[row]
        signals[slot] = value if forced[slot] != forced[slot] else forced[slot]
    for row in range(tables.opcode.shape[0]):
        code = tables.opcode[row]
        if code == opcode.INTEGRATOR or code == opcode.UNIT_DELAY:
            update(tables, row, signals, memory, dt)
