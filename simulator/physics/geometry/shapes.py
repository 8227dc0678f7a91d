"""What collides: one row per convex shape or mesh, fixed in its body, with its surface."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import times
from simulator.spec import solids
from simulator.spec.models.shape import MaterialSpec, ShapeSpec
from simulator.spec.naming.bodies import GROUND, Body, rotation_of
from simulator.spec.solids import Solid

from ..bodies.tables import Floats, Rows
from . import flush, hull, meshes, parts, roundness
from .triangles import Meshes, MeshRows

PLANE, MESH, SPHERE, CAPSULE, BOX, CYLINDER, HULL, TRIANGLE = range(8)
KINDS = {
    "plane": PLANE,
    "mesh": MESH,
    "height_field": MESH,
    "sphere": SPHERE,
    "capsule": CAPSULE,
    "box": BOX,
    "cylinder": CYLINDER,
    "hull": HULL,
}
ENDLESS = 1e9  # radius of what has no bounds [m]
MARGIN = 1e-3  # contacts are known this far ahead even at rest [m]
FIRM = -1.0  # stiffness of what meets a spring as it meets what is rigid
Flags = NDArray[np.uint8]


class Hulls(NamedTuple):
    """Vertices and faces of every hull, and which are whose."""

    vertices: Floats  # (v, 3) in the shape's frame
    faces: Floats  # (f, 6) outward normal, its plane's normal . x, loop's first, count
    loop: Rows  # vertex rows relative to the shape's first, anticlockwise
    vertex_first: Rows  # (shapes,)
    vertex_end: Rows  # (shapes,)
    face_first: Rows  # (shapes,)
    face_end: Rows  # (shapes,)


class Shapes(NamedTuple):
    """Shapes in the order of their bodies; a frame is centred in its shape."""

    kind: Rows  # (n,) PLANE ... HULL
    body: Rows  # (n,)
    piece: Rows  # (n,) of the part's shapes that it is, or is a piece of
    position: Floats  # (n, 3) from the body's centre of mass, body frame [m]
    rotation: Floats  # (n, 3, 3) shape frame to body frame
    size: Floats  # (n, 3) box: half edges; sphere: radius; round: radius, half length
    half: Floats  # (n, 3) half edges of the oriented box [m]
    radius: Floats  # (n,) of the bounding sphere about `position` [m]
    friction: Floats  # (n,) Coulomb's mu
    restitution: Floats  # (n,)
    rolling: Floats  # (n,) friction torque per normal force [m]
    twisting: Floats  # (n,) the same about the normal [m]
    stiffness: Floats  # (n,) [N/m], 0 = rigid, FIRM: on what gives way, too
    damping: Floats  # (n,) [N s/m]
    wheel: Floats  # (n,) stiffness of a wheel's point, see `wheels.find_stiffness` [N/m]
    world_position: Floats  # (n, 3) refreshed by the broad phase, as all below
    world_rotation: Floats  # (n, 3, 3)
    low: Floats  # (n, 3) of the axis-aligned box, grown by `reach` and drawn along `way`
    high: Floats  # (n, 3)
    way: Floats  # (n, 3) how far the body's velocity takes it in this step [m]
    blow: Floats  # (n, 3) how much of that a blow may add, see `driven` [m]
    reach: Floats  # (n,) how far its spin may move a point of the shape, plus a margin [m]
    near: Floats  # (n,) how far ahead its own motion has contacts known [m]
    thickness: Floats  # (n,) half of it; endless for planes and meshes [m]
    thin: Floats  # (n,) the same; endless where the body stops for nothing within a step [m]
    fast: Flags  # (n,) 1 where the shape moves by more than that in this step
    mesh: Rows  # (n,) into meshes.root or -1
    belt: Rows  # (n,) body whose turning drives the running surface, -1 for a surface at rest
    belt_radius: Floats  # (n,) surface speed per speed of that body's joint [m]
    belt_axis: Floats  # (n, 3) of that joint, body frame; the surface runs along axis x normal
    turned: Flags  # (n,) 1 where `rotation` is not the unit matrix
    solid: Flags  # (n,) 1 where the body touches others at all
    moves: Flags  # (n,) 1 where the body can move; two others never touch
    excluded_start: Rows  # (bodies + 1,) into `excluded`
    excluded: Rows  # (k, 2) runs of bodies that each body never touches: first, the one after last
    hulls: Hulls
    meshes: Meshes
    seams: flush.Seams


class HullRows:
    """Collects hulls while shapes are built."""

    def __init__(self) -> None:
        self.hulls: list[hull.Hull] = []
        self.vertices = 0
        self.faces = 0

    def add(self, item: hull.Hull) -> tuple[int, int, int, int]:
        """Append a hull; return its vertices' and faces' first rows and ends."""
        vertices, faces = self.vertices, self.faces
        self.hulls.append(item)
        self.vertices += len(item.vertices)
        self.faces += len(item.normals)
        return vertices, self.vertices, faces, self.faces

    def pack(self, rows: NDArray[np.float64]) -> Hulls:
        """Return the table; `rows` (shapes, 4) are what `add` returned, zeros for other shapes."""
        loops = [loop for item in self.hulls for loop in item.loops]
        count = np.array([len(loop) for loop in loops], float)
        normals = np.concatenate([np.zeros((0, 3)), *(item.normals for item in self.hulls)])
        offsets = np.concatenate([np.zeros(0), *(item.offsets for item in self.hulls)])
        faces = np.column_stack([normals, offsets, np.cumsum(count) - count, count])
        return Hulls(
            np.concatenate([np.zeros((0, 3)), *(item.vertices for item in self.hulls)]),
            faces,
            np.array([corner for loop in loops for corner in loop], np.int32),
            *(np.ascontiguousarray(rows[:, k], np.int32) for k in range(4)),
        )


def build_shapes(
    bodies: Sequence[Body],
    centres: Floats,
    material_of: Callable[[Body, ShapeSpec], MaterialSpec],
    excluded: Iterable[tuple[int, int]],
) -> Shapes:
    """Return the table of colliding shapes of bodies in the order of `bodies.list_bodies`.

    `centres` (bodies, 3): centres of mass in the bodies' own frames [m]; `material_of(body, shape)`
    finds a shape's surface; `excluded`: pairs of body rows that never touch (tied by a joint).
    A mesh on a body that moves collides as its convex hull or parts, one row each.

    Raises:
        Unusable: a mesh file or height picture cannot be used.
    """
    hulls, triangles = HullRows(), MeshRows()
    rows: list[tuple] = []
    owners: list[tuple[Body, ShapeSpec]] = []
    pieces: list[int] = []
    for number, body in enumerate(bodies):
        for piece, shape in enumerate(body.part.all_shapes):
            material = material_of(body, shape)
            made = _rows(number, body, shape, centres[number], material, hulls, triangles)
            rows += made
            owners += [(body, shape)] * len(made)
            pieces += [piece] * len(made)
    columns = [np.array(column) for column in zip(*rows, strict=True)] if rows else _no_columns()
    kind, row, position, rotation, size, half, radius, thin, surface, hull_row, mesh = columns
    count, row = len(kind), row.astype(np.int32)
    collides = np.array([item.part.collides for item in bodies], np.uint8)
    movable = np.array([not item.part.fixed for item in bodies], np.uint8)
    friction, restitution, rolling, twisting, stiffness, damping = np.ascontiguousarray(surface.T)
    seams = flush.join(triangles, *_list_surfaces(bodies, centres, rows, triangles), count)
    belt, belt_radius, belt_axis = _list_belts(bodies, owners)
    start, runs = list_excluded(len(bodies), excluded)
    return Shapes(
        kind=kind.astype(np.int32),
        body=row,
        piece=np.array(pieces, np.int32),
        position=position,
        rotation=rotation,
        size=size,
        half=half,
        radius=radius,
        friction=friction,
        restitution=restitution,
        rolling=rolling,
        twisting=twisting,
        stiffness=stiffness,
        damping=damping,
        wheel=np.zeros(count),
        world_position=np.zeros((count, 3)),
        world_rotation=np.zeros((count, 3, 3)),
        low=np.zeros((count, 3)),
        high=np.zeros((count, 3)),
        way=np.zeros((count, 3)),
        blow=np.zeros((count, 3)),
        reach=np.zeros(count),
        near=np.zeros(count),
        thickness=thin,
        thin=np.where(movable[row] * collides[row] == 1, thin, ENDLESS),
        fast=np.zeros(count, np.uint8),
        mesh=mesh.astype(np.int32),
        belt=belt,
        belt_radius=belt_radius,
        belt_axis=belt_axis,
        turned=(rotation != np.eye(3)).any(axis=(1, 2)).astype(np.uint8),
        solid=collides[row],
        moves=movable[row],
        excluded_start=start,
        excluded=runs,
        hulls=hulls.pack(hull_row),
        meshes=triangles.pack(),
        seams=seams,
    )


def _list_belts(
    bodies: Sequence[Body], owners: Sequence[tuple[Body, ShapeSpec]]
) -> tuple[Rows, Floats, Floats]:
    """Return every row's driving body, belt radius and belt axis."""
    rows = {body.name: row for row, body in enumerate(bodies)}
    found = [(body.name, shape.belt) for body, shape in owners]
    driver = np.full(len(found), -1, np.int32)
    radius, axis = np.zeros(len(found)), np.zeros((len(found), 3))
    for row, (name, belt) in enumerate(found):
        if belt is not None:
            driver[row] = rows[f"{name.rpartition('.')[0]}.{belt.sprocket}"]
            radius[row], axis[row] = belt.radius, belt.axis
    return driver, radius, axis


