"""What `simulator new` writes runs at once, and never takes the place of anything."""

import math
import shutil
from pathlib import Path

import pytest
import yaml

from simulator import Panel, Simulation, checking, cli
from simulator.advice import standing
from simulator.authoring import new_files, starting
from simulator.spec.fields import Text
from simulator.spec.models.robot import RobotSpec

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(ROOT / "robots", tmp_path / "robots")
    return tmp_path


def drive(scene, set_to, frames=25):
    """Run a scene with the power on and these controls; return first and last snapshot."""
    simulation = Simulation(checking.load_checked(scene))
    panel = Panel(simulation.scene.console_spec)
    first = simulation.frame(panel.input())
    for name, value in set_to.items():
        panel.set(name, value)
    for _ in range(frames):
        last = simulation.frame(panel.input())
    assert not last.alarms
    return first, last


def test_what_new_files_are_made_of_is_sound_itself():
    """`simulator check .` in the program's own folder reads it, too."""
    assert not checking.check(Path(starting.__file__).parent / "starts")


def test_a_new_robot_obeys_its_levers(tmp_path):
    paths = starting.start("robot", "crane", tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in paths] == [
        "robots/crane/robot.yaml", "consoles/crane.yaml", "scenes/crane.yaml",
    ]  # fmt: skip
    assert not checking.check(tmp_path)
    levers = {"crane.power": True, "crane.turn_motor_lever": 24, "crane.lift_motor_lever": 24}
    first, last = drive(tmp_path / "scenes" / "crane.yaml", levers)
    for joint in ("crane.turn", "crane.lift"):
        assert last.joint(joint) > first.joint(joint) + 0.2
    first, last = drive(tmp_path / "scenes" / "crane.yaml", {"crane.turn_motor_lever": 24})
    assert last.joint("crane.turn") == pytest.approx(0.0, abs=1e-6), "no power, no motion"
    assert last.joint("crane.lift") == pytest.approx(first.joint("crane.lift"), abs=1e-3)


def test_a_new_scene_has_a_light_to_switch(tmp_path):
    starting.start("scene", "двор", tmp_path)
    assert not checking.check(tmp_path)
    _, last = drive(tmp_path / "scenes" / "двор.yaml", {"power": True, "dimmer": 0.8}, 5)
    assert last.signal("light") == pytest.approx(0.8)


@pytest.mark.parametrize("robot", ["mf4", "lift", "rover", "valve"])
@pytest.mark.parametrize("kind", ["scene", "console"])
def test_a_desk_is_made_for_a_robot(folder, kind, robot):
    file = folder / "robots" / robot / "robot.yaml"
    starting.start(kind, "mine", folder, file, standing.find_height, standing.find_front)
    assert not checking.check(folder / "scenes" / "mine.yaml")
    scene = checking.load_checked(folder / "scenes" / "mine.yaml")
    (desk,) = scene.consoles.values()
    assert len([one for one in desk.panel.values() if one.type == "lever"]) == len(
        scene.robots[0].spec.motors
    )


WHEELED = """\
links:
  hull: {shape: {box: [0.7, 0.36, 0.18], at: [0, 0, 0.05]}, mass: 40}
  back_l: &wheel {mass: 2, shape: {cylinder: {radius: 0.1, length: 0.08}, rpy_deg: [90, 0, 0]}}
  front_l: *wheel
  back_r: *wheel
  front_r: *wheel
joints:
  drive_l: {type: revolute, parent: hull, child: back_l, at: [-0.3, 0.26, 0], axis: [0, 1, 0]}
  idle_l: {type: revolute, parent: hull, child: front_l, at: [0.3, 0.26, 0], axis: [0, 1, 0]}
  drive_r: {type: revolute, parent: hull, child: back_r, at: [-0.3, -0.26, 0], axis: [0, 1, 0]}
  idle_r: {type: revolute, parent: hull, child: front_r, at: [0.3, -0.26, 0], axis: [0, 1, 0]}
motors:
  left: {joint: drive_l, stall_torque: 2, no_load_speed: 300, gear_ratio: 40, time_constant: 0.02}
"""
TRACKS = """\
tracks:
  left_track: {sprocket: drive_l, idler: idle_l, thickness: 0.02}
  right_track: {sprocket: drive_r, idler: idle_r, thickness: 0.02}
"""


