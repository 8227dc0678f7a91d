"""Balls that meet askew leave as theory has it, whenever in a step, and miss what they miss."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, Round, ShapeSpec

RADIUS = 0.0286
PHASES = np.arange(8) / 8
BALL = ShapeSpec(sphere=RADIUS, material="own")


def fly(props: list[PropSpec], h: float, steps: int, friction=0.0, restitution=1.0, weight=0.0):
    """Return the bodies of some props after so many steps, where things fall by `weight` [m/s2]."""
    surface = MaterialSpec(friction=friction, restitution=restitution)
    scene = SceneSpec(
        props=props, materials={"own": surface}, terrain=[],
        physics=PhysicsSpec(step=h, sleep=False, gravity=(0.0, 0.0, -weight)),
    )  # fmt: skip
    world = build_world(scene)
    step.advance(steps, pack(world).words)
    return world.bodies


def throw(speed: float, off: float, h: float, phase: float, **more):
    """Return two balls of which one hits the other `off` of a diameter aside, and the exact way."""
    start = np.array([-4 * RADIUS - phase * speed * h, off * 2 * RADIUS, 0.0])
    props = [
        PropSpec(name="cue", shape=BALL, mass=0.17, at=tuple(start), velocity=(speed, 0.0, 0.0)),
        PropSpec(name="ball", shape=BALL, mass=0.17, at=(0.0, 0.0, 0.0)),
    ]
    steps = int(8 * RADIUS / speed / h) + 4
    return fly(props, h, steps, **more), start, steps


def leave(speed: float, off: float, restitution: float):
    """Return the exact velocities of both balls after the blow, and its time from `start`."""
    line = np.array([np.sqrt(1 - off * off), -off, 0.0])
    struck = 0.5 * (1 + restitution) * speed * line[0] * line
    return np.array([speed, 0.0, 0.0]) - struck, struck, line


@pytest.mark.parametrize("restitution", [1.0, 0.5, 0.0])
@pytest.mark.parametrize("speed", [1.0, 5.0])
@pytest.mark.parametrize("h", [0.001, 0.005, 0.01, 0.02])
def test_balls_leave_along_their_line_of_centres(speed, h, restitution) -> None:
    """They left up to 13 degrees aside: the line was that of the step's start."""
    for off in (0.0, 0.3, 0.8, 0.95):
        for phase in PHASES:
            bodies, _, _ = throw(speed, off, h, phase, restitution=restitution)
            cue, ball, _ = leave(speed, off, restitution)
            np.testing.assert_allclose(bodies.velocity[-2:], [cue, ball], atol=1e-12)
            np.testing.assert_allclose(bodies.spin[-2:], 0.0, atol=1e-12)


@pytest.mark.parametrize("h", [0.002, 0.01])
def test_they_are_where_they_are_by_then(h) -> None:
    """Each moves as before until the blow falls; what is shown lies half a step behind."""
    for off in (0.0, 0.5, 0.9):
        for phase in PHASES:
            bodies, start, steps = throw(1.0, off, h, phase)
            cue, ball, line = leave(1.0, off, 1.0)
            blow = -2 * RADIUS * line[0] - start[0]
            left = (steps + 0.5) * h - blow
            at = [start + [blow, 0.0, 0.0] + left * cue, left * ball]
            np.testing.assert_allclose(bodies.position[-2:], at, atol=1e-12)


@pytest.mark.parametrize("speed", [0.5, 1.0, 5.0])
@pytest.mark.parametrize("h", [0.002, 0.01, 0.02])
def test_what_passes_by_is_not_struck(speed, h) -> None:
    for off in (1.001, 1.05, 1.3):
        for phase in PHASES:
            bodies, _, _ = throw(speed, off, h, phase)
            np.testing.assert_allclose(bodies.velocity[-2:], [[speed, 0, 0], [0, 0, 0]], atol=1e-12)


