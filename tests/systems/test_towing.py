"""A cart that tows a sled by a rope, which has steps taken in parts, drives as it would alone."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec.load import load_scene

RADIUS, DAMPING, PITCH, LINKS, SLED = 0.15, 300.0, 0.08, 8, 100.0
WHEEL = f"cylinder: {{radius: {RADIUS}, length: 0.08}}, rpy_deg: [90, 0, 0]"
LINK = f"capsule: {{radius: 0.012, length: {0.6 * PITCH}}}, rpy_deg: [0, 90, 0]"
TURN = "type: spherical, damping: 0.01"


def write_train(folder, dt: float):
    """Write robot and scene of a cart on four driven wheels, a rope and a sled; return its path."""
    rope = [f"l{k}" for k in range(LINKS)]
    text = "materials: {tyre: {friction: 0.9}, runner: {friction: 0.5}}\nlinks:\n"
    text += "  hull: {shape: {box: [0.8, 0.5, 0.2], at: [0, 0, 0.1]}, mass: 200}\n"
    text += "".join(f"  w{k}: {{shape: {{{WHEEL}}}, mass: 4, material: tyre}}\n" for k in range(4))
    link = f"{{shape: {{{LINK}, at: [{-PITCH / 2}, 0, 0]}}, mass: 0.05}}"
    text += "".join(f"  {name}: {link}\n" for name in rope)
    text += f"  sled: {{shape: {{box: [0.8, 0.6, 0.3], at: [-0.4, 0, 0]}}, mass: {SLED}, "
    text += "material: runner}\njoints:\n"
    for k, (x, y) in enumerate(((0.3, 0.3), (0.3, -0.3), (-0.3, 0.3), (-0.3, -0.3))):
        text += f"  a{k}: {{type: revolute, parent: hull, child: w{k}, at: [{x}, {y}, 0], "
        text += "axis: [0, 1, 0]}\n"
    for k, (parent, child) in enumerate(zip(["hull", *rope], [*rope, "sled"], strict=True)):
        x = -PITCH if k else -0.45
        text += f"  r{k}: {{{TURN}, parent: {parent}, child: {child}, at: [{x}, 0, 0]}}\n"
    drive = f"type: speed, damping: {DAMPING}, torque: 200"
    text += "motors:\n" + "".join(f"  m{k}: {{{drive}, joint: a{k}}}\n" for k in range(4))
    (folder / "train.yaml").write_text(text)
    (folder / "scene.yaml").write_text(
        f"robots: [{{file: train.yaml, name: t, at: [0, 0, {RADIUS}]}}]\n"
        f"physics: {{step: {dt}, sleep: false}}\n"
    )
    return folder / "scene.yaml"


@pytest.mark.parametrize("dt", [0.005, 0.02])
def test_a_cart_tows_a_sled_by_a_rope(tmp_path, dt):
    """Points of its wheels went up with them between the parts: it sank, slipped and stopped."""
    spec = load_scene(write_train(tmp_path, dt))
    world, names = build_world(spec), find_names(spec)
    packed, hull = pack(world), names.bodies["t.hull"]
    for k in range(round(2.0 / dt)):
        world.motors.input[:] = min(1.0, k * dt / 0.5) / RADIUS
        step.advance(1, packed.words)
        assert world.bodies.position[hull, 2] == pytest.approx(RADIUS + 0.1, abs=5e-4)
    assert world.clusters.pace[0] > 1
    drag = np.sqrt(0.5 * 0.7) * SLED * 9.81
    speed = 1.0 - drag * RADIUS**2 / (4.0 * DAMPING)
    assert world.bodies.velocity[hull, 0] == pytest.approx(speed, abs=3e-3)
