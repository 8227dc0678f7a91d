"""The command line as its users meet it: exit statuses, messages, files, folders with any name."""

import errno
import json
import re
import shlex
import shutil
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from simulator import cli, entry, headless, stopping, terminal
from simulator.app import opening
from simulator.checking import load_checked
from simulator.recordings.recording import Recorder, Recording
from simulator.simulation import Simulation

SCENES = Path(__file__).parents[1] / "scenes"


def simulator(*words, capsys):
    """Run the command; return (exit status, what it printed)."""
    with pytest.raises(SystemExit) as stopped, pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["simulator", *map(str, words)])
        cli.main()
    captured = capsys.readouterr()
    return stopped.value.code, captured.out + captured.err


@pytest.fixture
def classroom(tmp_path):
    """The small scene in a folder with a Cyrillic name and a space, its files too."""
    folder = tmp_path / "Учебный класс №1"
    shutil.copytree(SCENES, folder)
    (folder / "robots" / "arm").rename(folder / "robots" / "рука")
    scene = folder / "первая сцена.yaml"
    text = (folder / "arm.yaml").read_text(encoding="utf-8")
    scene.write_text(text.replace("robots/arm/", "robots/рука/"), encoding="utf-8")
    return scene


def test_a_run_is_recorded_reported_and_replayed_in_a_cyrillic_folder(classroom, capsys):
    folder = classroom.parent
    record, report = folder / "запись.mcap", folder / "отчёт.json"
    script = folder / "scripts" / "arm.yaml"
    words = ["run", classroom, "--headless", "--script", script]
    status, text = simulator(*words, "--record", record, "--report", report, capsys=capsys)
    assert status == 0, text
    told = json.loads(report.read_text(encoding="utf-8"))
    assert f"state hash {told['state_hash']}" in text
    assert told["script"] == {"finished": True, "failure": None}
    assert told["signals"]["kicks"] == 2.0
    assert told["poses"]["crate"]["position"][2] == pytest.approx(0.05, abs=1e-3)
    assert told["steps"] == told["frames"] * 4
    status, text = simulator("replay", record, capsys=capsys)
    assert status == 0, text
    assert told["state_hash"] in text


def test_a_changed_scene_diverges_with_status_1(classroom, capsys):
    record = classroom.parent / "r.mcap"
    words = ["run", classroom, "--headless", "--seconds", "1", "--record", record]
    assert simulator(*words, capsys=capsys)[0] == 0
    text = classroom.read_text(encoding="utf-8").replace("density: 400", "density: 410")
    classroom.write_text(text, encoding="utf-8")
    status, text = simulator("replay", record, capsys=capsys)
    assert status == 1
    assert "changed since" in text
    assert "diverged at frame" in text


def test_a_replay_names_the_file_that_was_changed(classroom, capsys):
    record, console = classroom.parent / "r.mcap", classroom.parent / "consoles/arm.yaml"
    words = ["run", classroom, "--headless", "--seconds", "0.2", "--record", record]
    assert simulator(*words, capsys=capsys)[0] == 0
    text = console.read_text(encoding="utf-8")
    console.write_text(f"{text}constants: {{more: 1}}\n", encoding="utf-8")
    branch = ["branch", record, "--at", "0.1", "--record", record.with_name("b.mcap")]
    for words in (["replay", record], branch):
        _, told = simulator(*words, capsys=capsys)
        (line,) = [line for line in told.splitlines() if "changed since" in line]
        assert line.endswith("consoles/arm.yaml: changed since the recording was made")


def test_a_recording_without_frames_is_not_replayed(tmp_path, capsys):
    simulation, file = Simulation(load_checked(SCENES / "arm.yaml")), tmp_path / "empty.mcap"
    Recorder(file, simulation).close()
    status, text = simulator("replay", file, capsys=capsys)
    assert (status, text) == (1, f"{file}: holds no frame: nothing to replay\n")


