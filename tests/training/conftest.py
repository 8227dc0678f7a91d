"""A cast of three bodies and snapshots made by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from simulator.snapshot import ContactPoint, Layout, PanelInput, Snapshot, Touching
from simulator.spec.models.exercise import AreaSpec
from simulator.training.cast import Runner, _make_zone
from simulator.training.moment import Moment

BODIES = ("ground", "cart.hull", "cart.wheel", "load", "wall")


class Stage:
    """Builds moments of a cart with one wheel, a load and a wall."""

    def __init__(self):
        count = len(BODIES)
        hull = np.array([[x, y, z] for x in (-1, 1) for y in (-0.5, 0.5) for z in (0, 1)], float)
        self.cast = SimpleNamespace(
            dt=0.04,
            bodies={name: row for row, name in enumerate(BODIES)},
            joints={"cart.axle": 0},
            signals={"power": 0, "cart.heading": 1},
            controls={"left": 0, "right": 1, "button": 2},
            levers=[0, 1],
            zones={
                "bay": _make_zone(AreaSpec(box=(3, 2, 4), at=(5, 0, 0))),
                "spot": _make_zone(AreaSpec(radius=1, height=1, at=(0, 5, 0))),
            },
            base=1,
            owner=np.array([-1, 0, 0, -1, -1]),
            own=np.array([False, True, True, False, False]),
            mass=np.array([0.0, 10.0, 2.0, 1.0, 0.0]),
            centre=np.zeros((count, 3)),
            handles=np.array([False, False, False, True, False]),
            jointed=np.zeros(count, bool),
            corners=[np.zeros((1, 3)), hull, *[np.zeros((1, 3))] * 3],
            runners=[Runner(0, 2, np.array([0.0, 1.0, 0.0]), 0.5)],
            cups=[],
            wheels=[(2, np.array([0.0, 1.0, 0.0]))],
            feet=np.array([False, False, True, False, False]),
            walks=False,
            scene=SimpleNamespace(robots=[]),
        )
        self.cast.signal_row = lambda name: {"power": 0, "heading": 1, "cart.heading": 1}[name]
        self.cast.control_rows = lambda name: [self.cast.controls[name]]
        self.frames = 0

    def moment(
        self, positions=None, *, touching=(), contacts=(), values=(0, 0, 0), pressed=(),
        signals=(0, 0), joint=0.0, velocity=None, orientation=None, camera="", suction=(),
    ):  # fmt: skip
        """Return the next moment; rows by body name, `touching` (a, b, peak), `contacts`
        (a, b, normal, force, position)."""
        self.frames += 1
        row = self.cast.bodies
        position = np.zeros((len(BODIES), 3))
        for name, where in (positions or {}).items():
            position[row[name]] = where
        turns = np.tile([1.0, 0, 0, 0], (len(BODIES), 1))
        for name, turn in (orientation or {}).items():
            turns[row[name]] = turn
        speed = np.zeros((len(BODIES), 3))
        for name, way in (velocity or {}).items():
            speed[row[name]] = way
        pairs = [(row[a], row[b], peak) for a, b, peak in touching]
        points = ContactPoint(
            np.array([c[4] if len(c) > 4 else (0, 0, 0) for c in contacts], float).reshape(-1, 3),
            np.array([c[2] for c in contacts], float).reshape(-1, 3),
            np.array([c[3] for c in contacts], float),
            np.array([row[c[0]] for c in contacts], int),
            np.array([row[c[1]] for c in contacts], int),
        )
        touches = Touching(
            np.array([min(a, b) for a, b, _ in pairs], int),
            np.array([max(a, b) for a, b, _ in pairs], int),
            np.array([peak for *_, peak in pairs], float),
            np.array([peak for *_, peak in pairs], float),
        )
        snapshot = Snapshot(
            Layout(BODIES, ("power", "cart.heading"), ("cart.axle",)), self.frames,
            self.frames * 0.04, position, turns, speed, np.zeros_like(speed), np.array([joint]),
            np.zeros((1, 3)), np.array(signals, float), points, "hash", touching=touches,
            suction=np.array(suction, float),
        )  # fmt: skip
        panel = PanelInput(np.array(values, float), np.zeros(3, int))
        down = np.array([name in pressed for name in self.cast.controls])
        return Moment(self.cast, panel, down, snapshot, self.frames * 0.04, camera)


@pytest.fixture
def stage():
    return Stage()
