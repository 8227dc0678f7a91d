"""Mesh files: creases, node transforms, y-up, the cache, and files that are no meshes."""

import errno
from pathlib import Path

import numpy as np
import platformdirs
import pytest
import trimesh

from simulator.render import mesh_file


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: str(folder))
    return folder


@pytest.mark.parametrize("suffix", ["obj", "stl", "ply"])
def test_a_cube_keeps_its_edges_sharp(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"cube.{suffix}"
    trimesh.creation.box((2.0, 2.0, 2.0)).export(path)
    cube = mesh_file.load(path, scale=0.5)
    assert len(cube.position) == 24
    assert np.allclose(np.abs(cube.normal).max(1), 1.0)
    assert np.allclose(np.abs(cube.position), 0.5)


def test_a_sphere_is_smooth() -> None:
    ball = trimesh.creation.icosphere(3, 0.7)
    made = mesh_file.split_creases(np.asarray(ball.vertices), np.asarray(ball.faces))
    assert len(made.position) == len(ball.vertices)
    radial = made.position / np.linalg.norm(made.position, axis=1, keepdims=True)
    assert np.einsum("ij,ij->i", radial, made.normal).min() > 0.999


def test_glb_is_turned_upright_and_its_nodes_are_walked(tmp_path: Path) -> None:
    scene = trimesh.Scene()
    move = np.eye(4)
    move[:3, 3] = 0.0, 5.0, 1.0  # glTF: y is up, z comes forward
    scene.add_geometry(trimesh.creation.box((1, 1, 1)), transform=move)
    path = tmp_path / "crate.glb"
    path.write_bytes(scene.export(file_type="glb"))
    crate = mesh_file.load(path)
    assert np.allclose(
        (crate.position.max(0) + crate.position.min(0)) / 2, [0.0, -1.0, 5.0], atol=1e-5
    )


def test_hull_is_convex(tmp_path: Path) -> None:
    parts = [trimesh.creation.box((1, 1, 1)), trimesh.creation.box((0.2, 0.2, 3))]
    path = tmp_path / "both.stl"
    trimesh.util.concatenate(parts).export(path)
    assert len(mesh_file.load(path, hull=True).triangles) < len(mesh_file.load(path).triangles) * 2
    flat = mesh_file.load(path, hull=True)
    a, b, c = (flat.position[flat.triangles[:, k]].astype(float) for k in range(3))
    normal = np.cross(b - a, c - a)
    above = (
        np.einsum("ij,kj->ik", normal, flat.position) - np.einsum("ij,ij->i", normal, a)[:, None]
    )
    assert above.max() < 1e-5


def test_second_load_reads_the_cache_and_heals_a_damaged_one(
    tmp_path: Path, own_cache: Path
) -> None:
    path = tmp_path / "cube.stl"
    trimesh.creation.box((1, 1, 1)).export(path)
    first = mesh_file.load(path)
    stored = list((own_cache / "meshes").glob("*.npz"))
    assert len(stored) == 1
    assert np.array_equal(mesh_file.load(path).position, first.position)
    whole = stored[0].read_bytes()
    for harm in (b"half a file", whole[: len(whole) // 2], b""):
        stored[0].write_bytes(harm)
        assert np.array_equal(mesh_file.load(path).position, first.position)


def test_a_full_disk_leaves_no_half_a_file(tmp_path: Path, own_cache: Path, monkeypatch) -> None:
    def full(*_, **__) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "cube.stl"
    trimesh.creation.box((1, 1, 1)).export(path)
    monkeypatch.setattr(np, "savez", full)
    assert len(mesh_file.load(path).position)
    assert list((own_cache / "meshes").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("missing.obj", None, "cannot read"),
        ("empty.obj", b"", "mesh"),
        ("noise.glb", b"\x00\x01\x02" * 50, "not a readable mesh"),
        ("points.obj", b"v 0 0 0\nv 1 0 0\n", "mesh"),
    ],
)
def test_bad_files_are_named(tmp_path: Path, name: str, content: bytes | None, says: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(mesh_file.MeshError, match=says) as caught:
        mesh_file.load(path)
    assert name in str(caught.value)
