"""What things are called: labels of files in both languages, else their names as words."""

import pytest

from simulator.checking import load_checked
from simulator.spec.labels import component_label, label_of
from simulator.spec.load import load_exercise


@pytest.fixture(scope="module")
def hall():
    return load_exercise("scenes/exercises/pick_place.yaml").scene_spec


@pytest.mark.parametrize(
    ("name", "ru", "en"),
    [
        ("mf4.jaw_left", "Робот МФ-4, левая губка", "MF-4 robot, left jaw"),
        ("mf4.left_link_07", "Робот МФ-4, левая гусеница", "MF-4 robot, left track"),
        ("mf4.mast_camera", "Робот МФ-4, Камера мачты", "MF-4 robot, Mast camera"),
        ("mf4.battery", "Робот МФ-4, батарея", "MF-4 robot, battery"),
        ("mf4", "Робот МФ-4", "MF-4 robot"),
        ("nothing.of_it", "nothing of it", "nothing of it"),
        ("link", "Канал связи", "Data link"),
    ],
)
def test_labels_of_a_scene(hall, name, ru, en):
    label = label_of(hall, name)
    assert (label.ru, label.en) == (ru, en)


def test_a_component_goes_by_its_short_name_too(hall):
    assert component_label(hall, "left_drive") == label_of(hall, "mf4.left_drive")
    assert label_of(hall, "arm.x").en == f"{hall.console_spec.panel['arm'].label.en} x"


def test_a_control_of_many_goes_with_its_robot():
    squad = load_checked("scenes/squad.yaml")
    owner = next(iter(squad.consoles))
    name = next(name for name, one in squad.console_spec.panel.items()
                if name.startswith(f"{owner}.") and one.label)  # fmt: skip
    widget = squad.console_spec.panel[name]
    assert label_of(squad, name).ru == f"{label_of(squad, owner).ru}, {widget.label.ru}"


def test_shipped_robots_name_every_part():
    from simulator.spec.load import load_robot
    from simulator.spec.rules.robot import LABELLED

    for robot in ("lift", "mf4", "rover", "valve"):
        spec = load_robot(f"robots/{robot}/robot.yaml")
        parts = {name for section in LABELLED for name in getattr(spec, section)}
        built = {name for name in parts for track in spec.tracks if name.startswith(f"{track}_")}
        assert parts - set(spec.labels) - set(spec.cameras) - built == set(), robot
