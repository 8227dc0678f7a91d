"""The scene's buffers on the GPU, and the passes that draw all bodies at once."""

import moderngl
import numpy as np

from . import pose, shader
from .geometry import GROUPS, Geometry
from .picture import Picture
from .pose import Poses
from .quality import Quality

POSES, MATERIALS, SHADOW, SHADOW_DEPTH, OPENNESS = range(5)  # texture units
VARIANTS = {"plain": {}, "pattern": {"PATTERN": 1}, "ground": {"GROUND": 1}}
DRAWN = (("in_position", "in_normal", "in_rows"), "3f4 3f4 2u2")
DEPTH = (("in_position", "in_rows"), "3f4 12x 2u2")


class Surfaces:
    """Vertices, index buffers, pose and material tables, and one program per variant."""

    def __init__(self, ctx: moderngl.Context, geometry: Geometry, quality: Quality) -> None:
        self.ctx, self.geometry = ctx, geometry
        self.vertices = ctx.buffer(geometry.vertices.tobytes() or bytes(28))
        self.frame = ctx.buffer(reserve=4096)
        self.poses = self._table(pose.table_size(len(geometry.bounds)))
        rows = geometry.materials
        self.materials = self._table((3, len(rows)), rows.tobytes())
        definitions = {
            "QUALITY": quality.level,
            "SHADOW_TAPS": quality.shadow_taps,
            "BLOCKER_TAPS": quality.blocker_taps,
        }
        self.programs = {
            group: shader.build(ctx, "surface.vert", "surface.frag", **definitions, **variant)
            for group, variant in VARIANTS.items()
        }
        self.arrays = {
            group: self.array(self.programs[group], geometry.groups[group], *DRAWN)
            for group in GROUPS
            if len(geometry.groups[group])
        }
        for program in self.programs.values():
            for name, unit in (
                ("poses", POSES),
                ("materials", MATERIALS),
                ("shadow_map", SHADOW),
                ("shadow_depth", SHADOW_DEPTH),
                ("openness", OPENNESS),
            ):
                shader.set_value(program, name, unit)

    def _table(self, size: tuple[int, int], data: bytes | None = None) -> moderngl.Texture:
        texture = self.ctx.texture(size, 4, data, dtype="f4")
        texture.filter = moderngl.NEAREST, moderngl.NEAREST
        return texture

    def array(
        self, program: moderngl.Program, triangles: np.ndarray, names: tuple[str, ...], layout: str
    ) -> moderngl.VertexArray:
        """Return a vertex array over the shared vertices with its own index buffer."""
        indices = self.ctx.buffer(np.ascontiguousarray(triangles, np.int32).tobytes() or bytes(4))
        return self.ctx.vertex_array(
            program, [(self.vertices, layout, *names)], index_buffer=indices
        )

    def depth_array(self, program: moderngl.Program, triangles: np.ndarray) -> moderngl.VertexArray:
        """Return a vertex array for programs of `depth.vert`."""
        shader.set_value(program, "poses", POSES)
        return self.array(program, triangles, *DEPTH)

    def move(self, poses: Poses) -> None:
        """Put the bodies where `poses` say, for all passes that follow."""
        self.poses.write(pose.to_table(poses).tobytes())

    def bind(self, block: bytes) -> None:
        """Make tables and the shared uniform block current."""
        self.frame.write(block)
        self.frame.bind_to_uniform_block(0, size=self.frame.size)
        self.poses.use(POSES)
        self.materials.use(MATERIALS)

    def draw(self, picture: Picture) -> None:
        """Draw all bodies, lit, into the picture's target; the ground last, it is mostly hidden."""
        picture.target.use()
        for group, array in self.arrays.items():
            self.ctx.enable_only(
                moderngl.DEPTH_TEST
                | (moderngl.NOTHING if group == "ground" else moderngl.CULL_FACE)
            )
            array.render()

    def release(self) -> None:
        """Free the memory on the GPU."""
        for array in self.arrays.values():
            array.index_buffer.release()
            array.release()
        for thing in (
            *self.programs.values(),
            self.vertices,
            self.frame,
            self.poses,
            self.materials,
        ):
            thing.release()
