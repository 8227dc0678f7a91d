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


def test_arrays_are_numbers_a_line(written) -> None:
    knee = np.loadtxt(written / "free" / "left_knee.txt")
    junction = np.loadtxt(written / "free" / "junction.txt")
    following = np.loadtxt(written / "free" / "following.txt")
    assert len(knee) == len(junction) > 1000
    assert following.max() < len(knee) and len(following) % 4 == 0
    assert knee.min() > -80 and knee.max() < -20


def test_trip_is_a_table_and_a_drawing(written) -> None:
    with open(written / "free" / "trip.csv") as file:
        rows = list(csv.DictReader(file))
    assert {"phase", "centre_x", "zmp_y", "margin", "left_knee"} <= rows[0].keys()
    assert min(float(row["margin"]) for row in rows) > 0.03
    assert abs(float(rows[-1]["yaw"]) + np.radians(15)) < 1e-12
    drawing = (written / "free" / "trip.svg").read_text()
    assert drawing.startswith("<svg xmlns=") and drawing.count("trace c1") > 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"trip": "walk ten"}, "cannot read 'walk ten'"),
        ({"settings": ["alpa=0.1"]}, "--set alpa"),
        ({"settings": ["alpha=-1"]}, "greater than 0"),
        ({"settings": ["height=1.6"]}, "misses its place"),
    ],
)
def test_mistakes_are_one_line(arguments, words, tmp_path, capsys) -> None:
    assert report.report(Path("robots/biped"), tmp_path, **arguments) == 1
    assert words in " ".join(capsys.readouterr().err.split())


def test_robot_that_does_not_walk(tmp_path, capsys) -> None:
    assert report.report(Path("robots/mf4"), tmp_path) == 1
    assert "has no `gait:`" in capsys.readouterr().err
