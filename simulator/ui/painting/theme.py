"""Colours and typefaces: what every panel is painted with."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import imgui_bundle
from imgui_bundle import imgui

ASSETS = Path(imgui_bundle.__file__).parent / "assets" / "fonts"
EM = 2400 / 2048  # Roboto's line height over its size: ImGui counts lines, the design counts ems
SIZES = {"title": 26, "value": 24, "section": 18, "task": 16, "body": 14, "caption": 13}
MINIMUM = 13


def rgb(text: str, alpha: float = 1.0) -> int:
    """Return `#RRGGBB` as ImGui's packed colour."""
    red, green, blue = (int(text[i : i + 2], 16) for i in (1, 3, 5))
    return int(alpha * 255 + 0.5) << 24 | blue << 16 | green << 8 | red


@lru_cache(maxsize=4096)
def fade(colour: int, alpha: float) -> int:
    """Return a packed colour with its opacity multiplied by `alpha` (0 to 1)."""
    return colour & 0xFFFFFF | int((colour >> 24) * alpha + 0.5) << 24


@lru_cache(maxsize=4096)
def mix(first: int, second: int, share: float) -> int:
    """Return the colour at `share` (0 to 1) of the way from `first` to `second`."""
    result = 0
    for shift in (0, 8, 16, 24):
        low, high = first >> shift & 255, second >> shift & 255
        result |= int(low + (high - low) * share + 0.5) << shift
    return result


BG0 = rgb("#0E1216")  # window, status bar, menu
BG1 = rgb("#151A20")  # dock, unlit tile
BG2 = rgb("#1C232B")  # card
BG3 = rgb("#252E38")  # raised, low end
BG4 = rgb("#303B47")  # raised, high end; plates
WELL = rgb("#0A0D10")  # recessed: slots, displays
LINE, LINE2 = rgb("#2C3641"), rgb("#4A5866")  # hairline; visible edge
TX0, TX1, TX2 = rgb("#EEF2F5"), rgb("#B6C2CC"), rgb("#98A6B2")  # value, label, caption
DIS = rgb("#84919D")  # disabled text, only on BG2 or darker
ACC, OK, INFO, WARN, BAD = map(rgb, ("#5FC8E8", "#4CC38A", "#7FB2FF", "#F2B33D", "#FF7D70"))
ACCD, OKD, INFOD, WARND, BADD = map(rgb, ("#1E5468", "#17402F", "#1E3557", "#4A3812", "#561E1C"))
NUMBER, LOGIC, ARRAY = ACC, WARN, rgb("#C3A6FF")  # pins and wires by what they carry
UNIT = rgb("#7FD6B4")  # numbers with a physical unit
FORCED, FORCEDD = rgb("#FF9E6B"), rgb("#3D2415")  # a forced wire and its fill
YELLOW = rgb("#F0C419")
WHITE, BLACK = rgb("#FFFFFF"), rgb("#000000")

RAISED = (rgb("#3B4855"), rgb("#2A343E"))
RAISED_HOVER = (rgb("#465564"), rgb("#323E4A"))
RAISED_ON = (rgb("#1F5F77"), rgb("#184B5F"))
RECESSED = (rgb("#07090C"), rgb("#101519"))
PRESSED = (rgb("#1B222A"), rgb("#242D36"))
CARD = (rgb("#202831"), rgb("#1B2229"))
STEM = (rgb("#2A323A"), rgb("#3A444E"))
GUARD = (rgb("#C9473C"), rgb("#8E2C25"))

LEVELS = {"normal": OK, "advisory": INFO, "caution": WARN, "warning": BAD}
LEVEL_FILLS = {"normal": OKD, "advisory": INFOD, "caution": WARND, "warning": BADD}


class Fonts(NamedTuple):
    """The typefaces; each is drawn at any size without stretching."""

    regular: imgui.ImFont
    bold: imgui.ImFont
    source: imgui.ImFont
    icons: imgui.ImFont


def load_fonts() -> Fonts:
    """Load the typefaces into the current ImGui context."""
    atlas = imgui.get_io().fonts
    atlas.tex_min_width = atlas.tex_min_height = 1024  # room for a desk: no growing in its life
    files = (
        "Roboto/Roboto-Regular.ttf",
        "Roboto/Roboto-Bold.ttf",
        "DroidSans.ttf",
        "Font_Awesome_6_Free-Solid-900.otf",
    )
    return Fonts(*(atlas.add_font_from_file_ttf(str(ASSETS / name), 16.0) for name in files))


STYLE_COLOURS = {
    "text": TX0,
    "text_disabled": DIS,
    "window_bg": BG1,
    "popup_bg": BG1,
    "menu_bar_bg": BG0,
    "border": LINE,
    "frame_bg": WELL,
    "header": ACCD,
    "header_hovered": BG4,
    "header_active": ACCD,
    "separator": LINE,
    "check_mark": ACC,
    "frame_bg_hovered": BG3,
    "frame_bg_active": BG3,
    "slider_grab": LINE2,
    "slider_grab_active": ACC,
    "scrollbar_bg": BG1,
    "scrollbar_grab": BG4,
    "scrollbar_grab_hovered": LINE2,
    "scrollbar_grab_active": ACC,
    "title_bg": BG2,
    "title_bg_active": BG2,
    "title_bg_collapsed": BG2,
    "button": BG4,
    "button_hovered": LINE2,
    "button_active": ACCD,
    "modal_window_dim_bg": rgb("#07090C", 0.55),
    "nav_cursor": ACC,
}


def set_style(scale: float) -> None:
    """Give ImGui's own windows and menus the desk's colours, at a scale of 1 to 2."""
    style = imgui.get_style()
    style.window_rounding = style.popup_rounding = 8 * scale
    style.frame_rounding = style.grab_rounding = style.menu_item_rounding = 6 * scale
    style.window_border_size = style.popup_border_size = float(round(scale))
    style.window_padding = imgui.ImVec2(12 * scale, 8 * scale)
    style.item_spacing = imgui.ImVec2(16 * scale, 8 * scale)
    style.item_inner_spacing = imgui.ImVec2(6 * scale, 4 * scale)
    style.frame_padding = imgui.ImVec2(10 * scale, 6 * scale)
    style.scrollbar_size = 12 * scale
    style.hover_delay_normal = 0.8
    style.hover_flags_for_tooltip_mouse = int(
        imgui.HoveredFlags_.stationary | imgui.HoveredFlags_.delay_normal
    )
    style.font_size_base = SIZES["body"] * EM
    style.font_scale_main = scale
    for name, colour in STYLE_COLOURS.items():
        style.set_color_(imgui.Col_[name], imgui.color_convert_u32_to_float4(colour))
