"""When the hand did what a frame shows, and how that is measured and recorded."""

import numpy as np
import pytest

from simulator.console.devices import Devices
from simulator.console.panel import Panel
from simulator.intake import STALE, Intake
from simulator.recording import Recorder, Recording
from simulator.spec.console import ConsoleSpec
from simulator.timing import Latency, LatencyMeter

PANEL = {"lever": {"type": "lever", "keys": ["A", "D"]}, "horn": {"type": "push_button"}}


class Bench:
    def __init__(self):
        self.now = 10.0
        self.panel = Panel(ConsoleSpec.model_validate({"panel": PANEL}))
        self.intake = Intake(lambda: self.now)

    def put(self, at, since=None):
        self.now = at
        self.intake.put(self.panel, since)

    def take(self, at):
        self.now = at
        return self.intake.take(self.panel, at)


@pytest.fixture
def bench():
    return Bench()


def test_without_a_stamp_an_input_is_as_old_as_its_sample(bench):
    bench.put(10.0)
    assert bench.take(10.02).since == 10.0


def test_a_stamp_is_kept_until_a_frame_has_seen_it(bench):
    bench.put(10.0, since=9.99)
    bench.put(10.01)
    bench.put(10.02, since=10.015)
    assert bench.take(10.03).since == 9.99
    bench.put(10.04)
    assert bench.take(10.05).since == 10.04


def test_a_stamp_of_a_long_pause_is_none(bench):
    bench.put(10.0, since=9.99)
    bench.put(10.0 + STALE + 0.1)
    assert bench.take(11.0).since == 10.0 + STALE + 0.1


def test_no_stamp_is_of_the_future(bench):
    bench.put(10.0, since=11.0)
    assert bench.take(10.0).since == 10.0


def test_a_key_tells_when_it_went_down():
    now = [1.0]
    panel = Panel(ConsoleSpec.model_validate({"panel": PANEL}))
    devices = Devices(panel, lambda: [], lambda: now[0])
    assert devices.take_stamp() is None
    devices.press_key("A")
    now[0] = 1.01
    devices.press_key("D")
    assert devices.take_stamp() == 1.0 and devices.take_stamp() is None
    devices.press_key("Q")  # works nothing
    assert devices.take_stamp() is None


def test_percentiles_are_those_of_numpy():
    times = [0.001 * number for number in range(200)]
    meter = LatencyMeter()
    for seconds in times:
        meter.take(seconds)
    p50, p95, p99 = np.percentile(times, (50, 95, 99))
    assert meter.attempt == pytest.approx((p50, p95, p99, 200))
    assert meter.fresh() == times and meter.fresh() == []
    meter.begin()
    assert meter.attempt == Latency() and meter.recent.pictures > 190


def test_latencies_are_in_the_recording_beside_its_chain(arm, tmp_path):
    links = []
    for times in ([], [0.0412, 0.05]):
        path = tmp_path / f"{len(times)}.mcap"
        arm.reset()
        recorder = Recorder(path, arm)
        panel = Panel(arm.scene.console_spec).input()
        for _ in range(3):
            recorder.frame(panel, arm.frame(panel))
            if times:
                recorder.latency(arm.frame_index, times)
        recorder.close()
        recording = Recording(path)
        assert recording.latencies == pytest.approx(3 * times, abs=1e-5)
        assert recording.complete and recording.broken is None
        links.append((recording.chain, len(recording.records)))
    assert links[0] == links[1]
