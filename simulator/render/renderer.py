"""Draws a scene between two snapshots into a texture: the same in the window and off-screen."""

from collections.abc import Callable, Sequence
from copy import copy

import moderngl
import numpy as np
from numpy.typing import NDArray

from ..snapshot import Picture as Arrived
from ..snapshot import Snapshot
from ..spec.models.scene import SceneSpec
from . import balance, blobs, camera, frame, geometry, lines, pose, shader, shadow
from .arrival import Arrival, is_clear
from .blobs import BlobPass
from .camera import View
from .culling import Mask, Triangles, find_seen
from .finish import Finish
from .frame import Lighting
from .lines import Debug, LinePass
from .occlusion import Occlusion
from .outline import Ghost, Outline, OutlinePass
from .picture import Picture, leave
from .pose import Poses
from .quality import Quality
from .quality import find as find_quality
from .surfaces import UNITS, Surfaces


class Renderer:
    """All GPU state of one scene. Every method needs the context `ctx` to be current."""

    def __init__(self, ctx: moderngl.Context, scene: SceneSpec, quality: Quality | str) -> None:
        """Build buffers and programs.

        Raises:
            Unusable: a mesh file, or a picture of heights, of the scene cannot be drawn.
        """
        self.ctx, self.scene = ctx, scene
        self.quality = find_quality(quality)
        # Called between passes: where the processor draws, a pass that reads what is not drawn yet
        # would wait inside OpenGL, and hold every other Python thread up meanwhile.
        self.wait: Callable[[], object] = lambda: None
        self.language = "en"  # of the words on a picture that does not arrive
        self._start()

    def _start(self) -> None:
        ctx, quality = self.ctx, self.quality
        self.geometry = geometry.bake(self.scene, quality.detail)
        self.lighting = Lighting(self.scene)
        lamps = min(frame.LAMPS, len(self.lighting.lamps))
        self.surfaces = Surfaces(ctx, self.geometry, quality, lamps)
        self.shadow = shadow.ShadowMap(ctx, quality.shadow_size)
        baked = self.geometry
        self.casting = Triangles(ctx, baked.casters, baked.part_of["casters"])
        self.casters = self.surfaces.depth_array(self.shadow.program, self.casting)
        self.occlusion = Occlusion(ctx, quality) if quality.occlusion_taps else None
        self.blobs = None if self.occlusion else BlobPass(ctx, len(self.geometry.bounds))
        self.lines = LinePass(ctx)
        self.joint_axes = lines.JointAxes(self.scene)
        self.outlines = OutlinePass(ctx, self.surfaces)
        self.sky = shader.build(ctx, "screen.vert", "sky.frag")
        self.finish = Finish(ctx)
        self.sky_array = ctx.vertex_array(self.sky, [])
        self.arrival = Arrival(ctx)
        self.pictures: dict[str, Picture] = {}
        self._moment: tuple[int, int, float] | None = None
        self._held: tuple[Snapshot, Snapshot] | None = None
        self._moments = 0
        self._fitted: shadow.Fit | None = None
        self._poses: Poses | None = None

    def set_quality(self, quality: Quality | str) -> None:
        """Change the setting; a new render scale alone is cheap, everything else builds anew.

        Raises:
            ShaderError: This quality cannot be drawn; all is as before.
        """
        quality = find_quality(quality)
        if quality.name == self.quality.name:
            self.quality = quality
        elif quality != self.quality:
            before = copy(self)
            self.quality = quality
            try:
                self._start()
            except Exception:  # a mistake in a shader of this one alone: what was there goes on
                vars(self).update(vars(before))
                raise
            before.release()

    def render(
        self,
        previous: Snapshot,
        current: Snapshot,
        alpha: float,
        view: View,
        size: tuple[int, int],
        debug: Debug | None = None,
        selected: Sequence[Outline] = (),
        name: str = "main",
        marks: NDArray[np.float64] | None = None,
        arrived: Arrived | None = None,
        ghost: Ghost | None = None,
        exposure: float = 0.0,
    ) -> moderngl.Texture:
        """Draw the scene at the share `alpha` from `previous` to `current`; return sRGB, 8 bit.

        `size` [px] is what the texture will be shown at; at the low setting the texture itself is
        smaller. Every `name` has targets of its own, valid until the next picture of that name. The
        framebuffer drawn to stays bound: the caller binds its own. `marks` are (n, 10) lines on the
        ground, as `lines.LinePass` draws them. `arrived` is what a camera in trouble shows instead;
        `view` is from where it was in that moment. `ghost` is a silhouette of bodies that stand
        elsewhere. `exposure` is the dose rate at the camera [Sv/s], which specks its picture.
        """
        moment = current.frame_index
        if arrived is not None:
            previous, current, alpha = arrived.seen, arrived.seen, 1.0
        poses = self._arrange(previous, current, alpha, view)
        picture = self._picture(name, size)
        fitted = self._fitted
        assert fitted is not None
        block = self.lighting.at(
            view, picture.inner, poses, current, fitted.map_from_world, fitted.scale
        )
        self.surfaces.bind(block)
        self._draw_scene(picture, poses, view)
        if marks is not None:
            self.lines.draw(marks, 3.0 * self.quality.render_scale, is_hidden=True)
        if debug:
            self._draw_debug(debug, current, poses)
        self.wait()
        self.finish.draw(picture)
        if selected:
            shown = picture.final.width / picture.size[0]
            thin = [line._replace(width=max(1.0, line.width * shown)) for line in selected]
            self.outlines.draw(thin, view, poses, picture.final)
        if ghost is not None:
            self.surfaces.move(ghost.poses)
            self.surfaces.bind(block)
            self.outlines.draw([ghost.outline], view, ghost.poses, picture.final)
            self._moment = None  # the bodies have to go back for the next picture
        self.ctx.enable_only(moderngl.NOTHING)
        if is_clear(arrived, exposure):
            return picture.texture
        return self.arrival.draw(picture, arrived, exposure, moment, self.language)

    def pick(
        self, x: float, y: float, view: View, size: tuple[int, int], snapshot: Snapshot
    ) -> int:
        """Return the body row under pixel (x, y), y down, of a picture of `size`; -1 for none."""
        self.surfaces.move(pose.blend(snapshot, snapshot, 1.0))
        self._moment = None
        self.surfaces.bind(self.lighting.block.tobytes())
        return self.outlines.pick(x, y, view, size)

    def resize(self, size: tuple[int, int], name: str) -> None:
        """Make the targets of `name` fit `size` [px] before the next picture needs them."""
        self._picture(name, size)

    def release(self) -> None:
        """Free everything on the GPU."""
        for picture in self.pictures.values():
            picture.release()
        self.pictures.clear()
        leave(self.ctx)
        parts = [
            self.shadow,
            self.lines,
            self.outlines,
            self.surfaces,
            self.casting,
            self.sky_array,
            self.sky,
            self.finish,
            self.arrival,
        ]
        for part in [*parts, self.occlusion, self.blobs]:
            if part is not None:
                part.release()

    def _arrange(self, previous: Snapshot, current: Snapshot, alpha: float, view: View) -> Poses:
        """Move the bodies and draw the shadow map, once for all pictures of the same moment."""
        if self._poses is not None and self._moment == (id(previous), id(current), alpha):
            return self._poses
        poses = pose.blend(previous, current, alpha)
        self.surfaces.move(poses)
        if self._moments % self.quality.shadow_interval == 0:
            self._draw_shadow(poses, view)
        self._moments += 1
        self._moment, self._poses = (id(previous), id(current), alpha), poses
        self._held = previous, current  # while they live, no other snapshot has their ids
        return poses

    def _draw_shadow(self, poses: Poses, view: View) -> None:
        if self.blobs is not None:
            self.blobs.draw(blobs.footprints(self.geometry.bounds, poses), _find_focus(view))
        self.surfaces.poses.use(UNITS["poses"])
        self._fitted = self._fit_shadow(poses, view)
        if self.lighting.has_shadow:
            self.casting.choose(self._seen(poses, self._fitted.clip_from_world, self.shadow.size))
            self.shadow.draw(self.casters, self.casting, self._fitted)
        else:
            self.shadow.target.clear(depth=1.0)
        self.wait()

    def _fit_shadow(self, poses: Poses, view: View) -> shadow.Fit:
        bounds = self.geometry.bounds
        reach = np.linalg.norm(bounds[:, 1] - bounds[:, 0], axis=1) / 2.0
        middle = poses.position + np.einsum("nij,nj->ni", poses.rotation, bounds.mean(1))
        solid = reach > 0.0
        centre, radius = shadow.cover(middle[solid], reach[solid], _find_focus(view))
        return shadow.fit(centre, radius, self.lighting.sun_direction, self.quality.shadow_size)

    def _picture(self, name: str, size: tuple[int, int]) -> Picture:
        size = max(8, int(size[0])), max(8, int(size[1]))
        picture = self.pictures.get(name)
        if picture is None or not picture.fits(size, self.quality):
            if picture is not None:
                picture.release()
            picture = self.pictures[name] = Picture(self.ctx, size, self.quality)
        return picture

    def _draw_scene(self, picture: Picture, poses: Poses, view: View) -> None:
        clip = camera.projection(view, picture.inner[0] / picture.inner[1])
        if self.occlusion is not None:
            self.occlusion.draw(picture, self.surfaces, clip)
        self.shadow.bind(UNITS["shadow_map"], UNITS["shadow_depth"])
        picture.target.use()
        picture.target.clear(depth=1.0)
        self.ctx.depth_func = "<="
        if self.blobs is not None:
            self.surfaces.darken(self.blobs.texture, self.blobs.area)
        seen = self._seen(poses, clip, picture.inner[1])
        self.surfaces.draw(picture, clip, self.lighting.lamps_lit, seen)
        self.shadow.unbind(UNITS["shadow_map"], UNITS["shadow_depth"])
        self.ctx.enable_only(moderngl.DEPTH_TEST)
        self.sky_array.render(vertices=3)

    def _seen(self, poses: Poses, clip: NDArray[np.float64], height: int) -> Mask | None:
        """Return the parts that a picture shows; None where leaving some out saves nothing."""
        smallest = self.quality.smallest
        if not smallest:
            return None
        return find_seen(self.geometry.parts, poses, clip, height, smallest)

    def _draw_debug(self, debug: Debug, snapshot: Snapshot, poses: Poses) -> None:
        parts = []
        if debug.boxes:
            rows = np.flatnonzero(~self.geometry.fixed)
            parts.append(lines.box_lines(self.geometry.bounds, poses, rows))
        if debug.frames:
            parts.append(lines.frame_lines(poses))
        if debug.joints:
            parts.append(self.joint_axes.lines(snapshot, poses))
        if debug.contacts:
            parts.append(lines.contact_lines(snapshot))
        if debug.balance:
            parts.append(balance.stance_lines(snapshot.stances))
        self.lines.draw(np.concatenate(parts), 2.0 * self.quality.render_scale)


def _find_focus(view: View) -> NDArray[np.float64]:
    """Return the point [m] that maps lie round where they cannot hold the whole scene."""
    return view.eye + view.rotation[:, 0] * shadow.LIMIT * 0.6
