"""The physics loop on a clock that only the test moves: deadlines, commands, losses, failures."""

import sys
import threading
import types

import numpy as np
import pytest

from simulator import carrying, intake, realtime, timing
from simulator.console.panel import Panel
from simulator.crossing import Successor
from simulator.keeping import Start
from simulator.recordings import recording
from simulator.snapshot import ContactPoint, Event, Layout, Snapshot
from simulator.spec.models.console import ConsoleSpec

CONSOLE = ConsoleSpec.model_validate(
    {
        "panel": {
            "lever": {"type": "lever"},
            "mode": {"type": "toggle"},
            "horn": {"type": "push_button"},
        }
    }
)
EMPTY = ContactPoint(*[np.zeros(0)] * 3, *[np.zeros(0, np.int64)] * 2)


class Stand:
    """A simulation that only counts frames and takes as long as it is told."""

    frame_dt = 0.04
    scene = types.SimpleNamespace(console_spec=CONSOLE)
    steps_per_frame = 4

    def __init__(self, spend):
        self.spend = spend
        self.index = 0
        self.inputs = []
        self.cost = 0.005
        self.error = None
        self.frozen = False

    def snapshot(self):
        return Snapshot(
            Layout((), (), ()), self.index, self.index * self.frame_dt, *[np.ones((1, 3))] * 4,
            np.zeros(0), np.zeros((0, 3)), np.zeros(0), EMPTY, "", self.frozen,
        )  # fmt: skip

    def frame(self, panel):
        if self.error:
            raise self.error
        self.inputs.append(panel)
        self.index += 1
        self.spend(self.cost)
        return self.snapshot()

    @property
    def frame_index(self):
        return self.index

    def apply(self, event):
        if event.kind == "fault":
            raise ValueError("no such component")
        if event.kind == "reset":
            self.index = 0
            self.frozen = False

    def save(self):
        return b"state"


class Rig:
    """A loop, a panel and a plan: what to do at which time."""

    def __init__(self):
        self.now = [0.0]
        self.plan = []
        self.starts = []
        self.window_alive = True
        self.loop = realtime.Realtime(lambda: self.now[0], self.sleep)
        self.simulation = Stand(self.spend)
        self.loop.send("open", lambda: self.simulation)

    def sleep(self, seconds):
        assert seconds >= 0.0
        self.spend(seconds)

    def spend(self, seconds):
        self.now[0] += seconds
        if self.window_alive and self.panel is not None:
            self.loop.publish(self.panel)
        while self.plan and self.plan[0][0] <= self.now[0] + 1e-9:
            self.plan.pop(0)[1]()

    @property
    def panel(self):
        return self.loop.panel

    def at(self, time, action):
        self.plan.append((time, action))

    def run(self, seconds):
        self.at(self.now[0] + seconds, lambda: self.loop.send("quit"))
        self.plan.sort(key=lambda entry: entry[0])
        self.loop.run()


@pytest.fixture
def rig():
    return Rig()


def test_frames_keep_their_deadlines(rig):
    rig.run(4.0)
    assert rig.simulation.index == 100
    stats = rig.loop.state.stats
    assert stats.frames == 100 and stats.overruns == 0
    assert stats.real_time_factor == pytest.approx(1.0)
    assert stats.step_p50 == pytest.approx(0.005 / 4)
    assert rig.loop.frames.current.due == pytest.approx(99 * 0.04)


def test_an_overrun_is_counted_once_and_never_chased(rig):
    def slow():
        rig.simulation.cost = 0.1

    def quick():
        rig.simulation.cost = 0.005

    rig.at(0.4, slow)
    rig.at(0.5, quick)
    rig.run(2.0)
    stats = rig.loop.state.stats
    assert stats.overruns == 1
    # 60 ms beyond the deadline are lost for good: one or two frames fewer, none made up.
    assert rig.simulation.index == 49


def test_overload_slows_time_down_instead_of_lengthening_steps(rig):
    rig.simulation.cost = 0.08
    rig.run(4.0)
    assert rig.simulation.index == rig.loop.state.stats.overruns == 50
    assert rig.loop.state.stats.real_time_factor == pytest.approx(0.5)


def test_a_frame_that_is_long_in_coming_slows_time_down_before_it_is_there(rig):
    rig.run(4.0)
    assert rig.loop.rate == pytest.approx(1.0)
    rig.now[0] += 2.0
    assert rig.loop.rate == pytest.approx(0.5, abs=0.02)
    rig.loop.send("pause")
    rig.run(1.0)
    assert rig.loop.rate == pytest.approx(1.0)
    rig.loop.send("resume")
    rig.run(1.0)
    assert rig.loop.rate == pytest.approx(1.0)


def test_pause_step_and_resume(rig):
    rig.at(0.2, lambda: rig.loop.send("pause"))
    rig.at(0.6, lambda: rig.loop.send("step"))
    rig.at(0.8, lambda: seen.append((rig.loop.state.name, rig.simulation.index)))
    rig.at(1.0, lambda: rig.loop.send("resume"))
    seen = []
    rig.run(1.2)
    paused_at = 5
    assert seen == [("paused", paused_at + 1)]
    assert rig.simulation.index == paused_at + 1 + 5
    assert rig.loop.state.name == "running" and rig.loop.state.stats.overruns == 0


