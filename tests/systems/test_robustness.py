"""Shipped robots under random voltages: no number is lost, joints hold, nothing sinks in."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from simulator.physics import build
from simulator.physics.joints import joint
from simulator.physics.qualification import case
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.scene import PhysicsSpec, RobotPlacement, SceneSpec
from tests.bench import e_own
from tests.joint_gaps import measure_joints
from tests.peers import parts
from tests.peers.rows import VOLTAGES
from tests.peers.voltages import shake

SCENES = ["container", "slalom", "lift", "squad", "hall", "quadruped", "walk"]  # every robot
DEEP = ["container"]  # presses links of its tracks on edges


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("seed", [1, 2])
def test_random_voltages_leave_robots_whole(name, seed):
    found = shake(name, 15.0, seed)
    assert found["sound"]
    limits = {**VOLTAGES, "depth_95": 2e-3} if name in DEEP else VOLTAGES  # see Known limits
    for figure, limit in limits.items():
        assert found[figure] < limit, figure


@pytest.mark.parametrize("seed", [31, 64])
def test_a_robot_among_walls_and_cones_keeps_its_joints(seed):
    """Moved as a whole, by what its points hardly told, it opened its joints by 0.5 mrad."""
    assert shake("quadruped", 7.5, seed)["gap"] < VOLTAGES["gap"]


@pytest.mark.parametrize(("name", "seed"), [("walk", 4), ("walk", 50), ("squad", 34)])
def test_links_that_turn_as_they_come_out_of_something_keep_their_joints(name, seed):
    """Moved out of the ground as they had lain before they turned, they opened by 0.2 mrad."""
    assert shake(name, 15.0, seed, 0.02)["gap"] < VOLTAGES["gap"]


def test_links_that_overlap_and_cannot_get_apart_keep_their_joints():
    """Some contacts ask for more in every step; joints opened by metres where they got it."""
    assert max(find_gap(seed) for seed in range(30)) < 1e-4


def test_a_wheel_that_spins_stays_on_its_axle_as_it_comes_out_of_the_ground():
    """Turned by its spin and out of the ground as one it leaned by 14 mrad from its hull."""
    axle, placed = {"at": [0, 0.15, 0], "rpy": [np.pi / 2, 0, 0]}, {"rpy": (0.6, 0.3, 0)}
    world, gaps = build_spinner(0.05, axle, at=(0, 0, 0.02), **placed), []
    q = world.bodies.orientation[2]
    world.bodies.spin[2] = 50.0 * Rotation.from_quat([*q[1:], q[0]]).as_matrix()[:, 2]
    case.advance(world, 0.3, lambda _: gaps.append(np.abs(measure_joints(world)[0, :5]).max()))
    assert max(gaps) < 1e-4


def test_random_trees_that_tumble_in_the_ground_keep_their_joints():
    """Closed along axes as they had been before the step, they opened by up to 2.5 mm."""
    assert max(tumble(seed) for seed in range(60)) < 3e-5


def test_a_fan_counts_its_turns_while_its_robot_comes_out_of_the_ground():
    """Of a turn by more than half a one in a step the whole one was lost."""
    world, speed = build_spinner(0.02, {"at": [0, 0, 0.2]}, at=(0, 0, 0.047)), 500.0
    world.bodies.spin[2, 2] = speed
    case.advance(world, 0.2)
    assert world.joints.position[0] == pytest.approx(0.2 * speed, rel=1e-3)


def build_spinner(length, axle, **placed):
    """Return the world of a hull with a disc so long on an axle [m]; the disc is body 2."""
    disc = {"shape": {"cylinder": {"radius": 0.08, "length": length}, "mass": 0.1}}
    turning = {"type": "revolute", "parent": "hull", "child": "disc", **axle}
    robot = RobotSpec.model_validate({
        "links": {"hull": {"shape": {"box": [0.4, 0.2, 0.1], "mass": 3.0}}, "disc": disc},
        "joints": {"axle": turning},
    })  # fmt: skip
    placement = RobotPlacement(file="r/robot.yaml", spec=robot, **placed)
    return build.build_world(SceneSpec(robots=[placement]))


def test_links_that_are_tied_more_than_they_need_stay_together():
    """Of several rows that were nearly redundant the wrong ones were let go: bodies flew off."""
    gaps = np.array([tie(seed, *sizes) for seed in range(200) for sizes in ((5, 2), (8, 3))])
    assert gaps.max() < 0.5  # one passes a place where two of its branches meet
    assert np.mean(gaps > 1e-3) < 0.01


def tie(seed, count, loops):
    """Return how far the joints of random links in loops, on the ground, open in a second [m]."""
    random, links, joints, at = np.random.default_rng(seed), {}, {}, np.zeros((count, 3))

    def join(name, inner, outer):
        kind = str(random.choice(["revolute", "prismatic", "spherical"]))
        axis = random.normal(size=3)
        given = {} if kind == "spherical" else {"axis": (axis / np.linalg.norm(axis)).tolist()}
        ends = {"parent": f"l{inner}", "child": f"l{outer}", "at": (at[outer] - at[inner]).tolist()}
        joints[name] = {"type": kind, **ends, **given}

    for k in range(count):
        mass = 10 ** random.uniform(-1.5, 1.3)
        links[f"l{k}"] = {"shape": {"sphere": random.uniform(0.005, 0.02), "mass": mass}}
        if k:
            inner = random.integers(k)
            at[k] = at[inner] + random.uniform(-0.05, 0.05, 3)
            join(f"j{k}", inner, k)
    for k in range(loops):
        join(f"loop{k}", *sorted(random.choice(count, 2, replace=False)))
    robot = RobotSpec.model_validate({"links": links, "joints": joints})
    placed = RobotPlacement(file="r/robot.yaml", at=(0, 0, 0.05), spec=robot)
    world, gaps = build.build_world(SceneSpec(robots=[placed])), []
    rigid = world.joints.state == joint.RIGID
    case.advance(world, 1.0, lambda _: gaps.append(np.abs(measure_joints(world)[rigid]).max()))
    return np.max(gaps)


def tumble(seed):
    """Return how far the joints of a random tree that turns in the ground open in a second [m]."""
    random, links, joints = np.random.default_rng(seed), {}, {}
    for k in range(6):
        box, at = 10 ** random.uniform(-1.5, -0.5, 3), random.uniform(-0.1, 0.1, 3)
        shape = {"box": box.tolist(), "at": at.tolist(), "mass": 10 ** random.uniform(-1.5, 1)}
        links[f"l{k}"] = {"shape": shape}
        if k:
            axis, axis2 = np.linalg.qr(random.normal(size=(3, 2)))[0].T.tolist()
            kind = str(random.choice(["prismatic", "universal", "spherical"]))
            one = {"type": kind, "parent": f"l{random.integers(k)}", "child": f"l{k}"}
            one |= {"at": random.uniform(-0.2, 0.2, 3).tolist()}
            one |= {} if kind == "spherical" else {"axis": axis}
            one |= {"axis2": axis2} if kind == "universal" else {}
            joints[f"j{k}"] = one | ({"limit": (-0.1, 0.1)} if kind == "prismatic" else {})
    robot = RobotSpec.model_validate({"links": links, "joints": joints})
    placed = RobotPlacement(file="r/robot.yaml", at=(0, 0, 0.1), spec=robot)
    scene = SceneSpec(robots=[placed], physics=PhysicsSpec(step=0.02))
    world, spin, gaps = build.build_world(scene), 8.0 * random.normal(size=3), []
    bodies, rigid = world.bodies, world.joints.state == joint.RIGID
    for b in range(1, 7):
        arm = bodies.position[b] - bodies.position[1]
        bodies.spin[b], bodies.velocity[b] = spin, np.cross(spin, arm)
    case.advance(world, 1.0, lambda _: gaps.append(np.abs(measure_joints(world)[rigid]).max()))
    return max(gaps)


def find_gap(seed):
    """Return how far the joints of random links in each other open in two seconds [m]."""
    random = np.random.default_rng(seed)
    bodies, joints = [parts.ground()], []
    for k in range(8):
        half = 10 ** random.uniform(-1.5, -0.8, 3)
        mass, turn = 8000 * np.prod(half), random.normal(size=4)
        anchor = at = np.array([0, 0, 0.5])
        if k:
            inner = int(random.integers(1, k + 1))
            anchor = bodies[inner]["pos"] + random.uniform(-0.12, 0.12, 3)
            at, axis = anchor + random.uniform(-0.12, 0.12, 3), random.normal(size=3)
            kind = "hinge" if random.random() < 0.7 else "slide"
            joints.append(parts.joint(kind, inner, k + 1, anchor, axis=axis / np.linalg.norm(axis)))
        shape, inertia = parts.shape("box", half), parts.box_inertia(mass, half)
        turn /= np.linalg.norm(turn)
        bodies.append(parts.body(f"l{k}", at, mass, inertia, [shape], quat=turn))
    sim = e_own.Sim(parts.scene(bodies, joints), 0.01)
    rigid, gap = sim.world.joints.state == joint.RIGID, 0.0
    for _ in range(200):
        sim.step()
        gap = max(gap, np.abs(measure_joints(sim.world)[rigid]).max())
    assert np.isfinite(sim.world.bodies.position).all()
    return gap
