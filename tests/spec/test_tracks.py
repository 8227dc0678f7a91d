"""Tracks in robot files: what they build, and every mistake with its place."""

import numpy as np
import pytest

from simulator.spec import load
from simulator.spec.naming.bodies import angles_of, link_poses, rotation_about, rotation_of

ROBOT = """\
links:
  hull: {shape: {box: [0.8, 0.3, 0.1]}, mass: 30}
  sprocket: {mass: 1, shape: {cylinder: {radius: 0.1, length: 0.08}, rpy_deg: [90, 0, 0]}}
  idler: {mass: 1, shape: {cylinder: {radius: 0.09, length: 0.08}, rpy_deg: [90, 0, 0]}}
  road: {mass: 1, shape: {cylinder: {radius: 0.08, length: 0.07}, rpy_deg: [90, 0, 0]}}
  ball: {mass: 1, shape: {sphere: 0.1}}
joints:
  drive: {type: revolute, parent: hull, child: sprocket, at: [-0.4, 0.25, 0.02], axis: [0, 1, 0]}
  front: {type: revolute, parent: hull, child: idler, at: [0.4, 0.25, 0.05], axis: [0, -1, 0]}
  middle: {type: revolute, parent: hull, child: road, at: [0, 0.25, 0], axis: [0, 1, 0]}
  ball: {type: revolute, parent: hull, child: ball, at: [0.2, 0.25, 0], axis: [0, 1, 0]}
tracks:
  left: {sprocket: drive, idler: front, wheels: [middle], links: 44}
"""
SCENE = "robots: [{file: ../robots/cat/robot.yaml, at: [1, 2, 0.3], rpy_deg: [5, -10, 30]}]"
TRACK = "  left: {sprocket: drive, idler: front, wheels: [middle], links: 44}"


@pytest.fixture
def build(folder):
    """Return the placement of the robot with some of its text replaced, and of its scene's."""

    def place(old="", new="", scene=SCENE, before=""):
        assert old in ROBOT
        folder.write("robots/cat/robot.yaml", before + ROBOT.replace(old, new, 1))
        return load.load_scene(folder.write("scenes/lesson.yaml", scene)).robots[0]

    return place


@pytest.mark.parametrize("width", [0.004, 0.03])
def test_a_track_may_be_as_thin_as_a_wire(build, width):
    thick = "links: 44, grouser: 0.05, thickness: 0.05, horn: 0"
    robot = build("links: 44}", f"{thick}, width: {width}}}").spec
    capsules = [one.capsule for one in robot.links["left_link_00"].all_shapes if one.capsule]
    assert capsules and all(one.length + 2 * one.radius <= width + 1e-12 for one in capsules)


def test_angles_are_those_of_the_rotation():
    rng = np.random.default_rng(1)
    angles = [rng.uniform(-3, 3, 3) for _ in range(50)]
    angles += [(0.3, sign * np.pi / 2, 0.8) for sign in (1, -1)]
    for rpy in angles:
        rotation = rotation_of(tuple(rpy))
        assert rotation_of(angles_of(rotation)) == pytest.approx(rotation, abs=1e-12)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("child: road", "child: hull", "E403"),
        ("{radius: 0.08,", "{radius_kg: 0.08,", "E308"),
        ("{radius: 0.08,", "{radius: .inf,", "E117"),
        ("child: ball, at", "child: bal, at", "E401"),
    ],
)
def test_a_mistake_of_a_wheel_is_not_told_of_the_track_too(folder, old, new, code):
    text = ROBOT.replace(old, new, 1)
    assert [one.code for one in folder.check("robot", text)] == [code]


def test_five_lines_make_a_closed_track(build):
    placement = build()
    robot = placement.spec
    names = [f"left_link_{row:02d}" for row in range(44)]
    assert list(robot.links)[5:] == names
    assert len(robot.joints) == 4 + 44
    poses = link_poses(placement)
    for row in range(44):  # the pin that closes the loop too
        pin = robot.joints[f"left_pin_{row:02d}"]
        assert (pin.parent, pin.child) == (names[row - 1], names[row])
        position, rotation = poses[pin.parent]
        there, turn = poses[pin.child]
        assert position + rotation @ np.array(pin.at) == pytest.approx(there, abs=1e-12)
        assert rotation @ rotation_about(pin.axis, pin.start) == pytest.approx(turn, abs=1e-12)


def test_links_touch_their_wheels_alone(build):
    link = build().spec.links["left_link_07"]
    assert link.touches == ["sprocket", "idler", "road"]


