"""Uses of named diagrams as one node, and what is inside them."""

import pytest

from simulator import checking
from simulator.console.panel import Panel
from simulator.diagram.walk import Walk
from simulator.editor import contracts, edits, naming, palette, properties, wires, written
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


def text_of(board) -> str:
    return board.draft.console_of("").text


def enter(board, *keys):
    for key in keys:
        assert board.enter(board.sheet.graph.nodes[key])
    return board.sheet.graph.nodes


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


def run(scene, frames=20):
    """Return the lamp's and the motor's signals over time with a moving lever."""
    simulation, panel, found = Simulation(scene), Panel(scene.console_spec), []
    wires = scene.console_spec.outputs.values()
    for frame in range(frames):
        panel.set("one", 0.05 * frame)
        panel.set("two", -0.04 * frame)
        simulation.frame(panel.input())
        found.append([float(simulation.signals[simulation.plan.slots[one]]) for one in wires])
    return found


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


def show(board, *pieces: tuple[str, str]) -> None:
    """Show the desk with pieces of its text replaced, each by another."""
    path, text = board.draft.path_of(board.draft.console_of("")), DESK
    for old, new in pieces:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path.write_text(text)
    board.open(checking.load_checked(path.with_name("scene.yaml")))


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
