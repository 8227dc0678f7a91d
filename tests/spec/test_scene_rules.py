"""Mistakes of scenes, consoles and scripts that types cannot see."""

import pytest

from simulator import checking
from simulator.spec.check import check

from .conftest import CONSOLE, FILES

HEAD = "robots: [{file: ../robots/arm/robot.yaml}]\nconsole: ../consoles/arm.yaml\n"

SCENES = [
    ("robots: [{file: ../robots/arm/robot.yaml}, {file: ../robots/arm/robot.yaml}]",
     1, 51, "E501", "give this one another `name`"),
    (HEAD + "props: [{name: arm, shape: {sphere: 1}}]", 3, 16, "E501", "taken by a robot"),
    ("robots: [{file: ../robots/arm/robot.yaml, joints: {shoulder_deg: 20}}]", 1, 52, "E308",
     "`joints_deg: {shoulder: ...}`"),
    (HEAD + "props: [{name: ground, shape: {sphere: 1}}]", 3, 16, "E501", "taken by the ground"),
    (HEAD + "props: [{name: a, shape: {sphere: 1}}, {name: a, shape: {sphere: 1}}]",
     3, 47, "E501", "taken by a prop"),
    (HEAD + "props: [{name: 5, shape: {sphere: 1}}]\n"
     "sensors: {high: {type: position, link: ball, axis: z}}", 3, 16, "E303", "in quotes"),
    (HEAD + "props: [{name: a, shape: {sphere: 1, material: [soft, hard]}}]", 3, 48, "E303",
     "expected a text, got a list of 2"),
    ("robots: [{file: [one.yaml, other.yaml]}]", 1, 17, "E303", "expected a text, got a list of 2"),
    (HEAD + "props: [{name: a}]", 3, 9, "E407", "props[0]: it moves but has no mass"),
    (HEAD + "props: [{name: a, mass: 1}]", 3, 9, "E503", "it moves but has no shape"),
    (HEAD + "props: [{name: a, fixed: true, shape: {sphere: 1}, spin_rpm: [0, 0, 1]}]",
     3, 52, "E504", "it is fixed: leave out `spin`, or `fixed`"),
    ("robots: [{file: ../robots/arm/robot.yaml, velocity: [1, 0, 0]}]",
     1, 43, "E504", "its link 'base' is fixed: leave out `velocity`"),
    ("robots: [{file: ../robots/arm/robot.yaml, speeds: {elbow: 1}}]",
     1, 52, "E401", "the robot has no joint 'elbow'"),
    ("robots: [{file: ../robots/arm/robot.yaml, speeds: {shoulder_rpm: 1}}]", 1, 52, "E308",
     "`speeds_rpm: {shoulder: ...}`"),
    ("robots: [{file: ../robots/arm/robot.yaml, speeds_mm_per_s: {shoulder: 1}}]", 1, 61, "E308",
     "speeds_mm_per_s on a revolute joint; use speeds_rpm"),
    (HEAD + "props: [{name: a, shape: {sphere: 1}, velocity_km_per_h: [0, 3600, 0]}]",
     3, 62, "E304", "must be at most 1800 km_per_h, got 3600"),
    (HEAD + "props: [{name: a, shape: {sphere: 1}, mass: 1e-300}]", 3, 45, "E304",
     "must be at least 1e-06, got 1e-300"),
    (HEAD + "props: [{name: a, shape: {sphere: 1}, mass_t: 1e5}]", 3, 47, "E304",
     "must be at most 10000 t, got 100000.0"),
    (HEAD + "props: [{name: a, shape: {sphere: 1}, at: [1e300, 0, 0]}]", 3, 44, "E304",
     "must be at most 100000, got 1e+300"),
    (HEAD + "props: [{name: a, shape: {sphere: 1}, at_km: [0, -101, 0]}]", 3, 50, "E304",
     "must be at least -100 km, got -101"),
    (HEAD + "props: [{name: a, shape: {sphere: 1}, density: 1e7}]", 3, 48, "E304",
     "it weighs 4.189e+07 kg by volume and density; what moves weighs 1 mg to 10000 t"),
    (HEAD + "props: [{name: a, shape: {box: [1, 1, 1], density: 1e-7}}]", 3, 52, "E304", "1e-07"),
    (HEAD + "props: [{name: a, shape: {sphere_mm: 0.05}, material: steel}]", 3, 26, "E304", "e-09"),
    (HEAD + "props: [{name: a, shape: {sphere: 1e200}, mass: 1}]", 3, 35, "E304",
     "must be at most 100000, got 1e+200"),
    (HEAD + "props: [{name: a, fixed: true, shape: {cylinder: {radius: 1, length_km: 101}}}]",
     3, 73, "E304", "must be at most 100 km"),
    (HEAD + "terrain: [{height_field: {size: [1, 1], heights: [[0, -1e9], [0, 1]]}}]",
     3, 55, "E304", "must be at least -100000"),
    (HEAD + "physics: {gravity: [0, 0, -1e200]}", 3, 27, "E304", "must be at least -1000"),
    (HEAD + "props: [{name: a, shape: {sphere: -1}}]", 3, 35, "E304", "props[0].shape.sphere"),
    (HEAD + "props: [{name: a, shape: {sphere: 1, material: stel}}]", 3, 48, "E401", "steel"),
    (HEAD + "props: [{shape: {sphere: 1}}]", 3, 9, "E302", "the key `name` is missing"),
    (HEAD + "props: [{name: a, box: [1, 1, 1]}]", 3, 19, "E301",
     "unknown key; it belongs in `shape`: write `shape: {box: ...}`"),
    (HEAD + "props: [{name: a, shape: {radius: 1}}]", 3, 27, "E301", "; also known here: box, "),
    (HEAD + "gravity: [0, 0, -1]", 3, 1, "E301", "write `physics: {gravity: ...}`"),
    (HEAD + "terrain: [{box: [1, 1, 1], sphere: 1}]", 3, 11, "E412", "exactly one"),
    (HEAD + "terrain: [{mesh: x.obj}]", 3, 18, "E201", "there is no file 'x.obj'"),
    (HEAD + "sensors: {s: {type: angle, joint: arm.sholder}}", 3, 35, "E401", "arm.shoulder?"),
    (HEAD + "sensors: {s: {type: contact_force, link: upper}}", 3, 42, "E401", "arm.upper?"),
    (HEAD + "sensors: {s: {type: contact_force}}", 3, 11, "E413", "needs `link`"),
    (HEAD + "sensors: {s: {type: contact_force, link: arm.upper, local: true}}",
     3, 53, "E413", "give the `axis`"),
    (HEAD + "sensors: {s: {type: zmp, link: arm.upper, axis: x}}", 3, 32, "E425", "`feet`"),
    (HEAD + "sensors: {s: {type: stability_margin, link: ground}}", 3, 45, "E425", "`feet`"),
    (HEAD + "props: [{name: a, shape: {sphere: 1}, source: {rate_msv: 2}}]",
     3, 48, "E308", "per_h"),
    (HEAD + "props: [{name: a, shape: {sphere: 1}, source: {}}]",
     3, 39, "E302", "`rate` is missing"),
    (HEAD + "camera: {follow: amr}", 3, 18, "E401", "did you mean arm?"),
    (HEAD + "camera: {inset: arm.eyes}", 3, 17, "E401", "did you mean arm.eye?"),
    (HEAD + "camera: {fov: 45}", 3, 15, "E304",
     "must be less than 3, got 45; fov is in rad: write `fov_deg: 45`"),
    (HEAD + "camera: {fov: 900}", 3, 15, "E304", "must be less than 3, got 900 ["),
    (HEAD + "materials: {m: {restitution: 40}}", 3, 30, "E304",
     "restitution is a share: write `restitution_percent: 40`"),
    (HEAD + "props: [{name: a, shape: {box: [0.1, 250000, 0.1]}, mass: 1}]", 3, 38, "E304",
     "box is in m: write `box_mm`"),
    (HEAD + "camera: {fov_deg: 0}", 3, 19, "E304", "must be greater than 2.86479 deg, got 0"),
    (HEAD + "camera: {eye: [0, 0, 0.4]}", 3, 1, "E406", "is where it looks"),
    (HEAD + "physics: {step: 1}", 3, 17, "E304", "must be at most 0.02, got 1"),
    (HEAD + "physics: {step_ms: 100}", 3, 20, "E304", "must be at most 20 ms"),
    (HEAD + "physics: {substeps: 1.5}", 3, 21, "E303", "a whole number, got 1.5"),
    (HEAD + "lights: {a: {type: sum}}", 3, 20, "E305", "did you mean sun?"),
    (HEAD + "briefing: [{ru: да}]", 3, 12, "E302", "`en` is missing"),
    (HEAD + "digest: abc", 3, 1, "E301", "unknown key"),
    ("robots: [{file: ../robots/arm/robot.yaml, joints: {sholder: 1}}]", 1, 52, "E401",
     "did you mean shoulder?"),
    ("robots: [{file: ../robots/arm/robot.yaml, joints: {shoulder: 2}}]", 1, 62, "E405", "limit"),
    ("robots: [{file: ../robots/arm/robot.yaml, joints_mm: {shoulder: 2}}]", 1, 55, "E308",
     "joints_mm on a revolute joint; use joints_deg"),
    ("robots: [{file: ../robots/arm/robot.yaml, joints_deg: {shoulder: 2}, joints: {shoulder: 0}}]",
     1, 79, "E309", "twice"),
    ("robots: [{file: ../robots/amr/robot.yaml}]", 1, 17, "E201", "../robots/arm/robot.yaml?"),
    ("console: ..\\consoles\\arm.yaml", 1, 10, "E201", "did you mean ../consoles/arm.yaml?"),
    ("console: ../consoles/am.yaml", 1, 10, "E201", "../consoles/arm.yaml?"),
    ("console: ../robots/arm/robot.yaml", 1, 10, "E209", "is a robot, not a console"),
    ("robots: [{file: ../consoles/arm.yaml, name: a}]", 1, 17, "E209", "is a console, not a robot"),
    ("robots: [{file: ../robots/my arm/robot.yaml}]", 1, 17, "E502", "give it a `name`"),
]  # fmt: skip


