"""Random poses: distances against MuJoCo, depths of hulls against all separating axes in numpy."""

import itertools

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from simulator.spec.models.shape import Round, ShapeSpec
from simulator.spec.naming.bodies import rotation_of

KINDS = ("sphere", "box", "capsule", "cylinder")
SIZES = {
    "sphere": "0.1", "box": "0.2 0.15 0.1", "capsule": "0.08 0.2", "cylinder": "0.1 0.15",
}  # fmt: skip
SHAPES = {
    "sphere": ShapeSpec(sphere=0.1),
    "box": ShapeSpec(box=(0.4, 0.3, 0.2)),
    "capsule": ShapeSpec(capsule=Round(radius=0.08, length=0.4)),
    "cylinder": ShapeSpec(cylinder=Round(radius=0.1, length=0.3)),
}
ANGLE = st.floats(-3.0, 3.0)
ANGLES = st.tuples(ANGLE, st.floats(-1.5, 1.5), ANGLE)
PAIRS = list(itertools.combinations_with_replacement(KINDS, 2))


def oracle(a: str, b: str):
    """A model of two free shapes; call `distance` on it."""
    geoms = "".join(
        f'<body name="{n}"><freejoint/><geom type="{k}" size="{SIZES[k]}" mass="1"/></body>'
        for n, k in (("a", a), ("b", b))
    )
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option ccd_tolerance="1e-12" ccd_iterations="500"/>'
        f"<worldbody>{geoms}</worldbody></mujoco>"
    )
    return model, mujoco.MjData(model)


def distance(model, data, turn_a, turn_b, at) -> tuple[float, np.ndarray]:
    """Return MuJoCo's distance and the unit way from the first to the second."""
    for row, turn, place in ((0, turn_a, np.zeros(3)), (7, turn_b, at)):
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, rotation_of(turn).reshape(-1))
        data.qpos[row : row + 3], data.qpos[row + 3 : row + 7] = place, quaternion
    mujoco.mj_forward(model, data)
    ends = np.zeros(6)
    gap = mujoco.mj_geomDistance(model, data, 0, 1, 10.0, ends)
    return gap, (ends[3:] - ends[:3]) / max(np.linalg.norm(ends[3:] - ends[:3]), 1e-30)


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=["-".join(pair) for pair in PAIRS])
def test_distance_and_depth_are_mujocos(meet, a: str, b: str) -> None:
    model, data = oracle(a, b)

    @settings(max_examples=12, deadline=None, derandomize=True)
    @given(ANGLES, ANGLES, ANGLES)
    def check(turn_a, turn_b, way) -> None:
        at = rotation_of(way)[:, 0] * 1.0
        gap, normal = distance(model, data, turn_a, turn_b, at)
        near = at - normal * (gap - 1e-3)  # along the shortest way it shrinks one to one
        touch = meet(SHAPES[a], SHAPES[b], tuple(near), turn_b, turn=turn_a)
        assert touch.separation.min() == pytest.approx(1e-3, abs=5e-5)
        deep = at - normal * (gap + 1e-3)
        touch = meet(SHAPES[a], SHAPES[b], tuple(deep), turn_b, turn=turn_a)
        assert -1e-3 - 5e-5 < touch.separation.min() < 0.0
        np.testing.assert_allclose(np.linalg.norm(touch.normal, axis=1), 1.0, atol=1e-12)

    check()


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=["-".join(pair) for pair in PAIRS])
def test_either_order_gives_the_same_contact(meet, a: str, b: str) -> None:
    @settings(max_examples=6, deadline=None, derandomize=True)
    @given(ANGLES, ANGLES, st.floats(0.15, 0.3))
    def check(turn_a, turn_b, far) -> None:
        one = meet(SHAPES[a], SHAPES[b], (far, 0, 0), turn_b, turn=turn_a)
        two = meet(SHAPES[b], SHAPES[a], (-far, 0, 0), turn_a, turn=turn_b)
        assert (len(one.separation) == 0) == (len(two.separation) == 0)
        if len(one.separation):
            # faces are preferred to edges that are as good: the two may differ by that much
            assert one.separation.min() == pytest.approx(two.separation.min(), rel=0.06, abs=2e-4)

    check()


def best_axis(a: np.ndarray, b: np.ndarray) -> float:
    """Separation of two point sets' hulls over all face normals and edge pairs."""
    axes = [*ConvexHull(a).equations[:, :3], *ConvexHull(b).equations[:, :3]]
    edges = [
        [points[i] - points[j] for face in ConvexHull(points).simplices
         for i, j in itertools.combinations(face, 2)]
        for points in (a, b)
    ]  # fmt: skip
    axes += [np.cross(u, v) for u in edges[0] for v in edges[1]]
    axes = [axis / np.linalg.norm(axis) for axis in axes if np.linalg.norm(axis) > 1e-6]
    both = np.array([*axes, *(-axis for axis in axes)])
    return float(np.max((b @ both.T).min(axis=0) - (a @ both.T).max(axis=0)))


def test_hull_depth_is_that_of_the_best_of_all_axes(meet, hull_file) -> None:
    random = np.random.default_rng(5)
    for _ in range(12):
        a, b = random.normal(size=(8, 3)) * 0.1, random.normal(size=(7, 3)) * 0.1
        way = random.normal(size=3)
        b = b + way / np.linalg.norm(way) * 0.25
        exact = best_axis(a, b)
        while exact > 0.0:  # bring them together until they overlap a little
            b = b - way / np.linalg.norm(way) * (exact + 2e-3)
            exact = best_axis(a, b)
        touch = meet(ShapeSpec(hull=hull_file(a)), ShapeSpec(hull=hull_file(b)))
        assert touch.separation.min() == pytest.approx(exact, abs=2e-6)


def test_cube_as_hull_is_a_box(meet, hull_file) -> None:
    corners = np.array(list(itertools.product((-0.1, 0.1), repeat=3)))
    cube, box = ShapeSpec(hull=hull_file(corners)), ShapeSpec(box=(0.2, 0.2, 0.2))
    for turn in ((0, 0, 0), (0, 0, 0.5), (0.02, 0.01, 0.3)):
        one = meet(ShapeSpec(box=(1, 1, 1)), cube, (0, 0, 0.6), turn)
        two = meet(ShapeSpec(box=(1, 1, 1)), box, (0, 0, 0.6), turn)
        assert len(one.separation) == len(two.separation)
        np.testing.assert_allclose(np.sort(one.separation), np.sort(two.separation), atol=1e-9)
        np.testing.assert_allclose(one.normal, two.normal, atol=1e-9)


def test_flat_hull_is_a_thin_plate(meet, tmp_path) -> None:
    path = tmp_path / "flat.obj"
    path.write_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n")
    touch = meet(ShapeSpec(hull=str(path)), ShapeSpec(sphere=0.1), (0.5, 0.5, 0.1))
    np.testing.assert_allclose(touch.separation, [-5e-5], atol=1e-9)
    np.testing.assert_allclose(touch.normal, [[0, 0, 1]], atol=1e-9)
