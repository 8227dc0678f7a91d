"""Libraries that only some need: the optional extras of the installation."""

import importlib
from types import ModuleType

# from the program's folder: the index has another package of this name; -e, to stay what is there
INSTALL = "in the program's folder, .venv/bin/pip install -e '.[{}]'"


class MissingError(Exception):
    """A library of an extra is not installed."""


def need(name: str, extra: str) -> ModuleType:
    """Return a module of an extra.

    Raises:
        MissingError: It is not installed; the message says what to do.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        message = f"this needs {name.partition('.')[0]}, of the extra `{extra}`, which is missing"
        raise MissingError(f"{message}: {INSTALL.format(extra)}") from error
