"""A trip as one drawing (SVG): footprints, centre of mass, ZMP, margins, joint angles."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from simulator.plot import svg

from .book import Trip
from .stance import Stance

Array = NDArray[np.float64]
WIDTH, LEFT, RIGHT, GAP = 1180.0, 64.0, 190.0, 46.0
ROW, TALL = 150.0, 250.0  # heights of a panel and of the plan
STYLE = """
svg { background: #fff; font: 12px "Inter", "Segoe UI", sans-serif; fill: #23272b }
.title { font-size: 17px; font-weight: 600 } .head { font-weight: 600 } .quiet { fill: #6d757c }
.well { fill: #f5f7f8; stroke: #d5dadd } .tick { stroke: #e2e6e8 }
.print { fill: none; stroke: #9aa3aa } .band { fill: #dfe9e2 } .zero { stroke: #b9c0c5 }
.trace { fill: none; stroke-width: 1.4 }
.c0 { stroke: #23272b } .c1 { stroke: #d0492f } .c2 { stroke: #2f7d4f } .c3 { stroke: #7a4fb5 }
.c4 { stroke: #c9863a } .c5 { stroke: #2a7fb0 } .c6 { stroke: #6d757c }
"""
WORDS = {
    "plan": {"en": "Plan: x ahead, y to the left [m]", "ru": "План: x вперёд, y влево [м]"},
    "ahead": {"en": "x, ahead [m]", "ru": "x, вперёд [м]"},
    "aside": {"en": "y, to the left [m]", "ru": "y, влево [м]"},
    "height": {"en": "height of the feet [m]", "ru": "высота стоп [м]"},
    "margin": {"en": "ZMP inside the support polygon [mm]", "ru": "запас ZMP до края опоры [мм]"},
    "angles": {"en": "{} leg [deg]", "ru": "{} нога [°]"},
    "left": {"en": "left", "ru": "левая"},
    "right": {"en": "right", "ru": "правая"},
    "centre": {"en": "centre of mass", "ru": "центр масс"},
    "zmp": {"en": "ZMP", "ru": "ZMP"},
    "left_foot": {"en": "left foot", "ru": "левая стопа"},
    "right_foot": {"en": "right foot", "ru": "правая стопа"},
    "support": {"en": "support", "ru": "опора"},
    "seconds": {"en": "s", "ru": "с"},
}


class Curve(NamedTuple):
    """A line of a panel."""

    label: str
    values: Array  # (n,)
    colour: int


class Scale(NamedTuple):
    """A panel's box on the page and its values."""

    top: float
    height: float
    low: float
    high: float
    end: float  # last time, or x, across

    def across(self, value: Array) -> Array:
        """Return px from the left."""
        return LEFT + (WIDTH - LEFT - RIGHT) * np.asarray(value) / self.end

    def down(self, value: Array) -> Array:
        """Return px from the top."""
        share = (np.asarray(value) - self.low) / (self.high - self.low)
        return self.top + self.height * (1.0 - share)


def draw(
    title: str, own: Stance, trip: Trip, zmp: Array, polygons: list[Array], margins: Array,
    language: str,
) -> str:  # fmt: skip
    """Return the drawing as SVG text; ZMP (n, 2), polygons of n samples, margins (n,) [m]."""
    say = lambda key: WORDS[key][language]  # noqa: E731
    times = own.gait.period * np.arange(1, len(trip.phases) + 1, dtype=np.float64)
    way = trip.way
    band = [
        np.array([[polygon[:, axis].min(), polygon[:, axis].max()] for polygon in polygons])
        for axis in (0, 1)
    ]
    parts: list[object] = [svg.tag("style", Markup(STYLE)), svg.text(LEFT, 30.0, title, "title")]
    top = 72.0
    parts += _plan(say("plan"), top, way, zmp, polygons, (say("centre"), say("zmp")))
    top += TALL + GAP
    feet = [(say("left_foot"), way.left, 2), (say("right_foot"), way.right, 3)]
    for axis, key in enumerate(("ahead", "aside")):
        curves = [Curve(label, foot[:, axis], colour) for label, foot, colour in feet]
        curves += [Curve(say("zmp"), zmp[:, axis], 1)]
        curves += [Curve(say("centre"), way.centre[:, axis], 0)]
        parts += _panel(say(key), top, times, curves, band[axis])
        top += ROW + GAP
    curves = [Curve(label, foot[:, 2], colour) for label, foot, colour in feet]
    parts += _panel(say("height"), top, times, curves)
    top += ROW + GAP
    parts += _panel(say("margin"), top, times, [Curve("", 1e3 * margins, 1)])
    top += ROW + GAP
    for side in ("left", "right"):
        curves = [
            Curve(own.tree.joints[column].removeprefix(f"{side}_"),
                  np.degrees(trip.given[:, column]), colour)
            for colour, column in enumerate(own.columns[side])
        ]  # fmt: skip
        parts += _panel(say("angles").format(say(side)), top, times, curves)
        top += ROW + GAP
    parts.append(svg.text(WIDTH - RIGHT + 6.0, top - GAP + 16.0, say("seconds"), "quiet"))
    picture = svg.drawing(WIDTH, top, *parts, class_="gait", label=title)
    return str(picture).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) + "\n"


def _plan(
    title: str, top: float, way, zmp: Array, polygons: list[Array], labels: tuple[str, str]
) -> list[object]:
    corners = np.concatenate(polygons)
    low, high = corners.min(axis=0) - 0.1, corners.max(axis=0) + 0.1
    span = float(high[0] - low[0])
    share = (WIDTH - LEFT - RIGHT) / span  # one scale both ways
    middle, half = 0.5 * (low[1] + high[1]), 0.5 * TALL / share
    if half < 0.5 * (high[1] - low[1]):
        half = 0.5 * float(high[1] - low[1])
        span = 2.0 * half * (WIDTH - LEFT - RIGHT) / TALL
    scale = Scale(top, TALL, middle - half, middle + half, span)

    def path(points: Array, close: bool = False) -> str:
        placed = np.column_stack([scale.across(points[:, 0] - low[0]), scale.down(points[:, 1])])
        return svg.line(placed, close)

    unique = {polygon.round(6).tobytes(): polygon for polygon in polygons}
    single = [polygon for polygon in unique.values() if len(polygon) <= 4]
    parts: list[object] = [_frame(title, scale)]
    parts += [svg.tag("path", class_="print", d=path(polygon, True)) for polygon in single]
    parts.append(svg.tag("path", class_="trace c1", d=path(zmp)))
    parts.append(svg.tag("path", class_="trace c0", d=path(way.centre[:, :2])))
    for value in svg.ticks(float(low[0]), float(low[0]) + span, 12):
        x = float(scale.across(np.array(value - low[0])))
        parts.append(svg.text(x, top + TALL + 15.0, f"{value:g}", "quiet", "middle"))
    return [*parts, *_numbers(scale, 5), *_legend(top, [(labels[0], 0), (labels[1], 1)])]


def _panel(
    title: str, top: float, times: Array, curves: Sequence[Curve], band: Array | None = None
) -> list[object]:
    values = [curve.values for curve in curves] + ([band.ravel()] if band is not None else [])
    every = np.concatenate(values)
    room = 0.06 * float(np.ptp(every)) + 1e-9
    scale = Scale(top, ROW, float(every.min()) - room, float(every.max()) + room, float(times[-1]))
    across = scale.across(times)
    parts: list[object] = [_frame(title, scale)]
    if band is not None:
        edge = [np.column_stack([across, scale.down(band[:, k])]) for k in (0, 1)]
        parts.append(
            svg.tag("path", class_="band", d=svg.line(np.concatenate([edge[0], edge[1][::-1]])))
        )
    for curve in curves:
        line = svg.line(svg.thin(np.column_stack([across, scale.down(curve.values)]), 1400))
        parts.append(svg.tag("path", class_=f"trace c{curve.colour}", d=line))
    for value in svg.seconds(scale.end, 14):
        x = float(scale.across(np.array(value)))
        parts.append(svg.text(x, top + ROW + 15.0, f"{value:g}", "quiet", "middle"))
    named = [(curve.label, curve.colour) for curve in curves if curve.label]
    return [*parts, *_numbers(scale, 4), *_legend(top, named)]


def _frame(title: str, scale: Scale) -> Markup:
    width = WIDTH - LEFT - RIGHT
    box = {"x": LEFT, "y": scale.top, "width": width, "height": scale.height}
    return svg.group(
        svg.tag("rect", class_="well", rx=4, **box),
        svg.text(LEFT, scale.top - 8.0, title, "head"),
    )


def _numbers(scale: Scale, count: int) -> list[Markup]:
    parts = []
    for value in svg.ticks(scale.low, scale.high, count):
        y = float(scale.down(np.array(value)))
        parts.append(svg.tag("path", class_="tick", d=f"M{LEFT:.1f} {y:.1f}H{WIDTH - RIGHT:.1f}"))
        parts.append(svg.text(LEFT - 8.0, y + 4.0, f"{value:g}", "quiet", "end"))
    return parts


def _legend(top: float, named: Sequence[tuple[str, int]]) -> list[Markup]:
    parts = []
    for row, (label, colour) in enumerate(named):
        y = top + 14.0 + 18.0 * row
        x = WIDTH - RIGHT + 14.0
        parts.append(svg.tag("path", class_=f"trace c{colour}", d=f"M{x:.1f} {y:.1f}h18"))
        parts.append(svg.text(x + 25.0, y + 4.0, label))
    return parts
