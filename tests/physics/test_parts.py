"""Concave meshes that move: cut into convex parts, kept between starts."""

import errno
from importlib.metadata import PackageNotFoundError

import numpy as np
import pytest
import trimesh

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.geometry import inertia, meshes, parts, shapes, touching
from simulator.physics.geometry.meshes import MeshError
from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import ShapeSpec

OUTLINE = [
    (-0.5, 0.0), (0.5, 0.0), (0.5, 0.6), (0.4, 0.6), (0.4, 0.1), (-0.4, 0.1), (-0.4, 0.6),
    (-0.5, 0.6),
]  # fmt: skip
CAPS = [(0, 1, 4), (0, 4, 5), (1, 2, 3), (1, 3, 4), (0, 5, 6), (0, 6, 7)]
VOLUME = 0.12


@pytest.fixture(scope="module")
def channel() -> trimesh.Trimesh:
    """A U of 1 x 0.6 x 0.6 m with walls of 0.1 m, open above and at both ends."""
    count = len(OUTLINE)
    vertices = [(x, y, z) for y in (-0.3, 0.3) for x, z in OUTLINE]
    faces = [*CAPS, *((count + a, count + c, count + b) for a, b, c in CAPS)]
    for i in range(count):
        j = (i + 1) % count
        faces += [(i, count + i, j), (j, count + i, count + j)]
    mesh = trimesh.Trimesh(vertices, faces)
    assert mesh.is_watertight
    if mesh.volume < 0:
        mesh.invert()
    assert mesh.volume == pytest.approx(VOLUME)
    return mesh


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """An empty cache folder of the test's own."""
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda _: str(tmp_path / "cache"))
    return tmp_path / "cache" / "parts"


def volume(points: np.ndarray) -> float:
    return trimesh.convex.convex_hull(points).volume


def test_a_channel_becomes_its_plates(channel) -> None:
    made = parts.split(channel.vertices, channel.faces, None)
    assert 3 <= len(made) <= 6
    assert sum(map(volume, made)) == pytest.approx(VOLUME, rel=1e-2)
    assert len(parts.split(channel.vertices, channel.faces, "hull")) == 1


def test_convex_and_open_meshes_stay_whole(channel) -> None:
    ball = trimesh.creation.icosphere(subdivisions=3)
    assert len(parts.split(ball.vertices, ball.faces, None)) == 1
    assert len(parts.split(channel.vertices, channel.faces[:-2], None)) == 1


@pytest.mark.parametrize("wound", ["inwards", "mixed"])
def test_a_channel_that_is_badly_wound_weighs_and_is_cut_alike(channel, tmp_path, wound) -> None:
    faces = channel.faces.copy()
    rows = slice(None) if wound == "inwards" else slice(None, None, 3)
    faces[rows] = faces[rows, ::-1]
    path = str(tmp_path / "channel.ply")
    trimesh.Trimesh(channel.vertices, faces, process=False).export(path)
    solid = inertia.measure_shape(ShapeSpec(mesh=path))
    assert solid.mass == pytest.approx(VOLUME, rel=1e-6)
    np.testing.assert_allclose(solid.inertia, channel.moment_inertia, atol=1e-6)
    made = parts.split(*meshes.load_mesh(path), None)
    assert sum(map(volume, made)) == pytest.approx(VOLUME, rel=1e-2)


def test_a_hollow_mesh_with_holes_is_told_of_once(channel, caplog) -> None:
    for _ in range(2):
        parts.split(channel.vertices, channel.faces[1:], None, "open channel.stl")
    (told,) = caplog.records
    assert "open channel.stl" in told.getMessage() and "3 sides" in told.getMessage()


def test_holes_of_what_looks_convex_or_is_asked_for_as_a_hull_are_fine(channel, caplog) -> None:
    ball = trimesh.creation.icosphere(subdivisions=3)
    parts.split(ball.vertices, ball.faces[20:], None, "open ball.stl")
    parts.split(channel.vertices, channel.faces[1:], "hull", "hull of a channel.stl")
    assert not caplog.records


