"""Includes and paths: what is merged, what is refused, and where the messages point."""

import os

import pytest

from simulator import checking
from simulator.spec import load
from simulator.spec.check import check
from simulator.spec.errors import SpecErrors

from .conftest import CONSOLE, FILES

BASE = "links:\n  base: {fixed: true, shape: {sphere: 1}}\n"


def test_a_recording_is_told_from_text(folder):
    path = folder.write("scenes/drive.mcap", b"\x89MCAP0\r\n\xff")
    found = only(check(path))
    assert found.code == "E209"
    assert "`simulator replay scenes/drive.mcap` runs it again" in found.message


def only(problems):
    assert len(problems) == 1, "\n".join(map(str, problems))
    return problems[0]


def test_a_folder_whose_name_is_no_utf_8_is_told(tmp_path):
    place = tmp_path / os.fsdecode(b"caf\xe9")
    place.mkdir()
    (place / "a.yaml").write_text("props: [{name: own, shape: {sphere: 1}}]")
    found = only(check(place / "a.yaml"))
    assert found.code == "E210" and "is not UTF-8; give it another" in found.message


def test_sections_lists_and_settings_are_merged_below(folder):
    folder.write("scenes/a.yaml", """\
        include: [parts/b.yaml]
        props: [{name: own, shape: {sphere: 1}}]
        physics: {substeps: 2}
        materials: {soft: {friction: 1}}
        """)  # fmt: skip
    folder.write("scenes/parts/b.yaml", """\
        title: B
        props: [{name: below, shape: {mesh: m.obj}, fixed: true}]
        physics: {substeps: 5, step_ms: 5}
        materials: {hard: {friction: 0}}
        """)  # fmt: skip
    folder.write("scenes/parts/m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    scene = load.load_scene(folder.root / "scenes/a.yaml")
    assert [prop.name for prop in scene.props] == ["below", "own"]
    assert (scene.physics.substeps, scene.physics.step) == (2, 0.005)
    assert set(scene.materials) == {"soft", "hard"}
    assert scene.title is not None and scene.title.ru == "B"
    shape = scene.props[0].shape
    assert shape is not None
    assert shape.mesh == (folder.root / "scenes/parts/m.obj").resolve().as_posix()
    place = scene.origin.locate("scene", ("materials", "hard", "friction"))
    assert place == ("scenes/parts/b.yaml", 4, 30)


def test_a_mistake_inside_an_include_is_located_there(folder):
    folder.write("robots/arm/part.yaml", "joints:\n  j: {type: fixed, parent: base, child: lost}\n")
    problem = only(folder.check("robot", "include: [part.yaml]\n" + BASE))
    assert str(problem).startswith("robots/arm/part.yaml:2:41: joints.j.child: there is no link")


def test_a_name_defined_twice_names_both_places(folder):
    folder.write("robots/arm/part.yaml", BASE)
    problem = only(folder.check("robot", "include: [part.yaml]\n" + BASE))
    assert (problem.code, problem.line) == ("E208", 3)
    assert "robots/arm/part.yaml:2:3" in problem.message


def test_a_ring_of_includes_is_named(folder):
    folder.write("robots/arm/b.yaml", "include: [c.yaml]\n")
    folder.write("robots/arm/c.yaml", "include: [robot.yaml]\n")
    problem = only(folder.check("robot", "include: [b.yaml]\n" + BASE))
    assert (problem.code, problem.file, problem.line) == ("E206", "robots/arm/c.yaml", 1)
    assert "robot.yaml -> b.yaml -> c.yaml -> robot.yaml" in problem.message


def test_a_file_that_includes_itself(folder):
    assert only(folder.check("robot", "include: [robot.yaml]\n" + BASE)).code == "E206"


def test_includes_are_not_endless(folder):
    for i in range(70):
        folder.write(f"robots/arm/i{i}.yaml", f"include: [i{i + 1}.yaml]\n")
    assert only(folder.check("robot", "include: [i0.yaml]\n" + BASE)).code == "E207"


def test_includes_do_not_multiply(folder):
    for i in range(20):
        folder.write(f"robots/arm/i{i}.yaml", f"include: [i{i + 1}.yaml, i{i + 1}.yaml]\n")
    folder.write("robots/arm/i20.yaml", "title: end\n")
    found = folder.check("robot", "include: [i0.yaml]\n" + BASE)
    assert [problem.code for problem in found] == 20 * ["E208"]


def test_an_included_file_of_another_kind_is_told_at_the_include(folder):
    folder.write("scenes/part.yaml", "title: Part\nmaterials: {soft: {friction: 1}}\n")
    text = "include: [part.yaml, ../robots/arm/robot.yaml]\n"
    folder.expect("scene", text, 1, 22, "E209", "robots/arm/robot.yaml is a robot, not a scene")


def test_a_file_that_is_included_twice_is_told_at_the_include(folder):
    folder.write("robots/arm/both.yaml", BASE)
    folder.write("robots/arm/a.yaml", "include: [both.yaml]\n")
    folder.write("robots/arm/b.yaml", "title: B\ninclude: [both.yaml]\n")
    found = only(folder.check("robot", "include: [a.yaml, b.yaml]\n"))
    assert (found.file, found.line, found.code) == ("robots/arm/b.yaml", 2, "E208")
    assert "robots/arm/both.yaml is included twice: at robots/arm/a.yaml:1:11" in found.message


def test_a_path_out_of_the_project_is_told_with_what_makes_its_folder_one(folder):
    folder.write("scenes/robots/other/robot.yaml", BASE)
    (problem,) = folder.check("scene", "robots: [{file: ../robots/arm/robot.yaml}]\n")
    assert problem.code == "E202"
    assert problem.message.endswith("project folder 'scenes', which 'robots' in it makes one")


def test_one_include_may_be_written_without_a_list(folder):
    folder.write("robots/arm/part.yaml", BASE)
    assert folder.check("robot", "include: part.yaml\n") == []


@pytest.mark.parametrize(
    ("path", "code", "words"),
    [
        ("prt.yaml", "E201", "did you mean part.yaml?"),
        ("arm/part.yaml", "E201", "did you mean part.yaml?"),
        ("robots/arm/part.yaml", "E201", "did you mean part.yaml?"),
        ("../../consoles", "E102", "did you mean ../../consoles/arm.yaml?"),
        ("../amr/x.yaml", "E201", "there is no file"),
        (".", "E102", "not a file"),
        ("m.obj", "E209", ".yaml"),
        ("../../../x.yaml", "E202", "out of the project folder"),
        ("/etc/passwd", "E204", "absolute"),
        ("C:/x.yaml", "E204", "absolute"),
        ("~/x.yaml", "E204", "absolute"),
        (r"'\\host\share\x.yaml'", "E205", "network"),
        ("//host/share/x.yaml", "E205", "network"),
        (r'"a\0b.yaml"', "E210", "usable"),
        ("link.yaml", "E203", "link that leads out"),
        ("pipe.yaml", "E102", "not a file"),
        ("ring.yaml", "E201", "is a link that leads nowhere"),
        ("x" * 300 + ".yaml", "E102", "File name too long"),
        ("5", "E303", "expected a text"),
        ("''", "E312", "too short"),
    ],
)
def test_each_refused_path_has_its_code(folder, tmp_path_factory, path, code, words):
    outside = tmp_path_factory.mktemp("outside") / "x.yaml"
    outside.write_text(BASE)
    folder.write("robots/arm/part.yaml", "title: x\n")
    folder.write("robots/arm/m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (folder.root / "robots/arm/link.yaml").symlink_to(outside)
    os.mkfifo(folder.root / "robots/arm/pipe.yaml")
    (folder.root / "robots/arm/ring.yaml").symlink_to("ring.yaml")
    problem = only(folder.check("robot", f"include: [{path}]\n" + BASE))
    assert (problem.code, problem.line, problem.column) == (code, 1, 11), str(problem)
    assert words in str(problem)


def test_a_file_is_not_what_it_meant_itself(folder):
    found = folder.check("scene", "robots: [{file: leson.yaml}]\nconsole: other.yaml\n")
    assert [one.message for one in found] == ["there is no file 'leson.yaml'",
                                              "there is no file 'other.yaml'"]  # fmt: skip
    assert not any(one.suggestion for one in found)


def test_a_robot_of_another_format_is_told_of_with_what_to_do(folder):
    folder.write("robots/arm.urdf", '<robot name="arm"/>')
    (found,) = folder.check("scene", "robots: [{file: ../robots/arm.urdf}]\n")
    (of_file,) = check(folder.root / "robots" / "arm.urdf")
    assert (found.code, of_file.code) == ("E209", "E109")
    told = "`simulator new robot NAME --urdf FILE` makes a robot of a URDF, "
    told += "`--mjcf FILE` of an MJCF file"
    assert told in found.message and told in of_file.message


def test_missing_unreadable_and_odd_top_files(folder):
    assert only(check(folder.root / "robots/none.yaml")).code == "E101"
    os.mkfifo(folder.root / "robots/pipe.yaml")
    assert only(check(folder.root / "robots/pipe.yaml")).code == "E102"
    for kind in ("robots", "scenes", "consoles", "scripts", "vary", "exercises"):
        ring = folder.write(f"{kind}/ring.yaml", "")
        ring.unlink()
        ring.symlink_to("ring.yaml")
        assert only(check(ring)).code == "E102"
    with pytest.raises(SpecErrors, match="File name too long"):
        load.load_scene(folder.root / f"{'x' * 300}.yaml")
    problem = only(check(folder.write("notes.yaml", "hello: 1\n")))
    assert problem.code == "E120" and "if it is a part of others (`include`), check those" in str(
        problem
    )


def test_what_the_program_writes_is_no_file_of_any_kind(folder):
    report = folder.write("out/a.json", '{"state_hash": "0", "poses": {}, "joints": {}}')
    (found,) = check(report)
    assert (found.code, found.line) == ("E120", 1) and "this is a report of" in found.message
    for read in (load.load_scene, load.load_robot):
        with pytest.raises(SpecErrors, match="this is a report of `simulator run --report`, not"):
            read(report)


def test_props_alone_are_a_scene_wherever_they_lie(folder):
    path = folder.write("yard.yaml", "title: Yard\nprops: [{name: a, shape: {sphere: -1}}]\n")
    for place in (path, folder.root):
        problem = only(check(place))
        assert (problem.file, problem.line, problem.code) == ("yard.yaml", 2, "E304")
    folder.write("yard.yaml", "title: Yard\nprops: []\nowner: somebody\n")  # another program's
    assert check(folder.root) == []
    folder.write("yard.yaml", "title: Yard\ninclude: [robots/arm/robot.yaml]\n")
    assert check(folder.root) == []


def test_a_link_that_leads_nowhere_is_named_itself(folder):
    for target in ("gone.yaml", "link.yaml"):  # a file that is not there, and the link itself
        link = folder.root / "scenes/link.yaml"
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        assert only(check(link)).file == "scenes/link.yaml"
        assert "scenes/link.yaml" in {problem.file for problem in check(folder.root)}


def test_an_included_file_is_not_checked_alone_in_a_folder(folder):
    folder.write("robots/arm/part.yaml", "joints:\n  j: {type: fixed, parent: base, child: top}\n")
    folder.write(
        "robots/arm/robot.yaml", f"include: [part.yaml]\n{BASE}  top: {{shape: {{sphere: 1}}}}\n"
    )
    assert check(folder.root / "robots") == []
    assert check(folder.root / "robots/arm/part.yaml") != []


def test_a_ring_of_includes_is_found_in_its_folder(folder):
    folder.write("scenes/a.yaml", "include: [b.yaml]\n")
    folder.write("scenes/b.yaml", "include: [a.yaml]\nprops: [{name: lost}]\n")
    folder.write("scenes/scripts/own.yaml", "include: [own.yaml]\nactions: []\n")
    found = [(problem.file, problem.code) for problem in check(folder.root)]
    assert sorted(found) == [
        ("scenes/b.yaml", "E206"),
        ("scenes/b.yaml", "E407"),
        ("scenes/scripts/own.yaml", "E206"),
    ]


def test_cyrillic_names_and_spaces_work(folder):
    text = "links:\n  основание: {fixed: true, mesh: моя сетка.obj}\ntitle: {ru: Рука, en: Arm}\n"
    path = folder.write("robots/рука манипулятора/робот 1.yaml", text)
    folder.write("robots/рука манипулятора/моя сетка.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    robot = load.load_robot(path)
    assert list(robot.links) == ["основание"]
    folder.write("robots/рука манипулятора/робот 1.yaml", text.replace("моя", "мая"))
    problem = only(check(path))
    assert "did you mean моя сетка.obj?" in str(problem)
    assert problem.file == "robots/рука манипулятора/робот 1.yaml"


def test_the_digest_covers_every_file(folder):
    folder.write("robots/arm/m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    robot = folder.path("robot")
    robot.write_text(robot.read_text().replace("{box: [0.2, 0.2, 0.1]}", "{mesh: m.obj}"))
    seen = [load.load_scene(folder.path("scene")).digest]
    seen.append(load.load_scene(folder.path("scene")).digest)
    assert seen[0] == seen[1]
    for name in ("robots/arm/m.obj", "robots/arm/robot.yaml", "consoles/arm.yaml"):
        path = folder.root / name
        path.write_text(path.read_text() + "\n")
        seen.append(load.load_scene(folder.path("scene")).digest)
    assert len(set(seen)) == 4


def test_the_same_project_elsewhere_has_the_same_digest(folder, tmp_path_factory):
    import shutil

    first = load.load_scene(folder.path("scene")).digest
    other = tmp_path_factory.mktemp("другое место") / "p"
    shutil.copytree(folder.root, other)
    assert load.load_scene(other / "scenes/lesson.yaml").digest == first


def test_loading_raises_all_problems_in_order(folder):
    path = folder.write("robots/x/robot.yaml", "links: {a: {}}\ny: 1\n")
    with pytest.raises(SpecErrors) as caught:
        load.load_robot(path)
    assert [problem.line for problem in caught.value.problems] == [1, 2]
    assert str(caught.value).count("\n") == 1
    assert set(caught.value.problems[0].as_dict()) == {
        "file", "line", "column", "path", "message", "code", "suggestion",
    }  # fmt: skip


def test_endless_mistakes_of_keys_and_names_are_cut_short(folder):
    motors = "".join(f"  m{i}: {{joint: lost, stall_torque: -1}}\n" for i in range(5000))
    problems = folder.check("robot", BASE + "motors:\n" + motors)
    assert len(problems) == 301
    assert "E121" in {problem.code for problem in problems}


@pytest.mark.parametrize("lost", ["nope.yaml", "broken.yaml", "deep.yaml"])
def test_where_an_include_cannot_be_read_its_names_are_not_missed(folder, lost):
    """Groups, diagrams and signals may stand there; what is wrong with the rest is told."""
    folder.write("consoles/broken.yaml", "groups: [1\n")
    folder.write("consoles/deep.yaml", "include: [broken.yaml]\n")
    text = CONSOLE.replace("group: main", "group: lost").replace("green", "gren")
    text = text.replace("light: power", "light: fall").replace(
        "outputs:", "  leg: {diagram: d}\noutputs:"
    )
    folder.write(FILES["console"], f"include: [{lost}]\n{text}")
    told = [one.problem.code for one in checking.check(folder.path("scene"))]
    assert sorted(told) == sorted(["E311", "E201" if lost == "nope.yaml" else "E106"])


def test_a_name_that_is_unknown_is_told_with_the_row_that_its_own_file_has(folder):
    prop = "props:\n  - {{name: {0}, mass: 1, shape: {{sphere: 1}}}}\n  - {{name: {0}2, mass: 1, "
    prop += "material: nothing_{0}, shape: {{sphere: 1}}}}\n"
    folder.write("scenes/b.yaml", prop.format("b"))
    found = check(folder.write("scenes/a.yaml", "include: [b.yaml]\n" + prop.format("a")))
    assert [(one.file, one.line, one.path) for one in found] == [
        ("scenes/a.yaml", 4, "props[1].material"), ("scenes/b.yaml", 3, "props[1].material"),
    ]  # fmt: skip
