"""The way of a track round its wheels: the convex wrap of circles, and pins at equal chords on it.

Everything lies in the plane of the track, coordinates (u, v); the way goes anticlockwise.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from simulator.exact import elementary

Point = tuple[float, float]
LONGEST_CHORD = 1.2  # of a chord in radii of the smallest circle that it goes round
ROUNDING = 1e-9
RELATIVE = 4.0 * 2.0**-52


class Circle(NamedTuple):
    """A wheel in the plane of the track."""

    u: float  # [m]
    v: float  # [m]
    radius: float  # [m]


class Arc(NamedTuple):
    """A stretch of the wrap on one circle and the straight way from its end to the next arc."""

    circle: int
    start: float  # where it begins, seen from the centre [rad]
    turn: float  # how far it goes round [rad]
    straight: float  # length of the straight way that follows [m]


class Chain(NamedTuple):
    """Pins of a closed chain of equal links."""

    pitch: float  # from pin to pin [m]
    pins: list[Point]  # each link goes from one pin to the next [m]


def wrap(circles: Sequence[Circle]) -> list[Arc]:
    """Return the arcs of the convex wrap of circles, in order; no circle contains all others.

    Gift wrapping: where the wrap's normal has the angle t, it touches the circle of greatest
    support c . (cos t, sin t) + r, and it leaves it along the outer tangent that comes next.
    """
    lowest = max(
        range(len(circles)), key=lambda i: (circles[i].radius - circles[i].v, circles[i].u)
    )
    _, first = _advance(circles, lowest, -0.5 * math.pi)
    begin = _tangent(circles[lowest], circles[first])
    row, angle, turned, stops = first, begin, 0.0, []
    while turned < 2.0 * math.pi - ROUNDING:
        turn, following = _advance(circles, row, angle)
        turn = min(turn, 2.0 * math.pi - turned)
        stops.append((row, angle, turn))
        row, angle, turned = following, angle + turn, turned + turn
    arcs = []
    for (row, angle, turn), (following, *_) in zip(stops, [*stops[1:], stops[0]], strict=True):
        one, two = circles[row], circles[following]
        along = _far(one.u - two.u, one.v - two.v)
        straight = math.sqrt(
            max(0.0, along * along - (one.radius - two.radius) * (one.radius - two.radius))
        )
        arcs.append(Arc(row, angle, turn, straight))
    return arcs


def _tangent(one: Circle, two: Circle) -> float:
    """Return the angle of the outer normal where the wrap leaves `one` for `two` [rad]."""
    way = _far(two.u - one.u, two.v - one.v)
    share = (one.radius - two.radius) / way
    aside = elementary.arctangent(math.sqrt((1.0 - share) * (1.0 + share)), share)
    return elementary.arctangent(two.v - one.v, two.u - one.u) - aside


def _advance(circles: Sequence[Circle], row: int, angle: float) -> tuple[float, int]:
    """Return how far the wrap turns on a circle from `angle` on, and the circle that follows."""
    best = (2.0 * math.pi, 0.0, row)
    for other, circle in enumerate(circles):
        one = circles[row]
        way = _far(circle.u - one.u, circle.v - one.v)
        if other == row or way <= abs(circle.radius - one.radius):
            continue
        turn = (_tangent(one, circle) - angle) % (2.0 * math.pi)
        if turn > 2.0 * math.pi - ROUNDING:
            turn = 0.0
        best = min(best, (round(turn, 12), -way, other))
    return best[0], best[2]


def measure(circles: Sequence[Circle], arcs: Sequence[Arc]) -> float:
    """Return the length of a wrap [m]."""
    return sum(arc.turn * circles[arc.circle].radius + arc.straight for arc in arcs)


def find_point(circles: Sequence[Circle], arcs: Sequence[Arc], way: float) -> Point:
    """Return the point at the length `way` [m] along a wrap from the start of its first arc."""
    way %= measure(circles, arcs)
    for arc in arcs:
        circle = circles[arc.circle]
        length = arc.turn * circle.radius
        end = arc.start + min(way, length) / circle.radius
        across, along = elementary.turn(end)
        beyond = way - length
        if beyond <= arc.straight or arc is arcs[-1]:
            beyond = max(0.0, beyond)
            return (
                circle.u + circle.radius * across - beyond * along,
                circle.v + circle.radius * along + beyond * across,
            )
        way = beyond - arc.straight
    raise ValueError("a wrap has at least one arc")


def close_chain(circles: Sequence[Circle], reach: float, count: int, slack: float = 0.0) -> Chain:
    """Return the chain of `count` links round wheels; links lie `reach` [m] off a wheel's surface.

    A link touches a wheel in its middle, so the pins go round it at the radius
    hypot(radius + reach, pitch / 2); the pitch is the one at which the last link meets the first.
    """

    def overshoot(pitch: float) -> float:
        path, arcs = lay(circles, reach, pitch, slack)
        return _march(path, arcs, pitch, count)[-1] - measure(path, arcs)

    path, arcs = lay(circles, reach, 0.0, slack)
    guess = measure(path, arcs) / count
    pitch = _solve(overshoot, 0.7 * guess, 1.3 * guess)
    path, arcs = lay(circles, reach, pitch, slack)
    ways = _march(path, arcs, pitch, count)[:-1]
    return Chain(pitch, [find_point(path, arcs, way) for way in ways])


def count_links(circles: Sequence[Circle], reach: float, pitch: float, slack: float = 0.0) -> int:
    """Return how many links of about `pitch` [m] a chain round wheels has."""
    path, arcs = lay(circles, reach, pitch, slack)
    length = measure(path, arcs)
    ways = _march(path, arcs, pitch, round(length / pitch) + 2)
    return min(range(len(ways)), key=lambda row: abs(ways[row] - length))


def lay(
    circles: Sequence[Circle], reach: float, pitch: float, slack: float
) -> tuple[list[Circle], list[Arc]]:
    """Return the circles that the pins of a chain lie on, and their wrap.

    A convex way moved out by e grows by 2 pi e, which is where the slack goes.
    """
    out = slack / (2.0 * math.pi)
    path = [
        circle._replace(radius=_far(circle.radius + reach, 0.5 * pitch) + out) for circle in circles
    ]
    return path, wrap(path)


def _march(path: Sequence[Circle], arcs: Sequence[Arc], pitch: float, count: int) -> list[float]:
    """Return where `count` chords of one length end along a wrap, beginning with 0 [m]."""
    ways = [0.0]
    for _ in range(count):
        begin = ways[-1]
        u, v = find_point(path, arcs, begin)

        def excess(step: float, begin: float = begin, u: float = u, v: float = v) -> float:
            there = find_point(path, arcs, begin + step)
            return _far(there[0] - u, there[1] - v) - pitch

        ways.append(begin + _solve(excess, 0.999 * pitch, 1.3 * pitch))
    return ways


def _far(u: float, v: float) -> float:
    return math.sqrt(u * u + v * v)


def _solve(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function is zero between `low` and `high`, to rounding (Brent 1973, ch. 4).

    The same bits as scipy.optimize.brentq, which takes longer to import than all the rest.

    Raises:
        ValueError: the function has one sign at both ends.
    """
    before, now, side = low, high, low
    f_before, f_now, f_side = function(low), function(high), 0.0
    if f_before == 0.0:
        return before
    last = step = 0.0
    if f_now != 0.0 and (f_before < 0.0) == (f_now < 0.0):
        raise ValueError("no change of sign")
    for _ in range(100):
        if f_now == 0.0:
            break
        if (f_before < 0.0) != (f_now < 0.0):
            side, f_side = before, f_before
            last = step = now - before
        if abs(f_side) < abs(f_now):
            before, now, side = now, side, now
            f_before, f_now, f_side = f_now, f_side, f_now
        fine, half = 0.5 * (1e-14 + RELATIVE * abs(now)), 0.5 * (side - now)
        if f_now == 0.0 or abs(half) < fine:
            break
        tried = math.inf
        if abs(last) > fine and abs(f_now) < abs(f_before):
            if before == side:  # a secant, else through three points
                tried = -f_now * (now - before) / (f_now - f_before)
            else:
                one, other = (f_before - f_now) / (before - now), (f_side - f_now) / (side - now)
                tried = -f_now * (f_side * other - f_before * one)
                tried /= other * one * (f_side - f_before)
        is_short = 2.0 * abs(tried) < min(abs(last), 3.0 * abs(half) - fine)
        last, step = (step, tried) if is_short else (half, half)
        before, f_before = now, f_now
        now += step if abs(step) > fine else math.copysign(fine, half)
        f_now = function(now)
    return now
