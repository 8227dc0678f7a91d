"""Robots made of MJCF files: they have to be what MuJoCo makes of the same file."""

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator import Panel, Simulation, checking, cli
from simulator.physics.geometry import inertia
from simulator.spec.models.scene import RobotPlacement
from simulator.spec.naming import bodies, materials
from tests.interop.adopting import check_library_is_told, say
from tests.interop.mjcfs import adopt, make, write_arm

BALL = '<geom size="0.1" {}/>'


def test_an_arm_goes_over_as_it_stands(tmp_path):
    robot, made = adopt(write_arm(tmp_path / "src"), tmp_path)
    assert list(robot.links) == [
        "base_plate",
        "upper",
        "wrist_wrist_pitch",
        "wrist",
        "left",
        "right",
    ]
    assert robot.links["base_plate"].fixed
    shoulder = robot.joints["shoulder"]
    assert shoulder.rpy == pytest.approx((0.0, 0.0, np.pi / 6))
    assert shoulder.limit == pytest.approx(np.radians([-80, 80]))
    assert (shoulder.damping, shoulder.friction, shoulder.start) == (0.5, 0.1, 0.5)
    assert robot.joints["wrist_pitch"].start == -0.4, "of the keyframe `home`, not of the first"
    (plate,) = robot.links["base_plate"].visuals
    assert robot.materials[plate.material].colour == "#3366FF"
    (box,) = robot.links["base_plate"].shapes
    assert box.box == (0.2, 0.2, 0.1)
    (bone,) = robot.links["upper"].shapes
    assert (bone.capsule.radius, bone.capsule.length) == pytest.approx((0.03, 0.3))
    words = "\n".join(made.notes)
    for what in ("'base-plate' as base_plate", "floor (line 20)", "<light> (1), <site> (1)",
                 "between joints of one body",
                 "actuators by another name, their joint's: 'a1' as shoulder"):  # fmt: skip
        assert what in words
        text = (tmp_path / "robots" / "bot" / "robot.yaml").read_text()
        assert what in text.replace("\n#  ", "")


def test_drives_are_those_of_the_actuators(tmp_path):
    robot, _ = adopt(write_arm(tmp_path / "src"), tmp_path)
    motors = robot.motors
    assert (motors["shoulder"].stiffness, motors["shoulder"].damping) == (200.0, 20.0)
    assert (motors["shoulder"].torque, motors["wrist_pitch"].torque) == (40.0, 10.0)
    assert motors["shoulder"].rotor_inertia == 0.02, "its joint's `armature`"
    assert (motors["wrist_roll"].type, motors["wrist_roll"].stall_torque) == ("dc", 6.0)
    assert robot.repeaters["right_jaw"].motor == "left_jaw"
    assert (motors["left_jaw"].stiffness, motors["left_jaw"].torque) == (100.0, 20.0)


def test_one_command_makes_a_robot_that_its_desk_drives(tmp_path, monkeypatch, capsys):
    path = write_arm(tmp_path / "src")
    monkeypatch.chdir(tmp_path)
    assert cli.app(["new", "robot", "bot", "--mjcf", str(path)]) == 0
    assert "simulator run scenes/bot.yaml" in capsys.readouterr().out
    assert not checking.check(tmp_path)
    simulation = Simulation(checking.load_checked(tmp_path / "scenes" / "bot.yaml"))
    panel = Panel(simulation.scene.console_spec)
    panel.set("bot.power", True)
    panel.set("bot.shoulder_lever", 1.0)
    panel.set("bot.left_jaw_lever", 0.03)
    for _ in range(75):
        last = simulation.frame(panel.input())
    assert last.joint("bot.shoulder") == pytest.approx(1.0, abs=0.03)
    left, right = last.joint("bot.left_jaw"), last.joint("bot.right_jaw")
    assert left == pytest.approx(0.03, abs=0.001)
    assert right == pytest.approx(left, abs=1e-6)
    assert cli.app(["new", "robot", "bot", "--mjcf", str(path)]) == 1
    assert "there already" in capsys.readouterr().err


