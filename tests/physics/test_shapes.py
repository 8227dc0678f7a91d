"""Mesh files, hulls, triangle neighbours and the table of shapes."""

import numpy as np
import pytest
import trimesh
from scipy.spatial import ConvexHull

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.contacts import contact
from simulator.physics.geometry import hull, meshes, shapes, triangles
from simulator.spec.errors import Unusable
from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import HeightField, Round, ShapeSpec
from simulator.spec.reading import heights, mesh_reader


@pytest.mark.parametrize("suffix", ["stl", "obj", "ply"])
def test_mesh_files_keep_their_axes_and_merge_vertices(tmp_path, suffix: str) -> None:
    path = tmp_path / f"куб и пробел.{suffix}"
    trimesh.creation.box((1, 2, 3)).export(path)
    vertices, faces = meshes.load_mesh(str(path))
    assert vertices.shape == (8, 3)
    assert faces.shape == (12, 3)
    np.testing.assert_allclose(np.ptp(vertices, axis=0), (1, 2, 3), atol=1e-6)


def test_glb_is_turned_from_y_up_and_its_node_transforms_are_applied(tmp_path) -> None:
    scene = trimesh.Scene()
    lifted = trimesh.transformations.translation_matrix((0, 5, 1))  # 5 up, 1 towards the viewer
    scene.add_geometry(trimesh.creation.box((1, 2, 3)), transform=lifted)
    path = tmp_path / "box.glb"
    scene.export(path)
    vertices, _ = meshes.load_mesh(str(path))
    np.testing.assert_allclose(np.ptp(vertices, axis=0), (1, 3, 2), atol=1e-6)
    np.testing.assert_allclose(vertices.mean(axis=0), (0, -1, 5), atol=1e-6)


def test_unreadable_meshes_say_which_file_and_why(tmp_path) -> None:
    path = tmp_path / "broken.stl"
    path.write_text("solid nothing\nendsolid\n")
    for bad in (path, tmp_path / "missing.obj"):
        with pytest.raises(meshes.MeshError, match=bad.name):
            meshes.load_mesh(str(bad))


def test_uneven_rows_of_heights_are_refused() -> None:
    field = HeightField(size=(1, 1), heights=[[0, 0], [0, 0, 0]])
    with pytest.raises(Unusable, match="unequal"):
        heights.read(field)


def test_height_grid_looks_up_and_starts_at_the_least_corner() -> None:
    heights = np.arange(6.0).reshape(2, 3)
    vertices, faces = meshes.grid_mesh(heights, (4.0, 2.0))
    np.testing.assert_allclose(vertices[0], (-2, -1, 0))
    np.testing.assert_allclose(vertices[-1], (2, 1, 5))
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    assert (np.cross(b - a, c - a)[:, 2] > 0).all()


@pytest.mark.parametrize("needles", [1, 2, 20])
def test_a_closed_mesh_stays_closed_without_its_needles(needles: int) -> None:
    # three corners in a line, as CAD programs leave them where edges are cut: without them it had
    # holes, and weighed and collided as its hull
    block = trimesh.creation.box((0.2, 0.3, 0.4))
    a, b = block.faces[0, :2]
    share = np.linspace(0, 1, needles + 2)[1:-1, None]
    cuts = (1 - share) * block.vertices[a] + share * block.vertices[b]
    row = [a, *range(8, 8 + needles), b]  # a fan from b over the cuts of the edge a b
    fan = [(row[k], row[k + 1], b) for k in range(needles)]
    faces = np.array([*block.faces[1:], (a, b, block.faces[0, 2]), *fan])
    edge = next(k for k in range(11) if {a, b} <= set(faces[k]))
    beyond = next(iter(set(faces[edge]) - {a, b}))
    strip = [(row[k + 1], row[k], beyond) for k in range(needles + 1)]
    faces = np.array([*np.delete(faces, edge, axis=0), *strip])
    vertices = np.concatenate([block.vertices, cuts])
    assert meshes.count_open_sides(faces) == 0
    vertices, faces = meshes.merge(vertices, faces)
    assert meshes.count_open_sides(faces) == 0
    assert meshes.is_closed(vertices, faces)
    assert mesh_reader.measure_volume(vertices, faces) == pytest.approx(0.2 * 0.3 * 0.4)
    sides = vertices[np.roll(faces, -1, axis=1)] - vertices[faces]
    assert np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1).min() > 1e-6


def test_a_needle_that_lies_against_nothing_is_dropped_at_once(monkeypatch) -> None:
    looks, find = [], meshes._find_partners
    monkeypatch.setattr(meshes, "_find_partners", lambda faces: looks.append(1) or find(faces))
    vertices, sheet = meshes.grid_mesh(np.zeros((3, 3)), (1.0, 1.0))
    rim = [k for k in range(9) if vertices[k, 1] == vertices[0, 1]]
    needle = np.array([rim], sheet.dtype)  # its three corners lie in a line, its long side is open
    _, faces = meshes.merge(vertices, np.concatenate([sheet, needle]))
    assert faces.shape == sheet.shape and len(looks) == 1


