"""A named diagram used many times: what it becomes, and every mistake in it and in its uses."""

import math
import re

import pytest

from simulator import checking
from simulator.diagram import explain
from simulator.spec import load, publish

JOINT = """\
panel:
  left: {type: lever}
  right: {type: lever}
  lit: {type: lamp}
constants: {slope: 0.5}
diagrams:
  pd:
    inputs: {error: , rate: 0}
    parameters: {kp: , kd: 0}
    blocks:
      now: {type: gain, value: kp, in: error}
      soon: {type: gain, value: kd, in: rate}
      total: {type: sum, in: [now, soon]}
    output: total
  joint:
    inputs: [target, angle]
    parameters: {kp: 1, limit_deg: 90, op: ">", curve: [0, 1]}
    blocks:
      error: {type: sum, signs: "+-", in: [target, angle]}
      law: {diagram: pd, kp: kp, in: error}
      bent: {type: lookup, x: curve, y: [0, limit], in: law}
      voltage: {type: saturate, low: -limit, high: limit, in: bent}
      far: {type: compare, op: op, in: [error, slope]}
    output: voltage
    outputs: [far, law]
diagram:
  knee: {diagram: joint, in: {target: left, angle: right}, kp: 2}
  hip: {diagram: joint, in: [right, 0.25], limit_deg: 180, op: "<"}
  near: {type: and, in: [knee.far, hip.far]}
  shown: {type: sum, in: [knee, hip, near, knee.law]}
outputs: {lit: shown}
"""


def plan_of(folder, text=JOINT):
    return checking.plan_of(folder.write("consoles/arm.yaml", text))


def find(folder, text):
    return [str(one.problem) for one in checking.check(folder.write("consoles/arm.yaml", text))]


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


def find_in(folder, name, text):
    return [str(one.problem) for one in checking.check(folder.write(name, text))]


def test_the_picture_has_subgraphs(folder):
    text = explain.mermaid(plan_of(folder))
    assert '  subgraph g1["knee"]\n' in text and '    subgraph g2["knee.law"]\n' in text
    assert text.index('["knee.law"]') < text.index('["hip"]')
    assert text.count("subgraph") == text.count("  end\n") == 4


