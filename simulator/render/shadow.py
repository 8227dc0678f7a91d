"""The sun's shadow map: depth of everything that casts, seen along the sun."""

from typing import NamedTuple

import moderngl
import numpy as np
from numpy.typing import NDArray

from . import shader
from .culling import Triangles

LIMIT = 12.0  # [m] radius that one map covers sharply enough
Floats = NDArray[np.float64]


class Fit(NamedTuple):
    """How the map lies in the world."""

    clip_from_world: Floats  # (4, 4) for drawing the map
    map_from_world: Floats  # (4, 4) to 0..1 for reading it
    scale: tuple[float, float, float, float]  # texel [0..1], texel [m], depth [m], 1 / width [1/m]


def fit(centre: Floats, radius: float, sun: Floats, size: int) -> Fit:
    """Return the map that covers a ball (`centre` [m], `radius` [m]), `sun` the way to the sun.

    The centre is rounded to whole texels, so that edges do not crawl when it moves.
    """
    side = np.cross([0.0, 1.0, 0.0] if abs(sun[1]) < 0.9 else [1.0, 0.0, 0.0], sun)
    side /= np.linalg.norm(side)
    axes = np.stack([side, np.cross(sun, side), sun])
    texel = 2.0 * radius / size
    local = axes @ centre
    local[:2] = np.round(local[:2] / texel) * texel
    deep = radius * 1.5
    clip = np.eye(4)
    clip[:2, :3], clip[:2, 3] = axes[:2] / radius, -local[:2] / radius
    clip[2, :3], clip[2, 3] = -axes[2] / deep, local[2] / deep
    half = np.diag([0.5, 0.5, 0.5, 1.0])
    half[:3, 3] = 0.5
    return Fit(clip, half @ clip, (1.0 / size, texel, 2.0 * deep, 0.5 / radius))


def cover(points: Floats, reach: Floats, focus: Floats) -> tuple[Floats, float]:
    """Return centre (3,) and radius [m] of a ball round boxes, or round `focus` when too large.

    `points` (n, 3) are the middles of the boxes, `reach` (n,) half their diagonals.
    """
    if not len(points):
        return focus, LIMIT
    low, high = (points - reach[:, None]).min(0), (points + reach[:, None]).max(0)
    radius = float(np.ceil(np.linalg.norm(high - low) / 2.0))
    if radius <= LIMIT:
        return (low + high) / 2.0, max(radius, 1.0)
    return focus, LIMIT


class ShadowMap:
    """The depth texture and the pass that fills it."""

    def __init__(self, ctx: moderngl.Context, size: int) -> None:
        self.ctx, self.size = ctx, size
        self.texture = ctx.depth_texture((size, size))
        self.target = ctx.framebuffer(depth_attachment=self.texture)
        self.program = shader.build(ctx, "depth.vert", "depth.frag")
        self.compare = self._sampler("<=")
        self.plain = self._sampler("")

    def _sampler(self, compare: str) -> moderngl.Sampler:
        linear = moderngl.LINEAR if compare else moderngl.NEAREST
        sampler = self.ctx.sampler(filter=(linear, linear))
        sampler.compare_func = compare
        sampler.border_color = (1.0, 1.0, 1.0, 1.0)  # outside the map the sun shines
        return sampler

    def draw(self, casters: moderngl.VertexArray, triangles: Triangles, fitted: Fit) -> None:
        """Fill the map; slopes are pushed back so that surfaces do not shade themselves."""
        self.target.use()
        self.target.clear(depth=1.0)
        self.ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        self.ctx.polygon_offset = 1.6, 2.0
        self.program["clip_from_world"].write(  # type: ignore[union-attr]
            np.asarray(fitted.clip_from_world.T, "f4").tobytes()
        )
        triangles.draw(casters)
        self.ctx.polygon_offset = 0.0, 0.0

    def bind(self, compare_unit: int, plain_unit: int) -> None:
        """Make the map readable as a comparison and as plain depth."""
        self.texture.use(compare_unit)
        self.compare.use(compare_unit)
        self.texture.use(plain_unit)
        self.plain.use(plain_unit)

    def unbind(self, *units: int) -> None:
        """Free the texture units from the map's samplers."""
        self.compare.clear(units[0])
        self.plain.clear(units[1])

    def release(self) -> None:
        """Free the map's memory on the GPU."""
        for thing in (self.target, self.texture, self.program, self.compare, self.plain):
            thing.release()
