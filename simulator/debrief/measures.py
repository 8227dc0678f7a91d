"""The measures of an attempt against their bands: value, bar, marker, verdict."""

import math
from typing import NamedTuple

from markupsafe import Markup

from simulator.plot import svg
from simulator.spec.models.exercise import MetricSpec
from simulator.training.measure import LABELS
from simulator.training.score import MetricScore
from simulator.training.story import Story

from . import texts

WIDTH, HEIGHT = 168.0, 22.0  # of a bar [px]
EDGE = 3.0  # from the well's end to the lowest and highest value [px]


class Row(NamedTuple):
    """A line of the card."""

    label: str
    value: str
    unit: str
    state: str  # ok, bad, or none: it has no band
    verdict: str  # the same in words
    band: str  # in numbers
    bar: Markup


def label(story: Story, metric: MetricScore, language: str) -> str:
    """Return what a metric is called."""
    spec = story.exercise.metrics[metric.name] if story.exercise else MetricSpec()
    text = spec.label or LABELS[metric.kind]
    return text.in_language(language)


def unit(story: Story, metric: MetricScore, language: str) -> str:
    """Return a metric's unit as it is written."""
    spec = story.exercise.metrics[metric.name] if story.exercise else MetricSpec()
    return spec.unit.in_language(language) if spec.unit else texts.unit(metric.unit, language)


def list_rows(story: Story, language: str) -> list[Row]:
    """Return a row for every metric of the exercise."""
    if story.exercise is None:
        return []
    return [_row(story, metric, language) for metric in story.session.judge.score.metrics]


def _row(story: Story, metric: MetricScore, language: str) -> Row:
    edges = (metric.min, metric.max)
    has_band = any(edge is not None for edge in edges)
    state = "none" if not has_band else "ok" if metric.passed else "bad"
    verdict = {"ok": "in_band", "bad": "out_of_band", "none": "no_band"}[state]
    low, high = (texts.edge(edge, language) if edge is not None else "" for edge in edges)
    band = f"{low} – {high}" if low and high else f"≥ {low}" if low else f"≤ {high}" if high else ""
    return Row(
        label(story, metric, language),
        texts.measured(metric.value, edges, language),
        unit(story, metric, language),
        state,
        texts.say(verdict, language),
        band,
        draw_bar(metric.value, *edges, state),
    )


def find_range(value: float, low: float | None, high: float | None) -> tuple[float, float]:
    """Return the values at the ends of a bar: band and value lie inside where they can."""
    known = [edge for edge in (low, high) if edge is not None]
    if math.isfinite(value):
        known.append(value)
    if not known:
        return 0.0, 1.0
    begin, end = min([0.0, *known]), max([0.0, *known])
    if low is not None and high is not None:  # a band between: the same air on both sides
        air = 0.4 * (high - low)
        begin, end = min(low - air, value), max(high + air, value)
        begin = max(begin, 0.0) if min(known) >= 0.0 else begin
    elif end > 0.0:
        end *= 1.1 if end == value and high is not None else 1.5
    return (begin, end) if end > begin else (begin, begin + 1.0)


def draw_bar(value: float, low: float | None, high: float | None, state: str) -> Markup:
    """Return the bar of a value: a well, the band in it, a marker over it."""
    begin, end = find_range(value, low, high)

    def place(number: float) -> float:
        share = min(max((number - begin) / (end - begin), 0.0), 1.0)
        return EDGE + share * (WIDTH - 2.0 * EDGE)

    middle = 0.5 * HEIGHT + 3.0
    parts = [svg.tag("rect", class_="well", x=0, y=middle - 5, width=WIDTH, height=10, rx=4)]
    if low is not None or high is not None:
        left = place(low) if low is not None else EDGE - 2.0
        right = place(high) if high is not None else WIDTH - EDGE + 2.0
        parts.append(
            svg.tag("rect", class_="band", x=left - 1, y=middle - 4, height=8, rx=3,
                    width=max(right - left, 0.0) + 2)
        )  # fmt: skip
    if math.isfinite(value):
        x = place(value)
        head = f"M{x - 5:.1f} {middle - 13:.1f}h10l-5 7z"
        parts.append(svg.tag("path", class_=f"pointer {state}", d=head))
        parts.append(
            svg.tag("rect", class_=f"pointer {state}", x=x - 1.25, y=middle - 9, width=2.5,
                    height=15)
        )  # fmt: skip
    return svg.drawing(WIDTH, HEIGHT, *parts, class_="bar", label="")
