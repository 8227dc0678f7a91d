"""Hardware files: what ships is sound, mistakes are told with their place, the README is true."""

import ast
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import checking
from simulator.commands import boards
from simulator.hardware import lines
from simulator.spec import load, survey
from simulator.spec.errors import SpecErrors

ROOT = Path(__file__).parents[2]
README = (ROOT / "consoles" / "hardware" / "README.md").read_text(encoding="utf-8")
CONSOLE = """
panel:
  left: {type: lever}
  arm: {type: lever, axes: 2}
  horn: {type: push_button}
  lamp: {type: lamp}
  plate: {type: text, text: A}
"""


@pytest.fixture
def write(tmp_path):
    folder = tmp_path / "consoles" / "hardware"
    folder.mkdir(parents=True)
    (folder.parent / "c.yaml").write_text(CONSOLE)

    def to_file(board):
        path = folder / "h.yaml"
        path.write_text(f"console: ../c.yaml\nboards:\n  desk: {board}\n")
        return path

    return to_file


@pytest.mark.parametrize(
    "path", sorted((ROOT / "consoles" / "hardware").glob("*.yaml")), ids=lambda p: p.stem
)
def test_what_ships_is_sound(path):
    assert load.load_hardware(path).boards


SERIAL = "serial: {port: /dev/x}"


@pytest.mark.parametrize(
    ("board", "code", "text"),
    [
        (f"{{{SERIAL}, inputs: {{lefft: {{channel: a0}}}}}}", "E401", "did you mean left"),
        (f"{{{SERIAL}, inputs: {{arm: {{channel: a0}}}}}}", "E401", "name one of arm.x, arm.y"),
        (f"{{{SERIAL}, inputs: {{lamp: {{channel: a0}}}}}}", "E401", "lamp is no control: it is"),
        (f"{{{SERIAL}, outputs: {{nix: {{channel: a0}}}}}}", "E401", "no indicator"),
        (f"{{{SERIAL}, outputs: {{plate: {{channel: a0}}}}}}", "E401", "boards show lamp, annun"),
        (f"{{{SERIAL}, osc: {{port: 1}}}}", "E961", "serial, osc"),
        ("{inputs: {}}", "E961", "none"),
        (f"{{{SERIAL}, inputs: {{left: {{channel: 'a b'}}}}}}", "E962", "no channel of serial"),
        ("{modbus: {host: h}, inputs: {left: {channel: 'coil:70000'}}}", "E962", "70000"),
        ("{modbus: {host: h}, outputs: {lamp: {channel: 'input:1'}}}", "E962", "written"),
        ("{osc: {port: 1}, inputs: {left: {channel: left}}}", "E962", "/fader"),
        (f"{{{SERIAL}, inputs: {{left: {{channel: a, range: [3, 3]}}}}}}", "E963", "the same"),
        (
            f"{{{SERIAL}, inputs: {{left: {{channel: a, range: [9, 1], rest: 9}}}}}}",
            "E963",
            "not between 1 and 9",
        ),
        (f"{{{SERIAL}, inputs: {{horn: {{channel: a, rest: 1}}}}}}", "E603", "only a lever"),
        (
            f"{{{SERIAL}, outputs: {{lamp: {{channel: l1}}, horn: {{channel: l1}}}}}}",
            "E964",
            "'l1' already shows lamp",
        ),
        (f"{{{SERIAL}, silence_ms: 0}}", "E304", "silence"),
        ("{osc: {port: 70000}}", "E304", "port"),
    ],
)
def test_a_mistake_is_told_at_its_place(write, board, code, text):
    with pytest.raises(SpecErrors) as caught:
        load.load_hardware(write(board))
    (problem,) = caught.value.problems
    assert problem.code == code and text in str(problem) and problem.line == 3


def test_two_boards_do_not_work_one_control(write):
    wire = "inputs: {left: {channel: a0}}"
    path = write(f"{{{SERIAL}, {wire}}}\n  other: {{osc: {{port: 9}}, {wire.replace('a0', '/a')}}}")
    with pytest.raises(SpecErrors, match="E964"):
        load.load_hardware(path)


@pytest.mark.parametrize("link", [SERIAL, "osc: {port: 9}"])
def test_two_boards_do_not_have_one_port(write, link):
    (problem,) = survey.survey_hardware(write(f"{{{link}}}\n  other: {{{link}}}")).problems
    assert problem.code == "E964" and problem.line == 4 and "the board desk" in problem.message
    apart = "\n".join((f"{{{SERIAL}}}", "  two: {osc: {port: 9}}", "  three: {osc: {port: 8}}"))
    assert not survey.survey_hardware(write(apart)).problems


def test_controls_that_one_channel_moves_alike_are_warned_of(write):
    wires = "left: {channel: a0}, arm.x: {channel: a1}, horn: {channel: a0}"
    (found,) = checking.check(write(f"{{{SERIAL}, inputs: {{{wires}}}}}"))
    assert found.severity == "warning" and found.problem.code == "shared-channel"
    assert found.problem.line == 3 and "'a0' works left, too" in found.problem.message
    wires = "left: {channel: k, range: [0, 2]}, horn: {channel: k, range: [1, 2]}"
    assert not checking.check(write(f"{{{SERIAL}, inputs: {{{wires}}}}}"))


def test_the_console_has_to_be_one(write, tmp_path):
    path = write("{osc: {port: 1}}")
    (tmp_path / "consoles" / "c.yaml").write_text("links: {a: {}}\n")
    assert [one.code for one in survey.survey_hardware(path).problems] == ["E209"]


@given(st.text(st.sampled_from("{}[]:,- \nabcserialoscportinputs019/*&"), max_size=80))
def test_no_text_breaks_the_loader(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_text(f"console: c.yaml\nboards: {text}\n")
    survey.survey_hardware(path)


def test_the_lines_of_the_readme_have_their_check_sums():
    found = re.findall(r"`([^`\n]*\*[0-9A-F]{2})`", README)
    assert len(found) == 4
    for line in found:
        assert lines.read(line.encode()) or line == lines.write("?").decode().strip()


def test_the_examples_of_the_readme_are_what_they_say(tmp_path):
    (example,) = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    folder = tmp_path / "consoles" / "hardware"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "consoles" / "mf4.yaml", folder.parent)
    path = folder / "example.yaml"
    path.write_text(example)
    assert survey.survey_hardware(path).problems == []
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    ast.parse(program)
    (sketch,) = re.findall(r"```cpp\n(.*?)```", README, re.DOTALL)
    assert 'const char NAME[] = "board MF-4 desk"' in sketch and sketch.count("{") == sketch.count(
        "}"
    )


def test_a_desk_is_connected_as_its_file_was_when_it_was_checked(write, monkeypatch, tmp_path):
    """It was read once more, and might have been saved with a mistake meanwhile."""
    path, scene = write("{serial: {port: /dev/none}}"), tmp_path / "s.yaml"
    scene.write_text("console: consoles/c.yaml\n")
    read = load.load_hardware

    def read_and_spoil(file):
        spec = read(file)
        path.write_text("boards: 3\n")
        return spec

    monkeypatch.setattr(load, "load_hardware", read_and_spoil)
    desk = boards.connect(path, scene)
    desk.close()
    assert list(desk.spec.boards) == ["desk"]
