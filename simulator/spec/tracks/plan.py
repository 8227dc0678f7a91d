"""What a track is built from, read off the wheels that its joints turn: plane, circles, pins."""

from typing import NamedTuple

import numpy as np

from simulator.exact.products import dot, length, times, unit

from ..errors import KeyPath
from ..models.robot import JointSpec, LinkSpec, RobotSpec
from ..models.scene import RobotPlacement
from ..models.shape import ShapeSpec
from ..models.track import TrackSpec
from ..naming.bodies import Array, link_poses, rotation_of
from ..naming.materials import PLAIN, join, soften
from . import wrap
from .wrap import Circle

PARALLEL = 1e-6  # sine of the angle that axes may differ by
MIDDLE = 0.1  # how far, in widths of the sprocket, a wheel's middle may be off its plane
ALONG = 1e-6  # [m], [rad] as good as exact
THICKNESS, GROUSER, HORN, PITCH = 0.15, 0.1, 0.2, 0.5  # in radii of the smallest wheel
FEWEST, MOST = 10, 400  # links
SLACK = 0.1  # in pitches: a loop of stiff links is up to 0.01 shorter than another as it goes round
MOST_SLACK = 0.1  # of the loop
MOST_PRESS = 0.1  # that a track presses a tyre in, in plates
PLATE_GAP = 0.04  # between two plates, in pitches


class TrackError(Exception):
    """A track that cannot be built: which key of it is wrong, the error's code, what to change."""

    def __init__(self, path: KeyPath, code: str, message: str) -> None:
        self.path, self.code = path, code
        super().__init__(message)


class Wheel(NamedTuple):
    """A wheel of a track; places are in the link that carries the sprocket."""

    link: str
    carrier: str
    centre: Array  # (3,) of the joint's frame [m]
    axis: Array  # (3,) unit
    radius: float  # [m]
    spans: list[tuple[float, float]]  # of its rims along the axis, from `centre` [m]


class Plan(NamedTuple):
    """A track's frame and measures. Lengths in m."""

    carrier: str  # link that carries the sprocket; all places are in its frame
    sprocket: str
    wheels: list[str]  # links of all wheels, the sprocket first
    origin: Array  # (3,) the sprocket's centre in the middle of the track
    frame: Array  # (3, 3) columns: from the sprocket to the farthest wheel, its axis, the third
    circles: list[Circle]  # in columns 0 and 2 of the frame
    sides: list[float]  # of each wheel: 1, or -1 where its axis points against the sprocket's
    pitch: float
    pins: list[wrap.Point]
    width: float
    thickness: float
    grouser: float
    horn: float
    horns: list[tuple[float, float]]  # middle and width of each, along the axis


def is_complete(robot: RobotSpec, track: TrackSpec) -> bool:
    """Say whether every joint that a track names is there, with its links."""
    joints = [robot.joints.get(name) for _, name in list_joints(track)]
    return all(j and j.child in robot.links and j.parent in robot.links for j in joints)


def list_joints(track: TrackSpec) -> list[tuple[KeyPath, str]]:
    """Return where each wheel's joint is named, and its name; the sprocket's first."""
    named: list[tuple[KeyPath, str]] = [(("sprocket",), track.sprocket)]
    if track.idler is not None:
        named.append((("idler",), track.idler))
    return named + [(("wheels", row), name) for row, name in enumerate(track.wheels)]


def plan_track(placement: RobotPlacement, track: TrackSpec) -> Plan:
    """Return what a track of a placed robot is built from.

    Raises:
        TrackError: the wheels or the numbers do not make a track.
    """
    robot = placement.spec
    assert robot is not None
    named = list_joints(track)
    names = [name for _, name in named]
    for row, (path, name) in enumerate(named):
        if name in names[:row]:
            raise TrackError(path, "E418", f"the track goes round {name} already")
    if len(named) < 2:
        raise TrackError((), "E418", "a track needs at least one wheel beside the sprocket")
    poses = link_poses(placement)
    home = robot.joints[track.sprocket].parent
    wheels = [_find_wheel(robot, poses, home, path, name) for path, name in named]
    _check_carriers(robot, named, wheels)
    frame = _find_frame(named, wheels)
    middle = _find_middle(named, wheels)
    origin = wheels[0].centre + middle * wheels[0].axis
    flat = [times(frame.T, wheel.centre - origin) for wheel in wheels]
    circles = [Circle(at[0], at[2], wheel.radius) for at, wheel in zip(flat, wheels, strict=True)]
    _check_circles(named, circles)
    if track.model == "belt":
        _check_hull(named, wheels)
    tyres = find_tyres(robot, track, [wheel.link for wheel in wheels])
    return _measure(track, wheels, frame, origin, circles, tyres)


