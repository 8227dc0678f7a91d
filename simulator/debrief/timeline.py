"""The attempt along its time: stages as bars, faults as spans, marks below them."""

from typing import NamedTuple

from markupsafe import Markup

from simulator.plot import svg
from simulator.spec.labels import FAULTS, component_label, label_of
from simulator.training.story import Mark, Story

from . import texts

LEFT, RIGHT = 128.0, 92.0  # margins, the same as the plots'
BAR, LANE = 28.0, 25.0  # heights [px]
LANES = 5
LEVELS = {
    "limit": "bad", "drop": "bad", "collision": "bad", "fault": "warn", "link": "warn",
    "wrong": "warn", "throw": "warn", "grip": "ok", "release": "ok", "clear": "ok",
    "hint": "info", "bookmark": "info", "message": "info", "focus_lost": "info", "view": "info",
    "hardware_lost": "warn",
}  # fmt: skip
# in the order in which they get room


class Place(NamedTuple):
    """Where a mark found room."""

    mark: Mark
    x: float
    lane: int
    begin: float  # what it takes of its lane [px]
    end: float
    words: str  # "" where only its sign has room
    before: bool  # the words stand before the sign


class Axis:
    """Time across the paper."""

    def __init__(self, story: Story, width: float) -> None:
        self.end = max(story.time, 0.1)
        self.left, self.right = LEFT, width - RIGHT

    def __call__(self, time: float) -> float:
        """Return where a time lies [px]."""
        return self.left + (self.right - self.left) * min(max(time / self.end, 0.0), 1.0)


def describe(mark: Mark, story: Story, language: str) -> str:
    """Return what a mark says."""
    if mark.kind == "collision":
        force = texts.measured(mark.value, (), language)
        what = label_of(story.cast.scene, mark.name).in_language(language)
        return texts.say("mark_collision_with", language, force=force, what=what)
    if mark.kind == "link":
        return texts.link(mark.data or {}, language)
    return texts.say(f"mark_{mark.kind}", language, what=_name(mark, story, language))


def _name(mark: Mark, story: Story, language: str) -> str:
    exercise, scene = story.exercise, story.cast.scene
    if mark.kind == "limit" and exercise:
        found = [limit.text for limit in exercise.limits if limit.name == mark.name]
        return found[0].in_language(language) if found else mark.name
    if mark.kind == "stage" and exercise:
        found = [stage.text for stage in exercise.stages if stage.name == mark.name]
        return found[0].in_language(language)
    if mark.kind in ("grip", "release", "drop", "throw"):
        return label_of(scene, mark.name).in_language(language)
    if mark.kind == "fault":
        part, kind = component_label(scene, mark.other), FAULTS[mark.how]
        return f"{part.in_language(language)}: {kind.in_language(language)}"
    return mark.name


def draw(story: Story, width: float, language: str, class_: str) -> tuple[Markup, float]:
    """Return the drawing and how high it is [px]."""
    axis = Axis(story, width)
    spans = _spans(story)
    top = BAR + 6.0 + (20.0 if spans else 0.0)
    places, missing = arrange(story, axis, width, language)
    lanes = max((place.lane + 1 for place in places), default=0)
    height = top + max(lanes, 2 if missing else 0) * LANE + 4.0
    label = texts.say("timeline", language)
    labels = [("stages", 18.5)] if story.stages else []
    labels += [("faults", BAR + 16.0)] if spans else []
    labels += [("marks", top + 15.5)] if places else []
    more = []
    if missing:
        words = texts.say("more_marks", language, missing)
        more.append(svg.text(0.0, top + 33.0, words, "quiet"))
    drawing = svg.drawing(
        width,
        height,
        _stages(story, axis, language),
        _faults(spans, story, axis, language),
        _signs(places, top),
        *(svg.text(0.0, y, texts.say(key, language), "plot-label") for key, y in labels),
        *more,
        svg.tag("line", class_="cursor", x1=0, x2=0, y1=0, y2=height, visibility="hidden"),
        class_=f"timed {class_}",
        label=label,
    )
    return drawing, height


