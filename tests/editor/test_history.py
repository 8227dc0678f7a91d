"""The ring of past values, and breakpoints."""

import math
from dataclasses import replace

import numpy as np

from simulator.editor.history import History, Stop
from simulator.render.still import at_start
from simulator.snapshot import Layout, Snapshot
from simulator.spec.models.scene import SceneSpec

START = at_start(SceneSpec())
A = Layout((), ("x", "y"), ())


def shot(time: float, *values: float, layout: Layout = A) -> Snapshot:
    return replace(START, time=time, layout=layout, signals=np.array(values))


def test_a_trace_has_the_last_frames_in_order():
    history = History(frames=4)
    for i in range(6):
        history.note(shot(0.04 * i, i, -i))
    times, values = history.trace("y")
    assert values.tolist() == [-2, -3, -4, -5]
    assert np.allclose(times, [0.08, 0.12, 0.16, 0.2])
    assert history.trace("y", 0.05)[1].tolist() == [-4, -5]
    assert len(history.trace("nobody")[0]) == 0


def test_a_signal_keeps_its_past_when_the_diagram_changes():
    history = History()
    history.note(shot(0.0, 1, 2))
    history.note(shot(0.04, 8, 9, 3, layout=Layout((), ("z", "w", "x"), ())))
    assert history.trace("x")[1].tolist() == [1, 3]
    assert math.isnan(history.trace("z")[1][0])


def test_after_a_reset_the_past_is_gone():
    history = History()
    history.note(shot(1.0, 1, 2))
    history.note(shot(0.04, 5, 6))
    assert history.trace("x")[1].tolist() == [5]


def test_a_breakpoint_fires_when_it_comes_true_and_not_while_it_stays():
    history = History()
    history.stops = (Stop("x", ">", 0.5),)
    fired = [history.note(shot(0.04 * i, x, 0)) for i, x in enumerate((0, 1, 1, 0, 1))]
    assert fired == [False, True, False, False, True]
    assert history.stopped == Stop("x", ">", 0.5)


def test_a_breakpoint_on_a_signal_that_is_gone_waits():
    history = History()
    history.stops = (Stop("gone", "!=", 1.0),)
    assert not history.note(shot(0.0, 1, 2))


def test_the_table_is_the_traces_digit_for_digit():
    history = History()
    history.note(shot(0.0, 0.1, 2))
    history.note(shot(0.04, 1 / 3, 4))
    rows = history.table(("x", "y", "nobody")).splitlines()
    assert rows[0] == "time_s,x,y"
    assert [float(cell) for cell in rows[2].split(",")] == [0.04, 1 / 3, 4.0]
