"""Mass, centre of mass and full inertia tensor of a part, from its shapes and meshes."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.elementary import cube_root
from simulator.exact.products import dot, principal, times
from simulator.spec.errors import Unusable
from simulator.spec.models.shape import HOLLOW, MaterialSpec, PartSpec, ShapeSpec
from simulator.spec.naming import bodies

from . import meshes
from .hull import thicken

Array = NDArray[np.float64]


class MassError(Unusable):
    """A movable part whose mass cannot be found; the text says what to add to the file."""


class Mass(NamedTuple):
    """Mass properties in the frame of the part (or, within this module, of the shape)."""

    mass: float  # [kg]
    centre: Array  # (3,) [m]
    inertia: Array  # (3, 3) about the centre of mass [kg m2]


def measure_part(
    name: str, part: PartSpec, material_of: Callable[[ShapeSpec], MaterialSpec]
) -> Mass:
    """Return the mass properties of a part.

    `mass` of the part is shared by its shapes by volume; without it a shape weighs its own `mass`,
    or density (its own, the part's, its material's) times volume. `centre_of_mass` and `inertia`
    of the part override what the shapes give. A part without shapes is weighed by its visuals.

    Raises:
        MassError: no shape with a volume, and no mass that could stand alone.
    """
    shapes = [shape for shape in part.all_shapes or part.visuals if shape.kind not in HOLLOW]
    whole = combine([_measure_placed(shape, part, material_of) for shape in shapes])
    if whole is None:
        whole = _measure_point(name, part)
    elif part.mass is not None:
        volumes = [_measure_placed(shape, part, material_of, by_volume=True) for shape in shapes]
        whole = _scale(combine(volumes) or whole, part.mass)
    centre = whole.centre if part.centre_of_mass is None else np.array(part.centre_of_mass)
    inertia = whole.inertia
    if part.inertia is not None:
        xx, yy, zz, xy, xz, yz = part.inertia
        inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    _check(name, inertia)
    return Mass(whole.mass, centre, inertia)


def combine(masses: Sequence[Mass]) -> Mass | None:
    """Return the mass properties of rigidly joined pieces in one frame (Steiner), None of none."""
    total = sum(piece.mass for piece in masses)
    if total <= 0:
        return None
    centre = sum((piece.mass * piece.centre for piece in masses), np.zeros(3)) / total
    inertia = np.zeros((3, 3))
    for piece in masses:
        arm = piece.centre - centre
        inertia += piece.inertia + piece.mass * (dot(arm, arm) * np.eye(3) - np.outer(arm, arm))
    return Mass(total, centre, inertia)


def measure_shape(shape: ShapeSpec) -> Mass:
    """Return volume, centroid and tensor of a shape in its own frame, at density 1."""
    if (solid := shape.solid) is not None:
        return Mass(solid.volume, np.zeros(3), np.diag(solid.moments))
    return _measure_mesh(shape)


def find_volume(shape: ShapeSpec) -> float:
    """Return the volume of a shape [m3], 0 of one that has none."""
    return 0.0 if shape.kind in HOLLOW else measure_shape(shape).mass


def measure_triangles(vertices: Array, faces: NDArray[np.int64]) -> Mass:
    """Return volume, centroid and tensor at density 1 of a closed mesh, as a sum of tetrahedra."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    six_volumes = np.einsum("ij,ij->i", a, np.cross(b, c))
    total = a + b + c
    volume = six_volumes.sum() / 6
    if volume <= 0:
        return Mass(0.0, np.zeros(3), np.zeros((3, 3)))
    centre = (six_volumes[:, None] * total).sum(axis=0) / (24 * volume)
    products = sum(np.einsum("i,ij,ik->jk", six_volumes, p, p) for p in (total, a, b, c)) / 120
    products -= volume * np.outer(centre, centre)
    return Mass(float(volume), centre, np.trace(products) * np.eye(3) - products)


def _measure_mesh(shape: ShapeSpec) -> Mass:
    """Weigh a mesh as a solid; an open one, and a `hull`, as its convex hull."""
    from scipy.spatial import ConvexHull

    vertices, faces = meshes.shape_mesh(shape)
    faces, is_solid = meshes.as_solid(vertices, faces)
    if shape.hull is not None or not is_solid:
        vertices = thicken(vertices)
        hull = ConvexHull(vertices)
        faces = hull.simplices.astype(np.int64)
        corner = vertices[faces]
        normal = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
        inwards = np.einsum("ij,ij->i", normal, hull.equations[:, :3]) < 0
        faces[inwards] = faces[inwards, ::-1]
    return measure_triangles(vertices, faces)


def _measure_placed(
    shape: ShapeSpec,
    part: PartSpec,
    material_of: Callable[[ShapeSpec], MaterialSpec],
    by_volume: bool = False,
) -> Mass:
    """Return a shape's mass properties in the frame of its part."""
    solid = measure_shape(shape)
    mass = solid.mass if by_volume else _weigh(shape, part, material_of(shape), solid.mass)
    solid = _scale(solid, mass)
    rotation = bodies.rotation_of(shape.rpy)
    centre = np.array(shape.at) + times(rotation, solid.centre)
    return Mass(mass, centre, times(rotation, solid.inertia, rotation.T))


def _weigh(shape: ShapeSpec, part: PartSpec, material: MaterialSpec, volume: float) -> float:
    if shape.mass is not None:
        return shape.mass
    return (shape.density or part.density or material.density) * volume


def _measure_point(name: str, part: PartSpec) -> Mass:
    """Return a part that has a mass but no shape as a ball of water."""
    if part.mass is None:
        raise MassError(f"{name}: no shape to weigh; give it a shape, or `mass`")
    radius = cube_root(part.mass / (4000 / 3 * np.pi))
    return Mass(part.mass, np.zeros(3), 0.4 * part.mass * radius * radius * np.eye(3))


def _scale(piece: Mass, mass: float) -> Mass:
    return Mass(mass, piece.centre, piece.inertia * (mass / piece.mass if piece.mass else 0.0))


def _check(name: str, inertia: Array) -> None:
    if principal(inertia)[0][0] <= 0:
        raise MassError(f"{name}: inertia is not positive definite; check `inertia` or the mesh")