def find_tyres(robot: RobotSpec, track: TrackSpec, wheels: list[str]) -> list[float]:
    """Return how stiff each wheel of a track is, by its tyre or by its own material [N/m]."""
    known, found = join(robot.materials), []
    for called in wheels:
        wheel = robot.links[called]
        name = wheel.all_shapes[0].material or wheel.material or track.material
        soft = soften(known.get(name, PLAIN), track.tyre, 0.0)
        found.append(soft.stiffness or track.tyre)
    return found


def _find_wheel(
    robot: RobotSpec,
    poses: dict[str, tuple[Array, Array]],
    home: str,
    path: KeyPath,
    name: str,
) -> Wheel:
    joint = robot.joints[name]
    if joint.type != "revolute":
        raise TrackError(path, "E418", f"{name} is a {joint.type} joint; a wheel needs a revolute")
    if joint.limit is not None:
        raise TrackError(path, "E418", f"{name} has a limit; a wheel turns on and on: take it out")
    base, turn = poses[home]
    place, rotation = poses[joint.child]
    axis = times(turn.T, rotation, joint.axis)
    radius, spans = _find_rims(robot.links[joint.child], joint)
    if radius == 0.0:
        message = (
            f"{joint.child} has no cylinder about the axis of {name} that the track goes round"
        )
        raise TrackError(path, "E418", message)
    return Wheel(joint.child, joint.parent, times(turn.T, place - base), axis, radius, spans)


def _find_rims(link: LinkSpec, joint: JointSpec) -> tuple[float, list[tuple[float, float]]]:
    """Return a wheel's radius and where its widest cylinders lie along its axis; 0 for no wheel."""
    axis = np.array(joint.axis)
    rims = [(shape, _place_on(shape, axis)) for shape in link.all_shapes]
    found = [
        (s.cylinder.radius, at, s.cylinder.length)
        for s, at in rims
        if s.cylinder and at is not None
    ]
    radius = max((r for r, _, _ in found), default=0.0)
    inside = (1.0 - HORN) * radius
    return radius, [(at - 0.5 * w, at + 0.5 * w) for r, at, w in found if r > inside]


def _place_on(shape: ShapeSpec, axis: Array) -> float | None:
    """Return where a cylinder about the axis lies on it [m], None for any other shape."""
    if shape.cylinder is None:
        return None
    at = np.array(shape.at)
    along = dot(at, axis)
    is_parallel = length(np.cross(rotation_of(shape.rpy)[:, 2], axis)) < ALONG
    return along if is_parallel and length(at - along * axis) < ALONG else None


Named = list[tuple[KeyPath, str]]


def _find_frame(named: Named, wheels: list[Wheel]) -> Array:
    axis = wheels[0].axis
    for (path, name), wheel in zip(named, wheels, strict=True):
        if length(np.cross(axis, wheel.axis)) > PARALLEL:
            message = f"the axis of {name} is not parallel to that of {named[0][1]}"
            raise TrackError(path, "E419", message)
    ways = [wheel.centre - wheels[0].centre for wheel in wheels]
    flat = [way - dot(way, axis) * axis for way in ways]
    farthest = max(flat, key=length)
    if length(farthest) < ALONG:
        raise TrackError((), "E420", "the wheels lie on one axis")
    ahead = unit(farthest)
    return np.stack([ahead, axis, np.cross(ahead, axis)], axis=1)


