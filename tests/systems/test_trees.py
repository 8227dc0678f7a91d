"""Trees of links let go: whatever axes their joints have, they are not pumped up as they tumble."""

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import present, step
from simulator.physics.build import build_world
from simulator.spec.models.robot import JointSpec, LinkSpec
from simulator.spec.models.scene import PhysicsSpec, RobotPlacement, RobotSpec, SceneSpec
from simulator.spec.models.shape import ShapeSpec

G, TREES = 9.81, 30


def build(links, joints, h, gravity=G):
    robot = RobotPlacement(file="tree/robot.yaml", spec=RobotSpec(links=links, joints=joints))
    physics = PhysicsSpec(gravity=(0, 0, -gravity), step=h, sleep=False)
    return build_world(SceneSpec(robots=[robot], terrain=[], physics=physics))


def grow(seed, h):
    """Return the world of 3 to 10 links of 0.3 to 10 kg that hang on each other every way."""
    random = np.random.default_rng(seed)
    links, joints, ends = {"base": LinkSpec(fixed=True)}, {}, {"base": 0.0}
    for i in range(random.integers(3, 11)):
        length, mass = random.uniform(0.1, 0.5), 10 ** random.uniform(-0.5, 1.0)
        kind = random.choice(["revolute", "revolute", "revolute", "universal", "spherical"])
        axis, other = random.normal(size=(2, 3))
        axis /= np.linalg.norm(axis)
        other = np.cross(axis, other) / np.linalg.norm(np.cross(axis, other))
        axes = {"universal": {"axis": axis, "axis2": other}, "revolute": {"axis": axis}}
        given = {name: tuple(value) for name, value in axes.get(kind, {}).items()}
        box = length, 0.3 * length * random.uniform(0.3, 1.0), 0.3 * length
        shape = ShapeSpec(box=box, at=(length / 2, 0, 0))
        parent = list(ends)[random.integers(max(0, len(ends) - 3), len(ends))]
        links[f"l{i}"] = LinkSpec(mass=mass, collides=False, shape=shape)
        joints[f"j{i}"] = JointSpec(
            type=kind, parent=parent, child=f"l{i}", at=(ends[parent], 0, 0),
            rpy=tuple(random.uniform(-1.5, 1.5, 3)), **given,
        )  # fmt: skip
        ends[f"l{i}"] = length
    return build(links, joints, h)


def find_energy(world):
    """Return the energy of what is shown, and what its weight gives in half a metre."""
    bodies, position = world.bodies, np.empty_like(world.bodies.position)
    orientation = np.empty_like(bodies.orientation)
    present.poses(bodies, world.joints, world.islands, position, orientation)
    moving = bodies.inv_mass > 0.0
    mass, v, w = 1.0 / bodies.inv_mass[moving], bodies.velocity[moving], bodies.spin[moving]
    turning = np.einsum("bi,bij,bj", w, np.linalg.inv(bodies.inv_inertia[moving]), w)
    energy = 0.5 * mass @ (v * v).sum(axis=1) + 0.5 * turning + G * mass @ position[moving, 2]
    return energy, 0.5 * G * mass.sum()


@pytest.mark.parametrize("h", [0.002, 0.005, 0.01, 0.02])
def test_random_trees_keep_their_energy(h):
    """Links that pass a pole of their joint, and spin there for a step, gave up to half of it."""
    rises = []
    for seed in range(TREES):
        world = grow(seed, h)
        words, (start, whole), most = pack(world).words, find_energy(world), -np.inf
        for _ in range(round(2.0 / h)):
            step.advance(1, words)
            most = max(most, find_energy(world)[0])
        rises.append((most - start) / whole)
    assert max(rises) < 0.1
    assert np.mean(np.array(rises) > 0.02) < 0.1


def test_a_rotor_that_leans_with_its_robot_costs_no_parts():
    rotor = ShapeSpec(box=(0.3, 0.02, 0.01))
    links = {"hull": LinkSpec(mass=2.0, shape=ShapeSpec(box=(0.3, 0.3, 0.1))),
             "rotor": LinkSpec(mass=0.05, collides=False, shape=rotor)}  # fmt: skip
    joints = {"axle": JointSpec(type="revolute", parent="hull", child="rotor", at=(0.1, 0, 0.1),
                                axis=(0, 0, 1))}  # fmt: skip
    world = build(links, joints, 0.01, gravity=0.0)
    world.bodies.spin[1:] = 1.0, 0.5, 0.0
    world.bodies.spin[2, 2] = 60.0
    words = pack(world).words
    for _ in range(100):
        step.advance(1, words)
        assert world.clusters.pace[0] == 1