@pytest.mark.parametrize("more", ["", TRACKS], ids=["wheels", "tracks"])
def test_a_new_scene_sets_the_robot_on_the_floor(tmp_path, more, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "robots" / "crawl" / "robot.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(WHEELED + more)
    assert cli.app(["new", "scene", "yard", "--robot", str(file)]) == 0
    path = tmp_path / "scenes" / "yard.yaml"
    assert not checking.check(path)
    (placement,) = checking.load_checked(path).robots
    assert placement.at[2] >= 0.1
    if not more:
        assert placement.at[2] == 0.1
    assert 0.0 <= standing.find_lowest(placement, standing.UP) < 0.001
    first, last = drive(path, {})
    assert last.pose("crawl.hull")[0][2] == pytest.approx(first.pose("crawl.hull")[0][2], abs=0.01)
    text = path.read_text()
    path.write_text(text.replace(f"at: [0, 0, {placement.at[2]:g}]", "at: [0, 0, 0.05]"))
    (finding,) = checking.check(path)
    assert finding.severity == "warning"
    assert "crawl starts" in finding.problem.message
    assert finding.problem.code == "sunk-robot"
    assert "at: [0, 0, 0.05]" in path.read_text().splitlines()[finding.problem.line - 1]


@pytest.mark.parametrize(("front", "edge"), [(1.4, 1.8), (1.5, 1.9), (4.0, 4.4)])
def test_a_new_scene_keeps_its_table_clear_of_the_robot(tmp_path, front, edge):
    file = tmp_path / "robots" / "truck" / "robot.yaml"
    file.parent.mkdir(parents=True)
    middle = front - 1.5
    file.write_text(
        f"links: {{hull: {{mass: 9, shape: {{box: [3, 1, 1], at: [{middle}, 0, 0]}}}}}}"
    )
    starting.start("scene", "yard", tmp_path, file, standing.find_height, standing.find_front)
    scene = checking.load_checked(tmp_path / "scenes" / "yard.yaml")
    table, *others = scene.props
    assert table.at[0] - 0.4 == pytest.approx(edge)
    assert all(prop.at[0] == table.at[0] for prop in others)
    eye = scene.camera.eye
    assert eye == pytest.approx([k * table.at[0] / 2.2 for k in (3.4, -3.2, 1.9)], abs=0.051)


SERVOS = """\
links:
  post: {fixed: true, shape: {box: [0.1, 0.1, 1], at: [0, 0, 0.5]}}
  boom: {shape: {box: [1, 0.1, 0.1], at: [0.5, 0, 0]}, mass: 5}
  slide: {shape: {box: [0.2, 0.2, 0.2]}, mass: 2}
joints:
  boom: {type: revolute, parent: post, child: boom, at: [0, 0, 1], axis: [0, -1, 0],
         limit_deg: [20, 90], start_deg: 60}
  slide: {type: prismatic, parent: boom, child: slide, axis: [1, 0, 0], limit: [0, 0.8]}
motors:
  M1: {type: servo, joint: boom, stiffness: 9000, damping: 900, torque: 900}
  ram: {type: speed, joint: slide, damping: 9000, torque: 900}
sensors:
  push: {type: motor_torque, motor: ram}
  reach: {type: angle, joint: slide}
  reach_speed: {type: speed, joint: slide}
  boom_angle: {type: angle, joint: boom}
  dose: {type: dosimeter, link: boom}
labels:
  M1: {ru: привод стрелы, en: boom drive}
"""


def test_a_new_desk_holds_servos_and_knows_what_slides(tmp_path):
    file = tmp_path / "robots" / "mast" / "robot.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(SERVOS)
    starting.start("scene", "yard", tmp_path, file)
    for snapshot in drive(tmp_path / "scenes" / "yard.yaml", {}):  # without power
        assert snapshot.joint("mast.boom") == pytest.approx(math.radians(60), abs=0.02)
    (desk,) = checking.load_checked(tmp_path / "scenes" / "yard.yaml").consoles.values()
    shown = {name: (one.scale, one.unit) for name, one in desk.panel.items() if one.unit}
    units = {name: (scale, unit.en) for name, (scale, unit) in shown.items()}
    assert units == {
        "mast.reach_display": (1, "m"), "mast.reach_speed_display": (1, "m/s"),
        "mast.push_display": (1, "N"), "mast.M1_lever": (57.29578, "°"),
        "mast.boom_angle_display": (57.29578, "°"), "mast.dose_display": (3.6e6, "mSv/h"),
    }  # fmt: skip
    decimals = [desk.panel[f"mast.{name}_display"].decimals for name in ("reach", "boom_angle")]
    assert decimals == [3, 1], "millimetres are seen"
    assert desk.panel["mast.M1_lever"].label == Text(ru="Привод стрелы", en="Boom drive")
    assert desk.panel["mast.dose_display"].label == Text(ru="Dose", en="Dose")


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["lbr_iiwa_joint_1", "lbr_iiwa_joint_2"], ["Joint 1", "Joint 2"]),
        (["left_hip", "left_knee"], ["Hip", "Knee"]),
        (["left_hip", "right_hip"], ["Left hip", "Right hip"]),
        (["arm", "arm_end"], ["Arm", "Arm end"]),
        (["arm_1"], ["Arm 1"]),
        (["boom_drive", "boom_lift"], ["Drive", "Boom lift"]),
    ],
)
def test_labels_of_a_new_desk_leave_out_what_all_drives_begin_with(names, labels):
    text = {"boom_drive": {"ru": "привод", "en": "drive"}} if "boom_drive" in names else {}
    links = {name: {"shape": {"box": [0.1, 0.1, 0.1]}, "mass": 1} for name in ("base", *names)}
    robot = RobotSpec.model_validate({
        "links": links,
        "joints": {
            name: {"type": "revolute", "parent": "base", "child": name} for name in names
        },
        "motors": {
            name: {"type": "servo", "joint": name, "stiffness": 9, "damping": 1, "torque": 9}
            for name in names
        },
        "sensors": {f"{names[-1]}_angle": {"type": "angle", "joint": names[-1]}},
        "labels": text,
    })  # fmt: skip
    panel = yaml.safe_load(starting.write_desk(robot, "one", Path("robot.yaml")))["panel"]
    shown = [panel[f"{name}_lever"]["label"] for name in names]
    assert [one["en"] if isinstance(one, dict) else one for one in shown] == labels
    reading = panel[f"{names[-1]}_angle_display"]["label"]
    reading = reading["en"] if isinstance(reading, dict) else reading
    assert reading == f"{labels[-1]} angle"


