"""Python files behind blocks: what they compute, what is kept of them, how they fail."""

import contextlib
import time

import pytest

from simulator.console.panel import Panel
from simulator.outside import patience, permission, script
from simulator.recordings.recording import Recorder, Recording
from simulator.recordings.replaying import replay
from simulator.simulation import Simulation
from simulator.snapshot import Event
from simulator.spec import russian
from simulator.spec.errors import SpecErrors

from .conftest import drive, read

CODE = """\
def start():
    return {"sum": 0.0, "steps": []}


def step(inputs, state, dt):
    state["sum"] += inputs["speed"] * dt
    state["steps"] = [*state["steps"][-2:], state["sum"]]
    return {"way": state["sum"], "twice": inputs["gain"] * inputs["speed"]}
"""
CONSOLE = """\
panel:
  lever: {type: lever}
diagram:
  model: {type: python, file: model.py, in: {speed: lever}, outputs: [way, twice],
          parameters: {gain: 2}}
  way: {type: integrator, in: lever}
  late: {type: gain, value: 2, in: held}
  held: {type: unit_delay, in: lever}
  gap: {type: sum, signs: "+-", in: [way, model.way]}
  other: {type: python, file: model.py, in: {speed: 3}, output: way, parameters: {gain: 1}}
"""


@pytest.fixture
def model(project):
    project.write("consoles/model.py", CODE)
    return project


def test_it_is_a_delay_of_one_step_to_the_diagram(model):
    simulation = model.simulation(CONSOLE)
    for snapshot in drive(simulation, [0.0, 0.5, 1.0, -0.25]):
        assert read(simulation, "model.way") == pytest.approx(read(simulation, "way"), abs=1e-15)
        assert read(simulation, "model.twice") == read(simulation, "late")
        assert snapshot.alarms == ()
    assert read(simulation, "other") == pytest.approx(15 * 3 * 0.01)


def test_saved_and_restored_it_goes_on_with_the_same_bits(model):
    simulation = model.simulation(CONSOLE)
    drive(simulation, [0.3, 0.7])
    state = simulation.save()
    hashes = [snapshot.state_hash for snapshot in drive(simulation, [0.1, 0.2, 0.3])]
    simulation.restore(state)
    assert [snapshot.state_hash for snapshot in drive(simulation, [0.1, 0.2, 0.3])] == hashes
    other = model.simulation(CONSOLE)
    other.restore(state)
    assert [snapshot.state_hash for snapshot in drive(other, [0.1, 0.2, 0.3])] == hashes


def test_a_reset_begins_anew(model):
    simulation = model.simulation(CONSOLE)
    first = [snapshot.signals.tolist() for snapshot in drive(simulation, [0.3, 0.7])]
    simulation.apply(Event("reset"))
    assert [snapshot.signals.tolist() for snapshot in drive(simulation, [0.3, 0.7])] == first


def test_a_mistake_stops_its_block_and_nothing_else(model):
    broken = CODE.replace(
        '    return {"way', "    if state['sum'] > 0.03:\n        1 / 0\n    return {\"way"
    )
    model.write("consoles/model.py", broken)
    simulation = model.simulation(CONSOLE)
    snapshots = drive(simulation, [1.0, 1.0])
    (alarm,) = [one for one in snapshots[-1].alarms if one.body == "model"]
    assert alarm.text == "model: model.py:9: ZeroDivisionError: division by zero"
    assert read(simulation, "model.way") == pytest.approx(0.03)
    assert read(simulation, "way") == pytest.approx(0.07)
    state = simulation.save()
    simulation.restore(state)
    assert drive(simulation, [1.0])[0].alarms[0].body == "model"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("def step(inputs, state, dt):\n    return {'wya': 1}\n",
         "model.py:1: step() gave no 'way'; it gave wya"),
        ("def step(inputs, state, dt):\n    pass\n", "step() gave no 'way'; it gave None"),
        ("def step(inputs, state, dt):\n    return {'way': 'far', 'twice': 1}\n",
         "model.py:1: step() gave 'far' as 'way'"),
        ("def step(inputs, state, dt):\n    return {'way': float('nan'), 'twice': 1}\n",
         "step() gave nan as 'way'"),
        ("def step(inputs, state, dt):\n    return {'way': 10**400, 'twice': 1}\n",
         "model.py:1: step() gave 1000"),
        ("class Mute(Exception):\n    def __str__(self):\n        raise self\n\n\n"
         "def step(inputs, state, dt):\n    raise Mute\n", "model.py:7: Mute: "),
        ("class Mute:\n    def __repr__(self):\n        raise KeyError\n\n\n"
         "def step(inputs, state, dt):\n    return Mute()\n", "model.py:3: KeyError: "),
    ],
)  # fmt: skip
def test_what_step_gives_is_looked_at(model, code, text):
    model.write("consoles/model.py", code)
    simulation = model.simulation(CONSOLE)
    alarms = drive(simulation, [1.0])[-1].alarms
    assert text in alarms[0].text
    is_error = ": Mute: " in alarms[0].text or ": KeyError: " in alarms[0].text
    assert (russian.say(alarms[0].text) == alarms[0].text) == is_error


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("lambda: 0", "of type function"),
        ("numpy.zeros(2)", "of type ndarray"),
        ("{len: 3}", "of type builtin"),
        ("state", ""),
        ("2**80", ""),
        ("'\\ud800'", ""),
    ],
)
def test_a_state_that_cannot_be_kept_is_told_at_the_step_that_left_it(model, value, reason):
    code = CODE.replace('    return {"way', f"    state['odd'] = {value}\n    return {{\"way")
    model.write("consoles/model.py", "import numpy\n" + code)
    simulation = model.simulation(CONSOLE)
    alarms = drive(simulation, [1.0])[0].alarms
    assert alarms[0].text.startswith("model: model.py:6: the state has to be of numbers, texts")
    assert reason in alarms[0].text
    simulation.save()


