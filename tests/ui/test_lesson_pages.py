"""Pages of exercises: whatever the window and the scale, all that they say can be read."""

import pytest
from imgui_bundle import imgui
from page_reader import Reader, overlaps

from simulator.app import loading_page
from simulator.spec.fields import Text
from simulator.ui.pages import lesson_pages, result_page
from simulator.ui.pages.lesson_pages import Brief, Entry
from simulator.ui.pages.result_page import Result, Row
from simulator.ui.painting import surface, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.painting.scrolling import MORE, Scroll
from simulator.ui.texts import phrases

WINDOWS = [
    ((1600, 900), 1.0),
    ((1600, 900), 1.5),
    ((1600, 900), 2.0),
    ((1366, 768), 2.0),
    ((800, 600), 1.0),
    ((800, 600), 2.0),
]
TITLE = Text(ru="Экзамен: доставка на площадку", en="Exam: delivery to the platform")
STAGES = [
    Text(ru="Включите питание", en="Switch the power on"),
    Text(
        ru="Поставьте кейс в рамку и уберите руку",
        en="Set the case down inside the frame and take the arm away",
    ),
]
WHY = Text(
    ru="Не считается экзаменом: картинка медленнее 50 мс",
    en="This does not count as an exam: pictures took longer than 50 ms",
)
LABELS = [Text(ru=f"Показатель длинный {i}", en=f"Long name measured {i}") for i in range(11)]
LABELS.append(
    Text(ru="Кейс от оси пандуса и середины рамки", en="Case off the middle of the frame")
)
RESULT = Result(
    TITLE,
    False,
    Text(
        ru="1 из 12 показателей вне предела: Кейс от оси пандуса и середины рамки",
        en="1 of 12 measures failed: Case off the middle of the frame",
    ),
    63.4,
    [
        Row(label, 134.2, Text(ru="1/мин", en="1/min"), None, 150.0, i != 11, True)
        for i, label in enumerate(LABELS)
    ],
    [(STAGES[0], 40.9), (STAGES[1], None)],
    [WHY],
    True,
)
BRIEF = Brief(
    TITLE,
    Text(
        ru="Доставьте **кейс** туда.\n\n" + "Осторожно. " * 30,
        en="Deliver it.\n\n" + "Slowly. " * 40,
    ),
    5,
    STAGES,
    (1, 1),
    True,
)


def texts_of(texts, language):
    return {word for text in texts for word in text.in_language(language).replace("*", "").split()}


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
@pytest.mark.parametrize("page", ["result", "briefing"])
def test_all_of_a_page_can_be_read(canvas, monkeypatch, page, size, scale, language):
    scroll = Scroll()

    def draw(p, size):
        if page == "result":
            result_page.draw(p, size, RESULT, scroll, language)
        else:
            lesson_pages.draw_briefing(p, size, BRIEF, scroll, language)

    reader = Reader(canvas, monkeypatch, size, scale)
    first = reader.look(draw, 3)
    reader.scroll(draw)
    is_whole = scroll.way == 0.0
    assert (MORE.in_language(language) in first) != is_whole
    assert is_whole or (size, scale) != WINDOWS[0]
    told = [TITLE, *STAGES] + ([*LABELS, WHY, RESULT.reason] if page == "result" else [BRIEF.text])
    assert texts_of(told, language) <= set(reader.words().split())
    assert "…" not in reader.words()
    for frame in reader.frames:
        boxes = [box for text, box in frame if len(text) > 1]
        for place, box in enumerate(boxes):
            assert box[0] >= 0 and box[2] <= size[0] / scale
            assert not any(overlaps(box, other) for other in boxes[:place])


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize(("size", "scale"), [WINDOWS[0], WINDOWS[-1]])
def test_all_of_a_question_can_be_read(canvas, monkeypatch, size, scale, language):
    scroll = Scroll()

    def draw(p, size):
        lesson_pages.draw_leaving(p, size, True, scroll, language)

    reader = Reader(canvas, monkeypatch, size, scale)
    reader.look(draw, 3)
    reader.scroll(draw)
    names = ("break_it_off", "counts_failed", "exam_goes_on", "drive_on", "break_off")
    told = {word for name in names for word in lesson_pages.say(name, language).split()}
    assert told <= set(reader.words().split())


