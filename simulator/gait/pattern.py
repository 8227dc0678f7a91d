"""The walking pattern: segments that join at rest or at a change of feet, made of phases.

A segment's frame lies on the floor between the feet: x ahead, y to the left. A point of the pattern
is x, y, z [m] and yaw [rad]; the feet's points are their soles.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.spec.models.gait import GaitSpec

from . import pendulum

Array = NDArray[np.float64]
LEFT, RIGHT = 1.0, -1.0  # sides, and the signs of their y


class Way(NamedTuple):
    """Centre of mass and feet at n times."""

    centre: Array  # (n, 4) x, y, z, yaw; the yaw is the body's
    left: Array  # (n, 4)
    right: Array  # (n, 4)


class Phase(NamedTuple):
    """A stretch of time with one law; `trace(times (n,))` is its way."""

    name: str
    time: float  # how long [s]
    trace: Callable[[Array], Way]
    rests: bool = True  # whether the robot could stop in the middle of it


class Segment(NamedTuple):
    """Phases in a row, and where the frame of the next segment lies in this one's."""

    name: str
    phases: tuple[Phase, ...]
    ahead: float = 0.0  # [m]
    yaw: float = 0.0  # [rad]


def stand(gait: GaitSpec, time: float) -> Segment:
    """Return standing on both feet."""
    return Segment("stand", (Phase("stand", time, partial(_rest, gait)),))


def start(gait: GaitSpec) -> Segment:
    """Return the first step, from standing to the change of feet: left foot first (1), (2)."""
    begin, width = gait.first_time, gait.half_width

    def shift(times: Array) -> Way:
        share = pendulum.glide(times / gait.shift_time)
        return _move(gait, times, centre=(0.0 * share, RIGHT * width * share))

    def first(times: Array) -> Way:
        share = times / begin
        ahead = gait.step_length * pendulum.swing(share)
        up = gait.step_height * pendulum.lift(share)
        return _move(gait, times, centre=(0.0, RIGHT * width), left=(ahead, up))

    def speed_up(times: Array) -> Way:
        x, y = pendulum.speed_up(gait, times)
        return _move(gait, times, centre=(x, y), left=(gait.step_length, 0.0))

    phases = (
        Phase("shift", gait.shift_time, shift),
        Phase("first", begin, first),
        Phase("speed up", gait.speed_up_time, speed_up, rests=False),
    )
    return Segment("start", phases)


def step(gait: GaitSpec, side: float) -> Segment:
    """Return a steady step: the foot of `side` carries, the other one swings (3), (5)."""

    def trace(times: Array) -> Way:
        share = times / gait.step_time
        x, inwards = pendulum.carry(gait, times)
        ahead = 2.0 * gait.step_length * pendulum.swing(share)
        up = gait.step_height * pendulum.lift(share)
        feet = _by_side(side, (gait.step_length, 0.0), (ahead, up))
        return _move(gait, times, centre=(x, side * inwards), **feet)

    phase = Phase(f"step on {_name(side)}", gait.step_time, trace, rests=False)
    return Segment(phase.name, (phase,), ahead=gait.step_length)


def stop(gait: GaitSpec, side: float) -> Segment:
    """Return the last step, the first one backwards: the foot of `side` carries till both stand."""
    length, width = gait.step_length, gait.half_width

    def brake(times: Array) -> Way:
        x, y = pendulum.speed_up(gait, gait.speed_up_time - times)
        feet = _by_side(side, (length, 0.0), (0.0, 0.0))
        return _move(gait, times, centre=(length - x, -side * y), **feet)

    def last(times: Array) -> Way:
        share = times / gait.first_time
        ahead, up = length * pendulum.swing(share), gait.step_height * pendulum.lift(share)
        feet = _by_side(side, (length, 0.0), (ahead, up))
        return _move(gait, times, centre=(length, side * width), **feet)

    def middle(times: Array) -> Way:
        share = 1.0 - pendulum.glide(times / gait.shift_time)
        feet = _by_side(side, (length, 0.0), (length, 0.0))
        return _move(gait, times, centre=(length, side * width * share), **feet)

    phases = (
        Phase("brake", gait.speed_up_time, brake, rests=False),
        Phase("last", gait.first_time, last),
        Phase("middle", gait.shift_time, middle),
    )
    return Segment(f"stop on {_name(side)}", phases, ahead=length)


def turn(gait: GaitSpec, angle: float) -> Segment:
    """Return a turn on the spot by `angle` [rad], to the left where it is positive.

    The foot on the side of the turn goes first. Taken literally, with the same foot first to both
    sides, the feet would run into each other from 28 degrees on.
    """
    side = LEFT if angle > 0.0 else RIGHT
    width, time = gait.half_width + gait.outwards, gait.turn_time
    other = (0.0, -side * width)
    goal = (-side * width * np.sin(angle), side * width * np.cos(angle))

    def shift(times: Array) -> Way:
        share = pendulum.glide(times / gait.shift_time)
        return _move(gait, times, centre=(0.0, other[1] * share))

    def lead(times: Array) -> Way:
        yaw, up = _swivel(gait, times, angle)
        return _set(gait, times, other, 0.0, _by_side(side, (yaw, up), (0.0, 0.0)))

    def body(times: Array) -> Way:
        share = pendulum.glide(times / gait.shift_time)
        centre = (goal[0] * share, other[1] + (goal[1] - other[1]) * share)
        return _set(gait, times, centre, angle * share, _by_side(side, (angle, 0.0), (0.0, 0.0)))

    def follow(times: Array) -> Way:
        yaw, up = _swivel(gait, times, angle)
        return _set(gait, times, goal, angle, _by_side(side, (angle, 0.0), (yaw, up)))

    def middle(times: Array) -> Way:
        share = 1.0 - pendulum.glide(times / gait.shift_time)
        centre = (goal[0] * share, goal[1] * share)
        return _set(gait, times, centre, angle, _by_side(side, (angle, 0.0), (angle, 0.0)))

    phases = (
        Phase("turn shift", gait.shift_time, shift),
        Phase("turn 1", time, lead),
        Phase("turn body", gait.shift_time, body),
        Phase("turn 2", time, follow),
        Phase("turn middle", gait.shift_time, middle),
    )
    return Segment(f"turn {_degrees(angle)}", phases, yaw=angle)


