"""Turns press counters into signals, so that no click between two frames is lost."""

import numpy as np
from numpy.typing import NDArray

from .snapshot import PanelInput
from .spec.models.console import ConsoleSpec
from .spec.naming.widget_signals import is_pressed, made_by


class Pulses:
    """Buttons of the panel: each counted press is 1 for a whole frame, with a 0 in between."""

    def __init__(self, console: ConsoleSpec) -> None:
        names: list[str] = []
        momentary: list[bool] = []
        for name, widget in console.panel.items():
            own = made_by(name, widget)
            names += own
            momentary += [is_pressed(one, widget) for one in own]
        self.names = tuple(names)
        self.momentary = np.array(momentary, bool)
        self.seen = np.zeros(len(names), np.int64)  # press counters of the last frame
        self.owed = np.zeros(len(names), np.int64)  # presses not yet shown to the diagram
        self.shown = np.zeros(len(names))  # what the diagram saw last

    def read(self, panel: PanelInput) -> NDArray[np.float64]:
        """Return the values that the diagram sees in this frame."""
        values = np.nan_to_num(panel.values, nan=0.0, posinf=0.0, neginf=0.0)
        self.owed += np.maximum(panel.presses - self.seen, 0)
        self.seen[:] = panel.presses
        up = self.momentary & (self.owed > 0) & (self.shown <= 0.5)
        down = self.momentary & (self.owed > 0) & (self.shown > 0.5)
        self.owed[up] -= 1
        values[up] = 1.0
        values[down] = 0.0
        self.shown[:] = values
        return values
