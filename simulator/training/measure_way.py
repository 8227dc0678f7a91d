"""Metrics of the way: time, path, balance, slip, and where things end up."""

import math
from collections import deque

import numpy as np
from numpy.typing import NDArray

from simulator.exact.elementary import arctangent
from simulator.exact.products import dot, length

from .cast import UP, centre_of_mass, turned
from .measure import Measure, measures
from .moment import SIDEWAYS, Moment

Array = NDArray[np.float64]
MEMORY = 1.0  # a point that carried so recently belongs to the support polygon [s]
NOISE = 1e-4  # a step of the way that counts as standing [m]


@measures("time", "Время", "Time")
class Time(Measure):
    """From the start to the end of the attempt."""

    unit = "s"

    def watch(self, moment: Moment) -> None:
        """Read the clock."""
        self.value = moment.time


class _Path(Measure):
    """A body's way."""

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        body = self.spec.body
        self.row = self.cast.bodies[body] if body else self.cast.base
        self.last: Array | None = None
        self.length = 0.0

    def watch(self, moment: Moment) -> None:
        """Add the way of a frame; trembling on the spot is none."""
        here = moment.snapshot.position[self.row]
        if self.last is None:
            self.last = here
        step = length(here - self.last)
        if step > NOISE:
            self.length += step
            self.last = here
        self.value = self._value()

    def _value(self) -> float:
        return self.length


@measures("path_length", "Длина пути", "Path length")
class PathLength(_Path):
    """Way of the robot's base, or of `body`."""

    unit = "m"


@measures("economy", "Экономность движений", "Economy of motion")
class Economy(_Path):
    """Straight way from stage to stage, as a share of the way that was gone."""

    higher = True

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.ideal = 0.0
        self.corner: Array | None = None

    def watch(self, moment: Moment) -> None:
        """Add the way of a frame."""
        if self.corner is None:
            self.corner = moment.snapshot.position[self.row]
        super().watch(moment)

    def end_stage(self, moment: Moment) -> None:
        """Add the straight way of the stage."""
        here = moment.snapshot.position[self.row]
        if self.corner is not None:
            self.ideal += length(here - self.corner)
        self.corner = here
        self.value = self._value()

    def _value(self) -> float:
        return min(1.0, self.ideal / self.length) if self.length > 0.0 else 1.0


@measures("tip_margin", "Запас устойчивости", "Tip-over margin")
class TipMargin(Measure):
    """Least angle by which robot and load could still lean before they tip over.

    The angle at the nearest edge of the support polygon between the plumb line through the
    edge and the line to the centre of mass (static stability margin, McGhee and Frank 1968). The
    polygon goes round all points that carried the robot in the last second, where they are on
    it now: a robot that rocks over a crest stands on one line for a moment and does not tip.
    """

    unit = "°"
    higher = True

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.value = 90.0
        self.loads = np.flatnonzero(self.cast.handles)
        self.feet: deque[Array] = deque(maxlen=max(1, round(MEMORY / self.cast.dt)))

    def watch(self, moment: Moment) -> None:
        """Measure the margin of a frame in which the robot stands on something."""
        margin = self._margin(moment)
        if margin is not None:
            self.value = min(self.value, margin)

    def _margin(self, moment: Moment) -> float | None:
        cast, snapshot = self.cast, moment.snapshot
        moved = cast.own.copy()
        for load in self.loads:
            moved[load] = moment.holds(int(load))
        contacts = snapshot.contacts
        outside = moved[contacts.body_a] != moved[contacts.body_b]
        up = np.where(moved[contacts.body_b], 1.0, -1.0) * contacts.normal[:, 2]
        carries = (up >= SIDEWAYS) & (contacts.force > 0.0)
        points = contacts.position[outside & carries]
        if not len(points):
            return None
        base, turn = snapshot.position[cast.base], snapshot.orientation[cast.base]
        back = turn * (1.0, -1.0, -1.0, -1.0)
        self.feet.append(turned(back, _corners(points) - base))
        corners = _corners(turned(turn, np.vstack(self.feet)) + base)
        if len(corners) < 3:
            return None
        rows = np.flatnonzero(moved & (cast.mass > 0.0))
        return _lean(corners, centre_of_mass(cast, snapshot, rows))


def _corners(points: Array) -> Array:
    """Return those of (n, 3) points that are corners seen from above; all where they have none."""
    heights = {(x, y): z for x, y, z in points.tolist()}
    hull = find_outline(points[:, :2])
    return np.array([(x, y, heights[x, y]) for x, y in hull.tolist()]) if len(hull) else points


def _lean(corners: Array, centre: Array) -> float:
    """Return the angle until a centre stands over the nearest edge, negative outside [°]."""
    inwards = _distances(corners[:, :2], centre[:2])
    middle = 0.5 * (corners[:, 2] + np.roll(corners[:, 2], -1))
    heights = np.maximum(centre[2] - middle, 1e-6)
    leans = [arctangent(y, x) for y, x in zip(inwards, heights, strict=True)]
    return math.degrees(min(leans))


def find_outline(points: Array) -> Array:
    """Return the corners of the convex hull of (n, 2) points, anticlockwise (Andrew 1979)."""
    ordered = sorted(set(map(tuple, points.tolist())))
    if len(ordered) < 3:
        return np.zeros((0, 2))
    halves = []
    for half in (ordered, ordered[::-1]):
        chain: list[tuple[float, ...]] = []
        for x, y in half:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], (x, y)) <= 0.0:
                chain.pop()
            chain.append((x, y))
        halves += chain[:-1]
    return np.array(halves)


def _turn(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _distances(polygon: Array, point: Array) -> Array:
    """Return how far inside each edge the point lies, negative outside (n,) [m]."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    lengths = np.linalg.norm(edges, axis=1)
    way = point - polygon
    return (edges[:, 0] * way[:, 1] - edges[:, 1] * way[:, 0]) / lengths


@measures("slip", "Пробуксовка", "Slip")
class Slip(Measure):
    """How far wheels and tracks ran that did not move the robot, as a share of how far they ran."""

    unit = "%"

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.last: list[tuple[float, Array]] | None = None
        self.ran = self.lost = 0.0

    def watch(self, moment: Moment) -> None:
        """Compare turns and way of each wheel and track."""
        snapshot = moment.snapshot
        here = [
            (float(snapshot.joint_position[runner.joint]), snapshot.position[runner.body])
            for runner in self.cast.runners
        ]
        if self.last is not None:
            for runner, old, new in zip(self.cast.runners, self.last, here, strict=True):
                axis = turned(snapshot.orientation[runner.body], runner.axis)
                way = new[1] - old[1]
                along = way - dot(axis, way) * axis  # sideways does not count, uphill does
                went = math.copysign(length(along), dot(np.cross(axis, UP), along))
                ran = (new[0] - old[0]) * runner.radius
                self.ran += abs(ran)
                self.lost += abs(ran - went)
        self.last = here
        self.value = 100.0 * self.lost / self.ran if self.ran > 0.01 else 0.0


@measures("placing", "Точность установки", "Precision of placing")
class Placing(Measure):
    """Distance of `body` from the middle of the zone, or from the body, where it should end."""

    unit = "m"

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.row = self.cast.bodies[self.spec.body or ""]
        self.target = self.spec.to or ""

    def watch(self, moment: Moment) -> None:
        """Measure in the plane: what lies in a zone has a height of its own."""
        positions = moment.snapshot.position
        zone = self.cast.zones.get(self.target)
        to = zone.centre if zone else positions[self.cast.bodies[self.target]]
        self.value = length((positions[self.row] - to)[:2])
