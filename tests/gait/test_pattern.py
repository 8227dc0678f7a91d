"""The pattern: the source's equations recomputed, joints between phases, feet where they should."""

from itertools import pairwise

import numpy as np
import pytest

from simulator.gait import book, pattern, pendulum, stance
from simulator.kinematics import tree
from simulator.spec.models.gait import GaitSpec
from tests.gait import naive


def _rows(segments, gait):
    frame, ways = (0.0, 0.0, 0.0), []
    for segment in segments:
        ways.append(pattern.place(pattern.sample(segment, gait.period)[0], frame))
        frame = pattern.move_on(frame, segment)
    return pattern.join(ways), frame


@pytest.mark.parametrize("steps", [0, 1, 4, 11])
@pytest.mark.parametrize("alpha", [0.9, 0.1])
def test_walk_is_that_of_the_source(robot, steps, alpha) -> None:
    gait = robot.gait.model_copy(update={"alpha": alpha})
    way, frame = _rows(pattern.walk(gait, steps), gait)
    expected = naive.walk(gait, steps)
    assert np.abs(way.centre[:, :2] - expected[:, :2]).max() < 1e-9
    assert np.abs(way.left[:, :3] - expected[:, 2:5]).max() < 1e-9
    assert np.abs(way.right[:, :3] - expected[:, 5:8]).max() < 1e-9
    assert np.allclose(way.centre[:, 2], gait.height)
    assert np.allclose(frame, ((steps + 1) * gait.step_length, 0.0, 0.0))


@pytest.mark.parametrize("degrees", [15, -15, 45, -45, 60])
def test_turn_is_that_of_the_source(robot, degrees) -> None:
    angle = np.radians(degrees)
    way, frame = _rows([pattern.turn(robot.gait, angle)], robot.gait)
    expected = naive.turn(robot.gait, angle)
    assert np.abs(way.centre[:, [0, 1, 3]] - expected[:, :3]).max() < 1e-9
    assert np.abs(way.left - expected[:, 3:7]).max() < 1e-9
    assert np.abs(way.right - expected[:, 7:]).max() < 1e-9
    assert np.allclose(way.centre[:, 2], robot.gait.height)
    assert np.allclose(frame, (0.0, 0.0, angle))


def test_it_could_stop_where_the_centre_of_mass_is_over_a_foot(robot) -> None:
    """A rest is statically stable: the centre of mass itself stays over the feet that stand."""
    gait, segments = robot.gait, [pattern.turn(robot.gait, 0.7), *pattern.walk(robot.gait, 1)]
    for segment in segments:
        way, _ = pattern.sample(segment, gait.period)
        begin, end = pattern.find_rest(segment, gait.period)
        for row in range(begin, end):
            feet = [foot[row] for foot in (way.left, way.right) if foot[row, 2] < 1e-9]
            a, b = feet[0][:2], feet[-1][:2]
            share = np.clip(
                (way.centre[row, :2] - a) @ (b - a) / max((b - a) @ (b - a), 1e-9), 0, 1
            )
            assert np.linalg.norm(way.centre[row, :2] - a - share * (b - a)) < 0.03
    begin, end = pattern.find_rest(segments[1], gait.period)
    assert (begin, end) == (0, round((gait.shift_time + gait.first_time) / gait.period))
    assert pattern.find_rest(segments[2], gait.period) == (0, 0)


def _phases(segments):
    """Yield each phase with the frame of its segment."""
    frame = (0.0, 0.0, 0.0)
    for segment in segments:
        for phase in segment.phases:
            yield phase, frame
        frame = pattern.move_on(frame, segment)


def test_ways_and_speeds_go_on_over_every_joint(segments) -> None:
    phases = list(_phases(segments))
    small = 1e-5
    for (one, here), (two, there) in pairwise(phases):
        ends = np.array([one.time - 2 * small, one.time - small, one.time])
        before = pattern.place(one.trace(ends), here)
        after = pattern.place(two.trace(np.array([0.0, small, 2 * small])), there)
        for a, b in zip(before, after, strict=True):
            assert np.allclose(a[-1], b[0], atol=1e-12), (one.name, two.name)
            leaving = (3 * a[2] - 4 * a[1] + a[0]) / (2 * small)
            arriving = (-3 * b[0] + 4 * b[1] - b[2]) / (2 * small)
            assert np.allclose(leaving, arriving, atol=1e-7), (one.name, two.name)