def _list_surfaces(
    bodies: Sequence[Body],
    centres: Floats,
    rows: Iterable[tuple],
    triangles: MeshRows,
) -> tuple[list[flush.Surface], list[int]]:
    """Return what of meshes, boxes and planes others touch and does not move, and their rows."""
    found, places = [], []
    for row, (kind, number, position, rotation, _, half, *_, mesh) in enumerate(rows):
        body = bodies[number]
        if not body.part.collides or not body.part.fixed or kind not in (MESH, BOX, PLANE):
            continue
        places.append(row)
        turn = times(body.rotation, rotation)
        at = body.position + times(body.rotation, centres[number] + position)
        if kind == MESH:
            found.append(flush.make_mesh(triangles, mesh, at, turn))
        elif kind == BOX:
            found.append(flush.make_box(half, at, turn))
        else:
            found.append(flush.make_plane(at, turn))
    return found, places


def _no_columns() -> list[NDArray[np.float64]]:
    shapes = [(0,), (0,), (0, 3), (0, 3, 3), (0, 3), (0, 3), (0,), (0,), (0, 6), (0, 4), (0,)]
    return [np.zeros(shape) for shape in shapes]


def list_excluded(bodies: int, excluded: Iterable[tuple[int, int]]) -> tuple[Rows, Rows]:
    """Return (bodies + 1,) starts into, and (k, 2) runs of bodies that each body never touches.

    A body never touches itself. A track's links follow each other, so there are few runs.
    """
    apart = np.eye(bodies, dtype=bool)
    for a, b in excluded:
        apart[a, b] = apart[b, a] = True
    edge = np.diff(apart, axis=1, prepend=False, append=False)
    places = np.argwhere(edge)  # by body; runs begin and end in turn
    start = np.searchsorted(places[:, 0], np.arange(bodies + 1)) // 2
    return start.astype(np.int32), places[:, 1].reshape(-1, 2).astype(np.int32)


