"""Bare ImGui windows: a place to draw and to touch, without frame, padding or memory."""

from collections.abc import Iterator
from contextlib import contextmanager

from imgui_bundle import imgui

from simulator.ui.areas import Rect

FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_background
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_scroll_with_mouse
)
STYLE = (
    (imgui.StyleVar_.window_padding, (0.0, 0.0)),
    (imgui.StyleVar_.window_border_size, 0.0),
    (imgui.StyleVar_.window_min_size, (1.0, 1.0)),
)


@contextmanager
def opened(
    name: str,
    box: Rect,
    is_touchable: bool = True,
    is_top: bool = False,
) -> Iterator[imgui.ImDrawList]:
    """Open a bare window over a box in device pixels, below all others unless `is_top`."""
    imgui.set_next_window_pos(box[:2])
    imgui.set_next_window_size(box[2:])
    for name_of_style, value in STYLE:
        imgui.push_style_var(name_of_style, value)
    flags = FLAGS
    if not is_touchable:
        flags |= imgui.WindowFlags_.no_inputs
    if not is_top:
        flags |= imgui.WindowFlags_.no_bring_to_front_on_focus
    imgui.begin(name, None, flags)
    imgui.pop_style_var(len(STYLE))
    try:
        yield imgui.get_window_draw_list()
    finally:
        imgui.end()


def make_list() -> imgui.ImDrawList:
    """Return an empty list of drawing commands beside those of the windows."""
    commands = imgui.ImDrawList(imgui.get_draw_list_shared_data())
    commands._reset_for_new_frame()
    commands._set_pixel_density(1.0)
    commands.push_texture(imgui.get_io().fonts.tex_data.get_tex_ref())
    commands.push_clip_rect_full_screen()
    return commands
