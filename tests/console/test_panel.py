"""The panel: values, presses, springs, ownership, neutral."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.console.panel import Panel, PanelError
from simulator.spec.models.console import ConsoleSpec


def make_panel() -> Panel:
    return Panel(
        ConsoleSpec.model_validate(
            {
                "panel": {
                    "power": {"type": "key_switch", "positions": ["off", "on"]},
                    "starter": {
                        "type": "key_switch",
                        "positions": ["off", "on", "start"],
                        "spring_return": True,
                    },
                    "stick": {"type": "lever", "axes": 2, "spring_return": True},
                    "throttle": {"type": "lever", "range": [0, 1]},
                    "volume": {"type": "slider", "range": [0, 10], "start": 4},
                    "horn": {"type": "push_button"},
                    "fire": {"type": "push_button", "guarded": True},
                    "light": {"type": "toggle"},
                    "mode": {"type": "rotary_selector", "positions": ["a", "b", "c"], "start": 1},
                    "stop": {"type": "emergency_stop"},
                    "lamp": {"type": "lamp"},
                }
            }
        )
    )


def test_input_follows_the_file_order_and_skips_indicators():
    panel = make_panel()
    assert panel.input_names == (
        "power", "starter", "stick.x", "stick.y", "throttle", "volume", "horn", "fire", "light",
        "mode", "stop",
    )  # fmt: skip
    sample = panel.input()
    assert sample.values.tolist() == [0, 0, 0, 0, 0, 4, 0, 0, 0, 1, 0]
    assert not sample.values.flags.writeable and not sample.presses.flags.writeable


def test_an_input_does_not_change_after_it_was_taken():
    panel = make_panel()
    before = panel.input()
    panel.set("throttle", 1.0)
    assert before.values[panel.input_names.index("throttle")] == 0.0


def test_values_are_clamped_and_switches_take_whole_positions():
    panel = make_panel()
    for name, value, expected in [
        ("stick.x", 3.0, 1.0), ("throttle", -1.0, 0.0), ("volume", 12, 10.0), ("mode", 1.6, 2.0),
        ("mode", 99, 2.0), ("light", True, 1.0), ("stop", True, 1.0), ("power", 1, 1.0),
    ]:  # fmt: skip
        panel.set(name, value)
        assert panel.get(name) == expected


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, "1", None, [1, 2], object()])
def test_hostile_values_are_refused_and_change_nothing(bad):
    panel = make_panel()
    panel.set("throttle", 0.5)
    with pytest.raises(PanelError, match="throttle"):
        panel.set("throttle", bad)
    assert panel.get("throttle") == 0.5


def test_a_pair_with_one_bad_number_moves_neither_axis():
    panel = make_panel()
    with pytest.raises(PanelError):
        panel.set("stick", (0.5, math.nan))
    assert panel.get("stick.x") == panel.get("stick.y") == 0.0


def test_unknown_names_get_a_suggestion():
    with pytest.raises(PanelError, match="no control 'trottle' - did you mean 'throttle'"):
        make_panel().set("trottle", 1)
    with pytest.raises(PanelError, match=r"stick\.x or stick\.y"):
        make_panel().set("stick", 1)
    with pytest.raises(PanelError, match="only shows"):
        make_panel().set("lamp", 1)
    with pytest.raises(PanelError, match="cannot be pressed"):
        make_panel().press("throttle")


def test_clicks_between_two_inputs_are_all_counted():
    panel = make_panel()
    for _ in range(3):
        panel.press("horn")
        panel.release("horn")
    row = panel.input_names.index("horn")
    assert panel.input().values[row] == 0.0
    assert panel.input().presses[row] == 3


def test_a_button_stays_down_until_its_last_holder_lets_go():
    panel = make_panel()
    panel.press("horn", "mouse")
    panel.press("horn", "keyboard")
    panel.release("horn", "mouse")
    assert panel.get("horn") == 1.0
    panel.release("horn", "keyboard")
    assert panel.get("horn") == 0.0


def test_springs_pull_back_on_release():
    panel = make_panel()
    panel.set("stick", (0.5, -0.5), "mouse")
    panel.set("throttle", 0.7, "mouse")
    panel.set("starter", 2, "mouse")
    for name in ("stick", "throttle", "starter"):
        panel.release(name, "mouse")
    assert (panel.get("stick.x"), panel.get("stick.y")) == (0.0, 0.0)
    assert panel.get("throttle") == 0.7
    assert panel.get("starter") == 1.0


def test_the_latest_mover_wins_and_the_earlier_release_moves_nothing():
    panel = make_panel()
    panel.set("stick.x", 0.5, "mouse")
    panel.set("stick.x", -1.0, "gamepad")
    panel.release("stick.x", "mouse")
    assert panel.get("stick.x") == -1.0
    panel.release("stick.x", "gamepad")
    assert panel.get("stick.x") == 0.0


def test_presses_flip_toggles_step_switches_and_latch_stops():
    panel = make_panel()
    panel.press("light")
    assert panel.get("light") == 1.0
    panel.press("light")
    assert panel.get("light") == 0.0
    seen = []
    for _ in range(3):
        panel.press("mode")
        seen.append(panel.get("mode"))
    assert seen == [2.0, 0.0, 1.0]
    panel.press("stop")
    panel.press("stop")
    panel.release("stop")
    assert panel.get("stop") == 1.0
    panel.set("stop", False)
    assert panel.get("stop") == 0.0


def test_a_guard_takes_the_first_press():
    panel = make_panel()
    panel.press("fire", "mouse")
    assert panel.get("fire") == 0.0 and panel.is_guard_open("fire")
    panel.press("fire", "mouse")
    assert panel.get("fire") == 1.0
    panel.release("fire", "mouse")
    panel.close_guard("fire")
    panel.press("fire")
    assert panel.get("fire") == 1.0


def test_neutral_returns_levers_and_buttons_and_says_why():
    panel = make_panel()
    panel.set("stick.x", 0.5, "mouse")
    panel.set("throttle", 0.9, "mouse")
    panel.release("throttle", "mouse")
    panel.press("horn", "keyboard")
    panel.set("starter", 2, "keyboard")
    panel.set("volume", 8, "mouse")
    panel.press("light")
    moved = panel.neutral("focus")
    assert set(moved) == {"stick.x", "throttle", "horn", "starter"}
    assert panel.get("starter") == 1.0 and panel.get("volume") == 8.0 and panel.get("light") == 1.0
    assert [one.reason for one in panel.notices] == ["focus"]
    assert panel.notices[0].text.ru != panel.notices[0].text.en


def test_neutral_of_one_device_leaves_the_others():
    panel = make_panel()
    panel.set("stick.x", 0.5, "mouse")
    panel.set("stick.y", 0.5, "gamepad")
    panel.set("volume", 9, "gamepad")
    panel.press("horn", "mouse")
    panel.press("horn", "gamepad")
    assert set(panel.neutral("unplugged", "gamepad")) == {"stick.y", "volume"}
    assert panel.get("stick.x") == 0.5 and panel.get("horn") == 1.0
    assert panel.notices[0].source == "gamepad"


def test_notices_do_not_pile_up():
    panel = make_panel()
    for _ in range(10):
        panel.neutral("focus")
    assert len(panel.notices) == 1
    panel.notify("plain words")
    assert panel.notices[-1].text.en == "plain words"
    panel.dismiss("focus")
    assert [one.reason for one in panel.notices] == ["plain words"]
    panel.dismiss()
    assert panel.notices == ()


def test_what_lasts_stays_whatever_news_come():
    panel = make_panel()
    panel.notify("board_silent", "desk")
    for number in range(6):
        panel.notify(f"news {number}")
    shown = [one.reason for one in panel.notices]
    assert shown == ["board_silent", "news 3", "news 4", "news 5"]


def test_reset_restores_the_start_but_keeps_counting():
    panel = make_panel()
    panel.press("horn")
    panel.set("mode", 2)
    panel.set("throttle", 1)
    panel.reset()
    sample = panel.input()
    assert sample.values.tolist() == make_panel().input().values.tolist()
    assert sample.presses.sum() == 1


def test_the_neutral_input_rests_levers_and_buttons_only():
    panel = make_panel()
    panel.set("stick.x", 0.5)
    panel.set("volume", 7)
    panel.press("horn")
    panel.press("light")
    last = panel.input()
    rest = dict(zip(panel.input_names, panel.neutral_input(last).values, strict=True))
    assert rest["stick.x"] == rest["horn"] == 0.0
    assert rest["volume"] == 7.0 and rest["light"] == 1.0
    assert np.array_equal(panel.neutral_input(last).presses, last.presses)


def test_what_nobody_holds_springs_back_after_a_recording():
    panel, played = make_panel(), make_panel()
    for name, value in (("stick.x", 0.5), ("throttle", 0.7), ("starter", 2), ("stick.y", -1)):
        played.set(name, value)
    played.press("horn")
    played.press("light")
    panel.show(played.input())
    panel.set("stick.y", 0.3, "mouse")  # taken while it was counted down
    panel.spring_back()
    names = ("stick.x", "stick.y", "throttle", "starter", "horn", "light")
    assert [panel.get(name) for name in names] == [0.0, 0.3, 0.7, 1.0, 0.0, 1.0]


def test_a_recorded_input_can_be_shown():
    panel, other = make_panel(), make_panel()
    panel.set("stick.y", -0.25)
    panel.press("light")
    other.show(panel.input())
    assert other.input().values.tolist() == panel.input().values.tolist()


moves = st.tuples(
    st.sampled_from(make_panel().input_names),
    st.sampled_from(["set", "press", "release", "neutral"]),
    st.sampled_from(["mouse", "keyboard", "gamepad", "script"]),
    st.floats(allow_nan=True, allow_infinity=True),
)


@given(st.lists(moves, max_size=40))
def test_no_sequence_leaves_the_ranges_or_loses_a_count(sequence):
    panel = make_panel()
    presses = panel.input().presses
    for name, verb, source, value in sequence:
        try:
            if verb == "set":
                panel.set(name, value, source)
            elif verb == "neutral":
                panel.neutral("focus", source)
            else:
                getattr(panel, verb)(name, source)
        except PanelError:
            pass
        sample = panel.input()
        assert np.all(sample.presses >= presses)
        presses = sample.presses
        for row, signal in enumerate(panel.input_names):
            low, high = panel.bounds(signal)
            assert low <= sample.values[row] <= high
    panel.neutral("focus")
    assert [panel.get(name) for name in ("stick.x", "stick.y", "throttle", "horn")] == [0.0] * 4
