"""Robots that start with a motion go on with it: nothing has to catch up in the first step."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.exact import products
from simulator.physics import present, step
from simulator.physics.build import build_world
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import Round, ShapeSpec

RADIUS = 0.1


def build(robot: RobotSpec, h: float, terrain=(), gravity=(0, 0, -9.81), **place):
    placement = RobotPlacement(file="robot/robot.yaml", spec=robot, **place)
    physics = PhysicsSpec(step=h, sleep=False, gravity=gravity)
    return build_world(SceneSpec(robots=[placement], terrain=list(terrain), physics=physics))


@pytest.mark.parametrize("h", [0.001, 0.01, 0.02])
def test_a_motor_that_starts_at_the_speed_of_its_voltage_keeps_it(h) -> None:
    disc = ShapeSpec(cylinder=Round(radius=RADIUS, length=0.05), mass=2.0)
    links = {"frame": LinkSpec(fixed=True), "wheel": LinkSpec(shape=disc)}
    joints = {"axle": JointSpec(type="revolute", parent="frame", child="wheel")}
    motor = MotorSpec(
        joint="axle", stall_torque=0.5, no_load_speed=300.0, gear_ratio=20.0, time_constant=0.05
    )
    robot = RobotSpec(links=links, joints=joints, motors={"motor": motor})
    world = build(robot, h, speeds={"axle": 7.5})
    world.motors.input[0] = 0.5
    words = pack(world).words
    for _ in range(20):
        step.advance(1, words)
        assert world.joints.speed[0] == pytest.approx(7.5, rel=1e-12)
        assert world.motors.speed[0] == pytest.approx(150.0, rel=1e-12)
    position = world.joints.position[0] - world.bodies.lead[2] * 7.5
    assert position == pytest.approx(20 * h * 7.5, rel=1e-12)  # as far as it says from the start


@pytest.mark.parametrize("h", [0.002, 0.01, 0.02])
def test_a_car_that_starts_rolling_rolls_on(h) -> None:
    wheel = ShapeSpec(cylinder=Round(radius=RADIUS, length=0.05), mass=1.0)
    links = {"hull": LinkSpec(shape=ShapeSpec(box=(0.6, 0.3, 0.1), mass=10.0))}
    joints, speeds = {}, {}
    for k, (x, y) in enumerate([(0.2, 0.2), (0.2, -0.2), (-0.2, 0.2), (-0.2, -0.2)]):
        links[f"wheel{k}"] = LinkSpec(shape=wheel)
        joints[f"axle{k}"] = JointSpec(type="revolute", parent="hull", child=f"wheel{k}",
                                       at=(x, y, 0.0), rpy=(-0.5 * np.pi, 0.0, 0.0))  # fmt: skip
        speeds[f"axle{k}"] = 2.0 / RADIUS
    world = build(
        RobotSpec(links=links, joints=joints), h, [ShapeSpec(plane=True)],
        at=(0.0, 0.0, RADIUS - 1e-4), velocity=(2.0, 0.0, 0.0), speeds=speeds,
    )  # fmt: skip
    shown, turn = np.zeros((6, 3)), np.zeros((6, 4))
    tables = world.bodies, world.joints, world.islands, shown, turn
    present.poses(*tables)
    assert shown[1] == pytest.approx([0.0, 0.0, RADIUS - 1e-4], abs=1e-12)
    step.advance(round(1.0 / h), pack(world).words)
    present.poses(*tables)
    assert shown[1] == pytest.approx([2.0, 0.0, RADIUS - 1e-4], abs=1e-4)


def test_a_robot_turns_as_one_body_about_its_centre_of_mass() -> None:
    """Two links of 1 and 3 kg, a metre apart, that drift and turn: momentum and poses."""
    box = ShapeSpec(box=(0.1, 0.1, 0.1))
    links = {"light": LinkSpec(mass=1.0, shape=box), "heavy": LinkSpec(mass=3.0, shape=box)}
    joints = {"pin": JointSpec(type="spherical", parent="light", child="heavy", at=(1, 0, 0))}
    world = build(
        RobotSpec(links=links, joints=joints), 0.01, rpy=(0.0, 0.0, 0.5 * np.pi),
        velocity=(0.5, 0.0, 0.0), spin=(0.0, 0.0, 2.0),
    )  # fmt: skip
    # the centre of mass is at y = 0.75: light moves to +x there, heavy to -x
    assert world.bodies.velocity[1:] == pytest.approx(
        np.array([[2.0, 0, 0], [0.0, 0, 0]]), abs=1e-12
    )
    assert world.bodies.spin[1:] == pytest.approx(np.array([[0, 0, 2.0]] * 2), abs=1e-12)
    angle = 2.0 * 0.005
    ahead = 0.5 * 0.005 + 0.75 * np.sin(angle), 0.75 - 0.75 * np.cos(angle), 0.0
    assert world.bodies.position[1] == pytest.approx(ahead, abs=1e-12)


@pytest.mark.parametrize("kind", ["fixed", "revolute", "spherical"])
@pytest.mark.parametrize("h", [0.001, 0.01, 0.02])
def test_links_that_start_spinning_have_the_angular_momentum_of_their_spin(h, kind) -> None:
    """As they were turned half a step ahead theirs turned with them, by 1 % at 20 ms."""
    box, long = ShapeSpec(box=(0.1, 0.1, 0.1)), ShapeSpec(box=(0.1, 0.1, 0.3))
    links = {"hull": LinkSpec(mass=1.0, shape=box), "mast": LinkSpec(mass=2.0, shape=long)}
    joints = {"pin": JointSpec(type=kind, parent="hull", child="mast", at=(0, 0, 0.2))}
    world = build(RobotSpec(links=links, joints=joints), h, spin=(1.0, 2.0, 3.0), gravity=(0, 0, 0))
    step.advance(1, pack(world).words)
    bodies, place, turn = world.bodies, np.zeros((3, 3)), np.zeros((3, 4))
    present.poses(bodies, world.joints, world.islands, place, turn)
    mass, momentum = np.array([1.0, 2.0]), np.zeros(3)
    for b in (1, 2):
        rotation = products.matrix_of(turn[b])
        momentum += rotation @ bodies.inertia[b] @ rotation.T @ bodies.spin[b]
        momentum += mass[b - 1] * np.cross(place[b], bodies.velocity[b])
    across = (1 + 2) * 0.1**2 / 6 + 2 * (0.3**2 - 0.1**2) / 12 + 2 / 3 * 0.2**2
    exact = np.array([across, 2 * across, 3 * (1 + 2) * 0.1**2 / 6])
    assert momentum == pytest.approx(exact, abs=0.3 * h * h)
