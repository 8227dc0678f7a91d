"""What an exercise asks for can be done: its conditions may hold, its best values pass."""

import pytest

from simulator.spec.check import check

EXERCISE = """\
scene: ../lesson.yaml
title: up
stages:
  - {name: on, text: power, done: {pressed: power}}
  - {name: up, text: lift, done: {all: [{joint: arm.shoulder, above: 0.1, below: 0.3}]}}
metrics:
  time: {min: 2, max: 60, best: 20}
"""
MEASURED = """\
metrics:
  economy: {min: 0.5}
  slip: {max: 20}
  way: {kind: path_length, body: arm.upper, max: 9}
  turn: {kind: peak, signal: lever, max: 9}
  high: {kind: peak, signal: lever, scale: 1000, max: 9}"""


@pytest.fixture
def lesson(folder):
    def find(old, new):
        file = folder.write("scenes/exercises/up.yaml", EXERCISE.replace(old, new))
        return [(one.line, one.column, one.path, one.code) for one in check(file)]

    return find


def test_a_sound_exercise_is_accepted(lesson):
    assert lesson("", "") == []
    assert lesson("best: 20", "best: 60") == []
    heat = "heat: {kind: mean, signal: lever, min: 1}"
    unseen = "time: {weight: 0}"
    for metric in ("time: {}", "time: {min: 2, max: 3}", heat, unseen, "time: {best: ~}"):
        assert lesson("time: {min: 2, max: 60, best: 20}", metric) == []


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("pressed: power", "pressed: lever", (4, 45, "stages[0].done.pressed", "E305")),
        ("below: 0.3", "below: 0.1", (5, 82, "stages[1].done.all[0].below", "E902")),
        ("below: 0.3", "below: -1", (5, 82, "stages[1].done.all[0].below", "E902")),
        ("pressed: power", "all: []", (4, 41, "stages[0].done.all", "E307")),
        ("pressed: power", "any: []", (4, 41, "stages[0].done.any", "E307")),
        ("pressed: power", "pressed: null", (4, 35, "stages[0].done", "E901")),
        ("pressed: power", "signal: null, above: 1", (4, 35, "stages[0].done", "E901")),
        ("pressed: power", "carried: arm.upper", (4, 45, "stages[0].done.carried", "E902")),
        ("pressed: power", "gripped: ~", (4, 35, "stages[0].done", "E901")),
        ("pressed: power", "not: null", (4, 35, "stages[0].done", "E901")),
        ("below: 0.3", "below: -2", (5, 82, "stages[1].done.all[0].below", "E902")),
        (
            "{joint: arm.shoulder, above: 0.1, below: 0.3}",
            "{joint: arm.shoulder, above_deg: 400}",
            (5, 74, "stages[1].done.all[0].above", "E902"),
        ),
        (
            "{joint: arm.shoulder, above: 0.1, below: 0.3}",
            "{joint: arm.shoulder, above_mm: 4}",
            (5, 63, "stages[1].done.all[0].above", "E308"),
        ),
        ("pressed: power", "tilt: arm.upper, above: 30", (4, 60, "stages[0].done.above", "E902")),
        ("pressed: power", "tilt: arm.upper, below: -1", (4, 60, "stages[0].done.below", "E902")),
        (
            "title: up",
            "title: up\naids: [{kind: target, fade: [3, 1]}]",
            (3, 29, "aids[0].fade", "E604"),
        ),
        (
            "time: {min: 2, max: 60, best: 20}",
            "economy: {max: 0.5}",
            (7, 13, "metrics.economy.max", "E903"),
        ),
        (
            "time: {min: 2, max: 60, best: 20}",
            "hard: {kind: economy, min: 1.1}",
            (7, 30, "metrics.hard.min", "E903"),
        ),
        ("min: 2, max: 60, best: 20", "max: -1", (7, 15, "metrics.time.max", "E903")),
        ("best: 20", "best: 61", (7, 33, "metrics.time.best", "E903")),
        ("min: 2, max: 60, best: 20", "min: 2, best: 1", (7, 24, "metrics.time.best", "E903")),
        ("best: 20", "best: -1", (7, 33, "metrics.time.best", "E903")),
        (
            "time: {min: 2, max: 60, best: 20}",
            "economy: {min: 0.5, best: 1.1}",
            (7, 29, "metrics.economy.best", "E903"),
        ),
        ("min: 2, max: 60, best: 20", "min: 90", (7, 10, "metrics.time.min", "E903")),
        ("min: 2, max: 60, best: 20", "best: 20", (7, 10, "metrics.time.best", "E903")),
        ("min: 2, max: 60, best: 20", "weight: 2", (7, 10, "metrics.time.weight", "E903")),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_line(lesson, old, new, place):
    assert lesson(old, new) == [place]


def test_a_weight_without_a_band_is_told_of_what_finds_bands(folder):
    text = EXERCISE.replace("min: 2, max: 60, best: 20", "weight: 2")
    (found,) = check(folder.write("scenes/exercises/up.yaml", text))
    assert "give `max`, too, or leave it out until `simulator bands`" in found.message


