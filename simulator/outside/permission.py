"""Whether scenes may run code of their own: only where whoever starts the program says so."""

import os

VARIABLE = "SIMULATOR_ALLOW_CODE"  # read by processes that this one starts, too
FLAG = "--allow-code"


def allow() -> None:
    """Let FMUs and Python files of scenes run in this process and those that it starts."""
    os.environ[VARIABLE] = "1"


def is_given() -> bool:
    """Return whether such code may run."""
    return os.environ.get(VARIABLE) == "1"
