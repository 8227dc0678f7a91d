"""The bench's table names what there is, and its judge is strict."""

import importlib.util

import numpy as np
import pytest

from tests.bench import e_own

from . import judge, measure, one, tracks
from .rows import ROWS, Row, label


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_rows_name_measurements_engines_and_peers(row):
    assert callable(getattr(measure, row.measure))
    labels = {label(peer) for peer in row.peers}
    assert all(not name or name in labels for _, name in row.gates)
    for engine, _ in (*row.peers, ("own", row.own)):
        assert importlib.util.find_spec(f"tests.{one.room(engine)}.e_{engine}")


ROW = Row("r", "arm", {}, 0.01, {"gap": 1e-3, "held": True}, ((0.5, ""), (2.0, "fast")))


@pytest.mark.parametrize(
    ("figures", "faults"),
    [
        ({"gap": 1e-4, "held": True, "sound": True}, []),
        ({"gap": 2e-3, "held": True, "sound": True}, ["gap 0.002 > 0.001"]),
        ({"gap": np.nan, "held": True, "sound": True}, ["gap nan > 0.001"]),
        ({"gap": 1e-4, "held": False, "sound": True}, ["held is False"]),
        ({"gap": 1e-4, "held": True, "sound": False}, ["explodes"]),
        ({"failure": "boom"}, ["boom", "no gap", "no held"]),
    ],
)
def test_faults_are_told(figures, faults):
    assert judge.find_faults(ROW, figures) == faults


def test_the_fairest_peer_is_the_fastest_accurate_one():
    good = {"gap": 1e-4, "held": True, "sound": True}
    peers = {
        "wild": {**good, "sound": False, "us_med": 1.0},
        "fast": {**good, "gap": 1.0, "us_med": 2.0},
        "slow": {**good, "us_med": 10.0},
    }
    first, second = judge.find_gates(ROW, {**good, "us_med": 5.0}, peers)
    assert first == judge.Gate("slow", 0.5, 0.5, True)
    assert second == judge.Gate("fast", 2.0, 2.5, False)
    del peers["slow"]
    assert judge.find_gates(ROW, {"us_med": 5.0}, peers)[0].peer == "fast"
    assert judge.find_gates(ROW, {"us_med": 5.0}, {}) == []


def test_a_tracked_robot_of_a_scene_is_one_robot_here_with_its_tracks():
    """Robots that meet are swept more often: as three of them it took 1.7 times as long a step."""
    scene = tracks.tracked(2)
    sim = e_own.Sim(scene, 0.005)
    for k, robot in enumerate(scene["meta"]["robots"]):
        members = sim.rows[[robot["chassis"], *robot["wheels"], *robot["links"]]]
        assert (sim.world.bodies.robot[members] == k).all()
