"""Metrics against motions whose value is known."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull, QhullError

from simulator.spec.models.condition import ConditionSpec
from simulator.spec.models.exercise import MetricSpec
from simulator.spec.models.robot import CameraSpec
from simulator.training import measure_way
from simulator.training.judge import TABLE

PLANE = (0, 0, 1)


def measure(stage, kind, **keys):
    return TABLE[kind](MetricSpec(kind=kind, **keys), stage.cast)


def test_every_kind_of_the_format_has_a_measure():
    from simulator.spec.rules.exercise import METRIC_KINDS, RISING

    assert set(METRIC_KINDS) == set(TABLE)
    assert {*RISING} == {kind for kind, measure in TABLE.items() if measure.higher}


def test_way_and_economy_of_a_detour(stage):
    way, economy = measure(stage, "path_length"), measure(stage, "economy")
    for where in [(0, 0, 0), (3, 0, 0), (3, 4, 0)]:
        moment = stage.moment({"cart.hull": where})
        way.watch(moment)
        economy.watch(moment)
    economy.end_stage(moment)
    assert way.value == 7.0
    assert economy.value == pytest.approx(5 / 7)


def test_trembling_is_no_way(stage):
    way = measure(stage, "path_length")
    for k in range(1000):
        way.watch(stage.moment({"cart.hull": (5e-5 * (k % 2), 0, 0)}))
    assert way.value == 0.0


@pytest.mark.parametrize(
    ("turn", "way", "slip"),
    [(2.0, 1.0, 0.0), (2.0, 0.0, 100.0), (2.0, 0.5, 50.0), (-2.0, -1.0, 0), (2.0, -1.0, 200.0)],
)
def test_slip_of_a_wheel(stage, turn, way, slip):
    one = measure(stage, "slip")  # radius 0.5 m: 2 rad are 1 m
    for share in (0.0, 0.5, 1.0):
        one.watch(stage.moment({"cart.wheel": (share * way, 0, 0.5)}, joint=share * turn))
    assert one.value == pytest.approx(slip)


@pytest.mark.parametrize("way", [(0.8, 0.0, 0.6), (1.0, 3.0, 0.0)])  # uphill; sliding sideways too
def test_slip_is_along_the_wheel_only(stage, way):
    one = measure(stage, "slip")
    for share in (0.0, 0.5, 1.0):
        where = tuple(share * part for part in way)
        one.watch(stage.moment({"cart.wheel": where}, joint=share * 2.0))
    assert one.value == pytest.approx(0.0, abs=1e-9)


def test_tip_margin_of_a_square_table(stage):
    one = measure(stage, "tip_margin")
    feet = [(x, y, 0) for x in (-1, 1) for y in (-1, 1)]
    contacts = [("ground", "cart.wheel", PLANE, 5.0, foot) for foot in feet]
    centre = {"cart.hull": (0.5, 0, 2), "cart.wheel": (0.5, 0, 2)}
    one.watch(stage.moment(centre, contacts=contacts))
    assert one.value == pytest.approx(math.degrees(math.atan2(0.5, 2.0)))
    held = [("cart.hull", "load", (0, 1, 0), 5.0), ("cart.wheel", "load", (0, -1, 0), 5.0)]
    out = {**centre, "load": (3.9, 0, 2)}  # 1 kg of 13: the centre moves by 3.4 / 13
    one.watch(stage.moment(out, contacts=contacts + held))
    assert one.value == pytest.approx(math.degrees(math.atan2(0.5 - 3.4 / 13, 2.0)))


def test_tip_margin_of_a_load_on_the_robot(stage):
    """Robots seemed to stand on their forks where a load lay there, and that weighed nothing."""
    feet = [("ground", "cart.wheel", PLANE, 5.0, (x, y, 0)) for x in (-1, 1) for y in (-1, 1)]
    lies = [("cart.hull", "load", PLANE, 9.8, (x, y, 2)) for x in (3, 5) for y in (-1, 1)]
    centre = {"cart.hull": (0, 0, 2), "cart.wheel": (0, 0, 2), "load": (3.9, 0, 2)}  # 1 kg of 13
    one = measure(stage, "tip_margin")
    one.watch(stage.moment(centre, contacts=feet + lies))
    assert one.value == pytest.approx(math.degrees(math.atan2(1 - 0.3, 2.0)))
    one = measure(stage, "tip_margin")  # it stands on the wall as well, and weighs nothing here
    one.watch(stage.moment(centre, contacts=[*feet, *lies, ("load", "wall", (0, 0, -1), 5.0)]))
    assert one.value == pytest.approx(math.degrees(math.atan2(1.0, 2.0)))


def test_tip_margin_over_a_crest_is_that_of_the_footprint(stage):
    one = measure(stage, "tip_margin")
    feet = [("ground", "cart.wheel", PLANE, 5.0, (x, y, 0)) for x in (-1, 1) for y in (-1, 1)]
    centre = {"cart.hull": (0, 0, 0), "cart.wheel": (0, 0, 0)}
    stage.cast.centre[1:3, 2] = 1.0  # of mass, above the frames
    one.watch(stage.moment(centre, contacts=feet))
    assert one.value == pytest.approx(45.0)
    crest = [("ground", "cart.wheel", PLANE, 9.0, (0.1, y, 0)) for y in (-1, 0, 1)]
    for _ in range(10):  # rocks on a line that its centre of mass is behind
        one.watch(stage.moment(centre, contacts=crest))
    assert one.value == pytest.approx(45.0)
    for _ in range(30):  # hangs on it for more than a second
        one.watch(stage.moment(centre, contacts=crest[:2] + feet[3:]))
    assert one.value < 0.0


@given(st.lists(st.tuples(*[st.integers(-9, 9)] * 2), min_size=3, max_size=30))
def test_hull_against_qhull(points):
    points = np.array(points, float)
    try:
        wanted = ConvexHull(points)
    except QhullError:
        assert len(measure_way.find_outline(points)) < 3
        return
    ours = measure_way.find_outline(points)
    assert sorted(map(tuple, ours)) == sorted(map(tuple, points[wanted.vertices]))
    middle = ours.mean(axis=0)
    nearest = -(wanted.equations[:, :2] @ middle + wanted.equations[:, 2]).max()
    assert measure_way._distances(ours, middle).min() == pytest.approx(nearest)


def test_collisions_are_counted_once_each(stage):
    one, peak = measure(stage, "collisions"), measure(stage, "peak_force")
    hits = [("cart.hull", "wall", 30.0)]
    for k in range(40):  # three frames of contact, a short break, contact, a long break, contact
        touching = hits if k in (1, 2, 3, 8, 30) else []
        moment = stage.moment(touching=touching)
        one.watch(moment)
        peak.watch(moment)
    assert one.value == 2.0
    assert peak.value == 30.0


def test_what_it_stands_on_or_handles_is_no_collision(stage):
    one = measure(stage, "collisions")
    contacts = [("ground", "cart.wheel", PLANE, 50.0)]
    touching = [("ground", "cart.wheel", 50.0), ("cart.hull", "load", 20.0), ("load", "wall", 9.0)]
    one.watch(stage.moment(touching=touching, contacts=contacts))
    assert one.value == 0.0
    kerb = [("wall", "cart.wheel", (1, 0, 0), 50.0)]
    one.watch(stage.moment(touching=[("wall", "cart.wheel", 50.0)], contacts=kerb))
    assert one.value == 1.0


@pytest.mark.parametrize(
    ("normal", "height", "count"),
    [
        ((-1, 0, 0.2), 0.30, 0.0),  # the edge of a step below the axle
        ((-1, 0, 0), 0.50, 1.0),  # a wall in front
        ((0, 1, 0), 0.30, 1.0),  # a kerb beside
        ((0, 0, 1), 0.0, 0.0),
    ],
)
def test_a_wheel_climbs_what_meets_it_below_the_axle(stage, normal, height, count):
    one = measure(stage, "collisions")
    contact = ("wall", "cart.wheel", normal, 50.0, (0.4, 0, height))
    touching = [("wall", "cart.wheel", 50.0)]
    where = {"cart.wheel": (0, 0, 0.5)}
    one.watch(stage.moment(where, touching=touching, contacts=[contact]))
    assert one.value == count


GRIP = [("cart.hull", "load", (0, 1, 0), 5.0), ("cart.wheel", "load", (0, -1, 0), 5.0)]
HELD = [("cart.hull", "load", 5.0), ("cart.wheel", "load", 5.0)]


def test_a_drop_is_a_load_let_go_in_the_air(stage):
    one = measure(stage, "drops")
    one.watch(stage.moment(contacts=GRIP, touching=HELD))
    one.watch(stage.moment())
    one.watch(stage.moment(touching=[("load", "ground", 90.0)]))
    assert one.value == 1.0


def test_a_load_that_falls_past_a_rim_is_a_drop(stage):
    brushed = [("load", "wall", 5.0)]
    for falls in (True, False):  # free below the rim, or along it to the floor
        one = measure(stage, "drops")
        one.watch(stage.moment(contacts=GRIP, touching=HELD))
        one.watch(stage.moment(touching=brushed, velocity={"load": (0, 0, -0.2)}))
        assert one.value == 0.0
        one.watch(stage.moment(touching=() if falls else brushed, velocity={"load": (0, 0, -0.5)}))
        one.watch(stage.moment(touching=[("load", "ground", 90.0)]))
        assert one.value == 1.0


def test_a_load_that_settles_is_no_drop_and_may_hop_later(stage):
    one = measure(stage, "drops")
    one.watch(stage.moment(contacts=GRIP, touching=HELD))
    one.watch(stage.moment(touching=[("load", "ground", 5.0)], velocity={"load": (0, 0.1, -0.1)}))
    one.watch(stage.moment(touching=[("load", "ground", 5.0)]))
    one.watch(stage.moment())
    assert one.value == 0.0


def test_what_hangs_on_a_joint_is_not_dropped(stage):
    stage.cast.jointed[3] = True
    one = measure(stage, "drops")
    one.watch(stage.moment(contacts=GRIP, touching=HELD))
    one.watch(stage.moment())
    assert one.value == 0.0


def test_a_load_set_down_is_no_drop(stage):
    one = measure(stage, "drops")
    one.watch(stage.moment(contacts=GRIP, touching=[*HELD, ("load", "ground", 3.0)]))
    one.watch(stage.moment(touching=[("load", "ground", 9.8)]))
    one.watch(stage.moment(touching=[("load", "ground", 9.8)]))
    assert one.value == 0.0


def test_a_load_that_slides_off_the_jaw_is_a_drop(stage):
    one = measure(stage, "drops")
    one.watch(stage.moment(contacts=GRIP, touching=HELD))
    one.watch(stage.moment(contacts=GRIP[:1], touching=HELD[:1]))
    one.watch(stage.moment())
    assert one.value == 1.0


LIES = [("cart.hull", "load", PLANE, 9.8)]


def test_a_load_that_lies_on_the_robot_is_dropped_where_it_sinks_away_from_it(stage):
    one = measure(stage, "drops")
    one.watch(stage.moment(contacts=LIES, touching=[("cart.hull", "load", 9.8)]))
    for down in (0.2, 0.5):  # hops; goes down with what it lay on
        where = {"load": (0, 0, -down), "cart.hull": (0, 0, 0.25 - down)}
        one.watch(stage.moment(velocity=where))
    assert one.value == 0.0
    one.watch(stage.moment(velocity={"load": (0, 0, -0.35)}))
    assert one.value == 1.0
    one.watch(stage.moment(velocity={"load": (0, 0, -0.7)}))
    assert one.value == 1.0


def test_a_load_lies_on_the_robot_alone_or_on_what_does(stage):
    stage.cast.handles[4] = True  # the wall is a box on the load
    row = stage.cast.bodies
    pile = [*LIES, ("load", "wall", PLANE, 3.0)]
    moment = stage.moment(contacts=pile)
    assert moment.carriers[row["wall"]] == row["load"]
    assert moment.carriers[row["load"]] == row["cart.hull"]
    moment = stage.moment(contacts=[*pile, ("ground", "load", PLANE, 2.0)])
    assert not moment.holds(row["load"])
    assert not moment.holds(row["wall"])
    light = [("cart.hull", "load", PLANE, 0.7, (x, y, 2)) for x in (3, 5) for y in (-1, 1)]
    assert stage.moment(contacts=light).holds(row["load"])
    assert not stage.moment(contacts=light[:1]).holds(row["load"])
    moment = stage.moment(contacts=[("load", "cart.hull", PLANE, 9.8)])  # it is on the load
    assert not moment.holds(row["load"])


def test_load_force_counts_the_blow_with_which_forks_set_a_load_down(stage):
    one = measure(stage, "load_force")
    one.watch(stage.moment(contacts=LIES, touching=[("cart.hull", "load", 9.8)]))
    stands = [("ground", "load", PLANE, 9.8)]
    for blow in (500.0, 900.0):  # the second one is no longer the robot's
        one.watch(stage.moment(contacts=[*LIES, *stands], touching=[("ground", "load", blow)]))
    assert one.value == 500.0


def test_load_force_counts_while_it_is_held(stage):
    one = measure(stage, "load_force")
    one.watch(stage.moment(touching=[("load", "wall", 80.0)]))
    one.watch(stage.moment(contacts=GRIP, touching=[*HELD, ("load", "wall", 61.0)]))
    assert one.value == 61.0


def test_reversals_per_minute(stage):
    one = measure(stage, "reversals")
    for k in range(1500):  # a minute; from side to side every 100 frames, resting in between
        value = [1.0, 0.0, -1.0, 0.0][k // 50 % 4]
        one.watch(stage.moment(values=(value, 0, 0)))
    assert one.value == pytest.approx(14.0)


def test_idle_time(stage):
    one = measure(stage, "idle")
    for k in range(100):
        one.watch(stage.moment(values=(1.0 if k < 50 else 0.05, 0, 0)))
    assert one.value == pytest.approx(49 * 0.04)


def test_wrong_mode_counts_beginnings(stage):
    needs = ConditionSpec.model_validate({"signal": "power", "above": 0.5})
    one = measure(stage, "wrong_mode", controls=["left", "button"], needs=needs)
    moved = [0, 1, 1, 0, 1, 1, 0]
    power = [0, 0, 0, 0, 1, 1, 1]
    for lever, on in zip(moved, power, strict=True):
        one.watch(stage.moment(values=(lever, 0, 0), signals=(on, 0)))
    assert one.value == 1.0
    one.watch(stage.moment(pressed=["button"], signals=(0, 0)))
    assert one.value == 2.0


def test_camera_neglect_counts_while_the_body_is_out_of_view(stage):
    camera = CameraSpec(link="hull", at=(0, 0, 1), fov=1.0)
    robot = SimpleNamespace(name="cart", file="", spec=SimpleNamespace(cameras={"eye": camera}))
    stage.cast.scene.robots = [robot]
    one = measure(stage, "camera_neglect", body="load")
    for where, seen in (((3, 0, 1), "cart.eye"), ((3, 5, 1), "cart.eye"), ((-3, 0, 1), "cart.eye"),
                        ((3, 0, 1), "")):  # fmt: skip
        one.watch(stage.moment({"load": where}, camera=seen))
    assert one.value == pytest.approx(3 * 0.04)


def test_a_robot_that_walks_finds_hold_and_may_lie_down(stage):
    touching = [("wall", "cart.wheel", 5.0), ("ground", "cart.hull", 5.0)]
    for walks, count in ((True, 0.0), (False, 2.0)):
        stage.cast.walks = walks
        one = measure(stage, "collisions")
        one.watch(
            stage.moment(touching=touching, contacts=[("wall", "cart.wheel", (1, 0, 0), 5.0)])
        )
        assert one.value == count


def test_placing_in_the_plane(stage):
    to_zone = measure(stage, "placing", body="load", to="bay")
    to_body = measure(stage, "placing", body="load", to="wall")
    moment = stage.moment({"load": (5.3, 0.4, 7), "wall": (5.3, 1.4, 0)})
    to_zone.watch(moment)
    to_body.watch(moment)
    assert to_zone.value == pytest.approx(0.5)
    assert to_body.value == pytest.approx(1.0)


def test_signals_over_time(stage):
    kinds = {kind: measure(stage, kind, signal="power", scale=2) for kind in
             ("mean", "peak", "integral")}  # fmt: skip
    for power in (1, 3, 2):
        moment = stage.moment(signals=(power, 0))
        for one in kinds.values():
            one.watch(moment)
    values = {kind: one.value for kind, one in kinds.items()}
    assert values == {"mean": 4.0, "peak": 6.0, "integral": pytest.approx(12 * 0.04)}


def test_a_signal_that_was_never_measured_is_none(stage):
    for kind in ("mean", "peak", "integral"):
        assert measure(stage, kind, signal="power").value == 0.0
    peak = measure(stage, "peak", signal="power")
    for power in (-3, -1, -2):
        peak.watch(stage.moment(signals=(power, 0)))
    assert peak.value == -1.0