def test_a_file_may_be_named_from_the_folder_one_is_in(monkeypatch, tmp_path):
    path = write_arm(tmp_path / "src")
    monkeypatch.chdir(tmp_path)
    assert cli.app(["new", "robot", "bot", "--mjcf", str(path.relative_to(tmp_path))]) == 0
    assert (tmp_path / "robots/bot/meshes/assets/plate.obj").exists()


def test_without_its_library_it_is_told_of(monkeypatch, tmp_path):
    path = write_arm(tmp_path / "src")
    check_library_is_told(monkeypatch, "mjcf", path, "mujoco", tmp_path)


@st.composite
def trees(draw):
    """Return an MJCF body with all that it carries, and the positions of their joints."""
    small = st.floats(-0.5, 0.5).map(lambda x: round(x, 3))
    triple = lambda: draw(st.tuples(small, small, small))  # noqa: E731
    places = ["{}".format, 'pos="{}" euler="20 -30 70"'.format, 'pos="{}" quat="1 0.2 0 -3"'.format]
    positions, count = {}, [0]

    def joint():
        name, kind = f"j{len(positions)}", draw(st.sampled_from(["hinge", "slide"]))
        positions[name] = draw(small)
        axis = draw(st.sampled_from(["1 0 0", "0 -1 0", "0.3 0.4 -0.5"]))
        ref = draw(st.sampled_from(["0", "0.2"]))
        place = f'axis="{axis}" pos="{say(triple())}" ref="{ref}"'
        return f'<joint name="{name}" type="{kind}" {place} armature="1"/>'

    def body(depth):
        name = f"b{count[0]}"
        count[0] += 1
        place = draw(st.sampled_from(places[1:]))(say(triple()))
        joints = "".join(joint() for _ in range(draw(st.integers(0, 3)) if depth else 0))
        is_frame = depth and not joints and draw(st.booleans())
        mass, a, b, c = (draw(st.floats(0.1, 0.14)) for _ in range(4))
        inertia = f'mass="{mass!r}" fullinertia="{a!r} {b!r} {c!r} 0.01 0 -0.02"'
        text = f'<body name="{name}" {place}>{joints}'
        text += "" if is_frame else f'<inertial pos="{say(triple())}" {inertia}/>'
        size = f"{0.1 + 0.01 * count[0]:.2f} 0.2 0.3"
        text += f'<geom type="box" size="{size}" mass="0" pos="0.1 0 0" euler="0 30 0"/>'
        parts = draw(st.integers(0, 2)) if depth < 3 else 0
        return text + "".join(body(depth + 1) for _ in range(parts)) + "</body>"

    return body(0), positions


def place_robot(text, positions, folder, more=""):
    """Return a robot with its poses, and MuJoCo's model and data, at these positions."""
    robot, _ = make(text, folder, more)
    model = mujoco.MjModel.from_xml_path(str(folder / "some.xml"))
    data = mujoco.MjData(model)
    for name, position in positions.items():
        data.joint(name).qpos[0] = position
    mujoco.mj_forward(model, data)
    base = model.body(bodies.base_link(robot))
    at, rpy = base.pos, bodies.angles_of(data.body(base.id).xmat.reshape(3, 3))
    placement = RobotPlacement(file="b/r.yaml", spec=robot, joints=positions, at=at, rpy=rpy)
    return robot, bodies.link_poses(placement), model, data


@settings(max_examples=60, deadline=None)
@given(trees())
def test_bodies_and_shapes_are_where_mujoco_has_them(tmp_path_factory, drawn):
    text, positions = drawn
    robot, poses, model, data = place_robot(text, positions, tmp_path_factory.mktemp("tree"))
    seen = set()
    for name, link in robot.links.items():
        place, turn = poses[name]
        for shape in link.shapes:
            sizes = np.abs(2.0 * model.geom_size - shape.box).max(axis=1)
            geom = int(sizes.argmin())
            at, rpy = place + turn @ shape.at, turn @ bodies.rotation_of(shape.rpy)
            assert at == pytest.approx(data.geom_xpos[geom], abs=1e-9)
            assert rpy == pytest.approx(data.geom_xmat[geom].reshape(3, 3), abs=1e-9)
            seen.add(geom)
        if link.fixed or "_j" in name:  # the base, or between joints
            continue
        body = model.body(name)
        found = inertia.measure_part(name, link, lambda shape: materials.PLAIN)
        axes = data.body(name).ximat.reshape(3, 3)
        assert found.mass == body.mass[0]
        assert place + turn @ found.centre == pytest.approx(data.body(name).xipos, abs=1e-9)
        tensor = axes @ np.diag(body.inertia) @ axes.T
        assert turn @ found.inertia @ turn.T == pytest.approx(tensor, abs=1e-9)
    assert robot.joints.keys() >= positions.keys()
    assert len(seen) == model.ngeom


