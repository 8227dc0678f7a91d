"""Floors of flush tiles: things roll and slide over them as on one piece, and steps still stop."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.spec.models.scene import PhysicsSpec, PropSpec
from simulator.spec.models.shape import Round, ShapeSpec

SPEED = 2.0
UPRIGHT = (0.5 * np.pi, 0.0, 0.0)
ROLLERS = {
    "ball": (ShapeSpec(sphere=0.1, mass=2.0), (0.0, 0.0, 0.0)),
    "wheel": (ShapeSpec(cylinder=Round(radius=0.1, length=0.06), mass=2.0), UPRIGHT),
    "capsule": (ShapeSpec(capsule=Round(radius=0.1, length=0.2), mass=2.0), UPRIGHT),
}


def floor(tiles, height=0.0):
    """Return a floor of 6 m in so many tiles; every other one is higher by `height` [m]."""
    size = 6.0 / tiles
    return [
        PropSpec(
            name=f"tile{k}", shape=ShapeSpec(box=(size, 2.0, 0.1)), fixed=True,
            at=(-1.0 + (k + 0.5) * size, 0.0, -0.05 + height * (k % 2)),
        )
        for k in range(tiles)
    ]  # fmt: skip


def go(make_world, props, shape, rpy, up, h, spin, seconds=1.5):
    """Return the path (n, 3) and the last velocity of a thing set moving along x."""
    thing = PropSpec(name="thing", shape=shape, at=(0.013, 0.0, up), rpy=rpy)
    world = make_world([*props, thing], terrain=[], physics=PhysicsSpec(step=h))
    row = len(world.bodies.inv_mass) - 1
    world.bodies.velocity[row] = SPEED, 0.0, 0.0
    world.bodies.spin[row] = 0.0, spin, 0.0
    words, path = pack(world).words, []
    for _ in range(round(seconds / h)):
        step.advance(1, words)
        path.append(world.bodies.position[row].copy())
    return np.array(path), world.bodies.velocity[row].copy()


@pytest.mark.parametrize("h", [0.002, 0.01, 0.02])
@pytest.mark.parametrize("kind", ROLLERS)
def test_a_roller_does_not_feel_the_seams_of_its_floor(make_world, kind, h) -> None:
    path, velocity = go(make_world, floor(24), *ROLLERS[kind], 0.1, h, SPEED / 0.1)
    assert np.abs(path[:, 2] - 0.1).max() < 1e-6
    np.testing.assert_allclose(velocity, (SPEED, 0.0, 0.0), atol=1e-4)


@pytest.mark.parametrize("yaw", [0.0, 0.3])
@pytest.mark.parametrize("h", [0.002, 0.01])
def test_a_box_slides_over_tiles_as_over_one_piece(make_world, h, yaw) -> None:
    box = ShapeSpec(box=(0.2, 0.2, 0.06), mass=2.0)
    ends = [
        go(make_world, floor(tiles), box, (0.0, 0.0, yaw), 0.03, h, 0.0)[0][-1] for tiles in (1, 24)
    ]
    # where a face presses, its friction learns a step late
    np.testing.assert_allclose(ends[1], ends[0], atol=2e-4)
    assert ends[0][0] > 0.25


@pytest.mark.parametrize("h", [0.002, 0.01])
def test_a_step_of_a_centimetre_stops_a_box(make_world, h) -> None:
    box = ShapeSpec(box=(0.2, 0.2, 0.06), mass=2.0)
    path, _ = go(make_world, floor(6, 0.01), box, (0.0, 0.0, 0.0), 0.04, h, 0.0)
    assert path[:, 0].max() < 0.95  # its front is at the step, a metre on
    path, _ = go(make_world, floor(6, 0.01)[:2], box, (0.0, 0.0, 0.0), 0.03, h, 0.0)
    assert path[:, 0].max() < 0.95


def two_rows(tiles):
    """Return a floor of square tiles of so many metres a side in two rows along x, and two more."""
    return [
        PropSpec(
            name=f"tile{k}_{row}", shape=ShapeSpec(box=(tiles, tiles, 0.1)), fixed=True,
            at=(-0.5 + (k + 0.5) * tiles, (row - 1.5) * tiles, -0.05),
        )
        for k in range(round(3.0 / tiles)) for row in range(4)
    ]  # fmt: skip


@pytest.mark.parametrize("h", [0.002, 0.005, 0.01])
@pytest.mark.parametrize(
    ("tiles", "shape"),
    [(0.1, ShapeSpec(box=(0.2, 0.2, 0.06), mass=2.0)),
     (0.25, ShapeSpec(box=(0.25, 0.5, 0.06), mass=2.0)),
     (0.1, ShapeSpec(cylinder=Round(radius=0.1, length=0.06), mass=2.0))],
)  # fmt: skip
def test_what_has_its_edge_on_a_seam_slides_as_over_one_piece(make_world, tiles, shape, h) -> None:
    """Tiles beside it touched its side along a line, and braked it by 0.3 to 12 percent."""
    whole, _ = go(make_world, floor(1), shape, (0.0, 0.0, 0.0), 0.03, h, 0.0)
    path, _ = go(make_world, two_rows(tiles), shape, (0.0, 0.0, 0.0), 0.03, h, 0.0)
    np.testing.assert_allclose(path, whole, atol=1e-5)


@pytest.mark.parametrize("spin", [0.0, 5.0])
def test_what_rolls_past_an_edge_meets_it_as_it_turns(make_world, find_contacts, spin) -> None:
    """Its corner goes over the edge with its middle, but back, and down, as it rolls."""
    slab = PropSpec(name="slab", fixed=True, shape=ShapeSpec(box=(2, 2, 1)), at=(-1.0, 0.0, -0.5))
    box = PropSpec(name="box", shape=ShapeSpec(box=(0.5, 0.4, 0.5), mass=30.0),
                   at=(-0.204, 0.0, 0.293), rpy=(0.0, 0.17, 0.0))  # fmt: skip
    world = make_world([slab, box], terrain=[], physics=PhysicsSpec(step=0.01))
    world.bodies.velocity[-1], world.bodies.spin[-1] = (1.0, 0.0, -0.6), (0.0, spin, 0.0)
    world.contacts.step[0] = 0.01
    found = find_contacts(world)
    assert (len(found.separation) > 0) == (spin > 0.0)
    assert (found.separation > 0.0).all()
