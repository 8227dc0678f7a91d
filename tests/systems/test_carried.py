"""What turns with its carrier stays where it is, also beside faces that do not hold it."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.physics import build, present, step
from simulator.spec import load

TABLE = """\
links:
  base: {{fixed: true, shape: {{box: [0.1, 0.1, 0.1], at: [0, 0, -0.2]}}}}
  disc: {{mass: 200, centre_of_mass: [0, 0, 0], shapes: [{shapes}], material: m}}
materials: {{m: {{friction: 0.8}}}}
joints:
  axle: {{type: revolute, parent: base, child: disc, axis: [0, 0, 1]}}
motors: {{m: {{type: speed, joint: axle, damping: 1.0e+5, torque: 1.0e+5}}}}
"""
SCENE = """\
materials: {{m: {{friction: 0.8}}}}
robots: [{{file: table.yaml, name: r}}]
props: [{{name: box, shapes: [{shapes}], mass: 1, material: m, at: [0.5, 0, 0.075]}}]
physics: {{step: {dt}, sleep: false}}
"""
TRACKED = """\
robots:
  - {{file: table.yaml, name: r}}
  - {{file: mf4/robot.yaml, name: mf4, tracks: belt, at: [0.5, 0, 0.05]}}
physics: {{step: {dt}, sleep: false}}
"""
ROBOT = Path(__file__).parents[2] / "robots" / "mf4"
FLOOR = "{cylinder: {radius: 1.0, length: 0.1}}"
WALL = "{box: [0.02, 0.4, 0.1], at: [0.437, 0, 0.1]}"  # 3 mm inside the box
BOX = "{box: [0.1, 0.1, 0.05]}"
LUG = "{box: [0.02, 0.02, 0.03], at: [0, 0, 0.02]}"
DRUM = "{cylinder: {radius: 0.025, length: 0.1}, at: [0, 0.2, 0], rpy_deg: [0, 90, 0]}"


def find_creep(folder, table: str, scene: str, name: str, dt: float) -> float:
    """Return how far a body on a turntable creeps in 6 s at 2 rad/s [m]."""
    (folder / "table.yaml").write_text(TABLE.format(shapes=table))
    (folder / "scene.yaml").write_text(scene)
    scene = load.load_scene(folder / "scene.yaml")
    world, names = build.build_world(scene), build.find_names(scene)
    packed, places = handle.pack(world), []
    poses = np.empty_like(world.bodies.position), np.empty_like(world.bodies.orientation)
    for k in range(round(7.0 / dt)):
        world.motors.input[names.motors["r.m"]] = min(2.0, 2.0 * k * dt)
        step.advance(1, packed.words)
        if k == round(1.0 / dt) or k == round(7.0 / dt) - 1:
            present.poses(world.bodies, world.joints, world.islands, *poses)
            w, x, y, z = poses[1][names.bodies["r.disc"]]
            turn = np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
            at = poses[0][names.bodies[name]]
            places.append(complex(at[0], at[1]) * np.exp(-1j * turn))
    return abs(places[1] - places[0])


@pytest.mark.parametrize("dt", [0.002, 0.005, 0.01])
@pytest.mark.parametrize(
    ("table", "thing"),
    [(FLOOR, BOX), (f"{WALL}, {FLOOR}", BOX), (FLOOR, f"{LUG}, {BOX}"), (FLOOR, f"{DRUM}, {BOX}")],
    ids=["alone", "beside a wall", "with a lug", "with a drum"],
)
def test_a_box_on_a_turntable_stays(tmp_path, table, thing, dt):
    """Beside a wall that does not touch it, it crept by 23 mm in 12 s at 10 ms."""
    scene = SCENE.format(shapes=thing, dt=dt)
    assert find_creep(tmp_path, table, scene, "box", dt) < 0.6 * dt * dt / 1e-4 * 1e-3 + 2e-5


@pytest.mark.parametrize("dt", [0.002, 0.01])
def test_a_robot_parked_on_its_belts_stays(tmp_path, dt):
    """It crept outwards by 62 mm at 10 ms, as half a step of what turns it would take it."""
    shutil.copytree(ROBOT, tmp_path / "mf4")
    creep = find_creep(tmp_path, FLOOR, TRACKED.format(dt=dt), "mf4.chassis", dt)
    assert creep < 1e-3
