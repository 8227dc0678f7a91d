"""Pointer, keys and focus drive the window and what is in it, as an operator uses them."""

import shutil
import subprocess
from pathlib import Path

import pytest
from imgui_bundle import imgui
from operated import SCENE

from simulator.app import window
from simulator.console import gamepad
from simulator.ui.intents import DEBUG_DRAWS, Intents

pytestmark = pytest.mark.usefixtures("fresh")
PAIR = Path(__file__).parents[1] / "scenes" / "pair.yaml"


def test_a_lever_follows_the_pointer_and_springs_back(desk):
    x, y = desk.place("left")
    desk.press(x, y)
    desk.drag(x, y, 0, 40)
    desk.until(lambda: desk.physics.last("left") > 0.2)
    desk.release(x, y + 40)
    desk.until(lambda: desk.physics.last("left") == 0.0)


def test_devices_are_looked_for_only_where_others_are_plugged_in(desk, tmp_path, monkeypatch):
    folder, looked, pads = tmp_path / "input", [], desk.app.devices.gamepads
    folder.mkdir()
    monkeypatch.setattr(gamepad, "DEVICE_FOLDER", folder)
    monkeypatch.setattr(pads, "rescan", lambda: looked.append(1))

    def wait():
        looked.clear()
        pads._next_scan = 0.0
        desk.frames(1)
        return len(looked)

    assert (wait(), wait()) == (1, 0)
    (folder / "event0").touch()
    assert (wait(), wait()) == (1, 0)


def test_a_held_key_drives_and_its_release_stops(desk):
    desk.key("W", True)
    desk.until(lambda: desk.physics.last("left") > 0.5)
    desk.key("W", False)
    desk.until(lambda: desk.physics.last("left") == 0.0)


def test_ctrl_s_saves_elsewhere_and_drives_nothing_here(desk):
    from pyglet.window import key

    for held in (key.MOD_CTRL, key.MOD_ALT, key.MOD_WINDOWS):
        desk.key("S", True, modifiers=held)
        desk.frames(3)
        assert desk.physics.last("left") == 0.0 and not desk.app.devices.keyboard.down
        desk.key("S", False)
    desk.key("SPACE", modifiers=key.MOD_CTRL)
    desk.until(lambda: desk.physics.last("stop") == 1.0)


def test_what_the_console_binds_with_ctrl_is_its_own(desk, monkeypatch):
    from pyglet.window import key

    asked = []
    monkeypatch.setattr(desk.app.actions, "end_attempt", lambda: asked.append("end"))
    desk.key("B", modifiers=key.MOD_CTRL)
    actions = desk.app.devices.keyboard.actions
    monkeypatch.setitem(actions, "B", actions["W"])
    desk.key("B", modifiers=key.MOD_CTRL)
    assert len(asked) == 2 and desk.physics.last("left") == 0.0
    monkeypatch.setitem(actions, "LCTRL", actions["G"])
    desk.key("B", True, modifiers=key.MOD_CTRL)
    desk.until(lambda: desk.physics.last("left") > 0.2)
    desk.key("B", False)
    desk.until(lambda: desk.physics.last("left") == 0.0)
    assert len(asked) == 2


def test_losing_the_focus_returns_to_neutral_and_says_so(desk):
    desk.key("W", True)
    desk.until(lambda: desk.physics.last("left") > 0.5)
    desk.event("on_deactivate")
    desk.app.tick()
    assert desk.app.devices.panel.get("left") == 0.0
    seen = len(desk.physics.inputs)
    desk.until(lambda: len(desk.physics.inputs) >= seen + 3)
    assert desk.physics.last("left") == 0.0
    assert [one.reason for one in desk.app.devices.panel.notices] == ["focus"]
    desk.event("on_activate")
    desk.app.tick()
    assert desk.app.devices.panel.notices == ()
    desk.key("W", False)


def test_a_click_between_two_frames_is_not_lost(desk):
    row = desk.physics.input_names.index("stop")
    before = desk.physics.inputs[-1].presses[row]
    x, y = desk.place("stop")
    desk.event("on_mouse_motion", x, y, 0, 0)
    desk.app.tick()
    desk.event("on_mouse_press", x, y, 1, 0)
    desk.event("on_mouse_release", x, y, 1, 0)
    desk.until(lambda: desk.physics.inputs[-1].presses[row] > before)
    assert desk.physics.last("stop") == 1.0


def test_pause_step_resume_and_reset_by_key(desk):
    state = desk.app.realtime
    desk.key("F5")
    desk.until(lambda: state.state.name == "paused")
    index = desk.physics.index
    desk.key("F6")
    desk.until(lambda: desk.physics.index == index + 1)
    desk.app.tick()
    assert desk.physics.index == index + 1
    desk.key("F5")
    desk.until(lambda: desk.physics.index > index + 3)
    desk.app.devices.panel.set("range", 3)
    resets = desk.physics.resets
    desk.key("F7")
    desk.until(lambda: desk.physics.resets > resets)
    assert desk.app.devices.panel.get("range") == 1.0


def test_the_quality_is_automatic_again_after_another_was_chosen(desk):
    app, seen = desk.app, []
    for _ in range(4):
        desk.key("F10")
        seen.append((app._status(None).quality, app.is_auto))
    assert seen == [("medium", False), ("high", False), ("auto", True), ("low", False)]
    app.actions.obey(Intents(quality="auto"))
    assert app.is_auto and app.quality == app.suggested
    assert app._status(None).drawn_quality == app.suggested
    app.actions.obey(Intents(quality="low"))
    assert app._status(None).quality == "low"