@pytest.mark.parametrize("applied", [0.0, 1.0])
def test_a_new_desk_has_a_switch_for_each_suction_cup(tmp_path, applied):
    section = (ROOT / "robots" / "README.md").read_text(encoding="utf-8")
    example = section.split("\n## Suction cups and magnets\n")[1].split("```yaml\n")[1]
    file = tmp_path / "robots" / "picker" / "robot.yaml"
    file.parent.mkdir(parents=True)
    more = f"force: 60, applied: {'true' if applied else 'false'}"
    text = example.split("```")[0].replace("force: 60", more)
    file.write_text(text, encoding="utf-8")
    starting.start("scene", "yard", tmp_path, file)
    scene = checking.load_checked(tmp_path / "scenes" / "yard.yaml")
    simulation, panel = Simulation(scene), Panel(scene.console_spec)

    def hold():
        simulation.frame(panel.input())
        return simulation.world.suction.input[0]

    assert hold() == applied  # without power: a magnet that is `applied` holds
    panel.set("picker.power", 1)
    assert hold() == applied
    for switched in (1.0, 0.0):
        panel.set("picker.vacuum_switch", switched)
        assert hold() == switched


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "scenes").mkdir()
    scene = tmp_path / "scenes" / "yard.yaml"
    scene.write_text("props: []\n")
    for kind in ("robot", "scene"):
        with pytest.raises(starting.StartError, match="there already"):
            starting.start(kind, "yard", tmp_path)
    assert [*tmp_path.iterdir()] == [tmp_path / "scenes"]
    assert starting.start("console", "yard", tmp_path) == [tmp_path / "consoles" / "yard.yaml"]
    assert scene.read_text() == "props: []\n"


