"""One small table of (inputs -> outputs) per block kind; the twin is compared on the way."""

import math

import pytest

from simulator.diagram import blocks

T, F = 1.0, 0.0
LINE = {"x": [0, 1, 3], "y": [10, 20, 0]}
GRID = {"x": [0, 1], "y": [0, 2, 4], "z": [[0, 2, 4], [10, 12, 24]]}
TIME = {"time": 0.02}
WALK = {
    "in": {"go": "a", "halt": "b"},
    "states": ["stand", "first", "step", "last"],
    "transitions": [
        {"from": "stand", "to": "first", "when": ["go", "not halt"]},
        {"from": "first", "to": "step", "after_ms": 20},
        {"from": ["first", "step"], "to": "last", "when": "halt"},
        {"from": "last", "to": "stand", "after": 0.02},
    ],
}

# kind, parameters, rows of inputs, outputs
TABLES = [
    ("gain", {"value": 24}, [0, 0.5, -1], [0, 12, -24]),
    ("bias", {"value": 3}, [0, -4], [3, -1]),
    ("offset", {"value": 3}, [1], [4]),
    ("sum", {}, [(1, 2, 3)], [6]),
    ("sum", {"signs": "+-"}, [(1, 2, 10), (5, 5, 0)], [9, 0]),
    ("sum", {"signs": "--"}, [(1, 2)], [-3]),
    ("product", {}, [(2, 3, 4), (1, 0, 7)], [24, 0]),
    ("divide", {}, [(6, 3), (1, 0)], [2, 0]),
    ("divide", {"otherwise": 9}, [(1, 0)], [9]),
    ("abs", {}, [-2, 3], [2, 3]),
    ("negate", {}, [2, -3], [-2, 3]),
    ("min", {}, [(3, 1, 2), (1, 1, 1)], [1, 1]),
    ("max", {}, [(3, 1, 2), (-3, -1, -2)], [3, -1]),
    ("saturate", {}, [-9, 0.3, 9], [-1, 0.3, 1]),
    ("saturate", {"low": 2, "high": 5}, [1, 3, 9], [2, 3, 5]),
    ("dead_zone", {"width": 0.5}, [0.4, -0.5, 0.75, -2], [0, 0, 0.25, -1.5]),
    ("sin", {}, [0, math.pi / 2], [0, 1]),
    ("cos", {}, [0, math.pi], [1, -1]),
    ("sqrt", {}, [9, 0, -4], [3, 0, 0]),
    ("atan2", {}, [(1, 0), (0, -1), (-1, -1)], [math.pi / 2, math.pi, -3 * math.pi / 4]),
    ("lookup", LINE, [-5, 0, 0.5, 1, 2, 3, 9], [10, 10, 15, 20, 10, 0, 0]),
    ("lookup", {"x": [7], "y": [4]}, [0, 7, 9], [4, 4, 4]),
    ("lookup_2d", GRID, [(0, 0), (0, 1), (0.5, 2), (1, 3), (9, 9)], [0, 1, 7, 18, 24]),
    ("select", {}, [(1, 5, 7), (0, 5, 7), (0.5, 5, 7), (0.6, 5, 7)], [5, 7, 7, 5]),
    ("select", {"by": "index"}, [(0, 5, 6, 7), (1.4, 5, 6, 7), (9, 5, 6, 7), (-3, 5, 6, 7)],
     [5, 6, 7, 5]),
    ("array", {"values": [4, 5, 6]}, [0, 1.5, 2, 99, -1, 1e300], [4, 6, 6, 6, 4, 6]),
    ("array", {"values": [4, 5, 6], "wrap": True}, [3, 4, -1], [4, 5, 6]),
    ("integrator", {}, [1, 1, 0, -1], [0, 0.01, 0.02, 0.02]),
    ("integrator", {"gain": 100, "low": 0, "high": 2, "start": 1}, [1, 1, 1, -1, -1, -1, 1],
     [1, 2, 2, 2, 1, 0, 0]),
    ("integrator", {"gain": 100, "start": 5}, [(1, 0), (1, 0), (1, 1), (1, 0)], [5, 6, 7, 5]),
    ("integrator", {"gain": 100, "low": 2, "high": 4}, [(1, 0), (0, 1), (-1, 0)], [2, 3, 2]),
    ("integrator", {"gain": 100, "high": -2}, [0, -1, 9], [-2, -2, -3]),
    ("derivative", {"time_constant": 0}, [4, 4.5, 4.5, 4], [0, 50, 0, -50]),
    ("low_pass", {"time_constant": 0}, [4, 5], [4, 5]),
    ("low_pass", {"time_constant": 0.01 / math.log(2), "start": 8}, [0, 0, 0], [4, 2, 1]),
    ("transfer_function", {"num": [3], "den": [2]}, [2, -2], [3, -3]),
    ("transfer_function", {"num": [1], "den": [1, 0]}, [2, 2, 2], [0.01, 0.03, 0.05]),
    ("unit_delay", {"start": 7}, [1, 2, 3], [7, 1, 2]),
    ("rate_limit", {"rate": 50}, [1, 1, 1, -1], [0.5, 1, 1, 0.5]),
    ("rate_limit", {"rate": 50, "falling": 100, "start": 1}, [-1, -1, 9], [0, -1, -0.5]),
    ("motion_profile", {"rate": 50, "acceleration": 5000}, [0.9] * 4 + [0.65], [
        0.5, 0.9, 0.9, 0.9, 0.65]),
    ("motion_profile", {"rate": 1000, "acceleration": 5000}, [3, 3, 3, 3, 3, 3], [
        0.5, 1.5, 2.5, 3, 3, 3]),
    ("motion_profile", {"rate": 50, "acceleration": 1e9, "start": 1}, [-1, -1, 0], [
        0.5, 0, 0]),
    ("hysteresis", {"on": 2, "off": 1}, [1.5, 2, 1.5, 1, 1.5], [0, 1, 1, 0, 0]),
    ("hysteresis", {"on": 1, "off": 2, "low": -5, "high": 5}, [3, 1.5, 1, 1.5, 2],
     [-5, -5, 5, 5, -5]),
    ("threshold", {"value": 1, "width": 0.2}, [1.05, 1.1, 0.95, 0.9], [0, 1, 1, 0]),
    ("threshold", {"value": 1}, [0.9, 1, 1.1, 0.9], [0, 1, 1, 0]),
    ("pid", {"kp": 2}, [(1, 0), (3, 1), (0, 3)], [2, 4, -6]),
    ("pid", {"kp": 0, "ki": 100}, [(1, 0), (1, 0), (0, 1)], [1, 2, 1]),
    ("pid", {"kp": 0, "ki": 100, "low": 0, "high": 1.5}, [(1, 0), (1, 0), (1, 0), (-1, 0)],
     [1, 1.5, 1.5, 0]),
    ("pid", {"kp": 1, "ki": 100}, [(1, 0, 0), (1, 0, 0), (1, 0, 1), (1, 0, 0)], [2, 3, 1, 2]),
    ("and", {}, [(T, T, T), (T, F, T)], [1, 0]),
    ("or", {}, [(F, F), (F, T)], [0, 1]),
    ("not", {}, [T, F, 0.5], [0, 1, 1]),
    ("xor", {}, [(T, T, T), (T, T, F), (F, T, F), (F, F, F)], [1, 0, 1, 0]),
    ("nand", {}, [(T, T), (T, F)], [0, 1]),
    ("nor", {}, [(F, F), (T, F)], [1, 0]),
    ("compare", {"op": ">"}, [(2, 1), (1, 1), (0, 1)], [1, 0, 0]),
    ("compare", {"op": ">="}, [(2, 1), (1, 1), (0, 1)], [1, 1, 0]),
    ("compare", {"op": "<"}, [(2, 1), (1, 1), (0, 1)], [0, 0, 1]),
    ("compare", {"op": "<="}, [(2, 1), (1, 1), (0, 1)], [0, 1, 1]),
    ("compare", {"op": "=="}, [(2, 1), (0.1 + 0.2, 0.3)], [0, 1]),
    ("compare", {"op": "!=", "tolerance": 0.5}, [(2, 1), (1.4, 1)], [1, 0]),
    ("in_range", {"low": 1, "high": 2}, [0.9, 1, 2, 2.1], [0, 1, 1, 0]),
    ("sr_latch", {}, [(F, F), (T, F), (F, F), (T, T), (F, F)], [0, 1, 1, 0, 0]),
    ("SR", {}, [(T, T), (F, F), (F, T)], [1, 1, 0]),
    ("RS", {"start": True}, [(F, F), (T, T)], [1, 0]),
    ("rising_edge", {}, [T, T, F, T], [1, 0, 0, 1]),
    ("F_TRIG", {}, [F, T, T, F, F], [0, 0, 0, 1, 0]),
    ("toggle", {}, [T, T, F, T, F], [1, 1, 1, 0, 0]),
    ("toggle", {"start": True}, [(F, F), (T, F), (F, F), (T, F), (F, T)], [1, 0, 0, 1, 0]),
    ("ton", TIME, [T, T, T, T, F, T, T, F], [0, 0, 1, 1, 0, 0, 0, 0]),
    ("TON", {"time_ms": 20}, [F, T, T, T], [0, 0, 0, 1]),
    ("tof", TIME, [F, T, F, F, F, F, T, F, T, F], [0, 1, 1, 1, 0, 0, 1, 1, 1, 1]),
    ("tp", TIME, [T, T, T, T, F, T, F, F, F], [1, 1, 0, 0, 0, 1, 1, 0, 0]),
    ("tp", {"time": 0}, [T, F, T], [0, 0, 0]),
    ("ctu", {}, [T, T, F, T, F], [1, 1, 1, 2, 2]),
    ("ctu", {"preset": 2, "output": "done"}, [(T, F), (F, F), (T, F), (F, T)], [0, 0, 1, 0]),
    ("ctd", {"preset": 2}, [(F, T), (T, F), (F, F), (T, F)], [2, 1, 1, 0]),
    ("ctd", {"preset": 1, "output": "done"}, [(F, F), (F, T), (T, F)], [1, 0, 1]),
    ("ctud", {"preset": 5},
     [(T, F, F, F), (F, T, F, F), (T, T, F, F), (F, F, F, T), (F, F, T, T)], [1, 0, 1, 5, 0]),
    ("CTUD", {"preset": 1, "output": "full"}, [(F, F, F, F), (T, F, F, F)], [0, 1]),
    ("CTUD", {"preset": 1, "output": "empty"}, [(F, F, F, F), (T, F, F, F)], [1, 0]),
    ("sequence", {}, [(F, F, T), (F, T, F), (F, T, T), (F, T, T), (T, T, T)], [0, 1, 2, 2, 0]),
    ("sequence", {"cycle": True}, [(F, T, T)] * 3, [1, 0, 1]),
    ("sequence", {"start": 1}, [(F, F, F), (F, F, T)], [1, 2]),
    ("elapsed", {}, [5, 5, 5, 6, 5, 5], [0, 0.01, 0.02, 0, 0, 0.01]),
    ("state_machine", WALK, [(F, F), (T, F), (T, F), (F, F), (F, F), (F, T), (F, F), (F, F)],
     [0, 1, 1, 2, 2, 3, 3, 0]),
    ("state_machine", {**WALK, "start": "last"}, [(F, F), (F, F), (F, F)], [3, 3, 0]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "parameters", "rows", "outputs"), TABLES, ids=[row[0] for row in TABLES]
)
def test_a_block_gives_its_table(drive, kind, parameters, rows, outputs):
    assert drive({"type": kind, **parameters}, rows) == pytest.approx(outputs, abs=1e-12)


