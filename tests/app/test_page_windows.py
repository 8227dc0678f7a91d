"""A page of the desk in a window of its own: the same panel, the same keys, and back as a tab."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from imgui_bundle import imgui
from windowed import until

from simulator import priority
from simulator.app import opening, page_windows, window
from simulator.app.page_windows import find_beside

SCENES = Path(__file__).parents[1] / "scenes"
DESK = """
pages: {drive: {title: Drive}, service: {title: Service, window: true}}
groups:
  hands:  {title: Hands, page: drive}
  meters: {title: Meters, page: service, size: [300, 420]}
panel:
  power: {type: toggle, group: meters}
  lever: {type: lever, spring_return: true, keys: [Q, A], group: hands}
  stop:  {type: emergency_stop, group: hands}
layout: {panel: {power: [100, 300]}}
diagram:
  drive: {type: select, in: [power, lever, 0]}
outputs: {shoulder_motor: drive}
"""


@pytest.fixture(scope="module")
def app(display, tmp_path_factory):
    from stand_in import builder

    from simulator.app import loop

    folder = tmp_path_factory.mktemp("pages") / "scenes"
    shutil.copytree(SCENES, folder)
    (folder / "consoles" / "arm.yaml").write_text(DESK)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "Builder", builder([]))
        patch.setattr(priority, "yield_to_physics", lambda: None)
        app = loop.App(
            folder / "arm.yaml",
            quality="low",
            language="en",
            open_window=lambda: window.open_window((1000, 700)),
        )
        yield app
        app.release()


@pytest.fixture
def service(app):
    """Return the window of the page "service"."""
    pages = app.screen.desk.pages
    if "service" in pages.console.pages and "service" not in pages.apart:
        pages.move("service")
    until(app, lambda: app.viewer is not None and "service" in app.page_windows.open)
    app.tick()
    return app.page_windows.open["service"]


def test_a_window_opens_on_the_monitor_beside_the_first_ones():
    left, right = (SimpleNamespace(x=x, y=0, width=1920, height=1080) for x in (0, 1920))
    assert find_beside([left, right], (900, 500)) is right
    assert find_beside([left, right], (2500, 500)) is left
    assert find_beside([left], (900, 500)) is None


def test_the_file_opens_a_window_as_large_as_its_page(app, service):
    assert service.window.caption == "Service - Simulator"
    assert service.window.visible
    assert service.window.height > 420 and 400 < service.window.width < 800
    (_, _, _, tall), scale = service.desk.dock.content(service.desk.dock.cards[0])
    assert (tall, scale) == (420, 1)
    assert app.screen.desk.pages.tabs == ["drive"]
    assert app.screen.areas((1000, 700)).tabs[3] == 0


def test_its_controls_work_the_panel_that_the_first_window_works(app, service):
    x, y, w, h = service.desk.rect("power")
    point = round(x + w / 2), round(service.window.height - y - h / 2)
    service.window.dispatch_event("on_mouse_motion", *point, 0, 0)
    app.tick()
    service.window.dispatch_event("on_mouse_press", *point, 1, 0)
    for _ in range(3):
        app.tick()
    service.window.dispatch_event("on_mouse_release", *point, 1, 0)
    until(app, lambda: app.devices.panel.get("power") == 1)
    assert imgui.get_current_context() is not None
    service.window.dispatch_event("on_mouse_leave", 0, 0)


def test_keys_work_in_it_and_going_there_is_no_loss_of_the_focus(app, service):
    from pyglet.window import key

    app.window.dispatch_event("on_activate")
    service.window.dispatch_event("on_activate")
    app.window.dispatch_event("on_deactivate")
    app.tick()
    service.window.dispatch_event("on_key_press", key.A, 0)
    until(app, lambda: app.devices.panel.get("lever") > 0.5)
    assert app.devices.panel.notices == ()
    service.window.dispatch_event("on_deactivate")
    app.tick()
    assert app.devices.panel.get("lever") == 0
    assert [one.reason for one in app.devices.panel.notices] == ["focus"]
    service.window.dispatch_event("on_key_release", key.A, 0)
    app.window.dispatch_event("on_activate")
    app.tick()
    assert app.devices.panel.notices == ()


def test_the_key_for_the_whole_screen_is_for_the_window_that_it_is_pressed_in(app, service):
    from pyglet.window import key

    for is_full in (True, False):
        service.window.dispatch_event("on_key_press", key.F11, 0)
        app.tick()
        assert (service.window.fullscreen, app.window.fullscreen) == (is_full, False)


def test_closed_it_comes_back_as_a_tab_and_the_menu_sends_it_away_again(app, service):
    from pyglet.window import key

    service.window.dispatch_event("on_close")
    app.tick()
    assert app.page_windows.open == {}
    assert app.screen.desk.pages.tabs == ["drive", "service"]
    assert app.screen.desk.pages.chosen == "service"
    app.window.dispatch_event("on_key_press", key.PAGEUP, key.MOD_CTRL)
    app.tick()
    assert app.screen.desk.pages.chosen == "drive"
    app.actions.next_page(1)
    asked = app.screen.frame(app.surface(), None, app._status(None), 0.02)
    asked.page_apart = "service"
    app.actions.obey(asked)
    app.tick()
    assert list(app.page_windows.open) == ["service"]
    assert app.ctx.error == "GL_NO_ERROR"


def test_a_page_that_no_window_opens_for_stays_on_the_desk_and_that_is_told(
    app, service, monkeypatch
):
    def refuse(*_):
        raise window.NoWindow("no more of them")

    service.window.dispatch_event("on_close")
    app.tick()
    monkeypatch.setattr(page_windows, "PageWindow", refuse)
    app.screen.desk.pages.move("service")
    app.tick()
    assert app.page_windows.open == {} and app.screen.desk.pages.tabs == ["drive", "service"]
    told = app.devices.panel.notices[-1].text
    assert told.en == "No window opened for the page, it stays on the desk: no more of them"
    assert told.ru.startswith("Окно для страницы не открылось")


def test_no_page_is_worked_under_a_page_of_the_program(app, service):
    app.devices.panel.set("stop", False)
    app.actions.help()
    app.tick()
    x, y, w, h = service.desk.rect("stop")
    point = round(x + w / 2), round(service.window.height - y - h / 2)
    service.window.dispatch_event("on_mouse_motion", *point, 0, 0)
    service.window.dispatch_event("on_mouse_press", *point, 1, 0)
    for _ in range(3):
        app.tick()
    service.window.dispatch_event("on_mouse_release", *point, 1, 0)
    app.tick()
    app.actions.help()
    assert app.devices.panel.get("stop") == 0
