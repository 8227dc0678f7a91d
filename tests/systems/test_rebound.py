"""What bounces rises as high as its restitution says, wherever between two steps it lands."""

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.physics import build, step
from simulator.physics.contacts import rebound
from simulator.physics.qualification import case
from simulator.spec import load
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec

HEIGHTS = np.linspace(0.3, 1.2, 26)


def find_rises(restitution, dt):
    """Return to which share of the height it fell each thing rises: balls and boxes in turn."""
    shapes = [ShapeSpec(sphere=0.1, mass=1.0), ShapeSpec(box=(0.2, 0.2, 0.2), mass=1.0)]
    props = [
        PropSpec(name=f"p{k}", shape=shapes[k % 2], material="test", at=(0.5 * k, 0, 0.1 + height))
        for k, height in enumerate(HEIGHTS)
    ]
    scene = SceneSpec(
        props=props, terrain=[ShapeSpec(plane=True, material="test")],
        materials={"test": MaterialSpec(restitution=restitution)},
        physics=PhysicsSpec(step=dt, sleep=False),
    )  # fmt: skip
    world, tops = build.build_world(scene), np.zeros(len(HEIGHTS))
    packed, is_up = handle.pack(world), np.zeros(len(HEIGHTS), bool)
    for _ in range(round(1.0 / dt)):
        step.advance(1, packed.words)
        speed, height = world.bodies.velocity[1:, 2], world.bodies.position[1:, 2] - 0.1
        is_up |= speed > 0.1
        tops = np.where(is_up, np.maximum(tops, height), tops)
    return tops / HEIGHTS


@pytest.mark.parametrize("dt", [0.001, 0.005, 0.01])
@pytest.mark.parametrize("restitution", [0.3, 0.5, 0.8])
def test_rebounds_have_the_height_that_restitution_gives(restitution, dt):
    """Contacts turned things round above the ground: by up to 65 % too high at 10 ms and e = 0.3.

    What is faster than half its thickness a step lands sunk in, and keeps to 2 %.
    """
    rises = find_rises(restitution, dt) / restitution**2
    np.testing.assert_allclose(rises, 1.0, atol=0.025)
    assert rises.mean() == pytest.approx(1.0, abs=5e-3)


def test_a_bounce_above_the_surface_has_the_energy_of_one_on_it():
    pull, h, gap, speed, share = case.GRAVITY, 0.01, 0.013, 2.0, 0.6
    speed_up = rebound.find(share, speed, gap, pull, h / 2, h)
    before = (speed + pull * h / 2) ** 2 + 2 * pull * gap
    after = (speed_up + pull * h / 2) ** 2 + 2 * pull * gap  # where it is, half a step before
    assert after == pytest.approx(share**2 * before, rel=1e-12)
    assert rebound.find(share, speed, gap, 0.0, h / 2, h) == pytest.approx(share * speed)
    # what would not even rise to where it is stops there
    assert rebound.find(0.05, 0.5, 0.004, pull, h / 2, h) == 0.0


def find_peaks(folder, thing: str, row: str, dt: float, restitution: float, seconds: float):
    """Return how high a ball rises that falls by a metre, bounce by bounce."""
    surface = f"materials: {{m: {{restitution: {restitution}}}}}\n"
    (folder / "rail.yaml").write_text(surface + RAIL)
    (folder / "scene.yaml").write_text(
        surface + thing + "terrain: [{plane: true, material: m}]\n"
        f"physics: {{step: {dt}, sleep: false}}\n"
    )
    scene = load.load_scene(folder / "scene.yaml")
    world, ball = build.build_world(scene), build.find_names(scene).bodies[row]
    packed, heights = handle.pack(world), []
    for _ in range(round(seconds / dt)):
        step.advance(1, packed.words)
        speed = world.bodies.velocity[ball, 2]  # half a step before its place
        height = world.bodies.position[ball, 2] - 0.5 * dt * speed
        heights.append(height - 0.1 + case.GRAVITY * dt**2 / 8)
    seen = np.array(heights)
    return seen[1:-1][(seen[1:-1] > seen[:-2]) & (seen[1:-1] >= seen[2:])]


RAIL = """\
links:
  base: {fixed: true, collides: false, shape: {box: [0.1, 0.1, 0.1]}}
  ball: {mass: 2, shape: {sphere: 0.1}, material: m}
joints: {rail: {type: prismatic, parent: base, child: ball, at: [0, 0, 1.1], axis: [0, 0, 1]}}
"""
FALLS = {
    "ball": "props: [{name: ball, mass: 2, at: [0, 0, 1.1], shape: {sphere: 0.1}, material: m}]\n",
    "r.ball": "robots: [{file: rail.yaml, name: r}]\n",
}


@pytest.mark.parametrize("dt", [0.002, 0.01, 0.02])
@pytest.mark.parametrize("row", FALLS)
def test_links_bounce_as_high_as_free_bodies_do(tmp_path, row, dt):
    """What pulled at a link on its rail was not known: it rose by 0.12 m instead of 0.09."""
    for restitution in (0.3, 0.8):
        peaks = find_peaks(tmp_path, FALLS[row], row, dt, restitution, 1.2)
        assert peaks[0] == pytest.approx(restitution**2, abs=6e-4)


@pytest.mark.parametrize("row", FALLS)
def test_an_elastic_ball_bounces_for_ever(tmp_path, row):
    """It rose by 12 mm more after a hundred bounces at 10 ms."""
    peaks = find_peaks(tmp_path, FALLS[row], row, 0.02, 1.0, 20.0)
    assert len(peaks) > 20
    np.testing.assert_allclose(peaks, 1.0, atol=1e-3)  # between two steps 0.5 mm may be lost


@pytest.mark.parametrize("dt", [0.002, 0.01, 0.02])
@pytest.mark.parametrize("height", [0.5, 0.53])
def test_a_ball_that_spins_back_leaves_as_it_should(dt, height):
    """Met early, the blow acted on too long an arm: it left with 2.45 rad/s at 10 ms."""
    ball = ShapeSpec(sphere=0.1, mass=1.0, material="test")
    scene = SceneSpec(
        props=[PropSpec(name="ball", shape=ball, at=(0, 0, 0.1 + height))],
        terrain=[ShapeSpec(plane=True, material="test")],
        materials={"test": MaterialSpec(restitution=1.0, friction=1.0)},
        physics=PhysicsSpec(step=dt, sleep=False),
    )  # fmt: skip
    world = build.build_world(scene)
    world.bodies.spin[1] = (0.0, 10.0, 0.0)
    step.advance(round((np.sqrt(2 * height / case.GRAVITY) + 0.1) / dt), handle.pack(world).words)
    # it sticks in the blow and keeps its angular momentum about that place
    np.testing.assert_allclose(world.bodies.velocity[1, 0], 2.0 / 7.0, rtol=1e-3)
    np.testing.assert_allclose(world.bodies.spin[1], (0.0, 20.0 / 7.0, 0.0), atol=3e-3)
