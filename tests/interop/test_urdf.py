"""Robots made of URDFs: MuJoCo reads the same file, and has to find the same bodies."""

import mujoco
import numpy as np
import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator import Panel, Simulation, checking, cli
from simulator.interop import adopted, adopted_loads
from simulator.physics.geometry import inertia
from simulator.spec import load
from simulator.spec.models.scene import RobotPlacement
from simulator.spec.naming import bodies, materials
from tests.interop.adopting import check_library_is_told, say
from tests.interop.urdfs import ARM, adopt, join, tie


@pytest.fixture
def arm(tmp_path):
    """Return the URDF of an arm in a package, with its mesh."""
    path = tmp_path / "src" / "arm" / "urdf" / "arm.urdf"
    (path.parents[1] / "meshes").mkdir(parents=True)
    path.parent.mkdir()
    path.write_text(ARM)
    box = trimesh.creation.box((0.05, 0.06, 0.4))
    box.apply_translation((0.0, 0.01, 0.2))
    box.export(path.parents[1] / "meshes" / "upper.stl")
    return path


def test_an_arm_goes_over_as_it_stands(arm, tmp_path):
    robot, made = adopt(arm, tmp_path)
    assert list(robot.links) == ["base_plate", "upper", "left", "right"]
    assert robot.links["base_plate"].fixed
    assert robot.joints["shoulder"].rpy == (0.0, 0.0, 0.3)
    assert robot.joints["shoulder"].limit == (-1.5, 1.5)
    assert (robot.joints["shoulder"].damping, robot.joints["shoulder"].friction) == (0.2, 0.1)
    assert robot.joints["left_jaw"].start == 0.01, "its limits leave 0 out"
    assert robot.joints["right_jaw"].start == pytest.approx(0.5 * 0.01 + 0.01)
    assert robot.repeaters["right_jaw"].ratio == 0.5
    assert robot.motors["shoulder"].torque == 40.0
    assert made.rates == {"shoulder": 0.5, "left_jaw": 0.1}
    (shape,) = robot.links["base_plate"].shapes
    assert robot.materials[shape.material].colour == "#3366FF"
    assert not robot.links["base_plate"].visuals, "it is drawn as it collides"
    (drawn,) = robot.links["upper"].visuals
    assert robot.materials[drawn.material].colour == "#FF0000"
    vertices = np.asarray(trimesh.load_mesh(drawn.mesh).vertices)
    assert vertices[:, 1].min() == pytest.approx(-0.04), "mirrored"
    assert trimesh.load_mesh(drawn.mesh).volume > 0.0, "its triangles look outwards"
    words = "\n".join(made.notes)
    for what in ("'base-plate' as base_plate", "tool0 on upper at: [0, 0, 0.4], rpy: [0, 0.5, 0]",
                 "<transmission> (1)", "left_jaw at 0.01", "inertia of 0"):  # fmt: skip
        assert what in words
        assert what in (tmp_path / "robots" / "bot" / "robot.yaml").read_text()


