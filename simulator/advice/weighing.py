"""Tracks that do not go with the weight of their robot, and belts that nothing can lie on.

They are built as they are, but told of.
"""

from collections.abc import Iterator

from ..physics.geometry import inertia
from ..spec.errors import KeyPath
from ..spec.models.robot import RobotSpec
from ..spec.models.scene import RobotPlacement
from ..spec.models.shape import MaterialSpec, PartSpec, ShapeSpec
from ..spec.models.track import TrackSpec
from ..spec.naming.materials import PLAIN, join
from ..spec.reading.source import Told
from ..spec.tracks.links import GRAVITY, find_damping, weigh_link
from ..spec.tracks.plan import Plan, TrackError, find_tyres, plan_track

MOST_SAG = 0.5  # of the thinnest plate: beyond that wheels show through their tracks
LEAST_SHARE = 1e-4  # a link's of its robot: lighter ones cost many sweeps a step, and sink in
MOST_BEND = 0.2  # damping over weight on a track, radius and sqrt(radius / g): 1 is a rigid hoop

Tracks = dict[str, tuple[TrackSpec, Plan]]


def weigh_tracks(robot: RobotSpec) -> list[Told]:
    """Return what to tell of each track that does not go with its robot's weight, or bears nothing.

    `robot` is as its file has it, without mistakes. One that stands on a fixed link, or a part of
    which cannot be weighed, has no weight on its tracks.
    """
    tracks: Tracks = {}
    placement = RobotPlacement(file="robot/robot.yaml", spec=robot)
    try:
        for name, track in robot.tracks.items():
            tracks[name] = track, plan_track(placement, track)
        rest = _weigh_rest(robot)
    except (TrackError, inertia.MassError):
        return []
    bare = list(_tell_bare(robot, tracks))
    if not tracks or any(link.fixed for link in robot.links.values()):
        return bare
    links = {name: weigh_link(robot, *each) for name, each in tracks.items()}
    belting = sum(mass * len(tracks[name][1].pins) for name, mass in links.items())
    return [
        *bare,
        *_tell_masses(tracks, links, belting, rest),
        *_tell_sag(robot, tracks, belting + rest),
        *_tell_hoops(robot, tracks, belting + rest),
    ]


def _weigh_rest(robot: RobotSpec) -> float:
    """Return the mass of all parts but the tracks [kg]."""
    known = join(robot.materials)

    def find(part: PartSpec, shape: ShapeSpec) -> MaterialSpec:
        return known.get(shape.material or part.material or "", PLAIN)

    return sum(
        inertia.measure_part(name, link, lambda shape, part=link: find(part, shape)).mass
        for name, link in robot.links.items()
    )


def _tell_bare(robot: RobotSpec, tracks: Tracks) -> Iterator[Told]:
    for name, (track, plan) in tracks.items():
        if track.model == "belt" and not robot.links[plan.carrier].collides:
            message = (
                f"the belt is a part of the link {plan.carrier!r}, which has `collides: false`: "
            )
            message += "everything falls through it; leave that out"
            yield Told(_place(name, track, "model"), "bare-belt", message)


def _tell_masses(
    tracks: Tracks, links: dict[str, float], belting: float, rest: float
) -> Iterator[Told]:
    for name, (track, plan) in tracks.items():
        if belting > rest:
            message = f"all links together ({len(plan.pins)} of {links[name]:.3g} kg here) weigh "
            message += f"{belting:.4g} kg, more than the rest of the robot: {rest:.4g} kg"
            yield Told(_place(name, track, "mass"), "heavy-track", message)
        elif links[name] < LEAST_SHARE * rest and track.model == "links":
            message = f"links of {1000 * links[name]:.3g} g are too light for {rest:.4g} kg: steps "
            message += f"take long and they sink in; at least {1000 * LEAST_SHARE * rest:.2g} g"
            yield Told(_place(name, track, "mass"), "light-track", message)


def _tell_sag(robot: RobotSpec, tracks: Tracks, mass: float) -> Iterator[Told]:
    """All wheels bear alike here: those off the ground make up for the sway of the others."""
    stiffness = sum(sum(find_tyres(robot, track, plan.wheels)) for track, plan in tracks.values())
    sag = mass * GRAVITY / stiffness
    most = MOST_SAG * min(plan.thickness for _, plan in tracks.values())
    if sag <= most:
        return
    for name, (track, _) in tracks.items():
        message = f"{mass:.4g} kg on all these wheels sink {1000 * sag:.4g} mm into the tracks: "
        message += f"take {track.tyre * sag / most:.0f} N/m or more"
        yield Told(_place(name, track, "tyre"), "soft-track", message)


def _tell_hoops(robot: RobotSpec, tracks: Tracks, mass: float) -> Iterator[Told]:
    for name, (track, plan) in tracks.items():
        radius = min(circle.radius for circle in plan.circles)
        share = mass / len(tracks)
        most = MOST_BEND * share * radius * (GRAVITY * radius) ** 0.5
        if track.damping is None or track.damping <= most or track.model == "belt":
            continue
        usual = find_damping(robot, track.model_copy(update={"damping": None}), plan)
        message = f"the track is a stiff hoop that eats up the motor's torque: at most {most:.2g} "
        message += f"for {share:.4g} kg on wheels of {1000 * radius:.3g} mm; "
        message += f"{usual:.2g} unless given"
        yield Told(("tracks", name, "damping"), "stiff-track", message)


def _place(name: str, track: TrackSpec, key: str) -> KeyPath:
    """Return the path of a track's key, or of the track where the key is not given."""
    return ("tracks", name, key) if key in track.model_fields_set else ("tracks", name)
