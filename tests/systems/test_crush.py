"""What falls on a thing of a millionth of its weight, or on a light car, makes no energy."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec.models.robot import JointSpec, LinkSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import MaterialSpec, Round, ShapeSpec

HEAVY, LIGHT, G = 1e4, 0.01, 9.81  # [kg], [kg], [m/s^2]
FALL = HEAVY * G  # the energy of one metre [J]


@pytest.mark.parametrize("h", [0.005, 0.01, 0.02])
@pytest.mark.parametrize(("size", "kind"), [
    ((0.2, 0.2, 0.01), "sphere"), ((0.2, 0.02, 0.02), "box"), ((0.1, 0.1, 0.1), "sphere"),
    ((0.05, 0.3, 0.02), "sphere"),
])  # fmt: skip
def test_a_crushed_thing_does_not_shoot_away_with_more_than_the_fall(size, kind, h) -> None:
    random = np.random.default_rng(2)
    for _ in range(8):
        x, y = random.uniform(-1.1, 1.1, 2) * max(size)
        turn = tuple(random.uniform(-1.0, 1.0, 3))
        shape = {"sphere": 0.3} if kind == "sphere" else {"box": (0.3, 0.25, 0.2)}
        props = [
            PropSpec(name="light", at=(0, 0, size[2] / 2), shape=ShapeSpec(box=size, mass=LIGHT)),
            PropSpec(name="heavy", at=(x, y, 1.45), rpy=turn, shape=ShapeSpec(**shape, mass=HEAVY)),
        ]
        world = build_world(SceneSpec(
            props=props, terrain=[ShapeSpec(plane=True, material="floor")],
            materials={"floor": MaterialSpec(friction=random.choice([0.0, 0.3, 0.8]))},
            physics=PhysicsSpec(step=h),
        ))  # fmt: skip
        bodies, words = world.bodies, pack(world).words
        before = np.inf
        for _ in range(round(1.2 / h)):
            step.advance(1, words)
            v, w = bodies.velocity[1:], bodies.spin[1:]
            mass = 1.0 / bodies.inv_mass[1:]
            turning = np.einsum("bi,bij,bj", w, np.linalg.inv(bodies.inv_inertia[1:]), w)
            height = bodies.position[1:, 2] - 0.5 * h * v[:, 2]
            energy = 0.5 * mass @ (v * v).sum(axis=1) + 0.5 * turning + G * mass @ height
            assert energy < before + 0.05 * FALL
            before = energy


def make_car(size: float, mass: float) -> RobotSpec:
    """Return a car of four wheels with a blade that slides."""
    hull = ShapeSpec(box=(0.5 * size, 0.3 * size, 0.1 * size))
    links, joints = {"hull": LinkSpec(mass=mass, shape=hull)}, {}
    tyre = ShapeSpec(
        cylinder=Round(radius=0.1 * size, length=0.05 * size), rpy=(np.pi / 2, 0, 0)
    )  # fmt: skip
    for x in (-0.2, 0.2):
        for y in (-0.2, 0.2):
            wheel, at = f"wheel{len(joints)}", (x * size, y * size, -0.02 * size)
            links[wheel] = LinkSpec(mass=0.05 * mass, shape=tyre, material="all", touches=[])
            joints[wheel] = JointSpec(
                type="revolute", parent="hull", child=wheel, at=at, axis=(0, 1, 0)
            )
    blade = ShapeSpec(box=(0.02 * size, 0.4 * size, 0.15 * size))
    links["blade"] = LinkSpec(mass=0.1 * mass, shape=blade, material="all", touches=[])
    joints["blade"] = JointSpec(
        type="prismatic", parent="hull", child="blade", at=(0.35 * size, 0, 0), axis=(1, 0, 0),
        limit=(-0.03 * size, 0.1 * size),
    )  # fmt: skip
    return RobotSpec(links=links, joints=joints)


@pytest.mark.parametrize(
    ("size", "mass", "ball", "rod", "aside", "friction", "h", "speed"),
    [
        (0.8, 0.1, 1000.0, 100.0, 0.0, 1.4, 0.02, 4.0),  # 2660 times the energy
        (0.2, 0.1, 1000.0, 1000.0, 0.06, 0.7, 0.01, 4.0),  # 300 000 times
        (0.2, 0.03, 1000.0, 100.0, 0.06, 1.4, 0.005, 4.0),
        (0.8, 0.03, 1000.0, 30.0, 0.0, 0.7, 0.005, 2.0),
        (0.2, 0.03, 1000.0, 30.0, 0.02, 2.0, 0.01, 2.0),  # joints gave it
    ],
)
def test_a_car_between_heavy_things_is_no_source_of_energy(
    size, mass, ball, rod, aside, friction, h, speed
) -> None:
    """Sweeps ran away where friction wedged its links: all flew off at 400 m/s and more."""
    things = [
        PropSpec(
            name="ball", shape=ShapeSpec(sphere=0.15 * size), material="all", mass=ball,
            at=(aside, 0.1 * size, 0.5 * size),
        ),
        PropSpec(
            name="rod", shape=ShapeSpec(capsule=Round(radius=0.03 * size, length=0.1 * size)),
            material="all", mass=rod, at=(-aside, -0.05 * size, 0.8 * size), rpy=(0.4, 0.9, 0),
        ),
    ]  # fmt: skip
    scene = SceneSpec(
        robots=[
            RobotPlacement(file="car/robot.yaml", spec=make_car(size, mass), at=(0, 0, 0.13 * size))
        ],
        props=things,
        terrain=[ShapeSpec(plane=True, material="all")],
        materials={"all": MaterialSpec(friction=friction, restitution=0.9)},
        physics=PhysicsSpec(step=h, sleep=False),
    )
    world, names = build_world(scene), find_names(scene)
    bodies, words, start = world.bodies, pack(world).words, (ball + rod) * G * size
    for thing in things:
        velocity = np.array([0.3, 0.2, -speed])
        bodies.velocity[names.bodies[thing.name]] = velocity
        start += 0.5 * thing.mass * velocity @ velocity
    moving = bodies.inv_mass > 0.0
    for _ in range(round(0.6 / h)):
        step.advance(1, words)
        square = (bodies.velocity[moving] ** 2).sum(axis=1)
        assert 0.5 * (square / bodies.inv_mass[moving]).sum() < 1.05 * start
