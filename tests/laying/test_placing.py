"""Places of widgets in the file: a card becomes free as it stands, and automatic again."""

import pytest
from PIL import Image

from simulator import checking
from simulator.laying import cards, placing
from simulator.laying.geometry import Box

from .conftest import CELLS, DESK, sketch_of, text_of


def test_the_first_move_writes_how_the_whole_card_stands(sketch):
    assert placing.place(sketch, {"lever": Box(8, 16, 72, 200)}, CELLS)
    assert sketch.console.layout.panel == {"lever": (8, 16), "power": (80, 40)}
    assert "layout:\n  signals: {lever: [10, 20]}\n  panel:" in text_of(sketch)
    assert sketch.console.is_free("drive") and not sketch.console.is_free("show")
    assert placing.arrange(sketch, "drive") and text_of(sketch) == DESK
    sketch.undo()
    sketch.undo()
    assert text_of(sketch) == DESK and not sketch.draft.can_undo


def test_what_its_card_made_wider_keeps_its_width(sketch):
    sketch.stretched = {"power"}
    assert placing.place(sketch, {"lever": Box(8, 16, 72, 200)}, CELLS)
    assert sketch.console.layout.panel == {"lever": (8, 16), "power": (80, 40, 48, 88)}


def test_a_size_is_written_once_it_is_another(sketch):
    placing.place(sketch, {"meter": Box(8, 8, 200, 200)}, CELLS)
    assert sketch.console.layout.panel["meter"] == (8, 8, 200, 200)
    assert sketch.console.layout.panel["lamp"] == (150, 8), "the included lamp stands where it did"
    cells = {**CELLS, "meter": Box(8, 8, 200, 200)}
    placing.place(sketch, {"meter": Box(16, 8, 200, 200)}, cells)
    assert sketch.console.layout.panel["meter"] == (16, 8, 200, 200)
    placing.natural(sketch, ["meter"])
    assert sketch.console.layout.panel["meter"] == (16, 8)


def test_nudges_are_one_step_and_stop_at_the_corner(sketch):
    sketch.choose("lever")
    cells = dict(CELLS)
    for _ in range(3):
        assert placing.nudge(sketch, (-8, 1), cells)
        x, y = sketch.console.layout.panel["lever"][:2]
        cells["lever"] = cells["lever"]._replace(x=x, y=y)
    assert sketch.console.layout.panel["lever"] == (0, 3)
    sketch.undo()
    assert text_of(sketch) == DESK


def test_aligned_and_spread_card_by_card(sketch):
    sketch.chosen = ["lever", "power", "meter"]
    assert placing.align(sketch, "top", CELLS)
    assert sketch.console.layout.panel == {"lever": (0, 0), "power": (80, 0)}
    assert not placing.distribute(sketch, True, CELLS)


def test_a_widget_goes_to_another_card_and_to_its_place_if_that_is_free(sketch):
    at = {"power": Box(40, 48, 48, 88)}
    assert placing.to_card(sketch, ["power"], "show", at, CELLS)
    assert sketch.widget("power").group == "show" and not sketch.console.layout.panel
    placing.place(sketch, {"meter": Box(0, 0, 128, 128)}, CELLS)
    assert placing.to_card(sketch, ["lever"], "show", {"lever": Box(9, 9, 72, 200)}, CELLS)
    assert sketch.console.layout.panel["lever"] == (9, 9)
    assert placing.to_card(sketch, ["lever"], "", {}, CELLS)
    assert sketch.console.group_of("lever") == "" and "lever" not in sketch.console.layout.panel
    assert not sketch.draft.problems


def test_what_is_chosen_becomes_a_card_of_its_own(sketch):
    placing.place(sketch, {"lever": Box(8, 16, 72, 200)}, CELLS)
    sketch.chosen = ["lever", "power", "lamp"]
    assert cards.group(sketch, {**CELLS, "lever": Box(8, 16, 72, 200)}) == "card"
    assert {*sketch.console.members("card")} == {"lamp", "lever", "power"}
    assert sketch.console.groups["card"].title.ru == "Карточка 3"
    assert sketch.console.layout.panel["lever"][0] == 0
    assert "group: card" in text_of(sketch, "lamps")


def test_cards_are_ordered_named_and_removed(sketch):
    assert cards.shift(sketch, "groups", "show", -1)
    assert [*sketch.console.groups] == ["show", "drive"]
    assert not cards.shift(sketch, "groups", "show", -1)
    assert cards.set_value(sketch, "groups", "drive", "title", {"ru": "Привод", "en": "Drive"})
    assert cards.set_value(sketch, "groups", "drive", "columns", 3)
    assert not cards.set_value(sketch, "groups", "drive", "columns", 9) and "6" in sketch.refusal.en
    assert not cards.set_value(sketch, "groups", "drive", "background", "none.png")
    assert cards.remove(sketch, "show") and {*sketch.console.members("")} == {"lamp", "meter"}
    assert sketch.widget("meter").group is None and sketch.widget("lamp").group is None
    assert not sketch.draft.problems


def test_a_picture_gives_its_card_its_shape(sketch, folder):
    Image.new("RGB", (200, 100)).save(folder / "desk.png")
    assert cards.set_background(sketch, "show", "desk.png")
    show = sketch.console.groups["show"]
    assert show.background.endswith("desk.png") and show.size == (592, 296)
    assert not cards.set_background(sketch, "show", "lamps.yaml") and sketch.refusal
    assert not cards.set_background(sketch, "drive", "none.png")
    assert cards.set_background(sketch, "show", "") and sketch.console.groups["show"].size
    assert placing.arrange(sketch, "show") and text_of(sketch) == DESK


def test_pages_take_the_cards_along(sketch):
    assert cards.add_page(sketch) == "page" and sketch.page == "page"
    assert [one.page for one in sketch.console.groups.values()] == ["page", "page"]
    assert cards.add_page(sketch) == "page_2"
    assert cards.add(sketch) == "card" and sketch.console.groups["card"].page == "page_2"
    assert cards.set_value(sketch, "pages", "page_2", "window", True)
    assert cards.shift(sketch, "pages", "page_2", -1)
    assert [*sketch.console.pages] == ["page_2", "page"]
    assert cards.remove_page(sketch, "page") and cards.remove_page(sketch, "page_2")
    assert not sketch.console.pages and "pages" not in text_of(sketch)
    while sketch.draft.can_undo:
        sketch.undo()
    assert text_of(sketch) == DESK


@pytest.mark.parametrize("owner", ["left", "right"])
def test_the_desk_of_a_robot_is_written_in_its_own_names(folder, owner):
    sketch = sketch_of(folder / "pair.yaml", owner)
    lever = f"{owner}.lever"
    cells = {lever: CELLS["lever"], f"{owner}.power": CELLS["power"]}
    if owner == "right":
        assert cards.add(sketch) == "right.card"
        assert placing.to_card(sketch, [lever], "right.card", {}, cells)
        assert sketch.console.group_of(lever) == "right.card"
    assert placing.place(sketch, {lever: Box(16, 8, 72, 200)}, cells)
    assert sketch.console.layout.panel[lever] == (16, 8)
    assert cards.add_page(sketch) == f"{owner}.page" and not sketch.draft.problems
    assert cards.add(sketch) and sketch.console.groups[sketch.card].page == f"{owner}.page"
    assert sketch.draft.save()
    again = checking.load_checked(folder / "pair.yaml").consoles[owner]
    assert again.layout.panel == sketch.console.layout.panel
    assert again.pages == sketch.console.pages and again.groups == sketch.console.groups
