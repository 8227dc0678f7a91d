"""Vary files: every mistake with its place."""

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulator.spec import codes

from .conftest import CONSOLE

EXERCISE = """\
scene: ../lesson.yaml
title: First
stages: [{name: on, text: On, done: {signal: lever, above: 0.5}}]
faults: {own: {component: arm.drive, kind: slow, at: 1}}
"""
GOOD = """\
start: {arm: {x: {uniform_cm: [-5, 5]}, yaw: {normal_deg: [0, 5]}}}
masses: {arm.upper: {uniform: [0.5, 2]}}
friction: {steel: {choice: [0.2, 0.5]}}
operator: {gain: {uniform: [0.5, 2]}, delay: {uniform_ms: [0, 300]}, tolerance: {choice: [1, 2]}}
faults: {weak: {chance: 0.5, component: arm.drive, kind: slow, when: {signal: lever, above: 0.1}}}
profiles: {good: {}, bad: {weight: 0.5, commands: {delay_ms: 200}}}
pushes: {gust: {body: arm.upper, at: {uniform_s: [0, 2]}, impulse: {uniform: [0, 1]}}}
"""


def check(folder, text, exercise=EXERCISE):
    from simulator.spec.check import check as check_file

    assert CONSOLE
    folder.write("scenes/exercises/first.yaml", exercise)
    return check_file(folder.write("scenes/vary/first.yaml", text))


def test_a_good_file_has_no_problems(folder):
    assert check(folder, GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "words"),
    [
        ("arm: {x:", "amr: {x:", "E401", 1, "did you mean arm"),
        ("arm.upper", "arm.base", "E401", 2, "no body that moves"),
        ("steel", "stele", "E401", 3, "did you mean steel"),
        ("body: arm.upper", "body: arm.uper", "E401", 7, "did you mean arm.upper"),
        ("uniform_s: [0, 2]", "uniform_s: [-1, 2]", "E912", 7, "only 0 to"),
        ("impulse: {uniform", "impulse: {unifrom", "E301", 7, "uniform"),
        ("component: arm.drive", "component: arm.drvie", "E401", 5, "arm.drive"),
        ("signal: lever", "signal: leber", "E401", 5, "lever"),
        ("weak", "own", "E913", 5, "of its own"),
        ("kind: slow", "kind: frozen", "E305", 5, "frozen"),
        ("kind: slow", "kind: slow, share: 0.1", "E952", 5, "does not use"),
        ("uniform_cm: [-5, 5]", "uniform_deg: [-5, 5]", "E308", 1, "in m"),
        ("uniform_cm: [-5, 5]", "uniform_cm: [5, -5]", "E912", 1, "upside down"),
        ("uniform_cm: [-5, 5]", "uniform_cm: [5]", "E307", 1, ""),
        ("uniform_cm: [-5, 5]", "", "E911", 1, "exactly one of"),
        ("uniform_cm: [-5, 5]", "uniform: [0, 1], choice: [1]", "E911", 1, "uniform and choice"),
        ("normal_deg: [0, 5]", "normal_deg: [0, -5]", "E912", 1, "negative"),
        ("choice: [0.2, 0.5]", "choice: []", "E911", 3, "nothing to choose"),
        ("choice: [0.2, 0.5]", "choice: [0.2, 5]", "E912", 3, "only 0 to 4"),
        ("uniform: [0.5, 2]}}\nf", "uniform: [0, 2]}}\nf", "E912", 2, "only 0.01 to 100"),
        ("chance: 0.5", "chance: 1.5", "E304", 5, ""),
        ("uniform_ms: [0, 300]", "uniform_ms: [0, 1e9]", "E912", 4, "only 0 to 10000 ms"),
        ("weight: 0.5", "weight: 0", "E304", 6, ""),
        ("delay_ms: 200", "delay_ms: 20000", "E304", 6, ""),
        ("masses:", "massses:", "E301", 2, "did you mean masses"),
    ],
)
def test_a_mistake_is_told_with_its_line(folder, old, new, code, line, words):
    assert old in GOOD
    found = check(folder, GOOD.replace(old, new, 1))
    assert [(one.code, one.line) for one in found] == [(code, line)]
    assert words in str(found[0])


def test_a_draw_of_the_same_number_every_time_is_one(folder):
    assert check(folder, GOOD.replace("uniform: [0, 1]", "uniform: [1, 1]")) == []


def test_an_exercise_with_mistakes_does_not_spoil_the_vary_file(folder):
    assert check(folder, GOOD, EXERCISE.replace("lever", "leber")) == []


def test_included_draws_come_together(folder):
    folder.write("scenes/vary/more.yaml", "masses: {arm.upper: {uniform: [1, 2]}}\n")
    assert check(folder, "include: more.yaml\nfriction: {steel: {choice: [1]}}\n") == []
    found = check(folder, "include: more.yaml\n" + GOOD)
    assert [one.code for one in found] == ["E208"]


WORDS = """
start masses friction operator faults profiles arm arm.upper steel x yaw gain delay uniform
uniform_deg normal choice chance component kind at when signal above weight commands include
"""
keys = st.sampled_from(WORDS.split())
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 9), st.floats(allow_nan=False),
    st.sampled_from(["arm.drive", "slow", "lever", "more.yaml"]),
)  # fmt: skip
trees = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=4)),
    max_leaves=20,
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.dictionaries(keys, trees, min_size=1, max_size=5))
def test_any_tree_of_plausible_keys_ends_with_located_problems(folder, tree):
    for problem in check(folder, yaml.safe_dump(tree)):
        assert problem.line >= 1 and problem.code in codes.MEANING
