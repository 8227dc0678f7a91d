"""Windows open whatever the process did before."""

import subprocess
import sys
import threading
import time

import pytest

from simulator.app import clipboard, window
from simulator.render import offscreen, still
from simulator.spec import load


def test_windows_open_where_a_picture_was_drawn_without_one(display):
    scene = load.load_scene("tests/scenes/arm.yaml")
    offscreen.shot(scene, still.at_start(scene), None, (64, 36), "low")
    opened = []
    try:
        for _ in range(2):  # a second one was refused
            opened.append(window.open_window((320, 240), visible=False))
            assert window.open_context().screen is not None
    finally:
        for one in opened:
            one.close()


def test_a_window_is_larger_where_what_it_shows_is(display):
    """At 200 % it opened as small as at 100 %, and the desk was folded into two cards."""
    assert window.fitting_size((3840, 2160), 1.0) == (1600, 1000)
    assert window.fitting_size((3840, 2160), 2.0) == (3200, 2000)
    assert window.fitting_size((2560, 1440), 1.5) == (2400, 1440)
    opened = [window.open_window(visible=False, scale=scale) for scale in (0.25, 0.5)]
    sizes = [one.get_size() for one in opened]
    for one in opened:
        one.close()
    assert sizes == [(400, 250), (800, 500)]


OTHER = """
import time
from simulator.app import window
opened = window.open_window((64, 48), visible=False)
print(opened.get_clipboard_text(), flush=True)
opened.set_clipboard_text("место")
print("ready", flush=True)
for _ in range(1000):
    opened.dispatch_events()
    time.sleep(0.01)
"""


@pytest.fixture
def two_windows(display):
    opened = [window.open_window((64, 48), visible=False) for _ in range(2)]
    yield opened
    for one in opened:
        one.close()


def test_the_clipboard_of_a_program_that_hangs_keeps_nobody_waiting(two_windows):
    asking, owner = two_windows
    owner.set_clipboard_text("never given")
    began = time.monotonic()
    assert asking.get_clipboard_text() == ""
    assert time.monotonic() - began < 4 * clipboard.PATIENCE
    for _ in range(3):  # it answers, too late
        owner.dispatch_events()
        asking.dispatch_events()
    asking.set_clipboard_text("")
    assert asking.get_clipboard_text() == ""


def test_what_is_copied_again_is_kept(two_windows):
    """That another program had copied in between is heard only afterwards."""
    mine = two_windows[0]
    mine.set_clipboard_text("first")
    with subprocess.Popen([sys.executable, "-c", OTHER], stdout=subprocess.PIPE) as other:
        assert [other.stdout.readline() for _ in "ab"] == [b"\n", b"ready\n"]
        mine.set_clipboard_text("last")
        mine.dispatch_events()
        read = mine.get_clipboard_text()
        other.kill()
    assert read == "last"


def test_the_full_screen_is_another_window_with_the_same_text(two_windows):
    from pyglet.libs.x11 import xlib

    first, other = two_windows
    first.set_clipboard_text("copied")
    first.set_fullscreen(True)
    first.dispatch_events()
    display, clipboard = first._x_display, first._clipboard_atom
    assert xlib.XGetSelectionOwner(display, clipboard) == first._window
    assert first.get_clipboard_text() == "copied"
    other.set_clipboard_text("newer")
    first.set_fullscreen(False)
    first.dispatch_events()
    assert xlib.XGetSelectionOwner(display, clipboard) == other._window
    assert other.get_clipboard_text() == "newer"


def test_texts_are_copied_to_other_programs_and_from_them(two_windows, monkeypatch):
    mine = two_windows[0]
    mine.set_clipboard_text("строка 3: ошибка")
    command = [sys.executable, "-c", OTHER]
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as other:
        lines = []
        reading = threading.Thread(
            target=lambda: lines.extend(other.stdout.readline() for _ in "ab")
        )
        reading.start()
        while reading.is_alive():
            mine.dispatch_events()
            time.sleep(0.002)
        read = mine.get_clipboard_text()
        other.kill()
    assert lines == ["строка 3: ошибка\n", "ready\n"]
    assert read == "место"
