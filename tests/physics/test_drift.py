"""How the gap of something round and something flat changes in a step, against the turn itself."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.physics.contacts import drift, swing
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import Round, ShapeSpec

H = 0.004  # [s]


@pytest.mark.parametrize("seed", range(5))
def test_a_gap_rises_as_it_does_when_the_surface_really_turns(seed) -> None:
    random = np.random.default_rng(seed)
    between, spin, apart = random.normal(size=(3, 3))
    normal = random.normal(size=3)
    normal /= np.linalg.norm(normal)

    def gap(t):
        return Rotation.from_rotvec(t * spin).apply(normal) @ (between + t * apart)

    exact = (gap(H) - 2.0 * gap(0.0) + gap(-H)) / H**2
    args = map(tuple, (spin, apart, between, normal))
    assert drift.find_rise.py_func(*args) == pytest.approx(exact, rel=1e-4, abs=1e-4)


def find_reach(turn):
    """Return how far a ball on a plate drifts along and towards it, in a step that turns so far."""
    plate, ball = ShapeSpec(box=(0.2, 0.2, 0.02), mass=1.0), ShapeSpec(sphere=0.1, mass=1.0)
    world = build_world(SceneSpec(
        props=[PropSpec(name="plate", at=(0, 0, 0), shape=plate),
               PropSpec(name="ball", at=(0.03, 0, 0.11), shape=ball)],
        terrain=[], physics=PhysicsSpec(step=H, gravity=(0, 0, 0)),
    ))  # fmt: skip
    world.bodies.spin[1] = 0.0, 0.6 * turn / H, 0.8 * turn / H
    step.step(world)
    return H * np.linalg.norm(world.contacts.drift[0]), H * world.contacts.rise[0]


def test_what_spins_beyond_a_step_drifts_no_further_than_at_its_bound() -> None:
    """A plate that something heavy has spun up would shoot that away otherwise."""
    along, nearer = find_reach(swing.MOST)[0], find_reach(drift.NEAR)[1]
    assert along > 1e-4
    assert nearer < -1e-4
    for turn in (0.5, 3.0, 30.0):
        assert find_reach(turn) == pytest.approx((along, nearer), rel=1e-6)


def round_thing(kind: str, at: tuple[float, float, float]) -> ShapeSpec:
    """Return a round thing of the ground, which lies along y."""
    lies, long = (np.pi / 2, 0.0, 0.0), Round(radius=0.2, length=1.0)
    if kind == "sphere":
        return ShapeSpec(sphere=0.2, at=at)
    if kind == "capsule":
        return ShapeSpec(capsule=long, at=at, rpy=lies)
    return ShapeSpec(cylinder=long, at=at, rpy=lies)


@pytest.mark.parametrize("kind", ["sphere", "capsule", "cylinder"])
def test_a_bar_tips_over_a_round_thing_of_the_ground_alike_wherever_that_lies(kind) -> None:
    """It belongs to the ground, whose own middle is far away: the bar came down 7 cm aside."""

    def tip(x, y):
        shape = ShapeSpec(box=(2.0, 0.3, 0.05), mass=2.0)
        bar = PropSpec(name="bar", at=(x + 0.15, y, 0.2251), rpy=(0, 0, 0.5), shape=shape)
        world = build_world(SceneSpec(props=[bar], terrain=[round_thing(kind, (x, y, 0.0))]))
        step.advance(60, pack(world).words)
        return world.bodies.position[-1] - (x, y, 0.0)

    near = tip(0.0, 0.0)
    assert tip(10.0, 0.0) == pytest.approx(near, abs=1e-8)
    assert tip(0.0, 10.0) == pytest.approx(near, abs=1e-8)
