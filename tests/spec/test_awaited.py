"""What only an exercise waits for is used: no warning tells that nothing reads it."""

import pytest

from simulator import checking

CONSOLE = """\
panel:
  power: {type: key_switch}
  lever: {type: lever}
  siren: {type: toggle}
diagram:
  gated: {type: select, in: [power, lever, 0]}
  ready: {type: not, in: power}
outputs: {drive: gated}
"""
EXERCISE = """\
scene: ../SCENE
title: Siren
stages:
  - {name: sound, text: Sound it, done: {all: [{signal: siren, above: 0.5}, DONE]}}
"""


@pytest.mark.parametrize(
    ("scene", "done", "told"),
    [
        ("lesson.yaml", "{not: {signal: ready, above: 0.5}}", []),
        ("lesson.yaml", "{signal: lever, above: 0.5}", ["ready"]),
        ("other.yaml", "{signal: ready, above: 0.5}", ["ready", "siren"]),
    ],
)
def test_what_an_exercise_of_the_scene_waits_for_is_used(folder, scene, done, told):
    path = folder.write("consoles/arm.yaml", CONSOLE)
    assert not checking.check(path)
    path = folder.path("scene")
    folder.write("scenes/other.yaml", path.read_text())
    text = EXERCISE.replace("SCENE", scene).replace("DONE", done)
    folder.write("scenes/exercises/siren.yaml", text)
    found = [one.problem for one in checking.check(path) if "unused-" in one.problem.code]
    assert sorted(one.path.partition(".")[2] for one in found) == told