TWICE = "{file: ../robots/arm/robot.yaml, console: ../consoles/arm.yaml}"


@pytest.mark.parametrize("robot", ["{file: ../robots/arm/robot.yaml}", TWICE])
def test_two_robots_of_one_name_are_told_as_that_alone(folder, robot):
    scene = folder.write("scenes/lesson.yaml", f"robots:\n  - {robot}\n  - {robot}\n")
    found = [finding.problem for finding in checking.check(scene)]
    assert [(one.line, one.code) for one in found] == [(3, "E501")], found


GEARED = """\
links:
  base: {fixed: true, shape: {box: [0.2, 0.2, 0.1]}}
  upper: {shape: {box: [0.1, 0.1, 0.4]}, density: 2700}
  lower: {shape: {box: [0.1, 0.1, 0.4]}, density: 2700}
joints:
  shoulder: {type: revolute, parent: base, child: upper, axis: [0, 1, 0]}
  elbow: {type: revolute, parent: upper, child: lower, axis: [0, 1, 0], at: [0, 0, 1]}
motors:
  drive: {joint: shoulder, type: torque, torque: 1}
repeaters:
  second: {joint: elbow, motor: drive, ratio: -2}
"""


def test_a_joint_does_not_start_at_another_speed_than_what_it_follows_asks_for(folder):
    folder.write(FILES["robot"], GEARED)
    scene = "robots: [{file: ../robots/arm/robot.yaml, speeds_rpm: {elbow: %s, shoulder: 10}}]"
    words = "it follows 'shoulder', whose speed makes this -20 rpm; leave that out"
    folder.expect("scene", scene % 20, 1, 63, "E405", words)
    assert not folder.check("scene", scene % -20)


