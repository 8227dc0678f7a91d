"""What surfaces look like: materials by name, as rows of the material table."""

import numpy as np
from numpy.typing import NDArray

from ..spec.models.scene import SceneSpec
from ..spec.models.shape import MaterialSpec, ShapeSpec
from ..spec.naming import materials
from ..spec.naming.bodies import Body
from . import colour

PATTERNS = ("plain", "concrete", "two_tone", "stripes", "checker")


def find(scene: SceneSpec, body: Body, shape: ShapeSpec) -> MaterialSpec:
    """Return a shape's material: its own, else its part's, looked up in robot, scene, built-in."""
    robot = scene.robots[body.robot].spec if body.robot >= 0 else None
    name = shape.material or body.part.material
    return materials.lookup(name, robot.materials if robot else {}, scene.materials)


class Palette:
    """Distinct looks of a scene, numbered as they are asked for."""

    def __init__(self) -> None:
        self._made: list[MaterialSpec] = []
        self._rows: dict[tuple[object, ...], int] = {}

    def row(self, material: MaterialSpec) -> int:
        """Return the row of this look in the table."""
        look = (
            material.colour,
            material.roughness,
            material.metal,
            material.emission,
            material.pattern,
            material.pattern_size,
            material.colour2,
        )
        if look not in self._rows:
            self._rows[look] = len(self._rows)
            self._made.append(material)
        return self._rows[look]

    def table(self) -> NDArray[np.float32]:
        """Return (rows, 3, 4): colour and roughness; metal, emission, pattern, size; colour2."""
        table = np.zeros((max(1, len(self._rows)), 3, 4), np.float32)
        for row, made in enumerate(self._made):
            table[row, 0] = *colour.light(made.colour), made.roughness
            pattern = PATTERNS.index(made.pattern)
            table[row, 1] = made.metal, made.emission, pattern, made.pattern_size
            table[row, 2, :3] = colour.light(made.colour2)
        return table
