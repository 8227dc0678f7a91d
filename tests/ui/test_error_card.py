"""The card of mistakes in files: when it opens, and that all of it can be read and touched."""

from dataclasses import replace

import numpy as np
import pytest
from imgui_bundle import imgui
from page_reader import Reader, overlaps
from screen_seat import Seat

from simulator.editor.board import Board
from simulator.spec.errors import Problem
from simulator.ui import areas
from simulator.ui.intents import Intents
from simulator.ui.pages import error_card
from simulator.ui.pages.error_card import ErrorCard
from simulator.ui.texts import phrases


@pytest.fixture
def seat(canvas):
    return Seat(canvas)


def make_problems(tmp_path):
    file = tmp_path / "робот.yaml"
    file.write_text("motors:\n  left:\n    no_load_sped: 310\n", encoding="utf-8")
    first = Problem(
        str(file), 3, 5, "motors.left.no_load_sped", "unknown key", "key", "no_load_speed"
    )
    return [first, Problem("gone.yaml", 1, 1, "", "cannot be read", "file")]


def test_the_error_card_opens_when_nothing_moves(seat, tmp_path):
    plain = seat.pixels()[200:300]
    seat.status.problems = make_problems(tmp_path)
    seat.look(2)
    assert np.abs(seat.pixels()[200:300] - plain).max() < 40
    seat.click(160, 706)
    seat.look(2)
    assert np.abs(seat.pixels()[200:300] - plain).max() > 40
    seat.status.run_state = "stopped"
    seat.status.problems = make_problems(tmp_path)
    asked = seat.look(2)
    assert not asked.close_problems
    imgui.get_io().add_key_event(imgui.Key.escape, True)
    assert seat.look(2).close_problems
    imgui.get_io().add_key_event(imgui.Key.escape, False)


def test_the_error_card_lies_over_the_whole_diagram(seat, tmp_path, monkeypatch):
    """It darkened the upper half of it, where the view of the scene was."""
    screen = seat.screen
    board, boxes, draw = Board(), [], ErrorCard.draw
    board.open(screen.scene)
    monkeypatch.setattr(
        ErrorCard,
        "draw",
        lambda card, p, box, *rest: (boxes.append(box), draw(card, p, box, *rest)),
    )
    seat.status.problems, seat.status.run_state = make_problems(tmp_path), "stopped"
    parts = screen.areas(seat.target.size)
    for shown in (None, board):
        screen.show_diagram(shown)
        boxes.clear()
        seat.look(2)
        assert {*boxes} == {screen.stage(seat.target.size)}
        covered = boxes[0][1] + boxes[0][3]
        assert covered == (parts.status[1] if shown else parts.view[1] + parts.view[3])


def test_the_error_card_tells_everything(seat, tmp_path, monkeypatch):
    written = []
    paint = seat.screen.canvas.paint
    text, source = paint.text, paint.source
    monkeypatch.setattr(paint, "text", lambda *a, **k: (written.append(a[2]), text(*a, **k)))
    monkeypatch.setattr(paint, "source", lambda *a, **k: (written.append(a[2]), source(*a, **k)))
    seat.status.run_state = "stopped"
    seat.status.problems = make_problems(tmp_path)
    seat.look(2)
    everything = " ".join(written)
    for part in ("робот.yaml:3:5:", "motors.left.no_load_sped:", "did you mean no_load_speed?"):
        assert part in everything
    assert "no_load_sped:" in written
    assert any("gone.yaml:1:1" in one for one in written)
    for drawn, told in (("high", "Errors: 2. The last scene stays."), ("", "Errors: 2.")):
        seat.status.drawn_quality = drawn  # by a viewer, if there is one
        written.clear()
        seat.look()
        assert told in written


