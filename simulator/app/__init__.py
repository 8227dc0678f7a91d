"""The window and its loop; joins all rooms. `run` is its door."""

from simulator.app.loop import run

__all__ = ["run"]
