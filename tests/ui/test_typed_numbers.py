"""Numbers in the fields of all editors have the language's decimal mark, and are read with it."""

import pytest
from imgui_bundle import imgui

from simulator import checking
from simulator.editor.board import Board
from simulator.ui.diagram.side import Side
from simulator.ui.editing import controls
from simulator.ui.intents import Intents
from simulator.ui.laying.fields import Fields
from simulator.ui.scene.side import Chosen, PropertyPanel

MARKS = [("ru", ","), ("en", ".")]
CONSOLE = """
panel: {lever: {type: lever}}
diagram: {slow: {type: low_pass, time_constant: 1.5, in: lever}}
"""


@pytest.fixture
def shown(monkeypatch):
    """The texts of the fields that are drawn."""
    texts, field = [], imgui.input_text_with_hint

    def note(name, hint, text, *more):
        texts.extend([hint, text])
        return field(name, hint, text, *more)

    monkeypatch.setattr(imgui, "input_text_with_hint", note)
    return texts


@pytest.fixture
def board(tmp_path):
    (tmp_path / "scene.yaml").write_text("console: desk.yaml\n")
    (tmp_path / "desk.yaml").write_text(CONSOLE)
    made = Board(checking.survey_edited)
    made.open(checking.load_checked(tmp_path / "scene.yaml"))
    made.sheet.selected = {"block slow"}
    return made


def draw_block(canvas, board, language):
    side, target = Side(), canvas.ctx.simple_framebuffer((1280, 720))

    def draw(p):
        side.draw(p, (900, 0, 300, 700), board, language, asked)

    asked = Intents()
    for _ in range(2):
        canvas.frame(target, draw, 0.02)


@pytest.mark.parametrize(("language", "mark"), MARKS)
def test_fields_of_a_thing_a_widget_and_a_block_show_it(canvas, shown, board, language, mark):
    chosen = Chosen("thing", "a.yaml:3", (1.25, 2.0, -3.0), (0.0, 0.5, 90.0))
    fields = Fields()
    fields.language = language

    def draw(p):
        PropertyPanel().draw(p, (0, 0, 1280, 600), chosen, language)
        fields.number("one", 0.75)
        fields.numbers("list", [0.125, -2.0])
        fields.row(p, "row", (1.5, None))

    canvas.frame(canvas.ctx.simple_framebuffer((1280, 720)), draw, 0.02)
    draw_block(canvas, board, language)
    wanted = {"1.25", "-3", "0.5", "90", "0.75", "0.125; -2", "1.5"}
    assert {one.replace(".", mark) for one in wanted} <= {*shown}
    assert not any(".,".replace(mark, "") in one for one in shown)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_block_that_refuses_a_value_calls_it_as_its_field_does(
    canvas, monkeypatch, board, language
):
    captions, shown = [], []
    field = controls.text_field

    def enter(p, x, y, w, name, text, hint=""):
        if name == "time_constant":
            shown.append(text)
            return True, "many", "many" in shown
        return field(p, x, y, w, name, text, hint)

    monkeypatch.setattr(controls, "text_field", enter)
    paint = canvas.paint
    written = paint.text
    monkeypatch.setattr(
        paint, "text", lambda x, y, text, *more: (captions.append(text), written(x, y, text, *more))
    )
    draw_block(canvas, board, language)
    told = board.refusal.in_language(language).partition(":")[0]
    assert told == {"ru": "пост. времени", "en": "time_constant"}[language]
    assert told in captions
