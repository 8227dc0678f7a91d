"""A section whose own line is missing is told once, where it begins, and what is in it is read."""

import pytest

SCENE = """\
robots:
  - {file: ../robots/arm/robot.yaml, at: [0, 0, 1]}
props:
  - {name: crate, fixed: true, at: [3, 0, 1], shape: {box: [1, 1, 1]}}
  - {name: drum, fixed: true, at: [6, 0, 1], shape: {sphere: 1}}
sensors:
  to_crate: {type: separation, link: arm.upper, to: crate}
  to_drum: {type: separation, link: arm.upper, to: drum}
lights:
  key: {type: sun, power: 2, shadows: false}
"""
CONSOLE = """\
groups:
  main: {title: Main}
panel:
  lever: {type: lever, group: main}
  light: {type: lamp, group: main}
layout:
  panel: {lever: [0, 0]}
constants:
  rated: 24
  half: 0.5
diagrams:
  twice:
    inputs: [x]
    parameters: {by: 2}
    blocks:
      y: {type: gain, value: by, in: x}
      z: {type: abs, in: y}
    output: z
diagram:
  gated: {type: product, in: [lever, rated, half]}
  use: {diagram: twice, in: gated}
outputs:
  drive: gated
  light: use
"""


def without(text, line):
    assert text.count(f"\n{line}:\n") == 1
    return text.replace(f"\n{line}:\n", "\n\n")


def test_the_files_are_sound(folder):
    assert folder.find("scenes/lesson.yaml", SCENE) == []
    assert folder.find("consoles/arm.yaml", CONSOLE) == []


@pytest.mark.parametrize(
    ("section", "place"),
    [("props", "4:5: robots[1]"), ("lights", "10:3: sensors.key")],
)
def test_what_follows_another_section_of_a_scene_is_told_at_its_first_line(folder, section, place):
    (told,) = folder.find("scenes/lesson.yaml", without(SCENE, section))
    what = f"this and what follows is of `{section}`: put a line `{section}:` above it"
    assert told == f"scenes/lesson.yaml:{place}: {what} [E302]"


@pytest.mark.parametrize(
    ("section", "place"),
    [
        ("panel", "4:3: groups.lever"),
        ("constants", "9:3: layout.rated"),
        ("diagrams", "12:3: constants.twice"),
        ("diagram", "20:3: diagrams.gated"),
        ("outputs", "23:3: diagram.drive"),
    ],
)
def test_what_follows_another_section_of_a_console_is_told_at_its_first_line(
    folder, section, place
):
    (told,) = folder.find("consoles/arm.yaml", without(CONSOLE, section))
    what = f"this and what follows is of `{section}`: put a line `{section}:` above it"
    assert told == f"consoles/arm.yaml:{place}: {what} [E302]"


def test_the_blocks_of_a_named_diagram_are_told_so_too(folder):
    text = CONSOLE.replace(
        "    parameters: {by: 2}\n    blocks:\n", "    parameters:\n      by: 2\n"
    )
    (told,) = folder.find("consoles/arm.yaml", text)
    assert told.startswith("consoles/arm.yaml:16:7: diagrams.twice.parameters.y: this and what")


def test_what_is_of_no_other_section_is_told_as_it_was(folder):
    text = CONSOLE.replace("  use: {diagram: twice", "  use: {diagrm: twice")
    (told,) = folder.find("consoles/arm.yaml", text)
    assert "diagram.use.diagrm: unknown key - did you mean diagram?" in told
    text = SCENE.replace("{type: sun, power: 2, shadows: false}", "5")
    told = folder.find("scenes/lesson.yaml", text)
    assert [one.partition(": ")[0] for one in told] == ["scenes/lesson.yaml:10:8"]


ROBOT = """\
links:
  base: {fixed: true, shape: {box: [1, 1, 1]}}
  wheel: {shape: {sphere: 0.2}}
joints:
  wheel: {type: revolute, parent: base, child: wheel}
motors:
  wheel: {joint: wheel, type: torque, torque: 1}
sensors:
  turn: {type: angle, joint: wheel}
  height: {type: position, link: wheel, axis: z}
lamps:
  head: {link: base}
gait:
  left: {link: base, sole: [0, 0, 0]}
  right: {link: wheel, sole: [0, 0, 0]}
  outwards: 0.01
"""


@pytest.mark.parametrize(
    ("section", "place"),
    [
        ("joints", "5:3: links.wheel"),
        ("sensors", "9:3: motors.turn"),
        ("gait", "14:3: lamps.left"),
    ],
)
def test_names_that_both_sections_have_and_a_section_of_keys_are_read_too(folder, section, place):
    file = "robots/arm/robot.yaml"
    whole = folder.find(file, ROBOT)  # which has no legs, nor other sensors
    told = [one for one in folder.find(file, without(ROBOT, section)) if one not in whole]
    what = f"this and what follows is of `{section}`: put a line `{section}:` above it"
    assert told == [f"{file}:{place}: {what} [E302]"]


def test_places_of_a_desk_without_their_layout_are_told_once(folder):
    text = without(CONSOLE.replace("{lever: [0, 0]}", "{lever: [0, 0], light: [300, 9]}"), "layout")
    (told,) = folder.find("consoles/arm.yaml", text)
    assert told.startswith("consoles/arm.yaml:7:3: panel.panel: this and what follows is of `lay")


def test_a_key_that_stands_twice_in_one_section_is_told_there(folder):
    text = without(SCENE, "lights").replace(
        "  key: {type: sun, power: 2, shadows: false}\n",
        2 * "  key: {type: sun, power: 2, shadows: false}\n",
    )
    told = folder.find("scenes/lesson.yaml", text)
    assert [one.rpartition(" ")[2] for one in told] == ["[E302]", "[E110]"]


def test_a_robot_behind_a_list_of_texts_is_told_once(folder):
    text = "briefing: [{ru: a, en: b}]\n".replace("[{ru: a, en: b}]", "\n  - {ru: a, en: b}")
    text += "  - {file: ../robots/arm/robot.yaml}\n"
    (told,) = folder.find("scenes/lesson.yaml", text)
    assert "scenes/lesson.yaml:3:5: briefing[1]: this and what follows is of `robots`" in told


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("panel:\n  a: {type: lever}\n  b: {type: lamp}\n  shoulder_motor: a\n  b2: a\n", "4:3"),
        ("constants:\n  a: 30 deg\n  shoulder_motor: a\n  b2: a\n", "3:3"),
        ("constants:\n  a: fast\n  b: 2\n  c: 3\n", None),
    ],
)
def test_names_are_of_outputs_and_not_of_constants(folder, text, place):
    """Constants, which stand before outputs, are numbers."""
    told = [one for one in folder.find("consoles/arm.yaml", text) if "E302" in one]
    what = "this and what follows is of `outputs`: put a line `outputs:` above it"
    assert [one.partition(": ")[0] for one in told if what in one] == (
        [f"consoles/arm.yaml:{place}"] if place else []
    )
    assert all(what in one for one in told)
