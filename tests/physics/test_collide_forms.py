"""Pairs of shapes against closed forms: depth, normal, number and place of points."""

import numpy as np
import pytest

from simulator.spec.models.shape import HeightField, Round, ShapeSpec

SPHERE = ShapeSpec(sphere=0.1)
BOX = ShapeSpec(box=(0.4, 0.3, 0.2))
CUBE = ShapeSpec(box=(0.2, 0.2, 0.2))
CAPSULE = ShapeSpec(capsule=Round(radius=0.1, length=0.4))
CYLINDER = ShapeSpec(cylinder=Round(radius=0.1, length=0.4))
PLANE = ShapeSpec(plane=True)
FIELD = ShapeSpec(height_field=HeightField(size=(2, 2), heights=np.zeros((9, 9)).tolist()))
UP, LYING = (0.0, 0.0, 1.0), (np.pi / 2, 0.0, 0.0)
EDGE = np.sqrt(0.5)

# a, b, where b is, how it is turned, depth, normal, number of points
CASES = {
    "sphere on plane": (PLANE, SPHERE, (0, 0, 0.099), (0, 0, 0), 1e-3, UP, 1),
    "box on plane": (PLANE, BOX, (0, 0, 0.099), (0, 0, 0.3), 1e-3, UP, 4),
    "box on edge": (PLANE, CUBE, (0, 0, 0.1 / EDGE - 1e-3), (np.pi / 4, 0, 0), 1e-3, UP, 2),
    "cylinder on its end": (PLANE, CYLINDER, (0, 0, 0.199), (0, 0, 0), 1e-3, UP, 4),
    "cylinder on its side": (PLANE, CYLINDER, (0, 0, 0.099), LYING, 1e-3, UP, 2),
    "capsule standing": (PLANE, CAPSULE, (0, 0, 0.299), (0, 0, 0), 1e-3, UP, 1),
    "capsule lying": (PLANE, CAPSULE, (0, 0, 0.099), LYING, 1e-3, UP, 2),
    "spheres": (SPHERE, SPHERE, (0, 0.199, 0), (0, 0, 0), 1e-3, (0, 1, 0), 1),
    "sphere on a capsule's side": (CAPSULE, SPHERE, (0.199, 0, 0.1), (0, 0, 0), 1e-3, (1, 0, 0), 1),
    "sphere on a capsule's cap": (CAPSULE, SPHERE, (0, 0, 0.399), (0, 0, 0), 1e-3, UP, 1),
    "capsules crossed": (CAPSULE, CAPSULE, (0.199, 0, 0), LYING, 1e-3, (1, 0, 0), 1),
    "capsules side by side": (CAPSULE, CAPSULE, (0.199, 0, 0.1), (0, 0, 0), 1e-3, (1, 0, 0), 2),
    "sphere on a box's face": (BOX, SPHERE, (0.1, 0.1, 0.199), (0, 0, 0), 1e-3, UP, 1),
    "sphere on a box's edge": (
        CUBE, SPHERE, (0, 0.1 + EDGE * 0.099, 0.1 + EDGE * 0.099), (0, 0, 0), 1e-3,
        (0, EDGE, EDGE), 1,
    ),
    "sphere in a box": (BOX, SPHERE, (0, 0, 0.08), (0, 0, 0), 0.12, UP, 1),
    "sphere on a cylinder's side": (CYLINDER, SPHERE, (0.199, 0, 0), (0, 0, 0), 1e-3, (1, 0, 0), 1),
    "sphere on a cylinder's end": (CYLINDER, SPHERE, (0, 0.05, 0.299), (0, 0, 0), 1e-3, UP, 1),
    "sphere on a rim": (
        CYLINDER, SPHERE, (0.1 + EDGE * 0.099, 0, 0.2 + EDGE * 0.099), (0, 0, 0), 1e-3,
        (EDGE, 0, EDGE), 1,
    ),
    "box on box": (BOX, CUBE, (0.05, 0, 0.199), (0, 0, 0.2), 1e-3, UP, 4),
    "equal boxes": (CUBE, CUBE, (0, 0, 0.199), (0, 0, 0), 1e-3, UP, 4),
    "box's corner on a face": (
        BOX, CUBE, (0, 0, 0.1 + np.sqrt(0.03) - 1e-3), (np.pi / 4, -np.arctan(EDGE), 0), 1e-3,
        UP, 1,
    ),
    "box edges crossed": (
        CUBE, CUBE, (0, 0.2 / EDGE - 1e-3, 0), (np.pi / 4, 0, 0), 1e-3, (0, 1, 0), 1,
    ),
    "cylinder standing on a box": (BOX, CYLINDER, (0, 0, 0.299), (0, 0, 0.3), 1e-3, UP, 4),
    "cylinder lying on a box": (BOX, CYLINDER, (0, 0, 0.199), LYING, 1e-3, UP, 2),
    "cylinders in line": (CYLINDER, CYLINDER, (0.02, 0, 0.399), (0, 0, 0), 1e-3, UP, 4),
    "cylinders side by side": (CYLINDER, CYLINDER, (0.199, 0, 0.1), (0, 0, 0), 1e-3, (1, 0, 0), 2),
    "cylinders crossed": (CYLINDER, CYLINDER, (0.199, 0, 0), LYING, 1e-3, (1, 0, 0), 1),
    "capsule lying on a box": (BOX, CAPSULE, (0, 0, 0.199), LYING, 1e-3, UP, 2),
    "sphere on terrain": (FIELD, SPHERE, (0.1, 0.2, 0.099), (0, 0, 0), 1e-3, UP, 1),
    "box on terrain": (FIELD, BOX, (0.1, 0.2, 0.099), (0, 0, 0.3), 1e-3, UP, 4),
    "wheel on terrain": (FIELD, CYLINDER, (0.1, 0.2, 0.099), (np.pi / 2, 0, 0.4), 1e-3, UP, 2),
    "cylinder on terrain": (FIELD, CYLINDER, (0.1, 0.2, 0.199), (0, 0, 0), 1e-3, UP, 4),
    "capsule on terrain": (FIELD, CAPSULE, (0.1, 0.2, 0.099), LYING, 1e-3, UP, 2),
}  # fmt: skip


