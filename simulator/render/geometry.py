"""All surfaces of a scene in one vertex buffer: each vertex knows its body's and material's row.

Moving a body is then three texels of the pose table, and a whole pass is one draw call per shader
variant, however many bodies there are: Python stays out of the picture's cost.
"""

import os
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..spec.models.scene import SceneSpec
from ..spec.models.shape import MaterialSpec, ShapeSpec
from ..spec.models.track import Course
from ..spec.naming import bodies as spec_bodies
from ..spec.naming.bodies import Body, rotation_of
from ..spec.reading import heights
from . import appearance, belts, mesh, mesh_file, sign
from .belts import Belts
from .culling import Parts, find_largest

VERTEX = np.dtype([("position", "3f4"), ("normal", "3f4"), ("rows", "2u2")])
LIT_EDGE = 1.5  # [m] light found per vertex (low setting) needs vertices inside large faces
PLANE_EXTENT = 220.0  # [m] the fog has swallowed everything well before
# Robots of one kind and links of one track have the same parts again and again.
_box, _cylinder, _capsule, _sphere = (
    lru_cache(maxsize=512)(make) for make in (mesh.box, mesh.cylinder, mesh.capsule, mesh.sphere)
)
GROUPS = ("plain", "pattern", "ground")


class Geometry(NamedTuple):
    """What the buffers hold. Index arrays are (triangles, 3) into `vertices`."""

    vertices: NDArray[np.void]  # (n,) of VERTEX
    groups: dict[str, NDArray[np.int32]]  # by shader variant
    casters: NDArray[np.int32]  # everything that can cast a shadow
    parts: Parts  # one for each shape drawn
    part_of: dict[str, NDArray[np.int32]]  # part of each triangle, by variant and of "casters"
    everything: NDArray[np.int32]  # sorted by body
    ranges: NDArray[np.int64]  # (bodies, 2) first index and count in `everything`
    bounds: NDArray[np.float64]  # (bodies, 2, 3) box in the body's frame [m]
    materials: NDArray[np.float32]  # (rows, 3, 4)
    fixed: NDArray[np.bool_]  # (bodies,)
    belts: Belts  # their rows of the pose table come behind those of the bodies

    def find_body(self, row: int) -> int:
        """Return the body that has a row of the pose table; -1 for -1."""
        return row if row < len(self.bounds) else int(self.belts.body[row - len(self.bounds)])


class _Piece(NamedTuple):
    mesh: mesh.Mesh
    body: int
    material: int
    group: str
    solid: NDArray[np.int32]  # its triangles where only depth counts, fewer
    casts: bool = True
    course: Course | None = None  # of a belt's link


def bake(scene: SceneSpec, detail: float = 1.0) -> Geometry:
    """Return the geometry of a scene.

    Raises:
        Unusable: a mesh file or a picture of heights cannot be drawn.
    """
    palette = appearance.Palette()
    bodies = spec_bodies.list_bodies(scene)
    order = sorted(range(len(bodies)), key=lambda row: (bodies[row].part.fixed, row))
    pieces: list[_Piece] = []
    drawn: dict[tuple[object, ...], list[_Piece]] = {}  # the links of a track share their shapes
    for row in order:  # moving bodies first: they hide the room
        part = bodies[row].part
        for shape in part.visuals or part.all_shapes:
            key = id(shape), part.material, bodies[row].robot, row == 0
            if key not in drawn:
                drawn[key] = _draw(scene, bodies[row], row, shape, palette, detail)
            pieces += [piece._replace(body=row) for piece in drawn[key]]
    return _pack(scene, pieces, bodies, palette)


def _draw(
    scene: SceneSpec,
    body: Body,
    row: int,
    shape: ShapeSpec,
    palette: appearance.Palette,
    detail: float,
) -> list[_Piece]:
    """Return the pieces of one shape: its surface and the signs painted on it."""
    look = appearance.find(scene, body, shape)
    rotation = rotation_of(shape.rpy)
    surface = mesh.place(_surface(shape, detail), shape.at, rotation)
    solid = surface.triangles
    if detail < mesh.COARSE and shape.box is not None and sorted(shape.box)[1] > LIT_EDGE / 2:
        surface = mesh.subdivide(surface, LIT_EDGE)
    ground = row == 0 and shape.kind in ("plane", "height_field")
    group = "ground" if ground else "plain" if look.pattern == "plain" else "pattern"
    material = palette.row(look)
    pieces = [_Piece(surface, row, material, group, solid, not ground, shape.course)]
    for decal in shape.decals:
        paint = MaterialSpec(colour=decal.colour, roughness=min(1.0, look.roughness + 0.1))
        painted = mesh.place(sign.paint(decal, shape), shape.at, rotation)
        pieces.append(
            _Piece(painted, row, palette.row(paint), "plain", painted.triangles, casts=False)
        )
    return pieces