def _find_middle(named: Named, wheels: list[Wheel]) -> float:
    """Return the middle of the sprocket along its axis, which must be that of every wheel [m]."""
    axis, home = wheels[0].axis, wheels[0].centre
    low, high = _reach(wheels[0])
    middle, width = 0.5 * (low + high), high - low
    for (path, name), wheel in zip(named, wheels, strict=True):
        a, b = _reach(wheel)
        side = 1.0 if dot(wheel.axis, axis) > 0 else -1.0
        off = dot(wheel.centre - home, axis) + side * 0.5 * (a + b) - middle
        if abs(off) > MIDDLE * width:
            message = f"{name} runs {1000 * off:.0f} mm beside the plane of {named[0][1]}"
            raise TrackError(path, "E419", message)
    return middle


def _reach(wheel: Wheel) -> tuple[float, float]:
    return min(a for a, _ in wheel.spans), max(b for _, b in wheel.spans)


def _check_carriers(robot: RobotSpec, named: Named, wheels: list[Wheel]) -> None:
    """Check that no wheel hangs on another one: it would go round with it."""
    parents = {joint.child: joint.parent for joint in robot.joints.values()}
    turning = {wheel.link: name for (_, name), wheel in zip(named, wheels, strict=True)}
    for (path, name), wheel in zip(named, wheels, strict=True):
        above, passed = wheel.carrier, {wheel.link}
        while above in parents and above not in turning and above not in passed:
            passed.add(above)
            above = parents[above]
        if above in turning and above not in passed:
            message = f"{name} hangs on {above}, which {turning[above]} turns: "
            raise TrackError(path, "E419", message + "hang both on what they turn against")


def _check_circles(named: Named, circles: list[Circle]) -> None:
    for row, one in enumerate(circles):
        for other, two in enumerate(circles[:row]):
            way = length((one.u - two.u, one.v - two.v))
            if way <= abs(one.radius - two.radius):
                message = f"{named[row][1]} and {named[other][1]} lie inside each other"
                raise TrackError(named[row][0], "E420", message)


def _check_hull(named: Named, wheels: list[Wheel]) -> None:
    for (path, name), wheel in zip(named, wheels, strict=True):
        if wheel.carrier != wheels[0].carrier:
            message = f"{name} hangs on {wheel.carrier}, not on {wheels[0].carrier}: "
            raise TrackError(path, "E419", message + "a belt is part of one link; use links")


def _measure(
    track: TrackSpec,
    wheels: list[Wheel],
    frame: Array,
    origin: Array,
    circles: list[Circle],
    tyres: list[float],
) -> Plan:
    least = min(circle.radius for circle in circles)
    thickness = track.thickness or THICKNESS * least
    grouser = GROUSER * least if track.grouser is None else track.grouser
    horn = HORN * least if track.horn is None else track.horn
    _check_measure("thickness", thickness, least, "the radius of the smallest wheel")
    _check_measure("grouser", grouser, least, "the radius of the smallest wheel")
    _check_measure("horn", horn, least, "the radius of the smallest wheel")
    horns, width = _place_horns(track, wheels, horn)
    chain = _close(track, circles, 0.5 * thickness, least, tyres)
    if chain.pitch < thickness:
        message = f"links of {1000 * chain.pitch:.3g} mm are shorter than they are thick "
        message += f"({1000 * thickness:.3g} mm); use fewer, or a smaller `thickness`"
        raise TrackError(("links" if track.links is not None else "pitch",), "E421", message)
    return Plan(
        carrier=wheels[0].carrier,
        sprocket=wheels[0].link,
        wheels=[wheel.link for wheel in wheels],
        origin=origin,
        frame=frame,
        circles=circles,
        sides=[1.0 if dot(wheel.axis, wheels[0].axis) > 0.0 else -1.0 for wheel in wheels],
        pitch=chain.pitch,
        pins=chain.pins,
        width=width,
        thickness=thickness,
        grouser=grouser,
        horn=horn,
        horns=horns,
    )


def _check_measure(key: str, value: float, most: float, what: str) -> None:
    if value > most:
        message = f"{1000 * value:.4g} mm is too much: at most {1000 * most:.4g} mm, {what}"
        raise TrackError((key,), "E427", message)


