"""Several consoles in one window: tabs, their marks, the desk of the chosen one."""

from pathlib import Path

import numpy as np
import pytest
from imgui_bundle import imgui
from screen_seat import Hand

from simulator.console.panel import Panel
from simulator.spec.fields import Text
from simulator.spec.load import load_scene
from simulator.ui import areas
from simulator.ui.desk.tabs import ConsoleTabs
from simulator.ui.intents import Intents, Status
from simulator.ui.overlays import robot_tags
from simulator.ui.painting.paint import Paint
from simulator.ui.screen import Screen

SIZE = (1280, 720)
PAIR = Path(__file__).parents[1] / "scenes" / "pair.yaml"


class Seat(Hand):
    """A screen off-screen on the pair of arms; `click` returns which console was asked for."""

    def __init__(self, canvas, snapshot_of):
        scene = load_scene(PAIR)
        self.panel = Panel(scene.console_spec)
        self.screen = Screen(canvas, "en")
        self.screen.open_scene(scene, self.panel)
        self.target = canvas.ctx.simple_framebuffer(SIZE)
        self.snapshot = snapshot_of()
        self.tags = []
        self.look(3)

    def look(self, frames=1):
        asked = Intents()
        for _ in range(frames):
            titles = self.screen.list_titles()
            status = Status(consoles=titles, console=self.screen.console, tags=self.tags)
            one = self.screen.frame(self.target, self.snapshot, status, 0.02)
            asked.console = one.console or asked.console
        return asked.console

    def pixels(self, box):
        x, y, w, h = box
        data = np.frombuffer(self.target.read(components=3), np.uint8)
        return data.reshape(SIZE[1], SIZE[0], 3)[::-1][y : y + h, x : x + w].astype(int)


@pytest.fixture
def seat(canvas, snapshot_of):
    return Seat(canvas, snapshot_of)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(1280, 720), (1600, 1000)])
def test_the_tabs_take_their_strip_from_the_view(size, scale):
    with_tabs, without = (areas.divide(size, scale, with_tabs=one) for one in (True, False))
    assert with_tabs.tabs[3] == round(30 * scale) and without.tabs[3] == 0
    assert with_tabs.view[3] + with_tabs.tabs[3] + with_tabs.console[3] == (
        without.view[3] + without.console[3]
    )
    assert with_tabs.console[1] == with_tabs.tabs[1] + with_tabs.tabs[3]


def test_titles_are_the_labels_or_the_names(seat):
    assert seat.screen.list_titles() == [("left", "left"), ("right", "Right arm")]
    seat.screen.language = "ru"
    assert seat.screen.list_titles()[1] == ("right", "Правая")


def test_a_click_on_a_tab_asks_for_its_console(seat):
    strip = seat.screen.areas(SIZE).tabs
    assert seat.click(260, strip[1] + 15) == "right"
    assert seat.click(60, strip[1] + 15) == "left"
    assert seat.click(900, strip[1] + 15) is None


def test_robots_in_the_view_carry_their_numbers(seat):
    box = seat.screen.areas(SIZE).view
    before = seat.pixels(box)
    seat.tags = [("left", 300.0, 200.0), ("right", 600.0, 200.0), ("right", -50.0, 9000.0)]
    seat.look(2)
    changed = np.argwhere(np.abs(seat.pixels(box) - before).max(-1) > 20)
    assert changed[:, 0].min() >= 168 and changed[:, 0].max() <= 201  # they stand on their places
    columns = changed[:, 1]
    spans = [columns[columns < 450], columns[columns > 450]]
    chosen, other = (int(span.max() - span.min()) for span in spans)
    assert chosen > other + 20  # the chosen one has its name
    assert abs(spans[1].mean() - 600) < 4


def test_the_chosen_tag_lies_over_no_other():
    tags = [("a", 400.0, 200.0), ("b", 366.0, 206.0), ("c", 320.0, 210.0)]
    pills = robot_tags.lay_out(tags, "a", 80)
    assert [one.owner for one in pills] == ["b", "c", "a"]
    b, _, a = pills
    assert a.left >= b.left + b.width
    assert a.left <= a.x - 11 and a.left + a.width >= a.x + 11  # its point is below it
    crowd = [("a", 400.0, 200.0), ("b", 378.0, 200.0), ("c", 422.0, 200.0)]
    *others, a = robot_tags.lay_out(crowd, "a", 80)
    assert all(one.top >= a.top + robot_tags.HEIGHT for one in others)


def test_tags_do_not_glimmer_through_what_covers_them():
    card = (16.0, 16.0, 690.0, 76.0)
    tags = [("a", 640.0, 90.0), ("b", 400.0, 60.0), ("c", 800.0, 60.0)]
    c, a = robot_tags.lay_out(tags, "a", 80, [card])
    assert (c.owner, a.owner) == ("c", "a")
    assert a.top >= 92.0  # below the robot's place, where it can be read
    assert [one.owner for one in robot_tags.lay_out(tags, "b", 80, [card])] == ["c"]


