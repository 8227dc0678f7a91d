"""The ordered plan: slots, order, reset, texts."""

import numpy as np
import pytest

from simulator.diagram import check, explain, interpret, plan
from simulator.diagram.problem import DiagramError
from simulator.diagram.terminals import Source, Target, Terminals, list_terminals
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.models.scene import SceneSpec

DIAGRAM = {
    "volts": {"type": "gain", "value": 24, "in": "gated", "unit": "V"},
    "error": {"type": "sum", "signs": "+-", "in": ["wish", "angle"]},
    "gated": {"type": "select", "in": ["power", "effort", 0]},
    "effort": {"type": "saturate", "in": "stiff"},
    "stiff": {"type": "gain", "value": "$", "in": "error"},
    "wish": {"type": "integrator", "in": "lever", "unit": "rad", "low_deg": -90, "high_deg": 90},
    "late": {"type": "TON", "time_ms": 500, "in": "power"},
}
DIAGRAM["stiff"]["value"] = 8
INPUTS = (Source("power"), Source("lever"), Source("arm.angle", "rad", ("angle",), "sensor"))
TARGETS = (
    Target("arm.motor", ("1", "V"), ("motor",), "motor"),
    Target("arm.brake", ("1",), ("brake",), "brake"),
    Target("lamp"),
    Target("dial"),
)
OUTPUTS = {"motor": "volts", "lamp": "late", "dial": 0.25}

TABLE = """\
no  block     type          unit  parameters                  inputs
1   wish#9    integrator *  rad   low=-1.5708 high=1.5708     lever#2, 0
2   error#5   sum           rad   signs=+-                    wish#9, arm.angle#3
3   stiff#8   gain          ?     value=8                     error#5
4   effort#7  saturate      ?                                 stiff#8
5   gated#6   select        ?                                 power#1, effort#7, 0
6   volts#4   gain          V     value=24                    gated#6
7   late#10   ton           -     time=0.5                    power#1

outputs
  arm.motor <- volts#4
  lamp <- late#10
  dial <- 0.25#12
"""

PICTURE = """\
flowchart LR
  s1(["power"])
  s2(["lever"])
  s3(["arm.angle"])
  s12(["0.25"])
  s9["1 wish<br/>integrator"]
  s5["2 error<br/>sum"]
"""


@pytest.fixture
def compiled():
    console = ConsoleSpec.model_validate(
        {"diagram": DIAGRAM, "outputs": OUTPUTS, "constants": {"unused": 3.0}}
    )
    return plan.compile_plan(console, INPUTS, TARGETS)


def test_golden_text(compiled):
    got = [" ".join(line.split()) for line in explain.explain(compiled).splitlines()]
    assert got == [" ".join(line.split()) for line in TABLE.splitlines()]


def test_mermaid_names_sources_blocks_and_outputs(compiled):
    text = explain.mermaid(compiled)
    assert text.startswith(PICTURE)
    assert '  s9 -- "in1" --> s5\n' in text
    assert '  s6n2(("0")) -- "value2" --> s6\n' in text
    assert text.splitlines()[-3:] == [
        '  s4 --> o0[/"arm.motor"/]', '  s10 --> o2[/"lamp"/]', '  s12 --> o3[/"dial"/]',
    ]  # fmt: skip
    assert "s9n1" not in text, "an input left out is not drawn"


def test_slots_are_constants_inputs_blocks_then_numbers(compiled):
    assert compiled.names[:5] == ("unused", "power", "lever", "arm.angle", "volts")
    assert compiled.names[-2:] == ("0", "0.25")
    assert compiled.slots["angle"] == compiled.slots["arm.angle"] == 3
    assert compiled.signals[0] == 3.0
    assert compiled.output_slots == (4, -1, 10, 12)
    assert compiled.targets == ("arm.motor", "arm.brake", "lamp", "dial")


def test_order_depends_on_the_file_alone(compiled):
    console = ConsoleSpec.model_validate({"diagram": DIAGRAM, "outputs": OUTPUTS})
    again = plan.compile_plan(console, INPUTS, TARGETS)
    assert [block.name for block in again.order] == [block.name for block in compiled.order]