def test_a_recording_is_replayed_and_branched_where_its_scene_has_gone(classroom, capsys):
    record, branch = classroom.parent / "r.mcap", classroom.parent / "b.mcap"
    words = ["run", classroom, "--headless", "--seconds", "0.4", "--record", record]
    assert simulator(*words, capsys=capsys)[0] == 0
    moved = classroom.rename(classroom.with_name("moved.yaml"))
    for words in (["replay", record], ["branch", record, "--at", "0.2", "--record", branch]):
        status, text = simulator(*words, capsys=capsys)
        assert status == 1 and "is not here; name it with --scene FILE" in text
        wrong = simulator(*words, "--scene", moved.with_name("movd.yaml"), capsys=capsys)
        assert wrong[0] == 1 and "there is no such file - did you mean" in wrong[1]
        assert simulator(*words, "--scene", moved, capsys=capsys)[0] == 0


def test_a_scene_is_found_from_its_recording_too(classroom, tmp_path, monkeypatch, capsys):
    folder = classroom.parent
    monkeypatch.chdir(folder)
    words = ["run", classroom.name, "--headless", "--seconds", "0.4", "--record", "out/r.mcap"]
    assert simulator(*words, capsys=capsys)[0] == 0
    monkeypatch.chdir(tmp_path)
    status, text = simulator("replay", folder / "out" / "r.mcap", capsys=capsys)
    assert status == 0 and "changed since" not in text
    away = shutil.move(folder / "out" / "r.mcap", tmp_path)
    status, text = simulator("replay", away, capsys=capsys)
    assert (status, text) == (
        1, f"{away}: {classroom.name} is not here; name it with --scene FILE\n"
    )  # fmt: skip


def test_another_scene_than_the_recorded_one_is_told_in_a_line(classroom, capsys):
    record, branch = classroom.parent / "r.mcap", classroom.parent / "b.mcap"
    words = ["run", classroom, "--headless", "--seconds", "0.4", "--record", record]
    assert simulator(*words, capsys=capsys)[0] == 0
    other = classroom.with_name("other.yaml")
    other.write_text(classroom.read_text(encoding="utf-8").replace("400", "410"), encoding="utf-8")
    for words in (["replay", record], ["branch", record, "--at", "0.2", "--record", branch]):
        status, text = simulator(*words, "--scene", other, capsys=capsys)
        line = f"{record}: made in {classroom}, another scene than {other}\n"
        assert (status, text) == (1, line) and not branch.exists()


def test_every_mistake_is_told_with_its_place(classroom, capsys):
    robot = classroom.parent / "robots" / "рука" / "robot.yaml"
    text = robot.read_text(encoding="utf-8")
    robot.write_text(text.replace("stall_torque:", "stal_torque:"), encoding="utf-8")
    console = classroom.parent / "consoles" / "arm.yaml"
    text = console.read_text(encoding="utf-8")
    console.write_text(text.replace("lever, 0]", "levr, 0]"), encoding="utf-8")
    status, text = simulator("check", classroom, capsys=capsys)
    assert status == 1
    assert "robot.yaml:7:37: motors.shoulder_motor.stal_torque: unknown key" in text
    assert "did you mean stall_torque" in text
    assert "consoles/arm.yaml:8:37" in text
    status, text = simulator("check", classroom, "--json", capsys=capsys)
    assert status == 1
    found = json.loads(text)
    assert {row["line"] for row in found if row["severity"] == "error"} >= {7, 8}
    status, text = simulator("run", classroom, "--headless", capsys=capsys)
    assert status == 1
    assert "Traceback" not in text


@pytest.mark.parametrize(
    "words",
    [
        ["run", "no-such.yaml", "--headless"],
        ["replay", "no-such.mcap"],
        ["check", "no-such.yaml"],
        ["explain", "no-such.yaml"],
        ["shot", "no-such.yaml", "-o", "x.png"],
        ["bench", "no-such.yaml"],
        ["run", SCENES / "arm.yaml", "--script", SCENES / "scripts" / "arm.yaml"],
        ["run", SCENES / "arm.yaml", "--headless", "--script", SCENES / "arm.yaml"],
        ["shot", SCENES / "arm.yaml", "-o", "x.png", "--camera", "nobody"],
        ["shot", SCENES / "arm.yaml", "-o", "picture"],
        ["shout"],
        ["run", SCENES / "arm.yaml", "--headless", "--seconds", "-5", "--loud"],
    ],
    ids=str,
)
def test_a_mistake_ends_in_one_clear_message(words, capsys):
    status, text = simulator(*words, capsys=capsys)
    assert status in (1, 2)
    assert text.strip()
    assert "Traceback" not in text


