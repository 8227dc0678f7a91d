"""Signs painted on boxes and cylinders, as thin meshes that follow the surface."""

import numpy as np
from numpy.typing import NDArray

from ..spec.models.shape import DecalSpec, ShapeSpec
from . import mesh

LIFT = 0.0006  # [m] above the surface: no depth fighting, no visible step
BENDS = 12  # parts of a straight stroke: so it can follow a cylinder
Array = NDArray[np.float64]
Faces = NDArray[np.int64]


def paint(decal: DecalSpec, shape: ShapeSpec) -> mesh.Mesh:
    """Return the sign's mesh in the frame of its `shape` (box or cylinder)."""
    flat, triangles = _outline(decal.sign)
    flat = flat * decal.size / 2.0
    normal = np.tile([0.0, 0.0, 1.0], (len(flat), 1))
    if decal.top:
        turn = np.array(
            [
                [np.cos(decal.azimuth), np.sin(decal.azimuth)],
                [-np.sin(decal.azimuth), np.cos(decal.azimuth)],
            ]
        )
        level = np.full((len(flat), 1), _half(shape)[2] + LIFT)
        return mesh.assemble(np.hstack([flat @ turn, level]), normal, triangles)
    if shape.cylinder is not None:
        radius = shape.cylinder.radius + LIFT
        angle = decal.azimuth + flat[:, 0] / radius
        normal = np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], 1)
        position = radius * normal + np.outer(flat[:, 1] + decal.height, [0.0, 0.0, 1.0])
        return mesh.assemble(position, normal, triangles)
    return _on_side(decal, shape, flat, triangles)


def _on_side(decal: DecalSpec, shape: ShapeSpec, flat: Array, triangles: Faces) -> mesh.Mesh:
    """Return the sign on the side of a box that faces nearest to the azimuth."""
    side = np.round(decal.azimuth / (np.pi / 2)) * (np.pi / 2)
    out = np.array([np.round(np.cos(side)), np.round(np.sin(side)), 0.0])
    across = np.array([-out[1], out[0], 0.0])
    distance = abs(out @ _half(shape)) + LIFT
    position = distance * out + np.outer(flat[:, 0], across)
    position += np.outer(flat[:, 1] + decal.height, [0.0, 0.0, 1.0])
    return mesh.assemble(position, np.tile(out, (len(flat), 1)), triangles)


def _half(shape: ShapeSpec) -> tuple[float, float, float]:
    return shape.solid.half if shape.solid else (0.0, 0.0, 0.0)


def _outline(sign: str) -> tuple[Array, Faces]:
    """Return points (n, 2) in the square -1..1 and triangles (m, 3) of a sign."""
    parts = {
        "trefoil": _trefoil,
        "frame": lambda: _frame(0.90),
        "stripes": _stripes,
        "arrow": _arrow,
        "cross": lambda: [_strip(0.25 * np.pi), _strip(0.75 * np.pi)],
        "disc": lambda: [_sector(0.0, 1.0, 0.0, 2 * np.pi)],
    }[sign]()
    starts = np.cumsum([0, *(len(points) for points, _ in parts)])
    triangles = [faces + start for (_, faces), start in zip(parts, starts, strict=False)]
    return np.concatenate([points for points, _ in parts]), np.concatenate(triangles)


def _trefoil() -> list[tuple[Array, Faces]]:
    """Return the radiation sign of ISO 361: radii 1 : 1.5 : 5, blades of 60 degrees, in a frame."""
    unit, blades = 0.15, []
    for middle in np.radians([30.0, 150.0, 270.0]):
        blades.append(_sector(1.5 * unit, 5.0 * unit, middle - np.pi / 6, middle + np.pi / 6))
    return [_sector(0.0, unit, 0.0, 2 * np.pi), *blades, *_frame(0.93)]


def _sector(inner: float, outer: float, start: float, end: float) -> tuple[Array, Faces]:
    steps = max(6, int(24 * (end - start) / np.pi))
    angle, radius = np.linspace(start, end, steps + 1), np.linspace(inner, outer, 5)
    points = np.stack([np.outer(np.cos(angle), radius), np.outer(np.sin(angle), radius)], -1)
    return points.reshape(-1, 2), mesh.grid_triangles(steps + 1, 5)


def _patch(corners: Array) -> tuple[Array, Faces]:
    """Return the quadrilateral a, b, c, d (anticlockwise), cut so that it can bend."""
    a, b, c, d = np.asarray(corners, float)
    along, up = np.meshgrid(np.linspace(0, 1, BENDS + 1), [0.0, 1.0])
    along, up = along[..., None], up[..., None]
    points = (1 - up) * ((1 - along) * a + along * b) + up * ((1 - along) * d + along * c)
    return points.reshape(-1, 2), mesh.grid_triangles(2, BENDS + 1)


def _frame(inner: float) -> list[tuple[Array, Faces]]:
    o, i = 1.0, inner
    bars = [
        [[-o, -o], [o, -o], [o, -i], [-o, -i]],
        [[-o, i], [o, i], [o, o], [-o, o]],
        [[-o, -i], [-i, -i], [-i, i], [-o, i]],
        [[i, -i], [o, -i], [o, i], [i, i]],
    ]
    return [_patch(np.array(bar)) for bar in bars]


def _stripes() -> list[tuple[Array, Faces]]:
    starts = np.arange(-1.0, 1.0, 0.5)
    return [
        _patch(np.array([[x, -0.3], [x + 0.25, -0.3], [x + 0.45, 0.3], [x + 0.2, 0.3]]))
        for x in starts
    ]


def _arrow() -> list[tuple[Array, Faces]]:
    shaft = [[-0.18, -0.9], [0.18, -0.9], [0.18, 0.1], [-0.18, 0.1]]
    head = [[-0.6, 0.1], [0.6, 0.1], [0.02, 0.95], [-0.02, 0.95]]
    return [_patch(np.array(shaft)), _patch(np.array(head))]


def _strip(angle: float) -> tuple[Array, Faces]:
    corner = np.array([[-0.95, -0.12], [0.95, -0.12], [0.95, 0.12], [-0.95, 0.12]])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return _patch(corner @ turn)
