"""One small broken file for each kind of mistake: its code, place and words, and nothing else."""

import pytest

from simulator import checking
from simulator.spec import suggest

from .conftest import ARM, CONSOLE, FILES, HEAD, MOTOR, SCENE

# what stands below the head, line and column of the mistake, code, words of the message
ROBOTS = [
    ("motors: {}\nlamp: {}", 7, 1, "E301", "unknown key - did you mean lamps?"),
    (f"motors:\n  m: {{joint: hinge, {MOTOR}, gear: 3}}", 7, 77, "E301", "gear_ratio"),
    ("motors:\n  m: {joint: hinge, stall_torque: 1, no_load_sped: 3, time_constant: 1}", 7, 38,
     "E301", "motors.m.no_load_sped: unknown key - did you mean no_load_speed?"),
    ("motors:\n  m: {joint: hinge, stall_torque: 1, time_constant: 1}", 7, 3, "E413",
     "a motor of type dc needs `no_load_speed`"),
    (f"motors:\n  m: {{joint: hinge, {MOTOR}, gear_ratio: -3}}", 7, 89, "E304",
     "must be at least 1e-09, got -3"),
    (f"motors:\n  m: {{joint: hinge, {MOTOR}, gear_ratio: abc}}", 7, 89, "E303",
     "expected a number, got the text 'abc'"),
    (f"motors:\n  m: {{joint: hinge, {MOTOR}, gear_ratio: '5'}}", 7, 89, "E303", "the text '5'"),
    (f"motors:\n  m: {{joint: hinge, {MOTOR}, gear_ratio: true}}", 7, 89, "E303", "got true"),
    (f"motors:\n  m: {{joint: hinge, {MOTOR}, voltage: null}}", 7, 86, "E303", "got nothing"),
    ("motors:\n  m: {joint: hinge, stall_torque: 1, no_load_speed_rmp: 3, time_constant: 1}", 7, 38,
     "E301", "did you mean no_load_speed_rpm?"),
    ("motors:\n  m: {joint: hinge, stall_torque: 1, no_load_speed_mm: 3, time_constant: 1}", 7, 38,
     "E308", "or no_load_speed_rpm"),
    ("motors: [1]", 6, 9, "E303",
     "expected a mapping (`key: value`), got a list of 1; give each a name, `NAME: ...`"),
    ("cameras:\n  c: {link: arm, at: 3}", 7, 22, "E303", "expected a list of 3 numbers, got 3"),
    ("lamps:\n  brakes:", 7, 10, "E303", "got nothing; `brakes` is a section of its own"),
    ("  j: {type: hinge, parent: arm, child: base}", 6, 13, "E305", "did you mean revolute?"),
    ("cameras:\n  c: {link: arm, pos: [1, 2, 3]}", 7, 18, "E301", "did you mean at?"),
    ("cameras:\n  c: {link: arm, at: [1, \u22122, 3]}", 7, 26, "E303", "no minus: write -2"),
    ("cameras:\n  c: {link: arm, fov: pi/2}", 7, 23, "E303", "nothing is calculated"),
    ("  slide: {type: prismtic, parent: base, child: arm}", 6, 17, "E305",
     "did you mean prismatic?"),
    ("motors:\n  m-1: {joint: hinge, stall_torque: 1, no_load_speed: 3, time_constant: 1}", 7, 3,
     "E306", "cannot be a name"),
    ("cameras:\n  c: {link: arm, at: [1, 2]}", 7, 22, "E307", "expected 3 values, got 2"),
    ("cameras:\n  c: {link: arm, at: [1, 2, 3, 4]}", 7, 22, "E307", "expected 3 values, got 4"),
    ("cameras:\n  c: {link: arm, at: [1, x, 3]}", 7, 26, "E303", "cameras.c.at[1]"),
    ("cameras:\n  c: {link: arm, fov_mm: 3}", 7, 18, "E308", "wrong unit: fov is in rad"),
    ("cameras:\n  c: {link_mm: arm, link: arm}", 7, 7, "E308", "takes no unit"),
    ("cameras:\n  c: {link: arm, fov: 1, fov_deg: 60}", 7, 26, "E309", "line 7"),
    ("cameras:\n  c: {link: arm, fov: 60 deg}", 7, 23, "E310", "`fov_deg: 60`"),
    ("lamps:\n  l: {link: arm, colour: gren}", 7, 26, "E311", "did you mean green?"),
    ("lamps:\n  l: {link: arm, colour: C9863A}", 7, 26, "E311", "did you mean '#C9863A'?"),
    ("cameras:\n  c: {link: amr}", 7, 13, "E401", "there is no link 'amr' - did you mean arm?"),
    (f"motors:\n  m: {{joint: hing, {MOTOR}}}", 7, 14, "E401", "did you mean hinge?"),
    ("repeaters:\n  r: {joint: hinge, motor: m}", 7, 28, "E401", "there is no motor 'm'"),
    ("brakes:\n  b: {joint: hnge, torque: 1}", 7, 14, "E401", "hinge"),
    ("sensors:\n  s: {type: angle, joint: x}", 7, 27, "E401", "there are: hinge"),
    ("cameras:\n  c: {link: arm, [fov]: 1}", 7, 18, "E118", "a key must be a plain word"),
    ("cameras:\n  c: {link: arm, '': 1}", 7, 18, "E118", "a key must be a plain word"),
    ("cameras:\n  c: {link: arm, fov: !!str 1}", 7, 23, "E119", "cameras.c.fov: tags"),
    ("cameras:\n  c: {link: !!binary arm}", 7, 13, "E119", "cameras.c.link: tags"),
    ("cameras:\n  c: {link: 1_000}", 7, 13, "E306", "cameras.c.link: '1_000' cannot be a name"),
    ("lamps:\n  l: {body: arm}", 7, 7, "E301",
     "unknown key, and `link` is missing - did you mean link?"),
    ("sensors:\n  s: {kind: speed, joint: hinge}", 7, 7, "E301", "did you mean type?"),
    ("cameras:\n  c: {link: arm, links: arm}", 7, 18, "E301", "unknown key; also known here: at, "),
    ("  h2: {type: fixed, parent: arm, child: am}", 6, 41, "E401", "did you mean arm?"),
    ("  h2: {type: fixed, parent: arm, child: arm}", 6, 41, "E403", "ties arm to itself"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "code", "words"), ROBOTS)
