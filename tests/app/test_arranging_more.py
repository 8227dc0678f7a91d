"""The scene's editor with several things at once, and with files of their own names."""

import numpy as np
import pytest
from pointing import Hand
from pyglet.window import key as keys

from simulator.app import standing
from simulator.authoring import properties
from simulator.ui.scene.side import Asked


@pytest.fixture
def editor(program):
    """Open the editor on the small scene; put its file back afterwards."""
    app, file = program.app, program.folder / "arm.yaml"
    before = file.read_text()
    program.until(lambda: program.frame > 3 and app.viewer.scene.source == str(file))
    app.actions.arrange()
    yield app.arranging
    if app.arranging.is_open:
        app.actions.arrange()
    file.write_text(before)
    wanted = {"arm.stand", "crate"}
    program.until(lambda: wanted <= {*program.snapshot.layout.bodies})
    program.until(lambda: "box" not in program.snapshot.layout.bodies)


def wait_for(program, *names):
    program.until(lambda: {*names} <= {*program.snapshot.layout.bodies})
    program.until(lambda: not program.app.arranging._is_awaited)
    program.app.tick()


def wait_until_gone(program, *names):
    program.until(lambda: not {*names} & {*program.snapshot.layout.bodies})
    program.app.tick()


def choose(editor, *names):
    for row, name in enumerate(names):
        editor._do(Asked("choose", name=name, value="also" if row else ""), None)


def test_a_button_that_is_clicked_twice_adds_two(program, editor):
    """The second box was refused: the scene did not have the first one yet, nor its name."""
    for action in ("box", "box", "ball"):
        editor._do(Asked(action), None)
    wait_for(program, "box", "box_2", "ball")
    assert editor.chosen == "ball" and not editor._complaint
    choose(editor, "box")
    editor._do(Asked("remove"), editor._thing())
    choose(editor, "box_2")
    editor._do(Asked("remove"), editor._thing())  # the scene still has the first one
    wait_until_gone(program, "box", "box_2")
    assert not editor._complaint
    choose(editor, "ball")
    editor._do(Asked("remove"), editor._thing())
    wait_until_gone(program, "ball")


def test_what_waits_for_an_edit_that_the_scene_refuses_is_given_up_and_told(
    program, editor, monkeypatch
):
    """Nothing was added any more until something was taken back, and nobody was told."""
    app, file = program.app, program.folder / "arm.yaml"
    before = file.read_text()

    def refuse(*given):
        raise ValueError("it has too many corners")

    monkeypatch.setattr(type(app.viewer), "succeed", refuse)
    for _ in range(2):
        editor._do(Asked("box"), None)
    program.until(lambda: editor._complaint)
    assert editor._complaint.startswith("the scene cannot take this over: ")
    assert "it has too many corners" in editor._complaint
    assert not editor._is_awaited and not editor._queue
    assert any("it has too many corners" in told for told in program.told())
    monkeypatch.undo()
    editor._do(Asked("undo"), None)
    program.until(lambda: file.read_text() == before and not app.problems)
    editor._do(Asked("box"), None)
    wait_for(program, "box")


def test_what_several_things_share_is_typed_once_for_all_of_them(program, editor):
    """The first of them alone got what was typed."""
    file = program.folder / "arm.yaml"
    editor._do(Asked("box"), None)
    wait_for(program, "box")
    choose(editor, "box", "crate")
    shown = editor._describe(editor._thing())
    assert shown.position[0] == properties.MIXED and shown.angles == [0, 0, 0]
    mass = next(one for one in shown.properties if one.path == ("mass",))
    editor._do(Asked("set", field=mass, value=2.5), editor._thing())
    program.until(lambda: file.read_text().count("mass: 2.5") == 2)
    place = tuple(2.0 if row == 2 else one for row, one in enumerate(shown.position))
    program.until(lambda: {one.mass for one in editor.placing.scene.props} == {2.5})
    editor._do(Asked("place", place, tuple(shown.angles)), editor._thing())
    program.until(lambda: {one.at[2] for one in editor.placing.scene.props} == {2.0})
    assert len({one.at[:2] for one in editor.placing.scene.props}) == 2, "each where it was"


def test_several_things_are_moved_turned_copied_and_removed_as_one(program, editor):
    file = program.folder / "arm.yaml"
    for _ in range(2):
        editor._do(Asked("box"), None)
    wait_for(program, "box", "box_2")
    for name, at in (("box", [2.0, 1.0, 0.1]), ("box_2", [2.0, 2.0, 0.1])):
        choose(editor, name)
        editor._do(Asked("place", tuple(at), (0.0, 0.0, 0.0)), editor._thing())
        program.until(
            lambda at=at: f"at: [{', '.join(f'{one:g}' for one in at)}]" in file.read_text()
        )
    program.until(lambda: abs(program.snapshot.pose("box_2")[0][1] - 2.0) < 0.01)
    before = file.read_text()
    choose(editor, "box", "box_2")
    assert editor.choice.names == ("box_2", "box") and editor.chosen == "box_2"
    assert editor._tools(editor._thing()).modes == ("move", "turn")
    goal = standing.pose_of(program.snapshot, program.snapshot.layout.bodies.index("box_2"))
    goal[:3, :3] = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])  # a quarter turn to the left
    goal[0, 3] += 1.0
    editor._put(goal, program.snapshot)
    program.until(lambda: file.read_text() != before)
    program.until(lambda: abs(program.snapshot.pose("box")[0][0] - 4.0) < 0.01)
    assert program.snapshot.pose("box")[0][:2] == pytest.approx([4.0, 2.0], abs=0.01)
    assert program.snapshot.pose("box_2")[0][:2] == pytest.approx([3.0, 2.0], abs=0.01)
    editor._do(Asked("undo"), None)
    program.until(lambda: file.read_text() == before)  # one step of both
    program.until(lambda: abs(program.snapshot.pose("box")[0][0] - 2.0) < 0.01)
    editor._do(Asked("duplicate"), editor._thing())
    wait_for(program, "box_3", "box_4")
    assert set(editor.choice.names) == {"box_3", "box_4"}
    ways = {
        tuple(np.round(program.snapshot.pose(copy)[0] - program.snapshot.pose(first)[0], 2))
        for copy, first in (("box_4", "box"), ("box_3", "box_2"))
    }
    assert ways == {(0.0, 1.3, 0.0)}, "they are as they were to each other, beside both"
    editor._do(Asked("remove"), editor._thing())
    wait_until_gone(program, "box_3", "box_4")
    assert file.read_text() == before
    choose(editor, "box", "box_2")
    editor._do(Asked("remove"), editor._thing())
    wait_until_gone(program, "box", "box_2")


