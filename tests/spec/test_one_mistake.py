"""One mistake is one message, at its line, however many things follow from it."""

import pytest

from simulator import checking

ROBOT = """\
links:
  base: {fixed: true, shape: {box: [0.2, 0.2, 0.1], rpy: [0, 0, 1]}}
  arm: {mass: 1, shape: {sphere: 0.1}}
joints: {hinge: {type: revolute, parent: base, child: arm, limit: [-1, 1]}}
motors:
  turn: {joint: hinge, type: servo, stiffness: 20, torque: 2, no_load_speed: 6, time_constant: 0.1}
"""
CONSOLE = """\
panel:
  a: {type: lever}
  dose: {type: bar_gauge, range: [0, 20], zones: [
    {range: [0, 2], level: normal}, {range: [2, 9], level: normal}]}
diagrams:
  one:
    inputs: [x]
    parameters: {kp: , top: 3}
    blocks: {y: {type: gain, value: kp, in: x}, z: {type: min, in: [y, top]}}
    output: z
diagram:
  low: {type: saturate, low_deg: -5, high_deg: 3, in: a}
  use: {diagram: one, in: a, kp: 2}
  sum: {type: sum, in: [low, use]}
outputs: {dose: sum}
"""
SCENE = """\
robots: [{file: ../robots/arm/robot.yaml, name: arm, at: [0, 0, 1]}]
console: ../consoles/arm.yaml
"""
EXERCISE = """\
scene: ../lesson.yaml
title: {ru: Proba, en: Trial}
stages: [{name: up, text: x, done: {after: 90}}]
hints: [{text: x, stage: up}, {text: y, stage: up}]
"""
SCRIPT = """\
include: start.yaml
actions:
  - {note: Go, move: [{widget: a, signal: sum, to: 1, gain: 2, tolerance: 0.1}]}
"""
FILES = {
    "robots/arm/robot.yaml": ROBOT,
    "consoles/arm.yaml": CONSOLE,
    "scenes/lesson.yaml": SCENE,
    "scenes/exercises/lesson.yaml": EXERCISE,
    "scenes/scripts/lesson.yaml": SCRIPT,
    "scenes/scripts/start.yaml": "actions: [{note: Wait, hold: 1}, {note: Wait, hold: 2}]\n",
}


def find(folder, changed, old="", new=""):
    for name, text in FILES.items():
        if name == changed and old:
            assert text.count(old) == 1
            text = text.replace(old, new)
        folder.write(name, text)
    return [str(one) for one in checking.check(folder.root / changed)]


