"""The system's wish that a program ends: heard, so that it ends as by a hand."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object]
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

    heard = [one for one in _list(ASKED) if signal.getsignal(one) is not signal.SIG_IGN]
    with _answered(heard, obey):
        yield


def _list(names: Iterable[str]) -> list[int]:
    """Return those signals that this system has."""
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


@contextmanager
def _answered(numbers: Iterable[int], handler: Handler) -> Iterator[None]:
    """Answer signals by a handler, and afterwards by those of before."""
    before = {one: signal.signal(one, handler) for one in numbers}
    try:
        yield
    finally:
        for one, earlier in before.items():
            signal.signal(one, earlier)


def _overhear(number: int, frame: FrameType | None) -> None:
    """Take no notice; SIG_IGN would be complained of where two come at once."""


@contextmanager
def held() -> Iterator[Callable[[], None]]:
    """Hold back Ctrl+C and what `hearing` hears, for what must not be cut in two, as a recording.

    What it gives lets them through: it raises KeyboardInterrupt where one came. One that nobody let
    through is heard at the end, or as another one comes a while later: something hangs. Other
    threads are never interrupted: for them it does nothing.
    """
    came: list[tuple[int, float]] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append((number, time.monotonic()))
        if came[-1][1] - came[0][1] > PATIENCE:
            raise KeyboardInterrupt

    def let_through() -> None:
        if came:
            raise KeyboardInterrupt

    is_main = threading.current_thread() is threading.main_thread()
    known = _list((*ASKED, "SIGINT", "SIGALRM")) if is_main else []
    with _answered([one for one in known if callable(signal.getsignal(one))], note):
        yield let_through
    if came:
        signal.raise_signal(came[0][0])


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
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda number, frame: interrupt())
    sys.unraisablehook = hear


def interrupt() -> None:
    """End the program as Ctrl+C does: what it records is finished, what it unpacked goes.

    While a library is imported it waits, if the program insists: libraries that can do without
    another one take whatever ends its import for its absence, and go on.
    """
    if _is_importing() and callable(signal.getsignal(signal.SIGALRM)):
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
    else:
        raise KeyboardInterrupt


def _is_importing() -> bool:
    """Return whether what was interrupted is, or is called by, a library's being read."""
    own = __name__.partition(".")[0]
    frame, caller = sys._getframe(), sys._getframe(1)
    while caller is not None:
        is_imported = caller.f_code.co_filename.startswith("<frozen importlib")
        if is_imported and frame.f_code.co_name == "<module>":
            named = str(frame.f_globals.get("__name__"))
            if named.partition(".")[0] != own:
                return True
        frame, caller = caller, caller.f_back
    return False
