"""Named diagrams by themselves: a library is checked before anybody uses it."""

import pytest

from simulator import checking

LIBRARY = """\
diagrams:
  joint:
    inputs: {target: , angle: , trim: 0}
    parameters: {kp: , limit_deg: 30, op: ">", curve: }
    blocks:
      goal: {type: sum, in: [target, trim]}
      error: {type: sum, signs: "+-", in: [goal, angle]}
      wish: {type: gain, value: kp, in: error}
      bent: {type: lookup, x: curve, y: [0, kp, 2], in: wish}
      held: {type: saturate, low: -limit, high: limit, in: bent}
      far: {type: compare, op: op, in: [error, kp]}
    output: held
    outputs: [far]
  pair:
    inputs: [a, b]
    parameters: {curve: }
    blocks:
      left: {diagram: joint, in: [a, b], kp: 2, curve: curve}
      right: {diagram: joint, in: [b, a], kp: 3, curve: [0, 1, 2]}
    output: left
    outputs: [right]
"""
USES = """\
panel: {a: {type: lever}, b: {type: lever}, lit: {type: lamp}}
include: shelf.yaml
diagram:
  one: {diagram: pair, in: [a, b], curve: [0, 1, 2]}
  two: {diagram: pair, in: [b, a], curve: [0, 1, 2]}
  sum: {type: sum, in: [one, one.right, two, two.right]}
outputs: {lit: sum}
"""


def find(folder, text, name="consoles/shelf.yaml"):
    return folder.find(name, text)


def test_what_only_a_use_can_know_is_no_mistake(folder):
    assert find(folder, LIBRARY) == []
    assert find(folder, USES, "consoles/desk.yaml") == []


MISTAKES = [  # what is replaced, by what, and what is told
    (
        "wish: {type: gain",
        "wish: {type: gian",
        "8:20: diagrams.joint.blocks.wish.type: unknown block type 'gian' - did you mean 'gain'? "
        "[unknown-block]",
    ),
    (
        "in: wish}",
        "in: {inn: wish}}",
        "9:58: diagrams.joint.blocks.bent.in.inn: block type 'lookup' has no input 'inn' - did "
        "you mean 'in'? [unknown-input]",
    ),
    (
        "high: limit",
        "high: limit, mid: 0",
        "10:56: diagrams.joint.blocks.held.mid: block type 'saturate' has no parameter 'mid'; it "
        "has: low, high, in [unknown-parameter]",
    ),
    (
        "low: -limit, high: limit",
        "low: limit, high: -limit",
        "10:35: diagrams.joint.blocks.held.low: 0.523599 is above high -0.523599 [bad-parameter]",
    ),
    (
        "y: [0, kp, 2]",
        "y: wide",
        "9:41: diagrams.joint.blocks.bent.y: has to be a list of numbers, not 'wide' "
        "[bad-parameter]",
    ),
    (
        "in: [goal, angle]",
        "in: [error, goal, angle]",
        "7:43: diagrams.joint.blocks.error.in: algebraic loop error -> error: put a unit_delay "
        "into it [algebraic-loop]",
    ),
    (
        "curve: [0, 1, 2]}",
        "curve: [0, 1, 2], limit: wide}",
        "19:75: diagrams.pair.blocks.right.limit: expected a number, got the text 'wide' [E303]",
    ),
]


@pytest.mark.parametrize(("old", "new", "problem"), MISTAKES, ids=lambda text: str(text)[:30])
def test_a_mistake_is_told_in_the_library_once(folder, old, new, problem):
    assert LIBRARY.count(old) == 1
    text = LIBRARY.replace(old, new)
    assert find(folder, text) == [f"consoles/shelf.yaml:{problem}"]
    (found,) = find(folder, USES, "consoles/desk.yaml")
    assert found.startswith(f"consoles/shelf.yaml:{problem.partition(': ')[0]}: ")
    folder.write("scenes/lesson.yaml", "console: ../consoles/desk.yaml\n")
    whole = [str(one) for one in checking.check(folder.root)]
    assert [one.partition(": ")[0] for one in whole if "shelf.yaml" in one[:20]] == [
        found.partition(": ")[0]
    ]


def test_all_mistakes_of_a_diagram_are_told_at_once(folder):
    text = LIBRARY.replace("wish: {type: gain", "wish: {type: gian")
    text = text.replace("in: [error, kp]", "in: [eror, kp]")
    text = text.replace("{diagram: joint, in: [a, b]", "{diagram: joint, inn: [a, b]")
    found = find(folder, text)
    assert [one.partition(": diagrams.")[2].partition(":")[0] for one in found] == [
        "joint.blocks.wish.type",
        "joint.blocks.far.in[0]",
        "pair.blocks.left.inn",
    ]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("in: [goal, angle]", "in: {in1: goal, inn: angle}", "7:55: {}error.in.inn: "),
        ("op: op, in", "op_deg: op, in", "11:28: {}far.op_deg: wrong unit"),
        (
            "{type: sum, in: [target, trim]}",
            "{type: sin, in: target, inn: trim}",
            "6:37: {}goal.inn",
        ),
        (
            "type: compare, op: op, in: [error, kp]",
            "type: sin, in: target, op: op",
            "11:36: {}far.op",
        ),
    ],
)
def test_a_key_inside_is_told_inside_whatever_a_use_gives_to_it(folder, old, new, place):
    assert LIBRARY.count(old) == 1
    folder.write("consoles/shelf.yaml", LIBRARY.replace(old, new))
    (found,) = find(folder, USES, "consoles/desk.yaml")
    assert found.startswith("consoles/shelf.yaml:" + place.format("diagrams.joint.blocks."))


def test_a_unit_where_none_goes_is_told_once(folder):
    text = "panel: {a: {type: lever}}\ndiagram: {far: {type: compare, op_deg: 3, in: [a, 1]}}\n"
    assert find(folder, text, "consoles/one.yaml") == [
        "consoles/one.yaml:2:32: diagram.far.op_deg: wrong unit: op is not a number and takes no "
        "unit [bad-parameter]"
    ]
