"""Mistakes of the desk's widgets, told where they stand; what instruments are wired by."""

import re

import pytest

from simulator import checking
from simulator.diagram.terminals import list_terminals
from simulator.spec import load
from simulator.spec.check import check
from simulator.spec.naming.widget_signals import acknowledged_by, find_shown

WRONG = [
    ("a: {type: lever, button: true}", 2, 20, "E603", "`axes: 2`"),
    ("a: {type: knob, detents: [0]}", 2, 19, "E603", "a knob has no detents; a lever does"),
    ("a: {type: lever, axes: 2, detents: [0]}", 2, 29, "E603", "two axes"),
    ("a: {type: lever, detents: [0, 1.5]}", 2, 33, "E605", "1.5 is outside the range [-1, 1]"),
    ("a: {type: strip_chart}", 2, 3, "E602", "needs its `traces`"),
    ("a: {type: strip_chart, traces: {}}", 2, 3, "E602", "needs its `traces`"),
    ("a: {type: strip_chart, span: 500, traces: {b: {}}}", 2, 32, "E304", "at most 120"),
    ("a: {type: gauge, traces: {b: {}}}", 2, 20, "E603", "a strip_chart does"),
    ("a: {type: camera}", 2, 3, "E602", "needs its `camera`"),
    ("a: {type: lamp, countdown: 3}", 2, 19, "E603", "a clock does"),
    ("a: {type: lamp, latch: true}", 2, 19, "E603", "an annunciator does"),
    ("a: {type: toggle, acknowledges: all}", 2, 21, "E603", "a push_button does"),
    ("alarm: {type: annunciator}\n  a: {type: push_button, acknowledges: alarm}",
     3, 40, "E305", "expected all or a list, got the text 'alarm'"),
    ("alarm: {type: annunciator}\n  a: {type: push_button, acknowledges: [alram]}",
     3, 41, "E401", "did you mean alarm?"),
    ("alarm: {type: lamp}\n  a: {type: push_button, acknowledges: [alarm]}",
     3, 41, "E401", "no annunciator 'alarm'"),
    ("a: {type: gauge, zones: [{range: [0, 0], level: normal}]}", 2, 36, "E604", "must rise"),
    ("a: {type: gauge, scale: 0}", 2, 27, "E304", "whatever the signal is, 0 would be shown"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "code", "message"), WRONG)
def test_a_mistake_is_told_where_it_stands(folder, text, line, column, code, message):
    found = folder.check("console", f"panel:\n  {text}\n")
    assert len(found) == 1, [str(one) for one in found]
    assert (found[0].line, found[0].column, found[0].code) == (line, column, code), str(found[0])
    assert message in str(found[0])


DESK = """\
panel:
  power: {type: key_switch}
  lever: {type: lever}
  chart: {type: strip_chart, traces: {angle: {}, lever: {}}}
  horizon: {type: attitude}
  view: {type: camera, camera: eye}
  alarm: {type: annunciator, latch: true}
  gait: {type: display, texts: [Stands, Walks], zones: [{range: [1, 1], level: caution}]}
  seen: {type: push_button, acknowledges: all}
  left: {type: clock, countdown_min: 5}
outputs: {drive: lever, chart.angle: angle, chart.lever: lever, horizon.roll: angle}
"""


def problems(folder, console):
    folder.write("consoles/arm.yaml", console)
    found = checking.check(folder.path("scene"))
    return [str(one) for one in found if one.severity == "error"]


def test_instruments_of_several_signals_are_driven_part_by_part(folder):
    assert problems(folder, DESK) == []
    scene = load.load_scene(folder.path("scene"))
    units = {one.name: one.units for one in list_terminals(scene).outputs}
    assert units["horizon.pitch"] == ("rad",)
    assert "chart" not in units
    assert "view" not in units
    panel = scene.console_spec.panel
    assert find_shown(panel, "horizon.roll") == "horizon"
    assert find_shown(panel, "gait") == "gait"
    assert find_shown(panel, "lever.x") is None
    assert panel["left"].countdown == 300.0


