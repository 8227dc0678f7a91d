"""What keys and the pointer do in the window, beside working the panel.

Two contexts, never mixed: while somebody types a text the keys are the text's; otherwise the
console file's keys drive, and the function keys (`keyboard.PROGRAM_KEYS`) steer the program. What
a console binds together with Ctrl drives, even where the program has a use for it.
"""

from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui
from pyglet.event import EVENT_HANDLED
from pyglet.window import key, mouse

from simulator.console import keyboard
from simulator.console.devices import Devices
from simulator.render.camera import OrbitCamera

CHORDS = {  # keyboard.CHORDS as the window tells them, Macs too
    "CTRL": key.MOD_CTRL,
    "ALT": key.MOD_ALT | key.MOD_OPTION,
    "SUPER": key.MOD_WINDOWS | key.MOD_COMMAND,
}


def read_action(symbol: int) -> str | None:
    """Return what a key of the window asks of the program; None for any other."""
    return keyboard.PROGRAM_KEYS.get(keyboard.read_symbol(key.symbol_string(symbol)))


class Controls:
    """Listens to a window; the loop sets devices, orbit and consoles for the open scene."""

    def __init__(
        self, window: Any, act: Callable[..., None], is_page_key: Callable[[str], bool]
    ) -> None:
        self.window = window
        self.devices: Devices | None = None
        self.orbit: OrbitCamera | None = None
        self.has_consoles = False  # more than one to choose from
        self.has_pages = False  # the desk does
        self.has_windows = False  # pages of the desk with windows of their own
        self.is_active = True
        self.is_editing = False  # a diagram is open, or another editor
        self.is_laying = False  # the desk is edited: no key drives
        self.is_grabbed = False  # the pointer is at the handles of a thing in the view
        self._act = act
        self._is_page_key = is_page_key  # does what a key means on a page of exercises
        window.push_handlers(
            **{name: getattr(self, name) for name in dir(self) if name.startswith("on_")}
        )

    def on_key_press(self, symbol: int, modifiers: int) -> Any:
        """A key goes down: the program's, or one of the console's."""
        name = keyboard.read_symbol(key.symbol_string(symbol))
        action = read_action(symbol)
        if self._is_page_key(name):
            return EVENT_HANDLED
        chord = [one for one, bits in CHORDS.items() if modifiers & bits]
        if "CTRL" in chord and self._is_bound(name, chord):
            return self._drive(name, modifiers, chord)
        if modifiers & key.MOD_CTRL and name in keyboard.CONSOLE_KEYS and self.has_consoles:
            chosen, number = keyboard.CONSOLE_KEYS[name]
            self._act(chosen, -number if modifiers & key.MOD_SHIFT else number)
            return EVENT_HANDLED
        if modifiers & key.MOD_CTRL and name in keyboard.DESK_KEYS and self.has_pages:
            self._act("next_page", keyboard.DESK_KEYS[name])
            return EVENT_HANDLED
        is_page = name in keyboard.PAGE_KEYS and not (self.is_laying and name == "D")
        if modifiers & key.MOD_CTRL and is_page:  # Ctrl+D makes copies of widgets
            self._act(keyboard.PAGE_KEYS[name])
            return EVENT_HANDLED
        if modifiers & key.MOD_CTRL and (self.is_editing or self.is_laying):
            return EVENT_HANDLED  # Ctrl with a letter edits; the letter alone drives
        if action is not None:
            self._act(action)
            return EVENT_HANDLED  # Escape would close the window; ImGui has heard of it before
        if self.is_laying:
            return EVENT_HANDLED
        return self._drive(name, modifiers, chord)

    def _is_bound(self, name: str, chord: list[str]) -> bool:
        """Say whether the console binds a key and what is held with it, and no editor is open."""
        if self.devices is None or self.is_editing or self.is_laying:
            return False
        return keyboard.binds(self.devices.keyboard.actions.keys(), name, chord)

    def _drive(self, name: str, modifiers: int, chord: list[str]) -> None:
        """Let a key work the console, unless somebody types."""
        if self.devices is not None and not imgui.get_io().want_text_input:
            since = getattr(self.window, "event_time", None)
            self.devices.press_key(name, bool(modifiers & key.MOD_SHIFT), since, chord)

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """A key comes up."""
        if self.devices is not None:
            self.devices.release_key(key.symbol_string(symbol))

    def on_text(self, text: str) -> None:
        """Somebody types into a field: no driving key may stay down behind it."""
        if self.devices is not None and imgui.get_io().want_text_input:
            self.devices.keyboard.release_all()

    def on_activate(self) -> None:
        """The window has the focus."""
        self.is_active = True
        self.gain()

    def gain(self) -> None:
        """The operator is back, in this window or in one of its pages'."""
        if self.devices is not None:
            self.devices.gain_focus()

    def on_deactivate(self) -> None:
        """The window lost the focus, maybe to a page of the desk, which is no loss."""
        self.is_active = False
        if not self.has_windows:
            self.lose()

    def lose(self) -> None:
        """The operator looks at another program."""
        if self.devices is not None:
            self.devices.lose_focus()
            self._act("note_focus_loss")

    def on_hide(self) -> None:
        """The window was minimised: nobody sees what moves."""
        self.on_deactivate()

    def _note_pointer(self) -> None:
        if self.devices is not None:
            self.devices.note_pointer(getattr(self.window, "event_time", None))

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button of the pointer goes down: it may be a control that it takes."""
        self._note_pointer()

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """It comes up."""
        self._note_pointer()

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """Left turns the camera; right, middle, or left with Shift shifts it."""
        self._note_pointer()
        if self.orbit is None or not self._is_view_held():
            return
        ratio = self.window.get_pixel_ratio()
        if buttons & (mouse.RIGHT | mouse.MIDDLE) or modifiers & key.MOD_SHIFT:
            self.orbit.pan(dx * ratio, -dy * ratio, self.window.get_framebuffer_size()[1] * 0.6)
        elif buttons & mouse.LEFT:
            self.orbit.rotate(dx, -dy)

    def _is_view_held(self) -> bool:
        """Whether the drag began over the view; a press is ImGui's until it has looked at it."""
        io = imgui.get_io()
        return any(io.mouse_down[:3]) and not io.want_capture_mouse and not self.is_grabbed

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        """The wheel over the view brings the camera nearer."""
        self._note_pointer()
        if self.orbit is not None and not imgui.get_io().want_capture_mouse:
            self.orbit.zoom(scroll_y)
