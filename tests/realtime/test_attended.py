"""A program without a window that real levers work: what a window would show is printed."""

import shutil
import signal
import socket
import time
from pathlib import Path

import pytest
import yaml

from simulator.attended import attended
from simulator.attended.attempts import Attempts
from simulator.attended.attended import Attended
from simulator.checking import load_lesson
from simulator.commands.boards import connect
from simulator.realtime import Realtime
from simulator.recordings.recording import Recording
from simulator.simulation import Simulation
from simulator.spec import load
from simulator.training import proof

DESK = """
console: consoles/arm.yaml
boards:
  desk:
    osc: {{port: {}}}
    silence: 0.3
    inputs: {{lever: {{channel: /fader, range: [0, 1]}}}}
"""
PUSH = [
    {"set": {"power": True}},
    {"set": {"lever": 1.0}, "until": {"signal": "power", "above": 2, "timeout": 600}},
]
SCENES = Path(__file__).parents[1] / "scenes"


def attend(exercise, script, record):
    """Return a program in the midst of an attempt, and what records it."""
    lesson = load_lesson(exercise)
    operator = load.load_script(script) if script else None
    program = Attended(
        exercise, Simulation(lesson.scene), lesson.exercise, lambda _: operator, record
    )
    return program, record


def until(program, condition):
    """Tick until something is so."""
    for _ in range(5000):
        if condition():
            return True
        program.tick()
        time.sleep(attended.NAP)
    return False


def test_ctrl_c_at_the_end_does_not_cut_the_recording(tmp_path, monkeypatch):
    close, path = Realtime.close, tmp_path / "arm.mcap"

    def close_and_be_pressed(loop):
        signal.raise_signal(signal.SIGINT)
        close(loop)

    monkeypatch.setattr(Realtime, "close", close_and_be_pressed)
    with pytest.raises(KeyboardInterrupt):
        attended.run(SCENES / "arm.yaml", None, 0.4, path, None)
    assert Recording(path).complete


def test_why_a_desk_is_silent_is_printed(tmp_path, capsys):
    shutil.copytree(SCENES, tmp_path / "scenes")
    scene = tmp_path / "scenes" / "arm.yaml"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("0.0.0.0", 0))
        port, file = taken.getsockname()[1], scene.with_name("desk.yaml")
        file.write_text(DESK.format(port))
        assert attended.run(scene, None, 1.0, None, None, connect(file, scene)) == 0
    lines = capsys.readouterr().out.splitlines()
    why = f"127.0.0.1:{port} cannot be opened: Address already in use"
    assert lines.count(f"The desk is silent, its levers are in neutral: desk: {why}") == 1


@pytest.mark.parametrize("actions", [PUSH, []], ids=["passed", "broken off"])
def test_an_exam_has_its_result_and_an_exercise_is_told(tmp_path, capfd, actions):
    shutil.copytree(SCENES, tmp_path / "scenes")
    exam, script = tmp_path / "scenes" / "exam.yaml", tmp_path / "script.yaml"
    script.write_text(yaml.dump({"actions": actions}))
    program, path = attend(exam, script, tmp_path / "exam.mcap")
    if actions:
        assert until(program, lambda: path.with_suffix(".result.json").is_file())
    else:
        assert until(program, lambda: program.realtime.frames.current.snapshot.time > 0.2)
    program.close()
    program.run()
    result = proof.read(path.with_suffix(".result.json"))
    assert proof.find_differences(result, load.load_exercise(exam), path) == []
    assert result.verdict.counts and result.timing.input_to_picture_p95 is None
    ended = ("passed", "") if actions else ("failed", "unfinished")
    assert (result.score["outcome"], result.score["reason"]) == ended
    told = [line for line in capfd.readouterr().out.splitlines() if line.startswith(f"{path}: ")]
    assert len(told) == 1 and ended[0] in told[0] and told[0].endswith(", counts")


def test_an_attempt_that_ends_in_the_last_frame_is_told_as_it_ended(tmp_path, capfd, monkeypatch):
    """It was told as broken off where the program's end came before the next look at it."""
    shutil.copytree(SCENES, tmp_path / "scenes")
    exam, script = tmp_path / "scenes" / "exam.yaml", tmp_path / "script.yaml"
    script.write_text(yaml.dump({"actions": PUSH}))
    program, path = attend(exam, script, tmp_path / "exam.mcap")

    def is_over():
        attempt = program.realtime.frames.current.attempt
        return attempt is not None and attempt.is_over

    tick = Attempts.tick
    monkeypatch.setattr(Attempts, "tick", lambda self: None if is_over() else tick(self))
    assert until(program, is_over)
    program.close()
    program.run()
    assert proof.read(path.with_suffix(".result.json")).score["outcome"] == "passed"
    told = [line for line in capfd.readouterr().out.splitlines() if line.startswith(f"{path}: ")]
    assert len(told) == 1 and told[0].startswith(f"{path}: passed, mark ")


def test_a_length_is_over_with_the_attempt(tmp_path, capfd):
    """All stands still then: no time would ever come to its end."""
    shutil.copytree(SCENES, tmp_path / "scenes")
    exercise, script = tmp_path / "scenes" / "push.yaml", tmp_path / "script.yaml"
    script.write_text(yaml.dump({"actions": PUSH}))
    program, path = attend(exercise, script, tmp_path / "push.mcap")
    assert program.run(600.0).time < 60.0
    assert f"{path}: passed, mark" in capfd.readouterr().out


def test_each_attempt_that_another_takes_the_place_of_is_told(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SCENES, tmp_path / "scenes")
    exam, push = tmp_path / "scenes" / "exam.yaml", tmp_path / "scenes" / "push.yaml"
    program, path = attend(exam, None, tmp_path / "exam.mcap")

    def is_under_way():
        return program.realtime.frames.current.snapshot.time > 0.2

    for ask in (program.reset, lambda: program.begin(push)):
        assert until(program, is_under_way)
        ask()
        assert until(program, lambda: not is_under_way())
    assert until(program, is_under_way)
    program.begin(exam)
    program._asked.get_nowait()()  # the first frame of it is not waited for
    program.close()
    program.run()
    told = [line for line in capfd.readouterr().out.splitlines() if ", mark " in line]
    assert [one.split(": ")[1] for one in told] == [
        "failed (unfinished), mark 0, counts",
        "failed (unfinished), mark 0, counts",
        "failed (unfinished), mark 0",
        "failed (unfinished), mark 0, counts",
    ]
    results = [*tmp_path.rglob("*.result.json")]
    assert len(results) == 3 and path.with_suffix(".result.json") in results
