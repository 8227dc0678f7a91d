"""Every mistake in a named diagram and in its uses is told where it was made."""

import pytest

from tests.spec.jointed import JOINT, find, find_in

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
        "}, limit_deg: {}}",
        "27:71: diagram.knee.limit_deg: expected a number, got a mapping [E303]",
    ),
    (
        "}, kp: 2}",
        "}, kp: fast}",
        "27:64: diagram.knee.kp: expected a number, got the text 'fast' [E303]",
    ),
    (
        "}, kp: 2}",
        "}, op: '=>'}",
        "27:64: diagram.knee.op: has to be one of >, >=, <, <=, ==, !=, not '=>' [bad-parameter]",
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
        "22:38: diagrams.joint.blocks.voltage.low: has to be a number, not '-limit_deg' "
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
        "low_deg: 90, high_deg: -90",
        "22:42: diagrams.joint.blocks.voltage.low_deg: 1.5708 is above high -1.5708 (in rad) (in "
        "the diagram 'joint', used as 'knee' in consoles/arm.yaml:27) [bad-parameter]",
    ),
    (
        "low: -limit, high: limit",
        "low: limit, high: -limit",
        "22:38: diagrams.joint.blocks.voltage.low: 1.5708 is above high -1.5708 (in the "
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
