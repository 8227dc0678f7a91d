"""Edits of diagrams: what is written, what is checked, what is taken back."""

from functools import partial
from pathlib import Path

import platformdirs
import pytest

from simulator import changes, checking
from simulator.authoring import saving
from simulator.diagram import blocks
from simulator.editor import edits, naming, palette, places, properties, wires, written
from simulator.editor.board import Board
from simulator.editor.graph import End
from simulator.spec.fields import Text
from simulator.spec.models.console import OUTSIDE
from simulator.spec.naming.fresh import fresh_name

from .conftest import DESK


@pytest.fixture
def board(folder):
    board = Board(checking.survey_edited)
    board.open(checking.load_checked(folder / "scene.yaml"))
    return board


def text_of(board: Board) -> str:
    return board.draft.console_of("").text


def node(board: Board, key: str):
    return board.sheet.graph.nodes[key]


def test_a_parameter_is_written_in_the_unit_of_its_key(board):
    slow = node(board, "block slow")
    shown = board.do(lambda draft, g: properties.list_properties(draft, g, slow))
    assert [(one.key, one.value, one.unit) for one in shown] == [
        ("time_constant_ms", 300, ""), ("start", 0.0, ""),
    ]  # fmt: skip
    assert board.do(lambda d, g: written.set_parameter(d, g, slow, "time_constant", 50))
    assert text_of(board) == DESK.replace("_ms: 300", "_ms: 50")
    assert not board.problems and board.changed is not None
    data = changes.write_diagram(board.changed)
    assert data["diagram"]["slow"]["time_constant_ms"] == 50


def test_wires_are_tied_in_lists_mappings_and_single_inputs(board):
    do = board.do
    assert do(lambda d, g: wires.connect(d, g, "arm.speed", End("block slow", 0)))
    assert do(lambda d, g: wires.connect(d, g, "lever", End("block held", 1)))
    assert do(lambda d, g: wires.add_input(d, g, "slow", "block on"))
    assert do(lambda d, g: wires.connect(d, g, "slow", End("output arm.turn", 0)))
    assert do(lambda d, g: wires.disconnect(d, g, End("block on", 1)))
    text = text_of(board)
    assert "in: arm.speed" in text and "in: [slow, lever]" in text and "turn: slow" in text
    assert "in: [power, 0]" in text and "# smooth and limit" in text
    board.undo()
    assert "in: [power, slow]" in text_of(board)
    board.redo()
    assert text_of(board) == text


def test_a_wrong_wire_is_told_with_its_line_and_the_simulation_does_not_see_it(board):
    board.do(lambda d, g: wires.connect(d, g, "arm.angle", End("block on", 0)))
    assert board.changed is None
    problem = board.problems[0]
    assert (problem.code, problem.line) == ("unit-mismatch", 11) and "arm.angle" in problem.message
    assert board.bad == {"block on"}
    board.undo()
    assert not board.problems and board.changed is not None and text_of(board) == DESK


def test_a_loop_is_shown_and_mended(board):
    board.do(lambda d, g: wires.connect(d, g, "held", End("block slow", 0)))
    assert board.sheet.graph.rings == (("slow", "held"),) and board.problems
    assert board.changed is None
    board.do(lambda d, g: wires.disconnect(d, g, End("block slow", 0)))
    assert board.sheet.graph.rings == () and not board.problems


@pytest.mark.parametrize("kind", sorted(set(blocks.KINDS) - set(OUTSIDE)))
def test_every_kind_can_be_put_down_and_is_sound(board, kind):
    name = board.do(lambda d, g: edits.add_block(d, g, kind, (120.4, 80.0)))
    assert name == kind and board.refusal is None and not board.problems
    assert board.sheet.places[f"block {kind}"] == (120.0, 80.0)
    board.undo()
    assert text_of(board) == DESK


def test_a_renamed_block_is_renamed_wherever_it_is_read(board):
    slow = node(board, "block slow")
    assert not board.do(lambda d, g: naming.rename(d, g, slow, "held"))
    assert board.refusal.en == "The name 'held' is taken already"
    for wrong in ("2nd", "a b", "x" * 65):
        assert not board.do(lambda d, g, name=wrong: naming.rename(d, g, slow, name))
        assert "is no name" in board.refusal.en and "до 64 знаков" in board.refusal.ru
    longest = "x" * 64
    assert board.do(lambda d, g: naming.rename(d, g, slow, longest)) and not board.problems
    assert fresh_name(longest, {longest}) == "x" * 62 + "_2"
    board.undo()
    spot = board.sheet.places[slow.key]
    assert board.do(lambda d, g: naming.rename(d, g, slow, "smooth"))
    assert not board.problems and board.sheet.places["block smooth"] == spot
    text = text_of(board)
    assert "  smooth: {type: low_pass" in text and "in: [smooth, most]" in text
    constant = node(board, "constant most")
    assert board.do(lambda d, g: naming.rename(d, g, constant, "limit")) and not board.problems
    assert "constants: {limit: 0.8}  # of the lever" in text_of(board)


