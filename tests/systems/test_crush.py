"""What falls on a thing of a millionth of its weight makes no energy."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec

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