def test_robot(folder, text, line, column, code, words):
    text = HEAD + text
    problem = folder.expect("robot", text, line, column, code, words)
    for jargon in ("pydantic", "Input should", "valid", "dict", "tuple", "NoneType", "str"):
        assert jargon not in problem.message.replace("valid YAML", "")


@pytest.mark.parametrize("section", ["links", "joints", "sensors"])
def test_a_mistyped_section_is_told_alone(folder, section):
    """What others say of the names in it is no mistake of theirs."""
    wrong = section.capitalize()
    text = ARM.replace(section, wrong)
    line = text.split("\n").index(f"{wrong}:") + 1
    folder.write(FILES["console"], CONSOLE.replace("light: power", "light: angle"))
    folder.write(FILES["robot"], text)
    (finding,) = checking.check(folder.path("scene"))
    assert (finding.problem.line, finding.problem.code) == (line, "E301")
    assert finding.problem.suggestion == section


def test_of_a_long_list_of_names_the_first_are_told_and_how_many_more_there_are(folder):
    hinges = "".join(f"  a{n}: {{type: angle, joint: hinge}}\n" for n in range(3))
    links = "".join(f"  l{n}: {{shape: {{sphere: 0.1}}}}\n" for n in range(18))
    text = HEAD.replace("joints:", f"{links}joints:") + "\n"
    text += f"sensors:\n{hinges}  s: {{type: velocity, link: zzzzz, axis: x}}\n"
    folder.write(FILES["robot"], text)
    told = [one.problem.message for one in checking.check(folder.path("robot"))]
    (wrong,) = [message for message in told if "zzzzz" in message]
    assert wrong.endswith(
        "there are: base, arm, " + ", ".join(f"l{n}" for n in range(10)) + " and 8 more"
    )


@pytest.mark.parametrize(
    ("kind", "section", "name"),
    [
        ("robot", "joints", "pivots"), ("robot", "motors", "drives"),
        ("robot", "sensors", "gauges"),
        ("robot", "cameras", "views"), ("console", "groups", "cards"),
        ("console", "panel", "widgets"), ("console", "diagram", "blocks"),
    ],
)  # fmt: skip
def test_a_section_of_a_strange_name_is_told_alone(folder, kind, section, name):
    """What is in it is not known: no name is one that is not there."""
    labels = "labels: {shoulder: Joint, drive: Drive, angle: Angle, eye: Eye}\n"
    folder.write(FILES["robot"], ARM + labels)
    folder.write(FILES["scene"], SCENE + "camera: {inset: arm.eye}\n")
    text = folder.path(kind).read_text()
    folder.write(FILES[kind], text.replace(f"{section}:", f"{name}:"))
    (finding,) = checking.check(folder.path("scene"))
    assert (finding.problem.path, finding.problem.code) == (name, "E301")


