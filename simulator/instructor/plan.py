"""The scene from above: corner points of every shape, so that the page can draw it at any pose."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulator.physics.geometry import meshes
from simulator.spec.fields import Text
from simulator.spec.models.exercise import ExerciseSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.models.shape import ShapeSpec
from simulator.spec.naming import bodies, materials
from simulator.spec.naming.bodies import Body

Floats = NDArray[np.float64]
RING = 12  # corners of a circle
PLAIN = "#9EA3A8"


def _directions() -> Floats:
    grid = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)], float)
    grid = grid[np.any(grid != 0.0, axis=1)]
    return grid / np.linalg.norm(grid, axis=1)[:, None]


DIRECTIONS = _directions()


def text(label: Text | None, name: str) -> dict[str, str]:
    """Return a label in both languages; without one, the name."""
    return {"ru": label.ru, "en": label.en} if label else {"ru": name, "en": name}


def draw(scene: SceneSpec) -> list[dict[str, Any]]:
    """Return every body in row order: name, kind, shapes as points in its frame."""
    colours = {name: one.colour for name, one in scene.materials.items()}
    for place in scene.robots:
        if place.spec is not None:
            colours |= {name: one.colour for name, one in place.spec.materials.items()}
    labels = {prop.name: prop.label for prop in scene.props}
    return [
        {
            "name": body.name,
            "label": text(labels.get(body.name), body.name),
            "kind": _kind(body),
            "fixed": body.part.fixed,
            "shapes": _shapes(body, colours),
        }
        for body in bodies.list_bodies(scene)
    ]


def _kind(body: Body) -> str:
    if body.robot >= 0:
        return "robot"
    return "ground" if body.name == bodies.GROUND else "prop"


def _shapes(body: Body, colours: dict[str, str]) -> list[dict[str, Any]]:
    drawn = []
    for shape in body.part.all_shapes or body.part.visuals:
        points = outline(shape)
        if points is None:
            continue
        turned = points @ bodies.rotation_of(shape.rpy).T + np.array(shape.at)
        name = shape.material or body.part.material or ""
        colour = colours.get(name) or _built_in(name)
        drawn.append({"points": np.round(turned, 3).tolist(), "colour": colour})
    return drawn


def _built_in(name: str) -> str:
    known = materials.BUILT_IN.get(name)
    return known.colour if known else PLAIN


def outline(shape: ShapeSpec) -> Floats | None:
    """Return points (n, 3) [m] in the shape's frame whose hull it fills; None: it has no edge."""
    if (solid := shape.solid) is not None:
        return solid.corners(RING)
    if shape.height_field is not None:
        x, y = (0.5 * side for side in shape.height_field.size)
        return np.array([(x, y, 0.0), (-x, y, 0.0), (-x, -y, 0.0), (x, -y, 0.0)])
    if shape.hull or shape.mesh:
        points, _ = meshes.shape_mesh(shape)
        return points[np.unique(np.argmax(points @ DIRECTIONS.T, axis=0))]
    return None  # a plane


def zones(exercise: ExerciseSpec | None) -> list[dict[str, Any]]:
    """Return the zones of an exercise: an outline on the floor (n, 2) [m], label, colour."""
    if exercise is None:
        return []
    found = []
    for name, zone in exercise.zones.items():
        if not (zone.shown or zone.forbidden):
            continue
        points = zone.rim(4 * RING) @ bodies.rotation_of(zone.rpy).T + np.array(zone.at)
        found.append(
            {
                "name": name,
                "label": text(zone.label, ""),
                "colour": zone.colour,
                "forbidden": zone.forbidden,
                "points": np.round(points[:, :2], 3).tolist(),
            }
        )
    return found
