"""Traces under one another along one time: the robot, the hands, what the exercise measures."""

from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from simulator.plot import svg
from simulator.spec.models.exercise import MetricSpec
from simulator.training.measure import LABELS
from simulator.training.story import Story

from . import texts
from .deviation import Deviation
from .timeline import Axis

Array = NDArray[np.float64]
SIGNALS = ("mean", "peak", "integral")  # kinds of metrics that read a signal
FAR = 5.0  # a limit so many times above all that was reached is left out
GAP, AXIS = 7.0, 24.0  # between two rows; for the times below [px]


class Trace(NamedTuple):
    """One row."""

    label: str
    unit: str
    values: Array  # (n,) at the story's times
    limits: tuple[float, ...] = ()
    expert: Array | None = None  # (m,) at the deviation's times
    is_bad: bool = False  # the measure of it is out of its band


def list_traces(story: Story, deviation: Deviation | None, language: str) -> list[Trace]:
    """Return what is worth plotting."""
    expert = deviation.expert if deviation else None
    say = lambda key: texts.say(key, language)  # noqa: E731
    force = _names(story, "peak_force")
    traces = [
        Trace(say("speed"), texts.unit("m/s", language), story.speed, (),
              expert.speed if expert else None),
        Trace(say("force"), texts.unit("N", language), story.force, _limits(story, force),
              expert.force if expert else None, _is_failed(story, force)),
        Trace(say("levers"), "%", activity(story), (), activity(expert) if expert else None),
    ]  # fmt: skip
    if deviation:
        traces.append(Trace(say("off_way"), texts.unit("m", language), deviation.values))
    for name, spec in (story.exercise.metrics if story.exercise else {}).items():
        kind = spec.kind or name
        if kind in SIGNALS:
            label = (spec.label or LABELS[kind]).in_language(language)
            unit = spec.unit.in_language(language) if spec.unit else ""
            edges = tuple(edge for edge in (spec.min, spec.max) if edge is not None)
            other = _signal(expert, name, spec) if expert else None
            is_bad, values = _is_failed(story, [name]), _signal(story, name, spec)
            traces.append(Trace(label, unit, values, edges, other, is_bad))
    return [_finite(trace) for trace in traces if len(trace.values)]


def _finite(trace: Trace) -> Trace:
    """Return a trace that can be drawn, even where the model diverged."""
    clean = partial(np.nan_to_num, posinf=0.0, neginf=0.0)
    expert = None if trace.expert is None else clean(trace.expert)
    return trace._replace(values=clean(trace.values), expert=expert)


def activity(story: Story) -> Array:
    """Return how far the levers were pushed at most (n,) [%]."""
    levers = np.abs(story.levers)
    return 100.0 * (levers.max(axis=1) if levers.size else np.zeros(len(story.times)))


def _names(story: Story, kind: str) -> list[str]:
    """Return the metrics of a kind."""
    metrics = story.exercise.metrics if story.exercise else {}
    return [name for name, spec in metrics.items() if (spec.kind or name) == kind]


def _limits(story: Story, names: Collection[str]) -> tuple[float, ...]:
    metrics = story.exercise.metrics if story.exercise else {}
    found = [metrics[name].max for name in names]
    return tuple(edge for edge in found if edge is not None)


def _is_failed(story: Story, names: Collection[str]) -> bool:
    """Say whether the judge has one of these metrics out of its band.

    The curve does not tell: a mean may lie below what its signal reaches, and of some only a part
    of the time counts.
    """
    return any(not one.passed for one in story.session.judge.score.metrics if one.name in names)


def _signal(story: Story, name: str, spec: MetricSpec) -> Array:
    """Return the signal that a metric reads; of an integral, what has come together."""
    if (spec.kind or name) == "integral":
        return story.values(name)
    return spec.scale * story.signal(spec.signal or "")


def draw(
    story: Story,
    traces: list[Trace],
    deviation: Deviation | None,
    size: tuple[float, float],
    language: str,
    class_: str,
) -> Markup:
    """Return the drawing; all rows share its height."""
    width, height = size
    axis = Axis(story, width)
    row = (height - AXIS) / max(len(traces), 1)
    parts = [
        _row(trace, story, deviation, axis, k * row, row - GAP, language)
        for k, trace in enumerate(traces)
    ]
    label = texts.say("plots", language)
    bottom = height - AXIS
    cursor = [
        svg.tag("line", class_="cursor", x1=0, x2=0, y1=0, y2=bottom, visibility="hidden"),
        svg.text(0, height - 4.0, "", "cursor-time", "middle"),
    ]
    times = _times(axis, bottom)
    return svg.drawing(width, height, *parts, times, *cursor, class_=f"timed {class_}", label=label)


