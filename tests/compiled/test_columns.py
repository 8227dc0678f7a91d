"""Rows of six numbers become columns and come back, in either precision."""

import numpy as np
import pytest

from simulator.compiled import columns
from simulator.compiled.jit import kernel


@kernel
def turn(rows, at, work, back) -> None:
    columns.load(rows, at, 0, work, 0, 16)
    columns.load(rows, at, 8, work, 8, 16)
    columns.store(back, at, 0, work, 0, 16)
    columns.store(back, at, 8, work, 8, 16)


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_rows_come_back(kind) -> None:
    rng = np.random.default_rng(2)
    rows, work = rng.normal(size=(20, 6)), np.zeros((7, 16), kind)
    row = rng.permutation(20)[:16]
    back = np.full(rows.size, -1.0)
    turn(rows.reshape(-1), (6 * row).astype(np.uint64), work.reshape(-1), back)
    assert (work[:6] == rows[row].T.astype(kind)).all()
    assert (work[6] == 0.0).all()
    expected = np.full(rows.shape, -1.0)
    expected[row] = rows[row].astype(kind)
    assert (back.reshape(-1, 6) == expected).all()
