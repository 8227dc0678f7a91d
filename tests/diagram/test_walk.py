"""A step walked block by block is the step that the kernel takes."""

import hypothesis
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.diagram import blocks, interpret, twin
from simulator.diagram.walk import RECALL, Walk

from .test_twin import NUMBERS, SOURCES, diagrams


@given(
    diagrams(),
    st.lists(st.tuples(NUMBERS, NUMBERS, st.sampled_from([0.0, 1.0])), min_size=2, max_size=12),
    st.booleans(),
)
@settings(
    max_examples=40,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
)
def test_walking_gives_what_the_kernel_gives(compile_diagram, diagram, rows, forces):
    plan = compile_diagram(diagram, SOURCES)
    signals, memory, forced = plan.signals.copy(), plan.memory.copy(), plan.free.copy()
    held = {}
    if forces:
        held = {plan.order[0].name: 0.75}
        forced[plan.slots[plan.order[0].name]] = 0.75
    for row in rows:
        for name, value in zip(SOURCES, row, strict=True):
            signals[plan.slots[name]] = value
        walk = Walk(plan, signals, memory, held)
        order = []
        while not walk.is_over:
            order.append(walk.step())
        assert order == [block.name for block in plan.order] and walk.step() == ""
        interpret.evaluate(plan.tables, signals, memory, forced, plan.step)
        for name, value in walk.values.items():
            got = signals[plan.slots[name]]
            assert got == pytest.approx(value, rel=1e-9, abs=1e-9), name


def test_every_kind_that_remembers_is_recalled():
    plain = {"integrator", "unit_delay", "transfer_function", "state_machine", "fmu", "python"}
    for name, kind in blocks.KINDS.items():
        if kind.memory:
            assert name in RECALL or name in plain, name
    assert set(RECALL) <= set(twin.FORMULAS)


def test_a_walk_stops_where_it_is_told_and_changes_nothing(compile_diagram):
    diagram = {
        "a1": {"type": "bias", "value": 1, "in": "a"},
        "a2": {"type": "low_pass", "time_constant": 1, "in": "a1"},
        "a3": {"type": "gain", "value": 2, "in": "a2"},
    }
    plan = compile_diagram(diagram, "a")
    signals, memory = plan.signals.copy(), plan.memory.copy()
    walk = Walk(plan, signals, memory, {"a1": 5.0})
    assert [walk.step(), walk.step()] == ["a1", "a2"]
    assert walk.at == 2 and walk.next is not None and walk.next.name == "a3"
    assert walk.values["a1"] == 5.0 and walk.values["a2"] == pytest.approx(5 * (1 - np.exp(-0.01)))
    assert memory.tobytes() == plan.memory.tobytes()