def _times(axis: Axis, bottom: float) -> Markup:
    count = max(4, int((axis.right - axis.left) / 90.0))
    parts = []
    for time in svg.seconds(axis.end, count):
        parts.append(svg.text(axis(time), bottom + 14.0, texts.clock(time), "quiet", "middle"))
    return svg.group(*parts, class_="times")


def find_scale(trace: Trace) -> tuple[float, float, tuple[float, ...]]:
    """Return the lowest and highest value of a row, and the limits that are in sight."""
    blocks = [trace.values] if trace.expert is None else [trace.values, trace.expert]
    everything = np.concatenate(blocks)
    low, high = min(0.0, float(everything.min())), max(0.0, float(everything.max()))
    reach = FAR * max(high, -low) if high > low else 1000.0
    seen = tuple(limit for limit in trace.limits if abs(limit) <= reach)
    low, high = min([low, *seen]), max([high, *seen])
    span = high - low or 1.0
    return (low - 0.08 * span if low < 0.0 else 0.0), high + 0.12 * span, seen


def _row(
    trace: Trace, story: Story, deviation: Deviation | None, axis: Axis, top: float,
    height: float, language: str,
) -> Markup:  # fmt: skip
    low, high, limits = find_scale(trace)

    def level(values: Array | float) -> Array:
        return top + height * (1.0 - (np.asarray(values) - low) / (high - low))

    def path(times: Array, values: Array) -> str:
        keep = times <= axis.end + 1e-9
        across = axis.left + (axis.right - axis.left) * times[keep] / axis.end
        return svg.line(svg.thin(np.column_stack([across, level(values[keep])])))

    width = axis.right - axis.left
    parts = [svg.tag("rect", class_="well", x=axis.left, y=top, width=width, height=height, rx=4)]
    for limit in limits:
        y = float(level(limit))
        if limit == max(trace.limits) and limit > 0.0:
            parts.append(
                svg.tag("rect", class_="beyond", x=axis.left, y=top, width=width, height=y - top)
            )
        parts.append(svg.tag("path", class_="limit", d=f"M{axis.left:.1f} {y:.1f}h{width:.1f}"))
        words = f"{texts.say('limit', language)} {texts.edge(limit, language)}"
        below = y - top < 16.0
        parts.append(svg.text(axis.left + 7.0, y + (14.0 if below else -5.0), words, "limit-text"))
    if trace.expert is not None and deviation is not None:
        drawn = path(deviation.times, trace.expert)
        parts.append(svg.tag("path", class_="trace expert", d=drawn))
    parts.append(svg.tag("path", class_="trace", d=path(story.times, trace.values)))
    parts += _scale(low, high, axis, level, height, language)
    return svg.group(*parts, *_words(trace, axis, top, height, language))


def _scale(
    low: float, high: float, axis: Axis, level: Callable[[float], Array], height: float,
    language: str,
) -> list[Markup]:  # fmt: skip
    """Number the top and the bottom of a row with round values."""
    marks = svg.ticks(low, high, 4 if height > 50.0 else 2)
    ends = [marks[0], marks[-1]] if len(marks) > 1 else marks
    top, bottom = float(level(high)), float(level(low))
    places = [(min(max(float(level(value)) + 4.0, top + 11.0), bottom), value) for value in ends]
    return [
        svg.text(axis.left - 7.0, y, texts.edge(value, language), "quiet", "end")
        for y, value in places
    ]


def _short(value: float, language: str) -> str:
    return texts.measured(round(value, 6), (), language)


def _words(trace: Trace, axis: Axis, top: float, height: float, language: str) -> list[Markup]:
    middle = top + 0.5 * height
    lines = svg.wrap(trace.label, axis.left - 38.0)
    first = middle + 5.0 - 7.5 * len(lines)
    largest = float(trace.values[np.abs(trace.values).argmax()])
    parts = [
        *(svg.text(0.0, first + 15.0 * k, words, "plot-label") for k, words in enumerate(lines)),
        svg.text(0.0, first + 15.0 * len(lines), trace.unit, "quiet"),
        svg.text(axis.right + 10.0, middle, _short(largest, language),
                 "plot-value bad" if trace.is_bad else "plot-value"),
    ]  # fmt: skip
    below = texts.say("highest", language)
    if trace.expert is not None and len(trace.expert):
        other = float(trace.expert[np.abs(trace.expert).argmax()])
        below = f"{texts.say('expert', language)} {_short(other, language)}"
    parts.append(svg.text(axis.right + 10.0, middle + 15.0, below, "quiet plot-below"))
    return parts
