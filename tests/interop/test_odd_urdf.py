"""What a URDF may hold besides a robot as from a textbook: all names, no bounds, damage."""

from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator import checking, cli
from simulator.interop import adopted
from simulator.spec import load
from simulator.spec.errors import SpecErrors
from tests.interop.urdfs import ARM, join, make, tie


@pytest.mark.parametrize(
    ("links", "joints"),
    [
        (["a-b", "a_b", "a.b"], ["j 1", "j_1"]),
        (["²", "\u0065\u0301", "1"], ["½", "1e5"]),
        (["a" * 90, "a" * 91, "b"], ["j" * 62, "j" * 63]),
        (["ground", "null", "no"], ["on", "time"]),
        (["a", "b", "c"], ["power", "power_lamp"]),
        (["a", "b", "c"], ["x", "x_angle_display"]),
        (["a", "b", "c"], ["x", "x_lever"]),
    ],
)
def test_any_names_make_a_robot_and_a_desk_without_mistakes(links, joints, tmp_path):
    ties = "".join(tie(name, *links[row : row + 2]) for row, name in enumerate(joints))
    (tmp_path / "some.urdf").write_text(join(links, ties), encoding="utf-8")
    command = ["new", "robot", "bot", "--urdf", str(tmp_path / "some.urdf")]
    assert cli.app([*command, "--folder", str(tmp_path)]) == 0
    assert not checking.check(tmp_path)
    robot = load.load_robot(tmp_path / "robots" / "bot" / "robot.yaml")
    assert len(robot.links) == 3
    assert len(robot.motors) == 2


def test_what_can_keep_its_name_does(tmp_path):
    robot, _ = make(join(["a-b", "a_b"], tie("j", "a-b", "a_b")), tmp_path)
    assert robot.joints["j"].child == "a_b"
    assert robot.joints["j"].parent == "a_b_2"


def test_a_limit_may_say_that_there_is_none(tmp_path):
    free = '<limit lower="-inf" upper="1e16" effort="5" velocity="Infinity"/>'
    half = '<limit lower="-1" upper="inf" effort="inf"/>'
    text = join(["a", "b", "c"], tie("j", "a", "b", free) + tie("k", "a", "c", half))
    robot, made = make(text, tmp_path)
    assert robot.joints["j"].limit is None
    assert robot.motors["j"].type == "torque"
    assert robot.motors["j"].torque == 5.0
    assert robot.joints["k"].limit is None
    words = "\n".join(made.notes)
    assert "limits on one side, left out: k" in words
    assert "nothing drives, for want of an `effort` or of room between limits: k" in words


def test_a_visual_has_its_own_colour_before_another_link_s_of_that_name(tmp_path):
    visual = '<visual><geometry><sphere radius="1"/></geometry><material name="paint">'
    visual += '<color rgba="{} 0 0 1"/></material></visual>'
    text = join(["a", "b"], tie("j", "a", "b"), visual.format(1))
    robot, _ = make(visual.format(0.2).join(text.rsplit(visual.format(1), 1)), tmp_path)
    colours = [robot.materials[robot.links[one].visuals[0].material].colour for one in "ab"]
    assert colours == ["#FF0000", "#330000"]


@pytest.mark.parametrize("kinds", ["revolute spherical", "spherical revolute", "revolute fixed"])
def test_only_what_turns_or_slides_follows(tmp_path, kinds):
    text = join(["a", "b", "c"], tie("j", "a", "b") + tie("k", "b", "c", '<mimic joint="j"/>'))
    first, second = (f'type="{kind}"' for kind in kinds.split())
    head, middle, tail = text.split('type="revolute"')
    robot, made = make(f"{head}{first}{middle}{second}{tail}", tmp_path)
    assert not robot.repeaters
    assert "left out: k" in "\n".join(made.notes)


@pytest.mark.parametrize("upper", [0, 1e-7])
def test_limits_without_room_are_no_mistake_of_the_desk(tmp_path, upper):
    narrow = f'<limit lower="0" upper="{upper}" effort="5" velocity="1"/>'
    text = join(["a", "b", "c"], tie("j", "a", "b", narrow) + tie("k", "b", "c"))
    (tmp_path / "some.urdf").write_text(text)
    command = ["new", "robot", "bot", "--urdf", str(tmp_path / "some.urdf")]
    assert cli.app([*command, "--folder", str(tmp_path)]) == 0
    assert not checking.check(tmp_path)


