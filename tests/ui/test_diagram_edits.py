"""A console's file is edited on the page of the diagram, and nothing else in it changes."""

from pathlib import Path

import platformdirs
import pytest
from diagram_seat import Seat
from imgui_bundle import imgui

from simulator import checking
from simulator.editor import palette
from simulator.editor.board import Board
from simulator.editor.palette import Item
from simulator.ui.diagram import hands as diagram_hands
from simulator.ui.editing import conflict

CONSTANTS = ("constants",)
WRITTEN = """
panel: {lever: {type: lever}, lamp: {type: lamp}}
diagrams:
  part:
    inputs: {x: , more: 0}
    parameters: {time_s: 0.1, ratio: }
    blocks:
      slow: {type: low_pass, time_constant: time, in: x}
      sum: {type: sum, in: [slow, more, ratio]}
    output: sum
    outputs: [slow]
    layout: {notes: {why: {text: {ru: Почему, en: Why}, at: [0, 200]}}}
diagram:
  one: {diagram: part, in: lever, ratio: 2}
  far: {type: compare, op: ">", in: [one, 0.5]}
outputs: {lamp: far}
layout: {notes: {note: {text: {ru: Заметка, en: Note}, at: [-300, 300]}}}
"""


@pytest.fixture(params=["ru", "en"])
def written(canvas, tmp_path, request):
    (tmp_path / "scene.yaml").write_text("console: desk.yaml\n")
    (tmp_path / "desk.yaml").write_text(WRITTEN)
    (tmp_path / "calm.py").write_text(
        "def step(inputs, state, dt):\n    return {'y': inputs['u']}\n"
    )
    seat = Seat(canvas, request.param)
    seat.board = Board(checking.survey_edited)
    seat.board.open(checking.load_checked(tmp_path / "scene.yaml"))
    seat.page.view.wants_fit = True
    seat.look(2)
    return seat


def text_of(seat):
    return seat.board.draft.console_of("").text


def test_a_double_click_opens_a_use_and_the_arrow_leads_out(written):
    sheet, board = written.board.sheet, written.board
    x, y, w, _ = sheet.rect("group one")
    at = written.window(x + w / 2, y + 16)
    written.click(*at)
    written.click(*at)
    written.look(2)
    assert board.inside == "one"
    assert {"input one.x", "parameter one.ratio", "result one.sum"} <= set(board.sheet.graph.nodes)
    left, top, _, tall = written.page.view.box
    written.click(left + 30, top + tall - 30)
    assert board.inside == ""


def test_a_remark_is_chosen_dragged_and_deleted(written):
    board = written.board
    x, y = written.window(-290, 312)
    written.press(x, y)
    assert board.note == "note"
    imgui.get_io().add_mouse_pos_event(x + 60, y + 30)
    written.look()
    written.release()
    zoom = written.page.view.zoom
    assert board.notes["note"].at == pytest.approx((-300 + 60 / zoom, 300 + 30 / zoom), abs=1)
    diagram_hands.delete(board)
    written.look()
    assert not board.notes and "Note" not in text_of(written) and board.note == ""


def test_chosen_blocks_become_a_diagram_by_a_button(written):
    board = written.board
    board.sheet.selected = {"group one", "block far"}
    written.look()
    written.click(1600 - 130, 32 + 40 + 84 + 15)
    assert not board.problems and board.sheet.selected == {"group part_2"}
    assert "part_2: {diagram: part_2, in: {lever: lever}}" in text_of(written)


def test_a_python_file_beside_the_console_is_chosen_from_a_list(written):
    board = written.board
    diagram_hands.put(board, Item(palette.CODE, "python", "python"), (500.0, 400.0))
    written.look(2)
    assert board.asked_code is not None and board.asked_code[1] == ["calm.py"]
    left, top, wide, tall = written.page.view.box
    written.click(left + wide / 2, top + tall / 2 - 66 + 48 + 15)
    assert board.asked_code is None and not board.problems
    block = board.draft.console_of("").get(("diagram", "calm"))
    assert block == {"type": "python", "file": "calm.py", "in": {"u": 0}, "output": "y"}


def test_every_state_of_the_right_column_can_be_drawn(written):
    board = written.board
    for inside in ("", "one"):
        board.inside = inside
        for key in [*board.sheet.graph.nodes]:
            board.sheet.selected = {key}
            written.look()
        board.sheet.selected = set()
        for signal in ("one", ""):
            board.signal = signal
            written.look()
    assert text_of(written) == WRITTEN and board.refusal is None


def test_a_file_that_changed_on_the_disk_is_read_again_or_overwritten_by_a_button(
    written, tmp_path, monkeypatch
):
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / name)
    board, (left, top, *_) = written.board, written.page.view.box
    file, width = Path(board.scene.origin.trees["console"].mark.file), written.canvas.paint.width
    first = conflict.TEXTS["reload"].in_language(written.language)
    for number, start in enumerate((0.25, 0.5)):
        document = board.draft.console_of("")
        board.do(lambda d, g, s=start, f=document: d.edit(f, lambda: f.set(CONSTANTS, {"x": s})))
        file.write_text(f"{WRITTEN}# another hand {number}\n")
        assert not board.save()
        written.look()
        x = left + 16 + 14 + (width(first, 13, True) + 32 + 10 + 20 if number else 20)
        written.click(x, top + 12 + 34 + 17)  # below a line of text
        written.look()
        assert written.asked.diagram == "" and not board.conflicts and board.refusal is None
        assert (f"another hand {number}" in file.read_text()) == (number == 0)
        assert text_of(written) == file.read_text()
