"""The command `simulator gait`: patterns computed, written, drawn, and told in a few lines."""

import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from pydantic import ValidationError

from simulator.kinematics.chain import ChainError
from simulator.spec import load, suggest
from simulator.spec.models.gait import GaitSpec, find_uneven
from simulator.spec.models.robot import RobotSpec
from simulator.spec.reading.translate import tell
from simulator.spec.reading.write import write_whole
from simulator.terminal import complain, out

from . import book, files, momentum, pattern, plots, stance, support
from .stance import GaitError

WORD = re.compile(r"\s*(walk|left|right|stand)\s+(\d+(?:\.\d+)?)\s*")


def report(
    file: Path,
    folder: Path,
    trip: str | None = None,
    settings: Sequence[str] = (),
    compensate: bool | None = None,
    language: str = "en",
) -> int:
    """Write the patterns of all postures of a robot to a folder; return the exit status."""
    path = file / "robot.yaml" if file.is_dir() else file
    robot = load.load_robot(path)
    try:
        robot = _change(robot, settings)
        if robot.gait is None:
            raise GaitError(f"{path} has no `gait:`, which says how a biped walks")
        postures = robot.gait.postures
        stances = {name: stance.find_stance(robot, one) for name, one in postures.items()}
        segments = []
        if trip is not None:
            longest = min(map(files.longest_trip, stances.values()))
            segments = read_trip(robot.gait, trip, longest)
            for own in stances.values():
                _check_trip(robot, own, segments)
        made = [_make(robot, name, own, compensate) for name, own in stances.items()]
        for one in made:  # nothing is written before all is known to be right
            _write_posture(one, folder, is_first=one is made[0])
            if trip is not None:
                _write_trip(robot, one, folder, trip, segments, language)
    except (GaitError, ChainError) as error:
        return complain(error)
    out.print(f"written to {folder}", highlight=False)
    return 0


class Made(NamedTuple):
    """What was computed of a posture."""

    name: str
    own: stance.Stance
    stored: book.Book
    loaded: bool  # angles make up for the give of the joints


def _make(robot: RobotSpec, name: str, own: stance.Stance, compensate: bool | None) -> Made:
    assert robot.gait is not None
    posture = robot.gait.postures[name]
    loaded = book.is_compensated(posture) if compensate is None else compensate
    return Made(name, own, book.write_book(robot, posture, compensate), loaded)


def _write_posture(made: Made, folder: Path, is_first: bool) -> None:
    name, own, stored, loaded = made
    files.write_book(stored, own, folder, name)
    if is_first:
        files.write_shared(stored, own, folder)
    mass = own.matter.mass.sum()
    _say(f"{name}: {mass:.1f} kg, {'compensated' if loaded else 'plain'} angles")
    for joint, angle in zip(own.tree.joints, own.angles, strict=True):
        if abs(angle) > 1e-9 and joint in own.legs["left"].joints:
            _say(f"  stands with {joint} at {np.degrees(angle):.4f} degrees")
    _say(f"  ten steps in {_time(own):.3f} s; stored: {len(stored.angles)} rows")


def _check_trip(robot: RobotSpec, own: stance.Stance, segments: Sequence[pattern.Segment]) -> None:
    """Raise a GaitError where a segment of a trip is beyond the robot; each kind is tried once."""
    kinds = {(one.name, one.yaw): one for one in segments}
    book.check_limits(robot, own, book.travel(robot, own, [*kinds.values()], loaded=False))