def test_what_is_not_read_is_told(tmp_path):
    more = '<contact><lateral_friction value="2"/></contact>'
    more += '<visual><geometry><verbose/><sphere radius="1"/></geometry></visual>'
    text = join(["a", "b"], tie("j", "a", "b", "<safety_controller/>") + "<gazebo/>", more)
    robot, made = make(text, tmp_path)
    assert "not read: <gazebo> (1), <contact> (2), <safety_controller> (1)" in made.notes
    assert "joints without limits, though not `continuous`: j" in made.notes
    assert robot.links["a"].visuals[0].sphere == 1.0


@pytest.mark.parametrize("name", ["arm", "12", "null", "a: b # c", 'an "arm"', "😀"])
def test_any_name_of_a_robot_is_its_title(tmp_path, name):
    text = join(["a"]).replace("<robot>", f"<robot name={quoteattr(name)}>")
    robot, _ = make(text, tmp_path)
    assert (robot.title.ru, robot.title.en) == (name, name)


def test_only_the_outermost_link_is_the_world(tmp_path):
    text = join(["a", "b"], tie("j", "a", "b"))
    frame = '<link name="world"/><joint name="w" type="fixed"><parent link="{}"/><child link="{}"/>'
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    inner.mkdir()
    outer.mkdir()
    robot, _ = make(
        text.replace("</robot>", f"{frame.format('a', 'world')}</joint></robot>"), inner
    )
    assert not robot.links["a"].fixed
    robot, _ = make(
        text.replace("</robot>", f"{frame.format('world', 'a')}</joint></robot>"), outer
    )
    assert robot.links["a"].fixed


def test_remarks_stay_on_their_line(tmp_path):
    frame = '<link name="tool&#10;title: x&#x7f;"/><joint name="t" type="fixed">'
    frame += '<parent link="a"/><child link="tool&#10;title: x&#x7f;"/></joint>'
    robot, made = make(join(["a"], frame), tmp_path)
    assert any(note.startswith("frames without a mass") for note in made.notes)
    assert all(note.isprintable() for note in made.notes)
    assert robot.title.en == "bot"


def test_no_more_mistakes_are_told_than_anybody_reads(tmp_path):
    path = tmp_path / "many.urdf"
    path.write_text(join([f"l{row}" for row in range(500)]))
    with pytest.raises(SpecErrors, match="the rest is not listed"):
        adopted.convert(path)


@pytest.mark.parametrize("encoding", ["shift_jis", "nosuch", "rot13", "idna"])
def test_an_encoding_that_is_not_read_is_told_of(tmp_path, encoding):
    path = tmp_path / "odd.urdf"
    path.write_bytes(f'<?xml version="1.0" encoding="{encoding}"?><robot/>'.encode())
    with pytest.raises(SpecErrors, match="save it as UTF-8"):
        adopted.convert(path)


