"""Files saved while the program runs are taken over; mistakes are shown, and nothing stops."""

import gc
from pathlib import Path

import numpy as np
import pytest
import trimesh
from pyglet import gl
from windowed import opened, texts_of, until

from simulator.app import opening
from simulator.console.devices import Devices
from simulator.recordings.recording import Recording
from simulator.reloading.watching import PAUSE
from simulator.render import geometry, shader


def test_a_saved_console_is_taken_over_with_the_panel_as_it_was(program):
    app = program.app
    app.devices.panel.set("power", True)
    renderer, frame = app.viewer.renderer, program.frame
    camera = app.viewer.orbit
    program.edit_and_wait("consoles/arm.yaml", "power: {", "new: {type: toggle}\n  power: {")
    assert app.devices.panel.input_names == ("new", "power", "lever", "kick")
    assert app.devices.panel.get("power") == 1.0
    assert program.told()[-1] == "Taken over: arm.yaml"
    assert app.viewer.renderer is renderer and app.viewer.orbit is camera
    assert program.frame >= frame
    program.until(lambda: program.snapshot.signal("drive") == 0.0 and program.frame > frame + 3)


def test_a_window_that_has_answered_its_stall_is_not_said_to_stand_still_again(program):
    app = program.app
    app.realtime._intake.stalls += 1
    program.until(lambda: app._stalls == app.realtime.state.stats.stalls == 1)
    power = "power: {type: toggle, label: On}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Devices, "stall", lambda _: told.append("stalled"))
        told = []
        program.edit_and_wait("consoles/arm.yaml", "power: {type: toggle}", power)
        frame = program.frame
        program.until(lambda: program.frame > frame + 3)
        program.edit_and_wait("consoles/arm.yaml", power, "power: {type: toggle}")
    assert told == []


def test_a_moved_widget_and_a_new_page_are_taken_over_with_the_panel_as_it_was(program):
    app = program.app
    app.devices.panel.set("power", True)
    groups = "groups: {a: {title: A, page: one}, b: {title: B, page: two}}\n"
    pages = "pages: {one: {title: One}, two: {title: Two}}\n"
    program.edit_and_wait("consoles/arm.yaml", "panel:\n", f"{pages}{groups}panel:\n")
    app.actions.next_page(1)
    program.edit_and_wait("consoles/arm.yaml", "toggle}", "toggle, group: b}")
    power = app.screen.desk.rect("power")
    places = "layout: {panel: {power: [300, 40]}}\npanel:\n"
    program.edit_and_wait("consoles/arm.yaml", "panel:\n", places)
    assert app.screen.desk.pages.chosen == "two"
    assert app.screen.desk.rect("power")[0] > power[0]
    assert app.devices.panel.get("power") == 1.0
    program.edit_and_wait("consoles/arm.yaml", f"{pages}{groups}", "groups: {b: {title: B}}\n")
    assert app.screen.desk.pages.chosen == ""


def test_a_moved_prop_is_where_the_file_says_and_the_picture_is_built_anew(program):
    app, before = program.app, program.app.viewer.renderer
    program.edit_and_wait("arm.yaml", "at: [1, 0, 0.3]", "at: [2, 0, 0.3]")
    assert app.viewer.renderer is not before
    assert "From the start: crate" in program.told()
    assert program.snapshot.pose("crate")[0][0] == pytest.approx(2.0, abs=1e-3)


