"""The scene's buffers on the GPU, and the passes that draw all bodies at once."""

import moderngl
import numpy as np
from numpy.typing import NDArray

from . import belts, pose, shader
from .culling import Mask, Triangles
from .geometry import GROUPS, Geometry
from .picture import Picture
from .pose import Poses
from .quality import Quality

UNITS = {
    name: unit
    for unit, name in enumerate(
        ("poses", "materials", "shadow_map", "shadow_depth", "openness", "contact")
    )
}
VARIANTS = {"plain": {}, "pattern": {"PATTERN": 1}, "ground": {"GROUND": 1}}
DRAWN = ("3f4 3f4 2u2", "in_position", "in_normal", "in_rows")
DEPTH = ("3f4 12x 2u2", "in_position", "in_rows")


class Surfaces:
    """Vertices, index buffers, pose and material tables; programs by variant and by lamps.

    A loop of fixed length is unrolled, which a software renderer wants: there are programs for no
    lamp and, when the scene has `lamps`, for all of them.
    """

    def __init__(
        self, ctx: moderngl.Context, geometry: Geometry, quality: Quality, lamps: int
    ) -> None:
        self.ctx, self.geometry, self.lamps = ctx, geometry, lamps
        self.vertices = ctx.buffer(geometry.vertices.tobytes() or bytes(28))
        self.frame = ctx.buffer(reserve=4096)
        rows = len(geometry.bounds) + len(geometry.belts.body)
        self.poses = self._table(pose.table_size(rows))
        looks = geometry.materials
        self.materials = self._table((3, len(looks)), looks.tobytes())
        self._owned: list[moderngl.Program | moderngl.Buffer | moderngl.VertexArray] = []
        self.triangles = {
            group: Triangles(ctx, geometry.groups[group], geometry.part_of[group])
            for group in GROUPS
        }
        self.floors: list[moderngl.Program] = []  # those that read how close the bodies are
        self.lit = {count: self._build(quality, count) for count in {0, lamps}}
        self.is_costly = quality.level > 1
        self.depth_program = shader.build(ctx, "depth.vert", "depth.frag")
        self.whole = self.depth_array(
            self.depth_program, np.concatenate([*geometry.groups.values()])
        )

    def _build(self, quality: Quality, lamps: int) -> dict[str, moderngl.VertexArray]:
        """Return the vertex arrays of every variant that the scene has triangles for."""
        arrays = {}
        for group in (group for group in GROUPS if len(self.geometry.groups[group])):
            reads = {"CONTACT": 1} if group == "ground" and not quality.occlusion_taps else {}
            program = shader.build(
                self.ctx,
                "surface.vert",
                "surface.frag",
                QUALITY=quality.level,
                LAMPS=lamps,
                SHADOW_TAPS=quality.shadow_taps,
                BLOCKER_TAPS=quality.blocker_taps,
                OCCLUSION=int(quality.occlusion_taps > 0),
                **VARIANTS[group],
                **reads,
            )
            if reads:
                self.floors.append(program)
            for name, unit in UNITS.items():
                shader.set_value(program, name, unit)
            arrays[group] = self._array(program, self.triangles[group].buffer, DRAWN)
            self._owned.append(program)
        return arrays

    def _table(self, size: tuple[int, int], data: bytes | None = None) -> moderngl.Texture:
        texture = self.ctx.texture(size, 4, data, dtype="f4")
        texture.filter = moderngl.NEAREST, moderngl.NEAREST
        return texture

    def _index_buffer(self, triangles: NDArray[np.int32]) -> moderngl.Buffer:
        buffer = self.ctx.buffer(np.ascontiguousarray(triangles).tobytes() or bytes(4))
        self._owned.append(buffer)
        return buffer

    def _array(
        self, program: moderngl.Program, indices: moderngl.Buffer, layout: tuple[str, ...]
    ) -> moderngl.VertexArray:
        array = self.ctx.vertex_array(program, [(self.vertices, *layout)], index_buffer=indices)
        self._owned.append(array)
        return array

    def depth_array(
        self, program: moderngl.Program, triangles: NDArray[np.int32] | Triangles
    ) -> moderngl.VertexArray:
        """Return a vertex array for programs of `depth.vert`; it is released with the surfaces."""
        shader.set_value(program, "poses", UNITS["poses"])
        if isinstance(triangles, Triangles):
            return self._array(program, triangles.buffer, DEPTH)
        return self._array(program, self._index_buffer(triangles), DEPTH)

    def move(self, poses: Poses) -> None:
        """Put the bodies, and their belts, where `poses` say, for all passes that follow."""
        whole = belts.append(poses, self.geometry.belts)
        self.poses.write(pose.to_table(whole).tobytes())

    def bind(self, block: bytes) -> None:
        """Make tables and the shared uniform block current."""
        self.frame.write(block)
        self.frame.bind_to_uniform_block(0, size=self.frame.size)
        self.poses.use(UNITS["poses"])
        self.materials.use(UNITS["materials"])

    def darken(self, texture: moderngl.Texture, area: tuple[float, float, float]) -> None:
        """Let the floor read from this map, whose corner and side are `area` [m]."""
        texture.use(UNITS["contact"])
        for program in self.floors:
            shader.set_value(program, "contact_area", area)

    def draw_depth(self, clip_from_world: NDArray[np.float64]) -> None:
        """Draw all that is not culled into the depth of the framebuffer in use."""
        # As the surfaces are drawn: a camera in its housing looks through the inside of it.
        self.ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        self.depth_program["clip_from_world"].write(  # type: ignore[union-attr]
            np.asarray(clip_from_world.T, "f4").tobytes()
        )
        self.whole.render()

    def draw(
        self,
        picture: Picture,
        clip_from_world: NDArray[np.float64],
        lamps_lit: int,
        seen: Mask | None = None,
    ) -> None:
        """Draw bodies, lit, into the picture's target; the ground last, it is mostly hidden.

        `seen` (parts,) are the parts to draw; None: all.
        """
        picture.target.use()
        if self.is_costly:  # the depth first, so that light is found for what is seen alone
            picture.target.color_mask = False, False, False, False
            self.draw_depth(clip_from_world)
            picture.target.color_mask = True, True, True, True
        for group, array in self.lit[self.lamps if lamps_lit else 0].items():
            culled = moderngl.NOTHING if group == "ground" else moderngl.CULL_FACE
            self.ctx.enable_only(moderngl.DEPTH_TEST | culled)
            self.triangles[group].choose(seen)
            self.triangles[group].draw(array)

    def release(self) -> None:
        """Free the memory on the GPU."""
        for thing in reversed(self._owned):
            thing.release()
        for thing in (
            self.depth_program,
            *self.triangles.values(),
            self.vertices,
            self.frame,
            self.poses,
            self.materials,
        ):
            thing.release()