def test_pendulum_keeps_its_own_zmp_in_the_foot() -> None:
    """With alpha = beta = 1 equation (4) is the pendulum's own: it stays at the carrying foot."""
    gait = GaitSpec(left={"link": "l"}, right={"link": "r"}, alpha=1.0)
    times = np.linspace(0.0, gait.step_time, 4001)
    x, y = pendulum.carry(gait, times)
    bend = lambda values: np.gradient(np.gradient(values, times), times)[3:-3]  # noqa: E731
    assert np.allclose(x[3:-3] - gait.height / 9.81 * bend(x), gait.step_length, atol=1e-4)
    assert np.allclose(y[3:-3] - gait.height / 9.81 * bend(y), gait.half_width, atol=1e-4)


def test_left_turn_mirrors_the_right_one(robot) -> None:
    gait = robot.gait
    left, right = (
        pattern.sample(pattern.turn(gait, angle), gait.period)[0] for angle in (0.7, -0.7)
    )
    mirror = np.array([1.0, -1.0, 1.0, -1.0])
    assert np.allclose(left.centre, right.centre * mirror)
    assert np.allclose(left.left, right.right * mirror)
    assert np.allclose(left.right, right.left * mirror)


def test_joint_angles_put_the_feet_where_they_should_be(own, trip) -> None:
    position, rotation = stance.find_base(own, trip.way)
    poses = tree.find_poses(own.tree, trip.angles, position, rotation)
    for foot, points in ((own.gait.left, trip.way.left), (own.gait.right, trip.way.right)):
        row = own.tree.links.index(foot.link)
        turned = poses.rotation[:, row]
        soles = poses.position[:, row] + turned @ np.array(foot.sole)
        assert np.abs(soles - points[:, :3]).max() < 1e-11
        yaw = tree.turn_about(np.array([0.0, 0.0, 1.0]), points[:, 3])
        assert np.abs(turned - yaw).max() < 1e-11


def test_angles_come_back_and_steps_repeat(own, trip, robot) -> None:
    assert np.abs(trip.angles[-1] - trip.angles[0]).max() < 1e-11
    gait = robot.gait
    way, _ = _rows(pattern.walk(gait, 6), gait)
    angles = stance.find_angles(own, way)
    begin = len(pattern.sample(pattern.start(gait), gait.period)[1])
    count = round(gait.step_time / gait.period)
    one, three = (angles[begin + k * count : begin + (k + 1) * count] for k in (0, 2))
    assert np.abs(one - three).max() < 1e-11


def test_centre_of_mass_is_over_the_feet_with_a_load(robot) -> None:
    for posture in robot.gait.postures.values():
        own = stance.find_stance(robot, posture)
        centre = stance.find_centre(own.tree, own.matter, own.angles[None])[0]
        assert np.allclose(centre, own.reference, atol=1e-11)


def test_book_holds_every_segment_and_leads_on(robot) -> None:
    stored = book.write_book(robot, robot.gait.postures["free"])
    rows = stored.segments
    names = ["stand", "start", "step on left", "step on right", "stop on left", "stop on right"]
    assert list(rows)[:6] == names and len(rows) == 6 + 2 * len(robot.gait.turns)
    assert [first for first, _ in rows.values()][1:] == [last + 1 for _, last in rows.values()][:-1]
    assert list(rows.values())[-1][1] == len(stored.angles) - 1
    first, last = rows["start"]
    fastest = np.abs(np.diff(stored.angles[first:last], axis=0)).max()
    ways = [("stand", "start"), ("start", "step on left"), ("start", "stop on left")]
    ways += [("step on left", "step on right"), ("step on right", "step on left")]
    ways += [("step on left", "stop on right"), ("step on right", "stop on left")]
    ways += [(name, "stand") for name in list(rows)[4:]]
    ways += [("stand", name) for name in list(rows)[6:]]
    for one, two in ways:  # no jump, wherever it goes on
        assert np.abs(stored.angles[rows[two][0]] - stored.angles[rows[one][1]]).max() < fastest


def test_trim_moves_the_body_over_its_feet(own, trip) -> None:
    rows = slice(300, 700, 50)
    rates = book.find_trim(own, trip.way, rows)
    part = pattern.Way(*(points[rows] for points in trip.way))
    moved = part._replace(centre=part.centre + np.array([0.005, 0.0, 0.0, 0.0]))
    exact = stance.find_angles(own, moved)
    assert np.abs(trip.angles[rows] + 0.005 * rates[..., 0] - exact).max() < 3e-4


def test_limits_and_reach_are_told(robot) -> None:
    posture = robot.gait.postures["free"]
    gait = robot.gait.model_copy(update={"height": 1.5})
    with pytest.raises(stance.GaitError, match="misses its place"):
        stance.find_stance(robot.model_copy(update={"gait": gait}), posture)
    knee = robot.joints["left_knee"].model_copy(update={"limit": (-1.0, 0.0)})
    stiff = robot.model_copy(update={"joints": {**robot.joints, "left_knee": knee}})
    with pytest.raises(stance.GaitError, match=r"left_knee .* beyond its limit"):
        book.write_book(stiff, posture)
