"""Things are placed in the file that has them, in its units, and everything can be taken back."""

import numpy as np
import pytest

from simulator.authoring.edited_files import unread
from simulator.authoring.placing import SHAPES, Placing
from simulator.authoring.saving import ChangedOnDiskError
from simulator.checking import load_checked, survey_edited

MORE = """\
# included
props:
  - name: drum  # of oil
    at_cm: [10, 20, 30.5]
    rpy_deg: [0, 0, 90]
    shape: {sphere: 0.1, mass: 1}
  - {name: ball_2, shape: {sphere: 0.1, mass: 1}}
"""


@pytest.fixture
def placing(scene):
    placing = Placing(unread)
    placing.follow(load_checked(scene))
    return placing


def again(placing, scene):
    """Load what was written, as the running scene does."""
    placing.follow(load_checked(scene))
    return placing.scene


def prop(scene, name):
    return next(one for one in scene.props if one.name == name)


def test_a_prop_is_moved_in_its_own_line(placing, scene):
    before = scene.read_text()
    placing.place(placing.find("crate"), [1.23456, 0, 0.3], [0, 0, 0])
    assert scene.read_text() == before.replace("at: [1, 0, 0.3]", "at: [1.2346, 0, 0.3]")
    assert prop(again(placing, scene), "crate").at == (1.2346, 0, 0.3)


def test_an_included_prop_is_moved_in_its_file_and_its_units(placing, scene):
    placing.place(placing.find("drum"), [0.1, 0.25, 0.3], [0, 0, np.pi])
    text = scene.with_name("more.yaml").read_text()
    assert text == MORE.replace("[10, 20, 30.5]", "[10, 25, 30]").replace("0, 90]", "0, 180]")
    assert prop(again(placing, scene), "drum").rpy == pytest.approx((0, 0, np.pi))
    placing.place(placing.find("ball_2"), [0, 0, 1], [0, 0.5, 0])
    text = scene.with_name("more.yaml").read_text()
    assert "{name: ball_2, rpy_deg: [0, 28.65, 0], at: [0, 0, 1], shape:" in text


def test_a_robot_is_moved_by_any_of_its_links(placing, scene):
    thing = placing.find("arm.arm")
    assert thing == placing.find("arm.stand") and placing.base_of(thing) == "arm.stand"
    placing.place(thing, [0, 1, 0.05], [0, 0, 1])
    assert (
        "{file: robots/arm/robot.yaml, rpy_deg: [0, 0, 57.3], at: [0, 1, 0.05]}"
        in scene.read_text()
    )
    assert placing.mark(thing).line == 2
    assert placing.find("ground") is None


def test_copies_additions_and_removals(placing, scene):
    files = [scene, scene.with_name("more.yaml")]
    before = [file.read_text() for file in files]
    assert placing.duplicate(placing.find("crate")) == "crate_2"
    again(placing, scene)
    assert placing.duplicate(placing.find("ball_2")) == "ball_3"
    again(placing, scene)
    assert placing.duplicate(placing.find("arm.arm")) == "arm_2"
    assert "name: arm_2" in scene.read_text() and placing.undo()
    x, y, z = placing.start_of(placing.find("crate"))[0]
    broad = placing.duplicate(placing.find("crate"), 1.25)
    again(placing, scene)
    assert placing.start_of(placing.find(broad))[0] == pytest.approx((x, y + 1.35, z))
    placing.undo()
    again(placing, scene)
    for shape in SHAPES:
        placing.add(shape, [0, 0, 1])
        again(placing, scene)
    names = [one.name for one in placing.scene.props]
    assert {"crate_2", "ball_3", "box", "ball", "drum_2"} <= {*names}
    assert prop(placing.scene, "crate_2").at == (1, 0.3, 0.3)
    placing.remove(placing.find("drum"))
    assert "drum" not in [one.name for one in again(placing, scene).props]
    assert "of oil" not in files[1].read_text() and "# included" in files[1].read_text()
    while placing.undo():
        again(placing, scene)
    assert [file.read_text() for file in files] == before
    assert placing.redo() and "crate_2" in scene.read_text()


