"""A scene as a plant in somebody else's simulation: controls by name in, sensors by name out."""

import math
import os
from collections.abc import Mapping
from typing import Any

from . import checking
from .console.panel import Panel
from .diagram.terminals import list_terminals
from .simulation import Simulation
from .spec.models.scene import SceneSpec

ROUNDING = 1e-6  # share of a step that may still be missing when it is taken


class PlantError(ValueError):
    """What the other program asks for cannot be done."""


class Plant:
    """One scene with its robots and console, stepped by whole steps of its physics.

    What is left of a communication step is carried over, so that any length will do.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Raises SpecErrors where the scene has mistakes."""
        self.scene = load_by_steps(path)
        self.simulation = Simulation(self.scene)
        self.panel = Panel(self.scene.console_spec)
        self.inputs = {name: self.panel.get(name) for name in self.panel.input_names}
        self.owed = 0.0  # time that is asked for and shorter than a step [s]
        self.slots = {name: self.simulation.plan.slots[name] for name in list_sensors(self.scene)}

    def set(self, name: str, value: float) -> None:
        """Put a control at a value; a button is pressed while its value is above 0.5.

        Raises PlantError where it is no number.
        """
        if not math.isfinite(value):
            raise PlantError(f"the input {name!r} is {value}, which is no number to put it at")
        was, self.inputs[name] = self.inputs[name], float(value)
        if self.panel.spec(name).type != "push_button":
            self.panel.set(name, float(value))
        elif (value > 0.5) != (was > 0.5):
            (self.panel.press if value > 0.5 else self.panel.release)(name)

    def get(self, name: str) -> float:
        """Return what a sensor measures now."""
        return float(self.simulation.signals[self.slots[name]])

    def step(self, duration: float) -> None:
        """Advance by a time [s]: all steps of the scene that have come due with it."""
        if not (math.isfinite(duration) and duration >= 0.0):
            raise PlantError(f"a step of {duration:g} s cannot be done")
        step = self.scene.physics.step
        self.owed += duration
        count = math.floor(self.owed / step + ROUNDING)
        self.owed -= count * step  # never rounded away: small errors would become a drift
        for _ in range(count):
            self.simulation.frame(self.panel.input())

    def save(self) -> tuple[bytes, dict[str, float], float]:
        """Return the state: the simulation's, where the controls are, and the time owed."""
        return self.simulation.save(), dict(self.inputs), self.owed

    def restore(self, state: bytes, inputs: Mapping[str, float], owed: float) -> None:
        """Put a saved state back."""
        self.owed = owed
        self.panel.reset()
        self.inputs.update(dict.fromkeys(self.inputs, 0.0))
        for name, value in inputs.items():
            self.set(name, value)
        self.simulation.restore(state)
        presses = self.panel.input().presses
        self.simulation.pulses.seen[:] = presses


def load_by_steps(path: str | os.PathLike[str]) -> SceneSpec:
    """Return a checked scene whose frames are its steps."""
    scene = checking.load_checked(path)
    physics = scene.physics.model_copy(update={"steps_per_frame": 1})
    return scene.model_copy(update={"physics": physics})


def list_controls(scene: SceneSpec) -> dict[str, float]:
    """Return the console's input signals, each with the value that it starts at."""
    panel = Panel(scene.console_spec)
    return {name: panel.get(name) for name in panel.input_names}


def list_sensors(scene: SceneSpec) -> dict[str, str | None]:
    """Return the sensors' full names, each with the unit of its signal."""
    sources: list[Any] = [one for one in list_terminals(scene).inputs if one.what == "sensor"]
    return {one.name: one.unit for one in sources}