def test_commands_that_find_nothing_to_do_say_so(tmp_path, capsys):
    exercise, file = SCENES / "push.yaml", tmp_path / "file"
    file.touch()
    named = shlex.quote(str(exercise))
    assert simulator("rescore", exercise, capsys=capsys) == (
        1, f"no recordings to grade: simulator rescore {named} RECORDING...\n",
    )  # fmt: skip
    none = f"{tmp_path}: there are no exercises in this folder\n"
    assert simulator("previews", tmp_path, capsys=capsys) == (1, none)
    (tmp_path / "scene.yaml").write_text("props: [{name: a, shape: {sphere: 1}, at: [0, 0, 3]}]")
    assert simulator("previews", tmp_path, capsys=capsys) == (1, none)
    (tmp_path / "empty").mkdir()
    nothing = f"nothing to format: no YAML file in {tmp_path / 'empty'}\n"
    assert simulator("format", tmp_path / "empty", capsys=capsys) == (1, nothing)
    assert simulator("format", capsys=capsys) == (1, "which files? simulator format FILE...\n")
    status, text = simulator("previews", file, capsys=capsys)
    assert status == 1 and text.startswith(f"{file}: no such folder; simulator previews ")


def test_a_full_disk_is_told_in_one_line(classroom, monkeypatch, capsys):
    def write(*data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(headless.Run, "go", write)
    words = ["run", classroom, "--headless", "--seconds", "1"]
    status, text = simulator(*words, "--record", classroom.with_suffix(".mcap"), capsys=capsys)
    assert status == 1
    assert text == "the output: No space left on device\n"


def test_ctrl_c_ends_a_run_and_names_what_was_recorded(classroom, monkeypatch, capsys):
    frame, record = Simulation.frame, classroom.with_suffix(".mcap")

    def interrupt(simulation, panel):
        if simulation.frame_index == 25:
            raise KeyboardInterrupt
        return frame(simulation, panel)

    monkeypatch.setattr(Simulation, "frame", interrupt)
    words = ["run", classroom, "--headless", "--seconds", "9", "--record", record]
    assert simulator(*words, capsys=capsys) == (130, f"stopped; its first 1.00 s are in {record}\n")
    assert len(Recording(record).frames) == 25


def test_what_a_command_needs_is_imported_when_it_is_called():
    """Which commands there are, and a slip in their words, is told at once."""
    code = """import simulator.cli, sys
sys.exit(bool({"numpy", "numba", "yaml", "pydantic"} & sys.modules.keys()))"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])


def test_ctrl_c_is_quiet_while_the_program_is_read(monkeypatch, capsys):
    class Interrupted:
        def find_spec(self, name, *_):
            if name == "simulator.cli":
                raise KeyboardInterrupt

    monkeypatch.setattr(stopping, "insist", lambda: None)  # for a whole process
    monkeypatch.delitem(sys.modules, "simulator.cli")
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
    with pytest.raises(SystemExit, match="130"):
        entry.main()
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("cause", "told"), [(KeyboardInterrupt(), SystemExit), (None, RuntimeError)]
)
def test_ctrl_c_is_quiet_while_a_class_is_made(monkeypatch, cause, told):
    def make():
        raise RuntimeError("Error calling __set_name__ on 'Field' instance 'a' in 'B'") from cause

    monkeypatch.setattr(stopping, "insist", lambda: None)
    monkeypatch.setattr(cli, "main", make)
    with pytest.raises(told):
        entry.main()


def test_the_folders_of_recording_and_report_are_made(tmp_path, capsys):
    recording, report = tmp_path / "a" / "b" / "c.mcap", tmp_path / "d" / "e.json"
    words = ["run", SCENES / "arm.yaml", "--headless", "--seconds", "0.04"]
    assert simulator(*words, "--record", recording, "--report", report, capsys=capsys)[0] == 0
    assert Recording(recording).complete and report.exists()


def test_paths_in_hints_are_quoted(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my drive.mcap").write_bytes(b"\x89MCAP0")
    _, text = simulator("check", "my drive.mcap", capsys=capsys)
    assert "my drive.mcap is a recording: `simulator run 'my drive.mcap'` opens it" in text


def test_a_terminal_shows_what_it_has_no_letters_for(tmp_path, monkeypatch):
    file = tmp_path / "сцена.yaml"
    file.write_text("titel: x\n", encoding="utf-8")
    shown = TextIOWrapper(BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setattr(sys, "argv", ["simulator", "check", str(file)])
    with pytest.raises(SystemExit):
        cli.main()
    shown.flush()
    assert b"\\u0441\\u0446\\u0435\\u043d\\u0430.yaml:1:1: " in shown.buffer.getvalue()


def test_what_a_file_says_cannot_rule_the_terminal(capsys):
    forged = "\x1b[2J\x9b1Aproven\rtwo\nlines"
    terminal.complain(forged)
    assert capsys.readouterr().err == "\\x1b[2J\\x9b1Aproven\\x0dtwo\nlines\n"
    opening.tell(forged)
    assert capsys.readouterr().err == "\\x1b[2J\\x9b1Aproven\\x0dtwo\nlines\n"


def test_check_shows_what_a_file_says_as_it_stands_there(tmp_path, capsys):
    file = tmp_path / "scenes" / ":bug:.yaml"
    file.parent.mkdir()
    file.write_text('props: []\n"\\e[2J:on:": 1\n')
    assert cli.app(["check", str(file)]) == 1
    assert capsys.readouterr().out.startswith(f"{file}:2:1: \\x1b[2J:on:: unknown key")


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        ("until: {signal: shoulder_angle, above: 9, below: 10, timeout: 0.5}", "above 9, below 10"),
        (
            "move: [{widget: lever, signal: shoulder_angle, to: 9}], timeout: 0.5",
            "8.99 ... 9.01",
        ),
    ],
)
def test_a_script_that_fails_says_where_and_what_was_missing(
    classroom, tmp_path, capsys, action, wanted
):
    script = tmp_path / "hopeless.yaml"
    script.write_text(f"actions:\n  - {{{action}}}\n", encoding="utf-8")
    status, text = simulator("run", classroom, "--headless", "--script", script, capsys=capsys)
    assert status == 1
    told = r"action 1, line 2 \(.*\): not reached within 0.5 s: shoulder_angle is (\S+), wanted "
    assert re.search(told + re.escape(wanted) + "$", text, re.MULTILINE), text


def test_a_script_for_another_console_is_refused(classroom, tmp_path, capsys):
    script = tmp_path / "other.yaml"
    script.write_text("actions:\n  - {set: {joystick: 1}}\n", encoding="utf-8")
    status, text = simulator("run", classroom, "--headless", "--script", script, capsys=capsys)
    assert status == 1
    assert "joystick" in text


@pytest.mark.parametrize(
    ("value", "edges", "told"),
    [
        (23.92, (None, 60.0), "23.9"),
        (60.0004, (None, 60.0), "60.0004"),  # failed, and seen to be
        (5.5e-29, (None, 60.0), "0"),
        (2861.0, (None, 60.0), "2860"),
        (0.00042, (None, None), "0.00042"),
        (float("nan"), (None, 1.0), "nan"),
    ],
)
def test_a_measure_is_told_with_the_digits_that_it_takes(value, edges, told):
    from simulator.commands.grading import figure

    assert figure(value, edges) == told


def test_a_diagram_is_explained(classroom, capsys):
    status, text = simulator("explain", classroom, capsys=capsys)
    assert status == 0
    assert "drive" in text
    assert "flowchart" in text


def test_without_a_display_a_missing_scene_is_told_first(monkeypatch, capsys):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    status, text = simulator("run", "no-such.yaml", capsys=capsys)
    assert status == 1
    assert "no-such.yaml" in text
    assert "script" not in text
