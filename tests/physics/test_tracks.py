"""Tracks in the world's tables: who touches whom, and which surfaces run."""

import numpy as np
import pytest

from simulator.physics.build import build_world, find_names
from simulator.spec import load
from simulator.spec.models.shape import MaterialSpec
from tests.tracked import ROBOT

SCENE = """\
robots:
  - {file: ../robots/cat/robot.yaml, at: [0, 0, 0.2]}
  - {file: ../robots/cat/robot.yaml, name: belted, at: [0, 3, 0.2], tracks: belt}
props: [{name: crate, shape: {sphere: 0.1}, at: [5, 0, 1]}]
"""


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tracks")
    for name, text in (("robots/cat/robot.yaml", ROBOT), ("scenes/lesson.yaml", SCENE)):
        path = folder / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    return load.load_scene(folder / "scenes/lesson.yaml")


def list_apart(shapes, body):
    """Return the bodies that one never touches."""
    own = slice(*shapes.excluded_start[body : body + 2])
    return {int(row) for run in shapes.excluded[own] for row in range(*run)}


def test_a_link_touches_its_wheels_and_what_is_not_its_robot(scene):
    rows, world = find_names(scene).bodies, build_world(scene)
    apart = list_apart(world.shapes, rows["cat.left_link_05"])
    touched = [name for name, row in rows.items() if row not in apart]
    assert touched == [
        "ground", "cat.back", "cat.front", "belted.hull", "belted.back", "belted.front", "crate",
    ]  # fmt: skip


def test_wheels_of_one_track_ignore_each_other(scene):
    rows, shapes = find_names(scene).bodies, build_world(scene).shapes
    for robot in ("cat", "belted"):
        assert rows[f"{robot}.front"] in list_apart(shapes, rows[f"{robot}.back"])


def test_a_belt_runs_with_its_sprocket(scene):
    rows, world = find_names(scene).bodies, build_world(scene)
    shapes = world.shapes
    runs = shapes.belt >= 0
    assert set(shapes.body[runs]) == {rows["belted.hull"]}
    assert set(shapes.belt[runs]) == {rows["belted.back"]}
    assert shapes.belt_radius[runs] == pytest.approx(0.1075)
    assert np.allclose(shapes.belt_axis[runs], [0, 1, 0])
    assert not shapes.belt_radius[~runs].any()
    assert 1.0 / world.bodies.inv_mass[rows["belted.hull"]] > 30.0


def test_a_belt_yields_unless_its_material_says_how(scene):
    for stiffness, found in ((None, 2e5), (3e6, 3e6)):
        rubber = MaterialSpec(friction=0.7, stiffness=stiffness)
        shapes = build_world(scene.model_copy(update={"materials": {"rubber": rubber}})).shapes
        runs = shapes.belt >= 0
        assert set(shapes.stiffness[runs]) == {found}
        assert set(shapes.friction[runs]) == {0.7}
