"""The library of exercises: each can be solved, none solves itself, clumsy driving is found out."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from simulator.headless import Run
from simulator.simulation import Simulation
from simulator.spec import load
from simulator.spec.models.exercise import ExerciseSpec
from simulator.spec.models.script import ActionSpec, ScriptSpec
from simulator.training.cast import Cast
from simulator.training.ghost import Ghost, ghost_of
from simulator.training.score import Score

SCENES = Path(__file__).parents[2] / "scenes"
NAMES = sorted(path.stem for path in (SCENES / "exercises").glob("*.yaml"))
LIBRARY = {
    "behind_obstacle", "corridor", "first_drive", "lift_operation", "pallet_steps", "pick_place",
    "quadruped", "ramp", "reverse_bay", "slalom", "valve",
}  # fmt: skip
HANDLING = {"behind_obstacle", "exam", "pick_place"}


def read(name: str) -> ExerciseSpec:
    return load.load_exercise(SCENES / "exercises" / f"{name}.yaml")


def read_script(name: str) -> ScriptSpec:
    return load.load_script(SCENES / "scripts" / f"{name}.yaml")


@cache
def build(name: str) -> Simulation:
    scene = read(name).scene_spec
    assert scene is not None
    return Simulation(scene)


def score(name: str, actions: list, **changes) -> Score:
    """Return the score of a run of these actions, scripts' or as a file writes them."""
    simulation = build(name)
    simulation.reset()
    written = [one if isinstance(one, ActionSpec) else ActionSpec(**one) for one in actions]
    exercise = read(name).model_copy(update=changes)
    run = Run(simulation, ScriptSpec(actions=written), exercise)
    run.go(None)
    assert run.failure == "" and run.session is not None
    return run.session.judge.score


def until(name: str, note: str) -> list[ActionSpec]:
    """Return a script's actions up to the one with this note."""
    actions = read_script(name).actions
    last = next(row for row, action in enumerate(actions) if action.note == note)
    return list(actions[: last + 1])


def test_eleven_exercises_and_an_exam():
    assert set(NAMES) == LIBRARY | {"exam"}
    assert {read(name).level for name in NAMES} == {1, 2, 3, 4, 5}
    assert read("exam").exam is not None


@pytest.mark.parametrize("name", NAMES)
def test_it_is_written_to_be_taught(name):
    exercise = read(name)
    texts = [exercise.title, exercise.briefing]
    texts += [part.text for part in (*exercise.stages, *exercise.limits, *exercise.hints)]
    texts += [metric.label for metric in exercise.metrics.values() if metric.label]
    texts += [zone.label for zone in exercise.zones.values() if zone.label]
    for text in texts:
        assert text.ru and text.en and (text.ru != text.en or text.ru == "%")
    wanted = {"time"} if name == "lift_operation" else {"time", "collisions", "peak_force"}
    if name in HANDLING:
        wanted |= {"tip_margin", "drops", "load_force", "placing", "camera_neglect", "wrong_mode"}
        assert exercise.handles
    kinds = {metric.kind or key for key, metric in exercise.metrics.items()}
    assert kinds >= wanted
    for key, metric in exercise.metrics.items():
        assert metric.min is not None or metric.max is not None, f"{key} has no band"
    if exercise.exam is None:
        assert len(exercise.hints) >= 2 and all(hint.price > 0 for hint in exercise.hints)
        assert exercise.aids


@pytest.mark.parametrize("name", NAMES)
def test_its_script_passes(name):
    result = score(name, list(read_script(name).actions))
    assert (result.outcome, result.reason) == ("passed", "")
    assert all(stage.seconds is not None for stage in result.stages)
    assert not result.breaches
    assert result.mark > 85.0


@pytest.mark.parametrize("name", NAMES)
def test_who_does_nothing_fails(name):
    result = score(name, [{"hold": 5.0}], seconds=1.0)
    assert (result.outcome, result.reason, result.mark) == ("failed", "time", 0.0)
    assert all(stage.seconds is None for stage in result.stages)


@pytest.mark.parametrize("name", NAMES)
def test_aids_that_follow_an_expert_have_one(name):
    exercise = read(name)
    if not {"path", "ghost"} & {aid.kind for aid in exercise.aids}:
        return
    cast = Cast(exercise, build(name))
    ghost = Ghost.load(ghost_of(exercise.source), np.flatnonzero(cast.own))
    build(name).reset()
    start = build(name).snapshot().position[cast.base]
    assert np.linalg.norm(ghost.way[0] - start) < 0.05
    assert ghost.length > 15.0


@pytest.mark.parametrize("name", ["valve", "pick_place", "reverse_bay"])
def test_its_script_passes_from_a_little_beside(name):
    exercise = read(name)
    scene = exercise.scene_spec
    assert scene is not None
    robot, *others = scene.robots
    x, y, z = robot.at
    turned = (*robot.rpy[:2], robot.rpy[2] + 0.006)
    moved = robot.model_copy(update={"at": (x + 0.015, y - 0.015, z), "rpy": turned})
    simulation = Simulation(scene.model_copy(update={"robots": [moved, *others]}))
    run = Run(simulation, read_script(name), exercise)
    run.go(None)
    assert run.failure == "" and run.session is not None
    assert run.session.judge.score.outcome == "passed"


def test_full_speed_into_a_wall_ends_the_attempt():
    result = score(
        "corridor",
        [
            *until("corridor", "Key back to ON"),
            {"set": {"range": 3, "left": 1, "right": 1}, "hold": 12},
        ],
    )
    assert (result.outcome, result.reason) == ("failed", "struck")
    assert next(metric for metric in result.metrics if metric.name == "peak_force").value > 600.0


def test_a_case_let_go_in_the_air_is_dropped():
    actions = until("pick_place", "Lift")
    result = score("pick_place", [*actions, {"set": {"jaws": 0}, "hold": 4}])
    assert (result.outcome, result.reason) == ("failed", "dropped")


def test_half_in_the_bay_is_not_parked():
    drive = [{"widget": side, "signal": "chassis_x", "to": -5.0, "gain": 2.5, "tolerance": 0.02}
             for side in ("left", "right")]  # fmt: skip
    actions = until("reverse_bay", "Turn the back to the bay")
    result = score("reverse_bay", [*actions, {"move": drive}, {"hold": 2.0}])
    assert (result.outcome, result.reason) == ("failed", "unfinished")
    assert result.stages[-1].seconds is None and result.stages[-2].seconds is not None


def test_a_button_before_the_power_is_the_wrong_mode():
    early = [{"press": ["floor_3"], "hold": 0.5}]
    result = score("lift_operation", [*early, *read_script("lift_operation").actions])
    assert (result.outcome, result.reason) == ("failed", "metrics")
    assert [metric.name for metric in result.metrics if not metric.passed] == ["wrong_mode"]


def test_a_dose_above_its_limit_ends_the_attempt():
    limits = [
        limit.model_copy(update={"when": limit.when.model_copy(update={"above": 0.5})})
        for limit in read("behind_obstacle").limits
        if limit.name == "dose"
    ]
    result = score("behind_obstacle", list(read_script("behind_obstacle").actions), limits=limits)
    dose = next(metric for metric in result.metrics if metric.name == "dose")
    assert (result.outcome, result.reason) == ("failed", "dose")
    assert dose.value == pytest.approx(0.5, abs=0.1) and dose.value > 0.5
    assert [breach.name for breach in result.breaches] == ["dose"]
