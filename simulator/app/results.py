"""An exercise in words: its briefing, the strip over the view in an attempt, and the result."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simulator.keeping import Attempt
from simulator.spec.fields import Text
from simulator.spec.models.exercise import ExerciseSpec
from simulator.ui.intents import WARNED, Lesson
from simulator.ui.pages.lesson_pages import Brief
from simulator.ui.pages.result_page import Result, Row
from simulator.ui.texts.lessons import TEXTS

if TYPE_CHECKING:
    from simulator.training.score import Score

NAMED = 3  # of the measures that failed: they may be out of sight below
RUSSIAN = {"s": "с", "m": "м", "N": "Н", "1/min": "1/мин"}  # units of the judge


def brief_of(exercise: ExerciseSpec) -> Brief:
    """Return what the briefing shows."""
    stages = [stage.text for stage in exercise.stages]
    rule = (exercise.repeat.passes, exercise.repeat.of)
    is_exam = exercise.exam is not None
    return Brief(exercise.title, exercise.briefing, exercise.level, stages, rule, is_exam)


def lesson_of(exercise: ExerciseSpec, attempt: Attempt, is_running: bool) -> Lesson:
    """Return what the strip over the view says of an attempt; one that is over has no hints."""
    score, hints = attempt.score, exercise.hints
    offered = attempt.offered if is_running else ()
    limits = {limit.name: limit.text for limit in exercise.limits}
    told = [one for one in score.breaches if score.time - one.time < WARNED]
    return Lesson(
        title=exercise.title,
        stages=[stage.text for stage in exercise.stages],
        stage=attempt.stage,
        time=score.time,
        hint=hints[score.hints[-1].row].text if score.hints else None,
        hint_price=hints[offered[0]].price if offered else None,
        warning=limits[told[-1].name] if told else None,
    )


def result_of(
    exercise: ExerciseSpec, score: "Score", verdict: Sequence[Text] | None, can_go_on: bool
) -> Result:
    """Return what the result shows; `verdict` is why an exam does not count, None: no exam."""
    from simulator.training.measure import LABELS

    rows = [
        Row(
            label=exercise.metrics[metric.name].label or LABELS[metric.kind],
            value=metric.value,
            unit=exercise.metrics[metric.name].unit or _unit(metric.unit),
            low=metric.min,
            high=metric.max,
            is_passed=metric.passed,
            has_band=metric.min is not None or metric.max is not None,
        )
        for metric in score.metrics
    ]
    texts = {stage.name: stage.text for stage in exercise.stages}
    limits = {limit.name: limit.text for limit in exercise.limits}
    noted = [one for one in score.breaches if one.price is not None or one.name != score.reason]
    return Result(
        title=exercise.title,
        is_passed=score.outcome == "passed",
        reason=_reason(score, limits, rows),
        mark=score.mark,
        rows=rows,
        stages=[(texts[stage.name], stage.seconds) for stage in score.stages],
        notes=[limits[breach.name] for breach in noted] + _objections(verdict or ()),
        counts=verdict is not None and not verdict,
        can_go_on=can_go_on,
    )


def _unit(unit: str) -> Text:
    return Text(ru=RUSSIAN.get(unit, unit), en=unit)


def _objections(why_not: Sequence[Text]) -> list[Text]:
    """Return why an exam does not count, in words."""
    head = TEXTS["counts_not"]
    return [Text(ru=f"{head.ru}: {why.ru}", en=f"{head.en}: {why.en}") for why in why_not]


def _reason(score: "Score", limits: dict[str, Text], rows: Sequence[Row]) -> Text:
    if score.outcome == "passed":
        return TEXTS["all_kept"]
    if score.reason == "metrics":
        failed = [row.label for row in rows if not row.is_passed]
        more = ", ..." * (len(failed) > NAMED)
        told = {
            language: TEXTS["of"].in_language(language).format(len(failed), len(rows))
            + ": "
            + ", ".join(label.in_language(language) for label in failed[:NAMED])
            + more
            for language in ("ru", "en")
        }
        return Text(**told)
    named = {"time": "time_out", "unfinished": "unfinished", "diverged": "diverged"}
    if score.reason in named:
        return TEXTS[named[score.reason]]
    return limits.get(score.reason, Text(ru=score.reason, en=score.reason))
