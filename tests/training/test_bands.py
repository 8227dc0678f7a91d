"""Bands from experts' runs, against their closed forms; unsound runs are refused."""

import shutil
from math import sqrt
from pathlib import Path

import pytest
import yaml

from simulator import cli
from simulator.checking import load_lesson
from simulator.headless import Run
from simulator.recordings.recording import Recorder
from simulator.simulation import Simulation
from simulator.spec.load import load_exercise
from simulator.spec.models.exercise import MetricSpec
from simulator.spec.models.script import ScriptSpec
from simulator.training.bands import BandsError, as_metrics, find_bands
from simulator.training.rescore import Rescored
from simulator.training.rules import about
from simulator.training.score import MetricScore, Score, StageScore, grade

EXERCISE = Path("tests/scenes/push.yaml")


@pytest.fixture(scope="module")
def exercise():
    return load_exercise(EXERCISE)


def run_of(row, values, **flaws):
    """Return a graded run that measured `values` by name."""
    metrics = [
        MetricScore(name, name, value, "", None, None, True, 1.0, 1.0)
        for name, value in values.items()
    ]
    stages = [StageScore("power", 0.2), StageScore("swing", flaws.pop("swing", 1.0))]
    score = Score("push", "", "passed", "", 100.0, 1.0, 25, stages, metrics, [], [], f"hash {row}")
    flaws = {"complete": True, "broken": None, "diverged": None, "equal": True, **flaws}
    return Rescored(f"{row}.mcap", score, None, same_rules=True, same_judge=True, **flaws)


def with_metrics(exercise, **metrics):
    specs = {name: MetricSpec.model_validate(written) for name, written in metrics.items()}
    return exercise.model_copy(update={"metrics": specs})


def test_the_band_is_mean_and_deviations_on_the_bad_side(exercise):
    spec = with_metrics(exercise, time={"max": 1, "weight": 3}, tip_margin={})
    runs = [run_of(k, {"time": v, "tip_margin": 10 * v}) for k, v in enumerate((2.0, 4.0, 6.0))]
    time, margin = find_bands(spec, runs, k=2.0)
    assert (time.mean, time.deviation, time.side, time.edge) == (4.0, 2.0, "max", 8.0)
    assert (margin.mean, margin.deviation, margin.side, margin.edge) == (40.0, 20.0, "min", 0.0)
    assert as_metrics(spec, [time, margin]) == {
        "time": {"weight": 3.0, "max": 8.0},
        "tip_margin": {"min": 0.0},
    }


def test_a_best_beyond_the_new_edge_gives_way_to_the_experts_mean(exercise):
    spec = with_metrics(
        exercise, time={"max": 60, "best": 20}, slip={"max": 20, "best": 1},
        tip_margin={"min": 10, "best": 25}, economy={"min": 0.5, "best": 0.99},
    )  # fmt: skip
    values = {"time": 4.0, "slip": 2.0, "tip_margin": 40.0, "economy": 0.9}
    runs = [run_of(k, {n: v * f for n, v in values.items()}) for k, f in enumerate((0.99, 1, 1.01))]
    written = as_metrics(spec, find_bands(spec, runs, k=2.0))
    assert [one["best"] for one in written.values()] == [4.0, 1.0, 40.0, 0.99]
    for name, one in written.items():
        new = MetricSpec.model_validate(one)
        higher = "min" in one
        assert grade(new, values[name], higher) > 0.5
        assert grade(new, one["min"] if higher else one["max"], higher) == pytest.approx(0.5)


def test_the_deviation_is_that_of_a_sample_and_the_edge_is_rounded_outwards(exercise):
    values = (1.0, 2.0, 4.0, 5.0)  # mean 3, sum of squares 10
    runs = [run_of(k, {"time": v, "tip_margin": v}) for k, v in enumerate(values)]
    time, margin = find_bands(with_metrics(exercise, time={}, tip_margin={}), runs, k=1.0)
    assert time.deviation == pytest.approx(sqrt(10 / 3))
    assert time.edge == 4.826 >= 3 + sqrt(10 / 3)
    assert margin.edge == 1.174 <= 3 - sqrt(10 / 3)


