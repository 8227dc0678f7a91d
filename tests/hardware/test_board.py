"""A board on the panel: what its channels do, arming, silence, lamps; the link is made up."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simulator.console.panel import Panel
from simulator.hardware import trouble
from simulator.hardware.board import Board, Input
from simulator.hardware.link import Heard
from simulator.spec.models.console import ConsoleSpec
from simulator.spec.models.hardware import BoardSpec, InputSpec

CONSOLE = {
    "panel": {
        "left": {"type": "lever", "spring_return": True},
        "arm": {"type": "lever", "axes": 2, "spring_return": True},
        "level": {"type": "slider", "range": [0, 10]},
        "key": {"type": "key_switch", "positions": ["0", "1", "2"], "spring_return": True},
        "stop": {"type": "emergency_stop"},
        "horn": {"type": "push_button"},
        "light": {"type": "toggle", "guarded": True},
        "power": {"type": "lamp"},
        "fault": {"type": "lamp", "blink": True},
        "needle": {"type": "gauge", "range": [0, 100], "scale": 100},
        "figure": {"type": "display", "scale": 2},
        "always": {"type": "lamp"},
    },
    "outputs": {"power": "light", "always": 1},
}
BOARD = {
    "serial": {"port": "none", "board": "Ours"},
    "inputs": {
        "left": {"channel": "a0", "range": [0, 1000], "rest": 600},
        "arm.y": {"channel": "a1", "range": [1000, 0], "dead_zone": 0.1},
        "level": {"channel": "a2", "range": [0, 255]},
        "key": {"channel": "key"},
        "stop": {"channel": "d0", "range": [1, 0]},
        "horn": {"channel": "d1"},
        "light": {"channel": "d2"},
    },
    "outputs": {
        "power": {"channel": "l0"},
        "fault": {"channel": "l1"},
        "needle": {"channel": "g0", "range": [0, 255]},
        "figure": {"channel": "t0"},
        "always": {"channel": "l2"},
    },
}
NEUTRAL = {"a0": 600, "a1": 500, "a2": 0, "key": 0, "d0": 1, "d1": 0, "d2": 0}


class Bench:
    def __init__(self, console=CONSOLE, board=BOARD):
        self.now, self.link, self.events = (
            0.0,
            SimpleNamespace(trouble=trouble.NONE, mute="", lamps={}, board=None),
            [],
        )
        self.inbox = []
        self.link.take = self.take
        self.panel = Panel(ConsoleSpec.model_validate(console))
        spec = BoardSpec.model_validate(board)
        told = self.events.append
        self.board = Board("desk", spec, self.link, self.panel, lambda: self.now, told)
        self.board.select(self.panel.console)

    def take(self):
        taken, self.inbox = self.inbox, []
        return taken

    def say(self, board=None, is_at_hand=True, dt=0.02, **values):
        self.now += dt
        self.link.board = board or self.link.board
        self.inbox.append(Heard(self.now, values))
        self.board.poll(self.now, is_at_hand)

    def wait(self, seconds):
        self.now += seconds
        self.board.poll(self.now)

    @property
    def reasons(self):
        return [one.reason for one in self.panel.notices]

    def show(self, time=0.0, shown=None, **signals):
        layout = SimpleNamespace(signals=tuple(signals))
        values = np.array(list(signals.values()), dtype=float)
        snapshot = SimpleNamespace(layout=layout, signals=values, time=time, shown=shown or {})
        self.board.show(snapshot)
        return self.link.lamps


@pytest.fixture
def bench():
    made = Bench()
    made.say(board="Ours")
    made.say(**NEUTRAL)
    return made


def test_levers_follow_between_their_raw_ends(bench):
    bench.say(a0=1000)
    assert bench.panel.get("left") == 1.0 and bench.panel.holder("left") == "board desk"
    bench.say(a0=300)
    assert -0.52 < bench.panel.get("left") < -0.45
    bench.say(a0=605)  # inside the dead zone
    assert bench.panel.get("left") == 0.0 and bench.panel.holder("left") is None
    bench.say(a1=0)  # mounted the other way round
    assert bench.panel.get("arm.y") == 1.0
    bench.say(a1=530)
    assert bench.panel.get("arm.y") == 0.0


def test_sliders_switches_and_stops_are_where_they_really_are(bench):
    bench.say(a2=127.5, key=2, d0=0, d2=1)
    panel = bench.panel
    assert panel.get("level") == 5.0 and panel.get("key") == 2.0
    assert panel.get("stop") == 1.0 and panel.get("light") == 1.0
    bench.say(key=1, d0=1, d2=0)
    assert panel.get("key") == 1.0 and panel.get("stop") == 0.0 and panel.get("light") == 0.0


def test_a_click_between_two_looks_is_counted(bench):
    bench.inbox += [Heard(1.0, {"d1": 1}), Heard(1.01, {"d1": 0}), Heard(1.02, {"d1": 1})]
    bench.say(d1=0)
    assert bench.panel.presses("horn") == 2 and bench.panel.get("horn") == 0.0


def test_the_mouse_takes_over_from_a_resting_board(bench):
    bench.panel.set("left", 0.5, "mouse")
    bench.say(**NEUTRAL)
    assert bench.panel.get("left") == 0.5


def test_a_held_lever_counts_only_after_neutral():
    bench = Bench()
    bench.say(board="Ours")
    bench.say(a0=1000, d1=1, d2=1)
    assert bench.panel.get("left") == 0.0 and bench.panel.get("horn") == 0.0
    assert bench.panel.get("light") == 1.0  # a switch is where it is
    assert bench.board.is_waiting
    bench.say(a0=600, d1=0)
    assert not bench.board.is_waiting
    bench.say(a0=1000, d1=1)
    assert bench.panel.get("left") == 1.0 and bench.panel.presses("horn") == 1


def test_another_reason_for_the_silence_is_told_once(bench):
    bench.wait(0.3)
    assert bench.panel.notices[0].text.en.endswith("desk")
    bench.link.trouble = trouble.make("absent", "/dev/ttyACM0").text
    bench.wait(0.1)
    assert [one.source for one in bench.panel.notices] == ["desk: /dev/ttyACM0 is not there"]
    bench.panel.dismiss()  # it was read
    bench.link.trouble = trouble.NONE  # between two attempts to connect
    bench.wait(0.1)
    bench.link.trouble = trouble.make("absent", "/dev/ttyACM0").text
    bench.wait(0.1)
    assert bench.reasons == [] and len(bench.events) == 1


def test_silence_brings_neutral_an_alarm_and_an_event(bench):
    bench.say(a0=1000, a2=255, d1=1, d2=1)
    bench.wait(0.19)
    assert bench.panel.get("left") == 1.0 and bench.events == []
    bench.wait(0.02)
    panel = bench.panel
    assert panel.get("left") == 0.0 and panel.get("horn") == 0.0 and panel.get("level") == 0.0
    assert panel.get("light") == 1.0
    assert bench.reasons == ["board_silent"] and "desk" in panel.notices[0].text.ru
    bench.say(a0=1000, d2=0)
    assert panel.get("left") == 0.0 and panel.get("light") == 0.0  # held: not yet
    assert bench.reasons == []
    bench.say(a0=600)
    bench.say(a0=1000)
    assert panel.get("left") == 1.0
    assert [(event.kind, event.text) for event in bench.events] == [
        ("hardware_lost", "desk"),
        ("hardware_back", "desk"),
    ]


def test_a_board_that_never_speaks_is_told_with_the_reason():
    bench = Bench()
    bench.link.trouble = trouble.make("absent", "/dev/ttyACM0").text
    bench.wait(0.25)
    told = bench.panel.notices[0].text
    assert told.en.endswith("desk: /dev/ttyACM0 is not there")
    assert told.ru.endswith("desk: /dev/ttyACM0: такого порта нет")
    bench.say(board="Ours", a0=500)
    assert "board_silent" not in bench.reasons


def test_lamps_that_cannot_go_out_are_told_once(bench):
    bench.link.mute = "tablet: unknown"
    bench.say(a0=600)
    assert bench.reasons == ["board_mute"] and "tablet" in bench.panel.notices[0].text.ru
    bench.panel.dismiss()
    bench.say(a0=600)
    assert bench.reasons == []


def test_another_board_on_the_port_moves_nothing():
    bench = Bench()
    bench.say(board="Theirs")
    bench.say(**NEUTRAL)
    bench.say(a0=1000, d2=1)
    assert bench.panel.get("left") == 0.0 and bench.panel.get("light") == 0.0
    assert "board_other" in bench.reasons
    bench.say(board="Ours")
    bench.say(d2=1)
    assert bench.panel.get("light") == 1.0 and "board_other" not in bench.reasons


def test_without_the_operator_levers_rest_but_the_stop_works(bench):
    bench.say(a0=1000)
    bench.panel.neutral("focus")
    bench.say(a0=900, d0=0, is_at_hand=False)
    assert bench.panel.get("left") == 0.0 and bench.panel.get("stop") == 1.0
    bench.say(a0=900)
    assert bench.panel.get("left") == 0.0  # held: neutral first
    bench.say(a0=600)
    bench.say(a0=900)
    assert bench.panel.get("left") > 0.7


def test_a_reset_panel_takes_over_real_switches(bench):
    bench.say(d2=1)
    bench.panel.reset()
    bench.board.renew()
    bench.say(d2=1, a0=600)
    assert bench.panel.get("light") == 1.0


def test_the_oldest_change_has_its_time(bench):
    bench.board.oldest = None
    first = bench.now + 0.02
    bench.say(a0=700)
    bench.say(a0=800)
    bench.say(a0=800)
    assert bench.board.oldest == pytest.approx(first)


def test_a_board_works_the_console_that_is_at_hand():
    panel = {f"{owner}.left": {"type": "lever"} for owner in ("one", "two")}
    whole = ConsoleSpec.model_construct(
        panel=ConsoleSpec.model_validate({"panel": {"left": {"type": "lever"}}}).panel
    )
    lever = whole.panel["left"]
    console = ConsoleSpec.model_construct(panel=dict.fromkeys(panel, lever))
    parts = {o: ConsoleSpec.model_construct(panel={f"{o}.left": lever}) for o in ("one", "two")}
    bench = Bench()
    board = {"osc": {"port": 9}, "inputs": {"left": {"channel": "/l"}}}
    bench.panel = Panel(console)
    spec = BoardSpec.model_validate(board)
    bench.board = Board("desk", spec, bench.link, bench.panel, lambda: bench.now)
    for owner in ("two", "one"):
        bench.board.select(parts[owner])
        bench.say(**{"/l": 0})
        bench.say(**{"/l": 1})
        assert bench.panel.get(f"{owner}.left") == 1.0
    assert bench.panel.get("two.left") == 1.0  # not sprung: stays
    bench.board.select(ConsoleSpec())
    assert "board_foreign" in bench.reasons


def test_lamps_and_gauges_show_the_frame(bench):
    lamps = bench.show(light=1.0, fault=1.0, needle=0.5, figure=-3.0)
    assert lamps == {"l0": 1.0, "l1": 1.0, "g0": 127.5, "t0": -6.0, "l2": 1.0}
    lamps = bench.show(time=0.6, light=0.2, fault=1.0, needle=7.0, figure=math.nan)
    assert lamps == {"l0": 0.0, "l1": 0.0, "g0": 255.0, "t0": 0.0, "l2": 1.0}


def test_a_broken_lamp_is_broken_on_the_board_too(bench):
    assert bench.show(shown={"power": 0.0}, light=1.0)["l0"] == 0.0


ANY = st.floats(allow_nan=True, allow_infinity=True)


@given(st.lists(st.tuples(st.sampled_from(list(NEUTRAL)), ANY), max_size=30), st.booleans())
def test_hostile_values_never_leave_the_ranges(moves, is_at_hand):
    bench = Bench()
    bench.say(board="Ours")
    bench.say(**NEUTRAL)
    for channel, value in moves:
        bench.say(is_at_hand=is_at_hand, **{channel: value})
        for signal in bench.panel.input_names:
            low, high = bench.panel.bounds(signal)
            assert low <= bench.panel.get(signal) <= high


@given(
    st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.floats(-2e6, 2e6),
    st.floats(0, 0.99),
)  # fmt: skip
@example(-0.5, 0.0, -5e-324, 0.0, 0.0)
def test_a_lever_keeps_order_and_ends(first, last, rest, raw, zone):
    if abs(last - first) < 1e-3:
        return
    wire = InputSpec(channel="a", range=(first, last), rest=rest, dead_zone=zone)
    one = Input("l", wire, -1.0, 1.0, 0.0, "lever")
    assert -1.0 <= one.value(raw) <= 1.0
    if min(first, last) < rest < max(first, last):
        assert one.value(rest) == 0.0
        assert one.value(last) == pytest.approx(1.0) and one.value(first) == pytest.approx(-1.0)


def test_a_thumb_button_is_a_button_on_the_wire():
    console = {"panel": {"arm": {"type": "lever", "axes": 2, "button": True}}}
    inputs = {"arm.x": {"channel": "a0", "range": [0, 100]}, "arm.button": {"channel": "d0"}}
    bench = Bench(console, {"serial": {"port": "none"}, "inputs": inputs})
    bench.say(a0=50, d0=0)
    bench.say(a0=100, d0=1)
    assert [bench.panel.get(name) for name in ("arm.x", "arm.button")] == [1.0, 1.0]
    bench.say(a0=100, d0=0)
    assert [bench.panel.get(name) for name in ("arm.x", "arm.button")] == [1.0, 0.0]
    assert bench.panel.presses("arm.button") == 1
    bench.wait(60.0)
    assert bench.panel.get("arm.x") == 0.0, "a silent board lets go"
