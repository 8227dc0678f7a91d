"""Who waits for whom among the program's threads: everything for physics."""

import contextlib
import gc
import os
import sys
import threading

SWITCH_INTERVAL = 0.0005  # s that a thread may keep Python to itself while another asks for it
WINDOW_NICE = 10
YOUNG = 700  # objects between two looks for garbage, each short: Python's own figure


def switch_soon() -> None:
    """Have the physics thread wait for no other's Python for longer than SWITCH_INTERVAL."""
    sys.setswitchinterval(SWITCH_INTERVAL)


def set_aside() -> None:
    """Look for garbage once, and among what is there now never again: frames follow."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


def yield_to_physics() -> None:
    """Make the calling thread nicer, so that pictures wait for physics and never the other way."""
    if sys.platform.startswith("linux"):
        with contextlib.suppress(OSError):  # some sandboxes forbid it: then less punctually
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), WINDOW_NICE)
