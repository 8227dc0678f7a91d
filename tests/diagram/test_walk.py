"""A step walked block by block is the step that the kernel takes."""

import random

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


REMEMBERING = {
    "derivative": {"time_constant": 0.03}, "low_pass": {"time_constant": 0.05, "start": 0.4},
    "rate_limit": {"rate": 4.0, "falling": 9.0, "start": -0.5}, "pid": {
        "kp": 2.0, "ki": 5.0, "kd": 0.05, "n": 40.0, "low": -2.0, "high": 2.0},
    "motion_profile": {"rate": 4.0, "acceleration": 90.0, "start": -0.5},
    "hysteresis": {"on": 1.0, "off": 0.2, "low": -1.0, "high": 3.0},
    "threshold": {"value": 0.3, "width": 0.8}, "sr_latch": {"dominant": "set", "start": True},
    "toggle": {"start": True}, "ton": {"time": 0.03}, "tof": {"time": 0.02}, "tp": {"time": 0.03},
    "rising_edge": {}, "falling_edge": {}, "elapsed": {}, "sequence": {"cycle": True},
    "ctu": {"start": 2.0}, "ctd": {"start": 2.0, "preset": 5.0}, "ctud": {"preset": 3.0},
    "integrator": {"gain": 3.0, "start": 0.2, "low": -1.0, "high": 1.0},
    "unit_delay": {"start": 0.7}, "transfer_function": {"num": [1.0], "den": [0.05, 0.3, 1.0]},
    "state_machine": {"states": ["rest", "go"], "transitions": [
        {"from": "rest", "to": "go", "when": "p", "after": 0.02},
        {"from": "go", "to": "rest", "when": "not q"}]},
}  # fmt: skip


@pytest.mark.parametrize("name", REMEMBERING)
def test_a_block_is_walked_with_all_that_it_remembers(compile_diagram, name):
    kind = blocks.KINDS[name]
    count = len(kind.ports) + (2 if kind.repeated else 0)
    wires = list("abcd")[:count]
    inputs = {"p": "a", "q": "b"} if kind.adapt is not None else wires
    plan = compile_diagram({"y": {"type": name, "in": inputs, **REMEMBERING[name]}}, "abcd")
    signals, memory = plan.signals.copy(), plan.memory.copy()
    drawn = random.Random(name)
    seen = set()
    for _ in range(120):
        for wire in "abcd":  # each holds for a while, so that times run out and counts go on
            if drawn.random() < (0.3 if wire in "ab" else 0.1):
                signals[plan.slots[wire]] = drawn.choice([0.0, 1.0, 0.0, 1.0, -1.0, 0.3])
        walk = Walk(plan, signals, memory, {})
        walk.step()
        interpret.evaluate(plan.tables, signals, memory, plan.free, plan.step)
        got = signals[plan.slots["y"]]
        assert walk.values["y"] == pytest.approx(got, rel=1e-9, abs=1e-9)
        seen.add(got)
    assert len(seen) > 1


def test_every_kind_that_remembers_is_recalled():
    plain = {"integrator", "unit_delay", "transfer_function", "state_machine", "fmu", "python"}
    for name, kind in blocks.KINDS.items():
        if kind.memory:
            assert name in RECALL or name in plain, name
            assert name in REMEMBERING or kind.examine is not None, name
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
