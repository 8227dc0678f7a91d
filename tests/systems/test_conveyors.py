"""Belts that run: on a carrier that cannot move, what lies on them goes along."""

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.physics.threads import Helpers
from simulator.physics.world import state_hash
from simulator.spec import load

CONVEYOR = """\
links:
  frame: {fixed: true, shape: {box: [1.8, 0.2, 0.1]}}
  a: &wheel {mass: 1, shape: {cylinder: {radius: 0.1, length: 0.4}, rpy_deg: [90, 0, 0]}}
  b: *wheel
joints:
  drive: {type: revolute, parent: frame, child: a, at: [-1, 0, 0], axis: [0, 1, 0]}
  idler: {type: revolute, parent: frame, child: b, at: [1, 0, 0], axis: [0, 1, 0]}
motors: {motor: {type: speed, joint: drive, damping: 50, torque: 200}}
tracks: {belt: {sprocket: drive, idler: idler, pitch_mm: 60, model: belt, grouser: 0}}
"""
HULL = "  hull: {shape: {box: [0.8, 0.3, 0.1]}, mass: 30}\n"
WHEEL = "{mass: 1, shape: {cylinder: {radius: 0.1, length: 0.08}, rpy_deg: [90, 0, 0]}}"
WHEELS = "".join(f"  {side}{end}: {WHEEL}\n" for side in "lr" for end in "ab")
JOINTS = "".join(
    f"  {side}{end}: {{type: revolute, parent: hull, child: {side}{end}, "
    f"at: [{x}, {y}, 0], axis: [0, 1, 0]}}\n"
    for side, y in (("l", 0.25), ("r", -0.25))
    for end, x in (("a", -0.4), ("b", 0.4))
)
CAR = f"""\
joints:
{JOINTS}\
motors:
  l: {{type: speed, joint: la, damping: 50, torque: 200}}
  r: {{type: speed, joint: ra, damping: 50, torque: 200}}
tracks:
  left: {{sprocket: la, idler: lb, pitch_mm: 60, model: belt}}
  right: {{sprocket: ra, idler: rb, pitch_mm: 60, model: belt}}
"""
SPEED = 0.1075  # of the belt, with half its thickness, at 1 rad/s [m/s]


class Run:
    """A scene of robots and props, driven by hand."""

    def __init__(self, folder, robots: dict[str, str], scene: str) -> None:
        for name, text in {**robots, "scenes/lesson.yaml": scene}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        scene = load.load_scene(folder / "scenes/lesson.yaml")
        self.world, self.names = build_world(scene), find_names(scene)
        self.packed = handle.pack(self.world)

    def drive(self, seconds: float, **inputs: float) -> None:
        for name, value in inputs.items():
            self.world.motors.input[self.names.motors[name.replace("_", ".", 1)]] = value
        step.advance(round(seconds / self.world.settings.step), self.packed.words)

    def place(self, name: str) -> np.ndarray:
        return self.world.bodies.position[self.names.bodies[name]].copy()


def conveyor(folder, props: str, at: str = "at: [0, 0, 0.551]") -> Run:
    scene = f"robots: [{{file: ../robots/c/robot.yaml, {at}}}]\nprops:\n{props}"
    return Run(folder, {"robots/c/robot.yaml": CONVEYOR}, scene)


def test_a_box_goes_with_the_belt_and_a_ball_rolls_on_it(tmp_path):
    box = "  - {name: box, shape: {box: [0.2, 0.2, 0.2]}, mass: 3, at: [-0.6, 0, 0.767]}\n"
    ball = "  - {name: ball, shape: {sphere: 0.1}, mass: 3, at: [0, 0, 0.767]}\n"
    run = conveyor(tmp_path, box + ball)
    run.drive(1.0)
    rest = run.place("box"), run.place("ball")
    run.drive(1.0)
    assert abs(run.place("box")[0] - rest[0][0]) < 1e-7
    run.drive(1.0, c_motor=1.0)
    before = run.place("box"), run.place("ball")
    run.drive(1.0)
    assert run.place("box")[0] - before[0][0] == pytest.approx(SPEED, rel=1e-4)
    # its moment about the place of contact stays zero; it sinks in by a thousandth of its radius
    assert run.place("ball")[0] - before[1][0] == pytest.approx(2.0 / 7.0 * SPEED, rel=2e-3)
    assert run.place("ball")[2] == pytest.approx(rest[1][2], abs=1e-4)