def test_saved_memory_continues_bit_for_bit(compiled):
    signals, memory = compiled.signals.copy(), compiled.memory.copy()
    signals[1:4] = 1.0, 0.7, 0.1
    for _ in range(30):
        interpret.evaluate(compiled.tables, signals, memory, compiled.free, compiled.step)
    saved = signals.copy(), memory.copy()
    for _ in range(40):
        interpret.evaluate(compiled.tables, signals, memory, compiled.free, compiled.step)
    end = signals.tobytes() + memory.tobytes()
    signals, memory = saved
    for _ in range(40):
        interpret.evaluate(compiled.tables, signals, memory, compiled.free, compiled.step)
    assert signals.tobytes() + memory.tobytes() == end


def test_reset_returns_to_the_start(compiled):
    signals, memory = np.full_like(compiled.signals, 9.0), np.full_like(compiled.memory, 9.0)
    plan.reset(compiled, signals, memory)
    assert signals.tolist() == compiled.signals.tolist()
    assert memory.tolist() == compiled.memory.tolist()


def test_a_delay_closes_a_loop(compile_diagram, run_plan):
    diagram = {
        "count": {"type": "bias", "value": 1, "in": "before"},
        "before": {"type": "unit_delay", "in": "count"},
    }
    compiled = compile_diagram(diagram)
    history = run_plan(compiled, (), [()] * 4)
    assert history[:, compiled.slots["count"]].tolist() == [1, 2, 3, 4]


def test_a_long_chain_compiles_in_any_file_order(compile_diagram):
    names = [f"b{i}" for i in range(400)]
    diagram = {
        name: {"type": "bias", "value": 1, "in": names[i + 1] if i < 399 else "a"}
        for i, name in enumerate(names)
    }
    compiled = compile_diagram(diagram, "a")
    assert [block.name for block in compiled.order] == names[::-1]
    signals, memory = compiled.signals.copy(), compiled.memory.copy()
    interpret.evaluate(compiled.tables, signals, memory, compiled.free, 0.01)
    assert signals[compiled.slots["b0"]] == 400.0


def test_an_empty_diagram_is_a_plan(compile_diagram, run_plan):
    assert run_plan(compile_diagram({}, "a"), "a", [(2,)]).tolist() == [[2.0]]


def test_compile_reports_every_problem_at_once(compile_diagram):
    diagram = {"a": {"type": "gian", "in": "x"}, "b": {"type": "abs", "in": "y"}}
    with pytest.raises(DiagramError) as error:
        compile_diagram(diagram, outputs={"motor": "b"})
    assert [p.code for p in error.value.problems] == [
        "unknown-block", "unknown-signal", "unknown-output",
    ]  # fmt: skip
    assert "diagram.a.type" in str(error.value)


def test_an_unused_block_is_only_a_warning():
    console = ConsoleSpec.model_validate(
        {"diagram": {"used": {"type": "abs", "in": 1}, "idle": {"type": "abs", "in": "used"}}}
    )
    terminals = Terminals((), ())
    assert check.find_problems(console, terminals) == []
    (warning,) = check.find_warnings(console, terminals)
    assert (warning.path, warning.code) == (("diagram", "idle"), "unused-block")


def test_a_control_that_nothing_reads_and_a_lamp_that_nothing_drives_are_warnings():
    panel = {
        "lever": {"type": "lever"},
        "stick": {"type": "lever", "axes": 2},
        "ask": {"type": "push_button"},
        "lit": {"type": "lamp"},
        "dial": {"type": "gauge"},
        "time": {"type": "clock"},
        "chart": {"type": "strip_chart", "traces": {"x": {}}},
    }
    wired = {"diagram": {"used": {"type": "abs", "in": "stick.y"}}, "outputs": {"dial": "used"}}
    console = ConsoleSpec.model_validate({"panel": panel, **wired})
    terminals = list_terminals(SceneSpec(console_spec=console))
    assert [(one.path[1], one.code) for one in check.find_warnings(console, terminals)] == [
        ("lever", "unused-control"), ("lit", "idle-indicator"), ("chart", "idle-indicator"),
    ]  # fmt: skip


def test_what_nothing_reads_is_told_once_all_that_is_read_is_known():
    """The faulty block may well be the one that reads the other."""
    blocks = {"idle": {"type": "abs", "in": 1}, "faulty": {"type": "ton", "in": "idle"}}
    console = ConsoleSpec.model_validate({"diagram": blocks})
    assert check.find_warnings(console, Terminals((), ())) == []
