"""Blows that are handed on from ball to ball, against closed forms."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.physics.qualification import case
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec

RADIUS = 0.05
STEPS = [0.001, 0.005, 0.01, 0.02]


def build(places, masses, dt, e=1.0, friction=0.0, gravity=0.0):
    """Return a world of balls."""
    return build_world(
        SceneSpec(
            props=[
                PropSpec(
                    name=f"ball{i}", at=tuple(at),
                    shape=ShapeSpec(sphere=RADIUS, mass=mass, material="m"),
                )
                for i, (at, mass) in enumerate(zip(places, masses, strict=True))
            ],
            terrain=[ShapeSpec(plane=True, material="m")] if gravity else [],
            materials={"m": MaterialSpec(friction=friction, restitution=e)},
            physics=PhysicsSpec(gravity=(0, 0, -gravity), step=dt, sleep=False),
        )
    )  # fmt: skip


def in_a_row(masses, gap, struck=1):
    """Return places of balls that touch but for `gap`; the first `struck` come from afar."""
    x = np.arange(len(masses)) * (2 * RADIUS + gap)
    x[:struck] -= 0.03
    return np.column_stack([x, 0 * x, 0 * x])


def hand_on(masses, speeds, e):
    """Return the speeds after pairs of neighbours have met, one by one, until none approach."""
    v, met = list(map(float, speeds)), True
    while met:
        met = False
        for i in range(len(v) - 1):
            if v[i] - v[i + 1] > 0.3:
                push = (1 + e) * (v[i] - v[i + 1]) / (1 / masses[i] + 1 / masses[i + 1])
                v[i], v[i + 1], met = v[i] - push / masses[i], v[i + 1] + push / masses[i + 1], True
    return v


@pytest.mark.parametrize("dt", STEPS)
@pytest.mark.parametrize("gap", [0.0, 1e-3])
@pytest.mark.parametrize("struck", [1, 2, 3])
def test_as_many_balls_leave_a_row_as_have_hit_it(dt, gap, struck):
    """The first one sprang back at 0.6 of its speed, and the others went on together."""
    world = build(in_a_row([1.0] * 5, gap, struck), [1.0] * 5, dt)
    world.bodies.velocity[1 : 1 + struck, 0] = 2.0
    step.advance(round(0.2 / dt), pack(world).words)
    after = np.array([0.0] * (5 - struck) + [2.0] * struck)
    assert world.bodies.velocity[1:, 0] == pytest.approx(after, abs=2e-3)


@pytest.mark.parametrize("dt", STEPS)
@pytest.mark.parametrize(
    ("masses", "e"), [([1, 0.5, 2], 1.0), ([4, 2, 1, 0.5], 1.0), ([1, 3, 1], 0.9), ([5, 1, 5], 0.7)]
)
def test_unequal_balls_share_as_one_blow_after_the_other_would(dt, masses, e):
    world = build(in_a_row(masses, 0.0), masses, dt, e)
    world.bodies.velocity[1, 0] = 5.0
    step.advance(round(0.1 / dt), pack(world).words)
    after = hand_on(masses, [5.0] + [0.0] * (len(masses) - 1), e)
    assert world.bodies.velocity[1:, 0] == pytest.approx(after, abs=0.02)


@pytest.mark.parametrize("dt", STEPS[:3])
def test_a_ball_that_hits_two_at_once_throws_both_alike(dt):
    side = np.array([np.sqrt(3.0), 1.0, 0.0]) * RADIUS
    places = [(-0.03, 0, 0), side, side * (1, -1, 1)]
    world = build(places, [1.0] * 3, dt)
    world.bodies.velocity[1, 0] = 1.0
    step.advance(round(0.2 / dt), pack(world).words)
    fast = 0.4 * np.sqrt(3.0)  # each; the first one goes back at a fifth
    assert world.bodies.velocity[1] == pytest.approx((-0.2, 0, 0), abs=5e-3)
    assert world.bodies.velocity[2, 0] == pytest.approx(fast * np.cos(np.pi / 6), abs=5e-3)
    assert world.bodies.velocity[2, 1] == pytest.approx(fast * np.sin(np.pi / 6), abs=5e-3)
    assert world.bodies.velocity[3] == pytest.approx(world.bodies.velocity[2] * (1, -1, 1))


@pytest.mark.parametrize("dt", STEPS)
@pytest.mark.parametrize("ratio", [3.0, 10.0])
def test_a_light_ball_on_a_heavy_one_is_thrown_high(dt, ratio):
    """Galileo's cannon: it leaves at (3 M - m) / (M + m) of the speed at which both land."""
    places = [(0, 0, 1 + RADIUS), (0, 0, 1 + 3.002 * RADIUS)]
    world = build(places, [ratio, 1.0], dt, gravity=case.GRAVITY)
    height = []
    case.advance(world, 2.0, lambda _: height.append(case.find_positions(world)[2, 2]))
    speed = (3 * ratio - 1) / (ratio + 1)
    assert max(height) - 3 * RADIUS == pytest.approx(speed**2, rel=0.06)