def test_a_belt_that_climbs_holds_its_drive_back(tmp_path):
    slope = np.radians(10.0)
    x, z = -0.4 * np.cos(slope), 0.551 + 0.4 * np.sin(slope)
    lift = 0.216
    x, z = x + lift * np.sin(slope), z + lift * np.cos(slope)
    box = "  - {name: box, shape: {box: [0.2, 0.2, 0.2]}, mass: 20, "
    box += f"at: [{x}, 0, {z}], rpy_deg: [0, 10, 0]}}\n"
    run = conveyor(tmp_path, box, "at: [0, 0, 0.551], rpy_deg: [0, 10, 0]")
    run.drive(1.0, c_motor=-1.0)  # x leads downhill
    joint = run.names.joints["c.drive"]
    turned = run.world.joints.position[joint]
    run.drive(1.0)
    speed = run.world.joints.position[joint] - turned
    assert speed == pytest.approx(-1.0 + 20 * 9.81 * np.sin(slope) * SPEED / 50, rel=1e-3)


def test_many_boxes_ride_together_by_any_number_of_threads(tmp_path):
    boxes = "".join(
        f"  - {{name: b{k}{n}{m}, shape: {{box: [0.12, 0.12, 0.12]}}, mass: 1, "
        f"at: [{-0.85 + 0.13 * n}, {2 * k}, {0.727 + 0.121 * m}]}}\n"
        for k in range(2)
        for n in range(9)
        for m in range(2)
    )
    robots = "".join(
        f"  - {{file: ../robots/c/robot.yaml, name: {name}, at: [0, {y}, 0.551]}}\n"
        for name, y in (("c", 0), ("d", 2))
    )

    def ride(threads: int) -> Run:
        run = Run(tmp_path, {"robots/c/robot.yaml": CONVEYOR}, f"robots:\n{robots}props:\n{boxes}")
        with Helpers(threads - 1, step.advance, run.packed, run.world.team.words):
            run.drive(1.0, c_motor=1.0, d_motor=-0.5)
            middle = run.place("b040")[0], run.place("b141")[0]
            run.drive(0.5)
        assert run.place("b040")[0] - middle[0] == pytest.approx(0.5 * SPEED, rel=1e-3)
        assert run.place("b141")[0] - middle[1] == pytest.approx(-0.25 * SPEED, rel=1e-3)
        return run

    assert state_hash(ride(1).world) == state_hash(ride(2).world)


@pytest.mark.parametrize("links", [HULL + WHEELS, WHEELS + HULL])
def test_a_robot_on_belts_drives_whatever_part_is_named_first(tmp_path, links):
    scene = "robots: [{file: ../robots/c/robot.yaml, at: [0, 0, 0.12]}]\n"
    run = Run(tmp_path, {"robots/c/robot.yaml": f"links:\n{links}{CAR}"}, scene)
    run.drive(1.0, c_l=1.0, c_r=1.0)
    before = run.place("c.hull")[0]
    run.drive(1.0)
    assert run.place("c.hull")[0] - before == pytest.approx(SPEED, rel=2e-3)


PRESS = """\
links:
  gate: {fixed: true, shape: {box: [0.1, 0.1, 0.1]}}
  ram: {mass: 10, shape: {box: [0.1, 0.1, 0.1]}}
joints: {rail: {type: prismatic, parent: gate, child: ram, at: [0, 0, -0.5], axis: [0, 0, 1]}}
"""


def test_a_drive_feels_what_rubs_on_its_belt(tmp_path):
    # the ram goes up and down only: along the belt it answers to nothing, as the carrier does
    robots = {"robots/c/robot.yaml": CONVEYOR, "robots/p/robot.yaml": PRESS}
    scene = """\
robots:
  - {file: ../robots/c/robot.yaml, at: [0, 0, 0.551]}
  - {file: ../robots/p/robot.yaml, at: [0, 0, 1.22]}
"""
    run = Run(tmp_path, robots, scene)
    run.drive(2.0)
    run.drive(1.0, c_motor=1.0)
    contacts = run.world.contacts
    friction = contacts.friction[0]
    motor = run.names.motors["c.motor"]
    assert run.world.motors.torque[motor] == pytest.approx(friction * 98.1 * SPEED, rel=0.01)
    assert abs(run.place("p.ram")[0]) < 1e-6
