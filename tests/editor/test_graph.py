"""A console's diagram as nodes and wires."""

from pathlib import Path

import pytest

from simulator.diagram import check
from simulator.diagram.terminals import Source, Target, Terminals, list_terminals
from simulator.editor import graph
from simulator.editor.graph import End
from simulator.editor.scope import Scope
from simulator.spec import load
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.models.scene import SceneSpec

SCENES = Path(__file__).parents[2] / "scenes"
TERMINALS = Terminals(
    (
        Source("go"),
        Source("stick.x"),
        Source("stick.y"),
        Source("arm.angle", "rad", ("angle",), "sensor"),
    ),
    (Target("arm.motor", ("1", "V"), ("motor",), "motor"), Target("lamp")),
)


def study_of(scene):
    return check.study(scene.console_spec, list_terminals(scene))


def read(diagram, outputs=None, constants=None) -> graph.Graph:
    console = ConsoleSpec.model_validate(
        {
            "panel": {
                "go": {"type": "toggle", "label": {"ru": "Ход", "en": "Go"}},
                "stick": {"type": "lever", "axes": 2},
                "lamp": {"type": "lamp"},
            },
            "diagram": diagram,
            "outputs": outputs or {},
            "constants": constants or {},
        }
    )
    return graph.read(check.study(console, TERMINALS), Scope(console, ""))


def test_blocks_sources_and_sinks_are_nodes_with_typed_pins():
    found = read(
        {
            "bent": {"type": "compare", "op": ">", "in": ["angle", "limit"]},
            "both": {"type": "and", "in": ["bent", "go"]},
            "push": {"type": "product", "in": ["stick.y", 2]},
        },
        {"motor": "push", "lamp": "both"},
        {"limit": 0.5},
    )
    assert set(found.nodes) == {
        "block bent", "block both", "block push", "sensor arm.angle", "panel go", "panel stick",
        "constant limit", "output arm.motor", "output lamp",
    }  # fmt: skip
    bent, both = found.nodes["block bent"], found.nodes["block both"]
    assert [pin.name for pin in bent.inputs] == ["a", "b"]
    assert bent.inputs[0].unit == "rad" and bent.inputs[0].signal == "arm.angle"
    assert [pin.kind for pin in both.inputs] == ["logic", "logic"]
    assert bent.outputs[0].kind == "logic" and found.nodes["block push"].outputs[0].kind == "number"
    assert found.nodes["block push"].inputs[1].value == 2.0
    assert [pin.signal for pin in found.nodes["panel stick"].outputs] == ["stick.x", "stick.y"]
    assert (bent.number, both.number) == (1, 2)
    ends = {(wire.source, wire.target) for wire in found.wires}
    assert (End("panel stick", 1), End("block push", 0)) in ends
    assert (End("block push", 0), End("output arm.motor", 0)) in ends
    assert len(ends) == 7


def test_a_broken_block_is_there_and_says_so():
    found = read({"odd": {"type": "gian", "in": "go"}, "fine": {"type": "not", "in": "odd"}})
    assert not found.nodes["block odd"].is_sound
    assert found.nodes["block odd"].inputs[0].signal == "go"
    assert {wire.signal for wire in found.wires} == {"go", "odd"}


def test_an_algebraic_loop_is_named():
    found = read({"a": {"type": "bias", "value": 1, "in": "b"}, "b": {"type": "abs", "in": "a"}})
    assert found.rings == (("a", "b"),)


def test_counters_that_say_done_are_logic():
    found = read(
        {
            "n": {"type": "ctu", "in": "go"},
            "done": {"type": "ctu", "in": "go", "preset": 3, "output": "done"},
        }
    )
    assert found.nodes["block n"].outputs[0].kind == "number"
    assert found.nodes["block done"].outputs[0].kind == "logic"


@pytest.mark.parametrize("name", ["lift", "slalom"])
def test_every_input_of_a_real_scene_is_tied(name):
    scene = load.load_scene(SCENES / f"{name}.yaml")
    found = graph.read(study_of(scene), Scope(scene.console_spec, ""))
    tied = {(wire.target.node, wire.target.row) for wire in found.wires}
    wanted = {
        (node.key, row)
        for node in found.nodes.values()
        for row, pin in enumerate(node.inputs)
        if pin.signal
    }
    assert tied == wanted and len(tied) > 100
    assert all(node.is_sound for node in found.nodes.values())


def test_a_robots_console_among_others_shows_its_own_short_names(folder):
    scene = load.load_scene(folder / "pair.yaml")
    found = graph.read(study_of(scene), Scope(scene.consoles["left"], "left"))
    assert {node.name for node in found.nodes.values() if node.role == "block"} == {
        "left.slow", "left.held", "left.on",
    }  # fmt: skip
    assert found.nodes["block left.slow"].title == "slow"
    assert "output left.turn" in found.nodes and "panel left.lever" in found.nodes


def test_parts_of_an_instrument_and_the_thumb_button_have_pins_of_their_own():
    console = ConsoleSpec.model_validate(
        {
            "panel": {
                "stick": {"type": "lever", "axes": 2, "button": True},
                "chart": {
                    "type": "strip_chart",
                    "label": {"ru": "Токи", "en": "Currents"},
                    "traces": {"left": {}},
                },
            },
            "outputs": {"chart.left": "stick.button"},
        }
    )
    terminals = list_terminals(SceneSpec(console_spec=console))
    found = graph.read(check.study(console, terminals), Scope(console, ""))
    assert set(found.nodes) == {"panel stick", "output chart.left"}
    kinds = {pin.signal: pin.kind for pin in found.nodes["panel stick"].outputs}
    assert kinds == {"stick.x": "number", "stick.y": "number", "stick.button": "logic"}
    shown = found.nodes["output chart.left"]
    assert (shown.kind, shown.title.en, shown.title.ru) == (
        "strip_chart", "Currents · left", "Токи · left",
    )  # fmt: skip
    assert [wire.signal for wire in found.wires] == ["stick.button"]
