"""Pages of a desk: every widget is on one, a stop on all of them, and what was held is let go."""

import itertools
from dataclasses import replace

import pytest
from imgui_bundle import imgui

from simulator.console.panel import Panel
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.models.scene import SceneSpec
from simulator.ui.desk.desk import Desk
from simulator.ui.desk.pages import Pages
from simulator.ui.intents import Intents, Status
from simulator.ui.screen import Screen

DESK = {
    "pages": {
        "drive": {"title": "Drive"},
        "arm": {"title": "Arm"},
        "service": {"title": "Service", "window": True},
    },
    "groups": {
        "tracks": {"title": "Tracks", "page": "drive"},
        "hand": {"title": "Hand", "page": "arm"},
        "meters": {"title": "Meters", "page": "service"},
        "status": {"title": "Status"},
        "stop": {"title": "Stop", "page": "arm"},
    },
    "panel": {
        "left": {"type": "lever", "group": "tracks", "spring_return": True},
        "grip": {"type": "toggle", "group": "hand"},
        "amps": {"type": "gauge", "group": "meters", "range": [0, 40], "unit": "A"},
        "hot": {"type": "annunciator", "group": "meters", "kind": "warning"},
        "on": {"type": "lamp", "group": "status"},
        "off": {"type": "emergency_stop", "group": "stop"},
        "loose": {"type": "toggle"},
    },
    "outputs": {"amps": 3, "hot": "heat", "on": 1},
}
CONSOLE = ConsoleSpec.model_validate(DESK)


def edited(**changes) -> ConsoleSpec:
    return ConsoleSpec.model_validate(DESK | changes)


def test_a_page_has_its_cards_the_common_ones_and_every_stop():
    pages = Pages(CONSOLE)
    assert pages.tabs == ["drive", "arm"] and pages.chosen == "drive"
    assert pages.groups("drive") == {"tracks", "status", "stop", ""}
    assert pages.groups("arm") == {"hand", "status", "stop", ""}
    assert pages.groups("service", is_apart=True) == {"meters", "stop"}


def test_a_page_goes_to_a_window_and_comes_back():
    pages = Pages(CONSOLE)
    pages.move("drive")
    assert pages.tabs == ["arm"] and pages.chosen == "arm"
    pages.move("service")
    assert pages.tabs == ["arm", "service"] and pages.chosen == "service"
    pages.step(1)
    assert pages.chosen == "arm"
    pages.step(-1)
    assert pages.chosen == "service"
    for name in ("arm", "service"):
        pages.move(name)
    assert pages.tabs == [] and pages.chosen == ""
    pages.step(1)
    assert pages.groups(pages.chosen) == {"status", "stop", ""}


def test_an_edit_of_the_file_leaves_pages_where_the_operator_put_them():
    before = Pages(CONSOLE)
    before.move("service")
    before.move("drive")
    names = {name: page for name, page in DESK["pages"].items() if name != "arm"}
    fresh = {"log": {"title": "Log", "window": True}}
    after = Pages(edited(pages=names | fresh, groups={}, panel={}, outputs={}))
    after.follow(before)
    assert after.apart == {"drive", "log"}
    assert after.chosen == "service"


def test_wherever_pages_go_every_widget_is_shown_and_every_window_has_the_stop():
    for moves in itertools.product(DESK["pages"], repeat=4):
        pages = Pages(CONSOLE)
        for name in moves:
            pages.move(name)
            views = [pages.groups(name) for name in pages.tabs or [""]]
            views += [pages.groups(name, is_apart=True) for name in pages.apart]
            assert all("stop" in view for view in views)
            assert frozenset.union(*views) >= {*CONSOLE.groups, ""}
            assert pages.chosen in (pages.tabs or [""])


def shown(o) -> set[str]:
    return {name for card in o.desk.dock.cards for name in o.desk.dock.visible(card)}


def test_turning_the_page_lets_go_and_shows_its_cards(seat):
    o = seat(CONSOLE, (1400, 372))
    assert shown(o) == {"left", "on", "off", "loose"}
    o.press(*o.at("left", 0.5, 0.1))
    assert o.panel.get("left") > 0.5
    o.desk.pages.step(1)
    o.look(2)
    assert o.panel.get("left") == 0
    assert shown(o) == {"grip", "on", "off", "loose"}
    o.release()
    o.desk.show("left")
    o.look()
    assert "left" in shown(o)