@pytest.mark.parametrize("h", [0.002, 0.01, 0.02])
def test_friction_keeps_their_momentum_about_any_point(h) -> None:
    """Balls that spin, unlike in size and mass: pushed where they are not, they would gain some."""
    small = ShapeSpec(sphere=0.6 * RADIUS, material="own")
    for phase in PHASES:
        at = -0.2 - phase * h, 0.02, 0.01
        props = [
            PropSpec(name="a", shape=BALL, mass=0.3, at=at, velocity=(1.0, 0.2, 0.0),
                     spin=(0.0, 0.0, 40.0)),
            PropSpec(name="b", shape=small, mass=0.1, at=(0.0, 0.04, 0.0), spin=(9.0, 0.0, -30.0)),
        ]  # fmt: skip
        totals = []
        for steps in (1, int(0.3 / h)):
            bodies = fly(props, h, steps, friction=0.3, restitution=0.9)
            p = bodies.velocity[-2:] / bodies.inv_mass[-2:, None]
            turned = np.linalg.solve(bodies.inv_inertia[-2:], bodies.spin[-2:, :, None])[..., 0]
            momentum = np.cross(bodies.position[-2:], p) + turned
            totals.append(np.concatenate([p.sum(axis=0), momentum.sum(axis=0)]))
        assert abs(bodies.velocity[-1]).max() > 0.1
        np.testing.assert_allclose(totals[1], totals[0], atol=1e-12)


POSTS = {
    "ball": (ShapeSpec(sphere=0.02, material="own"), 0.02),
    "capsule": (ShapeSpec(capsule=Round(radius=0.02, length=0.4), material="own"), 0.02),
    "cylinder": (ShapeSpec(cylinder=Round(radius=0.02, length=0.4), material="own"), 0.02),
    "edge": (ShapeSpec(box=(0.02, 0.04, 0.4), material="own"), 0.0),
}


@pytest.mark.parametrize("kind", POSTS)
@pytest.mark.parametrize("speed", [1.0, 5.0])
@pytest.mark.parametrize("h", [0.002, 0.01, 0.02])
def test_balls_leave_posts_and_edges_along_the_way_between(kind, speed, h) -> None:
    """A post at the origin, or a box whose edge lies there."""
    shape, radius = POSTS[kind]
    place = (0.01, -0.02, 0.0) if kind == "edge" else (0.0, 0.0, 0.0)
    near = RADIUS + radius
    for off in (0.2, 0.6, 0.9):
        for phase in PHASES:
            start = -4 * near - phase * speed * h, off * near, 0.0
            props = [
                PropSpec(name="post", shape=shape, at=place, fixed=True),
                PropSpec(name="ball", shape=BALL, mass=0.17, at=start, velocity=(speed, 0.0, 0.0)),
            ]
            bodies = fly(props, h, int(8 * near / speed / h) + 4)
            line = np.array([-np.sqrt(1 - off * off), off, 0.0])
            gone = np.array([speed, 0.0, 0.0])
            gone -= 2 * (gone @ line) * line
            np.testing.assert_allclose(bodies.velocity[-1], gone, atol=1e-12)


@pytest.mark.parametrize(("gap", "speed", "rise", "post"), [
    (0.0003, 0.856, 0.022, (0.05, 0.01)), (0.0002, 1.272, 0.071, (0.055, 0.02)),
    (0.0006, 0.724, 0.053, (0.05, 0.03)),
])  # fmt: skip
def test_a_post_that_a_ball_falls_away_from_does_not_change_where_it_meets_another(
    gap, speed, rise, post
) -> None:
    """It rises below one as the step begins, and has turned back before it would be there."""
    below, found = -2 * RADIUS - gap, []
    props = [
        PropSpec(name="post", shape=BALL, at=(post[0], 0.0, below + post[1]), fixed=True),
        PropSpec(
            name="ball", shape=BALL, mass=0.1, at=(0.0, 0.0, below), velocity=(speed, 0, rise)
        ),
        PropSpec(name="above", shape=BALL, at=(0.0, 0.0, 0.0), fixed=True),
    ]
    for shown in (props[:2], props):
        bodies = fly(shown, 0.02, 1, weight=9.81)
        found.append(bodies.velocity[bodies.inv_mass > 0.0])
    assert found[0][0, 0] < 0.5 * speed
    np.testing.assert_allclose(found[1], found[0], atol=1e-12)
