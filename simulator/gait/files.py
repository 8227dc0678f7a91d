"""What `simulator gait` writes: arrays for a functional diagram, and a trip as a table."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simulator.spec.reading.number_file import MAX_BYTES
from simulator.spec.reading.write import write_whole

from .book import Book, Trip
from .stance import Stance

Array = NDArray[np.float64]
KNOTS = 10  # rows from one line of the trim to the next: it changes slowly
LONGEST_NUMBER = 24  # bytes of one with all its digits, sign, exponent and comma
DECIMALS = 5  # of a stored angle [deg]: less than a micrometre at the foot


def write_book(book: Book, own: Stance, folder: Path, name: str) -> Path:
    """Write a posture's angles [deg] as NAME.txt: a column a joint of the legs, a line a period."""
    folder.mkdir(parents=True, exist_ok=True)
    columns = own.columns["left"] + own.columns["right"]
    head = " ".join(f"{book.joints[column]}_deg" for column in columns)
    rows = np.degrees(book.angles[:, columns])
    lines = [" ".join(f"{angle:.{DECIMALS}f}" for angle in row) for row in rows]
    return _write(folder / f"{name}.txt", [head, *lines])


def write_shared(book: Book, own: Stance, folder: Path) -> list[Path]:
    """Write what serves all postures: segments.txt and trim.txt.

    segments.txt has the first and the last row of each segment, standing first; from which row to
    before which the robot could stop, so that a diagram may wait there; and rows in a second.
    trim.txt has, every so many rows, what a joint adds for each metre that the body moves ahead
    (`_x`) and to the left (`_y`) over the feet [rad/m].
    """
    columns = own.columns["left"] + own.columns["right"]
    knots = [row for ends in book.segments.values() for row in _spread(*ends)]
    names = [f"{book.joints[column]}_{axis}" for column in columns for axis in "xy"]
    slopes = book.trim[:, columns].reshape(len(book.trim), -1)
    lines = [f"{row} " + " ".join(f"{slope:.3f}" for slope in slopes[row]) for row in knots]
    rate = f"{1.0 / own.gait.period:.10g}"
    table = [
        " ".join(map(str, [*ends, *book.rests[key], rate, f" # {key}"]))
        for key, ends in book.segments.items()
    ]
    return [
        _write(folder / "segments.txt", ["first last rest_from rest_to rate", *table]),
        _write(folder / "trim.txt", [" ".join(["row", *names]), *lines]),
    ]


def _spread(first: int, last: int) -> list[int]:
    """Return rows from first to last, about `KNOTS` apart."""
    count = max(1, round((last - first) / KNOTS)) + 1 if last > first else 1
    return [round(row) for row in np.linspace(first, last, count)]


def longest_trip(own: Stance) -> float:
    """Return the time [s] of a trip whose table surely is no larger than the loader takes."""
    return MAX_BYTES // (LONGEST_NUMBER * len(_name_columns(own))) * own.gait.period


def _name_columns(own: Stance) -> list[str]:
    feet = [f"{side}_{part}" for side in ("left", "right") for part in ("x", "y", "z", "yaw")]
    head = ["time", "phase", "centre_x", "centre_y", "centre_z", "yaw", *feet]
    return [*head, "zmp_x", "zmp_y", "margin", *own.tree.joints]


def write_trip(trip: Trip, own: Stance, zmp: Array, margins: Array, path: Path) -> Path:
    """Write a trip as a CSV table, all digits: time, phase, centre, feet, ZMP, margin, angles."""
    head = _name_columns(own)
    times = own.gait.period * np.arange(1, len(trip.phases) + 1)
    numbers = np.column_stack([*trip.way, zmp, margins, trip.given])
    rows = [
        ",".join([f"{time:.10g}", phase, *(f"{value:.17g}" for value in row)])
        for time, phase, row in zip(times, trip.phases, numbers, strict=True)
    ]
    return _write(path, [",".join(head), *rows])


def _write(path: Path, lines: Sequence[str]) -> Path:
    write_whole(path, "\n".join(lines) + "\n")
    return path
