"""Linkages: those that pass where two of their branches meet, and a boom on a cylinder."""

import numpy as np
import pytest

from simulator import handle
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec import load

BOOM = {
    "h": "parent: base, child: boom, at: [0, 0, 1], axis: [0, 1, 0]",
    "c": "parent: base, child: cyl, at: [0.3, 0, 0.3], rpy_deg: [0, -54.46, 0], axis: [0, 1, 0]",
    "p": "parent: cyl, child: rod, at: [0.8602, 0, 0], axis: [1, 0, 0]",
    "e": "parent: boom, child: rod, at: [0.8, 0, 0], axis: [0, 1, 0]",
}
ARM, APART, SPEED, START = 0.2, 0.6, 5.0, 1.2  # [m], [m], [rad/s], [rad]


def couple(cranks: int) -> str:
    """Return a robot of parallel cranks on one rod, as the wheels of a locomotive."""
    x, z = ARM * np.cos(START), ARM * np.sin(START)
    links = "  base: {fixed: true, collides: false, shape: {box: [0.02, 0.02, 0.02]}}\n"
    long = APART * (cranks - 1)
    links += f"  rod: {{mass: 2, collides: false, shape: {{box: [{long}, 0.03, 0.03], "
    links += f"at: [{0.5 * long}, 0, 0]}}}}\n"
    joints = ""
    for k in range(cranks):
        links += f"  c{k}: {{mass: 1, collides: false, shape: {{box: [{ARM}, 0.03, 0.03], "
        links += f"rpy: [0, {-START}, 0], at: [{x / 2}, 0, {z / 2}]}}}}\n"
        joints += f"  j{k}: {{type: revolute, parent: base, child: c{k}, at: [{k * APART}, 0, 0], "
        joints += "axis: [0, -1, 0]}\n"
        ends = f"parent: c0, child: rod, at: [{x}, 0, {z}]" if k == 0 else (
            f"parent: rod, child: c{k}, at: [{k * APART}, 0, 0]")  # fmt: skip
        joints += f"  k{k}: {{type: revolute, {ends}, axis: [0, -1, 0]}}\n"
    return f"links:\n{links}joints:\n{joints}"


@pytest.mark.parametrize("h", [0.01, 0.005])
@pytest.mark.parametrize("cranks", [2, 3])
def test_cranks_on_a_rod_go_on_through_their_dead_centres(tmp_path, cranks: int, h: float) -> None:
    (tmp_path / "robot.yaml").write_text(couple(cranks))
    (tmp_path / "scene.yaml").write_text(
        "robots: [{file: robot.yaml, name: r}]\nterrain: []\n"
        f"physics: {{step: {h}, gravity: [0, 0, 0], sleep: false}}\n"
    )
    spec = load.load_scene(tmp_path / "scene.yaml")
    world, names = build_world(spec), find_names(spec)
    bodies, joints, words = world.bodies, world.joints, handle.pack(world).words
    way = SPEED * ARM * np.array([-np.sin(START), 0.0, np.cos(START)])
    bodies.velocity[names.bodies["r.rod"]] = way
    turning = [names.joints[f"r.j{k}"] for k in range(cranks)]
    for k in range(cranks):
        bodies.velocity[names.bodies[f"r.c{k}"]] = 0.5 * way
        bodies.spin[names.bodies[f"r.c{k}"], 1] = -SPEED
    joints.speed[turning] = SPEED
    for _ in range(round(4.0 / h)):
        step.advance(1, words)
        np.testing.assert_allclose(joints.speed[turning], SPEED, rtol=0.02)
        assert np.ptp(joints.position[turning]) < 3e-3
    assert joints.position[turning[0]] > 3 * 2 * np.pi


@pytest.mark.parametrize("order", ["hcpe", "hcep"])  # the cylinder's joint in the tree; it closes
@pytest.mark.parametrize(("stiffness", "h"), [(1e5, 0.01), (5e5, 0.005)])
def test_a_boom_on_a_spring_in_its_cylinder_swings_on(tmp_path, order, stiffness, h) -> None:
    """A servo that felt the rod alone, not the boom, braked 97 kg as it would 2 kg."""
    joints = "".join(
        f"  {name}: {{type: {'prismatic' if name == 'p' else 'revolute'}, {BOOM[name]}}}\n"
        for name in order
    )
    (tmp_path / "robot.yaml").write_text(
        "links:\n  base: {fixed: true, collides: false, shape: {box: [0.1, 0.1, 0.1]}}\n"
        "  boom: {mass: 30, collides: false, shape: {box: [2, 0.1, 0.1], at: [1, 0, 0]}}\n"
        "  cyl: {mass: 4, collides: false, shape: {box: [0.5, 0.1, 0.1], at: [0.25, 0, 0]}}\n"
        "  rod: {mass: 2, collides: false, shape: {box: [0.5, 0.1, 0.1], at: [-0.25, 0, 0]}}\n"
        f"joints:\n{joints}"
        f"motors:\n  m: {{joint: p, type: servo, stiffness: {stiffness}, "
        "damping: 0, torque: 1e5}\n"
    )
    (tmp_path / "scene.yaml").write_text(
        f"robots: [{{file: robot.yaml, name: r}}]\nterrain: []\nphysics: {{step: {h}}}\n"
    )
    spec = load.load_scene(tmp_path / "scene.yaml")
    world, row = build_world(spec), find_names(spec).joints["r.h"]
    words, angles = handle.pack(world).words, []
    for _ in range(round(3.0 / h)):
        step.advance(1, words)
        angles.append(world.joints.position[row])
    first, last = np.ptp(angles[: round(1.0 / h)]), np.ptp(angles[-round(1.0 / h) :])
    assert first > 2e-3
    assert last == pytest.approx(first, rel=0.01)