def test_what_is_deleted_leaves_zeros_and_idle_motors(board):
    assert board.do(lambda d, g: edits.delete(d, g, ["block slow", "output lamp", "panel lever"]))
    assert not board.problems
    text = text_of(board)
    assert "slow:" not in text and "in: [0, most]" in text and "lamp: on" not in text
    board.undo()
    assert text_of(board) == DESK


def test_copies_get_fresh_names_and_keep_their_wires(board):
    board.sheet.selected = {"block slow", "block held"}
    board.copy()
    board.paste((500.0, 300.0))
    assert board.sheet.selected == {"block slow_2", "block held_2"} and not board.problems
    assert "held_2: {type: min, in: [slow_2, most]}" in text_of(board)
    first, *more = board.sheet.places["block slow_2"], *(paste_again(board) for _ in range(2))
    assert first == (500.0, 300.0) and more == [(524.0, 324.0), (548.0, 348.0)]


def paste_again(board):
    """Return where the copy of `slow` lies."""
    board.paste((500.0, 300.0))
    return next(board.sheet.places[key] for key in board.sheet.selected if "slow" in key)


def test_copies_go_to_the_diagram_of_another_console(folder):
    board = Board(checking.survey_edited)
    board.open(checking.load_checked(folder / "pair.yaml"))
    board.sheet.selected = {"block left.slow", "block left.held"}
    board.copy()
    board.choose("right")
    board.paste((0.0, 0.0))
    assert board.sheet.selected == {"block right.slow", "block right.held"} and not board.problems
    text = board.draft.console_of("right").text
    assert "in: lever" in text and "in: [slow, most]" in text
    assert "constants: {most: 0.8}" in text  # was unknown there
    board.save()
    assert checking.load_checked(folder / "pair.yaml").consoles["right"].diagram


def test_places_are_written_apart_from_the_logic_and_read_again(board, folder):
    board.sheet.move(["block slow"], 33.3, 10)
    x, y = board.sheet.places["block slow"]
    spots = {"block slow": (x, y), "output arm.turn": (900.0, 40.0)}
    assert board.do(lambda d, g: places.move(d, g, spots))
    assert text_of(board).startswith(DESK)
    assert board.save()
    fresh = Board(checking.survey_edited)
    fresh.open(checking.load_checked(folder / "scene.yaml"))
    assert fresh.sheet.places["block slow"] == (round(x), round(y))
    assert fresh.sheet.places["output arm.turn"] == (900.0, 40.0)
    assert fresh.do(lambda d, g: places.forget_places(d, g))
    assert text_of(fresh).rstrip() == DESK.rstrip()


def test_signals_outputs_and_remarks_are_put_down(board):
    graph = board.sheet.graph
    sections = {one.title: one for one in palette.list_sections(board.scene, graph)}
    assert {item.name for item in sections["sources"].items} == {
        "constant", "arm.angle", "arm.speed",
    }  # fmt: skip
    assert "outputs" not in sections or "lamp" not in [i.name for i in sections["outputs"].items]
    assert board.do(lambda d, g: places.show_signal(d, g, "arm.angle", (5.0, 6.0)))
    assert board.sheet.places["sensor arm.angle"] == (5.0, 6.0)
    board.do(lambda d, g: edits.delete(d, g, ["output lamp"]))
    sections = {one.title: one for one in palette.list_sections(board.scene, board.sheet.graph)}
    lamp = next(one for one in sections["outputs"].items if one.name == "lamp")
    assert (lamp.kind, lamp.pin) == ("lamp", "logic")
    assert board.do(lambda d, g: edits.add_output(d, g, "lamp", (7.0, 8.0)))
    assert board.sheet.places["output lamp"] == (7.0, 8.0) and "lamp: 0" in text_of(board)
    assert board.do(lambda d, g: places.set_note(d, g, "note", "mind the gap", (1.0, 2.0)))
    assert board.notes["note"].text.en == "mind the gap"
    assert board.do(lambda d, g: places.set_note(d, g, "note", "")) and not board.notes
    assert not board.problems


