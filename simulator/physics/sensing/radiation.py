"""Point sources of gamma radiation, and the dose rate that they make anywhere.

A source of `strength` makes, at the distance r behind the solids that its ray runs through,

    rate = strength / r^2 exp(-sum of attenuation x length within the solid)

(point kernel; Shultis and Faw, Radiation Shielding, 2000, 7.1). Every shape counts, also those of
the source's own body and of the dosimeter's, whether it collides or not. Scattered radiation
(build-up) is left out, so behind thick shields the true rate is higher.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from simulator.compiled.curves import exponential
from simulator.compiled.jit import kernel
from simulator.spec.models.scene import SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec
from simulator.spec.naming import bodies as body_list
from simulator.spec.naming.bodies import Body

from ..algebra import vector
from ..bodies.tables import Floats, Rows
from ..geometry import inertia
from ..geometry.shapes import Shapes
from . import chord

Finder = Callable[[Body, ShapeSpec], MaterialSpec]
NEAREST = 0.01  # a point source is no point from nearer on [m]
COMPTON = 0.0077  # attenuation per density of light and middle elements at 662 keV [m2/kg]


class Sources(NamedTuple):
    """Sources in the order of their bodies, and what shields them."""

    body: Rows  # (n,)
    at: Floats  # (n, 3) from the body's centre of mass, body frame [m]
    strength: Floats  # (n,) dose rate at 1 m, unshielded [Sv/s]
    attenuation: Floats  # (shapes,) linear [1/m]


class Exposures(NamedTuple):
    """Cameras, and the dose rate at each at the end of a frame."""

    body: Rows  # (n,)
    at: Floats  # (n, 3) from the body's centre of mass, body frame [m]
    rate: Floats  # (n,) [Sv/s]


def build_sources(placed: Sequence[Body], centres: Floats, shapes: Shapes, find: Finder) -> Sources:
    """Return the table of the bodies' sources; `find(body, shape)` gives a shape's material.

    `placed` in the order of `spec.naming.bodies.list_bodies`, `centres` (bodies, 3) of mass [m].
    """
    found = [(row, body.part.source) for row, body in enumerate(placed) if body.part.source]
    attenuation = np.zeros(len(shapes.kind))
    if found:
        known = [_list_attenuation(body, find) for body in placed]
        owners = zip(shapes.body, shapes.piece, strict=True)
        attenuation[:] = [known[body][piece] for body, piece in owners]
    at = [np.array(source.at) - centres[row] for row, source in found]
    return Sources(
        np.array([row for row, _ in found], np.int32),
        np.array(at).reshape(-1, 3),
        np.array([source.rate for _, source in found], np.float64),
        attenuation,
    )


def _list_attenuation(body: Body, find: Finder) -> list[float]:
    """Return the linear attenuation of each shape of a body [1/m]."""
    part = body.part
    volumes = [inertia.find_volume(shape) for shape in part.all_shapes]
    found = []
    for shape, volume in zip(part.all_shapes, volumes, strict=True):
        material = find(body, shape)
        density = shape.density or part.density or material.density
        if part.mass is not None and sum(volumes) > 0.0:
            density = part.mass / sum(volumes)
        elif shape.mass is not None and volume > 0.0:
            density = shape.mass / volume
        whole = material.attenuation
        whole = COMPTON * material.density if whole is None else whole
        found.append(whole * density / material.density)
    return found


def build_exposures(scene: SceneSpec, rows: Mapping[str, int], centres: Floats) -> Exposures:
    """Return the robots' cameras in the order of `list_cameras`; none where nothing radiates."""
    body, at = [], []
    for name, link, place in list_cameras(scene):
        body.append(rows[f"{name.partition('.')[0]}.{link}"])
        at.append(np.array(place) - centres[body[-1]])
    count = len(body)
    return Exposures(np.array(body, np.int32), np.array(at).reshape(-1, 3), np.zeros(count))


def list_cameras(scene: SceneSpec) -> list[tuple[str, str, tuple[float, float, float]]]:
    """Return `robot.camera`, link and place in it of the cameras of a scene with sources."""
    if not any(body.part.source for body in body_list.list_bodies(scene)):
        return []
    return [
        (f"{body_list.robot_name(place)}.{name}", camera.link, camera.at)
        for place in scene.robots
        if place.spec is not None
        for name, camera in place.spec.cameras.items()
    ]


@kernel
def find_rate(sources, shapes, bodies, point) -> float:
    """Return the dose rate at a point of the world [Sv/s]."""
    total = 0.0
    for i in range(sources.body.shape[0]):
        body = sources.body[i]
        arm = vector.rotate(bodies.orientation[body], vector.load(sources.at, i))
        origin = vector.offset(vector.load(bodies.position, body), 1.0, arm)
        way = vector.subtract(point, origin)
        reach = math.sqrt(vector.dot(way, way))
        depth = 0.0
        if reach > 0.0:
            way = (way[0] / reach, way[1] / reach, way[2] / reach)
            for s in range(sources.attenuation.shape[0]):
                if sources.attenuation[s] > 0.0:
                    length = chord.measure(shapes, bodies, s, origin, way, reach)
                    depth += sources.attenuation[s] * length
        square = max(reach * reach, NEAREST * NEAREST)
        total += sources.strength[i] / square * exponential(-depth)
    return total


@kernel
def expose(exposures, world) -> None:
    """Measure the dose rate at every camera.

    Writes: exposures.rate
    """
    bodies = world.bodies
    for i in range(exposures.body.shape[0]):
        body = exposures.body[i]
        arm = vector.rotate(bodies.orientation[body], vector.load(exposures.at, i))
        point = vector.offset(vector.load(bodies.position, body), 1.0, arm)
        exposures.rate[i] = find_rate(world.sources, world.shapes, bodies, point)
