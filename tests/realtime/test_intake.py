"""When the hand did what a frame shows, and how that is measured and recorded."""

from types import SimpleNamespace

import numpy as np
import pytest

from simulator.console import stamps
from simulator.console.devices import Devices
from simulator.console.panel import Panel
from simulator.intake import STALE, Intake
from simulator.recordings.recording import Recorder, Recording
from simulator.spec.models.console import ConsoleSpec
from simulator.timing import Latency, LatencyMeter

PANEL = {"lever": {"type": "lever", "keys": ["A", "D"]}, "horn": {"type": "push_button"}}


class Bench:
    def __init__(self):
        self.now = 10.0
        self.panel = Panel(ConsoleSpec.model_validate({"panel": PANEL}))
        self.intake = Intake(lambda: self.now)

    def put(self, at, since=None, answered=None):
        self.now = at
        self.intake.put(self.panel, since, answered)

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


def test_levers_that_a_stalled_window_still_holds_stay_in_neutral_until_it_has_let_go(bench):
    bench.panel.set("lever", 1.0)
    bench.put(10.0, answered=0)
    assert bench.take(10.02).values.values[0] == 1.0
    assert bench.take(20.0).values.values[0] == 0.0 and bench.intake.stalls == 1
    bench.put(20.01, answered=0)  # it goes on where it stood, and has not looked yet
    assert bench.take(20.04).values.values[0] == 0.0 and bench.intake.stalls == 1
    bench.panel.set("lever", 0.5)
    bench.put(20.05, answered=1)
    assert bench.take(20.08).values.values[0] == 0.5


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


def test_stamps_of_the_server_are_turned_into_the_programs_clock():
    assert stamps.of_server(5_000, 5.030) == pytest.approx(5.0, abs=2e-3)
    assert stamps.of_server(90_000, 5.0) is None, "of another clock, ahead"
    assert stamps.of_server(1_000, 5.0) is None, "too old to be of this one"
    late = stamps.WRAP / 1e3
    assert stamps.of_server(stamps.WRAP - 10, late + 0.02) == pytest.approx(late - 0.01, abs=2e-3)


def test_a_pointers_event_counts_from_its_own_time_once_the_picture_has_worked_it():
    pointer = stamps.Pointer()
    pointer.note(1.0)
    pointer.note(1.1)
    assert pointer.take(False) is None, "the picture has not been drawn yet"
    pointer.note(1.2)
    assert pointer.take(True) == 1.0
    assert pointer.take(False) is None
    assert pointer.take(True) == 1.2
    pointer.note(2.0)  # turns the camera, not a control
    for _ in range(4):
        assert pointer.take(False) is None
    assert pointer.take(True) is None


def test_a_key_and_the_pointer_stamp_with_the_time_of_their_events():
    now = [10.0]
    panel = Panel(ConsoleSpec.model_validate({"panel": PANEL}))
    devices = Devices(panel, list, lambda: now[0])
    devices.press_key("A", since=9.9)
    assert devices.take_stamp() == 9.9
    devices.note_pointer(9.95)
    assert devices.take_stamp() is None
    panel.set(panel.input_names[0], 0.5, "mouse")
    assert devices.take_stamp() == 9.95
    devices.note_pointer(None)
    devices.take_stamp()
    panel.set(panel.input_names[0], 0.6, "script")
    assert devices.take_stamp() is None


def test_a_window_knows_the_time_of_the_event_that_it_dispatches():
    class Window:
        def __init__(self):
            self.seen = []

        def dispatch_platform_event(self, event):
            self.seen.append(self.event_time)

    window = Window()
    stamps.listen(window, lambda: 7.0)
    window.dispatch_platform_event(SimpleNamespace(type=2, xkey=SimpleNamespace(time=6_900)))
    window.dispatch_platform_event(SimpleNamespace(type=12))
    assert window.seen == [pytest.approx(6.9, abs=2e-3), None] and window.event_time is None


def test_a_device_stamps_its_first_event_of_a_reading():
    event = SimpleNamespace(time=SimpleNamespace(tv_sec=4, tv_usec=900_000))
    device = SimpleNamespace(_event_buffer=[event])
    assert stamps.of_device(device, 5.0) == pytest.approx(4.9)
    assert stamps.of_device(device, 900.0) is None, "of another clock"
    stamps.clear(device)
    assert stamps.of_device(device, 5.0) is None
    assert stamps.of_device(object(), 5.0) is None
    assert not stamps.use_monotonic(device)