def test_numbers_of_numpy_are_numbers(model):
    code = CODE.replace("    return {\"way", "    state['sum'] = numpy.float32(1)\n"
                        "    state['is_big'] = numpy.bool_(True)\n    return {\"way")  # fmt: skip
    model.write("consoles/model.py", "import numpy\n" + code)
    simulation = model.simulation(CONSOLE)
    assert drive(simulation, [1.0])[0].alarms == ()
    simulation.restore(simulation.save())
    assert drive(simulation, [1.0])[0].alarms == ()


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("import no_such_thing\n" + CODE, "model.py:1: ModuleNotFoundError: No module named"),
        (CODE.replace("0.0,", "0.0, 'f': print,"), "of numbers, texts, lists and dicts"),
        (CODE.replace("    return {\"sum\"", "    return [][1]\n    return {\"sum\""),
         "model.py:2: IndexError"),
    ],
)  # fmt: skip
def test_what_cannot_start_is_told_at_the_block(model, code, text):
    model.write("consoles/model.py", code)
    scene = model.scene(CONSOLE)
    with pytest.raises(SpecErrors) as caught:
        Simulation(scene)
    problem = caught.value.problems[0]
    assert text in problem.message
    assert str(problem).startswith("consoles/desk.yaml:4:31: diagram.model.file: ")


def test_without_permission_nothing_runs(model, monkeypatch):
    model.write("consoles/model.py", "open('ran', 'w')\n" + CODE)
    monkeypatch.delenv(permission.VARIABLE)
    scene = model.scene(CONSOLE)
    with pytest.raises(SpecErrors, match="add --allow-code to the command"):
        Simulation(scene)
    assert not (model.root / "ran").exists()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("file: model.py, in: {speed: lever}", "file: modle.py, in: {speed: lever}",
         "consoles/desk.yaml:4:31: diagram.model.file: there is no file 'modle.py' - did you mean "
         "model.py? [E201]"),
        ("file: model.py, in: {speed: lever}", "in: {speed: lever}",
         "consoles/desk.yaml:4:10: diagram.model.file: has to name a Python file "
         "[bad-parameter]"),
        ("in: {speed: lever}", "in: {speed: levr}",
         "consoles/desk.yaml:4:53: diagram.model.in.speed: unknown signal 'levr' - did you mean "
         "'lever'? [unknown-signal]"),
        ("in: {speed: lever}", "in: [lever]",
         "consoles/desk.yaml:4:45: diagram.model.in: block type 'python' takes its inputs by names "
         "of your own: {go: signal} [missing-input]"),
        ("output: way, ", "", "consoles/desk.yaml:10:10: diagram.other.output: needs the "
         "name of an output, or `outputs` with several [bad-parameter]"),
    ],
)  # fmt: skip
def test_mistakes_of_the_block(model, old, new, problem):
    assert problem in model.problems(CONSOLE.replace(old, new))


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("def step(inputs, state, dt)\n    return {}\n",
         "consoles/model.py:1:28: expected ':' [E821]"),
        ("x=" + "-" * 100_000 + "1",
         "consoles/model.py:1:1: it is nested too deeply to be read [E821]"),
        ("def stop():\n    return {}\n", "consoles/model.py:1:1: there is no function "
         "`step(inputs, state, dt)` that returns the outputs by name [E821]"),
    ],
    ids=["syntax", "depth", "no step"],
)  # fmt: skip
def test_mistakes_of_the_file_are_told_without_running_it(model, code, problem):
    model.write("consoles/model.py", code)
    assert problem in model.problems(CONSOLE)


def test_a_recording_replays_with_its_file_among_the_hashes(model, tmp_path):
    scene = model.scene(CONSOLE)
    assert "consoles/model.py" in scene.files
    simulation, path = Simulation(scene), tmp_path / "run.mcap"
    recorder, panel = Recorder(path, simulation), Panel(scene.console_spec)
    for value in (0.5, -1.0, 0.25):
        panel.set("lever", value)
        panel_input = panel.input()
        last = simulation.frame(panel_input)
        recorder.frame(panel_input, last)
    recorder.close()
    result = replay(Recording(path), Simulation(scene))
    assert result.diverged is None and result.got == last.state_hash


@pytest.mark.parametrize(
    "loop", ["        len('')\n", "        try: len('')\n        except Exception: pass\n"]
)
def test_a_step_that_never_returns_is_stopped_at_its_line(model, monkeypatch, loop):
    monkeypatch.setattr(script, "STEP", 0.05)
    monkeypatch.setattr(patience, "LOOK", 0.02)
    code = CODE.replace(
        '    return {"way', f"    while inputs['speed'] > 0.5:\n{loop}    return {{\"way"
    )
    model.write("consoles/model.py", code)
    simulation = model.simulation(CONSOLE)
    drive(simulation, [0.1])
    alarms = drive(simulation, [1.0])[-1].alarms
    assert {one.body for one in alarms} == {"model", "other"}
    assert "stopped, as it had not returned after 0.05 s" in alarms[0].text
    assert int(alarms[0].text.split(":")[2]) in (8, 9, 10)  # the lines of the loop


def test_what_returned_in_time_is_not_stopped_afterwards(monkeypatch):
    monkeypatch.setattr(patience, "LOOK", 0.01)

    def spin():
        end = time.monotonic() + 0.02
        while time.monotonic() < end:
            pass

    for _ in range(20):
        with contextlib.suppress(patience.TooLongError):
            patience.run(spin, 0.0)
        spin()
