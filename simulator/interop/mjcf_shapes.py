"""Shapes, meshes, terrain, cameras and lights of a model as MJCF."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

import numpy as np
from numpy.typing import NDArray

from simulator.physics.geometry import meshes, parts
from simulator.spec.models.robot import CameraSpec
from simulator.spec.models.scene import LightSpec
from simulator.spec.models.shape import MaterialSpec, PartSpec, ShapeSpec
from simulator.spec.naming.bodies import rotation_of
from simulator.spec.reading import heights

from .mjcf_model import Model

COLLIDES, DRAWN, HIDDEN = "0", "2", "3"  # groups of geoms; 3 is not drawn by default
UNDER = 0.1  # thickness of a height field below its lowest point [m]


class Surface(NamedTuple):
    """How to find what a part's shapes are made of."""

    ground: float  # friction of the ground
    find: Callable[[ShapeSpec], MaterialSpec]
    still: bool = False  # it does not move
    reach: float = 0.0  # so far off it holds what it touches [m]


def add(parent: Element, tag: str, **attributes: str) -> Element:
    """Append an element and return it."""
    return SubElement(parent, tag, attributes)


def numbers(values: Iterable[float]) -> str:
    """Return numbers as MJCF writes them, to the last bit."""
    return " ".join(f"{float(value):.17g}" for value in values)


def quaternion(rpy: Iterable[float]) -> tuple[float, float, float, float]:
    """Return w, x, y, z of roll, pitch, yaw [rad] about the fixed x, y, z axes."""
    (cr, cp, cy), (sr, sp, sy) = (f(0.5 * np.array(list(rpy), float)) for f in (np.cos, np.sin))
    return (
        float(cr * cp * cy + sr * sp * sy),
        float(sr * cp * cy - cr * sp * sy),
        float(cr * sp * cy + sr * cp * sy),
        float(cr * cp * sy - sr * sp * cy),
    )


def add_shapes(model: Model, body: Element, name: str, part: PartSpec, surface: Surface) -> None:
    """Write what of a part collides, and what is drawn."""
    drawn = part.visuals if model.visuals else []
    for shape in part.all_shapes:
        material = surface.find(shape)
        friction = 0.0 if name == "ground" else float(np.sqrt(material.friction * surface.ground))
        look = _look(material) | {"group": HIDDEN if drawn else COLLIDES}
        if part.collides:
            look |= {"friction": numbers([friction, 0.0, 0.0]), "condim": "3"}
            if surface.reach > 0.0:
                look |= dict.fromkeys(("margin", "gap"), numbers([surface.reach]))
        else:
            look |= {"contype": "0", "conaffinity": "0"}
        _add_shape(model, body, name, shape, look, "hull" if surface.still else shape.convex)
    for shape in drawn:
        look = _look(surface.find(shape)) | {"group": DRAWN, "contype": "0", "conaffinity": "0"}
        _add_shape(model, body, name, shape, look, "hull")


def _look(material: MaterialSpec) -> dict[str, str]:
    code = material.colour.lstrip("#")
    return {"rgba": numbers([*(int(code[k : k + 2], 16) / 255 for k in (0, 2, 4)), 1.0])}


def _add_shape(
    model: Model, body: Element, name: str, shape: ShapeSpec, look: dict, convex: str | None
) -> None:
    place = {"pos": numbers(shape.at), "quat": numbers(quaternion(shape.rpy))}
    if (solid := shape.solid) is not None:  # MuJoCo has the same kinds, by the same sizes
        geom = {"type": shape.kind, "size": numbers(solid.size)}
    elif shape.plane:
        geom = {"type": "plane", "size": "0 0 1"}
    elif shape.height_field is not None:
        geom, lowest = _add_heights(model, name, shape)
        at = np.array(shape.at) + rotation_of(shape.rpy) @ [0.0, 0.0, lowest]
        place["pos"] = numbers(at)
    else:
        for mesh in _add_meshes(model, name, shape, convex):
            add(body, "geom", type="mesh", mesh=mesh, **place, **look)
        return
    add(body, "geom", **geom, **place, **look)


def _add_heights(model: Model, name: str, shape: ShapeSpec) -> tuple[dict[str, str], float]:
    field = shape.height_field
    assert field is not None
    rows = heights.read(field)
    lowest, span = float(rows.min()), max(float(np.ptp(rows)), 1e-6)
    called = _free_name(model, f"{name} heights")
    add(
        model.assets, "hfield", name=called, nrow=str(rows.shape[0]), ncol=str(rows.shape[1]),
        elevation=numbers(rows[::-1].reshape(-1)),  # its first row is the farthest in y
        size=numbers([0.5 * field.size[0], 0.5 * field.size[1], span, UNDER]),
    )  # fmt: skip
    return {"type": "hfield", "hfield": called}, lowest


def _add_meshes(model: Model, name: str, shape: ShapeSpec, convex: str | None) -> list[str]:
    vertices, faces = meshes.shape_mesh(shape)
    pieces = [vertices]
    if shape.mesh is not None:
        pieces = parts.split(vertices, faces, convex, str(shape.mesh))
        if convex == "hull" and parts.is_concave(vertices, faces):
            leave_out(model, "hollows, MuJoCo collides with the hull", f"{name} ({shape.mesh})")
    names = []
    for piece in pieces:
        names.append(_free_name(model, f"{name} mesh"))
        corners: dict[str, str] = {"vertex": numbers(piece.reshape(-1))}
        if piece is vertices:
            corners["face"] = " ".join(str(row) for row in faces.reshape(-1))
        add(model.assets, "mesh", name=names[-1], **corners)
    return names


def leave_out(model: Model, what: str, *names: str) -> None:
    """Note what MJCF cannot hold."""
    model.left_out.setdefault(what, []).extend(names)


def _free_name(model: Model, stem: str) -> str:
    return f"{stem} {1 + sum(1 for item in model.assets if item.get('name', '').startswith(stem))}"


def add_camera(body: Element, name: str, camera: CameraSpec) -> None:
    """Write a camera; MuJoCo's look along their own -z, y is up; their angle is in degrees."""
    turn: NDArray[np.float64] = rotation_of(camera.rpy)
    add(
        body, "camera", name=name, pos=numbers(camera.at), fovy=numbers([np.degrees(camera.fov)]),
        xyaxes=numbers([*-turn[:, 1], *turn[:, 2]]),
    )  # fmt: skip


def add_light(world: Element, name: str, light: LightSpec) -> None:
    """Write the sun or a point light of a scene."""
    code = light.colour.lstrip("#")
    colour = [0.7 * light.power * int(code[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    common = {"name": name, "diffuse": numbers(colour), "castshadow": str(light.shadows).lower()}
    if light.type == "sun":
        place = {"type": "directional", "dir": numbers(light.direction), "pos": "0 0 10"}
    else:
        place = {"type": "point", "pos": numbers(light.at), "range": numbers([light.range])}
    add(world, "light", **common, **place)
