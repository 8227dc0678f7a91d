"""How a lying cylinder's line of contact tilts within a step, against the turn itself."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from simulator.physics import step
from simulator.physics.build import build_world
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import Round, ShapeSpec

H = 0.01  # [s]
RADIUS, LENGTH = 0.1, 0.06  # [m]


def meet(shape: ShapeSpec, spin, swapped: bool):
    """Return the places of a robot's wheel that spins so, from its centre, and how they rise.

    It lies on a plate, and its axis is y.
    """
    wheel = PropSpec(name="wheel", at=(0, 0, RADIUS), rpy=(np.pi / 2, 0, 0), shape=shape)
    plate = PropSpec(name="plate", at=(0, 0, -0.05), shape=ShapeSpec(box=(1, 1, 0.1), mass=1e4))
    world = build_world(SceneSpec(
        props=[plate, wheel] if swapped else [wheel, plate], terrain=[],
        physics=PhysicsSpec(step=H, gravity=(0, 0, 0)),
    ))  # fmt: skip
    row = 2 if swapped else 1
    world.bodies.spin[row] = spin
    centre = world.bodies.position[row].copy()
    world.bodies.robot[row] = 0
    step.step(world)
    n = world.contacts.used[0]
    return world.contacts.position[:n] - centre, world.contacts.rise[:n]


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("kind", ["cylinder", "capsule"])
def test_places_rise_as_the_axis_tilts_when_it_really_turns(kind, swapped) -> None:
    shape = ShapeSpec(**{kind: Round(radius=RADIUS, length=LENGTH)}, mass=1.0)
    spin = np.array([0.02, 8.0, 1.5])  # it rolls on and round
    places, rise = meet(shape, spin, swapped)
    axis = np.array([0.0, 1.0, 0.0])
    gone = Rotation.from_rotvec(H * spin).apply(axis) - axis
    tilt = (gone / H - np.cross(spin, axis))[2]
    assert abs(tilt) > 0.01
    assert len(places) == 2
    np.testing.assert_allclose(rise, tilt * places[:, 1], rtol=1e-3, atol=1e-12)


@pytest.mark.parametrize("spin", [(0.0, 8.0, 0.0), (20.0, 0.0, 0.0), (3.0, 0.0, 5.0)])
def test_what_rolls_straight_on_or_only_swings_does_not_tilt(spin) -> None:
    """An arm that fell on its own block had bounced off with more than it came with."""
    shape = ShapeSpec(cylinder=Round(radius=RADIUS, length=LENGTH), mass=1.0)
    assert np.abs(meet(shape, spin, False)[1]).max() < 1e-15
