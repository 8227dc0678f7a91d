"""The system's wish that a program ends: heard, so that it ends as by a hand."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

AGAIN = 0.001  # s until what was dropped is raised again, by then elsewhere
PATIENCE = 1.0  # s from one Ctrl+C to the next that breaks into what hangs
ASKED = ("SIGTERM", "SIGHUP")  # by the system or the terminal, which wait for the program's end


@contextmanager
def hearing(close: Callable[[], object]) -> Iterator[None]:
    """Call `close` once where the system asks the program to end; for the main thread.

    What it was told not to hear, as by `nohup`, it does not. A session that ends may ask twice.
    """

    def obey(number: int, frame: FrameType | None) -> None:
        for one in heard:
            signal.signal(one, _overhear)
        close()

    asked = [getattr(signal, name) for name in ASKED if hasattr(signal, name)]
    heard = [one for one in asked if signal.getsignal(one) is not signal.SIG_IGN]
    before = {one: signal.signal(one, obey) for one in heard}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _overhear(number: int, frame: FrameType | None) -> None:
    """Take no notice; SIG_IGN would be complained of where two come at once."""


@contextmanager
def held() -> Iterator[Callable[[], None]]:
    """Hold back Ctrl+C and what `hearing` hears, for what must not be cut in two, as a recording.

    What it gives lets them through: it raises KeyboardInterrupt where one came. One that nobody let
    through is heard at the end, or as another one comes a while later: something hangs. Other
    threads are never interrupted: for them it does nothing.
    """
    came: list[int] = []
    since = 0.0

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal since
        if not came:
            since = time.monotonic()
        came.append(number)
        if time.monotonic() - since > PATIENCE:
            raise KeyboardInterrupt

    def let_through() -> None:
        if came:
            raise KeyboardInterrupt

    is_main = threading.current_thread() is threading.main_thread()
    names = (*ASKED, "SIGINT", "SIGALRM")
    known = [getattr(signal, name) for name in names if hasattr(signal, name)]
    ours = [one for one in known if is_main and callable(signal.getsignal(one))]
    before = {one: signal.signal(one, note) for one in ours}
    try:
        yield let_through
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    if came:
        signal.raise_signal(came[0])


def insist() -> None:
    """Interrupt again where the interrupt fell on deaf ears; for the whole program.

    What is raised while a library calls back, as to match a name, Python has to drop.
    """
    if not hasattr(signal, "setitimer"):
        return

    def hear(dropped: "sys.UnraisableHookArgs") -> None:
        if issubclass(dropped.exc_type, KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
        else:
            sys.__unraisablehook__(dropped)

    signal.signal(signal.SIGALRM, lambda number, frame: interrupt())
    sys.unraisablehook = hear


def interrupt() -> None:
    """End the program as Ctrl+C does: what it records is finished, what it unpacked goes."""
    raise KeyboardInterrupt