def test_one_command_makes_a_robot_that_its_desk_drives(arm, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.app(["new", "robot", "bot", "--urdf", str(arm)]) == 0
    assert "simulator run scenes/bot.yaml" in capsys.readouterr().out
    assert not checking.check(tmp_path)
    simulation = Simulation(checking.load_checked(tmp_path / "scenes" / "bot.yaml"))
    panel = Panel(simulation.scene.console_spec)
    desk = simulation.scene.console_spec.panel
    assert {"bot.shoulder_angle_display", "bot.left_jaw_position_display"} <= desk.keys()
    units = {name: desk[f"bot.{name}_lever"].unit for name in ("shoulder", "left_jaw")}
    assert {name: unit.en for name, unit in units.items()} == {"shoulder": "°", "left_jaw": "m"}
    panel.set("bot.power", True)
    panel.set("bot.shoulder_lever", 1.0)
    panel.set("bot.left_jaw_lever", 0.03)
    angles = [simulation.frame(panel.input()).joint("bot.shoulder") for _ in range(25)]
    assert angles[-1] - angles[4] == pytest.approx(0.5 * 20 * 0.04, rel=0.05), "as fast as it may"
    for _ in range(75):
        last = simulation.frame(panel.input())
    assert last.joint("bot.shoulder") == pytest.approx(1.0, abs=0.02)
    left, right = last.joint("bot.left_jaw"), last.joint("bot.right_jaw")
    assert left == pytest.approx(0.03, abs=0.001)
    assert right == pytest.approx(0.5 * left + 0.01, abs=1e-6)
    assert cli.app(["new", "robot", "bot", "--urdf", str(arm)]) == 1
    assert "there already" in capsys.readouterr().err


def test_a_base_that_the_file_leaves_free_can_be_held(tmp_path):
    path = tmp_path / "one.urdf"
    path.write_text('<robot><link name="a"><inertial><mass value="1"/></inertial></link></robot>')
    free, made = adopt(path, tmp_path / "free")
    assert not free.links["a"].fixed
    assert "a is free to move" in "\n".join(made.notes)
    held, _ = adopt(path, tmp_path / "held", fixed=True)
    assert held.links["a"].fixed


def test_links_that_start_inside_each_other_do_not_touch(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    link = '<link name="{}"><inertial><mass value="1"/>'
    link += '<inertia ixx=".01" iyy=".01" izz=".01"/></inertial>'
    link += '<collision><geometry><sphere radius="0.1"/></geometry></collision></link>'
    joint = '<joint name="{0}{1}" type="revolute"><parent link="{0}"/><child link="{1}"/>'
    joint += '<origin xyz="0.09 0 0"/></joint>'
    text = "".join(link.format(one) for one in "abcd")
    text += "".join(joint.format(*pair) for pair in ("ab", "bc", "cd"))
    (tmp_path / "row.urdf").write_text(f"<robot>{text}</robot>")
    assert cli.app(["new", "robot", "bot", "--urdf", "row.urdf"]) == 0
    robot = load.load_robot(tmp_path / "robots" / "bot" / "robot.yaml")
    apart = {name: set("abcd") - set(link.touches) - {name}
             for name, link in robot.links.items() if link.touches is not None}  # fmt: skip
    pairs = {tuple(sorted((one, other))) for one, others in apart.items() for other in others}
    assert pairs == {("a", "c"), ("b", "d")}, "0.18 m apart, and 0.2 m of radii"
    assert not checking.check(tmp_path)


PAINTED = """\
<robot name="cart"><link name="body"><inertial><mass value="1"/></inertial>
<visual><geometry><mesh filename="file://{}" scale="2 2 2"/></geometry></visual>
</link></robot>
"""


def test_links_whose_boxes_alone_overlap_do_touch(tmp_path):
    ball = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
    ties = tie("j", "a", "b") + tie("k", "a", "c").replace("0 0 0.3", "0.197 0.1 0.3")
    (tmp_path / "some.urdf").write_text(join(["a", "b", "c"], ties, ball))
    command = ["new", "robot", "bot", "--urdf", str(tmp_path / "some.urdf")]
    assert cli.app([*command, "--folder", str(tmp_path)]) == 0
    robot = load.load_robot(tmp_path / "robots" / "bot" / "robot.yaml")
    assert all(link.touches is None for link in robot.links.values())


@pytest.fixture
def cart(tmp_path):
    """Return a URDF with a COLLADA mesh in millimetres, of a red and a green box."""
    boxes = []
    for row, colour in enumerate(([255, 0, 0, 255], [0, 255, 0, 255])):
        box = trimesh.creation.box((10.0, 20.0, 30.0))
        box.apply_translation((50.0 * row, 0.0, 0.0))
        box.visual = trimesh.visual.TextureVisuals(
            material=trimesh.visual.material.PBRMaterial(baseColorFactor=colour)
        )
        boxes.append(box)
    text = trimesh.exchange.dae.export_collada(boxes).decode()
    assert "<asset>" in text
    text = text.replace("<asset>", '<asset><unit name="millimeter" meter="0.001"/>')
    (tmp_path / "cart.dae").write_text(text)
    path = tmp_path / "cart.urdf"
    path.write_text(PAINTED.format(tmp_path / "cart.dae"))
    return path


def test_a_collada_mesh_keeps_its_unit_and_its_colours(cart, tmp_path):
    pytest.importorskip("collada")
    robot, _ = adopt(cart, tmp_path)
    red, green = robot.links["body"].visuals
    colours = [robot.materials[one.material].colour for one in (red, green)]
    assert colours == ["#FF0000", "#00FF00"]
    low, high = trimesh.load_mesh(green.mesh).bounds
    assert (low + high) / 2 == pytest.approx([0.1, 0.0, 0.0], abs=1e-6)
    assert high - low == pytest.approx([0.02, 0.04, 0.06], abs=1e-6)


def test_without_its_library_a_collada_mesh_is_told_of(cart, monkeypatch, tmp_path):
    check_library_is_told(monkeypatch, "urdf", cart, "collada", tmp_path)


@st.composite
def trees(draw):
    """Return a URDF of a tree of links, some of them frames, and the positions of its joints."""
    small = st.floats(-0.5, 0.5).map(lambda x: round(x, 3))
    turn = st.floats(-3.1, 3.1).map(lambda x: round(x, 3))
    triple = lambda one: say(draw(st.tuples(one, one, one)))  # noqa: E731
    pose = lambda: f'<origin xyz="{triple(small)}" rpy="{triple(turn)}"/>'  # noqa: E731
    parts, positions = [], {}
    for row in range(draw(st.integers(2, 9))):
        kind = draw(st.sampled_from(["fixed", "fixed", "revolute", "continuous", "prismatic"]))
        is_frame = row and kind == "fixed" and draw(st.booleans())
        if row:
            parent = draw(st.integers(0, row - 1))
            axis = draw(st.sampled_from(["1 0 0", "0 -1 0", "0.3 0.4 -0.5"]))
            parts.append(
                f'<joint name="j{row}" type="{kind}">{pose()}<parent link="l{parent}"/>'
                f'<child link="l{row}"/><axis xyz="{axis}"/>'
                '<limit lower="-2" upper="2" effort="1" velocity="1"/></joint>'
            )
            if kind != "fixed":
                positions[f"j{row}"] = draw(small)
        a, b, c = (draw(st.floats(0.1, 0.14)) for _ in range(3))
        mass = draw(st.floats(0.1, 9.0))
        inertia = f'<inertia ixx="{a!r}" iyy="{b!r}" izz="{c!r}" ixy="0.01" ixz="0" iyz="-0.02"/>'
        inertial = f'<inertial>{pose()}<mass value="{mass!r}"/>{inertia}</inertial>'
        parts.append(f'<link name="l{row}">{"" if is_frame else inertial}</link>')
    return f'<robot name="tree">{"".join(parts)}</robot>', positions


@settings(max_examples=60, deadline=None)
@given(trees())
def test_bodies_are_where_mujoco_has_them(tmp_path_factory, drawn):
    text, positions = drawn
    folder = tmp_path_factory.mktemp("tree")
    (folder / "tree.urdf").write_text(text)
    robot, _ = adopt(folder / "tree.urdf", folder, fixed=True)
    extension = '<mujoco><compiler fusestatic="false"/></mujoco></robot>'
    model = mujoco.MjModel.from_xml_string(text.replace("</robot>", extension))
    data = mujoco.MjData(model)
    for name, position in positions.items():
        data.joint(name).qpos[0] = position
    mujoco.mj_forward(model, data)
    placement = RobotPlacement(file="bot/robot.yaml", spec=robot, joints=positions)
    poses = bodies.link_poses(placement)
    for name, link in robot.links.items():
        if link.fixed:
            continue
        body = model.body(name)
        found = inertia.measure_part(name, link, lambda shape: materials.PLAIN)
        place, turn = poses[name]
        axes = data.body(name).ximat.reshape(3, 3)
        assert found.mass == body.mass[0]
        assert place + turn @ found.centre == pytest.approx(data.body(name).xipos, abs=1e-9)
        tensor = axes @ np.diag(body.inertia) @ axes.T
        assert turn @ found.inertia @ turn.T == pytest.approx(tensor, abs=1e-9)
        assert robot.joints.keys() >= positions.keys()


@settings(max_examples=20, deadline=None)
@given(trees())
def test_a_drive_carries_what_mujoco_finds_in_each_posture(tmp_path_factory, drawn):
    text, _ = drawn
    path = tmp_path_factory.mktemp("tree") / "tree.urdf"
    path.write_text(text)
    made = adopted.convert(path, fixed=True)
    joints, links = made.sections["joints"], made.sections["links"]
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.gravity[2] = -9.80665
    data = mujoco.MjData(model)
    most = dict.fromkeys(joints, 0.0)
    for posture in adopted_loads.list_postures(joints):
        for name, position in posture.items():
            if joints[name]["type"] != "fixed":
                data.joint(name).qpos[0] = position
        mujoco.mj_forward(model, data)
        burdens = adopted_loads.weigh(joints, links, posture)
        for name in (model.joint(row).name for row in range(model.njnt)):
            turn, found = np.zeros(model.nv), np.zeros(model.nv)
            turn[model.joint(name).dofadr] = 1.0
            mujoco.mj_mulM(model, data, found, turn)
            most[name] = max(most[name], turn @ found)
            assert burdens[name].inertia == pytest.approx(turn @ found, rel=1e-6)
            assert burdens[name].weight == pytest.approx(abs(turn @ data.qfrc_bias), abs=1e-6)
    for name, motor in made.sections["motors"].items():
        if motor.get("type") == "servo":
            wanted = 2.0 * np.sqrt(motor["stiffness"] * most[name])
            assert motor["damping"] == pytest.approx(wanted, rel=0.01)


def test_a_base_is_turned_as_it_floats(tmp_path, monkeypatch):
    links = '<link name="world"/><link name="base"><inertial><mass value="1"/>'
    links += '<inertia ixx="1" iyy="1" izz="1"/></inertial><collision><geometry>'
    links += '<box size="0.2 0.4 1"/></geometry></collision></link>'
    joint = '<joint name="f" type="floating"><origin xyz="0 0 3" rpy="1.5707963267948966 0 0.3"/>'
    joint += '<parent link="world"/><child link="base"/></joint>'
    (tmp_path / "one.urdf").write_text(f"<robot>{links}{joint}</robot>")
    monkeypatch.chdir(tmp_path)
    assert cli.app(["new", "robot", "bot", "--urdf", "one.urdf"]) == 0
    (placement,) = load.load_scene(tmp_path / "scenes" / "bot.yaml").robots
    assert placement.rpy == pytest.approx((np.pi / 2.0, 0.0, 0.3))
    assert placement.at == pytest.approx((0.0, 0.0, 0.2), abs=1e-3), "on the ground"


def make_frame():
    """Return a window frame: a closed surface that is clearly not convex."""
    outer, inner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]), 0.5
    rims = [np.c_[share * outer, np.full(4, z)] for z in (0.0, 0.2) for share in (1.0, inner)]
    below, hole_below, above, hole_above = (np.arange(4) + 4 * k for k in range(4))
    quads = []
    for k in range(4):
        n = (k + 1) % 4
        quads += [
            (below[k], below[n], above[n], above[k]),
            (hole_below[n], hole_below[k], hole_above[k], hole_above[n]),
            (above[k], above[n], hole_above[n], hole_above[k]),
            (below[n], below[k], hole_below[k], hole_below[n]),
        ]
    faces = [(q[0], q[1], q[2]) for q in quads] + [(q[0], q[2], q[3]) for q in quads]
    return trimesh.Trimesh(np.vstack(rims), faces, process=False)


def make_pair():
    """Return two boxes in one file."""
    boxes = [trimesh.creation.box((1, 1, 1)) for _ in range(2)]
    boxes[1].apply_translation((3.0, 0.0, 0.0))
    return trimesh.util.concatenate(boxes)


@pytest.mark.parametrize("fixed", [False, True])
@pytest.mark.parametrize(("make", "is_hollow"), [(make_frame, True), (make_pair, False)])
def test_a_hollow_mesh_that_moves_collides_as_its_hull(tmp_path, make, is_hollow, fixed):
    mesh = make()
    assert mesh.is_watertight and mesh.volume > 0.0
    mesh.export(tmp_path / "part.stl")
    solid = '<geometry><mesh filename="part.stl"/></geometry>'
    (tmp_path / "part.urdf").write_text(
        '<robot><link name="a"><inertial><mass value="1"/></inertial>'
        f"<collision>{solid}</collision><visual>{solid}</visual></link></robot>"
    )
    robot, _ = adopt(tmp_path / "part.urdf", tmp_path, fixed)
    (shape,) = robot.links["a"].shapes
    assert shape.convex == ("hull" if is_hollow and not fixed else None)
    assert not robot.links["a"].visuals