def _surface(shape: ShapeSpec, detail: float) -> mesh.Mesh:
    """Return the mesh of a shape in its own frame."""
    if shape.box is not None:
        return _box(tuple(shape.box), _bevel(shape, min(shape.box)), detail)
    if shape.cylinder is not None:
        size = min(2.0 * shape.cylinder.radius, shape.cylinder.length)
        return _cylinder(shape.cylinder.radius, shape.cylinder.length, _bevel(shape, size), detail)
    if shape.capsule is not None:
        return _capsule(shape.capsule.radius, shape.capsule.length, detail)
    if shape.sphere is not None:
        return _sphere(shape.sphere, detail)
    if shape.height_field is not None:
        return mesh.height_field(heights.read(shape.height_field), shape.height_field.size)
    path = shape.mesh or shape.hull
    if path is not None:
        return _file_mesh(path, shape.scale, shape.mesh is None)
    return mesh.plane(PLANE_EXTENT)


def _bevel(shape: ShapeSpec, size: float) -> float:
    """Return the drawn rounding: as given, else what a cast or bent part of this size has."""
    return shape.bevel if shape.bevel is not None else min(0.005, 0.08 * size)


def _file_mesh(path: str, scale: float, hull: bool) -> mesh.Mesh:
    try:
        status = os.stat(path)
    except OSError as error:
        raise mesh_file.MeshError(f"{path}: cannot read the file ({error.strerror})") from error
    return _load_mesh(path, scale, hull, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _load_mesh(path: str, scale: float, hull: bool, mtime: int, size: int) -> mesh.Mesh:
    return mesh_file.load(path, scale, hull)


def _pack(
    scene: SceneSpec, pieces: list[_Piece], bodies: list[Body], palette: appearance.Palette
) -> Geometry:
    starts = np.cumsum([0, *(len(piece.mesh.position) for piece in pieces)])
    vertices = np.zeros(int(starts[-1]), VERTEX)
    triangles: dict[str, list[NDArray[np.int32]]] = {group: [] for group in GROUPS}
    of_body: list[list[NDArray[np.int32]]] = [[] for _ in bodies]
    casters: list[NDArray[np.int32]] = []
    part_of: dict[str, list[NDArray[np.int32]]] = {group: [] for group in (*GROUPS, "casters")}
    centre, radius = np.zeros((len(pieces), 3)), np.zeros(len(pieces))
    bounds = np.zeros((len(bodies), 2, 3))
    runs: dict[tuple[int, Course], int] = {}  # and their rows of the pose table
    for part, (piece, start) in enumerate(zip(pieces, starts, strict=False)):
        block = vertices[start : start + len(piece.mesh.position)]
        block["position"], block["normal"] = piece.mesh.position, piece.mesh.normal
        row = piece.body
        if piece.course is not None:
            row = runs.setdefault((row, piece.course), len(bodies) + len(runs))
        block["rows"] = row, piece.material
        triangles[piece.group].append(piece.mesh.triangles + np.int32(start))
        part_of[piece.group].append(np.full(len(piece.mesh.triangles), part, np.int32))
        centre[part], radius[part] = _ball(piece.mesh.position)
        if piece.course is not None:
            radius[part] += belts.measure_reach(piece.course, centre[part])
        of_body[piece.body].append(piece.solid + np.int32(start))
        if piece.casts:
            casters.append(piece.solid + np.int32(start))
            part_of["casters"].append(np.full(len(piece.solid), part, np.int32))
    owner = np.array([piece.body for piece in pieces], np.intp)
    for row, blocks in enumerate(of_body):
        if blocks and row:
            points = vertices["position"][np.unique(np.concatenate(blocks))]
            bounds[row] = points.min(0), points.max(0)
    counts = np.array([3 * sum(len(faces) for faces in blocks) for blocks in of_body])
    ranges = np.stack([np.cumsum(counts) - counts, counts], 1)
    fixed = np.array([body.part.fixed for body in bodies])
    return Geometry(
        vertices,
        {group: _stack(faces) for group, faces in triangles.items()},
        _stack(casters),
        Parts(owner, centre, radius, find_largest(owner, radius)),
        {name: np.concatenate([np.zeros(0, np.int32), *own]) for name, own in part_of.items()},
        _stack([faces for blocks in of_body for faces in blocks]),
        ranges,
        bounds,
        palette.table(),
        fixed,
        belts.gather(scene, list(runs)),
    )


def _ball(points: NDArray[np.float32]) -> tuple[NDArray[np.float64], float]:
    """Return centre and radius of a ball round points (n, 3)."""
    if not len(points):
        return np.zeros(3), 0.0
    low, high = points.min(0).astype(float), points.max(0).astype(float)
    centre = (low + high) / 2.0
    return centre, float(np.linalg.norm(points - centre, axis=1).max())


def _stack(blocks: list[NDArray[np.int32]]) -> NDArray[np.int32]:
    return np.concatenate(blocks) if blocks else np.zeros((0, 3), np.int32)
