"""Loads on joints: what swings, rolls and turns is not braked by the damper of light chains."""

import itertools

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.spec import load
from tests.bench import e_own
from tests.peers import scenes
from tests.peers.geometry import energy

CART = """\
links:
  hull: {shape: {box: [1.0, 0.5, 0.2]}, mass: MASS}
WHEELS
joints:
JOINTS
"""


def make(folder, robot: str, scene: str):
    (folder / "robot.yaml").write_text(robot)
    (folder / "scene.yaml").write_text(scene)
    spec = load.load_scene(folder / "scene.yaml")
    return build_world(spec), find_names(spec)


@pytest.mark.parametrize(("links", "h"), [(1, 0.01), (1, 0.02), (2, 0.01), (3, 0.01), (10, 0.01)])
def test_a_load_on_a_few_light_links_swings_on(links: int, h: float) -> None:
    scene = scenes.chain(links, ratio=100.0, length=0.2, angle=30.0)
    sim = e_own.Sim(scene, h)

    def find() -> float:
        return energy(scene, *sim.poses(), *sim.vels()) / scene["meta"]["reference"]

    start = find()
    for _ in range(round(5.0 / h)):
        sim.step()
        assert abs(find() - start) < 0.01


def test_cranes_that_whip_are_not_pumped_up_by_parts_of_varying_length() -> None:
    """Parts that get short too late give what pulls at them energy: 18 % of a swing, 9 %, ..."""
    rises = []
    for links, length, ratio, angle, h in itertools.product(
        (2, 3), (0.05, 0.2), (10.0, 30.0, 100.0), (30.0, 90.0), (0.01, 0.02)
    ):
        scene = scenes.chain(links, ratio=ratio, length=length, angle=angle)
        sim, most = e_own.Sim(scene, h), 0.0
        start = energy(scene, *sim.poses(), *sim.vels())
        for _ in range(round(3.0 / h)):
            sim.step()
            most = max(most, energy(scene, *sim.poses(), *sim.vels()) - start)
        rises.append(most / scene["meta"]["reference"])
    assert max(rises) < 0.05
    assert np.sum(np.array(rises) > 0.02) <= 3


@pytest.mark.parametrize("aside", [0.1, 0.3])
@pytest.mark.parametrize("mass", [100.0, 2000.0])
def test_a_heavy_cart_rolls_on_wherever_the_frames_of_its_axles_lie(tmp_path, aside, mass) -> None:
    wheels = joints = ""
    for name, x, y in (("a", 0.4, 1), ("b", 0.4, -1), ("c", -0.4, 1), ("d", -0.4, -1)):
        wheels += f"  {name}: {{mass: 2, shape: {{cylinder: {{radius: 0.1, length: 0.05}}, "
        wheels += f"rpy_deg: [90, 0, 0], at: [0, {y * aside}, 0]}}}}\n"
        joints += f"  {name}: {{type: revolute, parent: hull, child: {name}, axis: [0, 1, 0], "
        joints += f"at: [{x}, {y * (0.35 - aside)}, -0.1]}}\n"
    robot = CART.replace("MASS", str(mass)).replace("WHEELS\n", wheels).replace("JOINTS\n", joints)
    scene = "robots: [{file: robot.yaml, name: r, at: [0, 0, 0.2]}]\nphysics: {step: 0.01}\n"
    world, names = make(tmp_path, robot, scene)
    moving = world.bodies.inv_mass > 0.0
    world.bodies.velocity[moving, 0] = 2.0
    for name in "abcd":
        world.bodies.spin[names.bodies[f"r.{name}"], 1] = 20.0
    step.advance(200, handle.pack(world).words)
    assert world.bodies.velocity[names.bodies["r.hull"], 0] == pytest.approx(2.0, abs=1e-3)


@pytest.mark.parametrize("kind", ["spherical", "universal, axis: [0, 0, 1], axis2: [0, 1, 0]"])
@pytest.mark.parametrize("axis", [1, 2])
def test_every_axis_of_a_joint_has_the_damping_that_is_given(tmp_path, kind, axis) -> None:
    robot = "links:\n  base: {fixed: true, shape: {box: [0.1, 0.1, 0.1]}}\n"
    robot += "  wheel: {mass: 1, inertia: [0.5, 0.5, 0.5, 0, 0, 0]}\n"
    robot += f"joints:\n  a: {{type: {kind}, parent: base, child: wheel, damping: 1.0}}\n"
    scene = "robots: [{file: robot.yaml, name: r}]\nterrain: []\n"
    scene += "physics: {step: 0.01, gravity: [0, 0, 0]}\n"
    world, names = make(tmp_path, robot, scene)
    row, words = names.bodies["r.wheel"], handle.pack(world).words
    world.bodies.spin[row, axis] = 1.0
    step.advance(5, words)
    early = world.bodies.spin[row, axis]
    step.advance(50, words)
    assert np.log(early / world.bodies.spin[row, axis]) == pytest.approx(0.5 * 1.0 / 0.5, rel=1e-3)
