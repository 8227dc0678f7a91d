"""A real-time simulator for training robot operators.

from simulator import Panel, Simulation, load_scene
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .console.panel import Panel
    from .simulation import Simulation
    from .spec.load import load_scene

__all__ = ["Panel", "Simulation", "load_scene"]


def __getattr__(name: str) -> Any:
    # The command line must answer at once: rooms are opened when their door is used.
    from importlib import import_module

    doors = {"Panel": "console.panel", "Simulation": "simulation", "load_scene": "spec.load"}
    if name not in doors:
        raise AttributeError(f"module 'simulator' has no attribute '{name}'")
    return getattr(import_module(f".{doors[name]}", __name__), name)