def test_a_mesh_file_saved_anew_is_felt_and_seen(program):
    app, path = program.app, program.folder / "block.stl"
    box, mesh = "box: [0.1, 0.1, 0.1]", "mesh: block.stl"
    trimesh.creation.box((0.1, 0.1, 0.1)).export(path)
    program.edit_and_wait("arm.yaml", box, mesh)
    at = program.snapshot.layout.bodies.index("crate")

    def find_height():
        return np.ptp(geometry.bake(app.realtime.simulation.scene).bounds[at][:, 2])

    assert find_height() == pytest.approx(0.1, abs=1e-6)
    simulation, renderer = app.realtime.simulation, app.viewer.renderer
    trimesh.creation.box((0.1, 0.1, 0.3)).export(path)
    program.until(lambda: app.realtime.simulation is not simulation)
    program.until(lambda: app.viewer.renderer is not renderer)
    assert find_height() == pytest.approx(0.3, abs=1e-6)
    program.until(lambda: abs(program.snapshot.pose("crate")[0][2] - 0.15) < 1e-3)  # it stands
    program.edit_and_wait("arm.yaml", mesh, box)


def test_a_mesh_file_saved_damaged_is_told_at_its_line_and_goes_when_mended(program):
    app, path = program.app, program.folder / "block.obj"
    box, mesh = "box: [0.1, 0.1, 0.1]", "mesh: block.obj"
    trimesh.creation.box((0.1, 0.1, 0.1)).export(path)
    program.edit_and_wait("arm.yaml", box, mesh)
    simulation, sound = app.realtime.simulation, path.read_text()
    path.write_text("v 0 0 0\nv 1 0\nv 0 1 0\nf 1 2 3\n")
    program.until(lambda: app.problems)
    assert [problem.code for problem in app.problems] == ["E802"]
    assert app.problems[0].file == "arm.yaml" and app.problems[0].line > 1
    assert app.realtime.simulation is simulation
    path.write_text(sound + "\n")
    program.until(lambda: app.realtime.simulation is not simulation)
    assert not app.problems
    program.edit_and_wait("arm.yaml", mesh, box)


def test_a_mistake_leaves_the_scene_alone_and_goes_when_it_is_mended(program, capfd):
    app, simulation = program.app, program.app.realtime.simulation
    program.edit("robots/arm/robot.yaml", "stall_torque", "stall_torqe")
    program.until(lambda: app.problems)
    problem = app.problems[0]
    assert (problem.file, problem.line) == ("robots/arm/robot.yaml", 7)
    assert "stall_torque" in str(problem) and str(problem) in capfd.readouterr().err
    frame = program.frame
    program.until(lambda: program.frame > frame + 3)
    assert app.realtime.simulation is simulation and app.realtime.state.name == "running"
    program.edit("robots/arm/robot.yaml", "stall_torqe", "stall_torque")
    program.until(lambda: not app.problems)
    assert app.realtime.simulation is simulation, "it says what it said before"


def test_the_card_of_a_mistake_shows_the_file_as_it_was_saved_last(program):
    app = program.app
    program.edit("arm.yaml", "density: 400", "density: -1")
    program.until(lambda: app.problems)
    app.screen._is_card_open = True  # by a click on what the foot tells
    program.until(lambda: any("density: -1" in one for one in texts_of(app)))
    program.edit("arm.yaml", "density: -1", "density: -2")
    program.until(lambda: "-2" in str(app.problems[0]))
    told = [one for one in texts_of(app) if "density: -" in one]
    assert app.screen.shows_problems, "it stays open for the next one"
    assert told and all("density: -2" in one for one in told)
    program.edit("arm.yaml", "density: -2", "density: 400")
    program.until(lambda: not app.problems)
    program.edit("arm.yaml", "density: 400", "density: -3")
    program.until(lambda: app.problems)
    app.tick()
    assert not app.screen.shows_problems, "who drives has it out of the way"
    program.edit("arm.yaml", "density: -3", "density: 400")
    program.until(lambda: not app.problems)


def test_a_file_that_was_missing_is_noticed_when_it_comes(program):
    app, file = program.app, program.folder / "more.yaml"
    program.edit("arm.yaml", "console:", "include: [more.yaml]\nconsole:")
    program.until(lambda: app.problems)
    assert app.problems[0].code == "E201"
    file.write_text("props: [{name: ball, shape: {sphere: 0.1, mass: 1}, at: [0, 2, 1]}]\n")
    program.until(lambda: "ball" in program.snapshot.layout.bodies)
    file.write_text("props: [{name: globe, shape: {sphere: 0.1, mass: 1}, at: [0, 2, 1]}]\n")
    program.until(lambda: "globe" in program.snapshot.layout.bodies)
    assert not app.problems


