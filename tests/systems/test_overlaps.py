"""What begins in each other is pushed apart without speed, also where its surfaces give way."""

import numpy as np
import pytest

from simulator.physics import build
from simulator.physics import world as worlds
from simulator.physics.joints import joint
from simulator.physics.qualification import case
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec
from tests.bench import e_own
from tests.joint_gaps import measure_joints
from tests.peers import parts

SIZE = 0.2
SEEDS = (1, 4, 15)


def build_boxes(step, mass, sag, places, materials=None):
    """Return a world of cubes on the ground; a soft one's weight presses it in by `sag` [m]."""
    soft = MaterialSpec(stiffness=mass * case.GRAVITY / sag, damping=0.0)
    materials = materials or ["soft"] * len(places)
    props = [
        PropSpec(
            name=f"box{k}", at=at, shape=ShapeSpec(box=(SIZE,) * 3, mass=mass, material=material)
        )
        for k, (at, material) in enumerate(zip(places, materials, strict=True))
    ]
    scene = SceneSpec(
        props=props, materials={"soft": soft, "hard": MaterialSpec()},
        terrain=[ShapeSpec(plane=True)], physics=PhysicsSpec(step=step, sleep=False),
    )  # fmt: skip
    return build.build_world(scene)


def find_rise(world, seconds):
    """Run on; return the largest speed upwards [m/s]."""
    speeds = []
    case.advance(world, seconds, lambda _: speeds.append(world.bodies.velocity[1:, 2].max()))
    return max(speeds)


@pytest.mark.parametrize("step", [0.001, 0.02])
@pytest.mark.parametrize("mass", [1e-3, 1e3])
def test_soft_boxes_half_in_each_other_do_not_fly_apart(step, mass):
    """They had the energy that springs so deep would have: at 1 ms they left at 40 m/s."""
    places = [(0.01 * (k % 2), 0, 0.04 + 0.1 * k) for k in range(4)]
    world = build_boxes(step, mass, 1e-4, places)
    assert find_rise(world, 1.0) < 0.2
    assert world.bodies.position[1:, 2] == pytest.approx(SIZE * (0.5 + np.arange(4)), abs=2e-3)


@pytest.mark.parametrize("depth", [0.005, 0.005 / 3, 0.1])
def test_what_began_deep_in_springs_then_sinks_as_its_weight_presses_it(depth):
    world = build_boxes(0.005, 10.0, 0.005, [(0, 0, 0.5 * SIZE - depth)])
    assert find_rise(world, 0.5) < 0.3
    world = build_boxes(0.005, 10.0, 0.005, [(0, 0, 0.5 * SIZE - depth)])
    case.advance(world, 20.0)
    assert 0.5 * SIZE - world.bodies.position[1, 2] == pytest.approx(0.005, rel=1e-6)


@pytest.mark.parametrize("step", [0.001, 0.01])
def test_what_is_pushed_apart_does_not_load_the_springs_it_stands_on(step):
    """The lower box was pressed into the ground by as much as the upper one rose, at once."""
    places = [(0, 0, 0.5 * SIZE - 0.005), (0.01, 0, SIZE)]
    for materials in (["soft", "soft"], ["soft", "hard"], ["hard", "soft"]):
        assert find_rise(build_boxes(step, 1.0, 0.0025, places, materials), 1.0) < 0.3


def test_a_state_saved_in_between_goes_on_with_the_same_bits():
    places = [(0.01 * (k % 2), 0, 0.04 + 0.1 * k) for k in range(3)]
    world, other = (build_boxes(0.01, 1.0, 1e-3, places) for _ in range(2))
    for _ in range(40):
        case.advance(world, 0.01)
        worlds.restore_state(other, worlds.copy_state(world))
        case.advance(other, 0.01)
        case.advance(world, 0.01)
        assert worlds.state_hash(world) == worlds.state_hash(other)


def build_wedged(seed):
    """Return a world of three links in each other's way and in blocks of up to ten tonnes."""
    random, bodies, joints = np.random.default_rng(seed), [parts.ground()], []
    for k in range(3):
        half, turn = 10 ** random.uniform(-1.5, -0.8, 3), random.normal(size=4)
        shapes = [parts.shape("box", half)]
        at = np.array([0.3 * k, 0.0, 0.3])
        if k:
            axis = random.normal(size=3)
            anchor = at - (0.15, 0, 0)
            joints.append(parts.joint("hinge", k, k + 1, anchor, axis / np.linalg.norm(axis)))
        inertia, turn = parts.box_inertia(1.0, half), turn / np.linalg.norm(turn)
        group = {"group": parts.LINK, "mask": parts.ALL & ~parts.LINK}
        bodies.append(parts.body(f"link{k}", at, 1.0, inertia, shapes, turn, **group))
    for k in range(4):
        half, turn = 10 ** random.uniform(-1, -0.4, 3), random.normal(size=4)
        at, mass = (0.2 * k, *random.uniform((-0.1, 0.2), (0.1, 0.4))), 10 ** random.uniform(2, 4)
        turn /= np.linalg.norm(turn)
        bodies.append(parts.box(f"block{k}", at, half, mass=mass, quat=turn))
    return e_own.Sim(parts.scene(bodies, joints), 0.02)


def test_links_wedged_in_heavy_things_do_not_ask_for_ever_shorter_parts():
    """Sweeps that ran away were tried in 64 parts: a step took a hundred times as long."""
    for seed in SEEDS:
        sim, pace = build_wedged(seed), []
        rigid = sim.world.joints.state == joint.RIGID
        for _ in range(12):
            sim.step()
            pace.append(int(sim.world.clusters.pace[0]))
        assert max(pace) <= 16
        assert np.abs(measure_joints(sim.world)[rigid]).max() < 1e-4
