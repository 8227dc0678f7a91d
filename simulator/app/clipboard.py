"""The clipboard as X has it: a text is with the program that copied it, which gives it if asked.

pyglet's own hears no other program's question unless its loop runs, gives half of a Cyrillic text,
and waits for ever for a program that hangs.
"""

import ctypes
import time
from typing import Any

PATIENCE = 0.5  # how long another program is waited for [s]
ATOM = 4  # X's own number for the type of atoms (XA_ATOM)
BYTES = ctypes.POINTER(ctypes.c_ubyte)


def listen(window: Any) -> None:
    """Give a pyglet window of an X display its part in the clipboard."""
    if not hasattr(window, "_x_display"):
        return
    mine, dispatch = Clipboard(window), window.dispatch_events

    def dispatch_events() -> None:
        dispatch()
        mine.serve()

    window.dispatch_events = dispatch_events
    window.get_clipboard_text, window.set_clipboard_text = mine.read, mine.keep


class Clipboard:
    """What a window has copied, for itself and for others, until somebody else copies."""

    def __init__(self, window: Any) -> None:
        from pyglet.libs.x11 import xlib

        self.window, self.x11 = window, xlib
        self._own: bytes | None = None
        self._place = 0  # X's number of the window that has it: on the full screen it is another

    def keep(self, text: str) -> None:
        """Copy a text."""
        window, x11 = self.window, self.x11
        display, clipboard, mine = window._x_display, window._clipboard_atom, window._window
        x11.XSetSelectionOwner(display, clipboard, mine, x11.CurrentTime)
        self._own, self._place = text.encode("utf-8", "replace"), mine
        self._forget()

    def _forget(self) -> None:
        """Forget the text where it is somebody else who has copied last."""
        window = self.window
        owner = self.x11.XGetSelectionOwner(window._x_display, window._clipboard_atom)
        if owner != self._place:
            self._own = None

    def read(self) -> str:
        """Return the clipboard's text, "" where there is none or its program does not answer."""
        self.serve()
        return (self._ask() if self._own is None else self._own).decode("utf-8", "replace")

    def _ask(self) -> bytes:
        window, x11 = self.window, self.x11
        display, clipboard, utf8 = window._x_display, window._clipboard_atom, window._utf8_atom
        if not x11.XGetSelectionOwner(display, clipboard):
            return b""
        while self._take(x11.SelectionNotify):  # too late, to a question before
            pass
        x11.XConvertSelection(display, clipboard, utf8, clipboard, window._window, x11.CurrentTime)
        until = time.monotonic() + PATIENCE
        while not (event := self._take(x11.SelectionNotify)):
            if time.monotonic() > until:
                return b""
            time.sleep(0.002)
        if not event.xselection.property:
            return b""
        data, size, kind = window.get_single_property(window._window, clipboard, utf8)
        found = ctypes.string_at(data, size) if kind == utf8 and data else b""
        x11.XFree(data)
        return found

    def serve(self) -> None:
        """Give the text to who has asked; forget it where another program has copied."""
        window, x11 = self.window, self.x11
        while self._take(x11.SelectionClear):
            self._forget()  # unless it has copied again since
        if self._own is not None and self._place != window._window:  # that one is gone
            if x11.XGetSelectionOwner(window._x_display, window._clipboard_atom):
                self._own = None
            else:
                self.keep(self._own.decode())
        while event := self._take(x11.SelectionRequest):
            self._answer(event.xselectionrequest)

    def _answer(self, asked: Any) -> None:
        """Write what was asked for into the asking window's property, and tell it so."""
        window, x11 = self.window, self.x11
        atoms = (x11.Atom * 2)(window._target_atom, window._utf8_atom)
        given = {  # type of the data, bits of an element, number of elements, data
            window._target_atom: (ATOM, 32, 2, ctypes.cast(atoms, BYTES)),
        }
        if self._own is not None:
            data = (ctypes.c_ubyte * max(len(self._own), 1)).from_buffer_copy(self._own or b"\0")
            given[window._utf8_atom] = asked.target, 8, len(self._own), ctypes.cast(data, BYTES)
        reply = x11.XEvent()
        reply.xselection.type = x11.SelectionNotify
        reply.xselection.requestor, reply.xselection.time = asked.requestor, asked.time
        reply.xselection.selection, reply.xselection.target = asked.selection, asked.target
        if asked.selection == window._clipboard_atom and asked.target in given:
            kind, bits, count, elements = given[asked.target]
            reply.xselection.property = asked.property or asked.target
            x11.XChangeProperty(
                asked.display, asked.requestor, reply.xselection.property, kind, bits,
                x11.PropModeReplace, elements, count,
            )  # fmt: skip
        x11.XSendEvent(asked.display, asked.requestor, 0, 0, ctypes.byref(reply))

    def _take(self, kind: int) -> Any:
        """Return the next event of a kind, None where there is none."""
        window, event = self.window, self.x11.XEvent()
        is_there = self.x11.XCheckTypedWindowEvent(
            window._x_display, window._window, kind, ctypes.byref(event)
        )
        return event if is_there else None
