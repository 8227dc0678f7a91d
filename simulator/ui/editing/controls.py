"""What an editor's columns are made of: fields, headings, buttons, lines to click."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from imgui_bundle import imgui

from simulator.spec.errors import Problem
from simulator.ui.painting import surface, theme
from simulator.ui.painting.fitting import fit
from simulator.ui.painting.paint import Paint


@contextmanager
def typing(p: Paint) -> Iterator[None]:
    """Give ImGui's own fields the page's letters and padding."""
    line = theme.SIZES["body"] * theme.EM
    imgui.push_font(p.fonts.regular, line)
    imgui.push_style_var(imgui.StyleVar_.frame_padding, (8 * p.scale, 6 * p.scale))
    try:
        yield
    finally:
        imgui.pop_style_var()
        imgui.pop_font()


def text_field(
    p: Paint, x: float, y: float, w: float, name: str, text: str, hint: str = ""
) -> tuple[bool, str, bool]:
    """Draw a field for a text; return whether it changed, the text, whether it was finished."""
    imgui.set_cursor_screen_pos(p.snap(x, y))
    imgui.set_next_item_width(w * p.scale)
    with typing(p):
        whole = imgui.InputTextFlags_.auto_select_all
        changed, value = imgui.input_text_with_hint(f"##{name}", hint, text, whole)
    return changed, value, imgui.is_item_deactivated_after_edit()


def short(path: str) -> str:
    """Return a file's name, with its folder where another file is called so."""
    parts = path.replace("\\", "/").split("/")
    has_like = parts[-1] == "robot.yaml" or parts[-2:-1] == ["scripts"]  # like an exercise
    return "/".join(parts[-2:]) if has_like else parts[-1]


def heading(p: Paint, y: float, text: str) -> float:
    """Write a small heading; return where the next thing begins."""
    p.text(16, y + 10, text, theme.TX1, 13, True, 0)
    return y + 26


def button(p: Paint, x: float, y: float, w: float, text: str, is_on: bool = False) -> bool:
    """Draw a button, 34 high; return whether it was clicked."""
    is_clicked = raised_button(p, x, y, w, 34, f"{text} {x:.0f} {y:.0f}", is_on)
    p.text(x + w / 2, y + 17, fit(p, text, w - 12, 13, True), theme.TX0, 13, True)
    return is_clicked


def raised_button(
    p: Paint, x: float, y: float, w: float, h: float, name: str, is_on: bool = False
) -> bool:
    """Draw what a button is without its word or picture; return whether it was clicked."""
    imgui.set_cursor_screen_pos(p.snap(x, y))
    is_clicked = imgui.invisible_button(f"##{name}", (w * p.scale, h * p.scale))
    is_over = imgui.is_item_hovered()
    if imgui.is_item_active():
        surface.pressed(p, x, y, w, h, 6)
    else:
        colours = theme.RAISED_ON if is_on else theme.RAISED_HOVER if is_over else theme.RAISED
        surface.raised(p, x, y, w, h, 6, colours)
    if is_over:
        p.outline(x, y, w, h, theme.ACC, 6)
    return is_clicked


def tool_width(p: Paint, text: str) -> float:
    """Return the width of a tool's button; one without a text is a square."""
    return p.width(text, 13, True) + 42 if text else 34.0


def tool(p: Paint, x: float, y: float, text: str, glyph: str, name: str, is_on: bool) -> bool:
    """Draw a tool's button, 30 high, of a picture and a word; return whether it was clicked."""
    is_clicked = raised_button(p, x, y, tool_width(p, text), 30, name, is_on)
    p.icon(x + 17, y + 15, glyph, theme.TX0, 12)
    p.text(x + 32, y + 15, text, theme.TX0, 13, True, 0)
    return is_clicked


def hint(text: str) -> None:
    """Tell what was drawn last, where the pointer rests on it."""
    if imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip):
        imgui.set_tooltip(text)


def mistakes(
    p: Paint, w: float, lines: Sequence[str], problems: Sequence[Problem]
) -> tuple[str, int] | None:
    """Write a head and below it `problems`, 20 a line; return the place of one that was clicked.

    Without problems all lines are the head.
    """
    opened = None
    for row, line in enumerate(lines):
        y = 16 + 20 * row
        if 0 < row <= len(problems):
            imgui.set_cursor_screen_pos(p.snap(8, y - 10))
            if imgui.invisible_button(f"##mistake {row}", (w * p.scale, 20 * p.scale)):
                opened = (problems[row - 1].file, problems[row - 1].line)
        is_head = row == 0 or not problems
        colour = theme.TX0 if is_head else theme.TX1
        p.text(14, y, fit(p, line, w - 28, 13, is_head), colour, 13, is_head, 0)
    return opened


def row_button(p: Paint, x: float, y: float, w: float, h: float, name: str) -> tuple[bool, bool]:
    """Make a line of a list touchable; return whether it was clicked, and is under the pointer."""
    imgui.set_cursor_screen_pos(p.snap(x, y))
    is_clicked = imgui.invisible_button(f"##{name}", (w * p.scale, h * p.scale))
    is_over = imgui.is_item_hovered()
    if is_over:
        p.fill(x, y, w, h, theme.BG3, 6)
    return is_clicked, is_over