# what is replaced in JOINT, by what, and the problem in full
MISTAKES = [
    (
        "{diagram: joint, in: [right",
        "{diagram: joit, in: [right",
        "28:18: diagram.hip.diagram: there is no diagram 'joit' - did you mean joint? [E401]",
    ),
    (
        "knee: {diagram",
        "knee: {type: gain, diagram",
        "27:31: diagram.knee.diagram: a block has a `type` or a `diagram`, not both [E611]",
    ),
    (
        "{target: left, angle: right}",
        "{target: left}",
        "27:3: diagram.knee: the diagram 'joint' needs the input angle [E612]",
    ),
    (
        "angle: right}",
        "angle: right, angel: 1}",
        "27:66: diagram.knee.in.angel: the diagram 'joint' has no input 'angel'; it has: "
        "target, angle - did you mean angle? [E613]",
    ),
    (
        "[right, 0.25]",
        "[right, 0.25, left]",
        "28:43: diagram.hip.in[2]: the diagram 'joint' takes 2 inputs: target, angle [E613]",
    ),
    (
        "}, kp: 2}",
        "}, kpp: 2}",
        "27:60: diagram.knee.kpp: the diagram 'joint' has no parameter 'kpp'; it has: kp, "
        "limit, op, curve - did you mean kp? [E613]",
    ),
    (
        "}, kp: 2}",
        "}, limit_mm: 2}",
        "27:60: diagram.knee.limit_mm: wrong unit: limit is in rad; write limit, limit_rad, "
        "limit_deg, limit_mrad, limit_turns [E308]",
    ),
    (
        "}, kp: 2}",
        "}, kp_deg: 2}",
        "27:60: diagram.knee.kp_deg: wrong unit: kp is without a unit; write kp [E308]",
    ),
    (
        "}, kp: 2}",
        "}, limit: 1, limit_deg: 2}",
        "27:81: diagram.knee.limit_deg: this parameter is given twice, in two units; keep "
        "one [E309]",
    ),
    (
        "}, kp: 2}",
        "}, kp: fast}",
        "27:64: diagram.knee.kp: kp: expected a number, got the text 'fast' [E303]",
    ),
    (
        "}, kp: 2}",
        "}, op: '=>'}",
        "27:64: diagram.knee.op: op: has to be one of >, >=, <, <=, ==, !=, not '=>' "
        "[bad-parameter]",
    ),
    (
        "}, kp: 2}",
        "}, unit: V}",
        "27:66: diagram.knee.unit: a use of a diagram has no unit; its blocks do [E613]",
    ),
    (
        "{diagram: pd, kp: kp, in: error}",
        "{diagram: pd, in: error}",
        "20:7: diagrams.joint.blocks.law: the diagram 'pd' needs the parameter 'kp' [E612]",
    ),
    (
        "[knee, hip, near, knee.law]",
        "[knee, hip, near, knee.bent]",
        "30:44: diagram.shown.in[3]: 'knee.bent' is not an output of the diagram 'joint'; "
        "others may read: knee, knee.far, knee.law - did you mean knee? [E614]",
    ),
    (
        "    output: voltage\n",
        "",
        "29:27: diagram.shown.in[0]: 'knee' is not an output of the diagram 'joint'; others "
        "may read: knee.far, knee.law - did you mean knee.law? [E614]",
    ),
    (
        "    output: voltage\n    outputs: [far, law]\n",
        "",
        "15:3: diagrams.joint: the diagram needs an `output`, or `outputs` [E302]",
    ),
    (
        "outputs: [far, law]",
        "outputs: [fat]",
        "25:15: diagrams.joint.outputs[0]: there is no block 'fat' in this diagram - did you "
        "mean far? [E401]",
    ),
    (
        "outputs: [far, law]",
        "outputs: [voltage]",
        "25:15: diagrams.joint.outputs[0]: 'voltage' is the `output` already, the signal of "
        "the use's own name [E601]",
    ),
    (
        "[target, angle]}\n",
        "[target, angel]}\n",
        "19:52: diagrams.joint.blocks.error.in[1]: there is no signal 'angel' in this "
        "diagram; what comes from outside has to be one of its inputs - did you mean angle? "
        "[E401]",
    ),
    (
        "[target, angle]}\n",
        "[target, left]}\n",
        "16:22: diagrams.joint.inputs[1]: no block of the diagram reads 'angle' [E615]",
    ),
    (
        "parameters: {kp: , kd: 0}",
        "parameters: {kp: , kd: 0, ki_hz: 1}",
        "9:38: diagrams.pd.parameters.ki_hz: no block of the diagram reads 'ki' [E615]",
    ),
    (
        "low: -limit,",
        "low: -limit_deg,",
        "22:38: diagrams.joint.blocks.voltage.low: low: has to be a number, not '-limit_deg' "
        "(in the diagram 'joint', used as 'knee' in consoles/arm.yaml:27) [bad-parameter]",
    ),
    (
        "high: limit,",
        "high_deg: limit,",
        "22:46: diagrams.joint.blocks.voltage.high_deg: limit is in rad already; write high: "
        "limit [E308]",
    ),
    (
        "in: law}\n      v",
        "in: limit_deg}\n      v",
        "21:57: diagrams.joint.blocks.bent.in: there is no signal 'limit_deg' in this "
        "diagram; the unit is no part of the name: write limit - did you mean limit? [E401]",
    ),
    (
        "outputs: [far, law]",
        "outputs: [far, law, far]",
        "25:25: diagrams.joint.outputs[2]: 'far' is already there: each of the outputs stands "
        "once [E601]",
    ),
    (
        "      now: {type: gain",
        "      error: {type: gain",
        "11:7: diagrams.pd.blocks.error: 'error' is already one of the `inputs` [E601]",
    ),
    (
        "{kp: , kd: 0}",
        "{kp: , kd: 0, rate: 0}",
        "9:31: diagrams.pd.parameters.rate: 'rate' is already one of the `inputs` [E601]",
    ),
    (
        "      now: {type: gain, value: kp",
        "      now: {diagram: joint, kp: kp",
        "7:3: diagrams.pd: diagrams use each other in a ring: pd -> joint -> pd [E616]",
    ),
    (
        "low: -limit, high: limit",
        "low: limit, high: -limit",
        "22:38: diagrams.joint.blocks.voltage.low: low: 1.5708 is above high -1.5708 (in the "
        "diagram 'joint', used as 'knee' in consoles/arm.yaml:27) [bad-parameter]",
    ),
]


