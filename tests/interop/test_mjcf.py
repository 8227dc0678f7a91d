"""Exported models against this program: poses, masses, motion; MuJoCo is the independent engine."""

from pathlib import Path

import mujoco
import numpy as np
import pytest

from simulator.compiled import handle
from simulator.interop import export, mjcf
from simulator.physics import build, present, step
from simulator.physics.qualification import case
from simulator.spec import load
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RepeaterSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import HeightField, MaterialSpec, ShapeSpec
from simulator.spec.naming import bodies

ROOT = Path(__file__).parents[2]
ROBOTS = ("quadruped", "biped", "rover", "lift", "valve", "mf4")
MOVING = ("revolute", "prismatic")


def open_robot(name):
    """Return a shipped robot alone in the world, without tracks, and MuJoCo's model of it."""
    scene = export.open_robot(ROOT / "robots" / name / "robot.yaml")
    text, _ = mjcf.write(scene, prefixed=False)
    return scene, mujoco.MjModel.from_xml_string(text)


def pose(scene, joints, at=(0.0, 0.0, 0.0), rpy=(0.0, 0.0, 0.0)):
    """Return the scene with its robot's base and joints elsewhere."""
    update = {"joints": joints, "at": at, "rpy": rpy}
    return scene.model_copy(update={"robots": [scene.robots[0].model_copy(update=update)]})


def draw(scene, seed):
    """Return random joint positions of a robot, within their limits."""
    rng = np.random.default_rng(seed)
    joints = scene.robots[0].spec.joints.items()
    return {name: rng.uniform(*(j.limit or (-1.0, 1.0))) for name, j in joints if j.type in MOVING}


def place(model, data, scene):
    """Bring MuJoCo to the pose of the scene's robot."""
    placement = scene.robots[0]
    base = bodies.base_link(placement.spec)
    if not placement.spec.links[base].fixed:
        data.joint(base).qpos[:3] = placement.at
        turn = bodies.rotation_of(placement.rpy).flatten()
        mujoco.mju_mat2Quat(data.joint(base).qpos[3:], turn)
    for name, position in placement.joints.items():
        data.joint(name).qpos[0] = position
    mujoco.mj_forward(model, data)


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("seed", range(3))
def test_poses_agree(name, seed):
    scene, model = open_robot(name)
    scene = pose(scene, draw(scene, seed), (0.3, -0.2, 0.5), (0.4, -0.7, 1.9))
    data = mujoco.MjData(model)
    if model.body(1).jntnum[0] == 0:  # a fixed base stands where the file has it
        scene = pose(scene, scene.robots[0].joints)
    place(model, data, scene)
    for body in bodies.list_bodies(scene)[1:]:
        there = data.body(body.name.partition(".")[2])
        assert there.xpos == pytest.approx(body.position, abs=1e-13)
        assert there.xmat.reshape(3, 3) == pytest.approx(body.rotation, abs=1e-13)


def weigh(scene, model):
    """Return our mass matrix in MuJoCo's order of speeds, from bodies and joints one by one."""
    world, robot = build.build_world(scene), scene.robots[0].spec
    placed = {body.name.partition(".")[2]: body for body in bodies.list_bodies(scene)[1:]}
    tree = mjcf.find_tree(robot)
    above = {robot.joints[j].child: j for joints in tree.carried.values() for j in joints}
    matrix = np.zeros((model.nv, model.nv))
    for row, (name, body) in enumerate(placed.items(), 1):
        if robot.links[name].fixed:
            continue
        turn, centre = body.rotation, body.position + body.rotation @ world.bodies.centre[row]
        linear, angular = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        link = name
        while link in above:
            joint = robot.joints[above[link]]
            place = placed[link]
            axis, dof = place.rotation @ np.array(joint.axis), model.joint(above[link]).dofadr[0]
            if joint.type == "prismatic":
                linear[:, dof] = axis
            else:
                linear[:, dof] = np.cross(axis, centre - place.position)
                angular[:, dof] = axis
            link = joint.parent
        if not robot.links[link].fixed:
            root = placed[link]
            linear[:, :3], angular[:, 3:6] = np.eye(3), root.rotation
            linear[:, 3:6] = np.cross(root.rotation.T, centre - root.position).T
        inertia = turn @ world.bodies.inertia[row] @ turn.T
        matrix += linear.T @ linear / world.bodies.inv_mass[row] + angular.T @ inertia @ angular
    joints = build.find_names(scene).joints
    for called, row in joints.items():
        motor = world.joints.motor[row]
        if motor >= 0 and world.motors.joint[motor] == row:
            dof = model.joint(called.partition(".")[2]).dofadr[0]
            matrix[dof, dof] += world.motors.inertia[motor] / world.joints.ratio[row] ** 2
    return matrix


