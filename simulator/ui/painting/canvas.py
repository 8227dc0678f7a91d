"""A frame of the user interface from ImGui's start to its triangles, in a window or off-screen."""

from collections.abc import Callable

import moderngl
from imgui_bundle import imgui, implot

from simulator.ui.painting import imgui_gl, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.painting.pictures import Pictures


class Canvas:
    """Owns the ImGui context, the fonts, the brush and the renderer of one window."""

    def __init__(self, ctx: moderngl.Context, scale: float = 1.0) -> None:
        self.ctx = ctx
        self.context = imgui.create_context()
        self._plots = implot.create_context()
        self.context.config_nav_windowing_key_next = 0  # Ctrl+Tab chooses consoles: no list of
        self.context.config_nav_windowing_key_prev = 0  # ImGui's windows, no veil over all else
        self.take()
        imgui.get_io().config_windows_move_from_title_bar_only = True
        imgui.get_io().mouse_double_click_time = 0.45  # [s] for pictures that are few
        self.renderer = imgui_gl.Renderer(ctx)
        self.pictures = Pictures(ctx, self.renderer)
        self.paint = Paint(theme.load_fonts(), scale, self.pictures)
        self.set_scale(scale)
        self._below: imgui_gl.Backdrop | None = None
        self._atlas = -1

    def take(self) -> None:
        """Make what follows this canvas's: another window may have one, too."""
        imgui.set_current_context(self.context)
        implot.set_current_context(self._plots)

    def set_scale(self, scale: float) -> None:
        """Draw everything at 1 to 2 times its size from the next frame on."""
        self.paint.rescale(scale)
        theme.set_style(scale)

    def frame(
        self,
        target: moderngl.Framebuffer,
        draw: Callable[[Paint], None],
        dt: float = 1 / 60,
        still: Callable[[], tuple[imgui.ImDrawList, imgui_gl.Box] | None] = lambda: None,
    ) -> None:
        """Draw one frame over what is in `target`: `draw` makes it.

        `still` returns a list and the box it fills, to be laid under everything from now on, or
        None to keep the one before.
        """
        self.take()
        io = imgui.get_io()
        io.display_size = imgui.ImVec2(*target.size)
        io.delta_time = max(dt, 1e-4)
        imgui.new_frame()
        draw(self.paint)
        imgui.render()
        fresh = still()
        if fresh is not None:
            self.forget_backdrop()
            if min(fresh[1][2:]) >= 1:  # else the window has no room for it
                self._below = self.renderer.freeze(*fresh)
        self.renderer.render(imgui.get_draw_data(), target, self._below)

    def forget_backdrop(self) -> None:
        """Lay nothing under the frames any more."""
        if self._below is not None:
            self.renderer.release(self._below)
            self._below = None

    @property
    def has_new_atlas(self) -> bool:
        """Whether the font picture was replaced since the last question: old triangles are void."""
        before, self._atlas = self._atlas, imgui.get_io().fonts.tex_data.unique_id
        return before != self._atlas

    def close(self) -> None:
        """Free the contexts of ImGui and ImPlot, and what is on the graphics card."""
        self.take()
        self.forget_backdrop()
        self.pictures.close()
        self.renderer.close()
        implot.destroy_context(self._plots)
        imgui.destroy_context(self.context)