@pytest.mark.parametrize(("old", "new", "problem"), MISTAKES, ids=lambda text: str(text)[:40])
def test_mistakes_stand_where_they_were_made(folder, old, new, problem):
    assert JOINT.count(old) == 1
    found = find(folder, JOINT.replace(old, new))
    assert f"consoles/arm.yaml:{problem}" in found
    assert len(found) == len(set(found))


def test_a_mistyped_parameter_is_told_with_the_block_that_means_it(folder):
    (found,) = find(folder, JOINT.replace("value: kd,", "value: kdd,"))
    assert found.endswith(
        "no block of the diagram reads 'kd'; soon.value is 'kdd' - did you mean kd there? [E615]"
    )


def test_a_mistyped_input_is_told_where_it_is_read_alone(folder):
    assert find(folder, JOINT.replace("in: rate}", "in: rat}")) == [
        "consoles/arm.yaml:12:41: diagrams.pd.blocks.soon.in: there is no signal 'rat' in this "
        "diagram; what comes from outside has to be one of its inputs - did you mean rate? [E401]"
    ]


def test_a_wrong_wire_of_a_use_is_told_once_at_the_use(folder):
    folder.write("consoles/arm.yaml", JOINT.replace("{target: left,", "{target: lefty,"))
    (found,) = find_in(folder, "scenes/lesson.yaml", "console: ../consoles/arm.yaml\n")
    assert found == (
        "consoles/arm.yaml:27:39: diagram.knee.in.target: unknown signal 'lefty' - did you mean "
        "'left'? [unknown-signal]"
    )


def test_units_inside_are_told_in_the_diagram_and_by_use(folder):
    folder.write("consoles/arm.yaml", JOINT.replace("angle: right}", "angle: angle}").replace(
        "{target: left", "{target: reach"))  # fmt: skip
    robot = folder.path("robot").read_text()
    robot = robot.replace(
        "sensors:\n", "sensors:\n  reach: {type: position, axis: x, link: upper}\n"
    )
    folder.path("robot").write_text(robot)
    told = find_in(
        folder,
        "scenes/lesson.yaml",
        "robots: [{file: ../robots/arm/robot.yaml, at: [0, 0, 1]}]\n"
        "console: ../consoles/arm.yaml\n",
    )
    (found,) = (one for one in told if "[unused-control]" not in one)
    assert "is in rad, but" in found and "[unit-mismatch]" in found
    assert found.startswith("consoles/arm.yaml:27:53: diagram.knee.in.angle: ")


def test_uses_inside_uses_end_at_a_depth(folder):
    levels = "".join(
        f"  d{n}: {{inputs: [x], blocks: {{b: {{diagram: d{n - 1}, in: x}}}}, output: b}}\n"
        for n in range(1, 1200)
    )
    text = f"""\
panel: {{a: {{type: lever}}}}
diagrams:
  d0: {{inputs: [x], blocks: {{b: {{type: abs, in: x}}}}, output: b}}
{levels}diagram: {{top: {{diagram: d1199, in: a}}, fine: {{diagram: d99, in: a}}}}
"""
    (found,) = find(folder, text)
    assert "more than 100 deep" in found and "[E617]" in found


def test_uses_inside_uses_cannot_multiply_without_end(folder):
    levels = "\n".join(
        f"  d{n}:\n    inputs: [x]\n    blocks:\n"
        + "".join(f"      b{k}: {{diagram: d{n - 1}, in: x}}\n" for k in range(10))
        + "    output: b0\n    outputs: [" + ", ".join(f"b{k}" for k in range(1, 10)) + "]"
        for n in range(1, 9)
    )  # fmt: skip
    text = f"""\
panel: {{a: {{type: lever}}}}
diagrams:
  d0: {{inputs: [x], blocks: {{b: {{type: abs, in: x}}}}, output: b}}
{levels}
diagram: {{top: {{diagram: d8, in: a}}}}
"""
    found = find(folder, text)
    assert any("more than 10000 blocks" in problem and "[E617]" in problem for problem in found)
    assert len(found) < 5


@pytest.mark.parametrize(
    ("chapter", "signal"),
    [("Widgets", "stick.button"), ("Named diagrams", "hip.wish"), ("States", "row")],
)
def test_the_readmes_examples_work(folder, chapter, signal):
    text = (publish.ROOT / "consoles" / "README.md").read_text(encoding="utf-8")
    example = re.findall(r"```yaml\n(.*?)```", text.partition(f"## {chapter}")[2], re.DOTALL)[0]
    assert find(folder, example) == []
    assert signal in plan_of(folder, example).slots
