"""Gravity of large planets and centrifuges: a step gives what lies more speed than a blow has."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec

STRONG = [(24.8, 0.02), (60.0, 0.01), (200.0, 0.01)]


def build(props, material, g, h):
    physics = PhysicsSpec(step=h, gravity=(0.0, 0.0, -g), sleep=False)
    return build_world(SceneSpec(props=props, materials={"test": material}, physics=physics))


@pytest.mark.parametrize(("g", "h"), STRONG)
@pytest.mark.parametrize("mass", [0.0024, 0.008])
def test_what_is_soft_comes_to_rest_as_deep_as_its_weight_presses(g, h, mass):
    """Its spring was thought to have run away where it ended a rise: it fell for a step, for ever.

    In the last second of six 3 to 8 mm.
    """
    half, k = 0.01, 80.0 * g
    soft = MaterialSpec(stiffness=k, damping=2.4)
    shape = ShapeSpec(box=(0.04, 0.03, 2.0 * half), mass=mass)
    world = build([PropSpec(name="box", shape=shape, at=(0, 0, 0.3), material="test")], soft, g, h)
    words = pack(world).words
    step.advance(round(3.0 / h), words)
    for _ in range(round(1.0 / h)):
        step.advance(1, words)
        assert world.bodies.position[1, 2] == pytest.approx(half - mass * g / k, abs=1e-5)


@pytest.mark.parametrize(("g", "h"), STRONG)
def test_balls_roll_on_the_ground(g, h):
    """What rounding left of the work on them was more than nothing, and they fell into it."""
    radii = [0.03, 0.11]
    balls = [
        PropSpec(name=f"ball{n}", shape=ShapeSpec(sphere=r, mass=1.0), at=(0.3 * n, 0, r),
                 velocity=(0.1 * n - 0.06, 0.05, 0.0), material="test")
        for n, r in enumerate(radii)
    ]  # fmt: skip
    world = build(balls, MaterialSpec(friction=1.0), g, h)
    words, low = pack(world).words, np.array(radii)
    for _ in range(round(3.0 / h)):
        step.advance(1, words)
        low = np.minimum(low, world.bodies.position[1:, 2])
    assert low == pytest.approx(radii, abs=2e-4)
