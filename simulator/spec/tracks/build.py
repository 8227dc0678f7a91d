"""Builds the tracks of a placed robot."""

from ..models.robot import RobotSpec
from ..models.scene import RobotPlacement
from ..models.track import Model
from .belts import add_belt
from .links import add_links
from .plan import TrackError, is_complete, plan_track


def expand(placement: RobotPlacement, model: Model | None = None) -> RobotSpec:
    """Return a placed robot with its tracks built; `model` overrides what the tracks say.

    Tracks that cannot be built are left out: `check_tracks` has told why.
    """
    robot = placement.spec
    assert robot is not None
    for name, track in robot.tracks.items():
        chosen = track.model_copy(update={"model": model or track.model})
        if not is_complete(robot, chosen):
            continue
        try:
            plan = plan_track(placement, chosen)
        except TrackError:
            continue
        build = add_links if chosen.model == "links" else add_belt
        robot = build(robot, name, chosen, plan)
    return robot
