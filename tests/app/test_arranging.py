"""The scene's editor by pointer: click a thing, drag its arrow, find it in the file."""

import numpy as np
import pytest
from pointing import Hand
from pyglet.window import key as keys
from windowed import key

from simulator.authoring.saving import ChangedOnDiskError
from simulator.ui.scene.side import Asked
from simulator.ui.texts.laying import say


@pytest.fixture
def hand(program):
    program.app.viewer.orbit.reset()
    program.until(lambda: program.frame > 3)
    return Hand(program)


def find_property(app, thing, key):
    """Return one of the properties that the editor shows of a thing."""
    shown = app.arranging._describe(thing).properties
    return next(one for one in shown if one.key == key)


def test_a_thing_is_clicked_dragged_and_found_in_the_file(hand):
    program, app, file = hand.program, hand.app, hand.program.folder / "arm.yaml"
    before, camera_yaw = file.read_text(), app.viewer.orbit.goal.yaw
    app.actions.arrange()
    assert app.arranging.is_open
    for _ in range(40):  # until the camera and the crate have come to rest
        app.tick()
    place = program.snapshot.pose("crate")[0]
    centre, along = hand.pixels(place, place + np.array([0.1, 0, 0]))
    hand.press(*centre)
    hand.release(*centre)
    program.until(lambda: app.arranging.chosen == "crate")
    for _ in range(3):
        app.tick()
    way = np.subtract(along, centre)
    way = way / np.linalg.norm(way)
    x, y = centre + 45 * way
    hand.press(x, y)
    for step in (10, 20, 30):
        hand.drag(*(centre + (35 + step) * way), *(10 * way))
    assert app.viewer.ghost is not None or app.arranging._held is not None
    hand.release(*(centre + 75 * way))
    program.until(lambda: file.read_text() != before)
    simulation = app.realtime.simulation
    program.until(lambda: app.realtime.simulation is not simulation)
    crate = next(one for one in app.realtime.simulation.scene.props if one.name == "crate")
    assert crate.at[0] > place[0] + 0.02 and crate.at[1] == pytest.approx(place[1], abs=1e-3)
    assert app.viewer.orbit.goal.yaw == camera_yaw, "the camera stays while a thing is dragged"
    simulation = app.realtime.simulation
    app.arranging._do(Asked("undo"), None)
    program.until(lambda: file.read_text() == before)
    program.until(lambda: app.realtime.simulation is not simulation)
    app.actions.arrange()
    assert not app.arranging.is_open and app.viewer.selected == ()


def test_a_thing_is_added_placed_by_numbers_and_removed(hand):
    program, app, file = hand.program, hand.app, hand.program.folder / "arm.yaml"
    before = file.read_text()
    app.actions.arrange()
    app.arranging._do(Asked("box"), None)
    program.until(lambda: "box" in program.snapshot.layout.bodies)
    app.tick()
    thing = app.arranging._thing()
    assert thing.name == "box"
    assert not any("box" in told for told in program.told())  # it has no state to lose
    app.arranging._do(Asked("place", ("abc", 1.5, 0.1), (0.0, 0.0, 45.0)), thing)
    program.until(lambda: app.arranging._complaint == "a number is needed: abc")
    app.arranging._do(Asked("place", (0.5, 1.5, 0.1), (0.0, 0.0, 45.0)), thing)
    program.until(lambda: "rpy_deg: [0, 0, 45]" in file.read_text())
    assert "at: [0.5, 1.5, 0.1]" in file.read_text()
    assert app.arranging._measure(thing) == pytest.approx(0.2, abs=1e-6)
    program.until(lambda: abs(app.arranging._measure(thing) - 0.2 * 2**0.5) < 1e-3)  # turned
    app.arranging._do(Asked("remove"), thing)
    program.until(lambda: file.read_text() == before)
    program.until(lambda: "box" not in program.snapshot.layout.bodies)
    app.actions.arrange()


