"""What an MJCF file may hold besides an arm: loops, springs, meshes, masks."""

from pathlib import Path

import mujoco
import numpy as np
import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator import checking
from simulator.interop import adopted, mjcf
from simulator.spec import load
from simulator.spec.models.scene import RobotPlacement, SceneSpec
from simulator.spec.naming import bodies
from simulator.spec.reading import mesh_reader
from simulator.spec.tracks.apart import list_apart
from tests.interop.mjcfs import BALL, adopt, drive, make, write_arm


def test_a_rotor_takes_its_share_of_a_motor_s_torque(tmp_path):
    body = '<body><body pos="0 0 1"><joint name="j" axis="0 0 1" armature="0.3"/>'
    body += '<inertial pos="0 0 0" mass="1" diaginertia="0.1 0.1 0.1"/></body></body>'
    more = '<actuator><motor joint="j" gear="2" ctrlrange="-1 1"/></actuator>'
    last = drive(body, tmp_path, more, 0.4, j=1.0)
    step, whole = 0.01, 0.4  # speeds change first: step x (1 + 2 + ... + n)
    assert last.joint("bot.j") == pytest.approx(
        0.5 * 2.0 / (0.1 + 0.3) * whole * (whole + step), rel=1e-4
    )


def test_a_body_on_three_hinges_swings_as_in_mujoco(tmp_path):
    body = f'<body pos="0 0 2">{BALL}<body name="bob" pos="0.2 0 0">'
    hinge = '<joint name="{}" axis="{}" pos="-0.2 0 0" damping="0.1"/>'
    body += hinge.format("x", "1 0 0") + hinge.format("y", "0 1 0") + hinge.format("z", "0 0 1")
    body += '<inertial pos="0.1 0.05 -0.3" mass="2" fullinertia="0.2 0.25 0.1 0.01 0.02 -0.03"/>'
    keys = '<keyframe><key qpos="0.9 -0.6 0.8"/></keyframe>'
    last = drive(f"{body}</body></body>", tmp_path, keys, 1.0)
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "some.xml"))
    model.opt.timestep = 2e-4
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_step(model, data, 5000)
    ours = np.array([last.joint(f"bot.{name}") for name in "xyz"])
    assert np.abs(data.qpos - (0.9, -0.6, 0.8)).max() > 3.0
    assert ours == pytest.approx(data.qpos, abs=0.02), "at steps of 10 ms"


def test_adhesion_holds_what_it_carries(tmp_path):
    body = '<body name="base" pos="0 0 1"><geom size="0.05"/><body name="cup" pos="0 0 -0.2">'
    body += '<joint name="cup" type="slide" axis="0 0 1" range="0 0.1"/>'
    body += '<geom type="cylinder" size="0.05 0.02"/></body></body>'
    more = '<actuator><position joint="cup" kp="2000" kv="200"/>'
    more += '<adhesion name="cup" body="cup" gain="15" ctrlrange="0 2"/></actuator>'
    robot, _ = make(body, tmp_path / "a", more)
    (name,) = robot.suction
    assert (robot.suction[name].link, robot.suction[name].force) == ("cup", 30.0)
    assert name not in robot.motors
    assert drive(body, tmp_path / "b", more, 0.2).time > 0.1


@pytest.mark.parametrize("is_free", [True, False])
def test_things_beside_a_robot_are_left_out(tmp_path, is_free):
    joint = "<freejoint/>" if is_free else ""
    text = f'<body name="cube" pos="1 0 0"><freejoint/>{BALL}</body>'
    text += f'<body name="bot" pos="0 0 1">{joint}{BALL}<body name="arm"><joint name="j"/>{BALL}'
    text += f'</body></body>\n<body name="table" pos="2 0 0">{BALL}</body>'
    keys = '<keyframe><key qpos="9 9 9 1 0 0 0 {} 0.3"/></keyframe>'
    robot, made = make(text, tmp_path, keys.format("0 0 1 1 0 0 0" if is_free else ""))
    assert robot.joints["j"].start == 0.3
    assert list(robot.links) == ["bot", "arm"]
    what = "bodies without joints beside the robot, which are a scene's"
    assert f"{what}: cube (line 1), table (line 2)" in made.notes