@pytest.mark.parametrize("name", ROBOTS)
def test_masses_agree(name):
    scene, model = open_robot(name)
    scene = pose(scene, draw(scene, 7))
    data = mujoco.MjData(model)
    place(model, data, scene)
    theirs = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, theirs)
    ours = weigh(scene, model)
    assert theirs == pytest.approx(ours, abs=1e-9 * np.abs(ours).max())


def smooth(scene):
    """Return the scene without what MuJoCo softens: dry friction, limits, repeaters, contacts."""
    robot = scene.robots[0].spec
    free = {"friction": 0.0, "limit": None}
    update = {
        "joints": {name: joint.model_copy(update=free) for name, joint in robot.joints.items()},
        "links": {
            name: link.model_copy(update={"collides": False}) for name, link in robot.links.items()
        },
        "repeaters": {}, "brakes": {}, "tracks": {},
    }  # fmt: skip
    robot = robot.model_copy(update=update)
    placement = scene.robots[0].model_copy(update={"spec": robot})
    return scene.model_copy(update={"robots": [placement]})


def run_ours(scene, inputs, seconds, step):
    """Return where our bodies' centres of mass are after `seconds` in steps of `step`."""
    world = build.build_world(scene.model_copy(update={"physics": PhysicsSpec(step=step)}))
    world.motors.input[:] = inputs
    packed = case.handle.pack(world)
    for _ in range(round(seconds / step)):
        case.step.advance(1, packed.words)
    position = np.empty_like(world.bodies.position)
    orientation = np.empty_like(world.bodies.orientation)
    case.present.poses(world.bodies, world.joints, world.islands, position, orientation)
    return position[1:]


@pytest.mark.parametrize("name", ROBOTS)
def test_motion_agrees(name):
    # ours at 1 and 2 ms tell how far 1 ms is from the limit; MuJoCo goes at 0.1 ms, fourth order
    seconds, scene = 0.2, smooth(open_robot(name)[0])
    motors = scene.robots[0].spec.motors
    starts = {key: joint.start for key, joint in scene.robots[0].spec.joints.items()}
    rng = np.random.default_rng(3)
    inputs = [
        starts[motor.joint] + rng.uniform(-0.2, 0.2) if motor.type == "servo"
        else rng.uniform(-0.5, 0.5)
        for motor in motors.values()
    ]  # fmt: skip
    text, _ = mjcf.write(scene, prefixed=False)
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.timestep, model.opt.integrator = 1e-4, mujoco.mjtIntegrator.mjINT_RK4
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    volts = [motor.voltage for motor in motors.values()]
    data.ctrl[:] = [
        value * (v if motor.type == "dc" else 1.0)
        for value, v, motor in zip(inputs, volts, motors.values(), strict=True)
    ]
    mujoco.mj_step(model, data, round(seconds / model.opt.timestep))
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    names = [body.name.partition(".")[2] for body in bodies.list_bodies(scene)[1:]]
    moves = [not scene.robots[0].spec.links[key].fixed for key in names]
    theirs = np.array([data.body(key).xipos for key in names])[moves]
    fine, coarse = (run_ours(scene, inputs, seconds, step)[moves] for step in (1e-3, 2e-3))
    assert np.abs(fine - coarse).max() < 2e-3  # the bound below says something
    assert np.abs(fine - theirs).max() < 1.5 * np.abs(fine - coarse).max() + 1e-9


@pytest.mark.parametrize("name", ["mf4", "biped", "lift"])
def test_brakes_hold_as_they_do_here(name):
    # brakes that nothing drives are on in both; without them the arm of mf4 is 23 cm away
    scene = open_robot(name)[0]
    robot = scene.robots[0].spec.model_copy(update={"tracks": {}})
    scene = scene.model_copy(
        update={"robots": [scene.robots[0].model_copy(update={"spec": robot})]}
    )
    model = mujoco.MjModel.from_xml_string(mjcf.write(scene, prefixed=False)[0])
    model.opt.timestep = 1e-4  # its fall is half a step ahead: 0.5 mm in a second
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    inputs = [0.3 if motor.type == "dc" else 0.0 for motor in robot.motors.values()]
    for (key, motor), value in zip(robot.motors.items(), inputs, strict=True):
        data.actuator(key).ctrl[0] = value * motor.voltage
    mujoco.mj_step(model, data, 10000)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    names = [body.name.partition(".")[2] for body in bodies.list_bodies(scene)[1:]]
    theirs = np.array([data.body(key).xipos for key in names])
    moves = [not robot.links[key].fixed for key in names]
    ours = run_ours(scene, inputs, 1.0, 2e-3)
    assert np.abs(ours - theirs)[moves].max() < 1.5e-3


