"""Mistakes of robots that types cannot see: each with its code, place and words, and no other."""

import json
import struct

import numpy as np
import pytest
from PIL import Image

from .conftest import HEAD, MOTOR

CASES = [
    ("  h2: {type: revolute, parent: arm, child: base}", 2, 3, "E402", "ring"),
    ("  j: {type: fixed, parent: base, child: arm, limit: [0, 1]}", 6, 46, "E404", "no limit"),
    ("  j: {type: spherical, parent: base, child: arm, start: 1}", 6, 50, "E404", "spherical"),
    ("  j: {type: revolute, parent: base, child: arm, limit: [1, -1]}", 6, 56, "E404", "above"),
    ("  j: {type: revolute, parent: base, child: arm, limit: [1, 2]}", 6, 56, "E405",
     "give `start`"),
    ("  j: {type: revolute, parent: base, child: arm, limit: [1, 2], start: 3}", 6, 71, "E405",
     "the start 3 rad is outside the joint's limit [1, 2] rad"),
    ("  j: {type: revolute, parent: base, child: arm, limit: [0, 1], start_deg: 90}", 6, 75, "E405",
     "the start 90 deg is outside the joint's limit [0, 57.29578] deg"),
    ("  j: {type: revolute, parent: base, child: arm, limit_deg: [20, 90]}", 6, 60, "E405",
     "the start 0 deg is outside the joint's limit [20, 90] deg; give `start`"),
    ("  j: {type: prismatic, parent: base, child: arm, limit_mm: [50, 20]}", 6, 60, "E404",
     "the lower limit 50 mm is above the upper one, 20 mm"),
    ("  j: {type: revolute, parent: base, child: arm, limit_mm: [-1, 2]}", 6, 49, "E308",
     "limit_mm on a revolute joint; use limit_deg, or limit in rad"),
    ("  j: {type: prismatic, parent: base, child: arm, start_deg: 2}", 6, 50, "E308",
     "start_deg on a prismatic joint; use start_mm, or start in m"),
    ("  j: {type: revolute, parent: base, child: arm, friction_n: 2}", 6, 49, "E308",
     "friction_nm"),
    ("  j: {type: revolute, parent: base, child: arm, axis: [0, 0, 0]}", 6, 55, "E406", "zero"),
    ("  j: {type: revolute, parent: base, child: arm, axis: [1e200, 0, 0]}", 6, 55, "E406", "long"),
    ("  j: {type: universal, parent: base, child: arm, axis: [0, 2, 0]}", 6, 6, "E406", "parallel"),
    ("suction:\n  m: {link: arn, force: 5}", 7, 13, "E401", "did you mean arm?"),
    ("suction:\n  m: {link: arm, force: 0}", 7, 25, "E304", "greater than 0"),
    (f"motors:\n  m: {{joint: hinge, {MOTOR}}}\nsuction:\n"
     "  m: {link: arm, force: 5}", 9, 3, "E416", "motors has a 'm' too"),
    ("motors:\n  m: {joint: hinge, stall_torque: 1, no_load_speed: 30}", 7, 3, "E410", "neither"),
    (f"motors:\n  m: {{joint: hinge, {MOTOR}, rotor_inertia: 1}}", 7, 3, "E410", "both"),
    (f"motors:\n  m: {{{MOTOR}}}", 7, 3, "E411", "drives nothing"),
    ("motors:\n  m: {joint: hinge, stall_torque: 1, rotor_inertia: 1}", 7, 3, "E413",
     "a motor of type dc needs `no_load_speed`"),
    ("motors:\n  m: {joint: hinge, type: servo, stiffness: 9}", 7, 3, "E413", "needs `damping`"),
    ("motors:\n  m: {joint: hinge, type: servo, stiffness: 9, no_load_speed: 6}", 7, 3, "E413",
     "with `no_load_speed` needs `torque`"),
    ("motors:\n  m: {joint: hinge, type: servo, stiffness: 9, damping: 1, rotor_inertia: 1}", 7, 3,
     "E413", "with `rotor_inertia` needs `no_load_speed`"),
    ("motors:\n  m: {joint: hinge, type: servo, stiffness: 9, torque: 2, no_load_speed: 6,"
     " rotor_inertia: 1, time_constant: 1}", 7, 3, "E410", "both"),
    (f"motors:\n  m: {{joint: hinge, {MOTOR}, gear_ratio: 1e300}}", 7, 89, "E304",
     "must be at most 1e+09"),
    ("motors:\n  m: {joint: hinge, type: torque}", 7, 3, "E413", "needs `torque`"),
    ("motors:\n  m: {joint: hinge, type: speed, damping: 0}", 7, 43, "E413", "its input does noth"),
    ("motors:\n  m: {joint: hinge, type: servo, stiffness: 0, damping: 1}", 7, 45, "E413",
     "pushes by its `stiffness`"),
    ("motors:\n  m: {joint: hinge, type: speed, damping: 9, voltage: 12}", 7, 46, "E414",
     "a motor of type speed does not use `voltage`"),
    ("motors:\n  m: {joint: hinge, type: speed, damping_n_s_per_m: 9}", 7, 34, "E308",
     "damping_nm_s_per_rad"),
    ("motors:\n  m: {joint: hinge, type: servo, stiffness_n_per_m: 9, damping: 1}", 7, 34, "E308",
     "stiffness_nm_per_rad"),
    (f"  j: {{type: fixed, parent: base, child: arm}}\nmotors:\n  m: {{joint: j, {MOTOR}}}",
     8, 14, "E411", "j is a fixed joint"),
    ("  j: {type: fixed, parent: base, child: arm}\nbrakes:\n  b: {joint: j, torque: 1}",
     8, 14, "E411", "ones can be braked"),
    (f"  j: {{type: fixed, parent: base, child: arm}}\nmotors:\n  m: {{joint: j, {MOTOR}}}\n"
     "brakes:\n  b: {joint: j, torque: 1}", 8, 14, "E411", "ones can be driven"),
    (f"motors:\n  m: {{joint: hinge, {MOTOR}}}\nrepeaters:\n  r: {{joint: hinge, motor: m}}",
     9, 14, "E417", "drives hinge already"),
    (f"motors:\n  m: {{joint: hinge, {MOTOR}}}\n  n: {{joint: hinge, {MOTOR}}}", 8, 14, "E429",
     "m drives hinge already"),
    (f"motors:\n  m: {{joint: hinge, {MOTOR}}}\n  n: {{{MOTOR}}}\n"
     "repeaters:\n  r: {joint: hinge, motor: n}", 10, 14, "E429", "m drives hinge already"),
    (f"motors:\n  m: {{joint: hinge, {MOTOR}}}\nlamps:\n  m: {{link: arm}}", 9, 3, "E416",
     "motors"),
    ("brakes:\n  b: {joint: hinge, torque_n: 1}", 7, 21, "E308", "torque_nm"),
    ("materials:\n  m: {damping: 5}", 7, 7, "E428", "give `stiffness` too"),
    ("materials:\n  m: {stiffness: 1e4, restitution: 0.5}", 7, 23, "E428", "take restitution out"),
    ("  j: {type: revolute, parent: base, child: arm, axis: [.inf, 0, 0]}", 6, 56, "E117", "fin"),
    ("sensors:\n  s: {type: angle}", 7, 3, "E413", "needs `joint`"),
    ("sensors:\n  s: {type: position, link: arm}", 7, 3, "E413", "needs `axis`"),
    ("sensors:\n  s: {type: attitude, link: arm, axis: x}", 7, 40, "E413", "roll, pitch or yaw"),
    ("sensors:\n  s: {type: angle, joint: hinge, link: arm}", 7, 34, "E414", "does not use `link`"),
]  # fmt: skip

