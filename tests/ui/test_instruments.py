"""Instruments of several signals, clocks, texts and alarms on the desk."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from imgui_bundle import imgui

from simulator.editor.history import History
from simulator.spec.models.console import ConsoleSpec, WidgetSpec
from simulator.ui.widgets import attitude, chart, words
from simulator.ui.widgets.face import Curve

# -- strip chart


def thin_twin(times, values, end, span):
    """Return what a line may show: (share, value) of every sample that is a number."""
    kept = [(t, v) for t, v in zip(times, values, strict=True) if end - span < t <= end]
    return {(round(1 - (end - t) / span, 9), v) for t, v in kept if math.isfinite(v)}


@given(
    st.lists(st.one_of(st.floats(-10, 10), st.just(math.nan)), min_size=1, max_size=400),
    st.integers(2, 60),
)
def test_thinned_lines_keep_every_peak_and_invent_nothing(values, columns):
    times, values = np.arange(len(values)) * 0.04, np.array(values)
    end, span = float(times[-1]), 8.0
    lines = chart.thin(times, values, end, span, columns)
    drawn = [(round(x, 9), y) for line in lines for x, y in line]
    allowed = thin_twin(times, values, end, span)
    assert set(drawn) <= allowed
    assert len(drawn) <= 2 * (columns + 1) + 2 * len(lines) * 2
    if allowed:
        shown = [y for _, y in drawn]
        assert max(shown) == max(y for _, y in allowed)
        assert min(shown) == min(y for _, y in allowed)


def test_a_line_ends_where_samples_are_missing():
    times = np.concatenate((np.arange(50) * 0.04, 10 + np.arange(50) * 0.04))
    values = np.ones(100)
    assert len(chart.thin(times, values, float(times[-1]), 20.0, 100)) == 2
    values[20] = math.nan
    assert len(chart.thin(times, values, float(times[-1]), 20.0, 100)) == 3


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6))
def test_automatic_bounds_hold_what_is_shown(low, more):
    first, last = chart.round_out(low, low + more)
    room = 1e-9 * max(abs(low), abs(low + more), 1)
    assert first - room <= low <= low + more <= last + room
    assert first < last <= first + 3 * max(more, 0.02, 2e-3 * max(abs(low), abs(low + more)))


def chart_of(operate, **spec):
    traces = {"fast": {"scale": 10.0}, "slow": {}}
    widget = {"type": "strip_chart", "span": 4, "traces": traces, **spec}
    o = operate({"chart": widget}, outputs={"chart.fast": "v", "chart.slow": "u"})
    o.desk.history = History()
    return o


def test_a_chart_shows_frames_that_no_picture_showed(operate, snapshot_of):
    o = chart_of(operate)
    for i in range(100):
        shot = replace(snapshot_of(v=1.0 if i == 37 else 0.0, u=2.0), time=i * 0.04, frame_index=i)
        o.desk.history.note(shot)
    o.snapshot = shot
    o.look()
    fast, slow = o.desk.entries["chart"].face.curves
    assert max(y for line in fast.lines for _, y in line) == 10.0, "the peak, in shown units"
    assert (fast.newest, slow.newest) == (0.0, 2.0)
    peak = next(x for line in fast.lines for x, y in line if y == 10.0)
    assert peak == pytest.approx(1 - (99 - 37) * 0.04 / 4)
    assert chart.value_at(fast, peak) == 10.0


def test_a_chart_without_signals_says_so(operate, snapshot_of, monkeypatch, canvas):
    o = chart_of(operate)
    o.snapshot = snapshot_of(other=1.0)
    o.desk.history.note(o.snapshot)
    written = []
    text = canvas.paint.text
    monkeypatch.setattr(
        canvas.paint, "text", lambda *a, **k: (written.append(a[2]), text(*a, **k))[0]
    )
    o.look(3)
    assert "no data" in written
    assert o.desk.entries["chart"].face.is_missing


def test_a_fixed_range_is_kept():
    spec = {"type": "strip_chart", "traces": {"a": {}}, "range": [0, 60]}
    console = ConsoleSpec.model_validate({"panel": {"chart": spec}})
    from simulator.ui.widgets.face import Face

    f = Face("chart", console.panel["chart"])
    f.curves = (Curve((((0.0, 500.0), (1.0, 600.0)),), 600.0),)
    assert chart.bounds(f) == (0, 60)


# -- attitude


def area(points):
    x, y = np.array(points).T
    return 0.5 * abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


@given(st.floats(-180, 180), st.floats(-24, 24))
def test_the_ground_fills_its_segment_of_the_dial(roll, pitch):
    r = 50.0
    points = attitude.ground_of(0, 0, r, roll, pitch)
    height = attitude.offset(r, pitch) / r
    half = math.acos(-height)
    exact = r * r * (half - math.sin(half) * math.cos(half))
    if len(points) > 2:
        assert area(points) == pytest.approx(exact, rel=0.02, abs=2)
    assert all(math.hypot(*one) <= r + 1e-6 for one in points)


def test_the_horizon_turns_against_the_roll_and_rises_with_the_nose_down():
    right = dict(attitude.rungs(0, 0, 50, 20, 0))[0]
    (x1, y1, x2, y2) = right
    assert (y2 - y1) / (x2 - x1) < 0, "leaning right, the horizon's right end is higher (y down)"
    _, above, _, _ = dict(attitude.rungs(0, 0, 50, 0, 10))[0]
    assert above < 0, "bending forwards, the ground fills more of the dial"
    assert attitude.ground_of(0, 0, 50, 0, -90) == []
    assert area(attitude.ground_of(0, 0, 50, 0, 90)) == pytest.approx(math.pi * 2500, rel=0.02)


def test_an_attitude_is_read_in_degrees_the_short_way_round(operate):
    outputs = {f"dial.{part}": part for part in ("roll", "pitch", "heading")}
    o = operate({"dial": {"type": "attitude"}}, outputs)
    o.show(roll=math.radians(179), pitch=0.1, heading=-0.1)
    o.look(60)
    f = o.desk.entries["dial"].face
    assert f.value == pytest.approx(179)
    assert f.second == pytest.approx(math.degrees(0.1))
    assert f.parts == {"heading": pytest.approx(math.degrees(-0.1))}
    assert f.figures == "roll 179.0°  pitch 5.7°"
    o.show(roll=math.radians(-179), pitch=0.1, heading=-0.1)
    o.look()
    assert abs((f.drawn - 180) % 360) < 5 or abs((f.drawn - 180) % 360 - 360) < 5
    o.show(roll=math.nan, pitch=0.1, heading=0.0)
    o.look()
    assert f.is_faulty


# -- clock and texts


@pytest.mark.parametrize(
    ("seconds", "decimals", "text"),
    [
        (0, 0, "0:00:00"),
        (59.99, 0, "0:00:59"),
        (59.99, 1, "0:00:59.9"),
        (3661.25, 2, "1:01:01.25"),
        (36000, 0, "10:00:00"),
        (0.3, 1, "0:00:00.3"),
    ],
)
def test_a_time_is_cut_never_rounded_up(seconds, decimals, text):
    assert words.clock_text(seconds, decimals, "en") == text
    assert words.clock_text(seconds, decimals, "ru") == text.replace(".", ",")


def test_clocks_run_with_the_simulation_or_with_a_signal(operate, snapshot_of):
    widgets = {
        "up": {"type": "clock"},
        "down": {"type": "clock", "countdown": 100},
        "own": {"type": "clock", "countdown": 20},
    }
    o = operate(widgets, outputs={"own": "used"})
    o.snapshot = replace(snapshot_of(used=4.5), time=61.0)
    o.look()
    values = {name: entry.face.value for name, entry in o.desk.entries.items()}
    assert values == {"up": 61.0, "down": 39.0, "own": 15.5}
    o.snapshot = replace(snapshot_of(used=50.0), time=200.0)
    o.look()
    assert o.desk.entries["down"].face.value == o.desk.entries["own"].face.value == 0.0


def test_a_display_of_texts_says_what_its_value_means(operate, canvas, monkeypatch):
    spec = {"type": "display", "texts": [{"ru": "Стоит", "en": "Stands"}, "Walks"]}
    o = operate({"gait": spec}, outputs={"gait": "state"})
    written = []
    text = canvas.paint.text
    monkeypatch.setattr(
        canvas.paint, "text", lambda *a, **k: (written.append(a[2]), text(*a, **k))[0]
    )
    seen = []
    for value, language in ((0, "en"), (0, "ru"), (1, "en"), (2, "en"), (-1, "en")):
        o.show(state=float(value))
        o.language = language
        o.look(2)
        written.clear()
        o.look()
        seen += [one for one in written if one in ("Stands", "Стоит", "Walks")] or ["-"]
    assert seen == ["Stands", "Стоит", "Walks", "-", "-"]


# -- alarms

TILES = {
    "slip": {"type": "annunciator", "kind": "caution", "latch": True, "label": "Slip"},
    "heat": {"type": "annunciator", "kind": "warning", "label": "Heat"},
    "lamp": {"type": "lamp", "label": "Lamp"},
    "seen": {"type": "push_button", "acknowledges": ["slip"], "label": "Seen"},
    "test": {"type": "push_button", "lamp_test": True, "label": "Test"},
}


@pytest.fixture
def alarms(operate, snapshot_of):
    o = operate(TILES, outputs={"slip": "a", "heat": "b", "lamp": "c"})
    o.desk.history = History()

    def step(a=0.0, b=0.0, pictures=1):
        o.now = getattr(o, "now", 0.0) + 0.04
        o.snapshot = replace(snapshot_of(a=a, b=b, c=0.0), time=o.now)
        o.desk.history.note(o.snapshot)
        o.look(pictures)
        f = o.desk.entries["slip"].face
        return "off" if not f.is_on else "new" if f.is_new else "seen"

    o.step = step
    return o


def test_a_latched_alarm_stays_until_it_is_over_and_acknowledged(alarms):
    step = alarms.step
    assert [step(), step(a=1), step(), step()] == ["off", "new", "new", "new"]
    alarms.panel.press("seen", "keyboard")
    alarms.panel.release("seen", "keyboard")
    assert step() == "off"
    assert step(a=1) == "new"
    alarms.click("slip")
    assert [step(a=1), step(a=1)] == ["seen", "seen"]
    assert [step(), step(a=1)] == ["off", "new"], "it comes again"


def test_an_alarm_between_two_pictures_is_not_lost(alarms):
    assert alarms.step() == "off"
    alarms.step(a=1, pictures=0)
    assert alarms.step(a=0) == "new"


def test_a_button_acknowledges_only_its_own_alarms(alarms):
    alarms.step(a=1, b=1)
    alarms.panel.press("seen", "mouse")
    assert alarms.step(a=1, b=1) == "seen"
    assert alarms.desk.entries["heat"].face.is_new


def test_a_fresh_start_forgets_alarms(alarms):
    assert [alarms.step(a=1), alarms.step()] == ["new", "new"]
    alarms.now = -0.04
    assert alarms.step() == "off"


def test_a_lamp_test_lights_everything_and_changes_nothing(alarms):
    alarms.step()
    alarms.panel.press("test", "mouse")
    alarms.step()
    faces = {name: entry.face for name, entry in alarms.desk.entries.items()}
    assert all(faces[name].is_on for name in ("slip", "heat", "lamp"))
    alarms.panel.release("test", "mouse")
    assert alarms.step() == "off"
    assert not any(faces[name].is_on for name in ("slip", "heat", "lamp"))


def test_enter_acknowledges_a_focused_tile(alarms):
    alarms.step(a=1)
    alarms.desk.focus = "slip"
    alarms.key(imgui.Key.enter)
    assert alarms.step(a=1) == "seen"


# -- thumb button


def test_the_right_button_presses_the_thumb_button_while_the_left_holds(operate):
    o = operate({"stick": {"type": "lever", "axes": 2, "button": True, "spring_return": True}})
    x, y = o.at("stick")
    o.press(x, y)
    o.move(x + 30, y)
    assert o.panel.get("stick.x") > 0.1
    imgui.get_io().add_mouse_button_event(1, True)
    o.look(2)
    assert o.panel.get("stick.button") == 1.0
    assert o.panel.get("stick.x") > 0.1
    imgui.get_io().add_mouse_button_event(1, False)
    o.look(2)
    assert o.panel.get("stick.button") == 0.0
    assert o.panel.get("stick.x") > 0.1
    o.release()
    assert o.panel.get("stick.x") == 0.0
    o.desk.focus = "stick"
    o.key(imgui.Key.enter)
    assert o.panel.presses("stick.button") == 2


def test_leaving_the_desk_lets_the_thumb_go(operate):
    o = operate({"stick": {"type": "lever", "axes": 2, "button": True}})
    o.move(*o.at("stick"))
    imgui.get_io().add_mouse_button_event(1, True)
    o.look(2)
    assert o.panel.get("stick.button") == 1.0
    o.desk.leave()
    assert o.panel.get("stick.button") == 0.0
    imgui.get_io().add_mouse_button_event(1, False)
    o.look(2)


def test_all_desks_of_a_panel_share_what_was_acknowledged(alarms, canvas):
    from simulator.ui.desk.desk import Desk

    alarms.step(a=1)
    other = Desk(alarms.panel, canvas.paint, alarms.desk.console)
    other.alarms, other.history = alarms.desk.alarms, alarms.desk.history
    other.alarms.acknowledge("slip")
    assert alarms.step(a=1) == "seen"
    alarms.desk, mine = other, alarms.desk
    assert alarms.step(a=1) == "seen", "a desk that is opened later shows it, too"
    alarms.desk = mine
    assert alarms.desk.alarms.is_fresh, "to be sounded"


def test_all_means_the_alarms_of_the_same_console():
    from simulator.spec.naming.widget_signals import acknowledged_by

    tile, button = {"type": "annunciator"}, {"type": "push_button", "acknowledges": "all"}
    console = ConsoleSpec.model_construct(
        panel={
            name: WidgetSpec.model_validate(spec)
            for name, spec in {
                "tile": tile, "seen": button, "alpha.tile": tile, "alpha.seen": button,
            }.items()
        }
    )  # fmt: skip
    assert acknowledged_by(console, "seen") == ["tile"]
    assert acknowledged_by(console, "alpha.seen") == ["alpha.tile"]
