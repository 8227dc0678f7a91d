"""Mass properties against closed forms, trimesh, and each other."""

import numpy as np
import pytest
import trimesh
from hypothesis import given
from hypothesis import strategies as st

from simulator.physics.geometry import inertia
from simulator.spec.models.shape import MaterialSpec, PartSpec, Round, ShapeSpec

SIZE = st.floats(0.05, 3.0)


def plain(shape):
    return MaterialSpec(density=1000.0)


def measure(**keys):
    return inertia.measure_part("part", PartSpec(**keys), plain)


@pytest.mark.parametrize(
    ("shape", "mesh"),
    [
        (ShapeSpec(box=(1, 2, 3)), trimesh.creation.box((1, 2, 3))),
        (ShapeSpec(sphere=0.5), trimesh.creation.icosphere(5, 0.5)),
        (ShapeSpec(cylinder=Round(radius=0.4, length=1.5)),
         trimesh.creation.cylinder(0.4, 1.5, sections=512)),
        (ShapeSpec(capsule=Round(radius=0.4, length=1.5)),
         trimesh.creation.capsule(1.5, 0.4, count=[96, 96])),
    ],
)  # fmt: skip
def test_primitive_weighs_as_its_mesh(shape, mesh):
    solid = inertia.measure_shape(shape)
    assert solid.mass == pytest.approx(mesh.volume, rel=4e-3)
    scale = np.trace(solid.inertia)
    assert np.abs(solid.inertia - mesh.moment_inertia).max() < 6e-3 * scale


def test_mesh_in_a_skew_place_keeps_its_products():
    mesh = trimesh.creation.box((0.3, 0.5, 0.9))
    mesh.apply_transform(trimesh.transformations.random_rotation_matrix(np.array([0.2, 0.7, 0.4])))
    mesh.apply_translation((1.0, -2.0, 0.5))
    solid = inertia.measure_triangles(np.array(mesh.vertices), np.array(mesh.faces))
    assert solid.mass == pytest.approx(mesh.volume)
    assert solid.centre == pytest.approx(mesh.center_mass)
    assert np.abs(solid.inertia - mesh.moment_inertia).max() < 1e-12
    assert np.abs(solid.inertia[0, 1]) > 1e-4


@given(SIZE, SIZE, SIZE, st.floats(-2, 2), st.floats(-1.5, 1.5))
def test_a_box_cut_in_two_weighs_the_same(x, y, z, yaw, roll):
    whole = measure(shape=ShapeSpec(box=(x, y, z), rpy=(roll, 0, yaw)))
    axis = inertia.bodies.rotation_of((roll, 0, yaw))[:, 0]
    half = [ShapeSpec(box=(x / 2, y, z), at=tuple(s * x / 4 * axis), rpy=(roll, 0, yaw))
            for s in (-1, 1)]  # fmt: skip
    cut = measure(shapes=half)
    assert cut.mass == pytest.approx(whole.mass)
    assert cut.inertia == pytest.approx(whole.inertia, abs=1e-9 * np.trace(whole.inertia))


def test_mass_of_the_part_is_shared_by_volume():
    part = measure(mass=6.0, shapes=[ShapeSpec(box=(1, 1, 1), at=(1, 0, 0)),
                                     ShapeSpec(box=(2, 1, 1), at=(-1, 0, 0))])  # fmt: skip
    assert part.mass == 6.0
    assert part.centre == pytest.approx([-1 / 3, 0, 0])


def test_nearest_density_wins():
    box = ShapeSpec(box=(1, 1, 1))
    assert measure(shape=box).mass == 1000.0
    assert measure(shape=box, density=500).mass == 500.0
    assert measure(shape=box.model_copy(update={"density": 200.0}), density=500).mass == 200.0
    assert measure(shape=box.model_copy(update={"mass": 3.0}), density=500).mass == 3.0


def test_given_inertia_and_centre_stand():
    part = measure(mass=2.0, centre_of_mass=(0.1, 0, 0), inertia=(1, 2, 2.5, 0.1, 0.2, 0.3))
    assert part.centre == pytest.approx([0.1, 0, 0])
    assert part.inertia.tolist() == [[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 2.5]]


def test_part_without_mass_says_what_to_add():
    with pytest.raises(inertia.MassError, match="give it a shape, or `mass`"):
        measure()
    with pytest.raises(inertia.MassError, match="not positive definite"):
        measure(mass=1.0, inertia=(1, 1, 1, 5, 0, 0))