def test_a_whole_scene_stands_in_mujoco_as_it_does_here():
    scene = load.load_scene(ROOT / "scenes" / "slalom.yaml")
    text, left_out = mjcf.write(scene)
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_forward(model, data)
    for body in bodies.list_bodies(scene)[1:]:
        assert data.body(body.name).xpos == pytest.approx(body.position, abs=1e-12)
        assert data.body(body.name).xmat.reshape(3, 3) == pytest.approx(body.rotation, abs=1e-12)
    rods = data.efc_pos[: data.ne]  # the repeater of the track rod
    assert len(rods) == 1 and rods == pytest.approx(0.0, abs=1e-15)
    limits = {name: joint.limit for name, joint in scene.robots[0].spec.joints.items()}
    assert model.joint("rover.swing").range == pytest.approx(limits["swing"])
    assert not model.jnt_limited[model.joint("rover.wheel_fl").id]
    assert data.actuator("rover.park_left").ctrl[0] == 1.0
    assert not any(words.startswith("brakes") for words in left_out)


def test_ground_lies_as_high_and_rubs_as_much_as_here():
    field = ShapeSpec(
        height_field=HeightField(size=(2.0, 1.0), heights=[[0.0, 0.1, 0.3], [0.2, 0.4, 0.6]]),
        at=(0.5, 0.2, -0.1), material="ice",
    )  # fmt: skip
    ball = PropSpec(name="ball", shape=ShapeSpec(sphere=0.1, material="rink"), at=(0, 0, 2))
    stuff = {"ice": MaterialSpec(friction=0.04), "rink": MaterialSpec(friction=0.25)}
    scene = SceneSpec(terrain=[field], props=[ball], materials=stuff)
    model = mujoco.MjModel.from_xml_string(mjcf.write(scene)[0])
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    for x, y, height in ((-0.5, -0.3, 0.0), (0.5, -0.3, 0.1), (1.5, 0.7, 0.6), (0.5, 0.7, 0.4)):
        eye = np.array([0.5 + 0.999 * (x - 0.5), 0.2 + 0.999 * (y - 0.2), 3.0])
        way = mujoco.mj_ray(
            model, data, eye, np.array([0.0, 0.0, -1.0]), None, 1, -1, np.zeros(1, np.int32), None
        )
        assert 3.0 - way == pytest.approx(height - 0.1, abs=1e-3)
    friction = model.geom_friction[:, 0]
    assert max(friction) == pytest.approx(0.1)  # sqrt(0.04 x 0.25), ours; theirs is the larger
    assert min(friction) == 0.0


def test_things_start_with_the_same_motion():
    """Two bricks thrown and spun, the centre of mass aside: where they are half a second on."""
    thrown = [
        PropSpec(name=f"brick{n}", shape=ShapeSpec(box=(0.2, 0.1, 0.05), at=(0.1, 0.02, 0)), mass=2,
                 at=(n, 0, 5), rpy=(0.4, -0.3, 1.0), velocity=(1.0, n, 2.0), spin=spin)
        for n, spin in enumerate([(0.0, 0.0, 0.0), (3.0, 5.0, 1.0)])
    ]  # fmt: skip
    scene = SceneSpec(props=thrown, physics=PhysicsSpec(step=0.001))
    model = mujoco.MjModel.from_xml_string(mjcf.write(scene)[0])
    model.opt.timestep, model.opt.integrator = 1e-4, mujoco.mjtIntegrator.mjINT_RK4
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    world = build.build_world(scene)
    step.advance(500, handle.pack(world).words)
    while data.time < 0.5 - 1e-9:
        mujoco.mj_step(model, data)
    place, turn = np.zeros((3, 3)), np.zeros((3, 4))
    present.poses(world.bodies, world.joints, world.islands, place, turn)
    for row, prop in enumerate(thrown, 1):
        there = data.body(prop.name)
        assert place[row] == pytest.approx(there.xipos, abs=1e-5)
        assert abs(np.dot(turn[row], there.xquat)) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("h", [0.001, 0.01])