def test_what_the_scene_has_not_yet_is_not_moved_with_the_others(program, editor):
    """A copy that was chosen with another thing at once ended the program at the next drag."""
    earlier, file = program.snapshot, program.folder / "arm.yaml"
    choose(editor, "crate")
    editor._do(Asked("duplicate"), editor._thing())
    wait_for(program, "crate_2")
    choose(editor, "crate_2", "crate")
    before = file.read_text()
    goal = standing.pose_of(earlier, earlier.layout.bodies.index("crate"))
    goal[0, 3] += 1.0
    editor._put(goal, earlier)
    program.until(lambda: file.read_text() != before)
    assert file.read_text().count("at: [2") == 1
    choose(editor, "crate_2")
    editor._do(Asked("remove"), editor._thing())
    wait_until_gone(program, "crate_2")


def test_who_is_chosen_with_whom(editor):
    choose(editor, "arm", "crate")
    assert editor.choice.names == ("crate", "arm")
    choose(editor, "arm")
    editor._do(Asked("choose", name="crate", value="through"), None)
    assert editor.choice.names[0] == "arm" and "crate" in editor.choice.names
    editor._do(Asked("choose", name="crate", value="also"), None)
    assert "crate" not in editor.choice.names
    kept = editor.choice.names
    editor._choose("", "also")  # a click beside all
    assert editor.choice.names == kept
    editor._do(Asked("choose", name="sun", value="also"), None)
    assert editor.choice.names == ("sun",), "a light has no place and goes alone"
    editor._do(Asked("choose", name="crate", value="also"), None)
    assert editor.choice.names == ("crate",)
    editor._choose("")
    assert editor.choice.names == () and editor.chosen == ""


def test_a_scene_is_saved_under_another_name_and_a_new_one_begun(program, editor):
    app, folder = program.app, program.folder
    first = folder / "arm.yaml"
    before = first.read_text()
    editor._do(Asked("save_as", name="arm"), None)
    program.until(lambda: editor._complaint)
    assert editor._complaint.endswith("arm.yaml: there already; choose another name")
    editor._do(Asked("save_as", name="no/name"), None)
    program.until(lambda: "is not a name" in editor._complaint)
    editor._do(Asked("box"), None)
    wait_for(program, "box")
    with_box = first.read_text()
    editor._do(Asked("save_as", name="another"), None)
    copy = folder / "another.yaml"
    program.until(lambda: app.path == copy)
    program.until(lambda: app.realtime.simulation.scene.source == str(copy))
    program.until(lambda: app.arranging.placing.scene.source == str(copy))
    assert copy.read_text() == with_box and app.arranging.is_open
    assert not editor._tools(None).can_undo, "what was done before is of the other file"
    wait_for(program, "box")
    choose(editor, "box")
    editor._do(Asked("remove"), editor._thing())
    program.until(lambda: copy.read_text() == before)
    assert first.read_text() == with_box
    editor._do(Asked("new_scene", name="yard"), None)
    program.until(lambda: app.realtime.simulation.scene.source.endswith("yard.yaml"))
    assert app.path.parent.name == "scenes" and editor.is_open
    app.open_scene(first)
    program.until(lambda: app.viewer is not None and app.viewer.scene.source == str(first))


def test_ctrl_and_a_click_in_the_view_chooses_one_more(program, editor):
    app, hand = program.app, Hand(program)
    app.viewer.orbit.reset()
    for _ in range(40):
        app.tick()

    def click(body, *held):
        for symbol in held:
            app.window.dispatch_event("on_key_press", symbol, 0)
        (at,) = hand.pixels(program.snapshot.pose(body)[0])
        hand.press(*at)
        hand.release(*at)
        for _ in range(3):
            app.tick()
        for symbol in held:
            app.window.dispatch_event("on_key_release", symbol, 0)
        app.tick()

    click("arm.stand")
    assert editor.choice.names == ("arm",)
    click("crate", keys.LCTRL)
    assert editor.choice.names == ("crate", "arm")
    bodies = program.snapshot.layout.bodies
    assert {bodies[row] for row in app.viewer.selected[0].bodies} >= {"crate", "arm.stand"}
    click("arm.stand", keys.LSHIFT)
    assert editor.choice.names == ("crate",)
    click("arm.stand")
    assert editor.choice.names == ("arm",)