def _write_trip(
    robot: RobotSpec,
    made: Made,
    folder: Path,
    trip: str,
    segments: list[pattern.Segment],
    language: str,
) -> None:
    assert robot.gait is not None
    gait, (name, own, _, loaded) = robot.gait, made
    going = book.travel(robot, own, segments, loaded)
    zmp = momentum.find_zmp(going.motion)
    soles = {
        "left": support.outline(robot, gait.left), "right": support.outline(robot, gait.right)
    }  # fmt: skip
    polygons = support.polygons(going.way, soles)
    margins = support.margins(polygons, zmp)
    files.write_trip(going, own, zmp, margins, folder / f"{name}_trip.csv")
    title = robot.title.in_language(language) if robot.title else name
    drawing = plots.draw(f"{title}: {trip}", own, going, zmp, polygons, margins, language)
    write_whole(folder / f"{name}_trip.svg", drawing)
    worst = int(margins.argmin())
    least = 1e3 * margins[worst]
    place = f"at least {least:.0f} mm inside" if least >= 0.0 else f"up to {-least:.0f} mm outside"
    _say(
        f"  {trip}: {len(margins) * gait.period:.1f} s, ZMP {place} the support polygon "
        f"({going.phases[worst]})"
    )


def _say(line: str) -> None:
    out.print(line, highlight=False)


def time_ten_steps(robot: RobotSpec) -> float:
    """Return how long the joint angles of ten steps take [s], in a robot's first posture."""
    assert robot.gait is not None
    own = stance.find_stance(robot, next(iter(robot.gait.postures.values())))
    return _time(own)


def _time(own: stance.Stance) -> float:
    """Return the best of three times: the first one may still compile."""
    taken = []
    for _ in range(3):
        began = time.perf_counter()
        ways = [pattern.sample(one, own.gait.period)[0] for one in pattern.walk(own.gait, 10)]
        stance.find_angles(own, pattern.join(ways))
        taken.append(time.perf_counter() - began)
    return min(taken)


def read_trip(gait: GaitSpec, text: str, longest: float) -> list[pattern.Segment]:
    """Return the segments of a trip such as `walk 10, left 45, stand 2` (steps, degrees, seconds).

    Raises:
        GaitError: a word that is none of them, or a trip that takes longer than `longest` [s].
    """
    segments = [pattern.stand(gait, 0.5)]
    left = longest  # [s]
    for part in text.split(","):
        found = WORD.fullmatch(part)
        if found is None:
            raise GaitError(
                f"cannot read {part.strip()!r}: write `walk STEPS`, `left DEGREES`, "
                "`right DEGREES` or `stand SECONDS`, with commas between"
            )
        word, number = found[1], float(found[2])
        left -= {"walk": gait.step_time, "stand": 1.0}.get(word, 0.0) * number
        if left < 0.0:  # before a list of a million steps is made
            raise GaitError(
                f"{part.strip()!r}: a trip may take {longest:.0f} s at most, or its table gets too "
                f"large to be read"
            )
        if word == "walk":
            if number != int(number):
                raise GaitError(f"{part.strip()!r}: steps are whole")
            segments += pattern.walk(gait, int(number))
        elif word == "stand":
            segments.append(pattern.stand(gait, number))
        else:
            angle = np.radians(number)
            segments.append(pattern.turn(gait, angle if word == "left" else -angle))
        segments.append(pattern.stand(gait, 0.5))
    return segments


def _change(robot: RobotSpec, settings: Sequence[str]) -> RobotSpec:
    """Return a robot with keys of its gait set otherwise: `alpha=0.1`.

    Raises:
        GaitError: no such key, or a value that it does not take.
    """
    if not settings or robot.gait is None:
        return robot
    values = robot.gait.model_dump()
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not equals:
            raise GaitError(f"cannot read --set {setting!r}: write KEY=NUMBER, such as alpha=0.1")
        if key not in values:
            hint = suggest.hint(key, values, "it has")
            raise GaitError(f"--set: the gait has no key {key!r}{hint}")
        values[key] = value
    try:
        gait = GaitSpec.model_validate(values)
    except ValidationError as error:
        raise GaitError(f"--set {tell(error, GaitSpec)}") from None
    for key, message in find_uneven(gait):
        raise GaitError(f"{key}: {message}")
    return robot.model_copy(update={"gait": gait})
