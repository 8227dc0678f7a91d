"""Widgets that lie over each other: found by the file alone, told with both places."""

import pytest

from simulator import checking
from simulator.console.overlaps import find_overlaps
from simulator.spec.models.console import ConsoleSpec

DESK = """\
groups: {a: {title: A}, b: {title: B}}
panel:
  lever: {type: lever, group: a, keys: [Q, A]}
  power: {type: toggle, group: a}
outputs: {}
layout:
  panel:
    lever: [0, 0]
    power: [60, 200]
"""


@pytest.mark.parametrize(
    ("lever", "power", "group", "is_over"),
    [
        ([0, 0], [60, 200], "a", True),
        ([0, 0], [60, 200], "b", False),  # another card
        ([0, 0], [72, 0], "a", False),  # side by side
        ([0, 0], [71, 0], "a", False),  # a hair's breadth
        ([0, 0, 200, 300], [150, 100], "a", True),
        ([0, 0, 40, 120], [60, 0], "a", False),  # made smaller
        ([0, 0], None, "a", False),  # flows below
    ],
)
def test_only_widgets_of_one_card_whose_boxes_meet(lever, power, group, is_over):
    layout = {"lever": lever} | ({"power": power} if power else {})
    panel = {"lever": {"type": "lever", "group": "a"}, "power": {"type": "toggle", "group": group}}
    groups = {"a": {"title": "A"}, "b": {"title": "B"}}
    console = {"groups": groups, "panel": panel, "layout": {"panel": layout}}
    found = find_overlaps(ConsoleSpec.model_validate(console))
    assert found == ([("power", "lever")] if is_over else [])


def test_the_warning_names_both_places(tmp_path):
    (tmp_path / "desk.yaml").write_text(DESK)
    (tmp_path / "scene.yaml").write_text("console: desk.yaml\n")
    for name in ("desk.yaml", "scene.yaml"):
        told = checking.check(tmp_path / name)  # and that nothing reads the lever
        [found] = [one for one in told if one.problem.code == "overlap"]
        assert found.severity == "warning"
        assert (found.problem.line, found.problem.column) == (9, 12)
        assert "'lever'" in found.problem.message
        assert found.problem.message.endswith("desk.yaml:8:12")
