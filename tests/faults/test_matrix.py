"""The fault matrix is whole, and an impossible pair is an error with its place."""

from pathlib import Path

import pytest

from simulator.spec.load import load_scene
from simulator.spec.models.fault import FaultSpec
from simulator.spec.naming import fault_matrix
from simulator.spec.naming.components import FAMILIES, list_components
from simulator.spec.reading import syntax
from simulator.spec.reading.report import Report
from simulator.spec.rules.fault import FaultError, check_fault, check_faults

ROOT = Path(__file__).parents[2]
NAMED = {
    "motor": "mf4.left_drive",
    "brake": "mf4.left_brake",
    "suction": "mf4.magnet",
    "sensor": "mf4.heading",
    "lever": "left",
    "button": "lights",
    "lamp": "grip_lamp",
    "gauge": "battery_gauge",
    "camera": "mf4.gripper_camera",
    "battery": "mf4.battery",
    "track": "mf4.left",
    "wheel": "mf4.left_idler",
    "gripper": "mf4.gripper",
    "link": "link",
}


@pytest.fixture(scope="module")
def known(broken_scene):
    return list_components(broken_scene)


def test_every_cell_is_decided_in_one_sentence():
    legal = 0
    for family in FAMILIES:
        for kind in fault_matrix.KINDS:
            cell = fault_matrix.look_up(family, kind)
            assert cell.text.endswith("."), (family, kind)
            assert cell.legal == (kind not in fault_matrix.CANNOT.get(family, {}))
            legal += cell.legal
    assert legal > 70


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("kind", fault_matrix.KINDS)
def test_a_scene_takes_what_the_matrix_allows_and_nothing_else(known, family, kind):
    fault = FaultSpec(component=NAMED[family], kind=kind)
    cell = fault_matrix.look_up(family, kind)
    if cell.legal:
        assert check_fault(fault, known).family == family
        return
    with pytest.raises(FaultError) as error:
        check_fault(fault, known)
    assert error.value.code == "E951"
    assert cell.text in str(error.value)


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("left_drive", "motor"), ("arm.x", "lever"), ("arm", "lever"), ("key", "button"),
        ("stop", "button"), ("range", "button"), ("tilt_tile", "lamp"), ("speed_display", "gauge"),
        ("mf4.head_lamp", "lamp"), ("battery", "battery"), ("mf4.link", "link"),
        ("left_road_1", "wheel"), ("jaw_opening", "sensor"), ("front_camera", "camera"),
    ],
)  # fmt: skip
def test_components_have_the_names_of_the_scene(known, name, family):
    assert known[name][0].family == family


def test_of_equal_names_the_one_that_can_fail_so_is_meant():
    squad = list_components(load_scene(ROOT / "scenes" / "squad.yaml"))
    name = next(name for name, named in squad.items() if len(named) > 1)
    assert squad[name][0].family == "lever"
    assert check_fault(FaultSpec(component=name, kind="noise"), squad).family == "lever"
    assert check_fault(FaultSpec(component=name, kind="jammed"), squad).family == "track"


WRONG = """
faults:
  dead: {component: mf4.left_drve, kind: off}
  jam:
    component: mf4.gripper_camera
    kind: jammed
  late: {component: left, kind: delayed, delay: 0.3, period: 2}
  snow: {component: mf4.mast_camera, kind: noise, amount: 3}
"""


def test_impossible_faults_are_told_with_their_place():
    tree, problems = syntax.read(WRONG.encode(), "x.yaml")
    report = Report(tree, problems)
    scene = load_scene(ROOT / "scenes" / "container.yaml")
    given = {
        name: FaultSpec.model_validate(fault) for name, fault in tree.plain()["faults"].items()
    }
    check_faults(report, given, scene)
    found = {(one.line, one.column, one.code): one for one in problems}
    assert set(found) == {(3, 21, "E401"), (6, 11, "E951"), (7, 54, "E952"), (8, 59, "E953")}
    assert found[3, 21, "E401"].suggestion == "mf4.left_drive"
    assert "moving part" in found[6, 11, "E951"].message
