"""Thin rods that fall crosswise into a shaft: what gets deep into each other gets out again."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, Round, ShapeSpec

RADIUS, LENGTH, WIDE = 0.01, 0.5, 0.45  # of rods; half the shaft's width [m]


def drop(count, seed, dt):
    """Return rods above each other, five in a layer, layer by layer crosswise."""
    random = np.random.default_rng(seed)
    rod = ShapeSpec(capsule=Round(radius=RADIUS, length=LENGTH), material="wood")
    props = []
    for n in range(count):
        layer, aside = n // 5, 0.16 * (n % 5 - 2)
        across = layer % 2
        at = (aside * across, aside * (1 - across), 0.1 + 4 * RADIUS * layer)
        turn = (0.0, np.pi / 2, 0.05 * random.normal() + across * np.pi / 2)
        props.append(PropSpec(name=f"rod{n}", shape=rod, density=1000.0, at=at, rpy=turn))
    far = WIDE + 0.05
    sides = [
        ShapeSpec(box=box, at=(sign * x, sign * y, 1.25), material="wood")
        for sign in (-1.0, 1.0)
        for box, x, y in (((0.1, 2 * far, 2.5), far, 0.0), ((2 * WIDE, 0.1, 2.5), 0.0, far))
    ]
    scene = SceneSpec(
        props=props, terrain=[ShapeSpec(plane=True, material="wood"), *sides],
        materials={"wood": MaterialSpec(friction=0.5)},
        physics=PhysicsSpec(step=dt, max_contacts=16384),
    )  # fmt: skip
    return build_world(scene)


def find_depth(world):
    contacts = world.contacts
    return -contacts.separation[: contacts.used[0]].min(initial=0.0)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rods_do_not_get_through_each_other(seed):
    """They were 20 mm deep, all that they are thick, and 6 to 9 mm after five seconds."""
    dt, deepest = 0.01, 0.0
    world = drop(200, seed, dt)
    words = pack(world).words
    for _ in range(round(5.0 / dt)):
        step.advance(1, words)
        deepest = max(deepest, find_depth(world))
    assert deepest < 1.5 * RADIUS
    for _ in range(round(1.0 / dt)):
        step.advance(1, words)
        assert find_depth(world) < 0.3 * RADIUS
