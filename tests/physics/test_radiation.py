"""Dose rates against the inverse square, slabs of known thickness, and counting statistics."""

import math

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.sensing import chance, radiation
from tests.physics import odd_shapes

LEAD, STEEL, COMPTON = 126.0, 57.6, 0.0077


def world_of(*props, **scene):
    return odd_shapes.world_of(*({"fixed": True, **prop} for prop in props), **scene)


def rate_at(world, *point):
    return radiation.find_rate(world.sources, world.shapes, world.bodies, tuple(map(float, point)))


POINT = {"shape": {"sphere": 1e-3}, "density": 1.0, "source": {"rate": 2.0}}


def test_inverse_square_and_no_more_within_a_centimetre():
    world = world_of({**POINT, "collides": False, "at": [1, 2, 3]})
    for distance in (0.1, 1.0, 7.0):
        assert rate_at(world, 1 + distance, 2, 3) == pytest.approx(2.0 / distance**2, rel=1e-4)
    for near in (2.0, 2.005):
        assert rate_at(world, 1, near, 3) == pytest.approx(2e4, rel=1e-4)


@pytest.mark.parametrize(
    ("wall", "per_metre"),
    [
        ({"material": "lead"}, LEAD),
        ({"material": "steel"}, STEEL),
        ({"material": "steel", "density": 785}, STEEL / 10),
        ({"material": "steel", "mass": 7850 * 0.02 * 4 * 4 / 2}, STEEL / 2),
        ({"material": "wood"}, COMPTON * 650),
        ({"density": 400}, COMPTON * 400),
        ({"material": "lead", "collides": False}, LEAD),
    ],
)
def test_a_wall_shields_by_what_is_in_the_way(wall, per_metre):
    world = world_of(POINT, {"shape": {"box": [0.02, 4, 4]}, "at": [1, 0, 0], **wall})
    straight, slant = rate_at(world, 2, 0, 0), rate_at(world, 2, 1, 0)
    assert straight == pytest.approx(0.5 * math.exp(-0.02 * per_metre), rel=1e-4)
    thick = 0.02 * math.hypot(2, 1) / 2
    assert slant == pytest.approx(0.4 * math.exp(-thick * per_metre), rel=1e-4)
    assert rate_at(world, 0.9, 0, 0) == pytest.approx(2 / 0.81, rel=1e-4)


def test_a_shielded_container_shields_its_own_source_and_opens_as_it_turns():
    shapes = [
        {"box": [0.1, 0.1, 0.02], "at": [0, 0, -0.04]},
        *({"box": [0.02, 0.1, 0.08], "at": [x, 0, 0.01]} for x in (-0.04, 0.04)),
        *({"box": [0.06, 0.02, 0.08], "at": [0, y, 0.01]} for y in (-0.04, 0.04)),
    ]
    pot = {"shapes": shapes, "material": "lead", "source": {"rate": 2.0}}
    upright, upset = world_of(pot), world_of({**pot, "rpy": [0, math.pi / 2, 0]})
    assert rate_at(upright, 1, 0, 0) == pytest.approx(2 * math.exp(-0.02 * LEAD))
    assert rate_at(upright, 0, 0, 1) == pytest.approx(2.0)
    assert rate_at(upset, 1, 0, 0) == pytest.approx(2.0)


def test_several_sources_and_shields_against_the_formula_written_out():
    rng = np.random.default_rng(3)
    balls = rng.uniform(-2, 2, (12, 3))
    radii = rng.uniform(0.05, 0.4, 12)
    sources = rng.uniform(-2, 2, (3, 3))
    props = [
        {"shape": {"sphere": float(r)}, "at": at.tolist(), "material": "concrete"}
        for at, r in zip(balls, radii, strict=True)
    ]
    props += [{**POINT, "at": at.tolist(), "source": {"rate": 1.0 + k}}
              for k, at in enumerate(sources)]  # fmt: skip
    world = world_of(*props)
    for point in rng.uniform(-2, 2, (20, 3)):
        expected = 0.0
        for k, source in enumerate(sources):
            reach = np.linalg.norm(point - source)
            way, depth = (point - source) / reach, 0.0
            for at, r in zip(balls, radii, strict=True):
                along = way @ (at - source)
                half = math.sqrt(max(0.0, r * r - np.sum((at - source - along * way) ** 2)))
                inside = min(along + half, reach) - max(along - half, 0.0)
                depth += 18.9 * max(0.0, inside)
            expected += (1.0 + k) / reach**2 * math.exp(-depth)
        assert rate_at(world, *point) == pytest.approx(expected, rel=1e-3)


def test_a_source_moves_with_its_body():
    ball = {**POINT, "fixed": False, "at": [0, 0, 100], "source": {"rate": 1.0}}
    world = world_of(ball)
    step.advance(100, pack(world).words)
    height = world.bodies.position[1, 2]
    assert height == pytest.approx(100 - 9.81 / 2, abs=0.1)
    assert rate_at(world, 1, 0, height) == pytest.approx(1.0, rel=1e-3)


@pytest.mark.parametrize("mean", [0.02, 0.7, 12.0, 400.0])
def test_counts_have_the_mean_and_the_variance_of_a_poisson_process(mean):
    counts = np.array([chance.events(99, k, mean) for k in range(20000)])
    assert counts.min() >= 0.0 and (counts == np.round(counts)).all()
    assert counts.mean() == pytest.approx(mean, abs=5 * math.sqrt(mean / len(counts)))
    assert counts.var() == pytest.approx(mean, rel=0.06 if mean > 0.1 else 0.2)
