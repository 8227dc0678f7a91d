"""What turns together stays together: things on a turntable, in slewing jaws, on each other."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from simulator.compiled import handle
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec import load

TABLE = """\
links:
  base: {fixed: true, shape: {box: [0.3, 0.3, 0.1], at: [0, 0, 0.05]}}
  disc: {mass: 200, shape: {cylinder: {radius: 1.2, length: 0.1}}}
joints:
  turn: {type: revolute, parent: base, child: disc, at: [0, 0, 0.2], axis: [0, 0, 1]}
motors: {drive: {type: speed, joint: turn, damping: 5000, torque: 5000}}
"""
ARM = """\
links:
  base: {fixed: true, shape: {box: [0.2, 0.2, 0.1], at: [0, 0, 0.05]}}
  arm: {mass: 10, shape: {box: [0.7, 0.06, 0.06], at: [0.4, 0, 0]}}
  left: {mass: 0.3, shape: {box: [0.1, 0.02, 0.04]}}
  right: {mass: 0.3, shape: {box: [0.1, 0.02, 0.04]}}
joints:
  slew: {type: revolute, parent: base, child: arm, at: [0, 0, 0.5], axis: [0, 0, 1]}
  a: {type: prismatic, parent: arm, child: left, at: [0.82, 0.05, 0], axis: [0, 1, 0],
      limit: [-0.05, 0.0]}
  b: {type: prismatic, parent: arm, child: right, at: [0.82, -0.05, 0], axis: [0, 1, 0],
      limit: [0, 0.05]}
motors:
  drive: {type: speed, joint: slew, damping: 5000, torque: 5000}
  close_a: {type: torque, joint: a, torque: 100}
  close_b: {type: torque, joint: b, torque: 100}
"""
HAND = """\
links:
  base: {fixed: true, shape: {box: [0.2, 0.2, 0.1], at: [0, 0, 0.05]}}
  arm: {mass: 10, shapes: [
      {box: [0.3, 0.06, 0.06], at: [0.2, 0, 0]}, {box: [0.1, 0.02, 0.06], at: [0.42, 0.0402, 0]}]}
  right: {mass: 0.3, shape: {box: [0.1, 0.02, 0.06]}}
joints:
  turn: {type: revolute, parent: base, child: arm, at: [0, 0, 2], axis: AXIS}
  b: {type: prismatic, parent: arm, child: right, at: [0.42, -0.0402, 0], axis: [0, 1, 0],
      limit: [0, 0.05]}
motors:
  drive: {type: speed, joint: turn, damping: 5000, torque: 5000}
  close: {type: torque, joint: b, torque: 100}
