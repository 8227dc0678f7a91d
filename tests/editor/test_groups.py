"""Uses of named diagrams as one node, and what is inside them."""

import pytest

from simulator import checking
from simulator.diagram.walk import Walk
from simulator.editor import edits, naming, palette, wires, written
from simulator.editor.graph import End
from simulator.render.still import at_start
from simulator.simulation import Simulation
from tests.editor.uses import DESK, board_of, enter, run, show, text_of


@pytest.fixture
def board(folder):
    return board_of(folder)


def test_a_use_is_one_node_with_the_pins_that_others_see(board):
    graph = board.sheet.graph
    assert set(graph.nodes) == {
        "group first", "group second", "block far", "panel one", "panel two", "output arm.turn",
        "output lamp",
    }  # fmt: skip
    first, second = graph.nodes["group first"], graph.nodes["group second"]
    assert (first.kind, second.kind) == ("joint", "lag")
    assert [(pin.name, pin.signal) for pin in second.outputs] == [
        ("out", "second"), ("size", "second.size"),
    ]  # fmt: skip
    assert [(pin.name, pin.signal, pin.wire) for pin in first.inputs] == [("wish", "one", "one")]
    ends = {(wire.source.node, wire.target.node) for wire in graph.wires}
    assert ends == {
        ("panel one", "group first"), ("panel two", "group second"),
        ("group second", "block far"), ("group first", "output arm.turn"),
        ("block far", "output lamp"),
    }  # fmt: skip


def test_a_double_click_leads_in_and_a_way_leads_out(board):
    assert not board.enter(board.sheet.graph.nodes["block far"])
    assert board.enter(board.sheet.graph.nodes["group first"])
    assert set(board.sheet.graph.nodes) == {
        "input first.wish", "group first.smooth", "block first", "result first.held",
    }  # fmt: skip
    assert board.sheet.graph.nodes["input first.wish"].outputs[0].signal == "one"
    board.enter(board.sheet.graph.nodes["group first.smooth"])
    inner = board.sheet.graph.nodes
    assert {"block first.smooth", "block first.smooth.size"} <= set(inner)
    board.leave()
    assert board.inside == "first"
    board.leave()
    assert board.inside == "" and "block far" in board.sheet.graph.nodes


def test_what_is_edited_inside_goes_for_all_uses(board):
    inner = enter(board, "group first")
    block = inner["block first"]
    assert board.do(lambda d, g: written.set_parameter(d, g, block, "high", 0.5))
    assert not board.problems
    assert "held: {type: saturate, in: smooth, high: 0.5}" in text_of(board)
    board.undo()
    assert text_of(board) == DESK


def test_inside_blocks_are_added_wired_named_and_deleted(board):
    enter(board, "group second")
    assert board.do(lambda d, g: edits.add_block(d, g, "gain", (10, 20))) == "second.gain"
    assert board.sheet.places["block second.gain"] == (10, 20)
    assert board.do(lambda d, g: wires.connect(d, g, "x", End("block second.gain", 0)))
    assert board.do(lambda d, g: wires.connect(d, g, "gain", End("block second", 0)))
    assert not board.problems and board.changed is not None
    assert {"first.smooth.gain", "second.gain"} <= set(board.changed.console_spec.diagram)
    assert "slow: {type: low_pass, time_constant: time, in: gain}" in text_of(board)
    gain = board.sheet.graph.nodes["block second.gain"]
    assert board.do(lambda d, g: naming.rename(d, g, gain, "twice")) and not board.problems
    assert "in: twice" in text_of(board) and "signals: {twice: [10, 20]}" in text_of(board)
    assert board.do(lambda d, g: edits.delete(d, g, ["block second.twice"]))
    assert "in: 0}" in text_of(board)
    assert board.do(lambda d, g: edits.delete(d, g, ["block second"]))
    assert "E614" in {one.code for one in board.problems}  # others still read it
    assert "output: slow" not in text_of(board) and "outputs: [size]" in text_of(board)
    assert not board.do(lambda d, g: edits.delete(d, g, ["block second.size"]))
    assert "last output" in board.refusal.en
    for _ in range(6):
        board.undo()
    assert text_of(board) == DESK


def test_a_signal_from_outside_needs_an_input(board):
    enter(board, "group second")
    assert board.do(lambda d, g: wires.connect(d, g, "two", End("block second", 0))) is None
    assert "input" in board.refusal.en and text_of(board) == DESK


def test_six_uses_are_put_down_and_wired(board):
    for row in range(6):
        assert board.do(lambda d, g, y=row: edits.add_use(d, g, "joint", (300, 90 * y)))
        key = "group joint" if row == 0 else f"group joint_{row + 1}"
        assert board.do(lambda d, g, k=key: wires.add_input(d, g, "one", k))
    assert not board.problems
    assert text_of(board).count("{diagram: joint, in: {wish: one}}") == 6
    enter(board, "group joint_6")
    inner = enter(board, "group joint_6.smooth")
    assert "block joint_6.smooth.size" in inner