def _stages(story: Story, axis: Axis, language: str) -> Markup:
    done = len(story.session.judge.seconds)
    told = {stage.name: stage.text for stage in story.exercise.stages} if story.exercise else {}
    parts = []
    for row, (name, begin, end) in enumerate(story.stages):
        left, right = axis(begin), axis(end)
        kind = "done" if row < done else "open"
        parts.append(
            svg.tag("rect", class_=f"stage {kind}", x=left + 0.5, y=0.5, height=BAR - 1, rx=3,
                    width=max(right - left - 1.5, 1.0))
        )  # fmt: skip
        room = right - left - 32.0
        words = svg.fit(f"{row + 1}. {told[name].in_language(language)}", room)
        words = words or (str(row + 1) if right - left > 12.0 else "")
        anchor, x = ("start", left + 8.0) if room > 20.0 else ("middle", 0.5 * (left + right))
        parts.append(svg.text(x, 18.5, words, "stage-text", anchor))
        if right - left > 60.0:
            sign = "ok" if row < done else "bad"
            parts.append(svg.icon(sign, right - 13.0, 0.5 * BAR, 14.0))
    if not story.stages:
        parts.append(
            svg.tag("rect", class_="stage open", x=axis.left, y=0.5, height=BAR - 1, rx=3,
                    width=axis.right - axis.left)
        )  # fmt: skip
    return svg.group(*parts)


def _spans(story: Story) -> list[tuple[Mark, float, float]]:
    """Return the faults: mark, begin and end [s]; an unnamed end ends them all."""
    open_: dict[str, Mark] = {}
    found = []
    for mark in story.marks:
        if mark.kind == "fault":
            open_[mark.name] = mark
        elif mark.kind == "clear":
            for name in [mark.name] if mark.name else list(open_):
                if name in open_:
                    begun = open_.pop(name)
                    found.append((begun, begun.time, mark.time))
    return found + [(mark, mark.time, story.time) for mark in open_.values()]


def _faults(
    spans: list[tuple[Mark, float, float]], story: Story, axis: Axis, language: str
) -> Markup:
    parts = []
    for mark, begin, end in spans:
        left, width = axis(begin), max(axis(end) - axis(begin), 3.0)
        parts.append(
            svg.tag("rect", class_="fault", x=left, y=BAR + 3.0, width=width, height=17, rx=3)
        )
        words = describe(mark, story, language)
        parts.append(svg.text(left + 7.0, BAR + 16.0, svg.fit(words, width - 12.0), "fault-text"))
    return svg.group(*parts)


def arrange(story: Story, axis: Axis, width: float, language: str) -> tuple[list[Place], int]:
    """Find room for the marks, the weighty first; return them and how many found none."""
    order = list(LEVELS)
    marks = [mark for mark in story.marks if mark.kind in LEVELS]
    marks = [mark for mark in marks if mark.kind not in ("fault", "clear")]  # spans tell them
    marks.sort(key=lambda mark: (order.index(mark.kind), -mark.value, mark.time))
    places: list[Place] = []
    missing = 0
    for mark in marks:
        place = _find_place(mark, axis(mark.time), describe(mark, story, language), places, width)
        if place is None:
            missing += 1
        else:
            places.append(place)
    return places, missing


def _find_place(mark: Mark, x: float, said: str, places: list[Place], width: float) -> Place | None:
    """Find room for a mark: with its words, better without a leader through those of another."""
    words = svg.fit(said, 230.0)
    long = 18.0 + 7.2 * len(words)
    spans = [(words, False, x - 11.0, x + long), (words, True, x - long, x + 11.0),
             ("", False, x - 11.0, x + 11.0)]  # fmt: skip
    spans = [one for one in spans if not one[0] or (one[3] <= width and one[2] >= LEFT - 12.0)]
    for may_cross, some in ((False, spans[:-1]), (True, spans)):
        for text, before, begin, end in some:
            for lane in range(LANES):
                if _is_free(places, lane, x, begin, end, may_cross):
                    return Place(mark, x, lane, begin, end, text, before)
    return None


def _is_free(
    places: list[Place], lane: int, x: float, begin: float, end: float, may_cross: bool
) -> bool:
    beside = (one for one in places if one.lane == lane)
    if not all(end < one.begin or begin > one.end for one in beside):
        return False
    above = (one for one in places if one.lane < lane)
    below = (one for one in places if one.lane > lane)
    crosses = any(one.begin < x < one.end for one in above)
    return may_cross or not (crosses or any(begin < one.x < end for one in below))


def _signs(places: list[Place], top: float) -> Markup:
    parts = []
    for place in places:
        y = top + place.lane * LANE + 11.0
        parts.append(svg.tag("path", class_="leader", d=f"M{place.x:.1f} {BAR:.1f}V{y - 8:.1f}"))
    for place in places:
        y = top + place.lane * LANE + 11.0
        parts.append(svg.icon(LEVELS[place.mark.kind], place.x, y, 17.0))
        if place.words:
            side = ("end", place.x - 13.0) if place.before else ("start", place.x + 13.0)
            parts.append(svg.text(side[1], y + 4.5, place.words, "mark-text", side[0]))
    return svg.group(*parts)
