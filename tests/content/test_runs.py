"""The scripted operators do the scenes' jobs on the real physics, and the desks' safeties hold."""

from pathlib import Path

import numpy as np
import pytest

from simulator.console.panel import Panel
from simulator.headless import Run
from simulator.simulation import Simulation
from simulator.spec import load

ROOT = Path(__file__).parents[2]
SCENES = ("container", "slalom", "lift", "squad", "hall", "quadruped")


@pytest.fixture(scope="module")
def simulations():
    scenes = {name: load.load_scene(ROOT / "scenes" / f"{name}.yaml") for name in SCENES}
    return {name: Simulation(scene) for name, scene in scenes.items()}


@pytest.fixture
def fresh(simulations):
    def reset(name):
        simulations[name].reset()
        return simulations[name], Panel(simulations[name].scene.console_spec)

    return reset


def advance(simulation, panel, seconds):
    """Run on; return the last snapshot."""
    for _ in range(max(1, round(seconds / simulation.frame_dt))):
        snapshot = simulation.frame(panel.input())
    return snapshot


def switch_on(simulation, panel, seconds=1.2):
    panel.set("key", 2)
    advance(simulation, panel, 0.2)
    panel.set("key", 1)
    return advance(simulation, panel, seconds)


def run_script(simulation, name):
    run = Run(simulation, load.load_script(ROOT / "scenes" / "scripts" / f"{name}.yaml"))
    last = run.go(None)
    assert run.failure == ""
    assert not last.frozen and last.alarms == ()
    return last


@pytest.mark.parametrize("name", SCENES)
def test_untouched_scene_stays_where_it_is(fresh, name):
    simulation, panel = fresh(name)
    before = simulation.snapshot()
    after = advance(simulation, panel, 2.0)
    assert np.isfinite(after.signals).all() and after.alarms == ()
    rigid = [row for row, body in enumerate(after.layout.bodies) if "_link_" not in body]
    assert np.abs(after.position - before.position)[rigid].max() < 0.005
    assert np.abs(after.position - before.position).max() < 0.02  # tracks sag between their wheels
    assert np.linalg.norm(after.velocity, axis=1).max() < 0.01


def test_container_ends_in_the_bin(fresh):
    simulation, _ = fresh("container")
    last = run_script(simulation, "container")
    container, bin_mouth = last.pose("container")[0], last.pose("bin")[0]
    assert np.hypot(*(container - bin_mouth)[:2]) < 0.25
    assert container[2] == pytest.approx(0.382, abs=0.01)  # stands on the floor of the bin
    assert last.signal("done") == 1.0 and last.signal("fault") == 0.0


def test_the_grip_lamp_tells_that_something_is_held(fresh):
    simulation, panel = fresh("container")
    switch_on(simulation, panel)
    panel.set("jaws", True)
    shut = advance(simulation, panel, 4.0)
    assert shut.signal("jaw_force") > 25.0  # empty, they press on each other
    assert shut.signal("grip") == 0.0
    last = run_script(fresh("container")[0], "container")
    assert last.signal("stage") >= 3.0  # which it reaches with the container in its jaws


def test_the_walking_robot_carries_the_source_into_the_cask():
    simulation = Simulation(load.load_scene(ROOT / "scenes" / "deactivation.yaml"))
    far = simulation.snapshot().exposure["biped.left_eye"]
    last = run_script(simulation, "deactivation")
    canister, opening = last.pose("canister")[0], last.pose("cask")[0]
    assert np.abs(canister - opening)[:2].max() < 0.2 and canister[2] < opening[2]
    assert last.signal("stage") == 5 and last.signal("fall") == 0
    assert np.linalg.norm(last.pose("biped.pelvis")[0][:2] - [0.0, 1.6]) < 0.1
    # 5 mSv/h at 1 m for a minute: less than a tenth of a millisievert, and more than at the start
    assert 2e-5 < last.signal("dose") < 1e-4
    assert far < last.exposure["biped.left_eye"] < last.exposure["biped.hand_camera"]


def test_the_walking_robot_walks_twenty_steps_turns_both_ways_and_starts_again():
    simulation = Simulation(load.load_scene(ROOT / "scenes" / "walk.yaml"))
    last = run_script(simulation, "walk")
    assert last.signal("fall") == 0.0 and last.signal("steps") == 24.0
    assert last.signal("standing") == 1.0 and last.signal("fall.lean") < np.radians(0.6)
    assert abs(last.signal("heading")) < np.radians(2)  # as far back as it had turned


def test_slalom_passes_every_gate_without_a_touch(fresh):
    simulation, _ = fresh("slalom")
    start = simulation.snapshot()
    last = run_script(simulation, "slalom")
    assert last.signal("gates") == 6.0 and last.signal("bumps") == 0.0
    for row, name in enumerate(last.layout.bodies):
        if name.startswith("cone"):
            assert np.linalg.norm(last.position[row] - start.position[row]) < 0.02


def test_lift_serves_all_floors(fresh):
    simulation, _ = fresh("lift")
    run = Run(simulation, load.load_script(ROOT / "scenes" / "scripts" / "lift.yaml"))
    answered = set()
    while run.operate() and not run.operator.finished:
        run.snapshot = simulation.frame(run.panel.input())
        answered |= {floor for floor in "123" if run.snapshot.signal(f"answer_{floor}") > 0.5}
        away = run.snapshot.signal("at_floor") < 0.5
        assert not (away and run.snapshot.signal("door_gap") > 0.02), "doors open between floors"
    assert run.failure == "" and answered == {"1", "2", "3"}
    assert run.snapshot.signal("cabin_height") == pytest.approx(0.0, abs=0.005)
    assert run.snapshot.signal("crate_height") == pytest.approx(0.345, abs=0.01)


