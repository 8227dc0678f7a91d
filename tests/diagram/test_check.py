"""Every mistake of a diagram has its own code, its place in the file, and a helpful text."""

import pytest

from simulator.diagram import check
from simulator.diagram.terminals import Source, Target, Terminals
from simulator.spec.models.console import ConsoleSpec

TERMINALS = Terminals(
    inputs=(
        Source("lever"), Source("stick.x"),
        Source("arm.angle", "rad", ("angle",), "sensor"),
        Source("arm.reach", "m", ("reach",), "sensor"),
        Source("arm.rate", "rad/s", ("rate",), "sensor"),
    ),
    outputs=(
        Target("arm.motor", ("1",), ("motor",), "motor"),
        Target("arm.rated", ("1", "V"), ("rated",), "motor"),
        Target("twin.grip", ("1",), (), "motor"), Target("twin.grip", ("1",), (), "brake"),
        Target("lamp", ("1",), what="lamp"), Target("dial"),
    ),
)  # fmt: skip


def find(diagram, outputs=None, constants=None):
    console = ConsoleSpec.model_validate(
        {"diagram": diagram, "outputs": outputs or {}, "constants": constants or {}}
    )
    return check.find_problems(console, TERMINALS)


# type and parameters of a block "b", place below diagram.b, code, words of the message
BLOCKS = [
    ({"type": "gian", "in": "lever"}, ("type",), "unknown-block", "did you mean 'gain'"),
    ({"type": "Ton", "in": "lever"}, ("type",), "unknown-block", "did you mean"),
    ({"type": "gain", "in": "lever"}, (), "missing-parameter", "'value' (number)"),
    ({"type": "ton", "in": "lever", "tiem": 1, "time": 2}, ("tiem",), "unknown-parameter",
     "did you mean 'time'"),
    ({"type": "ton", "in": "lever", "tiem": 1}, ("tiem",), "unknown-parameter",
     "did you mean 'time'"),
    ({"type": "ton", "in": "lever", "time_deg": 1}, ("time_deg",), "bad-parameter",
     "wrong unit: time is in s"),
    ({"type": "ton", "in": "lever", "time": "300 ms"}, ("time",), "bad-parameter",
     "not '300 ms'; write `time_ms: 300`"),
    ({"type": "ton", "in": "lever", "time": "0,3"}, ("time",), "bad-parameter", "write 0.3"),
    ({"type": "ton", "in": "lever", "time_ms": 1, "time": 2}, ("time",), "bad-parameter", "twice"),
    ({"type": "sum", "in": ["lever", 1], "signs_rad": "+-"}, ("signs_rad",), "bad-parameter",
     "wrong unit: signs is not a number"),
    ({"type": "max", "in": "lever", "angle": None, "reach": None}, ("angle",), "unknown-input",
     "angle stands alone; several inputs stand in brackets: `in: [a, b]`"),
    ({"type": "gain", "in": "lever", "value": "much"}, ("value",), "bad-parameter", "'much'"),
    ({"type": "gain", "in": "lever", "value": True}, ("value",), "bad-parameter", "a number"),
    ({"type": "gain", "in": "lever", "value": [1]}, ("value",), "bad-parameter", "a number"),
    ({"type": "gain", "in": "lever", "value": None}, ("value",), "bad-parameter", "nothing"),
    ({"type": "rate_limit", "in": "lever", "rate": 0}, ("rate",), "bad-parameter", "above 0"),
    ({"type": "ton", "in": "lever", "time": -1}, ("time",), "bad-parameter", "0 or more"),
    ({"type": "array", "in": "lever", "values": [1], "wrap": 1}, ("wrap",), "bad-parameter",
     "true or false"),
    ({"type": "array", "in": "lever", "values": []}, ("values",), "bad-parameter", "a list"),
    ({"type": "sequence", "in": [0, "lever"], "start": 0.5}, ("start",), "bad-parameter", "whole"),
    ({"type": "compare", "in": ["lever", 0], "op": "=>"}, ("op",), "bad-parameter", "one of >, >="),
    ({"type": "saturate", "in": "lever", "low": 2}, ("low",), "bad-parameter", "above high"),
    ({"type": "lookup", "in": "lever", "x": [0, 0], "y": [1, 2]}, ("x",), "bad-parameter", "rise"),
    ({"type": "lookup", "in": "lever", "x": [0, 1], "y": [1]}, ("y",), "bad-parameter", "x has 2"),
    ({"type": "lookup_2d", "in": ["lever", 0], "x": [0, 1], "y": [0], "z": [[1, 2], [3]]}, ("z",),
     "bad-parameter", "different lengths"),
    ({"type": "lookup_2d", "in": ["lever", 0], "x": [0, 1], "y": [0], "z": [[1, 2]]}, ("z",),
     "bad-parameter", "2 rows of 1"),
    ({"type": "transfer_function", "in": "lever", "num": [1, 0], "den": [1]}, ("num",),
     "bad-parameter", "future"),
    ({"type": "transfer_function", "in": "lever", "num": [1], "den": [0, 1]}, ("den",),
     "bad-parameter", "other than 0"),
    ({"type": "transfer_function", "in": "lever", "num": [1], "den": [1] * 10}, ("den",),
     "bad-parameter", "in series"),
    ({"type": "transfer_function", "in": "lever", "num": [1], "den": [1, -200]}, ("den",),
     "bad-parameter", "unstable"),
    ({"type": "gain", "in": "lever", "value": 10**400}, ("value",), "bad-parameter", "at most"),
    ({"type": "array", "in": "lever", "values": [0] * 5000}, ("values",), "bad-parameter", "5000"),
    ({"type": "hysteresis", "in": "lever", "on": 1, "off": 1}, ("off",), "bad-parameter", "differ"),
    ({"type": "sum", "in": ["lever"], "signs": "+-"}, ("signs",), "bad-parameter", "2 signs"),
    ({"type": "sum", "in": ["lever"], "signs": "x"}, ("signs",), "bad-parameter", "+ and -"),
    ({"type": "abs"}, (), "missing-input", "'in'"),
    ({"type": "and"}, (), "missing-input", "'in1'; inputs stand under `in`"),
    ({"type": "abs", "source": "lever"}, ("source",), "unknown-parameter",
     "has no parameter 'source', and it needs the input 'in'"),
    ({"type": "gain", "k": 2, "in": "lever"}, ("k",), "unknown-parameter",
     "has no parameter 'k', and it needs the parameter 'value' (number)"),
    ({"type": "gain", "gain": 2, "in": "lever"}, ("gain",), "unknown-parameter",
     "has no parameter 'gain', and it needs the parameter 'value' (number)"),
    ({"type": "integrator", "high": 2, "start": 3, "in": "lever"}, ("start",), "bad-parameter",
     "3 is not between -inf and 2"),
    ({"type": "integrator", "min": 0, "in": "lever"}, ("min",), "unknown-parameter", "it has:"),
    ({"type": "abs", "input": "lever"}, ("input",), "unknown-input", "did you mean 'in'?"),
    ({"type": "abs", "In": "lever"}, ("In",), "unknown-input", "did you mean 'in'?"),
    ({"type": "sr_latch", "set": "lever"}, ("set",), "unknown-input", "write `in: {set: ...}`"),
    ({"type": "abs", "in": {"a": "lever"}}, ("in", "a"), "unknown-input", "it has: in"),
    ({"type": "sr_latch", "in": ["lever"]}, ("in",), "missing-input", "'reset'"),
    ({"type": "sr_latch", "in": {"reset": "lever"}}, ("in",), "missing-input", "'set'"),
    ({"type": "sr_latch", "in": {"reset": 0, "set": 0, "sat": 0}}, ("in", "sat"), "unknown-input",
     "did you mean 'set'"),
    ({"type": "sr_latch", "in": {"set": 0, "rest": "lever"}}, ("in", "rest"), "unknown-input",
     "did you mean 'reset'"),
    ({"type": "abs", "in": ["lever", 1]}, ("in",), "too-many-inputs", "takes 1"),
    ({"type": "constant", "in": "lever", "value": 1}, ("in",), "too-many-inputs",
     "1 input, but block type 'constant' takes 0"),
    ({"type": "select", "in": ["lever", 1, 2, 3]}, ("in",), "too-many-inputs", "by: index"),
    ({"type": "abs", "in": "levr"}, ("in",), "unknown-signal", "did you mean 'lever'"),
    ({"type": "sum", "in": ["lever", "arm.angel"]}, ("in", 1), "unknown-signal", "'arm.angle'"),
    ({"type": "divide", "in": {"numerator": 1, "denominator": "x"}}, ("in", "denominator"),
     "unknown-signal", "'x'"),
    ({"type": "sum", "in": ["angle", "lever", "reach"]}, ("in", 2), "unit-mismatch", "in m"),
    ({"type": "compare", "in": ["angle", "rate"], "op": ">"}, ("in", 1), "unit-mismatch", "rad/s"),
    ({"type": "select", "in": ["lever", "angle", "reach"]}, ("in", 2), "unit-mismatch", "in m"),
    ({"type": "pid", "in": ["angle", "reach"], "kp": 1}, ("in", 1), "unit-mismatch", "in m"),
    ({"type": "and", "in": ["lever", "angle"]}, ("in", 1), "unit-mismatch", "compare it first"),
    ({"type": "sin", "in": "reach"}, ("in",), "unit-mismatch", "angle in rad"),
    ({"type": "saturate", "in": "angle", "low_mm": 0}, ("low_mm",), "unit-mismatch",
     "'arm.angle' is in rad; write low, low_rad"),
    ({"type": "rate_limit", "in": "angle", "rate_deg": 1}, ("rate_deg",), "unit-mismatch",
     "rate_deg is in rad, but 'arm.angle' changes in rad/s; write rate, rate_rpm"),
    ({"type": "motion_profile", "in": "lever", "rate_m_per_s": 1, "acceleration_deg_per_s2": 5},
     ("acceleration_deg_per_s2",), "unit-mismatch",
     "acceleration_deg_per_s2 is in rad/s^2, but rate_m_per_s is in m/s; write acceleration, "
     "acceleration_m_per_s2"),
    ({"type": "motion_profile", "in": "lever", "rate_deg": 1, "acceleration_deg_per_s2": 5},
     ("rate_deg",), "unit-mismatch",
     "rate_deg is in rad, but acceleration_deg_per_s2 is in rad/s^2; write rate, rate_rpm, "),
    ({"type": "saturate", "in": "lever", "low_mm": 0, "high_deg": 1}, ("high_deg",),
     "unit-mismatch", "high_deg is in rad, but low_mm is in m; write high, high_m"),
    ({"type": "in_range", "in": "lever", "low_deg": 3, "high_mm": 4}, ("high_mm",),
     "unit-mismatch", "high_mm is in m, but low_deg is in rad; write high, high_rad"),
    ({"type": "saturate", "in": "angle", "unit": "m"}, ("unit",), "unit-mismatch", "make it rad"),
    ({"type": "abs", "in": "b"}, ("in",), "algebraic-loop", "b -> b"),
]  # fmt: skip