def test_what_weighs_next_to_nothing_is_not_made_of_water(tmp_path):
    body = '<body pos="0 0 2"><geom size="0.05" contype="0"/><body>'
    body += '<joint name="j" axis="0 1 0" armature="0.02"/>'
    body += '<geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.05" mass="1e-8"/>'
    body += '<body pos="0.3 0 0"><joint name="k" axis="0 1 0"/>'
    body += (
        '<geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.02" mass="0.2"/></body></body></body>'
    )
    last = drive(body, tmp_path, '<option gravity="0 0 -9.80665"/>', 0.4)
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "some.xml"))
    model.opt.timestep, model.opt.disableflags = 1e-4, mujoco.mjtDisableBit.mjDSBL_CONTACT
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, 4000)
    for name in "jk":
        assert last.joint(f"bot.{name}") == pytest.approx(data.joint(name).qpos[0], abs=0.05)


SWINGING = """\
<body pos="0 0 2"><geom size="0.1" contype="0" conaffinity="0"/><body>
  <joint name="j" type="{kind}" axis="{axis}" armature="{rotor}" damping="0.1"/>
  <inertial pos="0.3 0 0" mass="1" diaginertia="0.01 0.02 0.02"/>
</body></body>
"""


@pytest.mark.parametrize(("kind", "axis"), [("hinge", "0 1 0"), ("slide", "0 0 1")])
@pytest.mark.parametrize(("rotor", "more"), [
    (0.4, ""), (0.0, '<actuator><motor joint="j" gear="2" damping="0.15"/></actuator>'),
    (0.2, '<actuator><motor joint="j" gear="2" damping="0.15" armature="0.1"/></actuator>'),
])  # fmt: skip
def test_what_turns_along_with_a_joint_and_damps_it_does_so_here(tmp_path, kind, axis, rotor, more):
    body = SWINGING.format(kind=kind, axis=axis, rotor=rotor)
    last = drive(body, tmp_path, more, 0.4)
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "some.xml"))
    model.opt.timestep, model.opt.gravity[2] = 1e-4, -9.80665
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, 4000)
    assert last.joint("bot.j") == pytest.approx(data.qpos[0], rel=0.03), "half a step ahead"


def test_a_spring_rests_where_its_file_says(tmp_path):
    body = '<body><geom size="0.1"/><body pos="0 0 3"><joint name="j" type="slide" axis="0 0 1" '
    body += (
        'stiffness="100" springref="0.2" damping="20"/><geom size="0.1" mass="1"/></body></body>'
    )
    last = drive(body, tmp_path, "", 4.0)
    assert last.joint("bot.j") == pytest.approx(0.2 - 9.81 / 100.0, abs=1e-4)
    desk = (tmp_path / "consoles" / "bot.yaml").read_text()
    assert "j: 0.2" in desk and "j_lever" not in desk


def test_levers_reach_as_far_as_controls_do(tmp_path):
    body = f'<body pos="0 0 1">{BALL}<body name="a"><joint name="j"/>{BALL}</body>'
    body += f'<body name="b"><joint name="k" range="-1 2"/>{BALL}</body>'
    body += f'<body name="c"><joint name="wheel"/>{BALL}</body></body>'
    more = '<actuator><position joint="j" kp="9" kv="1" gear="2" ctrlrange="-4 6"/>'
    more += '<position joint="k" kp="9" ctrlrange="-9 9"/>'
    more += '<velocity joint="wheel" kv="9" ctrlrange="-20 20"/></actuator>'
    last = drive(body, tmp_path, f'<compiler angle="radian"/>{more}', 2.0, j=3.0, wheel=20.0)
    desk = load.load_console(tmp_path / "consoles" / "bot.yaml").panel
    assert [desk[f"{name}_lever"].range for name in ("j", "k", "wheel")] == [
        (-2.0, 3.0), (-1.0, 2.0), (-20.0, 20.0)
    ]  # fmt: skip
    assert last.joint("bot.j") == pytest.approx(3.0, abs=0.01)
    assert last.joint("bot.wheel") == pytest.approx(20.0 * 2.0, abs=1.0)


@pytest.mark.parametrize("ends", ['body1="rod" body2="rocker" anchor="0.5 0 0"',
                                  'site1="on rod" site2="on rocker"'])  # fmt: skip
