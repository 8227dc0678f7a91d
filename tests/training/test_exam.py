"""Exams: sealed, taken, proven on any machine; whoever changes anything is found out by name."""

import json
import shutil
from pathlib import Path

import pytest
import yaml

from simulator import cli
from simulator.checking import check, load_lesson
from simulator.headless import Run
from simulator.recordings.recording import EventRecord, Recorder, Recording, RecordingError
from simulator.simulation import Simulation
from simulator.snapshot import Event
from simulator.spec.load import load_exercise
from simulator.spec.models.script import ScriptSpec
from simulator.training import exam, proof
from simulator.training.rules import about

SCENES = Path("tests/scenes")
SCRIPT = """
actions:
  - {set: {power: true}, hold: 0.2}
  - {set: {lever: 0.5}, until: {signal: shoulder_angle, above: 0.6, timeout: 9}}
"""
TIMING = {"input_to_picture_p95": 0.05, "overruns": 2}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the exam's files to work in, as another machine has them."""
    shutil.copytree(SCENES, tmp_path / "scenes")
    monkeypatch.chdir(tmp_path / "scenes")
    Path("script.yaml").write_text(SCRIPT)
    return tmp_path / "scenes"


def take(path, *events, before=(), exercise=None, faults=True, start=None, trainee=None):
    """Take the exam by the script; `events` come after the last frame, `before` at the start."""
    scene, own = load_lesson("exam.yaml")
    simulation = Simulation(scene)
    if start is not None:
        start(simulation)
    told = {"trainee": trainee} if trainee else {}
    recorder = Recorder(path, simulation, {**about(own), **told})
    played = (exercise or own) if faults else own.model_copy(update={"faults": {}})
    run = Run(simulation, ScriptSpec.model_validate(yaml.safe_load(SCRIPT)), played)
    run._do(list(before), recorder)
    run.go(None, recorder)
    run._do([Event(*one) if isinstance(one, tuple) else one for one in events], recorder)
    recorder.close()
    return own, path


def result_of(exercise, path):
    return exam.conclude(exercise, path)


@pytest.fixture
def taken(folder):
    return take(Path("run.mcap"), Event("timing", data=TIMING))


def test_the_commands_take_and_prove_an_exam(folder, capsys):
    command = "run exam.yaml --headless --script script.yaml --record run.mcap --result result.json"
    assert cli.app(command.split()) == 0
    assert "passed" in (shown := capsys.readouterr().out) and "counts" in shown
    result = json.loads(Path("result.json").read_text(encoding="utf-8"))
    assert result["verdict"] == {"counts": True, "why_not": []}
    assert result["timing"]["input_to_picture_p95"] is None  # there was no window
    assert set(result["files"]) == {
        "arm.yaml", "bands.yaml", "consoles/arm.yaml", "exam.yaml", "robots/arm/robot.yaml",
        "rules.txt",
    }  # fmt: skip
    assert cli.app(["prove", "result.json"]) == 0
    assert capsys.readouterr().out.startswith("proven: passed, mark")


def test_of_an_exam_that_ctrl_c_ends_it_is_told_that_there_is_no_result(
    folder, monkeypatch, capsys
):
    frame = Simulation.frame

    def interrupt(simulation, panel):
        if simulation.frame_index == 10:
            raise KeyboardInterrupt
        return frame(simulation, panel)

    monkeypatch.setattr(Simulation, "frame", interrupt)
    command = "run exam.yaml --headless --script script.yaml --record run.mcap --result result.json"
    with pytest.raises(SystemExit, match="130"):
        cli.app(command.split())
    assert capsys.readouterr().err == (
        "stopped; its first 0.40 s are in run.mcap; result.json is not written, for the exam has "
        "not ended\n"
    )
    assert not Path("result.json").exists()


def test_the_results_of_a_day_are_proven_in_one_go(folder, capsys):
    for name, trainee in (("one", "Ann"), ("two", "Ёлкина")):
        exercise, path = take(Path(f"{name}.mcap"), trainee=trainee)
        exam.write_result(exercise, path, Path(f"{name}.json"))
    assert cli.app(["prove", "one.json", "two.json"]) == 0
    first, whose, second, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("one.json: proven: passed, mark") and whose.startswith(
        "recorded for Ann;"
    )
    assert second.startswith("two.json: proven: passed, mark")
    Path("one.json").write_text("{}", encoding="utf-8")
    assert cli.app(["prove", "one.json", "two.json"]) == 1
    told = capsys.readouterr()
    assert (
        "one.json: not the result of an exam" in told.err and "recorded for Ёлкина; 0" in told.out
    )
    assert cli.app(["prove", "one.json", "two.json", "--recording", "one.mcap"]) == 1
    assert cli.app(["prove"]) == 1


