"""What a key is called, whatever else is held with it and whatever keyboard it belongs to.

X names a key by what it would type: with Shift held a 1 is an exclamation mark, so a key that goes
down without Shift and comes up with it would stay down; and where digits are typed with Shift, as
in France, no key would be a digit.
"""

import contextlib
import ctypes
import locale
from typing import Any

from pyglet.window import key, xlib

from simulator.console import keyboard

GROUP, NUM_LOCK, SHIFT = 0x6000, 0x10, 0x01  # of an event's state: the layout at work, two keys
DIGITS = range(ord("0"), ord("9") + 1)
MARKS = range(ord("!"), ord("~") + 1)


def use_utf8() -> None:
    """Have windows type in UTF-8; in a locale without it pyglet breaks at the first é."""
    if locale.getlocale()[1] != "UTF-8":
        with contextlib.suppress(locale.Error):
            locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
    xlib._have_utf8 = True


def listen(window: Any) -> None:
    """Have a pyglet window call each key by `find_symbol`."""
    read = getattr(window, "_event_text_symbol", None)
    if read is None:
        return

    def read_named(event: Any) -> tuple[str | None, int | None]:
        text, symbol = read(event)
        return text, find_symbol(event.xkey, _look_up) if symbol and event.xkey.keycode else symbol

    window._event_text_symbol = read_named


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


def _look_up(event: Any) -> int:
    from pyglet.libs.x11 import xlib

    symbol = xlib.KeySym()
    xlib.XLookupString(event, None, 0, ctypes.byref(symbol), None)
    return int(symbol.value)