@pytest.mark.parametrize(("text", "line", "column", "code", "words"), SCENES)
def test_scene(folder, text, line, column, code, words):
    robot = (folder.root / "robots/arm/robot.yaml").read_bytes()
    folder.write("robots/my arm/robot.yaml", robot)
    folder.expect("scene", text, line, column, code, words)


CONSOLES = [
    ("panel: {a: {type: levr}}", 1, 19, "E305", "did you mean lever?"),
    ("panel: {a: {type: lever, lable: x}}", 1, 26, "E301", "did you mean label?"),
    ("panel: {a: {type: gauge, max: 5}}", 1, 26, "E301", "did you mean range?"),
    ("panel: {a: {type: lever, group: man}}\ngroups: {main: {title: M}}", 1, 33, "E401", "main?"),
    ("panel: {a: {type: lever, label: 5}}", 1, 33, "E303",
     "got 5; write it in quotes"),
    ("panel: {a: {type: lever, axes: 3}}", 1, 32, "E305", "expected one of 1, 2, got 3"),
    ("panel: {a: {type: slider, axes: 2}}", 1, 33, "E603", "only a lever has two"),
    ("panel: {a: {type: rotary_selector}}", 1, 9, "E602", "at least 2 positions"),
    ("panel: {a: {type: key_switch, positions: [x]}}", 1, 42, "E602", "it has 1"),
    ("panel: {a: {type: lever, positions: [x, y]}}", 1, 26, "E603", "no positions"),
    ("panel: {a: {type: text}}", 1, 9, "E602", "`text`"),
    ("panel: {a: {type: gauge, range: [5, 1]}}", 1, 33, "E604", "must rise"),
    ("panel: {a: {type: gauge, zones: [{range: [-3, 0], level: normal}]}}", 1, 42, "E604",
     "leaves"),
    ("panel: {a: {type: gauge, zones: [{range: [1, 0], level: normal}]}}", 1, 42, "E604", "rise"),
    ("panel: {a: {type: lamp, zones: [{range: [0, 1], level: normal}]}}", 1, 25, "E603", "zones"),
    ("panel: {a: {type: lever, start: 3}}", 1, 33, "E605", "-1 to 1"),
    ("panel: {a: {type: lever, start: [0, 0]}}", 1, 33, "E605", "one axis"),
    ("panel: {a: {type: lever, start: abc}}", 1, 33, "E303", "a number or a list"),
    ("panel: {a: {type: toggle, start: 0.5}}", 1, 34, "E605", "0 to 1"),
    ("panel: {a: {type: lever, spring_return: on}}", 1, 41, "E303", "write true"),
    ("panel: {a: {type: lever}}\nconstants: {a: 1}", 2, 13, "E601", "already made in `panel`"),
    ("constants: {a: 1}\ndiagram: {a: {type: gain, in: b}}", 2, 11, "E601", "`constants`"),
    ("constants: {a: x}", 1, 16, "E303", "expected a number"),
    ("diagram: {a: {in: b}}", 1, 11, "E302", "`type` is missing"),
    ("diagram: {a: {type: gain, in: [[b]]}}", 1, 32, "E303", "a list of 1"),
    ("diagram: {a: {type: 5, in: 1}}", 1, 21, "E303", "expected a text, got 5"),
    ("diagram: {a: {type: max, in: b c}}", 1, 30, "E306", "one name, not several: write [b, c]"),
    ("outputs: {a: [1]}", 1, 14, "E303", "expected a text or a number"),
    ("outputs: {a-b: c}", 1, 11, "E306", "cannot be a name"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "code", "words"), CONSOLES)