def test_parts_are_kept_and_a_damaged_copy_is_made_again(channel, cache, monkeypatch) -> None:
    first = parts.split(channel.vertices, channel.faces, "parts")
    (stored,) = cache.iterdir()
    with monkeypatch.context() as patch:
        patch.setattr(parts, "_cut", None)
        again = parts.split(channel.vertices, channel.faces, "parts")
    stored.write_bytes(stored.read_bytes()[:200])
    third = parts.split(channel.vertices, channel.faces, "parts")
    stored.write_bytes(b"")
    fourth = parts.split(channel.vertices, channel.faces, "parts")
    for other in (again, third, fourth):
        for one, two in zip(first, other, strict=True):
            np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("scale", [1e-3, 0.1, 3.0])
def test_a_mesh_of_another_size_and_place_has_the_same_parts(channel, monkeypatch, scale) -> None:
    first = parts.split(channel.vertices, channel.faces, "parts")
    monkeypatch.setattr(parts, "_cut", None)
    moved = channel.vertices * scale + (1.0, -2.0, 0.3)
    again = parts.split(moved, channel.faces, "parts")
    for one, two in zip(first, again, strict=True):
        np.testing.assert_allclose(two, one * scale + (1.0, -2.0, 0.3), atol=1e-9)


def test_other_settings_are_another_cut(channel, cache, monkeypatch) -> None:
    parts.split(channel.vertices, channel.faces, "parts")
    monkeypatch.setattr(parts, "MOST", 32)
    parts.split(channel.vertices, channel.faces, "parts")
    assert len(list(cache.iterdir())) == 2


def test_a_mesh_of_several_convex_bodies_is_these_and_is_not_cut(monkeypatch, cache) -> None:
    plate = trimesh.creation.box([0.7, 0.4, 0.16])
    boss = trimesh.creation.box([0.3, 0.3, 0.06])
    boss.apply_translation([0, 0, 0.11])  # on the plate
    post = trimesh.creation.cylinder(radius=0.05, height=0.5)
    post.apply_translation([0.2, 0, 0.2])  # into it
    monkeypatch.setattr(parts, "_cut", lambda *_: pytest.fail("it is cut"))
    bodies = [plate, boss, post]
    mesh = trimesh.util.concatenate(bodies)
    made = parts.split(np.array(mesh.vertices), np.array(mesh.faces), None)
    assert sorted(map(volume, made)) == pytest.approx(sorted(body.volume for body in bodies))
    assert not cache.exists()


@pytest.mark.parametrize(
    ("places", "size"),
    [
        ([(1, 1, 0)], 1),  # along an edge
        ([(1, 0, 0)], 1),  # with a face
        ([(1, 0, 0), (0, 1, 0), (1, 1, 0)], 1),  # four round an edge
        ([(1, 1, 0), (1, 0, 1), (0, 1, 1)], 1),  # along three edges that meet
        ([(1e-3, 1e-3, 0)], 1e-3),
    ],
)
def test_boxes_of_a_file_that_touch_are_these(tmp_path, monkeypatch, places, size) -> None:
    monkeypatch.setattr(parts, "_cut", lambda *_: pytest.fail("it is cut"))
    boxes = [trimesh.creation.box([size] * 3) for _ in range(1 + len(places))]
    for box, place in zip(boxes[1:], places, strict=True):
        box.apply_translation(place)
    trimesh.util.concatenate(boxes).export(tmp_path / "boxes.stl")
    vertices, faces = meshes.load_mesh(str(tmp_path / "boxes.stl"))
    assert meshes.as_solid(vertices, faces)[1]
    made = parts.split(vertices, faces, "parts")
    assert list(map(volume, made)) == pytest.approx([size**3] * len(boxes), rel=1e-5)


def test_a_fin_on_an_edge_takes_nothing_apart(channel) -> None:
    """Three faces at an edge are no two bodies."""
    vertices = np.concatenate([channel.vertices, [[0.0, 0.0, 2.0]]])
    faces = np.concatenate([channel.faces, [[0, 1, len(vertices) - 1]]])
    same = touching.take_apart(vertices, faces)
    assert same[0] is vertices and same[1] is faces


def test_a_body_with_a_cavity_or_a_concave_one_among_others_is_still_cut(
    channel, monkeypatch
) -> None:
    cavity = trimesh.creation.icosphere(radius=0.9)
    cavity.invert()
    beside = trimesh.creation.box([0.1, 0.1, 0.1])
    beside.apply_translation([2, 0, 0])
    cuts = []
    monkeypatch.setattr(parts, "_cut", lambda vertices, _: cuts.append(0) or [vertices])
    for bodies in ([trimesh.creation.icosphere(), cavity], [channel, beside]):
        mesh = trimesh.util.concatenate(bodies)
        parts.split(np.array(mesh.vertices), np.array(mesh.faces), "parts")
    assert len(cuts) == 2


