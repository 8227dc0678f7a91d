"""What an attempt shows beside reality: zones, targets, the expert; aids fade with the level."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.app import ghosts
from simulator.app.viewer import Viewer
from simulator.keeping import Attempt
from simulator.render.outline import Outline
from simulator.render.zones import zone_lines
from simulator.snapshot import Snapshot
from simulator.spec.fields import Text
from simulator.spec.models.exercise import ExerciseSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.bodies import list_bodies, robot_name

if TYPE_CHECKING:
    from simulator.training.ghost import Ghost

FORCES = "contacts"  # of the viewer's debug drawings


class Wardrobe:
    """The aids that the view has on; `tell` says why some are missing."""

    def __init__(self, tell: Callable[[Text], object]) -> None:
        self._tell = tell
        self._worn: Aids | None = None

    def find(self, exercise: ExerciseSpec, scene: SceneSpec, level: Callable[[], int]) -> "Aids":
        """Return an exercise's aids; how far its trainee is counts as they are put on."""
        if self._worn is None or self._worn.exercise is not exercise:
            self._worn = Aids(exercise, scene, level())
            if self._worn.complaint:
                self._tell(self._worn.complaint)
        return self._worn

    def undress(self, viewer: Viewer) -> None:
        """Take off what is on."""
        if self._worn is not None:
            self._worn.undress(viewer)
        self._worn = None


class Aids:
    """Dresses the view for one exercise and one level of the trainee."""

    def __init__(self, exercise: ExerciseSpec, scene: SceneSpec, level: int) -> None:
        self.exercise = exercise
        self.strengths = {aid.kind: strength_of(aid.fade, level) for aid in exercise.aids}
        self.complaint: Text | None = None  # why there is no ghost
        self._ghost = self._load_ghost(scene)
        self._marked: int | None = None  # stage whose target is marked
        self._shows_forces = False  # and the operator does not

    def dress(self, viewer: Viewer, snapshot: Snapshot, attempt: Attempt | None) -> None:
        """Give the view what belongs to this moment of the attempt."""
        stage = attempt.stage if attempt else -1
        target = self.exercise.stages[stage].target if attempt else None
        strength = self.strengths.get("target", 0.0)
        if stage != self._marked:
            self._marked = stage
            viewer.marks = self._lines(target if strength > 0.0 else None)
        names = snapshot.layout.bodies
        viewer.selected, viewer.ghost = (), None
        if strength > 0.0 and target in names:
            viewer.selected = (Outline((names.index(target),), width=1.0 + strength),)
        if attempt is not None and self.strengths.get("ghost", 0.0) > 0.0 and self._ghost:
            time, strength = attempt.score.time, self.strengths["ghost"]
            viewer.ghost = partial(ghosts.silhouette, self._ghost, time, strength=strength)
        if self.strengths.get("forces", 0.0) > 0.0 and FORCES not in viewer.debug:
            viewer.debug |= {FORCES}
            self._shows_forces = True

    def undress(self, viewer: Viewer) -> None:
        """Show nothing but reality again; what the operator had switched on stays."""
        viewer.marks, viewer.selected, viewer.ghost = None, (), None
        if self._shows_forces:
            viewer.debug -= {FORCES}

    def _lines(self, target: str | None) -> Any:
        """Return the borders of the zones, the target's by itself; the way where it is an aid."""
        zones = self.exercise.zones
        parts = [zone_lines(zones.values())]
        if target in zones:
            parts.append(zone_lines([zones[target]], is_target=True))
        strength = self.strengths.get("path", 0.0)
        if self._ghost is not None and strength > 0.0:
            colour = (*ghosts.EXPERT[:3], ghosts.EXPERT[3] * strength)
            parts.append(ghosts.way_lines(self._ghost.way, colour, True))
        return np.concatenate(parts)

    def _load_ghost(self, scene: SceneSpec) -> "Ghost | None":
        """Return the expert's run that is shipped with the exercise, None where it has none."""
        from simulator.training.ghost import Ghost, GhostError, ghost_of

        path = ghost_of(self.exercise.source)
        if not path.is_file():
            return None
        try:
            return Ghost.load(path, robot_rows(self.exercise, scene))
        except GhostError as error:
            self.complaint = error.text
            return None


def robot_rows(exercise: ExerciseSpec, scene: SceneSpec) -> Any:
    """Return the rows of the bodies of the robot that an exercise is about."""
    names = [robot_name(place) for place in scene.robots]
    robot = names.index(exercise.robot) if exercise.robot else 0
    return np.array([row for row, body in enumerate(list_bodies(scene)) if body.robot == robot])


def strength_of(fade: tuple[int, int], level: int) -> float:
    """Return 1 up to the first level, 0 from the second on."""
    whole, gone = fade
    if level <= whole:
        return 1.0
    return max(0.0, 1.0 - (level - whole) / max(gone - whole, 1))