@settings(max_examples=120, deadline=None)
@given(
    gear=st.floats(0.2, 3.0) | st.floats(-3.0, -0.2),
    kp=st.just(0.0) | st.floats(0.1, 50.0),
    kv=st.just(0.0) | st.floats(0.1, 5.0),
    most=st.none() | st.floats(0.5, 20.0),
    at_joint=st.none() | st.floats(0.5, 20.0),
    coefs=st.none() | st.tuples(*[st.floats(0.1, 2.0)] * 3),
    rotor=st.sampled_from([0.0, 0.3]),
    state=st.tuples(st.floats(-1.0, 1.0), st.floats(-1.0, 1.0), st.floats(0.1, 1.0)),
)
def test_a_drive_pushes_as_mujoco_s_actuator_does(
    tmp_path_factory, gear, kp, kv, most, at_joint, coefs, rotor, state
):
    angle, speed, control = state
    control = control if kp or kv else 1.0  # less is a share of the bound here
    at_joint = None if coefs else at_joint  # MuJoCo bounds each joint of a tendon by itself
    limit = f'actuatorfrcrange="{-at_joint!r} {at_joint!r}"' if at_joint else ""
    body = f'<body><geom size="0.1"/><body><joint name="j" armature="{rotor}" {limit}/>'
    body += '<geom size="0.1"/><body><joint name="k"/><geom size="0.1"/></body></body></body>'
    drive = f'gear="{gear!r}" gainprm="{kp or kv or 4.0!r}" ctrlrange="-1 1"'
    drive += f' biastype="affine" biasprm="0 {-kp!r} {-kv!r}"'
    drive += f' forcerange="{-most!r} {most!r}"' if most else ""
    one, other, ratio = coefs or (1.0, 0.0, 0.0)
    more, target = "", 'joint="j"'
    if coefs:
        more = f'<tendon><fixed name="t"><joint joint="j" coef="{one!r}"/>'
        more += f'<joint joint="k" coef="{other!r}"/></fixed></tendon><equality>'
        more += f'<joint joint1="k" joint2="j" polycoef="0 {ratio!r} 0 0 0"/></equality>'
        target = 'tendon="t"'
    more += f"<actuator><general {target} {drive}/></actuator>"
    folder = tmp_path_factory.mktemp("drive")
    motor = make(body, folder, more)[0].motors["j"]
    model = mujoco.MjModel.from_xml_path(str(folder / "some.xml"))
    data = mujoco.MjData(model)
    data.joint("j").qpos[0], data.joint("k").qpos[0] = angle, ratio * angle
    data.joint("j").qvel[0], data.joint("k").qvel[0] = speed, ratio * speed
    data.ctrl[0] = control
    mujoco.mj_forward(model, data)
    arm = gear * (one + other * ratio)
    if motor.type == "servo":
        push = motor.stiffness * (control / arm - angle) - motor.damping * speed
    elif motor.type == "speed":
        push = motor.damping * (control / arm - speed)
    else:  # nothing turns it round
        push = np.sign(arm) * control * (motor.torque or motor.stall_torque)
        push -= motor.stall_torque * speed / motor.no_load_speed if motor.type == "dc" else 0.0
    most = motor.torque or np.inf
    wanted = data.qfrc_actuator[0] + ratio * data.qfrc_actuator[1]
    assert np.clip(push, -most, most) == pytest.approx(wanted, rel=1e-7, abs=1e-7)
    assert (motor.rotor_inertia or 0.0) == (0.0 if motor.type == "speed" else rotor)
