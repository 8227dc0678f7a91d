"""What the tests of URDF and of MJCF files have in common."""

import sys

import pytest

from simulator import cli
from simulator.extra import MissingError


def say(numbers):
    """Return numbers as both kinds of files have them, exactly."""
    return " ".join(map(repr, numbers))


def check_library_is_told(monkeypatch, kind, path, library, folder):
    """Check that a robot needs a library, that its absence is told, and that nothing is left."""
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingError, match=rf"pip install -e '.\[{kind}\]'"):
        cli.app(["new", "robot", "bot", f"--{kind}", str(path), "--folder", str(folder)])
    assert not (folder / "robots").exists()