def walk(gait: GaitSpec, steps: int) -> list[Segment]:
    """Return a first step, so many steady ones, and the last one."""
    sides = [LEFT if k % 2 == 0 else RIGHT for k in range(steps + 1)]
    return [start(gait), *(step(gait, side) for side in sides[:-1]), stop(gait, sides[-1])]


def sample(segment: Segment, period: float) -> tuple[Way, list[str]]:
    """Return a segment's way every `period` and the phase of each sample.

    The moment it begins belongs to the segment before.
    """
    ways, names = [], []
    for phase in segment.phases:
        count = round(phase.time / period)
        ways.append(phase.trace(phase.time * np.arange(1, count + 1) / count))
        names += [phase.name] * count
    return join(ways), names


def find_rest(segment: Segment, period: float) -> tuple[int, int]:
    """Return the samples, from one to before another, in which the robot could stop for a while."""
    rests = [phase.rests for phase in segment.phases for _ in range(round(phase.time / period))]
    return (rests.index(True), len(rests) - rests[::-1].index(True)) if any(rests) else (0, 0)


def place(way: Way, frame: tuple[float, float, float]) -> Way:
    """Return a way seen from outside, where its frame is at x, y, yaw."""
    x, y, yaw = frame
    cosine, sine = np.cos(yaw), np.sin(yaw)

    def moved(points: Array) -> Array:
        placed = points.copy()
        placed[:, 0] = x + cosine * points[:, 0] - sine * points[:, 1]
        placed[:, 1] = y + sine * points[:, 0] + cosine * points[:, 1]
        placed[:, 3] = yaw + points[:, 3]
        return placed

    return Way(*(moved(points) for points in way))


def move_on(frame: tuple[float, float, float], segment: Segment) -> tuple[float, float, float]:
    """Return where the frame lies after a segment."""
    x, y, yaw = frame
    ahead = segment.ahead
    return x + ahead * float(np.cos(yaw)), y + ahead * float(np.sin(yaw)), yaw + segment.yaw


def join(ways: Iterable[Way]) -> Way:
    """Return ways one after the other."""
    return Way(*(np.concatenate(parts) for parts in zip(*ways, strict=True)))


def _rest(gait: GaitSpec, times: Array) -> Way:
    return _move(gait, times, centre=(0.0, 0.0))


def _move(
    gait: GaitSpec,
    times: Array,
    centre: tuple[Array | float, Array | float],
    left: tuple[Array | float, Array | float] = (0.0, 0.0),
    right: tuple[Array | float, Array | float] = (0.0, 0.0),
) -> Way:
    """Return a way straight ahead: centre x, y; feet x, z."""
    width = gait.half_width
    return Way(
        _points(times, *centre, gait.height, 0.0),
        _points(times, left[0], width, left[1], 0.0),
        _points(times, right[0], -width, right[1], 0.0),
    )


def _set(
    gait: GaitSpec,
    times: Array,
    centre: tuple[Array | float, Array | float],
    yaw: Array | float,
    feet: dict[str, tuple[Array | float, Array | float]],
) -> Way:
    """Return a way on the spot: centre x, y and yaw; feet yaw about the middle, z."""

    def foot(side: float, angle: Array | float, up: Array | float) -> Array:
        width = side * gait.half_width
        return _points(times, -width * np.sin(angle), width * np.cos(angle), up, angle)

    centres = _points(times, *centre, gait.height, yaw)
    return Way(centres, foot(LEFT, *feet["left"]), foot(RIGHT, *feet["right"]))


def _points(times: Array, *columns: Array | float) -> Array:
    return np.column_stack([np.broadcast_to(column, times.shape) for column in columns])


def _swivel(gait: GaitSpec, times: Array, angle: float) -> tuple[Array, Array]:
    """Return yaw and height of a foot that turns (6), (7)."""
    share = times / gait.turn_time
    return angle * pendulum.swing(share), gait.step_height * pendulum.lift(share)


def _by_side(side: float, one: tuple, other: tuple) -> dict[str, tuple]:
    """Return the first for the foot of `side`, the second for the other one."""
    return {"left": one, "right": other} if side == LEFT else {"left": other, "right": one}


def _name(side: float) -> str:
    return "left" if side == LEFT else "right"


def _degrees(angle: float) -> str:
    return f"{_name(LEFT if angle > 0.0 else RIGHT)} {abs(np.degrees(angle)):.4g}"
