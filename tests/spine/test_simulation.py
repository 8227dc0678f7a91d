"""The spine: same inputs, same bits; save and restore; no click lost; a diverged scene freezes."""

import numpy as np
import pytest

from simulator import Panel, Simulation, checking
from simulator.snapshot import Event, PanelInput
from simulator.spec.models.scene import SceneSpec


def drive(simulation, panel, frames, start=0):
    """Drive with a lever that depends on the frame only; return every state hash."""
    hashes = []
    for frame in range(start, start + frames):
        panel.set("power", True)
        panel.set("lever", np.sin(0.3 * frame))
        hashes.append(simulation.frame(panel.input()).state_hash)
    return hashes


def test_same_inputs_give_the_same_bits(arm_scene):
    first, second = Simulation(arm_scene), Simulation(arm_scene)
    one = drive(first, Panel(arm_scene.console_spec), 60)
    two = drive(second, Panel(arm_scene.console_spec), 60)
    assert one == two
    assert len(set(one)) == 60


@pytest.mark.parametrize("at", [1, 7, 33])
def test_restore_goes_on_with_the_same_bits(arm, at):
    panel = Panel(arm.scene.console_spec)
    drive(arm, panel, at)
    saved = arm.save()
    wanted = drive(arm, panel, 25, at)
    arm.restore(saved)
    assert drive(arm, panel, 25, at) == wanted


def test_reset_is_the_start(arm_scene, arm):
    panel = Panel(arm_scene.console_spec)
    fresh = drive(arm, panel, 20)
    arm.reset()
    assert arm.snapshot().time == 0.0
    assert drive(arm, Panel(arm_scene.console_spec), 20) == fresh


def test_what_slides_from_the_start_has_borne_nothing_at_first(arm_scene):
    crate = arm_scene.props[0].model_copy(update={"at": (1, 0, 0.0499), "velocity": (1.0, 0, 0)})
    thrown = Simulation(arm_scene.model_copy(update={"props": [crate]}))
    snapshot = thrown.snapshot()
    assert len(snapshot.contacts.force) and (snapshot.contacts.force == 0.0).all()
    assert snapshot.position[-1] == pytest.approx(crate.at)
    fresh = drive(thrown, Panel(arm_scene.console_spec), 5)
    thrown.reset()
    assert drive(thrown, Panel(arm_scene.console_spec), 5) == fresh


def test_no_click_between_two_frames_is_lost(arm):
    panel = Panel(arm.scene.console_spec)
    for _ in range(3):
        panel.press("kick")
        panel.release("kick")
    counts = [arm.frame(panel.input()).signal("kicks") for _ in range(8)]
    assert counts[-1] == 3.0
    assert counts[0] == 1.0


def test_a_held_button_counts_once(arm):
    panel = Panel(arm.scene.console_spec)
    panel.press("kick")
    assert [arm.frame(panel.input()).signal("kicks") for _ in range(5)] == [1.0] * 5


@pytest.fixture(name="crowded")
def crowded_fixture(tmp_path) -> Simulation:
    """Eight boxes on the floor have twice as many points as there is room for."""
    boxes = [
        f"{{name: b{row}, shape: {{box: [0.1, 0.1, 0.1], mass: 1}}, at: [{row}, 0, 0.05]}}"
        for row in range(8)
    ]
    path = tmp_path / "full.yaml"
    path.write_text(f"physics: {{max_contacts: 16, sleep: false}}\nprops: [{', '.join(boxes)}]\n")
    return Simulation(checking.load_checked(path))


def test_a_full_table_is_told_while_it_is_and_then_as_what_was(crowded):
    simulation = crowded
    panel = Panel(simulation.scene.console_spec)
    (alarm,) = simulation.frame(panel.input()).alarms
    assert alarm.text == (
        "no room for 16 contacts: things sink into each other; raise `max_contacts` of the scene's "
        "`physics` above 16"
    )
    assert simulation.frame(panel.input()).alarms == (alarm,)  # not one that counts on and on
    simulation.world.bodies.position[1:6, 2] += 10.0
    simulation.frame(panel.input())
    (alarm,) = simulation.frame(panel.input()).alarms
    assert alarm.text.startswith("there was no room for all contacts in 2 frames: raise `max_cont")
    simulation.reset()
    assert simulation.snapshot().alarms == ()
    simulation.world.bodies.position[1:6, 2] += 10.0
    assert simulation.frame(panel.input()).alarms == ()


def test_a_full_table_is_told_in_the_first_frame_after_a_jump(crowded):
    simulation = crowded
    panel = Panel(simulation.scene.console_spec)
    shots = [(simulation.save(), simulation.frame(panel.input()).alarms) for _ in range(4)]
    for state, alarms in (shots[3], shots[1], shots[3], shots[2]):
        simulation.restore(state)
        assert simulation.frame(panel.input()).alarms == alarms == shots[0][1] != ()
    simulation.world.bodies.position[1:6, 2] += 10.0
    simulation.frame(panel.input())
    apart = simulation.save()
    simulation.restore(shots[3][0])
    simulation.restore(apart)  # where all contacts have room
    simulation.frame(panel.input())
    assert simulation.shortage.points == 0