def test_keys_scroll_a_page(canvas, monkeypatch):
    scroll, io = Scroll(), imgui.get_io()
    reader = Reader(canvas, monkeypatch, (800, 600), 2.0)

    def draw(p, size):
        result_page.draw(p, size, RESULT, scroll, "en")

    for key, way in ((imgui.Key.page_down, 1), (imgui.Key.page_up, -1)):
        before = scroll.way
        io.add_key_event(key, True)
        io.add_key_event(key, False)
        reader.look(draw, 3)
        assert (scroll.way - before) * way > 100
    assert scroll.way == 0.0


def test_buttons_of_a_page_are_in_the_window(canvas):
    """In the least window, the last one is in a second line."""
    io, size, asked = imgui.get_io(), (800, 600), []
    canvas.set_scale(2.0)
    target, scroll = canvas.ctx.simple_framebuffer(size), Scroll()

    def draw(p):
        asked.append(result_page.draw(p, size, RESULT, scroll, "ru"))

    for down in (None, None, True, False, None):
        io.add_mouse_pos_event(450, 520)
        if down is not None:
            io.add_mouse_button_event(0, down)
        canvas.frame(target, draw)
    assert "back" in asked


@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), *WINDOWS])
def test_the_list_fills_its_page_and_scrolls_by_keys(canvas, monkeypatch, size, scale, language):
    entries = [
        Entry(f"{i}.yaml", Text(ru=f"Раз {i}", en=f"One {i}"), 1, 99.5, True, True, "")
        for i in range(12)
    ]
    scroll, edges, outline = Scroll(), [], Paint.outline
    reader = Reader(canvas, monkeypatch, size, scale)

    def edge(p, x, y, wide, tall, *rest):
        if tall > lesson_pages.WORDS:
            edges.append(x + wide)
        outline(p, x, y, wide, tall, *rest)

    def draw(p, size):
        lesson_pages.draw_list(p, size, entries, scroll, language)

    monkeypatch.setattr(Paint, "outline", edge)
    shown = reader.look(draw, 2)
    assert max(edges) == pytest.approx(size[0] / scale - lesson_pages.MARGIN)
    assert MORE.in_language(language) in shown
    told = lesson_pages.say("choose", language)  # it was left out where both were too wide
    assert any(told.startswith(one.rstrip("…")) and len(one) > 20 for one in shown)
    head = {text: box for text, box in reader.frames[-1]}
    words = [lesson_pages.say(name, language) for name in ("exercises", "free")]
    assert head[words[0]][2] + 16 < head[words[1]][0], "the title was under the button's edge"
    for _ in range(30):
        imgui.get_io().add_key_event(imgui.Key.page_down, True)
        reader.look(draw)
        imgui.get_io().add_key_event(imgui.Key.page_down, False)
        reader.look(draw)
    assert {entry.title.in_language(language) for entry in entries} <= {
        text for frame in reader.frames for text, _ in frame
    }
    for boxes in reader.frames:
        for place, (text, box) in enumerate(boxes):
            assert not any(overlaps(box, other) for _, other in boxes[:place]), text


def test_cards_are_as_large_as_all_of_them_have_room(canvas, monkeypatch):
    """In a large window they stood in two rows at its head, with titles cut off."""
    entries = [Entry(f"{i}.yaml", Text(ru="", en=""), 1, None, False, False, "") for i in range(12)]
    boxes, outline = [], Paint.outline

    def edge(p, x, y, wide, tall, *rest):
        if tall > lesson_pages.WORDS:
            boxes.append((y + tall, wide))
        outline(p, x, y, wide, tall, *rest)

    monkeypatch.setattr(Paint, "outline", edge)
    reader = Reader(canvas, monkeypatch, (1920, 1080), 1.0)
    for count in (12, 3):
        boxes.clear()
        reader.look(
            lambda p, size, count=count: lesson_pages.draw_list(
                p, size, entries[:count], Scroll(), "en"
            )
        )
        low, wide = (max(one) for one in zip(*boxes, strict=True))
        assert low <= 1080 and 300 < wide <= lesson_pages.WIDEST
        assert low > 800 or count == 3


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_scene_without_exercises_is_told_what_they_are(canvas, monkeypatch, language):
    """It said "Choose an exercise", and that nothing was found."""
    reader = Reader(canvas, monkeypatch, (1280, 720), 1.0)
    shown = reader.look(lambda p, size: lesson_pages.draw_list(p, size, [], Scroll(), language))
    assert lesson_pages.say("no_exercises", language) in shown
    assert lesson_pages.say("choose", language) not in shown
    assert phrases.say("not_found", language) not in shown