def test_console(folder, text, line, column, code, words):
    folder.expect("console", text, line, column, code, words)


SCRIPTS = [
    ("actions: [{hold: 1}, {holdd: 1}]", 1, 23, "E301", "did you mean hold?"),
    ("actions: [{hold: -1}]", 1, 18, "E304", "at least 0"),
    ("actions: [{until: {signal: angle}}]", 1, 12, "E701", "`above` or `below`"),
    ("actions: [{shot: ../../x.png}]", 1, 18, "E202", "output folder"),
    ("actions: [{shot: done}]", 1, 18, "E209", "'done' is not one of the kinds .png, .jpg"),
    ("actions: [{set: {levr: 1}}]", 1, 18, "E401", "did you mean lever?"),
    ("actions: [{press: [powr]}]", 1, 20, "E401", "did you mean power?"),
    ("actions: [{set: {light: 1}}]", 1, 18, "E401", "no control 'light'"),
    ("actions: [{until: {signal: light, above: 0.5}}]", 1, 28, "E401", "no signal 'light'"),
    ("actions: [{press: [lever]}]", 1, 20, "E305", "lever cannot be pressed"),
    ("actions: [{until: {signal: angel, above: 1}}]", 1, 28, "E401", "did you mean angle?"),
    ("actions: [{move: [{widget: lever, signal: arm.angl, to: 1}]}]", 1, 43, "E401", "arm.angle?"),
    ("actions: [{set: {power: 7}}]", 1, 25, "E605", "the value 7 is not one of the values 0 to 1"),
    ("actions: [{set: {power: 0.5}}]", 1, 25, "E605", "0 to 1"),
    ("actions: [{set: {lever: -7}}]", 1, 25, "E605", "-1 to 1"),
    ("actions: [{move: [{widget: power, signal: arm.angle, to: 1}]}]", 1, 28, "E305", "`set`"),
    ("actions: {}", 1, 10, "E303", "expected a list"),
    ("include: []", 1, 1, "E302", "`actions` is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "code", "words"), SCRIPTS)
def test_script(folder, text, line, column, code, words):
    folder.expect("script", text, line, column, code, words)


@pytest.mark.parametrize(
    ("old", "new", "column", "words"),
    [
        ("[{file: ../robots/arm/robot.yaml}]", "../robots/arm/robot.yaml", 9,
         "write [{file: ../robots/arm/robot.yaml}]"),
        ("[{file: ../robots/arm/robot.yaml}]", "[../robots/arm/robot.yaml]", 10,
         "write {file: ../robots/arm/robot.yaml}"),
        ("[{file: ../robots/arm/robot.yaml}]", "{arm: {file: ../robots/arm/robot.yaml}}", 9,
         "write each as `- {name: NAME, ...}`"),
        ("robots: [", "robot: [", 1, "did you mean robots?"),
        ("robots: [{file: ../robots/arm/robot.yaml}]", "robot: ../robots/arm/robot.yaml", 1,
         "did you mean robots?"),
        ("console:", "lights: {type: sun}\nconsole:", 16, "a name: `NAME: {type: ...}`"),
    ],
)  # fmt: skip
def test_a_section_of_a_wrong_shape_is_told_alone(folder, old, new, column, words):
    """With what is meant, and without the names in it that others have."""
    text = HEAD + "camera: {inset: arm.eye}\n"
    folder.write(FILES["scene"], text.replace(old, new))
    found = [one for one in checking.check(folder.path("scene")) if one.severity == "error"]
    assert [one.problem.column for one in found] == [column], "\n".join(map(str, found))
    assert words in str(found[0])


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[Q, A]", "Q", ["got the text 'Q'; write [Q]"]),
        ("spring_return: true", "gamepad: [leftx]", ["write {control: leftx}"]),
        ("outputs:", "  row: {type: array, in: 1, values: 1, 2.5, 3}\noutputs:",
         ["has to be a list of numbers, not 1", "2.5 stands alone; a decimal has a point"]),
        ("drive: gated", "gated: drive", ["is the signal and 'drive' what it drives: write `drive: "
         "gated`"]),
    ],
)  # fmt: skip
def test_a_list_without_brackets_and_what_is_the_wrong_way_round_are_told_once(
    folder, old, new, words
):
    folder.write(FILES["console"], CONSOLE.replace(old, new))
    found = [str(one) for one in checking.check(folder.path("scene")) if one.severity == "error"]
    assert len(found) == len(words), "\n".join(found)
    assert all(any(each in one for one in found) for each in words), "\n".join(found)