def test_the_search_of_the_palette_knows_both_languages(board):
    sections = palette.list_sections(board.scene, board.sheet.graph)

    def title(kind: str) -> Text:
        return Text(ru="Задержка" if kind == "unit_delay" else "-", en=kind)

    found = palette.search(sections, "задерж", title)
    assert [item.name for one in found for item in one.items] == ["unit_delay"]


def test_nothing_is_edited_during_an_attempt(board):
    board.locked = "attempt"
    assert board.do(lambda d, g: edits.delete(d, g, ["block slow"])) is None
    assert text_of(board) == DESK


def test_a_file_that_another_program_has_written_is_not_overwritten(board, folder):
    slow = node(board, "block slow")
    board.do(lambda d, g: written.set_parameter(d, g, slow, "start", 0.5))
    other = Path(folder / "desk.yaml")
    other.write_text(DESK + "# mine\n")
    assert not board.conflicts  # nobody has looked
    assert not board.save() and "changed on the disk" in board.refusal.en
    assert other.read_text() == DESK + "# mine\n"
    assert [Path(name).name for name in board.conflicts] == ["desk.yaml"]


def test_of_two_edits_of_a_file_either_can_be_kept(board, folder, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: folder / name)
    file, slow, mine = folder / "desk.yaml", node(board, "block slow"), DESK + "# mine\n"

    def edit(start):
        board.do(lambda d, g: written.set_parameter(d, g, slow, "start", start))
        file.write_text(mine)
        board.draft.look_for_conflicts()
        assert board.conflicts
        return text_of(board)

    edited = edit(0.5)
    board.reload()
    assert text_of(board) == mine == file.read_text() and not board.draft.is_dirty
    assert not board.conflicts and not board.draft.can_undo and board.changed is board.draft.scene
    assert saving.list_backups(file)[0].path.read_text() == edited

    file.write_text(DESK)
    board.reopen(checking.load_checked(folder / "scene.yaml"))
    edited = edit(0.25)
    board.overwrite()
    assert text_of(board) == edited == file.read_text() and board.refusal is None
    assert not board.conflicts and board.draft.can_undo
    assert saving.list_backups(file)[0].path.read_text() == mine

    edit(0.125)
    file.write_text("panel: [")  # what cannot be read is told, and the edits stay
    board.reload()
    assert board.conflicts and board.draft.is_dirty and board.refusal is not None
    board.undo()
    assert not board.conflicts


def test_what_is_edited_goes_on_as_another_file_is_taken_over(board, folder):
    slow = node(board, "block slow")
    board.do(lambda d, g: written.set_parameter(d, g, slow, "start", 0.5))
    board.changed = None
    board.reopen(checking.load_checked(folder / "scene.yaml"))
    assert board.scene is board.draft.scene is board.changed
    assert board.scene.console_spec.diagram["slow"].start == 0.5


def test_what_is_typed_is_read_with_either_decimal_mark():
    assert properties.read_value("0,25") == 0.25 and properties.read_value("\u22123") == -3
    assert properties.read_value("1; 2,5; 3", True) == [1, 2.5, 3]
    assert properties.read_value("1, 2", True) == [1, 2]
    assert properties.read_value("+-") == "+-" and properties.read_value(" ") is None
    assert properties.to_text([1.0, 2]) == "1; 2"
    for value in (0.25, -1e-7, 3, 2.0, [0.5], [0.5, 1.0, -2.25], ["a", "b"], "lever.x"):
        is_list = isinstance(value, list)
        for language in ("en", "ru"):
            text = properties.to_text(value, language)
            assert properties.read_value(text, is_list, language) == value
    assert properties.to_text([0.5, -2.25], "ru") == "0,5; -2,25"
    assert properties.read_value("1, 2,5", True, "ru") == [1, 2.5]


def test_a_strict_edit_that_brings_a_mistake_is_taken_back(board):
    draft, before = board.draft, text_of(board)
    document = draft.console_of("")
    path = ("panel", "lever", "range")
    assert not draft.edit(document, lambda: document.set(path, [1, 1]), is_strict=True)
    assert "rise" in draft.refusal.en and text_of(board) == before
    assert not draft.can_undo and not draft.can_redo and not draft.problems
    assert draft.edit(document, lambda: document.set(path, [0, 1]), is_strict=True)
    assert draft.can_undo and not draft.refusal


def test_edits_with_one_key_are_one_step(board):
    draft, before = board.draft, text_of(board)
    document = draft.console_of("")
    path = ("layout", "signals", "slow")
    for place in (8, 16, 24):
        assert draft.edit(document, lambda at=place: document.set(path, [at, 0]), key="nudge")
    draft.undo()
    assert text_of(board) == before and not draft.can_undo
    draft.redo()
    assert document.get(path) == [24, 0] and not draft.can_redo
    assert draft.edit(document, lambda: document.set(path, [32, 0]), key="nudge")
    draft.undo()
    assert document.get(path) == [24, 0] and draft.can_undo