def test_eight_robots_climb_cross_push_and_carry_at_once(fresh):
    simulation, _ = fresh("squad")
    last = run_script(simulation, "squad")
    robots = [placement.name for placement in simulation.scene.robots]
    assert len(robots) == 8
    for name in robots:
        assert last.signal(f"{name}.fault") == 0.0
        assert abs(last.signal(f"{name}.heading")) < 0.2, name  # all keep to their lanes
    for name in ("alpha", "bravo"):
        assert last.pose(f"{name}.chassis")[0][2] == pytest.approx(0.36, abs=0.02)
    for name in ("charlie", "delta", "foxtrot", "hotel"):
        x, _, z = last.pose(f"case_{name}")[0]
        assert x == pytest.approx(0.9, abs=0.06) and z == pytest.approx(0.702, abs=0.01), name
    assert last.pose("echo.chassis")[0][0] > 0.3
    assert last.pose("crate")[0][0] == pytest.approx(0.7, abs=0.1)


def test_key_does_nothing_while_a_lever_is_out_of_rest(fresh):
    simulation, panel = fresh("container")
    panel.set("left", 0.5)
    assert switch_on(simulation, panel).signal("power") == 0.0
    panel.set("left", 0.0)
    assert switch_on(simulation, panel).signal("power") == 1.0


def test_emergency_stop_cuts_and_latches(fresh):
    simulation, panel = fresh("container")
    switch_on(simulation, panel)
    panel.set("left", 1.0)
    panel.set("right", 1.0)
    assert advance(simulation, panel, 1.0).signal("forward_speed") > 0.15
    panel.press("stop")
    stopped = advance(simulation, panel, 0.6)
    assert abs(stopped.signal("forward_speed")) < 0.01
    panel.set("stop", 0)
    assert advance(simulation, panel, 0.5).signal("power") == 0.0  # released is not restarted


def test_arm_holds_its_pose_without_power(fresh):
    simulation, panel = fresh("container")
    switch_on(simulation, panel)
    panel.press("pick_shoulder")
    panel.set("arm.y", -1.0)
    moved = advance(simulation, panel, 2.0)
    panel.set("key", 0)
    cut = advance(simulation, panel, 0.5)
    later = advance(simulation, panel, 3.0)
    assert moved.signal("shoulder_angle") < 2.0
    assert later.signal("shoulder_angle") == pytest.approx(cut.signal("shoulder_angle"), abs=1e-3)


def test_stick_commands_the_speed_of_the_picked_joint(fresh):
    simulation, panel = fresh("container")
    switch_on(simulation, panel)
    panel.set("range", 3)
    panel.set("arm.y", 0.5)
    moving = advance(simulation, panel, 1.0)
    assert moving.signal("elbow_speed") == pytest.approx(0.375, rel=0.1)
    assert moving.signal("shoulder_speed") == pytest.approx(0.0, abs=1e-3)
    panel.set("arm.y", 0.0)
    assert advance(simulation, panel, 1.0).signal("elbow_speed") == pytest.approx(0.0, abs=1e-3)


def test_plumb_keeps_the_slope_of_the_gripper(fresh):
    simulation, panel = fresh("container")
    switch_on(simulation, panel)
    panel.press("plumb")
    advance(simulation, panel, 0.1)
    panel.release("plumb")
    start = simulation.snapshot()
    panel.set("arm.y", 1.0)
    moved = advance(simulation, panel, 1.5)
    bend = [
        sum(one.signal(f"{joint}_angle") for joint in ("shoulder", "elbow", "wrist"))
        for one in (start, moved)
    ]
    assert moved.signal("elbow_angle") > start.signal("elbow_angle") + 0.2
    assert bend[1] == pytest.approx(bend[0], abs=0.02)


def test_both_jaws_move_alike(fresh):
    simulation, panel = fresh("container")
    switch_on(simulation, panel)
    panel.set("jaws", 1)
    closing = advance(simulation, panel, 0.4)
    left, right = closing.joint("mf4.jaw_left"), closing.joint("mf4.jaw_right")
    assert 0.0 < left < 0.05
    assert right == pytest.approx(-left, abs=1e-4)


def test_lift_refuses_to_move_with_an_open_door(fresh):
    simulation, panel = fresh("lift")
    switch_on(simulation, panel)
    panel.press("open")
    opened = advance(simulation, panel, 2.5)
    assert opened.signal("door_gap") > 0.3
    panel.press("floor_3")
    held = advance(simulation, panel, 2.0)
    assert held.signal("wait_3") == 1.0 and held.signal("moving") == 0.0
    assert held.signal("cabin_height") == pytest.approx(0.0, abs=0.003)


def test_rover_brake_beats_the_stick(fresh):
    simulation, panel = fresh("slalom")
    switch_on(simulation, panel)
    panel.set("drive.y", 1.0)
    assert advance(simulation, panel, 1.5).signal("forward_speed") > 0.6
    panel.press("brake")
    assert abs(advance(simulation, panel, 1.0).signal("forward_speed")) < 0.02