def test_links_go_round_the_wheels_at_half_a_plate(build):
    placement = build("links: 44", "links: 44, slack: 0")
    poses = link_poses(placement)
    thickness = 0.15 * 0.08
    least = []
    for wheel, radius in (("sprocket", 0.1), ("idler", 0.09)):
        centre = poses[wheel][0]
        gaps = []
        for row in range(44):
            position, rotation = poses[f"left_link_{row:02d}"]
            local = rotation.T @ (centre - position)
            gaps.append(local[2] - radius - 0.5 * thickness)  # z of a link points inwards
            assert local[1] == pytest.approx(0.0, abs=1e-12)
        least.append(min(gaps))
    assert least == pytest.approx([0.0, 0.0], abs=1e-12)


def test_a_chain_with_tension_presses_its_tyres_in(build):
    tight, loose = (build("links: 44", f"links: 44, {key}") for key in ("tension: 40", "slack: 0"))
    pitches = [one.spec.joints["left_pin_00"].at[0] for one in (tight, loose)]
    pitch, reach, shorter = pitches[1], 0.5 * 0.15 * 0.08, 0.0
    for radius in (0.1, 0.09):  # half a turn each, or nearly; a push of 40 N pitch / radius a link
        shorter += np.pi * 40.0 * pitch / np.hypot(radius + reach, 0.5 * pitch) / 1e5
    assert 44 * (pitches[1] - pitches[0]) == pytest.approx(shorter, rel=0.03)


def test_guide_horns_run_beside_the_wheels(build):
    shapes = build().spec.links["left_link_00"].all_shapes
    plate, grouser, _, *horns = shapes
    assert [np.sign(horn.at[1]) for horn in horns] == [-1, 1]
    for horn in horns:
        assert abs(horn.at[1]) - horn.sphere == pytest.approx(0.04 + 0.003)
        assert abs(horn.at[1]) + horn.sphere <= 0.5 * plate.box[1] + 1e-12
        assert horn.at[2] + horn.sphere == pytest.approx(0.5 * plate.box[2] + 0.2 * 0.08)  # its tip
    assert grouser.capsule.length + 2 * grouser.capsule.radius == pytest.approx(plate.box[1])


def test_one_horn_runs_between_twin_wheels(build):
    twin = "[{cylinder: {radius: 0.1, length: 0.03}, rpy_deg: [90, 0, 0], at: [0, 0.025, 0]}, "
    twin += "{cylinder: {radius: 0.1, length: 0.03}, rpy_deg: [90, 0, 0], at: [0, -0.025, 0]}]"
    robot = ROBOT
    for name in ("sprocket", "idler", "road"):
        row = next(line for line in robot.splitlines() if line.startswith(f"  {name}: "))
        robot = robot.replace(row, f"  {name}: {{mass: 1, shapes: {twin}}}")
    shapes = build(ROBOT, robot).spec.links["left_link_00"].all_shapes
    assert len(shapes) == 4
    assert (shapes[3].at[1], shapes[3].sphere) == pytest.approx((0.0, 0.007))


def test_the_sprocket_grips_and_all_wheels_have_tyres(build):
    robot = build().spec
    found = {
        wheel: robot.materials[robot.links[wheel].all_shapes[0].material]
        for wheel in ("sprocket", "idler", "road")
    }
    assert [material.friction for material in found.values()] == [4.0, 1.0, 1.0]
    assert {material.stiffness for material in found.values()} == {1e5}
    robot = build(
        "{mass: 1, shape: {cylinder: {radius: 0.09",
        "{mass: 1, material: hard, shape: {cylinder: {radius: 0.09",
        before="materials: {hard: {stiffness: 2.0e6}}\n",
    ).spec
    assert robot.materials[robot.links["idler"].all_shapes[0].material].stiffness == 2e6


def test_a_pitch_gives_the_nearest_count(build):
    robot = build("links: 44", "pitch_mm: 60").spec
    links = [name for name in robot.links if name.startswith("left_link")]
    assert robot.joints["left_pin_01"].at[0] == pytest.approx(0.06, rel=0.5 / len(links) + 0.01)


def test_a_belt_is_part_of_the_hull(build):
    robot = build("links: 44", "links: 44, model: belt").spec
    assert len(robot.links) == 5
    assert len(robot.joints) == 4
    running = [shape for shape in robot.links["hull"].all_shapes if shape.belt]
    kinds = sorted(shape.kind for shape in running)
    assert kinds == ["box", "box", "box", "cylinder", "cylinder", "cylinder"]
    belt = running[0].belt
    assert (belt.stiffness, belt.damping) == (3e5, 3e3)  # of three wheels' tyres
    assert (belt.sprocket, belt.axis) == ("sprocket", (0.0, 1.0, 0.0))
    assert belt.radius == pytest.approx(0.1 + 0.5 * 0.15 * 0.08)
    assert robot.links["hull"].mass > 30.0


