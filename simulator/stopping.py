"""The system's wish that a program ends: heard, so that it ends as by a hand."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ASKED = ("SIGTERM", "SIGHUP")  # by the system or the terminal, which wait for the program's end


@contextmanager
def hearing(close: Callable[[], object]) -> Iterator[None]:
    """Call `close` where the system asks the program to end; for the main thread."""

    def obey(number: int, frame: FrameType | None) -> None:
        close()

    asked = [getattr(signal, name) for name in ASKED if hasattr(signal, name)]
    before = {one: signal.signal(one, obey) for one in asked}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
