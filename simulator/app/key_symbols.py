"""What a key is called, whatever else is held with it and whatever keyboard it belongs to.

X names a key by what it would type: with Shift held a 1 is an exclamation mark, so a key that goes
down without Shift and comes up with it would stay down; and where digits are typed with Shift, as
in France, no key would be a digit.
"""

import contextlib
import ctypes
import locale
from collections.abc import Callable
from typing import Any

from pyglet.window import key, xlib

from simulator.console import keyboard

GROUP, NUM_LOCK, SHIFT = 0x6000, 0x10, 0x01  # of an event's state: the layout at work, two keys
DIGITS = range(ord("0"), ord("9") + 1)
MARKS = range(ord("!"), ord("~") + 1)
LATIN = range(0x100)  # keysyms that are the characters of these numbers
DEAD = {0xFE50: "`", 0xFE51: "´", 0xFE52: "^", 0xFE53: "~", 0xFE57: "¨"}  # wait for a letter


def use_utf8() -> None:
    """Have windows type in UTF-8, whatever the locale, where X has its tables."""
    from pyglet.libs.x11 import xlib as x11

    if locale.getlocale()[1] != "UTF-8":
        with contextlib.suppress(locale.Error):
            locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
    xlib._have_utf8 = bool(x11.XSupportsLocale())  # without them pyglet would crash


def listen(window: Any) -> None:
    """Have a pyglet window call each key by `find_symbol`."""
    read = getattr(window, "_event_text_symbol", None)
    if read is None:
        return

    def read_named(event: Any) -> tuple[str | None, int | None]:
        try:
            text, symbol = read(event)
        except UnicodeDecodeError:  # an é in the bytes of some locale
            return None, find_symbol(event.xkey, _look_up)
        return text, find_symbol(event.xkey, _look_up) if symbol and event.xkey.keycode else symbol

    def recall_held() -> None:
        window.pressed_keys = find_held(window)

    window._event_text_symbol = read_named
    window.push_handlers(on_activate=recall_held)


def find_held(window: Any) -> set[int]:
    """Return the symbols of the keys that were down as the focus came.

    What comes up while another window has the focus pyglet takes for down, and its next press for a
    repetition; what goes down meanwhile repeats itself here, and nobody has pressed it here.
    """
    from pyglet.libs.x11 import xlib as x11

    down, state = _take_keymap(window), ctypes.c_uint()
    unused, place = ctypes.byref(x11.Window()), ctypes.byref(ctypes.c_int())
    x11.XQueryPointer(
        window._x_display, window._window, unused, unused, place, place, place, place,
        ctypes.byref(state),
    )  # fmt: skip
    codes = [code for code in range(8, 256) if down[code // 8] >> code % 8 & 1]
    events = (
        x11.XKeyEvent(display=window._x_display, keycode=code, state=state.value) for code in codes
    )
    return {find_symbol(event, _look_up) for event in events}


def find_symbol(event: Any, look_up: Any) -> int:
    """Return pyglet's symbol for the key of an X key event: what is printed on it.

    A key with a digit on it is that digit; marks that no console can name are the key at their
    place. `look_up` gives the keysym of an event.
    """
    state = event.state
    event.state = state & (GROUP | NUM_LOCK)
    plain = look_up(event)
    event.state |= SHIFT
    shifted = look_up(event)
    event.state = state
    if plain not in DIGITS and shifted in DIGITS:
        return shifted
    name = key._key_names.get(plain, "")
    is_odd_mark = plain in MARKS and name.removeprefix("_") not in keyboard.KEYS
    if not name or (is_odd_mark and event.keycode in keyboard.PLACES):
        return key.user_key(event.keycode)
    return plain


def find_marks(window: Any) -> dict[str, str]:
    """Return what is printed on the keys of a window's keyboard that are named by a mark."""
    if not hasattr(window, "_event_text_symbol"):
        return {}
    from pyglet.libs.x11 import xlib as x11

    def look_up(code: int) -> tuple[str, int]:
        event = x11.XKeyEvent(display=window._x_display, keycode=code, state=0)
        symbol = find_symbol(event, _look_up)
        return keyboard.read_symbol(key.symbol_string(symbol)), _look_up(event)

    return read_marks(look_up)


def read_marks(look_up: Callable[[int], tuple[str, int]]) -> dict[str, str]:
    """Return the marks by the keys' names; `look_up` gives name and keysym of a key code.

    Where two keys have one name it is that of the key whose own it is.
    """
    marks: dict[str, str] = {}
    for code in keyboard.PLACES:
        name, symbol = look_up(code)
        char = chr(symbol) if symbol in LATIN else DEAD.get(symbol, "")
        if not char.strip() or len(name) == 1:
            continue
        if name not in marks or keyboard.read_key(char) == name:
            marks[name] = char.upper() if len(char.upper()) == 1 else char
    return marks


def _take_keymap(window: Any) -> bytes:
    """Return which keys were down as the focus came, a bit each.

    X tells it after each FocusIn. What has gone down since then is an event that still waits, so
    the keys as they are now count only where it has told nothing; its answer comes behind that.
    """
    from pyglet.libs.x11 import xlib as x11

    bits, event = ctypes.create_string_buffer(32), x11.XEvent()
    x11.XQueryKeymap(window._x_display, bits)
    keymap = bits.raw
    while x11.XCheckTypedEvent(window._x_display, x11.KeymapNotify, ctypes.byref(event)):
        place = ctypes.addressof(event) + x11.XKeymapEvent.key_vector.offset
        keymap = ctypes.string_at(place, len(bits))
    return keymap


def _look_up(event: Any) -> int:
    from pyglet.libs.x11 import xlib

    symbol = xlib.KeySym()
    xlib.XLookupString(event, None, 0, ctypes.byref(symbol), None)
    return int(symbol.value)
