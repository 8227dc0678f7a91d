"""Light jaws that a motor shuts fast meet what lies between them, and fans do not burst."""

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec import load

JAWS = """\
links:
  base: {{fixed: true, shape: {{box: [0.2, 0.2, 0.1], at: [0, 0, 2.5]}}}}
  left: {{mass: {mass}, shape: {{box: [0.1, 0.02, 0.1]}}}}
  right: {{mass: {mass}, shape: {{box: [0.1, 0.02, 0.1]}}}}
joints:
  a: {{type: prismatic, parent: base, child: left, at: [0, 0.045, 0.05], axis: [0, 1, 0],
      limit: [-0.045, 0.01]}}
  b: {{type: prismatic, parent: base, child: right, at: [0, -0.045, 0.05], axis: [0, 1, 0],
      limit: [-0.01, 0.045]}}
motors:
  shut: {motor}
repeaters: {{other: {{motor: shut, joint: b, ratio: -1}}}}
"""
MOTORS = {
    "torque": "{type: torque, joint: a, torque: 100}",
    "speed": "{type: speed, joint: a, damping: 1000, torque: 100}",
    "servo": "{type: servo, joint: a, stiffness: 10000, damping: 20, torque: 100}",
    "dc": "{type: dc, joint: a, stall_torque: 100, no_load_speed: 5, rotor_inertia: 0.001}",
}


@pytest.mark.parametrize("kind", MOTORS)
@pytest.mark.parametrize("h", [0.01, 0.02])
@pytest.mark.parametrize("mass", [0.05, 0.3])
def test_jaws_do_not_shut_through_a_box(tmp_path, kind, h, mass) -> None:
    (tmp_path / "robot.yaml").write_text(JAWS.format(mass=mass, motor=MOTORS[kind]))
    (tmp_path / "scene.yaml").write_text(
        "robots: [{file: robot.yaml, name: r}]\nterrain: [{plane: true}]\n"
        "props: [{name: b, at: [0, 0.002, 0.03], mass: 0.5, shape: {box: [0.06, 0.06, 0.06]}}]\n"
        f"physics: {{step: {h}}}\n"
    )
    scene = load.load_scene(tmp_path / "scene.yaml")
    world, names = build_world(scene), find_names(scene)
    world.motors.input[names.motors["r.shut"]] = -1.0
    packed = handle.pack(world)
    step.advance(round(1.0 / h), packed.words)
    a, b = names.joints["r.a"], names.joints["r.b"]
    assert world.joints.position[a] == pytest.approx(-0.005, abs=5e-4)  # it may be turned
    assert world.joints.position[b] == pytest.approx(0.005, abs=5e-4)


FAN = """\
links:
  base: {{fixed: true, shape: {{box: [0.05, 0.05, 0.05], at: [0, 0, 0.025]}}}}
  bar: {{mass: {mass}, shape: {{box: [0.4, 0.03, 0.03]}}}}
joints: {{a: {{type: revolute, parent: base, child: bar, at: [0, 0, 0.1], axis: [0, 0, 1]}}}}
motors: {{m: {{type: speed, joint: a, damping: 100, torque: 100}}}}
"""
SHAPES = "box: [0.05, 0.05, 0.05]", "sphere: 0.03", "cylinder: {radius: 0.03, length: 0.05}"


@pytest.mark.parametrize("h", [0.01, 0.02])
@pytest.mark.parametrize("mass", [0.1, 1.0])
@pytest.mark.parametrize("speed", [60.0, 200.0])
def test_a_strong_fan_throws_nothing_faster_than_its_tip(tmp_path, h, mass, speed) -> None:
    # its drive reaches its limit where it wedges something between the bar and the ground
    rng = np.random.default_rng(0)
    props = "".join(
        f"  - {{name: p{k}, at: [{rng.uniform(-0.3, 0.3):.3f}, {rng.uniform(-0.3, 0.3):.3f}, "
        f"{0.2 + 0.08 * k:.3f}], mass: 0.2, shape: {{{SHAPES[k % 3]}}}}}\n"
        for k in range(12)
    )
    (tmp_path / "robot.yaml").write_text(FAN.format(mass=mass))
    (tmp_path / "scene.yaml").write_text(
        "robots: [{file: robot.yaml, name: r}]\nterrain: [{plane: true}]\n"
        f"props:\n{props}physics: {{step: {h}}}\n"
    )
    scene = load.load_scene(tmp_path / "scene.yaml")
    world, names = build_world(scene), find_names(scene)
    world.motors.input[names.motors["r.m"]] = speed
    packed = handle.pack(world)
    for _ in range(round(2.0 / h)):
        step.advance(1, packed.words)
        assert np.linalg.norm(world.bodies.velocity, axis=1).max() < 0.2 * speed + 1.0
    assert world.joints.speed[0] == pytest.approx(speed, rel=0.2)
