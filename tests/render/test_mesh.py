"""Generated meshes against volumes and normals known in closed form."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.render import mesh, sign
from simulator.spec.models.shape import DecalSpec, Round, ShapeSpec


def volume(shape: mesh.Mesh) -> float:
    """Volume inside a closed surface, by the divergence theorem."""
    a, b, c = (shape.position[shape.triangles[:, k]].astype(float) for k in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6.0)


def faces_agree_with_normals(shape: mesh.Mesh) -> bool:
    a, b, c = (shape.position[shape.triangles[:, k]].astype(float) for k in range(3))
    flat = np.cross(b - a, c - a)
    mean = shape.normal[shape.triangles].sum(1)
    return bool((np.einsum("ij,ij->i", flat, mean) > -1e-12).all())


def open_edges(shape: mesh.Mesh) -> int:
    """Edges that are not met by as many triangles one way as the other, by position."""
    ids = np.unique(np.round(shape.position, 6), axis=0, return_inverse=True)[1].reshape(-1)
    balance: dict[tuple[int, int], int] = {}
    for triangle in ids[shape.triangles]:
        for a, b in zip(triangle, np.roll(triangle, -1), strict=True):
            if a != b:
                key = (min(a, b), max(a, b))
                balance[key] = balance.get(key, 0) + (1 if a < b else -1)
    return sum(count != 0 for count in balance.values())


size = st.floats(0.05, 3.0)


@settings(max_examples=30, deadline=None)
@given(size, size, size, st.floats(0.0, 0.4))
def test_box_is_closed_and_loses_only_its_edges(x: float, y: float, z: float, share: float) -> None:
    bevel = share * min(x, y, z)
    shape = mesh.box((x, y, z), bevel)
    assert open_edges(shape) == 0 or bevel < 2e-5
    assert faces_agree_with_normals(shape)
    # a bevel takes less than half the square of its width off each of the twelve edges
    lost = x * y * z - volume(shape)
    slack = 1e-5 * x * y * z + 1e-6
    assert -slack <= lost <= 2.0 * (x + y + z) * bevel**2 + slack
    assert np.allclose(np.abs(shape.position).max(0), [x / 2, y / 2, z / 2], atol=1e-5)


@pytest.mark.parametrize("detail", [0.25, 1.0, 3.0])
def test_round_shapes_approach_their_volume_from_inside(detail: float) -> None:
    radius, length = 0.3, 0.8
    exact = {
        "cylinder": np.pi * radius**2 * length,
        "capsule": np.pi * radius**2 * length + 4 / 3 * np.pi * radius**3,
        "sphere": 4 / 3 * np.pi * radius**3,
    }
    made = {
        "cylinder": mesh.cylinder(radius, length, 0.0, detail),
        "capsule": mesh.capsule(radius, length, detail),
        "sphere": mesh.sphere(radius, detail),
    }
    share = 2.0 * np.pi / mesh.segments_of(radius, detail)
    for name, shape in made.items():
        assert open_edges(shape) == 0
        assert faces_agree_with_normals(shape)
        # an inscribed n-gon covers 1 - share**2 / 6 of its circle; a sphere loses both ways
        assert 0.0 < 1.0 - volume(shape) / exact[name] < share**2 / 2.0


def test_normals_are_unit_vectors() -> None:
    for shape in (mesh.box((1, 2, 3), 0.05), mesh.cylinder(0.2, 0.5, 0.02), mesh.sphere(0.4)):
        assert np.allclose(np.linalg.norm(shape.normal, axis=1), 1.0, atol=1e-5)


@settings(max_examples=20, deadline=None)
@given(size, size, st.floats(0.2, 1.0))
def test_subdivision_keeps_the_surface_and_cuts_long_edges(
    x: float, y: float, longest: float
) -> None:
    shape = mesh.box((x, y, 0.1), 0.004)
    cut = mesh.subdivide(shape, longest)
    ends = cut.position[cut.triangles[:, [[0, 1], [1, 2], [2, 0]]]]
    assert np.linalg.norm(ends[:, :, 0] - ends[:, :, 1], axis=-1).max() <= longest + 1e-5
    assert volume(cut) == pytest.approx(volume(shape), rel=1e-4)
    assert open_edges(cut) == 0
    assert np.array_equal(cut.position[: len(shape.position)], shape.position)


def test_height_field_has_rows_along_y() -> None:
    heights = np.outer([0.0, 0.0, 0.0], [1.0, 1.0]) + np.array([[0.0, 0.2], [0.0, 0.2], [0.0, 0.2]])
    field = mesh.height_field(heights, (2.0, 4.0))
    assert np.allclose(field.position[field.position[:, 0] > 0, 2], 0.2)
    assert np.allclose(field.position[:, 1].reshape(3, 2)[:, 0], [-2.0, 0.0, 2.0])
    slope = np.array([-0.1, 0.0, 1.0])
    assert np.allclose(field.normal, slope / np.linalg.norm(slope), atol=1e-6)
    assert faces_agree_with_normals(field)


@pytest.mark.parametrize("name", ["trefoil", "frame", "stripes", "arrow", "cross", "disc"])
def test_signs_face_outwards_and_lie_on_their_shape(name: str) -> None:
    barrel = ShapeSpec(cylinder=Round(radius=0.2, length=0.5))
    block = ShapeSpec(box=(0.4, 0.3, 0.6))
    decal = DecalSpec(sign=name, size=0.2, azimuth=np.pi / 2)  # type: ignore[arg-type]
    round_sign = sign.paint(decal, barrel)
    assert np.allclose(np.hypot(*round_sign.position[:, :2].T), 0.2, atol=0.001)
    flat_sign = sign.paint(decal, block)
    assert np.allclose(flat_sign.position[:, 1], 0.15, atol=0.001)
    top = sign.paint(decal.model_copy(update={"top": True}), block)
    assert np.allclose(top.position[:, 2], 0.3, atol=0.001)
    for painted in (round_sign, flat_sign, top):
        assert faces_agree_with_normals(painted)
        assert len(painted.triangles) > 3


def test_trefoil_blade_points_down() -> None:
    painted = sign.paint(DecalSpec(sign="trefoil", size=2.0), ShapeSpec(box=(4, 4, 4)))
    inside = np.abs(painted.position[:, 1:]).max(1) < 0.9  # without the frame
    height = painted.position[inside, 2]
    assert height.min() == pytest.approx(-0.75, abs=1e-3)  # a blade ends straight below
    assert height.max() == pytest.approx(0.75 * np.sin(np.pi / 3), abs=1e-3)
