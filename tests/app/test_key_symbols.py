"""What keys of other countries' keyboards are called, with and without Shift."""

import locale
import shutil
import subprocess
import time
from types import SimpleNamespace

import pyglet
import pytest

pyglet.options.shadow_window = False  # before the import that would need a display
from pyglet.libs.x11 import xlib  # noqa: E402
from pyglet.window import key  # noqa: E402

from simulator.app import help_page, key_symbols, window  # noqa: E402
from simulator.console import keyboard  # noqa: E402
from simulator.spec.models.console import ConsoleSpec  # noqa: E402

# Keysyms of X11 key codes, without and with Shift.
TAB, LEFT_TAB, KEYPAD_7, KEYPAD_HOME = 0xFF09, 0xFE20, 0xFFB7, 0xFF95
FRENCH = {
    10: "&1", 11: "é2", 13: "'4", 15: "-6", 20: ")°", 24: "aA", 25: "zZ", 35: "$£", 49: "²~",
    60: ":/", 94: "<>",
}  # fmt: skip
GERMAN = {13: "4$", 20: "ß?", 29: "zZ", 34: "üÜ", 35: "+*", 51: "#'", 61: "-_"}
RUSSIAN = {10: "1!", 24: "йЙ", 34: "хХ"}


def names_of(layout, state=0):
    def look_up(event):
        char = layout[event.keycode][event.state & key_symbols.SHIFT]
        return ord(char) if char < "А" else 0x6C0 + ord(char) % 64

    events = [SimpleNamespace(keycode=code, state=state) for code in layout]
    found = [key_symbols.find_symbol(event, look_up) for event in events]
    assert all(event.state == state for event in events)
    return " ".join(keyboard.read_symbol(key.symbol_string(one)) for one in found)


@pytest.mark.parametrize("state", [0, key_symbols.SHIFT])
@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        (FRENCH, "1 2 4 6 MINUS A Z BRACKETRIGHT GRAVE PERIOD LESS"),
        (GERMAN, "4 MINUS Z BRACKETLEFT BRACKETRIGHT BACKSLASH MINUS"),
        (RUSSIAN, "1 Q BRACKETLEFT"),
    ],
)
def test_a_key_is_its_digit_its_letter_or_its_place_whatever_shift_does(layout, state, expected):
    assert names_of(layout, state) == expected


def test_help_names_keys_by_what_is_printed_on_them():
    def marks_of(layout):
        def look_up(code):
            text = layout.get(code, "  ")
            event = SimpleNamespace(keycode=code, state=0)
            found = key_symbols.find_symbol(event, lambda one: ord(text[one.state & 1]))
            return keyboard.read_symbol(key.symbol_string(found)), ord(text[0])

        return key_symbols.read_marks(look_up)

    french = marks_of(FRENCH)
    assert (french["MINUS"], french["BRACKETRIGHT"], french["PERIOD"]) == (")", "$", ":")
    german = marks_of(GERMAN)
    assert (german["MINUS"], german["BRACKETLEFT"]) == ("-", "Ü")
    panel = {"gear": {"type": "slider", "keys": ["-", "BRACKETRIGHT"]}}
    console = {"": ConsoleSpec.model_validate({"panel": panel})}
    assert help_page.list_lines(console, "", "en", french)[2][1][0].keys == ")  $"
    assert help_page.list_lines(console, "", "en")[2][1][0].keys == "-  ]"


def test_tab_stays_tab_under_shift_and_the_keypad_follows_num_lock():
    def look_up(event):
        if event.keycode == 23:
            return LEFT_TAB if event.state & key_symbols.SHIFT else TAB
        return KEYPAD_7 if event.state & key_symbols.NUM_LOCK else KEYPAD_HOME

    def find(keycode, state):
        return key_symbols.find_symbol(SimpleNamespace(keycode=keycode, state=state), look_up)

    assert find(23, key_symbols.SHIFT) == key.TAB
    assert find(79, key_symbols.NUM_LOCK) == key.NUM_7
    assert find(79, 0) == key.NUM_HOME


@pytest.mark.parametrize("has_tables", [True, False])
@pytest.mark.skipif(shutil.which("xdotool") is None, reason="needs xdotool")
def test_a_real_key_comes_up_as_what_it_went_down_and_types_in_any_locale(
    display, monkeypatch, has_tables
):
    heard, active = [], []
    if not has_tables:
        monkeypatch.setattr(xlib, "XSupportsLocale", lambda: 0)
    before = locale.setlocale(locale.LC_CTYPE)
    monkeypatch.setattr(pyglet.window.xlib, "_have_utf8", False)
    locale.setlocale(locale.LC_CTYPE, "C")
    opened = window.open_window((800, 600))
    opened.push_handlers(
        on_activate=lambda: active.append(True),
        on_key_press=lambda symbol, _: heard.append(("down", key.symbol_string(symbol))),
        on_key_release=lambda symbol, _: heard.append(("up", key.symbol_string(symbol))),
        on_text=lambda text: heard.append(("text", text)),
    )
    try:
        assert key_symbols.find_marks(opened)
        subprocess.run(["xdotool", "windowfocus", "--sync", str(opened._window)], check=True)
        end = time.monotonic() + 1.0  # until the window has heard of it, its first key may be lost
        while not active and time.monotonic() < end:
            opened.dispatch_events()
            time.sleep(0.01)
        words = "keydown 13 keydown Shift_L keyup 13 keyup Shift_L key 13 key --delay 300 eacute"
        with subprocess.Popen(["xdotool", *words.split()]) as tool:
            while tool.poll() is None:
                opened.dispatch_events()
                time.sleep(0.01)
    finally:
        opened.close()
        locale.setlocale(locale.LC_CTYPE, before)
    digits = [one for one in heard if one[1] == heard[0][1] and one[0] != "text"]
    assert [way for way, _ in digits] == ["down", "up", "down", "up"], heard
    assert (("text", "é") in heard) == has_tables


@pytest.mark.skipif(shutil.which("xdotool") is None, reason="needs xdotool")
def test_a_key_that_came_up_elsewhere_is_heard_at_its_next_press(display):
    heard = []
    first, second = window.open_window((800, 600)), window.open_window((800, 600))
    first.push_handlers(on_key_press=lambda symbol, _: heard.append(key.symbol_string(symbol)))

    def do(*words):
        subprocess.run(["xdotool", *map(str, words)], check=True)
        for _ in range(20):
            first.dispatch_events()
            second.dispatch_events()
            time.sleep(0.01)

    try:
        do("windowfocus", "--sync", first._window, "keydown", "w")
        do("windowfocus", "--sync", second._window, "keyup", "w", "keydown", "e")
        do("windowfocus", "--sync", first._window)
        assert first.pressed_keys == {key.E}
        do("keyup", "e", "key", "w")
        assert heard == ["W", "W"]
        do("windowfocus", "--sync", second._window)
        # pressed before the window has looked at what came in
        do("windowfocus", "--sync", first._window, "keydown", "r")
        do("keyup", "r")
        assert heard == ["W", "W", "R"]
    finally:
        first.close()
        second.close()
