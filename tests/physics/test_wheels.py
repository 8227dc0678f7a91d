"""Rigid wheels that give way: how deep they are, how far they roll, what they are on."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.physics.contacts import wheels
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import Round, ShapeSpec

RADIUS, MASS = 0.1, 24.0
TYRE = ShapeSpec(cylinder=Round(radius=RADIUS, length=0.06), rpy=(np.pi / 2, 0, 0))
ASKEW = ShapeSpec(cylinder=Round(radius=RADIUS, length=0.06), rpy=(np.pi / 2 - 0.01, 0, 0))
AWAY = ShapeSpec(cylinder=Round(radius=RADIUS, length=0.06), rpy=(np.pi / 2, 0, 0), at=(0.01, 0, 0))
BALL, FOOT = ShapeSpec(sphere=RADIUS), ShapeSpec(box=(0.1, 0.06, 0.2))


def build(wheel=TYRE, dt=0.01, high=0.0, load=0.0, **scene):
    """Return a world with a car of four such wheels, and its names; with a load on its hull."""
    hull = ShapeSpec(box=(0.5, 0.3, 0.1))
    links, joints, motors = {"hull": LinkSpec(mass=20.0, shape=hull)}, {}, {}
    for k in range(4):
        at = (0.2 if k < 2 else -0.2, 0.2 if k % 2 else -0.2, 0.0)
        links[f"w{k}"] = LinkSpec(mass=1.0, shape=wheel, touches=[])
        joints[f"w{k}"] = JointSpec(
            type="revolute", parent="hull", child=f"w{k}", at=at, axis=(0, 1, 0)
        )
        motors[f"w{k}"] = MotorSpec(type="speed", joint=f"w{k}", damping=20.0, torque=15.0)
    car = RobotSpec(links=links, joints=joints, motors=motors)
    props = []
    if load > 0.0:
        props = [PropSpec(name="load", shape=hull, mass=load, at=(0, 0, RADIUS + high + 0.1))]
    spec = SceneSpec(
        robots=[RobotPlacement(file="car/robot.yaml", spec=car, at=(0, 0, RADIUS + high))],
        props=props, terrain=[ShapeSpec(plane=True)],
        physics=PhysicsSpec(step=dt, sleep=False, **scene),
    )  # fmt: skip
    return build_world(spec), find_names(spec)


def find_depth(world):
    """Return the depths of the car's wheels in the ground [m], a point each."""
    table, used = world.contacts, world.contacts.used[0]
    on_ground = np.minimum(table.body_a[:used], table.body_b[:used]) == 0
    return -table.separation[:used][on_ground]


@pytest.mark.parametrize(("wheel", "points"), [(TYRE, 8), (BALL, 4)])
def test_a_car_stands_as_deep_as_its_springs_ask(wheel, points):
    world, _ = build(wheel)
    assert world.shapes.wheel.max() == pytest.approx(MASS * 9.81 / (points * wheels.DEPTH))
    step.advance(100, pack(world).words)
    np.testing.assert_allclose(find_depth(world), wheels.DEPTH, rtol=1e-4)


@pytest.mark.parametrize("shape", [ASKEW, AWAY, FOOT])
def test_only_what_turns_about_its_own_axis_is_a_wheel(shape):
    world, _ = build(shape)
    assert not world.shapes.wheel.any()


def test_without_weight_nothing_gives_way():
    world, _ = build(gravity=(0, 0, 0))
    assert not world.shapes.wheel.any()


@pytest.mark.parametrize("dt", [0.001, 0.005, 0.01, 0.02])
def test_a_car_rolls_as_far_as_its_wheels_turn(dt):
    world, names = build(dt=dt)
    words = pack(world).words
    for k in range(4):
        world.motors.input[names.motors[f"car.w{k}"]] = 10.0
    step.advance(round(1.0 / dt), words)
    hull, axle = names.bodies["car.hull"], names.joints["car.w0"]
    start, turned = world.bodies.position[hull, 0], world.joints.position[axle]
    step.advance(round(1.0 / dt), words)
    way = world.bodies.position[hull, 0] - start
    assert way == pytest.approx(RADIUS * (world.joints.position[axle] - turned), rel=1e-6)


@pytest.mark.parametrize("dt", [0.001, 0.005, 0.01, 0.02])
def test_a_heavy_load_and_a_fall_are_borne_as_by_rigid_wheels(dt):
    """Ten times its own weight on a car, which falls by half a metre."""
    world, names = build(dt=dt, high=0.5, load=10 * MASS)
    words, deepest, highest, hull = pack(world).words, 0.0, 0.0, names.bodies["car.hull"]
    for k in range(round(2.0 / dt)):
        step.advance(1, words)
        deepest = max(deepest, find_depth(world).max(initial=0.0))
        if k * dt > 0.5:
            highest = max(highest, world.bodies.position[hull, 2])
    assert deepest < 2e-3
    assert highest < RADIUS + 0.005
    assert find_depth(world).max() < wheels.DEEPEST
    assert np.abs(world.bodies.velocity[hull]).max() < 1e-3