@pytest.mark.parametrize(("block", "place", "code", "words"), BLOCKS)
def test_a_mistake_in_a_block(block, place, code, words):
    (problem,) = find({"b": block})
    assert (problem.path, problem.code) == (("diagram", "b", *place), code)
    assert words in problem.message


def test_what_a_mistyped_input_is_told_of_stands_where_it_is_written():
    found = find({"b": {"type": "sr_latch", "in": {"set": 0, "rest": "levr"}}})
    assert [one.path[3:] for one in found] == [("rest",), ("rest",)]
    assert [one.code for one in found] == ["unknown-input", "unknown-signal"]


BARE = [  # parameters of a block "b", and what is odd of them
    ({"type": "motion_profile", "rate": 90, "acceleration_deg_per_s2": 180},
     "rate is in rad/s, but acceleration_deg_per_s2 in degrees; for degrees write "
     "rate_deg_per_s, else rate_rad_per_s"),
    ({"type": "motion_profile", "rate_deg_per_s": 90, "acceleration": 180},
     "acceleration is in rad/s^2, but rate_deg_per_s in degrees; for degrees write "
     "acceleration_deg_per_s2, else acceleration_rad_per_s2"),
    ({"type": "saturate", "low": -90, "high_deg": 90},
     "low is in rad, but high_deg in degrees; for degrees write low_deg, else low_rad"),
    ({"type": "saturate", "low": 0, "high_deg": 90}, None),
    ({"type": "motion_profile", "rate": 1, "acceleration_rad_per_s2": 2}, None),
    ({"type": "saturate", "low": -1, "high_mm": 90}, None),
]  # fmt: skip


