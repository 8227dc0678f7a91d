"""What runs draw: distributions, repeatability, and what becomes of scene and script."""

import json
import re
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import pytest

from simulator.batch import one
from simulator.checking import load_checked
from simulator.console.panel import Panel
from simulator.recordings.recording import Recording
from simulator.scripted import ScriptedOperator
from simulator.simulation import Simulation
from simulator.spec.models.script import ScriptSpec
from simulator.spec.models.vary import VarySpec
from simulator.training import draw

MANY = range(2000)


def drawn(vary, name, seed=1):
    spec = VarySpec.model_validate(vary)
    return [draw.draw(spec, seed, run)[name] for run in MANY]


def test_lots_are_even_and_do_not_depend_on_each_other():
    lots = np.array([[draw.lot(3, run, name) for name in ("a", "b")] for run in MANY])
    assert 0.0 < lots.min() < 0.002 and 0.998 < lots.max() < 1.0
    assert lots.mean(axis=0) == pytest.approx(0.5, abs=4 * sqrt(1 / 12 / len(MANY)))
    assert abs(np.corrcoef(lots.T)[0, 1]) < 0.08
    # for ever the same, on every machine
    assert draw.lot(0, 0, "x") == 0.8864493289595496


def test_uniform_normal_and_choice_have_their_moments():
    uniform = drawn({"masses": {"a": {"uniform": [1.0, 3.0]}}}, "mass.a")
    assert min(uniform) >= 1.0 and max(uniform) <= 3.0
    assert fmean(uniform) == pytest.approx(2.0, abs=0.06)
    assert stdev(uniform) == pytest.approx(2.0 / sqrt(12), rel=0.05)
    normal = drawn({"start": {"a": {"x": {"normal": [0.5, 0.1]}}}}, "start.a.x")
    assert fmean(normal) == pytest.approx(0.5, abs=0.01)
    assert stdev(normal) == pytest.approx(0.1, rel=0.06)
    choice = drawn({"friction": {"steel": {"choice": [0.2, 0.4, 0.9]}}}, "friction.steel")
    assert {value: choice.count(value) / len(MANY) for value in set(choice)} == pytest.approx(
        {0.2: 1 / 3, 0.4: 1 / 3, 0.9: 1 / 3}, abs=0.04
    )


def test_chances_and_weights_are_shares_of_the_runs():
    fault = {"chance": 0.25, "component": "a.b", "kind": "off", "at": 1}
    assert fmean(drawn({"faults": {"f": fault}}, "fault.f")) == pytest.approx(0.25, abs=0.04)
    profiles = {"good": {"weight": 3}, "bad": {"commands": {"delay": 0.1}}}
    assert drawn({"profiles": profiles}, "profile").count("good") == pytest.approx(1500, abs=80)


def test_a_normal_draw_stops_where_the_impossible_begins():
    wild = drawn({"masses": {"a": {"normal": [1.0, 5.0]}}}, "mass.a")
    assert min(wild) == 0.01


def test_a_run_draws_the_same_whatever_else_is_drawn(planned):
    _, parts = planned
    all_of_it = draw.draw(parts.vary, 7, 5)
    alone = parts.vary.model_copy(update={"masses": {}, "start": {}, "faults": {}})
    assert draw.draw(alone, 7, 5).items() < all_of_it.items()
    assert draw.draw(parts.vary, 7, 5) == all_of_it
    assert draw.draw(parts.vary, 7, 6) != all_of_it != draw.draw(parts.vary, 8, 5)


def test_the_scene_has_what_was_drawn(planned):
    _, parts = planned
    changes = {
        "start.crate.x": 0.02, "start.crate.yaw": 0.3, "start.arm.yaw": 0.1, "mass.crate": 2.0,
        "mass.arm.arm": 1.5, "friction.concrete": 0.11,
    }  # fmt: skip
    before = parts.exercise.scene_spec
    after = draw.vary_scene(before, changes)
    old, new = Simulation(before), Simulation(after)
    crate, arm = (list(old.layout.bodies).index(name) for name in ("crate", "arm.arm"))
    for row, factor in ((crate, 2.0), (arm, 1.5)):
        assert new.world.bodies.inv_mass[row] == pytest.approx(
            old.world.bodies.inv_mass[row] / factor
        )
    moved = new.snapshot().position[crate] - old.snapshot().position[crate]
    assert moved == pytest.approx([0.02, 0.0, 0.0])
    assert after.robots[0].rpy[2] == pytest.approx(0.1)
    assert after.materials["concrete"].friction == 0.11
    assert after.digest != before.digest
    assert draw.vary_scene(before, {"operator.gain": 2.0}) is before


@pytest.mark.parametrize("scene", ["scenes/container.yaml", "scenes/slalom.yaml"])
def test_every_way_to_give_a_mass_can_be_scaled(scene):
    """Masses of whole parts, of shapes, by density or material; tracks and meshes."""
    before = load_checked(scene)
    names = [name for name in Simulation(before).layout.bodies if name != "ground"]
    after = draw.vary_scene(before, {f"mass.{name}": 3.0 for name in names})
    old, new = Simulation(before).world.bodies, Simulation(after).world.bodies
    assert new.inv_mass == pytest.approx(old.inv_mass / 3.0)
    assert new.centre == pytest.approx(old.centre)


