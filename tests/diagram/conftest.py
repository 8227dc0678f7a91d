"""One-block and whole diagrams, run by the kernel and by the twin side by side."""

import numpy as np
import pytest

from simulator.diagram import interpret, plan, twin
from simulator.diagram.terminals import Source, Target
from simulator.spec.models.console import ConsoleSpec


def compile_(diagram, inputs=(), outputs=None, constants=None, targets=(), step=0.01):
    console = ConsoleSpec.model_validate(
        {"diagram": diagram, "outputs": outputs or {}, "constants": constants or {}}
    )
    sources = [item if isinstance(item, Source) else Source(item) for item in inputs]
    return plan.compile_plan(
        console, sources, [t if isinstance(t, Target) else Target(t) for t in targets], step
    )


def run(compiled, names, rows):
    """Return the signals (rows, slots) of the kernel; the twin has to say the same."""
    signals, memory = compiled.signals.copy(), compiled.memory.copy()
    states = twin.start(compiled)
    history = []
    for row in rows:
        for name, value in zip(names, row, strict=True):
            signals[compiled.slots[name]] = value
        sources = dict(zip(compiled.names, signals.tolist(), strict=True))
        expected = twin.evaluate(compiled, sources, states, compiled.step)
        interpret.evaluate(compiled.tables, signals, memory, compiled.free, compiled.step)
        for name, value in expected.items():
            got = signals[compiled.slots[name]]
            assert got == pytest.approx(value, rel=1e-12, abs=1e-12), (name, len(history))
        history.append(signals.copy())
    return np.array(history)


def drive_block(block, rows, step=0.01):
    """Return the outputs of one block for rows of inputs called a, b, c ..."""
    rows = [row if isinstance(row, tuple) else (row,) for row in rows]
    names = "abcdefgh"[: len(rows[0])] if rows else ""
    spec = {"in": list(names), **block} if names else block
    compiled = compile_({"y": spec}, names, step=step)
    return run(compiled, names, rows)[:, compiled.slots["y"]].tolist()


@pytest.fixture(name="compile_diagram")
def _compile_diagram():
    return compile_


@pytest.fixture(name="run_plan")
def _run_plan():
    return run


@pytest.fixture(name="drive")
def _drive():
    return drive_block
