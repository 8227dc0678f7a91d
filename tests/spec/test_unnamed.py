"""Names of sections' entries, and of files to include, that are missing: each is told once."""

from pathlib import Path

import pytest

from simulator.spec import russian
from tests.spec.conftest import ARM

LIBRARY = """\
diagrams:
  twice:
    inputs: {x: , y: 0}
    parameters: {by: 2}
    blocks:
      first: {type: gain, value: by, in: x}
      second: {type: sum, in: [first, y]}
    output: second
"""
USES = """\
panel: {lever: {type: lever}, light: {type: lamp}}
include: [shelf.yaml, more.yaml]
diagram:
  one: {diagram: twice, in: [lever]}
  two: {diagram: twice, in: [one]}
  three: {diagram: thrice, in: [two]}
outputs: {drive: three, light: one}
"""
NAMELESS = "this and what follows has no name: put a line `NAME:` above it"
DOUBLE = "if something new begins here, a line with its name is missing above it"


def without(text, line):
    assert text.count(f"{line}\n") == 1
    return text.replace(f"{line}\n", "")


@pytest.fixture
def shelf(folder):
    """A folder with a library of two files."""
    folder.write("consoles/shelf.yaml", LIBRARY)
    folder.write("consoles/more.yaml", LIBRARY.replace("twice", "thrice"))
    assert folder.find("consoles/desk.yaml", USES) == []
    return folder


def test_the_only_entry_of_a_section_without_its_name_is_told_once(shelf):
    text = without(LIBRARY, "  twice:")
    (told,) = shelf.find("consoles/shelf.yaml", text)
    assert told == f"consoles/shelf.yaml:2:5: diagrams: {NAMELESS} [E302]"
    (told,) = shelf.find("consoles/desk.yaml", USES)
    assert told == f"consoles/shelf.yaml:2:5: diagrams: {NAMELESS} [E302]"


def test_what_is_wrong_in_it_is_told_too(shelf):
    text = without(LIBRARY, "  twice:").replace("in: x}", "in: z}")
    told = shelf.find("consoles/shelf.yaml", text)
    assert [one.partition(" ")[0] for one in told][:1] == ["consoles/shelf.yaml:2:5:"]
    assert any("diagrams.NAME.blocks.first.in: there is no signal 'z'" in one for one in told)


@pytest.mark.parametrize(
    ("section", "entry"),
    [
        ("links", "links:\n    fixed: true\n    shape: {box: [1, 1, 1]}\n"),
        ("plots", "plots:\n    title: Heights\n    rows: [{signals: [arm.angle]}]\n"),
        ("diagram", "diagram:\n    type: gain\n    value: 2\n    in: lever\n"),
    ],
)
def test_so_are_entries_of_any_section(folder, section, entry):
    file = {"links": "robots/arm/robot.yaml", "plots": "scenes/lesson.yaml"}
    panel = "panel: {lever: {type: lever}}\n" if section == "diagram" else ""
    told = folder.find(file.get(section, "consoles/arm.yaml"), panel + entry)
    assert [one for one in told if f": {section}: {NAMELESS} [E302]" in one][:1] == told[:1]
    assert not [one for one in told if "E301" in one or "E303" in one]


def test_a_single_key_is_told_with_the_form_that_it_should_have(folder):
    told = folder.find("robots/arm/robot.yaml", "links:\n  shape: {box: [1, 1, 1]}\n")
    assert not [one for one in told if NAMELESS in one]


def test_names_that_are_those_of_keys_may_be_given(folder):
    text = "groups: {title: {title: Main}, page: {title: More}}\npanel: {a: {type: lever}}\n"
    assert not [one for one in folder.find("consoles/arm.yaml", text) if "E3" in one]


BLOCKS = """\
links:
  base:
    fixed: true
    mass: 2
    shape: {box: [0.2, 0.2, 0.1]}
  upper:
    mass: 1
    shape: {box: [0.08, 0.08, 0.4]}
"""


def test_a_later_entry_without_its_name_is_told_where_keys_stand_twice(folder):
    """It was told for each key, and wherever the entry is meant."""
    robot = BLOCKS + ARM[ARM.index("joints:") :]
    assert folder.find("robots/arm/robot.yaml", robot) == []
    (told,) = folder.find("robots/arm/robot.yaml", without(robot, "  upper:"))
    line = "the key is already there in line 4; a key may stand only once"
    assert told == f"robots/arm/robot.yaml:6:5: links.base.mass: {line}; {DOUBLE} [E110]"