def test_an_exam_with_a_mistake_leaves_the_results_of_others_to_be_proven(folder, capsys):
    exercise, path = take(Path("two.mcap"))
    exam.write_result(exercise, path, Path("two.json"))
    shutil.copy("two.json", "one.json")
    result = json.loads(Path("one.json").read_text(encoding="utf-8"))
    Path("one.json").write_text(json.dumps({**result, "exercise": "wrong.yaml"}), encoding="utf-8")
    Path("wrong.yaml").write_text("stages: 3\n", encoding="utf-8")
    assert cli.app(["prove", "one.json", "two.json"]) == 1
    told = capsys.readouterr()
    assert "one.json: wrong.yaml:1:" in told.err
    assert told.out.startswith("two.json: proven: passed, mark")


def test_another_folder_proves_it_too(folder, tmp_path, monkeypatch, capsys):
    command = "run exam.yaml --headless --script script.yaml --record run.mcap --result result.json"
    assert cli.app(command.split()) == 0
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ("run.mcap", "result.json"):
        shutil.move(name, elsewhere / name)
    monkeypatch.chdir(tmp_path)
    assert cli.app(["prove", "elsewhere/result.json"]) == 1
    assert "name it with --exercise" in capsys.readouterr().err
    line = ["prove", "elsewhere/result.json", "--exercise", "scenes/exam.yaml"]
    assert cli.app(line) == 0


@pytest.mark.parametrize(
    "name", ["exam.yaml", "bands.yaml", "arm.yaml", "robots/arm/robot.yaml", "rules.txt"]
)
def test_a_changed_file_is_named(folder, taken, name):
    result = result_of(*taken)
    with Path(name).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    assert proof.find_differences(result, load_exercise("exam.yaml"), taken[1]) == [
        f"changed: {name}"
    ]


def test_files_that_came_or_went_are_named(folder, taken):
    result = result_of(*taken)
    text = Path("exam.yaml").read_text(encoding="utf-8")
    Path("exam.yaml").write_text(text.replace("rules.txt", "other.txt"), encoding="utf-8")
    Path("other.txt").write_text("x")
    found = proof.find_differences(result, load_exercise("exam.yaml"), taken[1])
    assert found == [
        "changed: exam.yaml", "not of the exam here: rules.txt", "not under the seal: other.txt"
    ]  # fmt: skip


def test_a_missing_file_under_the_seal_is_a_located_error(folder):
    Path("rules.txt").unlink()
    found = [str(one) for one in check("exam.yaml")]
    assert len(found) == 1 and "exam.yaml:" in found[0] and "exam.files[0]" in found[0]
    text = Path("exam.yaml").read_text(encoding="utf-8")
    Path("exam.yaml").write_text(text + "hints: [{text: Help}]\n", encoding="utf-8")
    assert any("an exam has no hints" in str(one) for one in check("exam.yaml"))


def write_edited(taken, change):
    """Write the result of an attempt after a `change` of its keys."""
    from simulator.training.exam import write_result

    path = Path("result.json")
    write_result(*taken, path)
    result = json.loads(path.read_text(encoding="utf-8"))
    change(result)
    path.write_text(json.dumps(result), encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda r: r["score"].update(mark=100.0), "its mark; the result says 100.0, the replay"),
        (lambda r: r["score"]["metrics"][0].update(value=1.0), "does not come out: its metrics"),
        (lambda r: r["score"].update(extra=None), "the score does not come out: its extra"),
        (lambda r: r.update(seal="0" * 64), "seal does not fit"),
        (lambda r: r["files"].update({"arm.yaml": "00"}), "changed: arm.yaml"),
        (lambda r: r.update(recording_hash="0"), "its bytes differ"),
        (lambda r: r.update(chain="0"), "chain of hashes"),
        (lambda r: r["timing"].update(overruns=0), "timing or focus"),
        (lambda r: r["timing"].update(focus_losses=[1.0]), "timing or focus"),
        (lambda r: r["verdict"].update(counts=False), "verdict is not"),
        (lambda r: r["machine"].update(system="other"), "machine is not"),
        (lambda r: r["versions"].update(numba="0"), "versions are not"),
    ],
)
def test_an_edited_result_is_disproven(folder, taken, capsys, change, words):
    write_edited(taken, change)
    assert cli.app(["prove", "result.json"]) == 1
    shown = capsys.readouterr().out
    assert "disproven:" in shown and words in shown


NO_RESULTS = ["", "{}", "[1]", "\x00\xff", '{"format": "9"}', '{"format": 9, "exerc', "[1, 2"]