def test_a_diverged_body_freezes_the_scene_and_is_named(arm):
    panel = Panel(arm.scene.console_spec)
    before = arm.frame(panel.input())
    arm.world.bodies.velocity[arm.names.bodies["crate"]] = np.nan
    snapshot = arm.frame(panel.input())
    assert snapshot.frozen
    assert [(alarm.code, alarm.body) for alarm in snapshot.alarms] == [("diverged", "crate")]
    assert np.isfinite(snapshot.position).all()
    assert np.isfinite(snapshot.signals).all()
    assert np.allclose(snapshot.pose("crate")[0], before.pose("crate")[0])
    later = arm.frame(panel.input())
    assert np.array_equal(later.position, snapshot.position)
    arm.reset()
    assert not arm.frame(panel.input()).frozen


def test_a_state_of_another_scene_is_refused(arm):
    with pytest.raises(ValueError, match="another scene"):
        arm.restore(arm.save()[:-8])


def test_snapshots_cannot_be_written(arm):
    snapshot = arm.frame(Panel(arm.scene.console_spec).input())
    with pytest.raises(ValueError, match="read-only"):
        snapshot.position[0, 0] = 1.0


def test_signals_and_poses_by_name(arm):
    panel = Panel(arm.scene.console_spec)
    panel.set("power", True)
    panel.set("lever", 1.0)
    for _ in range(10):
        snapshot = arm.frame(panel.input())
    assert snapshot.signal("shoulder_angle") == pytest.approx(snapshot.joint("arm.shoulder"))
    position, orientation = snapshot.pose("arm.arm")
    assert position == pytest.approx([0.0, 0.0, 0.65], abs=1e-4)
    assert np.linalg.norm(orientation) == pytest.approx(1.0)


def test_a_state_restored_in_a_fresh_simulation_goes_on_alike_where_contact_forces_are_measured():
    scene = checking.load_checked("scenes/lift.yaml")
    first, second = Simulation(scene), Simulation(scene)
    panel = Panel(scene.console_spec).input()
    for _ in range(5):
        first.frame(panel)
    second.restore(first.save())
    hashes = [(first.frame(panel).state_hash, second.frame(panel).state_hash) for _ in range(3)]
    assert all(one == other for one, other in hashes)


def build(prop, **physics):
    """Return a simulation of one prop; a plane bears it where there is gravity."""
    floats = physics.get("gravity") == (0.0, 0.0, 0.0)
    terrain = [] if floats else [{"plane": True}]
    return Simulation(
        SceneSpec.model_validate({"props": [prop], "terrain": terrain, "physics": physics})
    )


def go_on(simulation, frames=1):
    """Return the snapshot after so many frames without input."""
    count = len(simulation.input_names)
    for _ in range(frames):
        shown = simulation.frame(PanelInput(np.zeros(count), np.zeros(count, np.int64)))
    return shown


@pytest.mark.parametrize("substeps", [1, 2, 4])
def test_what_rests_weighs_the_same_in_steps_of_any_parts(substeps):
    crate = {"name": "crate", "shape": {"box": [0.4, 0.4, 0.4]}, "mass": 10.0, "at": [0, 0, 0.2]}
    shown = go_on(build(crate, substeps=substeps, sleep=False), 25)
    assert shown.contacts.force.sum() == pytest.approx(98.1, rel=1e-6)
    assert shown.touching.force.sum() == pytest.approx(98.1, rel=1e-6)


@pytest.mark.parametrize("step", [0.005, 0.02])
@pytest.mark.parametrize("shape", [{"sphere": 0.01}, {"box": [0.2, 0.2, 0.01]}])
def test_a_push_gives_a_thin_body_all_of_its_momentum(step, shape):
    simulation = build(
        {"name": "it", "shape": shape, "mass": 1.0, "at": [0, 0, 0]},
        step=step, steps_per_frame=round(0.04 / step), gravity=(0.0, 0.0, 0.0),
    )  # fmt: skip
    simulation.apply(Event("push", "it", {"impulse": [12.0, 0.0, 0.0]}))
    row = simulation.names.bodies["it"]
    assert go_on(simulation).velocity[row] == pytest.approx([12.0, 0.0, 0.0])


def test_what_has_diverged_is_put_back_as_it_was_shown(arm_scene):
    simulation, other = Simulation(arm_scene), Simulation(arm_scene)
    panel = Panel(arm_scene.console_spec).input()
    for _ in range(12):
        sound = simulation.frame(panel)
    simulation.apply(Event("push", "crate", {"impulse": [1e9, 0.0, 3e8]}))
    simulation.apply(Event("force", "lever", {"value": 0.5}))
    simulation.frame(panel)
    shown = simulation.frame(panel)
    assert shown.frozen and np.array_equal(shown.position, sound.position)
    state = simulation.save()
    other.restore(state)
    assert other.save() == state and other.state_hash() == shown.state_hash
    for again in (other.snapshot(), simulation.frame(panel), other.frame(panel)):
        assert again.frozen and len(again.touching.force) == 0
        for name in ("position", "orientation", "velocity", "spin", "signals"):
            assert np.array_equal(getattr(again, name), getattr(shown, name))
    simulation.reset()
    assert not simulation.frame(panel).frozen
