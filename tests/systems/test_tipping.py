"""A block that rocks from edge to edge keeps what a knock leaves it, at every step."""

import numpy as np
import pytest

from simulator.physics import present
from simulator.physics.build import build_world, find_names
from simulator.physics.qualification import case
from simulator.physics.qualification.case import GRAVITY
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec

BLOCKS = [  # half the width, height over width, how far it is let go of where it would fall over
    (0.15, 3.3, 0.5), (0.26, 3.4, 0.6), (0.06, 5.0, 0.7), (0.4, 2.2, 0.4), (0.1, 4.0, 0.3),
]  # fmt: skip


def find_next(half, slender, angle) -> tuple[float, float]:
    """Return when a block let go at an `angle` [rad] knocks [s], and how far it goes on then [rad].

    An inelastic knock leaves 1 - 1.5 sin^2 of its spin, of the angle of its diagonal (Housner
    1963, eq. 10); the period is his eq. 6.
    """
    steep, reach = np.arctan(1.0 / slender), np.hypot(half, half * slender)
    rate = np.sqrt(3.0 * GRAVITY / (4.0 * reach))
    time, h, turn, spin = 0.0, 1e-4, angle, 0.0
    while turn > 0.0:
        spin -= h * rate**2 * np.sin(steep - turn)
        turn, time = turn + h * spin, time + h
    left = (1.0 - 1.5 * np.sin(steep) ** 2) * spin
    return time, steep - np.arccos(np.cos(steep) + 0.5 * (left / rate) ** 2)


def let_go(half, slender, angle, dt, seconds) -> float:
    """Return the furthest that a block turns beyond the upright [rad]."""
    tall = half * slender
    across = half - half * np.cos(angle) + tall * np.sin(angle)
    up = half * np.sin(angle) + tall * np.cos(angle)
    shape = ShapeSpec(box=(2 * half, 2 * half, 2 * tall), mass=5.0, material="m")
    scene = SceneSpec(
        props=[PropSpec(name="block", shape=shape, at=(across, 0, up), rpy=(0, angle, 0))],
        terrain=[ShapeSpec(plane=True, material="m")],
        materials={"m": MaterialSpec(friction=2.0)},
        physics=PhysicsSpec(step=dt, sleep=False),
    )
    world, row = build_world(scene), find_names(scene).bodies["block"]
    present.begin(world.bodies, world.islands.of_body)
    turns = []
    case.advance(world, seconds, lambda _: turns.append(world.bodies.orientation[row, 2]))
    return float(-2.0 * np.arcsin(min(turns)))


@pytest.mark.parametrize(("dt", "error"), [(0.001, 0.02), (0.005, 0.03), (0.01, 0.05), (0.02, 0.1)])
def test_a_rocking_block_swings_as_far_as_a_knock_leaves_it(dt, error):
    """What it tipped about let go of it a step early: it swung 2, 12, 21 and 35 % too short."""
    shares = []
    for half, slender, part in BLOCKS:
        for angle in np.array([0.9, 1.0, 1.1]) * part * np.arctan(1.0 / slender):
            time, exact = find_next(half, slender, angle)
            shares.append(let_go(half, slender, angle, dt, 2.6 * time) / exact)
    assert np.mean(shares) == pytest.approx(1.0, abs=error)
    assert shares == pytest.approx([1.0] * len(shares), abs=4.0 * error)


def test_what_slides_into_a_wall_stays_down():
    """A wall that it comes to bears nothing of it: it would leave the ground by 0.5 mm."""
    way = np.linspace(0.05, 0.055, 20)  # the wall is met at any time of a step
    props = [
        PropSpec(name=f"wall{n}", fixed=True, shape=ShapeSpec(box=(0.2, 0.4, 1.0)),
                 at=(0.2 + gap, n, 0.5))
        for n, gap in enumerate(way)
    ]  # fmt: skip
    props += [
        PropSpec(name=f"box{n}", shape=ShapeSpec(box=(0.2, 0.2, 0.2)), at=(0, n, 0.1),
                 material="ice", velocity=(0.5, 0, 0))
        for n in range(len(way))
    ]  # fmt: skip
    scene = SceneSpec(props=props, materials={"ice": MaterialSpec(friction=0.0)})
    world, heights = build_world(scene), []
    rows = [row for name, row in find_names(scene).bodies.items() if name.startswith("box")]
    case.advance(world, 0.3, lambda _: heights.append(world.bodies.position[rows, 2]))
    assert np.max(heights) < 0.1 + 1e-6
    assert np.ptp(world.bodies.position[rows, 0] - way) < 1e-3  # all have come to their walls