@pytest.mark.parametrize("kind", ["scene", "console"])
def test_a_robot_of_another_project_is_refused_before_anything_is_written(tmp_path, kind, capsys):
    starting.start("robot", "crane", tmp_path / "one")
    robot, other = tmp_path / "one/robots/crane/robot.yaml", tmp_path / "other"
    words = ["new", kind, "yard", "--folder", str(other), "--robot"]
    assert cli.app([*words, str(robot)]) == 1
    told, copy = capsys.readouterr().err, other / "robots" / "crane"
    assert told.startswith(f"{robot}: outside the project's folder {other}; copy")
    assert told.endswith(f"to {copy} and give --robot {copy / 'robot.yaml'}\n")
    assert not other.exists()
    shutil.copytree(robot.parent, copy)
    assert cli.app([*words, str(copy / "robot.yaml")]) == 0
    assert not checking.check(other)
    head = (other / "consoles" / "yard.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert head == "# yard: a desk for robots/crane/robot.yaml."


def test_where_one_file_cannot_be_written_none_is(tmp_path):
    (tmp_path / "scenes").write_text("")
    with pytest.raises(OSError, match="File exists"):
        starting.start("robot", "crane", tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / "scenes"]


@pytest.mark.parametrize("name", ["", "3x", "a/b", "..", "a b", "x" * 65])
def test_bad_names_are_refused(tmp_path, name):
    with pytest.raises(starting.StartError, match="not a name"):
        starting.start("scene", name, tmp_path)
    assert not [*tmp_path.iterdir()]


def test_a_robot_that_cannot_be_written_leaves_nothing_behind(tmp_path):
    (tmp_path / "robots").mkdir()
    with pytest.raises(OSError, match=r"a\.stl"):  # which cannot be a folder, too
        starting.adopt("bot", tmp_path, "", {"a.stl": b"", "a.stl/b.stl": b""})
    assert not list((tmp_path / "robots").iterdir())


def test_the_command_tells_what_to_run(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.app(["new", "robot", "crane"]) == 0
    assert "simulator run scenes/crane.yaml" in capsys.readouterr().out
    assert cli.app(["new", "robot", "crane"]) == 1
    assert "there already" in capsys.readouterr().err


HANGING = """\
links:
  post: {{fixed: true, shape: {{box: [0.1, 0.1, 0.1], at: [0, 0, -0.3]}}}}
  bob: {{mass: 1, shape: {{sphere: 0.1}}}}
joints:
  swing: {{type: revolute, parent: post, child: bob, at: [0, 0, {height}], axis: [0, 1, 0]}}
"""


@pytest.mark.parametrize(("height", "stands"), [(-0.5, 0.6), (0.1, 0.0), (0.5, 0.0)])
def test_what_is_fixed_is_raised_as_far_as_what_moves_on_it_needs(tmp_path, height, stands):
    file = tmp_path / "robots" / "bell" / "robot.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(HANGING.format(height=height))
    starting.start("scene", "yard", tmp_path, file, standing.find_height, standing.find_front)
    (placement,) = checking.load_checked(tmp_path / "scenes" / "yard.yaml").robots
    assert placement.at[2] == pytest.approx(stands)
    assert not checking.check(tmp_path)


@pytest.mark.parametrize(("side", "share"), [(2.0, 1.0), (0.6, 0.5), (0.1, 0.4)])
def test_a_small_robot_is_seen_from_nearer(tmp_path, side, share):
    file = tmp_path / "robots" / "cube" / "robot.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(f"links: {{hull: {{mass: 9, shape: {{box: [{side}, {side}, {side}]}}}}}}")
    measures = standing.find_height, standing.find_front, standing.find_top
    starting.start("scene", "yard", tmp_path, file, *measures)
    scene = checking.load_checked(tmp_path / "scenes" / "yard.yaml")
    assert scene.camera.eye == pytest.approx([share * k for k in (3.4, -3.2, 1.9)], abs=0.051)
    assert scene.props[0].at[0] == 2.2, "the table stays where it is"


def test_a_scene_is_copied_beside_itself_and_never_over_another(tmp_path):
    first = tmp_path / "scenes" / "yard.yaml"
    starting.start("scene", "yard", tmp_path)
    copy = new_files.copy_scene(first, "двор_2")
    assert copy == first.with_name("двор_2.yaml")
    titled = first.read_text().replace('title: {ru: "yard", en: "yard"}', "title: двор_2")
    assert copy.read_text() == titled, "its title is its own"
    for name, told in (("yard", "already"), ("../out", "not a name"), ("", "not a name")):
        with pytest.raises(new_files.StartError, match=told) as refused:
            new_files.copy_scene(first, name)
        assert refused.value.text.ru != refused.value.text.en
    assert sorted(one.name for one in first.parent.iterdir()) == ["yard.yaml", "двор_2.yaml"]
