"""Loose parts in a bin that a robot carries to and fro: they stay in it."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import build, step
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import Round, ShapeSpec

SIDE, HEIGHT, WALL = 0.3, 0.25, 0.01


def build_bin(dt: float, size: float):
    """Return a bin on a slide with thirty parts of a size [m]; its names."""
    across, high = SIDE / 2, HEIGHT / 2
    walls = [ShapeSpec(box=(SIDE, SIDE, WALL), at=(0, 0, -WALL / 2))]
    for way in (-across, across):
        walls.append(ShapeSpec(box=(WALL, SIDE, HEIGHT), at=(way, 0, high)))
        walls.append(ShapeSpec(box=(SIDE, WALL, HEIGHT), at=(0, way, high)))
    links = {
        "base": LinkSpec(fixed=True, shape=ShapeSpec(box=(0.01, 0.01, 0.01), at=(0, 0, -3))),
        "bin": LinkSpec(mass=5.0, shapes=walls),
    }
    joint = JointSpec(type="prismatic", parent="base", child="bin", axis=(1, 0, 0))
    motor = MotorSpec(type="servo", joint="slide", stiffness=5e5, damping=5e3, torque=1e6)
    robot = RobotSpec(links=links, joints={"slide": joint}, motors={"servo": motor})
    shapes = [
        ShapeSpec(box=(size, 0.7 * size, 0.5 * size)), ShapeSpec(sphere=size / 2),
        ShapeSpec(cylinder=Round(radius=size / 2, length=size / 2)), ShapeSpec(box=(size,) * 3),
    ]  # fmt: skip
    random, props = np.random.default_rng(0), []
    for k in range(30):
        at = (-0.08 + 0.05 * (k % 4), -0.08 + 0.05 * (k // 4 % 4), size * (0.6 + 1.3 * (k // 16)))
        turn = tuple(float(angle) for angle in random.uniform(-3, 3, 3))
        props.append(PropSpec(name=f"p{k}", shape=shapes[k % 4], density=2000.0, at=at, rpy=turn))
    placement = RobotPlacement(file="robot/robot.yaml", name="robot", spec=robot)
    scene = SceneSpec(
        robots=[placement], props=props, terrain=[], physics=PhysicsSpec(step=dt, sleep=False)
    )
    return build.build_world(scene), build.find_names(scene).bodies


@pytest.mark.parametrize(
    ("dt", "size", "way", "rate"),
    [(0.01, 0.02, 0.3, 1.0), (0.005, 0.02, 0.3, 1.0), (0.01, 0.04, 0.15, 2.0),
     (0.02, 0.04, 0.3, 1.0), (0.005, 0.04, 0.15, 2.0), (0.01, 0.03, 0.15, 2.0)],
)  # fmt: skip
def test_parts_stay_in_a_bin_that_is_carried(dt, size, way, rate):
    """At up to 1.9 m/s and 2.4 g; a third to all of them fell through walls and floor."""
    world, names = build_bin(dt, size)
    parts = [row for name, row in names.items() if name.startswith("p")]
    words = pack(world).words
    for k in range(round(5.0 / dt)):
        world.motors.input[0] = way * min(1.0, k * dt) * np.sin(2 * np.pi * rate * k * dt)
        step.advance(1, words)
    at = world.bodies.position[parts] - world.bodies.position[names["robot.bin"]]
    at += [0, 0, world.bodies.centre[names["robot.bin"], 2]]
    assert np.all(np.abs(at[:, :2]) < SIDE / 2)
    assert np.all(at[:, 2] > 0.0)
    assert np.all(at[:, 2] < 2 * HEIGHT)