def test_a_diagram_cannot_be_put_into_itself(board):
    enter(board, "group first", "group first.smooth")
    names = [
        item.name
        for section in palette.list_sections(board.scene, board.sheet.graph)
        for item in section.items
        if item.role == palette.USE
    ]
    assert names == []
    assert board.do(lambda d, g: edits.add_use(d, g, "joint", (0, 0))) is None
    assert "inside itself" in board.refusal.en


def test_gathered_blocks_do_what_they_did_and_dissolve_to_it_again(board, folder):
    before, places = run(board.scene), dict(board.sheet.places)
    board.sheet.selected = {"group first", "group second", "block far"}
    board.gather()
    assert not board.problems and board.refusal is None
    assert board.sheet.selected == {"group part"}
    part = board.sheet.graph.nodes["group part"]
    assert [pin.name for pin in part.inputs] == ["one", "two"]
    assert [pin.signal for pin in part.outputs] == ["part", "part.first"]
    assert run(board.scene) == before
    assert board.save() and run(checking.load_checked(folder / "scene.yaml")) == before
    board.dissolve()
    assert not board.problems and run(board.scene) == before
    assert set(board.sheet.selected) == {"block part", "group part_first", "group part_second"}
    board.undo()
    board.undo()
    assert text_of(board) == DESK and board.sheet.places == places


def test_blocks_inside_are_gathered_with_the_parameters_they_need(board):
    before = run(board.scene)
    enter(board, "group second")
    board.sheet.selected = {"block second"}
    board.gather()
    assert not board.problems and "time: time" in text_of(board)
    assert run(board.scene) == before
    board.sheet.selected = {"block second.size"}
    board.gather()
    assert "read from outside" in board.refusal.en
    board.sheet.selected = {"group second.part"}
    board.dissolve()
    assert run(board.scene) == before and not board.problems


def test_a_dissolved_use_has_its_numbers_in_place(board):
    before = run(board.scene)
    board.sheet.selected = {"group first", "group second"}
    board.dissolve()
    assert not board.problems and run(board.scene) == before
    assert "second: {type: low_pass, time_constant: 0.1, in: two}" in text_of(board)
    assert 'far: {type: compare, op: ">", in: [second_size, 0.5]}' in text_of(board)


def test_copies_take_their_diagram_and_constants_along(board, folder):
    (folder / "far").mkdir()
    (folder / "far" / "scene.yaml").write_text(
        "robots: [{file: ../arm.yaml, name: arm}]\nconsole: desk.yaml\n"
    )
    (folder / "far" / "desk.yaml").write_text("panel: {one: {type: lever}}\n")
    (folder / "pyproject.toml").write_text("")
    board.sheet.selected = {"group first", "block far"}
    board.copy()
    copied = board.copied
    board.open(checking.load_checked(folder / "far" / "scene.yaml"))
    board.copied = copied
    board.paste((0, 0))
    assert board.refusal is None and not board.problems
    text = text_of(board)
    assert "lag:" in text and "joint:" in text and "in: one" in text and "in: [0, 0.5]" in text
    board.undo()
    assert text_of(board) == "panel: {one: {type: lever}}\n"


def test_a_step_is_walked_block_by_block_and_forgotten_when_time_goes_on(board):
    simulation = Simulation(board.scene)
    snapshot = simulation.snapshot()
    board.live.follow(snapshot, {})

    def begin() -> Walk:
        return Walk(simulation.plan, simulation.signals, simulation.memory, {"one": 1.0})

    board.step_block(begin)
    assert board.live.at == "block far" and board.live.read("far") == 0.0
    assert not board.live.is_waiting("far")
    board.enter(board.sheet.graph.nodes["group first"])
    board.step_block(begin)
    assert board.live.at == "block first" and 0.0 < board.live.read("first") < 1.0
    board.live.follow(at_start(board.scene), {})
    assert board.live.walk is not None  # still the same frame
    simulation.frame_index = 7
    board.live.follow(simulation.snapshot(), {})
    assert board.live.walk is None and board.live.at == ""


def test_a_list_that_is_a_parameter_is_copied_as_the_list(board):
    show(
        board,
        ("{time_s: 0.1}", "{time_s: 0.1, xs: [0, 1], ys: [2, 3]}"),
        ("size: {type: abs, in: slow}",
         "size: {type: abs, in: curve}\n      curve: {type: lookup, x: xs, y: ys, in: x}"),
    )  # fmt: skip
    enter(board, "group second")
    board.sheet.selected = {"block second.curve"}
    board.copy()
    board.leave()
    board.paste((0, 0))
    assert board.refusal is None and not board.problems
    assert "curve: {type: lookup, x: [0.0, 1.0], y: [2.0, 3.0], in: 0}" in text_of(board)


def test_a_negative_parameter_keeps_its_sign_two_levels_down(board):
    show(
        board,
        ("inputs: [wish]", "inputs: [wish]\n    parameters: {late: -0.4}"),
        ("time_s: 0.3", "time: -late"),
    )
    enter(board, "group first", "group first.smooth")
    board.sheet.selected = {"block first.smooth"}
    board.copy()
    board.leave()
    board.leave()
    board.paste((0, 0))
    assert board.refusal is None and not board.problems
    assert "slow: {type: low_pass, time_constant: 0.4, in: 0}" in text_of(board)
