"""What named diagrams are handed, hand out and read is changed with all that uses them."""

import pytest

from simulator.editor import contracts, edits, naming, properties, wires, written
from simulator.editor.graph import End
from tests.editor.uses import DESK, board_of, enter, run, show, text_of


@pytest.fixture
def board(folder):
    return board_of(folder)


def test_the_inputs_of_a_diagram_are_changed_with_all_its_uses(board):
    enter(board, "group second")
    name = board.do(lambda d, g: contracts.add_input(d, g))
    assert name == "input" and [one.code for one in board.problems] == ["E615"]
    assert board.do(lambda d, g: wires.connect(d, g, "input", End("block second.size", 0)))
    assert not board.problems and "input second.input" in board.sheet.graph.nodes
    assert board.do(lambda d, g: contracts.set_input(d, g, "input", 0.25))
    assert board.do(lambda d, g: contracts.rename_input(d, g, "input", "more"))
    assert "more: 0.25" in text_of(board) and "in: more}" in text_of(board)
    board.leave()
    assert board.do(lambda d, g: wires.connect(d, g, "one", End("group second", 1)))
    assert "second: {diagram: lag, in: {x: two, more: one}}" in text_of(board)
    enter(board, "group second")
    assert board.do(lambda d, g: contracts.rename_input(d, g, "more", "extra"))
    assert "in: {x: two, extra: one}" in text_of(board)
    assert board.do(lambda d, g: edits.delete(d, g, ["input second.extra"])) and not board.problems
    assert "second: {diagram: lag, in: {x: two}}" in text_of(board)


def test_parameters_are_renamed_given_and_dropped_everywhere(board):
    enter(board, "group second")
    assert board.do(lambda d, g: contracts.rename_parameter(d, g, "time", "lag_ms"))
    assert "parameters: {lag_ms: 100}" in text_of(board)
    assert "time_constant: lag" in text_of(board) and "in: wish, lag_s: 0.3" in text_of(board)
    assert not board.problems
    assert board.do(lambda d, g: contracts.set_default(d, g, "lag", 200)) and not board.problems
    board.leave()
    group = board.sheet.graph.nodes["group second"]
    (shown,) = board.do(lambda d, g: properties.list_properties(d, g, group))
    assert (shown.key, shown.value) == ("lag_ms", 200)
    assert board.do(lambda d, g: written.set_parameter(d, g, group, "lag", 50))
    assert "in: two, lag_ms: 50}" in text_of(board)
    enter(board, "group second")
    assert board.do(lambda d, g: contracts.drop_parameter(d, g, "lag")) and not board.problems
    assert "time_constant: 0.2" in text_of(board) and "lag_" not in text_of(board)


def test_a_diagram_is_renamed_with_its_uses(board):
    enter(board, "group second")
    assert board.do(lambda d, g: contracts.rename_diagram(d, g, "delayed")) and not board.problems
    assert text_of(board) == DESK.replace("lag", "delayed")
    assert board.do(lambda d, g: contracts.rename_diagram(d, g, "joint")) is None


def test_outputs_are_given_and_taken_back(board):
    enter(board, "group first")
    assert board.do(lambda d, g: contracts.toggle_output(d, g, "smooth"))
    assert "outputs: [smooth]" in text_of(board) and not board.problems
    assert "result first.smooth" in board.sheet.graph.nodes
    assert board.do(lambda d, g: contracts.toggle_output(d, g, "smooth"))
    assert text_of(board) == DESK


def test_a_value_becomes_a_parameter_of_the_diagram(board):
    inner = enter(board, "group first")
    held = inner["block first"]
    assert board.do(lambda d, g: written.set_parameter(d, g, held, "high", 0.5))
    assert board.do(lambda d, g: contracts.lift_value(d, g, held, "high", "most"))
    assert not board.problems and "parameters: {most: 0.5}" in text_of(board)
    assert "in: smooth, high: most}" in text_of(board)
    board.leave()
    group = board.sheet.graph.nodes["group first"]
    assert board.do(lambda d, g: written.set_parameter(d, g, group, "most", 0.2))
    assert not board.problems and "first: {diagram: joint, in: one, most: 0.2}" in text_of(board)


@pytest.mark.parametrize(
    ("key", "declared", "used"),
    [
        ("lag_s", "lag_s: 0.1", "lag_ms: 300"),
        ("lag", "lag: 0.1", "lag: 0.3"),
        ("time", "time: 0.1", "time: 0.3"),
    ],
)
def test_a_parameter_in_another_unit_is_the_same_for_the_blocks(board, key, declared, used):
    before = run(board.scene)
    show(board, ("time_s: 0.1", "time_ms: 100"), ("time_s: 0.3", "time_ms: 300"))
    assert run(board.scene) == before
    enter(board, "group second")
    assert board.do(lambda d, g: contracts.rename_parameter(d, g, "time", key))
    assert not board.problems and run(board.scene) == before
    assert f"parameters: {{{declared}}}" in text_of(board) and f"wish, {used}}}" in text_of(board)
    name = key.removesuffix("_s")
    assert board.do(lambda d, g: contracts.rename_parameter(d, g, name, "late_ms"))
    assert not board.problems and run(board.scene) == before
    assert "parameters: {late_ms: 100}" in text_of(board)