LINKS = [
    ("{shape: {box: [1, 1, 1]}, mass: .inf}", 40, "E117", "must be finite"),
    ("{shape: {box: [1, .nan, 1]}, mass_g: 5}", 26, "E117", "must be finite"),
    ("{}", 3, "E407", "no mass"),
    ("{shape: {plane: true}, mass: 1}", 17, "E408", "a plane cannot move"),
    ("{shape: {box: [1, 1, 1]}, inertia: [1, 1, -1, 0, 0, 0]}", 43, "E409", "positive"),
    ("{shape: {box: [1, 1, 1]}, inertia: [1, 1, 3, 0, 0, 0]}", 43, "E409", "exceeds the sum"),
    ("{shape: {}}", 16, "E412", "exactly one of box"),
    ("{shape: {box: [1, 1, 1], sphere: 1}}", 16, "E412", "it has box and sphere"),
    ("{shape: {bx: [1, 1, 1]}}", 17, "E301", "did you mean box?"),
    ("{shape: {box: [1, 1, 1]}, mass: 1, density: 2}", 43, "E424", "mass or density"),
    ("{shape: {box: [1, 1, 1], convex: parts}}", 33, "E428", "convex is for a mesh"),
    ("{shape: {sphere: 1, material: stel}}", 38, "E401", "no material 'stel' - did you mean steel"),
    ("{fixed: true, shape: {height_field: {size: [1, 1]}}}", 44, "E415", "exactly one"),
    ("{fixed: true, shape: {height_field: {size: [1, 1], heights: [1, 2, 3]}}}", 68, "E303",
     "heights: expected rows (`[[...], [...]]`), got a list of 3 without any"),
    ("{fixed: true, shape: {height_field: {size: [1, 1], heights: [[1, 2], [1]]}}}", 77, "E415",
     "the row has 1"),
    ("{fixed: true, shape: {height_field: {size: [1, 1], image: wide.png}}}", 66, "E415",
     "1025 x 2 pixels"),
    ("{shape: {hull: m.ob}}", 23, "E201", "did you mean m.obj?"),
    ("{shape: {hull: empty.obj}}", 23, "E803", "no triangles"),
    ("{shape: {hull: bad.stl}}", 23, "E802", "not an STL file"),
    ("{shape: {hull: huge.ply}}", 23, "E801", "9000000 triangles"),
    ("{shape: {hull: nowhere.obj}}", 23, "E804", "line 2: a corner at nan"),
    ("{shape: {hull: endless.stl}}", 23, "E804", "line 3: a corner at -inf"),
    ("{shape: {hull: binary.stl}}", 23, "E804", "triangle 2"),
    ("{mesh: index.obj, mass: 1}", 15, "E802", "line 4: a face has corner 9, and there are 3)"),
    ("{mesh: letters.obj, mass: 1}", 15, "E802", "line 5: a face is three or more numbers"),
    ("{mesh: short.obj, mass: 1}", 15, "E802", "line 2: a corner is three numbers"),
    ("{mesh: vast.obj, mass: 1}", 15, "E804", "farther out than 1e+12"),
    ("{mesh: cut.off, mass: 1}", 15, "E802", "cannot be read as a mesh (it ends early, or has"),
    ("{fixed: true, shape: {height_field: {size: [1, 1], image: head.png}}}", 66, "E802",
     "cannot be read as a picture (its beginning is damaged)"),
    ("{mesh: page.stl, mass: 1}", 15, "E802", "(not an STL file)"),
    ("{mesh: cut.stl, mass: 1}", 15, "E802", "(it ends early: 12 triangles are announced, 4"),
    ("{mesh: text.stl, mass: 1}", 15, "E802", "(it ends early: `endsolid` is missing)"),
    ("{mesh: cut.glb, mass: 1}", 15, "E802", "(it ends early: 900 bytes are announced, 200"),
    ("{mesh: head.glb, mass: 1}", 15, "E802", "(it ends early: 20 bytes are announced, 9 are"),
    ("{mesh: old.glb, mass: 1}", 15, "E802", "(it is glTF 1; export it as glTF 2)"),
    ("{mesh: inf.glb, mass: 1}", 15, "E802", "(its parts do not fit each other: it is damaged"),
    ("{mesh: lost.glb, mass: 1}", 15, "E802", "(its parts do not fit each other: it is damaged"),
    ("{mesh: packed.glb, mass: 1}", 15, "E802", "compressed (KHR_draco_mesh_compression); export"),
    ("{mesh: link.glb, mass: 1}", 15, "E201", "'link.glb' is a link that leads nowhere, to gone"),
    ("{mesh: void.stl, mass: 1}", 15, "E802", "void.stl is empty"),
    ("{mesh: lfs.stl, mass: 1}", 15, "E802", "`git lfs pull` fetches the file"),
    ("{mesh: box.gltf, mass: 1}", 15, "E209", "export the model as .glb, which has everything in"),
    ("{shape: {cylinder: [1, 2]}}", 27, "E303", "got a list of 2; write {radius: ..., length: "),
    ("{shapes: {sphere: 1}}", 17, "E303", "a list of one has a `-` or brackets, too"),
    ("{mesh: far.obj, mass: 1}", 15, "E804", "such as `shape: {mesh: ..., scale: 0.001}`"),
    ("{shape: {sphere: 1}, visuals: [{mesh: index.obj}]}", 46, "E802", "corner 9"),
    ("{shape: {hull: robot.yaml}}", 23, "E209", ".stl"),
]  # fmt: skip