def test_a_slow_operator_acts_on_what_was(arm):
    until = {"signal": "power", "above": 0.5}
    actions = [{"set": {"power": True}, "until": until}]
    script = ScriptSpec.model_validate({"delay": 0.2, "actions": actions})
    panel = Panel(arm.scene.console_spec)
    operator = ScriptedOperator(script, panel)
    snapshot, frames = arm.snapshot(), 0
    while not operator.finished:
        operator.act(snapshot, snapshot.time)
        snapshot = arm.frame(panel.input())
        frames += 1
    # one frame until the signal is there, five until it is seen, one to act
    assert frames == 7


def test_a_trainee_thinks_before_every_action_and_holds_on_meanwhile(arm):
    move = {"widget": "lever", "signal": "shoulder_angle", "to": -5, "gain": 2, "tolerance": 9}
    actions = [{"set": {"power": True}}, {"move": [move]}, {"set": {"lever": 0.5}}, {"hold": 9}]
    script = ScriptSpec.model_validate({"pause": 0.2, "pace": 0.5, "actions": actions})
    panel = Panel(arm.scene.console_spec)
    operator, snapshot, seen = ScriptedOperator(script, panel), arm.snapshot(), []
    for frame in range(20):
        operator.act(snapshot, 0.04 * frame)
        seen.append((panel.get("power"), operator.index, panel.get("lever")))
    is_sprung = panel.spec("lever").spring_return
    assert seen[4] == (0.0, 0, 0.0) and seen[5] == (1.0, 1, 0.0)
    assert seen[9][1] == 1 and seen[10][1] == 2
    assert seen[14] == (1.0, 2, 0.0) and seen[15][1:] == (3, 0.25 if is_sprung else 0.5)


def test_skill_changes_every_move():
    script = ScriptSpec.model_validate(
        {"actions": [{"move": [{"widget": "a", "signal": "b", "to": 1, "gain": 2}]}], "delay": 0.1}
    )
    new = draw.vary_script(
        script,
        VarySpec(),
        {"operator.gain": 0.5, "operator.tolerance": 3.0, "operator.delay": 0.2},
    )
    move = new.actions[0].move[0]
    assert (move.gain, move.tolerance, new.delay) == pytest.approx((1.0, 0.03, 0.3))
    vary = VarySpec.model_validate(
        {"trainees": {"a": {}, "b": {"pace": 0.5, "pause": 2, "gain": 3}}}
    )
    drawn_skills = [draw.draw(vary, 0, run) for run in range(3)]
    assert [one["trainee"] for one in drawn_skills] == ["a", "b", "a"]
    same, other = (draw.vary_script(script, vary, one) for one in drawn_skills[:2])
    assert same == script and (other.pace, other.pause) == (0.5, 2.0)
    other = draw.vary_script(script, vary, {**drawn_skills[1], "operator.gain": 0.5})
    assert other.actions[0].move[0].gain == pytest.approx(3.0)


def test_noise_is_each_runs_own_unless_its_file_says_which(planned):
    _, parts = planned
    written = {"component": "arm.shoulder_angle", "kind": "noise", "at": 0}
    vary = VarySpec.model_validate({"faults": {"a": written, "b": {**written, "seed": 5}}})
    seeds = [
        [fault.seed for fault in draw.vary_exercise(
            parts.exercise, vary, draw.draw(vary, 0, run), 0, run).faults.values()]
        for run in range(3)
    ]  # fmt: skip
    assert len({own for own, _ in seeds}) == 3 and {given for _, given in seeds} == {5}


def test_a_recorded_run_says_what_it_drew_and_replays(planned, tmp_path, capsys):
    from simulator import cli

    plan, parts = planned
    path = tmp_path / "run.mcap"
    row = one.perform(parts, 7, 4, path)
    assert one.play(one.Task(plan, 4)) == row  # recorded or not
    header = Recording(path).header
    assert header["run"] == "4" and json.loads(header["draws"])["mass.crate"] == row["mass.crate"]
    assert cli.app(["replay", str(path)]) == 0
    assert row["state_hash"] in capsys.readouterr().out
    assert cli.app(["rescore", "tests/scenes/push.yaml", str(path), "--json"]) == 0
    graded = json.loads(capsys.readouterr().out)[0]
    assert graded["equal"] and graded["score"]["mark"] == row["mark"]
    # on another scene than the drawn one it would not
    header.pop("draws")
    assert draw.redraw(parts.exercise, header) is parts.exercise


def test_the_readmes_example_drives_the_slalom(tmp_path):
    text = Path("scenes/README.md").read_text(encoding="utf-8")
    section = text[text.index("## Many runs") :]
    example = re.search(r"```yaml\n(.*?)```", section, re.DOTALL)
    assert example is not None
    vary = tmp_path / "slalom.yaml"
    vary.write_text(example[1], encoding="utf-8")
    files = (Path("scenes/exercises/slalom.yaml"), Path("scenes/scripts/slalom.yaml"), vary)
    _, parts = one.make_plan(*files, 1)
    row = one.perform(parts, 1, 0)
    assert row["time"] > 5.0 and row["outcome"] in ("passed", "failed")
    assert {"start.rover.yaw", "friction.rubber", "fault.weak", "profile"} <= set(row)