def test_the_wheels_of_a_belt_turn_with_the_sprocket(build):
    """The front axle points the other way; wheels with drives of their own keep to them."""
    reach = 0.5 * 0.15 * 0.08
    joints = build("links: 44", "links: 44, model: belt").spec.joints
    assert joints["drive"].follow is None
    assert joints["ball"].follow is None
    assert joints["front"].follow == ("drive", pytest.approx(-(0.1 + reach) / (0.09 + reach)))
    assert joints["middle"].follow == ("drive", pytest.approx((0.1 + reach) / (0.08 + reach)))
    motor = "motors:\n  m: {joint: front, stall_torque: 1, no_load_speed: 9, time_constant: 1}\n"
    joints = build("links: 44", "links: 44, model: belt", before=motor).spec.joints
    assert joints["front"].follow is None
    assert joints["middle"].follow is not None


def test_a_belt_reaches_as_far_as_the_links(build):
    lows = []
    for model in ("links", "belt"):
        placement = build(
            "links: 44", f"links: 44, slack: 0, model: {model}", SCENE.split(", at")[0] + "}]"
        )
        poses, low = link_poses(placement), 0.0
        for name, link in placement.spec.links.items():
            position, rotation = poses[name]
            for shape in link.all_shapes:
                centre = position + rotation @ np.array(shape.at)
                turn = rotation @ rotation_of(shape.rpy)
                if shape.cylinder:
                    down = shape.cylinder.radius * np.hypot(turn[2, 0], turn[2, 1])
                elif shape.capsule:
                    down = shape.capsule.radius
                else:
                    continue
                low = min(low, centre[2] - down)
        lows.append(low)
    links, belt = lows
    assert links < belt < links + 0.004  # links hang in chords: p^2 / 8 r


def test_a_scene_says_in_one_word_how_tracks_are_built(build):
    robot = build(scene=SCENE.replace("]}]", "], tracks: belt}]")).spec
    assert len(robot.links) == 5
    robot = build("links: 44", "model: belt", SCENE.replace("]}]", "], tracks: links}]")).spec
    assert len(robot.links) > 25


BESIDE = """, idler: front, wheels: [middle], width: %s}
  right: {sprocket: drive_r, idler: front_r, links: 40, width: 0.12}
"""


def give_the_other_side(text: str) -> str:
    """Return the robot's text with wheels for a track half a metre to the right."""
    wheel = next(line for line in text.splitlines() if line.startswith("  sprocket: "))
    joints = ""
    for name in ("back", "fore"):
        text = text.replace("joints:", wheel.replace("sprocket", name) + "\njoints:", 1)
    for name, link, x in (("drive_r", "back", -0.4), ("front_r", "fore", 0.4)):
        joints += f"  {name}: {{type: revolute, parent: hull, child: {link}, "
        joints += f"at: [{x}, -0.25, 0.02], axis: [0, 1, 0]}}\n"
    return text.replace("tracks:", joints + "tracks:", 1)


def test_a_width_may_reach_to_the_other_track_and_no_further(folder):
    text = give_the_other_side(ROBOT)
    end = ", idler: front, wheels: [middle], links: 44}\n"
    assert folder.check("robot", text.replace(end, BESIDE % 0.87)) == []
    problems = folder.check("robot", text.replace(end, BESIDE % 0.9))
    assert [(p.line, p.column, p.code) for p in problems] == [(17, 66, "E427")]
    words = "900 mm reaches into right of 120 mm: their middles are 500 mm apart"
    assert words in problems[0].message


def test_tracks_behind_each_other_may_be_of_any_width(folder):
    text = give_the_other_side(ROBOT).replace("[-0.4, -0.25", "[1.4, 0.05")
    text = text.replace("[0.4, -0.25", "[2.2, 0.05")
    end = ", idler: front, wheels: [middle], links: 44}\n"
    assert folder.check("robot", text.replace(end, BESIDE % 2)) == []


