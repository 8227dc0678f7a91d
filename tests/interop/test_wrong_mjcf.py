"""What is wrong in an MJCF file: told with its line, never a traceback."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator import cli
from simulator.interop import adopted
from simulator.spec.errors import SpecErrors
from tests.interop.mjcfs import ARM, write_arm

WRONG = [
    ("<mujoco><worldbody></mujoco>", 1, "E131", "not valid XML"),
    ("<mujoco><worldbody>\n<body>", 2, "E131", "not valid XML: no element found"),
    ('<mujoco>\n<include file="broken.xml"/></mujoco>', 2, "E131", "in a file that it includes"),
    ("", 1, "E131", "no <mujoco>"),
    ("links: # as <mujoco> has them\n", 1, "E131", "no <mujoco>"),
    ("a: 1 # <sensor>\n", 1, "E131", "not MJCF: it has no <mujoco>"),
    ("<!-- <mujoco> -->\n<robot/>", 2, "E131", "this is a URDF, which `--urdf` reads"),
    ("<sdf/>", 1, "E131", "this is SDF"),
    ("<html/>", 1, "E131", "not MJCF"),
    ("<mujoco/>", 1, "E132", "no body"),
    ('<mujoco><worldbody>\n<geom size="1"/></worldbody></mujoco>', 1, "E132", "no body"),
    ("<mujoco><worldbody>\n<body><goem/></body></worldbody></mujoco>", 2, "E136", "<goem>"),
    ('<mujoco><worldbody><body><geom size="1"/></body>\n<body name="world"/></worldbody></mujoco>',
     2, "E136", "take it: repeated name 'world'"),
    ("<mujoco><worldbody>\n<body><joint/></body></worldbody></mujoco>", 2, "E136", "mass"),
    ('<mujoco><worldbody><body>\n<geom size="a"/></body></worldbody></mujoco>', 2, "E136", "size"),
    ('<mujoco><worldbody><body>\n<joint damping="nan"/><geom size="1"/></body></worldbody>'
     "</mujoco>", 2, "E133", "not finite, or too large (damping)"),
    ('<mujoco><worldbody><body pos="0 0 1e99">\n<geom size="1" pos="inf 0 0"/></body></worldbody>'
     "</mujoco>", 2, "E133", "geom (line 2): a number is not finite"),
    ('<mujoco>\n<include file="no.xml"/></mujoco>', 2, "E201", "no file 'no.xml'"),
    ('<mujoco><asset>\n<mesh name="m" file="no.stl"/></asset><worldbody><body>'
     '<geom type="mesh" mesh="m"/></body></worldbody></mujoco>', 2, "E201", "no.stl"),
    ('<mujoco><worldbody><body><freejoint/><geom size="1"/></body>\n<body name="cube"><freejoint/>'
     '<geom size="1"/></body></worldbody></mujoco>', 1, "E402", "cube (line 2)"),
    ('<mujoco><include file="part.xml"/></mujoco>', 1, "E136", "in a file that it includes"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "code", "words"), WRONG)
def test_mistakes_are_told_with_their_line(tmp_path, text, line, code, words):
    (tmp_path / "part.xml").write_text('<mujoco><worldbody><body><geom size="x"/></body>'
                                       "</worldbody></mujoco>")  # fmt: skip
    (tmp_path / "broken.xml").write_text("\n\n\n<mujoco>")
    path = tmp_path / "bad.xml"
    path.write_text(text)
    with pytest.raises(SpecErrors) as raised:
        adopted.convert(path, form="MJCF")
    told = [one for one in raised.value.problems if one.code == code and words in str(one)]
    assert told, raised.value
    assert (told[0].file, told[0].line) == (str(path), line)


def test_a_file_of_the_other_kind_says_which_flag_reads_it(tmp_path, capsys):
    path = write_arm(tmp_path)
    command = ["new", "robot", "bot", "--folder", str(tmp_path)]
    assert cli.app([*command, "--urdf", str(path)]) == 1
    assert "this is MJCF, which `--mjcf` reads" in capsys.readouterr().err
    assert cli.app([*command, "--urdf", str(path), "--mjcf", str(path)]) == 1
    assert "one file" in capsys.readouterr().err
    assert cli.app([*command, "--mjcf", str(tmp_path / "none.xml")]) == 1
    assert "none.xml" in capsys.readouterr().err


@settings(max_examples=100, deadline=None)
@given(
    start=st.integers(0, len(ARM) - 1),
    length=st.integers(0, 40),
    other=st.text("<>/\"'=.-0ex \n&\0", max_size=6),
    place=st.integers(0, ARM.count('"') // 2 - 1),
    value=st.sampled_from(["nan", "inf", "-1", "0", "1e300", "1e-300", "", "0 0 0", "upper", "j"]),
    breaks=st.booleans(),
)
def test_no_text_is_more_than_an_error(
    tmp_path_factory, start, length, other, place, value, breaks
):
    quoted = ARM.split('"')
    quoted[2 * place + 1] = value
    text = ARM[:start] + other + ARM[start + length :] if breaks else '"'.join(quoted)
    path = write_arm(tmp_path_factory.mktemp("any"), text)
    try:
        adopted.write(adopted.convert(path, form="MJCF"), "any")
    except SpecErrors as errors:
        assert all(one.line >= 1 and one.column >= 1 for one in errors.problems)
