"""What one check tells of files that name each other, and how often it reads them."""

from collections import Counter

import pytest

from simulator import checking
from simulator.spec.reading import syntax

RING = """\
include: {other}.yaml
props: [{{name: crate, fixed: true, at: [0, 0, 1], shape: {{sphere: 1}}}}]
materials: {{slick: {{friction: 0.1}}}}
"""
EXERCISE = """\
scene: ../lesson.yaml
title: First
stages: [{name: on, text: On, done: {signal: lever, above: 0.5}}]
"""


def test_files_in_a_ring_are_told_alike_whichever_is_read_first(folder):
    first = folder.write("scenes/a.yaml", RING.format(other="b"))
    second = folder.write("scenes/b.yaml", RING.format(other="a"))
    alone = [
        {str(one) for one in checking.check(file) if one.problem.code != "E206"}
        for file in (first, second)
    ]
    assert alone[0] == alone[1] and len(alone[0]) == 2
    told = [one.problem.code for one in checking.check(first, second)]
    assert sorted(told) == ["E206", "E208", "E501"]


def test_a_scene_without_robots_is_all_that_is_told_of_its_exercise(folder):
    folder.write("scenes/empty.yaml", "console: ../consoles/quiet.yaml\n")
    folder.write("consoles/quiet.yaml", "panel: {light: {type: lamp}}\noutputs: {light: 1}\n")
    text = EXERCISE.replace("lesson", "empty").replace("lever", "arm.angle")
    text += "start: {arm: {at: [0, 0, 1]}}\nmetrics: {path_length: {body: arm.upper, max: 1}}\n"
    (told,) = folder.find("scenes/exercises/first.yaml", text)
    assert "scene: the scene has no robot that could be scored" in told


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("scenes/vary/first.yaml", "masses: {arm.uper: {uniform: [1, 2]}}\n"),
        ("scenes/scripts/first.yaml", "actions: [{set: {levr: 1}}]\n"),
    ],
)
def test_names_that_nobody_could_check_are_told(folder, file, text):
    folder.write("scenes/exercises/first.yaml", EXERCISE.replace("lever", "levre"))
    (told,) = folder.find(file, text)
    assert told.startswith(
        f"{file}:1:1: its names were not checked, for scenes/exercises/first.yaml"
    )
    assert told.endswith("(warning)")
    both = [
        str(one) for one in checking.check(folder.root / "scenes/exercises", told.split(":")[0])
    ]
    assert len(both) == 1 and "did you mean lever" in both[0]  # which says why
    folder.write("scenes/exercises/first.yaml", EXERCISE)
    (told,) = folder.find(file, text)
    assert "did you mean" in told and "E401" in told


def test_a_misspelt_material_that_nothing_is_made_of_is_told(folder):
    props = "props: [{name: tyre, at: [0, 0, 1], shape: {sphere: 0.1}, material: rubber}]\n"
    text = props + "materials:\n  ruber: {friction: 2}\n  paint: {}\n  white: {friction: 0.1}\n"
    (told,) = folder.find("scenes/lesson.yaml", text)
    assert (
        "scenes/lesson.yaml:3:10: materials.ruber: nothing is made of 'ruber' - did you mean rub"
        in told
    )
    assert (
        folder.find("scenes/lesson.yaml", text.replace("material: rubber", "material: ruber")) == []
    )
    folder.write(
        "scenes/exercises/first.yaml",
        "title: x\nscene: ../lesson.yaml\nstages: [{name: on, text: On, done: {after: 1}}]\n"
        "props: [{name: other, at: [9, 0, 1], shape: {sphere: 0.1}, material: ruber}]\n",
    )
    text = "robots: [{file: ../robots/arm/robot.yaml, at: [0, 0, 9]}]\n" + text
    assert folder.find("scenes/lesson.yaml", text) == []


def test_a_check_parses_each_file_once(folder, monkeypatch):
    for row in range(12):  # more than are kept from one call to the next
        folder.write(f"scenes/exercises/e{row}.yaml", EXERCISE + f"# {row}\n")
        folder.write(
            f"scenes/vary/e{row}.yaml", f"masses: {{arm.upper: {{uniform: [1, 2]}}}} # {row}\n"
        )
    parsed, compose = Counter(), syntax._Composer.compose
    monkeypatch.setattr(
        syntax._Composer,
        "compose",
        lambda composer, data: parsed.update([composer.file]) or compose(composer, data),
    )
    assert [one.severity for one in checking.check(folder.root)] == ["warning"]  # of the floor
    assert len(parsed) >= 24 and set(parsed.values()) == {1}