def test_an_exercise_is_chosen_by_the_arrows_and_enter(canvas, monkeypatch):
    """The list could be scrolled by keys, but nothing in it could be chosen."""
    entries = [Entry(f"{i}.yaml", Text(ru="", en=""), 1, None, False, False, "") for i in range(12)]
    scroll, chosen = Scroll(), []
    reader = Reader(canvas, monkeypatch, (1280, 720), 1.0)

    def press(*names):
        for name in names:
            for is_down in (True, False):
                imgui.get_io().add_key_event(getattr(imgui.Key, name), is_down)
                reader.look(
                    lambda p, size: chosen.append(
                        lesson_pages.draw_list(p, size, entries, scroll, "en")
                    )
                )

    press("enter")
    assert not any(chosen)
    press("left_arrow", "right_arrow", "down_arrow")
    assert (scroll.place, scroll.way) == (5, 0.0)
    press("down_arrow", "down_arrow")
    assert scroll.place == 11 and scroll.way > 0.0
    press("up_arrow", "up_arrow", "keypad_enter")
    assert scroll.way == 0.0 and [one for one in chosen if one] == ["3.yaml"]
    del entries[2:]  # files that are gone by now
    press("enter")
    assert chosen[-2:] == ["1.yaml", None]


def test_what_is_behind_the_head_of_the_list_is_not_touched(canvas, monkeypatch):
    """A click on Free drive opened the exercise whose card had been scrolled there."""
    long = "An exercise with a title that is longer than its card, as some are, number {}"
    titles = [Text(ru=long.format(i), en=long.format(i)) for i in range(60)]
    entries = [Entry(f"{i}.yaml", one, 1, None, False, False, "") for i, one in enumerate(titles)]
    scroll, asked, told = Scroll(), [], []
    reader = Reader(canvas, monkeypatch, (1280, 720), 1.0)
    monkeypatch.setattr(imgui, "set_tooltip", told.append)

    def draw(p, size):
        asked.append(lesson_pages.draw_list(p, size, entries, scroll, "en"))

    def click(x, y):
        for event in (("mouse_pos", x, y), ("mouse_button", 0, True), ("mouse_button", 0, False)):
            getattr(imgui.get_io(), f"add_{event[0]}_event")(*event[1:])
            reader.look(draw, 2)
        return [one for one in asked if one is not None]

    reader.look(draw, 2)
    scroll.way = 0.5 * lesson_pages.CARD  # a card's picture is below the button
    free = next(box for text, box in reader.frames[-1] if text == lesson_pages.say("free", "en"))
    assert click(*free[:2]) == [""] and not told
    asked.clear()
    scroll.way = 0.0
    assert click(200, 300) == ["0.yaml"]
    assert set(told) == {long.format(0)}, "a title that is cut off was told nowhere"


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_the_page_of_loading_stays_in_the_window(canvas, monkeypatch, size, scale, is_first):
    reader = Reader(canvas, monkeypatch, size, scale)
    title = "A scene with a very long title " * 6
    reader.look(lambda p, size: loading_page.draw(p, size, title, None, is_first, "", "ru"))
    assert len(reader.frames[-1]) == 2 + is_first
    assert all(box[0] >= 0 and box[2] <= size[0] / scale for _, box in reader.frames[-1])


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_the_page_of_loading_tells_what_is_cut_in_the_window_and_its_bar_ends_before(
    canvas, monkeypatch, size, scale
):
    reader, bars, recessed = Reader(canvas, monkeypatch, size, scale), [], surface.recessed

    def note(p, x, y, wide, *more):
        bars.append((x, x + wide))
        recessed(p, x, y, wide, *more)

    monkeypatch.setattr(surface, "recessed", note)
    reader.look(lambda p, size: loading_page.draw(p, size, "A", 0.5, False, "bin.stl", "ru"))
    assert reader.words().endswith("до нескольких минут")
    assert all(box[0] >= 0 and box[2] <= size[0] / scale for _, box in reader.frames[-1])
    assert all(left >= 24 and right <= size[0] / scale - 24 for left, right in bars) and bars


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Another program"), ("ru", "Другая программа")]
)
@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_the_page_of_loading_says_that_another_program_compiles(
    canvas, monkeypatch, size, scale, language, words
):
    reader = Reader(canvas, monkeypatch, size, scale)
    reader.look(lambda p, size: loading_page.draw(p, size, "A", None, True, "", language, True))
    text, box = reader.frames[-1][-1]
    assert text.startswith(words) and box[0] >= 0 and box[2] <= size[0] / scale


