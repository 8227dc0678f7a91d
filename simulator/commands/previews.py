"""Pictures of the exercises at their start, for the list in the window."""

from pathlib import Path

import numpy as np

from .. import checking, headless
from ..simulation import Simulation
from ..spec.models.scene import SceneSpec
from ..spec.reading.write import beside
from ..terminal import complain, out
from ..training.cast import Cast

SIZE = (600, 300)
NEAR = 4.5  # from farther away the robot is too small to tell [m]
SETTLED = 0.4  # [s]
HEIGHT = np.array([0.0, 0.0, 0.35])  # of the middle of a robot above its base [m]


def draw(folder: Path) -> int:
    """Write `NAME.jpg` beside every exercise of a folder."""
    from ..render import offscreen

    if not folder.is_dir():
        return complain(f"{folder}: no such folder; simulator previews FOLDER draws its exercises")
    drawn = 0
    for path in sorted(folder.glob("*.yaml")):
        scene, exercise = checking.load_lesson(path)
        if exercise is None:
            continue
        simulation = Simulation(scene)
        robot = Cast(exercise, simulation).base
        snapshot = headless.Run(simulation).go(SETTLED)
        try:
            near = _come_near(scene, snapshot.position[robot])
            picture = offscreen.shot(near, snapshot, None, SIZE, "medium")
        except offscreen.ContextError as error:
            return complain(error)
        target = path.with_suffix(".jpg")
        with beside(target) as part:
            picture.convert("RGB").save(part, quality=86)
        out.print(str(target), markup=False)
        drawn += 1
    return 0 if drawn else complain(f"{folder}: there are no exercises in this folder")


def _come_near(scene: SceneSpec, robot: np.ndarray) -> SceneSpec:
    """Return the scene seen from the same side, close enough to its robot."""
    camera, target = scene.camera, robot + HEIGHT
    way = np.array(camera.eye) - target
    far = float(np.linalg.norm(way))
    if far <= NEAR:
        return scene
    eye = target + way * NEAR / far
    view = camera.model_copy(update={"eye": tuple(eye), "target": tuple(target)})
    return scene.model_copy(update={"camera": view})
