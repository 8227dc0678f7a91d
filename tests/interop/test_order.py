"""Trees of drawn joints and links against MuJoCo: half the step, a quarter of the error."""

import mujoco
import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.interop import mjcf
from simulator.physics import build, present, step
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.scene import PhysicsSpec, RobotPlacement, SceneSpec

LINKS, SECONDS = 5, 0.5


def draw_link(rng):
    """Return a link of six point masses about its centre of mass."""
    points, masses = rng.normal(size=(6, 3)) * rng.uniform(0.05, 0.2, 3), rng.uniform(0.1, 1, 6)
    points -= masses @ points / masses.sum()
    squares = sum(
        mass * (point @ point * np.eye(3) - np.outer(point, point))
        for mass, point in zip(masses, points, strict=True)
    )
    return {
        "shape": {"box": [0.1, 0.1, 0.1]}, "collides": False, "mass": masses.sum(),
        "centre_of_mass": rng.uniform(-0.1, 0.1, 3).tolist(),
        "inertia": squares[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]].tolist(),
    }  # fmt: skip


def draw_joint(rng, child):
    """Return a joint on a link that stands before `child`, with its axes anywhere."""
    axis, other = rng.normal(size=(2, 3))
    kind = str(rng.choice(["revolute", "revolute", "prismatic", "spherical", "universal"]))
    joint = {
        "type": kind, "parent": f"l{rng.integers(max(0, child - 2), child)}", "child": f"l{child}",
        "at": rng.uniform(-0.3, 0.3, 3).tolist(), "rpy": rng.uniform(-2, 2, 3).tolist(),
    }  # fmt: skip
    if kind != "spherical":
        joint["axis"] = axis.tolist()
    if kind == "universal":
        joint["axis2"] = np.cross(axis, other).tolist()
    return joint


def draw(seed):
    """Return a scene with a robot that hangs on what is fixed, without drives and friction."""
    rng = np.random.default_rng(seed)
    links = {"l0": {"fixed": True, "shape": {"box": [0.1, 0.1, 0.1]}}}
    links |= {f"l{i}": draw_link(rng) for i in range(1, LINKS + 1)}
    joints = {f"j{i}": draw_joint(rng, i) for i in range(1, LINKS + 1)}
    robot = RobotSpec.model_validate({"links": links, "joints": joints})
    return SceneSpec(robots=[RobotPlacement(file="odd/robot.yaml", spec=robot)], terrain=[])


def run_theirs(scene):
    """Return where MuJoCo brings the centres of mass, to the fourth order in 0.1 ms."""
    model = mujoco.MjModel.from_xml_string(mjcf.write(scene, prefixed=False)[0])
    model.opt.timestep, model.opt.integrator = 1e-4, mujoco.mjtIntegrator.mjINT_RK4
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, round(SECONDS / 1e-4))
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    return np.array([data.body(f"l{i}").xipos for i in range(1, LINKS + 1)])


def run_ours(scene, h):
    world = build.build_world(scene.model_copy(update={"physics": PhysicsSpec(step=h)}))
    step.advance(round(SECONDS / h), pack(world).words)
    position, turns = np.empty_like(world.bodies.position), np.empty_like(world.bodies.orientation)
    present.poses(world.bodies, world.joints, world.islands, position, turns)
    return position[-LINKS:]


@pytest.mark.parametrize("seed", range(8))
def test_half_the_step_leaves_a_quarter_of_the_error(seed):
    # links that turned by less than 0.02 rad a step fell to the first order: 1 ms was no better
    scene = draw(seed)
    theirs = run_theirs(scene)
    coarse, fine = (np.abs(run_ours(scene, h) - theirs).max() for h in (4e-3, 1e-3))
    assert coarse < 2e-2
    assert fine < 0.12 * coarse + 1e-7