@pytest.mark.parametrize("text", NO_RESULTS)
def test_what_is_no_result_is_refused_in_words(folder, capsys, text):
    Path("result.json").write_bytes(text.encode("latin-1"))
    assert cli.app(["prove", "result.json"]) == 1
    assert "result.json: not the result of an exam" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda one: [one.pop(key) for key in ("seal", "files")],
         "`seal` is missing, `files` is missing"),
        (lambda one: one.update(files=3, grade=5), "`grade` is none of its keys, `files` has an"),
        (lambda one: one["timing"].update(overruns="many"), "`timing` has another form"),
    ],
)  # fmt: skip
def test_what_a_result_lacks_is_told_by_its_keys(folder, taken, capsys, change, told):
    write_edited(taken, change)
    assert cli.app(["prove", "result.json"]) == 1
    assert f"or not a whole one: {told}" in capsys.readouterr().err.replace("\n", " ")


def test_timing_and_focus_come_out_of_the_recording(folder):
    slow = Event("timing", data={**TIMING, "input_to_picture_p95": 0.081})
    result = result_of(*take(Path("run.mcap"), Event("focus_lost"), slow))
    assert result.timing.overruns == 2 and len(result.timing.focus_losses) == 1
    assert not result.verdict.counts
    assert "81 ms (95th percentile), the exam allows 80 ms" in result.verdict.why_not[0]
    # a result that does not count can be proven as such
    assert proof.find_differences(result, load_exercise("exam.yaml"), Path("run.mcap")) == []


def test_at_the_limit_it_counts(folder):
    result = result_of(
        *take(Path("run.mcap"), Event("timing", data={**TIMING, "input_to_picture_p95": 0.08}))
    )
    assert result.verdict.counts


def test_starting_over_does_not_count(folder):
    result = result_of(*take(Path("run.mcap"), before=[Event("reset")]))
    assert result.verdict.why_not == ["it was started over, 1 times"]


def test_an_attempt_that_was_taken_over_does_not_count(folder, taken):
    assert cli.app(["branch", "run.mcap", "--at", "0.5", "--record", "branch.mcap"]) == 0
    branch = Path("branch.mcap")
    recording, extra = Recording(branch), taken[1]
    assert "branched_from" in recording.header and extra != branch
    objections = exam._find_objections(taken[0], recording, [], exam.Timing())
    assert [one.en for one in objections] == ["it goes on from another recording"]


def test_a_recording_without_the_exams_fault_is_found_out(folder):
    taken = take(Path("run.mcap"), faults=False)
    found = proof.find_differences(result_of(*taken), *taken)
    assert "faults or link are not the exam's own after 0.20 s" in found


def test_what_somebody_else_did_is_found_out(folder):
    taken = take(Path("run.mcap"), before=[Event("link", data={"commands": {"delay": 0.1}})])
    found = proof.find_differences(result_of(*taken), *taken)
    assert found == ["faults or link are not the exam's own after 0.00 s"]


def test_a_head_start_is_found_out(folder):
    def start(simulation):
        simulation.world.joints.position[:] += 0.0
        simulation.signals[:] += 1e-9

    taken = take(Path("run.mcap"), start=start)
    found = proof.find_differences(result_of(*taken), *taken)
    assert "the recording does not begin at the exam's start" in found


def test_a_cut_recording_proves_nothing(folder, taken):
    result = result_of(*taken)
    data = taken[1].read_bytes()
    taken[1].write_bytes(data[: len(data) * 2 // 3])
    with pytest.raises(RecordingError, match="holds no score"):
        proof.find_differences(result, *taken)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_a_flipped_bit_is_found_out(folder, taken, share):
    result = result_of(*taken)
    data = bytearray(taken[1].read_bytes())
    data[int(share * len(data))] ^= 1
    taken[1].write_bytes(data)
    try:
        assert proof.find_differences(result, *taken) != []
    except RecordingError as error:  # not that it was broken off
        assert "has not ended" not in str(error)


def test_the_seal_depends_on_every_name_and_hash():
    files = {"a": "1", "b": "2"}
    assert exam.seal(files) == exam.seal({"b": "2", "a": "1"})
    others = [{"a": "1"}, {"a": "2", "b": "1"}, {"a": "1", "c": "2"}, {"a": "12", "b": ""}]
    assert len({exam.seal(one) for one in [files, *others]}) == 5


def test_a_result_goes_with_an_exam_and_a_recording(folder, capsys):
    line = "run push.yaml --headless --script script.yaml --record run.mcap --result result.json"
    assert cli.app(line.split()) == 1
    assert "--result goes with an exam" in capsys.readouterr().err
    events = [one for one in Recording(take(Path("a.mcap"))[1]).records]
    kinds = [one.kind for one in events if isinstance(one, EventRecord)]
    assert kinds == ["fault", "clear", "score"]  # a headless run has no timing
