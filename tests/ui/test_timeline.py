"""The bar of a recording's time: all of it has room, and it leaves low views the scene."""

import pytest
from imgui_bundle import imgui
from page_reader import Reader, overlaps

from simulator.spec.fields import Text
from simulator.ui.areas import divide
from simulator.ui.pages import timeline_bar
from simulator.ui.pages.timeline_bar import Film, Sign, Stretch

NAMES = ["play", *timeline_bar.TOOLS]
STAGE = Text(ru="Поставьте кейс и уберите руку", en="Put the case down")
FILM = Film(60.0, 12.0, [Stretch(STAGE, 0, 60)], [Sign(12.0, "ok", STAGE)], True, False)
WINDOWS = [
    ((1600, 900), 1.0),
    ((1600, 900), 1.5),
    ((1280, 720), 1.0),
    ((1280, 720), 1.5),
    ((800, 600), 1.0),
    ((800, 600), 2.0),
]


@pytest.fixture
def items(monkeypatch):
    """Return the boxes of everything that can be touched, by its name."""
    found, touch = {}, imgui.invisible_button

    def note(name, size):
        is_clicked = touch(name, size)
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        found[name.removeprefix("##")] = (low.x, low.y, high.x, high.y)
        return is_clicked

    monkeypatch.setattr(imgui, "invisible_button", note)
    return found


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_axis_time_and_buttons_lie_apart_in_the_bar(
    canvas, monkeypatch, items, size, scale, language
):
    view, asked = divide(size, scale, True, True).view, []
    reader = Reader(canvas, monkeypatch, size, scale)

    def draw(p, size):
        asked.append(timeline_bar.draw(p, view, FILM, language))

    reader.look(draw, 2)
    form = timeline_bar.find_form(canvas.paint, view, language)
    assert set(items) == {*NAMES, "axis", *["faster"] * form.has_speed}
    assert form.has_speed or view[2] < 450 * scale
    boxes = list(items.values())
    for i, box in enumerate(boxes):
        assert view[0] <= box[0] and box[2] <= view[0] + view[2]
        assert box[3] <= view[1] + view[3] and box[2] - box[0] >= 36 * scale
        assert not any(overlaps(box, other) for other in boxes[:i])
    texts = [box for text, box in reader.frames[-1] if text.endswith(("12,0", "12.0"))]
    assert len(texts) == bool(form.time)
    for box in texts:
        assert not any(overlaps([one * scale for one in box], other) for other in boxes)
    x, y, right, low = items["bookmark"]
    imgui.get_io().add_mouse_pos_event((x + right) / 2, (y + low) / 2)
    reader.look(draw)
    imgui.get_io().add_mouse_button_event(0, True)
    imgui.get_io().add_mouse_button_event(0, False)
    reader.look(draw, 3)
    assert "bookmark" in [one.action for one in asked]


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_a_low_view_keeps_most_of_itself(canvas, size, scale):
    canvas.set_scale(scale)
    view = divide(size, scale, True, True).view
    canvas.frame(canvas.ctx.simple_framebuffer(size), lambda p: None)
    form = timeline_bar.find_form(canvas.paint, view, "ru")
    assert form.height + timeline_bar.MARGIN <= max(0.4 * view[3] / scale, 76)
