"""Hands a pyglet window's events to Dear ImGui: keys, text, pointer, wheel, focus, clipboard."""

import pyglet
from imgui_bundle import imgui
from pyglet.window import key, mouse

from simulator.console import keyboard

Key = imgui.Key
KEYS = {getattr(key, name): getattr(Key, name.lower()) for name in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
KEYS |= {getattr(key, f"_{digit}"): getattr(Key, f"_{digit}") for digit in range(10)}
KEYS |= {getattr(key, f"NUM_{digit}"): getattr(Key, f"keypad{digit}") for digit in range(10)}
KEYS |= {getattr(key, f"F{n}"): getattr(Key, f"f{n}") for n in range(1, 13)}
KEYS |= {
    getattr(key, name): getattr(Key, f"{name.lower()}_arrow")
    for name in ("LEFT", "RIGHT", "UP", "DOWN")
}
KEYS |= {
    getattr(key, name): getattr(Key, name.lower())
    for name in ("TAB", "SPACE", "ENTER", "ESCAPE", "BACKSPACE", "DELETE", "INSERT", "HOME", "END")
}
KEYS |= {
    key.PAGEUP: Key.page_up,
    key.PAGEDOWN: Key.page_down,
    key.NUM_ENTER: Key.keypad_enter,
    key.MINUS: Key.minus,
    key.EQUAL: Key.equal,
    key.COMMA: Key.comma,
    key.PERIOD: Key.period,
    key.SLASH: Key.slash,
}
MODIFIERS = {  # a modifier is a key press of its own
    key.LSHIFT: (Key.left_shift, Key.mod_shift),
    key.RSHIFT: (Key.right_shift, Key.mod_shift),
    key.LCTRL: (Key.left_ctrl, Key.mod_ctrl),
    key.RCTRL: (Key.right_ctrl, Key.mod_ctrl),
    key.LALT: (Key.left_alt, Key.mod_alt),
    key.RALT: (Key.right_alt, Key.mod_alt),
}
TYPED = {one for symbol, one in KEYS.items() if key.SPACE <= symbol <= key.ASCIITILDE}
CHORD = key.MOD_CTRL | key.MOD_ALT
PLACES = {letter: getattr(Key, letter.lower()) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
BUTTONS = {mouse.LEFT: 0, mouse.RIGHT: 1, mouse.MIDDLE: 2}


class Input:
    """Listens to a window for the current ImGui context, until `close`."""

    def __init__(self, window: pyglet.window.BaseWindow) -> None:
        self.window = window
        self.context = imgui.get_current_context()
        self._pressed: dict[Key, int] = {}  # keys that went down, each with the frame before
        self._handlers = {name: getattr(self, name) for name in dir(self) if name.startswith("on_")}
        window.push_handlers(**self._handlers)
        platform = imgui.get_platform_io()
        platform.platform_get_clipboard_text_fn = lambda _: window.get_clipboard_text()
        platform.platform_set_clipboard_text_fn = lambda _, text: window.set_clipboard_text(text)

    def close(self) -> None:
        """Stop listening."""
        self.window.remove_handlers(**self._handlers)

    @property
    def io(self) -> imgui.IO:
        """What ImGui hears and tells of this window; several windows take turns."""
        imgui.set_current_context(self.context)
        return imgui.get_io()

    def _point(self, x: float, y: float) -> None:
        """ImGui counts device pixels from the upper left corner."""
        width, height = self.window.get_size()
        wide, tall = self.window.get_framebuffer_size()
        self.io.add_mouse_pos_event(x * wide / max(width, 1), (height - y) * tall / max(height, 1))

    def _key(self, symbol: int, is_down: bool) -> None:
        io = self.io
        if symbol in MODIFIERS and not is_down:
            self._let_go()
        for one in MODIFIERS.get(symbol, (KEYS.get(symbol) or _by_place(symbol),)):
            if one is not None:
                io.add_key_event(one, is_down)
                if is_down and symbol not in MODIFIERS:
                    self._pressed[one] = imgui.get_frame_count()

    def _let_go(self) -> None:
        """Let keys go that no frame has seen yet, before a modifier that comes up.

        ImGui leaves all from there to the next frame: Ctrl+Z at a stroke is no Z without Ctrl.
        """
        for one, frame in self._pressed.items():
            if frame == imgui.get_frame_count():
                self.io.add_key_event(one, False)
        self._pressed.clear()

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """A key goes down.

        In a field, one that types does not, as its text comes by itself: ImGui leaves all that
        follows on its way up to the next frame, and texts would appear a letter a picture.
        """
        one = KEYS.get(symbol) or _by_place(symbol)
        if not (one in TYPED and self.io.want_text_input and not modifiers & CHORD):
            self._key(symbol, True)

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """A key comes up."""
        self._key(symbol, False)

    def on_text(self, text: str) -> None:
        """Characters were typed, in any script."""
        self.io.add_input_characters_utf8(text)

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """The pointer moved."""
        self._point(x, y)

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """The pointer moved with a button down."""
        self._point(x, y)

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A pointer's button went down."""
        self._point(x, y)
        if button in BUTTONS:
            self.io.add_mouse_button_event(BUTTONS[button], True)

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A pointer's button came up."""
        self._point(x, y)
        if button in BUTTONS:
            self.io.add_mouse_button_event(BUTTONS[button], False)

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        """The wheel turned."""
        self._point(x, y)
        self.io.add_mouse_wheel_event(scroll_x, scroll_y)

    def on_mouse_leave(self, x: int, y: int) -> None:
        """The pointer left the window; a drag goes on."""
        if not any(self.io.mouse_down[:3]):
            self.io.add_mouse_pos_event(-1e30, -1e30)

    def on_activate(self) -> None:
        """The window has the focus."""
        self.io.add_focus_event(True)

    def on_deactivate(self) -> None:
        """The window lost the focus: ImGui lets every key and button go."""
        self.io.add_focus_event(False)


def _by_place(symbol: int) -> imgui.Key | None:
    """Return the Latin letter's key at the place of a key of another script: Ctrl+Я is Ctrl+Z."""
    return PLACES.get(keyboard.read_symbol(key.symbol_string(symbol)))