@pytest.mark.parametrize("dt", STEPS[:3])
def test_what_does_not_bounce_comes_down_to_the_ground(dt):
    """A dead ball that hands a blow on as it lands stopped up to a step's way above the ground."""
    dead = SceneSpec(
        props=[
            PropSpec(name="dead", at=(0, 0, 0.2), shape=ShapeSpec(sphere=RADIUS, material="lead")),
            PropSpec(name="ball", at=(0.095, 0, 0.2), shape=ShapeSpec(sphere=RADIUS, material="m")),
        ],
        terrain=[ShapeSpec(plane=True, material="lead")],
        materials={
            "lead": MaterialSpec(friction=0.0, restitution=0.0, density=11000),
            "m": MaterialSpec(friction=0.0, restitution=0.9, density=1000),
        },
        physics=PhysicsSpec(step=dt, sleep=False),
    )
    world = build_world(dead)
    world.bodies.velocity[1:] = (0, 0, -3.0)
    step.advance(round(0.1 / dt), pack(world).words)
    assert world.bodies.position[1, 2] == pytest.approx(RADIUS, abs=2e-4)


def test_a_break_keeps_energy_and_momentum():
    rows = [
        (0.1 * np.sqrt(3) / 2 * n, 0.1 * (k - n / 2), 0) for n in range(5) for k in range(n + 1)
    ]
    world = build([(-0.2, 0.01, 0), *(np.array(rows) * 1.0002)], [0.17] * 16, 0.01)
    world.bodies.velocity[1, 0] = 8.0
    step.advance(40, pack(world).words)
    velocity = world.bodies.velocity[1:]
    assert velocity.sum(axis=0) == pytest.approx((8.0, 0, 0), abs=1e-6)
    assert 64.0 * 0.9 < np.sum(velocity**2) < 64.0 * 1.001
    assert np.linalg.norm(velocity, axis=1).max() < 6.0


@pytest.mark.parametrize("dt", STEPS)
@pytest.mark.parametrize("friction", [0.0, 0.3])
@pytest.mark.parametrize("speed", [1.0, 2.0])
def test_the_last_block_leaves_a_row_that_stands_on_the_ground(dt, friction, speed):
    """At 1 m/s and 10 ms half the points of a face were met and half were not: it spun up."""
    side, count = 0.1, 4
    world = build_world(
        SceneSpec(
            props=[
                PropSpec(
                    name=f"block{n}", at=(n * side - (0 if n else 0.03), 0, side / 2),
                    shape=ShapeSpec(box=(side,) * 3, mass=1, material="m"),
                )
                for n in range(count)
            ],
            terrain=[ShapeSpec(plane=True, material="m")],
            materials={"m": MaterialSpec(friction=friction, restitution=1.0)},
            physics=PhysicsSpec(step=dt, sleep=False),
        )
    )  # fmt: skip
    world.bodies.velocity[1, 0] = speed
    step.advance(round(0.06 / dt), pack(world).words)
    slowed = np.sqrt(speed**2 - 2 * friction * case.GRAVITY * 0.03) - friction * case.GRAVITY * (
        0.06 - 0.03 / speed
    )
    velocity = world.bodies.velocity[1:, 0]
    assert np.abs(velocity[:-1]).max() < 0.02
    assert velocity[-1] == pytest.approx(slowed, abs=0.06 + friction * case.GRAVITY * dt)
    assert np.abs(world.bodies.spin[1:]).max() < 0.05