def _rows(
    number: int,
    body: Body,
    shape: ShapeSpec,
    centre: Floats,
    material: MaterialSpec,
    hulls: HullRows,
    triangles: MeshRows,
) -> list[tuple]:
    """Return each piece's kind, body, pose, size, box, radii, surface, hull and mesh."""
    position, rotation = np.array(shape.at, float) - centre, rotation_of(shape.rpy)
    kind, no_hull = KINDS[shape.kind], (0, 0, 0, 0)
    surface = (
        material.friction,
        material.restitution,
        material.rolling,
        material.twisting,
        FIRM if shape.horn else material.stiffness or 0.0,
        material.damping or 0.0,
    )
    if kind not in (MESH, HULL):
        size, half, radius = _extent(shape.solid)
        thin, place = float(half.min()), (position, rotation, size, half)
        return [(kind, number, *place, radius, thin, surface, no_hull, -1)]
    vertices, faces = meshes.shape_mesh(shape)
    pieces = [vertices]
    if kind == MESH and not body.part.fixed:
        kind = HULL
        convex = shape.convex if body.part.collides else "hull"
        try:
            pieces = parts.split(vertices, faces, convex, str(shape.mesh))
        except meshes.MeshError as error:
            raise meshes.MeshError(f"{shape.mesh}: {error}") from None
    elif not len(faces):
        kind = HULL  # no triangle has an area: a rod or a crumb, as a moving one
    rows = []
    for points in pieces:
        if kind == HULL:
            found, rest = roundness.find_round(points)
            if found is not None and found.thickness >= hull.NARROWEST:
                rows.append(_round_row(number, found, position, rotation, surface))
                points = rest
                if not len(rest):
                    continue
        middle = 0.5 * (points.min(axis=0) + points.max(axis=0))
        corners, thin, hull_row, mesh = points - middle, ENDLESS, no_hull, -1
        if kind == MESH:
            solid = shape.height_field is not None
            if body.name == GROUND and not solid:
                faces, solid = meshes.as_ground(times(corners, rotation.T), faces)
            mesh = triangles.add(corners, faces, solid)
        else:
            # no point of a hull but an inner one tells on which side of something it lies
            item = hull.convex_hull(corners)
            inner = item.vertices.mean(axis=0)
            middle, item = middle + inner, hull.shift(item, -inner)
            hull_row, corners, thin = hulls.add(item), item.vertices, hull.half_thickness(item)
        half = np.abs(corners).max(axis=0)
        radius = float(np.linalg.norm(corners, axis=1).max())
        place = position + times(rotation, middle), rotation, half, half
        rows.append((kind, number, *place, radius, thin, surface, hull_row, mesh))
    return rows


def _round_row(
    number: int, found: roundness.Round, position: Floats, rotation: Floats, surface: tuple
) -> tuple:
    """Return the row of a mesh's piece that is a ball or a cylinder."""
    if found.half is None:
        kind, solid = SPHERE, solids.sphere(found.radius)
    else:
        kind, solid = CYLINDER, solids.cylinder(found.radius, 2.0 * found.half)
    size, half, radius = _extent(solid)
    place = position + times(rotation, found.centre), times(rotation, found.rotation), size, half
    return (kind, number, *place, radius, float(half.min()), surface, (0, 0, 0, 0), -1)


def _extent(solid: Solid | None) -> tuple[Floats, Floats, float]:
    """Return size, half edges of the oriented box and bounding radius; None is a plane."""
    if solid is not None:
        return np.array([*solid.size, 0.0, 0.0][:3]), np.array(solid.half), solid.bound
    return np.zeros(3), np.full(3, ENDLESS), ENDLESS