def test_a_recording_goes_on_in_a_new_file(program):
    app = program.app
    app.actions.record()
    program.until(lambda: app.realtime.state.recording is not None)
    frame = program.frame
    program.until(lambda: program.frame > frame + 3)
    program.edit_and_wait("arm.yaml", "density: 400", "density: 500")
    assert any(text.startswith("The recording goes on in") for text in program.told())
    frame = program.frame
    program.until(lambda: program.frame > frame + 3)
    app.actions.record()
    program.until(lambda: app.realtime.state.recording is None)
    one, two = map(Recording, sorted((program.folder / "out").glob("*.mcap")))
    assert one.records[-1].kind == "reload"
    assert two.frames[0].frame == one.frames[-1].frame + 1


def test_a_shader_is_taken_over_and_its_mistake_has_a_place(program):
    app, simulation = program.app, program.app.realtime.simulation
    sky, before = shader.FOLDER / "tone.glsl", app.viewer.renderer
    text = sky.read_text()
    sky.write_text("// edited\n" + text)
    program.until(lambda: app.viewer.renderer is not before)
    before = app.viewer.renderer
    sky.write_text("// edited\nfloat wrong = missing;\n" + text)
    program.until(lambda: app.problems)
    assert Path(app.problems[0].file).name == "tone.glsl"
    assert (app.problems[0].line, app.problems[0].code) == (2, "shader")
    assert app.viewer.renderer is before
    sky.write_text(text)
    program.until(lambda: not app.problems)
    assert app.realtime.simulation is simulation


def test_nothing_changes_under_a_trainee(program):
    app, simulation = program.app, program.app.realtime.simulation
    app.lessons._is_running = True
    program.edit("arm.yaml", "props:", "physics: {substeps: 2}\nprops:")
    due = app.clock() + 5 * PAUSE
    program.until(lambda: app.clock() > due)
    assert app.realtime.simulation is simulation and not app.problems
    assert program.told()[-1] == "Saved, is taken over after the attempt: arm.yaml"
    app.lessons._is_running = False
    program.until(lambda: app.realtime.simulation is not simulation)


def test_a_file_that_is_edited_here_waits_until_its_editor_has_decided(program):
    app, board = program.app, program.app.diagrams.board
    simulation, path = app.realtime.simulation, program.folder / "consoles/arm.yaml"
    draft, before = board.draft, path.read_text(encoding="utf-8")
    document = draft.console_of("")
    assert draft.edit(document, lambda: document.set(("constants",), {"most": 0.5}))
    path.write_text(f"{before}# another hand\n", encoding="utf-8")
    program.until(lambda: board.conflicts)
    told = "arm.yaml: another program has written it, edits are not saved; decide in the editor"
    assert program.told()[-1].startswith(told), "nothing was taken over, and no word of it"
    app.devices.panel.dismiss()
    for _ in range(60):
        app.tick()
    assert app.realtime.simulation is simulation and not program.told()
    app.diagrams.toggle()
    path.write_text(f"{before}# another hand again\n", encoding="utf-8")
    program.until(program.told)
    board.overwrite()
    program.until(lambda: app.realtime.simulation is not simulation)
    program.until(lambda: program.told() == ["Taken over: arm.yaml"])
    assert "another hand" not in path.read_text(encoding="utf-8")
    assert app.realtime.simulation.scene.console_spec.constants["most"] == 0.5
    app.diagrams.toggle()
    path.write_text(before, encoding="utf-8")
    program.until(lambda: not app.realtime.simulation.scene.console_spec.constants)