@pytest.mark.parametrize(("block", "told"), BARE)
@pytest.mark.parametrize("read", ["lever", "angle"])
def test_radians_beside_degrees_are_odd(block, told, read):
    if read == "angle" and "high_mm" in block:
        return
    console = ConsoleSpec.model_validate({"diagram": {"b": {"in": read, **block}}})
    assert check.find_problems(console, TERMINALS) == []
    found = [one for one in check.find_warnings(console, TERMINALS) if one.code == "degrees"]
    assert [one.message for one in found] == ([told] if told else [])
    assert check.find_bare(console, TERMINALS) == found  # of a console alone, too


ABS = {"type": "abs", "in": 1}
# outputs, constants, further blocks; path, code, words
NAMES = [
    ({}, {}, {"lever": ABS}, ("diagram", "lever"), "driven-twice", "panel input 'lever'"),
    ({}, {}, {"angle": ABS}, ("diagram", "angle"), "driven-twice", "sensor 'arm.angle'"),
    ({}, {"k": 1.0}, {"k": ABS}, ("diagram", "k"), "driven-twice", "constant 'k'"),
    ({}, {"reach": 1.0}, {}, ("constants", "reach"), "driven-twice", "sensor 'arm.reach'"),
    ({"motor": "lever", "arm.motor": 1}, {}, {}, ("outputs", "arm.motor"), "driven-twice",
     "as 'motor', in this console or another"),
    ({"moter": "lever"}, {}, {}, ("outputs", "moter"), "unknown-output", "did you mean 'motor'"),
    ({"motor": "leve"}, {}, {}, ("outputs", "motor"), "unknown-signal", "did you mean 'lever'"),
    ({"twin.grip": "lever"}, {}, {}, ("outputs", "twin.grip"), "ambiguous-output",
     "the motor 'twin.grip' and the brake"),
    ({"motor": "angle"}, {}, {}, ("outputs", "motor"), "unit-mismatch", "motor 'arm.motor' takes"),
    ({"rated": "reach"}, {}, {}, ("outputs", "rated"), "unit-mismatch", "or V"),
]  # fmt: skip