def test_a_stopped_window_means_neutral_levers_within_the_limit(rig):
    def work():
        rig.panel.set("lever", 0.7)
        rig.panel.press("mode")
        rig.panel.press("horn")

    def hang():
        rig.window_alive = False

    rig.at(0.2, work)
    rig.at(0.4, hang)
    rig.run(2.0)
    levers = [one.values[0] for one in rig.simulation.inputs]
    assert levers[8] == 0.7 and levers[-1] == 0.0
    last = len(levers) - levers[::-1].index(0.7)
    assert last * 0.04 <= 0.4 + intake.STALE + 0.04
    assert rig.simulation.inputs[-1].values.tolist() == [0.0, 1.0, 0.0]
    assert rig.loop.state.stats.stalls == 1


def test_the_frame_acts_on_the_newest_input(rig):
    rig.at(0.4, lambda: (rig.panel.set("lever", 1.0), rig.loop.publish(rig.panel)))
    rig.run(1.0)
    levers = [one.values[0] for one in rig.simulation.inputs]
    assert levers[:10] == [0.0] * 10 and levers[10] == 1.0
    assert rig.loop.state.stats.latency == pytest.approx(0.005)


def test_an_input_of_another_panel_is_not_used(rig):
    other = Panel(CONSOLE)
    other.set("lever", -1.0)
    rig.window_alive = False
    rig.at(0.2, lambda: rig.loop.publish(other))
    rig.run(0.5)
    assert {one.values[0] for one in rig.simulation.inputs} == {0.0}


def test_an_error_freezes_the_scene_and_a_reset_revives_it(rig, capsys):
    def break_it():
        rig.simulation.error = ZeroDivisionError("wheel")

    def mend():
        rig.simulation.error = None
        seen.append(rig.loop.state)
        seen.append(rig.loop.frames.current.snapshot)
        rig.loop.send("reset")

    seen = []
    rig.at(0.4, break_it)
    rig.at(0.8, mend)
    rig.run(1.2)
    assert seen[0].name == "failed" and "wheel" in seen[0].complaint
    assert seen[1].frozen and seen[1].alarms[0].code == "failed" and not seen[1].velocity.any()
    assert rig.loop.state.name == "running" and rig.simulation.index > 5
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_frozen_snapshot_is_told(rig):
    def freeze():
        rig.simulation.frozen = True

    rig.at(0.4, freeze)
    rig.run(0.8)
    assert rig.loop.state.name == "frozen"


def test_a_reset_shows_the_start_at_once_without_gliding(rig):
    rig.at(0.4, lambda: rig.loop.send("pause"))
    rig.at(0.6, lambda: rig.loop.send("reset"))
    rig.run(1.0)
    previous, current = rig.loop.frames.pair
    assert previous.snapshot.frame_index == current.snapshot.frame_index == 0
    assert rig.loop.state.name == "paused"


def test_a_scene_that_cannot_be_built_leaves_the_program_alive(rig):
    def make():
        raise ValueError("no such robot")

    empty = Rig()
    empty.loop._commands.get()
    empty.loop.send("open", make)
    empty.run(0.4)
    assert empty.loop.state.name == "empty" and str(empty.loop.state.error) == "no such robot"
    rig.at(0.4, lambda: rig.loop.send("open", make))
    rig.run(0.8)
    assert rig.loop.state.name == "running" and str(rig.loop.state.error) == "no such robot"
    assert rig.simulation.index == 20


def test_nobody_sees_a_simulation_with_the_panel_of_another(rig, monkeypatch):
    def look(frame, event, _):
        if frame.f_globals is not vars(realtime):
            return None
        if rig.loop.simulation is not None:
            seen.add((id(rig.loop.simulation), id(rig.loop.panel.console)))
        if rig.loop.simulation is edited:
            assert rig.loop.happenings[-1].event.text == "a.yaml", "it was told before"
        return look

    seen, edited = set(), Stand(rig.spend)
    edited.scene = types.SimpleNamespace(console_spec=CONSOLE.model_copy())
    monkeypatch.setattr(carrying, "carry", lambda old, new: carrying.Carried())
    rig.at(0.4, lambda: rig.loop.send("succeed", Successor(edited, "a.yaml", "a.mcap")))
    before = sys.gettrace()
    sys.settrace(look)
    try:
        rig.run(0.8)
    finally:
        sys.settrace(before)
    pairs = [(one, one.scene.console_spec) for one in (rig.simulation, edited)]
    assert seen == {(id(one), id(console)) for one, console in pairs}
    assert rig.loop.simulation is edited and edited.index == 10


