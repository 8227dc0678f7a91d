"""Pegs and holes: a close fit in a fixed mesh lets in what fits, and keeps out what does not."""

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec import load

RADIUS, HEIGHT, CORNERS, PLAY = 0.010, 0.06, 48, 5e-5  # of the peg, of the plate, of the hole [m]
ABOVE = 0.005  # where the peg starts [m]

ROBOT = """\
materials: {smooth: {friction: 0.15}}
links:
  frame: {fixed: true, collides: false, shape: {box: [0.05, 0.05, 0.05]}}
  head: {mass: 2, collides: false, shape: {box: [0.05, 0.05, 0.05]}}
  peg: {mass: 0.2, material: smooth,
        shape: {cylinder: {radius: 0.010, length: 0.06}, at: [0, 0, -0.03]}}
joints:
  down: {type: prismatic, parent: frame, child: head, axis: [0, 0, -1]}
  give: {type: prismatic, parent: head, child: peg, axis: [1, 0, 0]}
motors:
  down: {type: speed, joint: down, damping: 20000, torque: 60}
  give: {type: servo, joint: give, stiffness: 5000, damping: 30, torque: 100}
"""


def bore(radius: float, inner: float) -> str:
    """Return a ring of `HEIGHT` as an OBJ file, of triangles that run to a point at the hole."""
    corners, faces = "", ""
    for k in range(CORNERS):
        x, y = np.cos(2.0 * np.pi * k / CORNERS), np.sin(2.0 * np.pi * k / CORNERS)
        for r, z in ((inner, 0.0), (radius, 0.0), (radius, HEIGHT), (inner, HEIGHT)):
            corners += f"v {r * x:.9f} {r * y:.9f} {z}\n"
        here, there = 4 * k, 4 * ((k + 1) % CORNERS)
        for i in range(4):
            j = (i + 1) % 4
            faces += f"f {here + i + 1} {there + i + 1} {there + j + 1} {here + j + 1}\n"
    return corners + faces


def insert(tmp_path, aside: float, speed: float, h: float) -> float:
    """Return how deep [m] a drive takes the peg that starts `aside` of the hole's middle [m]."""
    (tmp_path / "robot.yaml").write_text(ROBOT)
    (tmp_path / "ring.obj").write_text(bore(0.03, (RADIUS + PLAY) / np.cos(np.pi / CORNERS)))
    up = HEIGHT + ABOVE + HEIGHT
    (tmp_path / "scene.yaml").write_text(
        f"robots: [{{file: robot.yaml, name: r, at: [{aside}, 0, {up}]}}]\n"
        "materials: {smooth: {friction: 0.15}}\nterrain: []\nprops:\n"
        "  - {name: ring, fixed: true, material: smooth, shape: {mesh: ring.obj}}\n"
        f"physics: {{step: {h}}}\n"
    )
    spec = load.load_scene(tmp_path / "scene.yaml")
    world, names = build_world(spec), find_names(spec)
    world.motors.input[names.motors["r.down"]] = speed
    step.advance(round(0.05 / speed / h), handle.pack(world).words)
    return float(world.joints.position[names.joints["r.down"]]) - ABOVE


@pytest.mark.parametrize("h", [0.005, 0.01, 0.02])
@pytest.mark.parametrize("speed", [0.02, 0.1])
def test_a_peg_goes_into_a_hole_that_it_fits(tmp_path, speed: float, h: float) -> None:
    """The rim's corners, and the nearest way to it ahead, held the peg up as if it were closed."""
    for aside in (0.0, 0.8 * PLAY):
        assert insert(tmp_path, aside, speed, h) > 0.04
    assert abs(insert(tmp_path, 1.2 * PLAY, speed, h)) < 2e-4
