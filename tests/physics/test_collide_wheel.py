"""A cylinder alongside a box against circle and rectangle; on a plane: a line of two points."""

import numpy as np
import pytest

from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import Round, ShapeSpec
from simulator.spec.naming.bodies import rotation_of

RADIUS, WIDTH = 0.1, 0.12
WHEEL = ShapeSpec(cylinder=Round(radius=RADIUS, length=WIDTH))
LINK = ShapeSpec(box=(0.06, 0.02, 0.2))  # its z runs along the wheel's axis
PLANE = ShapeSpec(plane=True)
HALF = np.array((0.03, 0.01))


@pytest.mark.parametrize("angle", np.linspace(0.0, 2 * np.pi, 17)[:-1] + 0.05)
@pytest.mark.parametrize("gap", [-2e-3, 1e-3])
def test_wheel_meets_a_link_as_a_circle_does_a_rectangle(meet, angle, gap) -> None:
    way = np.array((np.cos(angle), np.sin(angle)))
    low, high = 0.0, 1.0
    for _ in range(60):  # where on that ray the circle is so far from the rectangle
        middle = 0.5 * (low + high)
        near = np.clip(middle * way, -HALF, HALF)
        low, high = (
            (middle, high) if np.linalg.norm(middle * way - near) < RADIUS + gap else (low, middle)
        )
    centre = low * way
    near = np.clip(centre, -HALF, HALF)
    touch = meet(LINK, WHEEL, (*centre, 0.06), rpy=(0, 0, 0.7))
    np.testing.assert_allclose(touch.separation, [gap, gap], atol=1e-9)
    normal = (centre - near) / np.linalg.norm(centre - near)
    np.testing.assert_allclose(touch.normal[:, :2], [normal, normal], atol=1e-9)
    np.testing.assert_allclose(touch.position[:, :2], [near + 0.5 * gap * normal] * 2, atol=1e-9)
    np.testing.assert_allclose(np.sort(touch.position[:, 2]), [0.0, 0.1], atol=1e-9)


@pytest.mark.parametrize("tilt", [1e-3, -8e-3])
def test_tilted_wheel_is_deeper_at_one_end(meet, tilt) -> None:
    for turn in ((tilt, 0, 0), (0.0, tilt, 0)):
        touch = meet(LINK, WHEEL, (0.0, 0.109, 0.0), rpy=turn)
        slope = abs(tilt) if turn[0] else 0.0
        ends = -1e-3 + slope * 0.06 * np.array((-1, 1))
        np.testing.assert_allclose(np.sort(touch.separation), ends, atol=0.1 * tilt * tilt)


def test_wheel_beside_or_at_the_end_of_a_link_is_not_met_along_a_line(meet) -> None:
    assert len(meet(LINK, WHEEL, (0.0, 0.1, 0.163)).separation) == 0
    touch = meet(LINK, WHEEL, (0.0, 0.1, 0.1599))
    np.testing.assert_allclose(touch.normal, [[0, 0, 1]] * len(touch.normal), atol=1e-9)
    np.testing.assert_allclose(touch.separation.min(), -1e-4, atol=1e-9)


@pytest.mark.parametrize("spin", np.linspace(0.0, 6.0, 13))
def test_wheel_on_a_plane_keeps_its_line_as_it_turns(meet, spin) -> None:
    axle = rotation_of((np.pi / 2, 0.0, 0.3))
    turned = axle @ rotation_of((0.0, 0.0, spin))
    rpy = (
        np.arctan2(turned[2, 1], turned[2, 2]), -np.arcsin(turned[2, 0]),
        np.arctan2(turned[1, 0], turned[0, 0]),
    )  # fmt: skip
    touch = meet(PLANE, WHEEL, (0.2, 0.1, RADIUS - 1e-4), rpy=rpy)
    np.testing.assert_allclose(touch.separation, [-1e-4, -1e-4], atol=1e-12)
    ends = np.array((0.2, 0.1, -5e-5)) + 0.5 * WIDTH * np.array([[-1], [1]]) * axle[:, 2]
    np.testing.assert_allclose(touch.position, ends, atol=1e-12)
    np.testing.assert_allclose(touch.normal, [[0, 0, 1]] * 2, atol=1e-12)


HORNS = {
    "ball": ShapeSpec(sphere=0.01, horn=True),
    "pin": ShapeSpec(capsule=Round(radius=0.01, length=0.03), horn=True),  # along the wheel's axis
}


@pytest.mark.parametrize("kind", HORNS)
@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("above", [-0.02, 0.006])  # of the ball's middle over the tread
@pytest.mark.parametrize("gap", [-2e-3, -3e-2])
def test_a_horn_of_a_track_meets_the_flank_of_a_rim_however_deep(
    meet, kind, side, above, gap
) -> None:
    """It was pushed out over the tread where that was nearer."""
    width = 0.008 if above > 0.0 else 0.01  # of the ball at the rim
    off, along = RADIUS + above, 0.5 * WIDTH + gap + width + (kind == "pin") * 0.015
    touch = meet(WHEEL, HORNS[kind], (0.6 * off, 0.8 * off, side * along))
    np.testing.assert_allclose(touch.normal, [[0, 0, side]], atol=1e-12)
    np.testing.assert_allclose(touch.separation, [gap], atol=1e-12)
    off = min(off, RADIUS)
    place = (0.6 * off, 0.8 * off, side * (0.5 * WIDTH + 0.5 * gap))
    np.testing.assert_allclose(touch.position, [place], atol=1e-12)


@pytest.mark.parametrize("kind", HORNS)
def test_a_horn_above_the_rim_or_beside_it_meets_no_wheel(meet, kind) -> None:
    for at in ((0.1101, 0.0, 0.05), (0.08, 0.0, 0.09), (0.1095, 0.0, 0.09)):
        assert len(meet(WHEEL, HORNS[kind], at).separation) == 0, at


def test_a_horn_of_another_robots_track_meets_a_wheel_as_any_ball_does(
    make_world, find_contacts
) -> None:
    """It comes from outside: pushed along the axle it would go through the wheel."""
    horn = PropSpec(name="horn", shape=HORNS["ball"], at=(RADIUS + 0.009, 0.0, 0.02))
    world = make_world([PropSpec(name="wheel", shape=WHEEL), horn], terrain=[])
    world.bodies.robot[-2:] = 0, 1
    touch = find_contacts(world)
    np.testing.assert_allclose(touch.normal, [[1, 0, 0]], atol=1e-9)
    np.testing.assert_allclose(touch.separation, [-1e-3], atol=1e-9)
