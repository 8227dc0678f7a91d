"""Cars of rigid wheels on fixed axles turn left and right alike, at every step."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RobotSpec
from simulator.spec.models.scene import (
    MaterialSpec,
    PhysicsSpec,
    PropSpec,
    RobotPlacement,
    SceneSpec,
)
from simulator.spec.models.shape import Round, ShapeSpec

LENGTH, WIDTH, RADIUS = 0.6, 0.45, 0.14  # from wheel to wheel, and of a wheel [m]


def make_car(axles: int, mass: float, aside: float) -> RobotSpec:
    """Return a car whose hull lies `aside` of its middle [m]."""
    links = {"hull": LinkSpec(mass=mass, collides=False, shape=ShapeSpec(
        box=(LENGTH, WIDTH, 0.1), at=(-0.04, aside, 0.05)
    ))}  # fmt: skip
    joints, motors = {}, {}
    tyre = ShapeSpec(cylinder=Round(radius=RADIUS, length=0.06), rpy=(np.pi / 2, 0, 0))
    for i in range(axles):
        for side in ("left", "right"):
            at = LENGTH * (i / (axles - 1) - 0.5), WIDTH / 2 * (1 if side == "left" else -1), 0.0
            wheel = f"{side}{i}"
            links[wheel] = LinkSpec(mass=1.0, shape=tyre, material="rubber", touches=[])
            joints[wheel] = JointSpec(
                type="revolute", parent="hull", child=wheel, at=at, axis=(0, 1, 0)
            )
            motors[wheel] = MotorSpec(type="speed", joint=wheel, damping=20.0, torque=15.0)
    return RobotSpec(links=links, joints=joints, motors=motors)


def turn(
    car: RobotSpec, dt: float, left: float, right: float, slab: float = 0.0
) -> tuple[float, float, float]:
    """Return where a car is after 2 s with its wheels at these speeds [rad/s]: x, y [m], yaw.

    It drives on the ground, or on a slab of so many kilograms that lies there.
    """
    props = []
    if slab > 0.0:
        shape = ShapeSpec(box=(6, 6, 0.2), material="rubber")
        props = [PropSpec(name="slab", shape=shape, mass=slab, at=(0, 0, -0.1))]
    scene = SceneSpec(
        robots=[RobotPlacement(file="car/robot.yaml", spec=car, at=(0, 0, RADIUS))],
        props=props,
        terrain=[ShapeSpec(plane=True, at=(0, 0, -0.2 if props else 0), material="rubber")],
        materials={"rubber": MaterialSpec(friction=0.6)},
        physics=PhysicsSpec(step=dt, sleep=False),
    )
    world, names = build_world(scene), find_names(scene)
    for name, motor in names.motors.items():
        world.motors.input[motor] = left if "left" in name else right
    hull, words, yaw = names.bodies["car.hull"], pack(world).words, [0.0]
    for _ in range(round(2.0 / dt)):
        step.advance(1, words)
        w, x, y, z = world.bodies.orientation[hull]
        yaw.append(2 * np.arctan2(z, w))
    x, y = world.bodies.position[hull, :2]
    return x, y, np.unwrap(yaw)[-1]


@pytest.mark.parametrize(("axles", "mass", "aside"), [(2, 20.0, 0.07), (3, 30.0, 0.06)])
def test_a_car_turns_to_both_sides_alike_at_every_step(axles, mass, aside):
    """Edges of wheels that seem to go down had borne all: 0.40 to one side, 0.59 to the other."""
    found = []
    for dt in (0.001, 0.005, 0.01, 0.02):
        x, y, yaw = turn(make_car(axles, mass, aside), dt, -2.4, 1.6)
        found.append((x, y, yaw))
        x, y, yaw = turn(make_car(axles, mass, -aside), dt, 1.6, -2.4)
        found.append((x, -y, -yaw))
    found = np.array(found)
    assert found[0, 2] > 0.3
    np.testing.assert_allclose(found[:, 2], found[0, 2], rtol=0.01)
    np.testing.assert_allclose(found[:, :2], np.tile(found[0, :2], (8, 1)), atol=0.003)


@pytest.mark.parametrize("dt", [0.005, 0.01])
@pytest.mark.parametrize("axles", [2, 3])
def test_a_car_that_starts_hard_goes_straight_on(axles, dt):
    """A diagonal that bore more as its wheels began to slip turned it: 0.4 to 0.7 m aside."""
    x, y, _ = turn(make_car(axles, 20.0, 0.0), dt, 20.0, 20.0)
    assert x > 3.0
    assert abs(y) < 0.03


@pytest.mark.parametrize("dt", [0.005, 0.01, 0.02])
def test_a_car_turns_alike_on_a_slab_that_could_move(dt):
    """There its weight was on whichever wheels sweeps had come by, and it was off by 0.1 m."""
    car, other = make_car(3, 30.0, 0.06), make_car(3, 30.0, -0.06)
    x, y, yaw = turn(car, dt, -2.4, 1.6, slab=20_000.0)
    assert (x, y, yaw) == pytest.approx(turn(car, dt, -2.4, 1.6), abs=5e-3)
    x2, y2, yaw2 = turn(other, dt, 1.6, -2.4, slab=20_000.0)
    assert (x2, -y2, -yaw2) == pytest.approx((x, y, yaw), abs=5e-3)
