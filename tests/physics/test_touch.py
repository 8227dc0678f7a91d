"""The table of who pressed on whom: sums over points, peaks over steps, room for every pair."""

from types import SimpleNamespace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.physics.sensing import touch

POINTS = st.lists(
    st.tuples(st.integers(0, 40), st.integers(41, 80), st.floats(0.0, 5.0)), max_size=60
)


def contacts(points):
    table = SimpleNamespace()
    table.used = np.array([len(points)])
    table.body_a = np.array([a for a, _, _ in points], np.int32)
    table.body_b = np.array([b for _, b, _ in points], np.int32)
    table.impulse = np.array([[push, 0.0, 0.0] for *_, push in points]).reshape(-1, 3)
    return table


@settings(deadline=None)  # the first one compiles
@given(st.lists(st.lists(POINTS, min_size=1, max_size=3), min_size=1, max_size=3))
def test_forces_and_peaks_of_a_frame(frames):
    """Every pair is there once, with the sum of the last step and the largest of all."""
    touches = touch.make_touches(200)
    for steps in frames:
        touch.clear.py_func(touches)
        sums = []
        for points in steps:
            touch.note.py_func(touches, contacts(points), 0.5)
            sums.append({})
            for a, b, push in points:
                sums[-1][a, b] = sums[-1].get((a, b), 0.0) + push / 0.5
        pairs = {pair for one in sums for pair, force in one.items() if force > 0.0}
        used = int(touches.used[0])
        found = list(zip(touches.body_a[:used], touches.body_b[:used], strict=True))
        assert set(found) == pairs and len(found) == len(pairs)
        for row, pair in enumerate(found):
            assert touches.force[row] == sums[-1].get(pair, 0.0)
            assert touches.peak[row] == max(one.get(pair, 0.0) for one in sums)


def test_a_full_table_leaves_pairs_out():
    touches = touch.make_touches(2)
    touch.note.py_func(touches, contacts([(0, 1, 1.0), (0, 2, 1.0), (0, 3, 1.0)]), 0.5)
    assert touches.used[0] == 2
    assert list(touches.force) == [2.0, 2.0]