def test_what_is_copied_is_pasted_beside_it_and_beside_its_copy(hand):
    """Ctrl+C and Ctrl+V did nothing here, as they do in the other editors."""
    program, app, file = hand.program, hand.app, hand.program.folder / "arm.yaml"
    before = file.read_text()

    def strike(name):
        for event, symbols in (("press", (keys.LCTRL, name)), ("release", (name, keys.LCTRL))):
            for symbol in symbols:
                app.window.dispatch_event(f"on_key_{event}", symbol, keys.MOD_CTRL)
                app.tick()

    def paste(name):
        strike(keys.V)
        program.until(lambda: name in program.snapshot.layout.bodies)
        program.until(lambda: app.arranging.chosen == name)

    app.actions.arrange()
    strike(keys.V)  # nothing is copied yet
    app.arranging._do(Asked("choose", name="crate"), None)
    app.tick()
    strike(keys.C)
    app.arranging._do(Asked("choose", name=""), None)
    paste("crate_2")
    paste("crate_3")
    first, second, third = (
        program.snapshot.pose(name)[0][1] for name in ("crate", "crate_2", "crate_3")
    )
    assert first < second < third

    def take_back():
        simulation = app.realtime.simulation
        strike(keys.Z)
        program.until(lambda: app.realtime.simulation is not simulation)

    take_back()
    assert "crate_3" not in program.snapshot.layout.bodies
    paste("crate_3")  # beside the copy that is left
    assert program.snapshot.pose("crate_3")[0][1] == pytest.approx(third)
    take_back()
    take_back()
    assert file.read_text() == before and "crate_2" not in program.snapshot.layout.bodies
    app.actions.arrange()


def test_what_is_pasted_at_once_stands_side_by_side(hand):
    """The second was refused, as the scene did not have the first one yet."""
    program, app, file = hand.program, hand.app, hand.program.folder / "arm.yaml"
    before = file.read_text()
    app.actions.arrange()
    app.arranging._do(Asked("choose", name="crate"), None)
    app.tick()
    app.arranging._do(Asked("copy"), None)
    for _ in range(3):
        app.arranging._do(Asked("paste"), None)
    program.until(lambda: "crate_4" in program.snapshot.layout.bodies)
    rows = [
        program.snapshot.pose(name)[0][1] for name in ("crate", "crate_2", "crate_3", "crate_4")
    ]
    assert np.diff(rows) == pytest.approx(rows[1] - rows[0]) and rows[1] > rows[0]
    program.until(app.arranging._thing)
    thing = app.arranging._thing()
    name = find_property(app, thing, "name")
    app.arranging._do(Asked("set", field=name, value="last"), thing)
    program.until(lambda: "last" in program.snapshot.layout.bodies)
    app.arranging._do(Asked("paste"), None)
    program.until(lambda: "last_2" in program.snapshot.layout.bodies)
    assert program.snapshot.pose("last_2")[0][1] > rows[3] + 0.5 * (rows[1] - rows[0])
    app.actions.arrange()
    file.write_text(before)
    program.until(lambda: "last_2" not in program.snapshot.layout.bodies)


def test_a_property_is_set_and_a_wrong_one_is_told_beside_its_field(hand):
    program, app, file = hand.program, hand.app, hand.program.folder / "arm.yaml"
    before = file.read_text()
    app.actions.arrange()
    app.arranging._do(Asked("choose", name="crate"), None)
    app.tick()
    thing = app.arranging._thing()
    density = find_property(app, thing, "density")
    simulation = app.realtime.simulation
    app.arranging._do(Asked("set", field=density, value=-5), thing)
    program.until(lambda: app.arranging._complaint)
    assert "must be greater than 0" in app.arranging._complaint and file.read_text() == before
    app.arranging._do(Asked("set", field=density, value=123), thing)
    program.until(lambda: app.realtime.simulation is not simulation)
    assert "density: 123" in file.read_text() and not app.arranging._complaint
    for name in ("sun", "sky", "camera", "arm"):
        app.arranging._do(Asked("choose", name=name), None)
        app.tick()
        assert app.arranging._describe(app.arranging._thing()).properties
    app.arranging._do(Asked("undo"), None)
    program.until(lambda: file.read_text() == before)
    app.actions.arrange()


