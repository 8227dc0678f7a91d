"""Crates that fall and tumble land on the floor and on each other, not in them."""

import numpy as np
import pytest

from simulator.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.shape import ShapeSpec

FALL = 1.3  # [m]


def draw_turn(random) -> np.ndarray:
    """Return a random orientation (w, x, y, z)."""
    turn = random.normal(size=4)
    return turn / np.linalg.norm(turn)


def drop(ground: str, h: float, seed: int) -> float:
    """Let a crate of 10 to 30 cm fall askew at up to 8 m/s; return how deep anything gets [m]."""
    random = np.random.default_rng(seed)
    size, other = random.uniform(0.1, 0.3, (2, 3))
    props = [PropSpec(name="crate", shape=ShapeSpec(box=tuple(size)), mass=5.0, at=(0, 0, 2.0))]
    if ground == "box":
        floor = PropSpec(name="floor", shape=ShapeSpec(box=(4, 4, 1)), at=(0, 0, 0.2), fixed=True)
        props.append(floor)
    if ground == "crate":
        props.append(
            PropSpec(name="other", shape=ShapeSpec(box=tuple(other)), mass=5.0, at=(0, 0, FALL))
        )
    scene = SceneSpec(props=props, physics=PhysicsSpec(step=h, sleep=False))
    world, rows = build_world(scene), find_names(scene).bodies
    bodies, contacts = world.bodies, world.contacts
    for name in ("crate", "other"):
        if name in rows:
            bodies.orientation[rows[name]] = draw_turn(random)
    bodies.velocity[rows["crate"]] = (*random.uniform(-0.5, 0.5, 2), -random.uniform(0.0, 6.0))
    bodies.spin[rows["crate"]] = random.normal(size=3) * 5.0
    packed, depth = pack(world), 0.0
    for _ in range(round(0.9 / h)):
        step.advance(1, packed.words)
        depth = max(depth, -contacts.separation[: contacts.used[0]].min(initial=0.0))
    return depth


@pytest.mark.parametrize("h", [0.005, 0.01, 0.02])
@pytest.mark.parametrize("ground", ["plane", "box"])
def test_crates_land_on_the_floor(ground, h) -> None:
    """What turned a corner down in the step of the blow sank by 10 mm, up to 35."""
    assert max(drop(ground, h, seed) for seed in range(40)) < 5e-3


@pytest.mark.parametrize("h", [0.01, 0.02])
def test_crates_land_on_each_other(h) -> None:
    """Most sank into each other by 10 to 20 mm: what stops in a step stops what comes after it."""
    depths = [drop("crate", h, seed) for seed in range(40)]
    assert np.mean(depths) < 5e-3
    assert max(depths) < 2e-2