def test_a_robot_is_taken_over_where_it_stands(program):
    app = program.app
    program.edit_and_wait("robots/arm/robot.yaml", "stall_torque: ", "stall_torque: 1")
    motors = app.realtime.simulation.scene.robots[0].spec.motors
    assert next(iter(motors.values())).stall_torque > 10 and not app.problems
    program.edit_and_wait("robots/arm/robot.yaml", "stall_torque: 1", "stall_torque: ")


def test_a_mesh_is_taken_over_and_a_broken_one_has_its_place(program):
    app, mesh = program.app, program.folder / "wedge.obj"
    corners = ["v 0 0 0", "v 0.2 0 0", "v 0 0.2 0", "v 0 0 0.2"]
    sides = "\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    mesh.write_text("\n".join(corners) + sides)
    text = "props:\n  - {name: wedge, mesh: wedge.obj, mass: 1, at: [0, 2, 0.2]}"
    program.edit_and_wait("arm.yaml", "props:", text)
    renderer, simulation = app.viewer.renderer, app.realtime.simulation
    mesh.write_text("\n".join([*corners[:3], "v 0 0 0.3"]) + sides)
    program.until(lambda: app.realtime.simulation is not simulation)
    program.until(lambda: app.viewer.renderer is not renderer)
    assert "wedge" in program.snapshot.layout.bodies and not app.problems
    simulation = app.realtime.simulation
    mesh.write_text("nothing of it\n")
    program.until(lambda: app.problems)
    assert app.problems[0].file.endswith("arm.yaml") and "wedge.obj" in str(app.problems[0])
    frame = program.frame
    program.until(lambda: program.frame > frame + 3)
    assert app.realtime.simulation is simulation
    mesh.write_text("\n".join(corners) + sides)
    program.until(lambda: app.realtime.simulation is not simulation)
    assert not app.problems


def test_a_broken_console_and_scene_are_told_and_mended(program):
    app, simulation = program.app, program.app.realtime.simulation
    for name, right, wrong in (
        ("consoles/arm.yaml", "type: select", "type: selct"),
        ("arm.yaml", "robots: [{", "robots: [{{"),
    ):
        program.edit(name, right, wrong)
        program.until(lambda: app.problems)
        assert app.problems[0].file == name and app.problems[0].line >= 1
        assert app.realtime.simulation is simulation
        program.edit(name, wrong, right)
        program.until(lambda: not app.problems)


def test_what_is_mended_after_the_start_is_recorded_as_asked_for(display, tmp_path):
    scene, record = tmp_path / "scene.yaml", tmp_path / "run.mcap"
    scene.write_text("propz: []\n", encoding="utf-8")
    with opened(scene, tmp_path, record=record) as app:
        until(app, lambda: app.problems)
        assert not record.exists()
        scene.write_text("props: []\n", encoding="utf-8")
        until(app, lambda: app.viewer is not None and app.realtime.state.recording is not None)
        app.open_scene(scene)  # from here on it is no more
        until(app, lambda: app.realtime.state.recording is None)
    assert Recording(record).complete


BAD = "float wrong = missing;\n"


def count_objects():
    """Return how many textures, buffers and framebuffers OpenGL has."""
    gc.collect()
    kinds = gl.glIsTexture, gl.glIsBuffer, gl.glIsFramebuffer
    return [sum(bool(is_one(name)) for name in range(1, 1000)) for is_one in kinds]


def codes(app):
    return sorted(problem.code for problem in app.problems)


def test_a_mistake_in_a_shader_leaves_nothing_on_the_graphics_card(program):
    app, counts = program.app, []
    last = shader.FOLDER / "arrival.frag"  # all others are built before it
    text = last.read_text()
    for _ in range(3):
        last.write_text(BAD + text)
        program.until(lambda: app.problems)
        last.write_text(text)
        program.until(lambda: not app.problems)
        app.tick()
        counts.append(count_objects())
    assert counts[0] == counts[1] == counts[2]