def test_the_chosen_tag_does_not_move_out_of_the_view():
    """Its lower rim looked out from below the menu, above the briefing."""
    card = (0, 16, 400, 50)
    (pill,) = robot_tags.lay_out([("a", 100, 60)], "a", 80, [card])
    assert pill.top >= 66  # below its place
    (pill,) = robot_tags.lay_out([("a", 100, 10)], "a", 80)
    assert pill.top == 10 + robot_tags.STEM
    assert robot_tags.lay_out([("a", 100, 40)], "a", 80, [card]) == []


def test_no_tag_is_drawn_below_the_briefing(seat):
    seat.screen.strip.briefing = [Text(ru="Вперёд " * 20, en="Go on " * 20)]
    seat.look(12)  # nobody draws the scene below: what shines through has to settle
    box = seat.screen.areas(SIZE).view
    before = seat.pixels(box)
    seat.tags = [("left", 300.0, 60.0), ("right", 500.0, 58.0)]
    seat.look(3)
    assert np.abs(seat.pixels(box)[:72] - before[:72]).max() == 0


def test_the_menu_lists_them(seat):
    seat.click(178, 16)
    assert seat.click(188, 32 + 8 + 34) == "right"


def test_the_desk_is_that_of_the_chosen_console(seat):
    assert list(seat.screen.desk.entries)[:2] == ["left.power", "left.lever"]
    seat.panel.set("left.power", True)
    seat.look(30)
    box = seat.screen.areas(SIZE).console
    on = seat.pixels(box)
    seat.screen.select("right")
    seat.look(30)
    off = seat.pixels(box)
    assert np.abs(on - off).max() > 40  # the other switch is off
    x, y, w, h = seat.screen.desk.rect("right.power")
    seat.click(x + w / 2, y + h / 2)
    assert seat.panel.get("right.power") == 1.0


def test_leaving_a_desk_lets_the_pointers_lever_go(seat):
    x, y, w, h = seat.screen.desk.rect("left.lever")
    io = imgui.get_io()
    io.add_mouse_pos_event(x + w / 2, y + h / 2)
    seat.look(2)
    io.add_mouse_button_event(0, True)
    seat.look(2)
    io.add_mouse_pos_event(x + w / 2, y + 4)
    seat.look(2)
    assert seat.panel.get("left.lever") > 0.5
    seat.screen.select("right")
    assert seat.panel.get("left.lever") == 0.0
    seat.look(2)
    io.add_mouse_button_event(0, False)
    seat.look(2)
    assert seat.panel.get("left.lever") == seat.panel.get("right.lever") == 0.0


def test_a_tabs_mark_tells_the_gravest_light(snapshot_of):
    console = load_scene(PAIR).consoles["left"]
    lamp = console.panel["left.lit"]
    panel = {
        "left.lit": lamp,
        "left.hot": lamp.model_copy(update={"type": "annunciator", "kind": "caution"}),
        "left.fire": lamp.model_copy(update={"kind": "warning"}),
    }
    outputs = {"left.lit": "on", "left.hot": "hot", "left.fire": "fire"}
    own = console.model_copy(update={"panel": panel, "outputs": outputs})
    tabs = ConsoleTabs({"left": own})
    lit = [{}, {"on": 1.0}, {"on": 1.0, "hot": 1.0}, {"fire": 1.0, "hot": 1.0}]
    assert [tabs.rank("left", snapshot_of(**one)) for one in lit] == [0, 1, 2, 3]
    assert tabs.rank("left", None) == 0
    assert tabs.rank("left", snapshot_of(fire=0.0), {"left.fire"}) == 3, "it waits to be seen"


@pytest.mark.parametrize("width", [230, 400, 1500])
def test_narrow_tabs_keep_their_numbers_and_tell_their_titles(canvas, monkeypatch, width):
    titles = [(f"robot{row}", f"Robot of many names {row}") for row in range(8)]
    console = load_scene(PAIR).consoles["left"]
    tabs = ConsoleTabs({owner: console for owner, _ in titles})
    numbers, marks, told = [], [], []

    def draw(p):
        tabs.draw(p, (0, 0, width, 30), titles, "robot2", None, 0.0)

    def write(p, x, y, text, *_):
        if text.isdigit():
            numbers.append(x + p.width(text, 13, True) / 2)

    monkeypatch.setattr(Paint, "text", write)
    monkeypatch.setattr(Paint, "disc", lambda p, x, y, r, colour: marks.append(x - r))
    monkeypatch.setattr(imgui, "set_tooltip", told.append)
    imgui.get_io().add_mouse_pos_event(30, 15)
    target = canvas.ctx.simple_framebuffer((1600, 100))
    for _ in range(3):
        numbers.clear(), marks.clear(), told.clear()
        canvas.frame(target, draw)
    assert len(numbers) == 8
    assert all(number <= mark + 1 for number, mark in zip(numbers, marks[::2], strict=True))
    assert told == ["Robot of many names 0"]