def test_what_another_program_has_saved_is_not_taken_back(placing, scene):
    placing.place(placing.find("crate"), [2, 0, 0.3], [0, 0, 0])
    scene.write_text(scene.read_text().replace("density: 400", "density: 500"))
    again(placing, scene)
    assert not placing.undo()
    placing.place(placing.find("crate"), [3, 0, 0.3], [0, 0, 0])
    assert "density: 500" in scene.read_text() and "at: [3, 0, 0.3]" in scene.read_text()
    assert placing.undo() and "at: [2, 0, 0.3]" in scene.read_text()


def test_undo_does_not_write_over_what_another_program_has_just_saved(placing, scene):
    placing.place(placing.find("crate"), [2, 0, 0.3], [0, 0, 0])
    mine = scene.read_text().replace("density: 400", "density: 500")
    scene.write_text(mine)
    with pytest.raises(ChangedOnDiskError):
        placing.undo()
    assert scene.read_text() == mine and placing.can_undo and not placing.is_dirty


def test_a_copy_of_the_only_robot_gets_a_console_of_its_own(scene):
    placing = Placing(survey_edited)
    placing.follow(load_checked(scene))
    before = scene.read_text()
    assert placing.scene.console is not None and placing.scene.robots[0].console is None
    assert placing.duplicate(placing.find("arm.arm")) == "arm_2"
    first, copy = again(placing, scene).robots
    assert placing.scene.console is None and first.console == copy.console is not None
    assert copy.at == (0, 0.3, 0.05)
    placing.undo()
    assert scene.read_text() == before


def test_a_copy_of_the_only_robot_with_things_beside_it_does_so_too(scene):
    """It was refused: its console could not tell the two of them apart."""
    placing = Placing(survey_edited)
    placing.follow(load_checked(scene))
    files = [scene, scene.with_name("more.yaml")]
    before = [file.read_text() for file in files]
    things = [placing.find(name) for name in ("drum", "arm.arm", "crate")]
    assert placing.duplicate_all(things) == ["drum_2", "arm_2", "crate_2"]
    made = again(placing, scene)
    assert made.console is None and made.robots[0].console == made.robots[1].console is not None
    assert made.robots[1].at == (0, 0.3, 0.05)
    assert {"drum_2", "crate_2"} <= {one.name for one in made.props}
    placing.undo()
    assert [file.read_text() for file in files] == before and not placing.can_undo


def test_a_copy_of_a_thing_with_a_long_name_is_called_as_nearly_as_it_may_be(placing, scene):
    """It was refused: the copy's name had two letters more than a name may have."""
    long = "a" * 64
    scene.write_text(scene.read_text().replace("name: crate", f"name: {long}"))
    again(placing, scene)
    assert placing.duplicate(placing.find(long)) == "a" * 62 + "_2"
    assert "a" * 62 + "_2" in {one.name for one in again(placing, scene).props}


def test_several_things_of_two_files_are_one_step(placing, scene):
    files = [scene, scene.with_name("more.yaml")]
    before = [file.read_text() for file in files]
    names = ("crate", "drum", "ball_2")

    def things(*which):
        return [placing.find(name) for name in which]

    placing.place_all([(one, [row, 2, 3], [0, 0, 0]) for row, one in enumerate(things(*names))])
    moved = again(placing, scene)
    assert [prop(moved, name).at for name in names] == [(0, 2, 3), (1, 2, 3), (2, 2, 3)]
    copies = placing.duplicate_all(things(*names), 1.5)
    assert copies == ["crate_2", "drum_2", "ball_3"]
    made = again(placing, scene)
    assert [prop(made, name).at for name in copies] == [
        pytest.approx((row, 3.6, 3)) for row in range(3)
    ]
    assert "at_cm: [100, 360, 300]" in files[1].read_text(), "in the units of the first one"
    placing.remove(*things("ball_2", "crate", "drum_2", "crate_2", "drum", "ball_3"))
    assert not {*names, *copies} & {one.name for one in again(placing, scene).props}
    for _ in range(3):
        assert placing.undo()
        again(placing, scene)
    assert [file.read_text() for file in files] == before and not placing.can_undo


def test_copies_of_one_kind_get_names_of_their_own(placing, scene):
    placing.add("box", [0, 0, 1])
    again(placing, scene)
    placing.add("box", [0, 1, 1])
    again(placing, scene)
    assert placing.duplicate_all([placing.find("box"), placing.find("box_2")]) == ["box_3", "box_4"]
    assert {"box_3", "box_4"} <= {one.name for one in again(placing, scene).props}