def test_the_files_are_sound(folder):
    for name in FILES:
        if "start" not in name:
            assert find(folder, name) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("robots/arm/robot.yaml", "no_load_speed: 6, ", "",
         "6:3: motors.turn: a motor of type servo needs"),
        ("robots/arm/robot.yaml", "0, 0, 1]", "0 0, 1]",
         "2:59: links.base.shape.rpy[0]: expected a number, got the text '0 0'; put commas"),
        ("robots/arm/robot.yaml", "joint: hinge", "joint: [hinge, arm]",
         "6:17: motors.turn.joint: expected a text, got a list of 2"),
        ("robots/arm/robot.yaml", "mass: 1", "mass kg: 1",
         "3:9: links.arm.mass kg: unknown key - did you mean mass_kg?"),
        ("robots/arm/robot.yaml", "mass: 1", "mass 1",
         "3:9: links.arm.mass: put a colon and a blank behind `mass`"),
        ("robots/arm/robot.yaml", "  arm:", "  an arm:",
         "3:3: links.an arm: 'an arm' cannot be a name"),
        ("robots/arm/robot.yaml", "  arm:", "  base:",
         "3:3: links.base: the key is already there in line 2; a key may stand only once"),
        ("robots/arm/robot.yaml", "child: arm, limit: [-1, 1]}}\n", "child: arm, limit: [-1, 1]},\n"
         "  hinge: {type: fixed, parent: arm, child: hand}}\n",
         "5:3: joints.hinge: the key is already there in line 4"),
        ("robots/arm/robot.yaml", "joints: {", "  lamps:\nlamps: {}\njoints: {",
         "4:9: links.lamps: expected a mapping (`key: value`), got nothing [E303]"),
        ("consoles/arm.yaml", "\ndiagram:", "\n  diagram:",
         "11:11: diagrams.diagram: expected a mapping (`key: value`), got nothing; `diagram` is "
         "a section of its own: begin its line in column 1"),
        ("consoles/arm.yaml", "range: [0, 20], ", "",
         "4:13: panel.dose.zones[0].range: the zone leaves the range [-1, 1] of the "
         "bar_gauge; give its `range`"),
        ("consoles/arm.yaml", "high_deg: 3", "high_deg: -8",
         "12:34: diagram.low.low_deg: -0.0872665 is above high -0.139626 (in rad)"),
        ("consoles/arm.yaml", "{type: gain, value", "{type: 5%, value",
         "9:24: diagrams.one.blocks.y.type: '5%' cannot be a name"),
        ("consoles/arm.yaml", "value: kp, in: x", "value: kp, in_mm: x",
         "9:41: diagrams.one.blocks.y.in_mm: wrong unit"),
        ("consoles/arm.yaml", "kp: 2}", "kpp: 2}",
         "13:30: diagram.use.kpp: the diagram 'one' has no parameter 'kpp'"),
        ("consoles/arm.yaml", "top: 3", "top: 3 deg",
         "8:29: diagrams.one.parameters.top: a number cannot carry its unit here; write "
         "`top_deg: 3`"),
        ("consoles/arm.yaml", "{diagram: one", "{digram: one",
         "13:9: diagram.use.digram: unknown key - did you mean diagram?"),
        ("consoles/arm.yaml", "high_deg: 3", "high_deg = 3",
         "12:38: diagram.low.high_deg = 3: put a colon and a blank behind `high_deg`"),
        ("consoles/arm.yaml", "value: kp, in: x", "value: kp, in x",
         "9:41: diagrams.one.blocks.y.in x: put a colon and a blank behind `in`"),
        ("robots/arm/robot.yaml", "0, 0, 1]", "0; 0, 1]",
         "2:59: links.base.shape.rpy[0]: expected a number, got the text '0; 0'; put commas"),
        ("scenes/exercises/lesson.yaml", "hints:", "repeat: {passes: 2, of: some}\nhints:",
         "4:25: repeat.of: expected a whole number"),
        ("scenes/exercises/lesson.yaml", "en: Trial", "Trial",
         "2:20: title.Trial: unknown key, and `en` is missing"),
        ("robots/arm/robot.yaml", "links:\n  base: {fixed: true, shape: {",
         "materials: 3\nlinks:\n  base: {fixed: true, shape: {material: mine, ",
         "1:12: materials: expected a mapping (`key: value`), got 3"),
        ("scenes/exercises/lesson.yaml", "text: x, done: {after: 90}}]\n",
         "text: x, target: there, done: {after: 90}}]\nzones: []\n",
         "4:8: zones: expected a mapping (`key: value`), got a list of 0"),
        ("scenes/exercises/lesson.yaml", "scene:", "  scene:",
         "1:3: not valid YAML: this line is indented, but line 2 is not"),
        ("scenes/exercises/lesson.yaml", "name: up, ", "name: 5, ",
         "3:17: stages[0].name: expected a text, got 5; write it in quotes"),
        ("scenes/exercises/lesson.yaml", "name: up, ", "",
         "3:10: stages[0]: the key `name` is missing"),
        ("scenes/exercises/lesson.yaml", "name: up", "nmae: up",
         "3:11: stages[0].nmae: unknown key - did you mean name?"),
        ("scenes/exercises/lesson.yaml", "Trial", "Try, and: again, then, stop",
         "2:41: title.then: unknown key without a value; a text with commas stands in "
         "quotes"),
        ("scenes/scripts/lesson.yaml", "signal:", "siganl:",
         "3:35: actions[0].move[0].siganl: unknown key - did you mean signal?"),
        ("scenes/scripts/lesson.yaml", "signal:", "signal =",
         "3:35: actions[0].move[0].signal: put a colon and a blank behind `signal`"),
        ("scenes/scripts/lesson.yaml", "to: 1", "to:1",
         "3:48: actions[0].move[0].to: put a colon and a blank behind `to`"),
        ("scenes/scripts/lesson.yaml", "to: 1", "to_kg: 1",
         "3:48: actions[0].move[0].to_kg: wrong unit: to has no unit"),
        ("consoles/arm.yaml", "saturate, low_deg: -5, high_deg: 3", "low_pass, time_constant: 0,3",
         "12:42: diagram.low.3: 3 stands alone; a decimal has a point"),
        ("consoles/arm.yaml", "{type: gain, value", "{type gain, value",
         "9:18: diagrams.one.blocks.y.type gain: put a colon and a blank behind `type`"),
        ("consoles/arm.yaml", "inputs: [x]", "inputs: [x_n]",
         "9:45: diagrams.one.blocks.y.in: there is no signal 'x' in this diagram"),
        ("scenes/exercises/lesson.yaml", "done: {after: 90}", "done: {after:90}",
         "3:37: stages[0].done.after: put a colon and a blank behind `after`"),
        ("scenes/exercises/lesson.yaml", "en: Trial", "en = Trial: 1",
         "2:20: title.en: put a colon and a blank behind `en`"),
        ("scenes/exercises/lesson.yaml", "hints:", "metrics: {paek_force: {max: 3}}\n"
         "limits: [{name: hit, text: x, when: {metric: peak_force, above: 2}}]\nhints:",
         "4:11: metrics.paek_force: 'paek_force' is no kind of metric"),
        ("scenes/exercises/lesson.yaml", "hints:", "props: [{nmae: box, fixed: true, shape: "
         "{sphere: 0.1}}]\nlimits: [{name: hit, text: x, when: {body: box, slower: 2}}]\nhints:",
         "4:10: props[0].nmae: unknown key - did you mean name?"),
        ("scenes/exercises/lesson.yaml", "name: up, ", "name_mm: up, ",
         "3:11: stages[0].name_mm: wrong unit: name is not a number and takes no unit"),
        ("robots/arm/robot.yaml", "rpy: [0, 0, 1]", "rpy: {0, 0, 1]",
         "2:66: not valid YAML: did not find expected ',' or '}'"),
        ("scenes/exercises/lesson.yaml", "hints:", "zones:\nthere: {box: [1, 1, 1]}\nhints:",
         "5:1: zones.there: it belongs in `zones`: begin its line further in than that one"),
        ("scenes/exercises/lesson.yaml", "text: x, done: {after: 90}}]",
         "text: x, done: {after: 90}}, {name: down}]",
         "3:50: stages[1]: the keys `done` and `text` are missing"),
        ("robots/arm/robot.yaml", "\n  base:", "\n  baes:",
         "4:42: joints.hinge.parent: there is no link 'base' - did you mean baes?"),
        ("consoles/arm.yaml", "\n  one:", "\n  oen:",
         "13:18: diagram.use.diagram: there is no diagram 'one' - did you mean oen?"),
        ("consoles/arm.yaml", "kp: 2}", "qq: 2}",
         "13:30: diagram.use.qq: the diagram 'one' has no parameter 'qq'; it has: kp, top, and kp "
         "is missing"),
        ("consoles/arm.yaml", "output: z", "output:",
         "10:12: diagrams.one.output: nothing stands behind `output:`; give it a value, or leave "
         "it out"),
        ("consoles/arm.yaml", "\ndiagrams:\n", "\ndiagrams:\ndiagrams:\n",
         "6:1: diagrams: the key is already there in line 5; a key may stand only once"),
        ("scenes/lesson.yaml", "console: ../consoles/arm.yaml", "console:",
         "2:9: console: nothing stands behind `console:`"),
        ("scenes/exercises/lesson.yaml", "{ru: Proba, en: Trial}", "\n  ru: Proba\nen: Trial",
         "4:1: title.en: it belongs in `title`: begin its line further in than that one"),
        ("scenes/exercises/lesson.yaml", "\nstages: [{name: up, text: x, done: {after: 90}}]",
         "\nstages:\n  - name: up\n    text: x\n    done: {after: 90}\n"
         "    name: on\n    text: y\n    done: {after: 9}",
         "7:5: stages[0].name: the key is already there in line 4; a key may stand only once; a "
         "new item begins with `- `"),
        ("scenes/scripts/lesson.yaml", "tolerance: 0.1", "tolerance: 0,1",
         "3:77: actions[0].move[0].1: unknown key; a decimal has a point"),
        ("scenes/scripts/lesson.yaml", "tolerance: 0.1}",
         "tolerance: 0.1}, {widget: a, signal: sum, to: 2}",
         "3:90: actions[0].move[1].widget: 'a' is moved in this action already"),
        ("scenes/scripts/lesson.yaml", "move: [{widget", "move: {{widget",
         "3:23: actions[0].move: a key must be a plain word; a pair of braces is one too many"),
    ],
)  # fmt: skip
def test_what_follows_from_a_mistake_is_not_told(folder, file, old, new, told):
    (found,) = find(folder, file, old, new)
    assert found.startswith(f"{file}:{told}"), found