def test_a_parameter_that_gets_another_name_on_the_sheet_keeps_its_unit(board):
    show(board, ("size: {type: abs, in: slow}", "size: {type: sum, in: [slow, time]}"))
    before = run(board.scene)
    inner = enter(board, "group second")
    old = inner["parameter second.time"].written
    assert board.do(lambda d, g: contracts.rename_as_shown(d, g, old, "lag"))
    assert not board.problems and run(board.scene) == before
    assert "parameters: {lag_s: 0.1}" in text_of(board) and "[slow, lag]" in text_of(board)
    assert board.do(lambda d, g: contracts.rename_as_shown(d, g, "lag", "lag_ms"))
    assert "parameters: {lag_ms: 100}" in text_of(board) and run(board.scene) == before


def test_a_value_that_is_not_written_becomes_a_parameter_with_its_default(board):
    show(board, ("in: wish, time_s: 0.3", "in: wish"))
    before = run(board.scene)
    inner = enter(board, "group first")
    node = inner["group first.smooth"]
    assert board.do(lambda d, g: contracts.lift_value(d, g, node, "time", "late"))
    assert not board.problems and run(board.scene) == before
    assert "parameters: {late_s: 0.1}" in text_of(board) and "time: late" in text_of(board)
    board.undo()
    assert board.do(lambda d, g: edits.add_block(d, g, "pid", (0, 0))) == "first.pid"
    pid = board.sheet.graph.nodes["block first.pid"]
    assert board.do(lambda d, g: contracts.lift_value(d, g, pid, "n", "sharp"))
    assert board.do(lambda d, g: contracts.lift_value(d, g, pid, "high", "most"))
    assert "parameters: {sharp: 100.0, most: 1.0}" in text_of(board)


CONSTANT = (
    ("panel:", "constants: {most: 0.5, slow: 2.0}\npanel:"),
    ("held: {type: saturate, in: smooth}", "held: {type: min, in: [smooth, most]}"),
    ("far: {type: compare", "low: {type: min, in: [two, slow]}\n  far: {type: compare"),
)


def test_a_constant_is_renamed_in_the_named_diagrams_that_read_it(board):
    show(board, *CONSTANT)
    before = run(board.scene)
    most, slow = (board.sheet.graph.nodes[f"constant {name}"] for name in ("most", "slow"))
    assert board.do(lambda d, g: naming.rename(d, g, most, "smooth")) is None  # a block there
    assert board.do(lambda d, g: naming.rename(d, g, most, "limit"))
    assert not board.problems and run(board.scene) == before
    assert "in: [smooth, limit]" in text_of(board)
    assert board.do(lambda d, g: naming.rename(d, g, slow, "calm"))
    assert not board.problems and run(board.scene) == before
    assert "size: {type: abs, in: slow}" in text_of(board)  # which is the diagram's own block


def test_a_constant_that_is_deleted_reads_as_0_in_named_diagrams_too(board):
    show(board, *CONSTANT)
    assert board.do(lambda d, g: edits.delete(d, g, ["constant most", "constant slow"]))
    assert not board.problems
    assert "in: [smooth, 0]" in text_of(board) and "low: {type: min, in: [two, 0]}" in text_of(
        board
    )
    assert "size: {type: abs, in: slow}" in text_of(board)


def test_an_output_that_gets_another_name_is_read_under_it_everywhere(board):
    before = run(board.scene)
    inner = enter(board, "group second")
    size = inner["block second.size"]
    assert board.do(lambda d, g: naming.rename(d, g, size, "amount"))
    assert "outputs: [amount]" in text_of(board) and "[second.amount, 0.5]" in text_of(board)
    assert not board.problems and run(board.scene) == before
    slow = board.sheet.graph.nodes["block second"]  # read by the name of the use alone
    assert board.do(lambda d, g: naming.rename(d, g, slow, "calm"))
    assert not board.problems and run(board.scene) == before
    board.undo()
    board.undo()
    assert text_of(board) == DESK


def test_an_output_that_is_offered_on_is_followed_through_all_uses(board):
    show(
        board,
        ("    output: held\n", "    output: held\n    outputs: [smooth.size]\n"),
        ("[second.size, 0.5]", "[first.smooth.size, 0.5]"),
    )
    before = run(board.scene)
    inner = enter(board, "group first", "group first.smooth")
    size = inner["block first.smooth.size"]
    assert board.do(lambda d, g: naming.rename(d, g, size, "amount"))
    assert "outputs: [smooth.amount]" in text_of(board)
    assert "[first.smooth.amount, 0.5]" in text_of(board)
    assert not board.problems and run(board.scene) == before


def test_an_input_is_dropped_where_a_use_wires_it_alone(board):
    enter(board, "group second")
    assert board.do(lambda d, g: edits.delete(d, g, ["input second.x"]))
    assert "second: {diagram: lag}" in text_of(board) and "in: 0}" in text_of(board)
    assert "smooth: {diagram: lag, time_s: 0.3}" in text_of(board)
    assert {one.code for one in board.problems} == {"E615"}  # nothing reads `wish` any more
