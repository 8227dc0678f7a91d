"""Libraries that only many runs need: the optional extra `batch`."""

import importlib
from types import ModuleType


class MissingError(Exception):
    """A library of the extra is not installed."""


def need(name: str) -> ModuleType:
    """Return a module of the extra.

    Raises:
        MissingError: It is not installed; the message says what to do.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        message = f"this needs {name.partition('.')[0]}, of the extra `batch`, which is missing"
        raise MissingError(f"{message}: pip install 'simulator[batch]'") from error