@pytest.mark.parametrize(("name", "width"), [("consoles", 184), ("pages", 210), ("pages", 256)])
def test_tabs_too_narrow_for_a_mark_beside_the_text_have_it_below(canvas, monkeypatch, name, width):
    titles = [(f"page{row}", f"Page of many words {row}") for row in range(3)]
    titles = titles if name == "pages" else [*titles, *((f"{row}", "Robot") for row in range(5))]
    tabs = ConsoleTabs({owner: load_scene(PAIR).consoles["left"] for owner, _ in titles}, name)
    written, marks = [], []
    monkeypatch.setattr(Paint, "text", lambda p, x, y, text, *_: written.append(text))
    monkeypatch.setattr(Paint, "disc", lambda *given: marks.append(given))
    target = canvas.ctx.simple_framebuffer((800, 100))
    box = (0, 0, width, 30)
    canvas.frame(target, lambda p: tabs.draw(p, box, titles, "page2", None, 0.0))
    assert not marks
    numbers = [str(place + 1) for place in range(len(titles))]
    shown = [text for text in written if text]
    assert shown == numbers if name == "consoles" else len(shown) == len(titles)


def test_pages_leave_the_consoles_the_room_that_their_titles_do_not_need(canvas, monkeypatch):
    titles = [Text(ru="Пульт", en="Desk"), Text(ru="Наблюдение", en="Watch")]
    strip = ConsoleTabs({}, "pages")
    canvas.frame(canvas.ctx.simple_framebuffer((800, 100)), lambda p: None)
    wide, written = strip.width(canvas.paint, titles), []
    assert wide < 350
    monkeypatch.setattr(Paint, "text", lambda p, x, y, text, *_: written.append(text))
    box = (0, 0, round(wide), 30)
    shown = [(title.en, title.ru) for title in titles]
    draw = lambda p: strip.draw(p, box, shown, "Watch", None, 0.0)  # noqa: E731
    canvas.frame(canvas.ctx.simple_framebuffer((800, 100)), draw)
    assert [text for text in written if text] == ["Пульт", "Наблюдение"]


SQUAD = ["Альфа", "Браво", "Чарли", "Дельта", "Эхо", "Фокстрот", "Гольф", "Отель"]


@pytest.mark.parametrize(
    ("width", "cut"),
    [(1280, []), (900, []), (860, ["Фокстрот"]), (740, [*SQUAD[:4], "Фокстрот", *SQUAD[6:]])],
)
def test_a_tab_has_the_room_that_its_title_needs_and_the_longest_are_cut_first(
    canvas, monkeypatch, width, cut
):
    titles = [(one, one) for one in SQUAD]
    tabs = ConsoleTabs({one: load_scene(PAIR).consoles["left"] for one in SQUAD})
    written, marks = [], []
    text = lambda p, x, y, text, *_: written.append((x, text, x + p.width(text, 14)))  # noqa: E731
    monkeypatch.setattr(Paint, "text", text)
    monkeypatch.setattr(Paint, "disc", lambda p, x, y, r, colour: marks.append(x - r))
    target = canvas.ctx.simple_framebuffer((1300, 100))
    box = (0, 0, width, 30)
    canvas.frame(target, lambda p: tabs.draw(p, box, titles, "Браво", None, 0.0))
    shown = [one for one in written if not one[1].isdigit()]
    assert [t for t, (_, told, _) in zip(SQUAD, shown, strict=True) if told != t] == cut
    assert all(end < mark for (_, _, end), mark in zip(shown, marks[::2], strict=True))
    starts = [x for x, told, _ in written if told.isdigit()]
    assert all(mark < x for mark, x in zip(marks[1::2], starts[1:], strict=False))
    assert marks[-1] < width - 16


@pytest.mark.parametrize(("width", "is_whole"), [(1280, True), (1000, True), (600, False)])
def test_long_titles_are_whole_on_tabs_that_have_the_room(canvas, monkeypatch, width, is_whole):
    """Three robots called alike but for the last word had three tabs that read alike."""
    titles = [(f"r{row}", f"Special purpose robot number {row}") for row in range(3)]
    titles.append(("base", "Base"))
    tabs = ConsoleTabs({name: load_scene(PAIR).consoles["left"] for name, _ in titles})
    written, ends = [], []
    text = lambda p, x, y, text, *_: written.append(text)  # noqa: E731
    monkeypatch.setattr(Paint, "text", text)
    monkeypatch.setattr(Paint, "disc", lambda p, x, y, r, colour: ends.append(x + r))
    target = canvas.ctx.simple_framebuffer((1300, 100))
    canvas.frame(target, lambda p: tabs.draw(p, (0, 0, width, 30), titles, "r0", None, 0.0))
    assert all((title in written) == is_whole for _, title in titles[:3]) and "Base" in written
    assert ends[-1] < width - 16