def test_the_other_program_keys(desk):
    viewer, screen = desk.app.viewer, desk.app.screen
    desk.key("F2")
    assert screen.language == "ru"
    desk.key("F2")
    desk.key("F3")
    assert viewer.debug == {"joints"}
    for _ in DEBUG_DRAWS:
        desk.key("F3")
    assert viewer.debug == set(DEBUG_DRAWS)
    desk.key("F3")
    assert viewer.debug == frozenset()
    desk.key("F4")
    assert viewer.camera == viewer.cameras[1]
    desk.key("F8")
    assert viewer.camera == "free"
    desk.key("F8")
    assert viewer.camera == "follow"
    desk.frames(3)
    height = desk.app.realtime.frames.current.snapshot.position[1:, 2]
    assert viewer.orbit.goal.target[2] == pytest.approx((height.min() + height.max()) / 2, abs=0.15)
    desk.key("F8")
    desk.key("F1")
    assert desk.app.shows_help
    desk.key("ESCAPE")
    assert not desk.app.shows_help and not desk.app.is_closed


def test_the_pointer_turns_shifts_and_zooms_the_view_only_over_it(desk):
    goal = desk.app.viewer.orbit.goal
    x, y = 300, desk.app.window.height - 250
    yaw, distance, target = goal.yaw, goal.distance, goal.target.copy()
    desk.press(x, y)
    desk.drag(x, y, 50, 0)
    desk.release(x + 50, y)
    assert goal.yaw != yaw
    desk.press(x, y, 4)
    desk.drag(x, y, 50, 0, 4)
    desk.release(x + 50, y, 4)
    assert abs(goal.target - target).max() > 0.0
    desk.event("on_mouse_scroll", x, y, 0, 2)
    desk.app.tick()
    assert goal.distance < distance
    yaw = goal.yaw
    x, y = desk.place("left")
    desk.press(x, y)
    desk.drag(x, y, 30, 20)
    desk.release(x + 30, y + 20)
    assert goal.yaw == yaw


def test_a_console_is_taken_by_ctrl_and_number_and_devices_and_cameras_go_with_it(desk):
    from pyglet.window.key import MOD_CTRL, MOD_SHIFT

    app, made = desk.app, len(desk.made)
    app.open_scene(PAIR)
    desk.until(lambda: len(desk.made) > made and desk.physics.index > 2)
    bodies = app.realtime.frames.current.snapshot.layout.bodies
    desk.key("A", True)
    desk.until(lambda: desk.physics.last("left.lever") > 0.5)
    app.tick()
    assert app.viewer.inset == "left.eye" and bodies[app.viewer.orbit.follow] == "left.stand"
    tags = {owner: (x, y) for owner, x, y in app.viewer.tags}
    wide, tall = app.screen.areas(app.surface().size).view[2:]
    assert 0 < tags["left"][0] < wide and 0 < tags["left"][1] < tall  # it is followed
    desk.key("_2", modifiers=MOD_CTRL)
    assert app.screen.console == "right" and app.viewer.inset == "right.eye"
    assert app.viewer.title(app.viewer.inset).en == "Right arm · Eye"
    desk.until(lambda: desk.physics.last("left.lever") == 0.0)
    assert bodies[app.viewer.orbit.follow] == "right.stand"
    desk.key("A", False)
    desk.key("A", True)
    desk.until(lambda: desk.physics.last("right.lever") > 0.5)
    assert desk.physics.last("left.lever") == 0.0
    desk.key("A", False)
    desk.key("TAB", modifiers=MOD_CTRL)
    assert app.screen.console == "left"
    desk.key("TAB", modifiers=MOD_CTRL | MOD_SHIFT)
    assert app.screen.console == "right"
    desk.key("_7", modifiers=MOD_CTRL)
    assert app.screen.console == "right"
    x, y, _, h = app.screen.areas(app.surface().size).tabs
    desk.press(x + 60, app.window.height - y - h // 2)
    desk.release(x + 60, app.window.height - y - h // 2)
    desk.until(lambda: app.screen.console == "left")
    made = len(desk.made)
    app.open_scene(SCENE)
    desk.until(lambda: len(desk.made) > made and desk.physics.index > 2)
    assert app.screen.console == ""


@pytest.mark.skipif(shutil.which("xdotool") is None, reason="needs xdotool")
def test_a_real_pointer_and_keyboard_drive_and_a_real_focus_loss_stops(desk):
    def tool(*words):
        subprocess.run(["xdotool", *map(str, words)], check=True)

    name = str(desk.app.window._window)
    left, top = desk.app.window.get_location()
    tool("windowfocus", "--sync", name)
    x, y = desk.place("stop")
    tool("mousemove", left + x, top + desk.app.window.height - y)
    desk.until(lambda: round(imgui.get_io().mouse_pos.x) == x)
    tool("click", 1)
    desk.until(lambda: desk.physics.last("stop") == 1.0)
    tool("keydown", "w")
    desk.until(lambda: desk.physics.last("left") > 0.5)
    other = window.open_window((800, 600))
    tool("windowfocus", "--sync", other._window)
    desk.until(lambda: not desk.app.devices.has_focus)
    seen = len(desk.physics.inputs)
    desk.until(lambda: len(desk.physics.inputs) > seen + 1)
    assert desk.physics.last("left") == 0.0
    tool("keyup", "w")
    other.close()
    tool("windowfocus", "--sync", name)
    desk.until(lambda: desk.app.devices.has_focus)


def test_ctrl_d_shows_the_diagram_and_the_desk_again(desk):
    desk.key("D", modifiers=2)  # Ctrl
    desk.until(lambda: desk.app.screen.board is not None)
    desk.until(lambda: desk.app.screen.page.view.nodes)
    assert desk.app.diagrams.board.sheet.graph.nodes
    desk.key("D", modifiers=2)  # Ctrl
    desk.until(lambda: desk.app.screen.board is None)