def test_a_loop_is_closed(tmp_path, ends):
    bar = '<body name="{0}" pos="{1} 0 {2}"><joint name="{0}" axis="0 1 0"/>'
    bar += '<geom type="capsule" fromto="0 0 0 {3}" size="0.01" contype="0" conaffinity="0"/>'
    text = '<body name="frame">' + BALL.replace("/>", ' contype="0"/>')
    text += bar.format("crank", 0, 1, "0 0 0.2") + bar.format("rod", 0, 0.2, "0.5 0 0")
    text += '<site name="on rod" pos="0.5 0 0"/></body></body>'
    text += bar.format("rocker", 0.5, 1, "0 0 0.2")
    text += '<site name="on rocker" pos="0 0 0.2"/></body></body>'
    more = f'<equality><connect name="pin" {ends}/></equality>'
    more += '<actuator><position joint="crank" kp="100" kv="10"/></actuator>'
    last = drive(text, tmp_path, more, 2.0, crank=0.6)
    crank, rod, rocker = (last.joint(f"bot.{name}") for name in ("crank", "rod", "rocker"))
    assert crank == pytest.approx(0.6, abs=0.05)
    assert rocker == pytest.approx(crank, abs=1e-4), "a parallelogram"
    assert rod == pytest.approx(-crank, abs=1e-4)


@pytest.mark.parametrize("frame", [f'<body name="frame" pos="3 2 0" euler="0 0 90">{BALL}', ""],
                         ids=["with a base", "all joints"])  # fmt: skip
def test_a_loop_may_be_closed_on_the_world(tmp_path, frame):
    bar = '<body name="{0}" pos="{1}"><joint name="{0}" axis="0 1 0"/>'
    bar += '<geom type="capsule" fromto="0 0 0 {2}" size="0.01" contype="0" conaffinity="0"/>'
    text = frame + bar.format("crank", "0 0 1" if frame else "3 2 1", "0 0 0.2")
    text += bar.format("rod", "0 0 0.2", "0.5 0 0") + bar.format("rocker", "0.5 0 0", "0 0 -0.2")
    text += "</body></body></body>" + ("</body>" if frame else "")
    more = '<equality><connect body1="rocker" anchor="0 0 -0.2"/></equality>'
    more += '<actuator><position joint="crank" kp="100" kv="10"/></actuator>'
    last = drive(text, tmp_path, more, 2.0, crank=0.6)
    crank, rod, rocker = (last.joint(f"bot.{name}") for name in ("crank", "rod", "rocker"))
    assert crank == pytest.approx(0.6, abs=0.05)
    assert rod == pytest.approx(-crank, abs=1e-4)
    assert rocker == pytest.approx(crank, abs=1e-4)


PLACES = 'pos="0.1 0.2 0.3" euler="10 20 30"'
MESHES = {
    "as it is": 'file="part.stl"',
    "scaled": 'file="part.stl" scale="2 2 2"',
    "mirrored": 'file="part.stl" scale="1 -2 0.5"',
    "moved": 'file="part.stl" refpos="0.3 0 0.1" refquat="0.5 0.5 -0.5 0.5"',
    "of the text": 'vertex="0 0 0 1 0 0 0 1 0 0 0 1 0.3 0.3 0.4"',
}


@pytest.mark.parametrize("written", MESHES.values(), ids=MESHES)
def test_meshes_are_where_mujoco_has_them(tmp_path, written):
    part = trimesh.creation.box((0.1, 0.2, 0.3))
    part.apply_translation((0.2, 0.1, 0.05))
    part.export(tmp_path / "part.stl")
    joint = '<joint pos="0.05 0.06 0.07"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
    text = f'<body><body>{joint}<geom type="mesh" mesh="m" {PLACES}/></body></body>'
    asset = f'<asset><mesh name="m" {written}/></asset>'
    robot, made = make(text, tmp_path, asset)
    (shape,) = robot.links["body_2"].shapes
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "some.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    theirs = data.geom_xpos[0] + model.mesh_vert @ data.geom_xmat[0].reshape(3, 3).T
    vertices, faces = mesh_reader.read(Path(shape.mesh))
    turn = bodies.rotation_of(shape.rpy)
    ours = np.add(shape.at, (0.05, 0.06, 0.07)) + shape.scale * vertices @ turn.T
    ways = np.random.default_rng(0).normal(size=(3, 40))
    assert (ours @ ways).max(axis=0) == pytest.approx((theirs @ ways).max(axis=0), abs=1e-6)
    assert trimesh.Trimesh(vertices, faces).volume > 0.0, "its triangles look outwards"
    if "part" in written and "ref" not in written and "-" not in written:
        (copy,) = made.files.values()
        assert copy == (tmp_path / "part.stl").read_bytes()


