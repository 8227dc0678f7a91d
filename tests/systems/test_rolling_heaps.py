"""Heaps of what has rolling friction come to rest."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.physics.threads import Helpers
from simulator.physics.world import copy_state, restore_state, state_hash
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec

RADIUS = 0.05  # of balls [m]


def build(props, terrain, rolling, dt):
    """Return the world of props on the ground; `rolling` is that of the material "round" [m]."""
    scene = SceneSpec(
        props=props, terrain=[ShapeSpec(plane=True, material="flat"), *terrain],
        materials={
            "round": MaterialSpec(friction=0.5, rolling=rolling, twisting=rolling),
            "flat": MaterialSpec(friction=0.5),
        },
        physics=PhysicsSpec(step=dt, max_contacts=16384),
    )  # fmt: skip
    return build_world(scene)


def drop(count, rolling, dt):
    """Return balls that fall into a shaft of five by five of them."""
    random, wide = np.random.default_rng(0), 5 * RADIUS
    balls = [
        PropSpec(
            name=f"b{n}", mass=1.0, at=(
                2.3 * RADIUS * (n // 4 % 4 - 1.5) + 0.002 * random.normal(),
                2.3 * RADIUS * (n % 4 - 1.5) + 0.002 * random.normal(),
                RADIUS * (1.1 + 2.2 * (n // 16)),
            ),
            shape=ShapeSpec(sphere=RADIUS * (1.0 - 0.1 * random.random()), material="round"),
        )
        for n in range(count)
    ]  # fmt: skip
    sides = [
        ShapeSpec(box=box, at=(sign * x, sign * y, 1.0), material="flat")
        for sign in (-1.0, 1.0)
        for box, x, y in (
            ((0.1, 1.0, 2.0), wide + 0.05, 0.0), ((1.0, 0.1, 2.0), 0.0, wide + 0.05)
        )
    ]  # fmt: skip
    return build(balls, sides, rolling, dt)


@pytest.mark.parametrize(
    ("count", "rolling", "dt"),
    [(100, 0.0025, 0.01), (100, 0.0025, 0.02), (200, 0.0005, 0.01), (200, 0.0025, 0.005)],
)
def test_a_heap_of_balls_falls_asleep(count, rolling, dt):
    """Their torques began at nothing in every step: from a hundred on they never came to rest."""
    world = drop(count, rolling, dt)
    words, free = pack(world).words, world.bodies.inv_mass > 0.0
    for _ in range(round(10.0 / dt)):
        step.advance(1, words)
        if world.sleepers.asleep[free].all():
            break
    assert world.sleepers.asleep[free].all()


def make_heaps():
    """Return two heaps of balls."""
    props = [
        PropSpec(name=f"b{n}", mass=1.0, shape=ShapeSpec(sphere=RADIUS, material="round"),
                 at=(0.07 * (n % 3), 2.0 * (n // 27) + 0.07 * (n // 3 % 3),
                     RADIUS * (1 + 2.1 * (n // 9 % 3))))
        for n in range(54)
    ]  # fmt: skip
    return build(props, [], 0.002, 0.01)


def test_neither_threads_nor_a_restored_state_change_a_bit():
    hashes, state = {}, b""
    for threads in (1, 2):
        world, hashes[threads] = make_heaps(), []
        packed = pack(world)
        with Helpers(threads - 1, step.advance, packed, world.team.words):
            for k in range(60):
                step.advance(1, packed.words)
                hashes[threads].append(state_hash(world))
                if k == 29:
                    state = copy_state(world)
    assert hashes[1] == hashes[2]
    world = make_heaps()
    restore_state(world, state)
    words = pack(world).words
    for k in range(30, 60):
        step.advance(1, words)
        assert state_hash(world) == hashes[1][k]