def test_the_inputs_of_a_block_have_one_name(folder):
    """They are read as what they are meant for: nothing is told of inputs that lack."""
    text = CONSOLE.replace("in: [power", "inputs: [power")
    folder.write(FILES["console"], text)
    (finding,) = checking.check(folder.path("scene"))
    assert str(finding) == (
        "consoles/arm.yaml:8:25: diagram.gated.inputs: unknown key - did you mean in? [E301]"
    )


def test_a_missing_colon_is_told_alone(folder):
    """The comma in the text makes two keys of it; neither is what lacks."""
    text = SCENE.replace("file: ", "file = ")
    folder.expect("scene", text, 1, 11, "E301", "robots[0].file: put a colon and a blank")
    text = CONSOLE.replace("title: Main", 'title: {ru: a, en "b, c"}')
    folder.expect("console", text, 2, 25, "E301", "groups.main.title.en: put a colon and a blank")


def test_braces_too_many_are_told_alone(folder):
    text = CONSOLE.replace("title: Main", "title: {{ru: a, en: b}}")
    folder.expect("console", text, 2, 18, "E118", "a pair of braces is one too many")
    text = CONSOLE.replace("{type: select, in: [power, lever, 0]}", "{{type: gain}}")
    folder.expect("console", text, 8, 11, "E118", "a pair of braces is one too many")


@pytest.mark.parametrize(
    "text",
    [SCENE.replace("robots:", "robots_nm:"), SCENE.replace("../robots/arm/robot.yaml", ".nan")],
)
def test_without_its_robot_nothing_is_told_of_the_scenes_diagram(folder, text):
    folder.write(FILES["scene"], text)
    assert len(checking.check(folder.path("scene"))) == 1


def test_a_faulty_input_of_a_diagram_is_not_told_of_its_uses(folder):
    text = CONSOLE.replace("outputs:", "  two: {diagram: twin, in: [power, lever]}\noutputs:")
    text = (
        text.replace("light: power", "light: two")
        + """\
diagrams:
  twin:
    inputs: {a: , b: '5'}
    blocks: {x: {type: sum, in: [a, b]}}
    output: x
"""
    )
    folder.write(FILES["console"], text)
    (finding,) = checking.check(folder.path("scene"))
    assert "diagrams.twin.inputs.b: expected a number" in str(finding)


def test_a_label_of_what_has_a_mistake_is_none(folder):
    text = ARM.replace("type: angle", "type: angel") + "labels: {angle: Angle}\n"
    folder.expect("robot", text, 9, 17, "E305", "did you mean angle?")


def test_what_aliases_share_is_told_once(folder):
    text = ARM + "  again: &one {link: upper, fov: 9}\n  more: *one\n"
    folder.expect("robot", text, 12, 34, "E304", "cameras.again.fov")


def test_a_unit_is_advised_for_a_number_that_may_be_in_it(folder):
    for step, ends in (("10", "write `step_ms: 10` [E304]"), ("0.05", "got 0.05 [E304]")):
        (found,) = folder.check("scene", f"physics: {{step: {step}}}\n")
        assert str(found).endswith(ends)


@pytest.mark.parametrize(
    ("value", "column", "code", "words"),
    [
        ("fov_deg: 190", 32, "E304", "must be less than 171.887 deg, got 190"),
        ("at_mm: 5", 30, "E303", "expected a list of 3 numbers, got 5"),
        ("fov: '1.2'", 28, "E303", "got the text '1.2'; write it without quotes"),
        ("at: [0, '1,5', 0]", 31, "E303", "got the text '1,5'; write 1.5"),
        ("at: [0,05, 0,2, 1,5]", 27, "E307", "got 6; a decimal has a point, not a comma"),
        ("fov: 1,6", 30, "E301", "unknown key; a decimal has a point"),
        ("fov: 3 kg", 28, "E310", "write it alone, in rad"),
        ("rpy: [0, 0.1, 90 deg]", 37, "E310", "write `rpy_deg: [0, ..., 90]`"),
        ("at: [0, 0.2, 0.1 m]", 36, "E310", "write `at_m: [0, 0.2, 0.1]`"),
        ("rpy: [0 deg, 45 deg, 90 deg]", 29, "E310", "write `rpy_deg: [0, 45, 90]`"),
        ("rpy_deg: [0, 45, 90 deg]", 40, "E310", "write `rpy_deg: [0, 45, 90]`"),
        ("rpy: 0 0 90", 28, "E303", "got the text '0 0 90'; write [0, 0, 90]"),
    ],
)
def test_a_number_is_told_as_it_is_written(folder, value, column, code, words):
    folder.expect("robot", f"{ARM}  seen: {{link: upper, {value}}}\n", 12, column, code, words)


