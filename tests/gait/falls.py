"""How often the walking robot falls: `python -m tests.gait.falls [--runs 100] [case ...]`.

A run: eight steps, a stop, a turn of 45 degrees, two steps, all through console and diagram. What a
run draws - masses, friction, slope, threshold, pushes - follows from its case and its number.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from simulator.console.panel import Panel
from simulator.simulation import Simulation
from simulator.snapshot import Event
from simulator.spec import load
from simulator.spec.models.scene import PropSpec, SceneSpec
from simulator.spec.models.shape import ShapeSpec

SCENE = Path(__file__).parents[2] / "scenes" / "walk.yaml"
LIMIT = 90.0  # of a run [s]
STEPS = 10  # of a whole run


class Draw(NamedTuple):
    """What is different in a run."""

    masses: float = 0.0  # each link's, up to this share
    friction: tuple[float, float] | None = None  # of the soles
    slope: float = 0.0  # [deg], in any direction
    threshold: float = 0.0  # height of a bar across the way [m]
    push: float = 0.0  # impulses on the torso every two seconds, up to this [N s]
    load: bool = False  # 3 kg in the right hand, arm raised to carry it
    plain: bool = False  # with the desk's Balance off


CASES: dict[str, Draw] = {
    "flat floor": Draw(),
    "masses +-5 %": Draw(masses=0.05),
    "friction 0.5 - 1.0": Draw(friction=(0.5, 1.0)),
    "3 kg in the hand": Draw(load=True),
    "pushes up to 5 N s": Draw(push=5.0),
    "masses, friction, pushes up to 5 N s": Draw(0.05, (0.5, 1.0), push=5.0),
    "the same, 3 kg in the hand": Draw(0.05, (0.5, 1.0), push=5.0, load=True),
    "the same, slope 1 deg": Draw(0.05, (0.5, 1.0), slope=1.0, push=5.0),
    "pushes up to 7 N s": Draw(push=7.0),
    "pushes up to 10 N s": Draw(push=10.0),
    "pushes up to 10 N s, without Balance": Draw(push=10.0, plain=True),
    "slope 2 deg": Draw(slope=2.0),
    "slope 3 deg": Draw(slope=3.0),
    "slope 4 deg": Draw(slope=4.0),
    "slope 2 deg, without Balance": Draw(slope=2.0, plain=True),
    "threshold 2 mm": Draw(threshold=0.002),
    "threshold 3 mm": Draw(threshold=0.003),
    "threshold 5 mm": Draw(threshold=0.005),
    "threshold 10 mm": Draw(threshold=0.010),
    "threshold 2 mm, without Balance": Draw(threshold=0.002, plain=True),
}


class Outcome(NamedTuple):
    """How a run went."""

    fell: bool
    tilt: float  # largest [deg]
    steps: int


def build(base: SceneSpec, draw: Draw, number: np.random.Generator) -> SceneSpec:
    """Return the scene of a run."""
    place = base.robots[0]
    robot = place.spec
    assert robot is not None
    links, materials = dict(robot.links), dict(robot.materials)
    for name, link in links.items():
        share = 1.0 + number.uniform(-draw.masses, draw.masses)
        links[name] = link.model_copy(update={"mass": (link.mass or 1.0) * share})
    if draw.load:
        hand = links["right_hand"]
        held = ShapeSpec(box=(0.2, 0.1, 0.1), at=(-0.16, 0.0, -0.155), mass=3.0)
        own = [one.model_copy(update={"mass": hand.mass}) for one in hand.shapes]
        links["right_hand"] = hand.model_copy(update={"mass": None, "shapes": [*own, held]})
    if draw.friction:
        sole = materials["sole"].model_copy(update={"friction": number.uniform(*draw.friction)})
        materials["sole"] = sole
    spec = robot.model_copy(update={"links": links, "materials": materials})
    changes: dict = {"robots": [place.model_copy(update={"spec": spec})]}
    if draw.slope:
        angle, azimuth = np.radians(draw.slope), number.uniform(0.0, 2.0 * np.pi)
        roll, pitch = angle * np.sin(azimuth), angle * np.cos(azimuth)
        changes["terrain"] = [ShapeSpec(plane=True, rpy=(roll, pitch, 0.0))]
        tilted = place.model_copy(update={"spec": spec, "rpy": (roll, pitch, 0.0)})
        changes["robots"] = [tilted]
    if draw.threshold:
        at = (number.uniform(0.5, 1.4), 0.0, 0.5 * draw.threshold)
        bar = ShapeSpec(box=(0.08, 2.0, draw.threshold), material="wood")
        changes["props"] = [PropSpec(name="threshold", fixed=True, at=at, shape=bar)]
    return base.model_copy(update=changes)


class Walk:
    """A run in progress."""

    def __init__(self, scene: SceneSpec, draw: Draw, number: np.random.Generator) -> None:
        self.simulation = Simulation(scene)
        self.panel = Panel(scene.console_spec)
        self.draw, self.number = draw, number
        self.tilt, self.frames = 0.0, 0

    def see(self, signal: str) -> float:
        return float(self.simulation.signals[self.simulation.plan.slots[signal]])

    def frame(self) -> None:
        if self.draw.push and self.frames % 50 == 25 and self.frames > 100:
            azimuth, size = self.number.uniform(0.0, 2.0 * np.pi), self.number.uniform(0.5, 1.0)
            impulse = size * self.draw.push * np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
            self.simulation.apply(Event("push", "biped.torso", {"impulse": impulse.tolist()}))
        self.simulation.frame(self.panel.input())
        self.tilt = max(self.tilt, self.see("fall.lean"))
        self.frames += 1

    def until(self, holds: Callable[[], bool]) -> None:
        while (
            not holds() and not self.see("fall") and self.frames * self.simulation.frame_dt < LIMIT
        ):
            self.frame()

    def click(self, button: str) -> None:
        self.panel.press(button)
        for _ in range(3):
            self.frame()
        self.panel.release(button)

    def go(self) -> Outcome:
        self.panel.set("key", 2)
        for _ in range(5):
            self.frame()
        self.panel.set("key", 1)
        self.until(lambda: self.see("ready") > 0.5)
        if self.draw.plain:
            self.click("balance")
        for _ in range(75):
            self.frame()
        if self.draw.load:
            self.panel.press("carry")
            self.until(lambda: self.see("right_elbow_angle") > 1.05)
            for _ in range(25):
                self.frame()
            self.panel.release("carry")
        for button, steps in (("forward", 8), ("turn_left", 8), ("forward", STEPS)):
            self.click(button)
            if button == "forward":
                self.until(lambda steps=steps: self.see("steps") > steps - 0.5)
                self.click("halt")
            self.until(lambda: self.see("standing") > 0.5)
        steps = round(self.see("steps"))
        fell = self.see("fall") > 0.5 or steps < STEPS  # who has not got there has not walked
        return Outcome(fell, float(np.degrees(self.tilt)), steps)


def run(base: SceneSpec, case: str, number: int) -> Outcome:
    """Return how run `number` of a case goes; always the same."""
    source = np.random.default_rng([*case.encode(), number])
    return Walk(build(base, CASES[case], source), CASES[case], source).go()


def main() -> None:
    """Print a table: falls and tilt by case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", default=list(CASES))
    parser.add_argument("--runs", type=int, default=100)
    options = parser.parse_args()
    base = load.load_scene(SCENE)
    print("| case | runs | falls | tilt: median, largest that stood [deg] | s a run |", flush=True)
    print("|---|--:|--:|--:|--:|")
    for case in options.cases:
        began = time.perf_counter()
        outcomes = [run(base, case, number) for number in range(options.runs)]
        stood = [one.tilt for one in outcomes if not one.fell] or [float("nan")]
        falls = sum(one.fell for one in outcomes)
        taken = (time.perf_counter() - began) / options.runs
        tilts = f"{np.median(stood):.2f}, {max(stood):.2f}"
        print(f"| {case} | {options.runs} | {falls} | {tilts} | {taken:.1f} |", flush=True)


if __name__ == "__main__":
    main()
