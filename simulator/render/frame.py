"""The uniform block that all passes of a picture share: camera, sun, lamps, sky."""

import numpy as np
from numpy.typing import NDArray

from ..snapshot import Snapshot
from ..spec.models.console import ConsoleSpec
from ..spec.models.scene import SceneSpec
from ..spec.naming import bodies as spec_bodies
from . import camera, colour
from .pose import Poses

LAMPS = 8  # as in shaders/frame.glsl
BLOCK = np.dtype(
    [
        ("clip_from_world", "16f4"),
        ("shadow_from_world", "16f4"),
        ("world_from_clip", "16f4"),
        ("eye", "4f4"),
        ("sun_direction", "4f4"),
        ("sun_colour", "4f4"),
        ("sky_fill", "4f4"),
        ("ground_fill", "4f4"),
        ("rim_direction", "4f4"),
        ("fog", "4f4"),
        ("zenith", "4f4"),
        ("horizon", "4f4"),
        ("screen", "4f4"),
        ("shadow_scale", "4f4"),
        ("light_position", "(8,4)f4"),
        ("light_colour", "(8,4)f4"),
        ("light_axis", "(8,4)f4"),
    ]
)
FOG_COLOUR = "#556273"
SKY_FILL = "#C8D8E6"
GAMMA = 2.2  # of what is shown over light
SUN_SIZE = 0.045  # tangent of the sun's apparent radius: a bright window, not a point


class Lighting:
    """Turns a scene's lights and a moment into the shared block."""

    def __init__(self, scene: SceneSpec) -> None:
        self.scene = scene
        self.block = np.zeros((), BLOCK)
        sun = next((light for light in scene.lights.values() if light.type == "sun"), None)
        way = -np.array(sun.direction if sun else (0.0, 0.0, -1.0))
        self.sun_direction = way / np.linalg.norm(way)
        self.sun_power = colour.light(sun.colour) * sun.power if sun else np.zeros(3)
        self.has_shadow = sun is not None and sun.shadows and sun.power > 0.0
        self.lamps = _lamps(scene)
        self.lamps_lit = 0
        self.block["light_position"][:, 3] = 1.0
        self._fill_constants()

    def _fill_constants(self) -> None:
        block, sky = self.block, self.scene.sky
        fill = colour.light(SKY_FILL)
        fill = 0.6 * (0.55 * fill + 0.45 * fill.mean())  # the filmic curve adds the rest
        fill = sky.power * fill
        block["sun_direction"] = *self.sun_direction, SUN_SIZE
        block["sun_colour"][:3] = self.sun_power
        block["sky_fill"][:3] = fill
        block["ground_fill"][:3] = fill * [0.52, 0.47, 0.42]
        block["rim_direction"] = *(np.array([0.86, 0.32, 0.40])), 0.16
        fog = colour.from_hex(FOG_COLOUR) * min(sky.power, 1.0) ** (1.0 / GAMMA)
        block["fog"] = *fog, sky.fog
        block["zenith"][:3] = colour.from_hex(sky.zenith)
        block["horizon"][:3] = colour.from_hex(sky.horizon)

    def at(
        self,
        view: camera.View,
        size: tuple[int, int],
        poses: Poses,
        snapshot: Snapshot,
        shadow: NDArray[np.float64],
        shadow_scale: tuple[float, float, float, float],
    ) -> bytes:
        """Return the block's bytes for one picture of `size` pixels; `shadow` as `Fit` has it."""
        block = self.block
        clip = camera.projection(view, size[0] / size[1])
        block["clip_from_world"] = clip.T.ravel()
        block["world_from_clip"] = np.linalg.inv(clip).T.ravel()
        block["shadow_from_world"] = shadow.T.ravel()
        block["shadow_scale"] = shadow_scale
        block["eye"] = *view.eye, float(self.scene.sky.grid)
        block["screen"] = *size, 1.0 / size[0], 1.0 / size[1]
        self._fill_lamps(poses, snapshot, view.eye)
        return block.tobytes()

    def _fill_lamps(self, poses: Poses, snapshot: Snapshot, eye: NDArray[np.float64]) -> None:
        """Fill in the lit lamps; of more than there is room for, those nearest to the eye."""
        lit = [(lamp, lamp.brightness(snapshot)) for lamp in self.lamps]
        lit = [(lamp, power) for lamp, power in lit if power > 0.0]
        if len(lit) > LAMPS:
            lit.sort(key=lambda pair: float(np.linalg.norm(pair[0].place(poses) - eye)))
        self.lamps_lit = min(len(lit), LAMPS)
        for row, (lamp, power) in enumerate(lit[:LAMPS]):
            self.block["light_position"][row] = *lamp.place(poses), lamp.range
            self.block["light_colour"][row] = *(lamp.colour * power), lamp.cosine
            self.block["light_axis"][row, :3] = poses.rotation[lamp.body] @ lamp.axis
        self.block["light_colour"][self.lamps_lit :] = 0.0


class Lamp:
    """A point light or a robot's lamp, lit by a signal, a number, or always."""

    def __init__(
        self,
        target: str,
        switched: bool,
        console: ConsoleSpec,
        body: int,
        position: tuple[float, float, float],
        axis: NDArray[np.float64],
        light: str,
        power: float,
        reach: float,
        cone: float,
    ) -> None:
        self.target = target
        self.body = body
        self.position = np.array(position)
        self.axis = axis
        self.colour = colour.light(light) * power
        self.range = reach
        self.cosine = float(np.cos(cone / 2.0)) if cone < 6.28 else -1.0
        short = target.rsplit(".", 1)[-1]
        self._source = console.outputs.get(target, console.outputs.get(short))
        self._always = 0.0 if switched else 1.0
        self._row, self._layout = -1, None  # of the signal, and where that is known from

    def place(self, poses: Poses) -> NDArray[np.float64]:
        """Return where the lamp is now (3,) [m]."""
        return poses.position[self.body] + poses.rotation[self.body] @ self.position

    def brightness(self, snapshot: Snapshot) -> float:
        """Return how bright the lamp is now, 0..1."""
        if self.target in snapshot.shown:  # it is broken
            return float(np.clip(snapshot.shown[self.target], 0.0, 1.0))
        if self._source is None:
            return self._always
        if not isinstance(self._source, str):
            return float(self._source)
        if self._layout is not snapshot.layout:
            self._layout, names = snapshot.layout, snapshot.layout.signals
            self._row = names.index(self._source) if self._source in names else -1
        return float(np.clip(snapshot.signals[self._row], 0.0, 1.0)) if self._row >= 0 else 0.0


def _lamps(scene: SceneSpec) -> list[Lamp]:
    rows = {body.name: row for row, body in enumerate(spec_bodies.list_bodies(scene))}
    ahead = np.array([1.0, 0.0, 0.0])
    lamps = [
        Lamp(
            name,
            light.switch,
            scene.console_spec,
            0,
            light.at,
            ahead,
            light.colour,
            light.power,
            light.range,
            6.3,
        )
        for name, light in scene.lights.items()
        if light.type == "point"
    ]
    for placement in scene.robots:
        robot = spec_bodies.robot_name(placement)
        for name, lamp in (placement.spec.lamps if placement.spec else {}).items():
            axis = spec_bodies.rotation_of(lamp.rpy) @ ahead
            lamps.append(
                Lamp(
                    f"{robot}.{name}",
                    True,
                    scene.console_spec,
                    rows[f"{robot}.{lamp.link}"],
                    lamp.at,
                    axis,
                    lamp.colour,
                    lamp.power * 2.0,
                    lamp.range,
                    lamp.cone,
                )
            )
    return lamps
