"""Measures of a result: label, value and bar are one line, or the bar lies below both."""

import pytest
from page_reader import Reader

from simulator.spec.fields import Text
from simulator.ui.pages import result_page
from simulator.ui.pages.result_page import Result, Row
from simulator.ui.painting.scrolling import Scroll

LABELS = ["Время", "Столкновения", "Пиковая сила удара", "Запас устойчивости"]


@pytest.mark.parametrize(
    ("size", "scale", "high"),
    [((1600, 1000), 1.0, False), ((1920, 1080), 2.0, False), ((800, 900), 2.0, True)],
)
def test_a_value_stands_in_the_line_of_its_label(canvas, monkeypatch, size, scale, high):
    """At 200 % every value stood below its label, and five of twelve measures were seen."""
    text = Text(ru="Экзамен", en="Exam")
    rows = [
        Row(Text(ru=label, en=""), 17.1 + row, Text(ru="1/мин", en=""), None, 150.0, True, True)
        for row, label in enumerate(LABELS)
    ]
    result = Result(text, True, text, 63.4, rows, [(text, 1.0)], [], True)
    bars, draw_bar = [], result_page._bar

    def bar(p, x, y, *more):
        bars.append(y)
        draw_bar(p, x, y, *more)

    monkeypatch.setattr(result_page, "_bar", bar)
    reader = Reader(canvas, monkeypatch, size, scale)
    scroll = Scroll()
    scroll.way = 1000.0 * high  # where a small window has them
    reader.look(lambda p, size: result_page.draw(p, size, result, scroll, "ru"), 2)
    boxes = dict(reader.frames[-1])

    def middle(text):
        _, top, _, low = boxes[text]
        return (top + low) / 2

    shown = [label for label in LABELS if label in boxes]
    assert len(shown) >= 2
    for label in shown:
        value, place = f"{17.1 + LABELS.index(label):.1f}".replace(".", ","), LABELS.index(label)
        assert middle(label) == pytest.approx(middle(value), abs=3)
        assert boxes[label][2] < boxes[value][0]
        below = bars[-len(LABELS) :][place] - middle(label)
        assert below == pytest.approx(22 if high else 0, abs=4)
