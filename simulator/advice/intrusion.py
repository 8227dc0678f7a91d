"""What starts inside each other: links hold the joints between them fast, things fly apart.

The depth of two convex pieces is how far the origin lies inside the hull of their corners'
differences (van den Bergen 2003, section 2.3). Corners stand for what is round.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..physics.geometry import hull, meshes, parts
from ..spec.models.robot import RobotSpec
from ..spec.models.scene import RobotPlacement, SceneSpec
from ..spec.models.shape import PartSpec, ShapeSpec
from ..spec.naming.bodies import GROUND, base_link, link_poses, list_bodies, rotation_of
from ..spec.reading import heights
from ..spec.reading.source import Told
from ..spec.tracks.apart import list_apart

Floats = NDArray[np.float64]
DEEP = 0.005  # [m] what starts further inside another thing, or the floor, is told of
SIDES = 32  # of what stands for a cylinder
ROUND = 12  # round what stands for a ball; it is up to 3 % smaller


class Piece(NamedTuple):
    """A convex piece of a link where it starts, and the box round it."""

    corners: Floats  # (n, 3) [m]
    low: Floats  # (3,)
    high: Floats  # (3,)


def find_intruding(robot: RobotSpec) -> Iterator[Told]:
    """Yield what to tell of each link that starts inside another one and pushes it."""
    carriers = {joint.child: name for name, joint in reversed(robot.joints.items())}
    for outer, inner, depth in list_intruding(robot, DEEP):
        message = f"{inner} starts some {1000.0 * depth:.0f} mm inside {outer}, and they push each "
        message += "other: set them apart, or list in `touches` what one of them may touch"
        place = ("joints", carriers[inner]) if inner in carriers else ("links", inner)
        yield Told(place, "sunk-link", message)


def list_intruding(robot: RobotSpec, least: float) -> Iterator[tuple[str, str, float]]:
    """Yield each pair of links that start inside each other by more than `least`, and how deep [m].

    The robot is one without mistakes, and without the links of its tracks. Links that nothing
    moves against each other are left out, and meshes of fixed links and those that are cut into
    parts: they may be hollow.
    """
    apart = {frozenset(pair) for pair in list_apart(robot)}
    order, groups = _reach(robot), _weld(robot)
    poses = link_poses(RobotPlacement(file="robot/robot.yaml", spec=robot))
    pieces = {name: list(_list_pieces(robot.links[name], *poses[name])) for name in order}
    for outer, inner in combinations(order, 2):
        if frozenset((outer, inner)) in apart or groups[outer] == groups[inner]:
            continue
        pairs = product(pieces[outer], pieces[inner])
        depth = max((measure(*pair, least) for pair in pairs), default=0.0)
        if depth > least:
            yield outer, inner, depth


def find_placed(scene: SceneSpec) -> Iterator[Told]:
    """Yield what to tell of each robot or prop that starts inside another one, or sunk.

    Each is told once, of what it is deepest in. What is fixed may be let into what is fixed. Robots
    in a plane are told by `standing`.
    """
    bodies = list_bodies(scene)
    others = iter([("terrain", 0), *(("props", row) for row in range(len(scene.props)))])
    owners = [("robots", one.robot) if one.robot >= 0 else next(others) for one in bodies]
    pieces = [list(_list_pieces(one.part, one.position, one.rotation)) for one in bodies]
    nothing = DEEP, "", ""  # how deep, what of it, and in what
    deepest: dict[tuple[str, int], tuple[float, str, str]] = dict.fromkeys(owners, nothing)
    for row, earlier in _list_near(pieces):
        one, other = bodies[row], bodies[earlier]
        if owners[row] == owners[earlier] or (one.part.fixed and other.part.fixed):
            continue
        depth = max(measure(*pair) for pair in product(pieces[row], pieces[earlier]))
        deepest[owners[row]] = max(deepest[owners[row]], (depth, one.name, other.name))
    for body, owner, shapes in zip(bodies, owners, pieces, strict=True):
        if body.part.fixed or not shapes:
            continue
        corners = np.concatenate([piece.corners for piece in shapes])
        solid = [one for one in scene.terrain if owner[0] == "props" or not one.plane]
        depth = max((_find_sunk(shape, corners) for shape in solid), default=0.0)
        deepest[owner] = max(deepest[owner], (depth, body.name, GROUND))
    for owner, (depth, name, other) in deepest.items():
        if depth > DEEP:
            message = f"{name} starts some {1000.0 * depth:.0f} mm inside "
            pushed = f"{other}, and they push each other: move one of them"
            cure = "the ground: raise or move it"
            cure += "" if owner[0] == "robots" else ", or give `fixed: true`"
            message += cure if other == GROUND else pushed
            yield Told((*owner, "at"), "sunk-thing", message)


def _list_near(pieces: list[list[Piece]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of bodies whose boxes overlap by more than `DEEP`, the later one first."""
    far = np.full(3, np.inf)
    low = np.array([np.min([one.low for one in each] or [far], axis=0) for each in pieces])
    high = np.array([np.max([one.high for one in each] or [-far], axis=0) for each in pieces])
    for row in range(len(pieces)):
        shared = np.minimum(high[row], high[:row]) - np.maximum(low[row], low[:row])
        yield from ((row, int(other)) for other in np.flatnonzero((shared > DEEP).all(axis=1)))


