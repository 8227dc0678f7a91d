"""What lies over the view, however low that is: all of it can be read, nothing covers the inset."""

import pytest
from imgui_bundle import imgui
from page_reader import Reader, overlaps

from simulator.console.panel import Panel
from simulator.spec.fields import Text
from simulator.spec.models.console import ConsoleSpec
from simulator.ui.areas import below, divide
from simulator.ui.intents import Intents, Lesson
from simulator.ui.overlays import axis_cross
from simulator.ui.overlays.message_card import MessageCard
from simulator.ui.overlays.stage_strip import StageStrip
from simulator.ui.pages import lesson_pages
from simulator.ui.painting.paint import Paint
from simulator.ui.scene import left, side

AXES = [(1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)]
TITLE = Text(ru="Урок", en="Lesson")
STRIP = (32.0, 96.0, 1280.0, 112.0)
WINDOWS = [
    ((1600, 900), 1.0),
    ((1600, 900), 1.5),
    ((1600, 900), 2.0),
    ((800, 600), 1.0),
    ((800, 600), 2.0),
]


@pytest.mark.parametrize("letters", [160, 460])
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_all_of_a_message_can_be_read_beside_the_inset(canvas, monkeypatch, size, scale, letters):
    parts, card, panel = divide(size, scale, True, True), MessageCard(), Panel(ConsoleSpec())
    words = [f"word{i}" for i in range(letters // 7)]
    panel.notify("message", " ".join(words))
    reader = Reader(canvas, monkeypatch, size, scale)

    def draw(p, size):
        card.draw(p, parts, panel, "en")

    reader.look(draw, 3)
    boxes = [box for _, box in reader.frames[-1]]
    middle = boxes[-1][0] + 20, (boxes[-1][1] + boxes[-1][3]) / 2
    imgui.get_io().add_mouse_pos_event(*(one * scale for one in middle))
    for _ in range(25):
        imgui.get_io().add_mouse_wheel_event(0, -0.7)
        reader.look(draw)
    assert set(words) <= set(reader.words().split())
    x, y, wide, tall = (one / scale for one in parts.inset)
    view = [one / scale for one in parts.view]
    for frame in reader.frames:
        for _, box in frame:
            assert not overlaps(box, (x, y, x + wide, y + tall))
            assert view[1] <= box[1] and box[3] <= view[1] + view[3]


@pytest.mark.parametrize(
    ("tall", "cover", "shown"),
    [(240, STRIP, []), (500, STRIP, ["x", "y", "z"]), (240, None, ["x", "y", "z"])],
)
def test_the_axes_keep_out_of_the_strip(canvas, monkeypatch, tall, cover, shown):
    reader = Reader(canvas, monkeypatch, (1600, 900), 2.0)

    def draw(p, size):
        axis_cross.draw(p, (0, 64, 1600, tall), AXES, cover)

    assert sorted(reader.look(draw)) == shown


FLAT = [(1.0, 0.05, 0.0), (0.05, 0.1, 1.0), (0.0, -1.0, 0.1)]  # y goes almost straight ahead
CLOSE = [(0.9, 0.8, 0.0), (-0.2, -0.1, 0.9), (0.4, -0.6, 0.4)]  # x and y lie side by side


@pytest.mark.parametrize("axes", [FLAT, CLOSE])
def test_no_name_of_an_axis_lies_on_another(canvas, monkeypatch, axes):
    reader = Reader(canvas, monkeypatch, (800, 600), 1.0)
    reader.look(lambda p, size: axis_cross.draw(p, (0, 0, 800, 600), axes, None))
    boxes = {text: box for text, box in reader.frames[-1]}
    assert set(boxes) == {"x", "y", "z"}
    for name, own in boxes.items():
        assert not any(overlaps(own, box) for other, box in boxes.items() if other != name)
        assert not overlaps(own, (43.0, 535.0, 45.0, 560.0)), "on the z axis"


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_the_countdown_is_in_the_view(canvas, monkeypatch, size, scale):
    view = divide(size, scale, True, True).view
    reader = Reader(canvas, monkeypatch, size, scale)
    title = "Exam: delivery"
    told = reader.look(lambda p, size: lesson_pages.draw_countdown(p, view, 2.4, title, "en"), 2)
    assert {"3", "Get ready", title} <= set(told)
    top, bottom = view[1] / scale, (view[1] + view[3]) / scale
    assert all(top <= box[1] and box[3] <= bottom for _, box in reader.frames[-1])
    boxes = [box for _, box in reader.frames[-1]]
    assert not any(overlaps(box, other) for i, box in enumerate(boxes) for other in boxes[:i])


@pytest.mark.parametrize("letters", [20, 160])
@pytest.mark.parametrize(("size", "scale"), [*WINDOWS, *(((1024, 768), s) for s in (1, 1.5, 2))])
def test_the_countdown_leaves_task_and_inset_to_be_seen(canvas, monkeypatch, size, scale, letters):
    words = " ".join(["word"] * (letters // 5))
    lesson = Lesson(TITLE, [Text(ru=words, en=words)] * 7, 0, 1.0, None, 5.0, None)
    parts, strip, told, fills = divide(size, scale, True, True), StageStrip([]), [], []
    reader, fill = Reader(canvas, monkeypatch, size, scale), Paint.fill

    def draw(p, size):
        told[:] = [strip.draw(p, parts, None, "en", lesson, Intents())]
        fills.clear()
        view = lesson_pages.place_countdown(parts, told[0], p.scale)
        lesson_pages.draw_countdown(p, view, 2.4, "Exam: delivery", "en")

    def note(p, x, y, wide, tall, *more):
        fills.append((p.x + x * p.scale, p.y + y * p.scale, wide * p.scale, tall * p.scale))
        fill(p, x, y, wide, tall, *more)

    monkeypatch.setattr(Paint, "fill", note)
    assert {"3", "Get ready", "Exam: delivery"} <= set(reader.look(draw, 2))
    (left, top, wide, tall), task, inset = fills[-1], told[0], parts.inset
    assert top >= task[1] + task[3] and left >= 0
    assert left + wide <= inset[0] or top >= inset[1] + inset[3]
    assert top + tall <= parts.status[1]


@pytest.mark.parametrize("view", [(0, 32, 1280, 350), (0, 48, 900, 180), (0, 32, 1600, 590)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_columns_of_the_scenes_editor_stay_in_the_view_with_their_list(
    canvas, monkeypatch, view, scale
):
    canvas.set_scale(scale)
    chosen = side.Chosen("thing 3", "a.yaml:3", (0, 0, 0), (0, 0, 0))
    tools = left.Tools("thing 3", ("move", "turn", "size"), is_thing=True)
    scene = left.Scene([("props", f"thing {row}") for row in range(12)], ["r.yaml"], ["m.obj"])
    boxes, lists, end = [], [], imgui.end

    def ended():
        boxes.append((imgui.get_window_pos(), imgui.get_window_size(), imgui.get_scroll_max_y()))
        end()

    def draw(_):
        task = view[0], view[1] + 16 * scale, 690 * scale, 56 * scale
        free = left.free(view, task, scale)
        left.Left().draw(canvas.paint, free, scene, tools, "ru")
        side.PropertyPanel().draw(canvas.paint, view, chosen, "ru")

    begin_child = imgui.begin_child
    monkeypatch.setattr(imgui, "end", ended)
    monkeypatch.setattr(
        imgui, "begin_child", lambda *given: (lists.append(1), begin_child(*given))[1]
    )
    target = canvas.ctx.simple_framebuffer((view[2], 900))
    for _ in range(4):
        boxes.clear(), lists.clear()
        canvas.frame(target, draw, 0.02)
    for (x, y), (wide, tall), _ in boxes:
        assert view[0] <= x and x + wide <= view[0] + view[2]
        assert view[1] <= y and y + tall <= max(view[1] + view[3], y + side.LEAST * scale)
    assert bool(lists) == (view[3] == 590 * scale)  # else all of the column scrolls
    assert boxes[0][2] > 0 or lists


def test_the_list_of_things_stays_where_it_is_clicked(canvas, monkeypatch):
    """Tools came in above it, and the pointer was on another line."""
    scene, places = left.Scene([("props", "a"), ("props", "b"), ("lights", "sun")]), []
    column = left.Left()
    selectable = imgui.selectable

    def note(label, is_chosen):
        places[-1].append(imgui.get_cursor_screen_pos().y)
        return selectable(label, is_chosen)

    monkeypatch.setattr(imgui, "selectable", note)
    target = canvas.ctx.simple_framebuffer((1280, 800))
    for tools in (
        left.Tools(),
        left.Tools("a", ("move", "turn", "size"), is_thing=True),
        left.Tools("b", ("move", "turn"), is_thing=True),
        left.Tools("sun"),
    ):
        for _ in range(2):
            places.append([])
            view = 0, 32, 1280, 600
            canvas.frame(target, lambda p, t=tools, v=view: column.draw(p, v, scene, t, "en"), 0.02)
    assert places[1] == places[3] == places[5] == places[7] and len(places[1]) == 3


def test_what_is_chosen_in_the_view_is_shown_in_a_long_list_that_can_be_searched(
    canvas, monkeypatch
):
    """It was chosen somewhere below, and a hundred lines had to be scrolled through for another."""
    scene = left.Scene([("props", f"crate_{row}") for row in range(300)])
    column, seen, fields = left.Left(), [], []
    selectable, field = imgui.selectable, imgui.input_text_with_hint

    def note(label, is_chosen):
        asked = selectable(label, is_chosen)
        if imgui.is_item_visible():
            seen.append(label.split("#")[0].strip())
        return asked

    def typed(*given):
        fields.append(1)
        if len(fields) == 1:
            imgui.set_keyboard_focus_here()
        return field(*given)

    monkeypatch.setattr(imgui, "selectable", note)
    monkeypatch.setattr(imgui, "input_text_with_hint", typed)
    target = canvas.ctx.simple_framebuffer((1280, 800))

    def look(chosen):
        tools = left.Tools(chosen)
        for _ in range(3):
            seen.clear()
            canvas.frame(target, lambda p: column.draw(p, (0, 32, 1280, 600), scene, tools, "en"))
        return seen

    assert look("")[0] == "crate_0"
    assert "crate_287" in look("crate_287") and "crate_0" not in seen
    first = [*seen]
    assert look(first[1]) == first, "a line that is seen stays where it is"
    imgui.get_io().add_input_characters_utf8("_28")
    assert look("") == ["crate_28", *(f"crate_28{row}" for row in range(10))]


def test_what_is_searched_is_what_the_list_says(canvas, monkeypatch):
    """In Russian the camera was found by its English name alone."""
    scene = left.Scene([*(("props", f"crate_{row}") for row in range(60)), ("camera", "camera")])
    column, seen, selectable = left.Left(), [], imgui.selectable
    monkeypatch.setattr(
        imgui, "selectable", lambda *given: (seen.append(given[0]), selectable(*given))[1]
    )
    monkeypatch.setattr(imgui, "input_text_with_hint", lambda *_: (True, "камера"))
    target = canvas.ctx.simple_framebuffer((1280, 800))
    box, tools = (0, 32, 1280, 600), left.Tools("")
    canvas.frame(target, lambda p: column.draw(p, box, scene, tools, "ru"))
    assert seen == ["  Камера###camera.camera"]


@pytest.mark.parametrize(("typed", "taken"), [("0,7", 0.7), ("30 cm", 0.3), ("abc", "abc")])
def test_a_typed_place_is_taken_when_its_field_is_left(canvas, monkeypatch, typed, taken):
    """It was lost unless Enter ended it, and what is no number was dropped without a word."""
    chosen = side.Chosen("thing", "a.yaml:3", (1.0, 2.0, 3.0), (0.0, 0.0, 90.0))
    panel, asked, fields = side.PropertyPanel(), [], []
    field = imgui.input_text_with_hint
    monkeypatch.setattr(
        imgui,
        "input_text_with_hint",
        lambda *given: (field(*given), fields.append(imgui.get_item_rect_min()))[0],
    )
    target = canvas.ctx.simple_framebuffer((1280, 720))

    def look():
        for _ in range(3):
            fields.clear()
            canvas.frame(
                target, lambda p: asked.append(panel.draw(p, (0, 0, 1280, 600), chosen, "en")), 0.02
            )

    look()
    io = imgui.get_io()
    io.add_mouse_pos_event(fields[0].x + 9, fields[0].y + 9)
    look()
    io.add_mouse_button_event(0, True)
    io.add_mouse_button_event(0, False)
    look()
    io.add_input_characters_utf8(typed)
    look()
    assert not any(one.action for one in asked)
    io.add_mouse_pos_event(40, 500)  # away from the column
    io.add_mouse_button_event(0, True)
    io.add_mouse_button_event(0, False)
    look()
    (one,) = (one for one in asked if one.action)
    assert (one.action, one.position, one.angles) == ("place", (taken, 2, 3), (0, 0, 90))


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_all_of_a_task_can_be_read_within_the_view(canvas, monkeypatch, size, scale, language):
    words = [f"word{i}" for i in range(24)]
    line, parts = Text(ru=" ".join(words), en=" ".join(words)), divide(size, scale, True, True)
    lesson = Lesson(line, [line], 0, 1.0, Text(ru="Подсказка", en="Hint"), None, None)
    strip, covers = StageStrip([]), []
    reader = Reader(canvas, monkeypatch, size, scale)

    def draw(p, size):
        covers.append(strip.draw(p, parts, None, language, lesson, Intents()))

    reader.look(draw, 2)
    imgui.get_io().add_mouse_pos_event(60 * scale, parts.view[1] + 60 * scale)
    for _ in range(40):
        imgui.get_io().add_mouse_wheel_event(0, -0.3)
        reader.look(draw)
    hint = lesson.hint.in_language(language)
    assert {*words, hint} <= set(reader.words().split())
    low = (parts.view[1] + parts.view[3]) / scale
    assert all(box[3] <= low for frame in reader.frames for _, box in frame)
    assert all(y + tall <= parts.view[1] + parts.view[3] for _, y, _, tall in covers)


def test_panels_begin_below_what_the_task_takes():
    view, one_line, two_lines = (0, 32, 1280, 380), (16, 48, 690, 56), (16, 48, 690, 76)
    assert below(view, None, 192) == view
    assert below(view, one_line, 192) == (0, 104, 1280, 308)
    assert below(view, two_lines, 192) == (0, 124, 1280, 288)
    assert below(view, two_lines, 300) == view  # too low to give any of it away


@pytest.mark.parametrize("price", [None, 5.0])
@pytest.mark.parametrize(
    ("size", "letters", "is_line"),
    [((1280, 720), 30, True), ((1280, 720), 120, False), ((1600, 1000), 30, False)],
)
def test_a_short_task_is_one_line_in_a_low_view(canvas, monkeypatch, size, letters, is_line, price):
    task = "Take the case by its handle and lift it over the rim, and do so " * 3
    task = task[:letters].strip()
    lesson = Lesson(TITLE, [Text(ru=task, en=task)] * 5, 0, 1.0, None, price, None)
    parts, strip, covers = divide(size, 1.0, True, True), StageStrip([]), []
    reader = Reader(canvas, monkeypatch, size, 1.0)

    def draw(p, size):
        covers.append(strip.draw(p, parts, None, "en", lesson, Intents()))

    assert (task in reader.look(draw, 2)) or not is_line
    x, _, wide, tall = covers[-1]
    assert (tall == 36) == is_line and x + wide <= parts.inset[0]
    boxes = [box for text, box in reader.frames[-1] if text]
    assert not any(overlaps(box, other) for i, box in enumerate(boxes) for other in boxes[:i])
    assert all(box[2] <= x + wide for box in boxes)


@pytest.mark.parametrize("price", [None, 5.0])
def test_the_clock_is_clear_of_the_stages_pills(canvas, monkeypatch, price):
    lesson = Lesson(
        TITLE, [Text(ru="Возьмите кейс", en="Take it")] * 5, 0, 599.0, None, price, None
    )
    parts, strip, pills = divide((800, 600), 2.0, True, True), StageStrip([]), []
    fill = Paint.fill

    def note(p, x, y, wide, tall, *more):
        if (y, tall) == (15, 5) and wide > 0.0:
            pills.append(p.x / p.scale + x)
        fill(p, x, y, wide, tall, *more)

    monkeypatch.setattr(Paint, "fill", note)
    reader = Reader(canvas, monkeypatch, (800, 600), 2.0)
    covers = []
    reader.look(
        lambda p, size: covers.append(strip.draw(p, parts, None, "ru", lesson, Intents())), 2
    )
    edge = (covers[-1][0] + covers[-1][2]) / 2.0
    assert all(box[2] < edge for _, box in reader.frames[-1]), "the button's price was cut off"
    clock = next(box for text, box in reader.frames[-1] if text == "9:59")
    assert all(clock[2] + 4 < x for x in pills) and (pills or price)