CASES = [
    ("drive,", "drve,", 13, 20, "E401", "no joint 'drve' - did you mean drive?"),
    ("[middle]", "[middel]", 13, 50, "E401", "no joint 'middel' - did you mean middle?"),
    ("links: 44", "material: ruber", 13, 69, "E401", "did you mean rubber?"),
    ("links: 44", "lnks: 44", 13, 59, "E301", "did you mean links?"),
    ("[middle]", "[ball]", 13, 50, "E418", "ball has no cylinder about the axis of ball"),
    ("[middle]", "[front]", 13, 50, "E418", "goes round front already"),
    (", idler: front, wheels: [middle]", "", 13, 3, "E418", "at least one wheel beside"),
    ("axis: [0, -1, 0]", "axis: [0, 1, 0.01]", 13, 34, "E418", "no cylinder about the axis"),
    ("{type: revolute, parent: hull, child: road", "{type: prismatic, parent: hull, child: road",
     13, 50, "E418", "prismatic"),
    ("at: [0.4, 0.25, 0.05]", "at: [0.4, 0.23, 0.05]", 13, 34, "E419",
     "front runs -20 mm beside the plane of drive"),
    ("at: [0.4, 0.25, 0.05], axis", "at: [0.4, 0.25, 0.05], rpy_deg: [0, 0, 2], axis", 13, 34,
     "E419", "the axis of front is not parallel to that of drive"),
    ("front: {type: revolute, parent: hull, child: idler, at: [0.4, 0.25, 0.05]",
     "front: {type: revolute, parent: sprocket, child: idler, at: [0.8, 0, 0.05]", 13, 34, "E419",
     "front hangs on sprocket, which drive turns"),
    ("parent: hull, child: road, at: [0, 0.25, 0]", "parent: idler, child: road, at: [-0.4, 0, 0]",
     13, 50, "E419", "middle hangs on idler, which front turns"),
    ("at: [0, 0.25, 0]", "at: [-0.4, 0.25, 0.01]", 13, 50, "E420", "middle and drive lie inside"),
    ("links: 44", "links: 12", 13, 66, "E421", "use more or shorter ones"),
    ("links: 44", "links: 9", 13, 66, "E304", "at least 10"),
    ("links: 44", "links: 44, pitch: 0.05", 13, 77, "E421", "not both"),
    ("links: 44", "pitch: 0.001", 13, 66, "E421", "at most 400"),
    ("links: 44", "pitch: 0.2", 13, 66, "E421", "200 mm cannot go round"),
    ("links: 44", "width: 0.08", 13, 66, "E423", "no room for guide horns beside the wheels"),
    ("links: 44", "slack: 2", 13, 66, "E427", "2000 mm is too much: at most"),
    ("links: 44", "tension: 50, slack: 0", 13, 68, "E427", "not both"),
    ("links: 44", "links: 44, tension: 900", 13, 79, "E427", "900 N is too much: at most"),
    ("links: 44", "thickness_mm: 200", 13, 73, "E427", "at most 80 mm, the radius of the smallest"),
    ("links: 44", "horn_mm: 300", 13, 68, "E427", "at most 80 mm"),
    ("links: 44", "grouser: 0.2", 13, 68, "E427", "200 mm is too much: at most 80 mm"),
    ("links: 44", "links: 400", 13, 66, "E421", "shorter than they are thick (12 mm); use fewer"),
    ("at: [0, 0.25, 0], axis: [0, 1, 0]", "at: [0, 0.25, 0], axis: [0, 1, 0], limit: [-1, 1]",
     13, 50, "E418", "middle has a limit"),
    (TRACK, f"{TRACK}\n  more: {{sprocket: drive, idler: front, links: 40}}", 14, 3, "E418",
     "left goes round sprocket and idler already"),
    ("  ball: {mass: 1, shape", "  left_link_00: {mass: 1, shape", 6, 3, "E422", "of this name"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "column", "code", "words"), CASES)
def test_mistakes_of_tracks(folder, old, new, line, column, code, words):
    text = ROBOT.replace(old, new, 1)
    if "left_link_00" in new:
        text = text.replace("child: ball", "child: left_link_00")
    problems = folder.check("robot", text)
    shown = "\n".join(map(str, problems))
    assert [(p.line, p.column, p.code) for p in problems] == [(line, column, code)], shown
    assert words in shown


def test_a_belt_needs_wheels_on_one_link(folder):
    text = ROBOT.replace(
        "middle: {type: revolute, parent: hull", "middle: {type: revolute, parent: ball"
    )
    text = text.replace(
        "[0, 0.25, 0], axis: [0, 1, 0]}\n  ball", "[0, 0, 0], axis: [0, 1, 0]}\n  ball"
    )
    assert folder.check("robot", text) == []
    problems = folder.check("robot", text.replace("links: 44", "model: belt"))
    assert [(p.line, p.code) for p in problems] == [(13, "E419")]
