"""Round things that lie nearly along each other: met at the ends of their overlap as well."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.spec.models.scene import PhysicsSpec, PropSpec
from simulator.spec.models.shape import Round, ShapeSpec

RADIUS, LENGTH, DEPTH, ALONG = 0.02, 0.6, 5e-5, 0.1  # ALONG: how far one is shifted [m]
REACH = 2e-3  # how far ahead what rests is known [m]
LYING = (0.0, np.pi / 2, 0.0)


def find_gap(z: float, angle: float) -> float:
    """Return the gap of the upper one over the place `z` on the axis of the lower one."""
    aside = (z - ALONG) * np.tan(angle)
    return float(np.hypot(2 * RADIUS - DEPTH, aside) - 2 * RADIUS)


@pytest.mark.parametrize("kinds", [("capsule",) * 2, ("capsule", "cylinder"), ("cylinder",) * 2])
@pytest.mark.parametrize("angle", [0.0, 0.003, 0.009, 0.011, 0.02, 0.06])
def test_the_ends_are_as_far_apart_as_they_are(meet, kinds, angle) -> None:
    """Crossed by 0.01 rad and more they touched at one point: 4 to 30 mm deep as they rocked."""
    a, b = (ShapeSpec.model_validate({k: Round(radius=RADIUS, length=LENGTH)}) for k in kinds)
    touch = meet(a, b, (2 * RADIUS - DEPTH, 0.0, ALONG), (angle, 0.0, 0.0))
    ends = [ALONG - LENGTH / 2 * np.cos(angle), LENGTH / 2]
    known = [z for z in ends if find_gap(z, angle) < REACH]
    places = touch.position[:, 2]
    assert touch.separation.min() == pytest.approx(-DEPTH, abs=2e-5)
    for z in known:
        k = np.argmin(abs(places - z))
        assert places[k] == pytest.approx(z, abs=1e-4)
        assert touch.separation[k] == pytest.approx(find_gap(z, angle), rel=2e-3, abs=1e-6)
    assert len(known) <= len(places) <= 3
    np.testing.assert_allclose(touch.normal, np.tile((1.0, 0.0, 0.0), (len(places), 1)), atol=1e-6)


def test_logs_at_one_place_get_apart_aside(meet) -> None:
    log = ShapeSpec(capsule=Round(radius=RADIUS, length=LENGTH))
    touch = meet(log, log)
    np.testing.assert_allclose(touch.separation, -2 * RADIUS)
    assert np.isfinite(touch.position).all()


@pytest.mark.parametrize("kind", ["capsule", "cylinder"])
@pytest.mark.parametrize("angle", [0.012, 0.02])
def test_a_log_that_lies_askew_on_another_neither_sinks_nor_rocks(make_world, kind, angle) -> None:
    """It fell from one end of the two on the other, without end."""
    log, short = (
        ShapeSpec.model_validate({kind: Round(radius=RADIUS, length=length)})
        for length in (LENGTH, 0.6 * LENGTH)
    )
    beside = 0.3 * LENGTH * np.sin(angle) + 1.0005 * RADIUS + 0.05
    walls = [
        ShapeSpec(box=(2 * LENGTH, 0.1, 0.4), at=(0.0, side * beside, 0.2), material="ice")
        for side in (-1, 1)
    ]
    props = [
        PropSpec(name="below", shape=log, at=(0.0, 0.0, RADIUS), rpy=LYING, fixed=True),
        PropSpec(name="above", shape=short, density=700.0, at=(0.04, 0.0, 3 * RADIUS + 1e-3),
                 rpy=(0.0, np.pi / 2, angle)),
    ]  # fmt: skip
    world = make_world(props, terrain=walls, physics=PhysicsSpec(step=0.01, sleep=False))
    words, deepest, highest = pack(world).words, 0.0, 0.0
    for n in range(300):
        step.advance(1, words)
        if n == 200:
            highest = world.bodies.position[2, 2]
        used = world.contacts.used[0]
        deepest = max(deepest, -world.contacts.separation[:used].min(initial=0.0))
    assert deepest < 2e-4
    assert world.bodies.position[2, 2] == pytest.approx(highest, abs=1e-5)