def test_mistakes_in_shaders_and_in_other_files_are_each_told_until_mended(program):
    app, tone = program.app, shader.FOLDER / "tone.glsl"
    text = tone.read_text()
    program.edit("arm.yaml", "props:", "propz:")
    program.until(lambda: codes(app) == ["E301"])
    tone.write_text(BAD + text)
    program.until(lambda: codes(app) == ["E301", "shader"])
    program.edit("arm.yaml", "propz:", "props:")
    program.until(lambda: codes(app) == ["shader"])
    program.edit("arm.yaml", "props:", "propz:")
    program.until(lambda: codes(app) == ["E301", "shader"])
    tone.write_text(text)
    program.until(lambda: codes(app) == ["E301"])
    program.edit("arm.yaml", "propz:", "props:")
    program.until(lambda: not app.problems)


def test_what_is_saved_while_a_shader_is_broken_is_taken_over_when_that_is_mended(program):
    app, simulation = program.app, program.app.realtime.simulation
    tone = shader.FOLDER / "tone.glsl"
    text = tone.read_text()
    tone.unlink()
    program.until(lambda: app.problems)
    program.edit("arm.yaml", "box: [0.1, 0.1, 0.1]", "box: [0.2, 0.2, 0.2]")
    due = app.clock() + 5 * PAUSE
    program.until(lambda: app.clock() > due)
    assert app.realtime.simulation is simulation and codes(app) == ["shader"]
    tone.write_text(text)
    program.until(lambda: app.realtime.simulation is not simulation)
    assert not app.problems
    program.edit_and_wait("arm.yaml", "box: [0.2, 0.2, 0.2]", "box: [0.1, 0.1, 0.1]")


def test_a_quality_that_cannot_be_drawn_is_not_chosen(program):
    app, path = program.app, shader.FOLDER / "occlusion.frag"  # of the high one alone
    text, renderer = path.read_text(), app.viewer.renderer
    path.write_text(BAD + text)
    program.until(lambda: app.viewer.renderer is not renderer)
    app.is_auto = True
    app.actions.set_quality("high")
    assert app.quality == "low" and app.is_auto and codes(app) == ["shader"]
    app.tick()
    path.write_text(text)
    program.until(lambda: not app.problems)
    app.actions.set_quality("high")
    app.tick()
    assert app.quality == "high" and not app.problems
    app.actions.set_quality("low")


def test_the_key_of_qualities_passes_by_one_that_cannot_be_drawn(program):
    app, path = program.app, shader.FOLDER / "occlusion.frag"  # of the high one alone
    text, renderer = path.read_text(), app.viewer.renderer
    path.write_text(BAD + text)
    program.until(lambda: app.viewer.renderer is not renderer)
    app.actions.set_quality("medium")
    app.actions.quality()
    assert app.is_auto and codes(app) == ["shader"]
    app.actions.quality()
    assert (app.quality, app.is_auto) == ("low", False)
    path.write_text(text)
    program.until(lambda: not app.problems)


def test_the_word_of_a_page_being_written_goes_with_the_desk_that_shows_it(program, monkeypatch):
    app, asked = program.app, []
    monkeypatch.setattr(opening, "debrief", lambda path, told, language: asked.append(told))
    app.actions.debrief(Path("run.mcap"))
    program.edit_and_wait("arm.yaml", "box: [0.1, 0.1, 0.1]", "box: [0.2, 0.2, 0.2]")
    assert "Being written: run.html" in program.told()
    asked[0]("saved", "run.html")
    assert "Being written: run.html" not in program.told()
    assert program.told()[-1] == "Saved: run.html"
    for name in ("one", "two", "two"):  # of another recording it is written after the first
        app.actions.debrief(Path(f"{name}.mcap"))
    assert len(asked) == 3
    asked[1]("saved", "one.html")
    assert "Being written: two.html" in program.told() and "Saved: one.html" in program.told()
    asked[2]("saved", "two.html")
    assert not any("Being written" in one for one in program.told())
    program.edit_and_wait("arm.yaml", "box: [0.2, 0.2, 0.2]", "box: [0.1, 0.1, 0.1]")
