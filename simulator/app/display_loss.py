"""A display that goes away, as its server ends or the line to it breaks: nothing is lost by it."""

import atexit
import os
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pyglet

from simulator import terminal
from simulator.app import opening
from simulator.spec.fields import Text

GONE = Text(
    ru="Экран пропал: правки сохранены, запись завершена.",
    en="The display has gone: edits are saved, the recording is finished.",
)


PATIENCE = 5.0  # for what is cleaned up at the end [s]


def _clean_up() -> None:
    """Remove what was unpacked, as at any other end; nothing that waits keeps the program."""
    thread = threading.Thread(target=atexit._run_exitfuncs, daemon=True)
    thread.start()
    thread.join(PATIENCE)


@contextmanager
def hearing(rescue: Callable[[], object]) -> Iterator[None]:
    """Call `rescue`, which must not draw, where X finds its line broken; then end the program.

    Xlib would end it at once, in the middle of whatever called X, and lets nobody go on after it.
    """
    if pyglet.compat_platform != "linux":
        yield
        return
    from pyglet.libs.x11 import xlib

    def obey(display: Any) -> int:
        try:
            rescue()
            opening.tell(GONE.in_language(terminal.system_language()))
        except BaseException:  # nobody above this would hear of it
            traceback.print_exc()
        finally:
            _clean_up()
            os._exit(1)

    handler = xlib.XIOErrorHandler(obey)
    before = xlib.XSetIOErrorHandler(handler)
    try:
        yield
    finally:
        xlib.XSetIOErrorHandler(before)
