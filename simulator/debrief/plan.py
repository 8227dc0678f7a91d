"""The path seen from above: what stands there, where the robot went, where what happened."""

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from simulator.plot import svg
from simulator.snapshot import Snapshot
from simulator.spec.models.exercise import AreaSpec
from simulator.spec.naming.bodies import Body, list_bodies
from simulator.training.cast import turned
from simulator.training.story import Mark, Story

from . import outlines, texts
from .deviation import Deviation

Array = NDArray[np.float64]
CEILING = 2.0  # what begins above this is no obstacle [m]
FLAT = 0.03  # what ends below this is paint [m]
AIR = 0.6  # round the way [m]
LONG_WAY = 1.8  # width over height from which the plan takes a line of its own
EVENTS = {"collision": "bad", "drop": "bad", "limit": "bad", "grip": "ok", "release": "info",
          "bookmark": "info"}  # fmt: skip


class Frame:
    """Where metres lie on the paper; y is up in the world and down on the paper."""

    def __init__(self, low: Array, high: Array, width: float, height: float) -> None:
        self.size = width, height
        self.scale = float(min(width / (high[0] - low[0]), height / (high[1] - low[1])))
        self.span, self.middle = high - low, 0.5 * (low + high)

    def __call__(self, points: Array) -> Array:
        """Return where (n, 2 or 3) points of the world lie (n, 2) [px]."""
        known = np.nan_to_num(np.atleast_2d(points)[:, :2], posinf=0.0, neginf=0.0)
        flat = (known - self.middle) * self.scale
        return flat * (1.0, -1.0) + 0.5 * np.array(self.size)


def extent(story: Story, expert: Story | None = None) -> tuple[Array, Array]:
    """Return the least and greatest x, y that are worth seeing (2,) [m]."""
    points = [one.way(name) for one in (story, expert) if one for name in one.rows]
    points.append(story.first.position[[story.cast.base]])
    points += [outlines.of_area(area) for area in _shown_zones(story)]
    flat = np.vstack([block[:, :2] for block in points])
    flat = np.nan_to_num(flat, posinf=0.0, neginf=0.0)  # of a model that diverged
    low, high = flat.min(axis=0) - AIR, flat.max(axis=0) + AIR
    lacking = np.maximum(0.0, 0.16 * (high - low).max() - 0.5 * (high - low))
    return low - lacking, high + lacking


def is_long(story: Story, expert: Story | None) -> bool:
    """Return whether the way is so much longer than wide that it wants a card of full width."""
    low, high = extent(story, expert)
    return bool((high - low)[0] > LONG_WAY * (high - low)[1])


def draw(
    story: Story, deviation: Deviation | None, size: tuple[float, float], language: str, class_: str
) -> Markup:
    """Return the drawing."""
    width, height = size
    expert = deviation.expert if deviation else None
    frame = Frame(*extent(story, expert), width, height)
    clip = f"clip-{class_}"
    parts = [
        svg.tag("clipPath", svg.tag("rect", width=width, height=height, rx=6), id=clip),
        svg.tag("rect", class_="well", width=width, height=height, rx=6),
        svg.group(
            _grid(frame), _props(story, frame), _zones(story, frame, language),
            _shade(deviation, frame), _ways(story, expert, frame), _robot(story, frame),
            _events(story, frame, language), clip_path=f"url(#{clip})",
        ),
        _scale_bar(frame, language),
        svg.tag("circle", class_="cursor-dot", cx=0, cy=0, r=5, visibility="hidden"),
    ]  # fmt: skip
    label = texts.say("path", language)
    return svg.drawing(width, height, *parts, class_=f"plan {class_}", label=label)


def _grid(frame: Frame) -> Markup:
    span = np.array(frame.size) / frame.scale
    low, high = frame.middle - 0.5 * span, frame.middle + 0.5 * span
    step = next(one for one in (0.5, 1.0, 2.0, 5.0, 10.0, 1e9) if one * frame.scale > 38.0)
    lines = []
    for axis in (0, 1):
        for place in np.arange(np.ceil(low[axis] / step), np.floor(high[axis] / step) + 1) * step:
            ends = np.array([low, high])
            ends[:, axis] = place
            lines.append(svg.line(frame(ends)))
    return svg.tag("path", class_="grid", d="".join(lines))


def _props(story: Story, frame: Frame) -> Markup:
    """Draw what stands there; a moved thing where it was (dashed) and where it came to rest."""
    parts = []
    snapshots = (story.first, story.last)
    for row, body in enumerate(list_bodies(story.cast.scene)):
        if body.robot >= 0 or row == 0:
            continue
        moved = np.linalg.norm(story.last.position[row] - story.first.position[row]) > 0.05
        parts += _prop(story, body, row, snapshots[0], frame, "was" if moved else "")
        if moved:
            parts += _prop(story, body, row, snapshots[1], frame, "")
    return svg.group(*parts)


def _prop(
    story: Story, body: Body, row: int, at: Snapshot, frame: Frame, class_: str
) -> list[Markup]:
    part, parts = body.part, []
    is_load = bool(story.exercise and body.name in story.exercise.handles)
    known = [outlines.of_shape(shape) for shape in part.visuals or part.all_shapes]
    blocks = [block for block in known if block is not None]
    if not blocks and len(story.cast.corners[row]) > 1:
        blocks = [story.cast.corners[row]]
    for block in blocks:
        points = turned(at.orientation[row], block) + at.position[row]
        low, high = points[:, 2].min(), points[:, 2].max()
        if low > CEILING:
            continue
        kind = "paint" if high < FLAT else "load" if is_load else "prop"
        d = svg.line(frame(outlines.hull(points[:, :2])), close=True)
        parts.append(svg.tag("path", class_=f"{kind} {class_}".strip(), d=d))
    return parts