def _close(
    track: TrackSpec, circles: list[Circle], reach: float, least: float, tyres: list[float]
) -> wrap.Chain:
    if track.links is not None and track.pitch is not None:
        raise TrackError(("pitch",), "E421", "give links or pitch, not both")
    key = "links" if track.links is not None else "pitch"
    pitch = track.pitch or PITCH * least
    longest = wrap.LONGEST_CHORD * (least + reach)
    slack = track.slack or 0.0
    path, arcs = wrap.lay(circles, reach, 0.0, slack)
    loop = wrap.measure(path, arcs)
    _check_measure("slack", slack, MOST_SLACK * loop, "a tenth of the loop")
    if loop / pitch > MOST and track.links is None:
        message = f"links of {1000 * pitch:.3g} mm would be {loop / pitch:.0f}; at most {MOST}"
        raise TrackError((key,), "E421", message)
    count = track.links or 0
    if track.links is None and pitch <= longest:
        count = wrap.count_links(circles, reach, pitch, slack)
    if count:
        pitch = loop / count
    if count < FEWEST or pitch > longest:
        message = f"links of {1000 * pitch:.0f} mm cannot go round a wheel of "
        message += f"{1000 * least:.0f} mm radius; use more or shorter ones"
        raise TrackError((key,), "E421", message)
    if track.tension is not None:
        slack = -_find_yield(track, circles, reach, pitch, tyres)
    elif track.slack is None:
        slack = SLACK * pitch
    return wrap.close_chain(circles, reach, count, slack)


def _find_yield(
    track: TrackSpec, circles: list[Circle], reach: float, pitch: float, tyres: list[float]
) -> float:
    """Return how much shorter a loop is that lies on its tyres with a tension [m].

    The sprocket's friction stands in for teeth, and has nothing to hold where links lift off: the
    slack of a loose chain gathers behind the sprocket, which then turns in its track without
    driving it. A link round a wheel pushes with tension times pitch over radius.
    """
    if track.slack is not None:
        raise TrackError(("tension",), "E427", "give slack or tension, not both")
    path, arcs = wrap.lay(circles, reach, pitch, 0.0)
    tension, shorter, most = track.tension or 0.0, 0.0, np.inf
    for arc in arcs:
        give = pitch / (path[arc.circle].radius * tyres[arc.circle])  # of a tyre [m/N]
        shorter += arc.turn * tension * give
        most = min(most, MOST_PRESS * 2.0 * reach / give)
    if tension > most:
        message = f"{tension:.4g} N is too much: at most {most:.3g} N, which presses the tyres in "
        raise TrackError(("tension",), "E427", message + "by a tenth of a plate")
    return shorter


def _place_horns(
    track: TrackSpec, wheels: list[Wheel], horn: float
) -> tuple[list[tuple[float, float]], float]:
    """Return the guide horns' middles and widths, and the track's width.

    Where all wheels are twins one horn runs between their rims, else two run beside the wheels.
    """
    axis, home = wheels[0].axis, wheels[0].centre
    low, high = _reach(wheels[0])
    middle = 0.5 * (low + high)
    spans = []
    for wheel in wheels:
        shift = dot(wheel.centre - home, axis) - middle
        side = 1.0 if dot(wheel.axis, axis) > 0 else -1.0
        spans += [
            (shift + min(side * a, side * b), shift + max(side * a, side * b))
            for a, b in wheel.spans
        ]
    half = max(max(-a, b) for a, b in spans)
    gap = min(0.0 if a <= 0.0 <= b else min(abs(a), abs(b)) for a, b in spans)
    clearance, size = max(0.003, 0.06 * half), max(0.004, 0.16 * half)
    if horn == 0.0 or gap > 2.0 * clearance:
        horns = [(0.0, 2.0 * (gap - clearance))] if horn > 0.0 else []
        return horns, track.width or 2.0 * half
    place = half + clearance + 0.5 * size
    width = 2.0 * (place + 0.5 * size)
    if track.width is not None and track.width < width - ALONG:
        message = f"no room for guide horns beside the wheels: at least {1000 * width:.0f} mm, "
        raise TrackError(("width",), "E423", message + "or `horn: 0`")
    return [(-place, size), (place, size)], track.width or width