def test_what_rounding_leaves_of_a_zero_is_a_zero(exercise):
    spec = with_metrics(exercise, peak_force={})
    runs = [run_of(k, {"peak_force": value}) for k, value in enumerate((0.0, 2e-28, 7e-29))]
    assert find_bands(spec, runs, 2.0)[0].edge == 0.0


def test_equal_runs_give_their_value(exercise):
    runs = [run_of(k, {"collisions": 0.0}) for k in range(3)]
    assert find_bands(with_metrics(exercise, collisions={}), runs, 2.0)[0].edge == 0.0


def test_a_signal_is_bad_where_its_author_says(exercise):
    runs = [run_of(k, {"heat": v}) for k, v in enumerate((2.0, 4.0, 6.0))]
    spec = with_metrics(exercise, heat={"kind": "mean", "signal": "power", "min": 1})
    assert (band := find_bands(spec, runs, 1.0)[0]).side == "min" and band.edge == 2.0


@pytest.mark.parametrize(
    ("runs", "words"),
    [
        ([run_of(0, {"time": 1.0}), run_of(1, {"time": 2.0})], "at least 3"),
        ([run_of(k, {"time": 1.0}, diverged=4 if k else None) for k in range(3)], "frame 4"),
        ([run_of(k, {"time": 1.0}, complete=k > 0) for k in range(3)], "0.mcap: it ends early"),
        ([run_of(k, {"time": 1.0}, equal=k != 2) for k in range(3)], "2.mcap: its live score"),
        ([run_of(k, {"time": 1.0}, swing=None) for k in range(3)], "not done: swing"),
        ([run_of(0, {"time": 1.0})] * 3, "given twice"),
        ([run_of(k, {"time": float("inf")}) for k in range(3)], "not every run has a value"),
    ],
)
def test_what_gives_no_band_is_refused(exercise, runs, words):
    with pytest.raises(BandsError, match=words):
        find_bands(with_metrics(exercise, time={}), runs, 2.0)


@pytest.fixture
def experts(tmp_path):
    """Record three runs, each with another lever."""
    scene, exercise = load_lesson(EXERCISE)
    files = []
    for row, lever in enumerate((0.5, 0.6, 0.8)):
        actions = [
            {"set": {"power": True}, "hold": 0.2},
            {"set": {"lever": lever}, "until": {"signal": "shoulder_angle", "above": 0.6}},
        ]
        simulation = Simulation(scene)
        files.append(tmp_path / f"{row}.mcap")
        recorder = Recorder(files[-1], simulation, about(exercise))
        Run(simulation, ScriptSpec.model_validate({"actions": actions}), exercise).go(
            None, recorder
        )
        recorder.close()
    return files


def test_the_written_file_can_be_included_and_refreshed(experts, tmp_path, capsys):
    shutil.copytree(EXERCISE.parent, tmp_path / "scenes")
    written = tmp_path / "scenes" / "bands.yaml"
    files = [str(file) for file in experts]
    assert cli.app(["bands", str(EXERCISE), *files, "--write", str(written)]) == 0
    shown = capsys.readouterr().out
    assert "deviation" in shown and "take these out" in shown
    bands = yaml.safe_load(written.read_text(encoding="utf-8"))["metrics"]
    assert list(bands) == ["time", "peak_force", "idle"]

    text = EXERCISE.read_text(encoding="utf-8")
    before, after = text.index("metrics:"), text.index("hints:")
    mine = tmp_path / "scenes" / "mine.yaml"
    mine.write_text("include: [bands.yaml]\n" + text[:before] + text[after:], encoding="utf-8")
    exercise = load_exercise(mine)
    assert exercise.metrics["time"].max == bands["time"]["max"]
    assert cli.app(["bands", str(mine), *files, "--k", "0", "--write", str(written)]) == 0
    assert "take these out" not in capsys.readouterr().out
    again = load_exercise(mine).metrics["time"]
    assert again.max is not None and again.max < bands["time"]["max"]


def test_the_command_refuses_in_words(experts, capsys):
    assert cli.app(["bands", str(EXERCISE), str(experts[0])]) == 1
    assert "at least 3 runs, these are 1" in capsys.readouterr().err
    assert cli.app(["bands", "tests/scenes/arm.yaml", *map(str, experts)]) == 1
    assert "not an exercise" in capsys.readouterr().err
