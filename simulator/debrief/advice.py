"""What to practise, and what went well: read from a story, each with a time and one sentence."""

from typing import NamedTuple

import numpy as np

from simulator.spec.fields import Text
from simulator.spec.labels import label_of, plain
from simulator.training.measure_hand import DEAD
from simulator.training.score import MetricScore
from simulator.training.story import Story

from . import measures, texts
from .counsel import FAILED, SENTENCES

MOST, MOST_WELL = 6, 3  # that are told
HESITATION = 4.0  # so long without an input is told [s]
TO_AND_FRO = 5  # reversals of one lever ...
WITHIN = 4.0  # ... in so many seconds
UNSEEN = 3.0  # so long out of the camera's picture is told [s]
DETOUR = 0.6  # share of straight way in a stage's way below which it is a detour ...
DETOUR_WAY = 0.5  # ... and at least so much longer [m]
FAST = 0.35  # speed before a collision above which speed is the reason [m/s]
BY_THE_END = ("time", "path_length", "economy", "placing", "idle")  # say nothing before it
SLOWER, SLOWER_BY = 1.5, 3.0  # than the expert: factor and seconds


class Advice(NamedTuple):
    """One remark."""

    level: str  # bad, warn or ok
    weight: float  # the heavier comes first
    time: float | None  # [s], None: of the whole attempt
    title: str
    text: str
    about: str = ""  # kinds of metrics that it speaks of


def to_practise(story: Story, expert: Story | None, language: str) -> list[Advice]:
    """Return the weightiest remarks, the weightiest first."""
    found = [
        *_limits(story, language), *_collisions(story, language), *_drops(story, language),
        *_wrong_modes(story, language), *_hesitations(story, language),
        *_to_and_fro(story, language), *_detours(story, language), *_unseen(story, language),
        *_slow_stages(story, expert, language), *_unfinished(story, language),
    ]  # fmt: skip
    is_whole = _is_whole(story)
    told = " ".join(advice.about for advice in found)
    found += [
        _of_metric(story, metric, language)
        for metric in (story.session.judge.score.metrics if story.exercise else ())
        if not metric.passed
        and metric.kind not in told.split()
        and (is_whole or metric.kind not in BY_THE_END)
    ]
    found.sort(key=lambda advice: -advice.weight)
    return found[:MOST]


def went_well(story: Story, expert: Story | None, language: str) -> list[Advice]:
    """Return up to MOST_WELL things to be content with."""
    judge, found = story.session.judge, []
    kinds = {mark.kind for mark in story.marks}
    if story.time > 5.0 and "collision" not in kinds:
        found.append(_say("no_collision", language, "ok", 1.0, None))
    grips = [mark for mark in story.marks if mark.kind == "grip"]
    if grips and "drop" not in kinds and len(grips) == len({mark.name for mark in grips}):
        what = label_of(story.cast.scene, grips[0].name).in_language(language)
        found.append(_say("clean_grip", language, "ok", 0.95, grips[0].time, what=what))
    theirs = {name: end - begin for name, begin, end in expert.stages} if expert else {}
    for (name, begin, _), seconds in zip(story.stages, judge.seconds, strict=False):
        if theirs.get(name, 0.0) > seconds + 1.0:
            named = {"stage": stage(story, name, language), "gain": theirs[name] - seconds}
            found.append(_say("fast_stage", language, "ok", 0.9, begin, **named))
    for metric in judge.score.metrics if story.exercise else ():
        banded = metric.min is not None or metric.max is not None
        is_told = banded and metric.kind not in ("collisions", "peak_force")
        is_told &= _is_whole(story) or metric.kind not in BY_THE_END
        if is_told and metric.passed and metric.grade >= 0.85:
            named = {"what": measures.label(story, metric, language), "grade": 100 * metric.grade}
            named["value"] = _value(story, metric, language)
            found.append(_say("good_measure", language, "ok", 0.8 * metric.grade, None, **named))
    found.sort(key=lambda advice: -advice.weight)
    return found[:MOST_WELL]


