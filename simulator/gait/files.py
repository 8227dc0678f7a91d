"""What `simulator gait` writes: arrays for a functional diagram, and a trip as a table."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .book import Book, Trip
from .stance import Stance

Array = NDArray[np.float64]
STEP = 5  # decimals of a stored angle [deg]: less than a micrometre at the foot


def write_book(book: Book, own: Stance, folder: Path, name: str) -> list[Path]:
    """Write a posture's angles as NAME.txt, and segments.txt, which all postures share.

    NAME.txt has a column of angles [deg] for each joint of the legs and a line each period;
    segments.txt has the first and the last row of each segment, standing first.
    """
    folder.mkdir(parents=True, exist_ok=True)
    columns = own.columns["left"] + own.columns["right"]
    head = " ".join(f"{book.joints[column]}_deg" for column in columns)
    rows = np.degrees(book.angles[:, columns])
    lines = [" ".join(f"{angle:.{STEP}f}" for angle in row) for row in rows]
    angles = _write(folder / f"{name}.txt", [head, *lines])
    table = [f"{first} {last}  # {key}" for key, (first, last) in book.segments.items()]
    segments = _write(folder / "segments.txt", ["first last", *table])
    return [angles, segments]


def write_trip(trip: Trip, own: Stance, zmp: Array, margins: Array, path: Path) -> Path:
    """Write a trip as a CSV table, all digits: time, phase, centre, feet, ZMP, margin, angles."""
    feet = [f"{side}_{part}" for side in ("left", "right") for part in ("x", "y", "z", "yaw")]
    head = ["time", "phase", "centre_x", "centre_y", "centre_z", "yaw", *feet]
    head += ["zmp_x", "zmp_y", "margin", *own.tree.joints]
    times = own.gait.period * np.arange(1, len(trip.phases) + 1)
    numbers = np.column_stack([*trip.way, zmp, margins, trip.given])
    rows = [
        ",".join([f"{time:.10g}", phase, *(f"{value:.17g}" for value in row)])
        for time, phase, row in zip(times, trip.phases, numbers, strict=True)
    ]
    return _write(path, [",".join(head), *rows])


def _write(path: Path, lines: Sequence[str]) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