def test_a_refused_edit_with_the_key_of_the_last_is_taken_back_alone(board):
    draft, path = board.draft, ("panel", "lever", "range")
    document = draft.console_of("")
    edit = partial(draft.edit, document, key="range", is_strict=True)
    assert edit(lambda: document.set(path, [0, 2]))
    assert not edit(lambda: document.set(path, [1, 1]))
    assert document.get(path) == [0, 2]
    assert edit(lambda: document.set(path, [0, 3]))
    draft.undo()
    assert text_of(board) == DESK and not draft.can_undo


def test_a_refused_edit_leaves_what_redo_does_and_one_that_is_made_ends_it(board):
    draft, path = board.draft, ("panel", "lever", "range")
    document = draft.console_of("")
    edit = partial(draft.edit, document, is_strict=True)
    for most in (2, 3):
        assert edit(lambda most=most: document.set(path, [0, most]))
    draft.undo()
    draft.undo()
    assert not edit(lambda: document.set(path, [1, 1]))
    draft.redo()
    assert not edit(lambda: document.set(path, [1, 1]))
    assert document.get(path) == [0, 2] and draft.can_undo and draft.can_redo
    draft.redo()
    assert document.get(path) == [0, 3] and not draft.can_redo
    draft.undo()
    assert edit(lambda: document.set(path, [0, 4])) and not draft.can_redo


def test_what_was_saved_can_be_taken_back_and_what_others_saved_cannot(board, folder):
    draft = board.draft
    document = draft.console_of("")
    assert draft.edit(document, lambda: document.set(("constants", "most"), 0.5))
    assert draft.save()
    board.reopen(checking.load_checked(folder / "scene.yaml"))
    assert draft is board.draft and draft.can_undo
    draft.undo()
    assert text_of(board) == DESK and draft.save()
    (folder / "desk.yaml").write_text(DESK.replace("0.8", "0.9"))
    board.reopen(checking.load_checked(folder / "scene.yaml"))
    assert not draft.can_undo and not draft.can_redo and "most: 0.9" in text_of(board)


def test_places_and_remarks_are_read_as_the_loader_reads_them(board, monkeypatch):
    monkeypatch.setattr(board.draft, "_survey", None)  # nothing is read again
    board.do(
        lambda d, g: places.move(d, g, {"block slow": (12.3, 45.0), "output lamp": (7.0, 8.0)})
    )
    board.do(lambda d, g: places.set_note(d, g, "note", {"ru": "раз", "en": "one"}, (1.0, 2.0)))
    board.do(lambda d, g: places.move_note(d, g, "note", (30.0, 40.0)))
    quick = board.scene
    board.draft._survey = checking.survey_edited
    board.draft.check()
    assert quick.consoles == board.draft.scene.consoles
    assert quick.consoles[""].layout.notes["note"].at == (30.0, 40.0)
    assert board.bad == frozenset() and board.draft.study.console is board.draft.scene.console_spec


def test_an_edit_goes_to_the_file_that_has_the_block(folder):
    more = "diagram:\n  twice: {type: gain, value: 2, in: 1}\n"
    (folder / "more.yaml").write_text(more)
    (folder / "desk.yaml").write_text("include: [more.yaml]\n" + DESK)
    board = Board(checking.survey_edited)
    board.open(checking.load_checked(folder / "scene.yaml"))
    twice = node(board, "block twice")
    assert board.line_of(twice)[0].endswith("more.yaml")
    assert board.line_of(node(board, "block slow"))[0].endswith("desk.yaml")
    assert board.do(lambda d, g: written.set_parameter(d, g, twice, "value", 3))
    assert board.do(lambda d, g: wires.connect(d, g, "twice", End("block held", 1)))
    assert board.do(lambda d, g: naming.rename(d, g, twice, "thrice")) and not board.problems
    assert "in: [slow, thrice]" in text_of(board)
    board.sheet.selected = {"block slow", "block thrice"}
    board.gather()
    assert "several files" in board.refusal.en and "more.yaml" in board.refusal.ru
    assert board.do(lambda d, g: edits.delete(d, g, ["block thrice", "block slow"]))
    assert not board.problems and "in: [0, 0]" in text_of(board)
    for _ in range(4):  # one step, whatever the number of files
        board.undo()
    assert not board.draft.is_dirty and (folder / "more.yaml").read_text() == more
    assert board.draft.refusal is None and not board.problems