def _find_sunk(shape: ShapeSpec, corners: Floats) -> float:
    """Return how deep the lowest of corners in the world is inside a shape of the terrain [m]."""
    local = (corners - np.array(shape.at)) @ rotation_of(shape.rpy)
    if shape.plane:
        return float(-local[:, 2].min())
    if shape.height_field is None:
        return 0.0
    grid, size = heights.read(shape.height_field), np.array(shape.height_field.size)
    cells = np.array(grid.shape[::-1]) - 1
    place = (local[:, :2] / size + 0.5) * cells
    inside = ((place >= 0.0) & (place <= cells)).all(axis=1)
    column, row = np.minimum(place[inside].astype(int), cells - 1).T
    x, y = (place[inside] - np.stack([column, row], 1)).T
    near, far = grid[row], grid[row + 1]
    lower = near[np.arange(len(x)), column] * (1 - x) + near[np.arange(len(x)), column + 1] * x
    upper = far[np.arange(len(x)), column] * (1 - x) + far[np.arange(len(x)), column + 1] * x
    return float((lower * (1 - y) + upper * y - local[inside, 2]).max(initial=0.0))


def measure(first: Piece, second: Piece, least: float = DEEP) -> float:
    """Return how deep two pieces are inside each other [m], 0 where they are not.

    Up to `least` it is how deep the boxes round them are.
    """
    from scipy.spatial import ConvexHull, QhullError

    shared = np.minimum(first.high, second.high) - np.maximum(first.low, second.low)
    if shared.min() <= least:
        return max(0.0, float(shared.min()))  # along an axis of the world: not deeper than that
    differences = (first.corners[:, None] - second.corners[None]).reshape(-1, 3)
    try:
        return max(0.0, -float(ConvexHull(differences).equations[:, 3].max()))
    except QhullError:  # both are flat, and nothing is deep in either
        return 0.0


def _reach(robot: RobotSpec) -> list[str]:
    """Return the links by how many joints are between them and the base."""
    order = [base_link(robot)]
    for link in order:
        children = [joint.child for joint in robot.joints.values() if joint.parent == link]
        order += [child for child in dict.fromkeys(children) if child not in order]
    return order + [name for name in robot.links if name not in order]


def _weld(robot: RobotSpec) -> dict[str, str]:
    """Return for each link one that stands for all that it is joined to without any motion."""
    groups = {name: "" if link.fixed else name for name, link in robot.links.items()}
    for joint in robot.joints.values():
        if joint.type == "fixed":
            old, new = groups[joint.child], groups[joint.parent]
            groups = {name: new if group == old else group for name, group in groups.items()}
    return groups


def _list_pieces(link: PartSpec, position: Floats, rotation: Floats) -> Iterator[Piece]:
    for shape in link.all_shapes if link.collides else []:
        corners = _find_corners(shape, link.fixed)
        if corners is not None:
            corners = np.array(shape.at) + corners @ rotation_of(shape.rpy).T
            corners = position + corners @ rotation.T
            yield Piece(corners, corners.min(axis=0), corners.max(axis=0))


def _find_corners(shape: ShapeSpec, fixed: bool) -> Floats | None:
    """Return the corners (n, 3) of a convex shape in its frame, None of any other one."""
    if (solid := shape.solid) is not None:
        return solid.corners(ROUND if solid.ball else SIDES)
    if shape.hull is None and (shape.mesh is None or fixed):
        return None
    vertices, faces = meshes.shape_mesh(shape)
    if shape.mesh and shape.convex != "hull" and parts.is_concave(vertices, faces):
        return None
    return hull.convex_hull(vertices).vertices
