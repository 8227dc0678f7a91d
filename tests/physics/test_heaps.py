"""Heaps swept in single precision against the same manifolds in double precision."""

import numpy as np
import pytest

from simulator.physics.piles import batch, conjugate, lanes
from simulator.physics.solver import heaps
from tests.bench.e_own import Sim
from tests.peers import walls
from tests.physics.test_batch import BODIES, fill, make_pile


def narrow(table: batch.Batches) -> batch.Batches:
    """Return filled lanes in single precision."""
    heap = heaps.make_heap(table)
    for name in ("fields", "impulse", "target"):
        getattr(heap, name)[:] = getattr(table, name)
    return heap


@pytest.mark.parametrize("soft", [0.0, 0.02])
def test_sweeps_agree_to_single_precision(soft: float) -> None:
    pile, motions, impulses = make_pile(soft), [], []
    for is_narrow in (False, True):
        motion = np.random.default_rng(6).normal(size=(BODIES, 6))
        table = fill(pile, motion)
        if is_narrow:
            table = narrow(table)
        lanes.warm_start(
            table.count[0], table.body, table.fields, table.impulse, table.motion, table.work
        )
        for _ in range(5):
            conjugate.sweep_batches(table, True, False, 0.0)
        motions.append(motion)
        impulses.append(table.impulse[: table.count[0] * batch.PUSHES * batch.LANES])
    assert impulses[1].dtype == np.float32
    assert motions[1] == pytest.approx(motions[0], abs=2e-5)
    assert impulses[1] == pytest.approx(impulses[0], abs=2e-5)
    assert not (motions[1] == motions[0]).all()


def test_what_rests_changes_by_nothing() -> None:
    """Impulses of 1e4 N s that are right are left alone, to much less than they are rounded by."""
    pile = make_pile(0.0)
    pile.impulse[:] *= (1e4, 0.0, 0.0, 0.0)
    pile.target[:] = 0.0
    motion = np.zeros((BODIES, 6))
    table = narrow(fill(pile, motion))
    table.fields.reshape(-1, batch.FIELDS, batch.LANES)[:, batch.DRIFT : batch.DRIFT + 2] = 0.0
    assert conjugate.sweep_batches(table, True, False, 0.0) == 0.0
    assert (motion == 0.0).all()


def test_small_changes_of_large_impulses_are_not_lost() -> None:
    """What 1e4 N s change by is a hundredth of what single precision rounds them by."""
    pile, motions = make_pile(0.0), []
    pile.impulse[:] *= (1e4, 0.0, 0.0, 0.0)
    pile.target[:] = 0.0
    for is_narrow in (False, True):
        motion = 1e-6 * np.random.default_rng(6).normal(size=(BODIES, 6))
        table = fill(pile, motion)
        table.fields.reshape(-1, batch.FIELDS, batch.LANES)[:, batch.DRIFT : batch.DRIFT + 2] = 0.0
        if is_narrow:
            table = narrow(table)
        before = motion.copy()
        conjugate.sweep_batches(table, True, False, 0.0)
        assert abs(motion - before).max() > 1e-7
        motions.append(motion)
    assert motions[1] == pytest.approx(motions[0], abs=2e-11)


@pytest.mark.parametrize(
    ("layers", "speed", "expected"), [(10, 0.1, True), (10, 0.0, False), (4, 0.1, False)]
)
def test_what_moves_is_a_heap_sooner(layers: int, speed: float, expected: bool) -> None:
    """A pyramid of boxes that are drawn out to one side, or stand."""
    sim = Sim(walls.make(walls.pyramid(layers, 0.1)), 0.01)
    sim.world.bodies.velocity[sim.rows[1::4]] = 0.0, speed, 0.0
    sim.step()
    assert sim.world.heap.fields.any() == expected
