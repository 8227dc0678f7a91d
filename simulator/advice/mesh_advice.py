"""Odd meshes: of what moves huge ones, and those that collide otherwise than they look.

Of what stays those whose faces look inwards.

They are built as they are, but told of.
"""

from collections.abc import Iterator

import numpy as np

from ..physics.geometry import hull, meshes, parts
from ..spec.errors import KeyPath
from ..spec.models.shape import PartSpec, ShapeSpec
from ..spec.reading import mesh_reader
from ..spec.reading.source import Told

FLAT = 1e-6  # of its length: what is thinner has no volume
HUGE = 50.0  # [m] of its longest side: most files that are so large are in millimetres


def judge_part(path: KeyPath, part: PartSpec) -> Iterator[Told]:
    """Yield what to tell of each odd mesh of a link or prop, which is without mistakes."""
    collide = part.shapes_by_place if part.collides else {}
    if part.fixed:
        for place, shape in collide.items():
            yield from judge_still((*path, *place), shape)
        return
    drawn = {("visuals", row): shape for row, shape in enumerate(part.visuals)}
    for place, shape in {**part.shapes_by_place, **drawn}.items():
        if shape.mesh is None and shape.hull is None:
            continue
        vertices, faces = meshes.shape_mesh(shape)
        where = (*path, *place, "mesh" if shape.mesh else "hull")
        sides = np.ptp(vertices, axis=0)
        if sides.max() > HUGE and "scale" not in shape.model_fields_set:
            message = f"the mesh is {sides[0]:.4g} x {sides[1]:.4g} x {sides[2]:.4g} m: where its "
            cure = "`scale: 0.001`" if place else "`shape: {mesh: ..., scale: 0.001}`"
            message += f"file is in millimetres give {cure}; `scale: 1` if it is so large"
            yield Told(where, "huge-mesh", message)
        if place not in collide:
            continue
        if _is_flat(vertices):
            message = "the mesh is flat, without a volume: on a body that moves it is a plate of "
            message += f"{1000 * hull.THINNEST:g} mm or more; give it a thickness, or take a box"
            yield Told(where, "flat-mesh", message)
        elif shape.mesh and shape.convex is None and (holes := parts.tell_holes(vertices, faces)):
            yield Told(where, "open-mesh", holes)


def judge_still(path: KeyPath, shape: ShapeSpec) -> Iterator[Told]:
    """Yield what to tell of a mesh that stays, which is without mistakes."""
    if shape.mesh is None:
        return
    vertices, faces = meshes.shape_mesh(shape)
    if mesh_reader.measure_volume(vertices, faces) < 0.0 and not meshes.count_open_sides(faces):
        message = (
            "the faces of this closed mesh look inwards: it is a thin sheet, as the walls of a "
        )
        message += "room, and things may sink in at its edges; if it is a solid, turn its faces"
        yield Told((*path, "mesh"), "inside-out", message)


def _is_flat(vertices: meshes.Floats) -> bool:
    """Whether all corners lie in a plane, or on a line."""
    arms = vertices - vertices.mean(axis=0)
    thinnest = np.linalg.eigh(arms.T @ arms)[1][:, 0]
    return bool(np.ptp(arms @ thinnest) <= FLAT * np.ptp(arms, axis=0).max())
