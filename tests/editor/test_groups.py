"""Uses of named diagrams as one node, and what is inside them."""

import pytest

from simulator import checking
from simulator.diagram.walk import Walk
from simulator.editor import edits
from simulator.editor.board import Board
from simulator.editor.graph import End
from simulator.render.still import at_start
from simulator.simulation import Simulation

DESK = """
panel:
  one: {type: lever}
  two: {type: lever}
  lamp: {type: lamp}
diagrams:
  lag:
    inputs: [x]
    parameters: {time_s: 0.1}
    blocks:
      slow: {type: low_pass, time_constant: time, in: x}
      size: {type: abs, in: slow}
    output: slow
    outputs: [size]
  joint:
    inputs: [wish]
    blocks:
      smooth: {diagram: lag, in: wish, time_s: 0.3}
      held: {type: saturate, in: smooth}
    output: held
diagram:
  first: {diagram: joint, in: one}
  second: {diagram: lag, in: two}
  far: {type: compare, op: ">", in: [second.size, 0.5]}
outputs: {turn: first, lamp: far}
"""


@pytest.fixture
def board(folder):
    (folder / "desk.yaml").write_text(DESK)
    board = Board(checking.survey_edited)
    board.open(checking.load_checked(folder / "scene.yaml"))
    return board


def test_a_use_is_one_node_with_the_pins_that_others_see(board):
    graph = board.sheet.graph
    assert set(graph.nodes) == {
        "group first", "group second", "block far", "panel one", "panel two", "output arm.turn",
        "output lamp",
    }  # fmt: skip
    first, second = graph.nodes["group first"], graph.nodes["group second"]
    assert (first.kind, second.kind) == ("joint", "lag")
    assert [(pin.name, pin.signal) for pin in second.outputs] == [("size", "second.size")]
    assert [(pin.name, pin.signal) for pin in first.inputs] == [("one", "one")]
    ends = {(wire.source.node, wire.target.node) for wire in graph.wires}
    assert ends == {
        ("panel one", "group first"), ("panel two", "group second"),
        ("group second", "block far"), ("group first", "output arm.turn"),
        ("block far", "output lamp"),
    }  # fmt: skip


def test_a_double_click_leads_in_and_a_way_leads_out(board):
    assert not board.enter(board.sheet.graph.nodes["block far"])
    assert board.enter(board.sheet.graph.nodes["group first"])
    assert set(board.sheet.graph.nodes) == {"group first.smooth", "block first", "panel one"}
    board.enter(board.sheet.graph.nodes["group first.smooth"])
    inner = board.sheet.graph.nodes
    assert {"block first.smooth", "block first.smooth.size"} <= set(inner)
    board.leave()
    assert board.inside == "first"
    board.leave()
    assert board.inside == "" and "block far" in board.sheet.graph.nodes


def test_inside_only_values_are_edited_and_they_go_for_all_uses(board):
    board.enter(board.sheet.graph.nodes["group first"])
    block = board.sheet.graph.nodes["block first"]
    assert board.do(lambda d, g: edits.delete(d, g, ["block first"])) is None
    assert board.do(lambda d, g: edits.set_parameter(d, block, "high", 0.5), True)
    assert not board.problems
    assert "held: {type: saturate, in: smooth, high: 0.5}" in board.draft.console_of("").text
    board.undo()
    assert board.draft.console_of("").text == DESK


def test_the_wires_of_a_use_are_left_to_the_file(board):
    assert not board.do(lambda d, g: edits.connect(d, g, "two", End("group first", 0)))
    assert "file" in board.message and board.draft.console_of("").text == DESK


def test_a_step_is_walked_block_by_block_and_forgotten_when_time_goes_on(board):
    simulation = Simulation(board.scene)
    snapshot = simulation.snapshot()
    board.follow(snapshot, {})

    def begin() -> Walk:
        return Walk(simulation.plan, simulation.signals, simulation.memory, {"one": 1.0})

    board.step_block(begin)
    assert board.at == "block far" and board.read("far") == 0.0
    assert not board.is_waiting("far")
    board.enter(board.sheet.graph.nodes["group first"])
    board.step_block(begin)
    assert board.at == "block first" and 0.0 < board.read("first") < 1.0
    board.follow(at_start(board.scene), {})
    assert board.walk is not None  # still the same frame
    simulation.frame_index = 7
    board.follow(simulation.snapshot(), {})
    assert board.walk is None and board.at == ""
