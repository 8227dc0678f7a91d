"""Heaps of what has rolling friction come to rest, and walls stand beside it."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.physics.threads import Helpers
from simulator.physics.world import copy_state, restore_state, state_hash
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec
from tests.peers import walls

RADIUS, HALF = 0.05, 0.1  # of balls; half an edge of a wall's boxes [m]


def build(props, terrain, rolling, dt):
    """Return the world and the names of props on the ground; `rolling` is that of "round" [m]."""
    scene = SceneSpec(
        props=props, terrain=[ShapeSpec(plane=True, material="flat"), *terrain],
        materials={
            "round": MaterialSpec(friction=0.5, rolling=rolling, twisting=rolling),
            "flat": MaterialSpec(friction=0.5),
        },
        physics=PhysicsSpec(step=dt, max_contacts=16384),
    )  # fmt: skip
    return build_world(scene), find_names(scene)


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
    return build(balls, sides, rolling, dt)[0]


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


def stand(boxes, beside, dt, aside=0.0, name=""):
    """Return a wall as props, with a ball on its highest box, or `beside` its first one."""
    spots = [(box["pos"], 2.0 * box["shapes"][0]["size"]) for box in boxes]
    x, _, z = spots[0][0] if beside else max(spots, key=lambda spot: spot[0][2])[0]
    radius = 2.0 * HALF if beside else 0.8 * HALF
    at = (x, aside + HALF + radius, radius) if beside else (x, aside, z + HALF + radius)
    return [
        *(
            PropSpec(name=f"{name}w{n}", shape=ShapeSpec(box=tuple(size), material="flat"),
                     density=1000.0, at=(place[0], aside, place[2]))
            for n, (place, size) in enumerate(spots)
        ),
        PropSpec(name=f"{name}ball", shape=ShapeSpec(sphere=radius, material="round"),
                 density=1000.0, at=at),
    ]  # fmt: skip


@pytest.mark.parametrize("dt", [0.01, 0.02])
@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize(
    ("layers", "width", "most"), [(7, 1, 1e-3), (20, 1, 2e-3), (8, 8, 2e-3), (16, 16, 0.1)]
)
def test_a_wall_stands_under_and_beside_a_ball_that_rolls(layers, width, most, beside, dt):
    """As soon as anything in a cluster had such friction, all of it was swept point by point."""
    boxes = walls.columns(layers, width, HALF)
    world, names = build(stand(boxes, beside, dt), [], 0.02 * HALF, dt)
    rows = [names.bodies[f"w{n}"] for n in range(len(boxes))]
    words, start = pack(world).words, world.bodies.position[rows].copy()
    step.advance(round(5.0 / dt), words)
    assert np.linalg.norm(world.bodies.position[rows] - start, axis=1).max() / HALF < most


def make_three():
    """Return two walls with balls on them, and a heap of balls."""
    props = [
        prop
        for n, width in enumerate((4, 7))
        for prop in stand(walls.columns(8, width, HALF), n == 0, 0.01, 3.0 * n, f"s{n}_")
    ]
    balls = [
        PropSpec(name=f"b{n}", mass=1.0, shape=ShapeSpec(sphere=RADIUS, material="round"),
                 at=(0.07 * (n % 3), -2.0 + 0.07 * (n // 3 % 3), RADIUS * (1 + 2.1 * (n // 9))))
        for n in range(27)
    ]  # fmt: skip
    return build([*props, *balls], [], 0.002, 0.01)[0]


def test_neither_threads_nor_a_restored_state_change_a_bit():
    hashes, state = {}, b""
    for threads in (1, 2):
        world, hashes[threads] = make_three(), []
        packed = pack(world)
        with Helpers(threads - 1, step.advance, packed, world.team.words):
            for k in range(60):
                step.advance(1, packed.words)
                hashes[threads].append(state_hash(world))
                if k == 29:
                    state = copy_state(world)
    assert hashes[1] == hashes[2]
    world = make_three()
    restore_state(world, state)
    words = pack(world).words
    for k in range(30, 60):
        step.advance(1, words)
        assert state_hash(world) == hashes[1][k]