def test_how_a_number_with_its_unit_is_written(folder):
    """The unit goes to the key, which need not be the one right before the number."""
    placed = SCENE.replace("yaml}", "yaml, joints: {shoulder: 30 deg}}")
    folder.expect("scene", placed, 1, 62, "E310", "write `joints_deg: {shoulder: 30}`")
    alone = CONSOLE + "constants: {tilt: 15 deg}\n"
    folder.expect("console", alone, 10, 19, "E310", "write it alone, in SI")


def test_a_number_for_a_name_is_no_decimal(folder):
    """Nothing stands behind what follows a decimal's comma."""
    wrong = CONSOLE.replace("  light: {", "  1: {").replace(", light: power", "")
    problem = folder.expect("console", wrong, 6, 3, "E306", "'1' cannot be a name")
    assert "decimal" not in problem.message
    comma = CONSOLE + "constants: {tilt: 1,5}\n"
    folder.expect("console", comma, 10, 21, "E306", "a decimal has a point")


def test_a_limit_in_a_wrong_unit_is_told_alone(folder):
    wrong = ARM.replace("revolute, ", "prismatic, ").replace("90]}", "90], start: 3}")
    folder.expect("robot", wrong, 5, 76, "E308", "limit_deg on a prismatic joint")


def test_letters_that_only_look_the_same_are_told(folder):
    """Else the message asks for what is there, as far as anybody can see."""
    alike = "did you mean shoulder? (some Cyrillic letters look like Latin ones)"
    wrong = ARM.replace("joint: shoulder}", "joint: shоulder}")
    folder.expect("robot", wrong, 9, 31, "E401", alike)
    assert "(" not in str(folder.check("robot", ARM.replace("shoulder}", "sholder}"))[0])
    folder.restore()
    folder.write(FILES["console"], CONSOLE.replace("[Q, A]", "[Q, А]"))
    found = checking.check(folder.path("scene"))
    assert "unknown key А; did you mean A? (some" in str(found[0])
    folder.write(FILES["console"], CONSOLE.replace("lever, 0", "lеver, 0"))
    found = checking.check(folder.path("scene"))
    assert "'lеver' - did you mean 'lever'? (some" in str(found[0])


def test_a_widget_with_a_mistake_is_told_alone(folder):
    """Not its keys, and not what reads the signals that it would make."""
    stick = CONSOLE.replace("[Q, A]", "[Q, A, W, S]").replace("power, lever", "power, lever.y")
    folder.write(FILES["console"], stick.replace("type: lever,", "type: lever, axes: '2',"))
    errors = [one for one in checking.check(folder.path("scene")) if one.severity == "error"]
    assert [(one.problem.code, one.problem.line) for one in errors] == [("E305", 5)]


@pytest.mark.parametrize(
    ("word", "meant"),
    [("fork_load", None), ("load_cel", "load_cell"), ("forklift.ahed", "forklift.ahead")],
)
def test_a_robots_name_does_not_make_its_signals_alike(word, meant):
    known = ["load_cell", "ahead", "forklift.load_cell", "forklift.ahead"]
    assert suggest.nearest(word, known) == meant


def test_a_name_that_is_misspelt_where_it_is_made_is_told_once(folder):
    text = CONSOLE.replace("gated:", "gaetd:").replace("light: power", "light: gated")
    folder.write(FILES["console"], text.replace("lamp,", "lamp, group: mian,"))
    told = [str(one) for one in checking.check(folder.path("scene"))]
    assert told == [
        "consoles/arm.yaml:6:30: panel.light.group: there is no group 'mian' - did you mean main? "
        "[E401]",
        "consoles/arm.yaml:9:18: outputs.drive: unknown signal 'gated' - did you mean 'gaetd'? "
        "(also in 1 other place of the file) [unknown-signal]",
    ]


def test_a_use_of_a_diagram_that_nothing_reads_is_told_at_the_use(folder):
    twice = "{inputs: [x], blocks: {y: {type: gain, value: 2, in: x}}, output: y}"
    use = "diagram:\n  spare: {diagram: twice, in: lever}\n"
    text = f"diagrams:\n  twice: {twice}\n{CONSOLE.replace('diagram:', use.strip())}"
    folder.write(FILES["console"], text)
    folder.write(FILES["scene"], SCENE.replace("robot.yaml}", "robot.yaml, at: [0, 0, 1]}"))
    (told,) = [str(one) for one in checking.check(folder.path("scene"))]
    assert told.startswith("consoles/arm.yaml:10:3: diagram.spare: nothing reads the block 'spare'")