def turned(case: str) -> tuple[float, float, float]:
    """The crossed edges lie along z and x: the first cube stands on its edge as well."""
    return (0.0, 0.0, np.pi / 4) if case == "box edges crossed" else (0.0, 0.0, 0.0)


@pytest.mark.parametrize("case", CASES)
def test_depth_normal_and_points_are_those_of_the_closed_form(meet, case: str) -> None:
    a, b, at, rpy, depth, normal, count = CASES[case]
    touch = meet(a, b, at, rpy, turn=turned(case))
    assert len(touch.separation) == count
    np.testing.assert_allclose(touch.separation, -depth, atol=2e-7)
    np.testing.assert_allclose(touch.normal, np.tile(normal, (count, 1)), atol=2e-6)


@pytest.mark.parametrize("case", CASES)
def test_points_lie_midway_between_the_surfaces(meet, case: str) -> None:
    a, b, at, rpy, depth, normal, _ = CASES[case]
    touch = meet(a, b, at, rpy, turn=turned(case))
    top = {"plane": 0.0, "height_field": 0.0}.get(a.kind)
    if top is not None:
        np.testing.assert_allclose(touch.position[:, 2], -0.5 * depth, atol=1e-9)
    elif np.allclose(normal, UP) and a.kind == "box":
        np.testing.assert_allclose(touch.position[:, 2], 0.1 - 0.5 * depth, atol=1e-7)


def test_apart_by_more_than_the_margin_is_no_contact(meet) -> None:
    for case, (a, b, at, rpy, depth, normal, _) in CASES.items():
        away = np.array(at) + (depth + 0.01) * np.array(normal)
        assert len(meet(a, b, tuple(away), rpy, turned(case)).separation) == 0


