"""How far blows drive things on: along the normals, and on to what lies behind."""

import numpy as np
import pytest

from simulator.physics.collision import broadphase
from simulator.physics.continuous import driven
from tests.physics.test_riding import build_tray

STEP, SPEED = 0.01, 3.0  # of the tray, along x


def build_row(gaps, speeds, flipped=False):
    """Return a tray that comes at cubes in a row, with a contact before each; their rows."""
    world, rows, tray = build_tray(speeds)
    world.bodies.spin[tray] = 0.0
    world.bodies.position[:, 1:] = 0.0
    contacts, shapes = world.contacts, world.shapes
    chain = [tray, *rows]
    for k, gap in enumerate(gaps):
        a, b = (chain[k + 1], chain[k]) if flipped else (chain[k], chain[k + 1])
        contacts.body_a[k], contacts.body_b[k] = a, b
        of_a, of_b = (int(np.flatnonzero(shapes.body == body)[0]) for body in (a, b))
        contacts.shape_a[k], contacts.shape_b[k] = of_a, of_b
        contacts.normal[k] = (-1.0 if flipped else 1.0, 0, 0)
        contacts.separation[k] = gap
        contacts.position[k] = world.bodies.position[a]
    contacts.used[0] = len(gaps)
    return world, rows


def foresee(world):
    return driven.foresee(
        world.bodies, world.shapes, world.contacts, world.islands.of_body, world.sleepers.asleep,
        STEP,
    )  # fmt: skip


@pytest.mark.parametrize("flipped", [False, True])
def test_what_a_link_meets_looks_as_far_as_it_is_driven(flipped):
    """It moves by what is left of the link's way behind the gap."""
    world, (thing,) = build_row([0.005], [0.0], flipped)
    assert foresee(world)
    np.testing.assert_allclose(world.bodies.drive[thing], (SPEED - 0.005 / STEP, 0, 0))
    assert not foresee(world)  # all is known now
    driven.begin(world.bodies)
    assert not world.bodies.drive.any()


@pytest.mark.parametrize("flipped", [False, True])
def test_what_that_meets_is_driven_on_too_and_drives_nothing_back(flipped):
    world, rows = build_row([0.0, 0.004, 0.002], [0.0, 0.0, 0.5], flipped)
    while foresee(world):
        pass
    np.testing.assert_allclose(world.bodies.drive[rows, 0], (3.0, 2.6, 2.4 - 0.5), atol=1e-12)
    assert not world.bodies.drive[:, 1:].any()


@pytest.mark.parametrize(("gap", "speed"), [(0.0, 2.5), (0.025, 0.0), (0.0, 9.0)])
def test_what_moves_along_or_is_reached_late_is_left_alone(gap, speed):
    """A way of less than its half thickness is stopped in time anyway; so is what flies ahead."""
    world, _ = build_row([gap], [speed])
    assert not foresee(world)
    assert not world.bodies.drive.any()


def build_blow(speed=SPEED):
    """Return two cubes, the first of which comes at the second one, 4 mm away; their rows."""
    world, rows = build_row([0.5, 0.004], [speed, 0.0])
    world.shapes.near[:] = STEP * speed  # as the broad phase writes it
    world.shapes.way[:] = STEP * world.bodies.velocity[world.shapes.body]
    return world, rows


def test_who_meets_without_a_link_is_thrown_back_and_on():
    world, rows = build_blow()
    (one, two) = (int(np.flatnonzero(world.shapes.body == row)[0]) for row in rows)
    before = broadphase.find_near(world.shapes, one, two)
    assert foresee(world)
    push = SPEED - 0.004 / STEP
    np.testing.assert_allclose(world.bodies.drive[rows, 0], (-push, push))
    np.testing.assert_allclose(world.shapes.way[one], (STEP * (SPEED - push), 0, 0))
    assert broadphase.find_near(world.shapes, one, two) >= before  # they still know of each other
    assert not foresee(world)


def test_what_is_heavy_is_thrown_back_by_less():
    world, rows = build_blow()
    world.bodies.inv_mass[rows] *= (0.25, 1.0)
    foresee(world)
    push = SPEED - 0.004 / STEP
    np.testing.assert_allclose(world.bodies.drive[rows, 0], (-0.4 * push, push))


def test_what_stands_still_throws_back_all():
    world, rows = build_blow()
    world.bodies.inv_mass[rows[1]] = 0.0
    foresee(world)
    np.testing.assert_allclose(world.bodies.drive[rows, 0], (0.004 / STEP - SPEED, 0.0))


def test_what_is_slow_or_fast_or_rides_is_not_thrown():
    """It is not worth it, it ends its step there, or it goes on with what carries it."""
    slow, _ = build_blow(speed=0.5)
    fast, rows = build_blow()
    fast.shapes.fast[fast.shapes.body == rows[0]] = 1
    rider, rows = build_blow()
    rider.bodies.ride[rows[0], 0] = SPEED
    for world in (slow, fast, rider):
        assert not foresee(world)
        assert not world.bodies.drive.any()
