"""Linkages: where two of their branches meet, a boom on a cylinder, friction and limits."""

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.physics import step
from simulator.physics.build import build_world, find_names
from simulator.physics.joints import joint
from simulator.spec import load
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import ShapeSpec

BOOM = {
    "h": "parent: base, child: boom, at: [0, 0, 1], axis: [0, 1, 0]",
    "c": "parent: base, child: cyl, at: [0.3, 0, 0.3], rpy_deg: [0, -54.46, 0], axis: [0, 1, 0]",
    "p": "parent: cyl, child: rod, at: [0.8602, 0, 0], axis: [1, 0, 0]",
    "e": "parent: boom, child: rod, at: [0.8, 0, 0], axis: [0, 1, 0]",
}
ARM, APART, SPEED, START = 0.2, 0.6, 5.0, 1.2  # [m], [m], [rad/s], [rad]


def couple(cranks: int) -> str:
    """Return a robot of parallel cranks on one rod, as the wheels of a locomotive."""
    x, z = ARM * np.cos(START), ARM * np.sin(START)
    links = "  base: {fixed: true, collides: false, shape: {box: [0.02, 0.02, 0.02]}}\n"
    long = APART * (cranks - 1)
    links += f"  rod: {{mass: 2, collides: false, shape: {{box: [{long}, 0.03, 0.03], "
    links += f"at: [{0.5 * long}, 0, 0]}}}}\n"
    joints = ""
    for k in range(cranks):
        links += f"  c{k}: {{mass: 1, collides: false, shape: {{box: [{ARM}, 0.03, 0.03], "
        links += f"rpy: [0, {-START}, 0], at: [{x / 2}, 0, {z / 2}]}}}}\n"
        joints += f"  j{k}: {{type: revolute, parent: base, child: c{k}, at: [{k * APART}, 0, 0], "
        joints += "axis: [0, -1, 0]}\n"
        ends = f"parent: c0, child: rod, at: [{x}, 0, {z}]" if k == 0 else (
            f"parent: rod, child: c{k}, at: [{k * APART}, 0, 0]")  # fmt: skip
        joints += f"  k{k}: {{type: revolute, {ends}, axis: [0, -1, 0]}}\n"
    return f"links:\n{links}joints:\n{joints}"


@pytest.mark.parametrize("h", [0.01, 0.005])
@pytest.mark.parametrize("cranks", [2, 3])
def test_cranks_on_a_rod_go_on_through_their_dead_centres(tmp_path, cranks: int, h: float) -> None:
    (tmp_path / "robot.yaml").write_text(couple(cranks))
    (tmp_path / "scene.yaml").write_text(
        "robots: [{file: robot.yaml, name: r}]\nterrain: []\n"
        f"physics: {{step: {h}, gravity: [0, 0, 0], sleep: false}}\n"
    )
    spec = load.load_scene(tmp_path / "scene.yaml")
    world, names = build_world(spec), find_names(spec)
    bodies, joints, words = world.bodies, world.joints, handle.pack(world).words
    way = SPEED * ARM * np.array([-np.sin(START), 0.0, np.cos(START)])
    bodies.velocity[names.bodies["r.rod"]] = way
    turning = [names.joints[f"r.j{k}"] for k in range(cranks)]
    for k in range(cranks):
        bodies.velocity[names.bodies[f"r.c{k}"]] = 0.5 * way
        bodies.spin[names.bodies[f"r.c{k}"], 1] = -SPEED
    joints.speed[turning] = SPEED
    for _ in range(round(4.0 / h)):
        step.advance(1, words)
        np.testing.assert_allclose(joints.speed[turning], SPEED, rtol=0.02)
        assert np.ptp(joints.position[turning]) < 3e-3
    assert joints.position[turning[0]] > 3 * 2 * np.pi


