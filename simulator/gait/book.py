"""All that a robot's diagram needs to walk: every segment's angles in one array, and its joints.

An array has a row a period. The diagram counts rows up; at the last row of a segment, a junction,
it looks up where to go on, by what the operator wants. Row 0 is standing.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.spec.gait import GaitSpec, PostureSpec
from simulator.spec.robot import RobotSpec

from . import compensation, momentum, pattern, stance
from .pattern import LEFT, RIGHT, Segment
from .stance import GaitError

Array = NDArray[np.float64]
INSIDE, STANDING, ON_LEFT, ON_RIGHT = range(4)  # junctions: kinds of rows
STOP, FORWARD, TURN = range(3)  # wishes; TURN + k is the k-th turn, first those to the left
PAUSE = 0.5  # of standing round each way, so that rates at its ends are true [s]


class Book(NamedTuple):
    """A posture's stored pattern, rows of one period."""

    joints: tuple[str, ...]  # of legs, arms and waist: columns of `angles`
    angles: Array  # (rows, joints) [rad or m]
    junction: NDArray[np.int64]  # (rows,) INSIDE, STANDING, ON_LEFT, ON_RIGHT
    following: NDArray[np.int64]  # (4, wishes) next row, by junction and wish
    first: dict[str, int]  # first row of each segment


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
        [*pattern.walk(gait, 3), rest],
        [*pattern.walk(gait, 2), rest],
        *([pattern.turn(gait, angle), rest] for angle in list_turns(gait)),
    ]
    angles, first, junction = [], {}, []
    for segments in ways:
        trip = travel(robot, own, [rest, *segments], loaded)
        check_limits(robot, own, trip)
        if not angles:
            angles.append(trip.given[:1])
            junction.append(STANDING)
        for segment, begin in zip(segments[:-1], trip.starts[1:], strict=False):
            if segment.name in first:
                continue
            count = len(pattern.sample(segment, gait.period)[1])
            first[segment.name] = len(junction)
            angles.append(trip.given[begin : begin + count])
            junction += [INSIDE] * (count - 1) + [_end(segment)]
    every = np.concatenate(angles)
    return Book(own.tree.joints, every, np.array(junction), _link(gait, first), first)


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


def _end(segment: Segment) -> int:
    if segment.name in ("start", "step on right"):
        return ON_LEFT
    return ON_RIGHT if segment.name == "step on left" else STANDING


def _link(gait: GaitSpec, first: dict[str, int]) -> NDArray[np.int64]:
    """Return where to go on after each kind of junction, by wish."""
    turns = [first[pattern.turn(gait, angle).name] for angle in list_turns(gait)]
    table = np.zeros((4, TURN + len(turns)), np.int64)
    table[STANDING] = [0, first["start"], *turns]
    for end, side in ((ON_LEFT, LEFT), (ON_RIGHT, RIGHT)):
        table[end] = first[pattern.stop(gait, side).name]  # a turn begins when it stands
        table[end, FORWARD] = first[pattern.step(gait, side).name]
    return table
