"""A program without a window goes on with files that are saved while it runs."""

import shutil
import time
from pathlib import Path

import pytest

from simulator import priority
from simulator.attended import attended
from simulator.attended.attended import Attended
from simulator.attended.rereading import Builder
from simulator.recordings.recording import Recording
from simulator.spec import load

SCENES = Path(__file__).parents[1] / "scenes"
SCRIPT = """\
actions:
  - {set: {power: true}}
  - {set: {lever: -0.5}, until: {signal: power, above: 2, timeout: 600}}
"""


@pytest.fixture
def start(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(priority, "yield_to_physics", lambda: None)
    shutil.copytree(SCENES, tmp_path / "scenes")
    (tmp_path / "script.yaml").write_text(SCRIPT)
    operator, running = load.load_script(tmp_path / "script.yaml"), []

    def begin(name):
        path = tmp_path / "scenes" / name
        build = Builder(path)
        simulation = build()
        record = tmp_path / "one.mcap"
        made = Attended(path, simulation, build.exercise, lambda _: operator, record)
        running.append(made)
        return made

    yield begin
    for one in running:
        one.realtime.close()


def until(program, condition):
    for _ in range(5000):
        if condition():
            return
        program.tick()
        time.sleep(attended.NAP)
    raise AssertionError("did not happen")


def edit(program, name, before, after):
    file = program.path.parent / name
    assert before in file.read_text()
    file.write_text(file.read_text().replace(before, after))


def test_what_is_saved_is_taken_over_and_a_mistake_is_told(start, capfd, tmp_path):
    program = start("arm.yaml")
    first, told = program.realtime.simulation, []

    def hear():
        told.append(capfd.readouterr())
        return "".join(one.out + one.err for one in told)

    until(program, lambda: program.realtime.panel.get("lever") == -0.5)
    edit(program, "arm.yaml", "density: 400", "density: heavy")
    until(program, lambda: "arm.yaml:4:" in hear())
    assert program.realtime.simulation is first
    edit(program, "arm.yaml", "density: heavy", "density: 500")
    until(program, lambda: "taken over: arm.yaml" in hear())
    simulation, panel = program.realtime.simulation, program.realtime.panel
    assert simulation is not first and simulation.scene.props[0].shape.density == 500
    assert simulation.frame_index >= first.frame_index
    assert program.operator.panel is panel and panel.get("lever") == -0.5
    edit(program, "consoles/arm.yaml", "power: {type: toggle}", "on: {type: toggle}")
    until(program, lambda: "consoles/arm.yaml:8:" in hear())
    assert program.realtime.simulation is simulation and hear().count("consoles/arm.yaml:8:") == 1
    program.realtime.close()
    parts = [Recording(file) for file in (tmp_path / "one.mcap", *(tmp_path / "out").iterdir())]
    assert parts[1].frames[0].frame == parts[0].frames[-1].frame + 1


def test_nothing_is_read_again_under_a_trainee(start, capfd):
    program = start("push.yaml")
    simulation = program.realtime.simulation
    until(program, lambda: program.realtime.panel.get("lever") == -0.5)
    edit(program, "arm.yaml", "density: 400", "density: 500")
    frame = simulation.frame_index
    until(program, lambda: simulation.frame_index > frame + 25)
    assert program.realtime.simulation is simulation
    program.realtime.send("abandon")
    until(program, lambda: program.realtime.simulation is not simulation)
    until(program, lambda: "taken over: arm.yaml" in capfd.readouterr().out)
    assert program.exercise.scene_spec.props[0].shape.density == 500


def test_a_recording_that_cannot_be_written_is_told(start, capfd, tmp_path):
    (tmp_path / "one.mcap").mkdir()
    program = start("arm.yaml")
    until(program, lambda: "one.mcap: Is a directory" in capfd.readouterr().err)
    frame = program.realtime.simulation.frame_index
    until(program, lambda: program.realtime.simulation.frame_index > frame + 5)
    assert capfd.readouterr().err == ""  # once


def test_where_nothing_can_be_recorded_files_are_taken_over_all_the_same(start, capfd, tmp_path):
    (tmp_path / "out").write_text("")  # as in a folder that may not be written
    program = start("arm.yaml")
    simulation = program.realtime.simulation
    until(program, lambda: simulation.frame_index > 3)
    edit(program, "arm.yaml", "density: 400", "density: 500")
    until(program, lambda: program.realtime.simulation is not simulation)
    until(program, lambda: ".mcap: File exists" in capfd.readouterr().err)
    program.begin(tmp_path / "scenes/push.yaml")
    until(program, lambda: program.realtime.has_attempt)