def test_neighbours_lie_across_their_edges() -> None:
    _, faces = meshes.grid_mesh(np.zeros((4, 5)), (1.0, 1.0))
    neighbours = meshes.find_neighbours(faces)
    assert (neighbours < 0).sum() == 2 * (3 + 4)  # the rim
    for face, row in enumerate(neighbours):
        for k, other in enumerate(row):
            if other >= 0:
                edge = {faces[face, k], faces[face, (k + 1) % 3]}
                assert edge <= set(faces[other])
                assert face in neighbours[other]


@pytest.mark.parametrize("count", [1, 200, 500])
def test_faces_of_closed_surfaces_are_wound_as_most_of_them_are(count: int) -> None:
    ring, ball = trimesh.creation.torus(0.3, 0.1), trimesh.creation.icosphere(subdivisions=3)
    ball.invert()  # a hollow seen from inside is meant
    whole = np.concatenate([ring.faces, ball.faces + len(ring.vertices)])
    mixed = whole.copy()
    rows = np.random.default_rng(4).permutation(len(ball.faces))[:count]
    for faces in (rows, rows + len(ring.faces)):
        mixed[faces] = mixed[faces, ::-1]
    found = meshes.wind(mixed)
    vertices = np.concatenate([ring.vertices, ball.vertices])
    assert (np.sort(found, axis=1) == np.sort(whole, axis=1)).all()
    np.testing.assert_array_equal(normals(vertices, found), normals(vertices, whole))


