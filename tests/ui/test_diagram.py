"""The page of the diagram: titles for everything, texts that fit, hands on the sheet."""

import pytest
from diagram_seat import Seat
from imgui_bundle import imgui

from simulator.editor.graph import End
from simulator.ui import menu_bar
from simulator.ui.diagram.page import TOOLS, DiagramPage
from simulator.ui.diagram.view import FOOT
from simulator.ui.editing import controls
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import block_titles
from simulator.ui.texts import diagram as diagram_texts
from simulator.ui.texts.diagram import figure


@pytest.fixture
def seat(canvas):
    return Seat(canvas)


def test_a_search_without_a_find_says_so(seat, monkeypatch):
    """The palette was empty without a word, as where the name of a node is looked for in it."""
    told, write = [], Paint.text

    def note(p, x, y, text, *look):
        told.append(text)
        write(p, x, y, text, *look)

    monkeypatch.setattr(Paint, "text", note)
    for text, is_told in (("", False), ("gain", False), ("slow", True)):
        seat.page.left.text = text
        told.clear()
        seat.look()
        assert ("Nothing found" in told) == is_told


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_tools_and_menus_have_room_for_their_texts(canvas, language):
    seat = Seat(canvas, language)
    words = [diagram_texts.say(name, language) for name, _ in TOOLS]
    wide = sum(controls.tool_width(canvas.paint, word) + 6 for word in words)
    assert wide < 1280 - 208 - 20
    assert all(diagram_texts.say(name, language) for name, _ in menu_bar.DIAGRAM)
    for title in block_titles.TITLES.values():
        assert canvas.paint.width(title.text.in_language(language), 14) < 208 - 76
    assert seat.page.view.nodes


def test_a_narrow_window_has_room_for_all_tools_as_icons(canvas):
    seat, last = Seat(canvas, "ru"), len(TOOLS) - 1
    seat.box = (0, 32, 1024, 700)
    seat.look(2)
    seat.click(208 + 12 + 40 * last + 17, 32 + 20)
    assert TOOLS[last][0] == "scene_view" and not seat.page.shows_scene


@pytest.mark.parametrize(("scale", "columns"), [(1.0, 1), (1.5, 2), (2.0, 2)])
def test_many_consoles_leave_the_palette_its_room(seat, monkeypatch, scale, columns):
    seat.canvas.set_scale(scale)
    seat.box = (0, 32 * scale, 1280, 720 - 60 * scale)
    seat.titles = [(name, f"Robot {name}") for name in "abcdefgh"]
    lists, owners, texts = [], [], []
    monkeypatch.setattr(
        seat.page.left, "scrolled", lambda p, w, top, low, draw: lists.append((top, low))
    )
    monkeypatch.setattr(Paint, "text", lambda p, x, y, text, *_: texts.append((text, x, y)))
    seat.look()
    owners = [(x, y) for text, x, y in texts if text.startswith("Robot")]
    assert len({x for x, _ in owners}) == columns and len(owners) == 8
    top, low = lists[-1]
    assert low - top >= 40 and max(y for _, y in owners) < top
    assert low <= seat.box[3] / scale