def test_the_four_points_under_a_box_are_its_corners(meet) -> None:
    touch = meet(PLANE, BOX, (0, 0, 0.1))
    corners = sorted(map(tuple, np.round(touch.position[:, :2], 9)))
    assert corners == [(-0.2, -0.15), (-0.2, 0.15), (0.2, -0.15), (0.2, 0.15)]


def test_overhanging_box_touches_where_the_faces_overlap(meet) -> None:
    touch = meet(CUBE, CUBE, (0.15, 0.0, 0.2))
    assert np.ptp(touch.position[:, 0]) == pytest.approx(0.05, abs=1e-4)
    assert np.ptp(touch.position[:, 1]) == pytest.approx(0.2, abs=1e-4)


def test_wheel_line_has_the_wheels_width(meet) -> None:
    touch = meet(FIELD, CYLINDER, (0.1, 0.2, 0.1), (np.pi / 2, 0, 0.4))
    assert np.linalg.norm(touch.position[0] - touch.position[1]) == pytest.approx(0.4, abs=1e-4)


def test_a_hull_on_its_ridge_is_met_at_both_ends_of_it(meet, hull_file) -> None:
    """Corners that are only near must not take the place of one that has sunk in."""
    ridge = [(0.01, -0.005, -0.0018), (-0.009, 0.0055, -0.0012)]
    near = [(-0.008, -0.013, 0.0002), (-0.015, 0.001, 0.0005), (0.0144, 0.008, 0.0004)]
    corners = np.array([*ridge, *near, (0.0, 0.0, 0.03), (0.01, -0.01, 0.02)])
    touch = meet(ShapeSpec(plane=True), ShapeSpec(hull=hull_file(corners)))
    np.testing.assert_allclose(np.sort(touch.separation)[:2], (-0.0018, -0.0012), atol=1e-6)


def test_plates_that_miss_each_other_edge_to_edge_do_not_overlap(meet) -> None:
    """Half a millimetre apart along two edges whose normal is nearly that of a face."""
    plate = ShapeSpec(box=(0.2, 0.16, 0.02))
    at, rpy = (0.19122632, 0.07516519, -0.03238075), (0.37231496, 0.65231225, -0.95800205)
    touch = meet(plate, plate, at, rpy)
    assert touch.separation.min() == pytest.approx(5.778e-4, abs=1e-6)


@pytest.mark.parametrize("aside", [1e-5, 2e-4, 4e-4])
def test_a_capsule_beside_a_box_is_met_below_its_own_middle(meet, aside):
    """It was met at one end, and a quarter of the box away from where it is."""
    capsule = ShapeSpec(capsule=Round(radius=0.1, length=0.1))
    touch = meet(ShapeSpec(box=(0.3, 1, 1)), capsule, at=(0.15 + aside, 0.03, 0.6), rpy=LYING)
    np.testing.assert_allclose(touch.position[:, 0], 0.15, atol=1e-3)
    assert touch.position[:, 1].mean() == pytest.approx(0.03, abs=1e-3)


@pytest.mark.parametrize("aside", [1e-5, 2e-4, 4e-4])
@pytest.mark.parametrize("along", [0.06, 0.3, 0.51, 0.54])
def test_a_capsule_beside_a_box_is_met_along_what_of_it_is_there(meet, aside, along):
    """It was met below its own middle, in the air before the box's end where it went beyond."""
    capsule = ShapeSpec(capsule=Round(radius=0.1, length=0.1))
    touch = meet(ShapeSpec(box=(0.3, 1, 1)), capsule, at=(0.15 + aside, along, 0.599), rpy=LYING)
    np.testing.assert_allclose(touch.position[:, 0], 0.15, atol=1e-3)
    ends = along - 0.05, min(along + 0.05, 0.5)
    np.testing.assert_allclose(np.sort(touch.position[:, 1]), ends, atol=4e-3)
    np.testing.assert_allclose(touch.separation, -1e-3, atol=2e-5)