def normals(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    a, b, c = (vertices[np.sort(faces, axis=1)[:, k]] for k in range(3))
    odd = [np.linalg.det(np.eye(3)[np.argsort(face)]) for face in faces]
    return np.cross(b - a, c - a) * np.array(odd)[:, None]


def test_the_winding_of_open_ground_and_of_one_sided_surfaces_stays() -> None:
    _, ground = meshes.grid_mesh(np.zeros((4, 5)), (1.0, 1.0))
    ground[3] = ground[3, ::-1]
    np.testing.assert_array_equal(meshes.wind(ground), ground)
    i, j = np.divmod(np.arange(64), 8)
    after = (i + 1) % 8
    across = np.where(i == 7, -j - 1, j + 1) % 8  # a Klein bottle: the last row meets the first
    level = np.where(i == 7, -j, j) % 8  # mirrored
    a, b, c, d = 8 * i + j, 8 * after + level, 8 * after + across, 8 * i + (j + 1) % 8
    bottle = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    assert (meshes.find_neighbours(bottle) >= 0).all()
    np.testing.assert_array_equal(meshes.wind(bottle), bottle)


def test_only_edges_bent_outwards_can_be_met() -> None:
    box = trimesh.creation.box((1, 1, 1))
    rows = triangles.MeshRows()
    rows.add(np.array(box.vertices), np.array(box.faces), terrain=False)
    table = rows.pack()
    assert table.closed[0] == triangles.CLOSED
    assert (table.edges == triangles.CONVEX).sum() == 24  # 12 edges seen from two sides
    assert (table.edges == triangles.INNER).sum() == 12  # 6 diagonals


def test_tree_holds_every_triangle_in_every_box_above_it() -> None:
    corners = np.random.default_rng(1).normal(size=(37, 3, 3))
    low, high = triangles.box_tree(corners)
    leaves = len(low) // 2
    for t, triangle in enumerate(corners):
        node = leaves + t // triangles.LEAF
        while node:
            assert (low[node] <= triangle.min(axis=0)).all()
            assert (high[node] >= triangle.max(axis=0)).all()
            node //= 2


def test_large_hulls_keep_few_vertices_and_most_of_their_volume() -> None:
    points = np.random.default_rng(2).normal(size=(3000, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    small = hull.convex_hull(points)
    assert len(small.vertices) <= hull.MAX_VERTICES
    assert ConvexHull(small.vertices).volume > 0.85 * ConvexHull(points).volume


@pytest.mark.parametrize("turn", [0.0, 0.3, 2.0])
def test_both_rims_of_a_large_wheel_keep_evenly_spread_corners(turn: float) -> None:
    wheel = trimesh.creation.cylinder(0.1, 0.03, sections=96)
    frame = trimesh.transformations.rotation_matrix(turn, (1, 2, 3))[:3, :3]
    small = hull.convex_hull(wheel.vertices @ frame.T).vertices @ frame
    assert hull.FEW < len(small) <= hull.MAX_VERTICES
    for side in (-1, 1):
        rim = small[small[:, 2] * side > 0]
        angle = np.sort(np.arctan2(rim[:, 1], rim[:, 0]))
        gaps = np.diff(angle, append=angle[0] + 2 * np.pi) / (2 * np.pi / 96)
        assert gaps.max() < 3.01  # as many as are within what is lost anyway


def test_faces_of_a_hull_are_whole_polygons_seen_from_outside() -> None:
    made = hull.convex_hull(np.array(trimesh.creation.box((1, 2, 3)).vertices))
    assert sorted(map(len, made.loops)) == [4] * 6
    for normal, offset, loop in zip(made.normals, made.offsets, made.loops, strict=True):
        corners = made.vertices[loop]
        np.testing.assert_allclose(corners @ normal, offset, atol=1e-12)
        turn = np.cross(corners[1] - corners[0], corners[2] - corners[1])
        assert turn @ normal > 0


@pytest.mark.parametrize("points", [
    [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 0], [1, 1, 1]], [[0, 0, 0], [1, 0, 0], [2, 0, 0]],
    [[0, 0, 0]],
])  # fmt: skip
def test_degenerate_points_become_thin_solids(points) -> None:
    made = hull.convex_hull(np.array(points, float))
    assert ConvexHull(made.vertices).volume > 0
    assert np.isfinite(made.normals).all()


@pytest.mark.parametrize("thickness", [0.0, 1e-5, 9.9e-5, 1e-4, 2e-4, 1e-3])
def test_thin_plates_keep_their_thickness_down_to_what_contacts_sink(thickness: float) -> None:
    plate = trimesh.creation.box((0.2, 0.1, thickness))
    plate.apply_transform(trimesh.transformations.rotation_matrix(0.7, (1, 2, 3)))
    made = hull.convex_hull(np.array(plate.vertices))
    assert 2.0 * hull.half_thickness(made) == pytest.approx(max(thickness, 1e-4), abs=1e-12)
    assert ConvexHull(made.vertices).volume == pytest.approx(0.02 * max(thickness, 1e-4), rel=1e-6)


@pytest.mark.parametrize("thickness", [1e-4, 5e-4, 2e-3])
def test_a_block_rests_on_a_thin_plate_as_high_as_it_is_thick(
    make_world, tmp_path, thickness: float
) -> None:
    plate = trimesh.creation.box((0.2, 0.2, thickness))
    plate.apply_translation((0, 0, 0.5 * thickness))
    plate.export(tmp_path / "plate.ply")
    block = ShapeSpec(box=(0.05, 0.05, 0.05), mass=0.1)
    world = make_world([
        PropSpec(name="plate", shape=ShapeSpec(mesh=str(tmp_path / "plate.ply"), mass=1.0)),
        PropSpec(name="block", shape=block, at=(0, 0, thickness + 0.0251)),
    ])  # fmt: skip
    words = pack(world).words
    for _ in range(200):
        step.advance(1, words)
    sunk = thickness + 0.025 - world.bodies.position[2, 2]
    assert -1e-6 < sunk < 2 * contact.SLOP + 1e-5  # of the block and of the plate


@pytest.mark.parametrize("power", [1, 3, 9])
def test_hulls_are_placed_about_an_inner_point(make_world, tmp_path, power) -> None:
    """The middle of the box about a hull may lie outside of it."""
    for seed in range(10):
        random = np.random.default_rng(seed)
        points = random.uniform(0, 1, (random.integers(4, 30), 3)) ** power
        trimesh.convex.convex_hull(points).export(tmp_path / "stone.stl")
        shape = ShapeSpec(hull=str(tmp_path / "stone.stl"))
        table = make_world([PropSpec(name="stone", shape=shape)]).shapes
        first, end = table.hulls.face_first[-1], table.hulls.face_end[-1]
        assert end > first and np.all(table.hulls.faces[first:end, 3] > 0.0)


def test_mesh_on_a_body_that_moves_collides_as_its_hull(make_world, tmp_path) -> None:
    path = str(tmp_path / "box.stl")
    trimesh.creation.box((1, 1, 1)).export(path)
    still = PropSpec(name="still", shape=ShapeSpec(mesh=path), fixed=True)
    loose = PropSpec(name="loose", shape=ShapeSpec(mesh=path, scale=0.5), at=(0, 0, 3))
    world = make_world([still, loose], terrain=[])
    assert list(world.shapes.kind) == [shapes.MESH, shapes.HULL]
    np.testing.assert_allclose(world.shapes.half[1], 0.25, atol=1e-9)


def test_bounds_hold_the_whole_shape(make_world) -> None:
    specs = [
        ShapeSpec(box=(1, 2, 3)),
        ShapeSpec(sphere=0.5),
        ShapeSpec(capsule=Round(radius=1, length=2)),
        ShapeSpec(cylinder=Round(radius=3, length=8)),
    ]
    props = [PropSpec(name=f"p{i}", shape=spec) for i, spec in enumerate(specs)]
    table = make_world(props, terrain=[]).shapes
    np.testing.assert_allclose(table.half, [[0.5, 1, 1.5], [0.5] * 3, [1, 1, 2], [3, 3, 4]])
    np.testing.assert_allclose(table.radius, [np.sqrt(3.5), 0.5, 2, 5])
