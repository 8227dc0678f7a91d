"""How long code of a block may take: one that never returns is stopped, so nothing waits for it.

Only what Python itself runs can be stopped: a loop is, a call that sleeps within the system is not
before it comes back.
"""

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Any

LOOK = 0.5  # how often it is looked at [s]

_lock = threading.Lock()
_running: dict[int, float] = {}  # when the code of each thread has to be done
_thread: list[threading.Thread] = []  # who looks; none before it is needed


class TooLongError(BaseException):
    """Raised in the midst of code that has taken too long; its `except Exception` lets it pass."""


def run(action: Callable[[], Any], seconds: float) -> Any:
    """Return what an action returns; raise TooLongError within where it takes over `seconds`."""
    me = threading.get_ident()
    with _lock:
        if not _thread:
            _thread.append(threading.Thread(target=_look, name="patience", daemon=True))
            _thread[0].start()
        _running[me] = time.monotonic() + seconds
    try:
        try:
            return action()
        finally:
            _forget(me)
    except TooLongError:  # it may have come before that was done
        _forget(me)
        raise


def _forget(thread: int) -> None:
    """Let a thread be; what was raised in it and has not come yet would come elsewhere."""
    with _lock:
        _running.pop(thread, None)
        _raise(thread, None)


def _look() -> None:
    while True:
        time.sleep(LOOK)
        now = time.monotonic()
        with _lock:
            for thread, end in _running.items():
                if now > end:  # again and again: the code may catch it
                    _raise(thread, TooLongError)


def _raise(thread: int, error: type[BaseException] | None) -> None:
    which = ctypes.py_object(error) if error else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), which)