@pytest.mark.parametrize("size", [(800, 600), (640, 300), (300, 200), (60, 60), (1, 1)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_window_of_any_size_shows_a_sheet(seat, size, scale):
    seat.canvas.set_scale(scale)
    seat.target = seat.canvas.ctx.simple_framebuffer(size)
    seat.box = (0, 32 * scale, size[0], max(size[1] - 60 * scale, 1))
    for chosen in (set(), {next(iter(seat.board.sheet.graph.nodes))}):
        seat.board.sheet.selected = chosen
        seat.look(3)
        left, _, wide, _ = seat.page.view.box
        assert wide >= 1 and left + wide <= max(size[0], 1)


def test_the_scenes_picture_leaves_the_sheet_most_of_its_width():
    page = DiagramPage.__new__(DiagramPage)
    page._has_choice = True
    assert page.inset((0, 32, 1600, 900), 1.0)[2:] == (320, 200)
    for size, scale in (((1280, 720), 1.5), ((800, 600), 1.0), ((800, 600), 2.0)):
        _, _, wide, tall = page.inset((0, 0, *size), scale)
        left, right = page._columns(size[0] / scale)
        assert 0 < wide <= (size[0] - (left + right) * scale) / 2 and tall > 0


def test_a_click_chooses_a_block_and_a_click_on_its_value_its_wire(seat):
    sheet = seat.board.sheet
    x, y, w, _ = sheet.rect("block slow")
    seat.click(*seat.window(x + w / 2, y + 16))
    assert sheet.selected == {"block slow"}
    px, py = sheet.pin(End("block slow", 0), True)
    seat.click(*seat.window(px + 25, py))
    assert seat.board.signal == "slow" and sheet.selected == set()
    assert seat.board.traces == ["slow"]


def test_a_click_where_the_pointer_has_just_come_moves_nothing(seat):
    """At a few frames a second it comes and clicks in one of them."""
    sheet, view = seat.board.sheet, seat.page.view
    before, x, y = dict(sheet.places), view.x, view.y
    left, top, w, _ = sheet.rect("block slow")
    io = imgui.get_io()
    for button, place in ((0, (left + w / 2, top + 16)), (1, (left + w / 2, top - 60))):
        io.add_mouse_pos_event(*seat.window(left + w + 200, top + 90))
        seat.look()
        io.add_mouse_pos_event(*seat.window(*place))
        io.add_mouse_button_event(button, True)
        seat.look()
        io.add_mouse_button_event(button, False)
        seat.look(2)
    assert sheet.selected == {"block slow"} and sheet.places == before
    assert (view.x, view.y) == (x, y)


def test_a_dragged_block_moves_and_the_wheel_zooms_where_the_pointer_is(seat):
    sheet = seat.board.sheet
    before = sheet.places["block slow"]
    x, y = seat.window(before[0] + 60, before[1] + 16)
    seat.press(x, y)
    imgui.get_io().add_mouse_pos_event(x + 50, y + 30)
    seat.look()
    seat.release()
    zoom = seat.page.view.zoom
    assert sheet.places["block slow"] == pytest.approx((before[0] + 50 / zoom,
                                                        before[1] + 30 / zoom))  # fmt: skip
    at = seat.page.view.to_sheet(x, y)
    imgui.get_io().add_mouse_wheel_event(0, 1)
    seat.look(2)
    assert seat.page.view.zoom > zoom
    imgui.get_io().add_mouse_pos_event(x, y)
    assert seat.page.view.to_sheet(x, y) == pytest.approx(
        at, abs=60
    )  # the pointer had moved on by the drag


@pytest.mark.parametrize(
    ("area", "is_clear"),
    [
        ((0.0, 0.0, 1000.0, 3000.0), True),  # beside the picture of the scene
        ((100.0, 50.0, 3000.0, 900.0), True),  # below it
        ((-500.0, -70.0, 4200.0, 6200.0), False),  # too large for either
        ((0.0, 0.0, 20000.0, 900.0), False),  # and hardly seen
        ((0.0, 0.0, 40000.0, 900.0), False),  # too large for all
    ],
)
def test_all_of_a_sheet_is_seen_as_far_as_there_is_room(seat, area, is_clear):
    view = seat.page.view
    view.box, view.scale, view.covered = (208.0, 72.0, 556.0, 668.0), 1.0, (344.0, 224.0)
    view.fit(area)
    left, top = ((at - of) * view.zoom for at, of in zip(area[:2], (view.x, view.y), strict=True))
    right, low = left + area[2] * view.zoom, top + area[3] * view.zoom
    if is_clear:
        assert right <= 556.0 - 344.0 or top >= 224.0
        assert low <= 668.0 - FOOT
    else:
        assert (left + right, top + low) == pytest.approx((556.0, 668.0))  # in the middle
    if area[2] < 40000.0:
        assert left >= 0.0 and top >= 0.0 and right <= 556.0 and low <= 668.0


def test_a_sheet_that_is_seen_whole_is_so_in_a_window_of_another_size(seat):
    """It kept its place: in a larger window it was small, and its left end was cut off."""
    view, sheet = seat.page.view, seat.board.sheet
    for size in ((820, 620), (1600, 1000)):
        seat.target, seat.box = seat.canvas.ctx.simple_framebuffer(size), (0, 32, *size)
        seat.look(2)
        x, y, wide, tall = sheet.bounds()
        (left, top), (right, low) = seat.window(x, y), seat.window(x + wide, y + tall)
        assert view.box[0] <= left and right <= view.box[0] + view.box[2]
        assert view.box[1] <= top and low <= view.box[1] + view.box[3]
    view.zoom_at(800, 400, -2)
    before = view.x, view.y, view.level
    seat.box = (0, 32, 1500, 900)
    seat.look(2)
    assert (view.x, view.y, view.level) == before  # a hand chose that


def test_an_area_chooses_all_and_the_still_picture_is_drawn_once(seat):
    left, top, w, h = seat.board.sheet.bounds()
    x, y = seat.window(left - 15, top - 15)
    seat.press(x, y)
    imgui.get_io().add_mouse_pos_event(*seat.window(left + w + 10, top + h + 10))
    seat.look()
    seat.release()
    everything = set(seat.board.sheet.graph.nodes)
    assert seat.board.sheet.selected == everything
    x, y, *_ = seat.board.sheet.rect("block slow")
    seat.press(*seat.window(x + 60, y + 16))
    assert seat.board.sheet.selected == everything  # they may be dragged
    seat.release()
    assert seat.board.sheet.selected == {"block slow"}
    seat.board.sheet.selected = everything
    seat.look(3)
    assert seat.page.view.take_still() is None
    seat.board.sheet.arrange()
    canvas, page = seat.canvas, seat.page
    canvas.frame(seat.target, seat._draw, 0.04)
    assert page.view.take_still() is not None


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (None, "number", "\u2013"), (0.21, "number", "0.210"), (-12.345, "number", "\u221212.35"),
        (1.0, "logic", "true"), (0.0, "logic", "false"), (0.5, "logic", "0.500"),
        (1e-7, "number", "1.00e\u221207"), (-0.0, "number", "0.000"), (4711.0, "number", "4711"),
        (-3.15e-119, "number", "0.000"),
    ],
)  # fmt: skip
def test_values_are_short_and_honest(value, kind, text):
    assert figure(value, kind, "en") == text
    assert figure(0.25, "number", "ru") == "0,250"
