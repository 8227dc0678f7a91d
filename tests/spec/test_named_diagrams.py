"""A named diagram used many times, and what it becomes."""

import math
import re

import pytest

from simulator import checking
from simulator.diagram import explain
from simulator.spec import load, publish
from tests.spec.jointed import JOINT, find, find_in


def plan_of(folder, text=JOINT):
    return checking.plan_of(folder.write("consoles/arm.yaml", text))


def test_a_use_is_its_blocks_under_its_name(folder):
    blocks = {block.name: block for block in plan_of(folder).order}
    inner = ["error", "law.now", "law.soon", "law", "bent", "far"]
    assert set(blocks) == {
        *(f"{use}.{name}" for use in ("knee", "hip") for name in inner),
        "knee", "hip", "near", "shown",
    }  # fmt: skip
    assert blocks["knee.error"].inputs == ("left", "right")
    assert blocks["hip.error"].inputs == ("right", 0.25)
    assert blocks["knee.law.soon"].inputs == (0.0,)
    assert blocks["knee.law"].inputs == ("knee.law.now", "knee.law.soon")
    assert blocks["shown"].inputs == ("knee", "hip", "near", "knee.law")


def test_parameters_reach_the_blocks_in_si(folder):
    blocks = {block.name: block for block in plan_of(folder).order}
    assert blocks["knee.law.now"].parameters["value"] == 2.0
    assert blocks["hip.law.now"].parameters["value"] == 1.0
    assert blocks["knee"].parameters == {"low": -math.pi / 2, "high": math.pi / 2}
    assert blocks["hip"].parameters["low"] == -math.pi
    assert blocks["hip.bent"].parameters["y"] == (0.0, math.pi)
    assert blocks["hip.far"].parameters["op"] == "<"


def test_written_by_hand_it_is_the_same_plan(folder):
    used = plan_of(folder)
    by_hand = folder.write("consoles/hand.yaml", """\
panel:
  left: {type: lever}
  right: {type: lever}
  lit: {type: lamp}
constants: {slope: 0.5}
diagram:
  error: {type: sum, signs: "+-", in: [left, right]}
  now: {type: gain, value: 2, in: error}
  soon: {type: gain, value: 0, in: 0}
  law: {type: sum, in: [now, soon]}
  bent: {type: lookup, x: [0, 1], y_deg: [0, 90], in: law}
  knee: {type: saturate, low_deg: -90, high_deg: 90, in: bent}
  far: {type: compare, op: ">", in: [error, slope]}
  sum: {type: sum, in: [knee, far]}
outputs: {lit: sum}
""")  # fmt: skip
    alone = JOINT[: JOINT.index("  hip:")] + "  sum: {type: sum, in: [knee, knee.far]}\n"
    alone = plan_of(folder, alone + "outputs: {lit: sum}\n")
    other = checking.plan_of(by_hand)
    assert used.step == other.step
    for ours, theirs in zip(alone.tables, other.tables, strict=True):
        assert ours.tolist() == theirs.tolist()


def test_an_included_file_brings_its_diagrams(folder):
    head, _, rest = JOINT.partition("diagrams:")
    body, _, tail = rest.partition("diagram:\n")
    folder.write("consoles/shelf.yaml", "diagrams:" + body)
    text = "include: shelf.yaml\n" + head + "diagram:\n" + tail
    assert len(plan_of(folder, text).order) == 16
    wrong = "diagrams:" + body.replace("{type: gain, value: kd,", "{type: gian, value: kd,")
    folder.write("consoles/shelf.yaml", wrong)
    assert find(folder, text) == [
        "consoles/shelf.yaml:7:20: diagrams.pd.blocks.soon.type: unknown block type 'gian' - did "
        "you mean 'gain'? (in the diagram 'joint', used as 'knee' in consoles/arm.yaml:8) "
        "[unknown-block]"
    ]


def test_a_robots_own_console_may_use_them(folder):
    folder.write("consoles/arm.yaml", JOINT)
    scene = "robots: [{file: ../robots/arm/robot.yaml, name: alpha, console: ../consoles/arm.yaml}]"
    whole = load.load_scene(folder.write("scenes/two.yaml", scene)).console_spec
    assert whole.diagram["alpha.shown"].inputs == [
        "alpha.knee", "alpha.hip", "alpha.near", "alpha.knee.law",
    ]  # fmt: skip
    assert whole.diagram["alpha.knee.far"].inputs == ["alpha.knee.error", "alpha.slope"]
    assert checking.load_checked(folder.root / "scenes/two.yaml")


def test_exercises_may_name_what_is_inside(folder):
    folder.write("consoles/arm.yaml", JOINT)
    folder.write("scenes/lesson.yaml", "console: ../consoles/arm.yaml\n")
    text = """\
scene: lesson.yaml
title: x
stages: [{name: up, title: x, done: {signal: knee.erro, above: 1}}]
"""
    found = find_in(folder, "scenes/exercises/up.yaml", text.replace("lesson", "../lesson"))
    assert any("did you mean knee.error" in problem for problem in found)


def test_the_picture_has_subgraphs(folder):
    text = explain.mermaid(plan_of(folder))
    assert '  subgraph g1["knee"]\n' in text and '    subgraph g2["knee.law"]\n' in text
    assert text.index('["knee.law"]') < text.index('["hip"]')
    assert text.count("subgraph") == text.count("  end\n") == 4


@pytest.mark.parametrize(
    ("chapter", "signal"),
    [("Widgets", "stick.button"), ("Named diagrams", "hip.wish"), ("States", "row")],
)
def test_the_readmes_examples_work(folder, chapter, signal):
    text = (publish.ROOT / "consoles" / "README.md").read_text(encoding="utf-8")
    example = re.findall(r"```yaml\n(.*?)```", text.partition(f"## {chapter}")[2], re.DOTALL)[0]
    assert find(folder, example) == []
    assert signal in plan_of(folder, example).slots