def test_an_input_of_a_wrong_type_is_not_missing(folder):
    text = CONSOLE.replace("[power, lever, 0]", "[power, {a: 1}, 0]")
    folder.write(FILES["console"], text)
    (finding,) = checking.check(folder.path("scene"))
    assert (finding.problem.path, finding.problem.code) == ("diagram.gated.in[1]", "E303")


def test_good_files_have_no_problems(folder):
    for kind in ("robot", "console", "scene"):
        assert check(folder.path(kind)) == []
    assert folder.check("script", "actions: [{set: {power: 1}, hold: 1}]") == []
    assert check(folder.root) == []


def test_mistakes_of_all_files_of_a_scene_are_told_at_once(folder):
    folder.write("robots/arm/robot.yaml", "links: {a: {}}\nx: 1\n")
    folder.write("consoles/arm.yaml", "panel: {a: {type: b}}\n")
    problems = folder.check("scene", HEAD + "y: 2\nprops: [{name: 3}]\n")
    assert [(problem.file, problem.line, problem.code) for problem in problems] == [
        ("consoles/arm.yaml", 1, "E305"),
        ("robots/arm/robot.yaml", 1, "E407"),
        ("robots/arm/robot.yaml", 2, "E301"),
        ("scenes/lesson.yaml", 3, "E301"),
        ("scenes/lesson.yaml", 4, "E303"),
    ]
