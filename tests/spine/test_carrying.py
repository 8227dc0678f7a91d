"""An edited scene goes on where the one before was, thing by thing, by name."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from simulator import Panel, Simulation
from simulator.carrying import carry
from simulator.checking import load_checked
from simulator.crossing import Successor
from simulator.realtime import Realtime
from simulator.recordings.recording import Recording
from simulator.recordings.replaying import replay
from simulator.snapshot import Event
from tests.spine.edited import drive, edit, load


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("robots/arm/robot.yaml", 'en: "Eye"', 'en: "View"'),
        ("arm.yaml", "console:", "camera: {fov_deg: 50}\nconsole:"),
    ],
)
def test_what_no_physics_knows_changes_no_bit(folder, running, file, before, after):
    old, panel = running
    edit(folder, file, before, after)
    new = load(folder)
    assert carry(old, new) == ((), ())
    assert new.state_hash() == old.state_hash()
    assert drive(new, panel) == drive(old, panel)


def test_an_edited_diagram_keeps_the_motion_and_the_memory(folder, running):
    old, panel = running
    kicks = old.snapshot().signal("kicks")
    assert kicks > 0
    edit(
        folder,
        "consoles/arm.yaml",
        "  drive: {",
        "  half: {type: gain, value: 0.5, in: lever}\n  drive: {",
    )
    edit(folder, "consoles/arm.yaml", "[power, lever, 0]", "[power, half, 0]")
    new = load(folder)
    carry(old, new)
    before, after = old.snapshot(), new.snapshot()
    assert np.array_equal(before.position, after.position)
    assert np.array_equal(before.velocity, after.velocity)
    assert after.signal("kicks") == kicks and after.time == before.time
    after = new.frame(panel.input())
    assert after.signal("drive") == pytest.approx(0.3)
    assert after.signal("kicks") in (kicks, kicks + 1)


def test_a_block_of_another_kind_starts_anew(folder, running):
    old, panel = running
    edit(
        folder,
        "consoles/arm.yaml",
        "{type: ctu, preset: 1000, in: {up: kick}}",
        "{type: gain, value: 2, in: kick}",
    )
    new = load(folder)
    carry(old, new)
    panel.release("kick")
    assert drive(new, panel, 5)[-1] == new.state_hash()
    assert new.snapshot().signal("kicks") == 0.0


def test_things_come_and_go(folder, running):
    old, panel = running
    edit(
        folder,
        "arm.yaml",
        "props:",
        "props:\n  - {name: ball, shape: {sphere: 0.1}, at: [2, 2, 1], density: 100}",
    )
    new = load(folder)
    assert carry(old, new).anew == ("ball",)
    before, after = old.snapshot(), new.snapshot()
    for name in ("crate", "arm.arm"):
        for one, other in zip(before.pose(name), after.pose(name), strict=True):
            assert one == pytest.approx(other, abs=1e-15)
    drive(new, panel)
    back = Simulation(old.scene)
    carry(new, back)
    assert "ball" not in back.layout.bodies
    assert back.snapshot().signal("kicks") == new.snapshot().signal("kicks")


def test_faults_go_on_where_they_can(folder, running):
    old, _ = running
    old.apply(Event("fault", "weak", {"component": "arm.shoulder_motor", "kind": "off"}))
    old.apply(Event("fault", "stuck", {"component": "lever", "kind": "stuck"}))
    old.apply(Event("link", data={"commands": {"delay": 0.2}}))
    edit(folder, "consoles/arm.yaml", "lever: {", "handle: {")
    edit(folder, "consoles/arm.yaml", "[power, lever, 0]", "[power, handle, 0]")
    new = load(folder)
    assert carry(old, new).faults == ("stuck",)
    assert [*new.trouble.present] == ["weak"]
    assert new.trouble.profile == old.trouble.profile


def test_what_hands_have_changed_in_the_diagram_stays(folder, running):
    old, _ = running
    old.apply(Event("force", "drive", {"value": 0.2}))
    diagram = json.loads(old.diagram)
    diagram["constants"] = {"own": 3.0}
    old.apply(Event("diagram", data=diagram))
    edit(folder, "arm.yaml", "density: 400", "density: 500")
    new = load(folder)
    carry(old, new)
    assert new.diagram == old.diagram and new.forced == {"drive": 0.2}
    assert new.snapshot().signal("own") == 3.0
    edit(folder, "consoles/arm.yaml", "outputs:", "constants: {other: 4}\noutputs:")
    new = load(folder)
    carry(old, new)
    assert new.diagram == new.base and new.snapshot().signal("other") == 4.0


def test_a_diverged_scene_is_mended_from_the_start(folder, running):
    old, panel = running
    old.world.bodies.velocity[-1] = 1e9
    assert old.frame(panel.input()).frozen
    new = load(folder)
    assert carry(old, new).anew == ("arm", "crate")
    assert new.state_hash() == load(folder).state_hash()


def test_a_panel_takes_the_place_of_another(folder):
    old = Panel(load_checked(folder / "arm.yaml").console_spec)
    old.set("power", True)
    old.set("lever", 0.7, "keyboard")
    old.press("kick", "mouse")
    edit(folder, "consoles/arm.yaml", "power: {", "added: {type: knob, start: 0.3}\n  power: {")
    new = Panel(load_checked(folder / "arm.yaml").console_spec)
    new.take(old)
    assert (new.get("power"), new.get("added")) == (1.0, 0.3)
    assert (new.get("lever"), new.get("kick")) == (0.0, 0.0), "nobody holds them here"
    assert new.presses("kick") == old.presses("kick") == 1
    assert new.holder("lever") is None


def test_a_recording_ends_at_the_edit_and_goes_on_in_a_new_file(folder, tmp_path):
    now = [0.0]

    def sleep(seconds):
        now[0] += max(seconds, 0.001)

    physics = Realtime(lambda: now[0], sleep)
    paths = [tmp_path / "one.mcap", tmp_path / "two.mcap"]
    old = load(folder)
    physics.send("open", lambda: old)
    physics.send("record", paths[0])

    def run(frames):
        goal = physics.simulation.frame_index + frames if physics.simulation else frames
        while physics.simulation is None or physics.simulation.frame_index < goal:
            assert physics._obey()
            if physics.driven is not None:
                physics._advance(physics.driven, now[0])
            now[0] += 0.04

    run(15)
    physics.panel.set("lever", 0.5)
    shutil.copytree(folder, tmp_path / "before")
    edit(folder, "arm.yaml", "density: 400", "density: 4000")
    new = load(folder)
    physics.send("succeed", Successor(new, "arm.yaml", paths[1]))
    run(15)
    assert physics.simulation is new and physics.panel.console is new.scene.console_spec
    physics._stop_recording()
    first, second = Recording(paths[0]), Recording(paths[1])
    assert first.complete and second.complete
    event = first.records[-1]
    assert (event.kind, event.text, event.frame) == ("reload", "arm.yaml", first.frames[-1].frame)
    assert len(first.frames) == 15 and len(second.frames) == 15
    assert second.frames[0].frame == first.frames[-1].frame + 1
    for recording, place in ((first, tmp_path / "before"), (second, folder)):
        result = replay(recording, load(place))
        assert result.diverged is None and result.frames == 15


def test_nothing_is_taken_over_under_a_trainee(folder):
    physics = Realtime(lambda: 0.0, lambda _: None)
    old = load(folder)
    physics.send("open", lambda: old)
    physics._obey()
    physics._keeper._session = object()  # an attempt is under way
    physics.send("succeed", Successor(load(folder), "arm.yaml", Path("no.mcap")))
    physics._obey()
    assert physics.simulation is old


def test_a_thing_whose_throw_is_edited_is_thrown_anew(folder, running):
    old, _ = running
    edit(folder, "arm.yaml", "name: crate,", "name: crate, velocity: [0, 0, 2],")
    new = load(folder)
    anew, _ = carry(old, new)
    assert anew == ("crate",)
    row = new.names.bodies["crate"]
    assert new.snapshot().velocity[row] == pytest.approx((0, 0, 2))


def test_a_robot_whose_speeds_are_edited_starts_anew(folder, running):
    old, _ = running
    edit(folder, "arm.yaml", "at: [0, 0, 0.05]", "at: [0, 0, 0.05], speeds: {shoulder: 0.5}")
    new = load(folder)
    anew, _ = carry(old, new)
    assert anew == ("arm",)
    assert new.world.joints.speed[new.names.joints["arm.shoulder"]] == 0.5
