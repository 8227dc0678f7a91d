"""Deadlines and commands of the physics loop, losses and failures."""

import sys
import threading
import types

import pytest

from simulator import carrying, intake, realtime, timing
from simulator.console.panel import Panel
from simulator.crossing import Successor
from tests.realtime.rig import CONSOLE, Rig, Stand


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
    assert seen[0].name == "failed" and "wheel" in seen[0].complaint.en
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
