"""State machines: what they say of mistakes, and walking by buttons from a stored pattern."""

import numpy as np
import pytest

from simulator.diagram.problem import DiagramError

STATES = ["stand", "walk", "turn"]
GOOD = {
    "type": "state_machine",
    "in": {"go": "a", "halt": "b"},
    "states": STATES,
    "transitions": [
        {"from": "stand", "to": "walk", "when": "go"},
        {"from": "walk", "to": "turn", "after": 1},
        {"to": "stand", "when": "halt"},
    ],
}


def step(**keys):
    return {"transitions": [*GOOD["transitions"], keys]}


# changes of the sound block, where it is told, words
MISTAKES = [
    ({"states": "stand"}, ("states",), "a list of names"),
    ({"states": []}, ("states",), "a list of names"),
    ({"states": ["stand", "walk", "turn", "walk"]}, ("states", 3), "already there"),
    ({"states": ["stand", "walk", "turn", "2nd"]}, ("states", 3), "cannot be the name"),
    ({"states": [*STATES, "lost"]}, ("states", 3), "nothing leads to the state 'lost'"),
    ({"start": "wlak"}, ("start",), "did you mean 'walk'"),
    ({"start": 1}, ("start",), "the name of a state"),
    ({"transitions": {}}, ("transitions",), "a list of"),
    ({"transitions": ["go"]}, ("transitions", 0), "has to be {from"),
    (step(to="walk"), ("transitions", 3), "needs a condition"),
    (step(when="go"), ("transitions", 3, "to"), "leads `to`"),
    (step(to="wlak", when="go"), ("transitions", 3, "to"), "did you mean 'walk'"),
    ({"transitions": [{"from": "stand", "to": "wlak", "when": "go"}, *GOOD["transitions"][1:]]},
     ("transitions", 0, "to"), "did you mean 'walk'"),
    (step(to="walk", when="og"), ("transitions", 3, "when"), "no input 'og'; there are: go, halt"),
    (step(to="walk", when="not og"), ("transitions", 3, "when"), "no input 'og'"),
    (step(to="walk", when=1), ("transitions", 3, "when"), "a name, or a list of names"),
    (step(to="walk", when=[]), ("transitions", 3, "when"), "asks for nothing, so it always holds"),
    (step(to="walk", when="go", **{"from": []}), ("transitions", 3, "from"), "names no state"),
    (step(to="walk", form="stand", when="go"), ("transitions", 3, "form"), "did you mean 'from'"),
    (step(to="walk", **{"from": ["stand", "trun"]}, when="go"), ("transitions", 3, "from"),
     "did you mean 'turn'"),
    (step(to="walk", after="soon"), ("transitions", 3, "after"), "a time in seconds"),
    (step(to="walk", after=1, after_ms=500), ("transitions", 3, "after_ms"), "given twice"),
    (step(to="walk", after_deg=1), ("transitions", 3, "after_deg"), "has no 'after_deg'"),
    ({"in": ["a", "b"]}, ("in",), "names of your own"),
    ({"in": {"go": "a", "halt": "b", "idle": "a"}}, ("in", "idle"), "no transition asks"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "path", "words"), MISTAKES, ids=[row[2] for row in MISTAKES])
def test_mistakes_stand_where_they_were_made(compile_diagram, change, path, words):
    with pytest.raises(DiagramError) as caught:
        compile_diagram({"y": {**GOOD, **change}}, "ab")
    (found,) = caught.value.problems
    assert found.path == ("diagram", "y", *path) and words in found.message


def test_buttons_walk_through_a_stored_pattern(compile_diagram, run_plan, tmp_path):
    """Segments of a pattern one after the other: first step, left and right in turn, last step."""
    rows = [0, *range(10, 13), *range(20, 24), *range(30, 33)]  # stand, first, left and right, last
    file = tmp_path / "walk.csv"
    file.write_text("knee\n" + "\n".join(map(str, rows)))
    diagram = {
        "phase": {
            "type": "state_machine",
            "in": {"go": "forward", "halt": "stop"},
            "states": ["stand", "first", "left", "right", "last"],
            "transitions": [
                {"from": "stand", "to": "first", "when": "go"},
                {"from": "first", "to": "left", "after": 0.03},
                {"from": ["left", "right"], "to": "last", "when": "halt", "after": 0.02},
                {"from": "left", "to": "right", "after": 0.02},
                {"from": "right", "to": "left", "after": 0.02},
                {"from": "last", "to": "stand", "after": 0.03},
            ],
        },
        "time": {"type": "elapsed", "in": "phase"},
        "steps": {"type": "gain", "value": 100, "unit": "1", "in": "time"},
        "start": {"type": "array", "values": [0, 1, 4, 6, 8], "in": "phase"},
        "last": {"type": "array", "values": [0, 2, 1, 1, 2], "in": "phase"},
        "along": {"type": "min", "in": ["steps", "last"]},
        "row": {"type": "sum", "in": ["start", "along"]},
        "knee": {"type": "array", "file": str(file), "values": "knee", "in": "row"},
    }
    compiled = compile_diagram(diagram, ("forward", "stop"))
    inputs = [(0, 0), (1, 0), *[(0, 0)] * 3, *[(0, 0)] * 5, *[(0, 1)] * 8]
    knee = run_plan(compiled, ("forward", "stop"), inputs)[:, compiled.slots["knee"]]
    expected = [0, 10, 11, 12, 20, 21, 22, 23, 20, 21, 30, 31, 32, 0, 0, 0, 0, 0]
    assert np.array_equal(knee, expected)