@pytest.mark.parametrize(
    ("value", "high", "shown"),
    [
        (60.02, 60.0, "60.02"),
        (59.98, 60.0, "60.0"),
        (100.2, 100.0, "100.2"),
        (9.994, 9.99, "9.994"),
    ],
)
def test_no_value_is_rounded_into_its_band(value, high, shown):
    row = Row(LABELS[0], value, Text(ru="с", en="s"), None, high, value <= high, True)
    assert result_page._value(row, "en") == shown


def test_the_badge_stands_over_the_column_of_stages(canvas, monkeypatch):
    outlines, capitals = [], []
    paint = canvas.paint
    outline, told = paint.outline, paint.capitals
    monkeypatch.setattr(paint, "outline", lambda *a, **k: (outlines.append(a), outline(*a, **k)))
    monkeypatch.setattr(paint, "capitals", lambda *a, **k: (capitals.append(a), told(*a, **k)))
    target = canvas.ctx.simple_framebuffer((1600, 900))
    canvas.set_scale(1.0)
    canvas.frame(target, lambda p: result_page.draw(p, (1600, 900), RESULT, Scroll(), "en"))
    badge = next(a[0] for a in outlines if a[4] == theme.BAD)
    assert badge == pytest.approx(next(a[0] for a in capitals if a[2] == "Stages"))


def test_a_long_list_is_searched_by_title_level_and_exam(canvas, monkeypatch):
    """Among sixty exercises one had to look at every card."""
    entries = [
        Entry(
            f"{i}.yaml", Text(ru=f"Урок {i}", en=f"Lesson {i}"), i % 5 + 1, None, False, i == 7, ""
        )
        for i in range(60)
    ]
    scroll, chosen, fields = Scroll(), [], []
    reader, field = Reader(canvas, monkeypatch, (1280, 720), 1.0), imgui.input_text_with_hint

    def typed(*given):
        fields.append(1)
        if len(fields) == 1:
            imgui.set_keyboard_focus_here()
        return field(*given)

    monkeypatch.setattr(imgui, "input_text_with_hint", typed)

    def look(some=entries, frames=3):
        def draw(p, size):
            chosen.append(lesson_pages.draw_list(p, size, some, scroll, "ru"))

        return {text for text in reader.look(draw, frames) if text.startswith("Урок")}

    assert len(look()) == 8 and fields
    scroll.way = 300.0
    for text in "урок 4":
        imgui.get_io().add_input_character(ord(text))
    assert look() == {"Урок 4", *(f"Урок 4{i}" for i in range(7))} and scroll.way == 0.0
    imgui.get_io().add_key_event(imgui.Key.enter, True)
    look(frames=1)
    assert chosen[-1] == "4.yaml", "the first one that is found"
    imgui.get_io().add_key_event(imgui.Key.enter, False)
    look()
    scroll.text = "экзамен"
    assert look() == {"Урок 7"}
    scroll.text = "уровень 3"
    assert look() == {f"Урок {i}" for i in range(40) if i % 5 == 2}
    scroll.text = "нет такого"
    assert not look() and any("Ничего" in text for text, _ in reader.frames[-1])
    scroll.text = ""
    fields.clear()
    look(entries[:10])
    assert not fields, "ten are seen at a glance"