class FakeRecorder:
    """Collects what a recording would hold."""

    made = []
    broken = False

    def __init__(self, path, simulation, about=None):
        if path.startswith("/forbidden"):
            raise PermissionError(13, "Permission denied")
        self.path, self.log = path, []
        FakeRecorder.made.append(self)

    def frame(self, panel, snapshot):
        if FakeRecorder.broken:
            raise OSError(28, "No space left on device")
        self.log.append(snapshot.frame_index)

    @property
    def length(self):
        return 0.04 * sum(isinstance(one, int) for one in self.log)

    def wants_keyframe(self):
        return len(self.log) % 10 == 0

    def keyframe(self, frame, state):
        self.log.append("key")

    def event(self, frame, event):
        self.log.append(event.kind)

    def let_go(self):
        self.log.append("let go")

    def close(self):
        self.log.append("closed")


@pytest.fixture
def recorder(monkeypatch):
    monkeypatch.setattr(recording, "Recorder", FakeRecorder)
    monkeypatch.setattr(FakeRecorder, "made", [])
    monkeypatch.setattr(FakeRecorder, "broken", False)
    return FakeRecorder


def test_a_recording_holds_every_frame_reset_and_key(rig, recorder):
    rig.loop.send("record", "a.mcap")
    rig.at(0.48, lambda: rig.loop.send("reset"))
    rig.run(0.6)
    log = recorder.made[0].log
    assert log[:10] == list(range(1, 11)) and log[10] == "key"
    assert "reset" in log and log[log.index("reset") + 1] == 1
    assert log[-1] == "closed"


def test_a_recording_is_told_before_its_first_frame(rig, recorder, monkeypatch):
    told = {}
    frame = FakeRecorder.frame

    def note(self, panel, snapshot):
        told[snapshot.frame_index] = rig.loop.state.recording
        frame(self, panel, snapshot)

    monkeypatch.setattr(FakeRecorder, "frame", note)
    rig.at(0.4, lambda: rig.loop.send("record", "a.mcap"))
    rig.run(0.6)
    assert told[11] == 0.0 and None not in told.values()


def test_a_recording_is_told_as_long_as_it_is(rig, recorder):
    rig.loop.send("record", "a.mcap")
    rig.at(0.4, lambda: rig.loop.send("pause"))
    rig.at(1.2, lambda: rig.loop.send("resume"))
    told = {}
    for time in (1.0, 1.38):
        rig.at(time, lambda time=time: told.update({time: rig.loop.state.recording}))
    rig.run(1.6)
    assert told[1.0] == pytest.approx(0.4, abs=0.05)
    assert told[1.38] == pytest.approx(0.6, abs=0.05)


def test_a_recording_that_cannot_be_written_is_refused_with_its_reason(rig, recorder):
    rig.loop.send("record", "/forbidden/a.mcap")
    rig.run(0.4)
    assert rig.loop.state.complaint == "/forbidden/a.mcap: Permission denied"
    assert rig.loop.state.recording is None and rig.loop.state.name == "running"


def test_a_full_disk_stops_the_recording_only(rig, recorder):
    def fill():
        recorder.broken = True

    rig.loop.send("record", "a.mcap")
    rig.at(0.4, fill)
    rig.run(0.8)
    assert "No space" in rig.loop.state.complaint and rig.loop.state.recording is None
    assert rig.simulation.index == 20 and recorder.made[0].log[-1] == "let go"


def test_unknown_commands_are_refused_by_name(rig):
    with pytest.raises(ValueError, match="unknown command dance"):
        rig.loop.send("dance")


def test_the_thread_starts_and_ends():
    loop = realtime.Realtime()
    interval = sys.getswitchinterval()
    loop.start()
    loop.close()
    sys.setswitchinterval(interval)
    assert loop._thread is not None and not loop._thread.is_alive()


def test_a_program_that_ends_does_not_wait_for_its_first_scene():
    loop, interval, ended = realtime.Realtime(), sys.getswitchinterval(), threading.Event()
    loop.start()
    loop.send("open", lambda: ended.wait(10))  # kernels that are compiled for a minute
    loop.close(timeout=60, brief=0.0)
    sys.setswitchinterval(interval)
    assert loop._thread is not None and loop._thread.is_alive()
    ended.set()
    loop._thread.join()


def test_the_meter_reads_percentiles_and_the_factor():
    meter = timing.Meter(0.04, 4)
    for index in range(200):
        due = index * 0.08
        meter.frame(due + 0.001, due + 0.009, due - 0.01)
    assert meter.stats.real_time_factor == pytest.approx(0.5)
    assert meter.stats.step_p99 == pytest.approx(0.002)
    assert meter.stats.latency == pytest.approx(0.019)


def test_events_are_applied_and_recorded_and_impossible_ones_are_told(rig, recorder):
    rig.loop.send("record", "a.mcap")
    rig.at(0.2, lambda: rig.loop.send("event", Event("bookmark", "here")))
    rig.at(0.4, lambda: rig.loop.send("event", Event("fault", "x")))
    rig.run(0.6)
    log = recorder.made[0].log
    assert log.index("bookmark") == 5 and "fault" not in log
    assert rig.loop.state.complaint == "no such component"
    assert rig.loop.state.name == "running"


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
