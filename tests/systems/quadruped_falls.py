"""How often the quadruped falls: `python -m tests.systems.quadruped_falls [--runs 100] [case ...]`.

A run stands up and walks, all through console and diagram: pushed from all sides on the floor, or
over the field of bumps with its nose to any side. Case and number say what it draws.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np

from simulator.checking import load_checked
from simulator.console.panel import Panel
from simulator.simulation import Simulation
from simulator.snapshot import Event
from simulator.spec.models.scene import SceneSpec

SCENE = Path(__file__).parents[2] / "scenes" / "quadruped.yaml"
EDGES = (-0.85, 0.95)  # of the bumps, where the body begins and ends [m]
LIMIT = 60.0  # of a crossing [s]
PUSHED = 20.0  # how long it is pushed [s]


class Case(NamedTuple):
    """What a run does."""

    trot: bool = False
    push: float = 0.0  # impulses on the body every second, up to this [N s]
    facing: float | None = None  # crosses the bumps eastwards, its nose turned by this [deg]
    turns: bool = False  # turns round in the middle of the bumps


CASES: dict[str, Case] = {
    "creep, pushes up to 1 N s": Case(push=1.0),
    "trot, pushes up to 1 N s": Case(trot=True, push=1.0),
    "creep, pushes up to 2 N s": Case(push=2.0),
    "trot, pushes up to 2 N s": Case(trot=True, push=2.0),
    "bumps, forward": Case(facing=0.0),
    "bumps, back": Case(facing=180.0),
    "bumps, to its right": Case(facing=90.0),
    "bumps, to its left": Case(facing=-90.0),
    "bumps, turning round": Case(turns=True),
    "bumps, forward, pushes up to 1 N s": Case(facing=0.0, push=1.0),
}


class Outcome(NamedTuple):
    """How a run went."""

    fell: bool
    tilt: float  # largest [deg]
    arrived: bool
    seconds: float


class Walk:
    """A run in progress."""

    def __init__(self, base: SceneSpec, case: Case, number: np.random.Generator) -> None:
        self.case, self.number = case, number
        self.yaw = np.radians(case.facing or 0.0)
        place = base.robots[0]
        at = {"at": place.at, "rpy": (0.0, 0.0, self.yaw)}
        if case.facing is not None:
            at["at"] = (-1.30, number.uniform(-0.15, 0.15), place.at[2])
        elif case.turns:
            at["at"] = (0.05, number.uniform(-0.1, 0.1), 0.07)  # it lies on the bumps
        else:
            at["at"] = (-1.30, 1.04, place.at[2])  # on the lane
        robot = place.model_copy(update=at)
        self.simulation = Simulation(base.model_copy(update={"robots": [robot]}))
        self.panel = Panel(base.console_spec)
        self.tilt, self.time = 0.0, 0.0

    def see(self, signal: str) -> float:
        return float(self.simulation.signals[self.simulation.plan.slots[signal]])

    def run(self, seconds: float, **levers: float) -> None:
        for name, value in levers.items():
            self.panel.set(name, value)
        for _ in range(round(seconds / self.simulation.frame_dt)):
            if self.case.push and self.see("moving") and self.number.uniform() < 0.04:
                azimuth, size = self.number.uniform(0.0, 2.0 * np.pi), self.number.uniform(0.5, 1.0)
                way = size * self.case.push * np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
                event = Event("push", "quadruped.body", {"impulse": way.tolist()})
                self.simulation.apply(event)
            self.simulation.frame(self.panel.input())
            self.tilt = max(self.tilt, self.see("fall.lean"))
            self.time += self.simulation.frame_dt

    def steer(self, ahead: float) -> None:
        """Set the levers to go east along the middle, the nose where it was."""
        way = ahead, np.clip(-4.0 * self.see("body_y"), -0.4, 0.4)
        cosine, sine = np.cos(self.see("heading")), np.sin(self.see("heading"))
        turned = (self.see("heading") - self.yaw + np.pi) % (2.0 * np.pi) - np.pi
        self.panel.set("walk.y", np.clip(cosine * way[0] + sine * way[1], -1, 1))
        self.panel.set("walk.x", np.clip(sine * way[0] - cosine * way[1], -1, 1))
        self.panel.set("turn", np.clip(2.0 * turned, -1, 1))

    def go(self) -> Outcome:
        self.run(0.2, key=2)
        self.run(0.2, key=1)
        self.run(2.0, posture=2, gait=float(self.case.trot), lift_knob=38, stride_knob=60)
        arrived, begin = True, self.time
        if self.case.turns:
            turned, before = 0.0, self.see("heading")
            while abs(turned) < np.pi and not self.see("fall") and self.time < LIMIT:
                self.run(0.04, turn=-1.0)
                now = self.see("heading")
                turned += (now - before + np.pi) % (2.0 * np.pi) - np.pi
                before = now
            arrived = abs(turned) >= np.pi
        elif self.case.facing is not None:
            while (
                self.see("body_x") < EDGES[1] + 0.3 and not self.see("fall")
                and self.time < LIMIT
            ):  # fmt: skip
                self.steer(1.0)
                self.run(0.04)
            arrived = self.see("body_x") >= EDGES[1] + 0.3
        else:
            self.run(PUSHED, **{"walk.y": 1.0})
        taken = self.time - begin
        return Outcome(self.see("fall") > 0.5, float(np.degrees(self.tilt)), arrived, taken)


def run(base: SceneSpec, name: str, number: int) -> Outcome:
    """Return how run `number` of a case goes; always the same."""
    return Walk(base, CASES[name], np.random.default_rng([*name.encode(), number])).go()


def main() -> None:
    """Print a table: falls, tilt and time by case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", default=list(CASES))
    parser.add_argument("--runs", type=int, default=100)
    options = parser.parse_args()
    base = load_checked(SCENE)
    print("| case | runs | falls | did not arrive | tilt: median, largest [deg] | s of it |")
    print("|---|--:|--:|--:|--:|--:|", flush=True)
    for case in options.cases:
        outcomes = [run(base, case, number) for number in range(options.runs)]
        tilts = [one.tilt for one in outcomes]
        falls, lost = sum(one.fell for one in outcomes), sum(not one.arrived for one in outcomes)
        long = np.median([one.seconds for one in outcomes])
        figures = f"{np.median(tilts):.1f}, {max(tilts):.1f} | {long:.0f}"
        print(f"| {case} | {options.runs} | {falls} | {lost} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