@pytest.mark.parametrize("order", ["hcpe", "hcep"])  # the cylinder's joint in the tree; it closes
@pytest.mark.parametrize(("stiffness", "h"), [(1e5, 0.01), (5e5, 0.005)])
def test_a_boom_on_a_spring_in_its_cylinder_swings_on(tmp_path, order, stiffness, h) -> None:
    """A servo that felt the rod alone, not the boom, braked 97 kg as it would 2 kg."""
    joints = "".join(
        f"  {name}: {{type: {'prismatic' if name == 'p' else 'revolute'}, {BOOM[name]}}}\n"
        for name in order
    )
    (tmp_path / "robot.yaml").write_text(
        "links:\n  base: {fixed: true, collides: false, shape: {box: [0.1, 0.1, 0.1]}}\n"
        "  boom: {mass: 30, collides: false, shape: {box: [2, 0.1, 0.1], at: [1, 0, 0]}}\n"
        "  cyl: {mass: 4, collides: false, shape: {box: [0.5, 0.1, 0.1], at: [0.25, 0, 0]}}\n"
        "  rod: {mass: 2, collides: false, shape: {box: [0.5, 0.1, 0.1], at: [-0.25, 0, 0]}}\n"
        f"joints:\n{joints}"
        f"motors:\n  m: {{joint: p, type: servo, stiffness: {stiffness}, "
        "damping: 0, torque: 1e5}\n"
    )
    (tmp_path / "scene.yaml").write_text(
        f"robots: [{{file: robot.yaml, name: r}}]\nterrain: []\nphysics: {{step: {h}}}\n"
    )
    spec = load.load_scene(tmp_path / "scene.yaml")
    world, row = build_world(spec), find_names(spec).joints["r.h"]
    words, angles = handle.pack(world).words, []
    for _ in range(round(3.0 / h)):
        step.advance(1, words)
        angles.append(world.joints.position[row])
    first, last = np.ptp(angles[: round(1.0 / h)]), np.ptp(angles[-round(1.0 / h) :])
    assert first > 2e-3
    assert last == pytest.approx(first, rel=0.01)


def open_world(tmp_path, robot: str, h: float):
    """Return the world and the names of a robot at the origin."""
    (tmp_path / "robot.yaml").write_text(robot)
    (tmp_path / "scene.yaml").write_text(
        "robots: [{file: robot.yaml, name: r}]\nterrain: []\n"
        f"physics: {{step: {h}, sleep: false}}\n"
    )
    spec = load.load_scene(tmp_path / "scene.yaml")
    return build_world(spec), find_names(spec)


CRANKS = """\
links:
  base: {fixed: true, collides: false, shape: {box: [0.1, 0.1, 0.1]}}
  a: {mass: 0.27, collides: false, shape:
    {box: [0.178, 0.03, 0.03], at: [0.027, 0.075, -0.04], rpy: [-3.024, 0.461, 1.23]}}
  b: {mass: 0.777, collides: false, shape:
    {box: [0.409, 0.03, 0.03], at: ROD, rpy: [2.638, -0.657, -1.174]}}
  c: {mass: 0.443, collides: false, shape:
    {box: [0.142, 0.03, 0.03], at: [-0.014, 0.059, 0.036], rpy: [-2.444, -0.535, 1.796]}}
joints:
"""
HINGES = {  # a crank drives another, whose axis is askew, through a rod on two balls
    "c": "type: revolute, parent: base, child: c, at: [0.103, -0.134, 0.149], "
    "axis: [0.875, -0.089, 0.476], friction: 0.015, limit: [-0.3, 0.3]",
    "a": "type: revolute, parent: base, child: a, at: [-0.103, 0.134, 0.051], "
    "axis: [-0.625, 0.526, 0.578], damping: 0.024",
    "ab": "type: spherical, parent: a, child: b, at: [0.053, 0.15, -0.079]",
    "cb": "type: spherical, parent: c, child: b, at: [-0.027, 0.119, 0.072], friction: 0.2, "
    "damping: 0.018",
}


@pytest.mark.parametrize("h", [0.005, 0.01])
@pytest.mark.parametrize("order", [("c", "ab", "a", "cb"), ("a", "c", "cb", "ab")])
def test_a_linkage_goes_on_against_friction_that_cannot_hold_it(tmp_path, order, h) -> None:
    """Rows with friction switched in circles, and those that held when they stopped jammed it."""
    place = "[0.062, -0.149, 0.125]", "[-0.062, 0.149, -0.125]"
    rod = CRANKS.replace("ROD", place[order.index("ab") > order.index("cb")])
    joints = "".join(f"  {name}: {{{HINGES[name]}}}\n" for name in order)
    motors = "motors: {m: {type: torque, joint: c, torque: 4.2}}\n"
    world, names = open_world(tmp_path, rod + joints + motors, h)
    words, crank = handle.pack(world).words, names.joints["r.c"]
    world.motors.input[0] = -0.25
    step.advance(round(1.5 / h), words)
    assert world.joints.position[crank] == pytest.approx(-0.3, abs=1e-6)