def _zones(story: Story, frame: Frame, language: str) -> Markup:
    parts = []
    for area in _shown_zones(story):
        points = frame(outlines.hull(outlines.of_area(area)[:, :2]))
        kind = "zone forbidden" if area.forbidden else "zone"
        parts.append(svg.tag("path", class_=kind, d=svg.line(points, close=True)))
        if area.label:
            x, y = points[:, 0].mean(), points[:, 1].min() - 5.0
            y = y if y > 14.0 else float(points[:, 1].max()) + 14.0
            words = area.label.in_language(language)
            parts.append(svg.text(float(x), float(y), words, "zone-label", "middle"))
    return svg.group(*parts)


def _shade(deviation: Deviation | None, frame: Frame) -> Markup:
    if deviation is None:
        return Markup("")
    own, other = frame(deviation.own), frame(deviation.nearest)
    d = "".join(
        svg.line(np.array([own[k], own[k + 1], other[k + 1], other[k]]), close=True)
        for k in range(len(own) - 1)
    )
    return svg.tag("path", class_="deviation", d=d)


def _ways(story: Story, expert: Story | None, frame: Frame) -> Markup:
    parts = []
    if expert is not None:
        parts.append(svg.tag("path", class_="way expert", d=_way(expert, "robot", frame)))
        if "hand" in expert.rows:
            parts.append(svg.tag("path", class_="way expert hand", d=_way(expert, "hand", frame)))
    for name in [name for name in story.rows if name != "robot"]:
        kind = "hand" if name == "hand" else "carried"
        parts.append(svg.tag("path", class_=f"way {kind}", d=_way(story, name, frame)))
    parts.append(svg.tag("path", class_="way own", d=_way(story, "robot", frame)))
    return svg.group(*parts)


def _way(story: Story, name: str, frame: Frame) -> str:
    """Return a way's path, a point only where it has gone a pixel on."""
    points = frame(story.way(name)) if len(story.times) else np.zeros((0, 2))
    kept: list[Array] = []
    for point in points:
        if not kept or np.abs(point - kept[-1]).max() >= 1.0:
            kept.append(point)
    return svg.line(np.array(kept)) if len(kept) > 1 else ""


def _robot(story: Story, frame: Frame) -> Markup:
    """Draw the robot's outline where the attempt ended."""
    parts = []
    for row in np.flatnonzero(story.cast.own):
        corners = story.cast.corners[row]
        if len(corners) > 1 and not _is_track_link(story, int(row)):
            points = turned(story.last.orientation[row], corners) + story.last.position[row]
            d = svg.line(frame(outlines.hull(points[:, :2])), close=True)
            parts.append(svg.tag("path", class_="robot", d=d))
    return svg.group(*parts)


def _is_track_link(story: Story, row: int) -> bool:
    """Return whether a body is one of a track's many links: too small to be told apart here."""
    return bool(story.cast.feet[row]) and story.last.layout.bodies[row][-1:].isdigit()


def _events(story: Story, frame: Frame, language: str) -> Markup:
    parts, stages = [], {name: k + 1 for k, (name, *_) in enumerate(story.stages)}
    start, end = frame(story.first.position[[story.cast.base]])[0], None
    if len(story.times):
        end = frame(story.way("robot")[-1:])[0]
    for mark in story.marks:
        if mark.kind == "stage":
            x, y = frame(mark.where)[0]
            parts.append(svg.tag("circle", class_="stage-dot", cx=x, cy=y, r=8))
            parts.append(svg.text(float(x), float(y) + 4, stages[mark.name], "stage-no", "middle"))
    parts.append(svg.tag("circle", class_="start-dot", cx=start[0], cy=start[1], r=6))
    word = texts.say("start", language)
    labels = [one.label.in_language(language) for one in _shown_zones(story) if one.label]
    if word not in labels:  # else it is told already
        parts.append(svg.text(float(start[0]), float(start[1]) + 21, word, "", "middle"))
    if end is not None and np.linalg.norm(end - start) > 30.0:
        parts.append(svg.tag("circle", class_="end-dot", cx=end[0], cy=end[1], r=6))
    for mark in _notable(story):
        x, y = frame(mark.where)[0]
        parts.append(svg.icon(EVENTS[mark.kind], float(x), float(y), 18.0))
    return svg.group(*parts)


def _shown_zones(story: Story) -> list[AreaSpec]:
    zones = story.exercise.zones.values() if story.exercise else ()
    return [area for area in zones if area.shown]


def _notable(story: Story) -> list[Mark]:
    return [mark for mark in story.marks if mark.kind in EVENTS]


def _scale_bar(frame: Frame, language: str) -> Markup:
    metres = next(
        (one for one in (5.0, 2.0, 1.0, 0.5, 0.2) if one * frame.scale <= 0.3 * frame.size[0]), 0.1
    )
    right, y = frame.size[0] - 16.0, frame.size[1] - 14.0
    left = right - metres * frame.scale
    d = f"M{left:.1f} {y - 4:.1f}v8M{left:.1f} {y:.1f}H{right:.1f}M{right:.1f} {y - 4:.1f}v8"
    words = f"{texts.measured(metres, (), language)} {texts.unit('m', language)}"
    return svg.group(
        svg.tag("path", class_="scale", d=d),
        svg.text(0.5 * (left + right), y - 8.0, words, "", "middle"),
    )