def test_what_was_done_to_a_scene_is_not_taken_back_in_another(hand):
    program, app, file = hand.program, hand.app, hand.program.folder / "arm.yaml"
    before, scene = file.read_text(), app.realtime.simulation.scene
    app.actions.arrange()
    app.arranging._do(Asked("box"), None)
    program.until(lambda: "box" in program.snapshot.layout.bodies)
    edited = file.read_text()
    other = file.with_name("other.yaml")
    other.write_text("props: []\n")
    app.arranging.open_scene(scene.model_copy(update={"source": str(other)}))
    assert not app.arranging._tools(None).can_undo
    app.arranging._do(Asked("undo"), None)
    app.arranging.work.close()
    assert file.read_text() == edited
    app.actions.arrange()
    file.write_text(before)
    program.until(lambda: "box" not in program.snapshot.layout.bodies)


def test_the_editor_stays_open_where_a_file_that_was_edited_is_gone(hand):
    app, gone = hand.app, hand.program.folder / "gone.yaml"
    app.actions.arrange()
    gone.write_text("props: []\n")
    app.arranging.placing.binder.open(str(gone))
    gone.unlink()
    app.arranging.open_scene(app.realtime.simulation.scene)
    assert app.arranging.is_open and app.arranging.placing.find("crate")
    app.actions.arrange()


def test_why_an_edit_was_refused_is_told_in_the_language_of_the_window(hand):
    app, file = hand.app, hand.program.folder / "arm.yaml"
    tongue, app.screen.language = app.screen.language, "ru"
    app.arranging._tell(ChangedOnDiskError(file))
    app.screen.language = tongue
    assert app.arranging._complaint == f"{file} изменён на диске другой программой"


def test_exercises_that_name_a_thing_are_told_beside_its_name(hand):
    app, folder = hand.app, hand.program.folder
    exercise = folder / "grip.yaml"
    exercise.write_text("scene: arm.yaml\nstages:\n  - {until: {body: crate, near: arm.arm}}\n")
    app.actions.arrange()
    for name, is_named in (("crate", True), ("sun", False)):
        app.arranging._do(Asked("choose", name=name), None)
        app.tick()
        named = app.arranging._describe(app.arranging._thing()).named
        assert ((str(exercise), 3) in named) == is_named
    app.actions.arrange()


def test_escape_closes_the_editor_on_top_unless_something_in_it_takes_it(hand):
    app = hand.app
    app.actions.arrange()
    app.actions.diagram()
    board = app.diagrams.board
    board.asked_code = "python", ["a.py"], (0.0, 0.0)
    app.tick()
    key(app, "ESCAPE")
    assert board.asked_code is None and app.diagrams.is_open
    key(app, "ESCAPE")
    assert not app.diagrams.is_open and app.arranging.is_open
    app.tick()
    assert app.controls.is_editing, "Ctrl with a letter does not drive"
    x, y = hand.pixels(np.zeros(3))[0]
    hand.press(x, y)
    key(app, "ESCAPE")
    hand.release(x, y)
    assert app.arranging.is_open, "something may be dragged"
    key(app, "ESCAPE")
    assert not app.arranging.is_open and not app.is_closed


def test_one_editor_closes_the_other(hand):
    app = hand.app
    app.actions.lay_out()
    app.actions.arrange()
    assert app.arranging.is_open and not app.laying.is_open and app.screen.edited is None
    app.actions.lay_out()
    assert app.laying.is_open and not app.arranging.is_open
    app.actions.lay_out()
    app.tick()
    assert not (app.laying.is_open or app.controls.is_editing or app.controls.is_laying)


def test_there_is_no_arranging_in_an_exercise(hand):
    app = hand.app
    app.lessons.exercise = object()
    app.actions.arrange()
    app.lessons.exercise = None
    assert not app.arranging.is_open
    assert app.devices.panel.notices[-1].text.en == say("locked", app.screen.language)
    app.actions.diagram()
    app.actions.arrange()
    assert app.arranging.is_open and not app.diagrams.is_open
    app.actions.arrange()