def test_a_long_remark_below_the_line_ends_in_the_card(canvas, tmp_path, monkeypatch):
    """It was cut off in the middle of a letter."""
    (known,) = make_problems(tmp_path)[:1]
    message = "there is no signal 'powr'; there are: " + ", ".join(["motor_command"] * 12)
    size = 1600, 1000
    view, card = areas.divide(size, 1.0, True, True).view, ErrorCard()
    reader = Reader(canvas, monkeypatch, size, 1.0)
    problems = [replace(known, message=message, suggestion=None)]
    reader.look(lambda p, size: card.draw(p, view, problems, "en", Intents()), 2)
    remarks = [(text, box) for text, box in reader.frames[-1] if text.startswith("there is no")]
    below = max(remarks, key=lambda one: one[1][1])
    right = max(box[2] for text, box in reader.frames[-1] if text.startswith("Save"))
    assert below[0].endswith("…") and below[1][2] <= right


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize(
    ("size", "scale"),
    [((1600, 900), 1.0), ((1280, 720), 1.0), ((1280, 720), 1.5), ((800, 600), 2.0)],
)
def test_all_of_the_error_card_can_be_read_and_touched(
    canvas, tmp_path, monkeypatch, size, scale, language
):
    view, card, problems = areas.divide(size, scale, True, True).view, ErrorCard(), []
    problems += make_problems(tmp_path) * 2
    reader, buttons, touch = Reader(canvas, monkeypatch, size, scale), {}, imgui.invisible_button

    def note(name, size):
        is_clicked = touch(name, size)
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        buttons[name] = tuple(one / scale for one in (low.x, low.y, high.x, high.y))
        return is_clicked

    monkeypatch.setattr(imgui, "invisible_button", note)

    def draw(p, size):
        card.draw(p, view, problems, language, Intents())

    reader.look(draw, 3)
    known = [buttons[f"##{name}"] for name, _ in error_card.BUTTONS]
    imgui.get_io().add_mouse_pos_event(size[0] / 2, view[1] + view[3] * 0.6)
    for _ in range(30):
        imgui.get_io().add_mouse_wheel_event(0, -0.3)
        buttons.clear()
        reader.look(draw)
        shown = reader.frames[-1]
        low = (view[1] + view[3]) / scale
        assert all(box[3] <= low for _, box in shown)
        texts = {phrases.say(name, language) for name, _ in error_card.BUTTONS}
        rest = [box for text, box in shown if text and text not in texts]
        assert not any(overlaps(box, one) for box in rest for one in known)
    told = reader.words()
    meant = {
        "en": "unknown key - did you mean no_load_speed?",
        "ru": "неизвестный ключ - не no_load_speed ли?",
    }
    for part in ("3:5", meant[language], "gone.yaml:1:1"):
        assert part in told


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 1.0), ((1024, 768), 1.5)])
def test_how_the_file_is_loaded_again_is_told_whole(
    canvas, tmp_path, monkeypatch, size, scale, language
):
    view, card = areas.divide(size, scale, False).view, ErrorCard()
    reader, problems = Reader(canvas, monkeypatch, size, scale), make_problems(tmp_path)
    reader.look(lambda p, _: card.draw(p, view, problems, language, Intents()), 3)
    told = " ".join(text for text, _ in reader.frames[-1])
    assert f"{phrases.say('save_again', language)} {phrases.say('esc_hides', language)}" in told
    boxes = [box for text, box in reader.frames[-1] if text]
    for place, box in enumerate(boxes):
        assert not any(overlaps(box, other) for other in boxes[:place])


@pytest.mark.parametrize("size", [(800, 600), (1024, 768), (1280, 720)])
def test_the_line_that_is_wrong_is_seen_without_scrolling(canvas, tmp_path, monkeypatch, size):
    """In a small window head and foot left it no room."""
    view, card = areas.divide(size, 1.0).view, ErrorCard()
    reader, problems = Reader(canvas, monkeypatch, size, 1.0), make_problems(tmp_path)
    shown = reader.look(lambda p, _: card.draw(p, view, problems, "en", Intents()), 3)
    assert "3" in shown and "no_load_speed" in shown  # its number, and the remark below it


def test_a_recording_has_no_lines_to_show(tmp_path):
    texts = tmp_path / "a.yaml", tmp_path / "a.mcap"
    for path in texts:
        path.write_text("one\ntwo\n")
    shown = [error_card.read_lines(str(path), 1, 2, (0, 0)) for path in texts]
    assert shown == [((1, "one"), (2, "two")), ()]


@pytest.mark.parametrize("size", [(1280, 720), (500, 300)])
def test_a_recording_is_not_offered_to_be_edited_and_saved(canvas, monkeypatch, size):
    view, card = areas.divide(size, 1.0, True, True).view, ErrorCard()
    reader = Reader(canvas, monkeypatch, size, 1.0)
    told, seen = Problem("out/one.mcap", 1, 1, "", "there is no file x.yaml", "recording"), {}

    def look(problem):
        reader.look(lambda p, _: card.draw(p, view, [problem], "en", Intents()), 2)
        return " ".join(text for text, _ in reader.frames[-1])

    for file in ("one.yaml", "out/one.mcap"):
        seen[file] = look(replace(told, file=file))
    for key in ("open_file", "save_again"):
        assert phrases.say(key, "en") not in seen["out/one.mcap"]
    if size[0] > 1000:
        assert phrases.say("open_file", "en") in seen["one.yaml"]
        assert phrases.say("close", "en") in seen["out/one.mcap"]
