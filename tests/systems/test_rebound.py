"""What bounces rises as high as its restitution says, wherever between two steps it lands."""

import numpy as np
import pytest

from simulator import handle
from simulator.physics import build, case, contact, step
from simulator.spec.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.shape import MaterialSpec, ShapeSpec

HEIGHTS = np.linspace(0.3, 1.2, 26)


def find_rises(restitution, dt):
    """Return to which share of the height it fell each thing rises: balls and boxes in turn."""
    shapes = [ShapeSpec(sphere=0.1, mass=1.0), ShapeSpec(box=(0.2, 0.2, 0.2), mass=1.0)]
    props = [
        PropSpec(name=f"p{k}", shape=shapes[k % 2], material="test", at=(0.5 * k, 0, 0.1 + height))
        for k, height in enumerate(HEIGHTS)
    ]
    scene = SceneSpec(
        props=props, terrain=[ShapeSpec(plane=True, material="test")],
        materials={"test": MaterialSpec(restitution=restitution)},
        physics=PhysicsSpec(step=dt, sleep=False),
    )  # fmt: skip
    world, tops = build.build_world(scene), np.zeros(len(HEIGHTS))
    packed, is_up = handle.pack(world), np.zeros(len(HEIGHTS), bool)
    for _ in range(round(1.0 / dt)):
        step.advance(1, packed.words)
        speed, height = world.bodies.velocity[1:, 2], world.bodies.position[1:, 2] - 0.1
        is_up |= speed > 0.1
        tops = np.where(is_up, np.maximum(tops, height), tops)
    return tops / HEIGHTS


@pytest.mark.parametrize("dt", [0.001, 0.005, 0.01])
@pytest.mark.parametrize("restitution", [0.3, 0.5, 0.8])
def test_rebounds_have_the_height_that_restitution_gives(restitution, dt):
    """Contacts turned things round above the ground: by up to 65 % too high at 10 ms and e = 0.3.

    What is faster than half its thickness a step lands sunk in, and keeps to 2 %.
    """
    rises = find_rises(restitution, dt) / restitution**2
    np.testing.assert_allclose(rises, 1.0, atol=0.025)
    assert rises.mean() == pytest.approx(1.0, abs=5e-3)


def test_a_bounce_above_the_surface_has_the_energy_of_one_on_it():
    pull, h, gap, speed, share = case.GRAVITY, 0.01, 0.013, 2.0, 0.6
    rebound = contact.find_rebound(share, speed, gap, pull, h / 2, h)
    before = (speed + pull * h / 2) ** 2 + 2 * pull * gap
    after = rebound**2 + 2 * pull * (gap + rebound * h / 2)  # half a step on
    assert after == pytest.approx(share**2 * before, rel=1e-12)
    assert contact.find_rebound(share, speed, gap, 0.0, h / 2, h) == pytest.approx(share * speed)
    # what would not even rise to where it is stops there
    assert contact.find_rebound(0.05, 0.5, 0.004, pull, h / 2, h) == 0.0