def test_a_constant_needs_no_input(compile_diagram, run_plan):
    compiled = compile_diagram({"y": {"type": "constant", "value": 3}})
    assert run_plan(compiled, (), [()])[0, compiled.slots["y"]] == 3.0


def test_every_kind_has_a_table():
    kinds = {blocks.find(row[0])[0].name for row in TABLES} | {"constant"}
    assert kinds == {name for name, kind in blocks.KINDS.items() if kind.examine is None}


def test_inputs_may_be_named(compile_diagram, run_plan):
    latch = {"type": "sr_latch", "in": {"reset": "b", "set": "a"}}
    chosen = {"type": "select", "in": {"value2": "b", "condition": "y", "value1": 9}}
    compiled = compile_diagram({"y": latch, "z": chosen}, "ab")
    history = run_plan(compiled, "ab", [(1, 0), (0, 0), (0, 1)])
    assert history[:, compiled.slots["y"]].tolist() == [1, 1, 0]
    assert history[:, compiled.slots["z"]].tolist() == [9, 9, 1]


def test_the_reference_is_current():
    from pathlib import Path

    written = Path(blocks.__file__).with_name("BLOCKS.md").read_text(encoding="utf-8")
    assert "= <" not in written and "= ()" not in written  # an empty default is none
    assert written == blocks.reference(), "run python -m simulator.diagram.blocks"