def test_a_page_apart_works_the_same_panel(seat):
    o = seat(CONSOLE, (900, 372))
    o.desk = Desk(o.panel, o.canvas.paint, CONSOLE, "service")
    o.look(2)
    o.click("off")
    assert o.panel.get("off") == 1
    width, height = o.desk.dock.natural_size()
    assert 300 < width < 900 and 0 < height < 372


def test_a_page_goes_where_an_edit_of_the_file_sends_it():
    pages = DESK["pages"] | {"arm": {"title": "Arm", "window": True}, "service": {"title": "S"}}
    after = Pages(edited(pages=pages))
    after.follow(Pages(CONSOLE))
    assert after.apart == {"arm"}


@pytest.fixture
def screen(canvas):
    made = Screen(canvas, "en")
    panel = Panel(CONSOLE)
    made.open_scene(SceneSpec(console_spec=CONSOLE), panel)
    return made


def click(screen, x, y, snapshot):
    """Click into a window of 1280 x 720 and return all that was asked for."""
    target, io = screen.canvas.ctx.simple_framebuffer((1280, 720)), imgui.get_io()
    asked = None
    for step in range(8):
        if step == 2:
            io.add_mouse_pos_event(x, y)
        if step in (4, 6):
            io.add_mouse_button_event(0, step == 4)
        one: Intents = screen.frame(target, snapshot, Status(), 0.02)
        asked = one.page or asked
    return asked


def test_a_tab_asks_for_its_page_and_tells_what_is_lit_on_it(screen, snapshot_of):
    snapshot = snapshot_of(heat=1.0)
    strip = screen.areas((1280, 720)).tabs
    assert strip[3] == 30
    assert click(screen, 250, strip[1] + 15, snapshot) == "arm"
    tabs = screen._page_tabs[1]
    assert [tabs.rank(name, snapshot) for name in DESK["pages"]] == [0, 0, 3]
    assert [one.is_apart for one in screen.list_pages()] == [False, False, True]


def test_a_latched_alarm_outlives_an_edit_of_the_files_on_its_tab_too(screen, snapshot_of):
    tiles = {"hot": DESK["panel"]["hot"] | {"latch": True, "group": "hand"}}
    console = edited(panel=DESK["panel"] | tiles)
    scene, told = SceneSpec(console_spec=console), []
    target = screen.canvas.ctx.simple_framebuffer((1280, 720))
    screen.open_scene(scene, Panel(console))
    for time, heat in ((0.0, 1.0), (0.04, 0.0), (0.08, 0.0)):
        if time == 0.08:
            screen.open_scene(scene, Panel(console), is_edited=True)
            screen.alarms.is_fresh = False
        snapshot = replace(snapshot_of(heat=heat), time=time)
        screen.frame(target, snapshot, Status(), 0.02)
        ranks = screen._page_tabs[1].rank("arm", snapshot, screen.alarms.raised)
        told.append((screen.desk.entries["hot"].face.is_on, ranks))
    assert told == [(True, 3)] * 3
    assert not screen.alarms.is_fresh, "it does not sound again"
    screen.open_scene(scene, Panel(console))
    assert not screen.alarms.raised, "another scene has none of them"


def test_another_scene_with_the_same_pages_finds_them_as_they_were_left(screen):
    screen.pages.move("drive")
    screen.pages.choose("arm")
    screen.open_scene(SceneSpec(), Panel(ConsoleSpec()))
    assert screen.pages.tabs == []
    screen.open_scene(SceneSpec(console_spec=CONSOLE), Panel(CONSOLE))
    assert screen.pages.apart == {"drive", "service"} and screen.pages.chosen == "arm"


def test_a_desk_without_pages_has_no_strip(canvas):
    plain = ConsoleSpec.model_validate({"panel": DESK["panel"], "outputs": DESK["outputs"]} | {
        "groups": {name: {"title": name} for name in DESK["groups"]}})  # fmt: skip
    screen = Screen(canvas, "en")
    screen.open_scene(SceneSpec(console_spec=plain), Panel(plain))
    assert screen.areas((1280, 720)).tabs[3] == 0
    assert screen.list_pages() == []