GLB = {
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "accessors": [{"count": 3}],
}


def glb(scene):
    text = json.dumps(scene).encode()
    return b"glTF" + struct.pack("<IIII", 2, 20 + len(text), len(text), 0x4E4F534A) + text


@pytest.mark.parametrize(("text", "line", "column", "code", "words"), CASES)
def test_robot(folder, text, line, column, code, words):
    folder.expect("robot", HEAD + text, line, column, code, words)


@pytest.mark.parametrize(("link", "column", "code", "words"), LINKS)
def test_link(folder, link, column, code, words):
    path = folder.write("robots/arm/m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    folder.write("robots/arm/empty.obj", "v 0 0 0\n")
    folder.write("robots/arm/index.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")
    folder.write("robots/arm/letters.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf a b c\n")
    folder.write("robots/arm/short.obj", "v 0 0 0\nv 1 0\nv 0 1 0\nf 1 2 3\n")
    folder.write("robots/arm/vast.obj", "v 0 0 0\nv 1e200 0 0\nv 0 1 0\nf 1 2 3\n")
    folder.write("robots/arm/far.obj", "v 0 0 0\nv 1e6 0 0\nv 0 1 0\nf 1 2 3\n")
    folder.write("robots/arm/cut.off", "OFF\n3 1 0\n0 0 0\n")
    folder.write("robots/arm/head.png", b"\x89PNG\r\n\x1a\nxxxx")
    folder.write("robots/arm/page.stl", "<!DOCTYPE html>" + 90 * " 404")
    folder.write("robots/arm/cut.stl", bytes(80) + bytes([12, 0, 0, 0]) + bytes(4 * 50 + 9))
    folder.write("robots/arm/text.stl", "solid a\nfacet normal 0 0 1\nvertex 0 0 0\n")
    folder.write("robots/arm/cut.glb", b"glTF" + struct.pack("<II", 2, 900) + bytes(188))
    folder.write("robots/arm/head.glb", b"glTF" + struct.pack("<I", 2) + b"\0")
    folder.write("robots/arm/old.glb", b"glTF" + struct.pack("<IIII", 1, 20, 0, 0))
    folder.write("robots/arm/inf.glb", glb({**GLB, "accessors": [{"count": float("inf")}]}))
    folder.write("robots/arm/lost.glb", glb({**GLB, "accessors": [{"count": 3}]}))
    packed = {"extensionsRequired": ["KHR_draco_mesh_compression"]}
    folder.write("robots/arm/packed.glb", glb({**GLB, **packed}))
    path.with_name("link.glb").symlink_to("gone.glb")
    folder.write("robots/arm/lfs.stl", "version https://git-lfs.github.com/spec/v1\nsize 9\n")
    for name in ("void.stl", "box.gltf"):
        folder.write(f"robots/arm/{name}", "")
    folder.write("robots/arm/nowhere.obj", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n")
    folder.write("robots/arm/endless.stl", "solid inf\nfacet normal 0 0 nan\nvertex 0 -inf 0\n"
                 "vertex 1 0 0\nvertex 0 1 0\nendfacet\nendsolid\n")  # fmt: skip
    whole, odd = np.arange(12.0, dtype="<f4").tobytes(), np.full(12, np.inf, "<f4").tobytes()
    content = bytes(80) + bytes([2, 0, 0, 0]) + whole + bytes(2) + odd + bytes(2)
    path.with_name("binary.stl").write_bytes(content)
    folder.write("robots/arm/bad.stl", "nonsense")
    Image.new("L", (1025, 2)).save(path.with_name("wide.png"))
    folder.write("robots/arm/huge.ply", "ply\nelement face 9000000\n")
    text = HEAD.replace("{shape: {box: [0.1, 0.1, 0.4]}}", link)
    folder.expect("robot", text, 3, column, code, words)


def test_two_bases_are_named(folder):
    text = HEAD + "sensors: {}\n"
    text = text.replace("links:\n", "links:\n  lost: {shape: {sphere: 1}}\n")
    folder.expect("robot", text, 2, 3, "E402", "no joint holds this link; the base is base")


def test_what_a_joint_with_a_mistake_holds_is_not_said_to_hang_on_nothing(folder):
    text = HEAD.replace("links:\n", "links:\n  tip: {shape: {sphere: 1}}\n")
    text += "  wrist: {type: 5, parent: arm, child: tip}\n"
    (problem,) = folder.check("robot", text)
    assert (problem.path, problem.code) == ("joints.wrist.type", "E305")


def test_what_a_joint_under_anothers_name_holds_is_not_said_to_hang_on_nothing(folder):
    text = HEAD.replace("links:\n", "links:\n  tip: {shape: {sphere: 1}}\n")
    (problem,) = folder.check("robot", text + "  hinge: {type: fixed, parent: arm, child: tip}\n")
    assert (problem.path, problem.code) == ("joints.hinge", "E110")


def test_a_link_that_nothing_holds_is_told_beside_a_joints_mistake(folder):
    text = HEAD.replace("links:\n", "links:\n  lost: {shape: {sphere: 1}}\n")
    found = folder.check("robot", text.replace("child: arm", "child: arm, colour: red"))
    assert {(one.path, one.code) for one in found} == {
        ("joints.hinge.colour", "E301"), ("links.lost", "E402"),
    }  # fmt: skip


def test_a_closed_loop_of_joints_is_allowed(folder):
    loop = "  rod: {type: revolute, parent: base, child: arm}\n"
    assert folder.check("robot", HEAD + loop) == []


def test_what_holds_by_suction_has_to_touch(folder):
    text = HEAD.replace("arm: {", "arm: {collides: false, mass: 1, ")
    text += "suction:\n  m: {link: arm, force: 5}"
    folder.expect("robot", text, 7, 13, "E430", "arm touches nothing")


def test_axes_become_unit_length(folder):
    from simulator.spec.load import load_robot

    text = HEAD.replace("child: arm", "child: arm, axis: [0, 3, 4]")
    path = folder.write("robots/x/robot.yaml", text)
    assert load_robot(path).joints["hinge"].axis == (0.0, 0.6, 0.8)


def test_every_mistake_is_told_at_once(folder):
    problems = folder.check(
        "robot",
        """\
        links:
          base: {fixed: yes, shape: {box: [1, 1]}}
          arm: {shape: {sphre: 1}}
        joints:
          hinge: {type: revolute, parent: bas, child: arm, limit: [1, -1]}
          hinge: {type: fixed, parent: base, child: arm}
        motors:
          m: {joint: hing, stall_torque: -1, no_load_speed: .nan, time_constant: 1}
        colour: red
        """,
    )
    assert {(problem.line, problem.code) for problem in problems} == {
        (2, "E303"), (2, "E307"), (3, "E301"), (5, "E401"), (6, "E110"), (8, "E401"), (8, "E304"),
        (8, "E117"), (9, "E301"),
    }  # fmt: skip


BALANCE = [
    ("sensors:\n  s: {type: zmp, link: arm, axis: x}", 7, 24, "E425", "no link of a robot with"),
    ("feet: [arm]\nsensors:\n  s: {type: zmp, link: arm, axis: yaw}", 8, 35, "E413", "x, y or z"),
    ("feet: [arms]", 6, 8, "E401", "did you mean arm?"),
    ("feet: [arm, base, arm]", 6, 19, "E431", "feet[2]: 'arm' is in this list already"),
    ("feet: [arm]\nsensors:\n  s: {type: zmp, link: arm, of: zmp, axis: x}", 8, 29, "E414", "`of`"),
    ("sensors:\n  s: {type: dosimeter, link: arm, sensitivity_sv: 3}", 7, 35, "E308", "per_"),
    ("materials: {m: {attenuation_per_cm: -1}}", 6, 37, "E304", "at least 0"),
]


@pytest.mark.parametrize(("text", "line", "column", "code", "words"), BALANCE)
def test_balance_and_radiation(folder, text, line, column, code, words):
    folder.expect("robot", HEAD + text, line, column, code, words)


def test_a_joint_of_a_wrong_type_leaves_no_link_without_a_joint(folder):
    text = HEAD.replace("type: revolute", "type: hinge")
    problem = folder.expect("robot", text, 5, 17, "E305", "expected one of revolute")
    assert problem.path == "joints.hinge.type"