def test_cameras_look_where_mujoco_s_do(tmp_path):
    camera = '<camera name="eye" pos="0.1 0.2 0.3" euler="10 70 30" fovy="50"/>'
    text = f'<body name="a">{BALL}<body pos="0 0 1" euler="0 20 0"><joint pos="0.3 0 0"/>{BALL}'
    text += f'<body euler="30 0 0">{camera}</body><camera name="far" mode="targetbody" target="a"/>'
    robot, made = make(f"{text}</body></body>", tmp_path)
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "some.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    (camera,) = robot.cameras.values()
    poses = bodies.link_poses(RobotPlacement(file="r/r.yaml", spec=robot))
    at, turn = poses[camera.link]
    look = turn @ bodies.rotation_of(camera.rpy)
    theirs = data.cam("eye").xmat.reshape(3, 3)
    assert at + turn @ camera.at == pytest.approx(data.cam("eye").xpos, abs=1e-9)
    assert look[:, 0] == pytest.approx(-theirs[:, 2], abs=1e-9)
    assert look[:, 2] == pytest.approx(theirs[:, 1], abs=1e-9)
    assert camera.fov == pytest.approx(np.radians(50.0))
    assert "cameras of the world, or that turn by themselves: far" in made.notes


def test_an_ellipsoid_becomes_a_mesh(tmp_path):
    robot, _ = make('<body><geom type="ellipsoid" size="0.1 0.2 0.3"/></body>', tmp_path)
    (shape,) = robot.links["body_1"].shapes
    low, high = trimesh.load_mesh(shape.mesh).bounds
    assert high - low == pytest.approx([0.2, 0.4, 0.6], rel=0.01)


def test_only_what_can_be_seen_is_drawn_and_what_can_touch_collides(tmp_path):
    hidden = '<geom size="0.1" group="3"/><geom size="0.2" contype="0" conaffinity="0"/>'
    hidden += (
        '<geom size="0.3" contype="0" conaffinity="0" group="4"/><geom size="0.4" rgba="1 1 1 0"/>'
    )
    robot, _ = make(f"<body>{hidden}</body>", tmp_path)
    link = robot.links["body_1"]
    assert [shape.sphere for shape in link.shapes] == [0.1, 0.4]
    assert [shape.sphere for shape in link.visuals] == [0.2]


def test_a_picture_becomes_its_mean_colour(tmp_path):
    asset = '<asset><texture name="t" type="2d" builtin="flat" rgb1="0.2 0.4 0.6" width="8" '
    asset += 'height="8"/><material name="paint" texture="t"/></asset>'
    robot, made = make('<body><geom size="1" material="paint"/></body>', tmp_path, asset)
    assert robot.materials["paint"].colour == "#336699"
    assert "pictures on materials, their mean colour instead: paint" in made.notes