WRONG = [
    ('<robot><link name="a"><inertial>\n<mass value="1e300"/></inertial></link></robot>', 2, "E133",
     "too large"),
    ('<robot><link name="a"/><link name="b"/><joint name="j" type="revolute"><parent link="a"/>'
     '<child link="b"/>\n<axis xyz="1e-300 0 0"/></joint></robot>', 2, "E406", "no direction"),
    ('<robot><link name="a"/></robot', 1, "E131", "not valid XML"),
    ("<!DOCTYPE robot [<!ENTITY a 'b'>]><robot/>", 1, "E131", "document type"),
    ("<sdf/>", 1, "E131", "this is SDF"),
    ('<robot xmlns:xacro="x">\n<xacro:arm/></robot>', 2, "E131", "`xacrodoc "),
    ("<robot/>", 1, "E132", "no link"),
    ("<robot><link/></robot>", 1, "E132", "`name`"),
    ('<robot><link name="a"/>\n<link name="a"/></robot>', 2, "E134", "in line 1"),
    ('<robot><link name="a"/>\n<link name="b"/></robot>', 2, "E402", "one base"),
    ('<robot><link name="a"><inertial><mass value="1,5"/></inertial></link></robot>', 1, "E133",
     "'1,5' is no number"),
    ('<robot><link name="a"><visual>\n<origin xyz="0 0"/>'
     '<geometry><sphere radius="1"/></geometry></visual></link></robot>', 2, "E133", "3 numbers"),
    ('<robot><link name="a"><visual>\n<geometry><mesh filename="no.stl"/></geometry></visual>'
     "</link></robot>", 2, "E201", "no file 'no.stl'"),
    ('<robot><link name="a"/>\n<joint name="j" type="planar"><parent link="a"/><child link="b"/>'
     '</joint><link name="b"/></robot>', 2, "E135", "'planar'"),
    ('<robot><link name="a"/>\n<joint name="j" type="fixed"><parent link="a"/><child link="c"/>'
     "</joint></robot>", 2, "E401", "no link 'c'"),
    ('<robot><link name="a"/><link name="b"/><joint name="j" type="revolute"><parent link="a"/>'
     '<child link="b"/>\n<axis xyz="0 0 0"/></joint></robot>', 2, "E406", "no direction"),
    ('<robot><link name="a"/><link name="b"/>\n<joint name="j" type="fixed"><parent link="b"/>'
     '<child link="a"/></joint><joint name="k" type="fixed"><parent link="a"/><child link="b"/>'
     "</joint></robot>", 2, "E402", "ring"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "code", "words"), WRONG)
def test_mistakes_are_told_with_their_line(tmp_path, text, line, code, words):
    path = tmp_path / "bad.urdf"
    path.write_text(text)
    with pytest.raises(SpecErrors) as raised:
        adopted.convert(path)
    told = [one for one in raised.value.problems if one.code == code and words in one.message]
    assert told, raised.value
    assert told[0].line == line


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(ARM) - 1), st.integers(0, 40), st.text("<>/\"'=.-0ex \n&\0", max_size=6))
def test_no_text_is_more_than_an_error(tmp_path_factory, start, length, other):
    path = tmp_path_factory.mktemp("any") / "any.urdf"
    path.write_text(ARM[:start] + other + ARM[start + length :])
    try:
        adopted.write(adopted.convert(path), "any")
    except SpecErrors as errors:
        assert all(one.line >= 1 and one.column >= 1 for one in errors.problems)


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("cut.stl", b"x" * 80 + b"\x0c\0\0\0" + b"\0" * 116, "12 triangles are announced, 2 are"),
        ("away.stl", b"version https://git-lfs.github.com/spec/v1\n", "`git lfs pull`"),
        ("away.dae", b"version https://git-lfs.github.com/spec/v1\n", "`git lfs pull`"),
        ("empty.dae", b"<COLLADA/>", "damaged"),
    ],
)
@pytest.mark.parametrize("part", ["visual", "collision"])
def test_a_mesh_that_cannot_be_read_is_told_at_its_place(tmp_path, part, name, data, words):
    (tmp_path / name).write_bytes(data)
    if name.endswith(".dae"):
        pytest.importorskip("collada")
    path = tmp_path / "arm.urdf"
    shape = f'<geometry>\n<mesh filename="{name}"/></geometry>'
    path.write_text(f'<robot><link name="a"><{part}>{shape}</{part}></link></robot>')
    with pytest.raises(SpecErrors) as raised:
        adopted.convert(path)
    (told,) = raised.value.problems
    assert (told.file, told.line, told.code) == (str(path), 2, "E802")
    assert words in told.message


def test_remarks_are_wrapped(tmp_path):
    frames = [f"some_frame_with_a_long_name_{row}" for row in range(9)]
    link, fixed = '<link name="{}"/>', '<joint name="t{0}" type="fixed"><parent link="a"/>'
    fixed += '<child link="{0}"/></joint>'
    text = "".join(link.format(one) + fixed.format(one) for one in frames)
    (tmp_path / "some.urdf").write_text(join(["a"], text))
    written = adopted.write(adopted.convert(tmp_path / "some.urdf"), "bot")
    assert all(one in written for one in frames)
    assert max(map(len, written.splitlines())) <= 100
