"""When a key, the pointer or a device was really moved: the time stamps that came with the event.

X servers on this machine stamp events with milliseconds of the monotonic clock, evdev devices too
when they are asked to. A stamp that is not of this clock (a server elsewhere) counts as none.
"""

import ctypes
import fcntl
import time
from collections.abc import Callable
from typing import Any

STAMPED = range(2, 7)  # X events: key and button down and up, motion; `time` is in one place
WRAP = 1 << 32  # ms; a server's clock begins anew
OLDEST = 2.0  # s; older is no stamp of this clock
KEPT = 2  # samples that an event of the pointer may wait for the picture that works it
SET_CLOCK = 0x400445A0  # EVIOCSCLOCKID
IS_MONOTONIC = "MONOTONIC" in time.get_clock_info("perf_counter").implementation


def of_server(milliseconds: int, now: float) -> float | None:
    """Return when an X event with this stamp came; `now` by the monotonic clock [s]."""
    age = ((int(now * 1e3) - milliseconds) % WRAP) / 1e3
    return now - age if IS_MONOTONIC and age <= OLDEST else None


def listen(window: Any, clock: Callable[[], float]) -> None:
    """Have a pyglet window know in `event_time` when the event came that it is dispatching."""
    window.event_time = None
    for name in ("dispatch_platform_event", "dispatch_platform_event_view"):
        dispatch = getattr(window, name, None)
        if dispatch is not None:
            setattr(window, name, _stamping(window, dispatch, clock))


def _stamping(window: Any, dispatch: Any, clock: Callable[[], float]) -> Callable[[Any], None]:
    def stamped(event: Any) -> None:
        is_stamped = event.type in STAMPED
        window.event_time = of_server(event.xkey.time, clock()) if is_stamped else None
        try:
            dispatch(event)
        finally:
            window.event_time = None

    return stamped


def use_monotonic(device: Any) -> bool:
    """Ask an open evdev device to stamp with the monotonic clock; return whether it will."""
    number = getattr(device, "_fileno", None)
    if number is None or not IS_MONOTONIC:
        return False
    try:
        fcntl.ioctl(number, SET_CLOCK, ctypes.c_int(time.CLOCK_MONOTONIC))
    except OSError:
        return False
    return True


def clear(device: Any) -> None:
    """Forget the stamp that the device's buffer has of the last reading."""
    buffer = getattr(device, "_event_buffer", None)
    if buffer is not None:
        buffer[0].time.tv_sec = buffer[0].time.tv_usec = 0


def of_device(device: Any, now: float) -> float | None:
    """Return when the first event of the last reading came [s]; None where it does not tell."""
    buffer = getattr(device, "_event_buffer", None)
    if buffer is None:
        return None
    stamp = buffer[0].time.tv_sec + buffer[0].time.tv_usec * 1e-6
    return stamp if 0.0 <= now - stamp <= OLDEST else None


class Pointer:
    """The oldest stamp of the pointer's events that the next picture works on the panel."""

    def __init__(self) -> None:
        self._fresh: float | None = None
        self._waiting: float | None = None
        self._age = 0

    def note(self, stamp: float) -> None:
        """An event came."""
        self._fresh = stamp if self._fresh is None else min(self._fresh, stamp)

    def take(self, has_moved: bool) -> float | None:
        """Return the stamp of what the pointer has done to the panel since the last sample.

        Events of before that sample have been worked by the picture since; others wait for theirs.
        """
        taken = self._waiting if has_moved else None
        self._age += 1
        if has_moved or self._waiting is None or self._age >= KEPT:
            self._waiting, self._age = self._fresh, 0
            self._fresh = None
        return taken
