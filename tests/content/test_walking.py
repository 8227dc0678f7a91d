"""The walking robot: it walks, stops, turns, holds still without power, notices a fall."""

from pathlib import Path

import numpy as np
import pytest

from simulator.console.panel import Panel
from simulator.gait import files
from simulator.gait.book import write_book
from simulator.gait.stance import find_stance
from simulator.simulation import Simulation
from simulator.snapshot import Event
from simulator.spec import load
from simulator.spec.models.shape import ShapeSpec
from simulator.spec.reading.number_file import load as load_numbers

ROOT = Path(__file__).parents[2]
ROBOT = ROOT / "robots" / "biped"


@pytest.fixture(scope="module")
def scene():
    return load.load_scene(ROOT / "scenes" / "walk.yaml")


@pytest.fixture(scope="module")
def walker(scene):
    return Simulation(scene)


class Desk:
    """Runs a scene and remembers the largest tilt."""

    def __init__(self, simulation) -> None:
        self.simulation, self.tilt = simulation, 0.0
        self.panel = Panel(simulation.scene.console_spec)
        simulation.reset()

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / self.simulation.frame_dt)):
            self.simulation.frame(self.panel.input())
            self.tilt = max(self.tilt, self["fall.lean"])

    def click(self, button: str) -> None:
        self.panel.press(button)
        self.run(0.1)
        self.panel.release(button)
        self.run(0.1)

    def until(self, signal: str, above: float, seconds: float) -> None:
        for _ in range(round(seconds / self.simulation.frame_dt)):
            self.run(self.simulation.frame_dt)
            if self[signal] > above:
                return
        raise AssertionError(f"{signal} is not above {above} after {seconds} s")

    def switch_on(self) -> None:
        self.panel.set("key", 2)
        self.run(0.2)
        self.panel.set("key", 1)
        self.until("ready", 0.5, 3.0)

    def __getitem__(self, name: str) -> float:
        return float(self.simulation.signals[self.simulation.plan.slots[name]])


def test_robot_walks_stops_and_turns(walker) -> None:
    desk = Desk(walker)
    desk.switch_on()
    assert desk.tilt < np.radians(0.3)
    begin = desk["pelvis_x"]
    desk.click("forward")
    desk.until("steps", 3.5, 12.0)
    desk.click("halt")
    desk.until("standing", 0.5, 6.0)
    assert abs(desk["pelvis_x"] - begin - 5 * 0.2) < 0.02  # first, three steady ones, last
    desk.click("turn_left")
    desk.until("standing", 0.5, 8.0)
    assert abs(desk["heading"] - np.radians(45)) < np.radians(1)
    assert desk.tilt < np.radians(0.6) and desk["fall"] == 0.0


def test_arms_move_while_it_walks(walker) -> None:
    desk = Desk(walker)
    desk.switch_on()
    desk.click("forward")
    for arm, name in enumerate(("left", "right")):
        desk.panel.set("arm", arm)
        desk.panel.set("shoulder.y", 1.0)
        desk.panel.set("elbow.y", 1.0)
        desk.run(2.4)
        assert desk[f"{name}_shoulder_pitch_angle"] > 1.0 and desk[f"{name}_elbow_angle"] > 1.2
    desk.panel.set("shoulder.y", 0.0)
    desk.panel.set("elbow.y", 0.0)
    desk.until("steps", 4.5, 8.0)
    desk.click("halt")
    desk.until("standing", 0.5, 6.0)
    assert desk["fall"] == 0.0 and desk.tilt < np.radians(1.0)


def test_robot_stands_on_its_brakes_without_power(walker) -> None:
    desk = Desk(walker)
    desk.run(2.0)
    assert desk.tilt < np.radians(0.05)
    height = walker.snapshot().pose("biped.pelvis")[0][2]
    desk.switch_on()
    desk.run(1.0)
    sunk = height - walker.snapshot().pose("biped.pelvis")[0][2]
    assert 0.0 < sunk < 0.001  # the give of the drives under the robot's own weight