@pytest.mark.parametrize(("outputs", "constants", "blocks", "path", "code", "words"), NAMES)
def test_a_mistake_in_names(outputs, constants, blocks, path, code, words):
    (problem,) = find(blocks, outputs, constants)
    assert (problem.path, problem.code) == (path, code)
    assert words in problem.message


def test_two_sources_of_one_name():
    terminals = Terminals((Source("lever"), Source("lever", "m", (), "sensor")), ())
    (problem,) = check.find_problems(ConsoleSpec(), terminals)
    assert (problem.path, problem.code) == (("panel", "lever"), "driven-twice")


def test_a_loop_names_its_ring_in_the_signals_direction():
    ring = {
        "before": {"type": "abs", "in": "c"},
        "a": {"type": "sum", "in": ["lever", "c"]},
        "b": {"type": "gain", "value": 2, "in": "a"},
        "c": {"type": "abs", "in": "b"},
        "after": {"type": "abs", "in": "c"},
    }
    (problem,) = find(ring)
    assert problem.path == ("diagram", "a", "in")
    assert "a -> b -> c -> a" in problem.message


def test_two_loops_are_both_reported():
    diagram = {
        "a": {"type": "abs", "in": "b"}, "b": {"type": "abs", "in": "a"},
        "c": {"type": "negate", "in": "d"}, "d": {"type": "negate", "in": "c"},
    }  # fmt: skip
    assert [p.message.split(":")[0] for p in find(diagram)] == [
        "algebraic loop a -> b -> a", "algebraic loop c -> d -> c",
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["unit_delay", "integrator"])
def test_a_block_that_remembers_breaks_a_loop(kind):
    assert find({"a": {"type": "abs", "in": "b"}, "b": {"type": kind, "in": "a"}}) == []


