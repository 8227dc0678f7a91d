"""How far links drive things on: along the normals, and on to what lies behind."""

import numpy as np
import pytest

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
        contacts.key[k] = of_a * len(shapes.kind) + of_b
        contacts.normal[k] = (-1.0 if flipped else 1.0, 0, 0)
        contacts.separation[k] = gap
        contacts.position[k] = world.bodies.position[a]
    contacts.used[0] = len(gaps)
    return world, rows


def foresee(world):
    return driven.foresee(world.bodies, world.shapes, world.contacts, world.islands.of_body, STEP)


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