def scissor(seed: int) -> RobotSpec:
    """Return a lift of one to three pairs of crossed bars, with drives, friction and limits."""
    random = np.random.default_rng(seed)
    pairs, long, lean = int(random.integers(1, 4)), random.uniform(0.3, 0.6), random.uniform(0.4, 1)
    wide, high = long * np.cos(lean), long * np.sin(lean)
    hinges = {"foot": ("base", "foot", wide, 0), "ground": ("base", "u0", 0, 0),
              "heel": ("foot", "d0", wide, 0)}  # fmt: skip
    for k in range(pairs):
        if k > 0:
            hinges[f"left{k}"] = f"d{k - 1}", f"u{k}", 0, k
            hinges[f"right{k}"] = f"u{k - 1}", f"d{k}", wide, k
        hinges[f"cross{k}"] = f"u{k}", f"d{k}", wide / 2, k + 0.5
    hinges |= {"top": (f"d{pairs - 1}", "top", 0, pairs), "shoe": ("top", "shoe", wide, pairs),
               "toe": ("shoe", f"u{pairs - 1}", wide, pairs)}  # fmt: skip
    centre = {"base": (0, 0), "foot": (wide, 0), "top": (0, pairs), "shoe": (wide, pairs)}
    centre |= {f"{bar}{k}": (wide / 2, k + 0.5) for k in range(pairs) for bar in "ud"}
    frame, links, joints, motors = {"base": (0, 0)}, {}, {}, {}
    for name, (parent, child, x, z) in hinges.items():
        if child not in frame:
            frame[child] = x, z
        slides = name in ("foot", "shoe")
        force, way = (40.0, 0.3) if slides else (10.0, 1.5)
        given = {}
        if random.random() < 0.4:
            given["friction"] = force * 10 ** random.uniform(-1.5, 0)
        if random.random() < 0.3:
            given["limit"] = -way * random.random(), way * random.random()
        at = x - frame[parent][0], 0, high * (z - frame[parent][1])
        joints[name] = JointSpec(
            type="prismatic" if slides else "revolute", parent=parent, child=child, at=at,
            axis=(1, 0, 0) if slides else (0, 1, 0), **given,
        )  # fmt: skip
        if random.random() < 0.2:
            motors[name] = MotorSpec(type="speed", joint=name, damping=10 * force, torque=2 * force)
    for name, (x, z) in centre.items():
        at = x - frame[name][0], 0, high * (z - frame[name][1])
        box = ShapeSpec(box=(long if name[0] in "ud" else 0.1, 0.03, 0.03), at=at)
        mass = 10 ** random.uniform(-0.5, 0.5)
        links[name] = LinkSpec(fixed=name == "base", mass=mass, collides=False, shape=box)
    return RobotSpec(links=links, joints=joints, motors=motors)


def find_gap(world) -> float:
    """Return how far joints' places on their two bodies are apart, rails left out [m]."""
    bodies, joints = world.bodies, world.joints
    q, at = bodies.orientation, bodies.position
    apart = at[joints.child] + _turned(q[joints.child], joints.anchor_child)
    apart -= at[joints.parent] + _turned(q[joints.parent], joints.anchor_parent)
    return float(np.abs(apart[joints.kind == joint.REVOLUTE]).max())


def _turned(q, vectors):
    twice = 2 * np.cross(q[:, 1:], vectors)
    return vectors + q[:, :1] * twice + np.cross(q[:, 1:], twice)


@pytest.mark.parametrize(("seed", "h"), [(55, 0.02), (55, 0.01), (95, 0.01), (96, 0.01)])
def test_a_lift_that_stops_at_its_limits_keeps_its_joints(seed, h) -> None:
    """Limits and friction held a loop at odds, and its joints opened by 1 to 8 mm for good."""
    robot = RobotPlacement(file="lift/robot.yaml", spec=scissor(seed))
    physics = PhysicsSpec(step=h, sleep=False)
    world = build_world(SceneSpec(robots=[robot], terrain=[], physics=physics))
    world.motors.input[:] = np.random.default_rng(seed).uniform(-1, 1, len(world.motors.input))
    words, joints = handle.pack(world).words, world.joints
    for _ in range(round(0.5 / h)):
        step.advance(1, words)
        assert find_gap(world) < 1e-5
        beyond = np.maximum(
            joints.limit[:, 0] - joints.position, joints.position - joints.limit[:, 1]
        )
        assert beyond.max() < 1e-5