def test_a_broken_block_does_not_make_others_unknown():
    (problem,) = find({"a": {"type": "gian"}, "b": {"type": "abs", "in": "a"}}, {"motor": "b"})
    assert problem.code == "unknown-block"


# block, unit of a gain after it that has to be accepted, or None for an unknown unit
UNITS = [
    ({"type": "product", "in": ["angle", 2]}, None),
    ({"type": "divide", "in": ["angle", "angle"]}, "1"),
    ({"type": "divide", "in": ["rate", "reach"]}, None),
    ({"type": "integrator", "in": "rate"}, "rad"),
    ({"type": "derivative", "in": "angle", "time_constant": 0.1}, "rad/s"),
    ({"type": "low_pass", "in": "reach", "time_constant": 0.1}, "m"),
    ({"type": "unit_delay", "in": "later"}, "rad"),
    ({"type": "atan2", "in": ["reach", "reach"]}, "rad"),
    ({"type": "gain", "value": 2, "in": "angle"}, None),
    ({"type": "gain", "value": 2, "in": "angle", "unit": "V"}, "V"),
    ({"type": "select", "in": ["lever", "angle", 0]}, "rad"),
    ({"type": "max", "in": ["lever", "reach"]}, "m"),
    ({"type": "in_range", "in": "reach", "low": 0, "high": 1}, "1"),
]


@pytest.mark.parametrize(("block", "unit"), UNITS)
def test_units_follow_from_sensors_through_blocks(block, unit):
    diagram = {
        "b": block,
        "later": {"type": "abs", "in": "angle"},
        "one": {"type": "gain", "value": 1, "in": "lever", "unit": "1"},
        "sum": {"type": "sum", "in": ["b", "one"]},
        "same": {"type": "sum", "in": ["b", "known"]},
        "known": {"type": "gain", "value": 1, "in": "lever", "unit": unit or "K"},
    }
    mismatched = {problem.path[1] for problem in find(diagram)}
    assert mismatched == (set() if unit in (None, "1") else {"sum"})


def test_a_column_of_a_file_is_in_the_unit_of_its_input(tmp_path):
    file = tmp_path / "curve.csv"
    file.write_text("at_deg, speed_rpm, plain, pull_n\n0, 0, 0, 1\n9, 9, 9, 2\n")
    block = {"type": "lookup", "file": str(file), "y": "pull", "in": "angle"}
    for x in ("at", "plain", 1):
        assert not find({"b": {**block, "x": x}})
    (problem,) = find({"b": {**block, "x": "speed"}})
    assert problem.code == "unit-mismatch" and problem.path == ("diagram", "b", "x")
    assert problem.message == "x is a column in rad/s, but 'arm.angle' is in rad"
    assert not find({"b": {**block, "x": "speed", "in": "lever"}})  # of any unit


def test_a_gain_makes_an_angle_fit_for_a_motor():
    assert find({"b": {"type": "gain", "value": 3, "in": "angle"}}, {"motor": "b"}) == []
    volts = {"b": {"type": "gain", "value": 3, "in": "angle", "unit": "V"}}
    assert find(volts, {"rated": "b"}) == []
    assert [p.code for p in find(volts, {"motor": "b"})] == ["unit-mismatch"]
    assert find({}, {"dial": "angle", "lamp": True, "motor": "lever"}) == []


def test_parameters_are_judged_where_a_signal_is_not_known_too():
    found = find({"room": {"type": "in_range", "low": 2, "high": 1, "in": "elbow"}})
    assert {one.code for one in found} == {"unknown-signal", "bad-parameter"}