@settings(max_examples=60, deadline=None)
@given(
    masks=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=3, max_size=6),
    ways=st.lists(st.integers(0, 9), min_size=6, max_size=6),
    excluded=st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=3),
)
def test_links_touch_that_mujoco_lets_touch(tmp_path_factory, masks, ways, excluded):
    children = {row: [] for row in range(len(masks))}
    for row in range(1, len(masks)):
        children[ways[row - 1] % row].append(row)

    def body(row):
        says, hears = masks[row]
        text = f'<body name="b{row}">' + ("<freejoint/>" if not row else f'<joint name="j{row}"/>')
        text += f'<geom size="0.1" contype="{says}" conaffinity="{hears}"/>'
        return text + "".join(map(body, children[row])) + "</body>"

    pairs = {(a, b) for a, b in excluded if a < b < len(masks)}
    more = "".join(f'<exclude body1="b{a}" body2="b{b}"/>' for a, b in pairs)
    folder = tmp_path_factory.mktemp("masks")
    robot, _ = make(body(0), folder, f"<contact>{more}</contact>")
    apart = {frozenset(pair) for pair in list_apart(robot)}
    solid = [name for name, link in robot.links.items() if link.shapes]
    ours = {frozenset((a, b)) for a in solid for b in solid if a < b} - apart
    model = mujoco.MjModel.from_xml_path(str(folder / "some.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    geoms = (data.contact.geom1, data.contact.geom2)
    rows = zip(*(model.geom_bodyid[one] for one in geoms), strict=True)
    assert ours == {frozenset(model.body(body).name for body in pair) for pair in rows}


def test_a_pair_touches_whatever_masks_and_exclusions_say(tmp_path):
    text = f'<body name="base">{BALL}'
    for name in "abc":
        text += f'<body name="{name}" pos="0 0 1"><joint name="{name}"/>'
        text += f'<geom name="{name}" size="0.1" contype="0" conaffinity="0"/></body>'
    more = '<contact><exclude body1="a" body2="b"/>'
    more += '<pair geom1="a" geom2="b"/><pair geom1="b" geom2="c"/></contact>'
    robot, _ = make(f"{text}</body>", tmp_path, more)
    apart = {frozenset(pair) for pair in list_apart(robot)}
    assert [{*pair} in apart for pair in ("ab", "bc", "ac")] == [False, False, True]


def test_what_stands_in_the_world_is_one_robot(tmp_path):
    text = f'<body name="a" pos="1 0 0">{BALL}<body name="arm"><joint/>{BALL}</body></body>'
    text += f'<body name="b" pos="0 2 0"><joint name="way" type="slide"/>{BALL}</body>'
    robot, _ = make(text, tmp_path)
    base = bodies.base_link(robot)
    assert robot.links[base].fixed
    assert robot.joints["way"].parent == base
    assert robot.joints["way"].at == (0.0, 2.0, 0.0)


def test_a_file_may_be_of_several(tmp_path):
    path = write_arm(tmp_path / "src")
    scene = path.with_name("scene.xml")
    scene.write_text(
        '<mujoco><include file="arm.xml"/><worldbody><geom size="1"/></worldbody></mujoco>'
    )
    whole, parts = adopted.convert(path, form="MJCF"), adopted.convert(scene, form="MJCF")
    assert parts.sections == whole.sections
    assert parts.files == whole.files


def test_a_robot_that_was_exported_comes_back(tmp_path):
    rover = load.load_robot(Path(__file__).parents[2] / "robots" / "rover" / "robot.yaml")
    placement = RobotPlacement(file="rover/robot.yaml", spec=rover)
    (tmp_path / "some.xml").write_text(
        mjcf.write(SceneSpec(robots=[placement], terrain=[]), prefixed=False)[0]
    )
    robot, _ = adopt(tmp_path / "some.xml", tmp_path)
    ours, theirs = (
        bodies.link_poses(RobotPlacement(file="r/r.yaml", spec=one)) for one in (robot, rover)
    )
    assert ours.keys() == theirs.keys()
    for name in ours:
        assert ours[name][0] == pytest.approx(theirs[name][0], abs=1e-12)
        assert ours[name][1] == pytest.approx(theirs[name][1], abs=1e-12)
    drives = {motor.joint: motor for motor in robot.motors.values()}
    for name, motor in rover.motors.items():
        line, ratio = drives[motor.joint], motor.gear_ratio
        assert line.stall_torque == pytest.approx(motor.stall_torque * ratio), name
        assert line.no_load_speed == pytest.approx(motor.no_load_speed / ratio), name
    assert len(robot.repeaters) == len(rover.repeaters)
    for name, camera in rover.cameras.items():
        assert robot.cameras[name].at == pytest.approx(camera.at, abs=1e-12)
        assert robot.cameras[name].rpy == pytest.approx(camera.rpy, abs=1e-9)
        assert robot.cameras[name].fov == pytest.approx(camera.fov)


@pytest.mark.parametrize("name", ["arm", "12", "null", "a: b # c", "Ж"])
def test_any_names_make_a_robot_and_a_desk_without_mistakes(tmp_path, name):
    body = f'<body name="{name}">{BALL}<body name="{name}."><joint name="{name}"/>'
    body += f'<joint name="{name}_" axis="1 0 0"/>{BALL}</body><body><joint/>{BALL}</body></body>'
    drive(body, tmp_path, f'<actuator><motor joint="{name}"/></actuator>', 0.04)
    assert not checking.check(tmp_path)
