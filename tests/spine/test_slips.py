"""A slip of the fingers on the command line: one clear line that says what to do."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
import trimesh

from simulator import cli
from simulator.physics.geometry import parts
from simulator.plot import traces

ROOT = Path(__file__).parents[2]


@pytest.fixture
def call(monkeypatch, capfd, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(ROOT / "tests" / "scenes")

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["simulator", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        told = capfd.readouterr()
        return ended.value.code, (told.out + told.err).strip()

    return run


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("run robots/arm/robot.yaml --headless --seconds 1", "this is a robot file, not a scene;"),
        ("explain robots/arm/robot.yaml", "simulator new scene NAME --robot FILE"),
        ("run consoles/arm.yaml --headless --seconds 1", "a scene names it under `console`"),
        ("run scripts/arm.yaml --headless --seconds 1", "`--script FILE` takes it"),
        ("run arm.yaml --headless --script consoles/arm.yaml", "not a script;"),
        ("run arm.yaml --headless --seconds 0.1 --fault shouldr_motor", "there is no component"),
        ("run arm.yaml --headless --seconds 0.1 --fault shoulder_motor", "COMPONENT:KIND@SECONDS"),
        (
            "run arm.yaml --headless --seconds 0.1 --fault shoulder_motor:of",
            "did you mean 'shoulder_motor:off'?",
        ),
        ("run arm.yaml --headless --record /", "/: such a file is written as .mcap"),
        ("run arm.yaml --headless --record arm.yaml", "arm.mcap"),
        ("branch a.mcap --at 1 --record arm.yaml", "arm.mcap"),
        ("run arm.yaml --headless --seconds 0.1 --report arm.yaml", "arm.yaml: such a file is"),
        ("run arm.yaml --headless --record a.mcap --report a.mcap", "written as .json: a.json"),
        ("run exam.yaml --headless --record a.mcap --result exam.yaml", "as .json: exam.json"),
        ("rescore push.yaml a.mcap --parquet push.yaml", "written as .parquet: push.parquet"),
        ("bench arm.yaml --seconds 0.1 --json arm.yaml", "written as .json: arm.json"),
        ("bands push.yaml a.mcap --write a.mcap", "written as .yaml: a.yaml"),
        ("bands push.yaml a.mcap --write push.yaml", "give the bands a file of their own"),
        ("batch push.yaml --vary v.yaml --only 1 --record push.yaml", "written as .mcap"),
        ("debrief nosuch.mcap", "nosuch.mcap: there is no such file"),
        ("format amr.yaml", "amr.yaml: there is no such file - did you mean arm.yaml?"),
        ("debrief a.mcap -o page.txt", "page.txt: a page is written as .html"),
        ("export consoles", "consoles is a folder; name a robot, scene or exercise file in it"),
        ("check ../scenes/robots/arm/nothing", "does not exist"),
        ("replay consoles", "consoles: this is a folder: name a file in it"),
        ("prove consoles", "consoles: this is a folder: name a file in it"),
        ("run consoles --headless", "consoles is a folder: name a file in it [E102]"),
        ("trainee export nobody", "there is no trainee 'nobody'"),
        (f"new robot {'a' * 65}", "a letter first, at most 64"),
        ("shot", "simulator shot: SCENE is missing; simulator shot --help"),
        ("shot arm.yaml", "simulator shot: --output is missing"),
        ("replya a.mcap", "there is no command 'replya' - did you mean 'replay'?"),
        ("run --headles", "Did you mean --headless?"),
        ("--headless run", "there is no option '--headless' before a command; simulator --help"),
        ("run --seconds soon", "unable to convert"),
        ("run --seconds soon", 'unable to convert "soon" into a number;'),
        ("replay a.mcap b.mcap", "simulator replay takes no b.mcap; simulator replay --help"),
        ("schemas arm.yaml", "arm.yaml: it is a file, not a folder"),
        ("export nosuch.yaml -o a.xml", "nosuch.yaml: there is no such file"),
        ("export amr.yaml -o a.xml", "amr.yaml: there is no such file - did you mean arm.yaml?"),
        ("run puhs.yaml --headless", "does not exist - did you mean push.yaml? [E101]"),
        ("run push --headless", "does not exist - did you mean push.yaml? [E101]"),
        ("run amr.yaml --headless --script script/arm.yaml", "did you mean arm.yaml? [E101]"),
        ("check script/arm.yaml", "does not exist - did you mean scripts/arm.yaml? [E101]"),
        ("check [draft].yaml", "[draft].yaml does not exist [E101]"),
        ("check robot.yaml", "does not exist - did you mean robots/arm/robot.yaml? [E101]"),
        (
            "run arm.yaml --headless --seconds 1 --instructor no.such.host.invalid",
            "cannot be served at no.such.host.invalid:8787: N",
        ),
        (
            "run arm.yaml --headless --seconds nan",
            "--seconds. It takes a number of seconds, 0 or",
        ),
        ("run arm.yaml --headless --seconds -1", "--seconds. It takes a number of seconds, 0 or"),
        (
            "run arm.yaml --headless --seconds inf",
            "--seconds. It takes a number of seconds, 0 or",
        ),
        ("run arm.yaml --headless --seconds 0.1 --fault shoulder_motor:off@nan", "no time in sec"),
        (
            "branch a.mcap --at nan --record b.mcap",
            "--at. It takes a number of seconds, 0 or more",
        ),
        ("branch a.mcap --at 0 --seconds inf --record b.mcap", "--seconds. It takes a number of"),
        ("run arm.yaml --scale 5", "--scale. It takes percent, 100 to 200"),
        ("bench arm.yaml --seconds 0", "--seconds. It takes a number of seconds, more than 0"),
        ("bench arm.yaml --seconds nan", "--seconds. It takes a number of seconds, more than 0"),
        ("soak arm.yaml --seconds nan", "--seconds. It takes a number of seconds, more than 0"),
        ("soak arm.yaml --instructor 0", "--instructor. It takes a whole number, 1 or more"),
        ("shot arm.yaml -o a.png --at nan", "--at. It takes a number of seconds, 0 or more"),
        ("shot arm.yaml -o a.png --at -3", "--at. It takes a number of seconds, 0 or more"),
        (
            "shot arm.yaml -o a.png --size 0 0",
            "--size. It takes width and height, each 1 to 8192",
        ),
        ("plot a.mcap x --from nan", "--from. It takes a number of seconds, 0 or more"),
        ("bands arm.yaml --k inf", "--k. It takes a number, 0 or more"),
        ("batch arm.yaml --vary v.yaml --runs 0", "--runs. It takes a whole number, 1 or more"),
        ("batch arm.yaml --vary v.yaml --only -1", "--only. It takes a whole number, 0 or more"),
    ],
)
def test_a_slip_is_one_line_that_says_what_to_do(call, words, told):
    status, text = call(*words.split())
    assert status == 1 and told in text, text
    assert len(text.splitlines()) == 1
    assert "robots:" in (ROOT / "tests" / "scenes" / "arm.yaml").read_text()


def test_a_hardware_file_is_no_scene(call, tmp_path):
    file = tmp_path / "board.yaml"
    file.write_text("console: desk.yaml\nboards: {a: {serial: /dev/ttyUSB0}}\n")
    status, text = call("run", file, "--headless")
    assert status == 1 and "this is a hardware file, not a scene; `--hardware FILE`" in text
    file.write_text("console: desk.yaml\nboards: {}\nprops: []\n")
    assert "boards: unknown key" in call("run", file, "--headless")[1]
    words = ("run", "arm.yaml", "--headless", "--hardware", "robots/arm/robot.yaml")
    assert "this is a robot file, not a hardware file;" in call(*words)[1]


def test_a_file_of_empty_braces_is_no_scene(call, tmp_path):
    (tmp_path / "nothing.yaml").write_text("{}\n")
    status, text = call("run", tmp_path / "nothing.yaml", "--headless")
    assert status == 1 and text.endswith("nothing.yaml:1:1: the file is empty [E108]")


def test_a_mesh_that_physics_cannot_cut_is_one_line(call, tmp_path, monkeypatch):
    def fail(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(parts, "version", fail)
    trimesh.creation.annulus(0.1, 0.2, 0.3).export(tmp_path / "ring.stl")
    scene = tmp_path / "ring.yaml"
    scene.write_text("title: ring\nprops: [{name: ring, mass: 2, shape: {mesh: ring.stl}}]\n")
    status, text = call("run", scene, "--headless", "--seconds", "0.1")
    assert status == 1 and "`pip install coacd`" in text and str(tmp_path / "ring.stl") in text
    assert len(text.splitlines()) == 1


def test_a_bench_shorter_than_a_frame_takes_one(call):
    status, text = call("bench", "arm.yaml", "--seconds", "0.001")
    assert status == 0 and "real time over 0.04 s (" in " ".join(text.split())


@pytest.mark.parametrize("words", ["check", "run --headless --seconds 0.1", "shot -o {0}/a.png"])
def test_a_damaged_mesh_is_told_with_its_place_by_every_command(call, tmp_path, words):
    (tmp_path / "scenes").mkdir()
    (tmp_path / "scenes/torn.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")
    scene = tmp_path / "scenes/cup.yaml"
    scene.write_text("props:\n  - {name: cup, shape: {mesh: torn.obj}, mass: 2}\n")
    status, text = call(*words.format(tmp_path).split(), scene)
    assert status == 1 and text.startswith(f"{scene}:2:31: props[0].shape.mesh: "), text
    assert text.endswith("[E802]") and len(text.splitlines()) == 1


def test_check_says_how_much_it_has_read(call, tmp_path):
    status, text = call("check", ".")
    assert status == 0 and re.fullmatch(r"\d+ warnings? in \d+ files", text.splitlines()[-1])
    assert call("check", "arm.yaml")[1].splitlines()[-1] == "1 warning in 1 file"
    twice = call("check", "arm.yaml", ".", "arm.yaml")[1].splitlines()
    assert twice[-1] == text.splitlines()[-1] and len(twice) == len(text.splitlines())
    assert call("check", "robots/arm/robot.yaml") == (0, "no problems found in 1 file")
    assert call("check", tmp_path) == (1, f"nothing to check: no YAML file in {tmp_path}")


def test_a_list_without_trainees_says_how_to_get_one(call):
    status, text = call("trainee", "list")
    assert status == 0 and "--trainee NAME" in text


def test_a_folder_with_a_robot_is_exported(call, tmp_path):
    status, text = call("export", "robots/arm", "-o", tmp_path / "arm.xml")
    assert status == 0 and (tmp_path / "arm.xml").is_file()
    assert 'keyframe "start"' in text  # its joints do not start at zero


def test_a_library_of_diagrams_shows_what_it_offers(call):
    status, text = call("explain", ROOT / "consoles" / "fall_guard.yaml")
    assert status == 0
    assert "  inputs: roll, pitch, margin=1, reset=0" in text
    assert "tilt_deg=30" in text and "fall_guard.lean" in text


def test_a_pattern_finds_signals_with_a_dot_of_their_own():
    known = ["height", "lever.x", "lever.y", "knee.error", "a.height", "b.speed"]
    assert traces.find_signals(["*"], known) == [
        "height",
        "lever.x",
        "lever.y",
        "knee.error",
        "b.speed",
    ]


def test_a_link_that_leads_nowhere_is_told_as_one(call, tmp_path):
    link = tmp_path / "a.yaml"
    link.symlink_to("gone.yaml")
    for words in (["check", link], ["run", link, "--headless"]):
        status, text = call(*words)
        assert status == 1 and "a.yaml is a link that leads nowhere, to gone.yaml [E101]" in text
    for command in ("export", "replay", "format"):
        told = f"{link} is a link that leads nowhere, to gone.yaml"
        assert call(command, link) == (1, told)
    line = ("batch", "push.yaml", "--vary", tmp_path, "--only", "0")
    assert call(*line) == (1, f"{tmp_path} is a folder, not a file")


def test_a_pipe_or_a_device_is_no_recording(call, tmp_path):
    pipe = tmp_path / "pipe.mcap"
    os.mkfifo(pipe)  # whoever opened it would wait for a writer
    for file in (pipe, "/dev/zero"):
        for command in ("replay", "plot", "debrief", "prove"):
            status, text = call(command, file)
            assert (status, text) == (1, f"{file}: cannot be read: not a file")


def test_a_recording_or_result_that_is_missing_is_answered_with_the_nearest(call, tmp_path):
    for name in ("run.mcap", "ann.json"):
        (tmp_path / name).touch()
    wrong = tmp_path / "rnu.mcap"
    for words in ("replay", "plot", "debrief", "rescore push.yaml", "bands push.yaml"):
        status, text = call(*words.split(), wrong)
        near = f"{wrong}: there is no such file - did you mean {tmp_path / 'run.mcap'}?"
        assert status == 1 and near in text.replace("\n", ""), text
    status, text = call("prove", tmp_path / "anne.json")
    assert status == 1 and text.endswith(f"did you mean {tmp_path / 'ann.json'}?")


def test_a_report_goes_to_a_device_too(call):
    status, text = call("run", "arm.yaml", "--headless", "--seconds", "0", "--report", "/dev/null")
    assert status == 0 and "state hash" in text


def test_a_branch_never_takes_the_place_of_what_it_branches_from(call, tmp_path):
    recorded, same = tmp_path / "a.mcap", tmp_path / "same.mcap"
    assert call("run", "arm.yaml", "--headless", "--seconds", "0.2", "--record", recorded)[0] == 0
    before = recorded.read_bytes()
    same.hardlink_to(recorded)
    status, text = call("branch", recorded, "--at", "0.1", "--seconds", "0", "--record", same)
    assert (status, text) == (1, f"{same}: give the branch a file of its own")
    assert recorded.read_bytes() == before


def test_a_display_where_nothing_answers_is_told_by_soak(tmp_path):
    scene = ROOT / "tests" / "scenes" / "arm.yaml"
    done = subprocess.run(
        [sys.executable, "-m", "simulator", "soak", str(scene), "--seconds", "1"],
        capture_output=True, text=True, cwd=tmp_path, timeout=120,
        env={**os.environ, "DISPLAY": ":9999", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "Or run without a window" in done.stderr or "window could not be opened" in done.stderr


def test_a_desk_of_another_console_is_refused(call, tmp_path):
    (tmp_path / "consoles").mkdir()
    other = "panel: {rod: {type: lever}, green: {type: lamp}}\noutputs: {green: rod}\n"
    (tmp_path / "consoles/other.yaml").write_text(other)
    board = "console: %s\nboards: {desk: {osc: {port: 9000}, inputs: {%s: {channel: /a}}}}\n"
    (tmp_path / "desk.yaml").write_text(board % ("consoles/other.yaml", "rod"))
    words = ("run", "arm.yaml", "--headless", "--seconds", "0.1", "--hardware")
    status, text = call(*words, tmp_path / "desk.yaml")
    assert status == 1 and text.endswith("arm.yaml has consoles/arm.yaml, where there is no rod")
    assert "desk.yaml is for" in text and "other.yaml, but arm.yaml has" in text


def test_the_console_that_lacks_least_is_named_where_a_desk_is_refused(call, tmp_path):
    """The first was, which may have what the other lacks."""
    shutil.copytree(ROOT / "tests/scenes/robots", tmp_path / "robots")
    (tmp_path / "consoles").mkdir()
    for name, panel in {
        "one": "b: {type: lever}",
        "two": "a: {type: lever}, c: {type: lever}",
        "three": "a: {type: lever}, b: {type: lever}, c: {type: lever}",
    }.items():
        (tmp_path / f"consoles/{name}.yaml").write_text(f"panel: {{{panel}}}\n")
    placed = "{file: robots/arm/robot.yaml, name: %s, at: [0, %s, 0.05], console: consoles/%s.yaml}"
    rows = ", ".join((placed % ("left", 2, "one"), placed % ("right", 0, "two")))
    (tmp_path / "scene.yaml").write_text(f"robots: [{rows}]\n")
    inputs = "a: {channel: /a}, b: {channel: /b}, c: {channel: /c}"
    board = "console: consoles/three.yaml\nboards: {desk: {osc: {port: 9000}, inputs: {%s}}}\n"
    (tmp_path / "desk.yaml").write_text(board % inputs)
    words = ("run", tmp_path / "scene.yaml", "--headless", "--seconds", "0.1", "--hardware")
    status, text = call(*words, tmp_path / "desk.yaml")
    assert status == 1 and text.endswith("two.yaml, where there is no b"), text
    (tmp_path / "desk.yaml").write_text(board % "c: {channel: /c}")
    status, text = call(*words, tmp_path / "desk.yaml")
    assert status == 0 and "state hash" in text, text


def test_what_is_found_wrong_is_not_lost_where_the_output_is_closed(tmp_path):
    (tmp_path / "wrong.yaml").write_text("robots: [{fiel: a.yaml}]\n")
    called = [sys.executable, "-m", "simulator", "check", f"{tmp_path}/wrong.yaml"]
    command = f"exec {shlex.join(called)} >&-"
    ended = subprocess.run(["sh", "-c", command], cwd=ROOT, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr.decode()) == (
        1,
        "the output is closed: what is to be read there is lost\n",
    )


def test_what_is_no_result_of_an_exam_is_told_as_what_it_is(call, tmp_path):
    for name, told in (("a.yaml", "as `simulator run EXAM --result"), ("a.mcap", "a recording,")):
        (tmp_path / name).write_text("robots: []\n")
        status, text = call("prove", tmp_path / name)
        assert status == 1 and told in text and "JSON" not in text, text
