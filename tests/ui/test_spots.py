"""A free card has its widgets where the file says, and nothing gets lost."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from simulator.spec.models.console import ConsoleSpec
from simulator.ui.desk import spots
from simulator.ui.desk.layout import Cell

KINDS = ("lamp", "lever", "display", "push_button")
cells = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(40, 200), st.integers(28, 200)),
    min_size=1, max_size=10,
).map(lambda rows: [Cell(f"w{i}", kind, w, h) for i, (kind, w, h) in enumerate(rows)])  # fmt: skip
length = st.floats(1, 500)
spot = st.tuples(length, length) | st.tuples(length, length, length, length)


def test_a_widget_stands_at_its_place_in_its_own_size():
    content = spots.place([Cell("a", "lamp", 60, 40)], {"a": (100, 20)})
    assert [spots.box(one) for one in content.places] == [(100, 20, 60, 40)]
    assert (content.width, content.height) == (160, 60)


def test_a_picture_is_scaled_into_its_box_and_stands_in_its_middle():
    content = spots.place([Cell("a", "lamp", 60, 40)], {"a": (10, 20, 120, 120)})
    assert [spots.box(one) for one in content.places] == [(10, 40, 120, 80)]
    assert content.places[0].zoom == 2


def test_what_stretches_fills_the_width():
    content = spots.place([Cell("a", "push_button", 60, 40)], {"a": (0, 0, 300, 80)})
    (place,) = content.places
    assert (place.zoom, place.width, place.height) == (2, 150, 40)


def test_a_chart_fills_its_box_and_is_made_smaller_where_that_is_too_small():
    cell = Cell("a", "strip_chart", 100, 80)
    (place,) = spots.place([cell], {"a": (0, 0, 300, 160)}).places
    assert (place.zoom, place.width, place.height) == (1, 300, 160)
    (place,) = spots.place([cell], {"a": (0, 0, 200, 40)}).places
    assert (place.zoom, place.width, place.height) == (0.5, 400, 80)


def test_the_others_flow_below_in_rows():
    three = [Cell(name, "lamp", 60, 40) for name in ("a", "b", "c", "d")]
    content = spots.place(three, {"a": (0, 0)}, (140, 30))
    at = {one.name: (one.x, one.y) for one in content.places}
    assert at == {"a": (0, 0), "b": (0, 48), "c": (68, 48), "d": (0, 96)}
    assert (content.width, content.height) == (140, 136)


@given(cells=cells, data=st.data(), room=st.floats(20, 400))
@settings(deadline=None)
def test_nothing_leaves_the_card_however_low_it_is(cells, data, room):
    places = {
        cell.name: data.draw(spot) for cell in cells if data.draw(st.booleans(), label="placed")
    }
    content = spots.place(cells, places)
    small = spots.fit(content, room)
    assert sorted(one.name for one in small.places) == sorted(cell.name for cell in cells)
    assert small.height <= room * (1 + 1e-9)
    for x, y, w, h in map(spots.box, small.places):
        assert min(x, y) >= -1e-6
        assert x + w <= small.width * (1 + 1e-9)
        assert y + h <= small.height * (1 + 1e-9)
    free = [one for one in content.places if one.name not in places]
    for a, b in itertools.combinations(map(spots.box, free), 2):
        assert (
            a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]
        )


@pytest.fixture
def photo(tmp_path):
    """Return a picture of two colours: left red, right blue."""
    pixels = np.zeros((200, 400, 3), np.uint8)
    pixels[:, :200, 0] = pixels[:, 200:, 2] = 200
    Image.fromarray(pixels).save(tmp_path / "desk.png")
    return str(tmp_path / "desk.png")


@pytest.mark.parametrize("height", [372, 280])
def test_a_free_card_is_drawn_and_worked_at_its_places(seat, photo, height):
    console = ConsoleSpec.model_validate(
        {
            "groups": {"hands": {"title": "Hands", "size": [400, 300], "background": photo}},
            "panel": {
                "lever": {"type": "lever", "group": "hands", "label": "L"},
                "go": {"type": "push_button", "group": "hands", "label": "Go"},
            },
            "layout": {"panel": {"lever": [20, 10], "go": [200, 200, 180, 80]}},
        }
    )
    o = seat(console, (1000, height))
    (x, y, w, h), scale = o.desk.dock.content(o.desk.dock.cards[0])
    assert scale == pytest.approx(h / 300) and w == pytest.approx(400 * scale)
    left, top, wide, tall = o.desk.rect("go")
    assert wide == pytest.approx(180 * scale, abs=1) and left - x == pytest.approx(
        200 * scale, abs=1
    )
    assert top - y >= 200 * scale - 1 and top - y + tall <= 280 * scale + 1
    picture = o.pixels().astype(int)
    row = round(y + 5 * scale)
    near, far = picture[row, round(x + 150 * scale)], picture[row, round(x + w - 5)]
    assert near[0] > 100 > near[2] and far[2] > 100 > far[0]
    o.click("lever", 0.5, 0.2)
    assert o.panel.get("lever") > 0.8
    o.press(*o.at("go"))
    assert o.panel.get("go") == 1
    o.release()