def test_the_bore_of_a_long_pipe_stays_open(make_world, tmp_path) -> None:
    pipe = trimesh.creation.annulus(0.05, 0.06, 0.5, sections=48)
    made = parts.split(np.array(pipe.vertices), np.array(pipe.faces), None)
    assert 3 < len(made) <= parts.MOST
    assert pipe.volume * 0.99 < sum(map(volume, made)) < pipe.volume * 1.05
    pipe.export(tmp_path / "pipe.ply")
    rod = ShapeSpec.model_validate({"cylinder": {"radius": 0.047, "length": 0.1}, "mass": 0.5})
    world = make_world([
        PropSpec(
            name="pipe", shape=ShapeSpec(mesh=str(tmp_path / "pipe.ply"), mass=100), at=(0, 0, 0.25)
        ),
        PropSpec(name="rod", shape=rod, at=(0, 0, 0.4)),
    ])  # fmt: skip
    words = pack(world).words
    for _ in range(150):
        step.advance(1, words)
    assert world.bodies.position[2, 2] == pytest.approx(0.05, abs=1e-3)  # fallen through


def test_a_cut_into_too_many_parts_is_not_taken(channel, monkeypatch) -> None:
    monkeypatch.setattr(parts, "OVERFULL", 0.0)  # never fine enough
    monkeypatch.setattr(parts, "MOST", 2)
    assert len(parts.split(channel.vertices, channel.faces, "parts")) >= 3  # the coarsest


def test_where_the_folder_cannot_be_written_a_mesh_is_cut_once_a_start(
    channel, cache, monkeypatch, caplog
) -> None:
    cache.parent.write_text("a file where the folder should be")
    first = parts.split(channel.vertices, channel.faces, "parts", "channel.stl")
    assert len(first) >= 3
    assert f"channel.stl: its parts cannot be kept in {cache}" in caplog.text
    monkeypatch.setattr(parts, "_cut", None)
    again = parts.split(channel.vertices, channel.faces, "parts", "channel.stl")
    for one, two in zip(first, again, strict=True):
        np.testing.assert_array_equal(one, two)


def test_a_full_disk_leaves_no_half_a_file(channel, cache, monkeypatch) -> None:
    def full(*_) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    parts.split(channel.vertices, channel.faces, "parts")
    assert list(cache.iterdir()) == []


def test_it_is_said_before_a_mesh_is_cut_and_only_then(channel, caplog, monkeypatch) -> None:
    cut, seen = parts._cut, []

    def watched(*mesh):
        seen.append((parts.now_cut(), len(caplog.records)))
        return cut(*mesh)

    monkeypatch.setattr(parts, "_cut", watched)
    for _ in range(2):  # the second time they come from the folder
        parts.split(channel.vertices, channel.faces, None, "channel.stl")
    assert seen == [("channel.stl", 1)] and len(caplog.records) == 1
    assert "channel.stl" in caplog.text and parts.now_cut() == ""


def test_without_the_cutter_the_error_says_what_to_do(channel, monkeypatch) -> None:
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(parts, "version", absent)
    with pytest.raises(MeshError, match=r"pip install coacd.*convex: hull"):
        parts.split(channel.vertices, channel.faces, "parts")
    assert len(parts.split(channel.vertices, channel.faces, "hull")) == 1


def test_a_moving_channel_carries_a_ball_inside(make_world, channel, tmp_path) -> None:
    path = tmp_path / "channel.stl"
    channel.export(path)
    ball = ShapeSpec(sphere=0.1, mass=1.0)
    world = make_world([
        PropSpec(name="channel", shape=ShapeSpec(mesh=str(path), mass=20.0), at=(0, 0, 0.001)),
        PropSpec(name="ball", shape=ball, at=(0.02, 0.0, 0.25)),
    ])  # fmt: skip
    assert list(world.shapes.kind).count(shapes.HULL) >= 3
    words = pack(world).words
    for _ in range(150):
        step.advance(1, words)
    np.testing.assert_allclose(world.bodies.position[2], (0.02, 0.0, 0.2), atol=2e-3)
    world.bodies.velocity[2, 0] = 2.0
    for _ in range(150):
        step.advance(1, words)
        assert abs(world.bodies.position[2, 0] - world.bodies.position[1, 0]) < 0.302