"""


class Run:
    """A robot with a motor called drive, and things."""

    def __init__(self, folder, robot: str, things: str, h: float) -> None:
        (folder / "robot.yaml").write_text(robot)
        (folder / "scene.yaml").write_text(
            f"robots: [{{file: robot.yaml, name: r}}]\nprops:\n{things}"
            f"terrain: [{{plane: true}}]\nphysics: {{step: {h}}}\n"
        )
        scene = load.load_scene(folder / "scene.yaml")
        self.world, self.names, self.h = build_world(scene), find_names(scene), h
        self.packed = handle.pack(self.world)

    def go(self, seconds: float, speed: float) -> None:
        self.world.motors.input[self.names.motors["r.drive"]] = speed
        step.advance(round(seconds / self.h), self.packed.words)

    def start(self, speed: float) -> None:
        """Bring the drive to its speed within a second."""
        for share in np.linspace(0.0, 1.0, 50):
            self.go(0.02, share * speed)

    def seen(self, body: str, other: str) -> np.ndarray:
        """Return where a body is as another one sees it [m]."""
        bodies, rows = self.world.bodies, self.names.bodies
        w, x, y, z = bodies.orientation[rows[other]]
        turn = np.array([
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ])  # fmt: skip
        return turn.T @ (bodies.position[rows[body]] - bodies.position[rows[other]])


@pytest.mark.parametrize("h", [0.005, 0.01, 0.02])
@pytest.mark.parametrize("things", ["box", "stack", "many"])
def test_what_lies_on_a_turntable_stays_there(tmp_path, h, things) -> None:
    """Without the turn within a step it creeps outwards by h w^2 r / 2: 20 mm/s at 20 ms."""
    box = "{{name: {}, at: [{}, {}, {}], mass: 5, shape: {{box: [0.2, 0.2, 0.2]}}}}"
    places = {
        "box": [(0.5, 0.0, 0.351)],
        "stack": [(0.5, 0.0, 0.351), (0.54, 0.03, 0.552)],  # one not above the other
        "many": [(x, y, 0.351) for x in (-0.5, -0.2, 0.2, 0.5) for y in (-0.5, -0.2, 0.2, 0.5)],
    }[things]
    text = "".join(f"  - {box.format(f'b{k}', *at)}\n" for k, at in enumerate(places))
    run = Run(tmp_path, TABLE, text, h)
    run.go(0.3, 0.0)
    run.start(2.0)
    before = np.array([run.seen(f"b{k}", "r.disc") for k in range(len(places))])
    run.go(5.0, 2.0)
    after = np.array([run.seen(f"b{k}", "r.disc") for k in range(len(places))])
    assert np.abs(after - before).max() < 1e-4


@pytest.mark.parametrize("h", [0.005, 0.01, 0.02])
def test_a_ball_on_a_turntable_goes_round_with_two_sevenths_of_its_speed(tmp_path, h) -> None:
    """A solid ball that rolls: its velocity turns by 2/7 of the table's, its speed is constant."""
    run = Run(
        tmp_path, TABLE, "  - {name: b, at: [0.4, 0, 0.301], mass: 1, shape: {sphere: 0.05}}\n", h
    )
    run.go(1.0, 2.0)
    ball, ways = run.names.bodies["b"], []
    for _ in range(round(6.0 / h)):
        run.go(h, 2.0)
        ways.append(run.world.bodies.velocity[ball, :2].copy())
    ways = np.array(ways)
    turned = np.ptp(np.unwrap(np.arctan2(ways[:, 1], ways[:, 0])))
    assert turned / (6.0 - h) == pytest.approx(2.0 * 2 / 7, rel=1e-4)
    assert np.ptp(np.linalg.norm(ways, axis=1)) < 1e-5 * np.linalg.norm(ways[0])


@pytest.mark.parametrize("h", [0.005, 0.01, 0.02])
@pytest.mark.parametrize(
    "shape", ["box: [0.2, 0.2, 0.1]", "cylinder: {radius: 0.1, length: 0.1}"], ids=["box", "disc"]
)
def test_what_spins_on_the_spot_stays_on_it(tmp_path, h, shape) -> None:
    thing = f"  - {{name: b, at: [2, 0, 0.05], mass: 2, shape: {{{shape}}}}}\n"
    run = Run(tmp_path, TABLE, thing, h)
    run.go(0.2, 0.0)
    body = run.names.bodies["b"]
    before = run.world.bodies.position[body, :2].copy()
    run.world.bodies.spin[body, 2] = 40.0
    run.go(3.0, 0.0)
    assert np.abs(run.world.bodies.spin[body]).max() < 1e-3  # it has come to rest
    assert np.abs(run.world.bodies.position[body, :2] - before).max() < 1e-4


@pytest.mark.parametrize("press", [1.0, 0.2])
@pytest.mark.parametrize("h", [0.005, 0.01])
def test_a_gripped_box_stays_where_it_is_in_jaws_that_slew(tmp_path, h, press) -> None:
    box = "  - {name: b, at: [0.84, 0, 0.5], mass: 0.5, shape: {box: [0.06, 0.06, 0.06]}}\n"
    run = Run(tmp_path, ARM, box, h)
    motors = run.world.motors.input
    motors[run.names.motors["r.close_a"]], motors[run.names.motors["r.close_b"]] = -press, press
    run.go(1.0, 0.0)
    run.start(1.0)
    before = run.seen("b", "r.arm")
    run.go(4 * np.pi, 1.0)
    slip = np.abs(run.seen("b", "r.arm") - before)  # the jaws themselves are free sideways
    assert max(slip[0], slip[2]) < 2e-6