def test_robots_start_with_the_same_motion(h):
    """A robot thrown and spun, its joints turning: where its links are half a second on."""
    part = LinkSpec(
        shape=ShapeSpec(box=(0.4, 0.1, 0.06), at=(0.2, 0.02, 0)), mass=2, collides=False
    )
    joints = {
        "arm": JointSpec(type="revolute", parent="hub", child="arm", at=(0.4, 0, 0.1),
                         rpy=(0.3, 0, 0.2), axis=(0, 1, 1), start=0.5),
        "tip": JointSpec(type="prismatic", parent="arm", child="tip", at=(0.4, 0, 0),
                         axis=(1, 0, 0)),
        "fin": JointSpec(type="revolute", parent="hub", child="fin", axis=(0, 0, 1)),
    }  # fmt: skip
    motors = {"motor": MotorSpec(joint="arm", type="torque", torque=1.0)}
    gears = {"fin": RepeaterSpec(joint="fin", motor="motor", ratio=-2.0)}
    links = dict.fromkeys(("hub", "arm", "tip", "fin"), part)
    robot = RobotSpec(links=links, joints=joints, motors=motors, repeaters=gears)
    place = RobotPlacement(file="r/r.yaml", name="r", at=(0, 1, 5), rpy=(0.4, -0.3, 1.0),
                           velocity=(1.0, 0.5, 2.0), spin=(0.4, -0.6, 1.0),
                           speeds={"arm": 0.7, "tip": 0.1}, spec=robot)  # fmt: skip
    scene = SceneSpec(robots=[place], terrain=[], physics=PhysicsSpec(step=h))
    model = mujoco.MjModel.from_xml_string(mjcf.write(scene)[0])
    model.opt.timestep, model.opt.integrator = 1e-4, mujoco.mjtIntegrator.mjINT_RK4
    model.eq_solref[:] = 5e-4, 1.0
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    world = build.build_world(scene)
    shown, turn = np.zeros((5, 3)), np.zeros((5, 4))
    tables = world.bodies, world.joints, world.islands, shown, turn
    present.poses(*tables)
    mujoco.mj_kinematics(model, data)
    for row, link in enumerate(robot.links, 1):  # as placed, though the tables are ahead
        assert shown[row] == pytest.approx(data.body(f"r.{link}").xipos, abs=20 * h * h)
    step.advance(round(0.5 / h), handle.pack(world).words)
    while data.time < 0.5 - 1e-9:
        mujoco.mj_step(model, data)
    present.poses(*tables)
    for row, link in enumerate(robot.links, 1):
        assert shown[row] == pytest.approx(data.body(f"r.{link}").xipos, abs=0.5 * h)


def test_joints_of_every_kind_and_loops():
    part = LinkSpec(shape=ShapeSpec(box=(0.1, 0.1, 0.1)), density=500)
    joints = {
        "ball": JointSpec(type="spherical", parent="base", child="a", at=(0.2, 0, 0)),
        "cross": JointSpec(type="universal", parent="a", child="b", axis=(1, 0, 0)),
        "glue": JointSpec(type="fixed", parent="b", child="c", at=(0, 0, 0.2)),
        "rail": JointSpec(type="prismatic", parent="base", child="d", axis=(0, 0, 1), start=0.1),
        "ring": JointSpec(type="revolute", parent="d", child="e", at=(0.1, 0, 0)),
        "close": JointSpec(type="revolute", parent="base", child="e", at=(0.1, 0, 0.1)),
        "slot": JointSpec(type="prismatic", parent="c", child="e"),
    }
    links = {"base": LinkSpec(fixed=True, shape=part.shape), **dict.fromkeys("abcde", part)}
    robot = RobotSpec(links=links, joints=joints)
    scene = SceneSpec(robots=[RobotPlacement(file="odd/robot.yaml", spec=robot)], terrain=[])
    text, left_out = mjcf.write(scene)
    model = mujoco.MjModel.from_xml_string(text)
    assert (model.nv, model.neq) == (3 + 2 + 1 + 1, 2)
    assert left_out == ["prismatic joints that close a loop: odd.slot"]
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_forward(model, data)
    assert data.body("odd.e").xpos == pytest.approx([0.1, 0, 0.1])
    assert data.efc_pos[: data.ne] == pytest.approx(0.0, abs=1e-12)


def test_command_names_what_it_leaves_out(tmp_path, capsys):
    path = tmp_path / "mf4.xml"
    assert export.write(ROOT / "robots" / "mf4" / "robot.yaml", path, True) == 0
    assert "left out: tracks, the wheels are written as they are: mf4.left, mf4.right" in (
        capsys.readouterr().err
    )
    model = mujoco.MjModel.from_xml_path(str(path))
    assert model.camera("gripper_camera").fovy[0] == pytest.approx(70.0)
    assert export.write(ROOT / "consoles" / "mf4.yaml", path, True) == 1
    assert "only a robot, a scene or an exercise" in capsys.readouterr().err
    assert export.write(ROOT / "robots" / "mf4" / "robot.yaml", tmp_path / "mf4.urdf", True) == 1
