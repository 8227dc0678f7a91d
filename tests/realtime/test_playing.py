"""A recording is played at any speed, stepped, stopped and taken over."""

import pytest

from simulator.keeping import Start


class Reel:
    """A recording of some frames; each takes what the simulation spends on it."""

    def __init__(self, simulation, panel, length=100_000):
        self.simulation, self.panel, self.length = simulation, panel, length
        self.at = 0

    def next(self):
        if self.at >= self.length:
            return None
        self.at += 1
        return self.panel

    def seek(self, frame):
        self.at = self.simulation.index = min(frame, self.length)
        return self.simulation.snapshot()


def play(rig, speed, length=100_000):
    """Have a recording played from the next moment on."""
    made = []

    def begin():
        reel = Reel(rig.simulation, rig.panel.input(), length)
        made.append(reel)
        rig.loop.send("play", reel)
        rig.loop.send("speed", speed)

    rig.at(0.0, begin)
    return made


@pytest.mark.parametrize("speed", [0.25, 0.5, 1.0, 2.0, 4.0])
def test_a_recording_goes_as_fast_as_was_asked_for(rig, speed):
    made = play(rig, speed)
    rig.run(8.0)
    assert made[0].at == pytest.approx(200 * speed, abs=2 * max(speed, 1.0))
    stats = rig.loop.state.stats
    assert stats.overruns == 0
    assert stats.real_time_factor == pytest.approx(max(speed, 1.0), rel=0.05)
    previous, current = rig.loop.frames.pair
    assert current.due - previous.due == pytest.approx(0.04 / min(speed, 1.0))
    assert current.at - previous.at == max(speed, 1.0)
    assert rig.loop.rate == pytest.approx(max(speed, 1.0), rel=0.05)


def test_what_cannot_be_shown_so_fast_is_shown_as_fast_as_can_be(rig):
    made = play(rig, 8.0)
    rig.simulation.cost = 0.02
    rig.run(8.0)
    assert made[0].at == pytest.approx(400, abs=10)  # without a rest, and nothing waits for it
    assert rig.loop.state.stats.overruns == 0
    rig.simulation.cost = 0.001
    before = made[0].at
    rig.run(4.0)
    assert made[0].at - before == pytest.approx(800, abs=16)  # what was late is not caught up with


def test_a_step_is_one_frame_and_the_end_stands_at_any_speed(rig):
    made = play(rig, 4.0, length=101)
    rig.at(0.1, lambda: rig.loop.send("pause"))
    rig.run(0.5)
    before = made[0].at
    rig.loop.send("step")
    rig.run(0.2)
    assert made[0].at == before + 1 and rig.loop.state.name == "paused"
    rig.loop.send("resume")
    rig.run(4.0)
    assert made[0].at == 101 and rig.loop.state.name == "paused"
    assert rig.loop.frames.current.at == 101


def test_who_pauses_in_the_midst_sees_that_moment(rig):
    made = play(rig, 8.0)
    rig.loop.send("watch", lambda snapshot: made and made[0].at == 13)
    rig.run(1.0)
    assert made[0].at == 13 and rig.loop.state.name == "paused"
    assert rig.loop.frames.current.at == 13


def test_whoever_takes_over_drives_in_real_time(rig, monkeypatch):
    made = play(rig, 0.25)
    monkeypatch.setattr(rig.loop._keeper, "take_over", lambda playback, start: None)
    rig.run(2.0)
    rig.loop.send("take_over", Start(None, "a.mcap", {}))
    rig.loop.send("resume")
    before = rig.simulation.index
    rig.run(4.0)
    assert made[0].at == pytest.approx(12, abs=1)
    assert rig.simulation.index - before == 100
    assert rig.loop.state.stats.real_time_factor == pytest.approx(1.0)
