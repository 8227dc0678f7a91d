"""The system of a direct solve: whose rows it has, and in what order."""

import numpy as np

from simulator.physics import step
from simulator.physics.piles import system
from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import ShapeSpec

SIDE, COUNT = 0.2, 12


def make_towers(make_world):
    """Return a world of two towers of boxes, 1 m apart, named in a random order, after a step."""
    random = np.random.default_rng(5)
    places = [(x, 0.0, (i + 0.5) * SIDE) for x in (0.0, 1.0) for i in range(COUNT)]
    world = make_world([
        PropSpec(name=f"b{n}", at=places[k], shape=ShapeSpec(box=(SIDE, SIDE, SIDE), mass=1.0))
        for n, k in enumerate(random.permutation(2 * COUNT))
    ])  # fmt: skip
    step.step(world)
    return world


def listed(world, c):
    clusters = world.clusters
    first, end = clusters.body_start[c], clusters.body_start[c + 1]
    return first, end, clusters.body


def test_a_tower_is_ordered_from_one_end_to_the_other(make_world) -> None:
    world = make_towers(make_world)
    chosen, batches = world.batches.direct.system, world.batches
    last = int(world.clusters.used[0]) - 1  # the lanes keep the cluster that was solved last
    assert system.choose(*listed(world, last), batches, chosen)
    bodies, manifolds = chosen.used
    assert (bodies, manifolds) == (COUNT, COUNT)
    height = world.bodies.position[chosen.body[:bodies], 2]
    assert (np.abs(np.diff(height)) < 1.01 * SIDE).all()
    np.testing.assert_array_equal(chosen.row[chosen.body[:bodies]], 6 * np.arange(bodies))
    rows = 6 * np.arange(bodies)
    np.testing.assert_array_equal(chosen.start[rows], np.maximum(rows - 6, 0))
