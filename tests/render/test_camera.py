"""Cameras: what they put where in the picture, and how they move."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.render import camera, pose, walls
from simulator.spec.models.scene import PropSpec, SceneSpec, ViewSpec
from simulator.spec.models.shape import ShapeSpec

coordinate = st.floats(-5.0, 5.0)


def shown(view: camera.View, point: object, aspect: float = 1.5) -> np.ndarray:
    clip = camera.projection(view, aspect) @ np.array([*np.asarray(point, float), 1.0])
    return clip[:3] / clip[3]


@given(coordinate, coordinate, st.floats(0.2, 5.0), coordinate, coordinate)
def test_the_target_is_in_the_middle(x: float, y: float, z: float, tx: float, ty: float) -> None:
    target = np.array([tx, ty, 0.0])
    view = camera.look_at((x, y, z), target)
    assert np.allclose(view.rotation.T @ view.rotation, np.eye(3), atol=1e-9)
    assert np.linalg.det(view.rotation) == pytest.approx(1.0)
    assert np.allclose(shown(view, target)[:2], 0.0, atol=1e-6)


def test_right_up_and_field_of_view() -> None:
    view = camera.look_at((0, 0, 1), (1, 0, 1), fov=np.radians(60))
    assert shown(view, (1, -0.1, 1))[0] > 0.0
    assert shown(view, (1, 0, 1.1))[1] > 0.0
    assert shown(view, (2, 0, 1 + 2 * np.tan(np.radians(30))))[1] == pytest.approx(1.0)
    assert shown(view, (view.near, 0, 1))[2] == pytest.approx(-1.0)
    assert shown(view, (view.far, 0, 1))[2] == pytest.approx(1.0)


def test_points_are_found_in_the_picture() -> None:
    view = camera.look_at((0, 0, 1), (1, 0, 1), fov=np.radians(90))
    points = np.array([[2.0, 0, 1], [2, 2, 1], [2, -4, 1], [2, 0, 2], [-1, 0, 1]])
    expected = [[200, 100], [100, 100], [400, 100], [200, 50], [np.nan, np.nan]]
    assert np.allclose(camera.to_pixels(points, view, (400, 200)), expected, equal_nan=True)


def test_looking_straight_down_is_a_view_too() -> None:
    assert np.isfinite(camera.look_at((0, 0, 2), (0, 0, 0)).rotation).all()


def test_orbit_settles_on_its_goal() -> None:
    orbit = camera.OrbitCamera(ViewSpec())
    start = orbit.advance(0.0)
    assert np.allclose(start.eye, ViewSpec().eye)
    orbit.rotate(100, 20)
    orbit.zoom(3)
    eyes = [orbit.advance(0.016).eye for _ in range(120)]
    steps = np.linalg.norm(np.diff(eyes, axis=0), axis=1)
    assert steps[0] > steps[10] > steps[40]
    distance = np.linalg.norm(np.array(ViewSpec().eye) - ViewSpec().target)
    assert np.linalg.norm(eyes[-1] - ViewSpec().target) == pytest.approx(
        distance * 0.88**3, rel=1e-3
    )
    orbit.reset()
    assert np.allclose(orbit.advance(0.016).eye, ViewSpec().eye)


def test_orbit_never_turns_over() -> None:
    orbit = camera.OrbitCamera(ViewSpec())
    orbit.rotate(0, 1e5)
    for _ in range(100):
        view = orbit.advance(0.05)
    assert view.rotation[2, 2] > 0.0


def test_panning_moves_the_target_with_the_pointer() -> None:
    orbit = camera.OrbitCamera(ViewSpec())
    before = orbit.advance(1.0)
    orbit.pan(30.0, -12.0, 600.0)
    for _ in range(100):
        after = orbit.advance(0.05)
    pixel = shown(after, ViewSpec().target)[:2] * [450.0, 300.0]
    assert np.allclose(pixel, [30.0, 12.0], atol=0.5)
    assert np.allclose(before.rotation, after.rotation, atol=1e-9)


def body(x: float, heading: float) -> pose.Poses:
    c, s = np.cos(heading), np.sin(heading)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    return pose.Poses(np.array([[0.0, 0, 0], [x, 0, 0]]), np.array([np.eye(3), turn]))


def test_following_keeps_place_and_turns_with_the_body() -> None:
    orbit = camera.OrbitCamera(ViewSpec())
    orbit.track(1)
    for _ in range(200):
        first = orbit.advance(0.05, body(0.0, 0.0))
    second = orbit.advance(0.05, body(0.4, 0.0))
    assert np.allclose(second.eye - first.eye, [0.4, 0, 0], atol=1e-6)  # at once, no lag
    for _ in range(200):
        turned = orbit.advance(0.05, body(0.4, np.pi / 2))
    offset, start = turned.eye - [0.4, 0, 0], second.eye - [0.4, 0, 0]
    assert np.allclose(offset, [-start[1], start[0], start[2]], atol=1e-3)
    orbit.track(None)
    rest = orbit.advance(0.05, body(3.0, 0.0))
    assert np.allclose(rest.eye, turned.eye, atol=1e-2)


def test_a_following_camera_looks_at_the_middle_of_the_robot() -> None:
    orbit = camera.OrbitCamera(ViewSpec())
    orbit.track(1, 0.9)  # a tall robot whose frame lies on the floor
    for _ in range(200):
        view = orbit.advance(0.05, body(2.0, 0.0))
    assert np.allclose(shown(view, (2.0, 0.0, 0.9))[:2], 0.0, atol=1e-6)


def test_a_following_camera_stays_in_front_of_walls() -> None:
    box = ShapeSpec(box=(0.2, 20.0, 4.0), at=(0.0, 0.0, 2.0))
    low = ShapeSpec(box=(0.2, 20.0, 0.5), at=(0.0, 0.0, 0.25))
    wall = PropSpec(name="wall", fixed=True, at=(-2.0, 0.0, 0.0), shape=box)
    kerb = PropSpec(name="kerb", fixed=True, at=(-1.0, 0.0, 0.0), shape=low)
    view = ViewSpec(eye=(-6.0, 0.0, 2.0), target=(0.0, 0.0, 0.15))
    orbit = camera.OrbitCamera(view, walls.find_walls(SceneSpec(props=[wall, kerb])))
    assert np.allclose(orbit.advance(0.05).eye, view.eye)  # where the scene puts it
    orbit.track(1)
    seen = orbit.advance(0.05, body(0.0, 0.0))
    assert -1.9 < seen.eye[0] < -1.6 and abs(seen.eye[1]) < 1e-9
    for _ in range(200):
        seen = orbit.advance(0.05, body(1.0, np.pi))  # no wall is in front of it
    assert np.linalg.norm(seen.eye - [1.0, 0.0, 0.15]) == pytest.approx(orbit.goal.distance)
    for _ in range(200):
        seen = orbit.advance(0.05, body(1.0, 0.0))
    orbit.track(None)
    assert np.allclose(orbit.advance(0.05).eye, seen.eye)  # it stays there


@given(
    st.floats(-2000, 2000), st.floats(-400, 400), st.floats(-400, 400), st.floats(-10, 10),
    st.sampled_from([0.0, 0.3]),
)  # fmt: skip
def test_the_camera_stays_above_the_ground(
    turn: float, aside: float, up: float, clicks: float, slope: float
) -> None:
    """A drag up looked at the scene from below its floor."""
    plane = ShapeSpec(plane=True, at=(0.0, 0.0, -0.5), rpy=(0.0, slope, 0.0))
    scene = SceneSpec(terrain=[plane])
    orbit = camera.OrbitCamera(ViewSpec(), walls.find_walls(scene))
    orbit.rotate(turn, -1000.0)
    orbit.pan(aside, up, 600.0)
    orbit.zoom(clicks)
    for _ in range(60):
        view = orbit.advance(0.05)
        height = np.array([np.sin(slope), 0.0, np.cos(slope)]) @ (view.eye - [0.0, 0.0, -0.5])
        assert height > walls.ABOVE - 1e-9
        assert np.allclose(view.rotation.T @ view.rotation, np.eye(3), atol=1e-9)


@given(st.floats(-4000, 4000), st.lists(st.floats(-4000, 4000), max_size=5))
def test_panning_never_takes_the_target_below_the_ground(aside: float, ups: list[float]) -> None:
    scene = SceneSpec(terrain=[ShapeSpec(plane=True, at=(0.0, 0.0, -0.5))])
    orbit = camera.OrbitCamera(ViewSpec(), walls.find_walls(scene))
    for up in ups:
        orbit.pan(aside, up, 600.0)
        assert orbit.goal.target[2] >= -0.5 - 1e-9


def test_a_mounted_camera_rides_its_body() -> None:
    mount = camera.Mount(1, np.array([0.1, 0, 0]), np.eye(3), 0.8, None)
    view = camera.from_mount(mount, body(2.0, np.pi / 2))
    assert np.allclose(view.eye, [2.0, 0.1, 0.0])
    assert np.allclose(view.rotation[:, 0], [0, 1, 0])
