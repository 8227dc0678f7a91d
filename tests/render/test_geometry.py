"""What a scene becomes in the buffers: rows, groups, bounds; the same shapes as physics has."""

from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image

from simulator.physics.geometry import meshes as physics_meshes
from simulator.render import geometry
from simulator.spec.errors import Unusable
from simulator.spec.models.scene import PropSpec, SceneSpec
from simulator.spec.models.shape import HeightField, ShapeSpec


def test_rows_groups_and_bounds(showroom: SceneSpec) -> None:
    names = ["ground", *(prop.name for prop in showroom.props)]
    baked = geometry.bake(showroom)
    assert len(baked.bounds) == len(names)
    container, wall = names.index("container"), names.index("wall_back")
    assert np.allclose(baked.bounds[wall], [[-4.5, -0.1, -1.6], [4.5, 0.1, 1.6]], atol=1e-6)
    assert baked.bounds[container][1][2] == pytest.approx(0.36, abs=1e-6)
    assert baked.fixed[wall] and not baked.fixed[container]
    for group, faces in baked.groups.items():
        rows = set(baked.vertices["rows"][np.unique(faces), 0])
        assert (0 in rows) == (group == "ground")
        assert (wall in rows) == (group == "pattern")
    for row, (first, count) in enumerate(baked.ranges):
        faces = baked.everything.reshape(-1)[first : first + count]
        assert set(baked.vertices["rows"][faces, 0]) == {row}
    assert 0 not in set(baked.vertices["rows"][np.unique(baked.casters), 0])


def test_visuals_are_drawn_instead_of_shapes() -> None:
    prop = PropSpec(name="crate", shape=ShapeSpec(box=(2, 2, 2)), visuals=[ShapeSpec(sphere=0.25)])
    baked = geometry.bake(SceneSpec(props=[prop]))
    assert np.allclose(baked.bounds[1], [[-0.25] * 3, [0.25] * 3], atol=0.01)


def test_detail_costs_vertices(showroom: SceneSpec) -> None:
    counts = [len(geometry.bake(showroom, detail).casters) for detail in (0.25, 1.0, 3.0)]
    assert counts[0] < counts[1] < counts[2]


def test_a_height_picture_lies_as_in_physics(tmp_path: Path) -> None:
    path = tmp_path / "hill.png"
    Image.fromarray(np.arange(30, dtype=np.uint8).reshape(5, 6) * 8).save(path)
    field = HeightField(size=(3.0, 2.0), image=str(path), height=0.5)
    shape = ShapeSpec(height_field=field)
    baked = geometry.bake(SceneSpec(terrain=[shape]))
    vertices, _ = physics_meshes.shape_mesh(shape)
    assert np.allclose(baked.vertices["position"], vertices, atol=1e-6)


def test_a_mesh_file_lies_as_in_physics_saved_anew_too(tmp_path: Path) -> None:
    path = tmp_path / "wedge.glb"
    wedge = trimesh.creation.box((1.0, 2.0, 3.0))
    wedge.apply_translation([0.3, 0.5, -0.2])
    path.write_bytes(trimesh.Scene(wedge).export(file_type="glb"))
    prop = PropSpec(name="wedge", shape=ShapeSpec(mesh=str(path), scale=0.5))
    bounds = geometry.bake(SceneSpec(props=[prop])).bounds[1]
    vertices, _ = physics_meshes.load_mesh(str(path))
    assert np.allclose(bounds, [vertices.min(0) * 0.5, vertices.max(0) * 0.5], atol=1e-5)
    path.write_bytes(trimesh.Scene(trimesh.creation.box((4.0, 4.0, 4.0))).export(file_type="glb"))
    assert np.allclose(geometry.bake(SceneSpec(props=[prop])).bounds[1], [[-1.0] * 3, [1.0] * 3])
    assert np.ptp(physics_meshes.load_mesh(str(path))[0], axis=0) == pytest.approx([4.0] * 3)


def test_an_unreadable_height_picture_is_named(tmp_path: Path) -> None:
    path = tmp_path / "hill.png"
    path.write_bytes(b"no picture")
    shape = ShapeSpec(height_field=HeightField(size=(1, 1), image=str(path)))
    with pytest.raises(Unusable, match=r"hill\.png"):
        geometry.bake(SceneSpec(terrain=[shape]))
