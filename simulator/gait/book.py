"""All that a robot's diagram needs to walk: the angles of every segment in one table.

A row is a period. Row 0 is standing; the diagram counts through a segment, and at its last row a
state machine decides which one follows, by what the operator wants.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.spec.models.gait import GaitSpec, PostureSpec
from simulator.spec.models.robot import RobotSpec

from . import compensation, momentum, pattern, stance
from .pattern import Segment
from .stance import GaitError

Array = NDArray[np.float64]
NUDGE = 0.01  # of the body, to find what its joints do for it [m]
PAUSE = 0.5  # of standing round each way, so that rates at its ends are true [s]


class Book(NamedTuple):
    """A posture's stored pattern, rows of one period."""

    joints: tuple[str, ...]  # of legs, arms and waist: columns of `angles`
    angles: Array  # (rows, joints) [rad or m]
    segments: dict[str, tuple[int, int]]  # first and last row of each
    rests: dict[str, tuple[int, int]]  # from one to before another of its rows it could stop
    trim: Array  # (rows, joints, 2) of the angles, per metre that the body moves ahead, to the left


class Trip(NamedTuple):
    """Segments in a row as the robot goes them."""

    way: pattern.Way  # in the world, from x = y = yaw = 0
    angles: Array  # (n, joints) [rad or m] of the pattern
    given: Array  # (n, joints) what the controllers are told: compensated or not
    phases: list[str]  # (n,)
    starts: list[int]  # row of each segment's first sample
    motion: momentum.Motion


def list_turns(gait: GaitSpec) -> list[float]:
    """Return the turns [rad] in the order of their wishes: to the left, then to the right."""
    return [*gait.turns, *(-angle for angle in gait.turns)]


def travel(robot: RobotSpec, own: stance.Stance, segments: list[Segment], loaded: bool) -> Trip:
    """Return segments one after the other, and their angles, compensated where `loaded`."""
    ways, phases, starts, frame = [], [], [], (0.0, 0.0, 0.0)
    for segment in segments:
        way, names = pattern.sample(segment, own.gait.period)
        starts.append(len(phases))
        ways.append(pattern.place(way, frame))
        phases += names
        frame = pattern.move_on(frame, segment)
    way = pattern.join(ways)
    angles = stance.find_angles(own, way)
    motion = momentum.find_motion(own, way, angles)
    given = compensation.compensate(robot, own, way, angles, motion) if loaded else angles
    return Trip(way, angles, given, phases, starts, motion)


def is_compensated(posture: PostureSpec) -> bool:
    """Return whether a posture's angles make up for the give of its joints."""
    return posture.load is not None if posture.compensate is None else posture.compensate


def write_book(robot: RobotSpec, posture: PostureSpec, compensate: bool | None = None) -> Book:
    """Return the stored pattern of a posture; `compensate` overrides the posture's own word.

    Raises:
        GaitError: a leg does not reach, a joint would leave its limits.
    """
    own = stance.find_stance(robot, posture)
    gait = own.gait
    loaded = is_compensated(posture) if compensate is None else compensate
    rest = pattern.stand(gait, PAUSE)
    ways = [  # every segment between neighbours that it has in life
        [*pattern.walk(gait, 2), rest],
        [*pattern.walk(gait, 3), rest],
        *([pattern.turn(gait, angle), rest] for angle in list_turns(gait)),
    ]
    angles: list[Array] = []
    trim: list[Array] = []
    found: dict[str, tuple[int, int]] = {}
    rests: dict[str, tuple[int, int]] = {}
    last = 0
    for segments in ways:
        trip = travel(robot, own, [rest, *segments], loaded)
        check_limits(robot, own, trip)
        if not angles:
            angles.append(trip.given[:1])
            trim.append(find_trim(own, trip.way, slice(0, 1)))
            found[rest.name] = rests[rest.name] = (0, 0)
        edges = pairwise(trip.starts[1:])
        for segment, (begin, end) in zip(segments[:-1], edges, strict=True):
            if segment.name not in found:
                found[segment.name] = (last + 1, last + end - begin)
                still, ends = pattern.find_rest(segment, gait.period)
                rests[segment.name] = (last + 1 + still, last + 1 + ends)
                angles.append(trip.given[begin:end])
                trim.append(find_trim(own, trip.way, slice(begin, end)))
                last += end - begin
    return Book(own.tree.joints, np.concatenate(angles), found, rests, np.concatenate(trim))


def find_trim(own: stance.Stance, way: pattern.Way, rows: slice) -> Array:
    """Return how the angles answer when the body moves over its feet: (n, joints, 2) per metre."""
    part = pattern.Way(*(points[rows] for points in way))
    cosine, sine = np.cos(part.centre[:, 3]), np.sin(part.centre[:, 3])
    rates = []
    for x, y in ((cosine, sine), (-sine, cosine)):  # ahead, to the left
        step = NUDGE * np.column_stack([x, y, 0.0 * x, 0.0 * x])
        moved = (part._replace(centre=part.centre + sign * step) for sign in (1.0, -1.0))
        after, before = (stance.find_angles(own, one) for one in moved)
        rates.append((after - before) / (2.0 * NUDGE))
    return np.stack(rates, axis=-1)


def check_limits(robot: RobotSpec, own: stance.Stance, trip: Trip) -> None:
    """Raise a GaitError where a joint would leave its limits."""
    for column, name in enumerate(own.tree.joints):
        limit = robot.joints[name].limit
        if limit is None:
            continue
        beyond = np.maximum(limit[0] - trip.angles[:, column], trip.angles[:, column] - limit[1])
        row = int(beyond.argmax())
        if beyond[row] > 1e-9:
            raise GaitError(
                f"{name} would go {np.degrees(beyond[row]):.2g} degrees beyond its limit in "
                f"{trip.phases[row]!r}: widen it, or choose a shorter step or a smaller turn"
            )
