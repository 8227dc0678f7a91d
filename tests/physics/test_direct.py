"""The direct solve of a few free bodies: against numpy, and stacks in closed form."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.piles import direct
from simulator.physics.world import World
from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import ShapeSpec

SIDE, MASS, G, H = 0.2, 2.0, 9.81, 0.01


def test_a_banded_system_is_solved_within_its_envelope() -> None:
    random = np.random.default_rng(3)
    start = np.array([0, 0, 1, 0, 3, 2, 5, 5], np.int32)
    lower = np.tril(random.normal(size=(8, 8))) + 3.0 * np.eye(8)
    for i, first in enumerate(start):
        lower[i, :first] = 0.0
    whole, right = lower @ lower.T, random.normal(size=8)
    half, answer = np.full((8, direct.RING + 1), np.nan), right.copy()
    for i, first in enumerate(start):
        half[i, first : i + 1] = whole[i, first : i + 1]  # nobody looks beyond
    direct._solve_banded(8, start, half, answer)
    np.testing.assert_allclose(answer, np.linalg.solve(whole, right), rtol=1e-11)


def make_stack(make_world, count: int, top: float, spread: float) -> World:
    """Return boxes of one size on each other, `spread` [m] off at random, the last one heavy."""
    random = np.random.default_rng(7)
    return make_world([
        PropSpec(
            name=f"b{i}", at=(*random.uniform(-spread, spread, 2), (i + 0.5) * SIDE),
            shape=ShapeSpec(box=(SIDE, SIDE, SIDE), mass=MASS * (top if i == count - 1 else 1.0)),
        )
        for i in range(count)
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("count", "top", "spread"), [(10, 1.0, 0.0), (10, 10.0, 0.01), (20, 1.0, 0.005)]
)
def test_a_stack_bears_its_weight_at_once(make_world, count: int, top: float, spread: float):
    world = make_stack(make_world, count, top, spread)
    step.step(world)
    table = world.contacts
    impulse = np.zeros(count + 1)
    np.add.at(impulse, table.body_b[: table.used[0]], table.impulse[: table.used[0], 0])
    above = MASS * (count - 1 - np.arange(count)) + MASS * top
    np.testing.assert_allclose(impulse[-count:], above * G * H, rtol=1e-5)
    assert np.abs(world.bodies.velocity).max() < 1e-5
    assert np.abs(world.bodies.spin).max() < 1e-5


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("top", [30.0, 1000.0])
def test_a_few_light_boxes_bear_a_heavy_one(make_world, count: int, top: float) -> None:
    world = make_stack(make_world, count, top, 0.002)
    start = world.bodies.position.copy()
    step.advance(500, pack(world).words)
    assert np.abs(world.bodies.position - start).max() < 1e-6


def test_a_tower_of_a_hundred_boxes_stands(make_world) -> None:
    world = make_stack(make_world, 100, 1.0, 0.002)
    start = world.bodies.position.copy()
    step.advance(1000, pack(world).words)
    assert np.abs(world.bodies.position - start).max() < 1e-5


@pytest.mark.parametrize(("top", "spread"), [(1.0, 0.0), (10.0, 0.0), (1.0, 0.02)])
def test_an_awake_stack_does_not_drift(make_world, top: float, spread: float) -> None:
    world = make_stack(make_world, 10, top, spread)
    world.sleepers.allowed[0] = 0
    start = world.bodies.position.copy()
    step.advance(3000, pack(world).words)
    moved = world.bodies.position - start
    assert np.abs(moved[:, :2]).max() < 1e-5
    assert np.abs(moved[:, 2]).max() < 1e-5


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("friction", [0.1, 0.2])
def test_slippery_slabs_turned_on_each_other_bear_their_weight_at_once(
    make_world, seed: int, friction: float
) -> None:
    """Level and centred, they ask for no friction; what sweeps have left of it is at its limit."""
    random, count = np.random.default_rng(seed), 12
    world = make_world([
        PropSpec(
            name=f"b{i}", at=(0, 0, (i + 0.5) * SIDE), rpy=(0, 0, random.uniform(0, 3)),
            shape=ShapeSpec(box=(5 * SIDE, 5 * SIDE, SIDE), mass=50 * MASS),
        )
        for i in range(count)
    ])  # fmt: skip
    world.shapes.friction[:] = friction
    step.step(world)
    table = world.contacts
    ground = table.impulse[: table.used[0], 0][table.body_a[: table.used[0]] == 0]
    assert ground.sum() == pytest.approx(50 * MASS * count * G * H, rel=1e-3)
    assert np.abs(world.bodies.velocity).max() < 1e-4


@pytest.mark.parametrize("heavy", [1.0, 5.0, 5000.0])
@pytest.mark.parametrize("count", [2, 5])
def test_rigid_boxes_that_overlap_on_a_soft_ground_stay_numbers(make_world, heavy, count) -> None:
    """Soft points ask for no pseudo velocity: their target is minus infinity."""
    world = make_world([
        PropSpec(
            name=f"b{i}", at=(0, 0, 0.15 + 0.05 * i), rpy=(0.3 * i, 0.2, 0.1),
            shape=ShapeSpec(box=(0.1, 0.05, 0.05), mass=heavy if i == 0 else 1.0),
        )
        for i in range(count)
    ], terrain=[ShapeSpec(plane=True, material="soft")])  # fmt: skip
    words = pack(world).words
    for _ in range(300):
        step.advance(1, words)
        assert np.isfinite(world.bodies.position).all()
        assert np.abs(world.bodies.velocity).max() < 10.0


def test_a_system_that_rounding_leaves_without_a_pivot_is_not_solved() -> None:
    matrix, start = np.zeros((2, direct.RING + 1)), np.zeros(2, np.int32)
    matrix[:, :2] = (1.0, 0.0), (1.0, 1.0)
    assert not direct._solve_banded(2, start, matrix, np.ones(2))