def test_a_key_that_stands_twice_at_the_end_of_an_entry_is_told_as_that(folder):
    robot = BLOCKS + "    mass: 3\n" + ARM[ARM.index("joints:") :]
    (told,) = folder.find("robots/arm/robot.yaml", robot)
    assert "links.upper.mass: the key is already there" in told and DOUBLE not in told


VARY = """\
trainees:
  ann: {}
  boris: {delay_ms: 20, pause: 0.4}
  clara: {delay_ms: 40, pause: 0.8}
"""


def test_a_first_section_without_its_line_is_told_once(folder):
    assert folder.find("scenes/vary/all.yaml", VARY) == []
    (told,) = folder.find("scenes/vary/all.yaml", without(VARY, "trainees:"))
    what = "this and what follows is of `trainees`: put a line `trainees:` above it"
    assert told == f"scenes/vary/all.yaml:1:1: ann: {what} [E302]"


def test_blocks_behind_parameters_without_a_value_are_told_once(folder):
    text = LIBRARY.replace("parameters: {by: 2}", "parameters:\n      by:\n      more:")
    text = text.replace("in: [first, y]", "in: [first, more]").replace(", y: 0", "")
    assert folder.find("consoles/shelf.yaml", text) == []
    (told,) = folder.find("consoles/shelf.yaml", without(text, "    blocks:"))
    assert "diagrams.twice.parameters.first: this and what follows is of `blocks`" in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "there are no diagrams twice, thrice; write `include: [more.yaml, shelf.yaml]`"),
        ("include: shelf.yaml\n", "there is no diagram 'thrice'; add more.yaml to `include`"),
        ("include: [more.yaml]\n", "there is no diagram 'twice'; add shelf.yaml to `include`"),
    ],
)
def test_diagrams_that_a_file_beside_has_are_told_once_with_the_line_that_brings_them(
    shelf, line, told
):
    text = USES.replace("include: [shelf.yaml, more.yaml]\n", line)
    (found,) = shelf.find("consoles/desk.yaml", text)
    assert found.endswith(f".diagram: {told} [E401]")


def test_diagrams_that_nobody_has_are_told_once_where_no_line_brings_any(folder):
    text = without(USES, "include: [shelf.yaml, more.yaml]")
    (found,) = folder.find("consoles/desk.yaml", text)
    told = "there are no diagrams twice, thrice; a line `include: [FILE]` may be missing"
    assert found == f"consoles/desk.yaml:3:18: diagram.one.diagram: {told} [E401]"


def test_a_file_beside_that_may_not_be_read_is_passed_over(shelf, monkeypatch):
    read = Path.read_bytes

    def refuse(path):
        if path.name == "more.yaml":
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    text = USES.replace("include: [shelf.yaml, more.yaml]\n", "")
    found = shelf.find("consoles/desk.yaml", text)
    assert any("there is no diagram 'twice'; write `include: [shelf.yaml]`" in one for one in found)
    assert any("there is no diagram 'thrice'" in one for one in found)


def test_a_whole_console_is_not_taken_for_a_library(folder):
    folder.write("consoles/other.yaml", f"panel: {{a: {{type: lever}}}}\n{LIBRARY}")
    text = without(USES, "include: [shelf.yaml, more.yaml]").replace("thrice", "twice")
    (found,) = folder.find("consoles/desk.yaml", text)
    assert "there is no diagram 'twice' (also in 2 other places of the file) [E401]" in found


BOARDS = """\
console: ../arm.yaml
boards:
  desk:
    serial: {port: /dev/ttyACM0}
    inputs:
      lever: {channel: a0}
    outputs:
      light: {channel: d0}
      other: {channel: d1}
"""


def test_outputs_of_a_board_without_their_line_are_told_once(folder):
    panel = "panel: {lever: {type: lever}, light: {type: lamp}, other: {type: lamp}}\n"
    folder.write("consoles/arm.yaml", panel)
    file = "consoles/hardware/desk.yaml"
    before = folder.find(file, BOARDS)
    (told,) = set(folder.find(file, without(BOARDS, "    outputs:"))) - set(before)
    what = "this and what follows is of `outputs`: put a line `outputs:` above it"
    assert told == f"{file}:7:7: boards.desk.inputs.light: {what} [E302]"


@pytest.mark.parametrize(
    "message",
    [
        NAMELESS,
        f"the key is already there in line 4; a key may stand only once; {DOUBLE}",
        "there are no diagrams twice, thrice; write `include: [more.yaml, shelf.yaml]`",
        "there is no diagram 'twice'; add shelf.yaml to `include`",
        "there are no diagrams twice, thrice; a line `include: [FILE]` may be missing",
    ],
)
def test_all_of_it_is_said_in_russian(message):
    said = russian.say(message)
    assert not [word for word in (" and ", "there", "a line", "key", "name ") if word in said]
