"""A console for each robot: its names, what they mean, mistakes told once where they stand."""

import pytest

from simulator import checking
from simulator.spec import load
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming import consoles

TWO = """\
robots:
  - {file: ../robots/arm/robot.yaml, name: alpha, console: ../consoles/arm.yaml}
  - {file: ../robots/arm/robot.yaml, name: bravo, console: ../consoles/arm.yaml}
"""
CONSOLE = """\
groups: {main: {title: Main}}
panel:
  lever: {type: lever, axes: 2, group: main, keys: [A, D, S, W]}
  lit: {type: lamp}
constants: {half: 0.5}
diagram:
  share: {type: product, in: [lever.y, half]}
  held: {type: select, in: [light, angle, 1]}
  far: {type: compare, op: ">", in: [bravo.angle, 1]}
  free: {type: sr_latch, in: {set: share, reset: far}}
outputs: {drive: share, lit: held, light: free}
"""


def load_two(folder, console=CONSOLE, scene=TWO):
    folder.write("consoles/arm.yaml", console)
    return load.load_scene(folder.write("scenes/two.yaml", scene))


def test_names_of_a_robots_console_are_its_own(folder):
    scene = load_two(folder, CONSOLE.replace(", light: free", ""), TWO + "sensors: {}\n")
    whole = scene.console_spec
    assert list(whole.panel) == ["alpha.lever", "alpha.lit", "bravo.lever", "bravo.lit"]
    assert whole.panel["bravo.lever"].group == "bravo.main" in whole.groups
    assert whole.constants == {"alpha.half": 0.5, "bravo.half": 0.5}
    assert whole.diagram["alpha.share"].inputs == ["alpha.lever.y", "alpha.half"]
    assert whole.outputs["bravo.lit"] == "bravo.held"
    assert whole.outputs["alpha.drive"] == "alpha.share"


def test_a_name_is_its_own_then_the_robots_then_the_scenes(folder):
    lights = "lights: {light: {type: point, switch: true}}\nconsole: ../consoles/hall.yaml\n"
    folder.write("consoles/hall.yaml", "panel: {light: {type: toggle}, angle: {type: toggle}}\n")
    console = CONSOLE.replace(", light: free", "")
    diagram = load_two(folder, console, TWO + lights).console_spec.diagram
    assert diagram["alpha.held"].inputs == ["light", "alpha.angle", 1]  # scene, robot
    assert diagram["alpha.far"].inputs == ["bravo.angle", 1]
    assert diagram["alpha.free"].inputs == {"set": "alpha.share", "reset": "alpha.far"}
    own = console.replace("constants: {", "constants: {light: 1, ")
    diagram = load_two(folder, own, TWO + lights).console_spec.diagram
    assert diagram["alpha.held"].inputs == ["alpha.light", "alpha.angle", 1]


def test_the_scenes_console_stays_beside_them(folder):
    folder.write("consoles/hall.yaml", "panel: {stop: {type: emergency_stop}}\n")
    scene = load_two(folder, "panel: {go: {type: toggle}}", TWO + "console: ../consoles/hall.yaml")
    assert list(consoles.list_consoles(scene)) == ["", "alpha", "bravo"]
    assert list(scene.console_spec.panel) == ["stop", "alpha.go", "bravo.go"]
    assert list(scene.consoles["bravo"].panel) == ["bravo.go"]


def test_a_scene_without_consoles_has_one_empty():
    assert list(consoles.list_consoles(SceneSpec())) == [""]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("lever.y, half", "lever.y, halve", "in[1]: unknown signal 'halve' - did you mean 'half'?"),
        (", angle", ", angel", "in[1]: unknown signal 'angel' - did you mean 'angle'?"),
        ("{drive:", "{driver:", "outputs.driver: there is nothing called 'driver'"),
        ("set: share", "set: free", "free -> free"),
        ("S, W]", "S, S]", "S already works lever"),
        ("type: lamp}", "type: lamp, lable: x}", "did you mean label?"),
    ],
)
def test_a_mistake_is_told_once_in_the_consoles_own_words(folder, old, new, words):
    good = CONSOLE.replace("held: {type: select, in: [light, ", "held: {type: select, in: [0, ")
    good = good.replace(", light: free", "")
    folder.write("consoles/arm.yaml", good)
    scene = folder.write("scenes/two.yaml", TWO)
    assert not [one for one in checking.check(scene) if one.severity == "error"]
    folder.write("consoles/arm.yaml", good.replace(old, new))
    (found,) = [str(one) for one in checking.check(scene) if one.severity == "error"]
    line = good[: good.index(old)].count("\n") + 1
    assert found.startswith(f"consoles/arm.yaml:{line}:")
    assert words in found and "alpha" not in found and "bravo." not in found


def test_a_block_with_the_name_of_its_lever_is_told_once(folder):
    console = "panel: {speed: {type: lever}}\ndiagram:\n  speed: {type: abs, in: speed}\n"
    folder.write("consoles/arm.yaml", console + "outputs: {drive: speed}\n")
    (found,) = [str(one) for one in checking.check(folder.write("scenes/two.yaml", TWO))]
    assert found == (
        "consoles/arm.yaml:3:3: diagram.speed: the signal 'speed' is already made in `panel` [E601]"
    )


def test_two_consoles_cannot_drive_one_thing(folder):
    lights = "lights: {light: {type: point, switch: true}}\n"
    folder.write("consoles/arm.yaml", "panel: {go: {type: toggle}}\noutputs: {light: go}\n")
    problems = folder.check("scene", TWO + lights)
    assert [(one.file, one.line, one.code) for one in problems] == [
        ("consoles/arm.yaml", 2, "E606")
    ]


def test_the_scenes_console_and_a_robots_cannot_drive_one_motor(folder):
    folder.write("consoles/hall.yaml", "outputs: {alpha.drive: 0.5}\n")
    folder.write("consoles/arm.yaml", "outputs: {drive: 1}\n")
    problems = folder.check("scene", TWO + "console: ../consoles/hall.yaml\n")
    assert [one.code for one in problems] == ["E606"]


def test_a_script_names_controls_by_their_robots(folder):
    folder.write("consoles/arm.yaml", CONSOLE)
    folder.write("scenes/lesson.yaml", TWO)
    good = "actions: [{set: {alpha.lever.x: 1}, until: {signal: bravo.share, above: 0}}]"
    assert folder.check("script", good) == []
    (problem,) = folder.check("script", "actions: [{set: {lever: 1}}]")
    assert problem.code == "E401"
