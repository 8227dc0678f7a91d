"""The command `simulator gait`: files it writes, words it says, mistakes it tells."""

import csv
from pathlib import Path

import numpy as np
import pytest

from simulator.gait import report


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gait")
    assert report.report(Path("robots/biped"), folder, "walk 1, right 15") == 0
    return folder


def test_angles_are_columns_and_segments_rows(written) -> None:
    head, *rows = (written / "carrying.txt").read_text().splitlines()
    angles = np.array([[float(cell) for cell in row.split()] for row in rows])
    segments = np.loadtxt(written / "segments.txt", skiprows=1, dtype=int)
    assert len(head.split()) == 14 and "left_knee_deg" in head
    assert segments[0, :2].tolist() == [0, 0] and segments[-1, 1] == len(angles) - 1
    assert (segments[:, 2] >= segments[:, 0]).all() and (segments[:, 3] <= segments[:, 1] + 1).all()
    assert (segments[:, 4] == 100).all()
    knee = angles[:, head.split().index("left_knee_deg")]
    assert knee.min() > -90 and knee.max() < -20


def test_trip_is_a_table_and_a_drawing(written) -> None:
    with open(written / "free_trip.csv") as file:
        rows = list(csv.DictReader(file))
    assert {"phase", "centre_x", "zmp_y", "margin", "left_knee"} <= rows[0].keys()
    assert min(float(row["margin"]) for row in rows) > 0.03
    assert abs(float(rows[-1]["yaw"]) + np.radians(15)) < 1e-12
    drawing = (written / "free_trip.svg").read_text()
    assert drawing.startswith("<svg xmlns=") and drawing.count("trace c1") > 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"trip": "walk ten"}, "cannot read 'walk ten'"),
        ({"trip": "walk 2, lift 45"}, "cannot read 'lift 45'"),
        ({"trip": "walk 1, left 170"}, "beyond its limit in 'turn"),
        ({"trip": "walk 1000000"}, "'walk 1000000': a trip may take"),
        ({"trip": "stand 300, stand 300"}, "'stand 300': a trip may take"),
        ({"settings": ["alfa=1"]}, "no key 'alfa' - did you mean 'alpha'?"),
        ({"settings": ["alpha"]}, "write KEY=NUMBER"),
        ({"settings": ["alpha=-1"]}, "greater than 0"),
        ({"settings": ["first_time=0.004"]}, "first_time: 0.004 s is no whole number of periods"),
        ({"settings": ["period=0.1"]}, "speed_up_time: 0.75 s is no whole number of periods"),
        ({"settings": ["height=1.6"]}, "misses its place"),
    ],
)
def test_mistakes_are_one_line(arguments, words, tmp_path, capsys) -> None:
    assert report.report(Path("robots/biped"), tmp_path, **arguments) == 1
    said = capsys.readouterr()
    assert words in " ".join(said.err.split())
    assert said.out == "" and not list(tmp_path.iterdir())  # told before anything is computed


def test_robot_that_does_not_walk(tmp_path, capsys) -> None:
    assert report.report(Path("robots/mf4"), tmp_path) == 1
    assert "has no `gait:`" in capsys.readouterr().err
