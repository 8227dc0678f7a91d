"""What is recorded while physics runs, and what is told of it."""

import pytest

from simulator.recordings import recording
from simulator.snapshot import Event


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
    told = rig.loop.state.complaint
    assert told.en == "/forbidden/a.mcap: Permission denied"
    assert told.ru == "/forbidden/a.mcap: нет доступа"
    assert rig.loop.state.recording is None and rig.loop.state.name == "running"


def test_a_full_disk_stops_the_recording_only(rig, recorder):
    def fill():
        recorder.broken = True

    rig.loop.send("record", "a.mcap")
    rig.at(0.4, fill)
    rig.run(0.8)
    assert "No space" in rig.loop.state.complaint.en and rig.loop.state.recording is None
    assert rig.simulation.index == 20 and recorder.made[0].log[-1] == "let go"


def test_events_are_applied_and_recorded_and_impossible_ones_are_told(rig, recorder):
    rig.loop.send("record", "a.mcap")
    rig.at(0.2, lambda: rig.loop.send("event", Event("bookmark", "here")))
    rig.at(0.4, lambda: rig.loop.send("event", Event("fault", "x")))
    rig.run(0.6)
    log = recorder.made[0].log
    assert log.index("bookmark") == 5 and "fault" not in log
    assert rig.loop.state.complaint.en == "no such component"
    assert rig.loop.state.name == "running"
