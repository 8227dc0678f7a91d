"""What rolls slowly on level ground goes on as it is, and a parked car stands."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec.load import load_scene
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import Round, ShapeSpec

RADIUS = 0.1
SHAPES = {
    "ball": ShapeSpec(sphere=RADIUS),
    "drum": ShapeSpec(cylinder=Round(radius=RADIUS, length=0.3)),
    "capsule": ShapeSpec(capsule=Round(radius=RADIUS, length=0.3)),
}
WHEELS = {"fl": (0.2, 0.2), "fr": (0.2, -0.2), "rl": (-0.2, 0.2), "rr": (-0.2, -0.2)}
LINK = """  {0}:
    {{mass: 1, shape: {{cylinder: {{radius: 0.1, length: 0.06}}, rpy_deg: [90, 0, 0]}}}}
"""
AXLE = """  j{0}:
    {{type: revolute, parent: hull, child: {0}, at: [{1}, {2}, -0.03], axis: [0, 1, 0]}}
"""
MOTOR = """  m{0}:
    {{joint: j{0}, stall_torque: 0.2, no_load_speed_rpm: 3000, gear_ratio: 40, time_constant: 0.02}}
"""


def write_car(motor: str = MOTOR) -> str:
    """Return the file of a car with a motor on each wheel."""
    lines = "links:\n  hull: {shape: {box: [0.6, 0.3, 0.1]}, mass: 20}\n"
    lines += "".join(LINK.format(wheel) for wheel in WHEELS)
    for part, text in {"joints": AXLE, "motors": motor}.items():
        lines += f"{part}:\n" + "".join(text.format(w, *place) for w, place in WHEELS.items())
    return lines


@pytest.mark.parametrize("dt", [0.001, 0.005, 0.02])
@pytest.mark.parametrize("speed", [1e-4, 1e-3, 5e-3])
@pytest.mark.parametrize("kind", SHAPES)
def test_what_rolls_slowly_keeps_its_speed(kind, speed, dt):
    """Points that stayed behind the axle drove a ball of 0.1 mm/s on to 16 mm/s in ten seconds."""
    turned = (np.pi / 2, 0.0, 0.0)
    thing = PropSpec(name="p", shape=SHAPES[kind], at=(0.0, 0.0, RADIUS), rpy=turned)
    scene = SceneSpec(
        props=[thing], terrain=[ShapeSpec(plane=True)], physics=PhysicsSpec(step=dt, sleep=False)
    )
    world = build_world(scene)
    packed = pack(world)
    step.advance(10, packed.words)
    world.bodies.velocity[1], world.bodies.spin[1] = (speed, 0, 0), (0, speed / RADIUS, 0)
    step.advance(round(5.0 / dt), packed.words)
    np.testing.assert_allclose(world.bodies.velocity[1], (speed, 0, 0), atol=1e-8 * speed)


@pytest.mark.parametrize("dt", [0.002, 0.005, 0.01])
def test_a_car_that_has_driven_stands(tmp_path, dt):
    """It crept by 2.7 mm in 20 s, and never slept."""
    (tmp_path / "car.yaml").write_text(write_car())
    (tmp_path / "scene.yaml").write_text(
        "robots: [{file: car.yaml, name: car, at: [0, 0, 0.132]}]\nterrain: [{plane: true}]\n"
        f"physics: {{step: {dt}}}\n"
    )
    spec = load_scene(tmp_path / "scene.yaml")
    world, names = build_world(spec), find_names(spec)
    packed, wheels = pack(world), [names.motors[f"car.m{w}"] for w in WHEELS]
    world.motors.input[wheels] = 0.5
    step.advance(round(2.0 / dt), packed.words)
    assert world.bodies.position[names.bodies["car.hull"], 0] > 0.2
    world.motors.input[wheels] = 0.0
    step.advance(round(3.0 / dt), packed.words)
    before = world.bodies.position.copy()
    step.advance(round(5.0 / dt), packed.words)
    assert np.abs(world.bodies.position - before).max() < 1e-6
    assert world.sleepers.asleep[1:].all()
