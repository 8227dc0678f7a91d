"""What the board knows and asks."""

import numpy as np
import pytest

from simulator.editor.board import Board
from simulator.editor.history import Stop
from simulator.render.still import at_start, with_signals
from simulator.snapshot import Event
from simulator.spec import load


@pytest.fixture
def pair(folder):
    return load.load_scene(folder / "pair.yaml")


def test_every_console_of_a_scene_has_a_sheet(pair):
    board = Board()
    board.open(pair)
    assert board.owners == ("left", "right")
    assert "block left.slow" in board.sheet.graph.nodes
    board.choose("right")
    assert "output right.turn" in board.sheet.graph.nodes
    before = board.sheet
    board.choose("nobody")
    assert board.sheet is before


def test_values_come_from_the_newest_snapshot(pair):
    board = Board()
    board.open(pair)
    board.live.follow(with_signals(at_start(pair), {"left.slow": 1.0}), {"left.slow": 1.0})
    assert board.live.read("left.slow") == 1.0 and board.live.read("left.held") is None
    board.live.follow(None, {})
    assert board.live.read("left.slow") is None


def test_forcing_is_asked_by_events():
    board = Board()
    board.force("x", 2.0)
    board.release("x")
    board.release()
    assert board.outbox == [Event("force", "x", {"value": 2.0}), Event("release", "x"),
                            Event("release")]  # fmt: skip


def test_a_chosen_wire_is_plotted_until_another_one_is():
    board = Board()
    board.signal = "a"
    assert board.traces == ["a"]
    board.plot("a")
    board.signal = "b"
    assert board.traces == ["a", "b"]
    for name in "cdefghijk":
        board.plot(name)
    assert len(board.plotted) == 8 and board.plotted[-1] == "k"
    board.plot("k")
    assert "k" not in board.plotted


def test_a_breakpoint_is_set_and_taken_away():
    board = Board()
    stop = Stop("x", ">", 1.0)
    board.stop_when(stop)
    assert board.history.stops == (stop,)
    board.stop_when(stop)
    assert board.history.stops == ()
    assert np.isnan(board.history._times).all()
