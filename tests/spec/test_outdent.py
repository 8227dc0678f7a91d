"""A section that stands inside another one is told once, and what is in it is read."""

import pytest

SCENE = """\
robots: [{file: ../robots/arm/robot.yaml, at: [0, 0, 1]}]
sky:
  fog: 0.03
materials:
  rock: {friction: 0.9}
props:
  - {name: crate, fixed: true, at: [3, 0, 1], material: rock, shape: {box: [1, 1, 1]}}
physics:
  iterations: 20
lights:
  key: {type: sun}
  fill: {type: point}
sensors:
  to_crate: {type: separation, link: arm.upper, to: crate}
"""
CONSOLE = """\
groups:
  main: {title: Main}
panel:
  main: {type: lever, group: main}
  light: {type: lamp, group: main}
layout:
  panel: {main: [0, 0]}
constants:
  rated: 24
  half: 0.5
diagram:
  gated: {type: product, in: [main, rated, half]}
outputs: {drive: gated, light: main}
"""
OUTER = "is a section of its own: begin its line in column 1"


def indent(text, section):
    """Return the text with the line of a section two columns further in."""
    assert f"\n{section}:" in text
    return text.replace(f"\n{section}:", f"\n  {section}:", 1)


@pytest.mark.parametrize(
    ("section", "inside", "line"),
    [("lights", "physics", 10), ("materials", "sky", 4), ("props", "materials", 6)],
)
def test_a_section_of_a_scene_inside_another_one_is_one_mistake(folder, section, inside, line):
    (told,) = folder.find("scenes/lesson.yaml", indent(SCENE, section))
    assert told.startswith(f"scenes/lesson.yaml:{line}:") and f"{inside}.{section}: " in told
    assert f"`{section}` {OUTER}" in told


@pytest.mark.parametrize(
    ("section", "inside", "line"),
    [("constants", "layout", 8), ("panel", "groups", 3), ("diagram", "constants", 11)],
)
def test_a_section_of_a_console_inside_another_one_is_one_mistake(folder, section, inside, line):
    (told,) = folder.find("consoles/arm.yaml", indent(CONSOLE, section))
    assert told.startswith(f"consoles/arm.yaml:{line}:") and f"{inside}.{section}: " in told
    assert f"`{section}` {OUTER}" in told


def test_the_files_are_sound(folder):
    assert folder.find("scenes/lesson.yaml", SCENE) == []
    assert folder.find("consoles/arm.yaml", CONSOLE) == []


def test_a_whole_section_further_in_is_one_mistake_too(folder):
    whole = "links:\n    base: {fixed: true}\n  joints:\n    hinge: {parent: base, child: base}\n"
    text = whole.replace("links:\n    base", "links:\n  base")
    told = folder.find("robots/arm/robot.yaml", text)
    assert [one for one in told if OUTER in one] and len(told) == len(
        folder.find("robots/arm/robot.yaml", text.replace("\n  joints", "\njoints"))
    ) + 1


def test_a_whole_section_among_names_is_not_said_to_be_no_mapping(folder):
    """It was `expected a mapping, got a mapping`."""
    text = SCENE.replace("physics:\n  iterations: 20\n", "").replace(
        "  fill:", "  physics:\n    iterations: 20\n  fill:"
    )
    (told,) = folder.find("scenes/lesson.yaml", text)
    assert told == f"scenes/lesson.yaml:10:3: lights.physics: `physics` {OUTER} [E303]"


def test_what_is_in_a_section_at_a_wrong_place_is_read(folder):
    text = indent(SCENE, "lights").replace("type: point", "type: spot")
    told = folder.find("scenes/lesson.yaml", text)
    assert len(told) == 2
    assert "12:16: lights.fill.type: expected one of sun, point, got the text 'spot'" in told[1]


def test_names_that_are_those_of_sections_may_be_given(folder):
    text = SCENE.replace("rock", "lights").replace("key:", "robots:")
    assert folder.find("scenes/lesson.yaml", text) == []