@pytest.mark.parametrize(
    ("wire", "message"),
    [
        ("chart.angel: angle", "did you mean 'chart.angle'?"),
        ("chart: angle", "nothing called 'chart'"),
        ("horizon.pitch: volts", "horizon.pitch"),
    ],
)
def test_a_wire_to_a_part_that_is_not_there_is_told(folder, wire, message):
    text = DESK.replace("outputs: {", f"outputs: {{{wire}, ")
    text += "diagram: {volts: {type: gain, value: 2, unit: V, in: lever}}\n"
    found = problems(folder, text)
    assert len(found) == 1, found
    assert message in found[0]
    assert "consoles/arm.yaml:11" in found[0]


def test_a_camera_that_no_robot_has_is_told(folder):
    found = problems(folder, DESK.replace("camera: eye", "camera: eyes"))
    assert len(found) == 1, found
    assert "consoles/arm.yaml:6:32" in found[0]
    assert "did you mean 'eye'?" in found[0]
    alone = [str(one) for one in checking.check(folder.path("console"))]
    assert alone == [], "a console alone does not know its robots"


def test_a_camera_may_be_called_as_a_sensor_is(folder):
    robot = folder.path("robot")
    robot.write_text(
        robot.read_text().replace("sensors:", "sensors:\n  eye: {type: speed, joint: shoulder}")
    )
    assert problems(folder, DESK.replace("camera: eye", "camera: arm.eye")) == []


def test_a_camera_is_not_judged_while_its_robot_has_mistakes(folder):
    robot = folder.path("robot")
    robot.write_text(robot.read_text().replace("eye: {link: upper}", "eye: {link: uper}"))
    assert not [one for one in problems(folder, DESK) if "unknown-camera" in one]


@pytest.mark.parametrize("link", ["black", "{shape: {material: rubber}}"])
def test_wheels_are_not_looked_for_where_their_link_has_mistakes(folder, link):
    robot = folder.path("robot")
    turning = robot.read_text().replace(", limit_deg: [-90, 90]", "")
    robot.write_text(re.sub(r"upper: {.*", f"upper: {link}", turning))
    told = [str(one) for one in checking.check(folder.path("scene"))]
    assert told and all(one.startswith("robots/arm/robot.yaml:3:") for one in told), told


def test_a_robots_own_desk_looks_through_its_own_camera(folder):
    folder.write("consoles/arm.yaml", DESK)
    two = "robots:\n" + "".join(
        f"  - {{file: ../robots/arm/robot.yaml, name: {name}, console: ../consoles/arm.yaml, "
        f"at: [0, {y}, 1]}}\n"
        for y, name in enumerate(("alpha", "bravo"))
    )
    whole = load.load_scene(folder.write("scenes/two.yaml", two)).console_spec
    assert whole.panel["bravo.view"].camera == "bravo.eye"
    assert acknowledged_by(whole, "alpha.seen") == ["alpha.alarm"]
    assert whole.outputs["bravo.chart.angle"] == "bravo.angle"
    told = checking.check(folder.root / "scenes/two.yaml")
    assert not [one for one in told if one.severity == "error"]


def test_a_script_presses_the_thumb_button(folder):
    panel = "  stick: {type: lever, axes: 2, button: true}\n"
    folder.write("consoles/arm.yaml", DESK.replace("panel:\n", f"panel:\n{panel}"))
    script = "actions: [{press: [stick.button], until: {signal: stick.button, above: 0.5}}]\n"
    assert folder.check("script", script) == []
    found = folder.check("script", script.replace("press: [stick.button]", "press: [stick.buton]"))
    assert ["did you mean stick.button?" in str(one) for one in found] == [True]
    found = folder.check("script", "actions: [{set: {stick: 1}}]\n")
    assert ["did you mean stick." in str(one) for one in found] == [True]


def test_a_console_file_by_itself_is_sound(folder):
    assert check(folder.write("consoles/arm.yaml", DESK)) == []


def test_a_text_needs_words_but_no_label(folder):
    plates = "  plate: {type: text, text: HANDS OFF}\n  other: {type: text, label: Hands off}\n"
    assert problems(folder, DESK.replace("panel:\n", f"panel:\n{plates}")) == []
    bare = DESK.replace("panel:\n", "panel:\n  plate: {type: text}\n")
    (told,) = problems(folder, bare)
    assert "a text needs its `text`" in told