def stage(story: Story, name: str, language: str) -> str:
    """Return what a stage asks for."""
    found = [one.text for one in (story.exercise.stages if story.exercise else ())
             if one.name == name]  # fmt: skip
    return found[0].in_language(language) if found else plain(name).in_language(language)


def stretches(flags: np.ndarray) -> list[tuple[int, int]]:
    """Return begin and end rows of each run of True in (n,) flags."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(int), [0]])))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def _say(
    key: str, language: str, level: str, weight: float, time: float | None, about: str = "",
    **named: object,
) -> Advice:  # fmt: skip
    """Fill in the title and the sentence of a remark; numbers are written as texts do."""
    written = {
        name: texts.measured(round(value, 2), (), language) if isinstance(value, float) else value
        for name, value in named.items()
    }
    if time is not None:
        written["time"] = texts.clock(time)
    title, text = (part.in_language(language).format(**written) for part in SENTENCES[key])
    return Advice(level, weight, time, title, text, about)


def _value(story: Story, metric: MetricScore, language: str) -> str:
    return _write(story, metric, metric.value, language)


def _write(story: Story, metric: MetricScore, number: float, language: str) -> str:
    edges = () if number in (metric.min, metric.max) else (metric.min, metric.max)
    value = texts.measured(number, edges, language)
    unit = measures.unit(story, metric, language)
    return f"{value}{'' if unit in ('°', '') else ' '}{unit}"


def _limits(story: Story, language: str) -> list[Advice]:
    told = {limit.name: limit for limit in story.exercise.limits} if story.exercise else {}
    found = []
    for mark in (mark for mark in story.marks if mark.kind == "limit"):
        limit = told[mark.name]
        key = "limit" if limit.price is None else "limit_price"
        named = {"what": limit.text.in_language(language), "price": limit.price or 0.0}
        found.append(_say(key, language, "bad", 10.0, mark.time, **named))
    return found[:2]


def _collisions(story: Story, language: str) -> list[Advice]:
    hits = sorted((m for m in story.marks if m.kind == "collision"), key=lambda m: -m.value)
    found = []
    for rank, mark in enumerate(hits[:2]):
        before = (story.times <= mark.time) & (story.times > mark.time - 0.5)
        speed = float(story.speed[before].max(initial=0.0))
        key = "collision_fast" if speed > FAST else "collision_slow"
        named = {
            "force": mark.value,
            "speed": speed,
            "what": label_of(story.cast.scene, mark.name).in_language(language),
            "part": label_of(story.cast.scene, mark.other).in_language(language),
        }
        weight, about = 8.0 - rank, "collisions peak_force"
        found.append(_say(key, language, "bad", weight, mark.time, about, **named))
    return found


def _drops(story: Story, language: str) -> list[Advice]:
    return [
        _say("drop", language, "bad", 9.0, mark.time, "drops",
             what=label_of(story.cast.scene, mark.name).in_language(language))
        for mark in story.marks if mark.kind == "drop"
    ][:2]  # fmt: skip


def _wrong_modes(story: Story, language: str) -> list[Advice]:
    marks = [mark for mark in story.marks if mark.kind == "wrong"]
    if not marks:
        return []
    assert story.exercise is not None
    controls = story.exercise.metrics[marks[0].name].controls
    what = ", ".join(label_of(story.cast.scene, name).in_language(language) for name in controls)
    named = {"count": len(marks), "what": what}
    return [_say("wrong", language, "warn", 6.0, marks[0].time, "wrong_mode", **named)]


def _hesitations(story: Story, language: str) -> list[Advice]:
    """Find the longest time without an input."""
    idle = np.diff(story.habit("idle"), prepend=0.0) > 0.0
    runs = [(end - begin, begin) for begin, end in stretches(idle)]
    length, begin = max(runs, default=(0, 0))
    seconds = length * story.cast.dt
    if seconds < HESITATION:
        return []
    time = float(story.times[begin])
    now = next((name for name, _, end in story.stages if end >= time), "")
    key = "hesitation" if now else "hesitation_free"
    weight = 3.0 + min(seconds / 10.0, 2.0)
    named = {"seconds": seconds, "stage": stage(story, now, language)}
    return [_say(key, language, "warn", weight, time, "idle", **named)]


def _to_and_fro(story: Story, language: str) -> list[Advice]:
    """Find where one lever was thrown to and fro most often within a few seconds."""
    best = (0, 0, 0.0)  # reversals, lever, time
    for column, values in enumerate(story.levers.T):
        active = np.flatnonzero(np.abs(values) > DEAD)
        turns = active[1:][np.diff(np.sign(values[active])) != 0]
        times = story.times[turns]
        for k, time in enumerate(times.tolist()):
            count = int(np.searchsorted(times, time + WITHIN)) - k
            best = max(best, (count, column, time), key=lambda one: one[0])
    count, column, time = best
    if count < TO_AND_FRO:
        return []
    name = list(story.cast.controls)[story.cast.levers[column]]
    named = {"count": count, "what": label_of(story.cast.scene, name).in_language(language)}
    return [_say("to_and_fro", language, "warn", 4.0, time, "reversals", **named)]


def _detours(story: Story, language: str) -> list[Advice]:
    """Find the stage with the most way beyond the straight one."""
    way, worst = story.way("robot"), (0.0, "", 0.0, 0.0)
    for name, begin, end in story.stages:
        rows = (story.times > begin) & (story.times <= end + 1e-9)
        points = way[rows]
        if len(points) < 2:
            continue
        length = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
        straight = float(np.linalg.norm(points[-1] - points[0]))
        if straight < DETOUR * length:
            worst = max(worst, (length - straight, name, begin, length))
    extra, name, begin, length = worst
    if extra < DETOUR_WAY:
        return []
    named = {"extra": extra, "length": length, "stage": stage(story, name, language)}
    weight = 2.5 + min(extra, 2.0)
    return [_say("detour", language, "warn", weight, begin, "economy path_length", **named)]


def _unseen(story: Story, language: str) -> list[Advice]:
    for name, measure in story.session.judge.measures.items():
        if (measure.spec.kind or name) != "camera_neglect":
            continue
        lost = np.diff(story.values(name), prepend=0.0) > 0.0
        length, begin = max(((e - b, b) for b, e in stretches(lost)), default=(0, 0))
        seconds = length * story.cast.dt
        if seconds >= UNSEEN:
            time = float(story.times[begin])
            about = "camera_neglect"
            return [_say("unseen", language, "warn", 3.5, time, about, seconds=seconds)]
    return []


def _slow_stages(story: Story, expert: Story | None, language: str) -> list[Advice]:
    theirs = {name: end - begin for name, begin, end in expert.stages} if expert else {}
    found = []
    for name, begin, end in story.stages:
        seconds, other = end - begin, theirs.get(name)
        if other is not None and seconds > max(SLOWER * other, other + SLOWER_BY):
            named = {"stage": stage(story, name, language), "seconds": seconds, "other": other}
            weight = 2.0 + min((seconds - other) / 10.0, 2.0)
            found.append(_say("slow_stage", language, "warn", weight, begin, "time", **named))
    return sorted(found, key=lambda advice: -advice.weight)[:2]


def _is_whole(story: Story) -> bool:
    return story.exercise is None or len(story.session.judge.seconds) == len(story.exercise.stages)


def _unfinished(story: Story, language: str) -> list[Advice]:
    if _is_whole(story) or story.exercise is None:
        return []
    done, stages = len(story.session.judge.seconds), story.exercise.stages
    named = {"done": done, "all": len(stages), "stage": stages[done].text.in_language(language)}
    begin = story.stages[-1][1] if story.stages else None
    return [_say("unfinished", language, "bad", 7.5, begin, **named)]


def _of_metric(story: Story, metric: MetricScore, language: str) -> Advice:
    """Return the general remark about a measure out of its band."""
    edge = metric.max if metric.max is not None and metric.value > metric.max else metric.min
    named = {
        "what": measures.label(story, metric, language),
        "value": _value(story, metric, language),
        "edge": _write(story, metric, edge if edge is not None else 0.0, language),
    }
    advice = _say("metric", language, "bad", 5.0, None, metric.kind, **named)
    other = Text(ru="", en="")
    return advice._replace(text=FAILED.get(metric.kind, other).in_language(language))