def test_fall_cuts_the_motors(scene) -> None:
    place = scene.robots[0].model_copy(update={"rpy": (0.0, 0.25, 0.0), "at": (0.0, 0.0, 0.03)})
    desk = Desk(Simulation(scene.model_copy(update={"robots": [place]})))
    desk.panel.set("key", 2)
    desk.run(0.08)
    assert desk["fall"] == 0.0 and desk["power"] == 1.0
    desk.run(2.5)
    assert desk["fall"] == 1.0 and desk["on"] == 0.0
    assert desk["left_knee_drive"] == 0.0


def test_stored_pattern_is_that_of_the_robot_file(tmp_path) -> None:
    robot = load.load_robot(ROBOT / "robot.yaml")
    for row, (name, posture) in enumerate(robot.gait.postures.items()):
        stored, own = write_book(robot, posture), find_stance(robot, posture)
        files.write_book(stored, own, tmp_path, name)
        if row == 0:
            files.write_shared(stored, own, tmp_path)
    for name, near in (*((name, 2e-5) for name in robot.gait.postures), ("trim", 2e-3)):
        paths = (folder / f"{name}.txt" for folder in (tmp_path, ROBOT / "gait"))
        fresh, kept = (load_numbers(str(path)) for path in paths)
        assert fresh.names == kept.names
        assert np.abs(fresh.rows - kept.rows).max() < near
    segments = (folder / "segments.txt" for folder in (tmp_path, ROBOT / "gait"))
    assert len({path.read_text() for path in segments}) == 1


def test_body_keeps_over_its_feet_on_a_slope(scene) -> None:
    lean = (0.0, float(np.radians(-2.0)), 0.0)  # uphill
    ground = [ShapeSpec(plane=True, rpy=lean)]
    place = scene.robots[0].model_copy(update={"rpy": lean})
    desk = Desk(Simulation(scene.model_copy(update={"robots": [place], "terrain": ground})))
    desk.switch_on()
    desk.run(2.5)
    assert abs(desk["trim_x"] - 1.2 * np.radians(2.0)) < 0.01
    desk.click("forward")
    desk.until("steps", 2.5, 10.0)
    desk.click("halt")
    desk.until("standing", 0.5, 6.0)
    assert desk.tilt < np.radians(2.6)


def test_console_and_pattern_agree(scene) -> None:
    robot = scene.robots[0].spec
    joint = load.load_console(ROOT / "consoles" / "biped.yaml").diagrams["joint"]
    assert joint.parameters["kp"] == robot.gait.kp
    assert joint.parameters["kd"] == robot.gait.kd
    rows = (ROBOT / "gait" / "segments.txt").read_text().splitlines()[1:]
    names = [row.partition("# ")[2] for row in rows]
    states = scene.console_spec.diagram["walk"].model_extra["states"]
    words = [name.replace("turn ", "").replace(" ", "_") for name in names]
    assert words == states


def test_pushed_in_a_turn_it_waits_until_it_stands_again(walker) -> None:
    desk = Desk(walker)
    desk.switch_on()
    desk.click("turn_left")
    desk.run(2.2)  # on one foot
    walker.apply(Event("push", "biped.torso", {"impulse": [0.0, 5.0, 0.0]}))
    rows, waits = [], 0.0
    for _ in range(50):
        desk.run(walker.frame_dt)
        rows.append(desk["row"])
        waits = max(waits, desk["waits"])
    assert waits == 1.0 and min(np.diff(rows)) == 0.0
    assert abs(desk["trim_x"]) + abs(desk["trim_y"]) < 0.002  # a push is no slope
    desk.until("standing", 0.5, 10.0)
    assert desk["fall"] == 0.0 and desk.tilt < np.radians(2)
    # pushed so that it swivels on the edge of its foot; by 1 degree with 4 or 6 N s
    assert abs(desk["heading"] - np.radians(45)) < np.radians(7)


def test_only_the_right_hand_loads_the_pattern(walker) -> None:
    desk = Desk(walker)
    desk.switch_on()
    for hand, loaded in (("left", 0.0), ("right", 1.0)):
        walker.apply(Event("force", f"{hand}_gripper.grip", {"value": 1.0}))
        desk.run(0.2)
        assert desk["held"] == 1.0 and desk["loaded"] == loaded
        walker.apply(Event("release", f"{hand}_gripper.grip", {}))
