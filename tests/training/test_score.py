"""Bands, grades and marks."""

import math

from hypothesis import given
from hypothesis import strategies as st

from simulator.spec.models.exercise import MetricSpec
from simulator.training.score import (
    Breach,
    HintScore,
    MetricScore,
    StageScore,
    find_mark,
    grade,
)

NUMBERS = st.floats(0.0, 1e3)


@given(NUMBERS, NUMBERS, st.floats(0.1, 1e3))
def test_lower_is_better(a, b, top):
    spec = MetricSpec(max=top)
    low, high = sorted((a, b))
    assert grade(spec, low, False) >= grade(spec, high, False)
    beyond = 0.5 - grade(spec, a, False)  # of the band's edge, but for rounding
    assert beyond <= 1e-12 if spec.passes(a) else beyond >= -1e-12


@given(NUMBERS, NUMBERS, st.floats(0.1, 1e3))
def test_higher_is_better(a, b, least):
    spec = MetricSpec(min=least)
    low, high = sorted((a, b))
    assert grade(spec, high, True) >= grade(spec, low, True)
    beyond = 0.5 - grade(spec, a, True)  # of the band's edge, but for rounding
    assert beyond <= 1e-12 if spec.passes(a) else beyond >= -1e-12


def test_grade_by_hand():
    spec = MetricSpec(max=60, best=30)
    assert [grade(spec, value, False) for value in (20, 30, 45, 60, 90, 200)] == [
        1.0, 1.0, 0.75, 0.5, 0.0, 0.0,
    ]  # fmt: skip
    spec = MetricSpec(min=10)  # best: 15
    assert [grade(spec, value, True) for value in (20, 15, 12.5, 10, 5, 0)] == [
        1.0, 1.0, 0.75, 0.5, 0.0, 0.0,
    ]  # fmt: skip


def test_a_count_that_must_be_zero():
    spec = MetricSpec(max=0)
    assert grade(spec, 0, False) == 1.0 and spec.passes(0)
    assert grade(spec, 1, False) == 0.0 and not spec.passes(1)


def test_what_is_not_a_number_never_passes():
    assert not MetricSpec(max=1).passes(math.nan)
    assert grade(MetricSpec(max=1), math.nan, False) == 0.0


def test_of_a_mean_more_is_better_where_its_band_only_begins_somewhere():
    spec = MetricSpec(kind="mean", signal="power", min=10, best=20)
    assert [grade(spec, value, False) for value in (25, 20, 15, 10, 5, 0)] == [
        1.0, 1.0, 0.75, 0.5, 0.25, 0.0,
    ]  # fmt: skip


def metric(grade, weight):
    return MetricScore("m", "time", 0.0, "s", None, None, True, grade, weight)


def test_mark_by_hand():
    stages = [StageScore("a", 1.0), StageScore("b", None)]
    metrics = [metric(1.0, 3.0), metric(0.5, 1.0), metric(0.0, 0.0)]
    assert find_mark(stages, metrics, [], []) == 43.8  # 100 x 1/2 x 3.5/4
    breaches = [Breach("x", 1.0, 10.0), Breach("y", 2.0, None)]
    assert find_mark(stages, metrics, breaches, [HintScore(0, 1.0, 5.0)]) == 28.8
    assert find_mark(stages, metrics, [Breach("x", 1.0, 99.0)], []) == 0.0