@pytest.mark.parametrize(
    ("when", "key", "code"),
    [
        ("{tilt: arm.upper, above_deg: -50}", "above", "E902"),
        ("{tilt: arm.upper, below: 4}", "below", "E902"),
        ("{joint: arm.shoulder, above: -9}", "above", "E902"),
        ("{joint: arm.shoulder, above: -9, below: 9}", "above", "E902"),
        ("{metric: time, above: -1}", "above", "E902"),
        ("{metric: time, below: -1}", "below", "E902"),
        ("{metric: economy, above: 1.5}", "above", "E902"),
        ("{metric: way, above_deg: 9}", "above", "E308"),
        ("{metric: high, above_mm: 9}", "above", "E308"),
        ("{metric: time, above_deg: 9}", "above", "E308"),
        ("{tilt: arm.upper, above_mm: 9}", "above", "E308"),
        ("{gripped: arm.upper, above_deg: 9}", "above", "E308"),
        ("{body: arm.upper, touches: ground, above_mm: 9}", "above", "E308"),
        ("{tilt: arm.upper, above_deg: ~}", "", "E902"),
        ("{metric: time, below: ~}", "", "E902"),
        ("{after: 601}", "after", "E902"),
        ("{signal: power, above: 0.5, hold_min: 11}", "hold", "E902"),
        ("{tilt: arm.upper, above_deg: 50}", "", ""),
        ("{joint: arm.shoulder, above: -9, below: 0.1}", "", ""),
        ("{metric: time, above: 0, below: 50}", "", ""),
        ("{metric: slip, above: 150}", "", ""),
        ("{metric: way, above_cm: 500}", "", ""),
        ("{metric: turn, above_deg: 9}", "", ""),
        ("{body: arm.upper, touches: ground, above: 0}", "", ""),
        ("{after: 600}", "", ""),
    ],
)
def test_what_holds_never_or_always_is_no_limit(lesson, when, key, code):
    text = f"limits: [{{name: one, text: x, when: {when}}}]\n{MEASURED}"
    found = [(one[2], one[3]) for one in lesson("metrics:", text)]
    assert found == ([(f"limits[0].when.{key}".rstrip("."), code)] if code else [])


@pytest.mark.parametrize(
    ("stage", "found"),
    [
        ("limit: 60, done: {pressed: power}", []),
        ("limit: 601, done: {pressed: power}", [("stages[0].limit", "E304")]),
        ("limit: 5, done: {after: 6}", [("stages[0].done.after", "E902")]),
        ('done: {pressed: power}, text: {ru: " ", en: b}', [("stages[0].text", "E312")]),
    ],
)
def test_a_stage_ends_within_the_attempt_and_says_what_to_do(lesson, stage, found):
    stage = stage if "text" in stage else f"text: power, {stage}"
    told = lesson("text: power, done: {pressed: power}", stage)
    assert [(one[2], one[3]) for one in told] == found


@pytest.mark.parametrize(
    "metric",
    [
        "kind: placing, body: arm.upper, to: ~, max: 1",
        "kind: peak, signal: ~, max: 1",
        "kind: wrong_mode, controls: [], needs: {pressed: power}, max: 1",
    ],
)
def test_a_metric_without_what_it_measures_is_refused(lesson, metric):
    (found,) = lesson("time: {min: 2, max: 60, best: 20}", f"one: {{{metric}}}")
    assert found[3] == "E903" and found[2].startswith("metrics.one")


@pytest.mark.parametrize(
    ("joints", "column", "code"),
    [
        ("joints_deg: {shoulder: 100}", 38, "E405"),
        ("joints_mm: {shoulder: 10}", 27, "E308"),
        ("joints: {sholder: 0}", 24, "E401"),
        ("joints_deg: {shoulder: 45}", 0, ""),
    ],
)
def test_joints_start_within_their_limits(lesson, joints, column, code):
    found = [
        (one[0], one[1], one[3])
        for one in lesson("metrics", f"start: {{arm: {{{joints}}}}}\nmetrics")
    ]
    assert found == ([(6, column, code)] if code else [])


def test_a_metric_that_is_not_measured_is_to_be_listed(folder):
    text = f"{EXERCISE}limits: [{{name: hit, text: x, when: {{metric: peak_force, above: 9}}}}]\n"
    (found,) = check(folder.write("scenes/exercises/up.yaml", text))
    assert (found.path, found.code, found.suggestion) == ("limits[0].when.metric", "E401", None)
    assert found.message == "peak_force is not measured here: list it under `metrics`"


def test_a_fault_that_is_drawn_waits_for_what_can_be_pressed(folder):
    folder.write("scenes/exercises/up.yaml", EXERCISE)
    text = "faults:\n  cut: {component: drive, kind: dead, when: {pressed: lever}}\n"
    (found,) = check(folder.write("scenes/vary/up.yaml", text))
    assert (found.line, found.code) == (2, "E305")


def test_a_scripted_operator_moves_what_it_steers(folder):
    move = "actions:\n  - {move: [{widget: lever, signal: power, to: 1, gain: %s}]}\n"
    (found,) = check(folder.write("scenes/scripts/lesson.yaml", move % 0))
    assert (found.line, found.code, found.path) == (2, "E304", "actions[0].move[0].gain")
    assert check(folder.write("scenes/scripts/lesson.yaml", move % -0.5)) == []


def test_a_scripted_operator_waits_for_what_may_be(folder):
    text = """\
actions:
  - {press: [power]}
  - {set: {lever: 1}, until: {signal: power, above: 3, below: 1}}
"""
    (found,) = check(folder.write("scenes/scripts/lesson.yaml", text))
    assert (found.line, found.code, found.path) == (3, "E701", "actions[1].until.below")
