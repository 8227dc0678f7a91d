"""Meshes of what moves that collide otherwise than they look: told of, with their place."""

import pytest
import trimesh

from simulator import checking

ROBOT = """\
links:
  base: {fixed: true, shape: {box: [0.2, 0.2, 0.1]}}
  arm: {mass: 1, shapes: [{sphere: 0.1}, {mesh: %s}]}
joints:
  hinge: {type: revolute, parent: base, child: arm}
"""


@pytest.fixture
def tell(folder):
    """Write the meshes and return what is told of a robot and of a scene that have one."""
    for place in ("robots/arm", "scenes"):
        (folder.root / place).mkdir(exist_ok=True)
        path = folder.root / place
        trimesh.creation.box((0.2, 0.2, 0.2)).export(path / "whole.obj")
        folder.write(f"{place}/flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 1\nv 1 1 1\nf 1 2 3\nf 2 4 3\n")
        cup = trimesh.creation.annulus(0.1, 0.2, 0.3)
        cup.update_faces(range(len(cup.faces) - 2))
        cup.export(path / "open.obj")
        trimesh.creation.box((200, 100, 80)).export(path / "huge.obj")

    def check(file: str, text: str) -> list[tuple[int, int, str, str]]:
        found = checking.check(folder.write(file, text))
        told = [(one.problem, one.severity) for one in found]
        return [(one.line, one.column, one.code, severity) for one, severity in told]

    return check


@pytest.mark.parametrize(
    ("mesh", "code"),
    [
        ("flat.obj", "flat-mesh"),
        ("open.obj", "open-mesh"),
        ("huge.obj", "huge-mesh"),
        ("whole.obj", None),
    ],
)
def test_an_odd_mesh_is_told_of_where_it_is_named(tell, mesh, code):
    of_robot = tell("robots/arm/robot.yaml", ROBOT % mesh)
    assert of_robot == ([(3, 49, code, "warning")] if code else [])
    prop = f"props: [{{name: cup, mass: 1, shape: {{mesh: {mesh}}}}}]\n"
    of_scene = tell("scenes/lesson.yaml", f"terrain: []\n{prop}")
    assert of_scene == ([(2, 44, code, "warning")] if code else [])


@pytest.mark.parametrize("body", ["fixed: true", "mass: 1"])
def test_a_mesh_is_no_larger_than_the_world(tell, body):
    prop = f"terrain: []\nprops: [{{name: cup, {body}, shape: {{mesh: whole.obj, scale: %s}}}}]\n"
    assert tell("scenes/lesson.yaml", prop % 1e5) == []
    ((line, _, code, severity),) = tell("scenes/lesson.yaml", prop % "1e200")
    assert (line, code, severity) == (2, "E804", "error")


@pytest.mark.parametrize("shape", ["mesh", "hull"])
def test_a_mesh_in_millimetres_is_told_to_weigh_too_much(tell, shape):
    prop = f"terrain: []\nprops: [{{name: cup, shape: {{{shape}: huge.obj%s}}}}]\n"
    assert tell("scenes/lesson.yaml", prop % "") == [(2, 28, "E304", "error")]
    assert tell("scenes/lesson.yaml", prop % ", scale: 0.001") == []


@pytest.mark.parametrize("more", ["", ", mass: 1"])
def test_a_mesh_without_a_shape_is_told_to_get_one_with_a_scale(tell, folder, more):
    tell("scenes/lesson.yaml", f"terrain: []\nprops: [{{name: cup, mesh: huge.obj{more}}}]\n")
    (found,) = checking.check(folder.path("scene"))
    assert "give `shape: {mesh: ..., scale: " in str(found)


@pytest.mark.parametrize(
    "prop",
    [
        "fixed: true, shape: {mesh: open.obj}",
        "fixed: true, shape: {mesh: huge.obj}",
        "mass: 1, shape: {mesh: huge.obj, scale: 1}",
        "mass: 1, shape: {mesh: huge.obj, scale: 0.001}",
        "fixed: true, shape: {mesh: flat.obj}",
        "mass: 1, shape: {mesh: open.obj, convex: hull}",
        "mass: 1, shape: {hull: open.obj}",
        "mass: 1, collides: false, shape: {mesh: open.obj}",
    ],
)
def test_a_mesh_that_is_meant_so_is_not_told_of(tell, prop):
    assert tell("scenes/lesson.yaml", f"terrain: []\nprops: [{{name: cup, {prop}}}]\n") == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("terrain: [{mesh: %s}]", (1, 18)),
        ("terrain: []\nprops: [{name: rock, fixed: true, mesh: %s}]", (2, 41)),
        ("terrain: []\nprops: [{name: rock, fixed: true, shape: {mesh: %s}}]", (2, 49)),
    ],
)
def test_a_solid_turned_inside_out_is_told_of(tell, folder, text, place):
    """It was a sheet without a word, and what tumbled on its edges sank in."""
    tell("scenes/lesson.yaml", "terrain: []\n")
    block = trimesh.creation.box((1, 1, 1))
    block.invert()
    block.export(folder.root / "scenes" / "inward.obj")
    assert tell("scenes/lesson.yaml", text % "inward.obj") == [(*place, "inside-out", "warning")]
    assert tell("scenes/lesson.yaml", text % "whole.obj") == []
    assert tell("scenes/lesson.yaml", text % "open.obj") == []