@pytest.mark.parametrize("h", [0.005, 0.02])
@pytest.mark.parametrize("axis", ["[1, 0, 0]", "[0, 1, 0]"])
def test_jaws_that_roll_or_pitch_hold_what_is_in_them(tmp_path, h, axis) -> None:
    box = "  - {name: b, at: [0.44, 0, 2], mass: 0.3, shape: {box: [0.06, 0.06, 0.06]}}\n"
    run = Run(tmp_path, HAND.replace("AXIS", axis), box, h)
    run.world.motors.input[run.names.motors["r.close"]] = 100.0
    run.go(1.0, 0.0)
    run.start(1.0)
    before, contacts = run.seen("b", "r.arm"), run.world.contacts
    for _ in range(round(2 * np.pi / h)):
        run.go(h, 1.0)
        assert contacts.separation[: contacts.used[0]].min() > -5e-6
    assert np.abs(run.seen("b", "r.arm") - before).max() < 0.05 * h * h  # of second order


LIFT = """\
links:
  base: {fixed: true, shape: {box: [0.1, 0.1, 0.1], at: [0, 0, -0.5]}}
  carriage: {mass: 2, collides: false, shape: {box: [0.1, 0.1, 0.02], at: [0, 0, 0.3]}}
  left: {mass: 0.3, shape: {box: [0.05, 0.02, 0.04]}}
  right: {mass: 0.3, shape: {box: [0.05, 0.02, 0.04]}}
joints:
  up: {type: prismatic, parent: base, child: carriage, axis: [0, 0, 1], limit: [-0.1, 1]}
  a: {type: prismatic, parent: carriage, child: left, at: [0, 0.0301, 0], axis: [0, 1, 0]}
  b: {type: prismatic, parent: carriage, child: right, at: [0, -0.0301, 0], axis: [0, 1, 0]}
motors:
  lift: {type: servo, joint: up, stiffness: 20000, damping: 600, torque: 500}
  close_a: {type: torque, joint: a, torque: 100}
  close_b: {type: torque, joint: b, torque: 100}
"""


@pytest.mark.parametrize("h", [0.01, 0.005])
@pytest.mark.parametrize("margin", [1.1, 3.0])
@pytest.mark.parametrize("kind", ["capsule", "cylinder"])
def test_a_rod_held_across_its_middle_stays_level(tmp_path, kind, margin, h) -> None:
    mass, mu = 0.3, 0.5
    push = margin * mass * 9.81 / (2 * mu) / 100
    things = f"  - {{name: rod, at: [0, 0, 0], rpy_deg: [0, 90, 0], mass: {mass}, "
    things += f"shape: {{{kind}: {{radius: 0.02, length: 0.3}}}}, material: grip}}\n"
    pads = f"materials: {{grip: {{friction: {mu}}}}}\n"
    robot = pads + LIFT.replace("0.04]}}", "0.04], material: grip}}")
    (tmp_path / "robot.yaml").write_text(robot)
    (tmp_path / "scene.yaml").write_text(
        f"{pads}robots: [{{file: robot.yaml, name: r}}]\n"
        f"terrain: []\nprops:\n{things}physics: {{step: {h}, sleep: false}}\n"
    )
    spec = load.load_scene(tmp_path / "scene.yaml")
    world, names = build_world(spec), find_names(spec)
    rod, jaw, words = names.bodies["rod"], names.bodies["r.left"], handle.pack(world).words
    motors = [names.motors[f"r.{name}"] for name in ("close_a", "close_b", "lift")]
    gap = []
    for k in range(round(4.0 / h)):
        rise = 0.2 * (0.5 - 0.5 * np.cos(np.pi * min(1.0, max(0.0, k * h - 0.5) / 2.0)))
        world.motors.input[motors] = -push, push, rise
        step.advance(1, words)
        gap.append(world.bodies.position[rod] - world.bodies.position[jaw])
    axis = Rotation.from_quat(world.bodies.orientation[rod], scalar_first=True).apply([0, 0, 1])
    assert abs(axis[2]) < 5e-3  # it falls until the jaws are there
    np.testing.assert_allclose(gap[-1], gap[round(0.5 / h)], atol=1e-4)
