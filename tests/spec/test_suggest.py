"""What is said of a mistyped name: near ones, and none that are far off."""

import pytest

from simulator.spec.suggest import nearest

BLOCKS = ["gain", "sum", "product", "saturate", "rate_limit", "integrator", "low_pass", "pid"]
SIGNALS = ["left_track_speed", "right_track_speed", "arm_angle", "gripper"]


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("gian", BLOCKS, "gain"),  # two letters swapped
        ("prodcut", BLOCKS, "product"),
        ("smu", ["fmu", *BLOCKS], "sum"),  # the same letters before another one
        ("holds", ["hold_s", "hold_ms", "hold"], "hold"),  # nothing but a letter too many
        ("summ", BLOCKS, "sum"),
        ("pdi", BLOCKS, "pid"),
        ("sat", BLOCKS, "saturate"),  # the begin of a word
        ("rate", BLOCKS, "rate_limit"),  # a part of a name, not letters inside `saturate`
        ("integral", BLOCKS, "integrator"),  # another form of the word
        ("lowpass", BLOCKS, "low_pass"),
        ("filter", BLOCKS, "low_pass"),  # what others call it
        ("dial", ["display", "gauge", "lever"], "gauge"),
        ("пфшт", BLOCKS, "gain"),  # typed with a Russian keyboard
        ("rigth_track_speed", SIGNALS, "right_track_speed"),
        ("speed_left_track", SIGNALS, "left_track_speed"),  # words in another order
        ("left_speed", SIGNALS, "left_track_speed"),
        ("gripper_force", SIGNALS, "gripper"),
        ("cosine", ["sine", "cosine_kg", "side"], "cosine_kg"),
        ("alfa", ["alpha", "beta"], "alpha"),  # as it is said
        ("tzpe", ["type", "kind"], "type"),  # with a German keyboard
        ("powr", ["buggy.power", "buggy.grip", "turn_angle"], "buggy.power"),
    ],
)
def test_what_the_author_may_have_meant(word, known, near):
    assert nearest(word, known) == near


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("left_track_torque", SIGNALS),
        ("track_speed", SIGNALS),  # either of two
        ("init", ["limit", "axis"]),
        ("rate", ["range", "axis"]),
        ("foo", BLOCKS),
        ("kd", ["ki", "kp"]),
        ("powr", ["buggy.power", "rover.power"]),  # either of two
    ],
)
def test_nothing_far_off_is_suggested(word, known):
    assert nearest(word, known) is None


def test_long_lists_of_long_names_are_quick():
    known = [f"robot_{row}.left_front_wheel_speed_{row}" for row in range(1000)]
    assert nearest("robot_7.left_front_wheel_sped_7", known) == known[7]
    assert nearest("x" * 5000, known) is None
